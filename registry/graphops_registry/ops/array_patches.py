"""Patches: the elements of each window of a volume, as channels."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.patch_geometry import patch_windows
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import window

extract_volume_patches = register_op(
    "ExtractVolumePatches",
    inputs=["input: T"],
    outputs=["patches: T"],
    attrs=["ksizes: list(int) >= 5", "strides: list(int) >= 5", "T: realnumbertype", "padding: {'SAME', 'VALID'}"],
    traits=[window(3)],
    doc="""The elements of each window of a volume as channels.

    input: `[batch, depth, height, width, channels]`.
    patches: `[batch, windows, windows, windows, elements of a window * channels]`, the channels being the faster
        index.
    ksizes: the size of a window; 1 for batch and channels.
    strides: the distance of two windows; 1 for batch and channels.
    padding: SAME pads with zeros.""",
)


@extract_volume_patches.shape_rule
def _extract_volume_patches_shape(c: ShapeContext) -> list[TensorShape]:
    shape = c.shape("input")
    windows = patch_windows(c.op, c.attrs, shape)
    batch, channels = (None, None) if shape.dims is None else (shape.dims[0], shape.dims[-1])
    elements = prod(c.attr("ksizes"))
    depth = channels * elements if isinstance(channels, int) else channels if elements == 1 else None
    return [TensorShape.of((batch, *(window.output for window in windows), depth))]


@extract_volume_patches.gradient
def _extract_volume_patches_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    """Patches of a volume of numbered elements say where each one came from: dy is summed into segments of these.

    With V elements of a channel, P elements in all patches: dy (N, P, C) as (P, N, C), summed to (V, N, C).
    """
    (x,) = node.inputs
    i32, i64 = np.int32, np.int64
    attrs = {name: node.get_attr(name) for name in ("ksizes", "strides", "padding")}
    shape = g.Shape(input=x, out_type="int64")
    ones, one = np.ones(1, i32), np.ones(1, i64)

    def part(begin: int, end: int) -> Any:
        return g.StridedSlice(input=shape, begin=begin * ones, end=end * ones, strides=ones)

    batch, spatial, channels = part(0, 1), part(1, 4), part(4, 5)
    volume = g.Prod(input=spatial, reduction_indices=i32(0))
    numbers = g.Range(start=i64(1), limit=g.AddV2(x=volume, y=i64(1)), delta=i64(1))
    numbered = g.Reshape(tensor=numbers, shape=g.ConcatV2(values=[one, spatial, one], axis=i32(0)))
    source = g.ExtractVolumePatches(input=numbered, **attrs)
    ids = g.Sub(x=g.Reshape(tensor=source, shape=np.array([-1], i32)), y=i64(1))  # (P,), -1 for padding
    count = g.Reshape(tensor=g.Size(input=source, out_type="int64"), shape=np.ones(1, i32))
    rows = g.Reshape(tensor=dy, shape=g.ConcatV2(values=[batch, count, channels], axis=i32(0)))
    order = np.array([1, 0, 2], i32)
    sums = g.UnsortedSegmentSum(data=g.Transpose(x=rows, perm=order), segment_ids=ids, num_segments=volume)
    return [g.Reshape(tensor=g.Transpose(x=sums, perm=order), shape=shape)]
