"""Distances of random sequences, against the table that defines them."""

from __future__ import annotations

import numpy as np

import graphops as go
from tests.golden.case import Array


def slow(a: Array, b: Array) -> int:
    """The Levenshtein distance, element by element."""
    row = list(range(len(b) + 1))
    for i, element in enumerate(a):
        new = [i + 1]
        for j, other in enumerate(b):
            new.append(min(row[j + 1] + 1, new[j] + 1, row[j] + int(element != other)))
        row = new
    return row[-1]


def test_random_sequences() -> None:
    random = np.random.default_rng(1)
    rows, width = 80, 12
    sides, inputs = [], {}
    for name in ("hypothesis", "truth"):
        lengths = random.integers(1, width + 1, rows)
        values = [random.integers(0, 5, length) for length in lengths]
        # One element left out in the middle, of a sequence that is not longer.
        values[0] = np.array([0, 9, 1, 2] if name == "truth" else [0, 1, 2, 7, 8])
        lengths[0] = len(values[0])
        inputs[f"{name}_indices"] = np.array([[row, at] for row in range(rows) for at in range(lengths[row])])
        inputs[f"{name}_values"] = np.concatenate(values)
        inputs[f"{name}_shape"] = np.array([rows, width])
        sides.append(values)
    want = [slow(a, b) for a, b in zip(*sides, strict=True)]
    np.testing.assert_array_equal(go.eager.EditDistance(**inputs, normalize=False), want)
    relative = np.divide(want, [len(b) for b in sides[1]]).astype(np.float32)
    np.testing.assert_array_equal(go.eager.EditDistance(**inputs), relative)
