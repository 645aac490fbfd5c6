"""Plain kernels of random numbers without state."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from graphops_cpu.lib import philox
from graphops_cpu.plain.random import classes
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, register_kernel

_PHILOX = np.int32(1)


def from_seed(seed: Array) -> philox.Generator:
    """The generator that begins at ``seed``, (2,)."""
    return philox.from_seed_pair(int(seed[0].item()), int(seed[1].item()))


def from_key(key: Array, counter: Array) -> philox.Generator:
    """The generator with this state: ``key`` (1,), ``counter`` (2,) or longer, of which the rest means nothing."""
    return philox.from_state(int(key[0].item()), int(counter[0].item()), int(counter[1].item()))


class _Stateless(PlainKernel):
    """Base of kernels that draw numbers of a given shape."""

    def workspace(self, spec: KernelSpec) -> int:
        """Bytes: temporary arrays of a piece."""
        return philox.workspace(self.xp)

    def filled(self, generator: philox.Generator, shape: Any, *limits: Any) -> Array:
        sizes = tuple(int(size) for size in shape)
        with np.errstate(all="ignore"):
            return philox.fill(self.xp, generator, sizes, self.distribution(*limits))

    def distribution(self, *limits: Any) -> philox.Distribution:
        raise NotImplementedError


class _Uniform(_Stateless):
    def distribution(self, *limits: Any) -> philox.Distribution:
        return philox.uniform(self.attrs["dtype"])


class _Normal(_Stateless):
    def distribution(self, *limits: Any) -> philox.Distribution:
        return philox.normal(self.attrs["dtype"])


class _TruncatedNormal(_Stateless):
    def distribution(self, *limits: Any) -> philox.Distribution:
        return philox.truncated_normal(self.attrs["dtype"])


class _UniformInt(_Stateless):
    def distribution(self, *limits: Any) -> philox.Distribution:
        minval, maxval = limits
        return philox.uniform_int(self.attrs["dtype"], int(minval), int(maxval))


class _FullInt(_Stateless):
    def distribution(self, *limits: Any) -> philox.Distribution:
        return philox.full_int(self.attrs["dtype"])


@register_kernel("StatelessRandomUniform", "CPU", host_inputs=["shape"])
class StatelessRandomUniform(_Uniform):
    def compute(self, shape: Any, seed: Array) -> Array:
        return self.filled(from_seed(seed), shape)


@register_kernel("StatelessRandomNormal", "CPU", host_inputs=["shape"])
class StatelessRandomNormal(_Normal):
    def compute(self, shape: Any, seed: Array) -> Array:
        return self.filled(from_seed(seed), shape)


@register_kernel("StatelessTruncatedNormal", "CPU", host_inputs=["shape"])
class StatelessTruncatedNormal(_TruncatedNormal):
    def compute(self, shape: Any, seed: Array) -> Array:
        return self.filled(from_seed(seed), shape)


@register_kernel("StatelessRandomUniformInt", "CPU", host_inputs=["shape", "minval", "maxval"])
class StatelessRandomUniformInt(_UniformInt):
    def compute(self, shape: Any, seed: Array, minval: Any, maxval: Any) -> Array:
        return self.filled(from_seed(seed), shape, minval, maxval)


@register_kernel("StatelessRandomUniformFullInt", "CPU", host_inputs=["shape"])
class StatelessRandomUniformFullInt(_FullInt):
    def compute(self, shape: Any, seed: Array) -> Array:
        return self.filled(from_seed(seed), shape)


@register_kernel("StatelessRandomUniformV2", "CPU", host_inputs=["shape", "alg"])
class StatelessRandomUniformV2(_Uniform):
    def compute(self, shape: Any, key: Array, counter: Array, alg: Any) -> Array:
        return self.filled(from_key(key, counter), shape)


@register_kernel("StatelessRandomNormalV2", "CPU", host_inputs=["shape", "alg"])
class StatelessRandomNormalV2(_Normal):
    def compute(self, shape: Any, key: Array, counter: Array, alg: Any) -> Array:
        return self.filled(from_key(key, counter), shape)


@register_kernel("StatelessTruncatedNormalV2", "CPU", host_inputs=["shape", "alg"])
class StatelessTruncatedNormalV2(_TruncatedNormal):
    def compute(self, shape: Any, key: Array, counter: Array, alg: Any) -> Array:
        return self.filled(from_key(key, counter), shape)


@register_kernel("StatelessRandomUniformIntV2", "CPU", host_inputs=["shape", "alg", "minval", "maxval"])
class StatelessRandomUniformIntV2(_UniformInt):
    def compute(self, shape: Any, key: Array, counter: Array, alg: Any, minval: Any, maxval: Any) -> Array:
        return self.filled(from_key(key, counter), shape, minval, maxval)


@register_kernel("StatelessRandomUniformFullIntV2", "CPU", host_inputs=["shape", "alg"])
class StatelessRandomUniformFullIntV2(_FullInt):
    def compute(self, shape: Any, key: Array, counter: Array, alg: Any) -> Array:
        return self.filled(from_key(key, counter), shape)


@register_kernel("StatelessMultinomial", "CPU", host_inputs=["num_samples"])
class StatelessMultinomial(PlainKernel):
    """Holds the logits and their running sums in float64, and a uniform number for each sample."""

    def workspace(self, spec: KernelSpec) -> int:
        """Bytes: float64 numbers, and temporary arrays of a piece."""
        return 32 * prod(spec.shapes[0]) + 16 * prod(spec.output_shapes[0] or ()) + philox.workspace(self.xp)

    def compute(self, logits: Array, num_samples: Any, seed: Array) -> Array:
        drawn = classes(self.xp, "StatelessMultinomial", from_seed(seed), logits, int(num_samples))
        return drawn.astype(self.attrs["output_dtype"].numpy_dtype)


def _state(seed: Array) -> tuple[Any, Any]:
    """Key (1,) and counter (2,), uint64."""
    generator = from_seed(seed)
    halves = [generator.counter & 2**64 - 1, generator.counter >> 64]
    return np.array([generator.key], dtype=np.uint64), np.array(halves, dtype=np.uint64)


@register_kernel("StatelessRandomGetKeyCounter", "CPU", host_outputs=["key", "counter"])
class StatelessRandomGetKeyCounter(PlainKernel):
    def compute(self, seed: Array) -> tuple[Any, Any]:
        return _state(seed)


@register_kernel("StatelessRandomGetAlg", "CPU", host_outputs=["alg"])
class StatelessRandomGetAlg(PlainKernel):
    def compute(self) -> Any:
        return np.array(_PHILOX)


@register_kernel("StatelessRandomGetKeyCounterAlg", "CPU", host_outputs=["key", "counter", "alg"])
class StatelessRandomGetKeyCounterAlg(PlainKernel):
    def compute(self, seed: Array) -> tuple[Any, Any, Any]:
        return (*_state(seed), np.array(_PHILOX))
