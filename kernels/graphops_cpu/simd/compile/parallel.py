"""Whether a kernel may use threads, and how many.

Numba's threads come from OpenMP (or TBB).  Where neither can be loaded Numba falls back to a pool of its own, which
ends the process when two threads of the program enter it at once; and OpenMP's pool does not survive a fork: the child
would hang or be ended.  In both cases kernels run in the thread that calls them.
"""

from __future__ import annotations

import os
import sys
import threading
import warnings
from typing import Any

from graphops_cpu.runtime.openmp import is_loaded
from graphops_cpu.runtime.threads import tell_threads_again, thread_count

_lock = threading.Lock()
_local = threading.local()
_layer: str | None = None  # Numba's threading layer, once it is known; "" where it cannot be used
_reason: str | None = None  # why there are no threads, for people


def why_serial() -> str | None:
    """Why kernels run without threads, even if more are allowed; ``None`` if they may have threads.

    Numba is imported and its threads are started to find out.
    """
    if _layer is None:
        with _lock:
            if _layer is None:
                _settle()
    return _reason


def _settle() -> None:
    global _layer, _reason
    import numba

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about a TBB that is too old
            numba.get_num_threads()  # which starts them, and sets OpenMP's number of threads for all libraries
        tell_threads_again()
        layer = numba.threading_layer()
    except Exception as error:  # any error that keeps Numba from starting threads
        _reason = f"Numba has no threads: {str(error).splitlines()[0]}"
        _layer = ""
        return
    if layer not in ("omp", "tbb"):
        _reason = f"Numba's threading layer '{layer}' must not be entered by two threads at once (libgomp is missing)"
    _layer = layer


def layer_name() -> str:
    """``omp``, ``tbb``, ``workqueue``, or nothing while it is not known."""
    return _layer or ""


def chunk_count(parallel: bool) -> int:
    """Into how many chunks work is cut: the number of threads, or 1.

    The calling thread's number of Numba threads is brought up to date.

    Args:
        parallel: the work is worth it, and the parallel twin of the kernel is compiled.
    """
    if not parallel or _layer in (None, "") or _reason is not None:
        return 1
    count = thread_count()
    if count > 1 and getattr(_local, "count", None) != count:
        import numba

        numba.set_num_threads(min(count, numba.config.NUMBA_NUM_THREADS))  # Numba keeps it for each thread
        _local.count = count
    return count


def _after_fork(*_: Any) -> None:
    """In a child process: if OpenMP's or Numba's threads were started before the fork, they do not exist here."""
    global _lock, _layer, _reason
    _lock = threading.Lock()
    numba_threads = sys.modules.get("numba.np.ufunc.parallel")
    if getattr(numba_threads, "_is_initialized", False) or is_loaded():
        _layer = ""
        _reason = "the process was forked after OpenMP had started its threads"


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
