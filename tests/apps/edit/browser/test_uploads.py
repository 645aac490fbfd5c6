"""Files that are too large for a request: sent into the folder, with a bar, and read from there; in a real browser."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

import graphops as go
from tests.apps.edit.browser.conftest import Editor
from tests.apps.edit.browser.test_data import drop
from tests.apps.edit.test_arrays import npy

if TYPE_CHECKING:
    from playwright.sync_api import Dialog, Route

pytestmark = pytest.mark.full


@pytest.fixture
def editor(make_editor: Callable[..., Editor]) -> Editor:
    """An editor to which the service says that it takes little at once: the same as a large file elsewhere."""
    found = make_editor()

    def little(route: Route) -> None:
        state = route.fetch().json()
        route.fulfill(json=state | {"limits": state["limits"] | {"upload": 1000, "array": 1000}})

    found.window.route("**/api/state", little)
    found.open()
    return found


def model(path: Path) -> Path:
    with go.Graph().as_default() as graph:
        go.raw_ops.Neg(x=go.constant(np.arange(3000, dtype=np.float32), name="w"), name="n")
    go.save_graph(graph, path)
    return path


def choose(editor: Editor, path: Path) -> None:
    editor.find("open").click()
    editor.find("open-local-file").set_input_files(path)


def test_a_large_model_goes_into_the_folder(editor: Editor, folder: Path, tmp_path: Path) -> None:
    path = model(tmp_path / "large.pb")
    choose(editor, path)
    editor.find("block-n").wait_for()
    assert (folder / "large.pb").read_bytes() == path.read_bytes()
    (constant,) = (block for block in editor.page()["blocks"] if block["id"] == "w")
    assert constant["attrs"]["value"]["file"] == "large.pb"
    questions: list[str] = []

    def refuse(dialog: Dialog) -> None:
        questions.append(dialog.message)
        dialog.dismiss()

    editor.window.on("dialog", refuse)
    choose(editor, path)
    editor.window.wait_for_timeout(300)
    assert questions == ["large.pb is in the folder already. Replace it?"]


def test_sending_can_be_stopped(editor: Editor, folder: Path, tmp_path: Path) -> None:
    editor.window.route("**/api/upload*", lambda route: None)  # never answered
    choose(editor, model(tmp_path / "large.pb"))
    editor.find("upload").wait_for()
    assert "large.pb" in (editor.find("upload").text_content() or "")
    editor.find("upload-stop").click()
    editor.find("upload").wait_for(state="detached")
    assert not (folder / "large.pb").exists()
    assert editor.find("toast").count() == 0


def test_a_large_page_is_refused_with_a_reason(editor: Editor, tmp_path: Path) -> None:
    (tmp_path / "large.json").write_text(json.dumps({"graphops_page": 1, "title": "x" * 2000}))
    choose(editor, tmp_path / "large.json")
    editor.find("toast").wait_for()
    assert "a page or a GraphDef as text may have 1000" in (editor.find("toast").text_content() or "")


def test_a_large_array_is_named_by_the_page(editor: Editor, folder: Path) -> None:
    array = np.arange(1000, dtype=np.int16)
    drop(editor, "large.npy", npy(array))
    editor.until("window.graphopsEditor.page().blocks?.at(-1)?.op === 'Const'")
    editor.until("/i16/.test(document.querySelector('[data-testid=block-const]')?.textContent ?? '')")
    (block,) = editor.page()["blocks"]
    assert block["attrs"] == {"dtype": "int16", "value": {"file": "large.npy"}}
    np.testing.assert_array_equal(np.load(folder / "large.npy"), array)
    assert editor.run().startswith("done ")
