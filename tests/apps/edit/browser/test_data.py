"""Data in and out of the page: files that are dropped, feeds, downloads, pictures, checkpoints."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import graphops as go
from graphops import checkpoint
from graphops.interchange.page.json_values import array as of_page
from tests.apps.edit.browser.conftest import Editor, save_page
from tests.apps.edit.test_arrays import npy, npz, png
from tests.apps.edit.test_runs import COUNT
from tests.apps.edit.test_service import X, page

pytestmark = pytest.mark.full
DROP = """([name, data]) => {
  const transfer = new DataTransfer();
  transfer.items.add(new File([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], name));
  const place = document.querySelector("[data-testid=canvas]");
  const box = place.getBoundingClientRect();
  const about = { dataTransfer: transfer, bubbles: true, cancelable: true, clientX: box.x + 300, clientY: box.y + 200 };
  place.dispatchEvent(new DragEvent("dragover", about));
  place.dispatchEvent(new DragEvent("drop", about));
}"""
FED = {"id": "p", "op": "Placeholder", "attrs": {"dtype": "float", "shape": [None, 2, 2, 1]}}


def drop(editor: Editor, name: str, data: bytes) -> None:
    editor.window.evaluate(DROP, [name, base64.b64encode(data).decode()])


def value(of: Any) -> Any:
    return of_page(of, None, "the value", None)


def feed(editor: Editor) -> Any:
    editor.until("'p' in (window.graphopsEditor.page().feeds ?? {})")
    return value(editor.page()["feeds"]["p"])


def constant(editor: Editor) -> Any:
    editor.until("window.graphopsEditor.page().blocks?.at(-1)?.op === 'Const'")
    return value(editor.page()["blocks"][-1]["attrs"]["value"])


def checked(editor: Editor) -> None:
    """Wait until the service has said what the placeholder is: its block shows that."""
    editor.until("/f32/.test(document.querySelector('[data-testid=block-p]')?.textContent ?? '')")


def downloaded(editor: Editor, press: Callable[[], None]) -> tuple[str, bytes]:
    with editor.window.expect_download() as about:
        press()
    return about.value.suggested_filename, Path(about.value.path()).read_bytes()


def test_arrays_that_are_dropped_become_constants(editor: Editor) -> None:
    array = np.arange(6, dtype=np.float32).reshape(2, 3)
    drop(editor, "x.npy", npy(array))
    found = constant(editor)
    np.testing.assert_array_equal(found, array)
    assert found.dtype == np.float32
    editor.window.keyboard.press("Control+z")
    editor.until("!window.graphopsEditor.page().blocks.length")
    drop(editor, "x.npz", npz(first=np.zeros(2), second=np.array([5, 6])))
    editor.find("choice-second").click()
    np.testing.assert_array_equal(constant(editor), [5, 6])
    editor.window.keyboard.press("Control+z")
    pixels = np.arange(12, dtype=np.uint8).reshape(2, 2, 3)
    drop(editor, "x.png", png(pixels))
    np.testing.assert_array_equal(constant(editor), pixels)
    assert "done" in editor.run()


def test_pages_that_are_dropped_are_opened(editor: Editor) -> None:
    drop(editor, "x.json", json.dumps(page(X, title="dropped")).encode())
    editor.until("window.graphopsEditor.page().title === 'dropped'")
    graph = go.Graph()
    with graph.as_default():
        go.constant([1.0], name="of_a_graph")
    drop(editor, "x.pb", graph.as_graph_def().SerializeToString())
    editor.until("window.graphopsEditor.page().blocks[0].id === 'of_a_graph'")


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("x.pkl", b"", "x.pkl cannot be taken"),
        ("x.npy", npy(np.array([{}], dtype=object)), "must hold numbers or texts"),
        ("x.npz", npz(a=np.zeros(2 << 20)), "must have at most 8,388,608 bytes"),  # a .npy goes into the folder
        ("x.png", b"no picture", "must be a PNG or JPEG"),
    ],
    ids=["suffix", "pickle", "large", "broken"],
)
def test_files_that_are_refused(editor: Editor, name: str, data: bytes, sentence: str) -> None:
    drop(editor, name, data)
    editor.find("toast").filter(has_text=sentence).wait_for()
    assert not editor.page()["blocks"]


def test_the_feed_of_a_placeholder(make_editor: Callable[..., Editor], folder: Path) -> None:
    save_page(folder, "a.json", page(FED, {"id": "neg", "op": "Neg"}, wires=[("p:output", "neg:x")]))
    editor = make_editor(str(folder / "a.json"))
    checked(editor)
    editor.select("p")
    pixels = np.zeros((4, 4, 3), np.uint8)
    pixels[:, :2] = 255
    drop(editor, "x.png", png(pixels))
    np.testing.assert_allclose(feed(editor)[0, :, :, 0], [[1, 0], [1, 0]])
    assert "done" in editor.run()
    assert len(editor.page()["blocks"]) == 2
    editor.shot("feed")
    assert editor.find("feed-fill-p").is_disabled()  # a size is not known yet
    editor.find("feed-size-p-0").fill("3")
    editor.find("feed-rule-p").select_option("range")
    editor.find("feed-fill-p").click()
    editor.until("window.graphopsEditor.page().feeds.p.values.length === 12")
    np.testing.assert_array_equal(feed(editor), np.arange(12).reshape(3, 2, 2, 1))
    editor.find("feed-rule-p").select_option("normal")
    editor.find("feed-seed-p").fill("5")
    editor.find("feed-fill-p").click()
    editor.until("window.graphopsEditor.page().feeds.p.values[0] !== 0")
    first = feed(editor)
    assert first.shape == (3, 2, 2, 1)
    assert first.dtype == np.float32
    editor.find("feed-file-p").set_input_files({"name": "y.npy", "mimeType": "", "buffer": npy(np.ones((2, 2, 2, 1)))})
    editor.until("window.graphopsEditor.page().feeds.p.values.length === 8")
    assert "done" in editor.run()


def test_a_picture_without_pillow(make_editor: Callable[..., Editor], folder: Path, monkeypatch: Any) -> None:
    """The browser decodes it, to the same numbers."""
    hidden = folder.parent / "hidden" / "PIL"
    hidden.mkdir(parents=True)
    (hidden / "__init__.py").write_text("raise ImportError('hidden')")
    monkeypatch.setenv("PYTHONPATH", str(hidden.parent))
    save_page(folder, "a.json", page(FED))
    editor = make_editor(str(folder / "a.json"))
    checked(editor)
    pixels = np.arange(0, 240, 20, dtype=np.uint8).reshape(2, 2, 3)
    drop(editor, "x.png", png(pixels))
    np.testing.assert_array_equal(constant(editor), pixels)
    editor.select("p")
    grey = np.array([[0, 255], [51, 102]], np.uint8)
    drop(editor, "x.png", png(grey))
    np.testing.assert_allclose(feed(editor)[0, :, :, 0], grey / 255, rtol=1e-6)


def test_results_as_files(make_editor: Callable[..., Editor], folder: Path) -> None:
    table = {"dtype": "double", "values": [[0.1, 2], [3, -4]]}
    save_page(folder, "a.json", page({"id": "c", "op": "Const", "attrs": {"dtype": "double", "value": table}}))
    editor = make_editor(str(folder / "a.json"))
    editor.run()
    editor.select("c")
    name, data = downloaded(editor, editor.find("download-npy").click)
    assert name == "c_output.npy"
    np.testing.assert_array_equal(np.load(io.BytesIO(data)), [[0.1, 2], [3, -4]])
    name, data = downloaded(editor, editor.find("download-csv").click)
    assert (name, data) == ("c_output.csv", b"0.1,2.0\r\n3.0,-4.0\r\n")


def test_a_result_in_colours(make_editor: Callable[..., Editor], folder: Path) -> None:
    pixels = np.zeros((2, 4, 5, 3), np.uint8)
    pixels[1, 1, 2] = (10, 200, 30)
    bytes_ = base64.b64encode(pixels.tobytes()).decode()
    image = {"dtype": "uint8", "shape": list(pixels.shape), "base64": bytes_}
    save_page(folder, "a.json", page({"id": "c", "op": "Const", "attrs": {"dtype": "uint8", "value": image}}))
    editor = make_editor(str(folder / "a.json"))
    editor.run()
    editor.select("c")
    editor.find("result-tab-colours").click()
    editor.find("slice-0").fill("1")
    shown = "[...document.querySelector('[data-testid=slice-image]').getContext('2d').getImageData(2, 1, 1, 1).data]"
    editor.find("slice-image").wait_for()
    editor.until(f"{shown}.join() === '10,200,30,255'")
    editor.shot("colours")


def test_pictures_of_the_page(make_editor: Callable[..., Editor], folder: Path) -> None:
    save_page(folder, "a.json", page(X, {"id": "neg", "op": "Neg"}, wires=[("x:output", "neg:x")]))
    editor = make_editor(str(folder / "a.json"))
    editor.find("export").click()
    name, data = downloaded(editor, editor.find("export-svg").click)
    assert (name, data[:4]) == ("a.svg", b"<svg")
    assert b"neg" in data
    editor.find("export").click()
    name, data = downloaded(editor, editor.find("export-png").click)
    assert name == "a.png"
    with Image.open(io.BytesIO(data)) as picture:
        assert picture.width > 50
        assert len(np.unique(np.asarray(picture.convert("L")))) > 10


def test_checkpoints(make_editor: Callable[..., Editor], folder: Path) -> None:
    save_page(folder, "count.json", COUNT)
    editor = make_editor(str(folder / "count.json"))

    def step(count: int) -> None:
        editor.find("step").click()
        editor.until(f"document.querySelector('[data-testid=block-read]').textContent.includes('{count}')")

    step(11)
    step(12)
    editor.find("save-checkpoint").click()
    editor.find("checkpoint-name").press("Enter")
    editor.find("toast").filter(has_text="Saved 1 variable in count.safetensors").wait_for()
    (saved,) = checkpoint.load(folder / "count.safetensors").values.values()
    assert saved == 12
    step(13)
    editor.find("save-checkpoint").click()
    editor.find("checkpoint-name").press("Enter")
    editor.find("checkpoint-fault").wait_for()
    editor.window.keyboard.press("Escape")
    editor.find("reset").click()
    editor.find("load-checkpoint").click()
    editor.find("choice-count.safetensors").click()
    editor.find("toast").filter(has_text="Loaded 1 variable").wait_for()
    step(13)
    step(14)
