"""Networks of keras.applications: every float tensor of the frozen graph, and the SavedModel's signature."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.interop.applications import HEADER, TOLERANCE, run_network
from tests.interop.compare import table
from tests.interop.peer import needs_peer, run_peer

pytestmark = [pytest.mark.full, needs_peer]

NETWORKS = (
    "ResNet50",
    "VGG16",
    "InceptionV3",
    "Xception",
    "MobileNet",
    "MobileNetV3Small",
    "EfficientNetB0",
    "DenseNet121",
    "NASNetMobile",
    "ConvNeXtTiny",
)


@pytest.mark.parametrize("name", NETWORKS)
def test_every_tensor_equals_tensorflows(name: str, tmp_path: Path) -> None:
    run_peer("make_applications.py", tmp_path, name)
    result = run_network(tmp_path / name, stop_at_trouble=True)
    print(table(HEADER, [result.row()]))
    assert result.tensors > 50
    assert result.worst.difference <= TOLERANCE, result.worst.name
    assert result.signature.difference <= TOLERANCE, result.signature.name
