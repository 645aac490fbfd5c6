"""Graphs that would use up time or memory are refused, or come to an end: see ``bombs_*.py``."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hostile.run_bombs import BOMBS
from tests.systems import on_linux

pytestmark = on_linux
ROOT = Path(__file__).parent.parent.parent
SLOW = {  # seconds
    "gradient_of_doubling_calls", "gradient_of_doubling_conditionals", "names_that_are_almost_the_same",
    "constants_in_functions", "loop_that_doubles_a_string", "list_that_doubles", "many_zeros_of_a_list",
    "loop_that_doubles_its_variable",
}  # fmt: skip


@pytest.mark.parametrize("slow", [False, pytest.param(True, marks=pytest.mark.full)])
def test_bombs(slow: bool) -> None:
    """One process for all of them."""
    names = [name for name in BOMBS if (name in SLOW) == slow]
    path = os.pathsep.join(map(str, (ROOT, ROOT / "registry", ROOT / "kernels")))
    done = subprocess.run(
        [sys.executable, "-m", "tests.hostile.run_bombs", *names],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        timeout=1200,
    )
    assert done.returncode == 0, done.stderr.decode()
    outcomes = dict(json.loads(line) for line in done.stdout.decode().splitlines())
    assert list(outcomes) == names
    assert {name: said for name, said in outcomes.items() if said.startswith("FAILED")} == {}
