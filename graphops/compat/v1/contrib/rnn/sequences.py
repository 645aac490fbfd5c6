"""``tf.contrib.rnn``: layers of cells that run over sequences both ways."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.marked import mark_all
from graphops_registry.errors import InvalidArgumentError


def _check(cells_fw: Any, cells_bw: Any, states_fw: Any, states_bw: Any, function: str) -> None:
    for name, cells in (("cells_fw", cells_fw), ("cells_bw", cells_bw)):
        if not isinstance(cells, (list, tuple)) or not cells:
            raise InvalidArgumentError(f"{name} of {function} must be a list of cells, got {cells!r}")
    if len(cells_fw) != len(cells_bw):
        text = f"cells_fw and cells_bw of {function} must be as many, got {len(cells_fw)} and {len(cells_bw)}"
        raise InvalidArgumentError(text)
    for name, states in (("initial_states_fw", states_fw), ("initial_states_bw", states_bw)):
        if states is not None and (not isinstance(states, (list, tuple)) or len(states) != len(cells_fw)):
            raise InvalidArgumentError(f"{name} of {function} must be one for each cell, got {states!r}")


def _at(states: Any, number: int) -> Any:
    return None if states is None else states[number]


def stack_bidirectional_rnn(
    cells_fw: Any,
    cells_bw: Any,
    inputs: Any,
    initial_states_fw: Any = None,
    initial_states_bw: Any = None,
    dtype: Any = None,
    sequence_length: Any = None,
    scope: Any = None,
) -> tuple[Any, Any, Any]:
    """``static_bidirectional_rnn`` of pairs of cells, each over the outputs of the pair below.

    Returns:
        The outputs of the last pair, and the last states of all cells, forwards and backwards.
    """
    _check(cells_fw, cells_bw, initial_states_fw, initial_states_bw, "stack_bidirectional_rnn")
    states_fw, states_bw, steps = [], [], inputs
    with tf.variable_scope(scope or "stack_bidirectional_rnn"):
        for number, (forwards, backwards) in enumerate(zip(cells_fw, cells_bw, strict=True)):
            with tf.variable_scope(f"cell_{number}"):
                steps, state_fw, state_bw = tf.nn.static_bidirectional_rnn(
                    forwards, backwards, steps, _at(initial_states_fw, number), _at(initial_states_bw, number), dtype,
                    sequence_length,
                )  # fmt: skip
            states_fw.append(state_fw)
            states_bw.append(state_bw)
    return steps, tuple(states_fw), tuple(states_bw)


def stack_bidirectional_dynamic_rnn(
    cells_fw: Any,
    cells_bw: Any,
    inputs: Any,
    initial_states_fw: Any = None,
    initial_states_bw: Any = None,
    dtype: Any = None,
    sequence_length: Any = None,
    parallel_iterations: int | None = None,
    time_major: bool = False,
    scope: Any = None,
    swap_memory: bool = False,
) -> tuple[Any, Any, Any]:
    """``bidirectional_dynamic_rnn`` of pairs of cells, each over the outputs of the pair below, side by side."""
    _check(cells_fw, cells_bw, initial_states_fw, initial_states_bw, "stack_bidirectional_dynamic_rnn")
    states_fw, states_bw, steps = [], [], inputs
    with tf.variable_scope(scope or "stack_bidirectional_rnn"):
        for number, (forwards, backwards) in enumerate(zip(cells_fw, cells_bw, strict=True)):
            with tf.variable_scope(f"cell_{number}"):
                outputs, (state_fw, state_bw) = tf.nn.bidirectional_dynamic_rnn(
                    forwards, backwards, steps, sequence_length, _at(initial_states_fw, number),
                    _at(initial_states_bw, number), dtype, time_major=time_major,
                )  # fmt: skip
                steps = tf.concat(outputs, 2)
            states_fw.append(state_fw)
            states_bw.append(state_bw)
    return steps, tuple(states_fw), tuple(states_bw)


def transpose_batch_time(x: Any) -> Any:
    """The first two axes exchanged; a tensor of a lower or unknown rank as it is."""
    given = tf.convert_to_tensor(x)
    rank = given.shape.rank
    return given if rank is None or rank < 2 else tf.transpose(given, [1, 0, *range(2, rank)])


__all__ = ["stack_bidirectional_dynamic_rnn", "stack_bidirectional_rnn", "transpose_batch_time"]

mark_all(globals(), __all__)
