"""``tf.math.special``: Bessel functions and integrals."""

from __future__ import annotations

from typing import Any

from graphops.compat.v1.functions import tables
from graphops.compat.v1.functions.array_tables import SPECIAL
from graphops.compat.v1.functions.marked import marking
from graphops.compat.v1.functions.missing import missing

_NAMES = frozenset({*SPECIAL, "bessel_i0", "bessel_i0e", "bessel_i1", "bessel_i1e"})


def __getattr__(name: str) -> Any:
    if name in _NAMES:
        return marking(tables.function(name))
    raise missing("math.special", name)


def __dir__() -> list[str]:
    return sorted(_NAMES)
