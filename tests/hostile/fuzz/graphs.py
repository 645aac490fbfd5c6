"""Graphs as others wrote them: messages, whole and in parts, in bytes and in text, and SavedModels."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import graphops as go
from graphops.interchange.graph_def import messages
from graphops.interchange.graph_def.attr_value import to_python, write
from graphops.interchange.graph_def.read import from_text, parse
from graphops.interchange.graph_def.tensor_proto import from_array, to_array
from graphops.interchange.saved_model import load_saved_model
from graphops_registry.attr import parse_attr
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import GraphopsError, InvalidArgumentError
from tests.hostile.fuzz.changes import message_changes
from tests.hostile.fuzz.folder import written
from tests.hostile.fuzz.target import accepted, must_hold, target, text

DATA = Path(__file__).parents[2] / "interchange" / "graph_def" / "data"
LIMITS = go.SessionConfig(memory_limit=1 << 24)
_RUNS = 4  # of each graph, with this timeout each
_SECONDS = 0.2


# -- what there is to begin with --------------------------------------------------------------------------------------


@cache
def recorded() -> list[Any]:
    """The recorded graphs that are not long, as messages."""
    found = []
    for file in sorted(DATA.glob("*.pb*")):
        data = file.read_bytes()
        message = from_text(data.decode(), "GraphDef") if file.suffix == ".pbtxt" else parse(data)
        if message.ByteSize() < 16_000:
            found.append(message)
    return found


@cache
def small() -> list[Any]:
    """Graphs of a few nodes, so that most changes matter."""
    found = []
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, (2, 3), name="x")
        y = go.raw_ops.Mul(x=x, y=np.ones((2, 3), np.float32), name="y")
        go.raw_ops.ConcatV2(values=[x, y], axis=1, name="z")
        found.append(graph.as_graph_def())
    with go.Graph().as_default() as graph:
        image = go.placeholder(go.float32, (1, 4, 4, 2), name="x")
        weights = np.ones((2, 2, 2, 1), np.float32)
        go.raw_ops.Conv2D(input=image, filter=weights, strides=[1, 2, 2, 1], padding="SAME", name="y")
        found.append(graph.as_graph_def())
    with go.Graph().as_default() as graph:
        words = go.constant([b"a,b", b"c"], name="x")
        go.raw_ops.StringSplitV2(input=words, sep=",", name="y")
        found.append(graph.as_graph_def())
    return found


def _bytes(found: list[Any]) -> list[bytes]:
    return [bytes(message.SerializeToString(deterministic=True)) for message in found]


def _parts(name: str, largest: int = 2000) -> list[bytes]:
    """The parts of the recorded graphs that are messages of a kind, a few of each form."""
    found: dict[str, bytes] = {}

    def visit(message: Any) -> None:
        if message.DESCRIPTOR.name == name:
            data = bytes(message.SerializeToString(deterministic=True))
            if len(data) < largest:
                found.setdefault(f"{len(data) // 8} {data[:3]!r}", data)
        for field, value in message.ListFields():
            if field.type != field.TYPE_MESSAGE:
                continue
            if not field.is_repeated:
                visit(value)
            elif hasattr(value, "items"):
                for key in sorted(value):
                    if hasattr(value[key], "ListFields"):
                        visit(value[key])
            else:
                for item in value:
                    visit(item)

    for message in [*recorded(), *small()]:
        visit(message)
    return list(found.values())[:200]


# -- whole graphs -----------------------------------------------------------------------------------------------------


def read_and_run(message: Any, runs: int = _RUNS) -> None:
    """Import it, write it, read that again, and run some of it."""
    with go.Graph().as_default() as graph:
        go.import_graph_def(message, name="")
    _check_round_trip(graph)
    if len(graph):
        run_some(graph, runs)


def _check_round_trip(graph: go.Graph) -> None:
    try:
        once = graph.as_graph_def()
    except InvalidArgumentError as error:
        must_hold("to be stored" in str(error), "what was read can be written")  # what a GraphDef cannot hold
        return
    with accepted("what was written"), go.Graph().as_default() as again:
        go.import_graph_def(once.SerializeToString(), name="")
    twice = again.as_graph_def()
    must_hold(twice.SerializeToString(deterministic=True) == once.SerializeToString(deterministic=True), "round trip")
    graph.as_graph_def(add_shapes=True)


def run_some(graph: go.Graph, runs: int) -> None:
    """Run a few nodes, under limits; placeholders get ones."""
    feeds: dict[Any, Any] = {}
    for node in graph.get_operations():
        if node.type == "Placeholder":
            dtype, shape = node.outputs[0].dtype, node.outputs[0].shape
            sizes = [2 if size is None or isinstance(size, str) else size for size in shape.dims or ()]
            if dtype.is_numeric and np.prod([*sizes, 1.0]) < 1000 and len(sizes) < 65:
                feeds[node.outputs[0]] = np.ones(sizes, dtype.numpy_dtype)
    wanted = [name for name in ("init", "y", "z", "dx", "after", "new", "a") if name in graph._by_name]
    wanted += [node.name for node in graph.get_operations()[-2:]]
    with go.Session(graph, config=LIMITS) as session:
        for name in list(dict.fromkeys(wanted))[:runs]:
            try:
                session.run(graph.node(name), feeds, timeout=_SECONDS)
            except GraphopsError:
                continue


@target("graph_def", seeds=lambda: _bytes([*small(), *recorded()]), change=message_changes("GraphDef"), longest=16_384)
def graph_def(data: bytes) -> None:
    read_and_run(parse(data))


def _texts() -> list[bytes]:
    return [str(message).encode() for message in [*small(), *recorded()] if message.ByteSize() < 4000]


@target(
    "graph_def_text",
    seeds=_texts,
    words=[b"node {", b"}", b"attr { key: 'T' value { type: DT_FLOAT } }", b"library {", b"function {", b"signature {",
           b"input: 'x'", b"op: 'Neg'", b"list {", b"tensor {", b"shape { dim { size: 2 } }", b"tensor_content: '\\000'",
           b"[a.b/c] {", b"0x7fffffffffffffff", b"1e400", b"nan", b"-inf", b"#", b"<", b">", b"'\\377'"],
    longest=8192,
)  # fmt: skip
def graph_def_text(data: bytes) -> None:
    message = parse(text(data))
    with accepted("its text"):
        again = parse(str(message))
    same = again.SerializeToString(deterministic=True) == message.SerializeToString(deterministic=True)
    must_hold(same or "nan" in str(message), "text round trip")
    read_and_run(message, 1)


# -- parts ------------------------------------------------------------------------------------------------------------


@target("node_def", seeds=lambda: _parts("NodeDef"), change=message_changes("NodeDef"))
def node_def(data: bytes) -> None:
    graph = messages.GraphDef()
    graph.CopyFrom(small()[0])
    graph.node.append(parse(data, "NodeDef"))
    read_and_run(graph, 2)


ATTRS = [
    parse_attr(f"a: {kind}")
    for base in ("string", "int", "float", "bool", "type", "shape", "tensor", "func")
    for kind in (base, f"list({base})")
]


@target("attr_value", seeds=lambda: _parts("AttrValue"), change=message_changes("AttrValue"))
def attr_value(data: bytes) -> None:
    proto = parse(data, "AttrValue")
    for attr in ATTRS:
        try:
            value = attr.convert(to_python(proto, attr, "Op"), "Op")
        except GraphopsError:
            continue
        once, twice = messages.AttrValue(), messages.AttrValue()
        try:
            write(value, attr, once)
        except GraphopsError:  # a constant of handles
            continue
        with accepted("what was written"):
            write(attr.convert(to_python(once, attr, "Op"), "Op"), attr, twice)
        must_hold(once.SerializeToString(deterministic=True) == twice.SerializeToString(deterministic=True), "twice")


@target("tensor_proto", seeds=lambda: _parts("TensorProto"), change=message_changes("TensorProto"))
def tensor_proto(data: bytes) -> None:
    proto = parse(data, "TensorProto")
    value = to_array(proto, "value")
    again = messages.TensorProto()
    with accepted("what was written"):
        from_array(value, as_dtype(proto.dtype), again)
        other = to_array(again, "value")
    must_hold(value.shape == other.shape and value.dtype == other.dtype, "shape and dtype")
    if value.size < 10_000:
        must_hold(_numbers(value) == _numbers(other), "values")


def _numbers(value: Any) -> object:
    """The elements, without the unused bits of small ones."""
    if value.dtype == object or value.dtype.itemsize > 1 or value.dtype == bool:
        return value.tolist() if value.dtype == object else value.tobytes()
    return value.astype(np.float32).tobytes()


@target("function_def", seeds=lambda: _parts("FunctionDef", 8000), change=message_changes("FunctionDef"), longest=8192)
def function_def(data: bytes) -> None:
    """A function, and a call of it."""
    proto = parse(data, "FunctionDef")
    graph = messages.GraphDef()
    graph.CopyFrom(small()[0])
    graph.library.function.append(proto)
    call = graph.node.add(name="call", op="PartitionedCall")
    call.attr["f"].func.name = proto.signature.name
    for key, args in (("Tin", proto.signature.input_arg), ("Tout", proto.signature.output_arg)):
        call.attr[key].list.type.extend(arg.type for arg in args)
    for number, arg in enumerate(proto.signature.input_arg[:50]):
        fed = graph.node.add(name=f"fed{number}", op="Placeholder")
        fed.attr["dtype"].type = arg.type
        call.input.append(fed.name)
    read_and_run(graph, 1)


# -- files ------------------------------------------------------------------------------------------------------------


def _models() -> list[bytes]:
    found = []
    for graph in [*small(), *recorded()[:3]]:
        saved = messages.SavedModel(saved_model_schema_version=1)
        meta = saved.meta_graphs.add()
        meta.graph_def.CopyFrom(graph)
        meta.meta_info_def.tags.append("serve")
        signature = meta.signature_def["serving_default"]
        signature.method_name = "tensorflow/serving/predict"
        signature.inputs["in"].name, signature.inputs["in"].dtype = "x:0", 1
        signature.outputs["out"].name, signature.outputs["out"].dtype = "y:0", 1
        meta.signature_def["__saved_model_init_op"].outputs["__saved_model_init_op"].name = "y"
        meta.collection_def["legacy_init_op"].node_list.value.append("y")
        meta.saver_def.filename_tensor_name, meta.saver_def.restore_op_name = "x:0", "y"
        asset = meta.asset_file_def.add(filename="words.txt")
        asset.tensor_info.name = "x:0"
        found.append(saved)
    return _bytes(found)


@target("saved_model", seeds=_models, change=message_changes("SavedModel"), longest=16_384)
def saved_model(data: bytes) -> None:
    model = load_saved_model(written("saved_model.pb", data).parent)
    for name in model.signatures:
        model.signature(name)
    repr(model)
    with model.session(go.SessionConfig(memory_limit=1 << 24, timeout=_SECONDS)):
        pass


def _meta_graphs() -> list[bytes]:
    return [bytes(messages.SavedModel.FromString(each).meta_graphs[0].SerializeToString()) for each in _models()]


@target("meta_graph", seeds=_meta_graphs, change=message_changes("MetaGraphDef"), longest=16_384)
def meta_graph(data: bytes) -> None:
    _check_round_trip(go.load_graph(written("model.meta", data)))
