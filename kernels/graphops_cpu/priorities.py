"""The priorities of the fast CPU kernels. Of the kernels that support a problem, the one with the highest number runs.

Plain kernels have 0. A kernel is registered with the first number of its group below. If the priority depends on the
problem, ``priority_for`` of the kernel returns one of the group's numbers. The order was measured on a Zen 5 with
AVX-512 and two threads; the figures are in ``docs/project/speed_on_a_cpu.md``.
"""

from __future__ import annotations

from typing import Final

# -- convolutions --------------------------------------------------------------------------------------------------

ONEDNN: Final = 30
"""oneDNN: the fastest there is for most convolutions in float32 and bfloat16."""
ONEDNN_AFTER_SIMD: Final = 18  # where there is more filter than image, or windows overlap little: SIMD kernels lead
ONEDNN_AFTER_FOLD: Final = 12  # input gradients of few channels, which it pads to 16
ONEDNN_AFTER_ALL_FAST: Final = 10  # where it is several times slower than others
ONEDNN_REFERENCE: Final = 5  # where it has nothing but simple loops: filters of 100 taps of one channel, say

POINTWISE: Final = ONEDNN - 1
"""Kernels of one point as products of matrices. Registered beneath the fused ones: a convolution is fused where none of
its kernels is of a higher priority."""
POINTWISE_BEFORE_ONEDNN: Final = ONEDNN + 2  # but for filter gradients that sum up many small images

SIMD_DENSE: Final = 20
"""Dense convolutions with SIMD vectors in float32: after oneDNN, before what is computed in other ways."""
SIMD_DENSE_FLOAT64: Final = 40  # nothing is faster: OpenBLAS reaches less, and no vendor library computes it

SIMD_DEPTHWISE: Final = 20
"""Depthwise convolutions with SIMD vectors."""
SIMD_DEPTHWISE_BEFORE_ONEDNN: Final = 40
SIMD_DEPTHWISE_AFTER_ONEDNN: Final = 25  # small windows, not dilated: oneDNN was measured to be faster

FOLD: Final = 25
"""Input gradients of few channels as forward convolutions of folded positions."""
FOLD_BEFORE_ONEDNN: Final = 35  # than whose own input gradient they are better
FOLD_AFTER_SIMD: Final = 18  # but before oneDNN: channels that come first have to be taken apart again
FOLD_POOR: Final = 5  # without a fast forward kernel, and for little work: worse than adding up products

PHASES: Final = 24
"""Filter gradients of dilated convolutions phase by phase, without the dilation."""
PHASES_BEFORE_ONEDNN: Final = 36  # whose own dilation makes much slower; and before the SIMD kernels
PHASES_POOR: Final = 5  # where the inner kernel is not fast, or there is little work

THROUGH_FLOAT32: Final = 15
"""Convolutions of 16-bit floats by the float32 kernel, with copies."""
THROUGH_FLOAT32_DENSE_HALF: Final = 36  # above all other kernels that compute half

BLAS: Final = 10
"""Convolutions as NumPy's matrix products: faster than the plain kernel, and available wherever NumPy is."""

FAST_FORWARD: Final = ONEDNN  # of an inner kernel that a problem is worth to be posed anew for

# -- products ------------------------------------------------------------------------------------------------------

ONEDNN_PRODUCT: Final = 30
ONEDNN_PRODUCT_AFTER_NUMPY: Final = -5  # of a float32 matrix and a column NumPy makes one in half the time

# -- layers --------------------------------------------------------------------------------------------------------

SIMD_LAYER: Final = 25
"""Layers in a pass or two over memory."""
SIMD_LAYER_AFTER_PLAIN: Final = -5  # for so few elements that Numba is not worth being loaded

SIMD_ROWS: Final = 24
"""Sums of rows and squares of distances in them."""
SIMD_ROWS_AFTER_PLAIN: Final = -4

SIMD_COLUMNS: Final = 23
"""Sums of columns and squares of distances in them."""
SIMD_COLUMNS_AFTER_PLAIN: Final = -6

SIMD_SPECIAL: Final = 20
"""The error function and its complement."""
SIMD_SPECIAL_AFTER_PLAIN: Final = -1

# -- beside plain kernels ------------------------------------------------------------------------------------------

VARIANTS: Final = 1
"""Plain kernels of variants, for ops whose other dtypes have one kernel for any device."""
