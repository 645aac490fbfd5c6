"""How many threads a kernel may use: one number for the process, because BLAS and OpenMP have one."""

from __future__ import annotations

import threading

from graphops_registry.errors import FailedPreconditionError

_lock = threading.Lock()
_agreed: int | None = None


def set_intra_op_threads(count: int) -> None:
    """Fix the number of threads inside one kernel for this process.

    Raises:
        FailedPreconditionError: another Session fixed another number.
    """
    global _agreed
    with _lock:
        if _agreed is not None and _agreed != count:
            raise FailedPreconditionError(
                f"intra_op_threads must be the same in all Sessions of a process, {_agreed}, got {count}"
            )
        _agreed = count


def intra_op_threads() -> int | None:
    """The number that was fixed, if any."""
    return _agreed
