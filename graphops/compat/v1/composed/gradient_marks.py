"""What scripts say about gradients of ops and functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

import graphops.compat.v1 as tf
from graphops.graph.nest import flatten, pack
from graphops_registry.errors import InvalidTypeError


def NotDifferentiable(op_type: str) -> None:
    """Accepted: ops without a gradient are known here.

    Raises:
        InvalidTypeError: no text.
    """
    if not isinstance(op_type, str):
        raise InvalidTypeError(f"op_type of NotDifferentiable() must be a text, got {op_type!r}")


def no_gradient(op_type: str) -> None:
    """The same as :func:`NotDifferentiable`."""
    NotDifferentiable(op_type)


NoGradient = no_gradient


def grad_pass_through(f: Callable[..., Any]) -> Callable[..., Any]:
    """``f``, through which gradients pass as through the identity."""

    def passing(*args: Any, **kwargs: Any) -> Any:
        def gradients(*dy: Any, **more: Any) -> Any:
            return dy[0] if len(dy) == 1 else list(dy)

        return f(*args, **kwargs), gradients

    made = tf.custom_gradient(passing)

    @wraps(f)
    def outer(*args: Any, **kwargs: Any) -> Any:
        return made(*args, **kwargs)

    return outer


def recompute_grad(f: Callable[..., Any]) -> Callable[..., Any]:
    """``f``, as it is: what it computes is kept for the gradient, not computed again."""

    @wraps(f)
    def same(*args: Any, **kwargs: Any) -> Any:
        found = f(*args, **kwargs)
        return pack(found, [tf.identity(each) for each in flatten(found)])

    return same


@contextmanager
def init_scope() -> Iterator[None]:
    """A scope in which nodes have no control inputs."""
    with tf.control_dependencies(None):
        yield
