"""Counts of transfers between host and stand-in; and the device on which a thread makes new arrays."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass
class Transfers:
    """What has crossed between host and stand-in.

    Attributes:
        copied_in, copied_out: whole arrays.
        items: single numbers, by ``x.item()``.
    """

    copied_in: int = 0
    copied_out: int = 0
    items: int = 0


_lock = threading.Lock()
_current = threading.local()
TRANSFERS = Transfers()


def count_transfers(copied_in: int = 0, copied_out: int = 0, items: int = 0) -> None:
    """Add to :data:`TRANSFERS`."""
    with _lock:
        TRANSFERS.copied_in += copied_in
        TRANSFERS.copied_out += copied_out
        TRANSFERS.items += items


def current_index() -> int:
    """The device on which this thread makes new arrays."""
    index: int = getattr(_current, "index", 0)
    return index


@contextmanager
def using(index: int) -> Iterator[None]:
    """Make new arrays of this thread on device ``index`` within the block."""
    before = current_index()
    _current.index = index
    try:
        yield
    finally:
        _current.index = before
