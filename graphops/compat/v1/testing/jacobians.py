"""``tf.test.compute_gradient``: the Jacobian that ``tf.gradients`` gives, and that of differences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

import graphops.compat.v1 as tf
from graphops_registry.errors import FailedPreconditionError


def compute_gradient(
    x: Any,
    x_shape: Any,
    y: Any,
    y_shape: Any,
    x_init_value: Any = None,
    delta: float = 1e-3,
    init_targets: Sequence[Any] | None = None,
    extra_feed_dict: Mapping[Any, Any] | None = None,
) -> Any:
    """The derivatives of ``y`` by ``x``, by ``tf.gradients`` and by central differences, in the default Session.

    Args:
        x: a tensor, or a list of them; then ``x_shape`` and ``x_init_value`` are lists, too.
        x_shape, y_shape: the shapes, all known.
        x_init_value: where; default at a random place from 0 to 1.
        delta: half of the distance between two values of a difference.
        init_targets: nodes that are run first.
        extra_feed_dict: values of other tensors.

    Returns:
        Two arrays with a row for each element of ``x`` and a column for each of ``y``, where a complex element counts
        as two; for a list of tensors a list of these.
    """
    for node in init_targets or ():
        _session().run(node)
    feeds = dict(extra_feed_dict or {})
    if isinstance(x, list):
        values = [_start(one, shape, None) for one, shape in zip(x, x_shape, strict=True)]
        values = values if x_init_value is None else [np.asarray(value) for value in x_init_value]
        given = dict(zip(x, values, strict=True))
        return [_jacobians(one, y, y_shape, given[one], delta, {**feeds, **given}) for one in x]
    return _jacobians(x, y, y_shape, _start(x, x_shape, x_init_value), delta, feeds)


def compute_gradient_error(
    x: Any,
    x_shape: Any,
    y: Any,
    y_shape: Any,
    x_init_value: Any = None,
    delta: float = 1e-3,
    init_targets: Sequence[Any] | None = None,
    extra_feed_dict: Mapping[Any, Any] | None = None,
) -> float:
    """The largest difference between the two Jacobians of :func:`compute_gradient`."""
    found = compute_gradient(x, x_shape, y, y_shape, x_init_value, delta, init_targets, extra_feed_dict)
    pairs = found if isinstance(found, list) else [found]
    return float(max((np.max(np.abs(a - b)) for a, b in pairs if a.size), default=0.0))


def _session() -> Any:
    session = tf.get_default_session()
    if session is None:
        raise FailedPreconditionError("compute_gradient() must be called in a 'with' block of a Session, got none")
    return session


def _start(x: Any, shape: Any, value: Any) -> Any:
    if value is not None:
        return np.asarray(value)
    drawn = np.random.random_sample(tuple(shape))  # noqa: NPY002 - the seed of numpy.random decides, as in TensorFlow
    return drawn.astype(x.dtype.numpy_dtype)


def _jacobians(x: Any, y: Any, y_shape: Any, value: Any, delta: float, feeds: dict[Any, Any]) -> Any:
    session = _session()
    with y.graph.as_default():
        dy = tf.constant(np.ones(tuple(y_shape)), y.dtype)
        dx = tf.gradients(y, x, dy)[0]
    kind = y.dtype.numpy_dtype
    real = np.zeros((), kind).real.dtype
    rows, columns = _reals(value.astype(x.dtype.numpy_dtype)).size, _reals(np.zeros(tuple(y_shape), kind)).size
    theoretical, numeric = np.zeros((rows, columns), real), np.zeros((rows, columns), real)
    for column in range(columns):
        ones = np.zeros(tuple(y_shape), kind)
        _reals(ones)[column] = 1
        if dx is not None:
            theoretical[:, column] = _reals(session.run(dx, {**feeds, x: value, dy: ones}))
    for row in range(rows):
        moved = []
        for step in (delta, -delta):
            place = np.array(value, x.dtype.numpy_dtype)
            _reals(place)[row] += step
            moved.append(np.asarray(session.run(y, {**feeds, x: place})))
        numeric[row] = _reals(((moved[0] - moved[1]) / (2 * delta)).astype(kind))
    return theoretical, numeric


def _reals(array: Any) -> Any:
    """The elements as real numbers, a complex one as two; a view of an array that is in one piece."""
    flat = np.asarray(array).reshape(-1)
    return flat.view(flat.real.dtype) if flat.dtype.kind == "c" else flat
