"""``graph.show()`` and notebooks: what the file shows in a browser, and that it makes no requests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import graphops as go
from graphops.plan.trace import RunMetadata

from .conftest import SHOTS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.full
READY = "Boolean(window.graphopsEditor && window.graphopsEditor.ready)"
Show = Callable[..., Any]


@pytest.fixture
def show(browser: Browser, tmp_path: Path) -> Iterator[Show]:
    """Shows a graph, or a file, in a window; what the browser complains of or asks for fails the test."""
    complaints: list[str] = []
    contexts = []

    def open_file(graph: go.Graph | Path, **options: Any) -> Page:
        path = graph if isinstance(graph, Path) else graph.show(tmp_path / "graph.html", open_browser=False, **options)
        context = browser.new_context(viewport={"width": 1400, "height": 900})
        context.set_default_timeout(15_000)
        contexts.append(context)
        window = context.new_page()
        window.on("pageerror", lambda error: complaints.append(str(error)))
        window.on("console", lambda message: complaints.append(message.text))
        window.on("dialog", lambda dialog: complaints.append(dialog.message))
        window.on("request", lambda request: None if request.url == path.as_uri() else complaints.append(request.url))
        window.goto(path.as_uri())
        for frame in window.frames[1:] or window.frames:
            for _ in range(200):
                if frame.evaluate(READY):
                    break
                window.wait_for_timeout(50)
            assert frame.evaluate(READY)
        window.wait_for_timeout(300)
        return window

    yield open_file
    for context in contexts:
        context.close()
    assert not complaints


def blocks(window: Page) -> dict[str, dict[str, float]]:
    """Where the blocks that are seen stand, by their paths."""
    found: dict[str, dict[str, float]] = window.evaluate(
        """Object.fromEntries([...document.querySelectorAll('[data-testid^="block-"]')].filter(
            (node) => node.closest('.react-flow__node')).map(
            (node) => [node.dataset.testid.slice(6), node.getBoundingClientRect().toJSON()]))"""
    )
    return found


def layers() -> go.Graph:
    with go.Graph().as_default() as graph:
        y = go.placeholder(go.float32, ("n", 16, 16, 1), name="x")
        for layer in range(3):
            with go.name_scope(f"layer{layer}"):
                weights = go.constant(np.ones((3, 3, y.shape[-1], 8), np.float32), name="filter")
                y = go.raw_ops.Conv2D(input=y, filter=weights, strides=[1] * 4, padding="SAME", name="convolution")
                y = go.raw_ops.Relu(features=y, name="relu")
        go.raw_ops.Mean(input=y, axis=[0, 1, 2, 3], name="mean")
        go.raw_ops.Exp(x=y, name="not_run")
    return graph


def test_times_kernels_and_search(show: Show) -> None:
    graph = layers()
    trace = RunMetadata()
    with go.Session(graph) as session:
        session.run("mean:0", {"x:0": np.ones((4, 16, 16, 1))}, run_metadata=trace)
    window = show(graph, title="Three layers", trace=trace)
    assert window.title() == "Three layers"
    rows = window.locator('[data-testid^="found-"]')
    slowest = max(trace.nodes, key=lambda node: node.end_ns - node.start_ns)
    assert rows.first.get_attribute("data-testid") == f"found-{slowest.node}"
    if SHOTS:
        rows.first.click()
        window.wait_for_timeout(600)
        window.screenshot(path=str(Path(SHOTS) / "viewer.png"))
    window.keyboard.press("Escape")
    window.keyboard.press("/")
    window.keyboard.type("layer1 conv2d")
    window.keyboard.press("Enter")
    window.wait_for_timeout(400)
    assert rows.count() == 1
    details = window.get_by_test_id("inspector").inner_text()
    (ran,) = [node for node in trace.nodes if node.node == "layer1/convolution"]
    assert ran.kernel in details
    assert "f32 [n,16,16,8]" in details
    assert window.get_by_test_id("block-layer1/convolution").locator(".time").inner_text()
    assert not window.get_by_test_id("block-not_run").locator(".time").count()


def test_a_variable_and_its_scope_do_not_cover_each_other(show: Show) -> None:
    with go.Graph().as_default() as graph:
        variable = go.Variable([1.0, 2.0], name="v")
        x = go.placeholder(go.float32, None, name="x")
        go.raw_ops.Mul(x=variable, y=x, name="product")
    window = show(graph)
    found = blocks(window)
    assert {"v", "v/", "v/Assign", "x", "product"} <= set(found)
    frames = set(found) - {"v"}  # what has blocks in it, and not the variable, which is called like its scope

    def holds(frame: str, name: str) -> bool:
        return frame in frames and name.startswith(f"{frame.removesuffix('/')}/")

    boxes = list(found.items())
    for index, (name, one) in enumerate(boxes):
        for other_name, other in boxes[index + 1 :]:
            beside = one["right"] <= other["left"] or other["right"] <= one["left"]
            apart = beside or one["bottom"] <= other["top"] or other["bottom"] <= one["top"]
            assert apart or holds(name, other_name) or holds(other_name, name), (name, other_name)


def test_bodies_of_functions_have_types(show: Show) -> None:
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, [], name="x")
        go.while_loop(lambda i, s: i < 3, lambda i, s: (i + 1, s * x), [0, x])
    window = show(graph)
    body = next(name for name in graph.functions if "body" in name)
    window.get_by_label("Functions", exact=True).select_option(f"{body}()")
    window.wait_for_timeout(300)
    text = window.get_by_test_id("canvas").inner_text()
    assert "f32 []" in text


def test_nothing_acts_and_no_key_edits(show: Show) -> None:
    evil = "</script><script>alert(1)</script><!-- \u2028 ' \" &lt;"
    with go.Graph().as_default() as graph:
        texts = go.constant([evil, "<img src=x onerror=alert(2)>"], name="texts")
        go.raw_ops.StringFormat(inputs=[texts], template=f"{evil}%", placeholder="%", name="text")
        go.constant(np.zeros((1000, 1000), np.float32), name="large")
    window = show(graph, title=evil)
    assert window.title().startswith("</script>")
    page = window.evaluate("JSON.stringify(window.graphopsEditor.page().blocks)")
    for block in ("texts", "text", "large"):
        window.get_by_test_id(f"found-{block}").click()
        window.wait_for_timeout(300)
    window.keyboard.press("Escape")
    for key in (
        "Control+a",
        "Delete",
        "Backspace",
        "Control+x",
        "Control+v",
        "Control+d",
        "Control+g",
        "Control+Enter",
    ):
        window.keyboard.press(key)
    assert window.evaluate("JSON.stringify(window.graphopsEditor.page().blocks)") == page


def test_blocks_are_found_by_their_attrs_and_wires_are_only_looked_at(show: Show) -> None:
    with go.Graph().as_default() as graph, go.name_scope("a_scope_with_a_rather_long_name"):
        x = go.placeholder(go.float32, [1, 4, 4, 1], name="x")
        for padding in ("SAME", "VALID"):
            go.raw_ops.MaxPool(
                input=x, ksize=[1, 2, 2, 1], strides=[1, 1, 1, 1], padding=padding, name=f"a{padding[0]}"
            )
    window = show(graph)
    assert "1 sub-page" in window.get_by_test_id("inspector").inner_text()
    field, rows = window.get_by_test_id("palette-search"), window.locator('[data-testid^="found-"]')
    for words, count in (("maxpool", 2), ("padding=valid", 1), ("maxpool same", 1), ("no such thing", 0)):
        field.fill(words)
        window.wait_for_timeout(200)
        assert rows.count() == count, words
    field.fill("valid")
    window.wait_for_timeout(200)
    assert (rows.first.get_attribute("title") or "").startswith("a_scope_with_a_rather_long_name/aV")
    window.keyboard.press("Escape")
    window.locator(".react-flow__edge").first.dispatch_event("click")
    window.wait_for_timeout(200)
    details = window.get_by_test_id("inspector")
    assert "Wire" in details.inner_text()
    assert details.get_by_role("button", name="Delete").count() == 0


@pytest.mark.parametrize("nodes", [0, 1, 5000])
def test_graphs_of_any_size_open(show: Show, nodes: int) -> None:
    with go.Graph().as_default() as graph:
        for layer in range(0, nodes, 100):
            with go.name_scope("layer"):
                y = go.constant([1.0], name="c")
                for _ in range(min(nodes - layer, 100) - 1):
                    y = go.raw_ops.Neg(x=y)
    assert len(graph) == nodes
    window = show(graph)
    assert f"{nodes} block{'' if nodes == 1 else 's'} ·" in window.locator(".statusbar").inner_text()
    if not nodes:
        assert "There are no blocks." in window.locator(".palette").inner_text()


def test_two_frames_in_a_notebook(show: Show, tmp_path: Path) -> None:
    notebook = tmp_path / "notebook.html"
    first, second = layers(), go.Graph()
    with second.as_default():
        go.constant(1.0, name="only")
    filler = "<p style='height: 1500px'>text</p>"
    frames = f"{first._repr_html_()}{second._repr_html_()}"
    notebook.write_text(f"<!doctype html><meta charset=latin-1>{frames}{filler}", encoding="latin-1")
    window = show(notebook)
    one, other = window.frames[1:]
    assert "·" in one.locator(".statusbar").inner_text()  # the notebook's encoding is not that of the frame
    assert "only" in blocks(other)
    assert "layer0/convolution" in blocks(one)
    # The wheel scrolls the notebook, until somebody works in the frame.
    before = blocks(one)
    window.mouse.move(700, 300)
    window.mouse.wheel(0, 200)
    window.wait_for_timeout(500)
    assert window.evaluate("scrollY") == 200
    assert blocks(one) == before
    one.get_by_test_id("block-x").click()
    assert one.get_by_test_id("inspector").is_visible()
