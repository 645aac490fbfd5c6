"""Times networks in the editor: from the file to a page, its check, a watched run, and the same in a browser.

``python benchmarks/editor_networks.py MODEL...`` takes GraphDefs and folders of SavedModels, each with one input of
numbers.  Each runs with random numbers.  The browser's times need Playwright and Chromium (``GRAPHOPS_CHROMIUM`` names
it); ``--no-browser`` leaves them out.  Wall-clock seconds; run it on a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

import graphops as go
from graphops.apps.edit.runner import Runner
from graphops.interchange.page import build_page, page_json
from graphops.interchange.page.array_references import shapes_only
from graphops.interchange.page.of_model import page_of_model

RUNS = 5
_SHOWN = "/\\[[0-9?]+(,[0-9?]+)*\\]/.test(document.querySelector('[data-testid=canvas]')?.textContent ?? '')"
_READY = "Boolean(window.graphopsEditor?.ready)"
_FOUND = "document.querySelectorAll('.find-list .palette-item').length > 0"
_FAR = "document.querySelector('[data-testid=canvas]')?.dataset.far === 'true'"


def timed(what: str, times: dict[str, float], begin: float) -> float:
    times[what] = time.perf_counter() - begin
    return time.perf_counter()


def service_times(model: Path) -> tuple[dict[str, float], int]:
    """What the service does: open, check (twice: a file is checked once), runs; and the letters of the page."""
    folder, times = model.parent, {}
    begin = time.perf_counter()
    page = page_of_model(model, folder)
    data: Any = page_json(page)
    letters = len(json.dumps(data))
    begin = timed("open", times, begin)
    for what in ("check", "check again"):
        with shapes_only():
            built = build_page(page, folder=folder)
        begin = timed(what, times, begin)
    (name,) = (name for name, node in built.nodes.items() if node.type == "Placeholder")
    x = built.nodes[name].outputs[0]
    shape = [size or 1 for size in (x.shape.as_list() or [])]
    rng = np.random.default_rng(0)
    fed = rng.random(shape).astype(x.dtype.numpy_dtype) if x.dtype.is_floating else rng.integers(0, 8, shape)
    feed = folder / "editor_networks_feed.npy"  # as a picture that is dropped on the page
    np.save(feed, fed)
    data["feeds"] = {name: {"file": feed.name}}
    try:
        runner = Runner(lambda message: None, folder)
        watched = [_seconds(lambda: runner.handle({"type": "step", "id": "r", "page": data})) for _ in range(RUNS)]
    finally:
        feed.unlink()
    built = build_page(page, folder=folder)
    fetches = [tensor for pin in page.fetches for tensor in built.tensors(pin)]
    with go.Session(built.graph) as session:
        plain = [_seconds(lambda: session.run(fetches, {built.nodes[name].outputs[0]: fed})) for _ in range(RUNS)]
    times |= {"first run": watched[0], "watched run": min(watched[1:]), "Session.run": min(plain[1:])}
    return times, letters


def _seconds(work: Any) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def browser_times(model: Path, words: str) -> dict[str, float]:
    """What a person waits for: the page ready, shapes on it (or the whole as one picture), blocks found."""
    from playwright.sync_api import sync_playwright

    command = [sys.executable, "-m", "graphops", "edit", str(model), "--no-browser"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    address = re.search(r"http://\S+", server.stdout.readline())
    assert address is not None
    time.sleep(2)  # its first process comes up
    times: dict[str, float] = {}
    try:
        with sync_playwright() as driver:
            chromium = os.environ.get("GRAPHOPS_CHROMIUM") or shutil.which("chromium")
            browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
            window = browser.new_page(viewport={"width": 1400, "height": 900})
            begin = time.perf_counter()
            window.goto(address[0])
            for what, condition in (("ready", _READY), ("first picture", f"({_SHOWN}) || ({_FAR})")):
                _wait(window, condition)
                times[what] = time.perf_counter() - begin
            window.keyboard.press("Control+f")
            window.get_by_test_id("find-words").fill(words)
            begin = time.perf_counter()
            _wait(window, _FOUND)
            timed("find", times, begin)
            browser.close()
    finally:
        server.terminate()
    return times


def _wait(window: Any, condition: str) -> None:
    end = time.monotonic() + 60
    while not window.evaluate(condition):
        assert time.monotonic() < end, condition
        time.sleep(0.01)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", nargs="+", type=Path)
    parser.add_argument("--find", default="Softmax", help="words to search (default: Softmax)")
    parser.add_argument("--no-browser", action="store_true")
    args = parser.parse_args()
    for model in args.model:
        times, letters = service_times(model.resolve())
        if not args.no_browser:
            times |= browser_times(model.resolve(), args.find)
        print(f"{model.name}: page of {letters / 1e6:.2f} MB")
        for what, seconds in times.items():
            print(f"  {what:14} {seconds * 1000:9.1f} ms")


if __name__ == "__main__":
    main()
