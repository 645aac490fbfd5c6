"""Cells of long short-term memory."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

from graphops.build.initializers import Zeros
from graphops.compat.v1.functions.clipping import clip_by_value
from graphops.compat.v1.functions.joining import concat, split
from graphops.compat.v1.linalg import matmul
from graphops.compat.v1.networks.rnn_base import RNNCell, activation_function, affine, inputs_of, sigmoid
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError

LSTMStateTuple = namedtuple("LSTMStateTuple", ("c", "h"))  # noqa: PYI024 - TensorFlow's name, fields of any kind


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
        self._activation = activation_function(activation)

    @property
    def state_size(self) -> Any:
        return LSTMStateTuple(self._num_units, self._num_units) if self._state_is_tuple else 2 * self._num_units

    @property
    def output_size(self) -> int:
        return self._num_units

    def build(self, inputs_shape: Any) -> None:
        size = inputs_of(inputs_shape, self)
        self._kernel = self.add_variable("kernel", [size + self._num_units, 4 * self._num_units])
        self._bias = self.add_variable("bias", [4 * self._num_units], Zeros())

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        c, h = self._parts(state)
        # input gate, new input, forget gate, output gate
        i, j, f, o = split(affine([inputs, h], self._kernel, self._bias), 4, axis=1)
        new_c = c * sigmoid(f + self._forget_bias) + sigmoid(i) * self._activation(j)
        new_h = self._activation(new_c) * sigmoid(o)
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
        self._activation = activation_function(activation)

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
        size = inputs_of(inputs_shape, self) + self.output_size
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
        i, j, f, o = split(affine([inputs, h], self._kernel, self._bias), 4, axis=1)
        forget = f + self._forget_bias
        if self._use_peepholes:
            forget, i = forget + self._peep_f * c, i + self._peep_i * c
        new_c = sigmoid(forget) * c + sigmoid(i) * self._activation(j)
        if self._cell_clip is not None:
            new_c = clip_by_value(new_c, -self._cell_clip, self._cell_clip)
        if self._use_peepholes:
            o = o + self._peep_o * new_c
        new_h = sigmoid(o) * self._activation(new_c)
        if self._num_proj:
            new_h = matmul(new_h, self._projection)
            if self._proj_clip is not None:
                new_h = clip_by_value(new_h, -self._proj_clip, self._proj_clip)
        return new_h, self._state(new_c, new_h)
