"""Single elements of large convolutions, each summed on its own: what a sum over everything could not afford."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
Numbers = Sequence[int]


class Layer:
    """A layer, channels last, with one group.

    Args:
        x, w: shapes (N, *S, C) and (*K, C, D).
        pads: (before, after) for each spatial axis.
    """

    def __init__(self, x: Numbers, w: Numbers, strides: Numbers, dilations: Numbers, pads: Sequence[Numbers]) -> None:
        self.x, self.w = tuple(x), tuple(w)
        self.strides, self.dilations, self.pads = strides, dilations, pads
        self.y = (
            x[0],
            *(
                (n + sum(p) - (k - 1) * d - 1) // s + 1
                for n, k, s, d, p in zip(x[1:-1], w[:-2], strides, dilations, pads, strict=True)
            ),
            w[-1],
        )

    def met(self, output: Numbers) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """(tap, input position) pairs of an output position, without those in the padding."""
        for tap in itertools.product(*(range(k) for k in self.w[:-2])):
            position = tuple(
                o * s + t * d - p[0]
                for o, s, t, d, p in zip(output, self.strides, tap, self.dilations, self.pads, strict=True)
            )
            if all(0 <= i < n for i, n in zip(position, self.x[1:-1], strict=True)):
                yield tap, position

    def forward(self, x: Array, w: Array, at: Numbers) -> float:
        """One element of y."""
        n, *output, channel = at
        return float(sum(np.dot(x[(n, *p)], w[(*t, slice(None), channel)]) for t, p in self.met(output)))

    def input_gradient(self, w: Array, dy: Array, at: Numbers) -> float:
        """One element of dx."""
        n, *position, channel = at
        total = 0.0
        for tap in itertools.product(*(range(k) for k in self.w[:-2])):
            moved = [
                i + p[0] - t * d for i, p, t, d in zip(position, self.pads, tap, self.dilations, strict=True)
            ]  # fmt: skip
            if any(m % s for m, s in zip(moved, self.strides, strict=True)):
                continue
            output = [m // s for m, s in zip(moved, self.strides, strict=True)]
            if all(0 <= o < size for o, size in zip(output, self.y[1:-1], strict=True)):
                total += float(np.dot(dy[(n, *output)], w[(*tap, channel)]))
        return total

    def filter_gradient(self, x: Array, dy: Array, at: Numbers) -> float:
        """One element of dw."""
        *tap, channel, column = at
        xs: list[slice] = [slice(None)]
        ys: list[slice] = [slice(None)]
        for t, n, o, s, d, p in zip(
            tap, self.x[1:-1], self.y[1:-1], self.strides, self.dilations, self.pads, strict=True
        ):
            first = t * d - p[0]  # the input that output 0 meets
            low = max(0, -(first // s))
            high = min(o, (n - 1 - first) // s + 1)
            if high <= low:
                return 0.0
            xs.append(slice(first + low * s, first + (high - 1) * s + 1, s))
            ys.append(slice(low, high))
        return float(np.sum(x[(*xs, channel)].astype(np.float64) * dy[(*ys, column)]))
