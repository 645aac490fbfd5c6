"""The emulated cuDNN and cuBLAS notice what the real ones answer wrongly, refuse, or do not survive."""

from __future__ import annotations

import numpy as np
import pytest

pytestmark = pytest.mark.emulator

X, W, Y = [2, 4, 5, 6], [8, 4, 3, 3], [2, 8, 5, 6]


@pytest.fixture
def cudnn():
    import cudnn

    return cudnn


@pytest.fixture
def cublas():
    from cupy_backends.cuda.libs import cublas

    return cublas


def last(dim):
    _, c, *spatial = dim
    return [int(np.prod(spatial)) * c, 1, *[int(np.prod(spatial[axis + 1 :])) * c for axis in range(len(spatial))]]


def graph(cudnn, *, w_stride=None, x_dim=X, pads=(1, 1), handle=None):
    made = cudnn.pygraph(
        io_data_type=cudnn.data_type.FLOAT,
        intermediate_data_type=cudnn.data_type.FLOAT,
        compute_data_type=cudnn.data_type.FLOAT,
        handle=handle or cudnn.create_handle(),
    )
    x = made.tensor(name="x", dim=x_dim, stride=last(x_dim))
    w = made.tensor(name="w", dim=W, stride=w_stride or last(W))
    y = made.conv_fprop(image=x, weight=w, pre_padding=[pads[0]] * 2, post_padding=[pads[1]] * 2, stride=[1, 1],
                        dilation=[1, 1])  # fmt: skip
    y.set_output(True).set_dim(Y).set_stride(last(Y))
    made.validate()
    made.build_operation_graph()
    made.create_execution_plans([cudnn.heur_mode.A, cudnn.heur_mode.FALLBACK])
    return made, x, w, y


def test_a_filter_in_another_order_is_noticed(cudnn):
    from cudnn.errors import MisuseError

    hwio = [1, 8, 3 * 4 * 8, 4 * 8]  # strides of K, C, R, S
    with pytest.raises(MisuseError, match="no order that cuDNN reads"):
        graph(cudnn, w_stride=hwio)
    with pytest.raises(MisuseError, match="of one layout"):
        graph(cudnn, w_stride=[36, 9, 3, 1])


def test_sizes_that_do_not_fit_are_refused(cudnn):
    with pytest.raises(RuntimeError, match="BAD_PARAM: output"):
        graph(cudnn, pads=(0, 1))
    with pytest.raises(RuntimeError, match="negative padding"):
        graph(cudnn, pads=(-1, 3))
    with pytest.raises(ValueError, match="dimensions must be positive"):
        graph(cudnn, x_dim=[0, 4, 5, 6])


def test_arrays_and_handles_that_would_not_do_are_noticed(cudnn):
    import cupy
    from cudnn.errors import MisuseError

    handle = cudnn.create_handle()
    made, x, w, y = graph(cudnn, handle=handle)
    made.build_plans()
    a, b, c = (cupy.zeros(int(np.prod(dim)), np.float32) for dim in (X, W, Y))
    workspace = cupy.empty(made.get_workspace_size(), np.uint8)
    good = {x: a.data.ptr, w: b.data.ptr, y: c.data.ptr}
    made.execute(good, workspace.data.ptr, handle=handle)
    for change in ({x: a.data.ptr + 4}, {y: a.data.ptr}, {y: workspace.data.ptr + 1}):
        with pytest.raises(MisuseError):
            made.execute({**good, **change}, workspace.data.ptr, handle=handle)
    with pytest.raises(MisuseError, match="overlap"):
        made.execute(good, b.data.ptr, handle=handle)
    with pytest.raises(MisuseError, match="the handle that it was built with"):
        made.execute(good, workspace.data.ptr, handle=cudnn.create_handle())
    with pytest.raises(ValueError, match="missing"):
        made.execute({x: a.data.ptr, w: b.data.ptr}, workspace.data.ptr, handle=handle)


def matrices(*shapes):
    import cupy

    rng = np.random.default_rng(0)
    hosts = [rng.integers(-3, 4, shape).astype(np.float32) for shape in shapes]
    arrays = []
    for host in hosts:
        array = cupy.empty(host.size, np.float32)
        array.set(np.ascontiguousarray(host.T).reshape(-1))  # column by column
        arrays.append(array)
    return hosts, arrays


def test_products_are_by_columns(cublas):
    from cupy.cuda.device import get_cublas_handle

    (a, b, c), arrays = matrices((2, 3), (3, 4), (2, 4))
    one = np.array(1, np.float32)
    x, y, z = (array.data.ptr for array in arrays)
    cublas.gemmEx(get_cublas_handle(), 0, 0, 2, 4, 3, one.ctypes.data, x, 0, 2, y, 0, 3, one.ctypes.data, z, 0, 2,
                  cublas.CUBLAS_COMPUTE_32F, -1)  # fmt: skip
    np.testing.assert_array_equal(arrays[2].get().reshape(4, 2).T, c + a @ b)


def test_what_cublas_refuses(cublas):
    from cupy.cuda.device import get_cublas_handle

    _, arrays = matrices((2, 3), (3, 4), (2, 4))
    one = np.array(1, np.float32)
    x, y, z = (array.data.ptr for array in arrays)

    def call(lda=2, kind=0, compute=cublas.CUBLAS_COMPUTE_32F):
        cublas.gemmEx(get_cublas_handle(), 0, 0, 2, 4, 3, one.ctypes.data, x, kind, lda, y, kind, 3, one.ctypes.data,
                      z, 0, 2, compute, -1)  # fmt: skip

    call()
    with pytest.raises(cublas.CUBLASError):
        call(lda=1)
    with pytest.raises(cublas.CUBLASError):
        call(kind=1)
    with pytest.raises(cublas.CUBLASError):
        call(compute=cublas.CUBLAS_COMPUTE_64F)
    with pytest.raises(OverflowError):
        call(lda=2**31)
