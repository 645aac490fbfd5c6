"""Launches on the emulated GPU: what kernels get, what no device takes, and faults that stay."""

from __future__ import annotations

import numpy as np
import pytest

from tests.cuda.emulated_device import (
    CUDADriverError,
    Device,
    Stream,
    cupy,
    error_number,
    faults,
    kernel,
    on_device,
    runtime,
)

pytestmark = [pytest.mark.emulator, pytest.mark.usefixtures("calm")]


def test_a_kernel():
    x, y = on_device([1, 2, 3]), cupy.empty(3, np.float32)
    kernel("twice<float>")((1,), (32,), (x, y, np.int32(3)))
    assert y.get().tolist() == [2, 4, 6]


def test_parameters_by_value():
    sizes = np.zeros((), np.dtype([("first", np.int32), ("second", np.int64)], align=True))
    sizes["first"], sizes["second"] = 7, 1 << 40
    y = cupy.empty(2, np.int64)
    kernel("sizes")((1,), (1,), (y, sizes))
    assert y.get().tolist() == [7, 1 << 40]


def test_dynamic_shared_memory():
    y = cupy.empty(8, np.int32)
    kernel("shared")((1,), (8,), (y,), shared_mem=32)
    assert y.get().tolist() == [7, 6, 5, 4, 3, 2, 1, 0]


@pytest.mark.parametrize(
    ("third", "error"),
    [
        (3, TypeError),  # 64 bits
        (np.int64(3), TypeError),
        (np.float32(3), TypeError),
        ("3", TypeError),
        (np.zeros(3, np.int32), TypeError),  # an array of the host
    ],
)
def test_arguments_that_a_kernel_would_take_for_something_else(third, error):
    x = on_device([1, 2, 3])
    with pytest.raises(error):
        kernel("twice<float>")((1,), (32,), (x, cupy.empty_like(x), third))


def test_arrays_that_a_kernel_would_take_for_something_else():
    x = on_device([1, 2, 3])
    call = kernel("twice<float>")
    for wrong in (x.astype(np.float64), cupy.zeros((3, 2), np.float32)[:, 0], np.int32(0)):
        with pytest.raises(TypeError, match="argument 0"):
            call((1,), (32,), (wrong, cupy.empty_like(x), np.int32(3)))
    with Device(1):
        other = cupy.zeros(3, np.float32)
    with pytest.raises(ValueError, match="must be on device 0"):
        call((1,), (32,), (x, other, np.int32(3)))
    with Device(1), error_number(400, CUDADriverError):  # it was made for the other device
        call((1,), (32,), (other, other, np.int32(3)))


@pytest.mark.parametrize(("grid", "block"), [((1, 65536), (1,)), ((1,), (1025,)), ((1,), (32, 33)), ((1,), (1, 1, 65))])
def test_launches_that_no_device_takes(grid, block):
    x = on_device([1, 2, 3])
    with error_number(1, CUDADriverError):
        kernel("twice<float>")(grid, block, (x, cupy.empty_like(x), np.int32(3)))
    with pytest.raises(TypeError, match="tuple"):
        kernel("twice<float>")(1, (32,), (x, cupy.empty_like(x), np.int32(3)))


# -- faults ------------------------------------------------------------------------------------------------------------


def test_a_fault_stays():
    x = on_device([1, 2, 3])
    faults.next_launch(status=719)
    with error_number(719):
        _ = x + 1
    with error_number(719, CUDADriverError):
        _ = x + 1
    for call in (Device().synchronize, Stream.null.synchronize, runtime.memGetInfo, Stream.null.record):
        with error_number(719):
            call()
    faults.clear()
    assert (x + 1).get().tolist() == [2, 3, 4]


def test_a_fault_that_shows_late():
    x = on_device([1, 2, 3])
    faults.next_launch(late=True)
    _ = x + 1
    with error_number(700):
        Stream.null.synchronize()
    faults.clear()
    faults.next_launch()
    with error_number(700):
        Stream.null.synchronize()
