"""Arrays of the emulated CuPy: what they compute, where they are, and what they refuse."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from tests.cuda.emulated_device import (
    Device,
    Stream,
    cupy,
    on_device,
)

pytestmark = [pytest.mark.emulator, pytest.mark.usefixtures("calm")]


def test_arrays_compute_as_numpy():
    host = np.arange(6, dtype=np.float32).reshape(2, 3)
    x = cupy.asarray(host)
    for function in (
        lambda a, m: a * 2 - a / 3,
        lambda a, m: m.exp(a).sum(axis=0),
        lambda a, m: a[:, ::-1].T.reshape(-1),
        lambda a, m: m.where(a > 2, a, -a),
        lambda a, m: a[a > 2],
        lambda a, m: m.concatenate([a, a], axis=1),
        lambda a, m: m.unique(a % 2),
        lambda a, m: a @ a.T,
        lambda a, m: m.linalg.norm(a),
        lambda a, m: m.fft.fft(a).real,
        lambda a, m: m.lib.stride_tricks.sliding_window_view(a, (2, 2)),
        lambda a, m: m.add.outer(a[0], a[1]),
        lambda a, m: m.add.reduce(a),
    ):
        got = function(x, cupy)
        assert type(got) is cupy.ndarray
        np.testing.assert_array_equal(got.get(), function(host, np))
    y = x.copy()
    y[0] = 7
    y += 1
    y[on_device([1], np.int64), 0] = on_device(5.0)
    cupy.add.at(y, (on_device([1, 1], np.int32), on_device([1, 1], np.int32)), 1)
    assert y.get().tolist() == [[8, 8, 8], [5, 7, 6]]
    assert x.get().tolist() == host.tolist()
    assert x.sum().item() == 15


def test_matrices_that_cannot_be_factored():
    import cupyx

    x = on_device([[0, 0], [0, 0]])
    for function in (cupy.linalg.inv, cupy.linalg.cholesky):
        assert np.isnan(function(x).get()).all()
        with cupyx.errstate(linalg="raise"), pytest.raises(np.linalg.LinAlgError):
            function(x)
    with pytest.raises(np.linalg.LinAlgError, match="square"):
        cupy.linalg.inv(x[:1])


def test_where_arrays_are():
    x = cupy.zeros((3, 4), np.float32)
    row, part = x[1], x[:, 1:3]
    assert row.data.ptr - x.data.ptr == 16
    assert row.data.mem is x.data.mem
    assert row.base is x
    assert part.strides == (16, 4)
    assert x.data.ptr % 512 == 0
    assert x.device.id == 0
    assert part.copy().flags.c_contiguous
    assert x.view(np.uint8).shape == (3, 16)
    again = cupy.ndarray((2,), np.float32, memptr=x.data + 8, strides=(16,))
    x[1, 2] = 5
    assert again.get().tolist() == [0, 5]
    with Device(1):
        assert cupy.empty(3).device == Device(1)
    assert cupy.empty((0, 3)).data.ptr == 0


def test_interfaces():
    x = cupy.zeros((3, 4), np.float32)
    found = x[1:].__cuda_array_interface__
    assert (found["shape"], found["typestr"], found["data"], found["stream"]) == (
        (2, 4), "<f4", (x.data.ptr + 16, False), 1
    )  # fmt: skip
    assert x.T.__cuda_array_interface__["strides"] == (4, 16)
    assert x.astype(ml_dtypes.bfloat16).__cuda_array_interface__["typestr"] == "<V2"  # not a number for anybody
    assert x.__dlpack_device__() == (2, 0)
    assert cupy.from_dlpack(x).data.ptr == x.data.ptr
    with pytest.raises(BufferError):
        cupy.from_dlpack(np.zeros(3))
    assert cupy.get_array_module(x) is cupy
    assert cupy.get_array_module(np.zeros(3)) is np


@pytest.mark.parametrize("name", ["fromiter", "matrix", "RawKernel", "ReductionKernel", "nditer"])
def test_what_is_not_emulated_is_missing(name):
    assert not hasattr(cupy, name)
    assert not hasattr(cupy.cuda, "nvtx")
    with pytest.raises(NotImplementedError):
        Stream(ptds=True)


def test_hidden_conversions_are_refused():
    x = on_device([1.0, 2.0])
    for hidden in (float, bool, list, np.asarray, np.exp, lambda x: x + np.ones(2, np.float32)):
        with pytest.raises(TypeError):
            hidden(x)


def test_other_devices_are_refused():
    x = on_device([1.0, 2.0])
    with Device(1):
        y = cupy.zeros(2, np.float32)
        with pytest.raises(ValueError, match="different from the current device"):
            _ = x + 1
        assert x.reshape(1, 2).device.id == 0  # a view needs no device
        assert x.get().tolist() == [1, 2]
        assert cupy.asarray(x) is x
        assert x.copy().device.id == 1
        with pytest.raises(ValueError, match="one device"):
            _ = x + y
    stream = Stream()
    with Device(1), pytest.raises(RuntimeError, match="does not match"):
        stream.use()
