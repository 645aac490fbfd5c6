"""``tf.contrib.seq2seq`` against loops in NumPy: decoders, attention, the search for the best sequences."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

import graphops.compat.v1 as tf
from graphops import errors
from tests.compat.calls import rows
from tests.compat.contrib.test_rnn import softmax
from tests.compat.test_rnn_cells import close, run, sigmoid

s2s = tf.contrib.seq2seq
cells = tf.nn.rnn_cell
X = rows(3 * 5, 4).reshape(3, 5, 4)
LENGTHS = np.array([5, 2, 4], np.int32)
TABLE = rows(6, 4, seed=7)


@pytest.fixture(autouse=True)
def graph() -> Iterator[Any]:
    with tf.Graph().as_default() as made:
        tf.set_random_seed(1)
        yield made


def rnn(v: dict[str, np.ndarray], x: Any, h: Any, place: str = "decoder/basic_rnn_cell") -> Any:
    return np.tanh(np.hstack([x, h]) @ v[f"{place}/kernel"] + v[f"{place}/bias"])


@pytest.mark.parametrize("impute", [False, True])
def test_known_inputs(impute: bool) -> None:
    cell = cells.BasicRNNCell(2)
    helper = s2s.TrainingHelper(X, LENGTHS)
    decoder = s2s.BasicDecoder(cell, helper, cell.zero_state(3, tf.float32), tf.layers.Dense(3, name="out"))
    outputs, state, lengths = s2s.dynamic_decode(decoder, impute_finished=impute)
    (outputs, state, lengths), v = run([outputs, state, lengths])
    assert sorted(v) == ["decoder/basic_rnn_cell/bias", "decoder/basic_rnn_cell/kernel", "decoder/out/bias",
                         "decoder/out/kernel"]  # fmt: skip
    h, wanted = np.zeros((3, 2), np.float32), []
    for time in range(5):
        runs = (time < LENGTHS)[:, None] if impute else True
        # Inputs beyond the end of a sequence are read; where all are over they would be 0.
        new = rnn(v, X[:, time], h)
        h = np.where(runs, new, h)
        wanted.append(np.where(runs, new @ v["decoder/out/kernel"] + v["decoder/out/bias"], 0))
    close(outputs.rnn_output, np.stack(wanted, 1))
    np.testing.assert_array_equal(outputs.sample_id, np.stack(wanted, 1).argmax(-1))
    close(state, h)
    assert lengths.tolist() == [5, 2, 4]


def test_time_major_and_most_steps() -> None:
    cell = cells.BasicRNNCell(2)
    helper = s2s.TrainingHelper(X.swapaxes(0, 1), LENGTHS, time_major=True)
    decoder = s2s.BasicDecoder(cell, helper, cell.zero_state(3, tf.float32))
    outputs, _, lengths = s2s.dynamic_decode(decoder, output_time_major=True, maximum_iterations=3, scope="mine")
    (outputs, lengths), v = run([outputs, lengths])
    h = np.zeros((3, 2), np.float32)
    for time in range(3):
        h = rnn(v, X[:, time], h, "mine/basic_rnn_cell")
        close(outputs.rnn_output[time], h)
    assert outputs.rnn_output.shape == (3, 3, 2)
    assert lengths.tolist() == [3, 2, 3]


def test_a_training_through_a_decoder() -> None:
    """The gradient of a variable, by differences."""
    cell = cells.GRUCell(2)
    decoder = s2s.BasicDecoder(cell, s2s.TrainingHelper(X, LENGTHS), cell.zero_state(3, tf.float32))
    outputs, _, _ = s2s.dynamic_decode(decoder)
    weights = tf.sequence_mask(LENGTHS, 5, tf.float32)
    targets = np.array([[0, 1, 0, 1, 1]] * 3)
    loss = s2s.sequence_loss(outputs.rnn_output, targets, weights)
    kernel = next(each for each in tf.trainable_variables() if "candidate/kernel" in each.name)
    (gradient,) = tf.gradients(loss, [kernel])
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        found, value = session.run([gradient, kernel])
        for place in ((0, 0), (5, 1), (3, 1)):
            ends = []
            for step in (1e-2, -1e-2):
                moved = value.copy()
                moved[place] += step
                kernel.load(moved, session)
                ends.append(float(session.run(loss)))
            np.testing.assert_allclose(found[place], (ends[0] - ends[1]) / 2e-2, rtol=2e-2, atol=1e-4)


def test_the_largest_output_is_the_next_input() -> None:
    cell = cells.BasicRNNCell(3)
    helper = s2s.GreedyEmbeddingHelper(TABLE, [1, 5, 2], 0)
    decoder = s2s.BasicDecoder(cell, helper, cell.zero_state(3, tf.float32), tf.layers.Dense(6))
    outputs, _, lengths = s2s.dynamic_decode(decoder, maximum_iterations=7)
    (outputs, lengths), v = run([outputs, lengths])
    h, ids, over = np.zeros((3, 3), np.float32), np.array([1, 5, 2]), np.zeros(3, bool)
    wanted_lengths = np.zeros(3, int)
    for time in range(outputs.sample_id.shape[1]):
        h = rnn(v, TABLE[ids], h)
        logits = h @ v["decoder/dense/kernel"] + v["decoder/dense/bias"]
        close(outputs.rnn_output[:, time], logits)
        ids = logits.argmax(1)
        assert outputs.sample_id[:, time].tolist() == ids.tolist()
        wanted_lengths += ~over
        over |= ids == 0
    assert lengths.tolist() == wanted_lengths.tolist()
    assert over.all() or outputs.sample_id.shape[1] == 7


def test_drawn_inputs() -> None:
    """With logits of one class far above all others it is drawn; a high temperature draws others too."""
    cell = cells.BasicRNNCell(6)
    start = cell.zero_state(40, tf.float32)

    class Sure(tf.layers.Layer):
        units = 6

        def call(self, inputs: Any, **kwargs: Any) -> Any:
            return 0.0 * inputs + 50.0 * tf.one_hot(3, 6)

    found = []
    for temperature in (None, 1000.0):
        helper = s2s.SampleEmbeddingHelper(TABLE, [1] * 40, 0, temperature, seed=5)
        outputs, _, _ = s2s.dynamic_decode(s2s.BasicDecoder(cell, helper, start, Sure()), maximum_iterations=2)
        found.append(outputs.sample_id)
    (sure, wild), _ = run(found)
    assert set(sure.ravel()) == {3}
    assert len(set(wild.ravel())) == 6


@pytest.mark.parametrize("probability", [0.0, 1.0])
def test_inputs_that_are_known_or_drawn(probability: float) -> None:
    cell = cells.BasicRNNCell(6)
    helper = s2s.ScheduledEmbeddingTrainingHelper(X, LENGTHS, TABLE, probability, seed=1, scheduling_seed=2)
    outputs, _, _ = s2s.dynamic_decode(s2s.BasicDecoder(cell, helper, cell.zero_state(3, tf.float32)))
    outputs, v = run(outputs)
    h, x = np.zeros((3, 6), np.float32), X[:, 0]
    for time in range(5):
        h = rnn(v, x, h)
        close(outputs.rnn_output[:, time], h)
        assert ((outputs.sample_id[:, time] >= 0) == bool(probability)).all()
        if time < 4:
            x = TABLE[outputs.sample_id[:, time]] if probability else X[:, time + 1]


@pytest.mark.parametrize("probability", [0.0, 1.0])
def test_inputs_that_are_known_or_outputs(probability: float) -> None:
    more = rows(3 * 5, 1, seed=3).reshape(3, 5, 1)
    cell = cells.BasicRNNCell(4)
    helper = s2s.ScheduledOutputTrainingHelper(
        X, LENGTHS, probability, next_inputs_fn=lambda y: 2.0 * y, auxiliary_inputs=more
    )
    outputs, _, _ = s2s.dynamic_decode(s2s.BasicDecoder(cell, helper, cell.zero_state(3, tf.float32)))
    outputs, v = run(outputs)
    h, x = np.zeros((3, 4), np.float32), X[:, 0]
    for time in range(5):
        h = rnn(v, np.hstack([x, more[:, time]]), h)
        close(outputs.rnn_output[:, time], h)
        if time < 4:
            x = 2.0 * h if probability else X[:, time + 1]


def test_helpers_of_functions() -> None:
    cell = cells.BasicRNNCell(4)
    start = cell.zero_state(3, tf.float32)
    free = s2s.InferenceHelper(lambda y: y, [4], tf.float32, X[:, 0], lambda y: tf.fill([3], False), tf.nn.relu)
    first, _, _ = s2s.dynamic_decode(s2s.BasicDecoder(cell, free, start), maximum_iterations=3)
    custom = s2s.CustomHelper(
        initialize_fn=lambda: (tf.fill([3], False), tf.constant(X[:, 0])),
        sample_fn=lambda time, outputs, state: tf.cast(tf.argmax(outputs, 1), tf.int32),
        next_inputs_fn=lambda time, outputs, state, sample_ids: (time + 1 >= LENGTHS - 1, tf.nn.relu(outputs), state),
    )
    second, _, lengths = s2s.dynamic_decode(s2s.BasicDecoder(cell, custom, start), scope="again")
    (first, second, lengths), v = run([first, second, lengths])
    h, x = np.zeros((3, 4), np.float32), X[:, 0]
    for time in range(3):
        h = rnn(v, x, h)
        x = np.maximum(h, 0)
        close(first.rnn_output[:, time], h)
        close(first.sample_id[:, time], h)
        close(second.rnn_output[:, time], h)
    assert lengths.tolist() == [4, 1, 3]


MEMORY = rows(3 * 4, 5, seed=11).reshape(3, 4, 5)
MEMORY_LENGTHS = np.array([4, 2, 3], np.int32)


def weights_of(score: Any) -> Any:
    there = np.arange(4)[None] < MEMORY_LENGTHS[:, None]
    return softmax(np.where(there, score, -np.inf))


@pytest.mark.parametrize("kind", ["bahdanau", "bahdanau normalized", "luong", "luong scaled"])
def test_attention(kind: str) -> None:
    if kind.startswith("bahdanau"):
        attention = s2s.BahdanauAttention(3, MEMORY, MEMORY_LENGTHS, normalize="normalized" in kind)
    else:
        attention = s2s.LuongAttention(2, MEMORY, MEMORY_LENGTHS, scale="scaled" in kind)
    cell = s2s.AttentionWrapper(cells.BasicRNNCell(2), attention, 6, alignment_history=True)
    start = cell.zero_state(3, tf.float32).clone(cell_state=tf.constant(rows(3, 2, seed=5)))
    outputs, state, _ = s2s.dynamic_decode(s2s.BasicDecoder(cell, s2s.TrainingHelper(X, LENGTHS), start))
    history = state.alignment_history.stack()
    (outputs, last, history), v = run([outputs.rnn_output, state.cell_state, history])
    w = "decoder/attention_wrapper"
    scope = f"{w}/{kind.split()[0]}_attention"
    extra = {
        "bahdanau": {f"{scope}/query_layer/kernel": (2, 3), f"{scope}/attention_v": (3,)},
        "bahdanau normalized": {
            f"{scope}/query_layer/kernel": (2, 3), f"{scope}/attention_v": (3,), f"{scope}/attention_g": (),
            f"{scope}/attention_b": (3,),
        },
        "luong": {},
        "luong scaled": {f"{scope}/attention_g": ()},
    }[kind]  # fmt: skip
    assert {name: value.shape for name, value in v.items()} == {
        "memory_layer/kernel": (5, 3 if kind.startswith("bahdanau") else 2),
        f"{w}/basic_rnn_cell/kernel": (12, 2), f"{w}/basic_rnn_cell/bias": (2,), f"{w}/attention_layer/kernel": (7, 6),
        **extra,
    }  # fmt: skip
    memory = MEMORY * (np.arange(4)[None, :, None] < MEMORY_LENGTHS[:, None, None])
    keys = memory @ v["memory_layer/kernel"]
    h, seen = rows(3, 2, seed=5), np.zeros((3, 6), np.float32)
    for time in range(5):
        h = rnn(v, np.hstack([X[:, time], seen]), h, f"{w}/basic_rnn_cell")
        if kind.startswith("bahdanau"):
            asked = keys + (h @ v[f"{scope}/query_layer/kernel"])[:, None]
            by = v[f"{scope}/attention_v"]
            if "normalized" in kind:
                asked = asked + v[f"{scope}/attention_b"]
                by = v[f"{scope}/attention_g"] * by / np.sqrt((by**2).sum())
            score = (by * np.tanh(asked)).sum(2)
        else:
            score = np.einsum("bu,btu->bt", h, keys) * v.get(f"{scope}/attention_g", 1.0)
        weights = weights_of(score)
        close(history[time], weights)
        seen = np.hstack([h, np.einsum("bt,bts->bs", weights, memory)]) @ v[f"{w}/attention_layer/kernel"]
        close(outputs[:, time], seen)
    close(last, h)


def test_two_attentions_without_layers() -> None:
    both = [s2s.LuongAttention(2, MEMORY), s2s.BahdanauAttention(3, MEMORY, MEMORY_LENGTHS, name="other")]
    cell = s2s.AttentionWrapper(cells.BasicRNNCell(2), both, output_attention=False)
    output, state = cell(tf.constant(X[:, 0]), cell.zero_state(3, tf.float32))
    (output, seen), _ = run([output, state.attention])
    assert output.shape == (3, 2)
    assert seen.shape == (3, 10)
    assert cell.state_size.attention == 10
    assert cell.output_size == 2


def beam_search(v: dict[str, np.ndarray], starts: Any, end: int, width: int, steps: int, weight: float) -> Any:
    """For each start the best sequences by a search over tuples."""
    found = []
    for start in starts:
        beams = [(0.0, 0.0, (), np.zeros((1, 3), np.float32))]
        for _ in range(steps):
            candidates = []
            for _, logp, ids, h in beams:
                if ids and ids[-1] == end:
                    length = ids.index(end) + 1
                    candidates.append((logp / ((5.0 + length) / 6.0) ** weight, logp, (*ids, end), h))
                    continue
                new = rnn(v, TABLE[[ids[-1] if ids else start]], h)
                logits = (new @ v["decoder/out/kernel"] + v["decoder/out/bias"])[0]
                logps = logits - np.log(np.exp(logits).sum())
                for word, each in enumerate(logps):
                    length = len(ids) + (word != end)
                    candidates.append(
                        ((logp + each) / ((5.0 + length) / 6.0) ** weight, logp + each, (*ids, word), new)
                    )
            beams = sorted(candidates, key=lambda each: -each[0])[:width]
            if all(ids[-1] == end for _, _, ids, _ in beams):
                break
        found.append([(ids, score) for score, _, ids, _ in beams])
    return found


@pytest.mark.parametrize("weight", [0.0, 0.7])
def test_beam_search(weight: float) -> None:
    cell, width, steps, starts = cells.BasicRNNCell(3), 3, 5, [1, 4]
    decoder = s2s.BeamSearchDecoder(
        cell, TABLE, starts, 0, s2s.tile_batch(cell.zero_state(2, tf.float32), width), width,
        tf.layers.Dense(6, name="out", kernel_initializer=tf.random_normal_initializer(stddev=2.0)),
        length_penalty_weight=weight,
    )  # fmt: skip
    outputs, state, _ = s2s.dynamic_decode(decoder, maximum_iterations=steps)
    scores = outputs.beam_search_decoder_output.scores
    (ids, log_probs, scores), v = run([outputs.predicted_ids, state.log_probs, scores])
    assert ids.shape[0] == 2
    assert ids.shape[2] == width
    for batch, wanted in enumerate(beam_search(v, starts, 0, width, steps, weight)):
        for beam, (sequence, score) in enumerate(wanted):
            np.testing.assert_allclose(scores[batch, -1, beam], score, rtol=1e-4)
            got = ids[batch, :, beam].tolist()
            padded = [*sequence, *[0] * (len(got) - len(sequence))]
            assert got == padded[: len(got)], (batch, beam)
    assert (np.diff(log_probs, axis=1) <= 1e-6).all() or weight


def test_beam_search_with_attention() -> None:
    """The widest search finds the best of all sequences of two classes."""
    width = 6
    attention = s2s.LuongAttention(3, s2s.tile_batch(tf.constant(MEMORY[:2]), width))
    cell = s2s.AttentionWrapper(cells.BasicRNNCell(3), attention, 4)
    start = cell.zero_state(2 * width, tf.float32)
    decoder = s2s.BeamSearchDecoder(cell, TABLE, [1, 4], 0, start, width, tf.layers.Dense(6, name="out"))
    outputs, state, _ = s2s.dynamic_decode(decoder, maximum_iterations=2)
    (ids, log_probs), v = run([outputs.predicted_ids, state.log_probs])
    w, layer = "decoder/attention_wrapper", v["decoder/attention_wrapper/attention_layer/kernel"]
    keys = MEMORY @ v["memory_layer/kernel"]
    for batch, first in enumerate((1, 4)):
        best = {}
        for sequence in product(range(6), repeat=2):
            h, seen, total, word = np.zeros((1, 3), np.float32), np.zeros((1, 4), np.float32), 0.0, first
            for each in sequence:
                h = rnn(v, np.hstack([TABLE[[word]], seen]), h, f"{w}/basic_rnn_cell")
                weights = softmax((keys[batch] @ h[0])[None])
                seen = np.hstack([h, weights @ MEMORY[batch]]) @ layer
                logits = (seen @ v["decoder/out/kernel"] + v["decoder/out/bias"])[0]
                total += logits[each] - np.log(np.exp(logits).sum())
                word = each
                if word == 0:
                    break
            best[(0, 0) if sequence[0] == 0 else sequence] = total
        wanted = max(best, key=lambda key: best[key])
        assert tuple(ids[batch, :, 0]) == wanted
        np.testing.assert_allclose(log_probs[batch, 0], best[wanted], rtol=1e-4)


def test_gather_tree() -> None:
    """The example of TensorFlow's documentation of GatherTree, and a sequence that is shorter than the steps."""
    ids = np.array([[[1, 2, 3]], [[4, 5, 6]], [[7, 8, 9]], [[-1, -1, -1]]])
    parents = np.array([[[0, 0, 0]], [[0, 1, 1]], [[2, 1, 2]], [[-1, -1, -1]]])
    with tf.Session() as session:
        found = session.run(s2s.gather_tree(ids, parents, [3], 10))
        assert found[:, 0].T.tolist() == [[2, 6, 7, 10], [2, 5, 8, 10], [2, 6, 9, 10]]
        found = session.run(s2s.gather_tree(np.array([[[1, 2]], [[9, 3]], [[4, 5]]]), np.array([[[0, 1]]] * 3), [3], 9))
        assert found[:, 0].T.tolist() == [[1, 9, 9], [2, 3, 5]]


def test_tile_batch_and_hardmax() -> None:
    with tf.Session() as session:
        found = session.run(s2s.tile_batch({"a": tf.constant([[1, 2], [3, 4]]), "b": tf.constant([5, 6])}, 2))
        assert found["a"].tolist() == [[1, 2], [1, 2], [3, 4], [3, 4]]
        assert found["b"].tolist() == [5, 5, 6, 6]
        assert session.run(s2s.hardmax([[1.0, 3.0, 2.0]])).tolist() == [[0.0, 1.0, 0.0]]


def test_sequence_loss() -> None:
    logits, targets = rows(2 * 3, 4).reshape(2, 3, 4), np.array([[0, 1, 2], [3, 0, 1]])
    weights = np.array([[1.0, 0.5, 0.0], [2.0, 1.0, 1.0]], np.float32)
    losses = -np.take_along_axis(np.log(softmax(logits)), targets[..., None], 2)[..., 0] * weights
    loss = s2s.sequence_loss
    none = {"average_across_timesteps": False, "average_across_batch": False}
    with tf.Session() as session:
        for wanted, arguments in (
            (losses.sum() / weights.sum(), {}),
            (losses, none),
            (losses.sum(1) / weights.sum(1), {"average_across_batch": False}),
            (losses.sum(0) / weights.sum(0), {"average_across_timesteps": False}),
            (losses.sum() / 5, {**none, "sum_over_timesteps": True, "sum_over_batch": True}),
        ):
            close(session.run(loss(logits, targets, weights, **arguments)), wanted)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("decoder of dynamic_decode must be", lambda c: s2s.dynamic_decode(c)),
        ("helper of BasicDecoder must be", lambda c: s2s.BasicDecoder(c, None, None)),
        ("cell of BasicDecoder must be", lambda c: s2s.BasicDecoder(None, None, None)),
        ("sequence_length of TrainingHelper", lambda c: s2s.TrainingHelper(X, 3)),
        ("start_tokens and end_token", lambda c: s2s.GreedyEmbeddingHelper(TABLE, 1, 0)),
        ("sampling_probability must be", lambda c: s2s.ScheduledOutputTrainingHelper(X, LENGTHS, 1.5)),
        ("memory of an attention must be", lambda c: s2s.LuongAttention(2, X[0])),
        ("must have the size of the keys", lambda c: s2s.LuongAttention(3, X)(tf.constant(X[:, 0]), None)),
        ("attention_mechanism of AttentionWrapper", lambda c: s2s.AttentionWrapper(c, c)),
        (
            "attention_layer_size of AttentionWrapper",
            lambda c: s2s.AttentionWrapper(c, s2s.LuongAttention(3, X), [1, 2]),
        ),
        ("beam_width of BeamSearchDecoder", lambda c: s2s.BeamSearchDecoder(c, TABLE, [1], 0, X, 0)),
        ("coverage_penalty_weight", lambda c: s2s.BeamSearchDecoder(c, TABLE, [1], 0, X, 1, None, 0.0, 1.0)),
        ("logits, targets and weights of sequence_loss", lambda c: s2s.sequence_loss(X[0], LENGTHS, LENGTHS)),
    ],
)
def test_refusals(text: str, call: Any) -> None:
    with pytest.raises(errors.GraphopsError, match=text):
        call(cells.BasicRNNCell(2))


def test_each_name_exists() -> None:
    for name in dir(s2s):
        assert getattr(s2s, name) is not None
    assert sigmoid(0) == 0.5
