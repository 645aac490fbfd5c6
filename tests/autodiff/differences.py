"""Gradients of scalars of the whole graph against differences, in float64."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import graphops as go

STEP = 1e-5


def check_gradients(write: Callable[..., Any], *values: Any, order: int = 2, feeds: Any = None) -> list[Any]:
    """Check the gradients of ``sum(write(*xs))``, and those of a weighted sum of the gradients.

    Args:
        write: adds nodes that compute from float64 placeholders a float64 tensor, or several; called once.
        values: where.
        order: 1 or 2.
        feeds: a function that gives further feeds, called after ``write``.

    Returns:
        The value and the first gradients.
    """
    arrays = [np.asarray(value, np.float64) for value in values]
    with go.Graph().as_default() as graph:
        xs = [go.placeholder(go.float64, array.shape) for array in arrays]
        ys = write(*xs)
        ys = list(ys) if isinstance(ys, (list, tuple)) else [ys]
        total = _total(ys)
        first = go.gradients(ys, xs, unconnected_gradients="zero")
        weights = [np.cos(np.arange(array.size).reshape(array.shape)) for array in arrays]
        weighted = _total([go.raw_ops.Mul(x=dx, y=weight) for dx, weight in zip(first, weights, strict=True)])
        second = go.gradients(weighted, xs, unconnected_gradients="zero") if order > 1 else []
        more = feeds() if feeds is not None else {}
        with go.Session(graph) as session:

            def at(points: Sequence[Any], fetches: Any) -> Any:
                return session.run(fetches, {**dict(zip(xs, points, strict=True)), **more})

            found = at(arrays, [*ys, *first])
            _compare(at(arrays, first), arrays, lambda points: at(points, total))
            if order > 1:
                _compare(at(arrays, second), arrays, lambda points: at(points, weighted))
    return list(found)


def _total(tensors: Sequence[Any]) -> Any:
    parts = [
        go.raw_ops.Sum(input=t, axis=go.raw_ops.Range(start=0, limit=go.raw_ops.Rank(input=t), delta=1))
        for t in tensors
    ]
    return go.raw_ops.AddN(inputs=parts)


def _compare(found: Sequence[Any], arrays: Sequence[Any], function: Callable[[Sequence[Any]], Any]) -> None:
    for number, (got, array) in enumerate(zip(found, arrays, strict=True)):
        assert np.shape(got) == array.shape
        want = np.empty(array.shape)
        for place in np.ndindex(array.shape):
            sides = []
            for sign in (1, -1):
                points = [each.copy() for each in arrays]
                points[number][place] += sign * STEP
                sides.append(float(function(points)))
            want[place] = (sides[0] - sides[1]) / (2 * STEP)
        scale = max(1.0, float(np.abs(want).max(initial=0)))
        np.testing.assert_allclose(got, want, rtol=2e-6, atol=2e-7 * scale, err_msg=f"gradient {number}")
