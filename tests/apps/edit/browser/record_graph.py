"""Writes ``data/fibonacci.pb``, a GraphDef of TensorFlow 2.21: ``PYTHON -m tests.apps.edit.browser.record_graph``."""

from pathlib import Path

import tensorflow as tf

v1 = tf.compat.v1
with tf.Graph().as_default() as graph:
    v1.disable_control_flow_v2()

    def step(i, a, b):
        return i + 1, b, a + b

    _, _, last = v1.while_loop(lambda i, a, b: i < 10, step, [0, 1, 1])
    tf.identity(last, name="fibonacci")
    matrix = tf.linalg.matmul([[1.0, 2.0], [3.0, 4.0]], [[5.0], [6.0]])
    tf.identity(matrix, name="product")
    path = Path(__file__).parent / "data" / "fibonacci.pb"
    path.write_bytes(graph.as_graph_def().SerializeToString(deterministic=True))
    with v1.Session(graph=graph) as session:
        print(session.run(["fibonacci:0", "product:0"]))
