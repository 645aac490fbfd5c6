"""Plain kernels of truncated normal distributions, drawn on the host.

The methods are those of C. P. Robert, "Simulation of truncated normal variables": rejection of normal, uniform or
exponential draws, whichever is accepted most often between the bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any, Final

import numpy as np

from graphops_cpu.lib import philox
from graphops_cpu.plain.random import RandomKernel
from graphops_cpu.plain.random_rejection import (
    BLOCKS_PER_DRAW,
    Numbers,
    Source,
    check_parameter,
    pieces,
    until_accepted,
)
from graphops_cpu.plain.random_stateless import from_seed
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context

_WIDE: Final = 1.3  # deviations from the mean to a bound, from which on normal draws are accepted often enough
Check = Callable[[], None]


def standard(source: Source, low: Numbers, high: Numbers, check: Check) -> Numbers:
    """Draws of the standard normal distribution between ``low`` and ``high``, float64, the lower of which is finite."""
    result = low.copy()  # where a bound is too far for float64, the draw is the bound
    root = np.hypot(low, 2)
    alpha = (low + root) / 2
    normal = ((low < -_WIDE) & (high >= 0)) | ((high > _WIDE) & (low <= 0))
    # An exponential draw is accepted more often than a uniform one where the bounds are further apart.
    uniform = ~normal & (high - low < np.exp(0.5 - low / (low + root)) / alpha)
    exponential = ~normal & ~uniform & np.isfinite(low)

    def of_normal(rows: Numbers) -> tuple[Numbers, Numbers]:
        z = source.normal(rows)
        return (z >= low[rows]) & (z <= high[rows]), z

    def of_uniform(rows: Numbers) -> tuple[Numbers, Numbers]:
        start = low[rows]
        z = source.uniform(rows) * (high[rows] - start) + start
        nearest = np.maximum(start, 0)  # where the density is the largest
        return source.uniform(rows) <= np.exp((nearest - z) * (nearest + z) / 2), z

    def of_exponential(rows: Numbers) -> tuple[Numbers, Numbers]:
        rate = alpha[rows]
        z = low[rows] - np.log1p(-source.uniform(rows)) / rate
        return (source.uniform(rows) <= np.exp(-((rate - z) ** 2) / 2)) & (z <= high[rows]), z

    for chosen, attempt in ((normal, of_normal), (uniform, of_uniform), (exponential, of_exponential)):
        until_accepted(np.flatnonzero(chosen), result, attempt, check)
    return result


def truncated(source: Source, parameters: Sequence[Numbers], check: Check) -> Numbers:
    """Draws for means, deviations, lower and upper bounds, float64 (N,)."""
    mean, deviation, lower, upper = parameters
    flipped = np.isneginf(lower) | (upper < mean)
    # The distribution upside down: the lower bound is finite, and the bounds are not both below the mean.
    low = np.where(flipped, mean - upper, lower - mean) / deviation
    high = np.where(flipped, mean - lower, upper - mean) / deviation
    z = standard(source, low, high, check)
    bound = np.where(flipped, upper, lower)
    # From the bound that is near rather than from a mean that is far, so that no digits are lost.
    start, moved = np.where(low > 0, bound, mean), np.where(low > 0, z - low, z) * deviation
    values = np.clip(np.where(flipped, start - moved, start + moved), lower, upper)
    return np.where(np.isnan(values), bound, values)  # the bound is infinitely many deviations away


class _Truncated(PlainKernel):
    op: str
    deviations: str  # the name of that argument

    def workspace(self, spec: KernelSpec) -> int:
        """Bytes: the draws, and temporary arrays of a piece."""
        return prod(spec.output_shapes[0] or ()) * spec.output_dtypes[0].size + 64 * 8 * (1 << 14)

    def drawn(
        self, ctx: Context, generator: philox.Generator, shape: Any, parameters: Sequence[Array], *, by_row: bool
    ) -> Array:
        """An array of which each row, or each element of what ends it, has parameters of its own."""
        mean, deviation, lower, upper = (np.asarray(array, np.float64) for array in parameters)
        check_parameter(self.op, "means", mean, np.isfinite(mean), "hold finite numbers")
        good = (deviation > 0) & np.isfinite(deviation)
        check_parameter(self.op, self.deviations, deviation, good, "hold finite numbers above 0")
        bad = ~((lower < upper) & (np.isfinite(lower) | np.isfinite(upper)))
        if bad.any():
            first = int(bad.reshape(-1).argmax())
            pair = [float(np.broadcast_to(array, bad.shape).reshape(-1)[first]) for array in (lower, upper)]
            raise must("minvals", self.op, "be below maxvals, one of them finite", f"{pair[0]:g} and {pair[1]:g}")
        sizes = tuple(int(size) for size in shape)
        flat = [array.reshape(-1) for array in np.broadcast_arrays(mean, deviation, lower, upper)]
        groups, total = flat[0].size, prod(sizes)
        result = np.empty(total, self.attrs["dtype"].numpy_dtype)
        with np.errstate(all="ignore"):
            for first, count in pieces(total):
                place = np.arange(first, first + count)
                own = place * groups // total if by_row else place % groups
                values = truncated(Source(generator, first, count), [array[own] for array in flat], ctx.check_cancelled)
                result[first : first + count] = values.astype(np.float32) if result.itemsize == 2 else values
        return self.xp.asarray(result.reshape(sizes))


@register_kernel("ParameterizedTruncatedNormal", "CPU", host_inputs=["shape"], uses=["resources", "name", "cancel"])
class ParameterizedTruncatedNormal(_Truncated, RandomKernel):
    host_data = ("means", "stdevs", "minvals", "maxvals")
    op = "ParameterizedTruncatedNormal"
    deviations = "stdevs"

    def compute(self, ctx: Context, shape: Any, *parameters: Array) -> Array:
        generator = self.take(ctx, prod(int(size) for size in shape) * BLOCKS_PER_DRAW)
        return self.drawn(ctx, generator, shape, parameters, by_row=True)


@register_kernel("StatelessParameterizedTruncatedNormal", "CPU", host_inputs=["shape"], uses=["cancel"])
class StatelessParameterizedTruncatedNormal(_Truncated):
    host_data = ("seed", "means", "stddevs", "minvals", "maxvals")
    op = "StatelessParameterizedTruncatedNormal"
    deviations = "stddevs"

    def compute(self, ctx: Context, shape: Any, seed: Array, *parameters: Array) -> Array:
        return self.drawn(ctx, from_seed(seed), shape, parameters, by_row=False)
