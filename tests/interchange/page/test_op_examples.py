"""Every op's example: its graphs become a page, Python source and a GraphDef, and each of them the same graph again."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

import graphops as go
import graphops.interchange.page
from graphops.interchange.page import build_page, page_of, page_text, python_source, read_page
from graphops_registry.errors import GraphopsError
from tests.golden.check_op_examples import EXAMPLES, sections
from tests.interchange.page.test_to_python import built
from tests.interchange.page.test_write import nodes_of

pytestmark = pytest.mark.full
SCHEMA = json.loads((Path(graphops.interchange.page.__file__).parent / "page.schema.json").read_text())
VALID = jsonschema.Draft202012Validator(SCHEMA)


class _Eager:
    """``go.eager``, whose calls are made in a graph too."""

    def __init__(self, graphs: list[go.Graph]) -> None:
        self._graphs = graphs

    def __getattr__(self, op: str) -> Any:
        function = getattr(go.eager, op)
        return self._both(function, op) if callable(function) and op.lstrip("_")[0].isupper() else function

    def _both(self, function: Callable[..., Any], op: str) -> Callable[..., Any]:
        def call(**arguments: Any) -> Any:
            result = function(**arguments)
            with go.Graph().as_default() as graph:
                getattr(go.raw_ops, op)(**arguments, name="example")
            self._graphs.append(graph)
            return result

        return call


class _Go:
    """graphops as an example sees it: it keeps the graphs that are made."""

    def __init__(self, graphs: list[go.Graph]) -> None:
        self._graphs = graphs
        self.eager = _Eager(graphs)

    def __getattr__(self, name: str) -> Any:
        return getattr(go, name)

    def Session(self, *args: Any, **options: Any) -> go.Session:
        session = go.Session(*args, **options)
        self._graphs.append(session.graph)
        return session


@pytest.fixture(autouse=True)
def _fresh_default_graph() -> None:
    """Examples without a graph of their own use the thread's default graph, which tests before may have filled."""
    go.reset_default_graph()


def _graphs(path: Path) -> Iterator[tuple[str, go.Graph]]:
    """Each graph of a family's examples, with the op that it is for."""
    for section in sections(path):
        graphs: list[go.Graph] = []
        names: dict[str, Any] = {"go": _Go(graphs), "np": np}
        for example in section.examples:
            with contextlib.suppress(GraphopsError), contextlib.redirect_stdout(io.StringIO()):
                exec(compile(example.source, section.op, "single"), names)  # noqa: S102 - an example of the docs
        for graph in {id(graph): graph for graph in graphs if len(graph)}.values():
            yield section.op, graph


PYTHON_ONLY = {"dataset_iterators", "python_functions"}
"""Families whose ops hold objects of Python, which no page can."""


def _content(graph: go.Graph) -> tuple[str, dict[str, str]]:
    functions = {name: repr(sorted(nodes_of(function.graph).items())) for name, function in graph.functions.items()}
    return repr(sorted(nodes_of(graph).items())), functions


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.md")), ids=lambda path: path.stem)
def test_family(path: Path, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)  # some examples write files
    count = 0
    for op, graph in _graphs(path):
        count += 1
        text = page_text(page_of(graph))
        page = read_page(text)
        assert page_text(page) == text, op
        VALID.validate(json.loads(text))
        drawn = build_page(page)
        drawn.raise_problems()
        assert _content(drawn.graph) == _content(graph), op
        # Arguments of functions have other names in a GraphDef, and Python source has functions as one.
        assert _content(built(python_source(graph)))[0] == _content(graph)[0], op
        with go.Graph().as_default() as read:
            go.import_graph_def(drawn.graph.as_graph_def(), name="")
        assert _content(read)[0] == _content(graph)[0], op
    assert count or path.stem in PYTHON_ONLY
