"""A volume that is larger than the memory of the workers, through maps: ``python -m tests.cluster.large_volume``.

A convolution and the gradient of its filter over a volume of 4 GiB on two workers of 1 GiB each. The client is killed
in the middle and started again, and then a worker is killed.  The volume repeats itself along each axis, so that blocks
of the result and the whole gradient have closed forms.
"""

from __future__ import annotations

import argparse
import itertools
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np

import graphops as go

PERIOD, STEPS = 17, (7, 5, 3)  # the value at (i, j, k) depends on (7 i + 5 j + 3 k) % 17
X = np.arange(PERIOD) % 9 - 3.0  # of the volume
DY = np.arange(PERIOD) * 3 % 7 - 2.0  # of the gradient above
W = (np.arange(27).reshape(3, 3, 3) % 5 - 1.0).astype(np.float32)
MIB = 1 << 20


def residues(sizes: tuple[int, ...], first: tuple[int, ...]) -> np.ndarray[Any, Any]:
    """Which element of the period is at each position of a block that begins at ``first``."""
    axes = [step * (np.arange(size) + at) for step, size, at in zip(STEPS, sizes, first, strict=True)]
    found: np.ndarray[Any, Any] = (axes[0][:, None, None] + axes[1][:, None] + axes[2]) % PERIOD
    return found


def write(path: Path, side: int, chunk: int, values: np.ndarray[Any, Any]) -> None:
    """A volume of ``side`` along each axis, in chunks, with a batch axis and one channel."""
    import zarr

    volume = zarr.create_array(
        str(path), shape=(1, side, side, side, 1), chunks=(1, chunk, chunk, chunk, 1), dtype="f4"
    )
    for at in itertools.product(range(0, side, chunk), repeat=3):
        block = values[residues((chunk,) * 3, at)].astype(np.float32)
        volume[0, at[0] : at[0] + chunk, at[1] : at[1] + chunk, at[2] : at[2] + chunk, 0] = block


def expected_block(side: int, first: tuple[int, ...], size: int) -> np.ndarray[Any, Any]:
    """A block of the convolution, by a loop over the taps."""
    found = np.zeros((size,) * 3)
    for tap in itertools.product(range(3), repeat=3):
        moved = tuple(at + t - 1 for at, t in zip(first, tap, strict=True))
        inside = [(np.arange(size) + at >= 0) & (np.arange(size) + at < side) for at in moved]
        mask = inside[0][:, None, None] & inside[1][:, None] & inside[2]
        found += W[tap] * np.where(mask, X[residues((size,) * 3, moved)], 0.0)
    return found


def expected_gradient(side: int) -> np.ndarray[Any, Any]:
    """The gradient of the filter: for each tap how often each element of the period meets each other one."""
    found = np.zeros((3, 3, 3))
    for tap in itertools.product(range(3), repeat=3):
        count = np.zeros(PERIOD)
        count[0] = 1  # of positions by residue, one axis after the other
        for step, t in zip(STEPS, tap, strict=True):
            along = np.bincount(step * np.arange(max(1 - t, 0), side - max(t - 1, 0)) % PERIOD, minlength=PERIOD)
            count = np.array([sum(count[(r - q) % PERIOD] * along[q] for q in range(PERIOD)) for r in range(PERIOD)])
        moved = sum(step * (t - 1) for step, t in zip(STEPS, tap, strict=True))
        found[tap] = sum(count[r] * DY[r] * X[(r + moved) % PERIOD] for r in range(PERIOD))
    return found


def graph() -> tuple[go.Tensor, go.Tensor, go.Tensor, go.Tensor]:
    """Volume, gradient above, convolution, gradient of the filter."""
    x = go.placeholder(go.float32, (1, None, None, None, 1), name="x")
    dy = go.placeholder(go.float32, (1, None, None, None, 1), name="dy")
    attrs: dict[str, Any] = {"strides": [1] * 5, "padding": "SAME"}
    with go.name_scope("blur"):
        y = go.raw_ops.Conv3D(input=x, filter=W[..., None, None], **attrs)
    with go.name_scope("gradient"):
        dw = go.raw_ops.Conv3DBackpropFilterV2(input=x, filter_sizes=[3, 3, 3, 1, 1], out_backprop=dy, **attrs)
    return x, dy, y, dw


def work(folder: Path, limit: str, kill: bool) -> None:
    """What the client does, in a process of its own."""
    import zarr
    from dask.config import set as configured

    x, dy, y, dw = graph()
    volume, above = (zarr.open_array(str(folder / name), mode="r") for name in ("x.zarr", "dy.zarr"))
    limits = configured({"distributed.worker.memory.terminate": 0.98})
    with limits, go.cluster.LocalCluster(2, 1, limit) as cluster, go.Session(target=cluster) as session:
        begin = time.perf_counter()
        blurred = session.map(y, {x: volume})
        planned = time.perf_counter() - begin
        pids = dict(session.client.run(os.getpid))
        if kill:
            half = blurred.npartitions // 2
            threading.Thread(target=_kill_at, args=(folder / "y.zarr", half, pids), daemon=True).start()
        begin = time.perf_counter()
        go.cluster.to_zarr(blurred, folder / "y.zarr")
        print(f"convolution: {time.perf_counter() - begin:.1f} s, planned in {planned:.2f} s", flush=True)
        begin = time.perf_counter()
        found = session.map(dw, {x: volume, dy: above}).compute()
        print(f"filter gradient: {time.perf_counter() - begin:.1f} s")
        np.save(folder / "dw.npy", found)
        peaks = session.client.run(peak_memory)
        print("peak memory of the workers:", ", ".join(f"{peak:.0f} MiB" for peak in peaks.values()))
        print(f"that of the client: {peak_memory():.0f} MiB", flush=True)


def peak_memory() -> float:
    """The largest amount of memory that this process had, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _kill_at(target: Path, files: int, pids: dict[str, int]) -> None:
    _wait_for(target, files, 3600)
    os.kill(next(iter(pids.values())), signal.SIGKILL)
    print(f"a worker was killed with {written(target)} chunks written", flush=True)


def written(target: Path) -> int:
    """How many chunks of a result are there."""
    return sum(1 for each in target.glob("c/*/*/*/*/*") if not each.name.endswith(".partial"))


def _wait_for(target: Path, files: int, seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while written(target) < files:
        if time.monotonic() > deadline:
            raise TimeoutError(f"{written(target)} chunks after {seconds} s, {files} were expected")
        time.sleep(0.1)


def check(folder: Path, side: int, blocks: int) -> None:
    """Compare blocks of the convolution and the gradient with their closed forms."""
    import zarr

    found = zarr.open_array(str(folder / "y.zarr"), mode="r")
    rng, size = np.random.default_rng(4), min(40, side)
    corners = [(0, 0, 0), (side - size,) * 3]
    corners += [tuple(int(at) for at in rng.integers(0, side - size + 1, 3)) for _ in range(blocks)]
    for i, j, k in corners:
        block = found[0, i : i + size, j : j + size, k : k + size, 0]
        np.testing.assert_array_equal(block, expected_block(side, (i, j, k), size))
    print(f"{len(corners)} blocks of {size}^3 are the undivided result, bit for bit")
    got, want = np.load(folder / "dw.npy")[..., 0, 0], expected_gradient(side)
    error = np.abs(got - want).max() / np.abs(want).max()
    print(f"filter gradient: largest error {error:.1e} of the largest value")
    assert error < 1e-5, (got, want)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--side", type=int, default=1024, help="voxels along each axis: 1024 are 4 GiB")
    parser.add_argument("--chunk", type=int, default=128)
    parser.add_argument("--limit", default="1GiB", help="memory of each worker")
    parser.add_argument("--work", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--kill", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.work is not None:
        work(given.work, given.limit, given.kill)
        return
    folder = Path(tempfile.mkdtemp())
    try:
        for name, values in (("x.zarr", X), ("dy.zarr", DY)):
            write(folder / name, given.side, given.chunk, values)
        print(f"two volumes of {given.side**3 * 4 / MIB:.0f} MiB, chunks of {given.chunk}^3", flush=True)
        command = [sys.executable, "-m", __spec__.name, "--work", str(folder), "--limit", given.limit]
        chunks = (-(-given.side // given.chunk)) ** 3
        with subprocess.Popen(command) as client:
            try:
                _wait_for(folder / "y.zarr", chunks // 4, 1800)
            finally:
                client.kill()
        print(f"the client was killed with {written(folder / 'y.zarr')} of {chunks} chunks written", flush=True)
        subprocess.run([*command, "--kill"], check=True, timeout=3600)
        check(folder, given.side, 20)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
