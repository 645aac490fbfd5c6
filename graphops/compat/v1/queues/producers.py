"""``tf.train.string_input_producer`` and its like: queues of what is read, epoch after epoch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.marked import mark
from graphops.compat.v1.queues.own_files import matching_files
from graphops.compat.v1.queues.queue import FIFOQueue, QueueBase
from graphops.compat.v1.queues.runner import QueueRunner, add_queue_runner
from graphops.graph.graph import Tensor
from graphops_registry.errors import InvalidArgumentError
from graphops_registry.shape import TensorShape


def match_filenames_once(pattern: Any, name: str | None = None) -> Any:
    """A local variable with the names of the files that match a pattern, which are looked for when it is initialised.

    Args:
        pattern: a glob pattern, or several.
    """
    mark()
    with tf.name_scope(name, "matching_filenames", [pattern]) as scope:
        return tf.Variable(
            matching_files(pattern),
            trainable=False,
            collections=[tf.GraphKeys.LOCAL_VARIABLES],
            validate_shape=False,
            name=scope,
        )


def limit_epochs(tensor: Any, num_epochs: int | None = None, name: str | None = None) -> Any:
    """The tensor, so many times; then OutOfRangeError. A local variable, ``epochs``, counts.

    Raises:
        InvalidArgumentError: ``num_epochs`` is not positive.
    """
    mark()
    if num_epochs is None:
        return tensor
    if num_epochs <= 0:
        raise InvalidArgumentError(f"num_epochs of limit_epochs() must be positive, got {num_epochs}")
    with tf.name_scope(name, "limit_epochs", [tensor]) as scope:
        start = tf.constant(0, tf.int64)
        with tf.variable_scope(tf.get_variable_scope()):
            epochs = tf.Variable(start, name="epochs", trainable=False, collections=[tf.GraphKeys.LOCAL_VARIABLES])
        with tf.control_dependencies([epochs.count_up_to(num_epochs)]):
            return tf.identity(tensor, name=scope)


def input_producer(
    input_tensor: Any,
    element_shape: Any = None,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    summary_name: str | None = None,
    name: str | None = None,
    cancel_op: Any = None,
) -> QueueBase:
    """A queue of the rows of a tensor, which a QueueRunner fills again and again.

    Args:
        input_tensor: its rows are the elements.
        element_shape: of a row, where the tensor's shape is not known.
        num_epochs: how many times the tensor is read; ``None``: without an end.
        shuffle: whether the rows are in another order each time.
        seed: of this order.
        capacity: of the queue.
        shared_name: of the queue.
        summary_name: of a summary that says how full the queue is.
        cancel_op: the QueueRunner's.

    Raises:
        InvalidArgumentError: the shape of a row is not known.
    """
    mark()
    with tf.name_scope(name, "input_producer", [input_tensor]) as scope:
        rows = tf.convert_to_tensor(input_tensor, name="input_tensor")
        known = rows.plain_shape
        if known.rank == 0:
            raise InvalidArgumentError("input_tensor of input_producer() must have rank 1 or more, got a scalar")
        row = TensorShape.of(None) if known.rank is None else known[1:]
        row = row.merge_with(TensorShape.of(None) if element_shape is None else TensorShape(element_shape))
        if not row.is_fully_defined:
            raise InvalidArgumentError(f"input_producer() must know the shape of a row, or element_shape, got {row}")
        if shuffle:
            rows = tf.random_shuffle(rows, seed=seed)
        rows = limit_epochs(rows, num_epochs)
        queue = FIFOQueue(capacity, [rows.dtype.base], [row], shared_name=shared_name, name=scope)
        add_queue_runner(QueueRunner(queue, [queue.enqueue_many([rows])], cancel_op=cancel_op))
        if summary_name is not None:
            tf.summary.scalar(summary_name, tf.cast(queue.size(), tf.float32) * (1.0 / capacity))
        return queue


def string_input_producer(
    string_tensor: Any,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    name: str | None = None,
    cancel_op: Any = None,
) -> QueueBase:
    """A queue of strings, such as names of files; see :func:`input_producer`.

    Raises:
        InvalidArgumentError: there are none. Where they are a tensor, the run fails.
    """
    mark()
    said = "string_input_producer requires a non-null input tensor"
    if isinstance(string_tensor, (list, tuple, np.ndarray)) and not len(string_tensor):
        raise InvalidArgumentError(f"string_tensor of string_input_producer() must have strings, got none: {said}")
    with tf.name_scope(name, "input_producer", [string_tensor]) as scope:
        strings = tf.convert_to_tensor(string_tensor, dtype=tf.string)
        with tf.control_dependencies([tf.Assert(tf.greater(tf.size(strings), 0), [said])]):
            strings = tf.identity(strings)
        return input_producer(
            strings, [], num_epochs, shuffle, seed, capacity, shared_name, f"fraction_of_{capacity}_full", scope,
            cancel_op,
        )  # fmt: skip


def range_input_producer(
    limit: Any,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    name: str | None = None,
) -> QueueBase:
    """A queue of the integers from 0 below a limit; see :func:`input_producer`."""
    mark()
    with tf.name_scope(name, "input_producer", [limit]) as scope:
        numbers = tf.range(limit)
        summary = f"fraction_of_{capacity}_full"
        return input_producer(numbers, [], num_epochs, shuffle, seed, capacity, shared_name, summary, scope)


def slice_input_producer(
    tensor_list: Sequence[Any],
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    name: str | None = None,
) -> list[Tensor]:
    """A row of each of the tensors, the same one of all; the next one each time. See :func:`input_producer`.

    Raises:
        InvalidArgumentError: there are no tensors.
    """
    mark()
    with tf.name_scope(name, "input_producer", tensor_list):
        tensors = [tf.convert_to_tensor(each) for each in tensor_list]
        if not tensors:
            raise InvalidArgumentError("tensor_list of slice_input_producer() must have a tensor or more, got none")
        queue = range_input_producer(tf.shape(tensors[0])[0], num_epochs, shuffle, seed, capacity, shared_name)
        index = queue.dequeue()
        return [tf.gather(each, index) for each in tensors]


__all__ = [
    "input_producer",
    "limit_epochs",
    "match_filenames_once",
    "range_input_producer",
    "slice_input_producer",
    "string_input_producer",
]
