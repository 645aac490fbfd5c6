"""``tf.quantization``: numbers as integers stand for them; the outer module has most of these functions, too."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.missing import missing

_NAMES = """
dequantize fake_quant_with_min_max_args fake_quant_with_min_max_args_gradient fake_quant_with_min_max_vars
fake_quant_with_min_max_vars_gradient fake_quant_with_min_max_vars_per_channel
fake_quant_with_min_max_vars_per_channel_gradient quantize
"""
_SAME = frozenset(_NAMES.split())


def __getattr__(name: str) -> Any:
    if name in _SAME:
        return getattr(tf, name)
    raise missing("quantization", name)


def __dir__() -> list[str]:
    return sorted(_SAME)
