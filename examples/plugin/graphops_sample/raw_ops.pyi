"""Made by `graphops stubs graphops_sample`; do not edit."""

# fmt: off
# ruff: noqa
from collections.abc import Sequence as _Sequence
from typing import Any as _Any
from typing import Literal as _Literal
from typing import TypeAlias as _TypeAlias

import numpy as _np

from graphops.graph.graph import Node as _Node
from graphops.graph.graph import Tensor as _Tensor
from graphops.build.scope import Scope as _Scope
from graphops_registry.dtypes import DType as _DType
from graphops_registry.shape import TensorShape as _TensorShape

_DTypeLike: _TypeAlias = _DType | str | type[_Any] | _np.dtype[_Any]
_ShapeLike: _TypeAlias = _TensorShape | _Sequence[int | str | None] | None

def AveragePool1D(*, x: _Any, size: int, stride: int = ..., name: str | None = None) -> _Tensor:
    """The mean of each window of neighbours, channel by channel.

        x: `[n, l, c]`.
        size: how many neighbours make a window, at most l.
        stride: how far the next window is.
        y: `[n, (l - size) // stride + 1, c]`.

    Sample>AveragePool1D(x: T; T: {half, bfloat16, float, double}, size: int >= 1, stride: int >= 1 = 1) -> (y: T)
    """
def AveragePool1DGrad(*, input_length: _Any, dy: _Any, size: int, stride: int = ..., name: str | None = None) -> _Tensor:
    """Gradient of Sample>AveragePool1D.

        input_length: l, the length of the pool's input: a scalar.
        dy: `[n, (l - size) // stride + 1, c]`, the gradient of the output.
        dx: `[n, l, c]`, the gradient of the input.

    Sample>AveragePool1DGrad(input_length: int32, dy: T; T: {half, bfloat16, float, double}, size: int >= 1, stride: int >= 1 = 1) -> (dx: T)
    """
def Mish(*, x: _Any, name: str | None = None) -> _Tensor:
    """x * tanh(log(1 + exp(x))), element by element.

    Sample>Mish(x: T; T: {half, bfloat16, float, double}) -> (y: T)
    """
def __dir__() -> list[str]: ...
