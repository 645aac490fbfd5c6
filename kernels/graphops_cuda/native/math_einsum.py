"""Einsum of half and bfloat16 without copies in float32: its product reads 16-bit operands and sums in float32."""

from __future__ import annotations

from typing import Any

import cupy
import numpy as np

from graphops_cpu.plain.math_einsum import Einsum as PlainEinsum
from graphops_cuda.blas.products import StackedProduct
from graphops_cuda.lib.elementwise import HALVES
from graphops_cuda.priorities import NATIVE
from graphops_registry.kernel_def import register_kernel

Array = Any


@register_kernel("Einsum", "GPU", types={"T": HALVES}, priority=NATIVE)
class Einsum(PlainEinsum):
    xp = cupy

    def multiplied(self, left: Array, right: Array) -> Array:
        if left.dtype != right.dtype or left.dtype.itemsize != 2:  # one was summed before, in float32
            return super().multiplied(left, right)
        product = StackedProduct(left.shape, right.shape, False, False)
        if product.why_not(left.dtype.name):
            return super().multiplied(left, right)
        return product(left, right, np.dtype(np.float32))
