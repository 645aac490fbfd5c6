"""Maps that are written to zarr: chunks that are there stay, what is missing is computed."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.errors import FailedPreconditionError, InvalidArgumentError, InvalidTypeError, ResourceExhaustedError

pytest.importorskip("dask.array")
pytest.importorskip("zarr")

import dask
import dask.array as da
import zarr

X = np.arange(20 * 24, dtype=np.float32).reshape(20, 24)


@pytest.fixture(autouse=True)
def in_this_process() -> Iterator[None]:
    with dask.config.set(scheduler="synchronous"):
        yield


def doubled(folder: Path, chunks: Any = None) -> Any:
    """Twice the array in a file, cut as the file is."""
    source = folder / "x.zarr"
    if not source.exists():
        zarr.create_array(str(source), shape=X.shape, chunks=(8, 10), dtype=X.dtype)[:] = X
    with go.Graph().as_default(), go.Session() as session:
        x = go.placeholder(go.float32, (None, None))
        return session.map(x * 2.0, {x: zarr.open_array(str(source))}, chunks=chunks)


def test_chunks_that_are_there_stay(tmp_path: Path) -> None:
    target = tmp_path / "y.zarr"
    written = go.cluster.to_zarr(doubled(tmp_path), target)
    np.testing.assert_array_equal(written[:], X * 2)
    assert written.chunks == (8, 10)
    kept, gone = target / "c/0/0", target / "c/2/1"
    kept.write_bytes((target / "c/1/0").read_bytes())  # what nobody computes again stays as it is
    gone.unlink()
    again = go.cluster.to_zarr(doubled(tmp_path), target)
    np.testing.assert_array_equal(again[:8, :10], X[8:16, :10] * 2)
    np.testing.assert_array_equal(again[8:], X[8:] * 2)
    anew = go.cluster.to_zarr(doubled(tmp_path), target, restart=False)
    np.testing.assert_array_equal(anew[:], X * 2)


def test_chunks_of_zeros_are_written(tmp_path: Path) -> None:
    go.cluster.to_zarr(doubled(tmp_path) * 0, tmp_path / "y.zarr")
    assert len([each for each in (tmp_path / "y.zarr/c").rglob("*") if each.is_file()]) == 9


def test_uneven_chunks_are_made_even(tmp_path: Path) -> None:
    written = go.cluster.to_zarr(doubled(tmp_path, chunks=((3, 17), (24,))), tmp_path / "y.zarr")
    np.testing.assert_array_equal(written[:], X * 2)


def test_what_is_refused(tmp_path: Path) -> None:
    y = doubled(tmp_path)
    go.cluster.to_zarr(y, tmp_path / "y.zarr")
    with pytest.raises(FailedPreconditionError, match="must have the result of this map"):
        go.cluster.to_zarr(y + 1, tmp_path / "y.zarr")
    (tmp_path / "other").mkdir()
    (tmp_path / "other/file").write_text("mine")
    for restart in (True, False):
        with pytest.raises(FailedPreconditionError, match="path of to_zarr"):
            go.cluster.to_zarr(y, tmp_path / "other", restart=restart)
    assert (tmp_path / "other/file").read_text() == "mine"
    with pytest.raises(InvalidTypeError, match="array of to_zarr"):
        go.cluster.to_zarr(X, tmp_path / "z.zarr")
    halves = da.from_array(X.astype(go.bfloat16.numpy_dtype), chunks=10)
    with pytest.raises(InvalidArgumentError, match="dtype of an array must be one of zarr's"):
        go.cluster.to_zarr(halves, tmp_path / "z.zarr")


def test_a_full_disk(tmp_path: Path, monkeypatch: Any) -> None:
    def full(*_: Any, **__: Any) -> Any:
        raise OSError(errno.ENOSPC, "No space left on device")

    y = doubled(tmp_path)
    monkeypatch.setattr(zarr, "open_array", full)
    with pytest.raises(ResourceExhaustedError, match="must have room for a chunk"):
        go.cluster.to_zarr(y, tmp_path / "y.zarr")


_SLOW = """
import sys, time
import dask, numpy as np, zarr
import graphops as go
x = go.placeholder(go.float32, (None, None))
source, target = sys.argv[1:]
with go.Session() as session, dask.config.set(scheduler="synchronous"):
    y = session.map(x * 2.0, {x: zarr.open_array(source)})
    def wait(block):
        time.sleep(float(sys.stdin.readline()))
        return block
    slow = y.map_blocks(wait, name="slow", meta=np.empty((0, 0), np.float32))
    go.cluster.to_zarr(slow, target)
"""


def test_a_process_that_is_killed_and_started_again(tmp_path: Path) -> None:
    doubled(tmp_path)
    target = tmp_path / "y.zarr"
    command = [sys.executable, "-c", _SLOW, str(tmp_path / "x.zarr"), str(target)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        process.stdin.write("0\n" * 4)
        process.stdin.flush()
        deadline = time.monotonic() + 60
        while len(list(target.glob("c/*/*"))) < 4 and time.monotonic() < deadline:
            time.sleep(0.02)
        os.kill(process.pid, signal.SIGKILL)
    assert len(list(target.glob("c/*/*"))) == 4
    ended = subprocess.run(command, input="0\n" * 5, text=True, timeout=60, check=False)  # five chunks are left
    assert ended.returncode == 0
    np.testing.assert_array_equal(zarr.open_array(str(target))[:], X * 2)


def test_a_path_that_is_none() -> None:
    with pytest.raises(InvalidTypeError, match=r"path of to_zarr\(\) must be a folder, got 7"):
        go.cluster.to_zarr(da.ones(4, chunks=2), 7)  # type: ignore[arg-type]
