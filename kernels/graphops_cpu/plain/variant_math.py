"""Zeros and sums of variants, for gradients. How they are computed depends on what the variant holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import Any

import numpy as np

from graphops_cpu.priorities import VARIANTS
from graphops_registry.errors import InvalidArgumentError, must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel


def zeros_of(value: Array) -> Array:
    """Zeros like an array; variants within variants too."""
    if value.dtype.kind != "O":
        return np.zeros(value.shape, value.dtype)
    return _filled(map(_zeros, value.reshape(-1)), value.shape)


def _zeros(held: Any) -> Any:
    zeros = getattr(held, "zeros", None)
    if zeros is None:
        raise must("x", "ZerosLike", "be a number, a list of tensors or an optional value", type(held).__name__)
    return zeros(zeros_of)


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
    flat = zip(*(value.reshape(-1) for value in values), strict=True)
    return _filled(map(_sum, flat), first.shape)


def _sum(held: Sequence[Any]) -> Any:
    plus = getattr(held[0], "plus", None)
    if plus is None or any(type(other) is not type(held[0]) for other in held):
        kinds = ", ".join(type(each).__name__ for each in held)
        raise must("inputs", "AddN", "be lists of tensors, or optional values", kinds)
    return plus(held[1:], sum_of)


def _filled(values: Iterable[Any], shape: tuple[int, ...]) -> Array:
    """An array of these objects, which may be sequences."""
    flat = np.empty(prod(shape), dtype=object)
    for place, value in enumerate(values):
        flat[place] = value
    return flat.reshape(shape)


@register_kernel("ZerosLike", "CPU", types={"T": ["variant"]}, priority=VARIANTS)
class ZerosOfVariant(PlainKernel):
    def compute(self, x: Any) -> Any:
        return zeros_of(x)


@register_kernel("AddN", "CPU", types={"T": ["variant"]}, priority=VARIANTS)
class SumOfVariants(PlainKernel):
    def compute(self, *inputs: Any) -> Any:
        return sum_of(inputs)
