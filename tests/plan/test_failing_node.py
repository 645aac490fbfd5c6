"""Errors of nodes that a pass made of several: they are those of the user's nodes, as without passes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.graph.body_graph import BodyGraph
from tests.plan.plain_fusing import fuse_with_plain_kernels

raw = go.raw_ops
ONE = [1, 1, 1, 1]


@pytest.fixture(autouse=True)
def _willing(monkeypatch):
    fuse_with_plain_kernels(monkeypatch)
    with go.Graph().as_default():
        yield


def unknown(name: str) -> Any:
    return go.placeholder(go.float32, name=name)


def ones(*dims: int) -> np.ndarray[Any, Any]:
    return np.ones(dims, np.float32)


def product() -> tuple[Any, dict[str, Any]]:
    y = raw.BiasAdd(value=raw.MatMul(a=unknown("x"), b=unknown("w"), name="mm"), bias=unknown("b"), name="biased")
    return raw.Relu(features=y, name="active"), {"x": ones(2, 3), "w": ones(3, 5), "b": ones(5)}


def convolution() -> tuple[Any, dict[str, Any]]:
    y = raw.Conv2D(input=unknown("x"), filter=unknown("w"), strides=ONE, padding="SAME", name="conv")
    y = raw.BiasAdd(value=y, bias=unknown("b"), name="biased")
    return raw.Relu(features=y, name="active"), {"x": ones(1, 4, 4, 3), "w": ones(3, 3, 3, 5), "b": ones(5)}


def volume() -> tuple[Any, dict[str, Any]]:
    y = raw.Conv3D(input=unknown("x"), filter=unknown("w"), strides=[1] * 5, padding="VALID", name="conv")
    y = raw.BiasAdd(value=y, bias=unknown("b"), name="biased")
    return raw.Tanh(x=y, name="active"), {"x": ones(1, 4, 4, 4, 3), "w": ones(3, 3, 3, 3, 5), "b": ones(5)}


def scaled() -> tuple[Any, dict[str, Any]]:
    y = raw.Conv2D(input=unknown("x"), filter=ones(3, 3, 3, 5), strides=ONE, padding="VALID", name="conv")
    return raw.Mul(x=y, y=np.arange(5, dtype=np.float32), name="scaled"), {"x": ones(1, 4, 4, 3)}


def norm() -> tuple[Any, dict[str, Any]]:
    of = {name: unknown(name) for name in ("scale", "offset", "mean", "variance")}
    y = raw.FusedBatchNormV3(x=unknown("x"), **of, is_training=False, name="norm")[0]
    y = raw.AddV2(x=y, y=unknown("side"), name="sum")
    feeds = {"x": ones(1, 4, 4, 3), "side": ones(1, 4, 4, 3)} | {name: ones(3) for name in of}
    return raw.Relu(features=y, name="active"), feeds


def padded() -> tuple[Any, dict[str, Any]]:
    x = raw.Pad(input=unknown("x"), paddings=[[0, 0], [1, 1], [1, 1], [0, 0]], name="padded")
    y = raw.Conv2D(input=x, filter=unknown("w"), strides=[1, 2, 2, 1], padding="VALID", name="conv")
    return raw.Relu(features=y, name="active"), {"x": ones(1, 4, 4, 3), "w": ones(3, 3, 3, 5)}


CASES = [
    (product, {"w": ones(4, 5)}),
    (product, {"x": ones(2)}),
    (product, {"b": ones(4)}),
    (convolution, {"w": ones(3, 3, 2, 5)}),
    (convolution, {"x": ones(4, 4, 3)}),
    (convolution, {"b": ones(4)}),
    (volume, {"w": ones(3, 3, 3, 2, 5)}),
    (volume, {"x": ones(1, 2, 2, 2, 3)}),
    (scaled, {"x": ones(1, 4, 4, 5)}),
    (norm, {"mean": ones(4)}),
    (norm, {"side": ones(1, 4, 4, 2)}),
    (padded, {"x": ones(1, 4, 3)}),
    (padded, {"w": ones(3, 3, 2, 5)}),
]


def told(fetch: Any, runs: list[dict[str, Any]], **config: Any) -> tuple[type, str, str | None, list[str]]:
    """What the last of several runs in a new Session raises: the class, the sentence, the node and the notes."""
    with go.Session(config=go.SessionConfig(**config)) as session:
        for feeds in runs[:-1]:
            session.run(fetch, {f"{name}:0": value for name, value in feeds.items()})
        with pytest.raises(go.errors.GraphopsError) as caught:
            session.run(fetch, {f"{name}:0": value for name, value in runs[-1].items()})
    return type(caught.value), str(caught.value), caught.value.node, caught.value.__notes__


@pytest.mark.parametrize("good_runs", [0, 2])  # a run of the plan, and one of the program that is made of it
@pytest.mark.parametrize(("case", "wrong"), CASES)
def test_the_error_is_that_of_the_node_that_fails_without_passes(case, wrong, good_runs):
    fetch, feeds = case()
    runs = [feeds] * good_runs + [feeds | wrong]
    assert told(fetch, runs) == told(fetch, runs, plan_passes=())


def test_the_files_of_a_failure_have_the_users_node(tmp_path):
    fetch, feeds = product()
    told(fetch, [feeds | {"w": ones(4, 5)}], repro=str(tmp_path))
    (written,) = Path(tmp_path).glob("*.json")
    assert json.loads(written.read_text())["op"] == "MatMul"


def test_in_the_body_of_a_function():
    body = BodyGraph(go.get_default_graph())
    with body.as_default():
        x, w, b = (body.argument(go.float32, go.TensorShape(None), name) for name in "xwb")
        y = raw.Relu(features=raw.BiasAdd(value=raw.MatMul(a=x, b=w, name="mm"), bias=b))
    function = body.function("f", [x, w, b], [y])
    args = [unknown(name) for name in "xwb"]
    (fetch,) = raw.PartitionedCall(args=args, Tout=["float"], f=function.name)
    runs = [{"x": ones(2, 3), "w": ones(4, 5), "b": ones(5)}]
    found = told(fetch, runs)
    assert found[1].startswith("b of op 'MatMul' must have the inner dimension 3")
    assert found == told(fetch, runs, plan_passes=())
