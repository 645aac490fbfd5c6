"""Limits on what is loaded: each refuses before the work is done, says how to raise it, and lets real models pass."""

from __future__ import annotations

import os
import threading
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import graphops as go
from graphops.interchange.graph_def import messages
from graphops.interchange.graph_def.limits import MOST_NESTING
from graphops_registry.errors import (
    DataLossError,
    GraphopsError,
    InvalidArgumentError,
    InvalidTypeError,
    ResourceExhaustedError,
)

MEGABYTE = 1 << 20


@pytest.fixture(autouse=True, scope="module")
def _loaded() -> None:
    """What is imported at the first load does not count."""
    loaded(messages.GraphDef(node=[messages.NodeDef(name="n", op="NoOp")]).SerializeToString())
    loaded("node { name: 'n' op: 'NoOp' }")


def loaded(data: Any, limits: Any = None) -> go.Graph:
    with go.Graph().as_default() as graph:
        go.import_graph_def(data, name="", limits=limits)
    return graph


def peak(call: Callable[[], Any]) -> int:
    """The most bytes of Python's that the call had at once, beyond those before it."""
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    try:
        call()
    finally:
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return most - before


def refused(data: Any, limits: go.LoadLimits | None, sentence: str, most: int = MEGABYTE) -> None:
    """Refused with that sentence and a way out, with little memory beside the data."""

    def call() -> None:
        with pytest.raises(ResourceExhaustedError, match=sentence) as caught:
            loaded(data, limits)
        (note,) = [note for note in caught.value.__notes__ if note.startswith("fix")]
        assert "limits=LoadLimits(" in note
        assert isinstance(caught.value, MemoryError)

    assert any(peak(call) < most for _ in range(10))  # other threads may allocate memory at the same time


def varint(number: int) -> bytes:
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def field(number: int, content: bytes) -> bytes:
    return varint(number << 3 | 2) + varint(len(content)) + content


def node(name: str, **more: Any) -> Any:
    return messages.NodeDef(name=name, op="NoOp", **more)


def graph_of(*nodes: Any) -> Any:
    return messages.GraphDef(node=nodes)


# -- each limit -------------------------------------------------------------------------------------------------------


def test_bytes(tmp_path: Path) -> None:
    data = graph_of(node("n")).SerializeToString()
    refused(
        data, go.LoadLimits(size=len(data) - 1), f"a GraphDef must have at most {len(data) - 1} bytes, got {len(data)}"
    )
    assert len(loaded(data, go.LoadLimits(size=len(data)))) == 1
    refused(memoryview(bytes(100)), go.LoadLimits(size=99), "at most 99 bytes, got 100")


def test_a_file_that_is_larger_than_all_memory_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.pb"
    with path.open("wb") as file:
        file.truncate(1 << 40)  # without blocks on the disk

    def call() -> None:
        with pytest.raises(
            ResourceExhaustedError, match="at most 2,147,483,647 bytes, got 1,099,511,627,776"
        ) as caught:
            go.load_graph(path)
        assert any("large.pb" in note for note in caught.value.__notes__)

    assert peak(call) < MEGABYTE
    (tmp_path / "model").mkdir()
    path.rename(tmp_path / "model" / "saved_model.pb")
    with pytest.raises(ResourceExhaustedError, match="a SavedModel must have at most"):
        go.load_saved_model(tmp_path / "model")


def test_a_pipe_that_never_ends(tmp_path: Path) -> None:
    path = tmp_path / "pipe.pb"
    os.mkfifo(path)

    def write() -> None:
        with path.open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(1 << 16))
            except BrokenPipeError:
                return

    thread = threading.Thread(target=write)
    thread.start()
    with pytest.raises(ResourceExhaustedError, match="at most 100,000 bytes"):
        go.load_graph(path, limits=go.LoadLimits(size=100_000))
    thread.join()


def test_a_pipe_is_read() -> None:
    reading, writing = os.pipe()
    os.write(writing, graph_of(node("n")).SerializeToString())
    os.close(writing)
    assert len(go.load_graph(f"/dev/fd/{reading}")) == 1
    os.close(reading)


def test_text() -> None:
    text = "node { name: 'n' op: 'NoOp' }"
    refused(text, go.LoadLimits(text_size=len(text) - 1), "at most 28 bytes of text, got 29")
    assert len(loaded(text, go.LoadLimits(text_size=len(text), size=0))) == 1


def test_nodes() -> None:
    """Two bytes of a file make a message of a hundred and a Node of thousands: they are counted as bytes."""
    refused(field(1, b"") * 50_001, go.LoadLimits(nodes=50_000), "a GraphDef must have at most 50,000 nodes, got more")
    two = graph_of(node("a"), node("b"))
    for data in (two, two.SerializeToString(), str(two)):
        refused(data, go.LoadLimits(nodes=1), "at most 1 nodes, got (2|more)")
        assert len(loaded(data, go.LoadLimits(nodes=2))) == 2


def test_nodes_in_functions() -> None:
    function = field(3, b"") * 6_000
    refused(field(2, field(1, function) * 2), go.LoadLimits(nodes=11_999), "at most 11,999 nodes, got more")
    graph = messages.GraphDef()
    graph.library.function.add(node_def=[node("a"), node("b")]).signature.name = "f"
    for data in (graph, graph.SerializeToString()):
        refused(data, go.LoadLimits(nodes=1), "at most 1 nodes, got (2|more)")
        loaded(data, go.LoadLimits(nodes=2))


def test_nodes_of_all_graphs_of_a_model(tmp_path: Path) -> None:
    graph, limits = field(2, field(1, b"") * 300), go.LoadLimits(nodes=1000)
    (tmp_path / "saved_model.pb").write_bytes(field(2, graph) * 4)
    with pytest.raises(ResourceExhaustedError, match="a SavedModel must have at most 1,000 nodes, got more"):
        go.load_saved_model(tmp_path, limits=limits)
    (tmp_path / "x.meta").write_bytes(graph * 4)
    with pytest.raises(ResourceExhaustedError, match="a MetaGraphDef must have at most 1,000 nodes, got more"):
        go.load_graph(tmp_path / "x.meta", limits=limits)
    good = messages.SavedModel()
    good.meta_graphs.add().graph_def.CopyFrom(graph_of(node("a"), node("b")))
    (tmp_path / "saved_model.pb").write_bytes(good.SerializeToString())
    assert len(go.load_saved_model(tmp_path).graph) == 2
    with pytest.raises(ResourceExhaustedError, match="at most 1 nodes, got more"):
        go.load_saved_model(tmp_path, limits=go.LoadLimits(nodes=1))


@pytest.mark.parametrize(
    "before",
    [
        b"\x98\x06" + b"\xff" * 9 + b"\x7f",  # an unknown number of more than 64 bits
        b"\x9b\x06",  # the begin of a group
        b"\x99\x06" + bytes(8) + b"\x9d\x06" + bytes(4),  # unknown fixed numbers
        field(99, b"\xff"),
    ],
)
def test_nodes_behind_something_strange(before: bytes) -> None:
    refused(
        before + field(1, b"") * 5000, go.LoadLimits(nodes=4999), "at most 4,999 nodes, got more", most=MEGABYTE // 4
    )


def test_other_fields() -> None:
    """They are only gone over, but that takes time as well."""
    limits = go.LoadLimits(nodes=1)
    refused(field(99, b"") * 100_005, limits, "at most 1 nodes, got too many fields beside them")


def test_functions() -> None:
    refused(field(2, field(1, b"") * 100_001), None, "a GraphDef must have at most 100,000 functions, got more")
    graph = messages.GraphDef()
    for name in "fg":
        graph.library.function.add().signature.name = name
    refused(graph, go.LoadLimits(functions=1), "at most 1 functions, got 2")


def test_lists() -> None:
    limits = go.LoadLimits(list_length=3)
    refused(graph_of(node("n", input=["^a"] * 4)), limits, "node 'n' must have at most 3 inputs, got 4")
    listed = node("n")
    listed.attr["a"].list.i.extend(range(4))
    refused(graph_of(listed), limits, "attr 'a' of node 'n' must have at most 3 values, got 4")
    strings = node("n")
    strings.attr["value"].tensor.string_val.extend([b""] * 4)
    refused(graph_of(strings), limits, "the constant in node 'n' must have at most 3 strings, got 4")
    graph = messages.GraphDef()
    signature = graph.library.function.add().signature
    signature.name = "f"
    for number in range(4):
        signature.input_arg.add(name=f"x{number}")
    refused(graph, limits, "function 'f' must have at most 3 arguments, got 4")
    inside = messages.GraphDef()
    inside.library.function.add(node_def=[listed]).signature.name = "f"
    refused(inside, limits, "attr 'a' of node 'n' must have at most 3 values, got 4")


def test_lists_by_default() -> None:
    """What comes after protobuf is Python's: an object for each element."""
    listed = node("n")
    listed.attr["a"].list.MergeFromString(field(3, bytes(10_000_001)))  # packed: a byte for each number
    refused(graph_of(listed), None, "must have at most 10,000,000 values, got 10,000,001")


def test_names() -> None:
    refused(graph_of(node("n" * 10_001)), None, "the name of a node must have at most 10,000 characters, got 10,001")
    refused(graph_of(messages.NodeDef(name="n", op="N" * 10_001)), None, "the name of an op must have at most 10,000")
    refused(graph_of(node("a/" * 201 + "a")), None, "at most 200 scopes inside each other, got 201")
    assert len(loaded(graph_of(node("a/" * 200 + "a")))) == 1
    assert len(loaded(graph_of(node("n" * 10_000)))) == 1
    graph = messages.GraphDef()
    graph.library.function.add().signature.name = "f" * 10_001
    refused(graph, None, "the name of a function must have at most 10,000 characters")
    more = go.LoadLimits(name_length=20_000, name_scopes=5000)
    assert len(loaded(graph_of(node("a/" * 5000 + "a")), more)) == 1


# -- depth ------------------------------------------------------------------------------------------------------------


def nested(levels: int) -> str:
    """A node with a function in the attr of a function and so on: four messages inside each other for each level."""
    begin = "node { name: 'n' op: 'NoOp' attr { key: '_a' value { "
    return begin + "func { attr { key: 'a' value { " * levels + "} } } " * levels + "} } }"


def test_depth() -> None:
    levels = (MOST_NESTING - 3) // 3
    assert len(loaded(nested(levels))) == 1
    assert len(loaded(nested(levels).replace("{", "<").replace("}", ">"))) == 1
    for text in (nested(levels + 1), nested(levels + 1).replace("{", "<").replace("}", ">"), "node {" * 1_000_000):
        with pytest.raises(DataLossError, match="nested too deeply: more than 100 messages inside each other"):
            loaded(text)


def test_depth_counts_neither_strings_nor_comments() -> None:
    text = (
        "# " + "{" * 200 + "\nnode { name: 'n' op: 'NoOp' attr { key: '_a' value { s: \"{{\\\"" + "{" * 200 + '" } } }'
    )
    graph = loaded(text)
    assert "{" * 200 in repr(graph.node("n").attrs["_a"])
    braces = "'" + "}" * 300 + "'"  # must not count as ends either
    with pytest.raises(DataLossError, match="nested too deeply"):
        loaded(f"node {{ name: {braces} attr {{ key: 'a' value {{ " + "func { attr { value { " * 100)


def test_depth_in_the_middle_of_a_deep_stack() -> None:
    def deeper(levels: int) -> Any:
        return deeper(levels - 1) if levels else loaded(nested(20))

    try:
        deeper(800)
    except GraphopsError as error:
        assert "nested too deeply" in str(error)  # noqa: PT017


def test_depth_in_bytes() -> None:
    value = b""
    for _ in range(MOST_NESTING):
        value = field(10, field(2, field(1, b"a") + field(2, value)))
    with pytest.raises(DataLossError, match="must be well-formed bytes"):
        loaded(field(1, field(1, b"n") + field(2, b"NoOp") + field(5, field(1, b"a") + field(2, value))))


# -- what passes ------------------------------------------------------------------------------------------------------


def test_a_graph_of_a_hundred_thousand_nodes_is_read() -> None:
    """As far as the limits are concerned; that it becomes a Graph is a test of its own."""
    from graphops.interchange.graph_def.read import parse

    large = messages.GraphDef()
    for number in range(100_000):
        made = large.node.add(name=f"layer/{number}/neg", op="Neg", input=[f"layer/{number - 1}/neg"])
        made.attr["T"].type = 1
    data = large.SerializeToString()
    limits = go.LoadLimits()
    limits.check_message(parse(data, limits=limits))


@pytest.mark.full
def test_a_graph_of_a_hundred_thousand_nodes_is_imported(tmp_path: Path) -> None:
    large = messages.GraphDef()
    for number in range(100_000):
        made = large.node.add(name=f"block{number // 100}/n{number}", op="Neg" if number % 100 else "Placeholder")
        made.attr["T" if number % 100 else "dtype"].type = 1
        if number % 100:
            made.input.append(f"block{number // 100}/n{number - 1}")
    for index in range(1000):
        large.library.function.add().signature.name = f"f{index}"
    (tmp_path / "x.pb").write_bytes(large.SerializeToString())
    assert len(go.load_graph(tmp_path / "x.pb")) == 100_000


# -- the limits themselves --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [-1, 1.5, "1", None, True])
def test_limits_that_are_none(value: Any) -> None:
    with pytest.raises(InvalidArgumentError, match="nodes of LoadLimits must be a whole number of 0 or more"):
        go.LoadLimits(nodes=value)


@pytest.mark.parametrize("value", [3, {"nodes": 5}, go.LoadLimits])
def test_something_else_for_limits(value: Any, tmp_path: Path) -> None:
    with pytest.raises(InvalidTypeError, match="limits must be LoadLimits"):
        loaded(b"", value)
    (tmp_path / "x.pb").write_bytes(b"")
    with pytest.raises(InvalidTypeError, match="limits must be LoadLimits"):
        go.load_graph(tmp_path / "x.pb", limits=value)
