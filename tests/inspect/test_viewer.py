"""``graph.show()``: one file that holds everything, and nothing of a graph that could act in it."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.inspect.draw import viewer
from graphops.plan.trace import RunMetadata
from graphops_registry.errors import GraphopsError, InvalidTypeError, NotFoundError
from tests.interchange.page.test_write import graph_with_functions


@pytest.fixture(autouse=True)
def static(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program and a style that try to end their elements."""
    folder = tmp_path / "static"
    folder.mkdir()
    (folder / "editor.js").write_text('const end = "</script><script>alert(1)</script>";')
    (folder / "editor.css").write_text("a { content: '</style><b>' }")
    monkeypatch.setattr(viewer, "STATIC", folder)
    return folder


class Elements(HTMLParser):
    """The elements of a file with their attributes and text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, Any], str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.found.append((tag, dict(attrs), ""))

    def handle_data(self, data: str) -> None:
        if self.found:
            tag, attrs, text = self.found[-1]
            self.found[-1] = (tag, attrs, text + data)


def graph_of(name: str = "y", constant: Any = (1.0, 2.0)) -> go.Graph:
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, ("n", 2), name="x")
        with go.name_scope("inner"):
            go.raw_ops.AddV2(x=x, y=go.constant(constant, go.float32, name="c"), name=name)
    return graph


def view(text: str) -> Any:
    (found,) = [text for tag, attrs, text in Elements(text).found if attrs.get("id") == "graphops-view"]
    return json.loads(found)


def test_what_the_file_holds(tmp_path: Path) -> None:
    graph = graph_of()
    path = graph.show(str(tmp_path / "g.html"), title="Sum & <more>", open_browser=False)
    text = path.read_text(encoding="utf-8")
    found = view(text)
    assert "<title>Sum &amp; &lt;more&gt;</title>" in text
    assert found["title"] == "Sum & <more>"
    assert [block["id"] for block in found["page"]["blocks"]] == ["x"]
    assert [block["id"] for block in found["page"]["pages"]["inner"]["blocks"]] == ["c", "y"]
    assert found["shapes"]["inner/y"]["outputs"][0]["shape"] == ["n", 2]
    assert {op["name"] for op in found["ops"]} == {"Placeholder", "Const", "AddV2"}
    assert found["trace"] is None


def test_nothing_is_loaded_from_elsewhere() -> None:
    text = viewer.graph_html(graph_of())
    elements = Elements(text).found
    assert [tag for tag, _, _ in elements].count("script") == 2
    assert not [attrs for _, attrs, _ in elements if {"src", "href", "onload"} & set(attrs)]
    (policy,) = [attrs["content"] for tag, attrs, _ in elements if attrs.get("http-equiv") == "Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "http" not in policy


def test_names_and_values_do_not_act() -> None:
    with go.Graph().as_default() as graph:
        go.constant(["</script><script>alert(1)</script>", "<!--", "&quot;"], name="c")
        go.raw_ops.StringFormat(inputs=[], template="</script><img src=x onerror=alert(1)>", placeholder="%")
    text = viewer.graph_html(graph, title="</title><script>alert(1)</script>")
    tags = [tag for tag, _, _ in Elements(text).found]
    assert tags.count("script") == 2
    assert "img" not in tags
    assert "b" not in tags
    values = view(text)["page"]["blocks"][0]["attrs"]["value"]["values"]
    assert values[0] == "</script><script>alert(1)</script>"


def test_large_constants_are_left_out() -> None:
    with go.Graph().as_default() as graph:
        go.constant(np.arange(-3, 99_997, dtype=np.float32), name="numbers")
        go.constant(np.array([np.nan, np.inf] * 2000), name="none")
        go.constant(np.array([[2.0, np.inf]] * 2000, go.bfloat16.numpy_dtype), name="some")
        go.constant(np.array([True, False] * 4000), name="bools")
        go.constant(np.array([b"text"] * 20_000, dtype=object), name="texts")
        go.constant(b"y" * 1_000_000, name="text")
        go.constant(b"\xff" * 1_000_000, name="bytes")
    text = viewer.graph_html(graph)
    assert len(text) < 20_000
    found = {block["id"]: block["attrs"]["value"]["values"] for block in view(text)["page"]["blocks"]}
    assert found["numbers"] == "100,000 values from -3 to 99996, mean 49996.5; not in this file"
    assert found["none"] == "4,000 values, none of them finite; not in this file"
    assert found["some"] == "4,000 values from 2 to 2, mean 2, 2,000 not finite; not in this file"
    assert found["bools"] == "8,000 values; not in this file"
    assert found["texts"] == "20,000 values: 'text', 'text', 'text' …; not in this file"
    assert found["text"][0].endswith("yyy … (1,000,000 characters)")
    assert found["bytes"] == [{"base64": "1,333,336 characters; not in this file"}]


def test_times() -> None:
    graph = graph_of()
    trace = RunMetadata()
    with go.Session(graph) as session:
        for _ in range(2):
            session.run("inner/y:0", {"x:0": np.ones((3, 2))}, run_metadata=trace)
    found = view(viewer.graph_html(graph, trace=trace))["trace"]
    assert list(found) == ["inner/y"]
    total = sum(node.end_ns - node.start_ns for node in trace.nodes) / 1e9
    assert found["inner/y"] == pytest.approx(total)
    (kernel,) = {f"{node.kernel} on {node.device}" for node in trace.nodes}
    shapes = view(viewer.graph_html(graph, trace=trace))["shapes"]
    assert shapes["inner/y"]["kernel"] == kernel
    assert shapes["x"]["kernel"] is None
    with pytest.raises(InvalidTypeError, match="trace must be a RunMetadata, got str"):
        viewer.graph_html(graph, trace="x")  # type: ignore[arg-type]


def test_times_of_functions_are_theirs() -> None:
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, [], name="x")
        total = go.while_loop(lambda i, s: i < 3, lambda i, s: (i + 1, s * x), [0, x])[1]
        go.raw_ops.Less(x=total, y=9.0, name="Less")
    trace = RunMetadata()
    with go.Session(graph) as session:
        session.run("Less:0", {"x:0": 2.0}, run_metadata=trace)
    found = view(viewer.graph_html(graph, trace=trace))
    (condition,) = [name for name in found["page"]["functions"] if "cond" in name]
    (own,) = [run for run in trace.nodes if run.node == "Less" and run.function == ""]
    others = [run for run in trace.nodes if run.function == condition]
    assert len(others) == 4
    assert found["trace"]["Less"] == pytest.approx((own.end_ns - own.start_ns) / 1e9)
    assert found["trace"][f"{condition}()/Less"] == pytest.approx(sum(r.end_ns - r.start_ns for r in others) / 1e9)
    assert found["shapes"][f"{condition}()/Less"]["outputs"][0]["dtype"] == "bool"


def test_files_and_browser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    path = graph_of().show()
    assert opened == [path.as_uri()]
    assert path.suffix == ".html"
    path.unlink()
    target = tmp_path / "g.html"
    graph_of().show(str(target), open_browser=False)
    graph_of().show(target, open_browser=False, title="again")
    assert "<title>again</title>" in target.read_text(encoding="utf-8")
    assert len(opened) == 1
    for wrong in (tmp_path / "missing" / "g.html", tmp_path):
        with pytest.raises(NotFoundError, match="must be in a folder that exists and can be written to"):
            graph_of().show(wrong, open_browser=False)


def test_notebooks(static: Path) -> None:
    frame = graph_of()._repr_html_()
    assert frame is not None
    ((tag, attrs, _),) = Elements(frame).found
    assert tag == "iframe"
    assert attrs["sandbox"] == "allow-scripts"
    assert view(attrs["srcdoc"])["page"]["graphops_page"] == 1
    (static / "editor.js").unlink()
    assert graph_of()._repr_html_() is None  # a notebook shows the text then
    with pytest.raises(NotFoundError, match="must be built"):
        graph_of().show()


def test_notebooks_of_any_encoding_and_of_large_graphs(monkeypatch: pytest.MonkeyPatch) -> None:
    with go.Graph().as_default() as graph:
        go.constant("Größe 'n' & \u2028 \U0001f600 </iframe>", name="c")
    frame = graph._repr_html_()
    assert frame is not None
    assert frame.isascii()
    ((_, attrs, text),) = Elements(frame).found
    assert not text
    constant = view(attrs["srcdoc"])["page"]["blocks"][0]["attrs"]["value"]["values"]
    assert constant == ["Größe 'n' & \u2028 \U0001f600 </iframe>"]
    monkeypatch.setattr(viewer, "_MOST_IN_NOTEBOOK", 1000)
    large = graph_of()._repr_html_()
    assert large is not None
    assert len(large) < 300
    assert "<code>graph.show()</code>" in large


def test_functions_and_an_empty_graph() -> None:
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, [])
        go.cond(x > 0.0, lambda: x * 2.0, lambda: -x)
    found = view(viewer.graph_html(graph))
    assert len(found["page"]["functions"]) == 2
    assert "Mul" in {op["name"] for op in found["ops"]}
    assert view(viewer.graph_html(go.Graph()))["page"] == {"graphops_page": 1, "title": "graph of 0 nodes"}


def test_functions_that_cannot_be_made() -> None:
    found = view(viewer.graph_html(graph_with_functions(called="NoOp", bad="NoSuchOp")))
    assert list(found["page"]["functions"]) == ["called"]
    found = view(viewer.graph_html(graph_with_functions(**{"called": "NoOp", "a b": "NoOp"})))
    assert list(found["page"]["functions"]) == ["called"]  # a page could not hold the other name
    found = view(viewer.graph_html(graph_with_functions(called="NoSuchOp")))  # which is there to be looked at
    assert list(found["page"]["functions"]) == ["called"]
    called = graph_with_functions(called="Neg")
    with pytest.raises(GraphopsError, match="Neg"):
        viewer.graph_html(called)
    assert called._repr_html_() is None
