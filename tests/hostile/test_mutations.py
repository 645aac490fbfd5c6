"""Real GraphDefs with changes at random: an error of ours or the end, never anything else. See ``mutations.py``."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.systems import on_linux

pytestmark = on_linux
ROOT = Path(__file__).parent.parent.parent


def mutate(seed: int, count: int, seconds: float) -> str:
    """What was wrong, a line for each kind; an early end of the process is wrong too."""
    paths = os.pathsep.join(map(str, (ROOT, ROOT / "registry", ROOT / "kernels")))
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.hostile.mutations", str(seed), str(count)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        timeout=seconds,
    )
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    return done.stdout.decode()


@pytest.mark.full
def test_some_hundred_mutations() -> None:
    assert mutate(0, 500, 240) == ""


# A Const of int32 with a text as its value, a Switch with a vector for its pred, a Const of a reference dtype.
@pytest.mark.parametrize("seed", [7443, 7818, 11102])
def test_what_was_found_once(seed: int) -> None:
    assert mutate(seed, 1, 60) == ""


@pytest.mark.full
@pytest.mark.parametrize("seed", range(100_000, 140_000, 10_000))
def test_many_mutations(seed: int) -> None:
    assert mutate(seed, 10_000, 400) == ""
