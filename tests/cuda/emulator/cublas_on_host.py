"""The emulated cuBLAS behind the C interface of the real one: a shared library whose functions call this module.

What goes wrong in a call is a status that is not 0, and a text that says it.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

from cuda_model import streams
from cupy_backends.cuda.libs import cublas
from on_host import _library

_SOURCE: Final = Path(__file__).with_suffix(".cpp")
_P, _I, _L = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
_FAILED: Final = 14  # CUBLAS_STATUS_INTERNAL_ERROR
_kept: list[Any] = []  # functions that C may call


class _State:
    """A handle."""

    def __init__(self) -> None:
        self.device = streams.current_device()
        self.thread = threading.get_ident()
        self.stream = 0
        self.math = cublas.CUBLAS_DEFAULT_MATH
        self.workspace: tuple[int, int] | None = None


_states: dict[int, _State] = {}


def _state(handle: int | None) -> _State:
    found = _states.get(handle or 0)
    if found is None or found.device != streams.current_device():
        raise ValueError("the handle must be one of the current device")
    if found.thread != threading.get_ident():
        raise ValueError("a handle of cuBLAS must be used by one thread")
    return found


def _create(handle: Any) -> None:
    number = 0x100000 + 16 * len(_states)
    _states[number] = _State()
    handle[0] = number


def _set_stream(handle: int, stream: int | None) -> None:
    state = _state(handle)
    state.stream = stream or 0
    state.workspace = None  # cuBLAS goes back to its own


def _set_workspace(handle: int, workspace: int | None, size: int) -> None:
    if (workspace or 0) % 256:
        raise ValueError("a workspace must lie at a multiple of 256")
    _state(handle).workspace = (workspace or 0, size)


def _set_math_mode(handle: int, mode: int) -> None:
    _state(handle).math = mode


def _gemm(handle: int, transa: int, transb: int, m: int, n: int, k: int, *rest: Any) -> None:
    state = _state(handle)
    if state.workspace is None and streams.stream_of(state.stream).capture is not None:
        raise ValueError("a recording must not depend on cuBLAS's own workspace")
    (alpha, a, a_type, lda, a_step, b, b_type, ldb, b_step, beta, c, c_type, ldc, c_step, batch, compute, algo) = rest
    if algo not in (cublas.CUBLAS_GEMM_DEFAULT, cublas.CUBLAS_GEMM_DEFAULT_TENSOR_OP):
        raise cublas.CUBLASError(7)
    cublas.multiply(
        state.stream, state.math, (transa, transb), (m, n, k), alpha, (a, a_type, lda, a_step),
        (b, b_type, ldb, b_step), beta, (c, c_type, ldc, c_step), batch, compute, state.workspace,
    )  # fmt: skip


@cache
def path() -> str:
    """The library, compiled and connected."""
    library = _library(_SOURCE.read_text(encoding="utf-8"), ())

    def connected(function: Callable[..., None], *types: Any) -> Any:
        def call(*args: Any) -> int:
            try:
                function(*args)
            except BaseException as error:
                library.graphops_set_text(f"{type(error).__name__}: {error}".encode())
                return _FAILED
            return 0

        _kept.append(ctypes.CFUNCTYPE(_I, *types)(call))
        return _kept[-1]

    library.graphops_install(
        connected(_create, ctypes.POINTER(_P)),
        connected(_set_stream, _P, _P),
        connected(_set_workspace, _P, _P, ctypes.c_size_t),
        connected(_set_math_mode, _P, _I),
        connected(
            _gemm, _P, _I, _I, _L, _L, _L, _P, _P, _I, _L, _L, _P, _I, _L, _L, _P, _P, _I, _L, _L, _L, _I, _I,
        ),
    )  # fmt: skip
    return str(library._name)
