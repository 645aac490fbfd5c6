"""``tf.initializers``."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from graphops.build.initializers import Constant as constant
from graphops.build.initializers import GlorotNormal as glorot_normal
from graphops.build.initializers import GlorotUniform as glorot_uniform
from graphops.build.initializers import Identity as identity
from graphops.build.initializers import Ones as ones
from graphops.build.initializers import Orthogonal as orthogonal
from graphops.build.initializers import RandomNormal as random_normal
from graphops.build.initializers import RandomUniform as random_uniform
from graphops.build.initializers import TruncatedNormal as truncated_normal
from graphops.build.initializers import UniformUnitScaling as uniform_unit_scaling
from graphops.build.initializers import VarianceScaling as variance_scaling
from graphops.build.initializers import Zeros as zeros
from graphops.build.initializers import he_normal, he_uniform, lecun_normal, lecun_uniform
from graphops.compat.v1.functions.missing import missing

_OF_VARIABLES = {
    "global_variables": "global_variables_initializer",
    "local_variables": "local_variables_initializer",
    "tables_initializer": "tables_initializer",
    "variables": "variables_initializer",
}


def __getattr__(name: str) -> Any:
    if name in _OF_VARIABLES:
        return getattr(import_module("graphops.compat.v1"), _OF_VARIABLES[name])
    raise missing("initializers", name)


def __dir__() -> list[str]:
    return sorted({*__all__, *_OF_VARIABLES})


__all__ = [
    "constant",
    "glorot_normal",
    "glorot_uniform",
    "he_normal",
    "he_uniform",
    "identity",
    "lecun_normal",
    "lecun_uniform",
    "ones",
    "orthogonal",
    "random_normal",
    "random_uniform",
    "truncated_normal",
    "uniform_unit_scaling",
    "variance_scaling",
    "zeros",
]
