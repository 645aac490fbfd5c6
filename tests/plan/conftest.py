"""What tests of plans share."""

from __future__ import annotations

from typing import Any

import pytest

from graphops.plan.program import program


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> list[tuple[bool, int]]:
    """Of each loop in machine code whether it ran to its end, and its iterations."""
    found: list[tuple[bool, int]] = []
    run = program._MachineLoop.run

    def note(self: Any, values: Any, state: Any) -> Any:
        result = run(self, values, state)
        found.append(result[:2])
        return result

    monkeypatch.setattr(program._MachineLoop, "run", note)
    return found
