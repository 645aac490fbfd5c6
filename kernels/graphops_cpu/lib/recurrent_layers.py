"""Layers of recurrent cells and their gradients, forwards and backwards over sequences of several lengths."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from graphops_registry.kernel_def import Array
from graphops_registry.rules.rnn_params import RecurrentLayers


class Weights(NamedTuple):
    """The parameters of a layer in one direction, with the gates below each other.

    Attributes:
        w, r: `[gates * units, inputs]` and `[gates * units, units]`.
        b, c: `[gates * units]`, the biases that come with w and with r.
    """

    w: Array
    r: Array
    b: Array
    c: Array


def split(params: Array, layers: RecurrentLayers) -> list[Weights]:
    """Views of the parameters of each layer and direction."""
    found, at, rows = [], 0, layers.gates * layers.units
    for layer in range(layers.layers):
        for _ in range(layers.directions):
            width = layers.width(layer)
            middle, end = at + rows * width, at + rows * (width + layers.units)
            found.append((params[at:middle].reshape(rows, width), params[middle:end].reshape(rows, layers.units)))
            at = end
    biases = params[at:].reshape(len(found), 2, rows)
    return [Weights(w, r, biases[number, 0], biases[number, 1]) for number, (w, r) in enumerate(found)]


# A step: (xp, part of the inputs, part of the state, state, cell) -> state, cell, what the gradient needs.
_Step = Callable[[Any, Array, Array, Array, Array], tuple[Array, Array, Sequence[Array]]]
# Its gradient: (xp, what it needs, by state, by cell) -> by the two parts, by the state beside its part, by the cell.
_Back = Callable[[Any, Sequence[Array], Array, Array], tuple[Array, Array, Any, Array]]


def _sigmoid(xp: Any, x: Array) -> Array:
    return 0.5 * (xp.tanh(0.5 * x) + 1)


def _relu_step(xp: Any, a: Array, b: Array, h: Array, c: Array) -> tuple[Array, Array, Sequence[Array]]:
    found = xp.maximum(a + b, 0)
    return found, c, (found,)


def _relu_back(xp: Any, kept: Sequence[Array], dh: Array, dc: Array) -> tuple[Array, Array, Any, Array]:
    d = dh * (kept[0] > 0)
    return d, d, 0, dc


def _tanh_step(xp: Any, a: Array, b: Array, h: Array, c: Array) -> tuple[Array, Array, Sequence[Array]]:
    found = xp.tanh(a + b)
    return found, c, (found,)


def _tanh_back(xp: Any, kept: Sequence[Array], dh: Array, dc: Array) -> tuple[Array, Array, Any, Array]:
    d = dh * (1 - kept[0] * kept[0])
    return d, d, 0, dc


def _lstm_step(xp: Any, a: Array, b: Array, h: Array, c: Array) -> tuple[Array, Array, Sequence[Array]]:
    i, f, g, o = xp.split(a + b, 4, axis=1)
    i, f, g, o = _sigmoid(xp, i), _sigmoid(xp, f), xp.tanh(g), _sigmoid(xp, o)
    cell = f * c + i * g
    read = xp.tanh(cell)
    return o * read, cell, (i, f, g, o, c, read)


def _lstm_back(xp: Any, kept: Sequence[Array], dh: Array, dc: Array) -> tuple[Array, Array, Any, Array]:
    i, f, g, o, c, read = kept
    dc = dc + dh * o * (1 - read * read)
    d = xp.concatenate(
        [dc * g * i * (1 - i), dc * c * f * (1 - f), dc * i * (1 - g * g), dh * read * o * (1 - o)], axis=1
    )
    return d, d, 0, dc * f


def _gru_step(xp: Any, a: Array, b: Array, h: Array, c: Array) -> tuple[Array, Array, Sequence[Array]]:
    ar, az, an = xp.split(a, 3, axis=1)
    br, bz, bn = xp.split(b, 3, axis=1)
    r, z = _sigmoid(xp, ar + br), _sigmoid(xp, az + bz)
    n = xp.tanh(an + r * bn)
    return (1 - z) * n + z * h, c, (r, z, n, bn, h)


def _gru_back(xp: Any, kept: Sequence[Array], dh: Array, dc: Array) -> tuple[Array, Array, Any, Array]:
    r, z, n, bn, h = kept
    dn = dh * (1 - z) * (1 - n * n)
    dr, dz = dn * bn * r * (1 - r), dh * (h - n) * z * (1 - z)
    return xp.concatenate([dr, dz, dn], axis=1), xp.concatenate([dr, dz, dn * r], axis=1), dh * z, dc


_CELLS: Final[dict[str, tuple[_Step, _Back]]] = {
    "rnn_relu": (_relu_step, _relu_back),
    "rnn_tanh": (_tanh_step, _tanh_back),
    "lstm": (_lstm_step, _lstm_back),
    "gru": (_gru_step, _gru_back),
}


class Direction:
    """A layer in one direction.

    Args:
        mode: the kind of cells.
        alive: `[steps, batch, 1]`, which steps the sequences have; ``None`` for all.
        reverse: whether the last step comes first.
        check: is called before each step.
    """

    def __init__(
        self, xp: Any, mode: str, weights: Weights, alive: Array | None, reverse: bool, check: Callable[[], None]
    ) -> None:
        self._xp, self._weights, self._alive, self._check = xp, weights, alive, check
        self._step, self._back = _CELLS[mode]
        self._reverse = reverse

    def _order(self, steps: int) -> range:
        return range(steps - 1, -1, -1) if self._reverse else range(steps)

    def forward(self, x: Array, h: Array, c: Array) -> tuple[Array, Array, Array]:
        """The outputs of all steps, and the last output and cell state."""
        xp, (w, r, b, bias) = self._xp, self._weights
        self._x, steps = x, x.shape[0]
        parts = xp.matmul(x, w.T) + b
        found = xp.zeros((steps, *h.shape), dtype=h.dtype)
        self._kept: list[Any] = [None] * steps
        self._states: list[Any] = [None] * steps
        for step in self._order(steps):
            self._check()
            self._states[step] = h
            new_h, new_c, self._kept[step] = self._step(xp, parts[step], xp.matmul(h, r.T) + bias, h, c)
            if self._alive is None:
                found[step], h, c = new_h, new_h, new_c
            else:
                own = self._alive[step]
                found[step] = xp.where(own, new_h, 0)
                h, c = xp.where(own, new_h, h), xp.where(own, new_c, c)
        return found, h, c

    def backward(self, dy: Array, dh: Array, dc: Array) -> tuple[Array, Array, Array, Weights]:
        """The gradients by the inputs, the first output and cell state, and the parameters, after :meth:`forward`."""
        xp, (w, r, _, _) = self._xp, self._weights
        steps, batch, _ = self._x.shape
        da = xp.zeros((steps, batch, w.shape[0]), dtype=dh.dtype)
        db = xp.zeros_like(da)
        for step in reversed(self._order(steps)):
            self._check()
            by_h, by_c = dh + dy[step], dc
            a, b, beside, to_c = self._back(xp, self._kept[step], by_h, by_c)
            to_h = xp.matmul(b, r) + beside
            if self._alive is None:
                da[step], db[step], dh, dc = a, b, to_h, to_c
            else:
                own = self._alive[step]
                da[step], db[step] = xp.where(own, a, 0), xp.where(own, b, 0)
                dh, dc = xp.where(own, to_h, dh), xp.where(own, to_c, dc)
        rows, more = da.reshape(steps * batch, -1), db.reshape(steps * batch, -1)
        states = xp.stack(self._states).reshape(steps * batch, -1) if steps else xp.zeros((0, r.shape[1]), dh.dtype)
        found = Weights(
            xp.matmul(rows.T, self._x.reshape(steps * batch, -1)), xp.matmul(more.T, states), rows.sum(axis=0),
            more.sum(axis=0),
        )  # fmt: skip
        return xp.matmul(da, w), dh, dc, found
