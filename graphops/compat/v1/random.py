"""``tf.random``."""

from __future__ import annotations

from typing import Any

from graphops.build.random_seed import get_seed, set_random_seed
from graphops.build.random_values import multinomial, truncated_normal
from graphops.build.random_values import random_gamma as gamma
from graphops.build.random_values import random_normal as normal
from graphops.build.random_values import random_poisson as poisson
from graphops.build.random_values import random_shuffle as shuffle
from graphops.build.random_values import random_uniform as uniform
from graphops.compat.v1.functions.marked import mark_all
from graphops.compat.v1.functions.missing import missing
from graphops.compat.v1.functions.stateless import (
    stateless_binomial,
    stateless_categorical,
    stateless_gamma,
    stateless_multinomial,
    stateless_normal,
    stateless_poisson,
    stateless_truncated_normal,
    stateless_uniform,
)


def __getattr__(name: str) -> Any:
    raise missing("random", name)


__all__ = [
    "gamma",
    "get_seed",
    "multinomial",
    "normal",
    "poisson",
    "set_random_seed",
    "shuffle",
    "stateless_binomial",
    "stateless_categorical",
    "stateless_gamma",
    "stateless_multinomial",
    "stateless_normal",
    "stateless_poisson",
    "stateless_truncated_normal",
    "stateless_uniform",
    "truncated_normal",
    "uniform",
]

mark_all(globals(), __all__)
