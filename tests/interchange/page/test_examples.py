"""The example pages, run as they stand on the CPU and on another device, against computations in NumPy alone."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from graphops.interchange.page import build_page, load_page, run_page
from graphops.interchange.page.json_values import array
from tests.docs.extension import environment
from tests.ops.other_device import OTHER

ROOT = Path(__file__).parents[3]
PAGES = ROOT / "examples" / "pages"
DEVICES = [None, f"/device:{OTHER}:0"]
Array = np.ndarray[Any, Any]


def value(page: str, name: str) -> Array:
    """What the file says of a block, input or feed: its arrays are written out in it."""
    found: Any = json.loads((PAGES / f"{page}.json").read_text())
    for key in name.split("/"):
        blocks = {block["id"]: block for block in found.get("blocks", [])}
        found = blocks[key] if key in blocks else found["pages"][key]
    text = found["attrs"]["value"] if "value" in found.get("attrs", {}) else found["inputs"]["value"]
    return array(text, None, name, None)


# -- the training step -------------------------------------------------------------------------------------------------


def train(x: Array, labels: Array, weights: dict[str, Array], steps: int, rate: float) -> list[float]:
    """Losses of gradient descent in float64, with loops over the taps of the filter alone."""
    w, dense, bias = (weights[name].astype(np.float64) for name in ("filter", "dense", "bias"))
    count, side = x.shape[:2]
    padded = np.pad(x.astype(np.float64), ((0, 0), (1, 1), (1, 1), (0, 0)))
    taps = {(i, j): padded[:, i : i + side, j : j + side, 0] for i in range(3) for j in range(3)}
    losses = []
    for _ in range(steps):
        conv = sum(tap[..., None] * w[i, j, 0] for (i, j), tap in taps.items())
        active = np.maximum(conv, 0)
        windows = active.reshape(count, side // 2, 2, side // 2, 2, -1).transpose(0, 1, 3, 5, 2, 4).reshape(
            count, side // 2, side // 2, -1, 4)  # fmt: skip
        flat = windows.max(-1).reshape(count, -1)
        scores = flat @ dense + bias
        chances = np.exp(scores - scores.max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        losses.append(float(-np.log(chances[np.arange(count), labels]).mean()))
        d_scores = (chances - np.eye(10)[labels]) / count
        d_flat = d_scores @ dense.T
        first = windows.argmax(-1)[..., None] == np.arange(4)
        d_windows = first * d_flat.reshape(first.shape[:-1])[..., None]
        d_active = d_windows.reshape(count, side // 2, side // 2, -1, 2, 2).transpose(0, 1, 4, 2, 5, 3)
        d_conv = d_active.reshape(active.shape) * (active > 0)
        w = w.copy()
        for (i, j), tap in taps.items():
            w[i, j, 0] -= rate * np.einsum("nhw,nhwc->c", tap, d_conv)
        dense, bias = dense - rate * flat.T @ d_scores, bias - rate * d_scores.sum(0)
    return losses


@pytest.mark.parametrize("device", DEVICES)
def test_the_digits(device: str | None) -> None:
    page = load_page(PAGES / "digits_cnn_step.json")
    x, labels = value("digits_cnn_step", "batch/pictures"), value("digits_cnn_step", "batch/labels")
    weights = {name: value("digits_cnn_step", f"variables/{name}/begin") for name in ("filter", "dense", "bias")}
    expected = train(x, labels, weights, page.steps, 0.5)
    assert page.steps == 20
    assert expected[0] > 2
    assert expected[-1] < expected[0] / 4
    for steps in (1, 2, 20):
        found = run_page(page, device=device, steps=steps)
        assert list(found) == ["loss/mean:output"]
        np.testing.assert_allclose(found["loss/mean:output"], expected[steps - 1], rtol=2e-4)


def test_the_digits_are_those_of_scikit_learn() -> None:
    datasets = pytest.importorskip("sklearn.datasets")
    found = datasets.load_digits()
    pictures = value("digits_cnn_step", "batch/pictures")
    assert pictures.shape == (64, 8, 8, 1)
    np.testing.assert_array_equal(pictures[..., 0] * 16, found.images[:64])
    np.testing.assert_array_equal(value("digits_cnn_step", "batch/labels"), found.target[:64])


# -- the volume --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("device", DEVICES)
def test_the_volume(device: str | None) -> None:
    found = run_page(load_page(PAGES / "volume_filter.json"), device=device)
    scan = value("volume_filter", "scan").astype(np.float64)[0, ..., 0]
    weights = value("volume_filter", "filter").astype(np.float64)[..., 0, 0]
    assert weights.sum() == 1
    assert weights[1, 1, 1] == 1 / 8
    side = len(scan)
    padded = np.pad(scan, 1)
    places = [(i, j, k) for i in range(3) for j in range(3) for k in range(3)]
    shifted = {at: padded[at[0] : at[0] + side, at[1] : at[1] + side, at[2] : at[2] + side] for at in places}
    smooth = sum(weights[at] * part for at, part in shifted.items())
    gradient = np.array([((smooth - scan) * part).sum() for part in shifted.values()]).reshape(3, 3, 3)
    np.testing.assert_allclose(found["smooth:output"][0, ..., 0], smooth, atol=1e-6)
    np.testing.assert_allclose(found["filter_gradient:output"][..., 0, 0], gradient, rtol=1e-5, atol=1e-4)


# -- the error ---------------------------------------------------------------------------------------------------------


def test_the_intended_error() -> None:
    page = load_page(PAGES / "intended_error.json")
    assert "intended error" in page.title
    assert "Wrong on purpose" in page.ui["notes"][0]["text"]
    built = build_page(page)
    (problem,) = built.problems
    assert (problem.block, problem.pin, built.skipped) == ("convolution", "input", ["result"])
    assert "must have a multiple of the 4 input channels of filter as its channels, got 3" in str(problem.error)
    assert list(built.nodes) == ["pictures", "filter"]


# -- all of them -------------------------------------------------------------------------------------------------------


def test_every_page_is_made_by_the_script(tmp_path: Path) -> None:
    pytest.importorskip("sklearn")
    subprocess.run(
        [sys.executable, "-W", "error", str(PAGES / "make_pages.py"), "--out", str(tmp_path)],
        check=True, env=environment(), capture_output=True, timeout=300,
    )  # fmt: skip
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    kept = {path.name: path.read_bytes() for path in PAGES.glob("*.json") if path.name != "filter_gradient.json"}
    assert made == kept
    assert max(map(len, kept.values())) < 150_000
