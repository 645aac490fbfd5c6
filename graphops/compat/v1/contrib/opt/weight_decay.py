"""``tf.contrib.opt``: optimizers whose weights get smaller in each step by a part of themselves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import graphops.compat.v1 as tf
from graphops.build.variables import Variable
from graphops.graph.graph import Node
from graphops.train.numbers import Numbers, cast
from graphops.train.optimizer import Optimizer


class DecoupledWeightDecayExtension:
    """To be inherited before an optimizer: ``var -= weight_decay * var``, then the step of the optimizer.

    Args:
        weight_decay: a number or a tensor.
    """

    _decayed: set[int] | None = None

    def __init__(self, weight_decay: Any, **kwargs: Any) -> None:
        self._weight_decay = weight_decay
        super().__init__(**kwargs)

    def minimize(self, loss: Any, *args: Any, decay_var_list: Iterable[Variable] | None = None, **kwargs: Any) -> Any:
        """As the optimizer's, of which only ``decay_var_list`` get smaller (default all)."""
        self._decayed = None if decay_var_list is None else {id(each) for each in decay_var_list}
        return super().minimize(loss, *args, **kwargs)  # type: ignore[misc]

    def apply_gradients(
        self,
        grads_and_vars: Any,
        global_step: Any = None,
        name: str | None = None,
        decay_var_list: Iterable[Variable] | None = None,
    ) -> Any:
        """As the optimizer's, of which only ``decay_var_list`` get smaller (default all)."""
        if decay_var_list is not None:
            self._decayed = {id(each) for each in decay_var_list}
        return super().apply_gradients(grads_and_vars, global_step, name)  # type: ignore[misc]

    def _apply(self, gradient: Any, variable: Variable, numbers: Numbers) -> Node:
        if self._decayed is not None and id(variable) not in self._decayed:
            node: Node = super()._apply(gradient, variable, numbers)  # type: ignore[misc]
            return node
        # The gradient is that of the weights before they get smaller.
        with tf.control_dependencies([gradient]):
            part = cast(tf.convert_to_tensor(self._weight_decay, name="weight_decay"), variable.dtype)
            smaller = variable.assign_sub(part * variable.value(), read_value=False)
        with tf.control_dependencies([smaller]):
            node = super()._apply(gradient, variable, numbers)  # type: ignore[misc]
            return node


def extend_with_decoupled_weight_decay(base_optimizer: type[Optimizer]) -> type[Optimizer]:
    """A class of optimizers with weight decay, whose first argument it is."""

    class OptimizerWithDecoupledWeightDecay(DecoupledWeightDecayExtension, base_optimizer):  # type: ignore[valid-type, misc]
        def __init__(self, weight_decay: Any, *args: Any, **kwargs: Any) -> None:
            self._weight_decay = weight_decay
            base_optimizer.__init__(self, *args, **kwargs)

    return OptimizerWithDecoupledWeightDecay


class MomentumWOptimizer(DecoupledWeightDecayExtension, tf.train.MomentumOptimizer):  # type: ignore[misc]
    """Momentum with weight decay."""

    def __init__(
        self,
        weight_decay: Any,
        learning_rate: Any,
        momentum: Any,
        use_locking: bool = False,
        name: str = "MomentumW",
        use_nesterov: bool = False,
    ) -> None:
        super().__init__(
            weight_decay, learning_rate=learning_rate, momentum=momentum, use_locking=use_locking, name=name,
            use_nesterov=use_nesterov,
        )  # fmt: skip


class AdamWOptimizer(DecoupledWeightDecayExtension, tf.train.AdamOptimizer):  # type: ignore[misc]
    """Adam with weight decay: https://arxiv.org/abs/1711.05101."""

    def __init__(
        self,
        weight_decay: Any,
        learning_rate: Any = 0.001,
        beta1: Any = 0.9,
        beta2: Any = 0.999,
        epsilon: Any = 1e-8,
        use_locking: bool = False,
        name: str = "AdamW",
    ) -> None:
        super().__init__(
            weight_decay, learning_rate=learning_rate, beta1=beta1, beta2=beta2, epsilon=epsilon,
            use_locking=use_locking, name=name,
        )  # fmt: skip
