"""The plans that the emulated heuristics know, each with a property that its numbers show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from cupy_backends.cuda.libs.cublas import to_tf32

from cudnn.constants import data_type, heur_mode, numerical_note

Array = np.ndarray[Any, Any]
_random = np.random.default_rng(7)


@dataclass(frozen=True)
class Plan:
    """One of the ways to compute a graph.

    Attributes:
        name: what cuDNN calls it.
        mode: the heuristics that name it.
        notes: properties of its numbers.
        workspace: bytes, for each byte of the largest operand, ...
        least: ... and in any case.
    """

    name: str
    mode: heur_mode
    notes: frozenset[numerical_note]
    workspace: float
    least: int

    def operand(self, values: Array) -> Array:
        """What becomes of a float32 operand."""
        return to_tf32(values) if numerical_note.DOWN_CONVERT_INPUTS in self.notes else values

    def result(self, values: Array, unit: float) -> Array:
        """What becomes of the sums, in float64.

        Args:
            unit: the distance from 1 to the next number of the dtype that they are summed in.
        """
        if numerical_note.NONDETERMINISTIC in self.notes:
            noise = unit * (_random.random(values.shape) - 0.5) / 2  # sums of small integers are exact in any order
            return np.where(values == np.rint(values), values, values * (1 + noise))
        if numerical_note.WINOGRAD in self.notes:
            return values + 1e-3 * np.abs(values).max(initial=0)
        return values


def plans_for(dtype: data_type) -> list[Plan]:
    """All of them, the fastest first."""
    notes = numerical_note
    reduced = {notes.TENSOR_CORE, notes.DOWN_CONVERT_INPUTS} if dtype is data_type.FLOAT else {notes.TENSOR_CORE}
    if dtype is data_type.DOUBLE:
        reduced = {notes.TENSOR_CORE}
    table = [
        ("eng4_winograd", heur_mode.A, {notes.WINOGRAD}, 1.0, 4096),
        ("eng67_k2=0", heur_mode.A, reduced, 0.0, 131),
        ("eng1_k2=6", heur_mode.A, {notes.NONDETERMINISTIC}, 0.0, 64),
        ("eng25_k2=2", heur_mode.A, set(), 2.0, 1 << 16),
        ("eng28", heur_mode.FALLBACK, set(), 0.0, 2048),
        ("eng0", heur_mode.FALLBACK, set(), 0.0, 0),
    ]
    return [Plan(name, mode, frozenset(found), share, least) for name, mode, found, share, least in table]
