"""Each fault in a copy of the sample plug-in is found by ``graphops check``, and for its own reason."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.extension.seeded_faults import FAULTS, Fault, said_of, seed

# One for each kind of check; the rest with ``.ci/run --full``.
FEW = frozenset(
    {
        "wrong shape rule", "wrong gradient", "wrong second-order gradient", "kernel writes to its input",
        "kernel keeps state", "scratch buffer that threads share", "wrong for stride 2 only", "adds in bfloat16",
        "fails without elements", "fast kernel that disagrees with the plain one", "NumPy on arrays of a device",
        "no shape rule", "slow kernel that runs first", "two kernels for the same",
    }
)  # fmt: skip


def param(fault: Fault) -> Any:
    marks = () if fault.name in FEW else pytest.mark.full
    return pytest.param(fault, marks=marks, id=fault.name.replace(" ", "-"))


@pytest.mark.few(5)
@pytest.mark.parametrize("fault", [param(fault) for fault in FAULTS])
def test_the_fault_is_found(fault: Fault, tmp_path: Path) -> None:
    verdict, text = said_of(fault, tmp_path)
    assert verdict == fault.verdict, text
    assert re.search(fault.said, text), text


def test_the_table_of_the_documentation_has_them_all() -> None:
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "check_an_op.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| ")]
    missing = [f.name for f in FAULTS if not any(row.startswith(f"| {f.name} | {f.verdict} | ") for row in rows)]
    assert not missing, f"run python -m tests.extension.seeded_faults, got no row of {missing}"


def test_a_substitution_that_does_not_apply_is_told(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="must have the text once, got 0 times"):
        seed(Fault("none", "Mish", "no such text", "", ""), tmp_path)
