"""fuse: a convolution or a matrix product and the element-wise nodes after it become one node.

Between the two there may be a Squeeze or a Reshape that leaves the channels alone, as there is where a graph writes a
convolution along one axis or a product of more than two axes: it comes after the fused node.

Only in float32 and float64, where the results differ by at most the rounding of one operation. In half and bfloat16 the
separate nodes round between operations and the fused one does not, so they are not fused.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from graphops.graph.node import Node, Tensor
from graphops.plan.passes import affine
from graphops.plan.passes.activations import activation_of
from graphops.plan.passes.affine import Affine
from graphops.plan.passes.fold import Folding
from graphops.plan.passes.in_place_of import in_place_of, new_constant
from graphops.plan.passes.rewriting import Rewriting
from graphops_registry.device_def import device_types
from graphops_registry.dtypes import DType, float32, float64
from graphops_registry.kernel_def import candidates
from graphops_registry.op_def import Op, lookup_op
from graphops_registry.traits import Trait


@dataclass(frozen=True)
class _Target:
    """The fused op for a node, and which of the node's attrs it takes over."""

    op: str
    attrs: tuple[str, ...]
    dtypes: frozenset[DType]
    with_norm: bool


_CONV_ATTRS: Final = ("strides", "padding", "data_format", "dilations")
TARGETS: Final = {
    "Conv2D": _Target(
        "_FusedConv2D",
        (*_CONV_ATTRS, "explicit_paddings", "use_cudnn_on_gpu"),
        frozenset({float32, float64}),
        with_norm=True,
    ),
    "DepthwiseConv2dNative": _Target(
        "_FusedDepthwiseConv2dNative", _CONV_ATTRS, frozenset({float32, float64}), with_norm=True
    ),
    "Conv3D": _Target("_FusedConv3D", _CONV_ATTRS, frozenset({float32}), with_norm=True),
    "MatMul": _Target("_FusedMatMul", ("transpose_a", "transpose_b"), frozenset({float32}), with_norm=False),
}
_SUMS: Final = frozenset({"Add", "AddN", "AddV2"})
_ACTIVATIONS: Final = frozenset({"Elu", "LeakyRelu", "Relu", "Relu6", "Sigmoid", "Tanh"})


@dataclass
class _Chain:
    """Nodes that become one.

    Attributes:
        nodes: a convolution or a product first, then ``view``, if there is one, and what follows.
        view: a Squeeze or a Reshape that leaves the channels alone.
        fused_ops, args, attrs: of the fused node.
        weights: the filter or matrix that takes the place of the first node's.
        constants: nodes that the fused node needs and no graph has.
    """

    nodes: list[Node]
    view: Node | None = None
    fused_ops: list[str] = field(default_factory=list)
    args: list[Tensor] = field(default_factory=list)
    attrs: dict[str, Any] = field(default_factory=dict)
    weights: Tensor | None = None
    constants: list[Node] = field(default_factory=list)


def worth_while(ops: AbstractSet[str]) -> bool:
    """Whether there is anything to look for among nodes of these ops."""
    return not ops.isdisjoint(TARGETS) and not ops.isdisjoint(affine.OPS | _SUMS)


class Fusing:
    """Finds chains among ``nodes``, all of which run.

    Args:
        fetched: tensors whose values the run returns.
        folding: says whether a memory limit leaves room for new constants.
        new_weights: whether weights may be replaced by others of the same size.
    """

    def __init__(
        self,
        work: Rewriting,
        nodes: Sequence[Node],
        fetched: Sequence[Tensor],
        folding: Folding,
        *,
        new_weights: bool = True,
    ) -> None:
        self._work = work
        self._folding = folding
        self._new_weights = new_weights
        self._nodes = nodes
        self._replaced: dict[Node, Sequence[Node]] = {}  # node of a chain -> at its end the fused node, else nothing
        self._constants: list[Node] = []  # inputs of fused nodes that are in no graph
        self._readers: dict[Tensor, list[Node | None]] = {}  # None: the run returns it
        for tensor in work.resolved(tuple(fetched)):
            self._readers.setdefault(tensor, []).append(None)
        for node in nodes:
            for tensor in work.resolved(node.inputs):
                self._readers.setdefault(tensor, []).append(node)

    def fused(self) -> list[Node]:
        """The nodes with chains replaced, each at the place of its last node."""
        replaced = self._replaced
        for node in self._nodes:
            if node.type in TARGETS and node not in replaced:
                chain = self._chain(node)
                made = () if chain is None else self._made(chain)
                if chain is not None and made:
                    replaced.update(dict.fromkeys(chain.nodes, ()))
                    replaced[chain.nodes[-1]] = made
                    self._constants += chain.constants
                    names = ", ".join(member.name for member in chain.nodes)
                    self._work.notes.append(f"{names} -> {', '.join(each.type for each in made)}")
        if not replaced:
            return list(self._nodes)
        return [*self._constants, *(each for node in self._nodes for each in replaced.get(node, (node,)))]

    def _chain(self, root: Node) -> _Chain | None:
        target = TARGETS[root.type]
        if root.attrs["T"] not in target.dtypes or not self._work.is_free(root, root):
            return None
        if root.type == "DepthwiseConv2dNative" and root.attrs["padding"] == "EXPLICIT":
            return None
        chain = _Chain([root])
        last = self._next(root, root)
        if last is not None and self._keeps_channels(last, root):
            chain.view = last
            chain.nodes.append(last)
            last = self._next(last, root)
        if last is None:
            return None
        if not self._affine(chain, root):
            if self._bias(chain, root, last) or (target.with_norm and self._norm(chain, root, last)):
                chain.nodes.append(last)
            elif chain.view is None and root.type == "MatMul" and self._addition(chain, root):
                return chain  # a gradient that is added up
            elif chain.view is not None or not (target.with_norm and self._scale(chain, root, last)):
                return None
        if chain.view is None:
            self._addition(chain, root)
        self._activation(chain, root)
        return chain

    def _keeps_channels(self, node: Node, root: Node) -> bool:
        """Whether a node only changes the shape of the result, whose channels are and stay the last axis."""
        if node.type not in ("Squeeze", "Reshape") or _channels_first(root):
            return False
        dims, wanted = (self._work.shapes.of(tensor).dims for tensor in (root.outputs[0], node.outputs[0]))
        if not dims or not wanted or self._inputs(node)[0] is not root.outputs[0]:
            return False
        if node.type == "Squeeze":
            axes = node.attrs["squeeze_dims"]
            return bool(axes) and all(axis % len(dims) != len(dims) - 1 for axis in axes)
        return _same_size(dims[-1], wanted[-1])

    def _next(self, node: Node, root: Node) -> Node | None:
        """The only node that takes anything of ``node``; it takes the first output."""
        if node in self._work.awaited or any(output in self._readers for output in node.outputs[1:]):
            return None
        readers = self._readers.get(node.outputs[0], ())
        if len(readers) != 1 or readers[0] is None or readers[0] in self._replaced:
            return None
        return readers[0] if self._work.is_free(readers[0], root) else None

    def _affine(self, chain: _Chain, root: Node) -> bool:
        """Take affine steps by constants after a constant filter into the filter and a bias, if there is anything to
        gain by it."""
        known, resolved = self._work.known, self._work.resolved
        dtype, rank = root.attrs["T"], 2 if root.type == "MatMul" else len(root.attrs["data_format"])
        weights = known.get(resolved(root.inputs)[1])
        if weights is None or weights.ndim != rank:
            return False
        if not _has_kernels(root, *_fused_op(root, ["BiasAdd"], 1)):
            return False
        axes = _channel_axes(root)
        channels = math.prod(weights.shape[axis] for axis in axes)
        last = chain.nodes[-1]
        if chain.view is not None:
            rank = self._work.shapes.of(last.outputs[0]).rank or 1
        found = Affine(channels, rank, _channels_first(root), known.get)
        while (node := self._next(last, root)) is not None:
            if any(output in self._readers for output in node.outputs[1:]):
                break
            if not found.take(node, resolved(node.inputs), last.outputs[0]):
                break
            last = node
        if not found.nodes or (len(found.nodes) == 1 and not found.scales):  # a bias as it is
            return False
        numpy = dtype.numpy_dtype
        bias = found.offset.astype(numpy)
        if not np.isfinite(bias).all():
            return False
        if found.scales:
            shape = [size if axis in axes else 1 for axis, size in enumerate(weights.shape)]
            if not self._new_weights or not self._folding.keeps(weights.nbytes):
                return False
            scaled = affine.scaled(weights, found.gain.reshape(shape))
            if not np.isfinite(scaled).all():
                return False
            constant = new_constant(scaled, root)
            chain.constants.append(constant)
            chain.weights = constant.outputs[0]
        constant = new_constant(bias, last)
        chain.constants.append(constant)
        chain.args.append(constant.outputs[0])
        chain.fused_ops.append("BiasAdd")
        chain.nodes += found.nodes
        return True

    def _bias(self, chain: _Chain, root: Node, node: Node) -> bool:
        """Take a BiasAdd, or the addition of a vector that is one for certain, into the chain."""
        operands = self._work.resolved(node.inputs)
        channels_first = _channels_first(root)
        result = chain.nodes[-1].outputs[0]
        place = 0  # of the result among the operands; it cannot be BiasAdd's bias, which is a vector
        if node.type in ("BiasAdd", "BiasAddV1"):
            if "data_format" in root.attrs and (node.attrs.get("data_format") == "NCHW") != channels_first:
                return False
        elif node.type in ("Add", "AddV2") and not channels_first:
            place = 0 if operands[0] is result else 1
            if not self._is_bias(node.inputs[1 - place], result):
                return False
        else:
            return False
        chain.fused_ops.append("BiasAdd")
        chain.args.append(operands[1 - place])
        return True

    def _scale(self, chain: _Chain, root: Node, node: Node) -> bool:
        """Take the product with a constant for each channel, and the sum with another one, into the chain: what is
        left of a normalisation whose parameters are constants. It is one with mean 0 and variance 1."""
        if node.type != "Mul" or root.attrs["T"] is not float32 or _channels_first(root):
            return False
        scale = self._constant_vector(node, root.outputs[0], root)
        if scale is None:
            return False
        chain.nodes.append(node)
        following = self._next(node, root)
        offset = None
        if following is not None and following.type in ("Add", "AddV2", "BiasAdd"):
            offset = self._constant_vector(following, node.outputs[0], root)
        if following is not None and offset is not None:
            chain.nodes.append(following)
        else:
            offset = np.zeros_like(scale)
        vectors = (scale, offset, np.zeros_like(scale), np.ones_like(scale))
        chain.fused_ops.append("FusedBatchNorm")
        chain.constants += [new_constant(vector, chain.nodes[-1]) for vector in vectors]
        chain.args += [constant.outputs[0] for constant in chain.constants]
        chain.attrs["epsilon"] = 0.0
        return True

    def _constant_vector(self, node: Node, result: Tensor, root: Node) -> np.ndarray[Any, Any] | None:
        """The operand of ``node`` beside ``result``, if it is a constant with one number for each of root's channels,
        which come last."""
        operands = self._work.resolved(node.inputs)
        place = 1 if operands[0] is result else 0
        value = self._work.known.get(operands[place])
        dims = root.outputs[0].shape.dims
        if value is None or dims is None or not 1 <= value.ndim <= len(dims):
            return None
        size = dims[-1]
        if not isinstance(size, int) or value.shape != (1,) * (value.ndim - 1) + (size,):
            return None
        vector: np.ndarray[Any, Any] = value.reshape(size)
        return vector

    def _addition(self, chain: _Chain, root: Node) -> bool:
        """Take the addition of an array of the result's shape into the chain: the end of a residual block, say."""
        last = chain.nodes[-1]
        node = self._next(last, root)
        if node is None or node.type not in _SUMS or len(node.inputs) != 2 or _channels_first(root):
            return False
        operands = self._work.resolved(node.inputs)
        other = operands[1 if operands[0] is last.outputs[0] else 0]
        shape = self._work.shapes.of(other)
        result = self._work.shapes.of(last.outputs[0])
        same = shape == result or (node.type == "AddN" and shape.is_compatible_with(result))  # that never broadcasts
        if not shape.is_fully_defined or not same:
            return False
        chain.nodes.append(node)
        chain.fused_ops.append("Add")
        chain.args.append(other)
        return True

    def _activation(self, chain: _Chain, root: Node) -> None:
        """Take the activation into the chain, be it one node or spelled out in several."""
        last = chain.nodes[-1]
        node = self._next(last, root)
        if node is not None and node.type in _ACTIVATIONS and self._can_end_with(chain, root, node.type):
            chain.nodes.append(node)
            chain.fused_ops.append(node.type)
            if node.type == "LeakyRelu":
                chain.attrs["leakyrelu_alpha"] = node.attrs["alpha"]
            return
        if last in self._work.awaited or any(output in self._readers for output in last.outputs[1:]):
            return

        def is_free(node: Node) -> bool:
            return node not in self._replaced and node not in self._work.awaited and self._work.is_free(node, root)

        found = activation_of(last.outputs[0], self._readers, self._inputs, self._scalar, is_free)
        if found is not None and self._can_end_with(chain, root, found[0]):
            chain.fused_ops.append(found[0])
            chain.nodes += found[1]

    def _can_end_with(self, chain: _Chain, root: Node, activation: str) -> bool:
        """Whether each device has a kernel for the chain with this activation."""
        return _has_kernels(root, *_fused_op(root, [*chain.fused_ops, activation], len(chain.args), **chain.attrs))

    def _inputs(self, node: Node) -> tuple[Tensor, ...]:
        return self._work.resolved(node.inputs)

    def _scalar(self, tensor: Tensor) -> float | None:
        """The real number that a tensor of one element always is; it may be a text, which is none."""
        value = self._work.known.get(tensor)
        if value is None or value.size != 1 or value.ndim > 1 or tensor.dtype.is_host_only or tensor.dtype.is_complex:
            return None
        return float(value.reshape(()))

    def _is_bias(self, tensor: Tensor, result: Tensor) -> bool:
        """Whether what is added certainly is one number for each channel of ``result``, channels last."""
        shapes = self._work.shapes
        dims, wanted = shapes.of(tensor).dims, shapes.of(result).dims
        return dims is not None and wanted is not None and len(dims) == 1 and _same_size(dims[0], wanted[-1])

    def _norm(self, chain: _Chain, root: Node, node: Node) -> bool:
        attrs = node.attrs
        if node.type not in affine.NORMS or attrs["is_training"] or attrs["T"] is not float32:
            return False
        if attrs.get("U", float32) is not float32 or attrs["data_format"] != root.attrs["data_format"]:
            return False
        _, *parameters = self._work.resolved(node.inputs)
        if any(output in self._readers for output in node.outputs[1:]):
            return False
        chain.fused_ops.append("FusedBatchNorm")
        chain.args += parameters
        chain.attrs["epsilon"] = attrs["epsilon"]
        return True

    def _made(self, chain: _Chain) -> tuple[Node, ...]:
        """The nodes that do what the chain does, none if no kernel would do it as well."""
        root, last = chain.nodes[0], chain.nodes[-1]
        op, attrs = _fused_op(root, chain.fused_ops, len(chain.args), **chain.attrs)
        if not _has_kernels(root, op, attrs):
            return ()
        work, view, outputs = self._work, chain.view, last.outputs[:1]
        first, second = work.resolved(root.inputs)
        inputs = (first, second if chain.weights is None else chain.weights, *chain.args)
        if view is None:
            return (in_place_of(work, last, op, inputs, attrs, outputs),)
        node = in_place_of(work, last, op, inputs, attrs)
        rest = work.resolved(view.inputs)[1:]
        return node, in_place_of(work, view, view.op, (*node.outputs, *rest), view.attrs, outputs)


def _fused_op(root: Node, fused_ops: Sequence[str], num_args: int, **more: Any) -> tuple[Op, dict[str, Any]]:
    """The fused op for a node, and its attrs."""
    target = TARGETS[root.type]
    dtype = root.attrs["T"]
    op = lookup_op(target.op)
    types: dict[str, Any] = {arg.name: dtype for arg in op.op_def.inputs[:2]}
    types |= {"args": [dtype] * num_args}
    if "host_args" in op.op_def.input_by_name:
        types["host_args"] = []
    given = {name: root.attrs[name] for name in target.attrs}
    return op, op.op_def.bind(types, {**given, **more, "fused_ops": list(fused_ops), "num_args": num_args})


def _channel_axes(root: Node) -> tuple[int, ...]:
    """The axes of the filter or matrix that are the channels of the result."""
    if root.type == "MatMul":
        return (0,) if root.attrs["transpose_b"] else (1,)
    return (2, 3) if root.op.traits[Trait.CONVOLUTION][1] == "depthwise" else (len(root.attrs["data_format"]) - 1,)


def _channels_first(root: Node) -> bool:
    return bool(root.attrs.get("data_format", "").startswith("NC"))


def _same_size(one: object, other: object) -> bool:
    return isinstance(one, int) and one == other


def _has_kernels(root: Node, op: Op, attrs: dict[str, Any]) -> bool:
    """Whether each device that computes ``root`` has a kernel for the fused node, of no lower priority."""
    for device in device_types():
        present = candidates(root.type, device.type, root.attrs)
        if not present:
            continue
        fused = candidates(op.name, device.type, attrs)
        if not fused or fused[0].priority < present[0].priority:
            return False
    return True
