"""The rule for numbers of entries of variables."""

from __future__ import annotations

from graphops_cpu.lib.elementwise import count
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array


def check_indices(op: str, indices: Array, entries: int) -> None:
    """Refuse indices of entries of a variable that do not exist.

    Raises:
        InvalidArgumentError: with how many, the lowest and the highest.
    """
    outside = count((indices < 0) | (indices >= entries))
    if outside:
        low, high = int(indices.min().item()), int(indices.max().item())
        got = f"{outside} outside, the lowest {low}, the highest {high}" if outside > 1 else low if low < 0 else high
        raise must("indices", op, f"be in [0, {entries})", got)
