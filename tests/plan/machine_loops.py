"""Loops in machine code beside the same loops step by step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import graphops as go
from graphops.plan.session_config import PLAN_PASSES

RUNS = 8


def session(*without: str, **settings: Any) -> go.Session:
    passes = [name for name in PLAN_PASSES if name not in without]
    return go.Session(config=go.SessionConfig(plan_passes=passes, **settings))


def same(fetches: Any, feeds: Callable[[], dict[Any, Any]] = dict, runs: int = RUNS) -> list[Any]:
    """The results of the last run, which are the bits that a Session without programs gives. Results are kept until
    the end: no run may write to those of another one."""
    with session("programs") as plain:
        wanted = [[np.array(each) for each in plain.run(fetches, feeds())] for _ in range(runs)]
    with session() as opened:
        found = [opened.run(fetches, feeds()) for _ in range(runs)]
    for one, other in zip(wanted, found, strict=True):
        for a, b in zip(one, other, strict=True):
            assert (a.dtype, a.shape) == (np.asarray(b).dtype, np.asarray(b).shape)
            assert a.tobytes() == np.asarray(b).tobytes()
    return list(found[-1])


def some(*shape: int, seed: int = 0) -> np.ndarray[Any, Any]:
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)
