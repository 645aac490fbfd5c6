"""GraphDefs that are wrong: each kind gives the right class of error and says what is wrong and where."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.interchange.graph_def import messages
from graphops_registry.errors import (
    AlreadyExistsError,
    DataLossError,
    GraphopsError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
    ResourceExhaustedError,
)
from graphops_registry.op_def import lookup_op, registered_ops

FLOAT = "attr { key: 'T' value { type: DT_FLOAT } }"
X = "node { name: 'x' op: 'Placeholder' attr { key: 'dtype' value { type: DT_FLOAT } } }"


def node(name: str, op: str, *inputs: str, attrs: str = FLOAT) -> str:
    return f"node {{ name: '{name}' op: '{op}' {' '.join(f'input: {text!r}' for text in inputs)} {attrs} }}"


def const(tensor: str, dtype: str = "DT_FLOAT") -> str:
    both = (
        f"attr {{ key: 'dtype' value {{ type: {dtype} }} }} attr {{ key: 'value' value {{ tensor {{ {tensor} }} }} }}"
    )
    return node("c", "Const", attrs=both)


def dims(*sizes: int) -> str:
    return "tensor_shape { " + " ".join(f"dim {{ size: {size} }}" for size in sizes) + " }"


def imported(data: Any, **keywords: Any) -> Any:
    with go.Graph().as_default():
        return go.import_graph_def(data, **keywords)


# -- bytes and text ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [b"\xff", b"\x0a\x05ab", b"\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", b"not a graph", bytes(100), b"\x0a\x03\x0a\x01\xff"],
)  # fmt: skip
def test_bytes_that_are_no_message(data: bytes) -> None:
    with pytest.raises(DataLossError, match="a GraphDef must be well-formed bytes"):
        imported(data)


@pytest.mark.parametrize(
    "text",
    ["node {", "node { name: }", "nodes { }", "node { name: 'a' name: 'b' }", "\x00", "node { device: '\\377' }"],
)
def test_text_that_is_no_message(text: str) -> None:
    with pytest.raises(DataLossError, match="a GraphDef must be well-formed text"):
        imported(text)


def test_every_beginning_of_a_graph_is_damaged_or_a_smaller_graph() -> None:
    graph = go.Graph()
    with graph.as_default():
        x = go.placeholder(go.float32, (2, 3), name="x")
        go.raw_ops.Mul(x=x, y=go.constant(np.ones((2, 3), np.float32)))
    data = graph.as_graph_def().SerializeToString()
    for length in range(len(data)):
        try:
            imported(data[:length])
        except GraphopsError:
            continue


def test_deep_nesting() -> None:
    value = b""
    for _ in range(5000):  # func { attr { value { func { ...
        entry = b"\x0a\x01a\x12" + _varint(len(value)) + value
        inner = b"\x12" + _varint(len(entry)) + entry
        value = b"\x52" + _varint(len(inner)) + inner
    attr = b"\x0a\x01a\x12" + _varint(len(value)) + value
    body = b"\x0a\x01n\x12\x04NoOp\x2a" + _varint(len(attr)) + attr
    with pytest.raises(DataLossError):
        imported(b"\x0a" + _varint(len(body)) + body)
    text = "node { name: 'n' op: 'NoOp' attr { key: 'a' value { " + "func { attr { value { " * 5000
    with pytest.raises(DataLossError, match="nested too deeply"):
        imported(text + "} } } " * 5000 + "} } }")


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


@pytest.mark.parametrize("value", [None, 3, [b""], object(), np.zeros(3), go.Graph])
def test_what_is_no_graph_def_at_all(value: Any) -> None:
    with pytest.raises(InvalidTypeError, match="a GraphDef must be a message, its bytes or its text"):
        imported(value)


def test_a_message_of_another_kind() -> None:
    with pytest.raises(InvalidTypeError):
        imported(messages.NodeDef(name="x"))


def test_a_version_of_the_future() -> None:
    with pytest.raises(InvalidArgumentError, match="must be readable by version"):
        imported("versions { min_consumer: 100000 }")


# -- nodes and edges --------------------------------------------------------------------------------------------------

BAD_NODES = {
    "no name": ("node { op: 'NoOp' }", InvalidArgumentError, "must have names"),
    "the same name twice": (X + X, AlreadyExistsError, "'x' twice"),
    "no op": ("node { name: 'x' }", InvalidArgumentError, "a node must have an op"),
    "a name with a space": ("node { name: 'a b' op: 'NoOp' }", InvalidArgumentError, "a b"),
    "a name that starts with a slash": ("node { name: '/a' op: 'NoOp' }", InvalidArgumentError, "name"),
    "a name with a line end": ("node { name: 'a\\nb' op: 'NoOp' }", InvalidArgumentError, "name"),
    "a name that looks like a control input": ("node { name: '^a' op: 'NoOp' }", InvalidArgumentError, "name"),
    "a name with an output": ("node { name: 'a:0' op: 'NoOp' }", InvalidArgumentError, "name"),
    "an unknown input": (node("y", "Neg", "z"), InvalidArgumentError, "must be in the graph, got 'z'"),
    "an empty input": (node("y", "Neg", ""), InvalidArgumentError, "must be in the graph, got ''"),
    "an unknown control input": (X + node("y", "Neg", "x", "^z"), InvalidArgumentError, "got 'z'"),
    "an output that the node does not have": (X + node("y", "Neg", "x:1"), InvalidArgumentError, "has 1 outputs"),
    "a negative output": (X + node("y", "Neg", "x:-1"), InvalidArgumentError, "'node:index', got 'x:-1'"),
    "an output beyond all numbers": (X + node("y", "Neg", "x:" + "9" * 50), InvalidArgumentError, "node:index"),
    "another alphabet's digits": (X + node("y", "Neg", "x:１"), InvalidArgumentError, "node:index|has 1 outputs"),
    "too few inputs": (X + node("y", "Mul", "x"), InvalidArgumentError, "must have the inputs x: T, y: T, got 1"),
    "too many inputs": (X + node("y", "Neg", "x", "x"), InvalidArgumentError, "must have the inputs x: T, got 2"),
    "data after control": (X + node("y", "Neg", "^x", "x"), None, ""),
    "an input of another dtype": (X + node("y", "Neg", "x", attrs="attr { key: 'T' value { type: DT_INT32 } }"), InvalidTypeError, "int32"),
    "a cycle of one": (node("y", "Neg", "y"), InvalidArgumentError, "no cycles.*y -> y"),
    "a cycle of two": (node("a", "Neg", "b") + node("b", "Neg", "a"), InvalidArgumentError, "no cycles.*(a -> b -> a|b -> a -> b)"),
    "a cycle by control": (X + node("a", "Neg", "x", "^b") + node("b", "Neg", "a"), InvalidArgumentError, "no cycles"),
    "a cycle through Merge": (X + node("m", "Merge", "x", "y", attrs=FLOAT + "attr { key: 'N' value { i: 2 } }") + node("y", "Neg", "m"), InvalidArgumentError, "no cycles"),
    "a loop without a way in": (node("m", "Merge", "n", "n", attrs=FLOAT + "attr { key: 'N' value { i: 2 } }") + node("n", "NextIteration", "m"), InvalidArgumentError, "from outside its loop"),
    "N that is wrong": (X + node("y", "AddN", "x", "x", attrs=FLOAT + "attr { key: 'N' value { i: 3 } }"), InvalidArgumentError, "inputs of op 'AddN' must be 3 tensors, got 2"),
    "N below the minimum": (node("y", "AddN", attrs=FLOAT + "attr { key: 'N' value { i: 0 } }"), InvalidArgumentError, "'N'"),
    "a negative N": (X + node("y", "AddN", "x", "x", attrs=FLOAT + "attr { key: 'N' value { i: -1 } }"), InvalidArgumentError, "N|inputs"),
    "N of 2**62": (X + node("y", "AddN", "x", "x", attrs=FLOAT + f"attr {{ key: 'N' value {{ i: {2**62} }} }}"), InvalidArgumentError, "inputs of op 'AddN' must be"),
    "no N": (X + node("y", "AddN", "x", "x"), InvalidArgumentError, "'N' of op 'AddN' must be given"),
    "no dtype": ("node { name: 'x' op: 'Placeholder' }", InvalidArgumentError, "dtype"),
    "no value": (node("c", "Const", attrs="attr { key: 'dtype' value { type: DT_FLOAT } }"), InvalidArgumentError, "value"),
    "an attr without a value": (X + node("y", "Neg", "x", attrs="attr { key: 'T' value { } }"), InvalidTypeError, "'T' of op 'Neg' must be a type, got nothing"),
    "an int for a type": (X + node("y", "Neg", "x", attrs="attr { key: 'T' value { i: 1 } }"), InvalidTypeError, "'T' of op 'Neg' must be a type, got i: 1"),
    "a dtype that is none": (X + node("y", "Neg", "x", attrs="attr { key: 'T' value { type: 77 } }"), InvalidArgumentError, "data types, got 77"),
    "dtype 0": (X + node("y", "Neg", "x", attrs="attr { key: 'T' value { type: DT_INVALID } }"), InvalidArgumentError, "data types, got 0"),
    "a negative dtype": (X + node("y", "Neg", "x", attrs="attr { key: 'T' value { type: -1 } }"), InvalidArgumentError, "data types, got -1"),
    "a dtype that is not allowed": (X + node("y", "Neg", "x", attrs="attr { key: 'T' value { type: DT_STRING } }"), InvalidArgumentError, "'T' of op 'Neg'|dtype"),
    "a reference dtype": (X + node("y", "Neg", "x", attrs="attr { key: 'T' value { type: DT_FLOAT_REF } }"), InvalidArgumentError, "ref"),
    "a placeholder attr": (X + node("y", "Neg", "x", attrs="attr { key: 'T' value { placeholder: 'T' } }"), GraphopsError, "must have a value, got the placeholder 'T'"),
    "a device that is none": ("node { name: 'x' op: 'NoOp' device: '/no/such:thing' }", InvalidArgumentError, "device"),
    "a device of 2**70": ("node { name: 'x' op: 'NoOp' device: '/device:CPU:1180591620717411303424' }", None, ""),
    "an exit outside": (X + node("y", "Exit", "x"), None, ""),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD_NODES)
def test_bad_nodes(name: str) -> None:
    text, kind, sentence = BAD_NODES[name]
    if kind is None:  # what is wrong, if anything, is said when it runs
        imported(text)
        return
    with pytest.raises(kind, match=sentence):
        imported(text, name="")


def test_the_error_names_the_node() -> None:
    with pytest.raises(InvalidTypeError) as caught:
        imported(X + node("deep/y", "Neg", "x", attrs="attr { key: 'T' value { i: 1 } }"))
    assert "in node 'deep/y' of the imported graph" in caught.value.__notes__


def test_a_long_cycle_is_shown_shortly() -> None:
    text = "".join(node(f"n{i}", "Neg", f"n{(i + 1) % 1000}") for i in range(1000))
    with pytest.raises(InvalidArgumentError, match=r"->.*\.\.\..*->") as caught:
        imported(text)
    assert len(str(caught.value)) < 300


def test_a_failed_import_leaves_the_graph_as_it_was() -> None:
    graph = go.Graph()
    with graph.as_default():
        before = go.constant(1.0)
        library = "library { function { signature { name: 'f' } } }"
        with pytest.raises(InvalidArgumentError):
            go.import_graph_def(X + node("y", "Neg", "x:7") + library, name="")
        assert graph.get_operations() == [before.node]
        assert not graph.functions
        go.import_graph_def(X + node("y", "Neg", "x"), name="")


def test_names_that_the_graph_has() -> None:
    with go.Graph().as_default():
        go.import_graph_def(X, name="")
        with pytest.raises(AlreadyExistsError, match="'x'"):
            go.import_graph_def(X, name="")


# -- attrs of every op ------------------------------------------------------------------------------------------------

VALUES = {
    "string": {"s": b"text"}, "int": {"i": 3}, "float": {"f": 0.5}, "bool": {"b": True}, "type": {"type": 1},
    "shape": {"shape": {"dim": [{"size": 2}]}}, "tensor": {"tensor": {"dtype": 1, "float_val": [1.0]}},
    "func": {"func": {"name": "f"}},
}  # fmt: skip
_FIELDS = {"string": "s", "int": "i", "float": "f", "bool": "b"}


@pytest.mark.parametrize("op", [op.name for op in registered_ops() if op.op_def.attrs])
def test_attrs_of_another_type(op: str) -> None:
    """Every declared attr of every op, given as each type that it is not; and lists with two types of values."""
    for attr in lookup_op(op).op_def.attrs:
        for kind, value in VALUES.items():
            for is_list in (False, True):
                if (kind, is_list) == (attr.base_type, attr.is_list):
                    continue
                graph = messages.GraphDef()
                proto = graph.node.add(name="n", op=op)
                field = _FIELDS.get(kind, kind)
                given = {"list": {field: [next(iter(value.values()))]}} if is_list else value
                proto.attr[attr.name].MergeFrom(messages.AttrValue(**given))
                with pytest.raises(InvalidTypeError, match=f"attr '{attr.name}' of op '{op}' must be a "):
                    imported(graph)


# -- constants --------------------------------------------------------------------------------------------------------

BAD_CONSTANTS = {
    "too many values": ("dtype: DT_FLOAT " + dims(2) + " float_val: 1 float_val: 2 float_val: 3", "must have 2 values"),
    "values in another field": ("dtype: DT_FLOAT " + dims(2) + " int_val: 1", None),
    "too few bytes": ("dtype: DT_FLOAT " + dims(2) + " tensor_content: 'abcd'", "2 values of 4 bytes"),
    "too many bytes": ("dtype: DT_FLOAT " + dims(2) + " tensor_content: 'abcdabcdabcd'", "2 values of 4 bytes"),
    "half a number": ("dtype: DT_FLOAT " + dims(1) + " tensor_content: 'ab'", "1 values of 4 bytes"),
    "another dtype": ("dtype: DT_INT32 " + dims(1) + " int_val: 1", "dtype"),
    "no dtype": (dims(1) + " float_val: 1", "dtype of"),
    "a reference": ("dtype: DT_FLOAT_REF float_val: 1", "reference"),
    "an unknown size": ("dtype: DT_FLOAT " + dims(-1) + " float_val: 1", "must be fully known"),
    "an unknown rank": ("dtype: DT_FLOAT tensor_shape { unknown_rank: true } float_val: 1", "must be fully known"),
    "a size of -2": ("dtype: DT_FLOAT " + dims(-2) + " float_val: 1", "sizes >= -1"),
    "2**80 elements": ("dtype: DT_FLOAT " + dims(2**40, 2**40) + " float_val: 1", "at most 2"),
    "255 dimensions": ("dtype: DT_FLOAT " + dims(*[1] * 255) + " float_val: 1", "at most 254 dimensions"),
    "half a complex number": ("dtype: DT_COMPLEX64 " + dims(1) + " scomplex_val: 1", "pairs|dtype"),
    "2**31 values": ("dtype: DT_FLOAT " + dims(2**31) + " float_val: 1", "must take at most"),
    "65 dimensions": ("dtype: DT_FLOAT " + dims(*[1] * 65) + " float_val: 1", "dimensions"),
    "2**62 elements and none": ("dtype: DT_FLOAT " + dims(2**62, 0), "that an array can have"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD_CONSTANTS)
def test_bad_constants(name: str) -> None:
    text, sentence = BAD_CONSTANTS[name]
    if sentence is None:
        imported(const(text))
        return
    with pytest.raises((InvalidArgumentError, ResourceExhaustedError), match=sentence):
        imported(const(text))


@pytest.mark.parametrize("number", range(24))
def test_constants_of_every_dtype_with_a_field_of_another(number: int) -> None:
    """Every combination is a constant or an error of graphops."""
    fields = {
        "float_val": [1e30, float("nan")], "double_val": [1e300], "int_val": [-(2**31), 2**31 - 1], "string_val": [b"\xff"],
        "int64_val": [-(2**63)], "bool_val": [True], "half_val": [-1, 70000], "uint32_val": [2**32 - 1],
        "uint64_val": [2**64 - 1], "scomplex_val": [1.0], "dcomplex_val": [1.0, 2.0, 3.0], "float8_val": b"\x01\xff",
        "tensor_content": b"\x00\x01\xff",
    }  # fmt: skip
    for dtype in (number, number + 24, number + 100):
        for field, value in fields.items():
            for sizes in ((), (2,), (0,), (3, 1)):
                graph = messages.GraphDef()
                proto = graph.node.add(name="c", op="Const")
                proto.attr["dtype"].type = dtype
                proto.attr["value"].tensor.dtype = dtype
                for size in sizes:
                    proto.attr["value"].tensor.tensor_shape.dim.add(size=size)
                if isinstance(value, list):
                    getattr(proto.attr["value"].tensor, field).extend(value)
                else:
                    setattr(proto.attr["value"].tensor, field, value)
                try:
                    imported(graph)
                except GraphopsError:
                    continue


# -- arguments of import_graph_def ------------------------------------------------------------------------------------

BAD_ARGUMENTS = {
    "a key that is none": ({"input_map": {3: 1.0}}, InvalidTypeError, "keys of input_map must be names"),
    "a key that is not there": ({"input_map": {"z": 1.0}}, InvalidArgumentError, "'z"),
    "an output that is not there": ({"input_map": {"x:1": 1.0}}, InvalidArgumentError, "'x:1'"),
    "a value of another dtype": ({"input_map": {"x": np.int32(1)}}, InvalidArgumentError, "int32"),
    "a value that is none": ({"input_map": {"x": object()}}, InvalidTypeError, "input_map\\['x'\\]"),
    "a node for a tensor": ({"input_map": {"^x": 3}}, InvalidTypeError, "must be a node of the graph"),
    "a name that is none": ({"return_elements": [3]}, InvalidTypeError, "return_elements must be names"),
    "a node that is not there": ({"return_elements": ["z"]}, InvalidArgumentError, "must be in the GraphDef, got 'z'"),
    "a tensor that is not there": ({"return_elements": ["y:1"]}, InvalidArgumentError, "y:1"),
    "a tensor of no node": ({"return_elements": ["z:0"]}, InvalidArgumentError, "must be in the GraphDef, got 'z:0'"),
    "a strange index": ({"return_elements": ["y:-1"]}, InvalidArgumentError, "node:index"),
    "a strange scope": ({"name": "a b"}, InvalidArgumentError, "a b"),
    "no scope": ({"name": 3}, InvalidTypeError, "name"),
    "a text of names": ({"return_elements": "y:0"}, GraphopsError, "return_elements"),
    "a list for a map": ({"input_map": ["x"]}, InvalidTypeError, "input_map"),
    "no graph": ({"graph": 3}, InvalidTypeError, "must be a Graph"),
}


@pytest.mark.parametrize("name", BAD_ARGUMENTS)
def test_bad_arguments(name: str) -> None:
    keywords, kind, sentence = BAD_ARGUMENTS[name]
    with pytest.raises(kind, match=sentence):
        imported(X + node("y", "Neg", "x"), **keywords)


def test_a_tensor_of_another_graph() -> None:
    with go.Graph().as_default():
        other = go.constant(1.0)
    with pytest.raises(InvalidArgumentError, match="must be a tensor of the graph"):
        imported(X + node("y", "Neg", "x"), input_map={"x": other})


def test_a_finalized_graph() -> None:
    graph = go.Graph()
    graph.finalize()
    with graph.as_default(), pytest.raises(GraphopsError, match="finalized"):
        go.import_graph_def(X)


# -- files ------------------------------------------------------------------------------------------------------------


def test_files(tmp_path: Any) -> None:
    with pytest.raises(NotFoundError, match="must exist"):
        go.load_graph(tmp_path / "none.pb")
    with pytest.raises(InvalidArgumentError, match="must be readable"):
        go.load_graph(tmp_path)
    (tmp_path / "x.pb").write_bytes(b"\xff\xfe")
    with pytest.raises(DataLossError) as caught:
        go.load_graph(tmp_path / "x.pb")
    assert any("x.pb" in note for note in caught.value.__notes__)
    (tmp_path / "x.pbtxt").write_bytes(b"node { name: '\xff' }")
    with pytest.raises(DataLossError):
        go.load_graph(tmp_path / "x.pbtxt")
    with pytest.raises(GraphopsError):
        go.save_graph(go.Graph(), tmp_path / "no" / "folder" / "x.pb")
    with pytest.raises(GraphopsError):
        go.load_graph("a\x00b")
    with pytest.raises(GraphopsError):
        go.load_graph(3)  # type: ignore[arg-type]
