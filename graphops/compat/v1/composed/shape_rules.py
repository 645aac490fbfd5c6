"""The shape that two shapes have together."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.graph.tensor_shape_v1 import TensorShapeV1
from graphops_registry.errors import InvalidArgumentError
from graphops_registry.shape import TensorShape


def broadcast_dynamic_shape(shape_x: Any, shape_y: Any) -> Any:
    """The shape of the sum of tensors with these shapes, which are vectors."""
    first = as_tensor(np.array(shape_x, np.int32) if isinstance(shape_x, (list, tuple)) and not shape_x else shape_x)
    return raw_ops.BroadcastArgs(s0=first, s1=as_tensor(shape_y, first.dtype.base))


def broadcast_static_shape(shape_x: Any, shape_y: Any) -> Any:
    """The TensorShape of the sum of tensors with these TensorShapes.

    Raises:
        InvalidArgumentError: sizes that differ, and neither is 1.
    """
    first, second = TensorShape(shape_x), TensorShape(shape_y)
    if first.rank is None or second.rank is None:
        return TensorShapeV1(None)
    sizes: list[int | None] = []
    rank = max(first.rank, second.rank)
    for one, other in zip(_padded(first, rank), _padded(second, rank), strict=True):
        if one is None or other is None:
            known = one if other is None else other
            sizes.append(known if known is not None and known > 1 else None)
        elif one == other or 1 in (one, other):
            sizes.append(other if one == 1 else one)
        else:
            text = "shape_x and shape_y of broadcast_static_shape() must be compatible"
            raise InvalidArgumentError(f"{text}, got {first} and {second}")
    return TensorShapeV1(sizes)


def _padded(shape: TensorShape, rank: int) -> list[int | None]:
    sizes = shape.as_list()
    return [1] * (rank - len(sizes)) + sizes
