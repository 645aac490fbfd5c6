"""``tf.contrib.seq2seq``: the search for the most likely sequences, with several candidates for each."""

from __future__ import annotations

import math
from collections import namedtuple
from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.contrib.seq2seq.decoders import Decoder, check_cell, check_layer
from graphops.compat.v1.contrib.seq2seq.helpers import _embedding
from graphops.compat.v1.functions.marked import marking
from graphops.graph.nest import flatten, map_structure
from graphops_registry.errors import InvalidArgumentError, UnimplementedError

BeamSearchDecoderState = namedtuple(  # noqa: PYI024 - TensorFlow's names
    "BeamSearchDecoderState", ("cell_state", "log_probs", "finished", "lengths", "accumulated_attention_probs")
)
BeamSearchDecoderOutput = namedtuple("BeamSearchDecoderOutput", ("scores", "predicted_ids", "parent_ids"))  # noqa: PYI024
FinalBeamSearchDecoderOutput = namedtuple(  # noqa: PYI024
    "FinalBeamSearchDecoderOutput", ("predicted_ids", "beam_search_decoder_output")
)


@marking
def tile_batch(t: Any, multiplier: int, name: str | None = None) -> Any:
    """Each row ``multiplier`` times, one after the other; of a tensor or of a structure of them."""
    with tf.name_scope(name or "tile_batch"):
        return map_structure(lambda each: _tiled(tf.convert_to_tensor(each), multiplier), t)


def _tiled(value: Any, times: int) -> Any:
    if value.shape.rank in (None, 0):
        raise InvalidArgumentError(f"t of tile_batch must have rank 1 or more, got shape {value.shape}")
    rank, shape = value.shape.rank, value.shape.as_list()
    wide = tf.tile(tf.expand_dims(value, 1), [1, times, *[1] * (rank - 1)])
    result = tf.reshape(wide, tf.concat([[-1], tf.shape(value)[1:]], 0))
    result.set_shape([None if shape[0] is None else shape[0] * times, *shape[1:]])
    return result


@marking
def gather_tree(
    step_ids: Any, parent_ids: Any, max_sequence_lengths: Any, end_token: Any, name: str | None = None
) -> Any:
    """The sequences that end in each beam: ids [time, batch, beam], found backwards through their parents.

    Args:
        max_sequence_lengths: for each batch where it begins; beyond are ``end_token``\\ s, and after the first one.
    """
    with tf.name_scope(name or "GatherTree"):
        ids, parents = tf.convert_to_tensor(step_ids), tf.cast(parent_ids, tf.int32)
        shape = tf.shape(ids)
        end = tf.cast(end_token, ids.dtype)
        lengths = tf.reshape(tf.cast(max_sequence_lengths, tf.int32), [-1, 1])
        own = tf.zeros(shape[1:], tf.int32) + tf.range(shape[2])  # each beam itself

        def step(found: Any, given: Any) -> Any:
            place, _ = found
            step_of, parent_of, time = given
            counts = tf.logical_and(time < lengths, tf.ones_like(place) > 0)
            taken = tf.where(counts, _along_beams(step_of, place), tf.zeros_like(step_of) + end)
            return tf.where(counts, _along_beams(parent_of, place), place), taken

        backwards = (tf.reverse(ids, [0]), tf.reverse(parents, [0]), tf.range(shape[0] - 1, -1, -1))
        _, found = tf.scan(step, backwards, (own, tf.zeros(shape[1:], ids.dtype)))
        result = tf.reverse(found, [0])
        over = tf.cumsum(tf.cast(tf.equal(result, end), tf.int32), 0, exclusive=True) > 0
        result = tf.where(over, tf.zeros_like(result) + end, result)
        result.set_shape(ids.shape)
        return result


def _along_beams(value: Any, places: Any) -> Any:
    """``value[batch, places[batch, beam], ...]``."""
    result = tf.batch_gather(value, places)
    result.set_shape(places.shape[:2].concatenate(value.shape[2:]))
    return result


class BeamSearchDecoder(Decoder):
    """The ``beam_width`` most likely sequences for each batch.

    Args:
        embedding: a matrix of rows, or a function of classes.
        start_tokens: the class that each sequence begins with.
        end_token: the class that ends a sequence.
        initial_state: of the cell, with ``beam_width`` rows for each batch: :func:`tile_batch`.
        output_layer: makes logits of the outputs of the cell.
        length_penalty_weight: above 0, longer sequences are preferred.
        coverage_penalty_weight: only 0.
        reorder_tensor_arrays: accepted; states have none here.

    Raises:
        InvalidArgumentError: start tokens that are no vector, an end token that is no number, or no beams.
        UnimplementedError: a coverage penalty, or a state with a history of attention.
    """

    def __init__(
        self,
        cell: Any,
        embedding: Any,
        start_tokens: Any,
        end_token: Any,
        initial_state: Any,
        beam_width: int,
        output_layer: Any = None,
        length_penalty_weight: float = 0.0,
        coverage_penalty_weight: float = 0.0,
        reorder_tensor_arrays: bool = True,
    ) -> None:
        check_cell(cell, "BeamSearchDecoder")
        check_layer(output_layer, "BeamSearchDecoder")
        if coverage_penalty_weight:
            raise UnimplementedError("coverage_penalty_weight of BeamSearchDecoder must be 0: it does not exist")
        if beam_width < 1:
            raise InvalidArgumentError(f"beam_width of BeamSearchDecoder must be 1 or more, got {beam_width}")
        self._start = tf.cast(tf.convert_to_tensor(start_tokens), tf.int32)
        self._end = tf.cast(tf.convert_to_tensor(end_token), tf.int32)
        if self._start.shape.rank != 1 or self._end.shape.rank != 0:
            text = "start_tokens and end_token of BeamSearchDecoder must be a vector and a number"
            raise InvalidArgumentError(f"{text}, got shapes {self._start.shape} and {self._end.shape}")
        self._cell, self._layer, self._embed = cell, output_layer, _embedding(embedding)
        self._width, self._penalty = beam_width, length_penalty_weight
        size = self._start.shape.as_list()[0]
        self._batch = tf.size(self._start) if size is None else int(size)
        if any(each.dtype == tf.variant for each in flatten(initial_state)):
            raise UnimplementedError("initial_state of BeamSearchDecoder must be without a history of attention")
        self._state = map_structure(self._parted, initial_state)
        self._dtype = next(each.dtype for each in flatten(initial_state) if each.dtype.is_floating)
        rows = tf.tile(tf.expand_dims(self._start, 1), [1, beam_width])
        self._first = self._embed(rows)

    @property
    def batch_size(self) -> Any:
        return self._batch

    @property
    def output_size(self) -> Any:
        shape = tf.TensorShape([self._width])
        return BeamSearchDecoderOutput(shape, shape, shape)

    @property
    def output_dtype(self) -> Any:
        return BeamSearchDecoderOutput(self._dtype, tf.int32, tf.int32)

    @property
    def tracks_own_finished(self) -> bool:
        """Beams change their places, so that one that is over may be replaced."""
        return True

    def _parted(self, value: Any) -> Any:
        """[batch x beam, ...] as [batch, beam, ...]; numbers as they are."""
        given = tf.convert_to_tensor(value)
        if given.shape.rank == 0:
            return given
        shape = given.shape.as_list()[1:]
        result = tf.reshape(given, tf.concat([[self._batch, self._width], tf.shape(given)[1:]], 0))
        result.set_shape([self._batch if isinstance(self._batch, int) else None, self._width, *shape])
        return result

    def _joined(self, value: Any) -> Any:
        if value.shape.rank == 0:
            return value
        shape = value.shape.as_list()
        result = tf.reshape(value, tf.concat([[-1], tf.shape(value)[2:]], 0))
        result.set_shape([None if shape[0] is None else shape[0] * self._width, *shape[2:]])
        return result

    def initialize(self, name: str | None = None) -> tuple[Any, Any, Any]:
        first = tf.zeros(tf.stack([self._batch]), tf.int32)
        # At first the beams are the same: only one counts.
        finished = tf.one_hot(first, self._width, on_value=False, off_value=True, dtype=tf.bool)
        log_probs = tf.one_hot(first, self._width, on_value=0.0, off_value=-math.inf, dtype=self._dtype)
        lengths = tf.zeros(tf.stack([self._batch, self._width]), tf.int64)
        return finished, self._first, BeamSearchDecoderState(self._state, log_probs, finished, lengths, ())

    def step(self, time: Any, inputs: Any, state: Any, name: str | None = None) -> tuple[Any, Any, Any, Any]:
        with tf.name_scope(name or "BeamSearchDecoderStep"):
            given = map_structure(self._joined, (inputs, state.cell_state))
            outputs, after = self._cell(*given)
            if self._layer is not None:
                outputs = self._layer(outputs)
            after = map_structure(self._parted, after)
            logits = self._parted(outputs)
            output, new = self._search(logits, after, state)
            over = tf.reduce_all(new.finished)
            found = self._embed(output.predicted_ids)
            next_inputs = tf.where_v2(over, self._first, found)
            next_inputs.set_shape(self._first.shape)
        return output, new, next_inputs, new.finished

    def _search(self, logits: Any, cell_state: Any, state: Any) -> tuple[Any, Any]:
        classes = tf.shape(logits)[2]
        log_probs = tf.nn.log_softmax(logits)
        # A sequence that is over goes on with its end only.
        end_alone = tf.one_hot(self._end, classes, on_value=0.0, off_value=float(log_probs.dtype.as_numpy_dtype(-3e38)),
                               dtype=log_probs.dtype)  # fmt: skip
        finished = tf.expand_dims(state.finished, 2)
        log_probs = tf.where_v2(finished, end_alone, log_probs)
        totals = tf.expand_dims(state.log_probs, 2) + log_probs
        adds = tf.one_hot(self._end, classes, on_value=0, off_value=1, dtype=tf.int64)
        lengths = tf.expand_dims(state.lengths, 2) + adds * tf.cast(tf.logical_not(finished), tf.int64)
        scores = totals
        if self._penalty:
            scores = totals / tf.pow((5.0 + tf.cast(lengths, totals.dtype)) / 6.0, tf.cast(self._penalty, totals.dtype))
        flat = tf.reshape(scores, tf.stack([self._batch, -1]))
        best, places = tf.nn.top_k(flat, self._width)
        word, parent = tf.mod(places, classes), tf.floordiv(places, classes)
        probs = tf.batch_gather(tf.reshape(totals, tf.stack([self._batch, -1])), places)
        before = _along_beams(state.finished, parent)
        new = BeamSearchDecoderState(
            map_structure(lambda each: each if each.shape.rank == 0 else _along_beams(each, parent), cell_state),
            probs,
            tf.logical_or(before, tf.equal(word, self._end)),
            _along_beams(state.lengths, parent) + tf.cast(tf.logical_not(before), tf.int64),
            (),
        )
        known = [self._batch if isinstance(self._batch, int) else None, self._width]
        for each in (best, word, parent, *new[1:4]):
            each.set_shape(known)
        return BeamSearchDecoderOutput(best, word, parent), new

    def finalize(self, outputs: Any, final_state: Any, sequence_lengths: Any) -> tuple[Any, Any]:
        longest = tf.cast(tf.reduce_max(final_state.lengths, 1), tf.int32)
        ids = gather_tree(outputs.predicted_ids, outputs.parent_ids, longest, self._end)
        return FinalBeamSearchDecoderOutput(ids, outputs), final_state
