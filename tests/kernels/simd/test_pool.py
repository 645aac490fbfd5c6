"""Pools with SIMD vectors on every size, dtype and padding: against the oracle of pools."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from graphops_registry.dtypes import as_dtype
from graphops_registry.kernels.context import NO_CONTEXT
from tests.few import few
from tests.ops.every_kernel import STORED, Call, targets
from tests.reference.geometry import pads_of
from tests.reference.pool import answers, max_pool_gradient

pytest.importorskip("numba")

Array = np.ndarray[Any, Any]

OPS = ["MaxPool", "MaxPoolV2", "MaxPoolGrad", "MaxPoolGradV2", "AvgPool", "AvgPoolGrad", "MaxPool3D", "MaxPool3DGrad",
       "AvgPool3D", "AvgPool3DGrad"]  # fmt: skip
TOLERANCE = {"half": 2e-3, "bfloat16": 2e-2, "float": 1e-6, "double": 1e-14}
# Windows and strides along two and three axes: side by side, overlapping, with gaps, of one element, of everything.
WINDOWS: dict[int, list[tuple[Any, Any]]] = {
    4: [((2, 2), (2, 2)), ((3, 3), (2, 2)), ((3, 2), (1, 1)), ((1, 2), (3, 3)), ((7, 9), (7, 9))],
    5: [((2, 2, 2), (2, 2, 2)), ((3, 3, 3), (2, 2, 2)), ((2, 3, 1), (1, 2, 3)), ((5, 4, 6), (5, 4, 6))],
}
SPATIAL = {4: (7, 9), 5: (5, 4, 6)}


def simd(call: Call) -> Any:
    """What the SIMD kernel prepared for a call."""
    (prepared,) = [p for name, (_, p) in call.supporting.items() if ".simd." in name]
    return prepared


def make(
    op: str, x: Array, ksize: Any, strides: Any, padding: str, dtype: Any
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Inputs and attrs of an op on the pool of x; gradients of the output are small integers."""
    windows: dict[str, Any] = {"ksize": [1, *ksize, 1], "strides": [1, *strides, 1]}
    forward = "AvgPool" if op.startswith("Avg") else "MaxPool"
    argument = "value" if (forward, x.ndim) == ("AvgPool", 4) else "input"
    base = forward + ("3D" if x.ndim == 5 else "")
    wide = {argument: x.astype(np.float64)}
    y = answers(base, wide, {"padding": padding, **windows})[0].value
    dy = np.random.default_rng(1).integers(-4, 5, y.shape).astype(dtype)
    if "Grad" not in op:
        inputs: dict[str, Any] = {argument: x}
    elif forward == "MaxPool":
        inputs = {"orig_input": x, "orig_output": y.astype(dtype), "grad": dy}
    else:
        inputs = {"orig_input_shape": np.array(x.shape, np.int32), "grad": dy}
    attrs: dict[str, Any] = {"padding": padding}
    if op.endswith("V2"):
        inputs |= {name: np.array(value, np.int32) for name, value in windows.items()}
    else:
        attrs |= windows
    return inputs, attrs


def cases(op: str, full: bool) -> Iterator[tuple[str, int, tuple[Any, Any], str]]:
    rank = 5 if "3D" in op else 4
    dtypes = [d for d in TOLERANCE if d != "double" or "MaxPool3D" not in op]
    for dtype, window, padding in itertools.product(dtypes, WINDOWS[rank], ("SAME", "VALID")):
        # A part of it: every window in float32, one that overlaps in the others.
        if not full and (padding == "VALID" or (dtype != "float" and window is not WINDOWS[rank][1])):
            continue
        for channels in (1, 19, 70) if full else (19,):
            yield dtype, channels, window, padding


@pytest.mark.parametrize("op", few(OPS, 3))
def test_every_size(op: str, full: bool) -> None:
    rank, rng = 5 if "3D" in op else 4, np.random.default_rng(2)
    for dtype, channels, (ksize, strides), padding in cases(op, full):
        kind = as_dtype(dtype).numpy_dtype
        x = rng.integers(-9, 10, (2, *SPATIAL[rank], channels)).astype(kind)  # small integers: many are equal
        inputs, attrs = make(op, x, ksize, strides, padding, kind)
        # For MaxPool3DGrad the answers are TensorFlow's, which gives each of equal maxima the gradient.
        of_first = op == "MaxPool3DGrad"
        expected = to_first_maxima(inputs, attrs) if of_first else answers(op, inputs, attrs)[0].value
        call = Call(op, inputs, attrs)
        found = simd(call).run(NO_CONTEXT, call.arrays, None)[0]
        assert (found.dtype, found.shape) == (kind, expected.shape)
        difference = np.abs(found.astype(np.float64) - expected)
        assert np.all(difference <= TOLERANCE[dtype] * (1 + np.abs(expected))), (dtype, channels, ksize, padding)


def to_first_maxima(inputs: dict[str, Any], attrs: dict[str, Any]) -> Array:
    """The gradient of a 3-D maximum pool, to the first maximum of each window."""
    x = inputs["orig_input"]
    ksize, strides = attrs["ksize"], attrs["strides"]
    pads = [pads_of(n, k, s, 1, attrs["padding"]) for n, k, s in zip(x.shape, ksize, strides, strict=True)]
    return max_pool_gradient(x, inputs["grad"], ksize, strides, pads)


@pytest.mark.parametrize("op", OPS)
def test_awkward_arrays(op: str) -> None:
    rank = 5 if "3D" in op else 4
    x = np.random.default_rng(3).normal(size=(2, *SPATIAL[rank], 18)).astype(np.float32)
    ksize, strides = WINDOWS[rank][1]
    call = Call(op, *make(op, x, ksize, strides, "SAME", np.dtype(np.float32)))
    prepared = simd(call)
    (found,) = prepared.run(NO_CONTEXT, call.arrays, None)
    for how in STORED:
        (again,) = prepared.run(NO_CONTEXT, call.stored(how), None)
        assert again.tobytes() == found.tobytes(), how
    for how, target in targets(found):
        (given,) = prepared.run(NO_CONTEXT, call.arrays, [target])
        assert given is target, how
        assert np.array_equal(given, found), how


def test_nan_is_the_largest_and_gets_the_gradient_only_in_the_first_place() -> None:
    x = np.zeros((1, 2, 4, 20), np.float32)
    x[0, 0, 0, 3], x[0, 1, 3, 4], x[0, 0, 2, 4] = np.nan, np.nan, 5
    attrs = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"}
    call = Call("MaxPool", {"input": x}, attrs)
    y = simd(call).run(NO_CONTEXT, call.arrays, None)[0]
    expected = np.zeros((1, 1, 2, 20), np.float32)
    expected[0, 0, 0, 3] = expected[0, 0, 1, 4] = np.nan
    assert np.array_equal(y, expected, equal_nan=True)
    call = Call("MaxPoolGrad", {"orig_input": x, "orig_output": y, "grad": np.ones_like(y)}, attrs)
    dx = simd(call).run(NO_CONTEXT, call.arrays, None)[0]
    wanted = np.zeros_like(x)
    wanted[0, 0, [0, 2]] = 1  # where all are 0 the first one; NaN is first in one window
    assert np.array_equal(dx, wanted)


def test_infinite_gradients_reach_what_they_belong_to_alone() -> None:
    x = np.arange(2 * 6 * 6 * 17, dtype=np.float32).reshape(2, 6, 6, 17)
    attrs = {"ksize": [1, 3, 3, 1], "strides": [1, 2, 2, 1], "padding": "SAME"}
    y = answers("MaxPool", {"input": x}, attrs)[0].value.astype(np.float32)
    call = Call("MaxPoolGrad", {"orig_input": x, "orig_output": y, "grad": np.full_like(y, np.inf)}, attrs)
    dx = simd(call).run(NO_CONTEXT, call.arrays, None)[0]
    assert not np.isnan(dx).any()
    assert np.isposinf(dx).sum() == y.size


@pytest.mark.parametrize("op", ["MaxPoolGrad", "AvgPoolGrad", "MaxPool3DGrad"])
def test_results_do_not_depend_on_how_work_is_cut(op: str) -> None:
    """A large call, cut among threads, against its images one by one."""
    rank = 5 if "3D" in op else 4
    shape = (2, 40, 40, 96) if rank == 4 else (2, 12, 12, 12, 64)
    x = np.random.default_rng(4).normal(size=shape).astype(np.float32)
    ksize, strides = WINDOWS[rank][1]
    outs = [-(-n // s) for n, s in zip(shape[1:-1], strides, strict=True)]
    dy = np.random.default_rng(5).normal(size=(2, *outs, shape[-1])).astype(np.float32)
    inputs = {"orig_input": x, "orig_output": dy, "grad": dy}
    if op == "AvgPoolGrad":
        inputs = {"orig_input_shape": np.array(shape, np.int32), "grad": dy}
    attrs = {"padding": "SAME", "ksize": [1, *ksize, 1], "strides": [1, *strides, 1]}
    call = Call(op, inputs, attrs)
    (whole,) = simd(call).run(NO_CONTEXT, call.arrays, None)
    for image in range(2):
        some = {n: np.array([1, *a[1:]], np.int32) if n.endswith("_shape") else a[image : image + 1]
                for n, a in inputs.items()}  # fmt: skip
        part = Call(op, some, attrs)
        (alone,) = simd(part).run(NO_CONTEXT, part.arrays, None)
        assert alone.tobytes() == whole[image : image + 1].tobytes()


def test_what_is_left_to_the_plain_kernel() -> None:
    x = np.zeros((2, 3, 4, 4), np.float32)
    channels_first = {"ksize": [1, 1, 2, 2], "strides": [1, 1, 2, 2], "padding": "SAME", "data_format": "NCHW"}
    of_channels = {"ksize": [1, 1, 1, 2], "strides": [1, 1, 1, 2], "padding": "VALID"}
    assert "channels do not come last" in " ".join(Call("MaxPool", {"input": x}, channels_first).refusals.values())
    assert "channels are pooled" in " ".join(Call("MaxPool", {"input": x}, of_channels).refusals.values())
    plain = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "SAME"}
    assert "no elements" in " ".join(Call("MaxPool", {"input": x[:0]}, plain).refusals.values())
