"""Shape rules that many ops share."""

from __future__ import annotations

from graphops_registry.errors import InvalidArgumentError
from graphops_registry.shape import TensorShape, broadcast_shapes
from graphops_registry.shape_context import ShapeContext

__all__ = ["axes_from_tensor", "broadcast", "broadcast_arguments", "same_shape", "unchanged"]


def unchanged(c: ShapeContext) -> list[TensorShape]:
    """Rule of an element-wise op with one input: the output has the input's shape."""
    return [c.all_shapes[0]]


def same_shape(c: ShapeContext) -> list[TensorShape]:
    """Rule of an op whose inputs all have one shape, which is the output's too."""
    merged = c.all_shapes[0]
    for arg in c.op_def.inputs[1:]:
        merged = c.merge(arg.name, merged, f"have the shape of {c.op_def.inputs[0].name}, {c.all_shapes[0]}")
    return [merged]


def broadcast(c: ShapeContext) -> list[TensorShape]:
    """Rule of an element-wise op whose inputs broadcast against each other, as NumPy's do."""
    return [broadcast_arguments(c, *(arg.name for arg in c.op_def.inputs))]


def broadcast_arguments(c: ShapeContext, *arguments: str) -> TensorShape:
    """The shape to which the named inputs broadcast.

    Raises:
        InvalidArgumentError: they do not.
    """
    result = c.shape(arguments[0])
    for argument in arguments[1:]:
        try:
            result = broadcast_shapes(result, c.shape(argument))
        except InvalidArgumentError:
            shapes = " and ".join(str(c.shape(name)) for name in arguments)
            c.fail(" and ".join(arguments), "have shapes that broadcast", shapes)
    return result


def axes_from_tensor(c: ShapeContext, argument: str, rank: int | None) -> tuple[int, ...] | None:
    """The axes that an integer scalar or vector names, each in [0, rank); ``None`` if they are not known now.

    Raises:
        InvalidArgumentError: the input is a matrix, an axis is out of range or named twice.
    """
    shape = c.shape(argument)
    if shape.rank is not None and shape.rank > 1:
        c.fail(argument, "be a scalar or a vector", f"rank {shape.rank} {shape}")
    value = c.value(argument)
    if value is None or rank is None:
        return None
    axes: list[int] = []
    for axis in (int(number) for number in value.reshape(-1)):
        if not -rank <= axis < rank:
            c.fail(argument, f"be in [{-rank}, {rank}), as the input has rank {rank}", axis)
        if axis % rank in axes:
            c.fail(argument, "name each axis once", [int(number) for number in value.reshape(-1)])
        axes.append(axis % rank)
    return tuple(axes)
