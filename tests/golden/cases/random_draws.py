"""Gamma, Poisson and binomial random numbers for given seeds: by each method, for each dtype, with and without state.

Arrays are longer than a piece that is drawn at once, or short; parameters of several axes.

StatefulRandomBinomial is in tests/ops/test_random_draws.py: in a recording it would change the array that the variable
was made of.
"""

from collections.abc import Iterator

import numpy as np

from tests.golden.case import Array, Case, reals
from tests.golden.cases.random import SEEDS, STATES, size

ALPHA = np.array([[0.05, 0.5, 1.0], [1.5, 8.0, 1000.0]])
RATE = np.array([0.0, 0.1, 3.0, 9.99, 10.0, 25.0, 4000.0])
COUNTS = np.array([[0.0], [5.0], [40.0], [3000.0]])
PROBS = np.array([0.0, 0.001, 0.3, 0.5, 0.6, 0.999, 1.0])
FLOATS = ("float16", "float32", "float64")
NUMBERS = (*FLOATS, "int32", "int64")


def gamma() -> Iterator[Case]:
    for number, dtype in enumerate(FLOATS):
        alpha = ALPHA.astype(dtype)
        for shape in ((), (7,), (2, 5)):
            yield Case("RandomGamma", {"shape": size(*shape), "alpha": alpha}, {"seed": 5, "seed2": number})
        yield Case("StatelessRandomGammaV2", {"shape": size(3, 4, 2, 3), "seed": SEEDS[number], "alpha": alpha})
        for key, counter, algorithm in STATES:
            state = {"key": np.array(key, "uint64"), "counter": np.array(counter, "uint64"),
                     "alg": np.array(algorithm, "int32")}  # fmt: skip
            yield Case("StatelessRandomGammaV3", {"shape": size(5, 2, 3, dtype="int64"), **state, "alpha": alpha})
    inputs = {"shape": size(9000, dtype="int64"), "alpha": np.array([0.7, 3.0], "float32")}
    yield Case("RandomGamma", inputs, {"seed": -1, "seed2": 2**62})
    yield Case("RandomGamma", {"shape": size(0), "alpha": ALPHA}, {"seed": 1})
    yield Case("RandomGamma", {"shape": size(2), "alpha": ALPHA[:0]}, {"seed": 1})


def slopes() -> Iterator[Case]:
    alpha = np.array([0.01, 0.1, 0.5, 1, 2, 5, 30, 100, 400])[:, None]
    for dtype in ("float64", "float32"):
        alpha = alpha if dtype == "float64" else alpha[:-1]  # beyond TensorFlow answers 0
        sample = (alpha * np.array([0.3, 0.9, 1, 1.1, 2])).astype(dtype)
        yield Case("RandomGammaGrad", {"alpha": alpha.astype(dtype), "sample": sample})
    yield Case("RandomGammaGrad", {"alpha": np.array([2.0]), "sample": abs(reals((2, 3), "float64", 1))})
    yield Case("RandomGammaGrad", {"alpha": np.array([0.0, -2, np.nan, 1, 1, 1]),
                                   "sample": np.array([0.3, 1, 25, 0, -1, np.nan])})  # fmt: skip


def poisson() -> Iterator[Case]:
    for number, dtype in enumerate(NUMBERS):
        rate = RATE.astype(dtype)
        given: Array = RATE if number % 2 else rate
        for out in (dtype, NUMBERS[number - 1]):
            yield Case("RandomPoissonV2", {"shape": size(3, 2), "rate": given}, {"seed": 4, "seed2": 1, "dtype": out})
        yield Case("StatelessRandomPoisson", {"shape": size(6, 7), "seed": SEEDS[number % 4], "lam": given},
                   {"dtype": dtype})  # fmt: skip
    yield Case("RandomPoissonV2", {"shape": size(9000), "rate": np.array([2.0, 70.0])}, {"seed": 8, "dtype": "int32"})
    yield Case("RandomPoissonV2", {"shape": size(2, 2), "rate": np.array(1e12)}, {"seed": 8})


def binomial() -> Iterator[Case]:
    for number, dtype in enumerate(NUMBERS):
        kind = dtype if dtype in FLOATS else "float64"  # TensorFlow has no kernel for integers
        parameters = {"counts": COUNTS.astype(kind), "probs": PROBS.astype(kind)}
        for out in (dtype, NUMBERS[number - 1]):
            inputs = {"shape": size(3, 4, 7), "seed": SEEDS[number % 4], **parameters}
            yield Case("StatelessRandomBinomial", inputs, {"dtype": out})
    inputs = {"counts": np.array(500.0), "probs": np.array([0.4, 0.01])}
    yield Case("StatelessRandomBinomial", {"shape": size(9000, 2), "seed": SEEDS[1], **inputs})


CASES = [*gamma(), *slopes(), *poisson(), *binomial()]
