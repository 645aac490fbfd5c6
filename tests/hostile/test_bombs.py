"""Graphs that would use up time or memory are refused, or come to an end: see ``bombs_*.py``."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import FULL
from tests.hostile.run_bombs import BOMBS
from tests.systems import on_linux

pytestmark = on_linux
ROOT = Path(__file__).parent.parent.parent
SLOW = {  # seconds
    "gradient_of_doubling_calls", "gradient_of_doubling_conditionals", "names_that_are_almost_the_same",
    "constants_in_functions", "loop_that_doubles_a_string",
}  # fmt: skip
_seen: dict[str, str] = {}


@pytest.fixture(scope="module")
def outcomes() -> dict[str, str]:
    """One process for all of them, started when the first is asked for."""
    if not _seen:
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(map(str, (ROOT, ROOT / "registry", ROOT / "kernels"))),
        }
        names = [name for name in BOMBS if FULL or name not in SLOW]
        done = subprocess.run(
            [sys.executable, "-m", "tests.hostile.run_bombs", *names],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            timeout=1200,
        )
        assert done.returncode == 0, done.stderr.decode()
        for line in done.stdout.decode().splitlines():
            name, said = json.loads(line)
            _seen[name] = said
    return _seen


@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.full) if n in SLOW else n for n in BOMBS])
def test_bomb(name: str, outcomes: Any) -> None:
    assert not outcomes[name].startswith("FAILED"), outcomes[name]
