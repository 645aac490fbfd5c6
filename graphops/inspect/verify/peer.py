"""What the peer runs: ``PYTHON peer.py FOLDER`` with a Python that has TensorFlow. It imports nothing of graphops.

``FOLDER/request.json`` says which model, and which tensors; ``FOLDER/feeds.npz`` has the inputs by position. Results go
to ``FOLDER/answer-<n>.npz``, by position; ``FOLDER/done.json`` says how it went.
"""

import base64
import json
import os
import sys
import time

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")

from importlib import import_module
from typing import Any

import numpy as np


def main(folder: str) -> None:
    tf = import_module("tensorflow")

    tf1 = tf.compat.v1
    with open(os.path.join(folder, "request.json"), encoding="utf-8") as file:
        request = json.load(file)
    with np.load(os.path.join(folder, "feeds.npz")) as stored:
        feeds = {name: stored[str(i)] for i, name in enumerate(request["feeds"]) if str(i) in stored}
    for i, text in request["texts"].items():
        texts = np.array([base64.b64decode(item) for item in text["values"]], object)
        feeds[request["feeds"][int(i)]] = texts.reshape(text["shape"])
    graph = tf1.Graph()
    started = time.perf_counter()
    config = tf1.ConfigProto()
    # What is fetched is the graph as it is written: after Grappler's rewriting some tensors cannot be fetched.
    config.graph_options.rewrite_options.disable_meta_optimizer = True
    with graph.as_default(), tf1.Session(graph=graph, config=config) as session:
        load(tf, tf1, request, session)
        for name in request["init"]:
            session.run(graph.get_operation_by_name(name), feeds)
        seconds = 0.0
        failed: dict[str, str] = {}
        for number, names in enumerate(request["chunks"]):
            begin = time.perf_counter()
            values = fetch(session, names, feeds, failed)
            seconds += time.perf_counter() - begin
            arrays: dict[str, Any] = {str(i): plain(value) for i, value in enumerate(values) if value is not None}
            np.savez(os.path.join(folder, f"answer-{number}.npz"), **arrays)
    report = {"version": tf.__version__, "seconds": seconds, "total": time.perf_counter() - started, "failed": failed}
    with open(os.path.join(folder, "done.json"), "w", encoding="utf-8") as file:
        json.dump(report, file)


def load(tf: Any, tf1: Any, request: dict[str, Any], session: Any) -> None:
    """The model in the default graph, with its variables."""
    path = request["model"]
    if os.path.isdir(path):
        tf1.saved_model.load(session, request["tags"], path)
        return
    if request["checkpoint"] is not None:
        meta = tf1.MetaGraphDef()
        with open(path, "rb") as file:
            meta.ParseFromString(file.read())
        for node in meta.graph_def.node:  # of old graphs these differ from what TensorFlow finds today, and it refuses
            node.attr.pop("_output_shapes", None)
        tf1.train.import_meta_graph(meta, clear_devices=True).restore(session, request["checkpoint"])
        return
    with open(path, "rb") as file:
        data = file.read()
    message = tf1.MetaGraphDef() if path.endswith(".meta") else tf1.GraphDef()
    if path.endswith((".pbtxt", ".txt", ".prototxt")):
        from google.protobuf import text_format

        text_format.Parse(data.decode(), message)
    else:
        message.ParseFromString(data)
    tf1.import_graph_def(message.graph_def if path.endswith(".meta") else message, name="")


def fetch(session: Any, names: list[str], feeds: dict[str, Any], failed: dict[str, str]) -> list[Any]:
    """The values of a chunk; one by one if they cannot be had together."""
    try:
        return list(session.run(names, feeds))
    except Exception as error:
        if len(names) == 1:
            failed[names[0]] = str(error).splitlines()[0][:300]
            return [None]
        middle = len(names) // 2
        return fetch(session, names[:middle], feeds, failed) + fetch(session, names[middle:], feeds, failed)


def plain(value: Any) -> Any:
    """An array of a dtype that a .npy file knows; bfloat16 and the like as float32."""
    array = np.asarray(value)
    return array.astype(np.float32) if array.dtype.kind == "V" or array.dtype.name.startswith("float8") else array


if __name__ == "__main__":
    main(sys.argv[1])
