"""Cells of recurrent networks, ``output, new_state = cell(inputs, state)``: the base, and the simple ones.

Variables are made at the first call, in the variable scope that is open then: ``<scope>/basic_lstm_cell/kernel``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from copy import copy, deepcopy
from typing import Any

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor, shape_vector
from graphops.build.initializers import Constant, Zeros
from graphops.compat.v1.functions.joining import concat, split
from graphops.compat.v1.functions.missing import missing
from graphops.compat.v1.linalg import matmul
from graphops.compat.v1.networks.nn_functions import nn_function
from graphops.graph.graph import Tensor, get_default_graph
from graphops.graph.nest import map_structure
from graphops.train.get_variable import get_variable
from graphops.train.variable_scope import variable_scope
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError

Activation = Callable[[Any], Any]


class RNNCell:
    """Base of cells. A subclass has ``state_size``, ``output_size`` and :meth:`call`; :meth:`build` makes variables.

    Args:
        trainable: whether its variables are.
        name: of its variable scope; default the name of the class.
        dtype: of its variables; default that of the inputs.
    """

    def __init__(
        self, trainable: bool = True, name: str | None = None, dtype: Any = None, _reuse: Any = None, **kwargs: Any
    ) -> None:
        if kwargs:
            raise InvalidTypeError(f"{type(self).__name__} takes no keyword '{next(iter(kwargs))}'")
        self.trainable = trainable
        self.built = False
        self._name = name
        self._dtype = dtype
        self._reuse = _reuse
        self._scope: Any = None
        self._variables: list[Any] = []

    @property
    def state_size(self) -> Any:
        """The size of the state: an integer, or a structure of them."""
        raise NotImplementedError

    @property
    def output_size(self) -> Any:
        """The size of the output."""
        raise NotImplementedError

    @property
    def variables(self) -> list[Any]:
        """Its variables, after the first call."""
        return list(self._variables)

    weights = variables

    @property
    def trainable_variables(self) -> list[Any]:
        return list(self._variables) if self.trainable else []

    trainable_weights = trainable_variables

    def build(self, inputs_shape: Any) -> None:
        """Make the variables for inputs of that shape."""

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        """The output and the new state."""
        raise NotImplementedError

    def __call__(self, inputs: Any, state: Any, scope: Any = None) -> tuple[Any, Any]:
        tensor = as_tensor(inputs)
        if self._scope is None:
            with variable_scope(scope, default_name=self._name or _snake(type(self).__name__)) as opened:
                self._scope = opened
        with variable_scope(self._scope, reuse=self.built or self._reuse):
            if not self.built:
                if self._dtype is None:
                    self._dtype = tensor.dtype.base
                self.build(tensor.shape)
                self.built = True
            return self.call(tensor, state)

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        """A cell without variables; the cells in it are copied likewise."""
        made = copy(self)
        memo[id(self)] = made
        vars(made).update(built=False, _scope=None, _variables=[])
        for name, value in vars(self).items():
            if isinstance(value, RNNCell) or (isinstance(value, list) and any(isinstance(v, RNNCell) for v in value)):
                setattr(made, name, deepcopy(value, memo))
        return made

    def add_variable(self, name: str, shape: Sequence[int], initializer: Any = None) -> Any:
        """A variable of the cell; for :meth:`build`."""
        made = get_variable(name, list(shape), self._dtype, initializer, trainable=self.trainable)
        self._variables.append(made)
        return made

    add_weight = add_variable

    def zero_state(self, batch_size: Any, dtype: Any) -> Any:
        """A state of zeros, (batch_size, size) for each size."""
        with get_default_graph().name_scope(f"{type(self).__name__}ZeroState"):
            return map_structure(lambda size: _zeros(batch_size, size, dtype), self.state_size)

    def get_initial_state(self, inputs: Any = None, batch_size: Any = None, dtype: Any = None) -> Any:
        """A state of zeros for ``inputs``, or of that batch size and dtype."""
        if inputs is not None:
            tensor = as_tensor(inputs)
            known = tensor.plain_shape[0] if tensor.shape.rank else None
            batch_size = known if isinstance(known, int) else raw_ops.Shape(input=tensor)[0]
            dtype = tensor.dtype.base
        if batch_size is None or dtype is None:
            raise InvalidArgumentError("batch_size and dtype of get_initial_state() must be given without inputs")
        return self.zero_state(batch_size, dtype)


def _zeros(batch: Any, size: Any, dtype: Any) -> Tensor:
    from graphops.compat.v1.functions.arrays import zeros

    sizes = [size] if hasattr(size, "__index__") else list(size)
    return zeros(shape_vector([batch, *sizes]), dtype)


def _snake(name: str) -> str:
    """``BasicLSTMCell`` as ``basic_lstm_cell``."""
    parted = re.sub(r"(.)([A-Z][a-z0-9]+)", r"\1_\2", name)
    return re.sub(r"([a-z])([A-Z])", r"\1_\2", parted).lower()


def inputs_of(shape: Any, cell: RNNCell) -> int:
    size = shape[-1] if shape.rank else None
    if not isinstance(size, int):
        raise InvalidArgumentError(f"inputs of {type(cell).__name__} must have a known last size, got {shape}")
    return size


def affine(parts: Sequence[Any], kernel: Any, bias: Any) -> Tensor:
    """``concat(parts, 1) @ kernel + bias``."""
    result: Tensor = raw_ops.BiasAdd(value=matmul(concat(list(parts), 1), kernel), bias=bias)
    return result


def _tanh(x: Any) -> Any:
    return raw_ops.Tanh(x=x)


def sigmoid(x: Any) -> Any:
    return raw_ops.Sigmoid(x=x)


def activation_function(given: Any) -> Activation:
    if given is None:
        return _tanh
    if isinstance(given, str):
        named = nn_function(given)
        if named is None:
            raise missing("nn", given)
        return named
    if not callable(given):
        raise InvalidTypeError(f"activation of a cell must be a function or its name, got {given!r}")
    function: Activation = given
    return function


class _UnitsCell(RNNCell):
    """A cell whose output is its state, of ``num_units`` numbers."""

    _num_units: int

    @property
    def state_size(self) -> int:
        return self._num_units

    @property
    def output_size(self) -> int:
        return self._num_units


class BasicRNNCell(_UnitsCell):
    """``output = new_state = activation(concat(inputs, state) @ kernel + bias)``."""

    def __init__(
        self,
        num_units: int,
        activation: Any = None,
        reuse: Any = None,
        name: str | None = None,
        dtype: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(name=name, dtype=dtype, _reuse=reuse, **kwargs)
        self._num_units = num_units
        self._activation = activation_function(activation)

    def build(self, inputs_shape: Any) -> None:
        size = inputs_of(inputs_shape, self)
        self._kernel = self.add_variable("kernel", [size + self._num_units, self._num_units])
        self._bias = self.add_variable("bias", [self._num_units], Zeros())

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        output = self._activation(affine([inputs, state], self._kernel, self._bias))
        return output, output


class GRUCell(_UnitsCell):
    """A gated recurrent unit: reset and update gates, whose biases start at 1."""

    def __init__(
        self,
        num_units: int,
        activation: Any = None,
        reuse: Any = None,
        kernel_initializer: Any = None,
        bias_initializer: Any = None,
        name: str | None = None,
        dtype: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(name=name, dtype=dtype, _reuse=reuse, **kwargs)
        self._num_units = num_units
        self._activation = activation_function(activation)
        self._kernel_initializer = kernel_initializer
        self._bias_initializer = bias_initializer

    def build(self, inputs_shape: Any) -> None:
        units = self._num_units
        size = inputs_of(inputs_shape, self) + units
        kernel, bias = self._kernel_initializer, self._bias_initializer
        self._gate_kernel = self.add_variable("gates/kernel", [size, 2 * units], kernel)
        self._gate_bias = self.add_variable("gates/bias", [2 * units], Constant(1.0) if bias is None else bias)
        self._candidate_kernel = self.add_variable("candidate/kernel", [size, units], kernel)
        self._candidate_bias = self.add_variable("candidate/bias", [units], Zeros() if bias is None else bias)

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        gates = sigmoid(affine([inputs, state], self._gate_kernel, self._gate_bias))
        reset, update = split(gates, 2, axis=1)
        candidate = self._activation(affine([inputs, reset * state], self._candidate_kernel, self._candidate_bias))
        output = update * state + (1 - update) * candidate
        return output, output
