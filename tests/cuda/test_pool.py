"""Pools in CUDA C on every layout, dtype and padding, against the oracle of pools."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from graphops_registry.dtypes import as_dtype
from tests.cuda.layer_calls import STORED, GpuCall, golden_faults, run
from tests.few import few
from tests.reference.geometry import pads_of
from tests.reference.pool import answers, max_pool_gradient

pytestmark = pytest.mark.emulator

Array = np.ndarray[Any, Any]

OPS = ["MaxPool", "MaxPoolV2", "MaxPoolGrad", "MaxPoolGradV2", "MaxPoolGradGrad", "MaxPoolGradGradV2",
       "MaxPoolWithArgmax", "AvgPool", "AvgPoolGrad", "MaxPool3D", "MaxPool3DGrad", "MaxPool3DGradGrad", "AvgPool3D",
       "AvgPool3DGrad"]  # fmt: skip
TOLERANCE = {"half": 2e-3, "bfloat16": 2e-2, "float": 1e-6, "double": 1e-14}
# Windows and strides along two and three axes: side by side, overlapping, with gaps, of everything, of more taps than
# a byte counts.
WINDOWS: dict[int, list[tuple[Any, Any]]] = {
    4: [((2, 2), (2, 2)), ((3, 3), (2, 2)), ((3, 2), (1, 1)), ((1, 2), (3, 3)), ((7, 9), (7, 9)), ((18, 16), (3, 2))],
    5: [((2, 2, 2), (2, 2, 2)), ((3, 3, 3), (2, 2, 2)), ((2, 3, 1), (1, 2, 3)), ((5, 4, 6), (5, 4, 6))],
}
SPATIAL = {4: (7, 9), 5: (5, 4, 6)}


def make(op: str, x: Array, ksize: Any, strides: Any, padding: str, layout: str) -> tuple[dict[str, Any], Any]:
    """Inputs and attrs of an op on the pool of x, which is in ``layout``; gradients are small integers."""
    window = {"ksize": [1, *ksize, 1], "strides": [1, *strides, 1]}
    if layout.startswith("NC"):
        window = {"ksize": [1, 1, *ksize], "strides": [1, 1, *strides]}
    forward = "AvgPool" if op.startswith("Avg") else "MaxPool"
    argument = "value" if (forward, x.ndim) == ("AvgPool", 4) else "input"
    attrs: dict[str, Any] = {"padding": padding, **window}
    y = answers(forward + ("3D" if x.ndim == 5 else ""), {argument: x.astype(np.float64)}, attrs)[0].value
    rng = np.random.default_rng(1)
    if "Grad" not in op:
        inputs: dict[str, Any] = {argument: x}
    elif forward == "MaxPool":
        shape = x.shape if "GradGrad" in op else y.shape
        inputs = {"orig_input": x, "orig_output": y.astype(x.dtype), "grad": rng.integers(-4, 5, shape).astype(x.dtype)}
    else:
        inputs = {"orig_input_shape": np.array(x.shape, np.int32), "grad": rng.integers(-4, 5, y.shape).astype(x.dtype)}
    if op.endswith("V2"):
        inputs |= {name: np.array(value, np.int32) for name, value in window.items()}
        attrs = {"padding": padding}
    return inputs, attrs if op == "MaxPoolWithArgmax" else {**attrs, "data_format": layout}


def cases(op: str, full: bool) -> Iterator[tuple[str, int, tuple[Any, Any], str, str]]:
    rank = 5 if "3D" in op else 4
    layouts = {4: ["NHWC", "NCHW"], 5: ["NDHWC", "NCDHW"]}[rank][: 1 if op == "MaxPoolWithArgmax" else 2]
    dtypes = [d for d in TOLERANCE if d != "double" or "MaxPool3D" not in op]
    for dtype, window, padding, layout in itertools.product(dtypes, WINDOWS[rank], ("SAME", "VALID"), layouts):
        if padding == "VALID" and any(k > n for k, n in zip(window[0], SPATIAL[rank], strict=True)):
            continue
        # A part of it: every window in float32, one that overlaps in the others.
        if not full and (padding == "VALID" or (dtype != "float" and window is not WINDOWS[rank][1])):
            continue
        for channels in (1, 24, 38) if full else (24 if dtype != "bfloat16" else 6,):
            yield dtype, channels, window, padding, layout


@pytest.mark.parametrize("op", few(OPS, 3))
def test_every_size(op: str, full: bool) -> None:
    rank, rng = 5 if "3D" in op else 4, np.random.default_rng(2)
    for dtype, channels, (ksize, strides), padding, layout in cases(op, full):
        kind = as_dtype(dtype).numpy_dtype
        # Small integers: many are equal.
        x = rng.integers(-9, 10, (2, *SPATIAL[rank], channels)).astype(kind)
        if layout.startswith("NC"):
            x = np.ascontiguousarray(np.moveaxis(x, -1, 1))
        inputs, attrs = make(op, x, ksize, strides, padding, layout)
        # For MaxPool3DGrad the answers are TensorFlow's on the CPU, which gives each of equal maxima the gradient.
        expected = [to_first_maxima(inputs, attrs)] if op == "MaxPool3DGrad" else None
        expected = expected or [answer.value for answer in answers(op, inputs, attrs)]
        for found, wanted in zip(run(op, inputs, attrs), expected, strict=True):
            assert found.shape == wanted.shape
            difference = np.abs(found.astype(np.float64) - wanted)
            limit = TOLERANCE[dtype] * (1 + np.abs(wanted)) if op.startswith("Avg") or "Grad" in op else 0
            assert np.all(difference <= limit), (dtype, channels, ksize, strides, padding, layout)


def to_first_maxima(inputs: dict[str, Any], attrs: dict[str, Any]) -> Array:
    """The gradient of a 3-D maximum pool, to the first maximum of each window."""
    x, ksize, strides = inputs["orig_input"], attrs["ksize"], attrs["strides"]
    pads = [pads_of(n, k, s, 1, attrs["padding"]) for n, k, s in zip(x.shape, ksize, strides, strict=True)]
    return max_pool_gradient(x, inputs["grad"], ksize, strides, pads)


@pytest.mark.parametrize("layout", ["NHWC", "NCHW"])
def test_explicit_padding(layout: str) -> None:
    x = np.random.default_rng(3).integers(-9, 10, (2, 6, 7, 8)).astype(np.float32)
    pads = [(0, 0), (2, 0), (1, 2), (0, 0)]
    window = {"ksize": [1, 3, 3, 1], "strides": [1, 2, 1, 1]}
    if layout == "NCHW":
        x = np.ascontiguousarray(np.moveaxis(x, -1, 1))
        pads = [pads[0], pads[3], *pads[1:3]]
        window = {name: [1, 1, *value[1:3]] for name, value in window.items()}
    explicit = [n for pair in pads for n in pair]
    attrs = {"padding": "EXPLICIT", "explicit_paddings": explicit, **window, "data_format": layout}
    (y,) = answers("MaxPool", {"input": x}, attrs)
    assert np.array_equal(run("MaxPool", {"input": x}, attrs)[0], y.value)
    inputs = {"orig_input": x, "orig_output": y.value.astype(np.float32), "grad": y.value.astype(np.float32)}
    assert np.array_equal(run("MaxPoolGrad", inputs, attrs)[0], answers("MaxPoolGrad", inputs, attrs)[0].value)


def test_input_and_gradient_of_different_dtypes() -> None:
    rng = np.random.default_rng(4)
    x = rng.integers(-9, 10, (1, *SPATIAL[5], 8)).astype(np.float32)
    inputs, attrs = make("MaxPool3DGrad", x, *WINDOWS[5][1], "SAME", "NDHWC")
    inputs["grad"] = inputs["grad"].astype(np.float16)
    (found,) = run("MaxPool3DGrad", inputs, attrs)
    assert found.dtype == np.float16
    assert np.array_equal(found, to_first_maxima(inputs, attrs))


@pytest.mark.parametrize("include_batch", [False, True])
def test_places_in_the_image_and_in_the_batch(include_batch: bool) -> None:
    x = np.random.default_rng(5).integers(-9, 10, (3, 7, 9, 8)).astype(np.float32)
    inputs, attrs = make("MaxPoolWithArgmax", x, (3, 3), (2, 2), "SAME", "NHWC")
    for kind in (np.int32, np.int64):
        attrs |= {"include_batch_in_index": include_batch, "Targmax": kind}
        found = run("MaxPoolWithArgmax", inputs, attrs)
        for got, wanted in zip(found, answers("MaxPoolWithArgmax", inputs, attrs), strict=True):
            assert np.array_equal(got, wanted.value)


@pytest.mark.parametrize("op", OPS)
def test_awkward_arrays(op: str) -> None:
    rank = 5 if "3D" in op else 4
    x = np.random.default_rng(3).normal(size=(2, *SPATIAL[rank], 24)).astype(np.float32)
    ksize, strides = WINDOWS[rank][1]
    call = GpuCall(op, *make(op, x, ksize, strides, "SAME", "NHWC" if rank == 4 else "NDHWC"))
    for how in STORED:
        assert [a.tobytes() for a in call(call.stored(how))] == [a.tobytes() for a in call()], how


def test_nan_is_the_largest_and_gets_the_gradient_only_in_the_first_place() -> None:
    x = np.zeros((1, 2, 4, 24), np.float32)
    x[0, 0, 0, 3], x[0, 1, 3, 4], x[0, 0, 2, 4] = np.nan, np.nan, 5
    attrs = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"}
    (y,) = run("MaxPool", {"input": x}, attrs)
    assert np.isnan(y[0, 0, 0, 3])
    assert np.isnan(y[0, 0, 1, 4])
    assert np.isfinite(y).sum() == y.size - 2
    (dx,) = run("MaxPoolGrad", {"orig_input": x, "orig_output": y, "grad": np.ones_like(y)}, attrs)
    assert dx[0, 0, 0, 3] == 1  # NaN comes first: no number is above it
    assert dx[0, 0, 2, 4] == 1  # 5 comes before NaN, which is above no number
    assert dx[0, 1, 3, 4] == 0


def test_a_window_of_minus_infinity() -> None:
    x = np.full((1, 2, 2, 8), -np.inf, np.float16)
    attrs = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"}
    (y,) = run("MaxPool", {"input": x}, attrs)
    assert np.all(y == -np.inf)
    (dx,) = run("MaxPoolGrad", {"orig_input": x, "orig_output": y, "grad": np.ones_like(y)}, attrs)
    assert np.array_equal(dx[0, ..., 0], [[1, 0], [0, 0]])


def test_many_places_of_a_thread() -> None:
    x = np.random.default_rng(6).integers(-9, 10, (3, 200, 300, 1)).astype(np.float32)
    inputs, attrs = make("MaxPoolGrad", x, (3, 3), (2, 2), "SAME", "NHWC")
    # TensorFlow's formula on a large image takes the oracle long: the windows of one axis at a time give the maxima.
    y = np.full((3, 100, 150), -np.inf)
    for a, b in itertools.product(range(3), range(3)):
        part = x[:, a::2, b::2, 0].astype(np.float64)
        target = y[:, : part.shape[1], : part.shape[2]]
        np.maximum(target, part, out=target)
    (found,) = run("MaxPool", {"input": x}, attrs)
    assert np.array_equal(found[..., 0], y)
    inputs["orig_output"] = found
    (dx,) = run("MaxPoolGrad", inputs, attrs)
    assert dx.sum() == inputs["grad"].sum()
    assert np.array_equal(dx, to_first_maxima(inputs, attrs))


def test_what_is_left_to_others() -> None:
    x = np.zeros((2, 3, 3, 4), np.float32)
    attrs = {"ksize": [1, 1, 1, 2], "strides": [1, 1, 1, 2], "padding": "SAME"}
    assert GpuCall("MaxPool", {"input": x}, attrs).refusal == "channels are pooled"
    attrs = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "SAME"}
    assert GpuCall("MaxPool", {"input": x[:0]}, attrs).refusal == "there are no elements"


@pytest.mark.parametrize("op", [op for op in OPS if op not in ("MaxPool3DGrad", "MaxPool3DGradGrad")])
def test_recorded_calls(op: str) -> None:
    assert not golden_faults(op)
