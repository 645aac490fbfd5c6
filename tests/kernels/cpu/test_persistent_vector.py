"""The sequence behind lists of tensors: each version keeps its elements, whatever is made of it in between."""

from __future__ import annotations

import random
import sys
import threading
import time
import weakref
from collections.abc import Iterator
from typing import Any

import pytest

from graphops_cpu.lib.persistent_vector import PersistentVector

LENGTHS = [1, 2, 63, 64, 65, 127, 128, 200]


class Item:
    """Something to refer to weakly."""


@pytest.mark.parametrize("seed", range(8))
def test_every_version_stays_as_it_was_made(seed: int) -> None:
    """Versions of random versions, against lists that are copied; all are compared at the end."""
    choose = random.Random(seed)  # noqa: S311
    first = list(range(choose.choice([0, *LENGTHS])))
    made: list[tuple[PersistentVector[int], list[int]]] = [(PersistentVector(first), first)]
    for number in range(1000, 1200):
        # Mostly the newest, so that vectors share much; sometimes an old one.
        vector, items = made[-1] if choose.random() < 0.8 else choose.choice(made)
        step = choose.choice(["append", "append", "replace", "replace", "drop"]) if items else "append"
        if step == "append":
            made.append((vector.appended(number), [*items, number]))
        elif step == "drop":
            made.append((vector.without_last(), items[:-1]))
        else:
            at = choose.choice([0, len(items) - 1, choose.randrange(len(items))])
            made.append((vector.replaced(at, number), [*items[:at], number, *items[at + 1 :]]))
    for vector, items in made:
        assert vector.length == len(items)
        assert vector.as_list() == items
        assert [vector[at] for at in range(vector.length)] == items


@pytest.mark.parametrize("length", LENGTHS)
def test_two_versions_of_one(length: int) -> None:
    items = list(range(length))
    start = PersistentVector(items)
    for at in {0, length // 2, length - 1}:
        one, other = start.replaced(at, -1), start.replaced(at, -2)
        longer, longer_too = one.appended(-3), one.appended(-4)
        assert start.as_list() == items
        assert (one[at], other[at]) == (-1, -2)
        assert longer.as_list() == [*one.as_list(), -3]
        assert longer_too.as_list() == [*one.as_list(), -4]
        assert other.as_list() == [*items[:at], -2, *items[at + 1 :]]


@pytest.mark.parametrize("length", LENGTHS)
def test_what_no_version_holds_is_freed(length: int) -> None:
    """A version keeps no element of another one alive, but for those at its end that were popped from itself."""
    start: PersistentVector[Any] = PersistentVector([Item() for _ in range(length)])
    replaced, appended = Item(), Item()
    of_replaced, of_appended = weakref.ref(replaced), weakref.ref(appended)
    newer = start.replaced(0, replaced)
    longer = start.appended(appended)
    del replaced, appended
    newest = newer.replaced(0, None)
    del newer
    assert of_replaced() is None
    again = longer.without_last().replaced(0, None)
    del start, longer
    assert of_appended() is None
    assert (newest.length, again.length) == (length, length)


@pytest.fixture
def threads_take_turns() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("threads_take_turns")
def test_threads_append_to_and_change_one_version() -> None:
    start = PersistentVector(list(range(100)))
    found: dict[int, PersistentVector[int]] = {}

    def work(thread: int) -> None:
        vector = start
        for step in range(300):
            vector = vector.appended(thread) if step % 3 else vector.replaced(step % 99, thread)
        found[thread] = vector

    threads = [threading.Thread(target=work, args=(-1 - number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert start.as_list() == list(range(100))
    for thread, vector in found.items():
        items = [thread if at < 99 and at % 3 == 0 else at for at in range(100)]
        assert vector.as_list() == items + [thread] * 200


class SlowList(list[int]):
    """A list of which another thread takes its turn after each look at its length."""

    def __len__(self) -> int:
        length = super().__len__()
        time.sleep(0.01)
        return length


def test_threads_append_to_one_version_at_once() -> None:
    """Only one of them may append in place."""
    start = PersistentVector([0, 1, 2])
    start._chunks[0] = SlowList(start._chunks[0])
    found: dict[int, list[int]] = {}
    barrier = threading.Barrier(2)

    def work(thread: int) -> None:
        barrier.wait()
        found[thread] = start.appended(thread).as_list()

    threads = [threading.Thread(target=work, args=(10 + number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {10: [0, 1, 2, 10], 11: [0, 1, 2, 11]}


def test_a_change_copies_little() -> None:
    """Less than a tenth of what copying the list takes."""
    items: list[int | None] = [None] * 100_000
    vector = PersistentVector(items)

    def seconds(change: Any) -> float:
        best = float("inf")
        for _ in range(5):
            start = time.process_time()
            for _ in range(50):
                change()
            best = min(best, time.process_time() - start)
        return best

    assert seconds(lambda: vector.replaced(5000, 1)) < seconds(lambda: [*items]) / 10
