"""Objects that are kept until a device has done what was queued when they were let go.

Memory that a device gave goes back to the lane that it was allocated on, and is used again by what that lane does next.
Whoever lets go of an array that another lane still reads must hold it until that lane is done.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable
from typing import Any

from graphops_registry.device_def import Lane

_local = threading.local()


def hold(lanes: Iterable[Lane], *objects: Any) -> None:
    """Keep ``objects`` until all that is queued on ``lanes`` by now is done; let go of what was held and is done."""
    held: deque[tuple[list[tuple[Lane, Any]], tuple[Any, ...]]] | None = getattr(_local, "held", None)
    if held is None:
        held = _local.held = deque()
    while held and all(lane.is_done(mark) for lane, mark in held[0][0]):
        held.popleft()
    held.append(([(lane, lane.mark()) for lane in lanes], objects))
