"""Training steps that TensorFlow made: losses and all variables after five steps, slots too."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.interop.compare import table
from tests.interop.peer import needs_peer, run_peer
from tests.interop.training import HEADER, TOLERANCE, run_case

pytestmark = [pytest.mark.full, needs_peer]

CASES = (
    "resnet-ref",
    "resnet-function",
    "mobilenet-v1",
    "mobilenet-function",
    "unet3d-ref",
    "unet3d-function",
    "lstm-ref",
    "lstm-v2",
    "lstm-function",
)


@pytest.mark.parametrize("case", CASES)
def test_five_steps_equal_tensorflows(case: str, tmp_path: Path) -> None:
    run_peer("make_training.py", tmp_path, case)
    result = run_case(tmp_path / case, stop_at_trouble=True)
    print(table(HEADER, [result.row()]))
    assert result.init <= TOLERANCE  # the graph's own init op: the same random numbers from the same seeds
    assert result.losses <= TOLERANCE
    assert result.worst.difference <= TOLERANCE, result.worst.name
