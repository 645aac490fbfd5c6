"""How many cores other processes keep busy, and how many threads find a core."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from graphops_cpu.runtime import other_processes, waiting
from graphops_cpu.runtime.threads import limited_threads, thread_count


class _Clock:
    """A machine of two cores with these hundredths of seconds of work, and this process's."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.now, self.own, self.cores = 100.0, 5.0, [1000, 2000]
        self.crowded = False
        self._file = folder / "stat"
        self.write()
        monkeypatch.setattr(other_processes, "_STAT", self._file)
        monkeypatch.setattr(other_processes, "_TICK", 100)
        monkeypatch.setattr(other_processes, "_last", None)
        monkeypatch.setattr(other_processes, "perf_counter", lambda: self.now)
        monkeypatch.setattr(other_processes, "process_time", lambda: self.own)
        monkeypatch.setattr(waiting, "begin", lambda: None)
        monkeypatch.setattr(waiting, "is_crowded", lambda: self.crowded)
        monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1}, raising=False)
        monkeypatch.setattr(os, "cpu_count", lambda: 3)

    def write(self) -> None:
        lines = [f"cpu{n} {busy // 2} 0 {busy - busy // 2} 77 88 0 0 0 0 0" for n, busy in enumerate(self.cores)]
        self._file.write_text("\n".join(["cpu  9 9 9 9 9 9 9 9 9 9", *lines, "cpu2 1 1 1 1 1 1 1 1 1 1", "intr 1"]))

    def go_on(self, seconds: float, cores: float, own: float) -> None:
        self.now, self.own = self.now + seconds, self.own + own
        self.cores[0] += round(100 * cores)
        self.write()


def test_what_others_do_is_what_the_cores_did_without_this_process(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    clock = _Clock(monkeypatch, tmp_path)
    assert (other_processes.busy_elsewhere(), other_processes.free_threads(4)) == (0, 4)
    clock.go_on(0.5, 0.75, 0.25)  # of one second of two cores: others half a second
    assert other_processes.busy_elsewhere() == 1
    assert [other_processes.free_threads(count) for count in (1, 2, 4)] == [1, 1, 1]
    clock.go_on(0.05, 0.0, 0.0)  # too soon to look again
    assert other_processes.busy_elsewhere() == 1
    clock.go_on(0.5, 0.5, 0.5)
    assert (other_processes.busy_elsewhere(), other_processes.free_threads(2)) == (0, 2)
    clock.go_on(1.0, 2.0, 0.5)
    assert [other_processes.free_threads(count) for count in (1, 2, 8)] == [1, 1, 1]
    clock.go_on(1.0, 0.0, 1.0)  # clocks differ a little
    assert other_processes.busy_elsewhere() == 0


def test_cores_that_are_idle_are_enough(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    clock = _Clock(monkeypatch, tmp_path)
    monkeypatch.setattr(other_processes, "_worked", lambda: (clock.now * 4 - 400, 8))  # others use three of eight cores
    other_processes.busy_elsewhere()
    clock.go_on(1.0, 0.0, 1.0)
    assert [other_processes.free_threads(count) for count in (2, 4, 5, 6, 8, 64)] == [2, 4, 5, 5, 5, 5]


def test_what_others_did_in_pauses_says_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """They may have worked in turn with this process."""
    clock = _Clock(monkeypatch, tmp_path)
    other_processes.busy_elsewhere()
    clock.go_on(3600, 7200, 0)
    assert other_processes.free_threads(2) == 2
    clock.go_on(0.05, 0.1, 0.1)
    assert other_processes.free_threads(2) == 2
    clock.go_on(0.04, 0.07, 0.01)
    assert other_processes.free_threads(2) == 2
    clock.go_on(0.02, 0.04, 0.04)
    assert other_processes.free_threads(2) == 2
    clock.go_on(0.11, 0.2, 0.08)
    assert other_processes.free_threads(2) == 1
    clock.go_on(0.2, 0.4, 0.05)
    assert other_processes.free_threads(2) == 2
    clock.crowded = True  # it did not pause, it had to wait
    clock.go_on(0.2, 0.4, 0.05)
    assert other_processes.free_threads(2) == 1


@pytest.mark.parametrize("content", ["", "cpu\n", "cpu 1\ncpux 1\n", "cpu  1\ncpu0 1 2\n", None])
def test_a_system_that_does_not_say(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: str | None) -> None:
    clock = _Clock(monkeypatch, tmp_path)
    (tmp_path / "stat").unlink() if content is None else (tmp_path / "stat").write_text(content)
    for _ in range(3):
        clock.now += 1
        assert other_processes.free_threads(8) == 8


def test_limited_threads_are_free_ones() -> None:
    with limited_threads(1):
        assert other_processes.free_threads(thread_count()) == 1
