"""The number of axes along which an op's window moves, which its trait ``window`` tells."""

from __future__ import annotations

from graphops_registry.op_def import lookup_op
from graphops_registry.traits import Trait


def spatial_axes(op: str) -> int | None:
    """2 or 3; ``None`` if the attr ``strides`` decides, or the op moves no window."""
    stated = lookup_op(op).traits.get(Trait.WINDOW, ("any",))[0]
    return None if stated == "any" else int(stated)
