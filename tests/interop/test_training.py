"""Training steps that TensorFlow made: losses and all variables after five steps, slots too."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cluster.target import MODES, on_cluster
from tests.interop.compare import table
from tests.interop.peer import needs_peer, run_peer
from tests.interop.training import HEADER, TOLERANCE, Result, run_case

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


@pytest.fixture(scope="module", params=CASES)
def files(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a case that TensorFlow ran."""
    root = tmp_path_factory.mktemp("training")
    run_peer("make_training.py", root, request.param)
    return root / str(request.param)


def test_five_steps_equal_tensorflows(files: Path) -> None:
    check(run_case(files, stop_at_trouble=True))


@pytest.mark.parametrize("mode", MODES)
def test_five_steps_on_a_cluster_equal_tensorflows(files: Path, mode: str) -> None:
    pytest.importorskip("distributed")
    with on_cluster(mode):
        check(run_case(files, stop_at_trouble=True))


def check(result: Result) -> None:
    print(table(HEADER, [result.row()]))
    assert result.init <= TOLERANCE  # the graph's own init op: the same random numbers from the same seeds
    assert result.losses <= TOLERANCE
    assert result.worst.difference <= TOLERANCE, result.worst.name
