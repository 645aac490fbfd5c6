"""A real browser on a real server: Chromium by its path, with Playwright as the driver.

``GRAPHOPS_CHROMIUM`` names the browser; default ``chromium`` on the path.  Part of the full tests.
"""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.apps.edit.conftest import ROOT, Server, start

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

CHROMIUM = os.environ.get("GRAPHOPS_CHROMIUM") or shutil.which("chromium")
BUILT = (ROOT / "graphops" / "inspect" / "draw" / "static" / "editor.js").exists()
SHOTS = os.environ.get("GRAPHOPS_SHOTS")  # a folder for screenshots of what tests see
Json = dict[str, Any]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    reason = "" if BUILT else "the editor is not built"
    if CHROMIUM is None:
        reason = "no chromium: apt-get install chromium"
    if find_spec("playwright") is None:
        reason = "no playwright: pip install playwright"
    folder = f"{Path(__file__).parent}{os.sep}"  # as text: the hook sees every test of the run
    for item in items:
        if str(item.path).startswith(folder):
            item.add_marker(pytest.mark.skipif(bool(reason), reason=reason))


@dataclass
class Editor:
    """The editor in a browser's window, and what a person does in it."""

    window: Page
    server: Server

    def open(self, server: Server | None = None) -> None:
        """Open the server's page and wait until it can be used."""
        server = server or self.server
        self.window.goto(f"http://127.0.0.1:{server.port}/?token={server.token}")
        self.until("Boolean(window.graphopsEditor && window.graphopsEditor.ready)")

    def until(self, condition: str, seconds: float = 30) -> None:
        """Wait until an expression is true. (What Playwright waits for with, the page's own policy forbids.)"""
        end = time.monotonic() + seconds
        while not self.window.evaluate(condition):
            assert time.monotonic() < end, condition
            self.window.wait_for_timeout(50)

    def find(self, name: str) -> Locator:
        """What has a name for tests."""
        return self.window.get_by_test_id(name)

    def page(self) -> Json:
        """The page as it would be saved."""
        found: Json = self.window.evaluate("window.graphopsEditor.page()")
        return found

    def drag_op(self, op: str, x: float, y: float) -> str:
        """Search an op and drag it to a place of the canvas; the new block's id."""
        before = {block["id"] for block in self.page().get("blocks", [])}
        self.find("palette-search").fill(op)
        canvas = self.find("canvas").bounding_box()
        assert canvas is not None
        self.find(f"palette-item-{op}").drag_to(self.find("canvas"), target_position={"x": x, "y": y})
        (new,) = {block["id"] for block in self.page()["blocks"]} - before
        return str(new)

    def add_op(self, op: str) -> str:
        """Search an op and add it without a wire; the new block's id."""
        before = {block["id"] for block in self.page().get("blocks", [])}
        self.find("palette-search").fill(op)
        self.find("palette-search").press("Shift+Enter")
        (new,) = {block["id"] for block in self.page()["blocks"]} - before
        return str(new)

    def select(self, block: str) -> None:
        """Click on the head of a block."""
        self.find(f"block-{block}").click(position={"x": 40, "y": 8})

    def type_attr(self, block: str, name: str, text: str) -> None:
        """Type (or choose) the value of an attr in the inspector."""
        field = self.find(f"attr-{block}-{name}")
        if field.evaluate("node => node.tagName") == "SELECT":
            field.select_option(text)
        else:
            field.fill(text)
            field.blur()

    def connect(self, source: str, target: str) -> None:
        """Pull a wire with the mouse: ``block-pin`` to ``block-pin``."""
        ends = [self.find(f"pin-out-{source}"), self.find(f"pin-in-{target}")]
        boxes = [end.bounding_box() for end in ends]
        (x0, y0), (x1, y1) = [(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2) for b in boxes if b is not None]
        mouse = self.window.mouse
        mouse.move(x0, y0)
        mouse.down()
        mouse.move((x0 + x1) / 2, (y0 + y1) / 2, steps=4)
        mouse.move(x1, y1, steps=4)
        self.window.wait_for_timeout(250)  # the service is asked whether it fits
        mouse.up()

    def wires(self) -> set[tuple[str, str]]:
        """All wires of the outermost page."""
        return {(wire["from"], wire["to"]) for wire in self.page().get("wires", [])}

    def run(self, seconds: float = 60) -> str:
        """Press Run; what the bar says at the end."""
        self.find("run").click()
        return self.finished(seconds)

    def finished(self, seconds: float = 60) -> str:
        """What the bar says when a run is over."""
        states = "done|stopped|failed|died"
        self.until(f"/{states}/.test(document.querySelector('[data-testid=progress]')?.textContent ?? '')", seconds)
        return str(self.find("progress").text_content())

    def shot(self, name: str) -> None:
        """Keep a picture, where somebody wants them."""
        if SHOTS:
            self.window.wait_for_timeout(300)
            self.window.screenshot(path=str(Path(SHOTS) / f"{name}.png"))


@pytest.fixture(scope="module")  # the driver keeps an event loop in the thread, where other modules want one
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield found
        found.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "pages"
    found.mkdir()
    return found


@pytest.fixture
def make_editor(browser: Browser, folder: Path) -> Iterator[Callable[..., Editor]]:
    """Makes an editor on the test's folder; what the browser complains of fails the test."""
    made: list[Any] = []
    complaints: list[str] = []

    def make(*arguments: str) -> Editor:
        server = start(folder, *arguments)
        context = browser.new_context(viewport={"width": 1400, "height": 900})
        context.set_default_timeout(15_000)
        made.append((context, server))
        window = context.new_page()
        window.on("pageerror", lambda error: complaints.append(str(error)))
        editor = Editor(window, server)
        editor.open()
        return editor

    yield make
    for context, server in made:
        context.close()
        server.end()
    assert not complaints


@pytest.fixture
def editor(make_editor: Callable[..., Editor]) -> Editor:
    return make_editor()


def save_page(folder: Path, name: str, page: Json) -> None:
    (folder / name).write_text(json.dumps(page), encoding="utf-8")
