"""``tf.nn``: running a cell over a sequence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.compat.v1.functions.arrays import expand_dims, transpose, zeros_like
from graphops.compat.v1.functions.casts import cast
from graphops.compat.v1.functions.joining import concat, reverse
from graphops.compat.v1.functions.slices import Slices, StepOutputs, repeat_steps
from graphops.graph.graph import Tensor
from graphops.graph.nest import flatten, pack
from graphops.train.variable_scope import variable_scope
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError


def _check_cell(cell: Any) -> None:
    if not callable(cell) or not hasattr(cell, "state_size") or not hasattr(cell, "output_size"):
        raise InvalidTypeError(f"cell must be an RNN cell, with state_size and output_size, got {cell!r}")


def _first_state(cell: Any, inputs: Tensor, initial_state: Any, dtype: Any) -> Any:
    """The state at the beginning; ``inputs`` is (batch, ...)."""
    if initial_state is not None:
        return initial_state
    if dtype is None:
        raise InvalidArgumentError("dtype must be given without an initial_state, got None")
    known = inputs.plain_shape[0] if inputs.shape.rank else None
    batch = known if isinstance(known, int) else raw_ops.Shape(input=inputs)[0]
    if getattr(cell, "get_initial_state", None) is not None:
        return cell.get_initial_state(inputs=None, batch_size=batch, dtype=dtype)
    return cell.zero_state(batch, dtype)


def _lengths(sequence_length: Any) -> Tensor | None:
    if sequence_length is None:
        return None
    lengths = cast(as_tensor(sequence_length, name="sequence_length"), "int32")
    if lengths.shape.rank not in (1, None):
        raise InvalidArgumentError(f"sequence_length must be a vector, got shape {lengths.shape}")
    return lengths


def _step(cell: Any, time: Any, inputs: Any, state: Any, lengths: Tensor | None) -> tuple[Any, Any]:
    """One step: rows whose sequence is over give zeros and keep their state."""
    output, new_state = cell(inputs, state)
    if lengths is None:
        return output, new_state
    running = raw_ops.Less(x=as_tensor(time, "int32"), y=lengths)
    outputs = [_choose(running, leaf, zeros_like(leaf)) for leaf in flatten(output)]
    states = [_choose(running, leaf, old) for leaf, old in zip(flatten(new_state), flatten(state), strict=True)]
    return pack(output, outputs), pack(new_state, states)


def _choose(rows: Tensor, new: Any, old: Any) -> Any:
    """Rows of ``new`` or of ``old``."""
    chosen = rows
    for _ in range((new.shape.rank or 1) - 1):
        chosen = expand_dims(chosen, -1)
    result = raw_ops.SelectV2(condition=chosen, t=new, e=old)
    result.set_shape(new.shape)
    return result


def static_rnn(
    cell: Any,
    inputs: Sequence[Any],
    initial_state: Any = None,
    dtype: Any = None,
    sequence_length: Any = None,
    scope: Any = None,
) -> tuple[list[Any], Any]:
    """Run a cell over a list of inputs, each (batch, size).

    Args:
        sequence_length: for each row how many steps count; later outputs are zeros, the state stays.
        dtype: of the first state, if it is not given.

    Returns:
        The list of outputs, and the last state.
    """
    _check_cell(cell)
    if not isinstance(inputs, (list, tuple)) or not inputs:
        raise InvalidTypeError(f"inputs of static_rnn() must be a list of tensors, got {inputs!r}")
    with variable_scope(scope, default_name="rnn"):
        tensors = [as_tensor(item) for item in inputs]
        state = _first_state(cell, tensors[0], initial_state, dtype)
        lengths = _lengths(sequence_length)
        outputs = []
        for time, tensor in enumerate(tensors):
            output, state = _step(cell, time, tensor, state, lengths)
            outputs.append(output)
    return outputs, state


def dynamic_rnn(
    cell: Any,
    inputs: Any,
    sequence_length: Any = None,
    initial_state: Any = None,
    dtype: Any = None,
    parallel_iterations: int | None = None,
    swap_memory: bool = False,
    time_major: bool = False,
    scope: Any = None,
) -> tuple[Any, Any]:
    """Run a cell over (batch, time, size), or (time, batch, size) with ``time_major``.

    Args:
        sequence_length: for each row how many steps count; later outputs are zeros, the state stays.
        dtype: of the first state, if it is not given.
        parallel_iterations, swap_memory: accepted; they change nothing.

    Returns:
        The outputs, in the layout of the inputs, and the last state.
    """
    _check_cell(cell)
    with variable_scope(scope or "rnn") as opened:
        leaves = [as_tensor(leaf) for leaf in flatten(inputs)]
        if any(leaf.shape.rank is not None and leaf.shape.rank < 3 for leaf in leaves):
            raise InvalidArgumentError(f"inputs of dynamic_rnn() must have rank 3 or more, got {leaves}")
        if not time_major:
            leaves = [_swapped(leaf) for leaf in leaves]
        slices = Slices(leaves)
        state = _first_state(cell, slices.tensors[0][0], initial_state, dtype)
        lengths = _lengths(sequence_length)
        start = flatten(state)
        outputs_like = cell.output_size
        written = StepOutputs(slices.count, len(flatten(outputs_like)))

        def step(time: Any, values: list[Any]) -> list[Any]:
            with variable_scope(opened, auxiliary_name_scope=False):
                output, new = _step(cell, time, pack(inputs, slices.read(time)), pack(state, values), lengths)
            written.write(time, flatten(output), "dynamic_rnn")
            return flatten(new)

        kinds = [as_tensor(start[0]).dtype.base] * written.width
        final = repeat_steps(slices.count, step, start, written, kinds, slices)
        outputs = [leaf if time_major else _swapped(leaf) for leaf in written.stacked()]
        return pack(outputs_like, outputs), pack(state, final)


def _swapped(tensor: Tensor) -> Tensor:
    """The first two axes exchanged."""
    rank = tensor.shape.rank
    if rank is None:
        raise InvalidArgumentError(f"inputs of dynamic_rnn() must have a known rank, got {tensor!r}")
    return transpose(tensor, [1, 0, *range(2, rank)])


def bidirectional_dynamic_rnn(
    cell_fw: Any,
    cell_bw: Any,
    inputs: Any,
    sequence_length: Any = None,
    initial_state_fw: Any = None,
    initial_state_bw: Any = None,
    dtype: Any = None,
    parallel_iterations: int | None = None,
    swap_memory: bool = False,
    time_major: bool = False,
    scope: Any = None,
) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    """:func:`dynamic_rnn` forwards, and backwards with another cell; pairs of outputs and of last states."""
    _check_cell(cell_fw)
    _check_cell(cell_bw)
    time, batch = (0, 1) if time_major else (1, 0)

    def reversed_in_time(tensor: Any) -> Any:
        if sequence_length is None:
            return reverse(as_tensor(tensor), [time])
        return raw_ops.ReverseSequence(
            input=as_tensor(tensor), seq_lengths=_lengths(sequence_length), seq_dim=time, batch_dim=batch
        )

    with variable_scope(scope or "bidirectional_rnn"):
        forward, state_fw = dynamic_rnn(
            cell_fw, inputs, sequence_length, initial_state_fw, dtype, time_major=time_major, scope="fw"
        )
        with variable_scope("bw") as opened:
            backward, state_bw = dynamic_rnn(
                cell_bw,
                pack(inputs, [reversed_in_time(leaf) for leaf in flatten(inputs)]),
                sequence_length,
                initial_state_bw,
                dtype,
                time_major=time_major,
                scope=opened,
            )
            backward = pack(backward, [reversed_in_time(leaf) for leaf in flatten(backward)])
    return (forward, backward), (state_fw, state_bw)


def static_bidirectional_rnn(
    cell_fw: Any,
    cell_bw: Any,
    inputs: Sequence[Any],
    initial_state_fw: Any = None,
    initial_state_bw: Any = None,
    dtype: Any = None,
    sequence_length: Any = None,
    scope: Any = None,
) -> tuple[list[Any], Any, Any]:
    """:func:`static_rnn` forwards, and backwards with another cell.

    Returns:
        For each input the outputs of both, joined along the last axis; the last states of both.
    """
    _check_cell(cell_fw)
    _check_cell(cell_bw)
    if not isinstance(inputs, (list, tuple)) or not inputs:
        raise InvalidTypeError(f"inputs of static_bidirectional_rnn() must be a list of tensors, got {inputs!r}")
    with variable_scope(scope or "bidirectional_rnn"):
        with variable_scope("fw") as opened:
            forward, state_fw = static_rnn(cell_fw, inputs, initial_state_fw, dtype, sequence_length, opened)
        with variable_scope("bw") as opened:
            turned = _turned(inputs, sequence_length)
            backward, state_bw = static_rnn(cell_bw, turned, initial_state_bw, dtype, sequence_length, opened)
    pairs = zip(forward, _turned(backward, sequence_length), strict=True)
    outputs = [
        pack(first, [concat([a, b], 1) for a, b in zip(flatten(first), flatten(second), strict=True)])
        for first, second in pairs
    ]
    return outputs, state_fw, state_bw


def _turned(sequence: Sequence[Any], sequence_length: Any) -> list[Any]:
    """A list backwards; of each row as much as its length."""
    if sequence_length is None:
        return list(reversed(sequence))
    lengths, columns = _lengths(sequence_length), zip(*(flatten(item) for item in sequence), strict=True)
    turned = []
    for column in columns:
        stacked = raw_ops.Pack(values=[as_tensor(each) for each in column])
        reverted = raw_ops.ReverseSequence(input=stacked, seq_lengths=lengths, seq_dim=0, batch_dim=1)
        turned.append(raw_ops.Unpack(value=reverted, num=len(sequence)))
    return [pack(item, list(parts)) for item, parts in zip(sequence, zip(*turned, strict=True), strict=True)]


__all__ = ["bidirectional_dynamic_rnn", "dynamic_rnn", "static_bidirectional_rnn", "static_rnn"]
