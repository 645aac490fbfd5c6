"""The emulated ``cupyx``: whether linear algebra looks at what the device says of it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_config = threading.local()


def geterr() -> dict[str, Any]:
    """What this thread has asked for."""
    return {
        "divide": None,
        "over": None,
        "under": None,
        "invalid": None,
        "linalg": getattr(_config, "linalg", "ignore"),
    }


@contextmanager
def errstate(*, linalg: str | None = None, **others: Any) -> Iterator[None]:
    """Within the block, let matrices that cannot be factored raise, which waits for the device, or not."""
    if linalg not in (None, "ignore", "raise") or any(value is not None for value in others.values()):
        raise NotImplementedError
    before = geterr()["linalg"]
    if linalg is not None:
        _config.linalg = linalg
    try:
        yield
    finally:
        _config.linalg = before
