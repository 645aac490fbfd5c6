"""Keys of the cache of prepared kernels, made from attrs and from the values of host inputs."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, Final

import numpy as np

NOT_COMPUTED_WITH: Final = frozenset({"_class", "_output_shapes"})
"""Attrs of nodes that their results do not depend on: where they are placed, and shapes that are inferred again."""

_LARGEST_KEYED_VALUE: Final = 4096  # bytes of a host input beyond which a Prepared is not shared


def attrs_key(attrs: Mapping[str, Any]) -> Hashable | None:
    """A key that equal attrs share; ``None`` if a value cannot be one (a tensor)."""
    key = tuple((name, _exact(value)) for name, value in attrs.items() if name not in NOT_COMPUTED_WITH)
    try:
        hash(key)
    except TypeError:
        return None
    return key


def _exact(value: Any) -> Any:
    """``value``, with floats by their bits: 0.0 equals -0.0, and NaN not even itself."""
    if type(value) is float:
        return value.hex()
    return tuple(map(_exact, value)) if type(value) is tuple else value


def value_key(array: Any) -> Hashable | None:
    value = np.asarray(array)
    if value.dtype.kind == "O":
        if value.size > 64:
            return None
        items = tuple(value.reshape(-1).tolist())
        try:
            hash(items)
        except TypeError:  # neither strings nor handles: the kernel reports it
            return None
        return items
    return value.tobytes() if value.nbytes <= _LARGEST_KEYED_VALUE else None
