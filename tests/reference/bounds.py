"""When a computed value counts as right: the element-wise bound of a sum of products.

``|error| <= u |y| + c (|x| conv |w|)`` with u the rounding unit of the output's dtype and c the accumulation bound of
the compute dtype: gamma_n = n u' / (1 - n u') for n terms (N. Higham, Accuracy and Stability of Numerical Algorithms,
2nd ed., section 3.1; it holds for any order of the additions), plus one rounding for each product.
"""

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

UNIT = {"float64": 2.0**-53, "float32": 2.0**-24, "float16": 2.0**-11, "bfloat16": 2.0**-8}
COMPUTE_UNIT = {"float64": 2.0**-53, "float32": 2.0**-24, "float16": 2.0**-24, "bfloat16": 2.0**-24}
TINY = {"float64": 5e-324, "float32": 2.0**-149, "float16": 2.0**-24, "bfloat16": 2.0**-133}
RELATIVE = {"float64": 1e-12, "float32": 1e-5, "float16": 6e-4, "bfloat16": 5e-3}


def bound(expected: Array, magnitude: Array, dtype: str, terms: int) -> Array:
    """The largest error allowed for each element.

    Args:
        expected: the exact result, float64.
        magnitude: the same sums over absolute values.
        terms: how many products are added, at most.
    """
    accumulate = (terms + 1) * COMPUTE_UNIT[dtype]
    gamma = accumulate / (1 - accumulate)
    # The float64 reference itself has an error of that kind; it only shows when float64 is checked.
    own = (terms + 1) * UNIT["float64"]
    return UNIT[dtype] * np.abs(expected) * (1 + gamma) + (gamma + own) * magnitude + TINY[dtype]


def problem(actual: Array, expected: Array, magnitude: Array, dtype: str, terms: int) -> str | None:
    """What is wrong with ``actual``, ``None`` if nothing is."""
    if actual.shape != expected.shape:
        return f"shape {actual.shape}, expected {expected.shape}"
    if not expected.size:
        return None
    difference = np.abs(actual.astype(np.float64) - expected)
    allowed = bound(expected, magnitude, dtype, terms)
    if not (difference <= allowed).all():  # also when it is not a number
        worst = np.unravel_index(np.argmax(np.nan_to_num(difference / allowed, nan=np.inf)), expected.shape)
        return f"at {tuple(map(int, worst))}: {actual[worst]} against {expected[worst]}, allowed {allowed[worst]:.3g}"
    largest = np.abs(expected).max()
    if largest and difference.max() > RELATIVE[dtype] * largest:
        return f"relative error {difference.max() / largest:.3g} above {RELATIVE[dtype]}"
    return None
