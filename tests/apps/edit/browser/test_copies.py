"""What was not saved, of several pages and windows; and how a window gets the token: in a real browser."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.apps.edit.browser.conftest import Editor, save_page
from tests.apps.edit.conftest import Server, start
from tests.apps.edit.test_service import X, page

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.full


def changed(editor: Editor, name: str, title: str) -> None:
    """Open a file, give it another title, and wait until a copy is kept."""
    editor.find("open").click()
    editor.find(f"file-{name}").click()
    editor.until(f"document.title.startsWith('{name}')")
    editor.find("page-title").fill(title)
    editor.find("page-title").blur()
    kept(editor.server, name, title)


def kept(server: Server, name: str, title: str) -> None:
    end = time.monotonic() + 20
    while True:
        status, found, _ = server.request("GET", f"/api/autosave?name={name}")
        if status == 200 and found["page"].get("title") == title:
            return
        assert time.monotonic() < end
        time.sleep(0.1)


def test_two_windows_with_two_pages(make_editor: Callable[..., Editor], folder: Path) -> None:
    """Each is offered its own changes after the server was killed, and only those."""
    for name in ("a.json", "b.json", "c.json"):
        save_page(folder, name, page(X))
    one = make_editor()
    other = Editor(one.window.context.new_page(), one.server)
    other.open()
    changed(one, "a.json", "A new")
    changed(other, "b.json", "B new")
    one.server.process.kill()
    one.server.process.wait(10)
    again = start(folder, str(folder / "a.json"))
    try:
        editor = Editor(one.window.context.browser.new_context().new_page(), again)  # type: ignore[union-attr]
        editor.open()
        assert "a.json" in str(editor.find("recovery").text_content())
        editor.shot("recovery_of_a_page")
        editor.find("recover").click()
        editor.until("window.graphopsEditor.page().title === 'A new'")
        editor.window.keyboard.press("Control+s")
        editor.find("toast").first.wait_for()
        assert again.request("GET", "/api/file?name=a.json")[1]["page"]["title"] == "A new"
        for name, offered in (("c.json", False), ("a.json", False), ("b.json", True)):
            editor.find("open").click()
            editor.find(f"file-{name}").click()
            editor.until(f"document.title.startsWith('{name}')")
            editor.window.wait_for_timeout(500)
            assert editor.find("recovery").is_visible() is offered, name
        editor.find("discard").click()
        editor.window.wait_for_timeout(300)
        assert again.request("GET", "/api/autosaves")[1] == {"kept": []}
        assert editor.page().get("title") is None
    finally:
        again.end()


def test_a_browser_that_was_given_a_ticket(browser: Browser, folder: Path, tmp_path: Path) -> None:
    """The address of the process list shows no token, works once, and is not kept in the address bar."""
    save_page(folder, "a.json", page(X))
    seen, program = tmp_path / "address", tmp_path / "browser"
    program.write_text(f'#!/bin/sh\nprintf %s "$1" > "{seen}"\n')
    program.chmod(0o700)
    server = start(folder, str(folder / "a.json"), browser=f"{program} %s")
    try:
        end = time.monotonic() + 20
        while not (seen.exists() and seen.read_text()):
            assert time.monotonic() < end
            time.sleep(0.1)
        address = seen.read_text()
        assert re.fullmatch(rf"http://127\.0\.0\.1:{server.port}/\?ticket=[\w-]+", address)
        assert server.token not in address
        for first in (True, False):
            window: Any = browser.new_context().new_page()
            editor = Editor(window, server)
            window.goto(address)
            if first:
                editor.until("Boolean(window.graphopsEditor && window.graphopsEditor.ready)")
                assert window.url == f"http://127.0.0.1:{server.port}/"
                window.reload()  # the window goes on to know the token
                editor.until("Boolean(window.graphopsEditor && window.graphopsEditor.ready)")
                assert editor.page()["blocks"]
            else:
                window.get_by_text("a ticket must be used once").wait_for(timeout=15_000)
                editor.shot("ticket_used")
            window.close()
    finally:
        server.end()


def test_a_page_that_is_new(make_editor: Callable[..., Editor], folder: Path) -> None:
    """``graphops edit new.json``: nothing is wrong, and saving makes the file."""
    editor = make_editor(str(folder / "new.json"))
    assert editor.window.title().startswith("new.json")
    assert not editor.find("toast").is_visible()
    editor.add_op("NoOp")
    editor.window.keyboard.press("Control+s")
    editor.find("toast").first.wait_for()
    assert (folder / "new.json").exists()
