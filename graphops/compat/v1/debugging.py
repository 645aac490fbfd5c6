"""``tf.debugging``: assertions and questions, most of which the outer module has, too."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.missing import missing

_NAMES = """
Assert assert_equal assert_greater assert_greater_equal assert_integer assert_less assert_less_equal assert_near
assert_negative assert_non_negative assert_non_positive assert_none_equal assert_positive assert_proper_iterable
assert_rank assert_rank_at_least assert_rank_in assert_same_float_dtype assert_scalar assert_type check_numerics
is_finite is_inf is_nan is_non_decreasing is_numeric_tensor is_strictly_increasing
"""
_SAME = frozenset(_NAMES.split())
_OTHER = {"assert_all_finite": "verify_tensor_all_finite"}


def __getattr__(name: str) -> Any:
    if name in _SAME or name in _OTHER:
        return getattr(tf, _OTHER.get(name, name))
    raise missing("debugging", name)


def __dir__() -> list[str]:
    return sorted({*_SAME, *_OTHER})
