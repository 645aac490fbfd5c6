"""``tf.nn``: recurrent networks whose steps a function makes, and those whose state somebody keeps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import graphops.compat.v1 as tf
from graphops.build.as_tensor import as_tensor
from graphops.graph.nest import check_same, flatten, is_nested, pack
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError
from graphops_registry.shape import TensorShape


def raw_rnn(
    cell: Any,
    loop_fn: Callable[..., Any],
    parallel_iterations: int | None = None,
    swap_memory: bool = False,
    scope: Any = None,
) -> tuple[Any, Any, Any]:
    """Run a cell until ``loop_fn`` says that all examples have finished.

    Args:
        loop_fn: a function of the time, the cell's output and state (``None`` at time 0) and a loop state of its own.
            It gives which examples have finished, the next input, the next state, what is emitted (at time 0 zeros of
            one example, or ``None`` for what the cell gives), and the next loop state or ``None``.

    Returns:
        TensorArrays of what was emitted, the last state, and the last loop state.

    Raises:
        InvalidTypeError: no cell, or no function.
    """
    if not callable(cell) or not hasattr(cell, "output_size") or not callable(loop_fn):
        raise InvalidTypeError(f"cell and loop_fn of raw_rnn() must be an RNN cell and a function, got {cell!r}")
    with tf.variable_scope(scope or "rnn") as opened:
        time = tf.constant(0, tf.int32)
        finished, first_input, state, emitted, own_state = loop_fn(time, None, None, None)
        loop_state = tf.constant(0, tf.int32) if own_state is None else own_state
        inputs = [as_tensor(each) for each in flatten(first_input)]
        state = pack(state, [as_tensor(each) for each in flatten(state)])
        sizes, kinds, structure = _emitted(cell, emitted, state)
        known = inputs[0].shape.as_list()[0]
        batch = tf.shape(inputs[0])[0] if known is None else known
        arrays = [
            tf.TensorArray(
                kind, 0, dynamic_size=True, element_shape=[known, *size.as_list()], name=f"rnn_output_{number}"
            )
            for number, (kind, size) in enumerate(zip(kinds, sizes, strict=True))
        ]
        zeros = [tf.zeros([batch, *size.as_list()], kind) for kind, size in zip(kinds, sizes, strict=True)]

        def unfinished(time: Any, finished: Any, *others: Any) -> Any:
            return tf.logical_not(tf.reduce_all(finished))

        def step(time: Any, finished: Any, now: Any, written: Any, state: Any, own: Any) -> Any:
            with tf.variable_scope(opened, auxiliary_name_scope=False):
                output, after = cell(now, state)
            check_same(state, after)
            done, following, after, emitted, more = loop_fn(time + 1, output, after, own)
            check_same(state, after)
            check_same(now, following)
            given = [
                tf.where(finished, zero, as_tensor(each))
                for zero, each in zip(zeros, flatten(emitted), strict=True)
            ]  # fmt: skip
            written = [array.write(time, each) for array, each in zip(written, given, strict=True)]
            kept = [_kept(finished, old, new) for old, new in zip(flatten(state), flatten(after), strict=True)]
            return (
                time + 1, tf.logical_or(finished, done), following, written, pack(state, kept),
                own if more is None else more,
            )  # fmt: skip

        start = [time, as_tensor(finished), pack(first_input, inputs), arrays, state, loop_state]
        found = tf.while_loop(unfinished, step, start, parallel_iterations=parallel_iterations or 32,
                              swap_memory=swap_memory)  # fmt: skip
        return pack(structure, found[3]), found[4], None if own_state is None else found[5]


def _emitted(cell: Any, emitted: Any, state: Any) -> tuple[list[TensorShape], list[Any], Any]:
    """The shapes of what one example emits, the dtypes, and how it is nested."""
    if emitted is None:
        sizes = [TensorShape([each]) if hasattr(each, "__index__") else TensorShape(each)
                 for each in flatten(cell.output_size)]  # fmt: skip
        return sizes, [flatten(state)[0].dtype] * len(sizes), cell.output_size
    examples = [as_tensor(each) for each in flatten(emitted)]
    for each in examples:
        if not each.shape.is_fully_defined:
            raise InvalidArgumentError(f"what raw_rnn() emits must have a known shape, got {each.shape}")
    return [TensorShape(each.shape) for each in examples], [each.dtype for each in examples], emitted


def _kept(finished: Any, old: Any, new: Any) -> Any:
    """The old state of examples that have finished; scalars and TensorArrays go on."""
    if isinstance(new, tf.TensorArray) or old.shape.rank == 0:
        return new
    return tf.where(finished, old, new)


def static_state_saving_rnn(
    cell: Any, inputs: Any, state_saver: Any, state_name: Any, sequence_length: Any = None, scope: Any = None
) -> tuple[list[Any], Any]:
    """``static_rnn`` that takes its first state from ``state_saver`` and gives it the last one.

    Args:
        state_saver: has ``state(name)`` and ``save_state(name, value)``.
        state_name: a name, or nested as the cell's state.

    Raises:
        InvalidArgumentError: names that are nested in another way.
    """
    if is_nested(cell.state_size) != is_nested(state_name):
        text = "state_name of static_state_saving_rnn() must be nested as the cell's state"
        raise InvalidArgumentError(f"{text}, got {state_name!r}")
    names = flatten(state_name)
    if len(names) != len(flatten(cell.state_size)):
        raise InvalidArgumentError(f"state_name must have a name for each part of the state, got {state_name!r}")
    first = pack(cell.state_size, [state_saver.state(name) for name in names])
    outputs, state = tf.nn.static_rnn(cell, inputs, initial_state=first, sequence_length=sequence_length, scope=scope)
    saved = [state_saver.save_state(name, part) for name, part in zip(names, flatten(state), strict=True)]
    with tf.control_dependencies(saved):
        last = pack(outputs[-1], [tf.identity(each) for each in flatten(outputs[-1])])
        state = pack(state, [tf.identity(each) for each in flatten(state)])
    return [*outputs[:-1], last], state
