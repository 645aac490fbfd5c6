"""``tf.compat``: what helped scripts to run under Python 2 and 3, and under several versions of TensorFlow."""

from __future__ import annotations

import datetime
import numbers
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final

import numpy as np

from graphops.compat.v1.files.text_of_bytes import as_bytes, as_str, as_str_any, as_text, path_to_str
from graphops.compat.v1.functions.framework import dimension_at_index, dimension_value
from graphops.compat.v1.functions.missing import missing

bytes_or_text_types: Final = (bytes, str)
complex_types: Final = (numbers.Complex, np.number)
integral_types: Final = (numbers.Integral, np.integer)
real_types: Final = (numbers.Real, np.integer, np.floating)
_PRODUCED: Final = datetime.date(2019, 10, 14)  # of TensorFlow 1.15
_horizon = [_PRODUCED]


def forward_compatible(year: int, month: int, day: int) -> bool:
    """Whether a graph may have what TensorFlow got before that day: TensorFlow 1.15's horizon."""
    return _horizon[-1] > datetime.date(year, month, day)


@contextmanager
def forward_compatibility_horizon(year: int, month: int, day: int) -> Iterator[None]:
    """Inside, another day is the horizon of :func:`forward_compatible`."""
    _horizon.append(datetime.date(year, month, day))
    try:
        yield
    finally:
        _horizon.pop()


def __getattr__(name: str) -> Any:
    if name == "v1":
        return import_module("graphops.compat.v1")
    raise missing("compat", name)


__all__ = [
    "as_bytes",
    "as_str",
    "as_str_any",
    "as_text",
    "bytes_or_text_types",
    "complex_types",
    "dimension_at_index",
    "dimension_value",
    "forward_compatibility_horizon",
    "forward_compatible",
    "integral_types",
    "path_to_str",
    "real_types",
]
