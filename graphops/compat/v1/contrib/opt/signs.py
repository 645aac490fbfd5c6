"""``tf.contrib.opt``: optimizers that look whether gradients go where their mean goes."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import graphops.compat.v1 as tf
from graphops.build import raw_ops
from graphops.build.variables import Variable
from graphops.graph.graph import Node
from graphops.train.numbers import Numbers
from graphops.train.optimizer import Optimizer

Decay = Callable[[Any], Any]


class _SignOptimizer(Optimizer):
    _slot_names = ("m",)
    _numbers_given: dict[str, Any]
    _sign_decay: Decay | None

    def _numbers(self) -> dict[str, Any]:
        decay: Any = 1.0
        if self._sign_decay is not None:
            decay = self._sign_decay(tf.train.get_or_create_global_step())
        return {**self._numbers_given, "sign_decay": decay}


class AddSignOptimizer(_SignOptimizer):
    """``var -= lr * (alpha + decay * sign(g) * sign(m)) * g``, m the mean of gradients.

    Args:
        sign_decay_fn: of the global step: how much the signs count; default 1.
    """

    def __init__(
        self,
        learning_rate: Any = 0.1,
        alpha: float = 1.0,
        beta: float = 0.9,
        sign_decay_fn: Decay | None = None,
        use_locking: bool = False,
        name: str = "AddSignOptimizer",
    ) -> None:
        super().__init__(use_locking, name)
        self._numbers_given = {"learning_rate": learning_rate, "alpha": alpha, "beta": beta}
        self._sign_decay = sign_decay_fn

    def _apply(self, gradient: Any, variable: Variable, numbers: Numbers) -> Node:
        dtype = variable.dtype
        node: Node = raw_ops.ResourceApplyAddSign(
            var=variable.handle,
            m=self._slot("m", variable),
            lr=numbers.get("learning_rate", dtype),
            alpha=numbers.get("alpha", dtype),
            sign_decay=numbers.get("sign_decay", dtype),
            beta=numbers.get("beta", dtype),
            grad=gradient,
            use_locking=self._use_locking,
        )
        return node


class PowerSignOptimizer(_SignOptimizer):
    """``var -= lr * base ** (decay * sign(g) * sign(m)) * g``, m the mean of gradients.

    Args:
        sign_decay_fn: of the global step: how much the signs count; default 1.
    """

    def __init__(
        self,
        learning_rate: Any = 0.1,
        base: float = math.e,
        beta: float = 0.9,
        sign_decay_fn: Decay | None = None,
        use_locking: bool = False,
        name: str = "PowerSignOptimizer",
    ) -> None:
        super().__init__(use_locking, name)
        self._numbers_given = {"learning_rate": learning_rate, "logbase": math.log(base), "beta": beta}
        self._sign_decay = sign_decay_fn

    def _apply(self, gradient: Any, variable: Variable, numbers: Numbers) -> Node:
        dtype = variable.dtype
        node: Node = raw_ops.ResourceApplyPowerSign(
            var=variable.handle,
            m=self._slot("m", variable),
            lr=numbers.get("learning_rate", dtype),
            logbase=numbers.get("logbase", dtype),
            sign_decay=numbers.get("sign_decay", dtype),
            beta=numbers.get("beta", dtype),
            grad=gradient,
            use_locking=self._use_locking,
        )
        return node


def get_linear_decay_fn(decay_steps: Any) -> Decay:
    """From 1 to 0 in so many steps."""

    def decayed(global_step: Any) -> Any:
        steps = tf.to_float(decay_steps)
        return (steps - tf.minimum(steps, tf.to_float(global_step))) / steps

    return decayed


def get_cosine_decay_fn(decay_steps: Any, num_periods: float = 0.5, zero_after: float | None = None) -> Decay:
    """From 1 along a cosine of that many periods; 0 after ``zero_after`` periods."""

    def decayed(global_step: Any) -> Any:
        part = tf.minimum(1.0, tf.to_float(global_step) / tf.to_float(decay_steps))
        value = 0.5 * (1.0 + tf.cos(2.0 * math.pi * num_periods * part))
        if zero_after is None:
            return value
        return tf.where(2.0 * num_periods * part > 2.0 * zero_after, tf.zeros_like(value), value)

    return decayed


def get_restart_decay_fn(decay_steps: Any, num_periods: int = 1, zero_after: float | None = None) -> Decay:
    """From 1 to 0 along half a cosine, that many times; 0 after ``zero_after`` times."""

    def decayed(global_step: Any) -> Any:
        part = tf.minimum(1.0, tf.to_float(global_step) / tf.to_float(decay_steps)) * num_periods
        value = 0.5 * (1.0 + tf.cos(math.pi * tf.mod(part, 1.0)))
        if zero_after is None:
            return value
        return tf.where(part > zero_after, tf.zeros_like(value), value)

    return decayed
