"""Maps and training while workers are killed: scenarios for test_kills.py."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

import dask
import dask.array as da
import numpy as np

import graphops as go
from tests.cluster.kills import Scenario
from tests.cluster.models import linear, rows

SIDE, TAPS = 480, 5


class Blur:
    """A convolution of whole numbers, which float32 computes exactly, and what it must be."""

    def __init__(self) -> None:
        rng = np.random.default_rng(7)
        self.value = rng.integers(0, 50, (SIDE, SIDE)).astype(np.float32)
        self.weights = rng.integers(-2, 3, (TAPS, TAPS)).astype(np.float32)
        with go.Graph().as_default() as self.graph:
            self.x = go.placeholder(go.float32, (1, None, None, 1))
            filters = self.weights[..., None, None]
            self.y = go.raw_ops.Conv2D(input=self.x, filter=filters, strides=[1, 1, 1, 1], padding="SAME")
            self.total = go.raw_ops.Sum(input=self.y, axis=[0, 1, 2, 3])

    def given(self, run: int) -> Any:
        """The volume of a run, in chunks; another one each time, because Dask keeps what it has computed."""
        return da.from_array(self.value[None, ..., None] + run, chunks=(1, 80, 80, 1))

    def wanted(self, run: int) -> np.ndarray[Any, Any]:
        """The blur of the volume of a run, tap by tap."""
        padded = np.pad(self.value.astype(np.float64) + run, TAPS // 2)
        found = np.zeros((SIDE, SIDE))
        for i in range(TAPS):
            for j in range(TAPS):
                found += self.weights[i, j] * padded[i : i + SIDE, j : j + SIDE]
        return found


class Maps(Scenario):
    """A blur by chunks, and its sum."""

    def __init__(self, cluster: Any) -> None:
        self.blur, self.runs = Blur(), 0
        self.session = go.Session(self.blur.graph, target=cluster)
        self.found: Any = None

    def go(self) -> None:
        self.runs += 1
        maps = self.session.map([self.blur.y, self.blur.total], {self.blur.x: self.blur.given(self.runs)})
        self.found = dask.compute(*maps, scheduler=self.session.client)

    def check(self) -> str:
        want = self.blur.wanted(self.runs)
        wrong = self.found[0][0, ..., 0] != want
        if wrong.any():
            return f"map {self.runs}: {wrong.sum()} numbers are wrong"
        return "" if abs(self.found[1] - want.sum()) <= 1e-5 * np.abs(want).sum() else f"the sum is {self.found[1]}"

    def close(self) -> None:
        self.session.close()


class MapsToFiles(Scenario):
    """The same blur, written to a folder of zarr's."""

    def __init__(self, cluster: Any) -> None:
        self.blur, self.runs = Blur(), 0
        self.session = go.Session(self.blur.graph, target=cluster)
        self.folder = Path(tempfile.mkdtemp())

    def go(self) -> None:
        self.runs += 1
        found = self.session.map(self.blur.y, {self.blur.x: self.blur.given(self.runs)})
        with self.session.client.as_current():
            go.cluster.to_zarr(found, self.folder / f"{self.runs}.zarr")

    def check(self) -> str:
        import zarr

        found = zarr.open_array(str(self.folder / f"{self.runs}.zarr"), mode="r")[0, ..., 0]
        wrong = found != self.blur.wanted(self.runs)
        return f"map {self.runs}: {wrong.sum()} numbers are wrong" if wrong.any() else ""

    def close(self) -> None:
        self.session.close()
        shutil.rmtree(self.folder)


class Training(Scenario):
    """Steps on four shards: bit by bit what the same steps give in one process."""

    STEPS = 4

    def __init__(self, cluster: Any) -> None:
        self.x, self.y = rows(4000)
        self.makers = [self._made(cluster), self._made("")]
        self.losses: list[list[float]] = [[], []]

    def _made(self, target: Any) -> tuple[Any, Any, Any]:
        x, y, loss = linear()
        optimizer = go.train.AdamOptimizer(0.001)
        return x, y, go.cluster.DataParallel(loss, optimizer, target=target, shards=4)

    def _steps(self, which: int) -> None:
        x, y, training = self.makers[which]
        for _ in range(self.STEPS):
            self.losses[which].append(float(training.step({x: self.x, y: self.y})))

    def go(self) -> None:
        self._steps(0)

    def check(self) -> str:
        self._steps(1)
        found, want = (training.state() for _, _, training in self.makers)
        wrong = [name for name in want if found[name].tobytes() != want[name].tobytes()]
        if wrong or self.losses[0] != self.losses[1]:
            return (
                f"after {len(self.losses[0])} steps {wrong} and losses {self.losses[0][-4:]}, not {self.losses[1][-4:]}"
            )
        return ""

    def close(self) -> None:
        for _, _, training in self.makers:
            training.close()
