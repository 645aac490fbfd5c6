"""Plain kernels of random numbers with state.

Each node's generator is kept in the Session, and each run advances it by as much as TensorFlow does.
"""

from __future__ import annotations

import os
from math import prod
from typing import Any, Final

import numpy as np

from graphops_cpu.lib import philox
from graphops_cpu.lib.elementwise import count
from graphops_registry.dtypes import float64
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context
from graphops_registry.locks import new_lock

RANDOM: Final = "random"  # the first part of the keys of streams in a store
_BLOCKS_PER_VALUE: Final = 256  # by which a generator advances for each value, even if the value took fewer


class Stream:
    """The generator of a node, which moves on.

    Attributes:
        seeds: the node's, 0 and 0 if it has none.
        generator: as it is now.
    """

    def __init__(self, seed: int, seed2: int) -> None:
        self.seeds = seed, seed2
        if not seed and not seed2:  # without a seed each run draws other numbers
            seed, seed2 = (int.from_bytes(os.urandom(8), "little") for _ in range(2))
        self.generator = philox.from_seeds(seed, seed2)
        self._lock = new_lock()

    def take(self, blocks: int) -> philox.Generator:
        """The generator as it is now; it moves on by ``blocks``."""
        with self._lock:
            generator = self.generator
            self.generator = generator.skip(blocks)
        return generator


class RandomKernel(PlainKernel):
    """Base of kernels that draw from their node's stream."""

    def workspace(self, spec: KernelSpec) -> int:
        """Bytes: temporary arrays of a piece."""
        return philox.workspace(self.xp)

    def take(self, ctx: Context, blocks: int) -> philox.Generator:
        """The node's generator; it moves on by ``blocks``."""
        seed, seed2 = self.attrs["seed"], self.attrs["seed2"]
        key = (RANDOM, ctx.function, ctx.name, seed, seed2)
        stream: Stream = ctx.resources.state(key, lambda: Stream(seed, seed2))
        return stream.take(blocks)

    def filled(self, ctx: Context, shape: Any, distribution: philox.Distribution) -> Array:
        sizes = tuple(int(size) for size in shape)
        generator = self.take(ctx, prod(sizes) * _BLOCKS_PER_VALUE)
        with np.errstate(all="ignore"):
            return philox.fill(self.xp, generator, sizes, distribution)


@register_kernel("RandomUniform", "CPU", host_inputs=["shape"], uses=["resources", "name"])
class RandomUniform(RandomKernel):
    def compute(self, ctx: Context, shape: Any) -> Array:
        return self.filled(ctx, shape, philox.uniform(self.attrs["dtype"]))


@register_kernel("RandomStandardNormal", "CPU", host_inputs=["shape"], uses=["resources", "name"])
class RandomStandardNormal(RandomKernel):
    def compute(self, ctx: Context, shape: Any) -> Array:
        return self.filled(ctx, shape, philox.normal(self.attrs["dtype"]))


@register_kernel("TruncatedNormal", "CPU", host_inputs=["shape"], uses=["resources", "name"])
class TruncatedNormal(RandomKernel):
    def compute(self, ctx: Context, shape: Any) -> Array:
        return self.filled(ctx, shape, philox.truncated_normal(self.attrs["dtype"]))


@register_kernel("RandomUniformInt", "CPU", host_inputs=["shape", "minval", "maxval"], uses=["resources", "name"])
class RandomUniformInt(RandomKernel):
    def compute(self, ctx: Context, shape: Any, minval: Any, maxval: Any) -> Array:
        return self.filled(ctx, shape, philox.uniform_int(self.attrs["Tout"], int(minval), int(maxval)))


@register_kernel("RandomShuffle", "CPU", uses=["resources", "name"])
class RandomShuffle(RandomKernel):
    """The order is made on the host, one exchange after the other."""

    def workspace(self, spec: KernelSpec) -> int:
        """Bytes: the order, as numbers of Python and as an array, and random bits."""
        return 128 * (spec.shapes[0][0] if spec.shapes[0] else 1)

    def compute(self, ctx: Context, value: Array) -> Array:
        if value.size <= 1 or value.shape[0] <= 1:
            return value.copy()
        size = value.shape[0]
        order = philox.permutation(self.take(ctx, (size + 2) // 4), size)
        if value.dtype.kind == "O":  # on the host
            return np.take(value, order, axis=0)
        return self.xp.take(value, self.xp.asarray(order), axis=0)


def classes(xp: Any, op: str, generator: philox.Generator, logits: Array, samples: int) -> Array:
    """Numbers of classes, drawn by their logits: (rows, samples), int64.

    A class has the part of [0, 1) that its probability is; a sample is the class that a uniform number falls into.

    Raises:
        InvalidArgumentError: a row without a finite logit.
    """
    rows = logits.shape[0]
    result = xp.empty((rows, samples), dtype=np.int64)
    if not rows or not samples:
        return result
    wide = logits.astype(np.float64)
    finite = xp.isfinite(wide)
    empty = rows - count(finite.any(axis=1))
    if empty:
        raise must("logits", op, "have a finite value in each row", f"{empty} rows without one")
    wide = xp.where(finite, wide, -np.inf)
    with np.errstate(all="ignore"):
        ends = xp.cumsum(xp.exp(wide - wide.max(axis=1, keepdims=True)), axis=1)  # (rows, classes)
        numbers = philox.fill(xp, generator, (rows, samples), philox.uniform(float64)) * ends[:, -1:]
    for row in range(rows):
        result[row] = xp.searchsorted(ends[row], numbers[row], side="right")
    return result


@register_kernel("Multinomial", "CPU", host_inputs=["num_samples"], uses=["resources", "name"])
class Multinomial(RandomKernel):
    """Holds the logits and their running sums in float64, and a uniform number for each sample."""

    def workspace(self, spec: KernelSpec) -> int:
        """Bytes: float64 numbers, and temporary arrays of a piece."""
        return 32 * prod(spec.shapes[0]) + 16 * prod(spec.output_shapes[0] or ()) + philox.workspace(self.xp)

    def compute(self, ctx: Context, logits: Array, num_samples: Any) -> Array:
        samples = int(num_samples)
        # Two 32-bit numbers for each sample, and whole blocks for each row.
        reserved = logits.shape[0] * (-(-samples // 4) * 4) * 2 * _BLOCKS_PER_VALUE
        drawn = classes(self.xp, "Multinomial", self.take(ctx, reserved), logits, samples)
        return drawn.astype(self.attrs["output_dtype"].numpy_dtype)
