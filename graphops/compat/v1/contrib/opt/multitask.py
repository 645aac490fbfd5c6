"""``tf.contrib.opt``: optimizers of several tasks, of which a step does not train all."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.marked import mark_all


class MultitaskOptimizerWrapper:
    """An optimizer that leaves variables, and what it knows of them, alone where all gradients are 0."""

    def __init__(self, opt: Any) -> None:
        self._optimizer = opt

    def __getattr__(self, name: str) -> Any:
        return getattr(self._optimizer, name)

    def apply_gradients(self, grads_and_vars: Any, global_step: Any = None, name: str | None = None) -> Any:
        """The step of the optimizer, after which variables and slots without a gradient are as they were."""
        pairs = [(gradient, variable) for gradient, variable in grads_and_vars if gradient is not None]
        with tf.control_dependencies([gradient for gradient, _ in pairs]):
            before = {id(variable): tf.identity(variable.value()) for _, variable in pairs}
        # Slots exist after the first call: they are made here, their values read before the step.
        with tf.control_dependencies(None), tf.get_default_graph().name_scope(None):
            self._optimizer._make_slots([variable for _, variable in pairs])  # noqa: SLF001 - an optimizer of ours
        slots = {
            id(variable): [
                slot
                for each in self._optimizer.get_slot_names()
                if (slot := self._optimizer.get_slot(variable, each)) is not None
            ]
            for _, variable in pairs
        }
        kept = {id(slot): tf.identity(slot.value()) for listed in slots.values() for slot in listed}
        with tf.control_dependencies([*before.values(), *kept.values()]):
            step = self._optimizer.apply_gradients(
                [(tf.identity(gradient), variable) for gradient, variable in pairs], global_step, name
            )
        back = []
        with tf.control_dependencies([step]):
            for gradient, variable in pairs:
                idle = tf.reduce_all(tf.equal(gradient, 0.0))
                for each, old in [(variable, before[id(variable)]), *((s, kept[id(s)]) for s in slots[id(variable)])]:
                    back.append(each.assign(tf.where_v2(idle, old, each.read_value()), read_value=False))
        return tf.group(step, *back)

    def minimize(self, loss: Any, global_step: Any = None, var_list: Any = None, name: str | None = None) -> Any:
        """One step."""
        return self.apply_gradients(self._optimizer.compute_gradients(loss, var_list), global_step, name)


def clip_gradients_by_global_norm(gradients_variables: Any, clip_norm: Any = 20.0) -> Any:
    """Pairs (gradient, variable) with gradients of a norm of at most ``clip_norm`` together; the norm before."""
    pairs = list(gradients_variables)
    found, norm = tf.clip_by_global_norm([gradient for gradient, _ in pairs], clip_norm)
    return [(gradient, variable) for gradient, (_, variable) in zip(found, pairs, strict=True)], norm


__all__ = ["MultitaskOptimizerWrapper", "clip_gradients_by_global_norm"]

mark_all(globals(), ["clip_gradients_by_global_norm"])
