"""What else says what a call should give: the op's other kernels, and its plain one on the numbers in float64."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import Any, Final

import ml_dtypes
import numpy as np

from graphops.build.binding import bind
from graphops.plan.choose.kernel_choice import NodeKernels
from graphops.plan.contexts import EagerContext
from graphops.testing.cases import OpCase
from graphops.testing.tolerances import RELATIVE, difference
from graphops_registry.device_def import device_type
from graphops_registry.errors import GraphopsError
from graphops_registry.kernel_def import KernelDef, candidates
from graphops_registry.op_def import lookup_op
from tests.differential.values import is_float

NARROW: Final = {"float16", "bfloat16", "float32"}
# What these give depends on the dtype itself, not on the numbers alone: the quotients of the last ones are rounded
# before they are cut; a beam search finds which of nearly equal ones is the largest; a summary holds the dtype's number.
BY_DTYPE: Final = ("Bitcast", "NextAfter", "*Random*", "*Uniform*", "*Normal*", "*Multinomial*", "AsString", "Cast",
                   "Empty", "SaturateCast", "Stateless*", "Multinomial",
                   "FloorDiv", "FloorMod", "Mod", "TruncateDiv", "TruncateMod",
                   "CTCBeamSearchDecoder", "DebugNumericSummary*")  # fmt: skip


def is_extreme(case: OpCase) -> bool:
    """Whether a finite number in it is so large or small that squares overflow or vanish: what is left of sums then
    depends on the order of adding."""
    for value in case.inputs.values():
        for item in _items(value):
            if not isinstance(item, np.ndarray) or not (is_float(item.dtype) or item.dtype.kind == "c"):
                continue
            parts = (item.real, item.imag) if item.dtype.kind == "c" else (item,)
            for part in parts:
                info = ml_dtypes.finfo(part.dtype)
                with np.errstate(all="ignore"):
                    size = np.abs(part.astype(np.float64))
                size = size[np.isfinite(size) & (size > 0)]
                if ((size >= float(info.max) ** 0.5) | (size <= float(info.tiny) ** 0.5)).any():
                    return True
    return False


def _run(case: OpCase, definitions: Sequence[KernelDef], bound: Any) -> list[Any] | None:
    """The outputs of a kernel alone; ``None`` if it refuses."""
    op, device = lookup_op(case.op), device_type("CPU")
    try:
        kernels = NodeKernels(op, bound.attrs, "CPU", "check", definitions)
        if {"resources", "functions", "random"} & kernels.uses:
            return None
        choice = kernels.choose(bound.inputs, (True,) * len(kernels.output_dtypes))
        return list(choice.run(EagerContext(device), bound.inputs))
    except GraphopsError:
        return None


def other_kernels(case: OpCase, outputs: list[Any]) -> str | None:
    """What another kernel of the op returns differently."""
    op = lookup_op(case.op)
    bound = bind(op.op_def, {**case.inputs, **_without_name(case.attrs)})
    definitions = candidates(case.op, "CPU", bound.attrs)
    if len(definitions) < 2:
        return None
    for definition in definitions:
        found = _run(case, [definition], bound)
        if found is not None and (told := _differs(outputs, found, _noise(case, outputs))) is not None:
            return f"kernel {definition.name} gives something else: {told}"
    return None


def _noise(case: OpCase, outputs: list[Any]) -> list[Any] | None:
    """What rounding leaves of differences that cancel: the variance of equal numbers, which is 0, is found by means."""
    if "BatchNorm" not in case.op or not isinstance(case.inputs.get("x"), np.ndarray):
        return None
    x = case.inputs["x"].astype(np.float64)
    largest = float(np.max(np.abs(x), initial=0.0, where=np.isfinite(x)))
    return [np.full(output.shape, 1e-9 * largest**2) if output is not None else None for output in outputs]


def _without_name(attrs: dict[str, Any]) -> dict[str, Any]:
    # Internal attrs are not compared; some refer to themselves.
    return {name: value for name, value in attrs.items() if name != "name" and not name.startswith("_")}


def _differs(outputs: list[Any], expected: list[Any], slack: list[Any] | None = None) -> str | None:
    for place, (got, want) in enumerate(zip(outputs, expected, strict=True)):
        if got is None or want is None or got.dtype.kind == "O":
            continue
        told = difference(*_where_finite(got, want))
        if told is not None and not (slack is not None and _within(got, want, slack[place])):
            return f"output {place} {told}"
    return None


def _where_finite(got: Any, want: Any) -> tuple[Any, Any]:
    """Both with zeros where one is not finite: where sums overflow depends on the order of adding."""
    if got.shape != want.shape or got.dtype.kind in "iub":
        return got, want
    with np.errstate(all="ignore"):
        wide = np.complex128 if got.dtype.kind == "c" else np.float64
        finite = np.isfinite(got.astype(wide)) & np.isfinite(want.astype(wide))
    zero = np.zeros((), got.dtype)
    return np.where(finite, got, zero), np.where(finite, want, zero.astype(want.dtype))


def _within(got: Any, want: Any, slack: Any) -> bool:
    """Whether the difference is what a change of the inputs by their rounding unit makes."""
    if got.dtype.kind in "iub":
        return bool((np.asarray(got != want) <= (np.asarray(slack) != 0)).all())
    a, b = _where_finite(got, want)
    with np.errstate(all="ignore"):
        error = np.abs(a.astype(np.complex128) - b.astype(np.complex128))
        size = np.abs(b.astype(np.complex128)).max(initial=0)
        most = np.nan_to_num(np.asarray(slack, np.float64), nan=np.inf).max(initial=0)
        unit = max(RELATIVE.get(got.dtype.name, 0.0), RELATIVE["float32"])
    return bool((error <= 8 * most + unit * size).all())


def in_float64(case: OpCase, outputs: list[Any]) -> str | None:
    """What the plain kernel returns differently for the same numbers in float64, where the op is smooth."""
    op = lookup_op(case.op)
    names = {a.dtype.name for value in case.inputs.values() for a in _items(value) if isinstance(a, np.ndarray)}
    if not names & NARROW or len(names & (NARROW | {"float64"})) > 1:
        return None
    if any(fnmatchcase(case.op, pattern) for pattern in BY_DTYPE):
        return None
    answers = []
    for change in (0, 1, 2):
        wide = _widened(case, change)
        if wide is None:
            return None
        try:
            bound = bind(op.op_def, {**wide.inputs, **wide.attrs})
        except GraphopsError:
            return None
        plain = [d for d in candidates(case.op, "CPU", bound.attrs) if d.is_plain]
        answer = _run(wide, plain, bound) if plain else None
        if answer is None or len(answer) != len(outputs):
            return None
        answers.append(answer)
    if any(
        a.shape != b.shape for other in answers[1:] for a, b in zip(other, answers[0], strict=True) if a is not None
    ):
        return None  # not even the shape is smooth
    if any(a is not None and a.shape != b.shape for a, b in zip(outputs, answers[0], strict=True)):
        return None
    with np.errstate(all="ignore"):
        slack = [_apart(*results) for results in zip(*answers, strict=True)]
        rounded = [
            want if want is None or want.dtype.kind in "iubO" else want.astype(got.dtype)
            for got, want in zip(outputs, answers[0], strict=True)
        ]
    told = _differs(outputs, rounded, slack)
    return None if told is None else f"the plain kernel in float64 gives something else: {told}"


def _apart(exact: Any, more: Any, less: Any) -> Any:
    if exact is None or exact.dtype.kind == "O":
        return None
    if exact.dtype.kind in "iub":
        return np.asarray(exact != more) | np.asarray(exact != less)
    return np.maximum(np.abs(exact - more), np.abs(exact - less))


def _items(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _widened(case: OpCase, change: int) -> OpCase | None:
    """The call in float64, ``None`` if there is none; with ``change`` each number is a rounding unit larger or smaller,
    which of the two is drawn by it."""
    rng = np.random.default_rng(change)
    found: dict[str, Any] = {}
    units = {"float16": 2.0**-11, "bfloat16": 2.0**-8, "float32": 2.0**-24}
    for name, value in case.inputs.items():
        made = []
        for item in _items(value):
            if not isinstance(item, np.ndarray):
                return None
            if item.dtype.name in units:
                with np.errstate(all="ignore"):
                    item = item.astype(np.float64) * (
                        1 + bool(change) * rng.choice((-1, 1), item.shape) * units[item.dtype.name]
                    )
            made.append(item)
        found[name] = made if isinstance(value, list) else made[0]
    attrs: dict[str, Any] = {}
    for name, value in case.attrs.items():
        if name in ("out_type", "dtype", "output_type", "DstT"):
            return None
        narrow = not name.startswith("_") and str(value) in (*NARROW, "half", "float")
        attrs[name] = "float64" if narrow else value
    return OpCase(case.op, found, attrs)


def wrong(case: OpCase, outputs: list[Any]) -> str | None:
    """What an oracle says against the answer to a call of which every input is an array."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if is_extreme(case):
            return None
        return other_kernels(case, outputs) or in_float64(case, outputs)
