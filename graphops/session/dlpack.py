"""Arrays of other libraries, used without a copy through DLPack."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_registry.device_def import device_types, owner_of


def is_foreign(value: Any) -> bool:
    """Whether ``value`` is an array of a library that is not that of a device here."""
    return hasattr(value, "__dlpack__") and not isinstance(value, (np.ndarray, np.generic)) and owner_of(value) is None


def taken_over(value: Any) -> Any | None:
    """An array of a device here that shares the memory of a foreign one, or ``None`` where that cannot be."""
    for device in device_types():
        if not device.count:
            continue
        try:
            found = device.from_dlpack(value)
        except (BufferError, TypeError, ValueError, RuntimeError, AttributeError):
            continue
        if found is not None:
            return found
    return None
