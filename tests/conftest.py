"""Which tests run: those marked ``full`` only when GRAPHOPS_FULL=1, as ``.ci/run --full`` sets it.

GRAPHOPS_TEST_CUDA=emulator gives the process two emulated GPUs (docs/decisions/0016), =real those that there are;
without it tests marked ``emulator`` or ``gpu`` are skipped.  ``--device gpu`` sends nodes there that ask for no device.
"""

from __future__ import annotations

import os

import pytest

from tests.cuda import switch

FULL = os.environ.get("GRAPHOPS_FULL") == "1"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--device",
        choices=("cpu", "gpu"),
        default="cpu",
        help="where nodes go that ask for no device, with GRAPHOPS_TEST_CUDA",
    )


def pytest_configure(config: pytest.Config) -> None:
    switch.install(config.getoption("--device"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        for marker in ("emulator", "gpu"):
            if item.get_closest_marker(marker) is not None and (reason := switch.why_not(marker)):
                item.add_marker(pytest.mark.skip(reason=reason))
    if FULL:
        return
    kept = [item for item in items if item.get_closest_marker("full") is None]
    config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("full") is not None])
    items[:] = kept


@pytest.fixture(autouse=True)
def _working_devices() -> None:
    """A test begins with devices that work, whatever the one before it did to them."""
    switch.repair()


@pytest.fixture(scope="session")
def full() -> bool:
    """Whether to sweep through everything, rather than through a few of each kind."""
    return FULL
