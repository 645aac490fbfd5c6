"""The BLAS kernels beyond their numbers: memory within bounds, any array taken, the same bits each time."""

import tracemalloc

import numpy as np
import pytest

from tests.kernels.blas.runs import Run, kernel_named
from tests.reference.bounds import assert_answer
from tests.reference.call import answers

SAME = {"strides": [1, 1, 1, 1], "padding": "SAME"}


def passes(x_shape, w_shape, y_shape, attrs, dtype=np.float32):
    """Each pass of a 2-D convolution, prepared for random operands."""
    rng = np.random.default_rng(0)
    x, w, dy = (rng.random(shape).astype(dtype) - dtype(0.5) for shape in (x_shape, w_shape, y_shape))
    calls = {
        "Conv2D": {"input": x, "filter": w},
        "Conv2DBackpropInput": {"input_sizes": np.array(x_shape, np.int32), "filter": w, "out_backprop": dy},
        "Conv2DBackpropFilter": {"input": x, "filter_sizes": np.array(w_shape, np.int32), "out_backprop": dy},
    }
    return {op: Run(kernel_named(op, ".blas."), inputs, attrs) for op, inputs in calls.items()}


@pytest.mark.parametrize("data_format", ["NHWC", "NCHW"])
@pytest.mark.parametrize("channels", [3, 32])
def test_columns_are_made_in_bounded_pieces_and_announced(channels, data_format):
    """All columns at once would be 9 times the input: 50 MB or 340 MB."""

    def shape(n, h, w, c):
        return (n, c, h, w) if data_format == "NCHW" else (n, h, w, c)

    x_shape, y_shape = shape(4, 512, 144, channels), shape(4, 512, 144, 16)
    attrs = {**SAME, "data_format": data_format}
    for op, prepared in passes(x_shape, (3, 3, channels, 16), y_shape, attrs).items():
        prepared()
        tracemalloc.start()
        result = prepared()
        peak = tracemalloc.get_traced_memory()[1] - result.nbytes
        tracemalloc.stop()
        announced = prepared.choice.prepared.workspace_bytes
        assert peak < 40 << 20, op
        assert peak < 1.5 * announced + (1 << 20), op


def test_distant_taps_take_no_memory():
    """Two taps, ten million apart: what lies between them is not looked at."""
    far = 10**7
    attrs = {
        "strides": [1, 1, 1, 1],
        "padding": "EXPLICIT",
        "explicit_paddings": [0, 0, 0, 0, far, 0, 0, 0],
        "dilations": [1, 1, far, 1],
    }
    x = np.arange(8, dtype=np.float32).reshape(1, 1, 8, 1)
    w = np.array([3, 5], np.float32).reshape(1, 2, 1, 1)
    tracemalloc.start()
    y = Run(kernel_named("Conv2D", ".blas."), {"input": x, "filter": w}, attrs)()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert y.ravel().tolist() == (5 * x.ravel()).tolist()
    assert peak < 8 << 20


@pytest.mark.parametrize("arrange", ["strided", "reversed", "misaligned", "transposed", "read-only"])
def test_arrays_as_they_come(arrange):
    for op, prepared in passes((2, 9, 8, 6), (3, 2, 6, 4), (2, 9, 8, 4), SAME).items():
        names = [argument.name for argument in prepared.choice.spec.op.op_def.inputs]
        inputs = dict(zip(names, prepared.inputs, strict=True))
        (answer,) = answers(op, inputs, {**SAME, "dilations": [1, 1, 1, 1]})
        given = [a if a.dtype == np.int32 else arranged(a, arrange) for a in prepared.inputs]
        before = [a.tobytes() for a in given]
        assert_answer(prepared(inputs=given), answer, np.float32)
        assert [a.tobytes() for a in given] == before


def arranged(array, how):
    """An array with the same elements."""
    if how == "strided":
        return np.repeat(array, 2, axis=-1)[..., ::2]
    if how == "reversed":
        return array[:, ::-1].copy()[:, ::-1]
    if how == "transposed":
        return np.asfortranarray(array)
    if how == "misaligned":
        memory = np.zeros(array.nbytes + 1, np.uint8)[1:]
        memory[:] = np.frombuffer(array.tobytes(), np.uint8)
        return memory.view(array.dtype).reshape(array.shape)
    array = array.copy()
    array.flags.writeable = False
    return array


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_same_bits_each_time_wherever_they_are_written(dtype):
    for op, prepared in passes((2, 30, 31, 24), (3, 3, 24, 40), (2, 30, 31, 40), SAME, dtype).items():
        expected = prepared().tobytes()
        assert all(prepared().tobytes() == expected for _ in range(3)), op
        shape = prepared.choice.prepared.output_shapes[0]
        out = np.full(shape, 7, dtype)
        assert prepared(out) is out
        assert out.tobytes() == expected
        scattered = np.full((*shape, 2), 7, dtype)[..., 0]
        assert prepared(scattered) is scattered
        assert scattered.tobytes() == expected
