"""The numbers of an optimizer, such as its learning rate, as tensors."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops.build import raw_ops
from graphops.build.constants import constant
from graphops.graph.graph import Tensor
from graphops_registry.dtypes import DType, float32
from graphops_registry.errors import InvalidTypeError


class Numbers:
    """The numbers of an optimizer as tensors.

    A Python number is a float32 constant, a NumPy scalar one of its own dtype; both are cast where a variable has
    another dtype, as in TensorFlow.
    """

    def __init__(self, values: dict[str, Any]) -> None:
        self._tensors = {name: _number(called(value), name) for name, value in values.items()}

    def get(self, name: str, dtype: DType) -> Tensor:
        """The number ``name`` in ``dtype``."""
        return cast(self._tensors[name], dtype)


def _number(value: Any, name: str) -> Tensor:
    convert = getattr(value, "__graphops_tensor__", None)
    is_number = isinstance(value, (int, float)) and not isinstance(value, (bool, np.generic))
    tensor: Tensor
    if convert is not None:
        tensor = convert()
    else:
        tensor = constant(value, dtype=float32 if is_number else None, name=name)
    if not (tensor.dtype.is_floating or tensor.dtype.is_integer):
        raise InvalidTypeError(f"{name} of an optimizer must be a real number, got {value!r}")
    return tensor


def called(value: Any) -> Any:
    return value() if callable(value) else value


def cast(tensor: Tensor, dtype: DType) -> Tensor:
    if tensor.dtype.base is dtype:
        return tensor
    cast: Tensor = raw_ops.Cast(x=tensor, DstT=dtype)
    return cast
