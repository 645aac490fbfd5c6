"""``tf.contrib.opt``: more optimizers, weight decay, averages of weights, and SciPy's optimizers.

Begin with :mod:`.adams`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from graphops.compat.v1.functions.missing import missing

# Module -> the names that are in it.
_IN = {
    "adams": "AdaMaxOptimizer LazyAdamOptimizer NadamOptimizer",
    "averages": "MovingAverageOptimizer",
    "external": "ExternalOptimizerInterface ScipyOptimizerInterface",
    "multitask": "MultitaskOptimizerWrapper clip_gradients_by_global_norm",
    "signs": """AddSignOptimizer PowerSignOptimizer get_cosine_decay_fn get_linear_decay_fn get_restart_decay_fn""",
    "weight_decay": """AdamWOptimizer DecoupledWeightDecayExtension MomentumWOptimizer
        extend_with_decoupled_weight_decay""",
}
_PLACES = {name: module for module, names in _IN.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise missing("contrib.opt", name)
    found = getattr(import_module(f"graphops.compat.v1.contrib.opt.{_PLACES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(_PLACES)
