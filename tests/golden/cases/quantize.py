"""Simulated quantisation with a scale that keeps 0, and the state of a generator of random numbers."""

from collections.abc import Iterator

import numpy as np

from tests.golden.case import Array, Case, reals

FLOATS = ("float32", "float64")


def _ranges(dtype: str) -> Iterator[tuple[Array, Array]]:
    for low, high in ((-0.8, 1.2), (-1.2, 0.8), (0.0, 1.0), (-1.0, 0.0), (0.25, 0.5), (0.0, 0.0)):
        yield np.array(low, dtype), np.array(high, dtype)


def _quantized() -> Iterator[Case]:
    op = "QuantizeAndDequantizeV4"
    for dtype in FLOATS:
        x = reals((3, 5), dtype, 1) * np.array(1.5, dtype)
        for low, high in _ranges(dtype):
            inputs = {"input": x, "input_min": low, "input_max": high}
            for attrs in (
                {}, {"signed_input": False}, {"num_bits": 16},
                {"num_bits": 4, "narrow_range": True, "round_mode": "HALF_UP"},
            ):  # fmt: skip
                yield Case(op, inputs, {"range_given": True, **attrs})
                if not low < -1:
                    yield Case(op, inputs, attrs)
            yield Case(f"{op}Grad", {"gradients": reals((3, 5), dtype, 2), **inputs})
        for axis, size in ((0, 3), (1, 5)):
            low, high = -np.abs(reals((size,), dtype, 3)), np.abs(reals((size,), dtype, 4))
            inputs = {"input": x, "input_min": low, "input_max": high}
            for attrs in ({}, {"signed_input": False}, {"num_bits": 5, "narrow_range": True}):
                yield Case(op, inputs, {"axis": axis, **attrs})  # with a given range TensorFlow refuses any
            yield Case(f"{op}Grad", {"gradients": reals((3, 5), dtype, 5), **inputs}, {"axis": axis})
        cube = {"input": reals((2, 3, 4), dtype, 6), "input_min": np.zeros(3, dtype), "input_max": np.zeros(3, dtype)}
        yield Case(op, cube, {"axis": 1})
        none = np.zeros((0,), dtype)
        yield Case(op, {"input": none, "input_min": np.array(0, dtype), "input_max": np.array(0, dtype)})


def _generators() -> Iterator[Case]:
    for state, delta in (
        ([1, 2, 3], 5), ([-1, 2, 3], 1), ([-300, -1, 3], 2**55 + 7), ([1, 2, 3], 2**64 - 1), ([7, -1, -5], 0),
        ([-1, -1, 3], 1), ([1, 2, 3], 2**56), ([-1, 2, 3], 2**64 - 1)
    ):  # fmt: skip
        for alg in (1, 3):
            yield Case(
                "RngReadAndSkip",
                {"resource": np.array(state, np.int64), "alg": np.int32(alg), "delta": np.uint64(delta)},
            )


CASES = [*_quantized(), *_generators()]
