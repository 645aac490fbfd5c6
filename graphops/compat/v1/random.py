"""``tf.random``."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from graphops.build.random_seed import get_seed, set_random_seed
from graphops.build.random_values import multinomial, truncated_normal
from graphops.build.random_values import random_gamma as gamma
from graphops.build.random_values import random_normal as normal
from graphops.build.random_values import random_poisson as poisson
from graphops.build.random_values import random_shuffle as shuffle
from graphops.build.random_values import random_uniform as uniform
from graphops.compat.v1.composed import IN, composed
from graphops.compat.v1.functions.marked import mark_all, marking
from graphops.compat.v1.functions.missing import missing
from graphops.compat.v1.functions.stateless import (
    stateless_binomial,
    stateless_categorical,
    stateless_gamma,
    stateless_multinomial,
    stateless_normal,
    stateless_parameterized_truncated_normal,
    stateless_poisson,
    stateless_truncated_normal,
    stateless_uniform,
)

_SAMPLERS = frozenset({"all_candidate_sampler", "log_uniform_candidate_sampler", "uniform_candidate_sampler"})


def __getattr__(name: str) -> Any:
    if name in IN["random"]:
        return marking(composed(name, "random"))
    if name in _SAMPLERS:
        return getattr(import_module("graphops.compat.v1.nn"), name)
    raise missing("random", name)


def __dir__() -> list[str]:
    return sorted({*__all__, *IN["random"], *_SAMPLERS})


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
    "stateless_parameterized_truncated_normal",
    "stateless_poisson",
    "stateless_truncated_normal",
    "stateless_uniform",
    "truncated_normal",
    "uniform",
]

mark_all(globals(), __all__)
