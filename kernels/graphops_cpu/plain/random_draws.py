"""Plain kernels of random numbers of distributions with parameters for each element, drawn on the host."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import prod
from typing import Any, Final

import numpy as np

from graphops_cpu.lib import philox
from graphops_cpu.plain.math_special_incomplete import IncompleteGamma
from graphops_cpu.plain.random import RandomKernel
from graphops_cpu.plain.random_rejection import (
    BLOCKS_PER_DRAW,
    Source,
    binomial,
    check_parameter,
    gamma,
    pieces,
    poisson,
)
from graphops_cpu.plain.random_stateless import from_key, from_seed
from graphops_registry.device_def import owner_of
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context
from graphops_registry.resource import handle_in

_RESERVED: Final = 100  # parts of the stream in a variable for each binomial draw
# A source of numbers, and the parameters of its elements -> what is drawn.
_Draw = Callable[..., Array]


def _drawn(xp: Any, draw: _Draw, generator: philox.Generator, shape: Any, dtype: Any, *parameters: Array) -> Array:
    """An array that ends with the shape of the parameters; the elements of one parameter follow each other."""
    sizes = tuple(int(size) for size in shape)
    flat = [array.reshape(-1) for array in parameters]
    groups = flat[0].size
    each = prod(sizes) // groups if groups else 0
    result = np.empty((groups, each), dtype.numpy_dtype)
    written = result.reshape(-1)
    with np.errstate(all="ignore"):
        for first, count in pieces(written.size):
            own = np.arange(first, first + count) // each
            values = draw(Source(generator, first, count), *(array[own] for array in flat))
            written[first : first + count] = values.astype(np.float32) if dtype.name == "half" else values
    return xp.asarray(np.ascontiguousarray(result.T).reshape(sizes))


def _on_host(value: Array) -> Array:
    owner = owner_of(value)
    return value if owner is None or owner.is_host else owner.copy_out(value)


def _workspace(spec: KernelSpec) -> int:
    """Bytes: the numbers before they are put in order, and temporary arrays of a piece."""
    return 2 * prod(spec.output_shapes[0] or ()) * spec.output_dtypes[0].size + 48 * 8 * (1 << 14)


class _Gamma(PlainKernel):
    def workspace(self, spec: KernelSpec) -> int:
        return _workspace(spec)

    def drawn(self, ctx: Context, generator: philox.Generator, shape: Any, alpha: Array) -> Array:
        dtype = self.attrs["T" if "seed2" in self.attrs else "dtype"]
        wide = alpha.astype(np.float64)
        return _drawn(self.xp, partial(gamma, check=ctx.check_cancelled), generator, shape, dtype, wide)


class _Poisson(PlainKernel):
    def workspace(self, spec: KernelSpec) -> int:
        return _workspace(spec)

    def drawn(self, ctx: Context, generator: philox.Generator, shape: Any, argument: str, rate: Array) -> Array:
        dtype, wide = self.attrs["dtype"], rate.astype(np.float64)
        kind = np.finfo if dtype.is_floating else np.iinfo
        largest = float(kind(dtype.numpy_dtype).max)
        if dtype.is_integer:  # the largest float64 that an integer of this dtype is
            largest = np.nextafter(largest, 0) if int(largest) > np.iinfo(dtype.numpy_dtype).max else largest
        rule = f"hold numbers in [0, {largest:g}], as dtype is {dtype.name}"
        check_parameter(self.op, argument, rate, (wide >= 0) & (wide <= largest), rule)
        draw = partial(poisson, largest=largest, check=ctx.check_cancelled)
        return _drawn(self.xp, draw, generator, shape, dtype, wide)

    op: str


class _Binomial(PlainKernel):
    op: str

    def workspace(self, spec: KernelSpec) -> int:
        return _workspace(spec) + 2 * 8 * prod(spec.output_shapes[0] or ())

    def drawn(self, ctx: Context, generator: philox.Generator, shape: Any, counts: Array, probs: Array) -> Array:
        good = (counts >= 0) & np.isfinite(counts)
        check_parameter(self.op, "counts", counts, good, "hold finite numbers of 0 or more")
        check_parameter(self.op, "probs", probs, (probs >= 0) & (probs <= 1), "hold numbers in [0, 1]")
        draw = partial(binomial, check=ctx.check_cancelled)
        every = np.broadcast_arrays(counts, probs)
        return _drawn(self.xp, draw, generator, shape, self.attrs["dtype"], *every)


# -- with state ----------------------------------------------------------------------------------------------------


@register_kernel("RandomGamma", "CPU", host_inputs=["shape"], uses=["resources", "name", "cancel"])
class RandomGamma(_Gamma, RandomKernel):
    host_data = ("alpha",)

    def compute(self, ctx: Context, shape: Any, alpha: Array) -> Array:
        sizes = (*(int(size) for size in shape), *alpha.shape)
        return self.drawn(ctx, self.take(ctx, prod(sizes) * BLOCKS_PER_DRAW), sizes, alpha)


class _StatefulPoisson(_Poisson, RandomKernel):
    host_data = ("rate",)

    def compute(self, ctx: Context, shape: Any, rate: Array) -> Array:
        sizes = (*(int(size) for size in shape), *rate.shape)
        return self.drawn(ctx, self.take(ctx, prod(sizes) * BLOCKS_PER_DRAW), sizes, "rate", rate)


@register_kernel("RandomPoisson", "CPU", host_inputs=["shape"], uses=["resources", "name", "cancel"])
class RandomPoisson(_StatefulPoisson):
    op = "RandomPoisson"


@register_kernel("RandomPoissonV2", "CPU", host_inputs=["shape"], uses=["resources", "name", "cancel"])
class RandomPoissonV2(_StatefulPoisson):
    op = "RandomPoissonV2"


@register_kernel(
    "StatefulRandomBinomial", "CPU", host_inputs=["resource", "algorithm", "shape"], uses=["resources", "cancel"]
)
class StatefulRandomBinomial(_Binomial):
    op = "StatefulRandomBinomial"
    host_data = ("counts", "probs")

    def compute(self, ctx: Context, resource: Any, algorithm: Any, shape: Any, counts: Array, probs: Array) -> Array:
        found: list[philox.Generator] = []
        step = prod(int(size) for size in shape) * _RESERVED * BLOCKS_PER_DRAW

        def skipped(state: Array) -> Array:
            if state.shape != (3,):
                raise must("resource", self.op, "be a variable of shape (3,)", f"shape {state.shape}")
            low, high, key = (int(word) % 2**64 for word in _on_host(state).tolist())
            found.append(philox.from_state(key, low, high))
            counter = found[-1].skip(step).counter
            words = np.array([counter % 2**64, counter >> 64, key], np.uint64)
            return self.xp.asarray(words.view(np.int64))

        ctx.resources.update(handle_in(resource), skipped)
        return self.drawn(ctx, found[-1], shape, counts, probs)


# -- without state -------------------------------------------------------------------------------------------------


@register_kernel("StatelessRandomGammaV2", "CPU", host_inputs=["shape"], uses=["cancel"])
class StatelessRandomGammaV2(_Gamma):
    host_data = ("seed", "alpha")

    def compute(self, ctx: Context, shape: Any, seed: Array, alpha: Array) -> Array:
        return self.drawn(ctx, from_seed(seed), shape, alpha)


@register_kernel("StatelessRandomGammaV3", "CPU", host_inputs=["shape", "alg"], uses=["cancel"])
class StatelessRandomGammaV3(_Gamma):
    host_data = ("key", "counter", "alpha")

    def compute(self, ctx: Context, shape: Any, key: Array, counter: Array, alg: Any, alpha: Array) -> Array:
        return self.drawn(ctx, from_key(key, counter), shape, alpha)


@register_kernel("StatelessRandomPoisson", "CPU", host_inputs=["shape"], uses=["cancel"])
class StatelessRandomPoisson(_Poisson):
    op = "StatelessRandomPoisson"
    host_data = ("seed", "lam")

    def compute(self, ctx: Context, shape: Any, seed: Array, lam: Array) -> Array:
        return self.drawn(ctx, from_seed(seed), shape, "lam", lam)


@register_kernel("StatelessRandomBinomial", "CPU", host_inputs=["shape"], uses=["cancel"])
class StatelessRandomBinomial(_Binomial):
    op = "StatelessRandomBinomial"
    host_data = ("seed", "counts", "probs")

    def compute(self, ctx: Context, shape: Any, seed: Array, counts: Array, probs: Array) -> Array:
        return self.drawn(ctx, from_seed(seed), shape, counts, probs)


@register_kernel("RandomGammaGrad", "CPU")
class RandomGammaGrad(IncompleteGamma):
    """By the implicit function theorem: the derivative of the distribution function by alpha, over the density."""

    def apply(self, alpha: Array, sample: Array) -> Array:
        return self.quantile_slope(alpha, sample)
