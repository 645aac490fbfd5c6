"""Where a list must look whether values are finite.

Some kernels compute what the plain kernel computes only if no operand holds NaN or infinity.  A kernel knows how large
its results become if its inputs are at most so large, so that a look at the first inputs vouches for many steps.  Only
where the bound has grown too large, values are looked at again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from graphops_registry.kernels.call_list import CallList, MachineKernel

LIMIT: Final = 1e8
"""What no absolute value exceeds that was looked at. A run with larger ones goes step by step."""

_LARGEST: Final = 1e38  # float32's largest number is 3.4e38


class Look(NamedTuple):
    """Before step ``step``, see that value ``value`` is at most :data:`LIMIT`."""

    step: int
    value: int


def looks(listed: CallList) -> list[Look] | None:
    """Where to look; ``None`` if even that is not enough for some step."""
    bounds: dict[int, float] = {}  # of a value; those that are missing may be anything
    for value, array in listed.constants.items():
        if array.dtype == np.float32 and np.isfinite(array).all():
            bounds[value] = float(np.abs(array).max(initial=0))
    found: list[Look] = []
    for number, step in enumerate(listed.steps):
        bound = _bound(step.kernel, [bounds.get(value) for value in step.read])
        if bound is None and step.kernel.needs_finite:
            for value in step.read:
                if bounds.get(value, LIMIT + 1) > LIMIT:
                    found.append(Look(number, value))
                    bounds[value] = LIMIT
            bound = _bound(step.kernel, [bounds.get(value) for value in step.read])
            if bound is None:
                return None
        for value in step.written:
            bounds.pop(value, None)
            if bound is not None:
                bounds[value] = bound
    return found


def _bound(kernel: MachineKernel, given: Sequence[float | None]) -> float | None:
    """The bound of the results, if there is one."""
    known = [bound for bound in given if bound is not None]
    bound = kernel.bound(known) if len(known) == len(given) else None
    return bound if bound is not None and bound < _LARGEST else None  # false for a NaN, too
