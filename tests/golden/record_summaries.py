"""Record what TensorFlow's ImageSummary and AudioSummary give: ``python -m tests.golden.record_summaries``.

Messages of images are stored with the pixels of their PNG files in place of the files, which zlib may make otherwise.
"""

import json
from typing import Any

from tests.golden.load import GOLDEN
from tests.golden.record import import_tensorflow
from tests.ops.summary_calls import image_calls, old_audio_calls

SUMMARIES = GOLDEN / "summaries.json"


def images(tf: Any, message: bytes) -> list[Any]:
    """Tag, height, width, channels and pixels of each value."""
    found = []
    for value in tf.compat.v1.Summary.FromString(message).value:
        seen = value.image
        pixels = tf.io.decode_png(seen.encoded_image_string, seen.colorspace).numpy().tolist()
        found.append([value.tag, seen.height, seen.width, seen.colorspace, pixels])
    return found


def in_a_graph(tf: Any, op: str, arguments: dict[str, Any]) -> bytes:
    """The answer of an op in a graph as old as the op."""
    v1 = tf.compat.v1
    graph = tf.Graph()
    with graph.as_default():
        dtypes = {name: tf.as_dtype(value.dtype) for name, value in arguments.items() if hasattr(value, "shape")}
        message = v1.GraphDef()
        node = message.node.add(name="it", op=op)
        for name, value in arguments.items():
            if name == "bad_color":
                node.attr[name].tensor.CopyFrom(tf.make_tensor_proto(value))
            elif isinstance(value, float):
                node.attr[name].f = value
            elif isinstance(value, int):
                node.attr[name].i = value
        tag, tensor = v1.placeholder(tf.string, []), v1.placeholder(dtypes["tensor"])
        if op == "ImageSummary":
            node.attr["T"].type = dtypes["tensor"].as_datatype_enum
        for name, source in (("tag", tag), ("tensor", tensor)):
            given = message.node.add(name=name, op="Placeholder")
            given.attr["dtype"].type = source.dtype.as_datatype_enum
            node.input.append(name)
        message.versions.producer = 10
    old = tf.Graph()
    with old.as_default():
        tf.graph_util.import_graph_def(message, name="")
        with v1.Session() as session:
            feeds = {"tag:0": arguments["tag"], "tensor:0": arguments["tensor"]}
            result: bytes = session.run("it:0", feeds)
            return result


def main() -> None:
    tf = import_tensorflow()
    seen = [in_a_graph(tf, "ImageSummary", {"tag": "seen", "tensor": x, **attrs}) for x, attrs in image_calls()]
    heard = [in_a_graph(tf, "AudioSummary", {"tag": "heard", "tensor": x, **attrs}) for x, attrs in old_audio_calls()]
    recorded = {"images": [images(tf, message) for message in seen], "sounds": [message.hex() for message in heard]}
    SUMMARIES.write_text(json.dumps(recorded) + "\n")
    print(f"{SUMMARIES.stat().st_size} bytes")


if __name__ == "__main__":
    main()
