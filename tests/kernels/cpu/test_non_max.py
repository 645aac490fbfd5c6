"""Non-max suppression in blocks selects what a loop over boxes selects, whatever is odd about the boxes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops_cpu import simd
from graphops_cpu.lib import non_max
from graphops_cpu.simd.layers.base import LayerKernel
from graphops_cpu.simd.layers.non_max import CompiledWalk
from graphops_registry.errors import DeadlineExceededError


def share(a: Any, b: Any) -> Any:
    """Intersection over union of two boxes, in float32."""
    (ay0, ay1), (ax0, ax1), (by0, by1), (bx0, bx1) = (np.sort(side) for side in (a[::2], a[1::2], b[::2], b[1::2]))
    areas = (ay1 - ay0) * (ax1 - ax0), (by1 - by0) * (bx1 - bx0)
    if areas[0] <= 0 or areas[1] <= 0:
        return np.float32(0)
    height = np.minimum(ay1, by1) - np.maximum(ay0, by0)
    width = np.minimum(ax1, bx1) - np.maximum(ax0, bx0)
    both = np.maximum(height, np.float32(0)) * np.maximum(width, np.float32(0))
    return both / (areas[0] + areas[1] - both)


def oracle(shares: Any, scores: Any, most: int, overlap: Any, limit: Any) -> list[int]:
    """``shares``: (boxes, boxes)"""
    order = sorted((i for i in range(len(scores)) if scores[i] > limit), key=lambda i: (-scores[i], i))
    found: list[int] = []
    for i in order:
        if len(found) < most and (shares[i, found] <= overlap).all():
            found.append(i)
    return found


def some_boxes(kind: str, count: int, chance: np.random.Generator) -> Any:
    boxes = chance.random((count, 4))
    if kind == "clusters":
        boxes = chance.random((4, 4))[chance.integers(0, 4, count)] + chance.normal(size=(count, 4)) * 0.02
    elif kind in ("grid", "odd"):  # many of no area, many that are equal
        boxes = chance.integers(0, 5, (count, 4)).astype(float)
    if kind == "odd":
        for value, part in ((np.nan, 0.03), (np.inf, 0.02), (-np.inf, 0.01), (-0.0, 0.02)):
            boxes[chance.random((count, 4)) < part] = value
    return boxes.astype(np.float32)


def some_scores(kind: str, count: int, chance: np.random.Generator) -> Any:
    scores = chance.random(count)
    if kind == "ties":
        scores = np.round(scores * 4) / 4
    elif kind == "odd":
        for value in (np.nan, np.inf, -np.inf, 0.0, -0.0):
            scores[chance.random(count) < 0.1] = value
    return scores.astype(np.float32)


@pytest.mark.parametrize("count", [0, 1, 65, *(pytest.param(n, marks=pytest.mark.full) for n in (64, 150))])
@pytest.mark.parametrize("scores", ["random", "ties", "odd"])
@pytest.mark.parametrize("boxes", ["random", "clusters", "grid", "odd"])
@pytest.mark.parametrize("how", ["blocks", "compiled"])
def test_as_a_loop_over_boxes(boxes: str, scores: str, count: int, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    walk: Any = non_max.walk_in_blocks
    if how == "compiled":
        pytest.importorskip("numba")
        walk = CompiledWalk()
    chance = np.random.default_rng(count)
    x, y = some_boxes(boxes, count, chance), some_scores(scores, count, chance)
    shares = np.zeros((count, count), np.float32)
    with np.errstate(all="ignore"):
        for i in range(count):
            for j in range(i):
                shares[i, j] = shares[j, i] = share(x[i], x[j])
    for small in (False, True):
        if small:  # more parts, as with many more boxes
            monkeypatch.setattr(non_max, "_FIRST", 5)
            monkeypatch.setattr(non_max, "_SPARE", 1)
            monkeypatch.setattr(non_max, "_MOST_PAIRS", 70)
            monkeypatch.setattr("graphops_cpu.simd.layers.non_max._MOST_PAIRS", 70)
        for most, overlap, limit in ((1, 0.5, 0.1), (7, 0.0, -np.inf), (100, 0.5, 0.25), (count, 1.0, 0.0)):
            with np.errstate(all="ignore"):
                want = oracle(shares, y, most, np.float32(overlap), np.float32(limit))
                found = non_max.select(x, y, most, np.float32(overlap), np.float32(limit), lambda: None, walk)
            assert found.dtype == np.int32
            assert found.tolist() == want


@pytest.mark.parametrize("how", ["blocks", "compiled"])
def test_ends_with_its_run(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many boxes that hardly overlap would take minutes."""
    if how == "blocks":
        monkeypatch.setattr(LayerKernel, "unsupported", staticmethod(lambda attrs, shapes: "not now"))
    elif (reason := simd.why_unavailable()) is not None:
        pytest.skip(reason)
    used: list[Any] = []
    run = CompiledWalk.__call__

    def noted(*arguments: Any) -> Any:
        used.append(arguments)
        return run(*arguments)

    monkeypatch.setattr(CompiledWalk, "__call__", noted)
    count = 300_000
    corners = np.random.default_rng(0).random((count, 2)).astype(np.float32)
    boxes, scores = go.placeholder("float32", (count, 4)), go.placeholder("float32", (count,))
    y = go.raw_ops.NonMaxSuppressionV3(
        boxes=boxes, scores=scores, max_output_size=count, iou_threshold=1.0, score_threshold=0.0
    )
    feeds = {boxes: np.concatenate([corners, corners + np.float32(0.001)], axis=1), scores: corners[:, 0]}
    with go.Session() as session, pytest.raises(DeadlineExceededError):
        session.run(y, feeds, timeout=0.5)
    assert bool(used) == (how == "compiled")
