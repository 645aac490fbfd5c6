"""``tf.contrib.opt``: relatives of Adam."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import graphops.compat.v1 as tf
from graphops.build import raw_ops
from graphops.build.variables import Variable
from graphops.graph.graph import Graph, Node
from graphops.train.adam import AdamOptimizer
from graphops.train.numbers import Numbers, cast


class AdaMaxOptimizer(AdamOptimizer):
    """Adam by the largest gradients rather than the mean of their squares."""

    def __init__(
        self,
        learning_rate: Any = 0.001,
        beta1: Any = 0.9,
        beta2: Any = 0.999,
        epsilon: Any = 1e-8,
        use_locking: bool = False,
        name: str = "AdaMax",
    ) -> None:
        super().__init__(learning_rate, beta1, beta2, epsilon, use_locking, name)

    def _make_slots(self, variables: Sequence[Variable]) -> None:
        graph = variables[0].graph
        if graph not in self._powers:
            power = tf.Variable(self._beta1, name="beta1_power", trainable=False)
            self._powers[graph] = power, power
        super()._make_slots(variables)

    def variables(self) -> list[Variable]:
        """The variables that the optimizer made."""
        return [first for first, _ in self._powers.values()] + list(self._slots.values())

    def _apply(self, gradient: Any, variable: Variable, numbers: Numbers) -> Node:
        dtype = variable.dtype
        node: Node = raw_ops.ResourceApplyAdaMax(
            var=variable.handle,
            m=self._slot("m", variable),
            v=self._slot("v", variable),
            beta1_power=cast(self._powers[variable.graph][0].value(), dtype),
            lr=numbers.get("learning_rate", dtype),
            beta1=numbers.get("beta1", dtype),
            beta2=numbers.get("beta2", dtype),
            epsilon=numbers.get("epsilon", dtype),
            grad=gradient,
            use_locking=self._use_locking,
        )
        return node

    def _finish(self, graph: Graph, updates: Sequence[Node], numbers: Numbers) -> list[Node]:
        power = self._powers[graph][0]
        with tf.control_dependencies(updates):
            return [power.assign(power.value() * numbers.get("beta1", power.dtype), read_value=False)]


class NadamOptimizer(AdamOptimizer):
    """Adam with Nesterov's momentum."""

    _use_nesterov = True


class LazyAdamOptimizer(AdamOptimizer):
    """Adam that leaves rows of embeddings alone, with what it knows of them, in steps that do not look them up.

    Gradients of look-ups are dense here: rows whose gradient is 0 count as not looked up. For other variables it is
    Adam.
    """

    def _apply(self, gradient: Any, variable: Variable, numbers: Numbers) -> Node:
        if gradient.node.type != "UnsortedSegmentSum":
            return super()._apply(gradient, variable, numbers)
        dtype = variable.dtype
        beta1, beta2, epsilon = (numbers.get(name, dtype) for name in ("beta1", "beta2", "epsilon"))
        first, second = (cast(power.value(), dtype) for power in self._powers[variable.graph])
        rate = numbers.get("learning_rate", dtype) * tf.sqrt(1.0 - second) / (1.0 - first)
        m, v = self._slots["m", variable], self._slots["v", variable]
        axes = list(range(1, variable.shape.rank or 1))
        seen = tf.reduce_any(tf.not_equal(gradient, 0.0), axes, keepdims=True)
        new_m = tf.where_v2(seen, beta1 * m + (1.0 - beta1) * gradient, m)
        new_v = tf.where_v2(seen, beta2 * v + (1.0 - beta2) * gradient * gradient, v)
        change = tf.where_v2(seen, rate * new_m / (tf.sqrt(new_v) + epsilon), tf.zeros_like(gradient))
        writes = [
            variable.assign_sub(change, read_value=False),
            m.assign(new_m, read_value=False),
            v.assign(new_v, read_value=False),
        ]
        node: Node = tf.group(*writes)
        return node
