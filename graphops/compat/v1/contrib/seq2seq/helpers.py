"""``tf.contrib.seq2seq``: what decoders get as inputs: sequences that are known, or what they gave before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import graphops.compat.v1 as tf
from graphops.build.random_values import random_uniform
from graphops.graph.nest import flatten, map_structure, pack
from graphops_registry.errors import InvalidArgumentError


class Helper:
    """Base of helpers. A subclass has all of these."""

    @property
    def batch_size(self) -> Any:
        """How many sequences there are."""
        raise NotImplementedError

    @property
    def sample_ids_shape(self) -> Any:
        """The shape of what is drawn, for one sequence."""
        raise NotImplementedError

    @property
    def sample_ids_dtype(self) -> Any:
        """The dtype of what is drawn."""
        raise NotImplementedError

    def initialize(self, name: str | None = None) -> tuple[Any, Any]:
        """Which sequences are over, and the first inputs."""
        raise NotImplementedError

    def sample(self, time: Any, outputs: Any, state: Any, name: str | None = None) -> Any:
        """What is drawn from outputs."""
        raise NotImplementedError

    def next_inputs(
        self, time: Any, outputs: Any, state: Any, sample_ids: Any, name: str | None = None
    ) -> tuple[Any, Any, Any]:
        """Which sequences are over, the next inputs, and the next state."""
        raise NotImplementedError


class _OfClasses(Helper):
    """A helper that draws one class for each sequence."""

    _batch: Any

    @property
    def batch_size(self) -> Any:
        return self._batch

    @property
    def sample_ids_shape(self) -> Any:
        return tf.TensorShape([])

    @property
    def sample_ids_dtype(self) -> Any:
        return tf.int32


class CustomHelper(Helper):
    """A helper of functions, each with the arguments of the method."""

    def __init__(
        self,
        initialize_fn: Callable[[], Any],
        sample_fn: Callable[..., Any],
        next_inputs_fn: Callable[..., Any],
        sample_ids_shape: Any = None,
        sample_ids_dtype: Any = None,
    ) -> None:
        self._initialize, self._sample, self._next_inputs = initialize_fn, sample_fn, next_inputs_fn
        self._shape = tf.TensorShape([] if sample_ids_shape is None else sample_ids_shape)
        self._dtype = tf.int32 if sample_ids_dtype is None else tf.as_dtype(sample_ids_dtype)
        self._batch: Any = None

    @property
    def batch_size(self) -> Any:
        if self._batch is None:
            raise InvalidArgumentError("batch_size of CustomHelper must be asked for after initialize()")
        return self._batch

    @property
    def sample_ids_shape(self) -> Any:
        return self._shape

    @property
    def sample_ids_dtype(self) -> Any:
        return self._dtype

    def initialize(self, name: str | None = None) -> tuple[Any, Any]:
        finished, inputs = self._initialize()
        self._batch = tf.size(finished)
        return finished, inputs

    def sample(self, time: Any, outputs: Any, state: Any, name: str | None = None) -> Any:
        return self._sample(time=time, outputs=outputs, state=state)

    def next_inputs(
        self, time: Any, outputs: Any, state: Any, sample_ids: Any, name: str | None = None
    ) -> tuple[Any, Any, Any]:
        finished, inputs, after = self._next_inputs(time=time, outputs=outputs, state=state, sample_ids=sample_ids)
        return finished, inputs, after


class TrainingHelper(_OfClasses):
    """The inputs are known; the largest output of each step is the class.

    Args:
        inputs: [batch, time, ...], or [time, batch, ...] with ``time_major``; a structure of such tensors.
        sequence_length: how long each sequence is.

    Raises:
        InvalidArgumentError: lengths that are no vector.
    """

    def __init__(self, inputs: Any, sequence_length: Any, time_major: bool = False, name: str | None = None) -> None:
        with tf.name_scope(name or "TrainingHelper"):
            given = map_structure(tf.convert_to_tensor, inputs)
            self._inputs = given
            steps = given if time_major else map_structure(_time_first, given)
            self._arrays = [_unstacked(each) for each in flatten(steps)]
            self._zeros = map_structure(lambda each: tf.zeros_like(each[0]), steps)
            self._lengths = tf.cast(tf.convert_to_tensor(sequence_length), tf.int32)
            if self._lengths.shape.rank != 1:
                text = f"sequence_length of {type(self).__name__} must be a vector, got shape {self._lengths.shape}"
                raise InvalidArgumentError(text)
            self._batch = tf.size(self._lengths)

    @property
    def inputs(self) -> Any:
        return self._inputs

    @property
    def sequence_length(self) -> Any:
        return self._lengths

    def initialize(self, name: str | None = None) -> tuple[Any, Any]:
        with tf.name_scope(name or "TrainingHelperInitialize"):
            finished = tf.equal(0, self._lengths)
            return finished, self._read(tf.reduce_all(finished), tf.constant(0))

    def sample(self, time: Any, outputs: Any, state: Any, name: str | None = None) -> Any:
        return tf.cast(tf.argmax(outputs, axis=-1), tf.int32)

    def next_inputs(
        self, time: Any, outputs: Any, state: Any, sample_ids: Any, name: str | None = None
    ) -> tuple[Any, Any, Any]:
        with tf.name_scope(name or "TrainingHelperNextInputs"):
            finished = time + 1 >= self._lengths
            return finished, self._read(tf.reduce_all(finished), time + 1), state

    def _read(self, over: Any, time: Any) -> Any:
        """The inputs at a time; zeros where all sequences are over."""
        zeros = flatten(self._zeros)
        # Element 0 stands for what is not read.
        at = tf.where(over, tf.zeros_like(time), time)
        found = [tf.where_v2(over, zero, array.read(at)) for zero, array in zip(zeros, self._arrays, strict=True)]
        for each, zero in zip(found, zeros, strict=True):
            each.set_shape(zero.shape)
        return pack(self._zeros, found)


def _time_first(value: Any) -> Any:
    rank = value.shape.rank
    if rank is None or rank < 2:
        raise InvalidArgumentError(f"inputs of a helper must have rank 2 or more, got shape {value.shape}")
    return tf.transpose(value, [1, 0, *range(2, rank)])


def _unstacked(value: Any) -> Any:
    array = tf.TensorArray(value.dtype, tf.shape(value)[0], element_shape=value.shape[1:])
    return array.unstack(value)


class ScheduledEmbeddingTrainingHelper(TrainingHelper):
    """The inputs are known; instead of them now and then comes the embedding of what was drawn.

    Args:
        embedding: a matrix of rows, or a function of classes.
        sampling_probability: how likely that is, for each sequence and step.
        seed, scheduling_seed: of the classes, and of that choice.
    """

    def __init__(
        self,
        inputs: Any,
        sequence_length: Any,
        embedding: Any,
        sampling_probability: Any,
        time_major: bool = False,
        seed: int | None = None,
        scheduling_seed: int | None = None,
        name: str | None = None,
    ) -> None:
        self._embed, self._probability = _embedding(embedding), _probability(sampling_probability)
        self._seed, self._scheduling_seed = seed, scheduling_seed
        super().__init__(inputs, sequence_length, time_major, name)

    def sample(self, time: Any, outputs: Any, state: Any, name: str | None = None) -> Any:
        chosen = random_uniform([self.batch_size], seed=self._scheduling_seed) < self._probability
        drawn = tf.reshape(tf.multinomial(outputs, 1, seed=self._seed, output_dtype=tf.int32), [-1])
        return tf.where(chosen, drawn, tf.fill(tf.shape(drawn), -1))

    def next_inputs(
        self, time: Any, outputs: Any, state: Any, sample_ids: Any, name: str | None = None
    ) -> tuple[Any, Any, Any]:
        finished, inputs, after = super().next_inputs(time, outputs, state, sample_ids)
        own = self._embed(tf.maximum(sample_ids, 0))
        mixed = tf.where(sample_ids > -1, own, inputs)
        mixed.set_shape(inputs.shape)
        return finished, mixed, after


class ScheduledOutputTrainingHelper(TrainingHelper):
    """The inputs are known; instead of them now and then come the outputs.

    Args:
        sampling_probability: how likely that is, for each sequence and step.
        next_inputs_fn: makes inputs of outputs.
        auxiliary_inputs: [batch, time, ...], what inputs always have beside them.
    """

    def __init__(
        self,
        inputs: Any,
        sequence_length: Any,
        sampling_probability: Any,
        time_major: bool = False,
        seed: int | None = None,
        next_inputs_fn: Callable[[Any], Any] | None = None,
        auxiliary_inputs: Any = None,
        name: str | None = None,
    ) -> None:
        self._probability, self._seed, self._function = _probability(sampling_probability), seed, next_inputs_fn
        self._more: Any = None
        whole = inputs
        if auxiliary_inputs is not None:
            more = tf.convert_to_tensor(auxiliary_inputs)
            whole = tf.concat([tf.convert_to_tensor(inputs), more], -1)
            self._more = _unstacked(more if time_major else _time_first(more))
        super().__init__(whole, sequence_length, time_major, name)

    def sample(self, time: Any, outputs: Any, state: Any, name: str | None = None) -> Any:
        return random_uniform([self.batch_size], seed=self._seed) < self._probability

    @property
    def sample_ids_dtype(self) -> Any:
        return tf.bool

    def next_inputs(
        self, time: Any, outputs: Any, state: Any, sample_ids: Any, name: str | None = None
    ) -> tuple[Any, Any, Any]:
        finished, inputs, after = super().next_inputs(time, outputs, state, sample_ids)
        own = outputs if self._function is None else self._function(outputs)
        if self._more is not None:
            last = self._more.size() - 1
            own = tf.concat([own, self._more.read(tf.minimum(time + 1, last))], -1)
        own = tf.where_v2(tf.reduce_all(finished), tf.zeros_like(own), own)
        mixed = tf.where(sample_ids, own, inputs)
        mixed.set_shape(inputs.shape)
        return finished, mixed, after


def _probability(value: Any) -> Any:
    if isinstance(value, (int, float)) and not 0.0 <= value <= 1.0:
        raise InvalidArgumentError(f"sampling_probability must be from 0 to 1, got {value!r}")
    return tf.to_float(value)


def _embedding(embedding: Any) -> Callable[[Any], Any]:
    if callable(embedding):
        function: Callable[[Any], Any] = embedding
        return function
    return lambda ids: tf.nn.embedding_lookup(embedding, ids)


class GreedyEmbeddingHelper(_OfClasses):
    """The input is the embedding of the largest output of the step before.

    Args:
        embedding: a matrix of rows, or a function of classes.
        start_tokens: the class that each sequence begins with.
        end_token: the class that ends a sequence.

    Raises:
        InvalidArgumentError: start tokens that are no vector, or an end token that is no number.
    """

    def __init__(self, embedding: Any, start_tokens: Any, end_token: Any) -> None:
        self._embed = _embedding(embedding)
        self._start = tf.cast(tf.convert_to_tensor(start_tokens), tf.int32)
        self._end = tf.cast(tf.convert_to_tensor(end_token), tf.int32)
        if self._start.shape.rank != 1 or self._end.shape.rank != 0:
            text = f"start_tokens and end_token of {type(self).__name__} must be a vector and a number"
            raise InvalidArgumentError(f"{text}, got shapes {self._start.shape} and {self._end.shape}")
        self._batch = tf.size(self._start)
        self._first = self._embed(self._start)

    def initialize(self, name: str | None = None) -> tuple[Any, Any]:
        return tf.fill([self.batch_size], False), self._first

    def sample(self, time: Any, outputs: Any, state: Any, name: str | None = None) -> Any:
        return tf.argmax(outputs, axis=-1, output_type=tf.int32)

    def next_inputs(
        self, time: Any, outputs: Any, state: Any, sample_ids: Any, name: str | None = None
    ) -> tuple[Any, Any, Any]:
        finished = tf.equal(sample_ids, self._end)
        found = self._embed(sample_ids)
        inputs = tf.where_v2(tf.reduce_all(finished), self._first, found)
        inputs.set_shape(self._first.shape)
        return finished, inputs, state


class SampleEmbeddingHelper(GreedyEmbeddingHelper):
    """The input is the embedding of a class that was drawn by the outputs of the step before.

    Args:
        softmax_temperature: divides the outputs.
        seed: of the classes.
    """

    def __init__(
        self,
        embedding: Any,
        start_tokens: Any,
        end_token: Any,
        softmax_temperature: Any = None,
        seed: int | None = None,
    ) -> None:
        super().__init__(embedding, start_tokens, end_token)
        self._temperature, self._seed = softmax_temperature, seed

    def sample(self, time: Any, outputs: Any, state: Any, name: str | None = None) -> Any:
        logits = outputs if self._temperature is None else outputs / self._temperature
        return tf.reshape(tf.multinomial(logits, 1, seed=self._seed, output_dtype=tf.int32), [-1])


class InferenceHelper(Helper):
    """The input is what was drawn in the step before.

    Args:
        sample_fn: draws from outputs.
        sample_shape, sample_dtype: of what it draws.
        start_inputs: the first inputs.
        end_fn: of what was drawn: which sequences are over.
        next_inputs_fn: makes inputs of what was drawn.
    """

    def __init__(
        self,
        sample_fn: Callable[[Any], Any],
        sample_shape: Any,
        sample_dtype: Any,
        start_inputs: Any,
        end_fn: Callable[[Any], Any],
        next_inputs_fn: Callable[[Any], Any] | None = None,
    ) -> None:
        self._sample, self._end, self._function = sample_fn, end_fn, next_inputs_fn
        self._shape, self._dtype = tf.TensorShape(sample_shape), tf.as_dtype(sample_dtype)
        self._first = tf.convert_to_tensor(start_inputs)

    @property
    def batch_size(self) -> Any:
        return tf.shape(self._first)[0]

    @property
    def sample_ids_shape(self) -> Any:
        return self._shape

    @property
    def sample_ids_dtype(self) -> Any:
        return self._dtype

    def initialize(self, name: str | None = None) -> tuple[Any, Any]:
        return tf.fill([self.batch_size], False), self._first

    def sample(self, time: Any, outputs: Any, state: Any, name: str | None = None) -> Any:
        return self._sample(outputs)

    def next_inputs(
        self, time: Any, outputs: Any, state: Any, sample_ids: Any, name: str | None = None
    ) -> tuple[Any, Any, Any]:
        inputs = sample_ids if self._function is None else self._function(sample_ids)
        return self._end(sample_ids), inputs, state
