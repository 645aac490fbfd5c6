"""Optimizers: ``minimize(loss)`` adds the nodes of one training step and gives the node that runs them.

>>> w = Variable([1.0, 2.0], name="w")
>>> loss = raw_ops.Sum(input=w * w, reduction_indices=[0])
>>> step = GradientDescentOptimizer(0.1).minimize(loss)
>>> with Session() as session:
...     session.run(global_variables_initializer())
...     for _ in range(100):
...         session.run(step)

Names of nodes and of slot variables (``w/Momentum``, ``w/Adam``, ``beta1_power`` ...) and the order of the arithmetic
are TensorFlow's, so that variables can be exchanged with it and a training goes on as it would there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from graphops import raw_ops
from graphops.gradients import gradients
from graphops.graph import Graph, Node, Tensor
from graphops.values import constant
from graphops.variables import TRAINABLE_VARIABLES, Variable
from graphops_registry.dtypes import DType, float32
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError

__all__ = ["AdamOptimizer", "GradientDescentOptimizer", "MomentumOptimizer", "Optimizer"]

GradientsAndVariables = list[tuple[Any, Variable]]


class Optimizer:
    """Base of optimizers. A subclass names its slots and says how one variable is changed (:meth:`_apply`).

    Numbers such as the learning rate may be Python numbers, tensors, or functions without arguments that give either.
    """

    # For each slot: what it is called in get_slot().
    _slot_names: Sequence[str] = ()

    def __init__(self, name: str) -> None:
        if not isinstance(name, str) or not name:
            raise InvalidTypeError(f"name of {type(self).__name__} must be a name, got {name!r}")
        self._name = name
        self._slots: dict[tuple[str, Variable], Variable] = {}

    # -- for users ------------------------------------------------------------------------------------------------

    def minimize(
        self,
        loss: Any,
        global_step: Variable | None = None,
        var_list: Iterable[Variable] | None = None,
        *,
        grad_loss: Any = None,
        name: str | None = None,
    ) -> Node:
        """Add one training step: :meth:`compute_gradients`, then :meth:`apply_gradients`.

        Args:
            loss: a real tensor; the sum of its elements gets smaller.
            global_step: a variable that counts the steps.
            var_list: what to change; default the trainable variables of the graph.
            grad_loss: the gradient that comes with ``loss``; default ones.
            name: of the node that is returned; default the optimizer's.

        Returns:
            The node that does the step.
        """
        found = self.compute_gradients(loss, var_list, grad_loss)
        return self.apply_gradients(found, global_step, name)

    def compute_gradients(
        self, loss: Any, var_list: Iterable[Variable] | None = None, grad_loss: Any = None
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
        graph = variables[0].graph
        with graph.as_default():
            with graph.control_dependencies(None), graph.name_scope(None):
                self._make_slots(variables)
            with graph.name_scope(name or self._name) as scope:
                numbers = _Numbers(self._numbers())
                updates: list[Node] = []
                for gradient, variable in useful:
                    with graph.name_scope(f"update_{variable.op.name}"):
                        updates.append(self._apply(gradient, variable, numbers))
                updates += self._finish(graph, updates, numbers)
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
        for slot in self._slot_names:
            for variable in variables:
                if (slot, variable) not in self._slots:
                    self._slots[slot, variable] = _zeros_like(variable, f"{variable.op.name}/{self._name}")

    def _apply(self, gradient: Any, variable: Variable, numbers: _Numbers) -> Node:
        """Add the node that changes one variable."""
        raise NotImplementedError

    def _finish(self, graph: Graph, updates: Sequence[Node], numbers: _Numbers) -> list[Node]:
        """Add the nodes that follow the changes of all variables."""
        return []

    def _slot(self, name: str, variable: Variable) -> Tensor:
        """The handle of a slot variable."""
        return self._slots[name, variable].handle

    def __repr__(self) -> str:
        return f"<graphops.train.{type(self).__name__} '{self._name}'>"


class GradientDescentOptimizer(Optimizer):
    """``var -= learning_rate * gradient``."""

    def __init__(self, learning_rate: Any, use_locking: bool = False, name: str = "GradientDescent") -> None:
        super().__init__(name)
        self._learning_rate = learning_rate
        self._use_locking = use_locking

    def _numbers(self) -> dict[str, Any]:
        return {"learning_rate": self._learning_rate}

    def _apply(self, gradient: Any, variable: Variable, numbers: _Numbers) -> Node:
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
        super().__init__(name)
        self._learning_rate = learning_rate
        self._momentum = momentum
        self._use_locking = use_locking
        self._use_nesterov = use_nesterov

    def _numbers(self) -> dict[str, Any]:
        return {"learning_rate": self._learning_rate, "momentum": self._momentum}

    def _apply(self, gradient: Any, variable: Variable, numbers: _Numbers) -> Node:
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


class AdamOptimizer(Optimizer):
    """Adam: ``var -= learning_rate * corrected mean of gradients / (root of corrected mean of squares + epsilon)``.

    The slots are called "m" and "v"; two more variables hold the powers of beta1 and beta2.
    """

    _slot_names = ("m", "v")

    def __init__(
        self,
        learning_rate: Any = 0.001,
        beta1: Any = 0.9,
        beta2: Any = 0.999,
        epsilon: Any = 1e-08,
        use_locking: bool = False,
        name: str = "Adam",
    ) -> None:
        super().__init__(name)
        self._learning_rate = learning_rate
        self._beta1 = beta1
        self._beta2 = beta2
        self._epsilon = epsilon
        self._use_locking = use_locking
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
            first, second = (Variable(_called(b), name=n, trainable=False) for n, b in betas.items())
            self._powers[graph] = first, second
        for variable in variables:  # both slots of a variable, then those of the next one
            for slot in self._slot_names:
                if (slot, variable) not in self._slots:
                    self._slots[slot, variable] = _zeros_like(variable, f"{variable.op.name}/{self._name}")

    def _apply(self, gradient: Any, variable: Variable, numbers: _Numbers) -> Node:
        beta1_power, beta2_power = self._powers[variable.graph]
        dtype = variable.dtype
        node: Node = raw_ops.ResourceApplyAdam(
            var=variable.handle,
            m=self._slot("m", variable),
            v=self._slot("v", variable),
            beta1_power=_cast(beta1_power.value(), dtype),
            beta2_power=_cast(beta2_power.value(), dtype),
            lr=numbers.get("learning_rate", dtype),
            beta1=numbers.get("beta1", dtype),
            beta2=numbers.get("beta2", dtype),
            epsilon=numbers.get("epsilon", dtype),
            grad=gradient,
            use_locking=self._use_locking,
        )
        return node

    def _finish(self, graph: Graph, updates: Sequence[Node], numbers: _Numbers) -> list[Node]:
        with graph.control_dependencies(updates):  # every change has read the powers
            return [
                power.assign(power.value() * numbers.get(beta, power.dtype), read_value=False)
                for beta, power in zip(("beta1", "beta2"), self._powers[graph], strict=True)
            ]


class _Numbers:
    """The numbers of an optimizer as tensors.

    A Python number is a float32 constant that is cast where a variable has another dtype, as in TensorFlow.
    """

    def __init__(self, values: dict[str, Any]) -> None:
        self._tensors = {name: _number(_called(value), name) for name, value in values.items()}

    def get(self, name: str, dtype: DType) -> Tensor:
        """The number ``name`` in ``dtype``."""
        return _cast(self._tensors[name], dtype)


def _number(value: Any, name: str) -> Tensor:
    convert = getattr(value, "__graphops_tensor__", None)
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    tensor: Tensor
    if convert is not None:
        tensor = convert()
    else:
        tensor = constant(value, dtype=float32 if is_number else None, name=name)
    if not (tensor.dtype.is_floating or tensor.dtype.is_integer):
        raise InvalidTypeError(f"{name} of an optimizer must be a real number, got {value!r}")
    return tensor


def _called(value: Any) -> Any:
    return value() if callable(value) else value


def _cast(tensor: Tensor, dtype: DType) -> Tensor:
    if tensor.dtype.base is dtype:
        return tensor
    cast: Tensor = raw_ops.Cast(x=tensor, DstT=dtype)
    return cast


def _zeros_like(variable: Variable, name: str) -> Variable:
    """A slot variable of the shape and dtype of ``variable``."""

    def zeros() -> Any:
        if variable.shape.is_fully_defined:
            zero = variable.dtype.as_numpy_dtype.type(0)
            return raw_ops.Fill(dims=np.array(variable.shape.as_tuple(), np.int64), value=zero, name="zeros")
        return raw_ops.ZerosLike(x=variable.initial_value, name="zeros")

    return Variable(zeros, name=name, dtype=variable.dtype, shape=variable.shape, trainable=False)


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
