"""Calls of an op: its recorded ones, and what chance makes of them; the same ones on every run."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

import graphops as go
from graphops_registry.kernel_def import kernels_of
from graphops_registry.op_def import Op
from tests.differential import values
from tests.golden.case import Array, Case, Input, cases_digest

MOST_ELEMENTS = 20_000
INDEX_TYPES = frozenset({"int16", "int32", "int64", "uint16"})
SIZES = (0, 1, 2, 3, 7)
Mutation = Callable[[Case], Case | None]


def arrays_of(value: Input) -> list[Array]:
    """The arrays of one argument."""
    return value if isinstance(value, list) else [value]


def pool_of(case: Case) -> Array | None:
    """What the pool whose gradient ``case`` asks for makes of ``orig_input``; ``None`` if that is refused."""
    inputs = {name: case.inputs[name] for name in ("ksize", "strides") if name in case.inputs}
    attrs = {name: value for name, value in case.attrs.items() if name not in ("T", "TInput")}
    name = "MaxPool3D" if "3D" in case.op else "MaxPoolV2" if inputs else "MaxPool"
    try:
        pooled: Array = getattr(go.eager, name)(input=case.inputs["orig_input"], **inputs, **attrs)
    except go.errors.GraphopsError:
        return None
    return pooled


class Generator:
    """The calls of one op. ``refused`` holds dtypes, by attr, that TensorFlow's CPU has no kernel for."""

    def __init__(self, op: Op, seeds: Sequence[Case]) -> None:
        self.op, self.op_def, self.seeds = op, op.op_def, list(seeds)
        self.rng = np.random.default_rng(zlib.crc32(op.name.encode()))
        self.refused: set[tuple[str, str]] = set()
        self.host = {name for kernel in kernels_of(op.name, "CPU") for name in kernel.host_inputs}
        self.args = {arg.name: arg for arg in self.op_def.inputs}
        self.elementwise = all(arg.type_attr is not None and not arg.is_list for arg in self.op_def.inputs)

    def calls(self) -> Iterator[tuple[str, Case]]:
        """``(what was varied, call)``, without end; no call twice."""
        seen: set[str] = set()
        misses = 0
        for label, drawn in self._all():
            case = self._with_its_pool(drawn)
            digest = cases_digest([case])
            if digest in seen or self._is_unseeded(case):
                misses += 1
                if misses > 300:
                    return
                continue
            seen.add(digest)
            misses = 0
            yield label, case

    def _with_its_pool(self, case: Case) -> Case:
        """The gradient of a pool of its own input, for most calls of those that take both."""
        if not {"orig_input", "orig_output", "grad"} <= case.inputs.keys() or self.rng.random() < 0.1:
            return case
        pooled = pool_of(case)
        if pooled is None:
            return case
        x, grad = case.inputs["orig_input"], case.inputs["grad"]
        like = x if self.op.name.endswith(("GradGrad", "GradGradV2")) else pooled
        inputs = {**case.inputs, "orig_output": pooled, "grad": values.resized(grad, like.shape, self.rng)}  # type: ignore[arg-type, union-attr]
        return Case(case.op, inputs, case.attrs)

    def _all(self) -> Iterator[tuple[str, Case]]:
        picked = self.seeds[:: max(1, len(self.seeds) // 40)]
        for case in picked:
            yield "recorded", case
        for number, (attr, dtype) in enumerate(self._dtypes()):
            case = self._as_dtype(self.seeds[number % len(self.seeds)], attr, dtype)
            if case is not None:
                yield f"{attr}={dtype}", case
        for case in self._pick_seeds(6):
            yield from self._attrs(case)
        ways: dict[str, Mutation] = {
            "dtype": self.dtype, "values": self.values, "shape": self.shape, "attr": self.attr,
            "host": self.host_values,
        }  # fmt: skip
        names = list(ways)
        nothing = 0
        while nothing < 1000:
            case, done = self.seeds[self.rng.integers(len(self.seeds))], []
            for place in self.rng.choice(5, self.rng.integers(1, 4), replace=False, p=(0.2, 0.3, 0.25, 0.15, 0.1)):
                changed = ways[names[place]](case)
                if changed is not None:
                    case, done = changed, [*done, names[place]]
            nothing = 0 if done else nothing + 1
            if done:
                yield "+".join(sorted(done)), case

    def _pick_seeds(self, count: int) -> list[Case]:
        return self.seeds[:: max(1, len(self.seeds) // count)][:count]

    def _is_unseeded(self, case: Case) -> bool:
        """Whether the call draws random numbers that no seed settles."""
        names = [name for name in ("seed", "seed2") if name in self.op_def.attr_by_name]
        return bool(names) and not any(case.attrs.get(name) for name in names)

    # -- dtypes

    def _dtypes(self) -> list[tuple[str, str]]:
        """Each type attr with each dtype that it may have and an array can."""
        found = []
        for attr in self.op_def.attrs:
            if attr.type == "type":
                allowed = values.COMMON if attr.allowed is None else tuple(dtype.name for dtype in attr.allowed)
                found += [(attr.name, name) for name in dict.fromkeys(allowed) if self._has_arrays(name)]
        return found

    @staticmethod
    def _has_arrays(name: str) -> bool:
        return name in values.COMMON or name in ("float8_e5m2", "float8_e4m3fn", "int4", "uint4")

    def _as_dtype(self, case: Case, attr: str, dtype: str) -> Case | None:
        """The call with another dtype for a type attr."""
        inputs, attrs = dict(case.inputs), dict(case.attrs)
        args = [arg for arg in self.op_def.inputs if arg.type_attr == attr and arg.name in inputs]
        definition = self.op_def.attr_by_name[attr]
        # The value of a variable has the dtype that the attr says.
        handles = [arg.name for arg in self.op_def.inputs if arg.type is not None and arg.type.name == "resource"]
        if attr in attrs or (not definition.inferred and not args):
            attrs[attr] = dtype
        if attr in ("T", "dtype", "Tparams", "TV"):
            args += [self.args[name] for name in handles if name not in {arg.name for arg in args}]
        for arg in args:
            if not arg.is_list:
                inputs[arg.name] = values.cast(inputs[arg.name], values.numpy_dtype(dtype), self.rng)  # type: ignore[arg-type]
            else:
                inputs[arg.name] = [values.cast(a, values.numpy_dtype(dtype), self.rng) for a in inputs[arg.name]]
        return Case(case.op, inputs, attrs) if args or attr in attrs else None

    def dtype(self, case: Case) -> Case | None:
        """Another dtype for one attr, or for one tensor of a list of any."""
        lists = [name for name, arg in self.args.items() if arg.type_list_attr is not None and case.inputs.get(name)]
        if lists and self.rng.random() < 0.7:
            name = lists[self.rng.integers(len(lists))]
            definition = self.op_def.attr_by_name[self.args[name].type_list_attr or ""]
            allowed = values.COMMON if definition.allowed is None else [d.name for d in definition.allowed]
            changed = list(arrays_of(case.inputs[name]))
            place = self.rng.integers(len(changed))
            changed[place] = values.cast(changed[place], values.numpy_dtype(self._one_of(allowed)), self.rng)
            return Case(case.op, {**case.inputs, name: changed}, case.attrs)
        choices = [pair for pair in self._dtypes() if pair not in self.refused]
        if not choices:
            return None
        attr, dtype = choices[self.rng.integers(len(choices))]
        return self._as_dtype(case, attr, dtype)

    def _one_of(self, items: Sequence[Any]) -> Any:
        return items[self.rng.integers(len(items))]

    # -- values

    def is_index(self, name: str) -> bool:
        """Whether an argument holds indices, places or sizes rather than data."""
        arg = self.args[name]
        if arg.type_attr is not None:
            allowed = self.op_def.attr_by_name[arg.type_attr].allowed
            return allowed is not None and {dtype.name for dtype in allowed} <= INDEX_TYPES
        return arg.type is not None and arg.type.name in INDEX_TYPES

    def values(self, case: Case) -> Case | None:
        """Other values for one argument, or for all data."""
        names = [name for name in case.inputs if name not in self.host and arrays_of(case.inputs[name])]
        if not names:
            return None
        kinds = ("normal", "normal", "small", "ties", "zeros", "special", "special", "tiny", "extreme")
        kind = self._one_of(kinds)
        inputs = dict(case.inputs)
        chosen = names if self.rng.random() < 0.4 else [self._one_of(names)]
        for name in chosen:
            if self.is_index(name):
                changed = [self._other_indices(array) for array in arrays_of(inputs[name])]
            else:
                changed = [values.random(a.shape, a.dtype, self.rng, kind) for a in arrays_of(inputs[name])]
            inputs[name] = changed if isinstance(inputs[name], list) else changed[0]
        return Case(case.op, inputs, case.attrs)

    def _other_indices(self, array: Array) -> Array:
        if array.size == 0 or array.dtype.kind not in "iu":
            return array
        found = self.rng.choice(array.ravel(), array.shape).astype(array.dtype)
        if self.rng.random() < 0.15:
            found.ravel()[self.rng.integers(found.size)] += self._one_of((1, 1, 50)) if found.dtype.kind == "u" else -1
        return found

    @staticmethod
    def _is_plain_number(value: Input) -> bool:
        return (
            not isinstance(value, list) and value.size > 0 and value.dtype.kind in "iufb" and value.dtype.isbuiltin > 0
        )

    def host_values(self, case: Case) -> Case | None:
        """Other axes, sizes, paddings: one of them a little different, or all in another order."""
        names = [name for name in case.inputs if name in self.host and not isinstance(case.inputs[name], list)]
        names = [name for name in names if self._is_plain_number(case.inputs[name])]
        if not names:
            return None
        name = self._one_of(names)
        array = np.array(case.inputs[name])
        if array.dtype == bool:
            array = ~array
        elif array.dtype.kind == "f":
            array = np.asarray(array * self._one_of((0.5, 2.0, -1.0, 0.0)), array.dtype)
        elif array.size > 1 and self.rng.random() < 0.3:
            array = self.rng.permutation(array.ravel()).reshape(array.shape)
        else:
            place = np.unravel_index(self.rng.integers(array.size), array.shape)
            info = np.iinfo(array.dtype)
            array[place] = min(max(int(array[place]) + self._one_of((-1, 1, -2, 2)), int(info.min), -9), int(info.max))
        return Case(case.op, {**case.inputs, name: array}, case.attrs)

    # -- shapes

    def shape(self, case: Case) -> Case | None:
        """Other sizes or ranks."""
        names = [name for name in case.inputs if name not in self.host]
        shaped = [array for name in names for array in arrays_of(case.inputs[name])]
        if not shaped:
            return None
        sizes = sorted({size for array in shaped for size in array.shape})
        how = self.rng.integers(6)
        if how <= 1 and sizes:  # one size is another everywhere
            old, new = self._one_of(sizes), self._one_of(SIZES)
            return self._reshaped(case, names, lambda s: tuple(new if n == old else n for n in s), (old, new))
        one = [self._one_of(names)]
        if how == 2 and sizes:  # broadcasting, or nothing at all
            new = self._one_of((0, 1, 1))
            place = int(self.rng.integers(8))
            return self._reshaped(
                case, one, lambda s: (*s[: place % len(s)], new, *s[place % len(s) + 1 :]) if s else s
            )
        if how == 3:
            new = self._one_of((1, 2, 3))
            return self._reshaped(case, one if self.rng.random() < 0.5 else names, lambda s: (new, *s))
        if how == 4:
            return self._reshaped(case, one if self.rng.random() < 0.5 else names, lambda s: s[1:])
        return self._reshaped(case, one, lambda s: tuple(self._one_of(SIZES) for _ in s))

    def _reshaped(
        self, case: Case, names: Sequence[str], rule: Callable[[tuple[int, ...]], tuple[int, ...]],
        renamed: tuple[int, int] | None = None,
    ) -> Case | None:  # fmt: skip
        inputs: dict[str, Input] = dict(case.inputs)
        for name in names:
            changed = [values.resized(a, rule(a.shape), self.rng) for a in arrays_of(inputs[name])]
            inputs[name] = changed if isinstance(inputs[name], list) else changed[0]
        if sum(array.size for value in inputs.values() for array in arrays_of(value)) > MOST_ELEMENTS:
            return None
        if renamed is not None and self.rng.random() < 0.6:
            for name in self.host & set(inputs):
                array = inputs[name]
                if not isinstance(array, list) and array.dtype.kind in "iu" and array.ndim == 1:
                    inputs[name] = np.where(array == renamed[0], renamed[1], array).astype(array.dtype)
        return Case(case.op, inputs, case.attrs)

    # -- attrs

    def _attrs(self, case: Case) -> Iterator[tuple[str, Case]]:
        """Each allowed value of each attr in turn."""
        for attr in self.op_def.attrs:
            if attr.inferred or attr.type == "type":
                continue
            if attr.type == "bool":
                choices: Sequence[Any] = (True, False)
            elif attr.allowed is not None and not attr.is_list:
                choices = attr.allowed
            else:
                continue
            for value in choices:
                yield f"{attr.name}={value}", Case(case.op, case.inputs, {**case.attrs, attr.name: value})

    def attr(self, case: Case) -> Case | None:
        """Another value for one attr, or its default."""
        own = [attr for attr in self.op_def.attrs if not attr.inferred and attr.type != "type"]
        if not own:
            return None
        attr = self._one_of(own)
        attrs: dict[str, Any] = dict(case.attrs)
        if attr.has_default and attr.name in attrs and self.rng.random() < 0.3:
            del attrs[attr.name]
            return Case(case.op, case.inputs, attrs)
        old = attrs.get(attr.name, attr.default if attr.has_default else None)
        new = self._other_attr(attr, old)
        if new is None:
            return None
        attrs[attr.name] = new
        return Case(case.op, case.inputs, attrs)

    def _other_attr(self, attr: Any, old: Any) -> Any:
        if attr.type == "bool":
            return not old
        if attr.allowed is not None and not attr.is_list:
            return self._one_of(attr.allowed)
        if attr.type == "int" and isinstance(old, int):
            return self._one_of((0, 1, 2, 3, -1, old + 1, old - 1))
        if attr.type == "float" and isinstance(old, (int, float)):
            return self._one_of((0.0, 0.5, 1.0, 2.0, -1.0, old * 2, old / 2, 1e-3))
        if attr.type in ("list(int)", "list(float)") and isinstance(old, (list, tuple)) and old:
            new = list(old)
            if self.rng.random() < 0.3:
                return [new[i] for i in self.rng.permutation(len(new))]
            place = self.rng.integers(len(new))
            new[place] = self._one_of((0, 1, 1, 2, 2, 3, -1)) if attr.type == "list(int)" else new[place] * 1.5
            return new
        return None


def shown(case: Case) -> Mapping[str, str]:
    """A short text for each argument and attr, values included where they are few."""

    def text(array: Array) -> str:
        inside = f" {array.tolist()}" if array.size <= 12 else ""
        return f"{array.dtype.name}{list(array.shape)}{inside}"

    found = {
        name: f"[{', '.join(map(text, value))}]" if isinstance(value, list) else text(value)
        for name, value in case.inputs.items()
    }
    return found | {name: repr(value) for name, value in case.attrs.items()}
