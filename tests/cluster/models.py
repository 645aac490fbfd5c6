"""Models that the tests of training share."""

from __future__ import annotations

from typing import Any

import numpy as np

import graphops as go

raw = go.raw_ops


def linear() -> tuple[go.Tensor, go.Tensor, go.Tensor]:
    """Placeholders for rows and answers, and the mean squared error of ``x @ w + b``; in a graph of its own."""
    with go.Graph().as_default():
        x, y = go.placeholder(go.float32, (None, 3), name="x"), go.placeholder(go.float32, (None,), name="y")
        w = go.Variable(np.float32([[0.5], [0.0], [-0.5]]), name="w")
        b = go.Variable(np.float32(0.25), name="b")
        error = raw.Reshape(tensor=raw.MatMul(a=x, b=w), shape=[-1]) + b - y
        return x, y, raw.Mean(input=error * error, axis=[0], name="loss")


def descended(x: Any, y: Any, rate: float, steps: int) -> tuple[list[float], np.ndarray[Any, Any], float]:
    """Gradient descent of :func:`linear` in float64, written out: the losses, w and b."""
    w, b, losses = np.array([0.5, 0.0, -0.5]), 0.25, []
    for _ in range(steps):
        error = np.array([sum(float(row[k]) * w[k] for k in range(3)) + b for row in x]) - y
        losses.append(float(np.mean(error**2)))
        w = w - rate * np.array([2 * np.mean(error * x[:, k]) for k in range(3)])
        b = b - rate * 2 * float(np.mean(error))
    return losses, w[:, None], b


def rows(count: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Rows and answers for :func:`linear`."""
    random = np.random.default_rng(5)
    x = random.normal(size=(count, 3)).astype(np.float32)
    return x, (x @ np.float32([1, 2, 3]) - 1).astype(np.float32)


def convolutional() -> tuple[go.Tensor, go.Tensor, go.Tensor]:
    """Images, labels and the mean cross entropy of a small network; in a graph of its own."""
    random = np.random.default_rng(7)
    with go.Graph().as_default():
        x, y = go.placeholder(go.float32, (None, 8, 8, 2), name="x"), go.placeholder(go.int32, (None,), name="y")
        kernel = go.Variable(random.normal(size=(3, 3, 2, 4)).astype(np.float32) * 0.3, name="kernel")
        dense = go.Variable(random.normal(size=(64, 5)).astype(np.float32) * 0.2, name="dense")
        hidden = raw.Relu(features=raw.Conv2D(input=x, filter=kernel, strides=[1, 2, 2, 1], padding="SAME"))
        logits = raw.MatMul(a=raw.Reshape(tensor=hidden, shape=[-1, 64]), b=dense)
        entropy = raw.SparseSoftmaxCrossEntropyWithLogits(features=logits, labels=y).loss
        return x, y, raw.Mean(input=entropy, axis=[0], name="loss")


def slow(n: go.Tensor) -> go.Tensor:
    """A zero that takes ``n`` turns of a loop to compute."""
    turns = go.while_loop(lambda i: i < n, lambda i: i + 1, [go.constant(0, go.int64)])
    count = turns[0] if isinstance(turns, (list, tuple)) else turns
    return raw.Cast(x=raw.Minimum(x=count, y=go.constant(0, go.int64)), DstT=go.float32)
