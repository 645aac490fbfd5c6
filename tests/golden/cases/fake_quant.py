"""Quantisation in training, and the orders of data formats."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.golden.case import Array, Case, integers, reals

RANGES = [(-6.0, 6.0), (0.0, 6.0), (-0.1, 6.0), (-0.7, 0.9), (1.0, 3.0), (-3.0, -1.0), (-1.0, 0.0)]
SPECIAL = np.array([-7, -6, -5.99, -0.01, 0, 0.01, 2.34, 6, 7, np.inf, -np.inf, 1e30], np.float32)
BITS: list[dict[str, Any]] = [{}, {"num_bits": 2}, {"num_bits": 16}, {"num_bits": 4, "narrow_range": True}]


def scalar(value: float) -> Array:
    return np.array(value, np.float32)


def fake_quants() -> Iterator[Case]:
    for bits in BITS:
        for low, high in RANGES:
            for x in (SPECIAL, 4 * reals((3, 7), "float32", 1)):
                ends = {"min": low, "max": high}
                dy = reals(x.shape, "float32", 2)
                yield Case("FakeQuantWithMinMaxArgs", {"inputs": x}, ends | bits)
                yield Case("FakeQuantWithMinMaxArgsGradient", {"gradients": dy, "inputs": x}, ends | bits)
                given = {"inputs": x, "min": scalar(low), "max": scalar(high)}
                yield Case("FakeQuantWithMinMaxVars", given, bits)
                yield Case("FakeQuantWithMinMaxVarsGradient", {"gradients": dy} | given, bits)
        for shape in ((7,), (3, 7), (2, 3, 7), (2, 1, 2, 7), (0, 7)):
            x, dy = 4 * reals(shape, "float32", 3), reals(shape, "float32", 4)
            ends_of = np.array(RANGES, np.float32)
            given = {"inputs": x, "min": ends_of[:, 0], "max": ends_of[:, 1]}
            yield Case("FakeQuantWithMinMaxVarsPerChannel", given, bits)
            yield Case("FakeQuantWithMinMaxVarsPerChannelGradient", {"gradients": dy} | given, bits)
    x, dy = reals((2, 3), "float32", 5), reals((2, 3), "float32", 6)
    zeros = {"inputs": x, "min": scalar(0), "max": scalar(0)}
    yield Case("FakeQuantWithMinMaxVars", zeros)
    yield Case("FakeQuantWithMinMaxVarsGradient", {"gradients": dy} | zeros)
    some = {"inputs": x, "min": np.array([0, -1, 0], np.float32), "max": np.array([0, 1, 0], np.float32)}
    yield Case("FakeQuantWithMinMaxVarsPerChannel", some)
    yield Case("FakeQuantWithMinMaxVarsPerChannelGradient", {"gradients": dy} | some)


def formats() -> Iterator[Case]:
    for src, dst in (("NHWC", "NCHW"), ("NCHW", "NHWC"), ("HWNC", "WHCN"), ("NDHWC", "NCDHW"), ("NCDHW", "NDHWC")):
        attrs = {"src_format": src, "dst_format": dst}
        rank = len(src)
        for dtype in ("int32", "int64"):
            yield Case("DataFormatDimMap", {"x": np.arange(-rank, rank, dtype=dtype)}, attrs)
            for shape in ((rank,), (rank - 2,), (rank, 2), (rank - 2, 2)):
                yield Case("DataFormatVecPermute", {"x": integers(shape, dtype, 1, -9, 9)}, attrs)
        for shape in ((), (0,), (2, 3)):
            yield Case("DataFormatDimMap", {"x": integers(shape, "int32", 2, -rank, rank - 1)}, attrs)


CASES = [*fake_quants(), *formats()]
