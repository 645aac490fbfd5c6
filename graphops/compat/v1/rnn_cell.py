"""``tf.nn.rnn_cell``: cells of recurrent networks, ``output, new_state = cell(inputs, state)``.

Variables are made at the first call, in the variable scope that is open then: ``<scope>/basic_lstm_cell/kernel``.
"""

from __future__ import annotations

import re
from collections import namedtuple
from collections.abc import Callable, Sequence
from typing import Any

from graphops import raw_ops
from graphops.as_tensor import as_tensor, shape_vector
from graphops.compat.v1.arrays import concat, split
from graphops.compat.v1.linalg import matmul
from graphops.compat.v1.arithmetic import clip_by_value
from graphops.get_variable import get_variable
from graphops.graph import Tensor, get_default_graph
from graphops.initializers import Constant, Zeros
from graphops.nest import flatten, map_structure, pack
from graphops.variable_scope import variable_scope
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError

LSTMStateTuple = namedtuple("LSTMStateTuple", ("c", "h"))  # noqa: PYI024 - TensorFlow's name, fields of any kind

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
        with variable_scope(self._scope, reuse=self._reuse if not self.built else None):
            if not self.built:
                if self._dtype is None:
                    self._dtype = tensor.dtype.base
                self.build(tensor.shape)
                self.built = True
            return self.call(tensor, state)

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
            known = tensor.shape[0] if tensor.shape.rank else None
            batch_size = known if isinstance(known, int) else raw_ops.Shape(input=tensor)[0]
            dtype = tensor.dtype.base
        if batch_size is None or dtype is None:
            raise InvalidArgumentError("batch_size and dtype of get_initial_state() must be given without inputs")
        return self.zero_state(batch_size, dtype)


def _zeros(batch: Any, size: Any, dtype: Any) -> Tensor:
    from graphops.compat.v1.arrays import zeros

    sizes = [size] if hasattr(size, "__index__") else list(size)
    return zeros(shape_vector([batch, *sizes]), dtype)


def _snake(name: str) -> str:
    """``BasicLSTMCell`` as ``basic_lstm_cell``."""
    parted = re.sub(r"(.)([A-Z][a-z0-9]+)", r"\1_\2", name)
    return re.sub(r"([a-z])([A-Z])", r"\1_\2", parted).lower()


def _inputs_of(shape: Any, cell: RNNCell) -> int:
    size = shape[-1] if shape.rank else None
    if not isinstance(size, int):
        raise InvalidArgumentError(f"inputs of {type(cell).__name__} must have a known last size, got {shape}")
    return size


def _affine(parts: Sequence[Any], kernel: Any, bias: Any) -> Tensor:
    """``concat(parts, 1) @ kernel + bias``."""
    result: Tensor = raw_ops.BiasAdd(value=matmul(concat(list(parts), 1), kernel), bias=bias)
    return result


def _tanh(x: Any) -> Any:
    return raw_ops.Tanh(x=x)


def _sigmoid(x: Any) -> Any:
    return raw_ops.Sigmoid(x=x)


def _activation(given: Any) -> Activation:
    if given is None:
        return _tanh
    if isinstance(given, str):
        from graphops.compat.v1 import nn

        found: Activation = getattr(nn, given)
        return found
    if not callable(given):
        raise InvalidTypeError(f"activation of a cell must be a function or its name, got {given!r}")
    function: Activation = given
    return function


class BasicRNNCell(RNNCell):
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
        self._activation = _activation(activation)

    @property
    def state_size(self) -> int:
        return self._num_units

    @property
    def output_size(self) -> int:
        return self._num_units

    def build(self, inputs_shape: Any) -> None:
        size = _inputs_of(inputs_shape, self)
        self._kernel = self.add_variable("kernel", [size + self._num_units, self._num_units])
        self._bias = self.add_variable("bias", [self._num_units], Zeros())

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        output = self._activation(_affine([inputs, state], self._kernel, self._bias))
        return output, output


class GRUCell(RNNCell):
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
        self._activation = _activation(activation)
        self._kernel_initializer = kernel_initializer
        self._bias_initializer = bias_initializer

    @property
    def state_size(self) -> int:
        return self._num_units

    @property
    def output_size(self) -> int:
        return self._num_units

    def build(self, inputs_shape: Any) -> None:
        units = self._num_units
        size = _inputs_of(inputs_shape, self) + units
        kernel, bias = self._kernel_initializer, self._bias_initializer
        self._gate_kernel = self.add_variable("gates/kernel", [size, 2 * units], kernel)
        self._gate_bias = self.add_variable("gates/bias", [2 * units], Constant(1.0) if bias is None else bias)
        self._candidate_kernel = self.add_variable("candidate/kernel", [size, units], kernel)
        self._candidate_bias = self.add_variable("candidate/bias", [units], Zeros() if bias is None else bias)

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        gates = _sigmoid(_affine([inputs, state], self._gate_kernel, self._gate_bias))
        reset, update = split(gates, 2, axis=1)
        candidate = self._activation(_affine([inputs, reset * state], self._candidate_kernel, self._candidate_bias))
        output = update * state + (1 - update) * candidate
        return output, output


class _LSTM(RNNCell):
    """What LSTM cells share: their state."""

    _state_is_tuple: bool

    def _parts(self, state: Any) -> tuple[Any, Any]:
        if not self._state_is_tuple:
            c, h = split(state, self._cut(), axis=1)
            return c, h
        if not isinstance(state, (list, tuple)) or len(state) != 2:
            raise InvalidTypeError(f"state of {type(self).__name__} must be a pair (c, h), got {state!r}")
        return state[0], state[1]

    def _cut(self) -> Any:
        return 2

    def _state(self, c: Any, h: Any) -> Any:
        return LSTMStateTuple(c, h) if self._state_is_tuple else concat([c, h], 1)


class BasicLSTMCell(_LSTM):
    """Long short-term memory without peepholes and projection; the state is a pair (c, h)."""

    def __init__(
        self,
        num_units: int,
        forget_bias: float = 1.0,
        state_is_tuple: bool = True,
        activation: Any = None,
        reuse: Any = None,
        name: str | None = None,
        dtype: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(name=name, dtype=dtype, _reuse=reuse, **kwargs)
        self._num_units = num_units
        self._forget_bias = forget_bias
        self._state_is_tuple = state_is_tuple
        self._activation = _activation(activation)

    @property
    def state_size(self) -> Any:
        return LSTMStateTuple(self._num_units, self._num_units) if self._state_is_tuple else 2 * self._num_units

    @property
    def output_size(self) -> int:
        return self._num_units

    def build(self, inputs_shape: Any) -> None:
        size = _inputs_of(inputs_shape, self)
        self._kernel = self.add_variable("kernel", [size + self._num_units, 4 * self._num_units])
        self._bias = self.add_variable("bias", [4 * self._num_units], Zeros())

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        c, h = self._parts(state)
        # input gate, new input, forget gate, output gate
        i, j, f, o = split(_affine([inputs, h], self._kernel, self._bias), 4, axis=1)
        new_c = c * _sigmoid(f + self._forget_bias) + _sigmoid(i) * self._activation(j)
        new_h = self._activation(new_c) * _sigmoid(o)
        return new_h, self._state(new_c, new_h)


class LSTMCell(_LSTM):
    """Long short-term memory with optional peepholes, clipping and projection; the state is a pair (c, h).

    ``num_unit_shards`` and ``num_proj_shards`` have to be ``None``.
    """

    def __init__(
        self,
        num_units: int,
        use_peepholes: bool = False,
        cell_clip: float | None = None,
        initializer: Any = None,
        num_proj: int | None = None,
        proj_clip: float | None = None,
        num_unit_shards: int | None = None,
        num_proj_shards: int | None = None,
        forget_bias: float = 1.0,
        state_is_tuple: bool = True,
        activation: Any = None,
        reuse: Any = None,
        name: str | None = None,
        dtype: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(name=name, dtype=dtype, _reuse=reuse, **kwargs)
        if num_unit_shards is not None or num_proj_shards is not None:
            raise InvalidArgumentError("num_unit_shards and num_proj_shards of LSTMCell must be None, got numbers")
        self._num_units = num_units
        self._use_peepholes = use_peepholes
        self._cell_clip = cell_clip
        self._initializer = initializer
        self._num_proj = num_proj
        self._proj_clip = proj_clip
        self._forget_bias = forget_bias
        self._state_is_tuple = state_is_tuple
        self._activation = _activation(activation)

    @property
    def state_size(self) -> Any:
        sizes = LSTMStateTuple(self._num_units, self.output_size)
        return sizes if self._state_is_tuple else sum(sizes)

    @property
    def output_size(self) -> int:
        return self._num_proj if self._num_proj else self._num_units

    def _cut(self) -> Any:
        return [self._num_units, self.output_size]

    def build(self, inputs_shape: Any) -> None:
        units = self._num_units
        size = _inputs_of(inputs_shape, self) + self.output_size
        self._kernel = self.add_variable("kernel", [size, 4 * units], self._initializer)
        self._bias = self.add_variable("bias", [4 * units], Zeros())
        if self._use_peepholes:
            self._peep_f, self._peep_i, self._peep_o = (
                self.add_variable(f"w_{gate}_diag", [units], self._initializer) for gate in "fio"
            )
        if self._num_proj:
            self._projection = self.add_variable("projection/kernel", [units, self._num_proj], self._initializer)

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        c, h = self._parts(state)
        i, j, f, o = split(_affine([inputs, h], self._kernel, self._bias), 4, axis=1)
        forget = f + self._forget_bias
        if self._use_peepholes:
            forget, i = forget + self._peep_f * c, i + self._peep_i * c
        new_c = _sigmoid(forget) * c + _sigmoid(i) * self._activation(j)
        if self._cell_clip is not None:
            new_c = clip_by_value(new_c, -self._cell_clip, self._cell_clip)
        if self._use_peepholes:
            o = o + self._peep_o * new_c
        new_h = _sigmoid(o) * self._activation(new_c)
        if self._num_proj:
            new_h = matmul(new_h, self._projection)
            if self._proj_clip is not None:
                new_h = clip_by_value(new_h, -self._proj_clip, self._proj_clip)
        return new_h, self._state(new_c, new_h)


class MultiRNNCell(RNNCell):
    """Cells one above the other: each takes the output of the one below.

    Raises:
        InvalidArgumentError: no cells.
    """

    def __init__(self, cells: Sequence[Any], state_is_tuple: bool = True) -> None:
        super().__init__()
        if not isinstance(cells, (list, tuple)) or not cells:
            raise InvalidArgumentError(f"cells of MultiRNNCell must be a list of cells, got {cells!r}")
        self._cells = list(cells)
        self._state_is_tuple = state_is_tuple
        if not state_is_tuple and any(not hasattr(cell.state_size, "__index__") for cell in cells):
            raise InvalidArgumentError("state_is_tuple of MultiRNNCell must be True for cells whose state is a tuple")

    @property
    def state_size(self) -> Any:
        sizes = tuple(cell.state_size for cell in self._cells)
        return sizes if self._state_is_tuple else sum(sizes)

    @property
    def output_size(self) -> Any:
        return self._cells[-1].output_size

    @property
    def variables(self) -> list[Any]:
        return [variable for cell in self._cells for variable in cell.variables]

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        if self._state_is_tuple:
            if not isinstance(state, (list, tuple)) or len(state) != len(self._cells):
                raise InvalidTypeError(f"state of MultiRNNCell must have {len(self._cells)} parts, got {state!r}")
            states = list(state)
        else:
            states = split(state, [cell.state_size for cell in self._cells], axis=1)
        after = []
        output = inputs
        for number, cell in enumerate(self._cells):
            with variable_scope(f"cell_{number}"):
                output, new = cell(output, states[number])
            after.append(new)
        return output, tuple(after) if self._state_is_tuple else concat(after, 1)


class DropoutWrapper(RNNCell):
    """A cell with dropout on its inputs, outputs or state.

    ``variational_recurrent`` has to be false; ``dropout_state_filter_visitor`` ``None``.
    """

    def __init__(
        self,
        cell: Any,
        input_keep_prob: Any = 1.0,
        output_keep_prob: Any = 1.0,
        state_keep_prob: Any = 1.0,
        variational_recurrent: bool = False,
        input_size: Any = None,
        dtype: Any = None,
        seed: int | None = None,
        dropout_state_filter_visitor: Any = None,
    ) -> None:
        super().__init__(dtype=dtype)
        if variational_recurrent or dropout_state_filter_visitor is not None:
            raise InvalidArgumentError("variational_recurrent of DropoutWrapper must be False, got True")
        self._cell = cell
        self._keep = {"input": input_keep_prob, "state": state_keep_prob, "output": output_keep_prob}
        self._seed = seed

    @property
    def wrapped_cell(self) -> Any:
        return self._cell

    @property
    def state_size(self) -> Any:
        return self._cell.state_size

    @property
    def output_size(self) -> Any:
        return self._cell.output_size

    @property
    def variables(self) -> list[Any]:
        found: list[Any] = self._cell.variables
        return found

    def zero_state(self, batch_size: Any, dtype: Any) -> Any:
        return self._cell.zero_state(batch_size, dtype)

    def __call__(self, inputs: Any, state: Any, scope: Any = None) -> tuple[Any, Any]:
        output, new_state = self._cell(self._dropped("input", inputs), state, scope)
        leaves = flatten(new_state)
        # The memory c of an LSTM is never dropped, h is.
        kept = isinstance(new_state, LSTMStateTuple)
        dropped = [
            leaf if kept and place == 0 else self._dropped("state", leaf, place) for place, leaf in enumerate(leaves)
        ]
        return self._dropped("output", output), pack(new_state, dropped)

    def _dropped(self, what: str, value: Any, place: int = 0) -> Any:
        from graphops.compat.v1.nn_layers import dropout

        keep = self._keep[what]
        if isinstance(keep, (int, float)) and keep >= 1.0:
            return value
        return dropout(value, keep_prob=keep, seed=self._own_seed(what, place))

    def _own_seed(self, what: str, place: int) -> int | None:
        """A seed for each use, made of the given one as TensorFlow makes it."""
        if self._seed is None:
            return None
        import hashlib

        text = f"{self._seed}{what}_{place}".encode()
        return int(hashlib.md5(text, usedforsecurity=False).hexdigest()[:8], 16) & 0x7FFFFFFF


__all__ = [
    "BasicLSTMCell", "BasicRNNCell", "DropoutWrapper", "GRUCell", "LSTMCell", "LSTMStateTuple", "MultiRNNCell",
    "RNNCell",
]  # fmt: skip
