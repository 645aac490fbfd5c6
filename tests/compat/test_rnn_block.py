"""Cells in one op compute what the cells of many ops do, whose values are TensorFlow's."""

from typing import Any

import numpy as np
import pytest

import graphops.compat.v1 as tf
from graphops.compat.v1.networks.rnn_block import GRUBlockCell, GRUBlockCellV2, LSTMBlockCell, LSTMBlockFusedCell
from tests.compat.calls import rows

STEPS, BATCH, INPUTS, UNITS = 5, 3, 4, 2


def run_both(session: Any, first: Any, other: Any, pairs: list[tuple[Any, Any]]) -> None:
    """Give the variables of the other cell the values of the first one's, and compare."""
    session.run(tf.global_variables_initializer())
    numbers = [rows(*variable.shape.as_list(), seed=place) for place, variable in enumerate(first.variables)]
    for cell in (first, other):
        for variable, number in zip(cell.variables, numbers, strict=True):
            session.run(variable.assign(number))
    for mine, theirs in pairs:
        np.testing.assert_allclose(session.run(mine), session.run(theirs), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("clip", [None, 0.5])
@pytest.mark.parametrize("peephole", [False, True])
def test_lstm(peephole: bool, clip: float | None) -> None:
    x, state = rows(BATCH, INPUTS), (rows(BATCH, UNITS, seed=1), rows(BATCH, UNITS, seed=2))
    with tf.Graph().as_default(), tf.Session() as session:
        cell = LSTMBlockCell(UNITS, cell_clip=clip, use_peephole=peephole, forget_bias=0.5)
        h, (c, same) = cell(x, state)
        if clip is not None:  # LSTMCell limits the cell state in another place
            session.run(tf.global_variables_initializer())
            assert abs(session.run(c)).max() <= clip
            return
        other = tf.nn.rnn_cell.LSTMCell(UNITS, use_peepholes=peephole, forget_bias=0.5, name="other")
        want, (wanted, _) = other(x, state)
        first = list(cell.variables)
        if peephole:  # LSTMCell makes its variables in another order
            names = {variable.name.rsplit("/", 1)[-1]: variable for variable in other.variables}
            other._variables = [names[variable.name.rsplit("/", 1)[-1]] for variable in first]
        assert [variable.name.split(":")[0] for variable in first][:2] == ["lstm_cell/kernel", "lstm_cell/bias"]
        run_both(session, cell, other, [(h, want), (c, wanted), (same, want)])


@pytest.mark.parametrize("lengths", [None, [5, 0, 2], [4, 3, 1]])
def test_sequences(lengths: list[int] | None) -> None:
    x = rows(STEPS, BATCH, INPUTS)
    with tf.Graph().as_default(), tf.Session() as session:
        cell = LSTMBlockFusedCell(UNITS)
        outputs, state = cell(tf.placeholder_with_default(x, [None, None, INPUTS]), dtype=tf.float32,
                              sequence_length=lengths)  # fmt: skip
        other = tf.nn.rnn_cell.BasicLSTMCell(UNITS)
        want, wanted = tf.nn.dynamic_rnn(other, x, lengths, dtype=tf.float32, time_major=True)
        gradients = [
            tf.gradients(tf.reduce_sum(tf.square(y)) + tf.reduce_sum(s.c * s.h), c.variables)
            for y, s, c in ((outputs, state, cell), (want, wanted, other))
        ]
        pairs = [(outputs, want), (state.c, wanted.c), (state.h, wanted.h), *zip(*gradients, strict=True)]
        run_both(session, cell, other, pairs)
        assert cell.variables[0].name == "lstm_fused_cell/kernel:0"


def test_lists_of_steps() -> None:
    x = rows(STEPS, BATCH, INPUTS)
    with tf.Graph().as_default(), tf.Session() as session:
        cell = LSTMBlockFusedCell(UNITS, use_peephole=True)
        start = (rows(BATCH, UNITS), rows(BATCH, UNITS, seed=3))
        listed, _ = cell([tf.constant(step) for step in x], start)
        whole, _ = cell(x, start)
        session.run(tf.global_variables_initializer())
        assert len(listed) == STEPS
        np.testing.assert_array_equal(session.run(tf.stack(listed)), session.run(whole))
        with pytest.raises(ValueError, match="initial_state or dtype of LSTMBlockFusedCell must be given"):
            cell(x)


@pytest.mark.parametrize("kind", [GRUBlockCell, GRUBlockCellV2])
def test_gru(kind: type) -> None:
    x, state = rows(BATCH, INPUTS), rows(BATCH, UNITS, seed=1)
    with tf.Graph().as_default(), tf.Session() as session:
        cell, other = kind(UNITS), tf.nn.rnn_cell.GRUCell(UNITS, name="other")
        found, want = cell(x, state)[0], other(x, state)[0]
        gradients = [tf.gradients(tf.square(y), c.variables) for y, c in ((found, cell), (want, other))]
        run_both(session, cell, other, [(found, want), *zip(*gradients, strict=True)])
        names = [variable.name for variable in cell.variables]
        wanted = ["w_ru", "b_ru", "w_c", "b_c"]
        if kind is GRUBlockCellV2:
            wanted = ["gates/kernel", "gates/bias", "candidate/kernel", "candidate/bias"]
        assert names == [f"gru_cell/{name}:0" for name in wanted]
        assert session.run(tf.global_variables_initializer()) is None
        assert session.run(cell.variables[1]).tolist() == [1.0] * (2 * UNITS)
    with pytest.raises(ValueError, match="num_units of GRUBlockCell must be given once"):
        GRUBlockCell()
    assert GRUBlockCell(cell_size=3).output_size == 3
