"""Putting parts of tensors at given places, and sorting entries into parts."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import Op, register_op
from graphops_registry.shape import Dim, TensorShape
from graphops_registry.shape_context import ShapeContext

# -- DynamicStitch, ParallelDynamicStitch --------------------------------------------------------------------------


def _register_stitch(name: str, order: str) -> Op:
    op = register_op(
        name,
        inputs=["indices: N * int32", "data: N * T"],
        outputs=["merged: T"],
        attrs=["N: int >= 1", "T: type"],
        doc=f"""Entries of several tensors, each at the place that an index gives it.

    indices: places, not negative; {order}.
    data: for each of indices a tensor whose first dimensions are its shape, followed by those of an entry.
    merged: as many entries as the largest index plus 1; zeros where no index points.""",
    )
    op.shape_rule(_stitch_shape)
    op.gradient(_stitch_gradient)
    return op


def _stitch_shape(c: ShapeContext) -> list[TensorShape]:
    indices, data, values = c.shapes("indices"), c.shapes("data"), c.values("indices")
    entry = TensorShape(None)
    for number, (places, tensor) in enumerate(zip(indices, data, strict=True)):
        if places.dims is None or tensor.dims is None:
            continue
        rank = len(places.dims)
        if rank > len(tensor.dims) or not tensor[:rank].is_compatible_with(places):
            c.fail(f"data[{number}]", f"have the first dimensions of indices[{number}], {places}", tensor)
        rest = tensor[rank:]
        if not rest.is_compatible_with(entry):
            c.fail(f"data[{number}]", f"have entries of shape {entry}, as others do", f"shape {tensor}")
        entry = entry.merge_with(rest)
    count: Dim = None
    known = [value for value in values if value is not None]
    for value in known:
        if value.size and int(value.min()) < 0:
            c.fail("indices", "be at least 0", int(value.min()))
    if len(known) == len(values):
        count = max((int(value.max()) + 1 for value in known if value.size), default=0)
    return [TensorShape(None) if entry.dims is None else TensorShape.of((count, *entry.dims))]


def _stitch_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    """An entry that is in the result gets its gradient; one that a later entry replaced gets none."""
    count = node.get_attr("N")
    indices, data = node.inputs[:count], node.inputs[count:]
    zero, one = np.int32(0), np.int32(1)
    # Every entry has a number; which numbers are left after stitching?
    numbers: list[Any] = []
    first: Any = zero
    for places in indices:
        size = g.Size(input=places)
        last = g.AddV2(x=size, y=first)
        numbers.append(g.Reshape(tensor=g.Range(start=first, limit=last, delta=one), shape=g.Shape(input=places)))
        first = last
    left = g.DynamicStitch(indices=list(indices), data=numbers)
    found = []
    for places, tensor, own in zip(indices, data, numbers, strict=True):
        kept = g.Equal(x=g.GatherV2(params=left, indices=places, axis=zero), y=own)
        extra = g.Sub(x=g.Rank(input=tensor), y=g.Rank(input=places))
        ones = g.Fill(dims=g.Reshape(tensor=extra, shape=np.array([1], np.int32)), value=one)
        kept = g.Reshape(tensor=kept, shape=g.ConcatV2(values=[g.Shape(input=places), ones], axis=zero))
        gathered = g.GatherV2(params=dy, indices=places, axis=zero)
        found.append(g.SelectV2(condition=kept, t=gathered, e=g.ZerosLike(x=gathered)))
    return [*[None] * count, *found]


dynamic_stitch = _register_stitch("DynamicStitch", "where several are equal, the last one counts")
parallel_dynamic_stitch = _register_stitch(
    "ParallelDynamicStitch", "where several are equal, the last one counts here; TensorFlow does not say which"
)


# -- DynamicPartition ----------------------------------------------------------------------------------------------

dynamic_partition = register_op(
    "DynamicPartition",
    inputs=["data: T", "partitions: int32"],
    outputs=["outputs: num_partitions * T"],
    attrs=["num_partitions: int >= 1", "T: type"],
    doc="""Sorts the entries of data into parts.

    partitions: for each entry the number of its part; its shape is that of the first dimensions of data.
    outputs: the entries of each part in their order.""",
)


@dynamic_partition.shape_rule
def _dynamic_partition_shape(c: ShapeContext) -> list[TensorShape]:
    data, partitions = c.shape("data"), c.shape("partitions")
    count = c.attr("num_partitions")
    if data.dims is None or partitions.dims is None:
        return [TensorShape(None)] * count
    rank = len(partitions.dims)
    if rank > len(data.dims) or not data[:rank].is_compatible_with(partitions):
        c.fail("partitions", f"have the first dimensions of data, whose shape is {data}", partitions)
    return [TensorShape.of((None, *data.dims[rank:]))] * count


@dynamic_partition.gradient
def _dynamic_partition_gradient(g: GradientOps, node: GradientNode, *dys: Any) -> list[Any]:
    data, partitions = node.inputs
    shape = g.Shape(input=partitions)
    count = g.Prod(input=shape, reduction_indices=np.array([0], np.int32))
    numbers = g.Reshape(tensor=g.Range(start=np.int32(0), limit=count, delta=np.int32(1)), shape=shape)
    places = g.DynamicPartition(data=numbers, partitions=partitions, num_partitions=node.get_attr("num_partitions"))
    merged = g.DynamicStitch(indices=places, data=list(dys))
    return [g.Reshape(tensor=merged, shape=g.Shape(input=data)), None]
