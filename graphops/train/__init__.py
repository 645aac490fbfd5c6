"""Optimizers: ``minimize(loss)`` adds the nodes of one training step and gives the node that runs them.

>>> w = Variable([1.0, 2.0], name="w")
>>> loss = raw_ops.Sum(input=w * w, reduction_indices=[0])
>>> step = GradientDescentOptimizer(0.1).minimize(loss)
>>> with Session() as session:
...     session.run(global_variables_initializer())
...     for _ in range(100):
...         session.run(step)

Beside them: learning rates that change with the step, moving averages, the global step, and the Saver; variables of
TensorFlow 1 with their scopes.  May import :mod:`graphops.checkpoint` and below.  Begin with
:mod:`graphops.train.optimizer`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphops.train.adagrad import AdadeltaOptimizer, AdagradOptimizer, ProximalAdagradOptimizer
    from graphops.train.adam import AdamOptimizer
    from graphops.train.ftrl import FtrlOptimizer
    from graphops.train.global_steps import (
        assert_global_step,
        create_global_step,
        get_global_step,
        get_or_create_global_step,
        global_step,
    )
    from graphops.train.gradient_descent import (
        GradientDescentOptimizer,
        MomentumOptimizer,
        ProximalGradientDescentOptimizer,
    )
    from graphops.train.learning_rate import (
        cosine_decay,
        cosine_decay_restarts,
        exponential_decay,
        inverse_time_decay,
        linear_cosine_decay,
        natural_exp_decay,
        noisy_linear_cosine_decay,
        piecewise_constant,
        piecewise_constant_decay,
        polynomial_decay,
    )
    from graphops.train.moving_averages import ExponentialMovingAverage
    from graphops.train.optimizer import Optimizer
    from graphops.train.rmsprop import RMSPropOptimizer
    from graphops.train.saver import (
        Saver,
        checkpoint_exists,
        get_checkpoint_state,
        latest_checkpoint,
        list_variables,
        load_variable,
    )

_WHERE = {
    "adagrad": "AdadeltaOptimizer AdagradOptimizer ProximalAdagradOptimizer",
    "adam": "AdamOptimizer",
    "ftrl": "FtrlOptimizer",
    "global_steps": "assert_global_step create_global_step get_global_step get_or_create_global_step global_step",
    "gradient_descent": "GradientDescentOptimizer MomentumOptimizer ProximalGradientDescentOptimizer",
    "learning_rate": "cosine_decay cosine_decay_restarts exponential_decay inverse_time_decay linear_cosine_decay "
    "natural_exp_decay noisy_linear_cosine_decay piecewise_constant piecewise_constant_decay polynomial_decay",
    "moving_averages": "ExponentialMovingAverage",
    "optimizer": "Optimizer",
    "rmsprop": "RMSPropOptimizer",
    "saver": "Saver checkpoint_exists get_checkpoint_state latest_checkpoint list_variables load_variable",
}
_MODULE_OF = {name: module for module, names in _WHERE.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    module = _MODULE_OF.get(name)
    if module is None:
        raise AttributeError(f"module 'graphops.train' has no attribute '{name}'", name=name)
    value = getattr(import_module(f"graphops.train.{module}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(_MODULE_OF)


__all__ = [
    "AdadeltaOptimizer",
    "AdagradOptimizer",
    "AdamOptimizer",
    "ExponentialMovingAverage",
    "FtrlOptimizer",
    "GradientDescentOptimizer",
    "MomentumOptimizer",
    "Optimizer",
    "ProximalAdagradOptimizer",
    "ProximalGradientDescentOptimizer",
    "RMSPropOptimizer",
    "Saver",
    "assert_global_step",
    "checkpoint_exists",
    "cosine_decay",
    "cosine_decay_restarts",
    "create_global_step",
    "exponential_decay",
    "get_checkpoint_state",
    "get_global_step",
    "get_or_create_global_step",
    "global_step",
    "inverse_time_decay",
    "latest_checkpoint",
    "linear_cosine_decay",
    "list_variables",
    "load_variable",
    "natural_exp_decay",
    "noisy_linear_cosine_decay",
    "piecewise_constant",
    "piecewise_constant_decay",
    "polynomial_decay",
]
