"""Functions of this package that ``Session`` calls, through a slot: ``explain``, ``compare`` and the like."""

from __future__ import annotations

from graphops.inspect.compare import compare
from graphops.inspect.debug import as_debug
from graphops.inspect.explain import explain, plan_as_python
from graphops.inspect.repro import note_repro

__all__ = ["as_debug", "compare", "explain", "note_repro", "plan_as_python"]
