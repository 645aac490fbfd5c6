"""Which tests run, and how they share the work.

Tests marked ``full`` run only when GRAPHOPS_FULL=1, as ``.ci/run --full`` sets it; of tests marked ``few(count)`` all
others run so many sets of parameters.

GRAPHOPS_TEST_CUDA=emulator gives the process two emulated GPUs (docs/decisions/0016), =real those that there are;
without it tests marked ``emulator`` or ``gpu`` are skipped.  ``--device gpu`` sends nodes there that ask for no device.

GRAPHOPS_TEST_TARGET=anywhere or =halves runs Sessions that name no target on a cluster (tests/cluster/target.py).
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.cuda import switch
from tests.few import evenly

FULL = os.environ.get("GRAPHOPS_FULL") == "1"

# How long a test takes on a machine with other work says nothing of it.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--device",
        choices=("cpu", "gpu"),
        default="cpu",
        help="where nodes go that ask for no device, with GRAPHOPS_TEST_CUDA",
    )


def pytest_configure(config: pytest.Config) -> None:
    share_bytecode(config)
    switch.install(config.getoption("--device"))
    if os.environ.get("GRAPHOPS_TEST_TARGET"):
        from tests.cluster import target

        target.install(config)


def share_bytecode(config: pytest.Config) -> None:
    """Where bytecode is not written beside the sources, the processes of this run keep it in a folder of the run.

    Hundreds of tests start a process of their own, which would compile every module again.
    """
    if os.environ.get("PYTHONDONTWRITEBYTECODE") and "PYTHONPYCACHEPREFIX" not in os.environ:
        folder = tempfile.TemporaryDirectory(prefix="graphops-tests-", ignore_cleanup_errors=True)
        config.add_cleanup(folder.cleanup)
        del os.environ["PYTHONDONTWRITEBYTECODE"]
        os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = folder.name
        sys.dont_write_bytecode = False


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """With ``-n``, a worker takes a run of neighbours and gives half of what it has left to one that has nothing to do.

    So what the tests of a file share, a fixture or a kernel that Numba compiles, is seldom made twice.
    """
    if config.getoption("dist") != "load":  # someone asked for another way
        return None
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log)


@pytest.hookimpl(trylast=True)  # of what -k and -m leave
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if os.environ.get("GRAPHOPS_TEST_TARGET"):
        from tests.cluster import target

        target.skip(items)
    for item in items:
        for marker in ("emulator", "gpu"):
            if item.get_closest_marker(marker) is not None and (reason := switch.why_not(marker)):
                item.add_marker(pytest.mark.skip(reason=reason))
    if FULL:
        return
    left_out = {item for item in items if item.get_closest_marker("full") is not None}
    left_out |= beyond_few([item for item in items if item not in left_out])
    config.hook.pytest_deselected(items=[item for item in items if item in left_out])
    items[:] = [item for item in items if item not in left_out]


def beyond_few(items: list[pytest.Item]) -> set[pytest.Item]:
    """The items of tests marked ``few(count)`` that are more than ``count``; those that stay are chosen evenly."""
    sets: dict[str, list[pytest.Item]] = {}
    counts: dict[str, int] = {}
    for item in items:
        marker = item.get_closest_marker("few")
        if marker is not None:
            test = item.nodeid.partition("[")[0]
            sets.setdefault(test, []).append(item)
            (counts[test],) = marker.args
    found: set[pytest.Item] = set()
    for test, each in sets.items():
        kept = evenly(counts[test], len(each))
        found.update(item for number, item in enumerate(each) if number not in kept)
    return found


def pytest_collection_finish() -> None:
    """What was imported and collected stays, so no garbage collection of a test looks through it again."""
    gc.collect()
    gc.freeze()


def pytest_runtest_setup() -> None:
    """Every test begins with devices that work, even if the test before it broke them."""
    switch.repair()


@pytest.fixture(scope="session")
def full() -> bool:
    """Whether to sweep through everything, rather than through a few of each kind."""
    return FULL
