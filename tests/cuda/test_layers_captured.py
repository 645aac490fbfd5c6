"""Kernels of layers recorded in a CUDA graph: none waits for the device, and each gives the same bits when replayed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graphops_registry.device_def import device_type
from tests.cuda.layer_calls import GpuCall
from tests.few import few

pytestmark = pytest.mark.emulator

_RANDOM = np.random.default_rng(0)
X = _RANDOM.normal(size=(3, 6, 6, 8)).astype(np.float32)
V = _RANDOM.random(8).astype(np.float32) + 1
ROWS = X.reshape(-1, 8)
WINDOW = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"}
HALF = np.ascontiguousarray(X[:, ::2, ::2])
STATISTICS = {"scale": V, "offset": V, "mean": V, "variance": V}

CALLS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("FusedBatchNormV3", {"x": X, **STATISTICS}, {}),
    ("FusedBatchNormV3", {"x": X, **STATISTICS}, {"is_training": False}),
    ("FusedBatchNormGradV2", {"y_backprop": X, "x": X, "scale": V, "reserve_space_1": V, "reserve_space_2": V}, {}),
    ("BiasAdd", {"value": X, "bias": V}, {}),
    ("BiasAddGrad", {"out_backprop": X}, {}),
    ("Elu", {"features": X}, {}),
    ("ReluGrad", {"gradients": X, "features": X}, {}),
    ("MaxPool", {"input": X}, WINDOW),
    ("MaxPoolGrad", {"orig_input": X, "orig_output": HALF, "grad": HALF}, WINDOW),
    ("AvgPoolGrad", {"orig_input_shape": np.array(X.shape, np.int32), "grad": HALF}, WINDOW),
    ("Softmax", {"logits": X}, {}),
    ("SoftmaxCrossEntropyWithLogits", {"features": ROWS, "labels": ROWS}, {}),
    ("SparseSoftmaxCrossEntropyWithLogits", {"features": ROWS, "labels": np.arange(len(ROWS)) % 8}, {}),
    ("LRNGrad", {"input_grads": X, "input_image": X, "output_image": X}, {}),
]


@pytest.mark.parametrize(
    ("op", "inputs", "attrs"), few(CALLS, 4), ids=[f"{n}-{call[0]}" for n, call in enumerate(CALLS)]
)
def test_replayed(op: str, inputs: dict[str, Any], attrs: dict[str, Any]) -> None:
    device, call = device_type("GPU"), GpuCall(op, inputs, attrs)
    expected = [y.tobytes() for y in call()]
    found: list[Any] = []
    recording = device.capture(lambda: found.extend(call.on_device()))
    lane = device.lane(0)
    for _ in range(2):
        recording.replay(lane)
        lane.synchronize()
        with lane:
            assert [device.copy_out(y).tobytes() for y in found] == expected
