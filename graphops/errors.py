"""The errors that graphops raises on purpose.

Each is a :class:`GraphopsError` and also the built-in that a Python programmer would expect.
"""

from __future__ import annotations

from graphops_registry.errors import (
    AbortedError,
    AlreadyExistsError,
    AxisError,
    CancelledError,
    DataLossError,
    DeadlineExceededError,
    FailedPreconditionError,
    GraphopsError,
    InternalError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
    OutOfRangeError,
    PermissionDeniedError,
    ResourceExhaustedError,
    UnauthenticatedError,
    UnavailableError,
    UnimplementedError,
    UnknownError,
    UnsupportedArgumentError,
    must,
)

__all__ = [
    "AbortedError",
    "AlreadyExistsError",
    "AxisError",
    "CancelledError",
    "DataLossError",
    "DeadlineExceededError",
    "FailedPreconditionError",
    "GraphopsError",
    "InternalError",
    "InvalidArgumentError",
    "InvalidTypeError",
    "NotFoundError",
    "OutOfRangeError",
    "PermissionDeniedError",
    "ResourceExhaustedError",
    "UnauthenticatedError",
    "UnavailableError",
    "UnimplementedError",
    "UnknownError",
    "UnsupportedArgumentError",
    "must",
]
