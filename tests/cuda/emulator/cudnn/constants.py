"""Enumerations of cuDNN."""

from __future__ import annotations

import enum


class data_type(enum.Enum):
    FLOAT = 1
    DOUBLE = 2
    HALF = 3
    BFLOAT16 = 4


class heur_mode(enum.Enum):
    A = 0
    B = 1
    FALLBACK = 2
    OPENSOURCE = 3


class build_plan_policy(enum.Enum):
    HEURISTICS_CHOICE = 0
    ALL = 1


class numerical_note(enum.Enum):
    TENSOR_CORE = 0
    DOWN_CONVERT_INPUTS = 1
    REDUCED_PRECISION_REDUCTION = 2
    FFT = 3
    NONDETERMINISTIC = 4
    WINOGRAD = 5
    STRICT_NAN_PROP = 6
