"""drop_identities: a power with a constant exponent of 2, 3 or -1 becomes products or a reciprocal.

They take a few instructions for each element; a power takes a hundred, and more where the base is negative.  The
results are those of a correctly rounded power, or within one rounding of it: also for NaN, infinities, zeros with a
sign, and where the square alone overflows or underflows, for then the cube does, too.  The cube rounds twice.  That is
within the error of a power in float32 and float64; in half and bfloat16, which round a power once, it is not.
"""

from __future__ import annotations

from typing import Final

from graphops.graph.node import Node
from graphops.plan.passes.identities import Inputs, keeping_shape
from graphops.plan.passes.in_place_of import in_place_of
from graphops.plan.passes.rewriting import Rewriting
from graphops_registry.dtypes import float32, float64
from graphops_registry.op_def import lookup_op

_ROUND_TWICE: Final = frozenset({float32, float64})


def without_power(work: Rewriting, node: Node, inputs: Inputs) -> list[Node] | None:
    """What computes the same as the Pow ``node``, the last one with its outputs; ``None`` if it stays.

    Args:
        inputs: the tensors that carry the values of its inputs.
    """
    base, dtype = inputs[0], node.attrs["T"]
    value = keeping_shape(work, inputs)
    if value is None or not value.size or dtype.is_complex or not work.is_free(node, node):
        return None
    exponent = value.reshape(-1)[0]
    if not (value == exponent).all():
        return None
    attrs = {"T": dtype}
    if exponent == 2:
        return [in_place_of(work, node, lookup_op("Square"), (base,), attrs, node.outputs)]
    if exponent == 3 and (dtype in _ROUND_TWICE or dtype.is_integer):
        square = in_place_of(work, node, lookup_op("Square"), (base,), attrs)
        return [square, in_place_of(work, node, lookup_op("Mul"), (base, *square.outputs), attrs, node.outputs)]
    if exponent == -1 and dtype.is_floating:  # of integers a negative exponent is an error
        return [in_place_of(work, node, lookup_op("Reciprocal"), (base,), attrs, node.outputs)]
    return None
