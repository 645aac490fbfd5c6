"""``tf.contrib.rnn``: cells that take whole sequences, time first."""

from __future__ import annotations

from typing import Any

import graphops.compat.v1 as tf


class FusedRNNCell:
    """A cell of whole sequences: ``outputs, state = cell(inputs, initial_state, dtype, sequence_length, scope)``."""

    def __call__(
        self,
        inputs: Any,
        initial_state: Any = None,
        dtype: Any = None,
        sequence_length: Any = None,
        scope: Any = None,
    ) -> tuple[Any, Any]:
        """The outputs and the last state."""
        raise NotImplementedError


class FusedRNNCellAdaptor(FusedRNNCell):
    """A cell of single steps as one of whole sequences.

    Args:
        use_dynamic_rnn: whether the steps are a loop.
    """

    def __init__(self, cell: Any, use_dynamic_rnn: bool = False) -> None:
        self._cell, self._dynamic = cell, use_dynamic_rnn

    def __call__(
        self,
        inputs: Any,
        initial_state: Any = None,
        dtype: Any = None,
        sequence_length: Any = None,
        scope: Any = None,
    ) -> tuple[Any, Any]:
        as_list = isinstance(inputs, (list, tuple))
        if self._dynamic:
            given = tf.stack(inputs) if as_list else inputs
            outputs, state = tf.nn.dynamic_rnn(
                self._cell, given, sequence_length, initial_state, dtype, time_major=True, scope=scope
            )
            return tf.unstack(outputs) if as_list else outputs, state
        steps = list(inputs) if as_list else tf.unstack(inputs)
        outputs, state = tf.nn.static_rnn(self._cell, steps, initial_state, dtype, sequence_length, scope)
        return outputs if as_list else tf.stack(outputs), state


class TimeReversedFusedRNN(FusedRNNCell):
    """A cell of whole sequences, from their end to their beginning."""

    def __init__(self, cell: Any) -> None:
        self._cell = cell

    def __call__(
        self,
        inputs: Any,
        initial_state: Any = None,
        dtype: Any = None,
        sequence_length: Any = None,
        scope: Any = None,
    ) -> tuple[Any, Any]:
        outputs, state = self._cell(self._turned(inputs, sequence_length), initial_state, dtype, sequence_length, scope)
        return self._turned(outputs, sequence_length), state

    def _turned(self, value: Any, lengths: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return tf.unstack(self._turned(tf.stack(value), lengths))
        if lengths is None:
            return tf.reverse(value, [0])
        return tf.raw_ops.ReverseSequence(
            input=value, seq_lengths=tf.convert_to_tensor(lengths), seq_dim=0, batch_dim=1
        )  # fmt: skip
