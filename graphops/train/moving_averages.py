"""Exponential moving averages of variables and tensors."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.build.variables import TRAINABLE_VARIABLES
from graphops.build.variables import Variable as _Variable
from graphops.graph.graph import Node, Tensor, get_default_graph
from graphops.train.collection_keys import GraphKeys
from graphops.train.slots import slot_name
from graphops.train.variable_v1 import Variable
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError


class ExponentialMovingAverage:
    """Keeps ``average = decay * average + (1 - decay) * value`` for variables and tensors.

    Args:
        decay: near 1.
        num_updates: a count of steps; then the decay is at most ``(1 + num_updates) / (10 + num_updates)``.
        zero_debias: only ``False``.
        name: of the averages: ``w/ExponentialMovingAverage``.
    """

    def __init__(
        self,
        decay: Any,
        num_updates: Any = None,
        zero_debias: bool = False,
        name: str = "ExponentialMovingAverage",
    ) -> None:
        if zero_debias:
            raise InvalidArgumentError(f"zero_debias of ExponentialMovingAverage must be False, got {zero_debias!r}")
        self._decay = decay
        self._num_updates = num_updates
        self._name = name
        self._averages: dict[Any, Variable] = {}

    @property
    def name(self) -> str:
        return self._name

    def apply(self, var_list: Iterable[Any] | None = None) -> Node:
        """Add the nodes that update the averages of variables or tensors; the node that does it.

        Args:
            var_list: default the trainable variables. The average of a variable starts at its initial value, that of
                a tensor at 0.

        Raises:
            InvalidTypeError: something that is no real variable or tensor.
            InvalidArgumentError: an average that exists.
        """
        graph = get_default_graph()
        items = list(graph.get_collection(TRAINABLE_VARIABLES) if var_list is None else var_list)
        for item in items:
            if not isinstance(item, (_Variable, Tensor)) or not item.dtype.is_floating:
                raise InvalidTypeError(f"var_list of apply() must hold real variables or tensors, got {item!r}")
            if item in self._averages:
                raise InvalidArgumentError(f"a moving average must be made once, got '{item.name}' twice")
        with graph.control_dependencies(None), graph.name_scope(None):
            for item in items:
                self._averages[item] = self._make(item)
                if isinstance(item, _Variable):
                    graph.add_to_collection(GraphKeys.MOVING_AVERAGE_VARIABLES, item)
        with graph.name_scope(self._name) as scope:
            decay = as_tensor(self._decay, None if not isinstance(self._decay, (int, float)) else "float32", "decay")
            if self._num_updates is not None:
                count = raw_ops.Cast(x=as_tensor(self._num_updates, name="num_updates"), DstT="float32")
                decay = raw_ops.Minimum(x=decay, y=(1.0 + count) / (10.0 + count))
            updates = [self._update(item, decay) for item in items]
            return graph.add_node("NoOp", (), {}, scope, updates)

    def _make(self, item: Any) -> Variable:
        initial: Any
        if isinstance(item, Variable):
            initial = item.initialized_value
        elif isinstance(item, _Variable):
            initial = item.initial_value
        else:
            initial = np.zeros(item.shape.as_tuple(), item.dtype.numpy_dtype)
        return Variable(initial, trainable=False, name=slot_name(item, self._name), dtype=item.dtype.base)

    def _update(self, item: Any, decay: Tensor) -> Node:
        average = self._averages[item]
        rate = as_tensor(1.0, decay.dtype) - decay
        if rate.dtype.base is not average.dtype.base:
            rate = raw_ops.Cast(x=rate, DstT=average.dtype)
        value = item.value() if isinstance(item, _Variable) else item
        node: Node = average.assign_sub((average.value() - value) * rate, read_value=False)
        return node

    def average(self, var: Any) -> Any:
        """The variable that holds the average of ``var``, ``None`` if there is none."""
        return self._averages.get(var)

    def average_name(self, var: Any) -> str:
        """The name that the average of ``var`` has or will have."""
        if var in self._averages:
            name: str = self._averages[var].op.name
            return name
        return f"{var.op.name}/{self._name}"

    def variables_to_restore(self, moving_avg_variables: Iterable[Any] | None = None) -> dict[str, Any]:
        """For a Saver: variables by the names of their averages, so that they are restored from these."""
        graph = get_default_graph()
        averaged = graph.get_collection(TRAINABLE_VARIABLES)
        averaged += graph.get_collection(GraphKeys.MOVING_AVERAGE_VARIABLES)
        if moving_avg_variables is not None:
            averaged = list(moving_avg_variables)
        names = {self.average_name(variable): variable for variable in averaged}
        known = {*averaged, *self._averages.values()}
        for variable in graph.get_collection(GraphKeys.GLOBAL_VARIABLES):
            if variable not in known and variable.op.name not in names:
                names[variable.op.name] = variable
        return names
