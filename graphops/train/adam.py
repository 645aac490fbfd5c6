"""Adam."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphops.build import raw_ops
from graphops.build.variables import Variable
from graphops.graph.default_graph import building_graph
from graphops.graph.graph import Graph, Node
from graphops.train.numbers import Numbers, called, cast
from graphops.train.optimizer import Optimizer


class AdamOptimizer(Optimizer):
    """Adam: ``var -= learning_rate * corrected mean of gradients / (root of corrected mean of squares + epsilon)``.

    The slots are called "m" and "v"; two more variables hold the powers of beta1 and beta2.
    """

    _slot_names = ("m", "v")
    _use_nesterov = False

    def __init__(
        self,
        learning_rate: Any = 0.001,
        beta1: Any = 0.9,
        beta2: Any = 0.999,
        epsilon: Any = 1e-08,
        use_locking: bool = False,
        name: str = "Adam",
        use_own_namescope_for_non_slot_vars: bool = False,
    ) -> None:
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._beta1 = beta1
        self._beta2 = beta2
        self._epsilon = epsilon
        self._powers: dict[Graph, tuple[Variable, Variable]] = {}

    def _numbers(self) -> dict[str, Any]:
        return {
            "learning_rate": self._learning_rate,
            "beta1": self._beta1,
            "beta2": self._beta2,
            "epsilon": self._epsilon,
        }

    def variables(self) -> list[Variable]:
        """The variables that the optimizer made."""
        return [power for powers in self._powers.values() for power in powers] + super().variables()

    def _make_slots(self, variables: Sequence[Variable]) -> None:
        graph = variables[0].graph
        if graph not in self._powers:
            betas = {"beta1_power": self._beta1, "beta2_power": self._beta2}
            first, second = (Variable(called(b), name=n, trainable=False) for n, b in betas.items())
            self._powers[graph] = first, second
        super()._make_slots(variables)

    def _apply(self, gradient: Any, variable: Variable, numbers: Numbers) -> Node:
        beta1_power, beta2_power = self._powers[variable.graph]
        dtype = variable.dtype
        node: Node = raw_ops.ResourceApplyAdam(
            var=variable.handle,
            m=self._slot("m", variable),
            v=self._slot("v", variable),
            beta1_power=cast(beta1_power.value(), dtype),
            beta2_power=cast(beta2_power.value(), dtype),
            lr=numbers.get("learning_rate", dtype),
            beta1=numbers.get("beta1", dtype),
            beta2=numbers.get("beta2", dtype),
            epsilon=numbers.get("epsilon", dtype),
            grad=gradient,
            use_locking=self._use_locking,
            use_nesterov=self._use_nesterov,
        )
        return node

    def _finish(self, graph: Graph, updates: Sequence[Node], numbers: Numbers) -> list[Node]:
        with building_graph(graph).control_dependencies(updates):  # every change has read the powers
            return [
                power.assign(power.value() * numbers.get(beta, power.dtype), read_value=False)
                for beta, power in zip(("beta1", "beta2"), self._powers[graph], strict=True)
            ]
