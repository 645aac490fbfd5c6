"""``tf.math``: what the outer module does not have, and is more than one op."""

from __future__ import annotations

from typing import Any

import numpy as np

import graphops.compat.v1 as tf
from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops_registry.errors import InvalidTypeError


def reciprocal_no_nan(x: Any, name: str | None = None) -> Any:
    """1 / x, and 0 where x is 0."""
    with tf.name_scope(name or "reciprocal_no_nan") as scope:
        given = as_tensor(x, name="x")
        return tf.div_no_nan(as_tensor(1, given.dtype.base, "one"), given, name=scope)


def erfcinv(x: Any, name: str | None = None) -> Any:
    """y with ``1 - erf(y) == x``, for x from 0 to 2."""
    with tf.name_scope(name or "erfcinv"):
        given = as_tensor(x, name="start")
        half = np.array(0.5, given.dtype.numpy_dtype)
        return -raw_ops.Ndtri(x=half * given) * np.sqrt(half)


def cumulative_logsumexp(
    x: Any, axis: Any = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None
) -> Any:
    """log(sum(exp(x))) of all elements up to each one, along an axis."""
    return raw_ops.CumulativeLogsumexp(x=as_tensor(x), axis=axis, exclusive=exclusive, reverse=reverse, name=name)


def reduce_variance(input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None) -> Any:
    """The mean square of the distance from the mean, along ``axis``.

    Raises:
        InvalidTypeError: integers.
    """
    with tf.name_scope(name or "reduce_variance"):
        given = as_tensor(input_tensor)
        if given.dtype.is_integer:
            raise InvalidTypeError(f"input_tensor of reduce_variance() must be real or complex, got {given.dtype.name}")
        away = given - tf.reduce_mean(given, axis, keepdims=True)
        squared = tf.real(tf.conj(away) * away) if away.dtype.is_complex else tf.square(away)
        return tf.reduce_mean(squared, axis, keepdims=keepdims)


def reduce_std(input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None) -> Any:
    """The standard deviation along ``axis``: the square root of :func:`reduce_variance`."""
    with tf.name_scope(name or "reduce_std"):
        return tf.sqrt(reduce_variance(input_tensor, axis, keepdims))


def reduce_euclidean_norm(input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None) -> Any:
    """The square root of the sum of squares along ``axis``."""
    given = as_tensor(input_tensor)
    axes = tf.range(tf.rank(given)) if axis is None else axis
    return raw_ops.EuclideanNorm(input=given, reduction_indices=axes, keep_dims=bool(keepdims), name=name)


def polyval(coeffs: list[Any], x: Any, name: str | None = None) -> Any:
    """The value of a polynomial at ``x``; the coefficient of the highest power is the first.

    Raises:
        InvalidTypeError: coefficients that are not in a list.
    """
    if not isinstance(coeffs, list):
        raise InvalidTypeError(f"coeffs of polyval() must be a list, got {coeffs!r}")
    with tf.name_scope(name or "polyval") as scope:
        given = as_tensor(x, name="x")
        if not coeffs:
            return tf.zeros_like(given, name=scope)
        found = as_tensor(coeffs[0])
        for each in coeffs[1:]:
            found = each + found * given
        return found


__all__ = [
    "cumulative_logsumexp",
    "erfcinv",
    "polyval",
    "reciprocal_no_nan",
    "reduce_euclidean_norm",
    "reduce_std",
    "reduce_variance",
]
