"""``tf.contrib.seq2seq``: a cell that sees what an attention finds for its outputs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import graphops.compat.v1 as tf
from graphops.compat.v1.contrib.seq2seq.attentions import AttentionMechanism
from graphops.compat.v1.contrib.seq2seq.decoders import check_cell
from graphops.compat.v1.networks.rnn_base import RNNCell
from graphops.graph.nest import map_structure
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError


class AttentionWrapperState(NamedTuple):
    """The state of an :class:`AttentionWrapper`."""

    cell_state: Any
    attention: Any
    time: Any
    alignments: Any
    alignment_history: Any
    attention_state: Any

    def clone(self, **kwargs: Any) -> AttentionWrapperState:
        """The state with other fields: ``state.clone(cell_state=encoder_state)``."""
        return self._replace(**kwargs)


class AttentionWrapper(RNNCell):
    """A cell whose inputs have beside them what an attention found for the output before.

    Args:
        attention_mechanism: or a list of them, whose results are side by side.
        attention_layer_size: of the layer that makes the attention of outputs and what was found; ``None`` for what was
            found alone. A list for a list.
        alignment_history: whether the weights of all steps are in the state, a TensorArray.
        cell_input_fn: makes inputs of inputs and attention; default both side by side.
        output_attention: whether the output is the attention, rather than that of the cell.
        initial_cell_state: default zeros.
        attention_layer: a layer in place of ``attention_layer_size``.
        attention_fn: of (mechanism, output, state, layer): the attention, the weights, and the state.

    Raises:
        InvalidTypeError: no cell, or no attention.
        InvalidArgumentError: both a size and a layer, or not one for each attention.
    """

    def __init__(
        self,
        cell: Any,
        attention_mechanism: Any,
        attention_layer_size: Any = None,
        alignment_history: bool = False,
        cell_input_fn: Callable[[Any, Any], Any] | None = None,
        output_attention: bool = True,
        initial_cell_state: Any = None,
        name: str | None = None,
        attention_layer: Any = None,
        attention_fn: Callable[..., Any] | None = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(name=name, dtype=dtype)
        check_cell(cell, "AttentionWrapper")
        self._several = isinstance(attention_mechanism, (list, tuple))
        self._mechanisms = list(attention_mechanism) if self._several else [attention_mechanism]
        if any(not isinstance(each, AttentionMechanism) for each in self._mechanisms):
            text = "attention_mechanism of AttentionWrapper must be an AttentionMechanism or a list of them"
            raise InvalidTypeError(f"{text}, got {attention_mechanism!r}")
        if attention_layer_size is not None and attention_layer is not None:
            raise InvalidArgumentError(
                "AttentionWrapper must get an attention_layer_size or an attention_layer, got both"
            )
        kind = tf.float32 if dtype is None else dtype
        count = len(self._mechanisms)
        self._layers = _listed(attention_layer, count, "attention_layer")
        if attention_layer_size is not None:
            sizes = _listed(attention_layer_size, count, "attention_layer_size")
            self._layers = [
                tf.layers.Dense(size, name="attention_layer", use_bias=False, dtype=kind) for size in sizes or ()
            ]
        self._sizes = [
            int(each.values.shape[-1]) if layer is None else int(layer.units)
            for each, layer in zip(self._mechanisms, self._layers or [None] * count, strict=True)
        ]
        self._cell, self._cell_input_fn, self._output_attention = cell, cell_input_fn or _beside, output_attention
        self._history, self._initial, self._attention_fn = (
            alignment_history,
            initial_cell_state,
            attention_fn or _attended,
        )

    @property
    def wrapped_cell(self) -> Any:
        return self._cell

    @property
    def output_size(self) -> Any:
        return sum(self._sizes) if self._output_attention else self._cell.output_size

    @property
    def state_size(self) -> Any:
        return AttentionWrapperState(
            self._cell.state_size,
            sum(self._sizes),
            tf.TensorShape([]),
            self._maybe(each.alignments_size for each in self._mechanisms),
            self._maybe((each.alignments_size if self._history else ()) for each in self._mechanisms),
            self._maybe(each.state_size for each in self._mechanisms),
        )

    def _maybe(self, values: Any) -> Any:
        """One for each attention: a tuple where there was a list."""
        found = tuple(values)
        return found if self._several else found[0]

    def zero_state(self, batch_size: Any, dtype: Any) -> Any:
        """The state before the first step; ``clone(cell_state=...)`` gives it that of an encoder."""
        with tf.name_scope(f"{type(self).__name__}ZeroState"):
            own = self._initial
            own = self._cell.zero_state(batch_size, dtype) if own is None else map_structure(tf.identity, own)
            weights = [each.initial_alignments(batch_size, dtype) for each in self._mechanisms]
            return AttentionWrapperState(
                own,
                tf.zeros(tf.stack([batch_size, sum(self._sizes)]), dtype),
                tf.constant(0),
                self._maybe(weights),
                self._maybe(
                    tf.TensorArray(dtype, 0, dynamic_size=True, element_shape=each.shape) if self._history else ()
                    for each in weights
                ),
                self._maybe(each.initial_state(batch_size, dtype) for each in self._mechanisms),
            )

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        if not isinstance(state, AttentionWrapperState):
            text = f"state of AttentionWrapper must be an AttentionWrapperState, got {type(state).__name__}"
            raise InvalidTypeError(text)
        output, cell_state = self._cell(self._cell_input_fn(inputs, state.attention), state.cell_state)
        several = self._several
        before = state.attention_state if several else (state.attention_state,)
        histories = state.alignment_history if several else (state.alignment_history,)
        layers = self._layers or [None] * len(self._mechanisms)
        found, weights, after, history = [], [], [], []
        for mechanism, own, layer, past in zip(self._mechanisms, before, layers, histories, strict=True):
            attention, each, new = self._attention_fn(mechanism, output, own, layer)
            found.append(attention)
            weights.append(each)
            after.append(new)
            history.append(past.write(state.time, each) if self._history else ())
        attention = tf.concat(found, 1)
        new_state = AttentionWrapperState(
            cell_state, attention, state.time + 1, self._maybe(weights), self._maybe(history), self._maybe(after)
        )
        return attention if self._output_attention else output, new_state


def _listed(value: Any, count: int, name: str) -> list[Any] | None:
    if value is None:
        return None
    found = list(value) if isinstance(value, (list, tuple)) else [value]
    if len(found) != count:
        raise InvalidArgumentError(f"{name} of AttentionWrapper must be one for each attention, got {len(found)}")
    return found


def _beside(inputs: Any, attention: Any) -> Any:
    return tf.concat([inputs, attention], -1)


def _attended(mechanism: Any, output: Any, state: Any, layer: Any) -> tuple[Any, Any, Any]:
    """What is remembered, by the weights for an output."""
    weights, after = mechanism(output, state=state)
    context = tf.squeeze(tf.matmul(tf.expand_dims(weights, 1), mechanism.values), [1])
    return context if layer is None else layer(tf.concat([output, context], 1)), weights, after
