"""Bad calls of ops that make random numbers: the class of the error, and its sentence. Nothing is made in vain."""

from __future__ import annotations

import time
import tracemalloc

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import InvalidArgumentError, ResourceExhaustedError, UnimplementedError


@pytest.fixture(autouse=True)
def graph():
    with go.Graph().as_default() as graph:
        yield graph


def zeros(*shape, dtype=np.float32):
    return np.zeros(shape, dtype)


KEY = {"key": np.uint64([1]), "counter": np.uint64([1, 2]), "alg": 1}

RANDOM = [
    (
        "StatelessRandomUniform",
        {"shape": [2], "seed": [1, 2, 3]},
        "seed of op 'StatelessRandomUniform' must have 2 val",
    ),
    ("StatelessRandomUniform", {"shape": [2], "seed": 1}, "seed of op 'StatelessRandomUniform' must have rank 1, got"),
    ("StatelessRandomUniform", {"shape": 3, "seed": [1, 2]}, "shape of op 'StatelessRandomUniform' must have rank 1"),
    ("StatelessRandomUniform", {"shape": [[3]], "seed": [1, 2]}, "must have rank 1"),
    ("StatelessRandomUniform", {"shape": [2, -1], "seed": [1, 2]}, "must have sizes >= 0, got [2, -1]"),
    ("StatelessRandomUniform", {"shape": [2.5], "seed": [1, 2]}, "shape of op 'StatelessRandomUniform'"),
    ("StatelessRandomUniform", {"shape": np.int64([2**40, 2**40]), "seed": [1, 2]}, "at most 2**63 - 1 elements"),
    ("StatelessRandomUniform", {"shape": [1], "seed": [1, 2], "dtype": "int32"}, "attr 'dtype' of op"),
    (
        "StatelessRandomUniformInt",
        {"shape": [2], "seed": [1, 2], "minval": 3, "maxval": 3},
        "minval of op 'StatelessRandomUniformInt' must be less than maxval, got 3 and 3",
    ),
    ("StatelessRandomUniformInt", {"shape": [2], "seed": [1, 2], "minval": [3], "maxval": 4}, "minval of op"),
    (
        "StatelessRandomUniformV2",
        {"shape": [2], **KEY, "key": np.uint64([1, 2])},
        "key of op 'StatelessRandomUniformV2'",
    ),
    ("StatelessRandomUniformV2", {"shape": [2], **KEY, "key": np.uint64(1)}, "must have rank 1"),
    ("StatelessRandomUniformV2", {"shape": [2], **KEY, "counter": np.uint64([1])}, "must have 2 values or more, got 1"),
    (
        "StatelessRandomUniformV2",
        {"shape": [2], **KEY, "alg": [1]},
        "alg of op 'StatelessRandomUniformV2' must be a sc",
    ),
    (
        "StatelessRandomUniformV2",
        {"shape": [2], **KEY, "alg": 0},
        "must be 1 (Philox) or 3 (the device's choice), got 0",
    ),
    ("StatelessRandomUniformV2", {"shape": [2], **KEY, "alg": 2}, "got 2 (ThreeFry)"),
    ("StatelessRandomGetKeyCounter", {"seed": [1]}, "seed of op 'StatelessRandomGetKeyCounter' must have 2 values"),
    ("StatelessMultinomial", {"logits": zeros(2), "num_samples": 1, "seed": [1, 2]}, "must have rank 2"),
    ("StatelessMultinomial", {"logits": zeros(2, 0), "num_samples": 1, "seed": [1, 2]}, "have one class or more"),
    (
        "StatelessMultinomial",
        {"logits": zeros(2, 2), "num_samples": -1, "seed": [1, 2]},
        "must not be negative, got -1",
    ),
    ("StatelessMultinomial", {"logits": zeros(2, 2), "num_samples": [1], "seed": [1, 2]}, "must be a scalar"),
]


@pytest.mark.parametrize(("op", "arguments", "sentence"), RANDOM, ids=lambda value: value if value else "")
def test_random_calls(op, arguments, sentence):
    for way in (go.eager, go.raw_ops):
        with pytest.raises((InvalidArgumentError, UnimplementedError)) as caught:
            getattr(way, op)(**arguments)
        assert sentence in str(caught.value)


def test_a_row_needs_a_class():
    logits = np.array([[0, 1], [-np.inf, np.nan], [np.inf, -np.inf]], np.float32)
    with pytest.raises(
        InvalidArgumentError, match="logits of op 'StatelessMultinomial' must have a finite value in each "
    ):
        go.eager.StatelessMultinomial(logits=logits, num_samples=2, seed=[1, 2])
    drawn = go.raw_ops.Multinomial(logits=logits, num_samples=2)
    with go.Session() as session, pytest.raises(InvalidArgumentError, match="got 2 rows without one"):
        session.run(drawn)


@pytest.mark.parametrize("op", ["RandomUniform", "RandomStandardNormal", "TruncatedNormal"])
def test_what_does_not_fit_is_refused_before_it_is_made(op):
    shape = go.placeholder(go.int64, [2])
    node = getattr(go.raw_ops, op)(shape=shape, dtype="float64")
    with go.Session() as session:
        tracemalloc.start()
        begin = time.perf_counter()
        for sizes in ([2**30, 2**20], [2**62, 2], [-1, 3]):
            with pytest.raises((ResourceExhaustedError, InvalidArgumentError)):
                session.run(node, {shape: sizes})
        assert time.perf_counter() - begin < 1
        assert tracemalloc.get_traced_memory()[1] < 8 << 20
        tracemalloc.stop()
        assert session.run(node, {shape: [0, 2**40]}).shape == (0, 2**40)
