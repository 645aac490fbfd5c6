"""The error for packages of the extra ``cluster`` that are not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from graphops_registry.errors import FailedPreconditionError


@contextmanager
def needed(what: str, package: str = "Dask") -> Iterator[None]:
    """A block that imports what ``what`` needs, with the error of graphops if it is not there.

    Raises:
        FailedPreconditionError: something cannot be imported; its note has the command that installs it.
    """
    try:
        yield
    except ImportError as error:
        reason = FailedPreconditionError(f"{what} must have {package}, but it is not installed")
        reason.add_note("fix: pip install 'graphops[cluster]'")
        raise reason from error
