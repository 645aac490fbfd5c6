"""The oracle of a call as one array: from an op's name, inputs and attrs in TensorFlow's terms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tests.reference.answer import Array
from tests.reference.call import answers


def oracle(op: str, inputs: Mapping[str, Array], attrs: Mapping[str, Any], absolute: bool = False) -> Array:
    """The only output of ``op`` in float64, an integer one wrapped to its dtype; or its magnitude."""
    (answer,) = answers(op, inputs, attrs)
    if absolute:
        return answer.magnitude
    dtype = next(a.dtype for name, a in inputs.items() if not name.endswith("_sizes"))
    value = answer.value.astype(dtype) if dtype.kind in "iu" else answer.value
    return value.astype(np.float64)
