"""Random numbers in one launch, against Philox and the distributions in Python's integers and floats."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from graphops_cpu.lib import philox
from graphops_registry.dtypes import as_dtype

pytestmark = pytest.mark.emulator

GENERATORS = [
    philox.Generator(0, 0),
    philox.Generator(0x0123456789ABCDEF, 0xFEDCBA9876543210_0F1E2D3C4B5A6978),
    philox.Generator(2**64 - 1, 2**64 - 3),  # the lower half of the counter overflows
    philox.Generator(7, 2**128 - 2),
]
SIZES = [(1,), (3, 5), (1030,), (0, 4), ()]


def block(key: int, counter: int) -> list[int]:
    """Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3. Philox4x32 with ten rounds."""
    mask = 2**32 - 1
    c = [counter >> shift & mask for shift in (0, 32, 64, 96)]
    k = [key & mask, key >> 32]
    for _ in range(10):
        first, second = c[0] * 0xD2511F53, c[2] * 0xCD9E8D57
        c = [second >> 32 ^ c[1] ^ k[0], second & mask, first >> 32 ^ c[3] ^ k[1], first & mask]
        k = [(k[0] + 0x9E3779B9) & mask, (k[1] + 0xBB67AE85) & mask]
    return c


def blocks(generator: philox.Generator, first: int = 0) -> Iterator[list[int]]:
    for number in range(first, first + 2000):
        yield block(generator.key, (generator.counter + number) % 2**128)


def normals(words: list[int], double: bool) -> list[float]:
    """Two or four values of a block, by Box and Muller."""
    if double:
        uniform = [((words[i] & 0xFFFFF) << 32 | words[i + 1]) / 2**52 for i in (0, 2)]
    else:
        uniform = [(word & 0x7FFFFF) / 2**23 for word in words]
    values = []
    for u, v in zip(uniform[::2], uniform[1::2], strict=True):
        radius = math.sqrt(-2 * math.log(max(u, 1e-7)))
        values += [math.sin(2 * math.pi * v) * radius, math.cos(2 * math.pi * v) * radius]
    return values


def on_device(generator: philox.Generator, shape: tuple[int, ...], distribution: philox.Distribution) -> Any:
    import cupy

    from graphops.plugins.packages import load_kernels

    load_kernels()
    found = philox.fill(cupy, generator, shape, distribution)
    assert found.shape == shape
    return found.get().reshape(-1)


@pytest.mark.parametrize(("name", "bits"), [("half", 10), ("bfloat16", 7), ("float", 23), ("double", 52)])
@pytest.mark.parametrize("generator", GENERATORS)
def test_uniform(name: str, bits: int, generator: philox.Generator) -> None:
    for shape in SIZES:
        found = on_device(generator, shape, philox.uniform(as_dtype(name)))
        if bits == 52:
            pairs = (words[i : i + 2] for words in blocks(generator) for i in (0, 2))
            exact = [((high & 0xFFFFF) << 32 | low) / 2**52 for high, low in pairs]
        else:
            exact = [(word % 2**bits) / 2**bits for words in blocks(generator) for word in words]
        assert found.astype(np.float64).tolist() == exact[: found.size]


@pytest.mark.parametrize("name", ["half", "bfloat16", "float", "double"])
@pytest.mark.parametrize("generator", GENERATORS)
def test_normal(name: str, generator: philox.Generator) -> None:
    unit = float(ml_dtypes.finfo(as_dtype(name).numpy_dtype).eps)
    for shape in SIZES:
        found = on_device(generator, shape, philox.normal(as_dtype(name))).astype(np.float64)
        exact = np.array([x for words in blocks(generator) for x in normals(words, name == "double")])[: found.size]
        # The angle is rounded to float32 as well: its error counts as the sine's, absolutely.
        assert (np.abs(found - exact) <= 2 * unit * np.abs(exact) + (0 if name == "double" else 4e-6)).all()


@pytest.mark.parametrize("name", ["half", "float", "double"])
@pytest.mark.parametrize("generator", GENERATORS)
def test_truncated_normal(name: str, generator: philox.Generator) -> None:
    group = 2 if name == "double" else 4
    for shape in SIZES:
        found = on_device(generator, shape, philox.truncated_normal(as_dtype(name))).astype(np.float64)
        exact: list[float] = []
        for first in range(0, found.size, group):
            fits: list[float] = []
            for words in blocks(generator, first // group * 64 * group):
                fits += [x for x in normals(words, name == "double") if abs(x) < 2]
                if len(fits) >= group:
                    break
            exact += fits[:group]
        tolerance = {"half": 2e-3, "float": 1e-5, "double": 1e-14}[name]
        assert np.allclose(found, exact[: found.size], rtol=0, atol=tolerance)


@pytest.mark.parametrize("name", ["int32", "uint32", "int64", "uint64"])
@pytest.mark.parametrize("generator", GENERATORS)
def test_integers(name: str, generator: philox.Generator) -> None:
    dtype = as_dtype(name)
    width, lowest = 8 * dtype.size, int(np.iinfo(dtype.numpy_dtype).min)
    words = [word for each in blocks(generator) for word in each]
    if width == 64:
        words = [low | high << 32 for low, high in zip(words[::2], words[1::2], strict=True)]
    for shape in SIZES:
        found = on_device(generator, shape, philox.full_int(dtype))
        assert [int(x) % 2**width for x in found] == words[: found.size]
        for low, high in ((lowest, lowest + 7), (3, 10), (lowest, -(lowest + 1) if lowest else 2**width - 1)):
            found = on_device(generator, shape, philox.uniform_int(dtype, low, high))
            assert [int(x) for x in found] == [low + word % (high - low) for word in words[: found.size]]
