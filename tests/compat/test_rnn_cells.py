"""The cells of recurrent networks against their formulas in NumPy; names and shapes are those of TensorFlow 1."""

from typing import Any

import numpy as np
import pytest

import graphops.compat.v1 as tf
from graphops.compat.v1.functions import slices
from tests.compat.calls import rows

cells = tf.nn.rnn_cell
X = rows(4, 3)
H, C = rows(4, 2, seed=1), rows(4, 2, seed=2)


@pytest.fixture(autouse=True)
def graph() -> Any:
    with tf.Graph().as_default() as made:
        tf.set_random_seed(1)
        yield made


def sigmoid(x: Any) -> Any:
    return 1 / (1 + np.exp(-x))


def run(tensors: Any) -> tuple[Any, dict[str, np.ndarray]]:
    """The values, and the variables by name."""
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        shifted = [tf.assign_add(v, 0.1 * np.ones(v.shape.as_tuple(), np.float32)) for v in tf.global_variables()]
        session.run(shifted)
        found = session.run(tensors)
        return found, {v.op.name: session.run(v) for v in tf.global_variables()}


def close(got: Any, want: Any) -> None:
    np.testing.assert_allclose(got, want, 1e-5, 1e-6)


def test_basic_rnn_cell() -> None:
    (output, state), v = run(cells.BasicRNNCell(2)(tf.constant(X), tf.constant(H)))
    assert {name: a.shape for name, a in v.items()} == {"basic_rnn_cell/kernel": (5, 2), "basic_rnn_cell/bias": (2,)}
    want = np.tanh(np.hstack([X, H]) @ v["basic_rnn_cell/kernel"] + v["basic_rnn_cell/bias"])
    close(output, want)
    close(state, want)


def test_gru_cell() -> None:
    (output, _), v = run(cells.GRUCell(2)(tf.constant(X), tf.constant(H)))
    close(v["gru_cell/gates/bias"], 1.1)
    r, u = np.split(sigmoid(np.hstack([X, H]) @ v["gru_cell/gates/kernel"] + v["gru_cell/gates/bias"]), 2, 1)
    candidate = np.tanh(np.hstack([X, r * H]) @ v["gru_cell/candidate/kernel"] + v["gru_cell/candidate/bias"])
    close(output, u * H + (1 - u) * candidate)


def test_basic_lstm_cell() -> None:
    cell = cells.BasicLSTMCell(2, forget_bias=0.5, name="mine")
    (output, state), v = run(cell(tf.constant(X), cells.LSTMStateTuple(tf.constant(C), tf.constant(H))))
    assert cell.state_size == (2, 2)
    i, j, f, o = np.split(np.hstack([X, H]) @ v["mine/kernel"] + v["mine/bias"], 4, 1)
    c = C * sigmoid(f + 0.5) + sigmoid(i) * np.tanh(j)
    close(state.c, c)
    close(output, np.tanh(c) * sigmoid(o))
    close(state.h, output)


def test_lstm_cell_with_everything() -> None:
    h = rows(4, 3, seed=1)
    cell = cells.LSTMCell(2, use_peepholes=True, cell_clip=0.4, num_proj=3, proj_clip=0.2, activation=tf.sigmoid)
    (output, state), v = run(cell(tf.constant(X), (tf.constant(C), tf.constant(h))))
    w = {name.removeprefix("lstm_cell/"): a for name, a in v.items()}
    assert set(w) == {"kernel", "bias", "w_f_diag", "w_i_diag", "w_o_diag", "projection/kernel"}
    i, j, f, o = np.split(np.hstack([X, h]) @ w["kernel"] + w["bias"], 4, 1)
    c = sigmoid(f + 1 + w["w_f_diag"] * C) * C + sigmoid(i + w["w_i_diag"] * C) * sigmoid(j)
    c = np.clip(c, -0.4, 0.4)
    m = sigmoid(o + w["w_o_diag"] * c) * sigmoid(c)
    close(state.c, c)
    close(output, np.clip(m @ w["projection/kernel"], -0.2, 0.2))


def test_states_that_are_no_tuples() -> None:
    basic = cells.BasicLSTMCell(2, state_is_tuple=False)
    (output, state), _ = run(basic(tf.constant(X), tf.constant(np.hstack([C, H]))))
    assert state.shape == (4, 4)
    close(state[:, 2:], output)


def test_cells_above_each_other() -> None:
    stack = cells.MultiRNNCell([cells.GRUCell(2), cells.BasicRNNCell(3)])
    outputs, state = tf.nn.dynamic_rnn(stack, tf.constant(rows(4, 5, 3)), dtype=tf.float32)
    assert stack.state_size == (2, 3)
    names = [v.op.name for v in tf.global_variables()]
    assert names[0] == "rnn/multi_rnn_cell/cell_0/gru_cell/gates/kernel"
    assert names[-1] == "rnn/multi_rnn_cell/cell_1/basic_rnn_cell/bias"
    (values, last), _ = run((outputs, state))
    close(values[:, -1], last[1])


def test_dropout_of_cells() -> None:
    wrapped = cells.DropoutWrapper(cells.BasicRNNCell(50), output_keep_prob=0.5, seed=1)
    (output, state), _ = run(wrapped(tf.constant(X), wrapped.zero_state(4, tf.float32)))
    dropped = output == 0
    assert 0.3 < dropped.mean() < 0.7
    close(output[~dropped], 2 * state[~dropped])


@pytest.mark.parametrize("unrolled", [64, 0])
@pytest.mark.parametrize("time_major", [False, True])
def test_static_and_dynamic_agree(unrolled: int, time_major: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "UNROLLED", unrolled)
    x = tf.constant(rows(4, 5, 3))
    lengths = [5, 0, 2, 3]
    cell = cells.BasicLSTMCell(2)
    static, last = tf.nn.static_rnn(cell, tf.unstack(x, axis=1), dtype=tf.float32, sequence_length=lengths)
    with tf.variable_scope("rnn", reuse=True):
        fed = tf.placeholder_with_default(rows(4, 5, 3), [None, None, 3])
        for given in (x, fed):
            turned = tf.transpose(given, [1, 0, 2]) if time_major else given
            dynamic, final = tf.nn.dynamic_rnn(cell, turned, lengths, dtype=tf.float32, time_major=time_major)
            dynamic = tf.transpose(dynamic, [1, 0, 2]) if time_major else dynamic
            (a, b, c, d), _ = run([tf.stack(static, 1), last, dynamic, final])
            close(c, a)
            close(np.array(d), np.array(b))
            assert (a[1] == 0).all()
    assert len(tf.global_variables()) == 2


def test_cells_made_in_a_loop_keep_their_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "UNROLLED", 0)
    outputs, _ = tf.nn.dynamic_rnn(cells.GRUCell(2), tf.constant(rows(4, 5, 3)), dtype=tf.float32)
    assert [v.graph is outputs.graph for v in tf.global_variables()] == [True] * 4
    assert outputs.shape.as_list() == [4, 5, 2]
    values, _ = run(outputs)
    assert np.isfinite(values).all()


def test_refusals() -> None:
    cell = cells.BasicRNNCell(2)
    x = tf.placeholder(tf.float32, [4, 5, 3])
    with pytest.raises(ValueError, match="dtype must be given without an initial_state"):
        tf.nn.dynamic_rnn(cell, x)
    with pytest.raises(TypeError, match="inputs of static_rnn"):
        tf.nn.static_rnn(cell, x, dtype=tf.float32)
    with pytest.raises(TypeError, match="cell must be an RNN cell"):
        tf.nn.dynamic_rnn(tf.tanh, x, dtype=tf.float32)
    with pytest.raises(ValueError, match="must have rank 3 or more"):
        tf.nn.dynamic_rnn(cell, x[0], dtype=tf.float32)
    with pytest.raises(ValueError, match="cells of MultiRNNCell must be a list of cells"):
        cells.MultiRNNCell([])
    with pytest.raises(ValueError, match="must have a known last size"):
        cells.BasicRNNCell(2)(tf.placeholder(tf.float32, [4, None]), tf.zeros([4, 2]))
    with pytest.raises(TypeError, match="takes no keyword 'units'"):
        cells.GRUCell(2, units=3)
    with pytest.raises(TypeError, match=r"state of BasicLSTMCell must be a pair \(c, h\)"):
        cells.BasicLSTMCell(2)(tf.constant(X), tf.constant(H))
