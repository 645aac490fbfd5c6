"""Calls of an op as a whole and in parts, as its region rule and its rule of partial sums say.

What the library computes as a whole is the expected value: the claim is that the parts are the same.  The parts are cut
and padded by NumPy alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any

import numpy as np

import graphops as go
from graphops.build.binding import bind
from graphops.testing import difference
from graphops.testing.tolerances import allowed_error
from graphops_registry.dtypes import as_dtype
from graphops_registry.op_def import lookup_op
from graphops_registry.regions import Part, Region, RegionContext, sizes_of
from graphops_registry.rules.region_parts import region_rule_of
from graphops_registry.shape import TensorShape
from tests.ops import golden_calls

Array = np.ndarray[Any, Any]
Rule = Callable[[RegionContext], "Part | None"]


@dataclass
class RegionCall:
    """A call of an op, and its result.

    Attributes:
        op: its name.
        inputs: flat.
        attrs: complete.
        outputs: flat.
    """

    op: str
    inputs: list[Array]
    attrs: Mapping[str, Any]
    outputs: list[Array]

    def context(self, wanted: Sequence[Region | None], values: Callable[[int], Array | None]) -> RegionContext:
        shapes = [TensorShape(array.shape) for array in self.inputs]
        outputs = [array.shape for array in self.outputs]
        return RegionContext(lookup_op(self.op).op_def, self.attrs, shapes, values, outputs, wanted)

    def value(self, index: int) -> Array | None:
        """What a graph has as a constant: integers of rank 0 or 1, and matrices of paddings."""
        array = self.inputs[index]
        return array if array.dtype.kind in "iub" and (array.ndim <= 1 or array.shape[1:] == (2,)) else None


def unknown(index: int) -> None:
    """No value is known."""


def called(op: str, arguments: Mapping[str, Any]) -> RegionCall:
    """The call with these inputs and attrs, computed as a whole."""
    bound = bind(lookup_op(op).op_def, arguments)
    return RegionCall(op, bound.inputs, bound.attrs, _run(op, bound.inputs, bound.attrs))


def _run(op: str, inputs: Sequence[Array], attrs: Mapping[str, Any]) -> list[Array]:
    op_def = lookup_op(op).op_def
    arguments: dict[str, Any] = {attr.name: attrs[attr.name] for attr in op_def.explicit_attrs}
    for name, where in op_def.input_slices(attrs).items():
        given = list(inputs[where])
        arguments[name] = given if op_def.input_by_name[name].is_list else given[0]
    result = getattr(go.eager, op)(**arguments)
    return [golden_calls.as_array(each) for each in golden_calls.flat(result)]


def cut(array: Array, region: Region) -> Array:
    """What is in a region, which must lie within the array."""
    assert len(region) == array.ndim, (region, array.shape)
    for (start, stop), size in zip(region, array.shape, strict=True):
        assert 0 <= start <= stop <= size, (region, array.shape)
    return array[(*(slice(start, stop) for start, stop in region), ...)]  # an array also of rank 0


def compute(call: RegionCall, part: Part) -> list[Array]:
    """The outputs of the part's node."""
    assert len(part.inputs) == len(call.inputs), part
    inputs = []
    for index, array in enumerate(call.inputs):
        region, padding = part.inputs[index], part.paddings.get(index)
        given = array if region is None else cut(array, region)
        if padding is not None:
            pairs = list(zip(padding.before, padding.after, strict=True))
            assert all(number >= 0 for pair in pairs for number in pair), padding
            given = np.pad(given, pairs, constant_values=padding.number(array.dtype))
        if index in part.values:
            given = part.values[index]
            assert given.dtype == array.dtype, (given.dtype, array.dtype)
        inputs.append(np.array(given, order="C"))
    found = _run(call.op, inputs, {**call.attrs, **part.attrs})
    if part.factor is not None:
        found[0] = found[0] * part.factor.astype(found[0].dtype)
    for array, region in zip(found, part.gives, strict=True):
        assert region is None or array.shape == sizes_of(region), (array.shape, region, part)
    return found


def random_region(sizes: Sequence[int], random: np.random.Generator, empty: float = 0.05) -> Region:
    """An interval for each axis: all of it, a part, or seldom nothing."""
    found = []
    for size in sizes:
        kind = random.random()
        if size == 0 or kind < 0.25:
            found.append((0, size))
            continue
        start = int(random.integers(0, size))
        stop = start if kind > 1 - empty else int(random.integers(start + 1, size + 1))
        found.append((start, stop))
    return tuple(found)


def check_parts(call: RegionCall, random: np.random.Generator, count: int = 20, scale: float = 1.0) -> int:
    """Compare random regions of the outputs; how many of them were parts, not the whole inputs."""
    found = 0
    region_rule = region_rule_of(lookup_op(call.op))
    assert region_rule is not None, f"op '{call.op}' has no region rule"
    for _ in range(count):
        wanted: list[Region | None] = [random_region(array.shape, random) for array in call.outputs]
        for index in range(len(wanted)):
            if len(wanted) > 1 and random.random() < 0.4:
                wanted[index] = None
        if not any(region is not None for region in wanted):
            continue
        values = call.value if random.random() < 0.8 else unknown  # they may be computed when the graph runs
        part = region_rule(call.context(wanted, values))
        if part is None:
            continue
        found += 1
        for index, (array, region, given) in enumerate(zip(compute(call, part), wanted, part.gives, strict=True)):
            if region is None:
                continue
            where = f"output {index} of {call.op}, wanted {region}, {part}, {dict(call.attrs)}"
            assert given is not None, where
            inside = tuple((a - c, b - c) for (a, b), (c, _) in zip(region, given, strict=True))
            problem = unlike(cut(array, inside), cut(call.outputs[index], region), call.outputs[index], scale)
            assert problem is None, f"{where}: {problem}"
    return found


def unlike(got: Array, want: Array, whole: Array, scale: float = 1.0) -> str | None:
    """What is wrong with a part of ``whole``: the numbers of the whole say how far rounding may take it."""
    dtype = as_dtype(want.dtype)
    if got.shape != want.shape or not (dtype.is_floating or dtype.is_complex):
        return difference(got, want)
    wide = np.complex128 if dtype.is_complex else np.float64
    a, b = got.astype(wide), want.astype(wide)
    allowed = scale * allowed_error(whole.astype(wide), dtype).max(initial=0.0)
    with np.errstate(all="ignore"):
        fine = (a == b) | (np.isnan(a) & np.isnan(b)) | (np.abs(a - b) <= allowed)
    return None if fine.all() else f"{got[~fine][:3]} is not {want[~fine][:3]}, allowed {allowed}"


def grid(sizes: Sequence[int], random: np.random.Generator) -> list[Region]:
    """A partition into boxes, by random cuts along each axis."""
    axes = []
    for size in sizes:
        cuts = {0, size, *(int(random.integers(0, size + 1)) for _ in range(int(random.integers(0, 3))))}
        axes.append(list(pairwise(sorted(cuts))))
    return list(product(*axes))


def check_partial_sums(call: RegionCall, random: np.random.Generator, count: int = 5, scale: float = 8.0) -> int:
    """Compare the sums over random partitions; for how many the rule says how."""
    found = 0
    declared = lookup_op(call.op).partial_sum
    assert declared is not None, f"op '{call.op}' has no rule of partial sums"
    over, partial_rule = declared
    source = lookup_op(call.op).op_def.input_slices(call.attrs)[over].start
    for _ in range(count):
        regions = grid(call.inputs[source].shape, random)
        if not regions:  # there is nothing to sum up
            continue
        values = call.value if random.random() < 0.8 else unknown
        parts = [partial_rule(call.context([region], values)) for region in regions]
        if any(part is None for part in parts):
            continue
        found += 1
        expected = call.outputs[0]
        total = np.zeros(expected.shape, expected.dtype)
        for part in parts:
            assert part is not None
            assert part.gives[0] is not None
            place = tuple(slice(start, stop) for start, stop in part.gives[0])
            with np.errstate(all="ignore"):
                total[place] += compute(call, part)[0]
        problem = unlike(total, expected, expected, scale)
        assert problem is None, f"the sum of {regions} of {call.op} {dict(call.attrs)}: {problem}"
    return found
