"""How many threads a kernel may use: one number for the process, because BLAS and OpenMP have one."""

from __future__ import annotations

from importlib import import_module

from graphops_registry.errors import FailedPreconditionError, NotFoundError
from graphops_registry.locks import new_lock

_lock = new_lock()
_agreed: int | None = None


def set_intra_op_threads(count: int) -> None:
    """Fix the number of threads inside one kernel for this process, NumPy's BLAS included.

    Raises:
        FailedPreconditionError: another Session fixed another number.
        NotFoundError: threadpoolctl, which tells BLAS, is not installed.
    """
    global _agreed
    with _lock:
        if _agreed == count:
            return
        if _agreed is not None:
            raise FailedPreconditionError(
                f"intra_op_threads must be the same in all Sessions of a process, {_agreed}, got {count}"
            )
        try:
            threadpoolctl = import_module("threadpoolctl")
        except ModuleNotFoundError:
            raise NotFoundError(
                "intra_op_threads needs the package threadpoolctl: install graphops[cpu], or set OMP_NUM_THREADS"
            ) from None
        threadpoolctl.threadpool_limits(count)
        import_module("graphops_cpu.runtime.threads").set_thread_count(count)
        _agreed = count


def intra_op_threads() -> int | None:
    """The number that was fixed, if any."""
    return _agreed
