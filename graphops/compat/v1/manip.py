"""``tf.manip``: functions that move elements around, which the outer module has, too."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.missing import missing

_NAMES = """
batch_to_space_nd gather_nd reshape reverse roll scatter_nd space_to_batch_nd tile
"""
_SAME = frozenset(_NAMES.split())


def __getattr__(name: str) -> Any:
    if name in _SAME:
        return getattr(tf, name)
    raise missing("manip", name)


def __dir__() -> list[str]:
    return sorted(_SAME)
