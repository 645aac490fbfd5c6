"""Samplers of candidates: TensorFlow's draws, run after run, and what they refuse."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops import raw_ops as r
from graphops_cpu.plain import candidate_samplers
from graphops_registry.errors import InvalidArgumentError
from tests.golden.load import load

SAMPLES = {"num_true": 2, "num_sampled": 6, "seed": 3, "seed2": 4}


@pytest.mark.parametrize(("case", "expected"), load("candidate_samplers"), ids=str)
def test_first_runs_are_tensorflows(case: Any, expected: Any) -> None:
    with go.Graph().as_default(), go.Session() as session:
        found = session.run(list(getattr(r, case.op)(**case.inputs, **case.attrs)))
    np.testing.assert_array_equal(found[0], expected[0])
    for mine, theirs in zip(found[1:], expected[1:], strict=True):
        assert mine.dtype == theirs.dtype
        np.testing.assert_allclose(mine, theirs, rtol=1e-6)


@pytest.mark.parametrize(
    ("op", "unique", "draws"),
    [  # recorded with TensorFlow 2.21
        ("LogUniformCandidateSampler", True, [[1, 3, 6, 0, 5, 7], [3, 0, 9, 4, 1, 2]]),
        ("LogUniformCandidateSampler", False, [[1, 3, 1, 6, 0, 0], [3, 0, 9, 4, 1, 4]]),
        ("UniformCandidateSampler", True, [[1, 5, 9, 7, 3, 4], [8, 3, 6, 4, 1, 5]]),
        ("UniformCandidateSampler", False, [[1, 5, 9, 9, 7, 3], [8, 8, 3, 6, 4, 1]]),
    ],
)
def test_a_stream_goes_on(op: str, unique: bool, draws: list[list[int]], monkeypatch: pytest.MonkeyPatch) -> None:
    for pieces in (1 << 18, 2):
        monkeypatch.setattr(candidate_samplers, "_MOST_AT_ONCE", pieces)
        with go.Graph().as_default(), go.Session() as session:
            found = getattr(r, op)(true_classes=[[1, 5], [0, 7]], unique=unique, range_max=10, **SAMPLES)
            assert [session.run(found[0]).tolist() for _ in draws] == draws


def test_without_seeds_draws_differ() -> None:
    with go.Graph().as_default():
        found = r.UniformCandidateSampler(
            true_classes=[[1]], num_true=1, num_sampled=20, unique=False, range_max=2**40
        ).sampled_candidates
        draws = [go.Session().run(found).tolist() for _ in range(2)]
    assert draws[0] != draws[1]


def run(op: str, **inputs: Any) -> None:
    with go.Graph().as_default(), go.Session() as session:
        session.run(list(getattr(r, op)(**inputs, **SAMPLES)))


@pytest.mark.parametrize("classes", [[[1, 10]], [[-1, 2]]])
def test_classes_out_of_range(classes: list[list[int]]) -> None:
    with pytest.raises(InvalidArgumentError, match=r"true_classes of .* must be in \[0, 10\), got"):
        run("LogUniformCandidateSampler", true_classes=classes, unique=True, range_max=10)


def test_more_than_there_are() -> None:
    with pytest.raises(InvalidArgumentError, match="must be at most range_max = 5, to be unique, got 6"):
        run("UniformCandidateSampler", true_classes=[[1, 2]], unique=True, range_max=5)
    run("UniformCandidateSampler", true_classes=[[1, 2]], unique=False, range_max=5)


def test_other_columns_than_num_true() -> None:
    with pytest.raises(InvalidArgumentError, match="must have num_true = 2 columns, got 3"):
        run("AllCandidateSampler", true_classes=[[1, 2, 3]], unique=True)
