"""Optimizers that scale each element by its past gradients: Adagrad, its proximal form, and Adadelta."""

from __future__ import annotations

from typing import Any

from graphops.build import raw_ops
from graphops.build.variables import Variable
from graphops.graph.graph import Node
from graphops.train.numbers import Numbers
from graphops.train.optimizer import Optimizer
from graphops.train.slots import filled_slot
from graphops_registry.errors import InvalidArgumentError


class AdagradOptimizer(Optimizer):
    """``accumulator += gradient ** 2``, then ``var -= learning_rate * gradient / sqrt(accumulator)``.

    Raises:
        InvalidArgumentError: an initial value of the accumulator that is not positive.
    """

    _slot_names = ("accumulator",)

    def __init__(
        self,
        learning_rate: Any,
        initial_accumulator_value: float = 0.1,
        use_locking: bool = False,
        name: str = "Adagrad",
    ) -> None:
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._initial = positive(initial_accumulator_value, "initial_accumulator_value", name)

    def _numbers(self) -> dict[str, Any]:
        return {"learning_rate": self._learning_rate}

    def _new_slot(self, slot: str, variable: Variable) -> Variable:
        return filled_slot(variable, self._name, self._initial)

    def _apply(self, gradient: Any, variable: Variable, numbers: Numbers) -> Node:
        node: Node = raw_ops.ResourceApplyAdagrad(
            var=variable.handle,
            accum=self._slot("accumulator", variable),
            lr=numbers.get("learning_rate", variable.dtype),
            grad=gradient,
            use_locking=self._use_locking,
        )
        return node


class ProximalAdagradOptimizer(AdagradOptimizer):
    """A step of Adagrad, then the proximal step of an L1 and an L2 penalty."""

    def __init__(
        self,
        learning_rate: Any,
        initial_accumulator_value: float = 0.1,
        l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0,
        use_locking: bool = False,
        name: str = "ProximalAdagrad",
    ) -> None:
        super().__init__(learning_rate, initial_accumulator_value, use_locking, name)
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
        node: Node = raw_ops.ResourceApplyProximalAdagrad(
            var=variable.handle,
            accum=self._slot("accumulator", variable),
            lr=numbers.get("learning_rate", dtype),
            l1=numbers.get("l1_regularization_strength", dtype),
            l2=numbers.get("l2_regularization_strength", dtype),
            grad=gradient,
            use_locking=self._use_locking,
        )
        return node


class AdadeltaOptimizer(Optimizer):
    """Steps as long as the root mean square of the past steps over that of the past gradients, times the rate."""

    _slot_names = ("accum", "accum_update")

    def __init__(
        self,
        learning_rate: Any = 0.001,
        rho: Any = 0.95,
        epsilon: Any = 1e-08,
        use_locking: bool = False,
        name: str = "Adadelta",
    ) -> None:
        super().__init__(use_locking, name)
        self._lr = learning_rate
        self._rho = rho
        self._epsilon = epsilon

    def _numbers(self) -> dict[str, Any]:
        return {"lr": self._lr, "rho": self._rho, "epsilon": self._epsilon}

    def _apply(self, gradient: Any, variable: Variable, numbers: Numbers) -> Node:
        dtype = variable.dtype
        node: Node = raw_ops.ResourceApplyAdadelta(
            var=variable.handle,
            accum=self._slot("accum", variable),
            accum_update=self._slot("accum_update", variable),
            lr=numbers.get("lr", dtype),
            rho=numbers.get("rho", dtype),
            epsilon=numbers.get("epsilon", dtype),
            grad=gradient,
            use_locking=self._use_locking,
        )
        return node


def positive(value: float, what: str, name: str) -> float:
    """``value``, which must be a positive number.

    Raises:
        InvalidArgumentError: it is not.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not value > 0.0:
        raise InvalidArgumentError(f"{what} of {name} must be a positive number, got {value!r}")
    return value
