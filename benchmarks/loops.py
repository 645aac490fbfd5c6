"""Loops and recurrent layers, here and in TensorFlow 2.21, from the same GraphDefs.

TensorFlow makes the graphs, each with the control flow of TensorFlow 1 (frames: Switch, Merge, Enter) and of
TensorFlow 2 (While). ``--graphs FOLDER`` is where they are; those that are missing are made with ``--peer``.
``in_turn.py`` measures a run of each and has the other options.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from in_turn import Step, main

FOLDER = "GRAPHOPS_LOOP_GRAPHS"  # the variable that tells processes where the graphs are

Feeds = dict[Any, np.ndarray[Any, Any]]
Built = tuple[list[Any], Feeds]  # fetches and feeds


def _numbers(*shape: int) -> np.ndarray[Any, Any]:
    return np.random.default_rng(len(shape)).standard_normal(shape).astype(np.float32)


def scalar_loop(tf: Any) -> Built:
    """A thousand iterations of a counter and a product."""
    x = tf.placeholder(tf.float32, [])
    found = tf.while_loop(lambda i, v: i < 1000, lambda i, v: (i + 1, v * 1.001), [tf.constant(0), x])
    return [found[1]], {x: np.float32(1)}


def nested_loop(tf: Any) -> Built:
    """Thirty iterations of a loop of thirty."""
    x = tf.placeholder(tf.float32, [8, 8])

    def outer(i: Any, v: Any) -> Any:
        return i + 1, tf.while_loop(lambda j, _: j < 30, lambda j, u: (j + 1, tf.tanh(u + 0.1)), [0, v])[1]

    return [tf.while_loop(lambda i, _: i < 30, outer, [0, x])[1]], {x: _numbers(8, 8)}


def branches(tf: Any) -> Built:
    """A conditional in each of 300 iterations."""
    x = tf.placeholder(tf.float32, [16])

    def body(i: Any, v: Any) -> Any:
        return i + 1, tf.cond(tf.equal(i % 2, 0), lambda: v * 1.01, lambda: tf.nn.relu(v) - 0.01)

    return [tf.while_loop(lambda i, _: i < 300, body, [0, x])[1]], {x: _numbers(16)}


def mapped(tf: Any) -> Built:
    """A function of each of 100 rows, by ``map_fn``."""
    x = tf.placeholder(tf.float32, [100, 64])
    return [tf.map_fn(lambda row: tf.nn.softmax(row) * tf.reduce_max(row), x)], {x: _numbers(100, 64)}


def scanned(tf: Any) -> Built:
    """A running, decaying sum of 100 rows, by ``scan``, and its gradient."""
    x = tf.placeholder(tf.float32, [100, 64])
    y = tf.scan(lambda before, row: 0.9 * before + tf.tanh(row), x)
    return [y, tf.gradients(tf.reduce_sum(y * y), x)[0]], {x: _numbers(100, 64)}


def _series(tf: Any, cell: Any, batch: int, steps: int, size: int, *, training: bool) -> Built:
    x, target = tf.placeholder(tf.float32, [None, steps, size]), tf.placeholder(tf.float32, [None, size])
    outputs, _ = tf.nn.dynamic_rnn(cell, x, dtype=tf.float32)
    feeds = {x: _numbers(batch, steps, size), target: _numbers(batch, size)}
    last = tf.matmul(outputs[:, -1], tf.get_variable("out", [int(outputs.shape[2]), size]))
    if not training:
        return [last], feeds
    loss = tf.reduce_mean(tf.square(last - target))
    return [tf.train.AdamOptimizer(1e-3).minimize(loss), loss], feeds


def lstm(tf: Any, *, training: bool = False) -> Built:
    """50 steps of an LSTM of 64, 32 series."""
    return _series(tf, tf.nn.rnn_cell.LSTMCell(64), 32, 50, 32, training=training)


def gru(tf: Any, *, training: bool = False) -> Built:
    """50 steps of a GRU of 64, 32 series."""
    return _series(tf, tf.nn.rnn_cell.GRUCell(64), 32, 50, 32, training=training)


def large_lstm(tf: Any, *, training: bool = False) -> Built:
    """20 steps of two LSTMs of 256, 64 series."""
    cells = [tf.nn.rnn_cell.LSTMCell(256) for _ in range(2)]
    return _series(tf, tf.nn.rnn_cell.MultiRNNCell(cells), 64, 20, 128, training=training)


def tagger(tf: Any, *, training: bool = False) -> Built:
    """Words to tags by a bidirectional LSTM of 64, series of different lengths."""
    words, lengths = tf.placeholder(tf.int32, [None, None]), tf.placeholder(tf.int32, [None])
    tags = tf.placeholder(tf.int32, [None, None])
    embedded = tf.nn.embedding_lookup(tf.get_variable("words", [2000, 50]), words)
    cells = [tf.nn.rnn_cell.LSTMCell(64) for _ in range(2)]
    both, _ = tf.nn.bidirectional_dynamic_rnn(*cells, embedded, sequence_length=lengths, dtype=tf.float32)
    logits = tf.tensordot(tf.concat(both, 2), tf.get_variable("tags", [128, 10]), 1)
    random = np.random.default_rng(0)
    feeds = {words: random.integers(0, 2000, (16, 30)).astype(np.int32),
             lengths: random.integers(5, 31, 16).astype(np.int32),
             tags: random.integers(0, 10, (16, 30)).astype(np.int32)}  # fmt: skip
    if not training:
        del feeds[tags]
        return [tf.argmax(logits, 2)], feeds
    losses = tf.nn.sparse_softmax_cross_entropy_with_logits(logits=logits, labels=tags)
    loss = tf.reduce_mean(losses * tf.sequence_mask(lengths, tf.shape(words)[1], tf.float32))
    return [tf.train.AdamOptimizer(1e-3).minimize(loss), loss], feeds


def beam_search(tf: Any) -> Built:
    """20 words of a GRU decoder with 1,000 words, the 5 best of each of 4 texts."""
    beams, words, size, steps, texts = 5, 1000, 64, 20, 4
    start = tf.placeholder(tf.float32, [texts, size])
    cell = tf.nn.rnn_cell.GRUCell(size)
    table, out = tf.get_variable("words", [words, size]), tf.get_variable("out", [size, words])
    state = tf.reshape(tf.tile(start[:, None], [1, beams, 1]), [texts * beams, size])
    scores = tf.tile(tf.constant([[0.0] + [-1e9] * (beams - 1)]), [texts, 1])
    chosen = tf.zeros([texts * beams], tf.int32)
    cell.build((texts * beams, size))

    def body(i: Any, state: Any, scores: Any, chosen: Any, found: Any) -> Any:
        _, state = cell(tf.nn.embedding_lookup(table, chosen), state)
        chances = tf.reshape(tf.nn.log_softmax(tf.matmul(state, out)), [texts, beams, words])
        total = tf.reshape(scores[:, :, None] + chances, [texts, beams * words])
        scores, places = tf.nn.top_k(total, beams)
        parents = places // words + tf.range(texts)[:, None] * beams
        parents = tf.reshape(parents, [-1])
        chosen = tf.reshape(places % words, [-1])
        return i + 1, tf.gather(state, parents), scores, chosen, found.write(i, chosen)

    begin = [tf.constant(0), state, scores, chosen, tf.TensorArray(tf.int32, steps)]
    found = tf.while_loop(lambda i, *_: i < steps, body, begin)
    return [found[4].stack(), found[2]], {start: _numbers(texts, size)}


def greedy(tf: Any) -> Built:
    """A text of at most 40 words by an LSTM decoder, until all texts have ended."""
    words, size, texts = 500, 64, 8
    start = tf.placeholder(tf.float32, [texts, size])
    cell = tf.nn.rnn_cell.LSTMCell(size)
    table, out = tf.get_variable("words", [words, size]), tf.get_variable("out", [size, words])
    cell.build((texts, size))

    def body(i: Any, c: Any, h: Any, word: Any, ended: Any, found: Any) -> Any:
        _, (c, h) = cell(tf.nn.embedding_lookup(table, word), tf.nn.rnn_cell.LSTMStateTuple(c, h))
        word = tf.where(ended, tf.zeros_like(word), tf.argmax(tf.matmul(h, out), 1, output_type=tf.int32))
        return i + 1, c, h, word, tf.logical_or(ended, tf.equal(word, words - 1)), found.write(i, word)

    found = tf.while_loop(
        lambda i, c, h, word, ended, _: tf.logical_and(i < 40, tf.logical_not(tf.reduce_all(ended))),
        body,
        [0, start, start, tf.ones([texts], tf.int32), tf.zeros([texts], tf.bool), tf.TensorArray(tf.int32, 40)],
    )
    return [found[5].stack()], {start: _numbers(texts, size)}


BUILDERS: dict[str, Callable[[Any], Built]] = {
    **{each.__name__: each for each in (scalar_loop, nested_loop, branches, mapped, scanned, beam_search, greedy)},
    **{each.__name__: each for each in (lstm, gru, large_lstm, tagger)},
    **{f"{each.__name__}_step": partial(each, training=True) for each in (lstm, gru, large_lstm, tagger)},
}


# -- the graphs ----------------------------------------------------------------------------------------------------


def _write(folder: Path, name: str, version: int) -> None:
    """Make a graph with TensorFlow."""
    import tensorflow.compat.v1 as tf

    tf.disable_eager_execution()
    (tf.enable_control_flow_v2 if version == 2 else tf.disable_control_flow_v2)()
    tf.disable_resource_variables()
    if version == 2:
        tf.enable_resource_variables()
    with tf.Graph().as_default() as graph:
        tf.set_random_seed(1)
        fetches, feeds = BUILDERS[name](tf)
        tf.global_variables_initializer()
    np.savez(folder / f"{name}_v{version}.npz", **{str(n): value for n, value in enumerate(feeds.values())})
    names = {"fetches": [each.name for each in fetches], "feeds": [each.name for each in feeds]}
    (folder / f"{name}_v{version}.json").write_text(json.dumps(names))
    (folder / f"{name}_v{version}.pb").write_bytes(graph.as_graph_def().SerializeToString())


def _read(case: str, tf: Any) -> Step:
    """A run of a graph."""
    file = Path(os.environ[FOLDER]) / f"{case}.pb"
    names = json.loads(file.with_suffix(".json").read_text())
    with np.load(file.with_suffix(".npz")) as values:
        feeds = {name: values[str(n)] for n, name in enumerate(names["feeds"])}
    graph_def = tf.GraphDef()
    graph_def.ParseFromString(file.read_bytes())
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(graph_def, name="")
    session = tf.Session(graph=graph)
    session.run("init")
    return lambda: session.run(names["fetches"], feeds)


CASES: dict[str, Callable[[Any], Step]] = {
    f"{name}_v{version}": partial(_read, f"{name}_v{version}") for name in BUILDERS for version in (1, 2)
}


def _make_graphs(folder: Path, peer: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    missing = [case for case in CASES if not (folder / f"{case}.pb").exists()]
    for case in missing:
        subprocess.run(
            [peer, __file__, "--write", str(folder), case],
            check=True,
            env={**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "TF_USE_LEGACY_KERAS": "1"},
        )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--write"]:
        name, _, version = sys.argv[3].rpartition("_v")
        _write(Path(sys.argv[2]), name, int(version))
        sys.exit()
    if "--graphs" in sys.argv:
        at = sys.argv.index("--graphs")
        os.environ[FOLDER] = sys.argv[at + 1]
        del sys.argv[at : at + 2]
        if "--peer" in sys.argv:
            _make_graphs(Path(os.environ[FOLDER]), sys.argv[sys.argv.index("--peer") + 1])
    main(CASES, __doc__, __file__)
