"""cuBLAS, called directly: CuPy's wrappers refuse to work while a CUDA graph is recorded.

In a recording cuBLAS needs a workspace that nothing else uses.  Each product gets a new one from CuPy's pool.  So its
sums do not depend on what other streams do, either.
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any, Final

import cupy

from graphops_cuda.runtime.per_thread import PerThread
from graphops_registry.errors import InternalError

COMPUTE_32F: Final = 68  # cublasComputeType_t
COMPUTE_32F_FAST_TF32: Final = 77
COMPUTE_64F: Final = 70
DEFAULT_MATH: Final = 0  # cublasMath_t
DISALLOW_REDUCED_PRECISION_REDUCTION: Final = 16  # partial sums of half are not rounded to half
NORMAL: Final = 0  # cublasOperation_t
TRANSPOSED: Final = 1

_DEFAULT_ALGORITHM: Final = -1
_WORKSPACE: Final = 4 << 20
_WORKSPACE_HOPPER: Final = 32 << 20  # what cuBLAS's documentation recommends from compute capability 9.0 on
_SMALLEST: Final = 1 << 16
_SPLITS: Final = 16  # partial sums of each element of the result that there is room for, at least
_P, _I, _L = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64


@cache
def library() -> Any:
    """The library that CuPy uses.

    Raises:
        InternalError: it cannot be found.
    """
    from cuda.pathfinder import load_nvidia_dynamic_lib

    try:
        found = ctypes.CDLL(load_nvidia_dynamic_lib("cublas").abs_path)
    except Exception as error:
        raise InternalError(f"cuBLAS must be installed to multiply matrices on a GPU, but: {error}") from error
    found.cublasCreate_v2.argtypes = (ctypes.POINTER(_P),)
    found.cublasSetStream_v2.argtypes = (_P, _P)
    found.cublasSetWorkspace_v2.argtypes = (_P, _P, ctypes.c_size_t)
    found.cublasSetMathMode.argtypes = (_P, _I)
    found.cublasGemmStridedBatchedEx_64.argtypes = (
        _P, _I, _I, _L, _L, _L, _P, _P, _I, _L, _L, _P, _I, _L, _L, _P, _P, _I, _L, _L, _L, _I, _I
    )  # fmt: skip
    found.cublasGetStatusString.argtypes = (_I,)
    found.cublasGetStatusString.restype = ctypes.c_char_p
    return found


def _new_handle(_device: int) -> Any:
    """A handle for the current device."""
    found = _P()
    _check(library().cublasCreate_v2(ctypes.byref(found)))
    return found


_HANDLES: Final = PerThread(_new_handle)


def gemm_strided_batched(
    operations: tuple[int, int],
    sizes: tuple[int, int, int],
    alpha: int,
    a: tuple[int, int, int, int],
    b: tuple[int, int, int, int],
    beta: int,
    c: tuple[int, int, int, int],
    batch: int,
    compute: int,
    math_mode: int,
) -> None:
    """Queue ``c = alpha op(a) op(b) + beta c`` on the current stream, for column-major matrices.

    Args:
        operations: of a and b.
        sizes: m, n, k.
        alpha, beta: addresses of host memory, in the dtype of the sums.
        a, b, c: address, ``cudaDataType_t``, leading dimension, elements from one matrix to the next.

    Raises:
        InternalError: cuBLAS refuses or fails.
    """
    found, handle = library(), _HANDLES.get(cupy.cuda.runtime.getDevice())
    most = _WORKSPACE_HOPPER if int(cupy.cuda.Device().compute_capability) >= 90 else _WORKSPACE
    size = min(most, max(_SMALLEST, _SPLITS * 8 * sizes[0] * sizes[1] * batch))  # small results need no large one
    workspace = cupy.empty(size, cupy.uint8)
    _check(found.cublasSetStream_v2(handle, cupy.cuda.get_current_stream().ptr))
    _check(found.cublasSetWorkspace_v2(handle, workspace.data.ptr, size))  # a new stream resets it
    _check(found.cublasSetMathMode(handle, math_mode))
    _check(
        found.cublasGemmStridedBatchedEx_64(
            handle, *operations, *sizes, alpha, *a, *b, beta, *c, batch, compute, _DEFAULT_ALGORITHM
        )
    )


def _check(status: int) -> None:
    if status:
        text = library().cublasGetStatusString(status).decode()
        raise InternalError(f"cuBLAS must do what is asked of it, but it answered {text}")
