"""How OpenMP's idle threads wait: spinning, or asleep at once while threads wait for cores."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from graphops_cpu.onednn import library
from graphops_cpu.runtime import waiting

_ROOT = Path(__file__).parents[3]


class _Team:
    made = 0

    def __init__(self) -> None:
        _Team.made += 1

    def end(self) -> None:
        _Team.made -= 1


class _Machine:
    """A clock, and whether somebody wants the cores."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr(waiting, "_CHOSEN", None)
        monkeypatch.setattr(waiting, "_waiting", waiting._Waiting())
        monkeypatch.setattr(waiting, "_Team", _Team)
        monkeypatch.setattr(_Team, "made", 0)

    def go_on(self, seconds: float, crowded: bool = False) -> int:
        """How many teams there are afterwards."""
        self.now += seconds
        waiting.look(self.now, crowded)
        return _Team.made


def test_threads_sleep_while_somebody_wants_the_cores_and_a_second_more(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = _Machine(monkeypatch)
    assert machine.go_on(0.1) == 0
    assert "now they spin" in waiting.state()
    assert machine.go_on(0.1, crowded=True) == 1
    assert "now they sleep at once" in waiting.state()
    assert machine.go_on(0.9) == 1
    assert machine.go_on(0.09, crowded=True) == 1
    assert machine.go_on(0.9) == 1
    assert machine.go_on(0.2) == 0


def test_they_sleep_for_longer_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = _Machine(monkeypatch)
    for seconds in (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0):
        assert machine.go_on(0.1, crowded=True) == 1
        assert machine.go_on(seconds - 0.01) == 1
        assert machine.go_on(0.02) == 0
    assert machine.go_on(200.0, crowded=True) == 1  # long after the last time
    assert machine.go_on(1.01) == 0


@pytest.mark.parametrize("error", [OSError("no libgomp"), RuntimeError("no thread"), AttributeError("GOMP_parallel")])
def test_without_a_team_threads_wait_as_they_do(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    machine = _Machine(monkeypatch)

    def refuse() -> Any:
        raise error

    monkeypatch.setattr(waiting, "_Team", refuse)
    assert machine.go_on(0.1, crowded=True) == 0
    monkeypatch.setattr(waiting, "_Team", _Team)
    assert machine.go_on(9.0, crowded=True) == 0
    assert machine.go_on(2.0, crowded=True) == 1


def _printed(code: str, **environment: str) -> str:
    """What a new interpreter prints."""
    path = os.pathsep.join(str(_ROOT / part) for part in ("registry", "kernels", "."))
    kept = {name: value for name, value in os.environ.items() if name not in ("GOMP_SPINCOUNT", "OMP_WAIT_POLICY")}
    environment = {**kept, "PYTHONPATH": path, **environment}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=True).stdout


_IDLE = """
import time
import numpy as np
import graphops as go
from graphops_cpu.runtime import waiting

x, w = np.ones((8, 56, 56, 32), np.float32), np.ones((3, 3, 32, 32), np.float32)
waiting.look = lambda now, crowded: None

def idle():
    "Seconds of cores that threads use while there is nothing to do."
    used = 0.0
    for _ in range(30):
        go.eager.Conv2D(input=x, filter=w, strides=[1, 1, 1, 1], padding="SAME")
        before = time.process_time()
        time.sleep(0.02)
        used += time.process_time() - before
    return used

idle()
spinning = idle()
team = waiting._Team()
time.sleep(0.2)
sleeping = idle()
team.end()
time.sleep(0.2)
print(spinning > 3 * sleeping, idle() > 3 * sleeping)
"""


@pytest.mark.skipif(library.why_unavailable() is not None, reason=f"{library.why_unavailable()}")
@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="one thread has none to wait for")
def test_openmp_threads_sleep_while_there_are_more_of_them_than_cores() -> None:
    """libgomp does what its manual says; without this a team would be of no use."""
    assert _printed(_IDLE, OMP_NUM_THREADS="2") == "True True\n"


_LOOK = """
import threading
from graphops_cpu.runtime import waiting
for _ in range(3):
    waiting.look(0.0, True)
print([thread.name for thread in threading.enumerate()][1:], waiting.state())
"""


@pytest.mark.parametrize(("name", "value"), [("GOMP_SPINCOUNT", "5"), ("OMP_WAIT_POLICY", "passive")])
def test_the_users_environment_decides(name: str, value: str) -> None:
    assert _printed(_LOOK, **{name: value}) == f"[] {name}={value}, as set by the user\n"


def test_without_openmp_there_is_no_team() -> None:
    assert _printed(_LOOK).startswith("[] libgomp's default: ")


@pytest.mark.skipif(library.why_unavailable() is not None, reason=f"{library.why_unavailable()}")
def test_with_openmp_there_is_one_team() -> None:
    load = "from graphops_cpu.onednn import library; library.status()"
    assert _printed(load + _LOOK).startswith("['graphops-waiting'] libgomp's default: ")


def test_a_child_has_no_team(monkeypatch: pytest.MonkeyPatch) -> None:
    _Machine(monkeypatch).go_on(0.1, crowded=True)
    waiting._after_fork()
    assert "now they spin" in waiting.state()
