"""``tf.contrib.opt``: an optimizer that keeps moving averages of what it changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import graphops.compat.v1 as tf
from graphops.train.optimizer import Optimizer
from graphops_registry.errors import FailedPreconditionError


class MovingAverageOptimizer(Optimizer):
    """An optimizer, and moving averages of the variables after each of its steps.

    Args:
        average_decay: how much of an average is kept.
        num_updates: a count of steps, with which the averages are faster at first.
        sequential_update: whether averages are of what the step leaves, rather than beside it.
    """

    def __init__(
        self, opt: Any, average_decay: Any = 0.9999, num_updates: Any = None, sequential_update: bool = True
    ) -> None:
        super().__init__(False, "MovingAverageOptimizer")
        self._optimizer, self._sequential = opt, sequential_update
        self._average = tf.train.ExponentialMovingAverage(average_decay, num_updates)
        self._names: dict[str, Any] | None = None

    def compute_gradients(self, *args: Any, **kwargs: Any) -> Any:
        return self._optimizer.compute_gradients(*args, **kwargs)

    def apply_gradients(self, grads_and_vars: Any, global_step: Any = None, name: str | None = None) -> Any:
        pairs = list(grads_and_vars)
        step = self._optimizer.apply_gradients(pairs, global_step, name)
        variables = [variable for gradient, variable in pairs if gradient is not None]
        with tf.control_dependencies([step] if self._sequential else []):
            averages = self._average.apply(variables)
        self._names = {variable.op.name: self._average.average(variable) for variable in variables}
        return tf.group(step, averages)

    def variables(self) -> list[Any]:
        """The variables that the optimizer made."""
        found: list[Any] = self._optimizer.variables()
        return found

    def get_slot(self, var: Any, name: str) -> Any:
        return self._optimizer.get_slot(var, name)

    def get_slot_names(self) -> list[str]:
        names: list[str] = self._optimizer.get_slot_names()
        return names

    def swapping_saver(self, var_list: Any = None, name: str = "swapping_saver", **kwargs: Any) -> Any:
        """A Saver that writes the averages under the names of their variables, and these under those of the averages.

        Raises:
            FailedPreconditionError: there was no step yet.
        """
        if self._names is None:
            raise FailedPreconditionError("swapping_saver() must come after minimize() or apply_gradients()")
        given = tf.global_variables() if var_list is None else var_list
        by_name = dict(given) if isinstance(given, Mapping) else {each.op.name: each for each in given}
        swapped = dict(by_name)
        for own, average in self._names.items():
            if own in by_name and average.op.name in by_name:
                swapped[own], swapped[average.op.name] = by_name[average.op.name], by_name[own]
        return tf.train.Saver(swapped, name=name, **kwargs)
