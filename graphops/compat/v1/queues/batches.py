"""``tf.train.batch`` and its like: tensors that are put into a queue one at a time, and taken out in batches."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.marked import mark
from graphops.compat.v1.queues.queue import FIFOQueue, PaddingFIFOQueue, QueueBase, RandomShuffleQueue
from graphops.compat.v1.queues.runner import QueueRunner, add_queue_runner
from graphops.graph.constant_value import constant_value
from graphops.graph.graph import Node, Tensor
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError
from graphops_registry.shape import TensorShape

_Made = Callable[[list[Any], list[TensorShape]], QueueBase]


class _Source:
    """What is batched: structures of the same tensors, each from a thread of its own or of several threads.

    Args:
        function: for messages.
        structures: lists of tensors, or dicts of them.
        keep: whether to keep an element; a tensor, or a constant.
        many: whether the tensors have many elements along axis 0.
    """

    def __init__(self, function: str, structures: Sequence[Any], keep: Any, many: bool) -> None:
        self.function = function
        self._first = structures[0]
        self._many = many
        self._sparse: list[Any] | None = None
        self._lists = [self._tensors(each) for each in structures]
        self.types = [tensor.dtype.base for tensor in self._lists[0]]
        for other in self._lists[1:]:
            if [tensor.dtype.base for tensor in other] != self.types:
                raise InvalidTypeError(f"{function}() must have tensors of the same dtypes in each list, got others")
        self._keep = tf.convert_to_tensor(keep)
        rank = self._keep.plain_shape.rank
        if rank is None or rank > many:
            rule = "be a scalar or a vector" if many else "be a scalar"
            raise InvalidArgumentError(f"keep_input of {function}() must {rule}, got rank {rank}")

    def _tensors(self, structure: Any) -> list[Tensor]:
        if isinstance(structure, Mapping):
            values = [structure[key] for key in sorted(structure)]
        elif isinstance(structure, (list, tuple)):
            values = list(structure)
        else:
            values = [structure]
        if not values:
            raise InvalidArgumentError(f"{self.function}() must have a tensor or more, got none")
        sparse = [_kind_of(value, self._many) if isinstance(value, tf.SparseTensor) else None for value in values]
        self._sparse = self._sparse or sparse
        if sparse != self._sparse:
            raise InvalidTypeError(f"{self.function}() must have SparseTensors at the same places in each list")
        return [self._dense(value) for value in values]

    def _dense(self, value: Any) -> Tensor:
        """A tensor for the queue: a sparse one is three strings."""
        if not isinstance(value, tf.SparseTensor):
            found: Tensor = tf.convert_to_tensor(value)
            return found
        serialize = tf.raw_ops.SerializeManySparse if self._many else tf.raw_ops.SerializeSparse
        found = serialize(
            sparse_indices=value.indices, sparse_values=value.values, sparse_shape=value.dense_shape, out_type=tf.string
        )
        found.set_shape([None, 3] if self._many else [3])
        return found

    @staticmethod
    def _restored(tensor: Tensor, kind: Any) -> Any:
        """A batch out of the queue."""
        if kind is None:
            return tensor
        dtype, rank = kind
        indices, values, shape = tf.raw_ops.DeserializeManySparse(serialized_sparse=tensor, dtype=dtype)
        indices.set_shape([None, rank])
        shape.set_shape([rank])
        return tf.SparseTensor(indices, values, shape)

    def shapes(self, given: Any) -> list[TensorShape]:
        """Those of an element."""
        if given is not None:
            if len(given) != len(self.types):
                rule = f"have one for each of the {len(self.types)} tensors"
                raise InvalidArgumentError(f"shapes of {self.function}() must {rule}, got {len(given)}")
            return [TensorShape(each) for each in given]
        return [self._merged([tensors[place] for tensors in self._lists]) for place, _ in enumerate(self.types)]

    def _merged(self, tensors: Sequence[Tensor]) -> TensorShape:
        merged = TensorShape.of(None)
        for tensor in tensors:
            shape = tensor.plain_shape
            if shape.rank is None or (self._many and not shape.rank):
                rule = "have a known rank" if shape.rank is None else "have rank 1 or more"
                raise InvalidArgumentError(f"each tensor of {self.function}() must {rule}, got {tensor!r}")
            merged = merged.merge_with(shape[1:] if self._many else shape)
        return merged

    def enqueued(self, queue: QueueBase, threads: int) -> None:
        """Let a QueueRunner fill the queue."""
        nodes = [self._enqueue(queue, tensors) for tensors in self._lists]
        add_queue_runner(QueueRunner(queue, nodes * threads))

    def _enqueue(self, queue: QueueBase, tensors: list[Tensor]) -> Node:
        known = constant_value(self._keep)
        if known is not None and not known.ndim and known:
            return queue.enqueue_many(tensors) if self._many else queue.enqueue(tensors)
        rows, keep = tensors, self._keep
        if not self._many:
            rows, keep = [tf.expand_dims(tensor, 0) for tensor in tensors], tf.expand_dims(keep, 0)
        elif not keep.plain_shape.rank:
            keep = tf.fill(tf.shape(tensors[0])[:1], keep)
        which = tf.cast(keep, tf.int32)
        return queue.enqueue_many([tf.dynamic_partition(row, which, 2)[1] for row in rows])

    def structure(self, found: Any) -> Any:
        """Tensors in the structure of what was given."""
        listed = found if isinstance(found, list) else [found]
        tensors = [self._restored(tensor, kind) for tensor, kind in zip(listed, self._sparse or (), strict=True)]
        if not isinstance(self._first, Mapping):
            return tensors if isinstance(found, list) else tensors[0]
        return dict(zip(sorted(self._first), tensors, strict=True))


def _kind_of(value: Any, many: bool) -> tuple[Any, int | None]:
    """The dtype of a sparse tensor, and the rank that a batch has."""
    rank = value.dense_shape.plain_shape.as_list()[0] if value.dense_shape.plain_shape.rank else None
    return value.dtype, None if rank is None else rank if many else rank + 1


def _batched(source: _Source, queue: QueueBase, size: Any, smaller: bool, name: str) -> Any:
    dequeue = queue.dequeue_up_to if smaller else queue.dequeue_many
    return source.structure(dequeue(size, name=name))


def _in_order(
    source: _Source,
    size: Any,
    threads: int,
    capacity: int,
    shapes: Any,
    pad: bool,
    smaller: bool,
    shared: Any,
    name: str,
) -> Any:
    """Batches in the order in which the elements come."""
    kind = PaddingFIFOQueue if pad else FIFOQueue
    queue = kind(capacity, source.types, source.shapes(shapes), shared_name=shared)
    source.enqueued(queue, threads)
    tf.summary.scalar(f"fraction_of_{capacity}_full", tf.cast(queue.size(), tf.float32) * (1.0 / capacity))
    return _batched(source, queue, size, smaller, name)


def _shuffled(
    source: _Source, size: Any, threads: int, capacity: int, least: int, seed: Any, shapes: Any, smaller: bool,
    shared: Any, name: str,
) -> Any:  # fmt: skip
    """Batches of random elements of the queue."""
    queue = RandomShuffleQueue(capacity, least, source.types, source.shapes(shapes), seed=seed, shared_name=shared)
    source.enqueued(queue, threads)
    over = tf.cast(tf.maximum(0, queue.size() - least), tf.float32) * (1.0 / (capacity - least))
    tf.summary.scalar(f"fraction_over_{least}_of_{capacity - least}_full", over)
    return _batched(source, queue, size, smaller, name)


def _lists(function: str, tensors_list: Any) -> list[Any]:
    if not tensors_list:
        raise InvalidArgumentError(f"tensors_list of {function}() must have a list of tensors or more, got none")
    return list(tensors_list)


def batch(
    tensors: Any,
    batch_size: Any,
    num_threads: int = 1,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Any = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """Batches of what the tensors are, run after run, which a QueueRunner runs.

    Args:
        tensors: a list or a dict of tensors.
        batch_size: how many elements a batch has.
        num_threads: how many threads run the tensors; with more than one the order is not always the same.
        capacity: how many elements wait.
        enqueue_many: whether the tensors have many elements along axis 0.
        shapes: of an element, where the tensors' shapes are not known.
        dynamic_pad: whether sizes may differ; a batch is padded with zeros.
        allow_smaller_final_batch: whether the last batch may have fewer elements.
        shared_name: of the queue.

    Returns:
        A list or a dict of tensors; a tensor if the list has one.
    """
    return maybe_batch(
        tensors, True, batch_size, num_threads, capacity, enqueue_many, shapes, dynamic_pad, allow_smaller_final_batch,
        shared_name, name,
    )  # fmt: skip


def maybe_batch(
    tensors: Any,
    keep_input: Any,
    batch_size: Any,
    num_threads: int = 1,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Any = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """:func:`batch` of those elements for which ``keep_input`` is true."""
    mark()
    with tf.name_scope(name, "batch") as scope:
        source = _Source("batch", [tensors], keep_input, enqueue_many)
        return _in_order(
            source, batch_size, num_threads, capacity, shapes, dynamic_pad, allow_smaller_final_batch, shared_name,
            scope,
        )  # fmt: skip


def batch_join(
    tensors_list: Any,
    batch_size: Any,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Any = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """:func:`batch` of several lists of tensors, each with a thread of its own."""
    return maybe_batch_join(
        tensors_list, True, batch_size, capacity, enqueue_many, shapes, dynamic_pad, allow_smaller_final_batch,
        shared_name, name,
    )  # fmt: skip


def maybe_batch_join(
    tensors_list: Any,
    keep_input: Any,
    batch_size: Any,
    capacity: int = 32,
    enqueue_many: bool = False,
    shapes: Any = None,
    dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """:func:`batch_join` of those elements for which ``keep_input`` is true."""
    mark()
    with tf.name_scope(name, "batch_join") as scope:
        source = _Source("batch_join", _lists("batch_join", tensors_list), keep_input, enqueue_many)
        return _in_order(
            source, batch_size, 1, capacity, shapes, dynamic_pad, allow_smaller_final_batch, shared_name, scope
        )


def shuffle_batch(
    tensors: Any,
    batch_size: Any,
    capacity: int,
    min_after_dequeue: int,
    num_threads: int = 1,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Any = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """:func:`batch` of elements in random order.

    Args:
        min_after_dequeue: how many elements stay, so that there is a choice.
        seed: of the order.
    """
    return maybe_shuffle_batch(
        tensors, batch_size, capacity, min_after_dequeue, True, num_threads, seed, enqueue_many, shapes,
        allow_smaller_final_batch, shared_name, name,
    )  # fmt: skip


def maybe_shuffle_batch(
    tensors: Any,
    batch_size: Any,
    capacity: int,
    min_after_dequeue: int,
    keep_input: Any,
    num_threads: int = 1,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Any = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """:func:`shuffle_batch` of those elements for which ``keep_input`` is true."""
    mark()
    with tf.name_scope(name, "shuffle_batch") as scope:
        source = _Source("shuffle_batch", [tensors], keep_input, enqueue_many)
        return _shuffled(
            source, batch_size, num_threads, capacity, min_after_dequeue, seed, shapes, allow_smaller_final_batch,
            shared_name, scope,
        )  # fmt: skip


def shuffle_batch_join(
    tensors_list: Any,
    batch_size: Any,
    capacity: int,
    min_after_dequeue: int,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Any = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """:func:`shuffle_batch` of several lists of tensors, each with a thread of its own."""
    return maybe_shuffle_batch_join(
        tensors_list, batch_size, capacity, min_after_dequeue, True, seed, enqueue_many, shapes,
        allow_smaller_final_batch, shared_name, name,
    )  # fmt: skip


def maybe_shuffle_batch_join(
    tensors_list: Any,
    batch_size: Any,
    capacity: int,
    min_after_dequeue: int,
    keep_input: Any,
    seed: int | None = None,
    enqueue_many: bool = False,
    shapes: Any = None,
    allow_smaller_final_batch: bool = False,
    shared_name: str | None = None,
    name: str | None = None,
) -> Any:
    """:func:`shuffle_batch_join` of those elements for which ``keep_input`` is true."""
    mark()
    with tf.name_scope(name, "shuffle_batch_join") as scope:
        source = _Source("shuffle_batch_join", _lists("shuffle_batch_join", tensors_list), keep_input, enqueue_many)
        return _shuffled(
            source, batch_size, 1, capacity, min_after_dequeue, seed, shapes, allow_smaller_final_batch, shared_name,
            scope,
        )  # fmt: skip


__all__ = [
    "batch",
    "batch_join",
    "maybe_batch",
    "maybe_batch_join",
    "maybe_shuffle_batch",
    "maybe_shuffle_batch_join",
    "shuffle_batch",
    "shuffle_batch_join",
]
