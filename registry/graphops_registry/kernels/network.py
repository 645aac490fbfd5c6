"""A part of a plan that one kernel computes as a whole: what an engine for networks is given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphops_registry.dtypes import DType
from graphops_registry.kernels.spec import Shape


@dataclass(frozen=True, eq=False, slots=True)
class Value:
    """What goes from one call to others.

    Attributes:
        constant: its read-only array, if it is always the same.
    """

    shape: Shape
    dtype: DType
    constant: np.ndarray[Any, Any] | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Call:
    """One op.

    Attributes:
        outputs: ``None`` for those that nobody reads.
    """

    op: str
    attrs: Mapping[str, Any]
    inputs: tuple[Value, ...]
    outputs: tuple[Value | None, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Network:
    """Calls, those that others need first, between the values that come from outside and those that go there."""

    inputs: tuple[Value, ...]
    calls: tuple[Call, ...]
    outputs: tuple[Value, ...]


__all__ = ["Call", "Network", "Value"]
