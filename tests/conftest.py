"""Which tests run: those marked ``full`` only when GRAPHOPS_FULL=1, as ``.ci/run --full`` sets it.

GRAPHOPS_PROGRAMS_AT_ONCE=1 makes a program of a plan at its first run, so that tests that run it twice meet it.
"""

from __future__ import annotations

import os

import pytest

FULL = os.environ.get("GRAPHOPS_FULL") == "1"

if os.environ.get("GRAPHOPS_PROGRAMS_AT_ONCE") == "1":
    from graphops.plan import program

    program.RUNS_BEFORE = 1  # type: ignore[misc]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if FULL:
        return
    kept = [item for item in items if item.get_closest_marker("full") is None]
    config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("full") is not None])
    items[:] = kept


@pytest.fixture(scope="session")
def full() -> bool:
    """Whether to sweep through everything, rather than through a few of each kind."""
    return FULL
