"""Recurrent layers by their equations, one number after the other, in float64."""

from __future__ import annotations

from math import exp, tanh
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[np.float64]]
GATES = {"rnn_relu": 1, "rnn_tanh": 1, "lstm": 4, "gru": 3}


def sigmoid(x: float) -> float:
    return 1 / (1 + exp(-x))


def cell(mode: str, a: list[list[float]], b: list[list[float]], h: list[float], c: list[float]) -> Any:
    """The state and the cell state of each unit; a and b are what the inputs and the state give to each gate."""
    new_h, new_c = [], list(c)
    for unit in range(len(h)):
        x, y = [gate[unit] for gate in a], [gate[unit] for gate in b]
        if mode == "lstm":
            i, f, o = (sigmoid(x[gate] + y[gate]) for gate in (0, 1, 3))
            new_c[unit] = f * c[unit] + i * tanh(x[2] + y[2])
            new_h.append(o * tanh(new_c[unit]))
        elif mode == "gru":
            r, z = (sigmoid(x[gate] + y[gate]) for gate in (0, 1))
            new_h.append((1 - z) * tanh(x[2] + r * y[2]) + z * h[unit])
        else:
            new_h.append(tanh(x[0] + y[0]) if mode == "rnn_tanh" else max(x[0] + y[0], 0.0))
    return new_h, new_c


def product(matrix: Array, vector: list[float], bias: Array) -> list[float]:
    return [sum(float(m) * v for m, v in zip(row, vector, strict=True)) + float(b)
            for row, b in zip(matrix, bias, strict=True)]  # fmt: skip


def layers(
    mode: str, directions: int, x: Array, h: Array, c: Array, weights: list[Array], biases: list[Array], lengths: Any
) -> tuple[Array, Array, Array]:
    """Outputs, last states and last cell states.

    Args:
        x: `[steps, batch, inputs]`.
        h, c: `[layers * directions, batch, units]`.
        weights, biases: for each layer and direction those of all gates for the inputs, then those for the state.
        lengths: of the sequences.
    """
    steps, batch, _ = x.shape
    gates, units = GATES[mode], h.shape[2]
    last_h, last_c = h.copy(), c.copy()
    for layer in range(h.shape[0] // directions):
        found = np.zeros((steps, batch, directions * units))
        for turn in range(directions):
            number = layer * directions + turn
            own = slice(2 * gates * number, 2 * gates * (number + 1))
            w, b = weights[own], biases[own]
            for row in range(batch):
                state, memory = h[number, row].tolist(), c[number, row].tolist()
                order = range(lengths[row])
                for step in reversed(order) if turn else order:
                    inputs = x[step, row].tolist()
                    parts = [product(w[gate], inputs, b[gate]) for gate in range(gates)]
                    more = [product(w[gates + gate], state, b[gates + gate]) for gate in range(gates)]
                    state, memory = cell(mode, parts, more, state, memory)
                    found[step, row, turn * units : (turn + 1) * units] = state
                last_h[number, row], last_c[number, row] = state, memory
        x = found
    return x, last_h, last_c
