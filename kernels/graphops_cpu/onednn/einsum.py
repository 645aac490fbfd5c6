"""Einsum in float32, whose products of matrices oneDNN multiplies where they are large enough.

NumPy's BLAS would start threads of its own for them, which wait for a core on a machine that is busy with something
else: 30 milliseconds instead of 0.2 for the scores of an attention layer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from graphops_cpu.onednn.arrays import Array, dense
from graphops_cpu.onednn.library import why_not_dtype
from graphops_cpu.onednn.matmul import why_not
from graphops_cpu.onednn.matmul_desc import Product, product_descs, threads_for
from graphops_cpu.onednn.objects import OneDnnError
from graphops_cpu.onednn.program import Program
from graphops_cpu.plain.math_einsum import Einsum
from graphops_cpu.priorities import ONEDNN_PRODUCT
from graphops_cpu.runtime.addresses import address_of
from graphops_registry.dtypes import float32
from graphops_registry.kernel_def import Shape, register_kernel

_MOST_PROGRAMS = 128


@lru_cache(maxsize=_MOST_PROGRAMS)
def _program(product: Product, threads: int) -> Program:
    """The program of a product, for a number of threads."""
    descs = product_descs(product, threads, any_b=False)
    if isinstance(descs, str):
        raise OneDnnError(3, f"multiply on {threads} threads: {descs}")
    return Program(descs.desc, descs.operands, small=False, threads=threads)


@register_kernel("Einsum", "CPU", types={"T": [float32]}, priority=ONEDNN_PRODUCT)
class OneDnnEinsum(Einsum):
    """Diagonals, sums and the order of axes as the plain kernel does them."""

    @staticmethod
    def unsupported(attrs: Any, shapes: Sequence[Shape] | None) -> str | None:
        return why_not_dtype(attrs["T"], at_run=shapes is not None)

    def multiplied(self, left: Array, right: Array) -> Array:
        rows, inner = left.shape[-2:]
        cols, turned = right.shape[-1], right.swapaxes(-1, -2)
        transposed = turned.flags.c_contiguous and not right.flags.c_contiguous
        product = Product(float32, float32, left.shape[:-2], right.shape[:-2], rows, inner, cols, False, transposed)
        if left.dtype != np.float32 or left.ndim != right.ndim or not product.products or why_not(product) is not None:
            plain: Array = super().multiplied(left, right)
            return plain
        a, b = dense(left), dense(turned if transposed else right)
        result: Array = np.empty((*product.stack, rows, cols), np.float32)
        _program(product, threads_for(product)).run((address_of(a), address_of(b), address_of(result)))
        return result
