"""Tasks that Dask forgets: those that prefer a worker, when all workers were gone for a while.

``submit(workers=[address], allow_other_workers=True)`` runs elsewhere if that worker is gone. But a task that finds no
worker at all waits for one that it prefers, and a worker that is started again has another address.
"""

from __future__ import annotations

from typing import Any


def let_run_anywhere(dask_scheduler: Any) -> int:
    """Let the tasks that wait for a worker that they only prefer run on any; runs on the scheduler.

    Returns:
        How many there were.
    """
    stuck = [task for task in dask_scheduler.unrunnable if task.loose_restrictions and task.worker_restrictions]
    for task in stuck:
        task.worker_restrictions = None
    dask_scheduler.transitions({task.key: "waiting" for task in stuck}, "graphops-let-run-anywhere")
    return len(stuck)
