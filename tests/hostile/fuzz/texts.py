"""Texts that people type or that stand in files: specifications of ops, attrs, devices, names, arguments."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

import graphops as go
from graphops.apps.cli.call_arguments import read_attr, read_value
from graphops.apps.cli.usage import UsageError
from graphops.graph.device_spec import DeviceSpec
from graphops.interchange.graph_def.importer import parse_reference
from graphops_registry.attr import AttrDef, parse_attr
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import GraphopsError
from graphops_registry.op_def import OpDef, parse_op, registered_ops
from tests.hostile.fuzz.graphs import ATTRS
from tests.hostile.fuzz.target import accepted, must_hold, target, text

# -- specifications of ops --------------------------------------------------------------------------------------------

_SPEC_WORDS = [
    b"list(", b")", b"{'", b"'}", b">= ", b"= ", b"string", b"int", b"float", b"bool", b"type", b"shape", b"tensor",
    b"func", b"numbertype", b"half, float", b"DT_FLOAT", b"[1, 2]", b"{ dim { size: 3 } }", b"{ unknown_rank: true }",
    b"-9223372036854775808", b"1e400", b"inf", b"nan", b"\\'", b"\\n", b"Ref(", b"N * T", b"\xd9\xa3", b"9" * 5000,
]  # fmt: skip


@cache
def _attr_specs() -> list[bytes]:
    kinds: dict[str, str] = {}
    for op in registered_ops():
        for attr in op.op_def.attrs:
            kinds.setdefault(f"{attr.type} {attr.has_default} {attr.minimum} {attr.allowed is None}", attr.text())
    return [spec.encode() for spec in kinds.values()]


@target("attr_spec", seeds=_attr_specs, words=_SPEC_WORDS)
def attr_spec(data: bytes) -> None:
    attr = parse_attr(text(data))
    with accepted("its text"):
        again = parse_attr(attr.text())
    must_hold(_same_attr(again, attr), "parse(text()) is the same")


def _same_attr(one: AttrDef, other: AttrDef) -> bool:
    return one == other or (repr(one) == repr(other) and "nan" in repr(one))


def _op_specs() -> list[bytes]:
    names = (
        "Conv3DBackpropFilterV2",
        "AddN",
        "Assign",
        "DecodeCSV",
        "If",
        "Const",
        "StringSplitV2",
        "ConcatV2",
        "Split",
    )
    found = []
    for op in registered_ops():
        if op.name in names:
            d = op.op_def
            args = [[each.text() for each in group] for group in (d.inputs, d.outputs, d.attrs)]
            found.append("\n".join([d.name, *("i " + t for t in args[0]), *("o " + t for t in args[1]),
                                    *("a " + t for t in args[2])]).encode())  # fmt: skip
    return found


@target("op_spec", seeds=_op_specs, words=[*_SPEC_WORDS, b"\ni ", b"\no ", b"\na ", b"Vendor>", b"x: T"])
def op_spec(data: bytes) -> None:
    """The name in the first line, then inputs, outputs and attrs, a line each."""
    name, *lines = text(data).split("\n")
    parts = [[line[2:] for line in lines if line.startswith(kind)] for kind in ("i ", "o ", "a ")]
    made = parse_op(name, *parts)
    made.signature()
    with accepted("its text"):
        again = parse_op(
            made.name, *([each.text() for each in group] for group in (made.inputs, made.outputs, made.attrs))
        )
    must_hold(again == made or "nan" in made.signature(), "parse(text()) is the same")
    _bind(made)


def _bind(made: OpDef) -> None:
    """Bind inputs of float32, and attrs as they are."""
    try:
        types: dict[str, Any] = {a.name: (go.float32,) if a.is_list else go.float32 for a in made.inputs}
        made.bind(types, {})
    except GraphopsError:
        return


@target(
    "dtype",
    seeds=[b"float32", b"DT_FLOAT", b"half_ref", b"int32", b"21", b"float8_e5m2"],
    words=[b"DT_", b"_ref", b"int", b"float", b"uint", b"q", b"M8[ns]", b"(2,)f4", b"f4,i4", b"|S3", b">i4"],
    longest=64,
)
def dtype(data: bytes) -> None:
    found = as_dtype(text(data))
    with accepted("its name"):
        must_hold(as_dtype(found.name) is found and as_dtype(found.enum) is found, "by its name")


# -- names and devices ------------------------------------------------------------------------------------------------


@target(
    "device",
    seeds=[b"/job:worker/replica:0/task:1/device:GPU:0", b"cpu:0", b"/gpu", b"/device:GPU:*", b""],
    words=[b"/job:", b"/replica:", b"/task:", b"/device:", b"CPU", b":*", b":0", b"//", b"\xd9\xa3", b"9" * 5000],
    longest=6000,
)
def device(data: bytes) -> None:
    spec = DeviceSpec.parse(text(data))
    with accepted("its text"):
        must_hold(DeviceSpec.parse(str(spec)) == spec, "parse(str()) is the same")
    with accepted("the device of a node"), go.Graph().as_default() as graph, go.device(text(data)):
        go.constant(1.0)
    repr(graph.get_operations()[0].device)


@cache
def _graph() -> go.Graph:
    with go.Graph().as_default() as graph:
        x = go.constant(2.0, name="x")
        go.raw_ops.Split(axis=0, value=[1.0, 2.0], num_split=2, name="a/b")
        go.raw_ops.Neg(x=x, name="y")
    return graph


@target(
    "names",
    seeds=[b"x:0", b"y", b"a/b:1", b"^x", b"x:9", b"a_1", b"a/b/c/", b"Vendor>x"],
    words=[b":0", b"^", b"/", b"_1", b"x", b"a/b", b":", b"\xd9\xa3", b"\xc2\xb2", b"\n", b"\x00", b"9" * 5000],
    longest=6000,
)
def names(data: bytes) -> None:
    """A name wherever one can be given; a fetch that is found is what it names."""
    given, graph = text(data), _graph()
    with go.Session(graph) as session:
        for what in (given, [given], {given: "x:0"}):
            _refused(session.run, what)
        _refused(session.run, "y", {given: 1.0})
        _refused(lambda: session.run("y:0", {given: np.ones(3)}))
    try:
        element = graph.as_graph_element(given)
    except GraphopsError:
        pass
    else:
        with accepted("its name"):
            must_hold(graph.as_graph_element(element.name) is element, "name of what was found")
    _refused(lambda: parse_reference(given, "owner"))
    with go.Graph().as_default() as other:
        _refused(go.placeholder, go.float32, None, given)
        _refused(lambda: _in_scope(given))
        _refused(lambda: go.import_graph_def(graph.as_graph_def(), {given: np.float32(1)}, [given], name=given))
        _refused(other.unique_name, given)
        made = [node.name for node in other.get_operations()]
        must_hold(all(other.node(name).name == name for name in made), "each is found by its name")
        if len(given) > 2000 or given.count("/") > 60:  # names that LoadLimits refuse
            return
        with accepted("a graph with such names"), go.Graph().as_default():
            go.import_graph_def(other.as_graph_def(), name="")


def _in_scope(name: str) -> None:
    with go.name_scope(name), go.name_scope(name):
        go.constant(1.0, name=name)


def _refused(call: Any, *args: Any) -> None:
    try:
        call(*args)
    except GraphopsError:
        return


# -- the command line -------------------------------------------------------------------------------------------------

_VALUES = [
    b"2", b"2,2,2", b"[[1, 2], [3, 4]]", b"float32[8,16]", b"2,3:int64", b"'a'", b"True", b"1e5", b"SAME", b"true",
    b"1,2,2,1", b"2,3,?", b"unknown", b"float32", b"[]", b"'a','b'", b"1j", b"b'x'", b"{1: 2}",
]  # fmt: skip


@target(
    "cli_value",
    seeds=_VALUES,
    words=[b"[", b"]", b",", b":int32", b":half", b"float32[", b"?", b"None", b"nan", b"'", b"(", b"-", b"1e999", b"\\x",
           b"9" * 5000, b"{", b"0x", b"...", b":string", b":bool", b":uint8", b":bfloat16", b":complex64", b"\xd9\xa3"],
    refuses=(GraphopsError, UsageError),
    longest=6000,
)  # fmt: skip
def cli_value(data: bytes) -> None:
    """The value of an input. Names of files are another target."""
    given = text(data)
    if ".npy" not in given:
        read_value(given)


@target("cli_attr", seeds=_VALUES, words=[b"[", b"]", b",", b"?", b"unknown", b"-1", b"9" * 5000, b"DT_", b"true"],
        longest=6000)  # fmt: skip
def cli_attr(data: bytes) -> None:
    """The value of an attr, as each type of attr reads it."""
    given = text(data)
    for attr in ATTRS:
        if attr.base_type == "tensor":  # as the value of an input
            continue
        try:
            value = read_attr(attr, given, "Op")
        except GraphopsError:
            continue
        must_hold(repr(attr.convert(value, "Op")) == repr(value), "canonical")
