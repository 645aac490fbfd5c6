"""``tf.random``."""

from __future__ import annotations

from graphops.random_seed import get_seed, set_random_seed
from graphops.random_values import multinomial, truncated_normal
from graphops.random_values import random_normal as normal
from graphops.random_values import random_shuffle as shuffle
from graphops.random_values import random_uniform as uniform

__all__ = ["get_seed", "multinomial", "normal", "set_random_seed", "shuffle", "truncated_normal", "uniform"]
