"""How OpenMP's idle threads wait: spinning, or asleep at once while threads wait for cores."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from graphops_cpu.onednn import library
from graphops_cpu.runtime import waiting
from graphops_cpu.runtime.threads import usable_cores

_ROOT = Path(__file__).parents[3]


class _Team:
    made = 0

    def __init__(self, cores: int) -> None:
        assert cores == 2
        _Team.made += 1

    def end(self) -> None:
        _Team.made -= 1


class _Machine:
    """A clock, what this process's threads worked, and how long they waited for a core."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.worked, self.looking = 100.0, 5.0, 0.0
        self.waited = 7.0
        monkeypatch.setattr(waiting, "_Team", _Team)
        monkeypatch.setattr(waiting, "is_loaded", lambda: True)
        monkeypatch.setattr(waiting, "perf_counter", lambda: self.now)
        monkeypatch.setattr(waiting, "process_time", lambda: self.worked)
        monkeypatch.setattr(waiting, "thread_time", self._thread_time)
        monkeypatch.setattr(waiting._Schedstat, "waited", lambda _: self.waited)
        monkeypatch.setattr(_Team, "made", 0)
        self.watch = waiting._Watch(waiting._Waiting(2))
        monkeypatch.setattr(waiting, "_watch", self.watch)
        self._looked = 0.0

    def _thread_time(self) -> float:
        self._looked += self.looking / 2
        return self._looked

    def go_on(self, seconds: float, worked: float = 2.0, waited: float = 0.0) -> float:
        """Seconds until the next look; ``worked`` and ``waited`` are per second."""
        self.now += seconds
        self.worked += worked * seconds
        self.waited += waited * seconds
        return self.watch.look()


def test_threads_sleep_while_somebody_wants_the_cores_and_a_second_more(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = _Machine(monkeypatch)
    steps = [(0.1, 0.02, 0), (0.1, 0.2, 0), (0.1, 0.2, 1), (0.9, 0.0, 1), (0.04, 0.2, 1), (0.04, 0.2, 1)]
    before = 0.0
    for seconds, waited, teams in [*steps, (0.9, 0.0, 1), (0.2, 0.0, 0)]:
        assert machine.go_on(seconds, waited=waited) == 0.1
        assert _Team.made == teams
        assert waiting.is_crowded() == (waited == before == 0.2)
        assert waiting.state().startswith("they sleep at once" if teams else "they spin")
        before = waited


def test_processes_that_take_turns_are_not_in_each_others_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the beginning of a turn threads wait for those of the other process that still spin."""
    machine = _Machine(monkeypatch)
    for _ in range(20):
        for worked, waited in ((0.18, 0.05), (1.0, 0.01), (0.03, 0.04)):
            machine.go_on(0.1, worked, waited)
            assert not waiting.is_crowded()
    assert _Team.made == 0


def test_what_little_work_waits_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = _Machine(monkeypatch)
    for worked, waited, crowded in ((1.0, 0.3, False), (0.02, 0.03, False), (1.0, 0.3, True), (0.02, 0.0, True)):
        machine.go_on(0.1, worked, waited)
        assert waiting.is_crowded() == crowded
    machine.go_on(1.0, 0.0)
    assert _Team.made == 0


def test_they_sleep_for_longer_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = _Machine(monkeypatch)
    for seconds in (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0):
        for passed, waited, teams in ((0.1, 1.0, 0), (0.1, 1.0, 1), (seconds - 0.01, 0.0, 1), (0.02, 0.0, 0)):
            machine.go_on(passed, waited=waited)
            assert _Team.made == teams
    machine.go_on(200.0)
    for _ in range(2):
        machine.go_on(0.1, waited=1.0)  # long after the last time
    assert _Team.made == 1
    machine.go_on(1.01)
    assert _Team.made == 0


def test_many_threads_may_wait_a_little_each(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = _Machine(monkeypatch)
    for _ in range(3):
        machine.go_on(0.1, worked=64.0, waited=1.0)
    assert _Team.made == 0


def test_it_is_looked_at_less_often_while_nothing_happens_or_where_it_takes_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    machine = _Machine(monkeypatch)
    assert machine.go_on(0.1, worked=0.001) == 1.0
    machine.looking = 0.002
    assert machine.go_on(0.1) == pytest.approx(0.2)
    machine.looking = 5.0
    assert machine.go_on(0.1) == 1.0


@pytest.mark.parametrize("error", [OSError("no libgomp"), RuntimeError("no thread"), AttributeError("GOMP_parallel")])
def test_without_a_team_threads_wait_as_they_do(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    machine = _Machine(monkeypatch)

    def refuse(cores: int) -> Any:
        raise error

    monkeypatch.setattr(waiting, "_Team", refuse)
    for _ in range(2):
        machine.go_on(0.1, waited=1.0)
    monkeypatch.setattr(waiting, "_Team", _Team)
    for seconds, teams in ((9.0, 0), (2.0, 1)):
        machine.go_on(seconds, waited=1.0)
        assert _Team.made == teams


def test_what_the_system_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stat = waiting._Schedstat()
    monkeypatch.setattr(waiting, "_TASKS", tmp_path / "nothing")
    assert stat.waited() == 0
    monkeypatch.setattr(waiting, "_TASKS", tmp_path)
    for name, content in {"1": "5 2000000000 3", "2": "7 1000000000 9", "3": None, "4": ""}.items():
        (tmp_path / name).mkdir()
        if content is not None:  # else the thread has just ended
            (tmp_path / name / "schedstat").write_text(content)
    assert stat.waited() == 3
    stat.leave_out(2)
    assert stat.waited() == 2
    (tmp_path / "1" / "schedstat").write_text("words")
    assert stat.waited() == 0


def test_who_looks_does_not_count(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """While this process pauses it is the only thread that waits behind others' threads."""
    machine = _Machine(monkeypatch)
    monkeypatch.undo()
    monkeypatch.setattr(waiting, "_TASKS", tmp_path)
    machine.watch.leave_out_this_thread()
    for name in (str(threading.get_native_id()), "1"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "schedstat").write_text("5 9000000000 3")
    assert machine.watch._stat.waited() == 9


def test_where_the_system_says_nothing_nobody_looks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(waiting, "_watch", None)
    monkeypatch.setattr(waiting, "_TASKS", tmp_path / "nothing")
    waiting.begin()
    assert not waiting.is_crowded()
    assert waiting._watch is None


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
from graphops_cpu.onednn import program
from graphops_cpu.runtime import waiting
from graphops_cpu.runtime.threads import usable_cores

x, w = np.ones((8, 56, 56, 32), np.float32), np.ones((3, 3, 32, 32), np.float32)
waiting.begin = lambda: None
program.free_threads = lambda count: count  # whatever other processes do

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
team = waiting._Team(usable_cores())
time.sleep(0.2)
sleeping = idle()
team.end()
time.sleep(0.2)
print(spinning > 3 * sleeping, idle() > 3 * sleeping)
"""


@pytest.mark.skipif(library.why_unavailable() is not None, reason=f"{library.why_unavailable()}")
@pytest.mark.skipif(usable_cores() < 2, reason="one thread has none to wait for")
def test_openmp_threads_sleep_while_there_are_more_of_them_than_cores() -> None:
    """libgomp does what its manual says; without this a team would be of no use."""
    assert _printed(_IDLE, OMP_NUM_THREADS="2") == "True True\n"


_LOOK = """
import os, threading
from graphops_cpu.runtime import waiting

waiting._look_again = lambda watch: threading.Event().wait()

def show():
    watch = waiting._watch
    if watch is not None:
        watch.waiting.look(1.0, True)
    print([thread.name for thread in threading.enumerate()][1:], waiting.state(), flush=True)

waiting.begin()
show()
"""


@pytest.mark.parametrize(("name", "value"), [("GOMP_SPINCOUNT", "5"), ("OMP_WAIT_POLICY", "passive")])
def test_the_users_environment_decides(name: str, value: str) -> None:
    assert _printed(_LOOK, **{name: value}) == f"[] {name}={value}, as set by the user\n"


@pytest.mark.skipif(library.why_unavailable() is not None, reason=f"{library.why_unavailable()}")
def test_a_child_has_neither_a_team_nor_a_watch() -> None:
    fork = """
if os.fork() == 0:
    waiting.begin()
    show()
    os._exit(0)
os.wait()
"""
    parent, child = _printed("from graphops_cpu.onednn import library; library.status()" + _LOOK + fork).splitlines()
    assert parent.startswith("['graphops-waiting', 'graphops-waiting-team'] they sleep at once")
    assert child.startswith("[] they spin")
