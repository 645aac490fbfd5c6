"""``tf.random``."""

from __future__ import annotations

from graphops.build.random_seed import get_seed, set_random_seed
from graphops.build.random_values import multinomial, truncated_normal
from graphops.build.random_values import random_normal as normal
from graphops.build.random_values import random_shuffle as shuffle
from graphops.build.random_values import random_uniform as uniform

__all__ = ["get_seed", "multinomial", "normal", "set_random_seed", "shuffle", "truncated_normal", "uniform"]
