"""Networks in the editor: opened without their weights, read as lines of layers, fed and run; SavedModels too."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import graphops as go
from tests.interchange.page.test_of_model import MODELS

from .conftest import Editor, save_page

pytestmark = pytest.mark.full
LAYERS = 40
RNG = np.random.default_rng(5)
WEIGHTS = [RNG.normal(size=(3, 3, 8, 8)).astype(np.float32) / 9 for _ in range(LAYERS)]


def save_network(folder: Path) -> None:
    """A chain of layers as a frozen graph has it: each variable is a constant that an Identity hands on."""
    with go.Graph().as_default() as graph:
        y = go.placeholder(go.float32, [None, 6, 6, 8], name="image")
        with go.name_scope("net"):
            for layer, weights in enumerate(WEIGHTS):
                with go.name_scope(f"layer{layer}"):
                    read = go.raw_ops.Identity(input=go.constant(weights, name="kernel"), name="read")
                    y = go.raw_ops.Conv2D(input=y, filter=read, strides=[1] * 4, padding="SAME", name="conv")
                    y = go.raw_ops.Relu(features=y, name="relu")
        go.raw_ops.Mean(input=y, axis=[1, 2], name="mean")
    go.save_graph(graph, folder / "net.pb")


def test_a_frozen_graph_is_opened_fed_and_run(make_editor: Callable[..., Editor], folder: Path) -> None:
    save_network(folder)
    np.save(folder / "image.npy", RNG.normal(size=(1, 6, 6, 8)).astype(np.float32))
    editor = make_editor(str(folder / "net.pb"))
    page = editor.page()
    inner = page["pages"]["net"]["pages"]["layer3"]
    (kernel,) = (block for block in inner["blocks"] if block["id"] == "kernel")
    assert kernel["attrs"]["value"].keys() == {"file", "offset", "dtype", "shape", "crc32"}
    assert len(str(page)) < 100_000  # weights have 92 kB, and as text more
    box = editor.find("block-net/layer0")
    editor.until("/f32 \\[\\?,6,6,8\\]/.test(document.querySelector('[data-testid=\"block-net/layer0\"]').textContent)")
    assert "Conv2D" in (box.text_content() or "")
    # Lines of layers, one below the other.
    places = editor.page()["ui"]["positions"]
    rows = sorted({places[f"net/layer{layer}"][1] for layer in range(LAYERS)})
    assert 2 <= len(rows) < LAYERS / 2
    for line in rows:
        own = [layer for layer in range(LAYERS) if places[f"net/layer{layer}"][1] == line]
        assert own == list(range(own[0], own[-1] + 1))
    editor.shot("network")
    editor.window.get_by_test_id("block-image").click(position={"x": 40, "y": 8})
    editor.find("feed-image").fill('{"file": "image.npy"}')
    editor.find("feed-image").blur()
    assert editor.page()["feeds"] == {"image": {"file": "image.npy"}}
    assert "done" in editor.run()
    graph = go.load_graph(folder / "net.pb")
    with go.Session(graph) as session:
        wanted = session.run("mean:0", {"image:0": np.load(folder / "image.npy")})
    editor.window.keyboard.press("Control+f")
    editor.find("find-words").fill("mean")
    editor.window.keyboard.press("Enter")
    line = editor.find("result-mean")
    line.wait_for()
    assert line.locator(".result-first").text_content() is not None
    first = str(line.locator(".result-first").text_content()).split(",")[0]
    assert float(first) == pytest.approx(float(wanted[0, 0]), rel=1e-4)
    # The page has many blocks: statistics are asked for when the result is on the screen.
    line.locator(".result-stats >> text=mean").wait_for()


def test_a_page_with_weights_beside_it_is_saved_and_exported(make_editor: Callable[..., Editor], folder: Path) -> None:
    weights = np.arange(600, dtype=np.float32).reshape(2, 300)
    np.savez(folder / "w.npz", kernel=weights)
    value = {"file": "w.npz", "member": "kernel", "dtype": "float", "shape": [2, 300]}
    save_page(folder, "page.json", {"graphops_page": 1, "blocks": [
        {"id": "w", "op": "Const", "attrs": {"dtype": "float", "value": value}}, {"id": "n", "op": "Neg"}],
        "wires": [{"from": "w:output", "to": "n:x"}], "fetches": ["n"]})  # fmt: skip
    editor = make_editor(str(folder / "page.json"))
    (block, _) = editor.page()["blocks"]
    assert block["attrs"]["value"] == value
    editor.find("export").click()
    with editor.window.expect_download() as download:
        editor.find("export-graphdef").click()
    target = folder / "exported.pb"
    download.value.save_as(target)
    np.testing.assert_array_equal(go.load_graph(target).node("w").get_attr("value"), weights)
    (folder / "w.npz").unlink()
    editor.find("block-n").click(position={"x": 40, "y": 8})
    assert editor.run().startswith("failed")
    assert "must exist, got 'w.npz'" in (editor.find("problem-w").text_content() or "")


def test_a_saved_model_with_two_signatures(make_editor: Callable[..., Editor], folder: Path) -> None:
    shutil.copytree(MODELS / "dense", folder / "dense")
    editor = make_editor()
    editor.find("open").click()
    editor.find("file-dense").click()
    editor.find("block-tokens").wait_for()
    assert editor.find("signature").input_value() == "serving_default"
    editor.find("signature").select_option("embed")
    editor.find("block-x").wait_for()
    assert editor.page()["title"] == "dense: embed"
    editor.find("block-x").click(position={"x": 40, "y": 8})
    editor.find("feed-x").fill('{"dtype": "float", "values": [[1, 1, 1, 1, 1, 1, 1, 1]]}')
    editor.find("feed-x").blur()
    assert "done" in editor.run()
