"""``tf.contrib.rnn``: cells against their formulas in NumPy, names of variables, sequences both ways."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import graphops.compat.v1 as tf
from graphops import errors
from tests.compat.calls import rows
from tests.compat.test_rnn_cells import close, run, sigmoid

X, H, C = rows(4, 3), rows(4, 2, seed=1), rows(4, 2, seed=2)
rnn = tf.contrib.rnn
LSTMStateTuple = rnn.LSTMStateTuple


@pytest.fixture(autouse=True)
def graph() -> Iterator[Any]:
    with tf.Graph().as_default() as made:
        tf.set_random_seed(1)
        yield made


def state() -> Any:
    return LSTMStateTuple(tf.constant(C), tf.constant(H))


def shapes(variables: dict[str, np.ndarray]) -> dict[str, tuple[int, ...]]:
    return {name: value.shape for name, value in variables.items()}


def softmax(x: np.ndarray) -> np.ndarray:
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def lstm(x: Any, c: Any, h: Any, kernel: Any, bias: Any) -> tuple[Any, Any]:
    i, j, f, o = np.split(np.hstack([x, h]) @ kernel + bias, 4, 1)
    new_c = sigmoid(f + 1.0) * c + sigmoid(i) * np.tanh(j)
    return new_c, np.tanh(new_c) * sigmoid(o)


def test_layer_norm_basic_lstm_cell() -> None:
    (output, after), v = run(rnn.LayerNormBasicLSTMCell(2, norm_gain=0.5)(tf.constant(X), state()))
    scope = "layer_norm_basic_lstm_cell"
    parts = ("input", "transform", "forget", "output", "state")
    assert shapes(v) == {f"{scope}/kernel": (5, 8)} | {
        f"{scope}/{p}/{n}": (2,) for p in parts for n in ("gamma", "beta")
    }

    def normal(part: str, x: Any) -> Any:
        gamma, beta = v[f"{scope}/{part}/gamma"], v[f"{scope}/{part}/beta"]
        mean = x.mean(1, keepdims=True)
        return (x - mean) / np.sqrt(((x - mean) ** 2).mean(1, keepdims=True) + 1e-12) * gamma + beta

    mixed = np.split(np.hstack([X, H]) @ v[f"{scope}/kernel"], 4, 1)
    i, j, f, o = (normal(part, value) for part, value in zip(parts, mixed, strict=False))
    c = normal("state", C * sigmoid(f + 1.0) + sigmoid(i) * np.tanh(j))
    np.testing.assert_allclose(after.c, c, 1e-3, 1e-4)  # units of two: differences by their size
    np.testing.assert_allclose(output, np.tanh(c) * sigmoid(o), 1e-3, 1e-4)


def test_layer_norm_basic_lstm_cell_without_normalization() -> None:
    (output, after), v = run(rnn.LayerNormBasicLSTMCell(2, layer_norm=False)(tf.constant(X), state()))
    scope = "layer_norm_basic_lstm_cell"
    assert shapes(v) == {f"{scope}/kernel": (5, 8), f"{scope}/bias": (8,)}
    c, h = lstm(X, C, H, v[f"{scope}/kernel"], v[f"{scope}/bias"])
    close(after.c, c)
    close(output, h)


def test_ugrnn_cell() -> None:
    (output, _), v = run(rnn.UGRNNCell(2)(tf.constant(X), tf.constant(H)))
    gate, new = np.split(np.hstack([X, H]) @ v["ugrnn_cell/kernel"] + v["ugrnn_cell/bias"], 2, 1)
    close(output, sigmoid(gate + 1.0) * H + (1 - sigmoid(gate + 1.0)) * np.tanh(new))


def test_sru_cell() -> None:
    (output, after), v = run(rnn.SRUCell(2)(tf.constant(X), tf.constant(H)))
    assert shapes(v) == {"sru_cell/kernel": (3, 8), "sru_cell/bias": (4,)}
    new, f, r, past = np.split(X @ v["sru_cell/kernel"], 4, 1)
    f, r = sigmoid(f + v["sru_cell/bias"][:2]), sigmoid(r + v["sru_cell/bias"][2:])
    c = f * H + (1 - f) * new
    close(after, c)
    close(output, r * np.tanh(c) + (1 - r) * past)


def test_nas_cell() -> None:
    (output, after), v = run(rnn.NASCell(2, num_proj=3, use_bias=True)(
        tf.constant(X), LSTMStateTuple(tf.constant(C), tf.constant(X))))  # fmt: skip
    assert shapes(v) == {
        "nas_cell/kernel": (3, 16), "nas_cell/recurrent_kernel": (3, 16), "nas_cell/bias": (16,),
        "nas_cell/projection_weights": (2, 3),
    }  # fmt: skip
    m = np.split(X @ v["nas_cell/recurrent_kernel"] + v["nas_cell/bias"], 8, 1)
    x = np.split(X @ v["nas_cell/kernel"], 8, 1)
    s = [a + b for a, b in zip(x, m, strict=True)]

    def relu(a: Any) -> Any:
        return np.maximum(a, 0)

    first = [sigmoid(s[0]), relu(s[1]), sigmoid(s[2]), relu(x[3] * m[3]), np.tanh(s[4]), sigmoid(s[5]), np.tanh(s[6]),
             sigmoid(s[7])]  # fmt: skip
    second = [np.tanh(first[0] * first[1]), np.tanh(first[2] + first[3]), np.tanh(first[4] * first[5]),
              sigmoid(first[6] + first[7])]  # fmt: skip
    c = np.tanh(second[0] + C) * second[1]
    close(after.c, c)
    close(output, np.tanh(c * np.tanh(second[2] + second[3])) @ v["nas_cell/projection_weights"])


def test_glstm_cell_of_two_groups() -> None:
    x = rows(4, 6)
    (output, after), v = run(rnn.GLSTMCell(2, number_of_groups=2)(tf.constant(x), state()))
    assert set(shapes(v).items()) == {("glstm_cell/group0/kernel", (4, 4)), ("glstm_cell/group1/kernel", (4, 4))} | {
        (f"glstm_cell/bias_{gate}", (2,)) for gate in "ijfo"
    }
    parts = []
    for group in range(2):
        part = np.hstack([x[:, 3 * group : 3 * group + 3], H[:, group : group + 1]])
        parts.append(np.split(part @ v[f"glstm_cell/group{group}/kernel"], 4, 1))
    i, j, f, o = (np.hstack([part[n] for part in parts]) + 0.1 for n in range(4))
    c = sigmoid(f + 1.0) * C + sigmoid(i) * np.tanh(j)
    close(after.c, c)
    close(output, np.tanh(c) * sigmoid(o))


def test_convolution_cell() -> None:
    """With filters of one place each pixel is a basic LSTM."""
    x, c, h = rows(2 * 6, 3), rows(2 * 6, 2, seed=1), rows(2 * 6, 2, seed=2)
    images = [tf.constant(each.reshape(2, 3, 2, -1)) for each in (x, c, h)]
    cell = rnn.Conv2DLSTMCell(input_shape=[3, 2, 3], output_channels=2, kernel_shape=[1, 1])
    (output, after), v = run(cell(images[0], LSTMStateTuple(*images[1:])))
    assert shapes(v) == {"conv_2d_lstm_cell/kernel": (1, 1, 5, 8), "conv_2d_lstm_cell/biases": (8,)}
    new_c, new_h = lstm(x, c, h, v["conv_2d_lstm_cell/kernel"][0, 0], v["conv_2d_lstm_cell/biases"])
    close(after.c.reshape(12, 2), new_c)
    close(output.reshape(12, 2), new_h)


def test_convolution_cell_over_time() -> None:
    cell = rnn.ConvLSTMCell(1, [5, 2], 3, [3], skip_connection=True)
    x = tf.constant(rows(2 * 4 * 5, 2).reshape(2, 4, 5, 2))
    outputs, after = tf.nn.dynamic_rnn(cell, x, dtype=tf.float32)
    assert outputs.shape.as_list() == [2, 4, 5, 5]
    (values, last), v = run([outputs, after])
    assert v["rnn/conv_lstm_cell/kernel"].shape == (3, 7, 12)
    close(values[:, -1], last.h)
    close(values[..., 3:], rows(2 * 4 * 5, 2).reshape(2, 4, 5, 2))


def test_projections() -> None:
    cell = rnn.OutputProjectionWrapper(rnn.InputProjectionWrapper(rnn.BasicRNNCell(2), 5, tf.nn.relu), 3, tf.nn.tanh)
    (output, after), v = run(cell(tf.constant(X), tf.constant(H)))
    outer = "output_projection_wrapper"
    inner = f"{outer}/input_projection_wrapper"
    assert shapes(v) == {
        f"{outer}/kernel": (2, 3), f"{outer}/bias": (3,), f"{inner}/kernel": (3, 5), f"{inner}/bias": (5,),
        f"{inner}/basic_rnn_cell/kernel": (7, 2), f"{inner}/basic_rnn_cell/bias": (2,),
    }  # fmt: skip
    x = np.maximum(X @ v[f"{inner}/kernel"] + v[f"{inner}/bias"], 0)
    h = np.tanh(np.hstack([x, H]) @ v[f"{inner}/basic_rnn_cell/kernel"] + v[f"{inner}/basic_rnn_cell/bias"])
    close(after, h)
    close(output, np.tanh(h @ v[f"{outer}/kernel"] + v[f"{outer}/bias"]))
    assert cell.output_size == 3
    assert cell.state_size == 2
    assert len(cell.variables) == 6


def test_embedding() -> None:
    ids = np.array([2, 0, 1, 2])
    (output, _), v = run(rnn.EmbeddingWrapper(rnn.BasicRNNCell(2), 3, 4)(tf.constant(ids), tf.constant(H)))
    table = v["embedding_wrapper/embedding"]
    assert table.shape == (3, 4)
    inner = "embedding_wrapper/basic_rnn_cell"
    close(output, np.tanh(np.hstack([table[ids], H]) @ v[f"{inner}/kernel"] + v[f"{inner}/bias"]))


@pytest.mark.parametrize("as_tuple", [True, False])
def test_attention_to_what_came_before(as_tuple: bool) -> None:
    mean, before = rows(4, 2, seed=3), rows(4, 6, seed=4)
    cell = rnn.AttentionCellWrapper(rnn.GRUCell(2), 3, attn_vec_size=5, state_is_tuple=as_tuple)
    given = (H, mean, before) if as_tuple else np.hstack([H, mean, before])
    start = tuple(map(tf.constant, given)) if as_tuple else tf.constant(given)
    (output, after), v = run(cell(tf.constant(X), start))
    s = "attention_cell_wrapper"
    assert cell.state_size == ((2, 2, 6) if as_tuple else 10)
    assert {name: shape for name, shape in shapes(v).items() if "gru" not in name} == {
        f"{s}/kernel": (5, 3), f"{s}/bias": (3,), f"{s}/attention/attn_w": (1, 1, 2, 5), f"{s}/attention/attn_v": (5,),
        f"{s}/attention/kernel": (2, 5), f"{s}/attention/bias": (5,), f"{s}/attn_output_projection/kernel": (4, 2),
        f"{s}/attn_output_projection/bias": (2,),
    }  # fmt: skip
    x = np.hstack([X, mean]) @ v[f"{s}/kernel"] + v[f"{s}/bias"]
    g = f"{s}/gru_cell"
    r, u = np.split(sigmoid(np.hstack([x, H]) @ v[f"{g}/gates/kernel"] + v[f"{g}/gates/bias"]), 2, 1)
    h = u * H + (1 - u) * np.tanh(np.hstack([x, r * H]) @ v[f"{g}/candidate/kernel"] + v[f"{g}/candidate/bias"])
    past = before.reshape(4, 3, 2)
    keys = (
        past @ v[f"{s}/attention/attn_w"][0, 0] + (h @ v[f"{s}/attention/kernel"] + v[f"{s}/attention/bias"])[:, None]
    )
    weights = softmax((v[f"{s}/attention/attn_v"] * np.tanh(keys)).sum(2))
    new_mean = (weights[:, :, None] * past).sum(1)
    wanted = np.hstack([h, new_mean]) @ v[f"{s}/attn_output_projection/kernel"] + 0.1
    close(output, wanted)
    whole = np.hstack(after) if as_tuple else after
    close(whole, np.hstack([h, new_mean, before[:, 2:], wanted]))


def test_residuals_and_devices() -> None:
    cell = tf.nn.rnn_cell.ResidualWrapper(tf.nn.rnn_cell.DeviceWrapper(rnn.BasicRNNCell(3), "/cpu:0"))
    (output, after), v = run(cell(tf.constant(X), tf.constant(X)))
    assert set(v) == {"basic_rnn_cell/kernel", "basic_rnn_cell/bias"}
    close(output, after + X)
    scaled = rnn.ResidualWrapper(rnn.BasicRNNCell(2), lambda x, y: 2.0 * y)
    (output, after), _ = run(scaled(tf.constant(X), tf.constant(H)))
    close(output, 2 * after)


def forwards(x: Any, kernel: Any, bias: Any, lengths: Any) -> tuple[Any, Any]:
    """A basic RNN over (batch, time, size): rows whose sequence is over give zeros and keep their state."""
    h, found = np.zeros((len(x), len(bias)), np.float32), []
    for time in range(x.shape[1]):
        new = np.tanh(np.hstack([x[:, time], h]) @ kernel + bias)
        runs = (time < lengths)[:, None]
        h = np.where(runs, new, h)
        found.append(np.where(runs, new, 0))
    return np.stack(found, 1), h


def turned(x: Any, lengths: Any) -> Any:
    found = x.copy()
    for row, length in enumerate(lengths):
        found[row, :length] = x[row, :length][::-1]
    return found


@pytest.mark.parametrize("given", [None, np.array([5, 2])])
@pytest.mark.parametrize("dynamic", [True, False])
def test_both_ways(dynamic: bool, given: Any) -> None:
    x = rows(2 * 5, 3).reshape(2, 5, 3)
    cells = [[rnn.BasicRNNCell(size) for size in (2, 3)] for _ in range(2)]
    if dynamic:
        outputs, fw, bw = rnn.stack_bidirectional_dynamic_rnn(*cells, x, dtype=tf.float32, sequence_length=given)
    else:
        steps = tf.unstack(tf.constant(x), axis=1)
        outputs, fw, bw = rnn.stack_bidirectional_rnn(*cells, steps, dtype=tf.float32, sequence_length=given)
        outputs = tf.stack(outputs, 1)
    (values, fw, bw), v = run([outputs, fw, bw])
    lengths = np.array([5, 5]) if given is None else given
    for number in range(2):
        found = []
        for way in ("fw", "bw"):
            place = f"stack_bidirectional_rnn/cell_{number}/bidirectional_rnn/{way}/basic_rnn_cell"
            start = x if way == "fw" else turned(x, lengths)
            y, last = forwards(start, v[f"{place}/kernel"], v[f"{place}/bias"], lengths)
            found.append(y if way == "fw" else turned(y, lengths))
            close((fw if way == "fw" else bw)[number], last)
        x = np.concatenate(found, 2)
    close(values, x)


def test_whole_sequences() -> None:
    x = rows(5 * 2, 3).reshape(5, 2, 3)
    cell = rnn.TimeReversedFusedRNN(rnn.FusedRNNCellAdaptor(rnn.BasicRNNCell(2)))
    (outputs, last), v = run(cell(tf.constant(x), dtype=tf.float32))
    wanted, state = forwards(x[::-1].swapaxes(0, 1), *v.values(), np.array([5, 5]))
    close(outputs, wanted.swapaxes(0, 1)[::-1])
    close(last, state)
    again = rnn.FusedRNNCellAdaptor(rnn.BasicRNNCell(2), use_dynamic_rnn=True)
    (steps, _), v = run(again([tf.constant(step) for step in x], dtype=tf.float32, scope="again"))
    own = [value for name, value in v.items() if name.startswith("again/")]
    close(np.stack(steps), forwards(x.swapaxes(0, 1), *own, np.array([5, 5]))[0].swapaxes(0, 1))


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("output_size of OutputProjectionWrapper must be positive", lambda c: rnn.OutputProjectionWrapper(c, 0)),
        ("attn_length of AttentionCellWrapper", lambda c: rnn.AttentionCellWrapper(c, 0)),
        ("num_units and num_proj of GLSTMCell", lambda c: rnn.GLSTMCell(3, number_of_groups=2)),
        ("input_shape of ConvLSTMCell", lambda c: rnn.ConvLSTMCell(2, [3, 3], 2, [3, 3])),
        ("cells_fw of stack_bidirectional_rnn", lambda c: rnn.stack_bidirectional_rnn(c, [c], [X])),
        ("must be as many", lambda c: rnn.stack_bidirectional_dynamic_rnn([c, c], [c], X)),
        ("must be one for each cell", lambda c: rnn.stack_bidirectional_dynamic_rnn([c], [c], X, [])),
        ("inputs of static_bidirectional_rnn", lambda c: rnn.static_bidirectional_rnn(c, c, X)),
        ("inputs of ResidualWrapper", lambda c: rnn.ResidualWrapper(c)(tf.constant(X), tf.constant(H))),
    ],
)
def test_refusals(text: str, call: Any) -> None:
    with pytest.raises(errors.GraphopsError, match=text):
        call(rnn.BasicRNNCell(2))


def test_each_name_exists() -> None:
    for name in dir(rnn):
        assert getattr(rnn, name) is not None
    assert rnn.LSTMCell is tf.nn.rnn_cell.LSTMCell
    with pytest.raises(AttributeError, match=r"'graphops.compat.v1.contrib.rnn' .*did you mean 'LSTMCell'"):
        _ = rnn.LSTMCel
