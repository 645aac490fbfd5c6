"""RMSProp."""

from __future__ import annotations

from typing import Any

from graphops.build import raw_ops
from graphops.build.variables import Variable
from graphops.graph.graph import Node
from graphops.train.numbers import Numbers
from graphops.train.optimizer import Optimizer
from graphops.train.slots import filled_slot


class RMSPropOptimizer(Optimizer):
    """Gradients by the root of their mean square so far, with momentum.

    With ``centered`` the square of their mean is taken off first. The slots are "rms" (which starts at 1), "mg" (if
    centered) and "momentum".
    """

    def __init__(
        self,
        learning_rate: Any,
        decay: Any = 0.9,
        momentum: Any = 0.0,
        epsilon: Any = 1e-10,
        use_locking: bool = False,
        centered: bool = False,
        name: str = "RMSProp",
    ) -> None:
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._decay = decay
        self._momentum = momentum
        self._epsilon = epsilon
        self._centered = centered
        self._slot_names = ("rms", "mg", "momentum") if centered else ("rms", "momentum")

    def _numbers(self) -> dict[str, Any]:
        return {
            "learning_rate": self._learning_rate,
            "decay": self._decay,
            "momentum": self._momentum,
            "epsilon": self._epsilon,
        }

    def _new_slot(self, slot: str, variable: Variable) -> Variable:
        return filled_slot(variable, self._name, 1.0) if slot == "rms" else super()._new_slot(slot, variable)

    def _apply(self, gradient: Any, variable: Variable, numbers: Numbers) -> Node:
        dtype = variable.dtype
        arguments: dict[str, Any] = {
            "var": variable.handle,
            "ms": self._slot("rms", variable),
            "mom": self._slot("momentum", variable),
            "lr": numbers.get("learning_rate", dtype),
            "rho": numbers.get("decay", dtype),
            "momentum": numbers.get("momentum", dtype),
            "epsilon": numbers.get("epsilon", dtype),
            "grad": gradient,
            "use_locking": self._use_locking,
        }
        node: Node
        if self._centered:
            node = raw_ops.ResourceApplyCenteredRMSProp(mg=self._slot("mg", variable), **arguments)
        else:
            node = raw_ops.ResourceApplyRMSProp(**arguments)
        return node
