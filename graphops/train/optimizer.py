"""The base of optimizers: ``minimize(loss)`` adds the nodes of one training step and gives the node that runs them.

Names of nodes and of slot variables (``w/Momentum``, ``w/Adam``, ``beta1_power`` ...) and the order of the arithmetic
are TensorFlow's, so that variables can be exchanged with it and a training goes on as it would there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from graphops.autodiff.gradients import gradients
from graphops.build.variables import TRAINABLE_VARIABLES, Variable
from graphops.graph.default_graph import building_graph
from graphops.graph.graph import Graph, Node, Tensor
from graphops.train.numbers import Numbers
from graphops.train.slots import zeros_slot
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError

GradientsAndVariables = list[tuple[Any, Variable]]


class Optimizer:
    """Base of optimizers. A subclass names its slots and says how one variable is changed (:meth:`_apply`).

    Numbers such as the learning rate may be Python numbers, tensors, or functions without arguments that give either.
    """

    # For each slot: what it is called in get_slot().
    _slot_names: Sequence[str] = ()

    GATE_NONE = 0
    GATE_OP = 1
    GATE_GRAPH = 2

    def __init__(self, use_locking: bool, name: str, use_own_namescope_for_non_slot_vars: bool = False) -> None:
        if not isinstance(name, str) or not name:
            raise InvalidTypeError(f"name of {type(self).__name__} must be a name, got {name!r}")
        self._name = name
        self._use_locking = use_locking
        self._slots: dict[tuple[str, Variable], Variable] = {}

    # -- for users ------------------------------------------------------------------------------------------------

    def minimize(
        self,
        loss: Any,
        global_step: Variable | None = None,
        var_list: Iterable[Variable] | None = None,
        gate_gradients: int = GATE_OP,
        aggregation_method: Any = None,
        colocate_gradients_with_ops: bool = False,
        name: str | None = None,
        grad_loss: Any = None,
    ) -> Node:
        """Add one training step: :meth:`compute_gradients`, then :meth:`apply_gradients`.

        ``gate_gradients``, ``aggregation_method`` and ``colocate_gradients_with_ops`` change nothing that can be seen.

        Args:
            loss: a real tensor; the sum of its elements gets smaller.
            global_step: a variable that counts the steps.
            var_list: what to change; default the trainable variables of the graph.
            grad_loss: the gradient that comes with ``loss``; default ones.
            name: of the node that is returned; default the optimizer's.

        Returns:
            The node that does the step.
        """
        found = self.compute_gradients(loss, var_list, grad_loss=grad_loss)
        return self.apply_gradients(found, global_step, name)

    def compute_gradients(
        self,
        loss: Any,
        var_list: Iterable[Variable] | None = None,
        gate_gradients: int = GATE_OP,
        aggregation_method: Any = None,
        colocate_gradients_with_ops: bool = False,
        grad_loss: Any = None,
    ) -> GradientsAndVariables:
        """Add the nodes that compute the gradients of ``loss``.

        Returns:
            Pairs (gradient, variable); the gradient is ``None`` where ``loss`` does not depend on the variable.

        Raises:
            InvalidArgumentError: no variables.
            InvalidTypeError: a ``var_list`` that holds other things than variables.
        """
        convert = getattr(loss, "__graphops_tensor__", None)
        if convert is None:
            raise InvalidTypeError(f"loss must be a tensor, got {loss!r}")
        tensor: Tensor = convert()
        given = tensor.graph.get_collection(TRAINABLE_VARIABLES) if var_list is None else var_list
        variables = [_variable(item, "var_list") for item in ([given] if isinstance(given, Variable) else given)]
        if not variables:
            raise InvalidArgumentError("var_list must hold a variable or more, got none")
        found = gradients([tensor], variables, None if grad_loss is None else [grad_loss])
        return list(zip(found, variables, strict=True))

    def apply_gradients(
        self,
        grads_and_vars: Iterable[tuple[Any, Variable]],
        global_step: Variable | None = None,
        name: str | None = None,
    ) -> Node:
        """Add the nodes that change variables by their gradients.

        Args:
            grads_and_vars: pairs as :meth:`compute_gradients` gives them; a gradient of ``None`` changes nothing.
            global_step: a variable that counts the steps.
            name: of the node that is returned; default the optimizer's.

        Raises:
            InvalidArgumentError: no gradient at all.
            InvalidTypeError: anything else than pairs of a gradient and a variable.
        """
        pairs = _pairs(grads_and_vars)
        if global_step is not None:
            _variable(global_step, "global_step")
        useful = [(gradient, variable) for gradient, variable in pairs if gradient is not None]
        if not useful:
            names = ", ".join(variable.name for _, variable in pairs) or "no variables"
            raise InvalidArgumentError(
                f"grads_and_vars must hold a gradient for one variable or more, got none for {names}"
            )
        variables = [variable for _, variable in useful]
        own = variables[0].graph
        with own.as_default(), own.control_dependencies(None):
            self._make_slots(variables)
        graph = building_graph(own)  # in the body of a loop the step is a part of it
        with graph.as_default(), graph.name_scope(name or self._name) as scope:
            numbers = Numbers(self._numbers())
            updates: list[Node] = []
            for gradient, variable in useful:
                with graph.name_scope(f"update_{variable.op.name}"):
                    updates.append(_constrained(self._apply(gradient, variable, numbers), variable))
            updates += self._finish(own, updates, numbers)
            done = scope if global_step is None else "update"
            step = graph.add_node("NoOp", (), {}, done, updates)
            if global_step is not None:
                with graph.control_dependencies([step]):
                    step = global_step.assign_add(1, name=scope, read_value=False)
        graph.add_to_collection("train_op", step)
        return step

    def get_slot(self, var: Variable, name: str) -> Variable | None:
        """The slot variable ``name`` of ``var``; ``None`` if it has none."""
        return self._slots.get((name, var))

    def get_slot_names(self) -> list[str]:
        """The names of all slots, sorted."""
        return sorted(self._slot_names)

    def get_name(self) -> str:
        return self._name

    def variables(self) -> list[Variable]:
        """The variables that the optimizer made."""
        return list(self._slots.values())

    # -- for subclasses -------------------------------------------------------------------------------------------

    def _numbers(self) -> dict[str, Any]:
        """What the optimizer was given, by the names of the constants."""
        raise NotImplementedError

    def _make_slots(self, variables: Sequence[Variable]) -> None:
        """Make the variables that belong to ``variables`` and do not exist yet."""
        for variable in variables:  # all slots of a variable, then those of the next one: names count up in this order
            for slot in self._slot_names:
                if (slot, variable) not in self._slots:
                    self._slots[slot, variable] = self._new_slot(slot, variable)

    def _new_slot(self, slot: str, variable: Variable) -> Variable:
        """The variable for one slot of ``variable``, before anything was learned."""
        return zeros_slot(variable, self._name)

    def _apply(self, gradient: Any, variable: Variable, numbers: Numbers) -> Node:
        """Add the node that changes one variable."""
        raise NotImplementedError

    def _finish(self, graph: Graph, updates: Sequence[Node], numbers: Numbers) -> list[Node]:
        """Add the nodes that follow the changes of all variables."""
        return []

    def _slot(self, name: str, variable: Variable) -> Tensor:
        """The handle of a slot variable."""
        return self._slots[name, variable].handle

    def __repr__(self) -> str:
        return f"<graphops.train.{type(self).__name__} '{self._name}'>"


def _constrained(update: Node, variable: Variable) -> Node:
    """The update of a variable, followed by its constraint if it has one."""
    constraint = getattr(variable, "constraint", None)
    if constraint is None:
        return update
    with variable.graph.control_dependencies([update]):
        node: Node = variable.assign(constraint(variable.read_value()), read_value=False)
    return node


def _variable(value: Any, what: str) -> Variable:
    if not isinstance(value, Variable):
        raise InvalidTypeError(f"{what} must be a variable, got {value!r}")
    return value


def _pairs(grads_and_vars: Any) -> GradientsAndVariables:
    pairs: GradientsAndVariables = []
    for pair in grads_and_vars:
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            raise InvalidTypeError(f"grads_and_vars must hold pairs of a gradient and a variable, got {pair!r}")
        gradient, variable = pair
        pairs.append((gradient, _variable(variable, "the second of each pair in grads_and_vars")))
    return pairs
