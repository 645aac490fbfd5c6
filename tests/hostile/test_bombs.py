"""Graphs that would use up time or memory are refused, or come to an end: see ``bombs_*.py``."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.hostile.run_bombs import BOMBS

ROOT = Path(__file__).parent.parent.parent
_seen: dict[str, str] = {}


@pytest.fixture(scope="module")
def outcomes() -> dict[str, str]:
    """One process for all of them, started when the first is asked for."""
    if not _seen:
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(map(str, (ROOT, ROOT / "registry", ROOT / "kernels"))),
        }
        done = subprocess.run(
            [sys.executable, "-m", "tests.hostile.run_bombs"],
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


@pytest.mark.parametrize("name", list(BOMBS))
def test_bomb(name: str, outcomes: Any) -> None:
    assert not outcomes[name].startswith("FAILED"), outcomes[name]
