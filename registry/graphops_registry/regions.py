"""Regions: which part of a node's inputs a part of its outputs depends on.

An op's region rule says it for the op alone; maps over chunks follow the rules from a chunk of a result back to the
parts of the arrays that it needs, so that no halo has to be given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

from graphops_registry.op_def import OpDef
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

Interval: TypeAlias = tuple[int, int]  # start, stop: positions start, ..., stop - 1 of one axis
Region: TypeAlias = tuple[Interval, ...]  # an interval for each axis


def whole(sizes: Sequence[int]) -> Region:
    """The region that is everything."""
    return tuple((0, size) for size in sizes)


def hull(one: Region | None, other: Region | None) -> Region | None:
    """The smallest region that has both; ``None`` stands for nothing."""
    if one is None or other is None:
        return other if one is None else one
    return tuple((min(a, c), max(b, d)) for (a, b), (c, d) in zip(one, other, strict=True))


def sizes_of(region: Region) -> tuple[int, ...]:
    """The shape of what is in a region."""
    return tuple(stop - start for start, stop in region)


def is_empty(region: Region) -> bool:
    """Whether nothing is in a region."""
    return any(start >= stop for start, stop in region)


@dataclass(frozen=True, slots=True)
class Padding:
    """What is put around an input before the node sees it.

    Attributes:
        before, after: how much for each axis.
        value: with what, ``-inf`` for the lowest number of the dtype.
    """

    before: tuple[int, ...]
    after: tuple[int, ...]
    value: float = 0.0

    def number(self, dtype: np.dtype[Any]) -> float:
        """The value as a number of the dtype: of one without infinities ``-inf`` is the lowest."""
        if np.isfinite(self.value) or dtype.kind not in "iu":
            return self.value
        return int(np.iinfo(dtype).min)


@dataclass(frozen=True)
class Part:
    """How regions of a node's outputs are computed: by a node like it, from regions of its inputs.

    A share of a sum is one, too: there ``gives[0]`` is the region of output 0 that the share adds to.

    Attributes:
        inputs: the region of each input; ``None`` for one that is taken as it is. It may be empty along axes.
        gives: the region of each output that comes out, which contains what was wanted; ``None`` for an output that
            nobody needs.  It may reach beyond the output, and only what was wanted of it is right: windows at its ends
            have not seen all of their inputs.
        attrs: attrs of the node that differ.
        values: inputs that are replaced, by index: sizes, for example. Their regions and paddings do not matter.
        paddings: what is put around the regions of inputs before the node sees them.
        factor: what output 0 is multiplied by, once it is cast to its dtype (a share: to the dtype of the sum); it
            broadcasts.
    """

    inputs: tuple[Region | None, ...]
    gives: tuple[Region | None, ...]
    attrs: Mapping[str, Any] = field(default_factory=dict)
    values: Mapping[int, np.ndarray[Any, Any]] = field(default_factory=dict)
    paddings: Mapping[int, Padding] = field(default_factory=dict)
    factor: np.ndarray[Any, Any] | None = None


class RegionContext(ShapeContext):
    """The argument of region rules and rules of partial sums: all sizes are known, and what is wanted.

    Args:
        outputs: the sizes of the outputs.
        wanted: for a region rule the region of each output, ``None`` where nobody needs it; for a rule of partial
            sums the region of the input that the sum is over, alone.
    """

    def __init__(
        self,
        op_def: OpDef,
        attrs: Mapping[str, Any],
        shapes: Sequence[TensorShape],
        value_of: Callable[[int], np.ndarray[Any, Any] | None],
        outputs: Sequence[tuple[int, ...]],
        wanted: Sequence[Region | None],
    ) -> None:
        super().__init__(op_def, attrs, shapes, value_of)
        self.outputs = tuple(outputs)
        self.wanted = tuple(wanted)

    @property
    def inputs(self) -> list[tuple[int, ...]]:
        """The sizes of all inputs, flat."""
        return [shape.as_tuple() for shape in self.all_shapes]

    def sizes(self, argument: str) -> tuple[int, ...]:
        """The sizes of a single-tensor input."""
        return self.shape(argument).as_tuple()

    @property
    def region(self) -> Region:
        """What is wanted of output 0 (of the input that a sum is over)."""
        found = self.wanted[0]
        return whole(self.outputs[0]) if found is None else found


RegionRule: TypeAlias = Callable[[RegionContext], "Part | None"]


def clipped(start: int, stop: int, size: int) -> tuple[Interval, int, int]:
    """The part of ``[start, stop)`` that an axis of ``size`` has, and how much is missing before and after it."""
    low = min(max(start, 0), size)
    high = min(max(stop, low), size)
    return (low, high), max(min(low, stop) - start, 0), max(stop - max(high, start), 0)
