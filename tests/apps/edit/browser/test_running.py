"""Long runs, servers that end, large pages, plug-ins, themes: in a real browser."""

from __future__ import annotations

import json
import os
import shutil
import signal
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from graphops.interchange.page import load_page, run_page
from tests.apps.edit.browser.conftest import Editor, save_page
from tests.apps.edit.conftest import ROOT, start
from tests.apps.edit.test_runs import ENDLESS
from tests.extension.packages import SAMPLE, write_distribution
from tests.systems import on_linux

PAGES = ROOT / "examples" / "pages"
LARGE = 2000
OPEN_SECONDS = 4.0
FRAMES = 20.0

pytestmark = pytest.mark.full


def test_stop(make_editor: Callable[..., Editor], folder: Path) -> None:
    save_page(folder, "endless.json", ENDLESS)
    editor = make_editor(str(folder / "endless.json"))
    editor.find("run").click()
    editor.window.wait_for_timeout(800)
    editor.find("stop").click()
    assert "stopped" in editor.finished()
    editor.window.keyboard.press("Control+a")
    editor.window.keyboard.press("Delete")
    block = editor.add_op("Const")
    editor.select(block)
    editor.type_attr(block, "dtype", "float")
    editor.type_attr(block, "value", "{1.5, 2}")
    editor.window.wait_for_timeout(500)
    assert "done" in editor.run()  # the next run is not hurt


def test_results_of_other_pins_than_in_the_run_before(make_editor: Callable[..., Editor], folder: Path) -> None:
    save_page(folder, "split.json", {
        "graphops_page": 1,
        "blocks": [
            {"id": "x", "op": "Const", "attrs": {"dtype": "float", "value": [1.5, 2.5]}},
            {"id": "s", "op": "Split", "attrs": {"num_split": 2}, "inputs": {"split_dim": 0}},
        ],
        "wires": [{"from": "x:output", "to": "s:value"}],
        "ui": {"positions": {"x": [0, 0], "s": [300, 40]}},
    })  # fmt: skip
    editor = make_editor(str(folder / "split.json"))
    faults: list[str] = []
    editor.window.on("pageerror", lambda error: faults.append(str(error)))
    for count, firsts in ((2, ["1.5", "2.5"]), (1, ["1.5, 2.5"]), (2, ["1.5", "2.5"])):
        editor.select("s")
        editor.type_attr("s", "num_split", str(count))
        editor.window.wait_for_timeout(400)
        assert "done" in editor.run()
        editor.window.wait_for_timeout(200)
        assert editor.find("result-s").locator(".result-first").all_text_contents() == firsts
    assert faults == []


def test_what_was_not_saved_outlives_the_server(make_editor: Callable[..., Editor], folder: Path) -> None:
    editor = make_editor()
    editor.drag_op("Const", 120, 150)
    editor.select("const")
    editor.type_attr("const", "value", "{1.5, 2}")
    for _ in range(100):
        if (folder / ".graphops-autosave.json").exists() and "1.5" in (folder / ".graphops-autosave.json").read_text():
            break
        editor.window.wait_for_timeout(100)
    page = editor.page()
    editor.server.process.kill()
    editor.server.process.wait(10)
    again = start(folder)
    try:
        editor.open(again)
        editor.find("recovery").wait_for()
        editor.shot("recovery")
        editor.find("recover").click()
        editor.find("block-const").wait_for()
        assert editor.page()["blocks"] == page["blocks"]
    finally:
        again.end()


def large_page(count: int = LARGE) -> dict[str, object]:
    """Chains of element-wise ops beside each other, without places: the editor arranges them."""
    blocks: list[dict[str, object]] = []
    wires = []
    chain = 40
    for number in range(count):
        row, column = divmod(number, chain)
        name = f"n{row}_{column}"
        if column == 0:
            blocks.append({"id": name, "op": "Const", "attrs": {"dtype": "float", "value": [float(row), 1.0]}})
            continue
        blocks.append({"id": name, "op": "Tanh"})
        before = f"n{row}_{column - 1}:{'output' if column == 1 else 'y'}"
        wires.append({"from": before, "to": f"{name}:x"})
    return {"graphops_page": 1, "blocks": blocks, "wires": wires}


def test_a_page_of_2000_blocks(
    make_editor: Callable[..., Editor], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """How long it takes until it can be used, and how smoothly it is moved: printed, with the wanted figures beside."""
    save_page(folder, "large.json", large_page())
    editor = make_editor(str(folder / "large.json"))
    begin = time.perf_counter()
    editor.window.reload()
    editor.until("Boolean(window.graphopsEditor && window.graphopsEditor.ready)")
    editor.until("document.querySelector('[data-testid=canvas]') !== null")
    editor.window.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    opened = time.perf_counter() - begin
    assert len(editor.page()["blocks"]) == LARGE
    box = editor.find("canvas").bounding_box()
    assert box is not None
    rates = []
    for zoom in ("far", "near"):
        if zoom == "near":
            for _ in range(12):
                editor.window.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
                editor.window.mouse.wheel(0, -240)
                editor.window.wait_for_timeout(60)
        editor.shot(f"large_{zoom}")
        rates.append(_frames(editor, box))
    with capsys.disabled():
        print(f"\n2,000 blocks: interactive after {opened:.2f} s (wanted {OPEN_SECONDS}), panned at a median of "
              f"{rates[0]:.0f} frames/s from afar and {rates[1]:.0f} near (wanted {FRAMES:.0f})")  # fmt: skip


def _frames(editor: Editor, box: dict[str, float]) -> float:
    """The median rate of frames while the canvas is dragged about."""
    editor.window.evaluate(
        "() => { window.frames_ = []; let last = performance.now(); window.counting = true;"
        " const tick = now => { window.frames_.push(now - last); last = now;"
        " if (window.counting) requestAnimationFrame(tick); }; requestAnimationFrame(tick); }"
    )
    mouse = editor.window.mouse
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] - 60
    mouse.move(x, y)
    mouse.down()
    for number in range(60):
        mouse.move(x - 3 * number, y - 2 * number)
        editor.window.wait_for_timeout(8)
    mouse.up()
    gaps = editor.window.evaluate("() => { window.counting = false; return window.frames_.slice(2); }")
    return 1000 / statistics.median(gaps)


def test_ops_of_plug_ins_are_in_the_palette(
    make_editor: Callable[..., Editor], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = folder.parent / "site"
    shutil.copytree(SAMPLE / "graphops_sample", site / "graphops_sample")
    write_distribution(site, "graphops-sample", "[graphops.plugins]\nsample = graphops_sample\n")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(site), *sys.path]))
    editor = make_editor()
    for op in ("Sample>AveragePool1D", "Sample>AveragePool1DGrad", "Sample>Mish"):
        editor.find("palette-search").fill(op)
        editor.find(f"palette-item-{op}").wait_for()
    assert editor.add_op("Sample>Mish")


def test_dark_and_light(editor: Editor) -> None:
    def background() -> str:
        return str(editor.window.evaluate("getComputedStyle(document.body).backgroundColor"))

    before = background()
    editor.window.keyboard.press("Escape")
    editor.window.keyboard.press("t")
    editor.window.wait_for_timeout(200)
    assert background() != before


def test_the_saved_page_keeps_where_blocks_stand(make_editor: Callable[..., Editor], folder: Path) -> None:
    save_page(
        folder,
        "p.json",
        {"graphops_page": 1, "blocks": [{"id": "a", "op": "NoOp"}], "ui": {"positions": {"a": [300, 200]}}},
    )
    editor = make_editor(str(folder / "p.json"))
    assert editor.page()["ui"]["positions"]["a"] == [300, 200]
    assert json.loads((folder / "p.json").read_text())["ui"]["positions"]["a"] == [300, 200]


def test_slices_of_a_volume(make_editor: Callable[..., Editor], folder: Path) -> None:
    """The example page with a volume: pictures of slices, with a slider for each of the other axes."""
    shutil.copy(PAGES / "volume_filter.json", folder)
    editor = make_editor(str(folder / "volume_filter.json"))
    assert "done" in editor.run()
    (block,) = [fetch.partition(":")[0] for fetch in editor.page()["fetches"] if "smooth" in fetch][:1]
    editor.select(block)
    editor.find("result-tab-image").click()
    editor.find("slice-image").wait_for()
    pixels = "document.querySelector('[data-testid=slice-image]').toDataURL?.() ?? ''"
    editor.window.wait_for_timeout(400)
    before = editor.window.evaluate(pixels)
    slider = editor.window.locator(
        "[data-testid^=slice-] input[type=range], input[type=range][data-testid^=slice-]"
    ).first
    slider.press("ArrowRight")
    slider.press("ArrowRight")
    editor.window.wait_for_timeout(600)
    editor.shot("image")
    assert not before or editor.window.evaluate(pixels) != before


def test_the_intended_error(make_editor: Callable[..., Editor], folder: Path) -> None:
    shutil.copy(PAGES / "intended_error.json", folder)
    editor = make_editor(str(folder / "intended_error.json"))
    editor.until("document.querySelector('[data-testid=problem-count]') !== null")
    editor.shot("intended_error")


CHAIN = {
    "graphops_page": 1,
    "blocks": [
        {"id": "x", "op": "Const", "attrs": {"dtype": "float", "value": [1.0, 2.0]}},
        {"id": "neg", "op": "Neg"},
        {"id": "sq", "op": "Square"},
        {"id": "y", "op": "Const", "attrs": {"dtype": "float", "value": [5.0]}},
    ],
    "wires": [{"from": "x:output", "to": "neg:x"}, {"from": "neg:y", "to": "sq:x"}],
    "ui": {"positions": {"x": [0, 0], "neg": [250, 0], "sq": [500, 0], "y": [0, 250]}},
}


def states(editor: Editor, *blocks: str) -> str:
    """The first letters of what the blocks say of themselves: idle, queued, running, done, stale, error."""
    editor.window.wait_for_timeout(200)
    return "".join(str(editor.find(f"block-{block}").get_attribute("data-status"))[0] for block in blocks)


def test_results_are_stale_after_an_edit(make_editor: Callable[..., Editor], folder: Path) -> None:
    """Of the block that was changed and what follows, until they run again or the edit is undone."""
    save_page(folder, "chain.json", CHAIN)
    editor = make_editor(str(folder / "chain.json"))
    blocks = ("x", "neg", "sq", "y")
    assert states(editor, *blocks) == "iiii"
    editor.run()
    assert states(editor, *blocks) == "dddd"
    editor.select("neg")
    editor.find("device-neg").fill("/device:CPU:0")
    editor.find("device-neg").blur()
    assert states(editor, *blocks) == "dssd"
    editor.find("stale-neg").wait_for()
    editor.shot("stale")
    editor.window.keyboard.press("Escape")
    editor.window.keyboard.press("Control+z")
    assert states(editor, *blocks) == "dddd"
    editor.window.keyboard.press("Control+Shift+z")
    editor.find("block-neg").click(button="right", position={"x": 40, "y": 8})
    editor.find("menu-run-to").click()
    editor.finished()
    assert states(editor, *blocks) == "ddsd"  # what follows did not run
    editor.select("x")
    editor.type_attr("x", "value", "7, 8")
    editor.find("run-to-x").click()
    editor.until("document.querySelector('[data-testid=result-x] .result-first')?.textContent === '7, 8'")
    assert states(editor, *blocks) == "dssd"
    assert editor.find("result-sq").locator(".result-first").text_content() == "1, 4"
    editor.type_attr("x", "value", "oops")
    editor.window.wait_for_timeout(600)
    editor.run()
    assert states(editor, *blocks) == "essd"  # nothing of an older page seems new
    editor.type_attr("x", "value", "3")
    editor.window.wait_for_timeout(600)
    editor.run()
    assert states(editor, *blocks) == "dddd"


@on_linux
def test_a_worker_that_is_killed(make_editor: Callable[..., Editor], folder: Path) -> None:
    """No block waits for ever, and the next run has a new process; a second press on Run is none."""
    save_page(folder, "endless.json", ENDLESS)
    save_page(folder, "chain.json", CHAIN)
    editor = make_editor(str(folder / "endless.json"))
    editor.find("run").click()
    editor.until("document.querySelector('[data-testid=block-loop]')?.dataset.status === 'queued'")
    editor.window.wait_for_timeout(1500)
    children = Path(f"/proc/{editor.server.process.pid}/task/{editor.server.process.pid}/children").read_text().split()
    for child in children:
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
            os.kill(int(child), signal.SIGKILL)
    assert "died" in editor.finished()
    assert states(editor, "loop") == "i"
    editor.find("run").click()
    editor.window.wait_for_timeout(500)
    # Another page during the run: it ends, and the new page runs as soon as it has.
    editor.find("open").click()
    editor.find("file-chain.json").click()
    editor.find("block-sq").wait_for()
    assert "done" in editor.run()
    editor.window.evaluate("() => { for (let n = 0; n < 3; n++) document.querySelector('[data-testid=run]').click(); }")
    assert "done" in editor.finished()
    assert states(editor, "x", "neg", "sq", "y") == "dddd"


def test_training_goes_on_from_step_to_step(make_editor: Callable[..., Editor], folder: Path) -> None:
    """The example with digits: its loss falls as it does headless, and is seen as a curve."""
    shutil.copy(PAGES / "digits_cnn_step.json", folder)
    editor = make_editor(str(folder / "digits_cnn_step.json"))
    editor.find("steps").fill("30")
    editor.find("steps").blur()
    assert "done" in editor.run()
    loss = float(run_page(load_page(PAGES / "digits_cnn_step.json"), steps=30)["loss/mean:output"])
    problems = editor.find("inspector").get_by_role("button", name="loss/mean")
    problems.first.click()
    shown = editor.find("inspector").locator(".statistics .first").text_content()
    assert float(str(shown)) == pytest.approx(loss, rel=1e-5)
    assert loss < 1
    curve = editor.find("inspector").locator("[data-testid=curve]")
    assert int(str(curve.get_attribute("data-count"))) == 30
    editor.find("fit").click()
    editor.window.wait_for_timeout(300)
    editor.shot("training")
    for _ in range(2):
        editor.find("step").click()
        editor.finished()
    editor.window.wait_for_timeout(300)
    assert int(str(curve.get_attribute("data-count"))) == 2


def test_names_of_outputs_that_end_with_a_number(make_editor: Callable[..., Editor], folder: Path) -> None:
    two = {"dtype": "float", "values": [1, 1]}
    inputs = {"x": {"dtype": "float", "values": [1, 2, 3, 4], "shape": [1, 2, 1, 2]}, "scale": two, "offset": two}
    block = {"id": "bn", "op": "FusedBatchNorm", "inputs": {**inputs, "mean": two, "variance": two}}
    save_page(folder, "bn.json", {"graphops_page": 1, "blocks": [block]})
    editor = make_editor(str(folder / "bn.json"))
    assert "done" in editor.run()
    editor.select("bn")
    inspector = editor.find("inspector")
    inspector.get_by_test_id("result-tab-table").click()
    inspector.get_by_label("Output").select_option("result_reserve_space_1")
    cells = inspector.locator("[data-testid=value-table] td")
    cells.first.wait_for()
    assert cells.all_text_contents() == ["2", "3"]  # the means of the two channels
