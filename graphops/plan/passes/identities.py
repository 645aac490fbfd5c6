"""drop_identities: removes nodes whose output is always an input, bit for bit.

x + 0 is no such node, because it changes the sign of a zero; x * 1, x / 1 and x - 0 are, if the shape stays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from graphops.graph.node import Node, Tensor
from graphops.plan.passes.rewriting import Rewriting

Inputs = tuple[Tensor, ...]
Rule = Callable[[Rewriting, Node, Inputs], bool]


def handed_on(work: Rewriting, node: Node, inputs: Inputs, when: str) -> Inputs | None:
    """The tensors that are the node's outputs, or ``None`` if it may compute something.

    Args:
        inputs: the tensors that carry the values of its inputs.
        when: the condition under which the op returns its first input.
    """
    if not RULES[when](work, node, inputs):
        if not node.op_def.is_commutative or len(inputs) != 2:
            return None
        inputs = inputs[::-1]
        if not RULES[when](work, node, inputs):
            return None
    if node.device and any(tensor.device != node.device for tensor in node.inputs[: len(node.outputs)]):
        return None  # it is there to bring a value to a device
    return inputs[: len(node.outputs)]


def _always(work: Rewriting, node: Node, inputs: Inputs) -> bool:
    return True


def _allowed(work: Rewriting, node: Node, inputs: Inputs) -> bool:
    return _fits(work, node.inputs[0], node.attrs["shape"].dims)


def _fits(work: Rewriting, tensor: Tensor, wanted: tuple[Any, ...] | None) -> bool:
    """Whether a tensor certainly has the shape ``wanted``, as far as that says anything."""
    if wanted is None:
        return True
    dims = work.shapes.of(tensor).dims
    if dims is None or len(dims) != len(wanted):
        return False
    return all(not isinstance(want, int) or want == dim for dim, want in zip(dims, wanted, strict=True)) and not any(
        isinstance(want, str) for want in wanted
    )


def _same_dtype(work: Rewriting, node: Node, inputs: Inputs) -> bool:
    dtypes = {node.attrs[attr.name] for attr in node.op_def.attrs if attr.type == "type"}
    return len(dtypes) == 1 and not any(node.attrs[attr.name] for attr in node.op_def.attrs if attr.type == "bool")


def _alone(work: Rewriting, node: Node, inputs: Inputs) -> bool:
    return len(inputs) == 1 and ("shape" not in node.attrs or _allowed(work, node, inputs))


def _reshape(work: Rewriting, node: Node, inputs: Inputs) -> bool:
    wanted = _vector(work, inputs[1])
    if wanted is None or wanted.count(-1) > 1:
        return False
    dims = work.shapes.of(node.inputs[0]).dims
    if dims is None or len(dims) != len(wanted):
        return False
    if all(isinstance(dim, int) for dim in dims):
        if wanted.count(-1) and 0 in (*dims, *wanted):
            return False
        return all(want in (dim, -1) for dim, want in zip(dims, wanted, strict=True))
    # One size is unknown and -1 computes it. The result is the same if the others are equal and none is 0.
    return 0 not in dims and all(
        want == dim if isinstance(dim, int) else want == -1 for dim, want in zip(dims, wanted, strict=True)
    )


def _transpose(work: Rewriting, node: Node, inputs: Inputs) -> bool:
    order = _vector(work, inputs[1])
    return order is not None and len(order) == work.shapes.of(node.inputs[0]).rank and order == [*range(len(order))]


def _broadcast(work: Rewriting, node: Node, inputs: Inputs) -> bool:
    wanted = _vector(work, inputs[1])
    return wanted is not None and work.shapes.of(node.inputs[0]).dims == tuple(wanted)


def _repeated(work: Rewriting, node: Node, inputs: Inputs) -> bool:
    times = _vector(work, inputs[1])
    return times is not None and len(times) == work.shapes.of(node.inputs[0]).rank and set(times) <= {1}


def _padded(work: Rewriting, node: Node, inputs: Inputs) -> bool:
    paddings = work.known.get(inputs[1])
    return (
        paddings is not None
        and paddings.shape == (work.shapes.of(node.inputs[0]).rank, 2)
        and not np.count_nonzero(paddings)
    )


def _sliced(work: Rewriting, node: Node, inputs: Inputs) -> bool:
    begin, size = _vector(work, inputs[1]), _vector(work, inputs[2])
    dims = work.shapes.of(node.inputs[0]).dims
    if begin is None or size is None or dims is None or not len(begin) == len(size) == len(dims):
        return False
    return not any(begin) and all(want in (-1, dim) for dim, want in zip(dims, size, strict=True))


def _reduced(work: Rewriting, node: Node, inputs: Inputs) -> bool:
    axes = work.known.get(inputs[1])
    return axes is not None and axes.size == 0 and axes.ndim <= 1


def _by_one(work: Rewriting, node: Node, inputs: Inputs) -> bool:
    return _same_everywhere(work, inputs, 1) is not None


def _minus_zero(work: Rewriting, node: Node, inputs: Inputs) -> bool:
    value = _same_everywhere(work, inputs, 0)
    return value is not None and not np.signbit(value).any()


def _same_everywhere(work: Rewriting, inputs: Inputs, number: int) -> np.ndarray[Any, Any] | None:
    """The second of two operands in floating point, if it holds this number only and the result has the first one's
    shape."""
    value = keeping_shape(work, inputs)
    return value if value is not None and inputs[1].dtype.is_floating and (value == number).all() else None


def keeping_shape(work: Rewriting, inputs: Inputs) -> np.ndarray[Any, Any] | None:
    """The value of the second of two operands, if it is known and the result has the first one's shape."""
    value = work.known.get(inputs[1])
    if value is None or not value.ndim:
        return value
    dims = work.shapes.of(inputs[0]).dims
    if dims is None or value.ndim > len(dims):
        return None
    along = dims[len(dims) - value.ndim :]
    return value if all(size in (1, dim) for size, dim in zip(value.shape, along, strict=True)) else None


def _vector(work: Rewriting, tensor: Tensor) -> list[int] | None:
    """The integers of a known vector."""
    value = work.known.get(tensor)
    return None if value is None or value.ndim != 1 else [int(item) for item in value]


RULES: Final[dict[str, Rule]] = {
    "always": _always,
    "same_dtype": _same_dtype,
    "one_input": _alone,
    "shape_allowed": _allowed,
    "reshaped_to_itself": _reshape,
    "broadcast_to_itself": _broadcast,
    "axes_in_order": _transpose,
    "repeated_once": _repeated,
    "no_padding": _padded,
    "whole": _sliced,
    "no_axes": _reduced,
    "by_one": _by_one,
    "minus_zero": _minus_zero,
}
"""Whether the condition of ``passes_through(input, when)`` holds, for each :data:`graphops_registry.traits.WHEN`."""
