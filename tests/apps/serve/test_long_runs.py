"""The runs that find faults by chance, for a few seconds each."""

from __future__ import annotations

import sys

import pytest

from tests.apps.serve import faults, fuzz


@pytest.mark.full
@pytest.mark.skipif(sys.platform != "linux", reason="they read /proc")
@pytest.mark.parametrize(
    ("run", "options"), [(faults, ["--seconds", "8", "--reload", "2", "--kill", "3"]), (fuzz, ["--seconds", "5"])]
)  # fmt: skip
def test_no_fault(run: object, options: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["run", *options])
    assert run.main() == 0  # type: ignore[attr-defined]
