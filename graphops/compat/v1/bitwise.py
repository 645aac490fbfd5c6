"""``tf.bitwise``: bits of integers."""

from __future__ import annotations

from typing import Any

from graphops.compat.v1.functions import tables
from graphops.compat.v1.functions.marked import mark_all
from graphops.compat.v1.functions.missing import missing

bitwise_and = tables.function("bitwise_and")
bitwise_or = tables.function("bitwise_or")
bitwise_xor = tables.function("bitwise_xor")
invert = tables.function("invert")
left_shift = tables.function("left_shift")
right_shift = tables.function("right_shift")


def __getattr__(name: str) -> Any:
    raise missing("bitwise", name)


__all__ = ["bitwise_and", "bitwise_or", "bitwise_xor", "invert", "left_shift", "right_shift"]

mark_all(globals(), __all__)
