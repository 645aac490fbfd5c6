"""FTRL: follow the regularised leader."""

from __future__ import annotations

from typing import Any

from graphops.build import raw_ops
from graphops.build.variables import Variable
from graphops.graph.graph import Node
from graphops.train.numbers import Numbers
from graphops.train.optimizer import Optimizer
from graphops.train.slots import filled_slot, zeros_slot
from graphops_registry.errors import InvalidArgumentError


class FtrlOptimizer(Optimizer):
    """FTRL-proximal with L1, L2 and shrinkage penalties; the slots are "accum" and "linear".

    Raises:
        InvalidArgumentError: a negative penalty or initial value, or a positive ``learning_rate_power``.
    """

    _slot_names = ("accum", "linear")

    def __init__(
        self,
        learning_rate: Any,
        learning_rate_power: float = -0.5,
        initial_accumulator_value: float = 0.1,
        l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0,
        use_locking: bool = False,
        name: str = "Ftrl",
        accum_name: str | None = None,
        linear_name: str | None = None,
        l2_shrinkage_regularization_strength: float = 0.0,
        beta: float | None = None,
    ) -> None:
        super().__init__(use_locking, name)
        for what, value in (
            ("initial_accumulator_value", initial_accumulator_value),
            ("l1_regularization_strength", l1_regularization_strength),
            ("l2_regularization_strength", l2_regularization_strength),
            ("l2_shrinkage_regularization_strength", l2_shrinkage_regularization_strength),
        ):
            if value < 0.0:
                raise InvalidArgumentError(f"{what} of {name} must be 0 or positive, got {value!r}")
        if learning_rate_power > 0.0:
            raise InvalidArgumentError(f"learning_rate_power of {name} must be 0 or below, got {learning_rate_power!r}")
        self._learning_rate = learning_rate
        self._power = learning_rate_power
        self._initial = initial_accumulator_value
        self._l1 = l1_regularization_strength
        self._l2 = l2_regularization_strength
        self._beta = 0.0 if beta is None else beta
        self._shrinkage = l2_shrinkage_regularization_strength
        self._accum_name = accum_name
        self._linear_name = linear_name

    def _numbers(self) -> dict[str, Any]:
        rate = self._learning_rate() if callable(self._learning_rate) else self._learning_rate
        return {
            "learning_rate": rate,
            "l1_regularization_strength": self._l1,
            "l2_regularization_strength": self._l2 + self._beta / (2.0 * rate) if self._beta else self._l2,
            "l2_shrinkage_regularization_strength": self._shrinkage,
            "learning_rate_power": self._power,
        }

    def _new_slot(self, slot: str, variable: Variable) -> Variable:
        if slot == "accum":
            return filled_slot(variable, self._accum_name or self._name, self._initial)
        return zeros_slot(variable, self._linear_name or self._name)

    def _apply(self, gradient: Any, variable: Variable, numbers: Numbers) -> Node:
        dtype = variable.dtype
        arguments: dict[str, Any] = {
            "var": variable.handle,
            "accum": self._slot("accum", variable),
            "linear": self._slot("linear", variable),
            "grad": gradient,
            "lr": numbers.get("learning_rate", dtype),
            "l1": numbers.get("l1_regularization_strength", dtype),
            "l2": numbers.get("l2_regularization_strength", dtype),
            "lr_power": numbers.get("learning_rate_power", dtype),
            "use_locking": self._use_locking,
        }
        node: Node
        if self._shrinkage <= 0.0:
            node = raw_ops.ResourceApplyFtrl(**arguments)
        else:
            shrinkage = numbers.get("l2_shrinkage_regularization_strength", dtype)
            node = raw_ops.ResourceApplyFtrlV2(l2_shrinkage=shrinkage, **arguments)
        return node
