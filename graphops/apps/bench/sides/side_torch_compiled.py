"""The side of PyTorch whose training steps ``torch.compile`` compiles. Runs in its interpreter, as side_torch does."""

from __future__ import annotations

from typing import Any

from graphops.apps.bench.sides import side_torch, torch_tasks
from graphops.apps.bench.sides.runner import RefusedError, Task


def start(threads: int) -> dict[str, Any]:
    """Import torch and give it so many threads."""
    return {**side_torch.start(threads), "name": "torch_compiled"}


def make(case: dict[str, Any]) -> Task:
    """The task of a case."""
    if case["kind"] != "training":
        raise RefusedError("torch.compile is timed for training steps only")
    return torch_tasks.make(side_torch.torch, case, compiled=True)
