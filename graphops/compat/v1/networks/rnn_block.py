"""Cells of recurrent networks that are one op each: ``LSTMBlockCell`` and its neighbours of ``tf.contrib.rnn``."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.build.initializers import Constant, Zeros
from graphops.compat.v1.functions.arrays import sequence_mask
from graphops.compat.v1.functions.joining import stack, unstack
from graphops.compat.v1.networks.rnn_base import RNNCell, inputs_of
from graphops.compat.v1.networks.rnn_lstm import LSTMStateTuple
from graphops.graph.graph import Tensor
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError


class _LSTMBlock(RNNCell):
    """What the cells of long short-term memory share: their variables."""

    def __init__(
        self,
        num_units: int,
        forget_bias: float,
        cell_clip: float | None,
        use_peephole: bool,
        dtype: Any,
        reuse: Any,
        name: str,
    ) -> None:
        super().__init__(name=name, dtype=dtype, _reuse=reuse)
        self._num_units = num_units
        self._use_peephole = use_peephole
        self._attrs: dict[str, Any] = {
            "forget_bias": float(forget_bias),
            "cell_clip": -1.0 if cell_clip is None else float(cell_clip),
            "use_peephole": bool(use_peephole),
        }

    @property
    def num_units(self) -> int:
        """How many units the cell has."""
        return self._num_units

    @property
    def state_size(self) -> Any:
        return LSTMStateTuple(self._num_units, self._num_units)

    @property
    def output_size(self) -> int:
        return self._num_units

    def build(self, inputs_shape: Any) -> None:
        size, units = inputs_of(inputs_shape, self), self._num_units
        self._kernel = self.add_variable("kernel", [size + units, 4 * units])
        self._bias = self.add_variable("bias", [4 * units], Zeros())
        self._peepholes = (
            [self.add_variable(f"w_{gate}_diag", [units]) for gate in ("i", "f", "o")] if self._use_peephole else None
        )

    def _weights(self) -> dict[str, Any]:
        wci, wcf, wco = self._peepholes or [_zeros(self._num_units, self._kernel.dtype)] * 3
        return {"w": self._kernel, "wci": wci, "wcf": wcf, "wco": wco, "b": self._bias, **self._attrs}


def _zeros(units: int, dtype: Any) -> Tensor:
    return as_tensor(np.zeros(units, dtype.base.numpy_dtype))


def _pair(cell: RNNCell, state: Any) -> tuple[Any, Any]:
    if not isinstance(state, (list, tuple)) or len(state) != 2:
        raise InvalidTypeError(f"state of {type(cell).__name__} must be a pair (c, h), got {state!r}")
    return state[0], state[1]


class LSTMBlockCell(_LSTMBlock):
    """Long short-term memory, as LSTMCell computes it, in one op.

    Args:
        forget_bias: is added to the forget gate.
        cell_clip: limits the absolute values of the cell state; ``None`` for no limit.
        use_peephole: whether the gates see the cell state.
    """

    def __init__(
        self,
        num_units: int,
        forget_bias: float = 1.0,
        cell_clip: float | None = None,
        use_peephole: bool = False,
        dtype: Any = None,
        reuse: Any = None,
        name: str = "lstm_cell",
    ) -> None:
        super().__init__(num_units, forget_bias, cell_clip, use_peephole, dtype, reuse, name)

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        c, h = _pair(self, state)
        found = raw_ops.LSTMBlockCell(x=inputs, cs_prev=c, h_prev=h, **self._weights())
        return found.h, LSTMStateTuple(found.cs, found.h)


class LSTMBlockFusedCell(_LSTMBlock):
    """Long short-term memory over whole sequences, in one op.

    ``outputs, state = cell(inputs, initial_state, dtype, sequence_length)``: see :meth:`__call__`. The arguments of the
    constructor are those of LSTMBlockCell.
    """

    def __init__(
        self,
        num_units: int,
        forget_bias: float = 1.0,
        cell_clip: float | None = None,
        use_peephole: bool = False,
        reuse: Any = None,
        dtype: Any = None,
        name: str = "lstm_fused_cell",
    ) -> None:
        super().__init__(num_units, forget_bias, cell_clip, use_peephole, dtype, reuse, name)

    def __call__(  # type: ignore[override] # a whole sequence takes other arguments than a step
        self, inputs: Any, initial_state: Any = None, dtype: Any = None, sequence_length: Any = None, scope: Any = None
    ) -> tuple[Any, Any]:
        """All outputs, and the last cell state and output.

        Args:
            inputs: ``[steps, batch, inputs]``, or a list of the steps; then the outputs are a list, too.
            initial_state: a pair; default zeros of ``dtype``.
            sequence_length: ``[batch]``, how long each sequence is; outputs behind it are 0.

        Raises:
            InvalidArgumentError: neither ``initial_state`` nor ``dtype``.
        """
        listed = isinstance(inputs, (list, tuple))
        steps = stack(list(inputs)) if listed else as_tensor(inputs)
        if initial_state is None and dtype is None:
            raise InvalidArgumentError("initial_state or dtype of LSTMBlockFusedCell must be given, got neither")
        outputs, state = super().__call__(steps, (initial_state, dtype, sequence_length), scope)
        return (unstack(outputs) if listed else outputs), state

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        initial, dtype, lengths = state
        shape: Any = raw_ops.Shape(input=inputs)
        if initial is None:
            initial = self.zero_state(shape[1], dtype)
        c, h = (as_tensor(part, inputs.dtype.base) for part in _pair(self, initial))
        steps = shape[0]
        if lengths is not None:
            lengths = raw_ops.Cast(x=as_tensor(lengths), DstT="int64")
            longest = raw_ops.Max(input=lengths, reduction_indices=np.int32(0))
        else:
            longest = raw_ops.Cast(x=steps, DstT="int64")
        found = raw_ops.BlockLSTM(seq_len_max=longest, x=inputs, cs_prev=c, h_prev=h, **self._weights())
        if lengths is None:
            return found.h, LSTMStateTuple(found.cs[-1], found.h[-1])
        mask = raw_ops.Transpose(x=sequence_mask(lengths, steps, inputs.dtype.base), perm=np.array([1, 0], np.int32))
        outputs = found.h * raw_ops.ExpandDims(input=mask, dim=np.int32(2))
        # The state before the first step is that of a sequence of no steps.
        rows = raw_ops.Range(start=np.int64(0), limit=raw_ops.Cast(x=shape[1], DstT="int64"), delta=np.int64(1))
        places = raw_ops.Pack(values=[lengths, rows], axis=1)
        last = [
            raw_ops.GatherNd(params=raw_ops.ConcatV2(values=[before[None], made], axis=np.int32(0)), indices=places)
            for before, made in ((c, found.cs), (h, outputs))
        ]
        return outputs, LSTMStateTuple(*last)


class GRUBlockCell(RNNCell):
    """A gated recurrent unit, as GRUCell computes it, in one op.

    Args:
        num_units: how many units it has; ``cell_size`` is the older name.
    """

    _names = ("w_ru", "b_ru", "w_c", "b_c")

    def __init__(
        self, num_units: int | None = None, cell_size: int | None = None, reuse: Any = None, name: str = "gru_cell"
    ) -> None:
        super().__init__(name=name, _reuse=reuse)
        if (num_units is None) == (cell_size is None):
            raise InvalidArgumentError(
                f"num_units of {type(self).__name__} must be given once, "
                f"got num_units={num_units}, cell_size={cell_size}"
            )
        self._num_units: int = cell_size if num_units is None else num_units  # type: ignore[assignment]

    @property
    def state_size(self) -> int:
        return self._num_units

    @property
    def output_size(self) -> int:
        return self._num_units

    def build(self, inputs_shape: Any) -> None:
        units = self._num_units
        size = inputs_of(inputs_shape, self) + units
        shapes: list[list[int]] = [[size, 2 * units], [2 * units], [size, units], [units]]
        starts = (None, Constant(1.0), None, Zeros())
        made = [self.add_variable(*given) for given in zip(self._names, shapes, starts, strict=True)]
        self._given = dict(zip(("w_ru", "b_ru", "w_c", "b_c"), made, strict=True))

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        found = raw_ops.GRUBlockCell(x=inputs, h_prev=state, **self._given)
        return found.h, found.h


class GRUBlockCellV2(GRUBlockCell):
    """GRUBlockCell whose variables have the names of those of GRUCell."""

    _names = ("gates/kernel", "gates/bias", "candidate/kernel", "candidate/bias")


__all__ = ["GRUBlockCell", "GRUBlockCellV2", "LSTMBlockCell", "LSTMBlockFusedCell"]
