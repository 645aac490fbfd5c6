"""The errors for kernels that break a rule of their interface."""

from __future__ import annotations

from typing import Any

from graphops_registry.callables import place_of
from graphops_registry.errors import InternalError, shorten


def broken(kernel: Any, method: str, rule: str, got: object) -> InternalError:
    """The error of a kernel that does not keep its promises; a note says where its class is.

    Args:
        kernel: the class, or an instance of it.
    """
    cls = kernel if isinstance(kernel, type) else type(kernel)
    error = InternalError(
        f"{method} of kernel {cls.__module__}.{cls.__qualname__} must {rule}, got {shorten(repr(got))}"
    )
    add_place(error, place_of(getattr(cls, method.partition("(")[0], None)))
    return error


def add_place(error: InternalError, place: str) -> None:
    """Say in a note where a kernel is."""
    error.add_note(f"  the kernel is at {place}")
