"""The random families: numbers for given seeds, with state (the first run of a node) and without.

Sizes are chosen around the groups that TensorFlow fills arrays by: less than one, several, and a rest. Large ones come
for the truncated normal distribution, where values that are drawn again must not disturb their neighbours.

Left out because TensorFlow has no CPU kernel: Multinomial of integers, StatelessRandomUniformIntV2 of unsigned
integers; because it refuses them: unsigned seeds.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.golden.case import Array, Case, integers, reals

FLOATS = ("float32", "float64", "float16", "bfloat16")
FULL = ("int32", "int64", "uint32", "uint64")
SHAPES = ((), (1,), (7,), (2, 3, 5), (0, 3))


def size(*values: int, dtype: str = "int32") -> Array:
    return np.array(values, dtype=dtype)


def limits(low: int, high: int, dtype: str) -> dict[str, Array]:
    return {"minval": np.array(low, dtype), "maxval": np.array(high, dtype)}


RANGES = {
    "int32": ((0, 10), (-5, 3), (-(2**31), 2**31 - 1), (7, 8)),
    "int64": ((0, 10), (-(2**40), 2**41), (-(2**63), 2**63 - 1), (-1, 0)),
}


def stateful() -> Iterator[Case]:
    for op in ("RandomUniform", "RandomStandardNormal", "TruncatedNormal"):
        for number, dtype in enumerate(FLOATS):
            for shape in SHAPES:
                attrs: dict[str, Any] = {"dtype": dtype, "seed": 87654321 + number, "seed2": 5}
                yield Case(op, {"shape": size(*shape)}, attrs)
            yield Case(op, {"shape": size(1200, dtype="int64")}, {"dtype": dtype, "seed": 1})
            yield Case(op, {"shape": size(5)}, {"dtype": dtype, "seed": -(2**63), "seed2": -1})
    for dtype, ranges in RANGES.items():
        for low, high in ranges:
            yield Case("RandomUniformInt", {"shape": size(3, 3), **limits(low, high, dtype)}, {"seed": 9, "seed2": 8})
        yield Case("RandomUniformInt", {"shape": size(0), **limits(5, 5, dtype)}, {"seed2": 8})
    for number, value in enumerate((integers((11,), "int32", 1, 0, 99), reals((6, 2), "float64", 2), np.array(3.0))):
        yield Case("RandomShuffle", {"value": value}, {"seed": number + 1, "seed2": 2})
    yield Case("RandomShuffle", {"value": np.arange(200, dtype="int16")}, {"seed2": 2})
    yield Case("RandomShuffle", {"value": np.array([b"a", b"b", b"c"], dtype=object)}, {"seed": 7})
    yield Case("RandomShuffle", {"value": np.zeros((0, 2), "uint8")}, {"seed": 7})
    yield Case("RandomShuffle", {"value": np.array([[True, False]])}, {"seed": 7})


def logits() -> Iterator[dict[str, Array]]:
    for number, dtype in enumerate(FLOATS):
        yield {"logits": reals((3, 5), dtype, number), "num_samples": np.array(7, "int32")}
    wide = 40 * reals((2, 300), "float64", 9)
    wide[0, 7], wide[1, 0], wide[1, 9] = np.inf, -np.inf, np.nan
    yield {"logits": wide, "num_samples": np.array(50, "int32")}
    yield {"logits": np.zeros((1, 4), "float32"), "num_samples": np.array(100, "int32")}
    yield {"logits": np.zeros((2, 1), "float32"), "num_samples": np.array(2, "int32")}
    yield {"logits": np.zeros((2, 3), "float32"), "num_samples": np.array(0, "int32")}
    yield {"logits": np.zeros((0, 3), "float32"), "num_samples": np.array(2, "int32")}


def multinomial() -> Iterator[Case]:
    for number, inputs in enumerate(logits()):
        output = {"output_dtype": "int32" if number % 2 else "int64"}
        yield Case("Multinomial", inputs, {"seed": 11 + number, "seed2": 12, **output})
        yield Case("StatelessMultinomial", {**inputs, "seed": size(5, -number)}, output)


SEEDS = (size(0, 0), size(1, 2), size(-3, 2**31 - 1), size(-(2**63), 2**62 + 1, dtype="int64"))


def stateless() -> Iterator[Case]:
    for op in ("StatelessRandomUniform", "StatelessRandomNormal", "StatelessTruncatedNormal"):
        for number, dtype in enumerate(FLOATS):
            for shape in SHAPES:
                yield Case(op, {"shape": size(*shape), "seed": SEEDS[number]}, {"dtype": dtype})
            yield Case(op, {"shape": size(4, dtype="int64"), "seed": SEEDS[3 - number]}, {"dtype": dtype})
    for number, (dtype, ranges) in enumerate(RANGES.items()):
        for low, high in ranges:
            inputs = {"shape": size(2, 3), "seed": SEEDS[number], **limits(low, high, dtype)}
            yield Case("StatelessRandomUniformInt", inputs)
    for number, dtype in enumerate(FULL):
        inputs = {"shape": size(3, 3), "seed": SEEDS[number]}
        yield Case("StatelessRandomUniformFullInt", inputs, {"dtype": dtype})


# The last counters are about to carry: from the lowest 32 bits, from 64 bits, from all 128.
STATES = (
    ([0], [0, 0], 1),
    ([2**64 - 1], [1, 2], 3),
    ([12345], [2**32 - 2, 2**63, 5], 1),
    ([77], [2**64 - 3, 9], 1),
    ([77], [2**64 - 3, 2**64 - 1], 3),
)


def from_state() -> Iterator[Case]:
    for key, counter, algorithm in STATES:
        state = {
            "key": np.array(key, "uint64"),
            "counter": np.array(counter, "uint64"),
            "alg": np.array(algorithm, "int32"),
        }
        for op in ("StatelessRandomUniformV2", "StatelessRandomNormalV2", "StatelessTruncatedNormalV2"):
            for dtype in FLOATS:
                yield Case(op, {"shape": size(3, 11), **state}, {"dtype": dtype})
        for dtype, ranges in RANGES.items():
            inputs = {"shape": size(13, dtype="int64"), **state, **limits(*ranges[1], dtype)}
            yield Case("StatelessRandomUniformIntV2", inputs)
        for dtype in FULL:
            yield Case("StatelessRandomUniformFullIntV2", {"shape": size(13), **state}, {"dtype": dtype})
    for seed in SEEDS:
        yield Case("StatelessRandomGetKeyCounter", {"seed": seed})
        yield Case("StatelessRandomGetKeyCounterAlg", {"seed": seed})
    yield Case("StatelessRandomGetAlg", {})


CASES = [*stateful(), *multinomial(), *stateless(), *from_state()]
