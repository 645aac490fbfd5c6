"""``graphops map``: what it reads, what it hands to Session.map and to_zarr, and what it refuses."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.apps.cli import main
from graphops.cluster import connection

pytest.importorskip("distributed")
zarr = pytest.importorskip("zarr")

X = np.arange(6 * 8, dtype=np.float32).reshape(6, 8) / 4


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The graph ``sum.pb``, y = x * w and z = y + y, and ``x.zarr`` in chunks of 3 by 4."""
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, (None, 8), name="x")
        w = go.placeholder(go.float32, (), name="w")
        y = go.raw_ops.Mul(x=x, y=w, name="y")
        go.raw_ops.AddN(inputs=[y, y], name="z")
        go.raw_ops.Neg(x=w, name="unused")
    go.save_graph(graph, str(tmp_path / "sum.pb"))
    stored = zarr.create_array(str(tmp_path / "x.zarr"), shape=X.shape, chunks=(3, 4), dtype="f4")
    stored[:] = X
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What Session.map and to_zarr are given; stand-ins compute the whole at once."""
    import dask.array as da

    found: dict[str, Any] = {}

    def map_(self: Any, fetches: Any, feed_dict: Any, **keywords: Any) -> Any:
        found.update(keywords, fetch=fetches.name, session=type(self).__name__)
        found["feeds"] = {tensor.name: value for tensor, value in feed_dict.items()}
        values = {tensor: np.asarray(value) for tensor, value in feed_dict.items()}
        return da.from_array(self.run(fetches, values), chunks=(3, 8))

    def to_zarr(array: Any, path: str, *, restart: bool = True) -> None:
        found["restart"] = restart
        da.to_zarr(array, path, overwrite=not restart)

    monkeypatch.setattr(go.Session, "map", map_, raising=False)
    monkeypatch.setattr(go.cluster, "to_zarr", to_zarr, raising=False)
    return found


LINE = ["map", "sum.pb", "--input", "x=x.zarr", "--input", "w=3", "--fetch", "z:0", "--output", "out.zarr"]


def test_from_zarr_to_zarr(folder: Path, calls: dict[str, Any], capsys: Any) -> None:
    assert main(LINE) == 0
    assert capsys.readouterr() == ("wrote out.zarr: float32 [6, 8]\n", "")
    np.testing.assert_array_equal(zarr.open_array("out.zarr", mode="r")[:], 6 * X)
    assert isinstance(calls["feeds"]["x:0"], zarr.Array)
    assert calls["feeds"]["w:0"] == np.float32(3)
    assert (calls["fetch"], calls["session"], calls["restart"]) == ("z:0", "Session", True)
    assert (calls["halo"], calls["chunks"], calls["dtype"]) == (None, None, None)


def test_options(folder: Path, calls: dict[str, Any], capsys: Any) -> None:
    more = ["--chunks", "3,8", "--halo", "0, 1", "--dtype", "float64", "--no-restart"]
    assert main([*LINE, *more]) == 0
    assert (calls["chunks"], calls["halo"], calls["dtype"], calls["restart"]) == ((3, 8), (0, 1), go.float64, False)


def test_on_a_cluster(folder: Path, calls: dict[str, Any], capsys: Any, cluster: Any) -> None:
    assert main([*LINE, "--target", cluster.scheduler_address.replace("tcp", "dask")]) == 0
    assert capsys.readouterr() == ("wrote out.zarr: float32 [6, 8]\n", "")
    assert calls["session"] == "ClusterSession"
    np.testing.assert_array_equal(zarr.open_array("out.zarr", mode="r")[:], 6 * X)


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("place", ["threads", "cluster"])
def test_a_bar_on_a_terminal(
    folder: Path, calls: dict[str, Any], monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, place: str
) -> None:
    import time

    import dask.array as da

    def slow(block: Any) -> Any:  # two looks of the bar
        time.sleep(0.4)
        return block

    def to_zarr(array: Any, path: str, *, restart: bool = True) -> None:
        da.to_zarr(array.map_blocks(slow, dtype=array.dtype), path)

    monkeypatch.setattr(go.cluster, "to_zarr", to_zarr, raising=False)
    monkeypatch.setattr(sys, "stdout", out := _Terminal())
    address = request.getfixturevalue("cluster").scheduler_address if place == "cluster" else ""
    assert main([*LINE, *(["--target", address] if address else [])]) == 0
    assert "% Completed" in out.getvalue()
    assert "wrote out.zarr" in out.getvalue()


@pytest.mark.parametrize(
    ("status", "change", "text"),
    [
        (2, ["--input", "x=no.zarr"], "--input x must be a zarr array, but 'no.zarr' is not there"),
        (2, ["--input", "x=."], "--input x must be a zarr array, but '.' is none"),
        (2, ["--input", "x"], "--input must be NAME=ARRAY, got 'x'"),
        (2, ["--input", "x=x.zarr", "--input", "x:0=1"], "--input x:0 must be given once, got it twice"),
        (2, ["--chunks", "3,-1"], "--chunks must be numbers from 1 on with commas between, got '3,-1'"),
        (2, ["--chunks", "0"], "--chunks must be numbers from 1 on"),
        (2, ["--halo", "1.5"], "--halo must be numbers from 0 on with commas between, got '1.5'"),
        (2, ["--dtype", "float33"], "--dtype: "),
        (2, ["--output", "s3://bucket/out.zarr"], "--output must be a folder, got 's3://bucket/out.zarr'"),
        (2, [], "--fetch must name one output of the model, which has z:0, unused:0"),
        (1, ["--fetch", "q:0"], "'q'"),
        (1, ["--target", "dask://127.0.0.1:1", "--fetch", "z:0"], "a scheduler must be at tcp://127.0.0.1:1"),
    ],
)
def test_what_is_refused(
    folder: Path,
    calls: dict[str, Any],
    capsys: Any,
    monkeypatch: pytest.MonkeyPatch,
    status: int,
    change: list[str],
    text: str,
) -> None:
    monkeypatch.setattr(connection, "_SECONDS", 0.5)  # for a scheduler that is not there
    assert main(["map", "sum.pb", "--output", "out.zarr", *change]) == status
    captured = capsys.readouterr()
    assert captured.out == ""
    assert text in captured.err
    assert captured.err.count("\n") == 1
    assert not calls


def test_without_the_extra(folder: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from graphops.plugins import extras

    monkeypatch.setitem(extras.EXTRAS, "cluster", {"zarr": "no_such_module"})
    assert main(LINE) == 1
    assert "graphops map needs zarr, from the extra 'cluster'" in capsys.readouterr().err


# -- with Session.map itself ---------------------------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(go.Session, "map"), reason="Session.map is not there yet")
@pytest.mark.parametrize("place", ["threads", "cluster"])
def test_a_blur_of_a_stored_array(folder: Path, capsys: Any, request: pytest.FixtureRequest, place: str) -> None:
    """The sum of each element and its two neighbours along the last axis, written out."""
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, (1, None, 1), name="x")
        go.raw_ops.Conv2D(
            input=go.raw_ops.ExpandDims(input=x, axis=1), filter=np.ones((1, 3, 1, 1), np.float32),
            strides=[1, 1, 1, 1], padding="SAME", name="y",
        )  # fmt: skip
    go.save_graph(graph, "blur.pb")
    row = np.arange(20, dtype=np.float32) ** 2
    zarr.create_array("row.zarr", shape=(1, 20, 1), chunks=(1, 6, 1), dtype="f4")[:] = row[None, :, None]
    address = request.getfixturevalue("cluster").scheduler_address if place == "cluster" else ""
    line = ["map", "blur.pb", "--input", "x=row.zarr", "--output", "blurred.zarr"]
    line += ["--target", address] if address else []
    around = np.pad(row, 1)
    for _ in range(2):  # the second time, all chunks are there
        assert main(line) == 0
        assert capsys.readouterr() == ("wrote blurred.zarr: float32 [1, 1, 20, 1]\n", "")
        found = zarr.open_array("blurred.zarr", mode="r")[:]
        np.testing.assert_array_equal(found.ravel(), around[:-2] + around[1:-1] + around[2:])
