"""Random graphs with TensorFlow 1's control flow: all passes give the values and errors of the frame executor."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.plan.session_config import PLAN_PASSES
from graphops_registry.errors import GraphopsError
from tests.plan.random_control_flow import Graph

_RUNS = 6  # the third with the same shapes is a program; the last ones have other shapes


def outcomes(made: Graph, passes: tuple[str, ...]) -> list[Any]:
    """What each run gives, and the variable after it; the last one may be the class of an error."""
    found: list[Any] = []
    with go.Session(made.graph, config=go.SessionConfig(plan_passes=passes, timeout=60)) as session:
        session.run(made.variable.initializer)
        for run in range(_RUNS):
            try:
                values = session.run(made.fetches, made.feeds(run))
            except GraphopsError as error:
                return [*found, type(error)]
            found.append([*values, session.variables["v"]])
    return found


def check(seed: int) -> None:
    made = Graph(seed)
    chance = random.Random(seed)  # noqa: S311
    some = tuple(name for name in PLAN_PASSES if name == "regions" or chance.random() < 0.5)
    expected = outcomes(made, ())
    for passes in (PLAN_PASSES, some):
        found = outcomes(made, passes)
        assert len(found) == len(expected), (passes, found[-1], expected[-1])
        for values, others in zip(found, expected, strict=True):
            if isinstance(others, list):
                for value, other in zip(values, others, strict=True):
                    np.testing.assert_array_equal(value, other, strict=value is not None, err_msg=str(passes))
            else:
                assert values is others, passes


@pytest.mark.parametrize("seed", range(25))
def test_random_graphs(seed: int) -> None:
    """A few of many: most of them have loops, conditionals, effects and programs; the rest runs with ``full``."""
    check(seed)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(100, 1600))
def test_many_random_graphs(seed: int) -> None:
    check(seed)
