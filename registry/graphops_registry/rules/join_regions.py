"""Region rules of ops that join tensors, take them apart, and pick from them by index."""

from __future__ import annotations

import numpy as np

from graphops_registry.regions import Interval, Part, Region, RegionContext, hull, whole
from graphops_registry.rules.layout_regions import region_with, region_without
from graphops_registry.rules.region_parts import given_where_wanted, wanted_of_all


def concatenated(c: RegionContext) -> Part | None:
    """From each input what it contributes, perhaps nothing."""
    argument = next(arg.name for arg in c.op_def.inputs if not arg.is_list)
    value = c.value(argument)
    if value is None and len(c.region) > 1:
        return None
    axis = 0 if value is None else int(value) % len(c.region)
    start, stop = c.region[axis]
    place = 0
    parts: list[Region | None] = []
    for shape in c.shapes("values"):
        size = shape.as_tuple()[axis]
        low, high = (min(max(end - place, 0), size) for end in (start, stop))
        parts.append((*c.region[:axis], (low, high), *c.region[axis + 1 :]))
        place += size
    parts.insert(len(parts) if c.op_def.inputs[0].is_list else 0, None)
    return Part(tuple(parts), (c.region,))


def packed(c: RegionContext) -> Part:
    """The same region of each input; all of the new axis."""
    axis = int(c.attr("axis")) % len(c.region)
    own = region_without(c.region, axis)
    return Part((own,) * len(c.inputs), (region_with(own, axis, (0, len(c.inputs))),))


def unpacked(c: RegionContext) -> Part:
    """What is wanted of any output, and all of the axis that goes."""
    sizes = c.inputs[0]
    axis = int(c.attr("axis")) % len(sizes)
    region = wanted_of_all(c)
    return Part((region_with(region, axis, (0, sizes[axis])),), given_where_wanted(c, region))


def split_evenly(c: RegionContext) -> Part | None:
    """All of the axis that is cut into equal parts."""
    value, sizes = c.value("split_dim"), c.sizes("value")
    if value is None:
        return None
    axis = int(value) % len(sizes)
    region = wanted_of_all(c)
    region = (*region[:axis], (0, sizes[axis] // len(c.outputs)), *region[axis + 1 :])
    needed = (*region[:axis], (0, sizes[axis]), *region[axis + 1 :])
    return Part((None, needed), given_where_wanted(c, region))


def split_by_sizes(c: RegionContext) -> Part | None:
    """From the first element that is wanted of any output to the last one, cut anew."""
    value = c.value("split_dim")
    if value is None:
        return None
    axis = int(value) % len(c.sizes("value"))
    across: Region | None = None  # the hull along the other axes
    ends: Interval | None = None
    place = 0
    places: list[int] = []
    for sizes, wanted in zip(c.outputs, c.wanted, strict=True):
        places.append(place)
        if wanted is not None:
            across = hull(across, region_without(wanted, axis))
            low, high = (place + end for end in wanted[axis])
            ends = (low, high) if ends is None else (min(ends[0], low), max(ends[1], high))
        place += sizes[axis]
    if across is None or ends is None:
        return None
    gives: list[Region | None] = []
    lengths: list[int] = []
    for start, sizes, wanted in zip(places, c.outputs, c.wanted, strict=True):
        low, high = (min(max(end - start, 0), sizes[axis]) for end in ends)
        lengths.append(high - low)
        gives.append(None if wanted is None else region_with(across, axis, (low, high)))
    values = {1: np.array(lengths, c.dtype("size_splits").numpy_dtype)}
    return Part((region_with(across, axis, ends), None, None), tuple(gives), values=values)


def gathered(c: RegionContext) -> Part | None:
    """The indices of the region, and all that they may point to."""
    params, indices = c.sizes("params"), c.sizes("indices")
    batch, axis = 0, 0
    if "axis" in c.op_def.input_by_name:
        found = c.axis("axis", len(params))
        if found is None:
            return None
        axis, batch = found, int(c.attr("batch_dims"))
        batch += len(indices) if batch < 0 else 0
    own = axis + len(indices) - batch  # the first axis behind those of indices
    of_params = (*c.region[:axis], (0, params[axis]), *c.region[own:])
    of_indices = (*c.region[:batch], *c.region[axis:own])
    return Part((of_params, of_indices, *(None for _ in c.inputs[2:])), (c.region,))


def gathered_by_coordinates(c: RegionContext) -> Part:
    """The indices of the region; of params all along the axes of the coordinates."""
    params, indices = c.sizes("params"), c.sizes("indices")
    rows, depth = len(indices) - 1, indices[-1]
    of_params = (*whole(params[:depth]), *c.region[rows:])
    return Part((of_params, (*c.region[:rows], (0, depth))), (c.region,))


def as_vectors(c: RegionContext) -> Part:
    """The indices of the region, each with all of its vector."""
    axis = c.attr("axis") if c.attr("axis") >= 0 else len(c.region) - 1
    own = region_without(c.region, axis)
    return Part((own, None, None, None), (region_with(own, axis, (0, c.outputs[0][axis])),))
