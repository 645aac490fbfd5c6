"""``tf.contrib.seq2seq``: decoders, and the loop that runs them until all sequences are over."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.marked import marking
from graphops.graph.nest import check_same, flatten, map_structure, pack
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError


class Decoder:
    """Base of decoders. A subclass has all but :meth:`finalize` and ``tracks_own_finished``."""

    @property
    def batch_size(self) -> Any:
        """How many sequences there are."""
        raise NotImplementedError

    @property
    def output_size(self) -> Any:
        """The sizes of what a step gives."""
        raise NotImplementedError

    @property
    def output_dtype(self) -> Any:
        """The dtypes of what a step gives."""
        raise NotImplementedError

    def initialize(self, name: str | None = None) -> tuple[Any, Any, Any]:
        """Which sequences are over, the first inputs, and the first state."""
        raise NotImplementedError

    def step(self, time: Any, inputs: Any, state: Any, name: str | None = None) -> tuple[Any, Any, Any, Any]:
        """The outputs of a step, the next state, the next inputs, and which sequences are over."""
        raise NotImplementedError

    def finalize(self, outputs: Any, final_state: Any, sequence_lengths: Any) -> tuple[Any, Any]:
        """What becomes of all outputs and of the last state."""
        raise NotImplementedError

    @property
    def tracks_own_finished(self) -> bool:
        """Whether a sequence may go on that was over, as in a beam search."""
        return False


BasicDecoderOutput = namedtuple("BasicDecoderOutput", ("rnn_output", "sample_id"))  # noqa: PYI024 - TensorFlow's name


class BasicDecoder(Decoder):
    """A cell whose inputs come from a helper.

    Args:
        helper: says what is drawn from the outputs, and what comes next.
        output_layer: a layer that makes outputs of those of the cell.

    Raises:
        InvalidTypeError: no cell, helper or layer.
    """

    def __init__(self, cell: Any, helper: Any, initial_state: Any, output_layer: Any = None) -> None:
        from graphops.compat.v1.contrib.seq2seq.helpers import Helper

        check_cell(cell, "BasicDecoder")
        if not isinstance(helper, Helper):
            raise InvalidTypeError(f"helper of BasicDecoder must be a Helper, got {helper!r}")
        check_layer(output_layer, "BasicDecoder")
        self._cell, self._helper, self._initial_state, self._layer = cell, helper, initial_state, output_layer

    @property
    def batch_size(self) -> Any:
        return self._helper.batch_size

    @property
    def output_size(self) -> Any:
        size = self._cell.output_size if self._layer is None else self._layer.units
        return BasicDecoderOutput(size, self._helper.sample_ids_shape)

    @property
    def output_dtype(self) -> Any:
        dtype = flatten(self._initial_state)[0].dtype
        outputs = dtype if self._layer is not None else map_structure(lambda _: dtype, self._cell.output_size)
        return BasicDecoderOutput(outputs, self._helper.sample_ids_dtype)

    def initialize(self, name: str | None = None) -> tuple[Any, Any, Any]:
        return *self._helper.initialize(), self._initial_state

    def step(self, time: Any, inputs: Any, state: Any, name: str | None = None) -> tuple[Any, Any, Any, Any]:
        with tf.name_scope(name or "BasicDecoderStep"):
            outputs, after = self._cell(inputs, state)
            if self._layer is not None:
                outputs = self._layer(outputs)
            drawn = self._helper.sample(time=time, outputs=outputs, state=after)
            finished, next_inputs, next_state = self._helper.next_inputs(
                time=time, outputs=outputs, state=after, sample_ids=drawn
            )
        return BasicDecoderOutput(outputs, drawn), next_state, next_inputs, finished


def check_cell(cell: Any, what: str) -> None:
    if not callable(cell) or not hasattr(cell, "state_size") or not hasattr(cell, "output_size"):
        raise InvalidTypeError(f"cell of {what} must be an RNN cell, got {cell!r}")


def check_layer(layer: Any, what: str) -> None:
    if layer is not None and not isinstance(layer, tf.layers.Layer):
        raise InvalidTypeError(f"output_layer of {what} must be a layer of tf.layers, got {layer!r}")


@marking
def dynamic_decode(
    decoder: Decoder,
    output_time_major: bool = False,
    impute_finished: bool = False,
    maximum_iterations: Any = None,
    parallel_iterations: int = 32,
    swap_memory: bool = False,
    scope: Any = None,
) -> tuple[Any, Any, Any]:
    """Run a decoder until all its sequences are over.

    Args:
        output_time_major: whether outputs are [time, batch, ...] rather than [batch, time, ...].
        impute_finished: whether sequences that are over give zeros and keep their state.
        maximum_iterations: after how many steps there is an end in any case.
        parallel_iterations, swap_memory: accepted; they change nothing.

    Returns:
        The outputs, the last state, and the lengths of the sequences.

    Raises:
        InvalidTypeError: no decoder.
        InvalidArgumentError: a number of steps that is no number.
    """
    if not isinstance(decoder, Decoder):
        raise InvalidTypeError(f"decoder of dynamic_decode must be a Decoder, got {decoder!r}")
    with tf.variable_scope(scope, "decoder") as opened:
        most = None if maximum_iterations is None else tf.convert_to_tensor(maximum_iterations, tf.int32)
        if most is not None and most.shape.rank != 0:
            raise InvalidArgumentError(f"maximum_iterations of dynamic_decode must be a number, got shape {most.shape}")
        finished, inputs, state = decoder.initialize()
        if most is not None:
            finished = tf.logical_or(finished, most <= 0)
        dtypes = decoder.output_dtype
        arrays = map_structure(lambda dtype: tf.TensorArray(dtype, 0, dynamic_size=True, infer_shape=False), dtypes)
        shapes: list[Any] = []

        def body(time: Any, written: Any, state: Any, inputs: Any, finished: Any, lengths: Any) -> tuple[Any, ...]:
            with tf.variable_scope(opened, auxiliary_name_scope=False):
                outputs, after, next_inputs, over = decoder.step(time, inputs, state)
            check_same(dtypes, outputs, what="outputs of a decoder and its output_dtype")
            shapes[:] = [each.shape for each in flatten(outputs)]
            if not decoder.tracks_own_finished:
                over = tf.logical_or(over, finished)
            lengths = tf.where(finished, lengths, tf.fill(tf.shape(lengths), time + 1))
            if impute_finished:
                outputs = map_structure(lambda each: _where(finished, tf.zeros_like(each), each), outputs)
                kept = zip(flatten(state), flatten(after), strict=True)
                after = pack(after, [_kept(finished, before, new) for before, new in kept])
            if most is not None:
                over = tf.logical_or(over, time + 1 >= most)
            arrays = [array.write(time, each) for array, each in zip(_arrays(written), flatten(outputs), strict=True)]
            return time + 1, arrays, after, next_inputs, over, lengths

        begin = tf.zeros_like(finished, tf.int32)
        _, found, last, _, _, lengths = tf.while_loop(
            lambda time, written, state, inputs, finished, lengths: tf.logical_not(tf.reduce_all(finished)),
            body,
            (tf.constant(0), _arrays(arrays), state, inputs, finished, begin),
        )
        stacked = [_stacked(array, shape) for array, shape in zip(found, shapes, strict=True)]
        outputs = pack(dtypes, stacked)
        if type(decoder).finalize is not Decoder.finalize:
            outputs, last = decoder.finalize(outputs, last, lengths)
        if not output_time_major:
            outputs = map_structure(_batch_first, outputs)
    return outputs, last, lengths


def _arrays(structure: Any) -> list[Any]:
    """The TensorArrays of a structure; they count as leaves."""
    if isinstance(structure, tf.TensorArray):
        return [structure]
    parts = structure.values() if isinstance(structure, dict) else structure
    return [each for part in parts for each in _arrays(part)]


def _stacked(array: Any, shape: Any) -> Any:
    found = array.stack()
    if shape.rank is not None:
        found.set_shape([None, *shape.as_list()])
    return found


def _batch_first(value: Any) -> Any:
    rank = value.shape.rank
    return value if rank is None or rank < 2 else tf.transpose(value, [1, 0, *range(2, rank)])


def _kept(finished: Any, before: Any, new: Any) -> Any:
    """The state before, where a sequence was over; numbers and lists are for all sequences together."""
    if new.dtype == tf.variant or new.shape.rank in (None, 0):
        return new
    return _where(finished, before, new)


def _where(rows: Any, yes: Any, no: Any) -> Any:
    result = tf.where(rows, yes, no)
    result.set_shape(no.shape)
    return result
