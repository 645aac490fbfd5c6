"""The graph that computes a chunk from the regions that it needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from graphops.build import raw_ops
from graphops.cluster.maps.walk import Walk, sizes_of_tensor, whole_of
from graphops.cluster.programs import Program
from graphops.graph.graph import Graph, Node, Tensor
from graphops.graph.node_copies import state_of
from graphops.interchange.graph_def.exporter import to_graph_def
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.errors import InternalError
from graphops_registry.regions import Padding, Part, Region, is_empty, sizes_of

Constants = Mapping[Tensor, np.ndarray[Any, Any]]


def signature(walk: Walk) -> Any:
    """Equal for walks whose chunk graphs are equal, whatever the positions of their regions."""
    have = dict(walk.needs)
    rows: list[Any] = []
    for node, part in walk.parts.items():
        row: list[Any] = [node.name]
        for index, tensor in enumerate(node.inputs):
            region = part.inputs[index] or whole_of(tensor)
            row.append(None if index in part.values else _offsets(have.get(tensor), region, tensor))
        row.append(repr(sorted(part.attrs.items())))
        row.append([(index, value.tobytes(), value.shape) for index, value in sorted(part.values.items())])
        row.append([(index, padding) for index, padding in sorted(part.paddings.items())])
        row.append(None if part.factor is None else (part.factor.shape, part.factor.tobytes()))
        rows.append(row)
        have.update((t, given) for t, given in zip(node.outputs, part.gives, strict=True) if given is not None)
    ends = [(tensor.name, _offsets(have.get(tensor), region, tensor)) for tensor, region in walk.wanted.items()]
    return repr((rows, [(t.name, sizes_of(region)) for t, region in walk.needs.items()], ends))


def _offsets(have: Region | None, region: Region, tensor: Tensor) -> Any:
    """Where a region is within what is there; a constant is there as a whole."""
    if have is None:
        have = whole_of(tensor)
    return tuple((start - first, stop - start) for (start, stop), (first, _) in zip(region, have, strict=True))


def chunk_program(
    walk: Walk, constants: Constants, inputs: tuple[Tensor, ...], sum_dtype: DType | None = None
) -> Program:
    """The program that computes what a walk ends with.

    Args:
        constants: the tensors that are part of the graph.
        inputs: what is fed, in this order: the tensors that the walk needs and that are no constants.
        sum_dtype: what the results are cast to.

    Raises:
        InternalError: a region rule's mistake: a node of a part gives other sizes.
    """
    return _Chunk(walk, constants, inputs, sum_dtype).program()


class _Chunk:
    def __init__(self, walk: Walk, constants: Constants, inputs: tuple[Tensor, ...], sum_dtype: DType | None) -> None:
        self._walk, self._constants, self._inputs, self._sum_dtype = walk, constants, inputs, sum_dtype
        source = next(iter(walk.wanted)).node.graph
        self._graph = Graph(library_of=source)
        self._graph.tensorflow_1 = source.tensorflow_1
        self._have: dict[Tensor, tuple[Tensor, Region]] = {}

    def program(self) -> Program:
        feeds: list[str] = []
        with self._graph.as_default():
            for tensor in self._inputs:
                region = self._walk.needs[tensor]
                made = raw_ops.Placeholder(
                    dtype=tensor.dtype, shape=sizes_of(region), name=self._name(f"given/{len(feeds)}")
                )
                self._have[tensor] = made, region
                feeds.append(made.name)
            for node, part in self._walk.parts.items():
                self._add(node, part)
            fetches = []
            for tensor, region in self._walk.wanted.items():
                fetches.append(self._summable(self._region(tensor, region)).name)
        graph_def = to_graph_def(self._graph).SerializeToString(deterministic=True)
        return Program(graph_def, tuple(feeds), tuple(fetches), (), self._graph.tensorflow_1)

    def _name(self, name: str) -> str:
        return f"{self._graph.unique_full_name(name)}/"

    def _add(self, node: Node, part: Part) -> None:
        inputs = []
        for index, tensor in enumerate(node.inputs):
            if index in part.values:
                inputs.append(raw_ops.Const(value=part.values[index], dtype=tensor.dtype.base))
                continue
            region = part.inputs[index]
            found = self._region(tensor, whole_of(tensor) if region is None else region)
            padding = part.paddings.get(index)
            inputs.append(found if padding is None else _padded(found, padding))
        attrs = {**node.attrs, **part.attrs}
        made = self._graph.add_node(node.op, inputs, attrs, self._name(node.name), (), state_of(node))
        for index, (old, new, gives) in enumerate(zip(node.outputs, made.outputs, part.gives, strict=True)):
            if gives is None:
                continue
            if sizes_of_tensor(new) != sizes_of(gives):
                raise InternalError(
                    f"the region rule of op '{node.type}' must give regions of the sizes that a node has, "
                    f"{sizes_of_tensor(new)}, got {sizes_of(gives)}"
                ).concerns(op=node.type, node=node.name)
            if index == 0 and part.factor is not None:
                if old in self._walk.wanted:  # a mean's share of many chunks is too small for float16
                    new = self._summable(new)
                factor = raw_ops.Const(value=part.factor.astype(new.dtype.numpy_dtype), dtype=new.dtype)
                new = raw_ops.Mul(x=new, y=factor)
            self._have[old] = new, gives

    def _summable(self, tensor: Tensor) -> Tensor:
        """A share of a sum in the dtype of the sum; any other result as it is."""
        if self._sum_dtype is None or tensor.dtype is self._sum_dtype:
            return tensor
        made: Tensor = raw_ops.Cast(x=tensor, DstT=self._sum_dtype)
        return made

    def _region(self, tensor: Tensor, region: Region) -> Tensor:
        """A region of a tensor of the sized graph."""
        if tensor in self._constants and tensor not in self._have:
            value = self._constants[tensor][tuple(slice(*interval) for interval in region)]
            made: Tensor = raw_ops.Const(value=value, dtype=tensor.dtype)
            return made
        if is_empty(region):  # what nobody computes
            made = raw_ops.Const(value=np.zeros(sizes_of(region), tensor.dtype.numpy_dtype), dtype=tensor.dtype)
            return made
        found, have = self._have[tensor]
        if have == region:
            return found
        begin = np.array([start - first for (start, _), (first, _) in zip(region, have, strict=True)], np.int64)
        made = raw_ops.Slice(input=found, begin=begin, size=np.array(sizes_of(region), np.int64))
        return made


def _padded(tensor: Tensor, padding: Padding) -> Tensor:
    if not any(padding.before) and not any(padding.after):
        return tensor
    paddings = np.array([padding.before, padding.after], np.int64).T  # [axes, 2]
    value = np.array(padding.number(tensor.dtype.numpy_dtype), tensor.dtype.numpy_dtype)
    made: Tensor = raw_ops.PadV2(
        input=tensor, paddings=paddings, constant_values=raw_ops.Const(value=value, dtype=tensor.dtype)
    )
    return made


def dtype_of_sums(dtype: DType) -> DType:
    """What shares of a sum are added in: floats of two bytes and less in float32."""
    return as_dtype(np.float32) if dtype.is_floating and dtype.size < 4 else dtype
