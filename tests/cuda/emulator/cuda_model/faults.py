"""Faults on demand: a launch that fails, after which nothing works any more in this process, as on a real device."""

from __future__ import annotations

from cuda_model.errors import ILLEGAL_ADDRESS, CUDADriverError, CUDARuntimeError

_armed: int | None = None
_late: bool = False
_sticky: int | None = None


def next_launch(status: int = ILLEGAL_ADDRESS, *, late: bool = False) -> None:
    """Make the next work or the next wait fail, and all that follows, until :func:`clear`.

    Args:
        status: the number of ``cudaError_t``.
        late: as real devices do: the next work seems to go well, the call after it fails.
    """
    global _armed, _late
    _armed, _late = status, late


def clear() -> None:
    """A new context: everything works again."""
    global _armed, _sticky
    _armed = _sticky = None


def lose_context(status: int) -> None:
    """Let every later call fail."""
    global _sticky
    _sticky = status


def check_launch(*, of_kernel: bool = True) -> None:
    """Called for each work that is queued.

    Raises:
        CUDADriverError: the context is lost, and the work is a kernel, which CuPy launches by the driver.
        CUDARuntimeError: it is another work, or the context is lost just now.
    """
    global _armed
    if _sticky is not None:
        raise (CUDADriverError if of_kernel else CUDARuntimeError)(_sticky)
    if _armed is not None:
        status, _armed = _armed, None
        lose_context(status)
        if not _late:
            raise CUDARuntimeError(status)


def check_call(*, waits: bool = False) -> None:
    """Called for each function of the runtime.

    Raises:
        CUDARuntimeError: the context is lost.
    """
    global _armed
    if waits and _armed is not None:
        status, _armed = _armed, None
        lose_context(status)
    if _sticky is not None:
        raise CUDARuntimeError(_sticky)
