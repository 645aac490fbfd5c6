"""Small calls whose answers can be compared exactly."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.reference import call
from tests.reference.answer import Array


def numbers(*shape: int, seed: int = 0) -> Array:
    """Integers from -4 to 4 in float64: their sums are exact, so equality can be asked for."""
    drawn: Array = np.random.default_rng(seed).integers(-4, 5, shape).astype(np.float64)
    return drawn


def one(op: str, attrs: dict[str, Any], **inputs: Any) -> Array:
    """The value that the one door gives for an op of one output."""
    (answer,) = call.answers(op, inputs, attrs)
    return answer.value
