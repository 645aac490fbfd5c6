"""How much time a run has left."""

from __future__ import annotations

import time

from graphops.plan.run_state import RunState


def remaining(run: RunState) -> float | None:
    """Seconds until the deadline of a run, ``None`` if it has none."""
    return None if run.deadline is None else max(run.deadline - time.monotonic(), 0.0)
