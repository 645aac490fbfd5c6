"""Plain kernels of samplers of candidates: TensorFlow's numbers, drawn on the host."""

from __future__ import annotations

from itertools import islice
from math import log1p, prod
from typing import Final

import numpy as np

from graphops_cpu.lib import philox
from graphops_cpu.plain.random import RandomKernel
from graphops_registry.dtypes import float64, int64
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context

_BLOCKS_PER_CANDIDATE: Final = 512  # by which a generator advances for each candidate, however often it is drawn again
_MOST_AT_ONCE: Final = 1 << 18


class _Sampler(RandomKernel):
    host_data = ("true_classes",)

    def workspace(self, spec: KernelSpec) -> int:
        """Bytes: numbers of a piece, and the candidates, in a dictionary where they must be different."""
        count = prod(spec.output_shapes[0] or ())
        return 64 * min(4 * count, _MOST_AT_ONCE) + (160 if self.attrs["unique"] else 32) * count

    def compute(self, ctx: Context, true_classes: Array) -> tuple[Array, Array, Array]:
        most, count = self.attrs["range_max"], self.attrs["num_sampled"]
        _check(true_classes, most, type(self).__name__)
        drawn, tries = self.drawn(ctx, most, count)
        expected = self.expected(np.concatenate((true_classes.reshape(-1), drawn)), tries)
        found = drawn, expected[: true_classes.size].reshape(true_classes.shape), expected[true_classes.size :]
        return self.xp.asarray(found[0]), self.xp.asarray(found[1]), self.xp.asarray(found[2])

    def drawn(self, ctx: Context, most: int, count: int) -> tuple[Array, int]:
        """The candidates, and how many numbers were drawn for them."""
        generator = self.take(ctx, count * _BLOCKS_PER_CANDIDATE)
        piece = min(max(64, 2 * count + count % 2), _MOST_AT_ONCE)
        pieces: list[Array] = []  # of values that may be equal
        found: dict[int, None] = {}  # of different ones, in the order in which they were drawn
        drawn = 0
        while True:
            ctx.check_cancelled()
            values = self.values(generator, piece, most)
            generator = generator.skip(piece // 2)  # a block has two numbers
            if not self.attrs["unique"]:
                pieces.append(values[: count - drawn])
                drawn += len(pieces[-1])
                if drawn == count:
                    return np.concatenate(pieces), count
                continue
            numbers: list[int] = values.tolist()
            found.update(dict.fromkeys(numbers))
            if len(found) >= count:
                first = list(islice(found, count))
                return np.array(first, np.int64), drawn + numbers.index(first[-1]) + 1
            drawn += len(numbers)

    def values(self, generator: philox.Generator, size: int, most: int) -> Array:
        """Classes, made of the next ``size`` numbers, of 64 bits each; an even number of them."""
        raise NotImplementedError

    def probability(self, classes: Array) -> Array:
        """Of each class, float32."""
        raise NotImplementedError

    def expected(self, classes: Array, tries: int) -> Array:
        """How often each class is expected: float32."""
        chance, count = self.probability(classes), self.attrs["num_sampled"]
        if tries == count:
            return chance * np.float32(count)
        with np.errstate(divide="ignore"):
            return (-np.expm1(tries * np.log1p(-chance.astype(np.float64)))).astype(np.float32)


@register_kernel("UniformCandidateSampler", "CPU", uses=["resources", "name", "cancel"])
class UniformCandidateSampler(_Sampler):
    def values(self, generator: philox.Generator, size: int, most: int) -> Array:
        bits = philox.fill(np, generator, (size,), philox.full_int(int64)).view(np.uint64)
        if most & (most - 1):  # the smallest numbers are left out, so that all remainders are equally likely
            bits = bits[bits > np.uint64((2**64 - 1) % most)]
        return (bits % np.uint64(most)).astype(np.int64)

    def probability(self, classes: Array) -> Array:
        return np.full(classes.shape, np.float32(1 / self.attrs["range_max"]))


@register_kernel("LogUniformCandidateSampler", "CPU", uses=["resources", "name", "cancel"])
class LogUniformCandidateSampler(_Sampler):
    def values(self, generator: philox.Generator, size: int, most: int) -> Array:
        numbers = philox.fill(np, generator, (size,), philox.uniform(float64))
        return (np.exp(numbers * log1p(most)).astype(np.int64) - 1) % most

    def probability(self, classes: Array) -> Array:
        wide = classes.astype(np.float64)
        return (np.log((wide + 2) / (wide + 1)) / log1p(self.attrs["range_max"])).astype(np.float32)


@register_kernel("AllCandidateSampler", "CPU")
class AllCandidateSampler(PlainKernel):
    """Each class once."""

    host_data = ("true_classes",)

    def compute(self, true_classes: Array) -> tuple[Array, Array, Array]:
        count = self.attrs["num_sampled"]
        _check(true_classes, count, "AllCandidateSampler")
        xp = self.xp
        return xp.arange(count), xp.ones(true_classes.shape, np.float32), xp.ones(count, np.float32)


def _check(classes: Array, most: int, op: str) -> None:
    """Refuse true classes that do not exist."""
    wrong = classes[(classes < 0) | (classes >= most)]
    if wrong.size:
        raise must("true_classes", op, f"be in [0, {most})", int(wrong[0]))
