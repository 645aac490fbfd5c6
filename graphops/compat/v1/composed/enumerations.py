"""Classes whose members scripts pass on."""

from __future__ import annotations

from enum import Enum
from typing import Final


class AggregationMethod:
    """How gradients that meet are added up; here always by AddN."""

    ADD_N: Final = 0
    DEFAULT: Final = 0
    EXPERIMENTAL_TREE: Final = 1
    EXPERIMENTAL_ACCUMULATE_N: Final = 2


class UnconnectedGradients(Enum):
    """What the gradient is of something that does not matter."""

    NONE = "none"
    ZERO = "zero"


class VariableSynchronization(Enum):
    """When replicas of a variable are made equal; there is one."""

    AUTO = 0
    NONE = 1
    ON_WRITE = 2
    ON_READ = 3


class VariableAggregation(Enum):
    """How replicas of a variable become one; there is one."""

    NONE = 0
    SUM = 1
    MEAN = 2
    ONLY_FIRST_REPLICA = 3
    ONLY_FIRST_TOWER = 3  # noqa: PIE796 - TensorFlow's older name of it
