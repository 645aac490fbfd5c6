"""How many threads a list takes: what is faster, with the same bits."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops import raw_ops as r
from graphops.plan.session_config import PLAN_PASSES
from graphops_cpu.calls import call_list
from graphops_cpu.calls.machine import machine
from graphops_cpu.calls.thread_choice import ThreadChoice
from graphops_cpu.onednn.library import why_unavailable
from graphops_cpu.runtime import threads

needs_both = pytest.mark.skipif(
    machine() is None or why_unavailable() is not None, reason="there is no LLVM or no oneDNN"
)


def play(choice: ThreadChoice, runs: int, seconds: Callable[[int], float]) -> list[int]:
    """The numbers of threads of so many runs, which take ``seconds`` of that."""
    found = []
    for _ in range(runs):
        found.append(choice.count)
        choice.note(seconds(choice.count))
    return found


def test_all_threads_where_they_are_faster() -> None:
    found = play(ThreadChoice(4), 10_000, lambda count: 0.001 / count)
    assert found[:48] == [4] * 48
    assert found.count(4) > 0.99 * len(found)
    assert set(found) == {4, 2}  # what it tries now and then


def test_fewer_where_they_are_faster() -> None:
    found = play(ThreadChoice(4), 2_000, lambda count: 0.001 * count)
    assert found[-1] == 1
    assert found.count(1) > 0.8 * len(found)


def test_a_small_gain_changes_nothing() -> None:
    found = play(ThreadChoice(2), 5_000, lambda count: 0.001 if count == 2 else 0.0008)
    assert found.count(2) > 0.98 * len(found)


def test_it_goes_back_when_the_machine_is_quiet_again() -> None:
    choice = ThreadChoice(2)
    busy = play(choice, 1_000, lambda count: 0.001 * count)
    quiet = play(choice, 4_000, lambda count: 0.001 / count)
    assert busy[-1] == 1
    assert quiet[-1] == 2
    assert quiet.count(1) < 400  # it is not long until that is noticed


@pytest.mark.parametrize(("usual", "seconds"), [(1, 0.001), (2, 0.05)])
def test_nothing_is_tried_with_one_thread_or_for_long_work(usual: int, seconds: float) -> None:
    assert set(play(ThreadChoice(usual), 5_000, lambda count: seconds * count)) == {usual}


def test_stop() -> None:
    choice = ThreadChoice(4)
    play(choice, 500, lambda count: 0.001 * count)
    choice.stop()
    assert set(play(choice, 5_000, lambda count: 0.001 * count)) == {4}


# -- lists -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def fewer(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Each list with threads tries another number at its third run and keeps it; the numbers of threads of all runs."""
    counts: list[int] = []

    def note(self: ThreadChoice, seconds: float) -> None:
        counts.append(self.count)
        if len(self._counts) > 1 and len(counts) >= 3:
            self._at = 1

    monkeypatch.setattr(ThreadChoice, "note", note)
    before = threads.thread_count()
    threads.set_thread_count(2)
    yield counts
    threads.set_thread_count(before)


def network(x: Any) -> Any:
    """Convolutions of enough work for two threads."""
    rng = np.random.default_rng(0)
    for _ in range(3):
        filters = rng.standard_normal((3, 3, 32, 32)).astype(np.float32) / 17
        x = r.Relu(features=r.Conv2D(input=x, filter=filters, strides=[1, 1, 1, 1], padding="SAME"))
    return x


def run(feeds: list[np.ndarray[Any, Any]]) -> list[bytes]:
    passes = [name for name in PLAN_PASSES if name != "chains"]
    with go.Graph().as_default():
        x = go.placeholder(go.float32, (1, 40, 40, 32))
        y = network(x)
        with go.Session(config=go.SessionConfig(plan_passes=passes)) as session:
            return [session.run(y, {x: given}).tobytes() for given in feeds]


@needs_both
def test_a_list_with_fewer_threads_gives_the_same_bits(fewer: list[int]) -> None:
    rng = np.random.default_rng(1)
    feeds = [rng.standard_normal((1, 40, 40, 32)).astype(np.float32) for _ in range(16)]
    found = run(feeds)
    assert set(fewer) == {1, 2}
    fewer.clear()
    threads.set_thread_count(1)
    assert run(feeds) == found
    assert set(fewer) <= {1}


@needs_both
def test_other_bits_end_it(fewer: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """The usual number of threads says what the result is."""
    feeds = [np.random.default_rng(1).standard_normal((1, 40, 40, 32)).astype(np.float32)] * 16
    wanted = run(feeds)[0]
    assert 1 in fewer
    fewer.clear()
    few = call_list.BoundCalls._run_few

    def other(self: Any, given: Any, results: Any, choice: Any) -> bool:
        run = self._run

        def wrong(words: int, start: int, stop: int) -> int:
            code: int = run(words, start, stop)
            if self._few is not None:
                results[0][..., 0] += 1
            return code

        self._run = wrong
        try:
            return few(self, given, results, choice)
        finally:
            self._run = run

    monkeypatch.setattr(call_list.BoundCalls, "_run_few", other)
    assert set(run(feeds)) == {wanted}
    assert set(fewer) == {2}


@needs_both
def test_nan_is_left_to_the_single_steps_with_fewer_threads_too(fewer: list[int]) -> None:
    feeds = [np.random.default_rng(1).standard_normal((1, 40, 40, 32)).astype(np.float32) for _ in range(16)]
    feeds[-1][0, 5, 5, 5] = np.nan
    last = run(feeds)[-1]
    assert 1 in fewer
    fewer.clear()
    assert run(feeds[-1:] * 2)[0] == last


@needs_both
def test_one_thread_stays_one_when_numba_starts_its_own() -> None:
    """Numba sets OpenMP's number of threads for the whole process when it starts."""
    code = (
        "from graphops_cpu.onednn.library import library\n"
        "from graphops_cpu.simd.compile import parallel\n"
        "import ctypes, os\n"
        "found = library()\n"
        "found.use_threads(1)\n"
        "parallel.why_serial()\n"
        "found.use_threads(1)\n"
        "gomp = ctypes.CDLL('libgomp.so.1', mode=os.RTLD_NOLOAD)\n"
        "print(gomp.omp_get_max_threads())\n"
    )
    settings = {**os.environ, "OMP_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "2", "NUMBA_THREADING_LAYER": "omp"}
    found = subprocess.run([sys.executable, "-c", code], env=settings, capture_output=True, text=True, check=False)
    if "libgomp.so.1" in found.stderr:
        pytest.skip("OpenMP's library has another name")
    assert found.stdout.split() == ["1"], found.stderr
