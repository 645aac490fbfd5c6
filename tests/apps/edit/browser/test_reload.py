"""A window that is loaded again, and a service that goes away and comes back: nothing that was there is lost."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.apps.edit.browser.conftest import Editor, save_page
from tests.apps.edit.conftest import ROOT, Server, start
from tests.apps.edit.test_runs import COUNT, ENDLESS
from tests.apps.edit.test_service import X, page

pytestmark = pytest.mark.full
SAME_TOKEN = """
import secrets, sys
secrets.token_urlsafe = lambda count: sys.argv[1]
from graphops.apps.cli import main
main(["edit", "--no-browser", "--folder", sys.argv[2], "--port", sys.argv[3]])
"""


def opened(editor: Editor, name: str) -> None:
    editor.find("open").click()
    editor.find(f"file-{name}").click()
    editor.until(f"document.title.startsWith('{name}')")


def reload(editor: Editor) -> None:
    editor.window.reload()
    editor.until("Boolean(window.graphopsEditor && window.graphopsEditor.ready)")


def status(editor: Editor) -> str | None:
    return editor.find("progress").get_attribute("data-status")


def test_the_page_its_changes_and_its_results(make_editor: Callable[..., Editor], folder: Path) -> None:
    save_page(folder, "first.json", page(X))
    save_page(folder, "count.json", COUNT)
    editor = make_editor(str(folder / "first.json"))
    opened(editor, "count.json")
    editor.find("step").click()
    assert "done" in editor.finished()
    editor.find("page-title").fill("not saved")
    editor.find("page-title").blur()
    before = editor.page()
    reload(editor)
    assert editor.window.title().startswith("count.json")
    assert editor.page() == before
    assert editor.find("dirty").is_visible()
    assert not editor.find("recovery").is_visible()
    assert "11" in str(editor.find("block-read").text_content())
    editor.select("read")
    editor.find("result-tab-table").click()
    editor.until("document.querySelector('[data-testid=value-table]')?.textContent.includes('11')")
    editor.window.keyboard.press("Control+s")
    editor.until("!document.querySelector('[data-testid=dirty]')")
    assert json.loads((folder / "count.json").read_text())["title"] == "not saved"
    reload(editor)
    assert not editor.find("dirty").is_visible()


def test_steps_go_on(make_editor: Callable[..., Editor], folder: Path) -> None:
    """The variables are those of the steps before."""
    save_page(folder, "count.json", COUNT)
    editor = make_editor(str(folder / "count.json"))
    for count in (11, 12, 13):
        editor.find("step").click()
        editor.until(f"document.querySelector('[data-testid=block-read]').textContent.includes('{count}')")
        if count == 12:
            reload(editor)


def test_a_run_goes_on(make_editor: Callable[..., Editor], folder: Path) -> None:
    save_page(folder, "endless.json", ENDLESS)
    editor = make_editor(str(folder / "endless.json"))
    editor.find("run").click()
    editor.until("document.querySelector('[data-testid=progress]')?.dataset.status === 'running'")
    editor.window.wait_for_timeout(1500)
    reload(editor)
    editor.window.wait_for_timeout(300)
    assert status(editor) == "running"
    editor.find("stop").click()
    assert "stopped" in editor.finished()
    editor.find("run").click()
    editor.until("document.querySelector('[data-testid=progress]')?.dataset.status === 'running'")


def test_another_address_opens_its_own_page(make_editor: Callable[..., Editor], folder: Path) -> None:
    """Only a reload shows what was there; an address that is opened says itself what is wanted."""
    save_page(folder, "first.json", page(X))
    save_page(folder, "other.json", page(X))
    editor = make_editor(str(folder / "first.json"))
    opened(editor, "other.json")
    editor.open()
    assert editor.window.title().startswith("first.json")


@contextmanager
def again_with(server: Server, token: str) -> Iterator[None]:
    """The service on the same port, as if it had only been away."""
    command = [sys.executable, "-c", SAME_TOKEN, token, str(server.folder), str(server.port)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert f":{server.port}/" in process.stdout.readline()
        yield
    finally:
        process.terminate()
        process.wait(10)
        if process.stdout is not None:
            process.stdout.close()


def changed_and_left_alone(make_editor: Callable[..., Editor], folder: Path) -> Editor:
    """A window with a change that is not saved, whose server has ended."""
    save_page(folder, "a.json", page(X))
    editor = make_editor(str(folder / "a.json"))
    editor.run()
    editor.find("page-title").fill("not saved")
    editor.find("page-title").blur()
    editor.server.process.kill()
    editor.server.process.wait(10)
    editor.find("away").wait_for()
    editor.shot("away")
    return editor


def saves(editor: Editor, folder: Path) -> None:
    editor.window.keyboard.press("Control+s")
    editor.until("!document.querySelector('[data-testid=dirty]')")
    assert json.loads((folder / "a.json").read_text())["title"] == "not saved"
    assert "done" in editor.run()


def test_the_service_comes_back(make_editor: Callable[..., Editor], folder: Path) -> None:
    editor = changed_and_left_alone(make_editor, folder)
    with again_with(editor.server, editor.server.token):
        editor.window.get_by_text("The service is back.").wait_for()
        assert not editor.find("away").is_visible()
        saves(editor, folder)


def test_the_service_was_started_anew(make_editor: Callable[..., Editor], folder: Path) -> None:
    """The old token is worth nothing: the window goes on when it is given the new address, and not before."""
    editor = changed_and_left_alone(make_editor, folder)
    other: Any = start(folder, "--port", str(editor.server.port))
    try:
        assert other.token != editor.server.token
        editor.find("stranger").wait_for()
        editor.shot("stranger")
        editor.add_op("NoOp")
        editor.window.wait_for_timeout(4000)  # a check and a copy would have been refused by now
        assert editor.find("stranger").is_visible()
        assert not editor.find("toast").filter(has_text="token").is_visible()
        editor.find("stranger-address").fill("x" * 32)
        editor.find("stranger-address").press("Enter")
        editor.window.wait_for_timeout(500)
        editor.find("stranger").wait_for()
        editor.find("stranger-address").fill(f"http://127.0.0.1:{other.port}/?token={other.token}")
        editor.find("stranger-address").press("Enter")
        editor.window.get_by_text("The service is back.").wait_for()
        assert re.search(r"token|ticket", editor.window.url) is None
        saves(editor, folder)
    finally:
        other.end()
