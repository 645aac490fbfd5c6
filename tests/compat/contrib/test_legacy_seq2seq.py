"""``tf.contrib.legacy_seq2seq`` against loops in NumPy, and the names of its variables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import graphops.compat.v1 as tf
from graphops import errors
from tests.compat.calls import rows
from tests.compat.contrib.test_rnn import softmax
from tests.compat.test_rnn_cells import close, run

s2s = tf.contrib.legacy_seq2seq
cells = tf.nn.rnn_cell
STEPS = [rows(3, 4, seed=seed) for seed in range(5)]
IDS = [np.array([1, 2, 0]), np.array([3, 0, 1]), np.array([2, 2, 4])]


@pytest.fixture(autouse=True)
def graph() -> Iterator[Any]:
    with tf.Graph().as_default() as made:
        tf.set_random_seed(1)
        yield made


def constants(values: Any) -> list[Any]:
    return [tf.constant(each) for each in values]


def rnn(v: dict[str, np.ndarray], place: str, x: Any, h: Any) -> Any:
    return np.tanh(np.hstack([x, h]) @ v[f"{place}/basic_rnn_cell/kernel"] + v[f"{place}/basic_rnn_cell/bias"])


ZEROS = np.zeros((3, 2), np.float32)


def test_basic_and_tied() -> None:
    basic, _ = s2s.basic_rnn_seq2seq(constants(STEPS[:2]), constants(STEPS[2:]), cells.BasicRNNCell(2))
    tied, _ = s2s.tied_rnn_seq2seq(constants(STEPS[:2]), constants(STEPS[2:]), cells.BasicRNNCell(2))
    (basic, tied), v = run([basic, tied])
    outer = "basic_rnn_seq2seq"
    places = f"{outer}/rnn", f"{outer}/rnn_decoder", "combined_tied_rnn_seq2seq/tied_rnn_seq2seq"
    assert {name.removesuffix("/basic_rnn_cell/kernel") for name in v if "kernel" in name} == set(places)
    for found, encoder, decoder in ((basic, *places[:2]), (tied, places[2], places[2])):
        h = ZEROS
        for x in STEPS[:2]:
            h = rnn(v, encoder, x, h)
        for x, output in zip(STEPS[2:], found, strict=True):
            h = rnn(v, decoder, x, h)
            close(output, h)


def test_a_loop_function() -> None:
    outputs, _ = s2s.rnn_decoder(
        constants(STEPS[:3]), tf.constant(ZEROS), cells.BasicRNNCell(2),
        lambda previous, number: tf.concat([previous, previous], 1) * float(number), scope="d",
    )  # fmt: skip
    outputs, v = run(outputs)
    h, x = ZEROS, STEPS[0]
    for number, output in enumerate(outputs, 1):
        h = rnn(v, "d", x, h)
        close(output, h)
        x = np.hstack([h, h]) * number


@pytest.mark.parametrize("first", [False, True])
def test_attention_decoder(first: bool) -> None:
    seen, start = rows(3 * 4, 5, seed=9).reshape(3, 4, 5), rows(3, 2, seed=8)
    outputs, state = s2s.attention_decoder(
        constants(STEPS), tf.constant(start), tf.constant(seen), cells.BasicRNNCell(2), 6, num_heads=2,
        initial_state_attention=first,
    )  # fmt: skip
    (outputs, state), v = run([outputs, state])
    d = "attention_decoder"
    assert {name: value.shape for name, value in v.items() if "rnn" not in name} == {
        f"{d}/AttnW_0": (1, 1, 5, 5), f"{d}/AttnV_0": (5,), f"{d}/AttnW_1": (1, 1, 5, 5), f"{d}/AttnV_1": (5,),
        f"{d}/Attention_0/kernel": (2, 5), f"{d}/Attention_0/bias": (5,), f"{d}/Attention_1/kernel": (2, 5),
        f"{d}/Attention_1/bias": (5,), f"{d}/kernel": (14, 4), f"{d}/bias": (4,),
        f"{d}/AttnOutputProjection/kernel": (12, 6), f"{d}/AttnOutputProjection/bias": (6,),
    }  # fmt: skip

    def attend(h: Any) -> list[Any]:
        found = []
        for head in range(2):
            asked = h @ v[f"{d}/Attention_{head}/kernel"] + v[f"{d}/Attention_{head}/bias"]
            keys = seen @ v[f"{d}/AttnW_{head}"][0, 0]
            weights = softmax((v[f"{d}/AttnV_{head}"] * np.tanh(keys + asked[:, None])).sum(2))
            found.append(np.einsum("bt,bts->bs", weights, seen))
        return found

    h = start
    means = attend(h) if first else [np.zeros((3, 5), np.float32)] * 2
    for x, output in zip(STEPS, outputs, strict=True):
        h = rnn(v, d, np.hstack([x, *means]) @ v[f"{d}/kernel"] + v[f"{d}/bias"], h)
        means = attend(h)
        close(output, np.hstack([h, *means]) @ v[f"{d}/AttnOutputProjection/kernel"] + 0.1)
    close(state, h)


@pytest.mark.parametrize("kind", [True, False, "tensor"])
def test_embeddings(kind: Any) -> None:
    asked = tf.placeholder_with_default(False, []) if kind == "tensor" else kind
    outputs, state = s2s.embedding_rnn_seq2seq(
        constants(IDS[:2]), constants(IDS), cells.BasicRNNCell(2), 5, 6, 4, feed_previous=asked
    )
    (outputs, state), v = run([outputs, state])
    e = "embedding_rnn_seq2seq"
    d = f"{e}/embedding_rnn_decoder"
    w = f"{d}/rnn_decoder/output_projection_wrapper"
    assert {name: value.shape for name, value in v.items()} == {
        f"{e}/rnn/embedding_wrapper/embedding": (5, 4), f"{e}/rnn/embedding_wrapper/basic_rnn_cell/kernel": (6, 2),
        f"{e}/rnn/embedding_wrapper/basic_rnn_cell/bias": (2,), f"{d}/embedding": (6, 4), f"{w}/kernel": (2, 6),
        f"{w}/bias": (6,), f"{w}/basic_rnn_cell/kernel": (6, 2), f"{w}/basic_rnn_cell/bias": (2,),
    }  # fmt: skip
    h = ZEROS
    for ids in IDS[:2]:
        h = rnn(v, f"{e}/rnn/embedding_wrapper", v[f"{e}/rnn/embedding_wrapper/embedding"][ids], h)
    ids = IDS[0]
    for number, output in enumerate(outputs):
        h = rnn(v, w, v[f"{d}/embedding"][ids], h)
        wanted = h @ v[f"{w}/kernel"] + v[f"{w}/bias"]
        close(output, wanted)
        if number < 2:
            ids = wanted.argmax(1) if kind is True else IDS[number + 1]
    close(state, h)


def test_tied_embeddings_and_attention() -> None:
    tied, _ = s2s.embedding_tied_rnn_seq2seq(constants(IDS[:2]), constants(IDS), cells.GRUCell(2), 5, 4)
    seen, _ = s2s.embedding_attention_seq2seq(constants(IDS[:2]), constants(IDS), cells.GRUCell(2), 5, 6, 4)
    (tied, seen), v = run([tied, seen])
    assert [each.shape for each in tied] == [(3, 5)] * 3
    assert [each.shape for each in seen] == [(3, 6)] * 3
    t = "embedding_tied_rnn_seq2seq"
    a = "embedding_attention_seq2seq"
    d = f"{a}/embedding_attention_decoder"
    wanted = {
        f"{t}/embedding", f"{t}/combined_tied_rnn_seq2seq/tied_rnn_seq2seq/output_projection_wrapper/kernel",
        f"{a}/rnn/embedding_wrapper/embedding", f"{a}/rnn/embedding_wrapper/gru_cell/gates/kernel", f"{d}/embedding",
        f"{d}/attention_decoder/kernel", f"{d}/attention_decoder/output_projection_wrapper/gru_cell/candidate/bias",
        f"{d}/attention_decoder/output_projection_wrapper/kernel",
        f"{d}/attention_decoder/AttnOutputProjection/kernel", f"{d}/attention_decoder/Attention_0/bias",
    }  # fmt: skip
    assert wanted <= set(v)


def test_sequence_losses() -> None:
    logits = [rows(3, 4, seed=seed) for seed in (1, 2)]
    weights = [np.array([1.0, 0.5, 0.0], np.float32), np.array([2.0, 1.0, 0.0], np.float32)]
    targets = [np.array([0, 1, 2]), np.array([3, 0, 1])]
    losses = sum(
        -np.log(softmax(x))[np.arange(3), t] * w for x, t, w in zip(logits, targets, weights, strict=True)
    )  # fmt: skip
    total = sum(weights)
    with tf.Session() as session:
        close(session.run(s2s.sequence_loss_by_example(logits, targets, weights)), losses / (total + 1e-12))
        close(session.run(s2s.sequence_loss_by_example(logits, targets, weights, False)), losses)
        close(session.run(s2s.sequence_loss(logits, targets, weights)), (losses / (total + 1e-12)).sum() / 3)
        by_label = s2s.sequence_loss(
            logits, targets, weights, average_across_batch=False,
            softmax_loss_function=lambda labels, logits: tf.to_float(labels),
        )  # fmt: skip
        found = session.run(by_label)
        wanted = sum(t * w for t, w in zip(targets, weights, strict=True)) / (total + 1e-12)
        close(found, wanted.sum())


def test_buckets_share_their_variables() -> None:
    cell = cells.GRUCell(2)

    def model(encoder: Any, decoder: Any) -> Any:
        return s2s.embedding_attention_seq2seq(encoder, decoder, cell, 5, 6, 4, feed_previous=False)

    ids = constants(IDS)
    weights = constants([np.ones(3, np.float32)] * 3)
    outputs, losses = s2s.model_with_buckets(ids, ids, ids, weights, [(1, 2), (2, 3)], model)
    count = len(tf.trainable_variables())
    with tf.variable_scope(tf.get_variable_scope(), reuse=True):
        alone, _ = s2s.model_with_buckets(ids, ids, ids, weights, [(2, 3)], model, per_example_loss=True)
    assert [len(each) for each in outputs] == [2, 3]
    assert len({v.op.name for v in tf.trainable_variables()}) == count
    (outputs, losses, alone), _ = run([outputs, losses, alone])
    close(outputs[1], alone[0])
    assert all(np.isfinite(each) for each in losses)


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("attention_decoder must get a list", lambda: s2s.attention_decoder([], None, None, cells.BasicRNNCell(2))),
        ("attention_states must be", lambda: s2s.attention_decoder(
            constants(STEPS), tf.constant(ZEROS), STEPS[0], cells.BasicRNNCell(2))),
        ("must be lists of one length", lambda: s2s.sequence_loss([STEPS[0]], [], [])),
        ("targets must be as many", lambda: s2s.model_with_buckets([1], [1], [], [], [(1, 1)], None)),
    ],
)  # fmt: skip
def test_refusals(text: str, call: Any) -> None:
    with pytest.raises(errors.GraphopsError, match=text):
        call()


def test_each_name_exists() -> None:
    for name in dir(s2s):
        assert getattr(s2s, name) is not None
