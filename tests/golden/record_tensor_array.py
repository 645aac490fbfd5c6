"""Records what TensorFlow answers to the programs of ``tests/ops/tensor_array_programs.py`` and
``tensor_array_misuse.py``.

``PYTHON -m tests.golden.record_tensor_array``, from the repository's root with TensorFlow's Python, writes
``tensor_array.json``: for each program a list of ``[dtype, shape, values]``, or the class of its error. It also writes
``tensor_array_loop.pb``, the graph of a loop with its gradient, and ``tensor_array_loop.json``, the values of both.
"""

import json
import os
from pathlib import Path
from typing import Any

import numpy as np

from tests.ops.tensor_array_misuse import BAD
from tests.ops.tensor_array_programs import PROGRAMS, X

TARGET = Path(__file__).with_name("tensor_array.json")


def as_json(array: Any) -> list[Any]:
    """Complex numbers as pairs, strings as texts; every value of the programs is exact as a Python number."""
    array = np.asarray(array, dtype=object if isinstance(array, bytes) else None)
    name = "string" if array.dtype.kind == "O" else array.dtype.name
    if name == "string":
        values = [text.decode() for text in array.ravel()]
    elif array.dtype.kind == "c":
        values = [[value.real, value.imag] for value in array.ravel().tolist()]
    else:
        values = array.ravel().tolist()
    return [name, list(array.shape), values]


def session_of(tf: Any, graph: Any) -> Any:
    """A session that runs the graph as it is: Grappler takes the order of reads away."""
    config = tf.compat.v1.ConfigProto()
    config.graph_options.rewrite_options.disable_meta_optimizer = True
    return tf.compat.v1.Session(graph=graph, config=config)


def answer(tf: Any, build: Any) -> Any:
    """The values that a program gives, or the class of its error."""
    with tf.Graph().as_default() as graph:
        try:
            fetches = build(tf.raw_ops, tf.compat.v1.gradients)
            with session_of(tf, graph) as session:
                return [as_json(value) for value in session.run(fetches)]
        except (tf.errors.OpError, ValueError, TypeError) as error:
            return type(error).__name__


def record_loop(tf: Any) -> None:
    """A small recurrent network: ``s = tanh(s + x[i])``, all of which are the result ``y``; ``dx`` is that of y * y."""
    v1 = tf.compat.v1
    with tf.Graph().as_default() as graph:
        x = v1.placeholder(tf.float64, X.shape, name="x")
        steps = v1.TensorArray(tf.float64, len(X), name="steps").unstack(x)

        def body(i: Any, state: Any, states: Any) -> tuple[Any, Any, Any]:
            state = tf.tanh(state + steps.read(i))
            return i + 1, state, states.write(i, state)

        start = [0, tf.zeros(X.shape[1:], tf.float64), v1.TensorArray(tf.float64, len(X), name="states")]
        states = v1.while_loop(lambda i, state, states: i < len(X), body, start)[2]
        y = tf.identity(states.stack(), name="y")
        dx = tf.identity(v1.gradients(y * y, x)[0], name="dx")
        with session_of(tf, graph) as session:
            values = session.run([y, dx], {x: X})
    TARGET.with_name("tensor_array_loop.pb").write_bytes(graph.as_graph_def().SerializeToString(deterministic=True))
    text = json.dumps([as_json(value) for value in values])
    TARGET.with_name("tensor_array_loop.json").write_text(text + "\n", encoding="utf-8")


def main() -> None:
    os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
    import tensorflow as tf

    tf.compat.v1.disable_v2_behavior()  # with it, gradients know no tensor arrays
    lines = [f"{json.dumps(name)}: {json.dumps(answer(tf, build))}" for name, build in (PROGRAMS | BAD).items()]
    record_loop(tf)
    TARGET.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
