"""drop_identities: an Einsum that multiplies two stacks of matrices becomes a BatchMatMul, with Transposes around it.

The attention of a Transformer is written so.  There are several kernels of products, the best of which is chosen by the
sizes; and two Einsums of one array share its Transpose.  The sizes must be known, for what fails at the run must not be
made to work.
"""

from __future__ import annotations

import numpy as np

from graphops.graph.node import Node, Tensor
from graphops.plan.passes.identities import Inputs
from graphops.plan.passes.in_place_of import in_place_of, new_constant
from graphops.plan.passes.rewriting import Rewriting
from graphops_registry.device_def import device_types
from graphops_registry.dtypes import int32
from graphops_registry.kernel_def import candidates
from graphops_registry.op_def import lookup_op
from graphops_registry.ops.math_einsum import equation_text
from graphops_registry.rules.einsum_equation import Subscripts, parse_equation


def as_product(work: Rewriting, node: Node, inputs: Inputs) -> list[Node] | None:
    """What computes the same as the Einsum ``node``, the last one with its output; ``None`` if it stays.

    Args:
        inputs: the tensors that carry the values of its inputs.
    """
    dtype = node.attrs["T"]
    if len(inputs) != 2 or not dtype.is_floating or not work.is_free(node, node):
        return None
    try:
        (left, right), result = parse_equation(equation_text(node.attrs["equation"]))
    except ValueError:  # not of two operands; or it is no equation, and the run says so
        return None
    a, b, wanted = _names(left), _names(right), _names(result)
    if a is None or b is None or wanted is None or not _fit(work, inputs, a, b):
        return None
    stack = [name for name in wanted if name in a and name in b]
    summed = [name for name in a if name in b and name not in wanted]
    rows, columns = ([name for name in own if name not in (*stack, *summed)] for own in (a, b))
    if not stack or not len(rows) == len(columns) == len(summed) == 1 or {*stack, *rows, *columns} != {*wanted}:
        return None
    op = lookup_op("BatchMatMul")
    plain = {"T": dtype, "adj_x": False, "adj_y": False}
    for device in device_types():
        if candidates(node.type, device.type, node.attrs) and not candidates(op.name, device.type, plain):
            return None
    made: list[Node] = []
    x, adj_x = _operand(work, node, made, inputs[0], a, [*stack, *rows, *summed])
    y, adj_y = _operand(work, node, made, inputs[1], b, [*stack, *summed, *columns])
    attrs = {"T": dtype, "adj_x": adj_x, "adj_y": adj_y}
    given = [*stack, *rows, *columns]
    if given == wanted:
        made.append(in_place_of(work, node, op, (x, y), attrs, node.outputs))
    else:
        made.append(in_place_of(work, node, op, (x, y), attrs))
        _transpose(work, node, made, made[-1].outputs[0], [given.index(name) for name in wanted], node.outputs)
    return made


def _names(subscripts: Subscripts) -> list[str] | None:
    """The names of the axes, if there is no ellipsis and no name twice."""
    names = [*subscripts.labels]
    return None if subscripts.has_ellipsis or len({*names}) != len(names) else names


def _fit(work: Rewriting, inputs: Inputs, a: list[str], b: list[str]) -> bool:
    """Whether all sizes are known, and the same for the same name."""
    sizes: dict[str, object] = {}
    for tensor, names in zip(inputs, (a, b), strict=True):
        dims = work.shapes.of(tensor).dims
        if dims is None or len(dims) != len(names):
            return False
        for name, size in zip(names, dims, strict=True):
            if not isinstance(size, int) or sizes.setdefault(name, size) != size:
                return False
    return True


def _operand(
    work: Rewriting, node: Node, made: list[Node], tensor: Tensor, names: list[str], order: list[str]
) -> tuple[Tensor, bool]:
    """The tensor with its axes in ``order``, or with the last two exchanged, and whether they are exchanged: as it is
    if that will do, else so that its last axis stays the last one, if that will do."""
    exchanged = [*order[:-2], order[-1], order[-2]]
    for each in (order, exchanged):
        if names == each:
            return tensor, each is exchanged
    chosen = exchanged if names[-1] == exchanged[-1] else order
    return _transpose(work, node, made, tensor, [names.index(name) for name in chosen]), chosen is exchanged


def _transpose(
    work: Rewriting, node: Node, made: list[Node], tensor: Tensor, order: list[int], outputs: tuple[Tensor, ...] = ()
) -> Tensor:
    constant = new_constant(np.array(order, np.int32), node)
    work.known[constant.outputs[0]] = constant.attrs["value"]
    attrs = {"T": tensor.dtype, "Tperm": int32}
    inputs = (tensor, *constant.outputs)
    made += [constant, in_place_of(work, node, lookup_op("Transpose"), inputs, attrs, outputs)]
    result: Tensor = made[-1].outputs[0]
    return result
