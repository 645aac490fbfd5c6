"""A writer that is killed at any moment leaves the last good checkpoint."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


def kill_writers(folder, kills, seed):
    """Kill that many; see ``killed_writer.py``. It runs in a process of its own, because it forks."""
    done = subprocess.run(
        [sys.executable, str(Path(__file__).parent / "killed_writer.py"), str(folder), str(kills), str(seed)],
        capture_output=True,
        text=True,
        timeout=550,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(str(ROOT / part) for part in ("registry", "kernels", "."))},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{kills} kills, ")


needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


@needs_fork
def test_a_few_kills(tmp_path):
    kill_writers(tmp_path, 12, 1)


@needs_fork
@pytest.mark.full
def test_many_kills(tmp_path):
    kill_writers(tmp_path, 200, 2)
