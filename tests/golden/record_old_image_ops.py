"""Record ops of images that TensorFlow runs in old graphs only: ``python -m tests.golden.record_old_image_ops``."""

import json
from typing import Any

from tests.golden.load import GOLDEN
from tests.golden.record import import_tensorflow
from tests.ops.old_image_calls import Call, calls

RECORDED = GOLDEN / "old_image_ops.json"


def answer(tf: Any, call: Call) -> Any:
    """What the op gives, as lists, in a graph as old as it."""
    op, inputs, attrs = call
    message = tf.compat.v1.GraphDef()
    message.versions.producer = 1
    node = message.node.add(name="it", op=op)
    for name, value in inputs.items():
        given = message.node.add(name=name, op="Placeholder")
        given.attr["dtype"].type = tf.as_dtype(value.dtype).as_datatype_enum
        node.input.append(name)
    node.attr["T"].type = tf.as_dtype(next(iter(inputs.values())).dtype).as_datatype_enum
    for name, number in attrs.items():
        node.attr[name].i = number
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        tf.graph_util.import_graph_def(message, name="")
        return session.run("it:0", {f"{name}:0": value for name, value in inputs.items()}).tolist()


def main() -> None:
    tf = import_tensorflow()
    RECORDED.write_text(json.dumps([answer(tf, call) for call in calls()]) + "\n")
    print(f"{RECORDED.stat().st_size} bytes")


if __name__ == "__main__":
    main()
