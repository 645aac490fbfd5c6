"""Convolutions as products beyond their numbers: how they are cut, summed, and copied."""

from __future__ import annotations

import importlib

import ml_dtypes
import numpy as np
import pytest

from graphops_registry.errors import InternalError, NotFoundError
from graphops_registry.kernel_def import Mode
from tests.cuda.conv_runs import Run, kernel_named
from tests.reference.bounds import assert_answer, assert_equal
from tests.reference.call import answers

pytestmark = pytest.mark.emulator

WAY = "gemm_conv."
TYPES = (np.float16, ml_dtypes.bfloat16, np.float32, np.float64)
PASSES = ("", "BackpropInput", "BackpropFilter")


@pytest.fixture
def cublas():
    found = importlib.import_module("cupy_backends.cuda.libs.cublas")
    found.CALLS.clear()
    return found


def case(pass_, dtype, x_shape, w_shape, *, first=False, stride=1, integers=True):
    rng = np.random.default_rng([*x_shape, *w_shape])
    outputs = [-(-size // stride) for size in x_shape[1:3]]

    def numbers(*shape):
        found = (rng.integers(-2, 4, shape) if integers else rng.standard_normal(shape)).astype(dtype)
        return np.ascontiguousarray(np.moveaxis(found, -1, 1)) if first else found

    x, y = numbers(*x_shape), numbers(x_shape[0], *outputs, w_shape[-1])
    w = rng.integers(-2, 4, w_shape).astype(dtype) if integers else rng.standard_normal(w_shape).astype(dtype)
    inputs = {
        "": {"input": x, "filter": w},
        "BackpropInput": {"input_sizes": np.array(x.shape, np.int32), "filter": w, "out_backprop": y},
        "BackpropFilter": {"input": x, "filter_sizes": np.array(w.shape, np.int32), "out_backprop": y},
    }[pass_]
    strides = [1, 1, stride, stride] if first else [1, stride, stride, 1]
    return inputs, {"strides": strides, "padding": "SAME", "data_format": "NCHW" if first else "NHWC"}


def check(pass_, inputs, attrs, dtype, mode=None):
    (answer,) = answers(f"Conv2D{pass_}", inputs, attrs)
    run = Run(kernel_named(f"Conv2D{pass_}", WAY), inputs, attrs, mode or Mode())
    assert_equal(run(), answer.value, np.dtype(dtype))
    return run


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize("pass_", PASSES)
@pytest.mark.parametrize("channels", [(16, 8), (8, 24), (4, 6), (3, 5)])
def test_channels_that_are_moved_at_once_and_others(pass_, first, dtype, channels):
    for groups in (1, 2):
        w_shape = (3, 2, channels[0], channels[1] * groups)
        check(pass_, *case(pass_, dtype, (2, 5, 4, channels[0] * groups), w_shape, first=first), dtype)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize("pass_", PASSES)
def test_kernels_of_one_position_need_no_columns(pass_, first, dtype, cublas):
    for groups in (1, 2):
        inputs, attrs = case(pass_, dtype, (3, 5, 4, 6 * groups), (1, 1, 6, 4 * groups), first=first)
        run = check(pass_, inputs, attrs, dtype)
        assert run.choice.prepared._pieces.columns == 0
        if first and groups == 1 and pass_ != "BackpropFilter":
            assert run.choice.prepared.workspace_bytes == 0
            assert cublas.CALLS[-1].batch == 3
    check(pass_, *case(pass_, dtype, (3, 5, 4, 6), (1, 1, 6, 4), first=first, stride=2), dtype)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("pass_", PASSES)
@pytest.mark.parametrize("size", [2000, 7000])
def test_in_pieces(pass_, dtype, size, cublas, monkeypatch):
    """Of few rows, of one image, and of whole images, with sums that are rounded once."""
    chunks = importlib.import_module("graphops_cuda.blas.gemm_conv_chunks")
    monkeypatch.setattr(chunks, "COLUMN_BYTES", size)
    inputs, attrs = case(pass_, dtype, (5, 9, 7, 4), (3, 3, 4, 6), stride=2)
    (answer,) = answers(f"Conv2D{pass_}", inputs, attrs)
    run = Run(kernel_named(f"Conv2D{pass_}", WAY), inputs, attrs, Mode(workspace=10_000_000 + size))
    assert_equal(run(), answer.value, np.dtype(dtype))
    assert len(cublas.CALLS) > 1
    inputs, attrs = case(pass_, dtype, (5, 9, 7, 4), (3, 3, 4, 6), stride=2, integers=False)
    (answer,) = answers(f"Conv2D{pass_}", inputs, attrs)
    run = Run(kernel_named(f"Conv2D{pass_}", WAY), inputs, attrs, Mode(workspace=10_000_000 + size))
    assert_answer(run(), answer, np.dtype(dtype))
    assert run.choice.prepared._pieces.columns * max(4, np.dtype(dtype).itemsize) <= 2 * size
    narrow = np.dtype(dtype).itemsize == 2
    if pass_ == "BackpropFilter" and narrow:
        assert {call.types[2] for call in cublas.CALLS} == {0}, "sums of several products are kept in float32"


def test_float32_is_multiplied_as_it_is_unless_tf32_is_allowed(cublas):
    inputs, attrs = case("", np.float32, (1, 4, 4, 3), (3, 3, 3, 2), integers=False)
    definition = kernel_named("Conv2D", WAY)
    Run(definition, inputs, attrs)()
    assert cublas.CALLS[-1].compute == cublas.CUBLAS_COMPUTE_32F
    Run(definition, inputs, attrs, Mode(tf32=True))()
    assert cublas.CALLS[-1].compute == cublas.CUBLAS_COMPUTE_32F_FAST_TF32
    inputs, attrs = case("", np.float64, (1, 4, 4, 3), (3, 3, 3, 2))
    Run(definition, inputs, attrs, Mode(tf32=True))()
    assert cublas.CALLS[-1].compute == cublas.CUBLAS_COMPUTE_64F


def test_half_is_not_summed_in_half(cublas):
    inputs, attrs = case("", np.float16, (1, 4, 4, 3), (3, 3, 3, 2))
    Run(kernel_named("Conv2D", WAY), inputs, attrs)()
    assert cublas.CALLS[-1].math == 16


@pytest.mark.parametrize("pass_", PASSES)
def test_a_workspace_that_is_too_small_is_a_reason(pass_):
    inputs, attrs = case(pass_, np.float32, (2, 8, 8, 16), (3, 3, 16, 16))
    definition = kernel_named(f"Conv2D{pass_}", WAY)
    with pytest.raises(NotFoundError) as found:
        Run(definition, inputs, attrs, Mode(workspace=500))
    assert "the columns of its smallest piece take" in found.value.__notes__[-1]
    small = Run(definition, inputs, attrs, Mode(workspace=40_000))
    assert small.choice.prepared.workspace_bytes <= 40_000
    assert_equal(small(), answers(f"Conv2D{pass_}", inputs, attrs)[0].value, np.dtype(np.float32))


def test_an_infinite_gradient_reaches_what_it_meets_and_nothing_else():
    inputs, attrs = case("BackpropInput", np.float32, (1, 5, 5, 3), (3, 3, 3, 2))
    inputs["out_backprop"][0, 0, 0, 0] = np.inf
    inputs["filter"][...] = 1
    (answer,) = answers("Conv2DBackpropInput", inputs, attrs)
    assert_equal(Run(kernel_named("Conv2DBackpropInput", WAY), inputs, attrs)(), answer.value, np.dtype(np.float32))


@pytest.mark.parametrize("pass_", PASSES)
def test_a_recording_replays_on_other_numbers(pass_):
    inputs, attrs = case(pass_, np.float16, (2, 5, 4, 8), (3, 3, 8, 6))
    run = Run(kernel_named(f"Conv2D{pass_}", WAY), inputs, attrs)
    run()
    kept = []
    recording = run.device.capture(lambda: kept.append(run.on_device()))
    name = "filter" if "filter" in inputs else "input"
    changed = run.inputs[list(inputs).index(name)]
    changed[...] = 2 * changed
    run.device.synchronize()
    lane = run.device.current()
    recording.replay(lane)
    lane.synchronize()
    (answer,) = answers(f"Conv2D{pass_}", {**inputs, name: 2 * inputs[name]}, attrs)
    np.testing.assert_array_equal(run.device.copy_out(kept[0]), answer.value)


def test_what_cublas_says_is_said():
    from graphops_cuda.blas.cublas import Matrices, product

    run = Run(kernel_named("Conv2D", WAY), *case("", np.float32, (2, 5, 4, 8), (3, 3, 8, 6)))
    x, w = run.inputs
    with pytest.raises(InternalError, match="cuBLAS must do what is asked of it, but it answered CUBLASError"):
        product(Matrices(x, 1), Matrices(w, 6), Matrices(x, 6), (4, 6, 8))
