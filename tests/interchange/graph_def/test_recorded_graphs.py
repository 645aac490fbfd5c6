"""Graphs that TensorFlow made give TensorFlow's values: as they are, under a prefix, and written and read again."""

from __future__ import annotations

from typing import Any

import pytest

import graphops as go
from tests.interchange.graph_def.recorded import FILES, assert_as_recorded


@pytest.mark.parametrize("name", FILES)
def test_values(name: str) -> None:
    with go.Session(go.load_graph(FILES[name])) as session:
        assert_as_recorded(session, name)


@pytest.mark.parametrize("name", FILES)
def test_under_a_prefix(name: str) -> None:
    graph = go.Graph()
    data: Any = FILES[name].read_text() if FILES[name].suffix == ".pbtxt" else FILES[name].read_bytes()
    with graph.as_default():
        go.import_graph_def(data, name="first")
        go.import_graph_def(data, name="deep/er")
    with go.Session(graph) as session:
        assert_as_recorded(session, name, "deep/er/")
        # Reference variables without a shared name are counted up; random nodes of shared functions go on drawing.
        if not name.startswith(("v1_counting", "v2_random")):
            assert_as_recorded(session, name, "first/")


@pytest.mark.parametrize("suffix", [".pb", ".pbtxt"])
@pytest.mark.parametrize("name", FILES)
def test_written_and_read_again(name: str, suffix: str, tmp_path: Any) -> None:
    first = go.load_graph(FILES[name])
    go.save_graph(first, tmp_path / f"again{suffix}", add_shapes=True)
    second = go.load_graph(tmp_path / f"again{suffix}")
    assert [node.name for node in second.get_operations()] == [node.name for node in first.get_operations()]
    with go.Session(second) as session:
        assert_as_recorded(session, name)


@pytest.mark.parametrize("name", [name for name in FILES if name.startswith("v2")])
def test_functions_of_our_own_making(name: str, tmp_path: Any) -> None:
    """Bodies are written from their nodes rather than from the bytes that they were read from."""
    graph = go.load_graph(FILES[name])
    for function in graph.functions.values():
        assert function.body
        function.definition = None
    go.save_graph(graph, tmp_path / "again.pb")
    with go.Session(go.load_graph(tmp_path / "again.pb")) as session:
        assert_as_recorded(session, name)
