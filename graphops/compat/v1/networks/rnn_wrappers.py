"""Cells made of cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphops.compat.v1.functions.joining import concat, split
from graphops.compat.v1.networks.rnn_base import RNNCell
from graphops.compat.v1.networks.rnn_lstm import LSTMStateTuple
from graphops.graph.graph import get_default_graph
from graphops.graph.nest import flatten, map_structure, pack
from graphops.train.variable_scope import variable_scope
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError


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
        first_stays = isinstance(new_state, LSTMStateTuple)
        dropped = [
            leaf if first_stays and place == 0 else self._dropped("state", leaf, place)
            for place, leaf in enumerate(leaves)
        ]
        return self._dropped("output", output), pack(new_state, dropped)

    def _dropped(self, what: str, value: Any, place: int = 0) -> Any:
        from graphops.compat.v1.networks.nn_layers import dropout

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


class ResidualWrapper(RNNCell):
    """A cell whose inputs are added to its outputs.

    Args:
        residual_fn: of the inputs and the outputs; default the sum of each pair.
    """

    def __init__(self, cell: Any, residual_fn: Any = None) -> None:
        super().__init__()
        self._cell, self._residual_fn = cell, residual_fn

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
        output, new_state = self._cell(inputs, state, scope)
        if self._residual_fn is not None:
            return self._residual_fn(inputs, output), new_state
        return map_structure(_sum, inputs, output), new_state


def _sum(inputs: Any, output: Any) -> Any:
    if not inputs.shape.is_compatible_with(output.shape):
        raise InvalidArgumentError(f"inputs of ResidualWrapper must have the shape {output.shape}, got {inputs.shape}")
    return inputs + output


class DeviceWrapper(RNNCell):
    """A cell that runs on a device."""

    def __init__(self, cell: Any, device: Any) -> None:
        super().__init__()
        self._cell, self._device = cell, device

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
        with get_default_graph().device(self._device):
            return self._cell.zero_state(batch_size, dtype)

    def __call__(self, inputs: Any, state: Any, scope: Any = None) -> tuple[Any, Any]:
        with get_default_graph().device(self._device):
            output, new_state = self._cell(inputs, state, scope)
        return output, new_state
