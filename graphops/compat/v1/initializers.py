"""``tf.initializers``."""

from __future__ import annotations

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


def __getattr__(name: str) -> Any:
    raise missing("initializers", name)


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
