"""Zeros and sums of variants, for gradients. How they are computed depends on what the variant holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphops_cpu.priorities import VARIANTS
from graphops_registry.errors import InvalidArgumentError, must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel


def zeros_of(value: Array) -> Array:
    """Zeros like an array; variants within variants too."""
    if value.dtype.kind != "O":
        return np.zeros(value.shape, value.dtype)
    held: Any = value[()] if value.ndim == 0 else None
    zeros = getattr(held, "zeros", None)
    if zeros is None:
        raise must("x", "ZerosLike", "be a number, a list of tensors or an optional value", type(held).__name__)
    return _wrap(zeros(zeros_of))


def sum_of(values: Sequence[Array]) -> Array:
    """The sum of arrays of one shape and dtype; of variants too."""
    first = values[0]
    if any(value.shape != first.shape or value.dtype != first.dtype for value in values):
        shown = ", ".join(f"{value.dtype}{tuple(value.shape)}" for value in values)
        raise InvalidArgumentError(f"inputs of op 'AddN' must have one shape and dtype, got {shown}").concerns(
            op="AddN", argument="inputs"
        )
    if first.dtype.kind != "O":
        return sum(values[1:], first)
    held = [value[()] if value.ndim == 0 else None for value in values]
    plus = getattr(held[0], "plus", None)
    if plus is None or any(type(other) is not type(held[0]) for other in held):
        kinds = ", ".join(type(each).__name__ for each in held)
        raise must("inputs", "AddN", "be lists of tensors, or optional values", kinds)
    return _wrap(plus(held[1:], sum_of))


def _wrap(value: Any) -> Array:
    array = np.empty((), dtype=object)
    array[()] = value
    return array


@register_kernel("ZerosLike", "CPU", types={"T": ["variant"]}, priority=VARIANTS)
class ZerosOfVariant(PlainKernel):
    def compute(self, x: Any) -> Any:
        return zeros_of(x)


@register_kernel("AddN", "CPU", types={"T": ["variant"]}, priority=VARIANTS)
class SumOfVariants(PlainKernel):
    def compute(self, *inputs: Any) -> Any:
        return sum_of(inputs)
