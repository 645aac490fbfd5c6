"""What a strided slice means: begin, end, strides and five masks, as one entry for each axis of input and output.

The rules are TensorFlow's (``ValidateStridedSliceOp``), written once for the shape rules and the kernels.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphops_registry.errors import must
from graphops_registry.shape import Dim, TensorShape

Values = np.ndarray[Any, Any] | None


@dataclass(frozen=True, slots=True)
class AxisSlice:
    """One axis of the input, or a new one.

    Attributes:
        kind: ``slice`` keeps the axis, ``index`` drops it, ``new`` adds one of size 1.
        start, stop, step: of a slice or an index, in Python's sense with everything resolved; a slice has ``count``
            elements ``start + i * step``.
        count: ``None`` (or a symbol) where it is not known.
    """

    kind: str
    start: int | None = None
    step: int = 1
    count: Dim = None

    def index(self) -> Any:
        """What an array is indexed with."""
        if self.kind == "new":
            return None
        if self.kind == "index":
            return self.start
        if not isinstance(self.count, int) or self.start is None:
            raise TypeError("a slice of unknown size")
        if self.count == 0:
            return slice(0, 0)
        stop = self.start + (self.count - 1) * self.step + (1 if self.step > 0 else -1)
        return slice(self.start, stop if stop >= 0 else None, self.step)


def strided_slices(
    op: str,
    attrs: Mapping[str, Any],
    shape: TensorShape,
    lengths: Sequence[Dim],
    begin: Values,
    end: Values,
    strides: Values,
) -> list[AxisSlice] | None:
    """An entry for each axis of input and output; ``None`` if not even the ranks are known.

    Args:
        shape: of what is sliced, as far as it is known.
        lengths: of the three vectors.
        begin, end, strides: their values, ``None`` where they are not known.

    Raises:
        InvalidArgumentError: vectors of several lengths, more entries than axes, a stride of 0, an index out of range.
    """
    known = [length for length in lengths if isinstance(length, int)]
    if any(length != known[0] for length in known):
        raise must("begin, end and strides", op, "have one length", list(lengths))
    if not known or shape.dims is None:
        return None
    entries = known[0]
    masks = {name: attrs[f"{name}_mask"] for name in ("begin", "end", "ellipsis", "new_axis", "shrink_axis")}
    if masks["ellipsis"] & (masks["ellipsis"] - 1):
        raise must("attr 'ellipsis_mask'", op, "have at most one bit set", bin(masks["ellipsis"]))
    ellipses = [i for i in range(entries) if masks["ellipsis"] >> i & 1]
    new = [i for i in range(entries) if masks["new_axis"] >> i & 1 and i not in ellipses]
    named = entries - len(ellipses) - len(new)  # entries that refer to an axis of the input
    rank = len(shape.dims)
    if named > rank:
        raise must("begin", op, f"have entries for at most the {rank} axes of the input", named)
    result: list[AxisSlice] = []
    axis = 0
    for i in range(entries):
        if i in ellipses:
            for _ in range(rank - named):
                result.append(_whole(shape.dims[axis]))
                axis += 1
        elif i in new:
            result.append(AxisSlice("new", count=1))
        else:
            bounds = [None if v is None else int(v[i]) for v in (begin, end, strides)]
            result.append(_entry(op, i, axis, shape.dims[axis], bounds, masks))
            axis += 1
    result.extend(_whole(dim) for dim in shape.dims[axis:])
    return result


def _whole(dim: Dim) -> AxisSlice:
    return AxisSlice("slice", 0, 1, dim)


def _entry(op: str, i: int, axis: int, dim: Dim, bounds: Sequence[int | None], masks: Mapping[str, int]) -> AxisSlice:
    begin, end, step = bounds
    if step == 0:
        raise must("strides", op, "not be 0", f"0 at position {i}")
    if masks["shrink_axis"] >> i & 1:
        if step is not None and step < 0:
            raise must("strides", op, "be positive where the axis is dropped", f"{step} at position {i}")
        if begin is None or not isinstance(dim, int):
            return AxisSlice("index", begin)
        if not -dim <= begin < dim:
            raise must("begin", op, f"be in [{-dim}, {dim}) for axis {axis}", begin)
        return AxisSlice("index", begin % dim)
    no_begin, no_end = masks["begin"] >> i & 1, masks["end"] >> i & 1
    if step is None:
        return AxisSlice("slice")
    if not isinstance(dim, int):
        if no_begin and no_end and abs(step) == 1:
            return AxisSlice("slice", None, step, dim)
        if begin is not None and end is not None and not (no_begin or no_end) and (begin < 0) == (end < 0):
            # A slice of known bounds on an axis of unknown size: at most so many, but perhaps fewer.
            count = max(0, -((begin - end) // step)) if step > 0 else max(0, -((end - begin) // -step))
            return AxisSlice("slice", None, step, 0 if count == 0 else None)
        return AxisSlice("slice", None, step)
    if (begin is None and not no_begin) or (end is None and not no_end):
        return AxisSlice("slice", None, step, 0 if dim == 0 else None)
    low, high = (0, dim) if step > 0 else (-1, dim - 1)  # where start and stop may lie

    def resolve(value: int | None, masked: int, default: int) -> int:
        if masked or value is None:
            return default
        return min(max(value + dim if value < 0 else value, low), high)

    start = resolve(begin, no_begin, low if step > 0 else high)
    stop = resolve(end, no_end, high if step > 0 else low)
    distance = stop - start
    count = 0 if distance == 0 or (distance < 0) != (step < 0) else -(-abs(distance) // abs(step))
    return AxisSlice("slice", start, step, count)


def sliced_shape(slices: Sequence[AxisSlice] | None) -> TensorShape:
    """The shape of the result."""
    if slices is None:
        return TensorShape(None)
    return TensorShape.of(tuple(entry.count for entry in slices if entry.kind != "index"))
