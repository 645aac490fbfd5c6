"""Softmax and the cross entropies in CUDA C, against their formulas in float64."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graphops_registry.dtypes import as_dtype
from tests.cuda.emulator.on_host import ORDER_VARIABLE, ORDERS
from tests.cuda.layer_calls import STORED, GpuCall, golden_faults, run
from tests.few import few

pytestmark = pytest.mark.emulator

Array = np.ndarray[Any, Any]

TOLERANCE = {"half": 1e-3, "bfloat16": 8e-3, "float": 5e-6, "double": 1e-13}
# One class; a team of one thread, of a part of a warp, of a warp, of a block; rows that registers do not hold, which
# begin at any address; more rows than a block has teams.
SHAPES = [(3, 1), (600, 3), (9, 100), (2, 1000), (3, 1001), (2, 4096), (5, 4101), (2, 9001)]


def draw(shape: tuple[int, ...], dtype: str, seed: int = 0) -> Array:
    return (np.random.default_rng(seed).normal(size=shape) * 4).astype(as_dtype(dtype).numpy_dtype)


def logarithm(x: Array) -> Array:
    """Of the softmax of the last axis, in float64."""
    wide = x.astype(np.float64)
    with np.errstate(all="ignore"):
        moved = wide - wide.max(axis=-1, keepdims=True)
        return moved - np.log(np.exp(moved).sum(axis=-1, keepdims=True))


def check(found: Array, expected: Array, dtype: str, size: Any = 1.0) -> None:
    """Each element by ``size`` or by its own, whichever is larger; what is not a number must be the same."""
    wide = found.astype(np.float64)
    assert found.shape == expected.shape
    assert np.array_equal(np.isnan(wide), np.isnan(expected))
    with np.errstate(all="ignore"):
        far = np.abs(wide - expected) > TOLERANCE[dtype] * np.maximum(np.abs(expected), size)
    assert not (far & (wide != expected)).any(), (dtype, found.shape, wide[far][:3], expected[far][:3])


@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("shape", [*SHAPES, (2, 3, 4, 10)])
def test_softmax(shape: tuple[int, ...], dtype: str, full: bool) -> None:
    if not full and dtype in ("bfloat16", "double") and shape not in SHAPES[2::3]:
        return
    x = draw(shape, dtype)
    check(run("Softmax", {"logits": x}, {})[0], np.exp(logarithm(x)), dtype, size=1e-3)
    check(run("LogSoftmax", {"logits": x}, {})[0], logarithm(x), dtype)


@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("shape", few(SHAPES, 3, tuples=True))
def test_cross_entropies(shape: tuple[int, int], dtype: str, full: bool) -> None:
    if not full and dtype in ("bfloat16", "double") and shape not in SHAPES[2::3]:
        return
    x, rng = draw(shape, dtype), np.random.default_rng(1)
    labels = rng.random(shape)
    labels[:, ::3] = 0
    labels = (labels / labels.sum(axis=1, keepdims=True).clip(1e-3)).astype(x.dtype)
    p, wanted = logarithm(x), labels.astype(np.float64)
    loss, backprop = run("SoftmaxCrossEntropyWithLogits", {"features": x, "labels": labels}, {})
    check(loss, -(p * wanted).sum(axis=1), dtype)
    check(backprop, np.exp(p) - wanted, dtype, size=np.maximum(np.exp(p) + wanted, 1e-2))

    classes = rng.integers(0, shape[1], shape[0])
    wanted = np.eye(shape[1])[classes]
    for kind in (np.int32, np.int64):
        inputs = {"features": x, "labels": classes.astype(kind)}
        loss, backprop = run("SparseSoftmaxCrossEntropyWithLogits", inputs, {})
        check(loss, -(p * wanted).sum(axis=1), dtype)
        check(backprop, np.exp(p) - wanted, dtype, size=np.maximum(np.exp(p) + wanted, 1e-2))


@pytest.mark.parametrize("classes", [12, 200, 4101])
def test_what_is_not_finite(classes: int) -> None:
    x = draw((7, classes), "float")
    x[0, 0], x[1, -1], x[2, 5], x[3], x[4, :9] = np.inf, np.nan, -np.inf, -np.inf, -np.inf
    x[5] -= 1e30
    expected = logarithm(x)
    check(run("LogSoftmax", {"logits": x}, {})[0], expected, "float")
    check(run("Softmax", {"logits": x}, {})[0], np.exp(expected), "float")
    labels = np.zeros((7, classes), np.float32)
    labels[:, 10] = 1
    labels[3] = 0
    loss, _ = run("SoftmaxCrossEntropyWithLogits", {"features": x, "labels": labels}, {})
    # A class of probability 0 costs nothing, however unlikely it is.
    check(loss, np.where(labels.any(axis=1), -expected[:, 10], 0), "float")


@pytest.mark.parametrize("classes", [12, 4101])
def test_a_label_that_is_no_class_gives_nothing_that_is_a_number(classes: int) -> None:
    x = draw((4, classes), "float")
    labels = np.array([0, -1, classes, classes - 1])
    loss, backprop = run("SparseSoftmaxCrossEntropyWithLogits", {"features": x, "labels": labels}, {})
    assert np.array_equal(np.isnan(loss), [False, True, True, False])
    assert np.array_equal(np.isnan(backprop).all(axis=1), [False, True, True, False])
    assert np.isfinite(backprop[[0, 3]]).all()


@pytest.mark.parametrize("shape", [(9, 100), (3, 2000), (2, 9001)])
def test_the_order_of_threads_does_not_matter(shape: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    inputs = {"features": draw(shape, "half"), "labels": np.abs(draw(shape, "half", 1))}
    results = []
    for order in ORDERS:
        monkeypatch.setenv(ORDER_VARIABLE, order)
        results.append([a.tobytes() for a in run("SoftmaxCrossEntropyWithLogits", inputs, {})])
    assert all(result == results[0] for result in results)


@pytest.mark.parametrize("how", STORED)
def test_awkward_arrays(how: str) -> None:
    x = draw((5, 40), "half")
    call = GpuCall("SoftmaxCrossEntropyWithLogits", {"features": x, "labels": x}, {})
    assert [a.tobytes() for a in call(call.stored(how))] == [a.tobytes() for a in call()]


def test_what_is_left_to_others() -> None:
    assert GpuCall("Softmax", {"logits": np.zeros((0, 3), np.float32)}, {}).refusal
    x = draw((2, 5), "float")
    assert GpuCall("SoftmaxCrossEntropyWithLogits", {"features": x[:, :1], "labels": x}, {}).refusal


@pytest.mark.parametrize(
    "op", ["Softmax", "LogSoftmax", "SoftmaxCrossEntropyWithLogits", "SparseSoftmaxCrossEntropyWithLogits"]
)
def test_recorded_calls(op: str) -> None:
    assert not golden_faults(op)
