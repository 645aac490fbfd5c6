"""Sums of products over named axes, and cross products."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from graphops_registry.cost import Cost
from graphops_registry.errors import InvalidArgumentError
from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.einsum_equation import EquationError, Subscripts, parse_equation
from graphops_registry.rules.gradient_parts import conj, shape_of
from graphops_registry.shape import Dim, TensorShape, broadcast_shapes, merge_dims
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import linear_in

if TYPE_CHECKING:
    from graphops_registry.regions import Part, RegionContext

einsum = register_op(
    "Einsum",
    inputs=["inputs: N * T"],
    outputs=["output: T"],
    attrs=["equation: string", "N: int >= 1", "T: type"],
    doc="""The sum of the products of the operands over all labels that the result does not have.

    inputs: one or two operands.
    equation: a letter for each axis, such as `'bij,bjk->bik'`; `...` means any number of axes, which broadcast.
        A label that an operand repeats takes its diagonal; one that the result repeats is put on a diagonal.""",
)


@einsum.shape_rule
def _einsum_shape(c: ShapeContext) -> list[TensorShape]:
    operands, result = _subscripts(c)
    sizes: dict[str, Dim] = {}
    ellipsis = TensorShape(())
    for subscripts, shape in zip(operands, c.shapes("inputs"), strict=True):
        ellipsis = _add_operand(c, subscripts, shape, sizes, ellipsis)
    if not result.has_ellipsis:
        if ellipsis.dims:
            rule = f"have '...' in its result for the {len(ellipsis.dims)} axes that '...' stands for in the operands"
            c.fail("attr 'equation'", rule, f"'{_text(c)}'")
        ellipsis = TensorShape(())
    before = tuple(sizes.get(label) for label in result.before)
    after = tuple(sizes.get(label) for label in result.after)
    return [TensorShape.of(before).concatenate(ellipsis).concatenate(after)]


def _text(c: ShapeContext) -> str:
    return equation_text(c.attr("equation"))


def equation_text(value: str | bytes) -> str:
    """The attr as text, however it is stored."""
    return value.decode() if isinstance(value, bytes) else value


def _subscripts(c: ShapeContext) -> tuple[tuple[Subscripts, ...], Subscripts]:
    try:
        operands, result = parse_equation(_text(c))
    except EquationError as problem:
        rule, got = problem.args
        c.fail("attr 'equation'", rule, got)
    if len(operands) > 2:
        c.fail("attr 'equation'", "have one or two operands", f"{len(operands)} in '{_text(c)}'")
    if len(operands) != c.attr("N"):
        c.fail("inputs", f"have the {len(operands)} operands of equation '{_text(c)}'", c.attr("N"))
    return operands, result


def _add_operand(
    c: ShapeContext, subscripts: Subscripts, shape: TensorShape, sizes: dict[str, Dim], ellipsis: TensorShape
) -> TensorShape:
    """Take over the sizes of an operand's labels; returns ``ellipsis`` broadcast with the operand's own."""
    count = len(subscripts.labels)
    if shape.dims is None:
        for label in subscripts.labels:
            sizes.setdefault(label, None)
        return TensorShape(None) if subscripts.has_ellipsis else ellipsis
    if len(shape.dims) < count or (len(shape.dims) > count and not subscripts.has_ellipsis):
        more = " or more" if subscripts.has_ellipsis else ""
        c.fail("inputs", f"have rank {count}{more} for the labels '{subscripts.text}'", f"rank {shape.rank} {shape}")
    end = len(shape.dims) - len(subscripts.after)
    own = shape.dims[: len(subscripts.before)] + shape.dims[end:]
    for label, dim in zip(subscripts.labels, own, strict=True):
        known = sizes.get(label)
        try:
            sizes[label] = merge_dims(known, dim)
        except ValueError:
            c.fail("inputs", f"have one size for label '{label}' of equation '{_text(c)}'", f"{known} and {dim}")
    if not subscripts.has_ellipsis:
        return ellipsis
    try:
        return broadcast_shapes(ellipsis, shape[len(subscripts.before) : end])
    except InvalidArgumentError as problem:
        c.fail("inputs", "have axes that broadcast where '...' stands", problem)


@einsum.region_rule
def _einsum_part(c: RegionContext) -> Part:
    from graphops_registry.rules.einsum_regions import contracted  # this family is loaded with graphops, maps are rare

    return contracted(c, *_subscripts(c))


@einsum.cost_rule
def _einsum_cost(c: ShapeContext) -> Cost:
    (output,) = _einsum_shape(c)
    operands, result = _subscripts(c)
    elements, size = prod(output.as_tuple()), c.attr("T").size
    summed: dict[str, int] = {}
    for subscripts, shape in zip(operands, c.shapes("inputs"), strict=True):
        for label in set(subscripts.labels) - set(result.labels):
            summed[label] = shape.as_tuple()[subscripts.axis(label)]
    inputs = sum(prod(shape.as_tuple()) for shape in c.shapes("inputs"))
    each = len(operands) - 1 + bool(summed)  # products of the operands' elements, and adding what they give
    return Cost(flops=each * elements * prod(summed.values()), bytes=(inputs + elements) * size)


# -- the gradient --------------------------------------------------------------------------------------------------


@einsum.gradient
def _einsum_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    """The gradient of an operand is the Einsum of that of the result and the other operand, with three additions:
    what the operand alone had and was summed is repeated, what '...' stretched is summed, diagonals are put back."""
    operands, result = parse_equation(equation_text(node.get_attr("equation")))
    gradients = []
    for index, (subscripts, x) in enumerate(zip(operands, node.inputs, strict=True)):
        others = [(operands[other], node.inputs[other]) for other in range(len(operands)) if other != index]
        gradients.append(_operand_gradient(g, x, subscripts, others, dy, result))
    return gradients


def _operand_gradient(
    g: GradientOps, x: Any, own: Subscripts, others: list[tuple[Subscripts, Any]], dy: Any, result: Subscripts
) -> Any:
    factors = [(result.text, dy)] + [(subscripts.text, conj(g, other)) for subscripts, other in others]
    available = set(result.labels).union(*(subscripts.labels for subscripts, _ in others))
    labels = "".join(dict.fromkeys(own.labels))  # each once
    kept = "".join(label for label in labels if label in available)
    has_dots = result.has_ellipsis
    # First the axes of '...', then the labels that the operands have, each once.
    dots = "..." if has_dots else ""
    gradient = _einsum(g, [tensor for _, tensor in factors], [text for text, _ in factors], dots + kept)
    stretched = has_dots and not _same_ellipsis(own, x, others)
    missing = [label for label in labels if label not in available]
    if not stretched and not missing:
        now = dots + kept if own.has_ellipsis else kept
        return gradient if now == own.text else _einsum(g, [gradient], [now], own.text)
    outer = _outer_shape(g, own, x)
    sizes = {label: _size(g, x, own.axis(label)) for label in labels}
    if stretched:
        gradient = _sum_stretched(g, gradient, outer, [sizes[label] for label in kept])
    # Then axes of size 1 for the labels that were summed, repeated to their sizes.
    if missing:
        ones = np.ones(1, np.int32)
        narrow = [outer, *(ones if label in missing else sizes[label] for label in labels)]
        wide = [outer, *(sizes[label] for label in labels)]
        gradient = g.Reshape(tensor=gradient, shape=_joined(g, narrow))
        gradient = g.BroadcastTo(input=gradient, shape=_joined(g, wide))
    now = dots_of(own) + (labels if missing else kept)
    return gradient if now == own.text else _einsum(g, [gradient], [now], own.text)


def dots_of(subscripts: Subscripts) -> str:
    """``...`` where the subscripts have it."""
    return "..." if subscripts.has_ellipsis else ""


def _einsum(g: GradientOps, tensors: list[Any], texts: list[str], result: str) -> Any:
    if len(texts) == 1 and texts[0] == result:
        return tensors[0]
    return g.Einsum(inputs=tensors, equation=f"{','.join(texts)}->{result}")


def _same_ellipsis(own: Subscripts, x: Any, others: list[tuple[Subscripts, Any]]) -> bool:
    """Whether it is known now that no axis of ``x`` under '...' was stretched."""
    mine = _ellipsis_dims(own, x)
    theirs = [_ellipsis_dims(subscripts, other) for subscripts, other in others]
    if all(dims == () for dims in theirs):
        return True
    if mine is None or any(dims is None for dims in theirs):
        return False
    longest = max((len(dims or ()) for dims in theirs), default=0)
    return len(mine) >= longest and all(isinstance(dim, int) and dim != 1 for dim in mine)


def _ellipsis_dims(subscripts: Subscripts, x: Any) -> tuple[Dim, ...] | None:
    if not subscripts.has_ellipsis:
        return ()
    if x.shape.dims is None:
        return None
    dims: tuple[Dim, ...] = x.shape.dims[len(subscripts.before) : len(x.shape.dims) - len(subscripts.after)]
    return dims


def _outer_shape(g: GradientOps, own: Subscripts, x: Any) -> Any:
    """The sizes under '...' as a vector."""
    dims = _ellipsis_dims(own, x)
    if dims is not None and all(isinstance(dim, int) for dim in dims):
        return np.array(dims, np.int32)
    begin, end = (np.array([place], np.int32) for place in (len(own.before), -len(own.after)))
    mask = 0 if own.after else 1  # up to the end
    return g.StridedSlice(input=shape_of(g, x), begin=begin, end=end, strides=np.ones(1, np.int32), end_mask=mask)


def _size(g: GradientOps, x: Any, axis: int) -> Any:
    """The size of an axis as a vector of one number."""
    known = None if x.shape.dims is None else x.shape[axis]
    if isinstance(known, int):
        return np.array([known], np.int32)
    begin, end = np.array([axis], np.int32), np.array([axis + 1], np.int32)
    mask = 1 if axis == -1 else 0
    return g.StridedSlice(input=shape_of(g, x), begin=begin, end=end, strides=np.ones(1, np.int32), end_mask=mask)


def _joined(g: GradientOps, parts: list[Any]) -> Any:
    return g.ConcatV2(values=parts, axis=np.int32(0)) if len(parts) > 1 else parts[0]


def _sum_stretched(g: GradientOps, gradient: Any, outer: Any, kept: list[Any]) -> Any:
    """``gradient``, the broadcast axes first, summed to the shape ``outer`` there."""
    shape = g.Shape(input=gradient)
    end = np.array([-len(kept)], np.int32)
    front = g.StridedSlice(
        input=shape, begin=np.zeros(1, np.int32), end=end, strides=np.ones(1, np.int32), end_mask=0 if kept else 1
    )
    axes, _ = g.BroadcastGradientArgs(s0=outer, s1=front)
    return g.Reshape(tensor=g.Sum(input=gradient, reduction_indices=axes), shape=_joined(g, [outer, *kept]))


# -- Cross ---------------------------------------------------------------------------------------------------------

cross = register_op(
    "Cross",
    inputs=["a: T", "b: T"],
    outputs=["product: T"],
    attrs=["T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64}"],
    traits=[linear_in("a", "b")],
    doc="""The cross products of vectors of three elements.

    a, b: `[..., 3]`, both of one shape.""",
)


@cross.shape_rule
def _cross_shape(c: ShapeContext) -> list[TensorShape]:
    a, b = c.with_rank_at_least("a", 1), c.with_rank_at_least("b", 1)
    merged = c.merge("b", a, f"have the shape of a, {a}")
    for name, shape in (("a", a), ("b", b)):
        if shape.dims is not None:
            c.merge_dim(name, shape[-1], 3, "have 3 elements along its last axis")
    return [merged]


@cross.gradient
def _cross_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    a, b = node.inputs
    return [g.Cross(a=b, b=dy), g.Cross(a=dy, b=a)]
