"""Gradient descent, plain and with momentum."""

from __future__ import annotations

from typing import Any

from graphops.build import raw_ops
from graphops.build.variables import Variable
from graphops.graph.graph import Node
from graphops.train.numbers import Numbers
from graphops.train.optimizer import Optimizer


class GradientDescentOptimizer(Optimizer):
    """``var -= learning_rate * gradient``.

    Where the gradient is one of look-ups, a run changes only the entries that they read: see
    :mod:`graphops.plan.passes.row_steps`.
    """

    def __init__(self, learning_rate: Any, use_locking: bool = False, name: str = "GradientDescent") -> None:
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate

    def _numbers(self) -> dict[str, Any]:
        return {"learning_rate": self._learning_rate}

    def _apply(self, gradient: Any, variable: Variable, numbers: Numbers) -> Node:
        node: Node = raw_ops.ResourceApplyGradientDescent(
            var=variable.handle,
            alpha=numbers.get("learning_rate", variable.dtype),
            delta=gradient,
            use_locking=self._use_locking,
        )
        return node


class MomentumOptimizer(Optimizer):
    """``accum = accum * momentum + gradient``, then ``var -= learning_rate * accum``.

    With ``use_nesterov`` the variable goes by ``gradient + accum * momentum`` instead. The slot is called "momentum".
    """

    _slot_names = ("momentum",)

    def __init__(
        self,
        learning_rate: Any,
        momentum: Any,
        use_locking: bool = False,
        name: str = "Momentum",
        use_nesterov: bool = False,
    ) -> None:
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._momentum = momentum
        self._use_nesterov = use_nesterov

    def _numbers(self) -> dict[str, Any]:
        return {"learning_rate": self._learning_rate, "momentum": self._momentum}

    def _apply(self, gradient: Any, variable: Variable, numbers: Numbers) -> Node:
        node: Node = raw_ops.ResourceApplyMomentum(
            var=variable.handle,
            accum=self._slot("momentum", variable),
            lr=numbers.get("learning_rate", variable.dtype),
            grad=gradient,
            momentum=numbers.get("momentum", variable.dtype),
            use_locking=self._use_locking,
            use_nesterov=self._use_nesterov,
        )
        return node


class ProximalGradientDescentOptimizer(Optimizer):
    """A step of gradient descent, then the proximal step of an L1 and an L2 penalty."""

    def __init__(
        self,
        learning_rate: Any,
        l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0,
        use_locking: bool = False,
        name: str = "ProximalGradientDescent",
    ) -> None:
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._l1 = l1_regularization_strength
        self._l2 = l2_regularization_strength

    def _numbers(self) -> dict[str, Any]:
        return {
            "learning_rate": self._learning_rate,
            "l1_regularization_strength": self._l1,
            "l2_regularization_strength": self._l2,
        }

    def _apply(self, gradient: Any, variable: Variable, numbers: Numbers) -> Node:
        dtype = variable.dtype
        node: Node = raw_ops.ResourceApplyProximalGradientDescent(
            var=variable.handle,
            alpha=numbers.get("learning_rate", dtype),
            l1=numbers.get("l1_regularization_strength", dtype),
            l2=numbers.get("l2_regularization_strength", dtype),
            delta=gradient,
            use_locking=self._use_locking,
        )
        return node
