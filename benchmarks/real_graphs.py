"""A run of each model that packages of the Python Package Index ship, here and in TensorFlow 2.21.

The models are those of ``tests/peers/packaged_models.toml``, which only a checkout of graphops has. ``--peer PYTHON``
is a Python with ``tensorflow-cpu==2.21.0`` and ``tf_keras``. ``--folder FOLDER`` is where the packages are, unpacked,
and the files of Keras as SavedModels; what is not there is downloaded and exported. Nothing of a package is run.

Each model runs in a fresh process of each side, in turn, on ``--cores`` cores: the process loads the model, feeds it
the same arrays as the other side, fetches its final outputs with ``Session.run``, first to warm up and then for
``--seconds``. A side's figure is the median over the rounds of the rounds' medians. A ratio is TensorFlow's time
divided by ours, so above 1 graphops is faster. A model that does not run on a side, or gives other outputs there, is
listed with the reason; the one that does not run is not counted.

``--json FILE`` writes all figures, ``--only PATTERN`` measures the models whose names the regular expression finds,
``--rounds`` and ``--seconds`` are how long.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import runpy
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import geometric_mean, median
from typing import Any

import numpy as np
from in_turn import milliseconds

ROOT = Path(__file__).resolve().parents[1]
PEER_SCRIPTS = ROOT / "graphops" / "inspect" / "verify"  # they run in the peer, too, and import nothing of graphops
SIDES = ("graphops", "tensorflow")
# What is fetched of a graph whose training ops have outputs that nothing uses, too: what its package fetches.
FETCHES = {"musicnn": ["model/Sigmoid:0"]}
UNKNOWN = 2  # the size of unknown dimensions of inputs
WARM_UP = (40, 3.0, 20.0)  # at least so many runs and seconds, at most so many seconds
FEWEST = 3  # runs of a round
PATIENCE = 600  # seconds for a process
TOLERANCE = 1e-3  # of an output's largest number

Run = Callable[[], list[Any]]


# -- a process of one side ---------------------------------------------------------------------------------------------


def _graphops(request: dict[str, Any], values: list[Any]) -> Run:
    from graphops.interchange.model import open_model

    model = open_model(request["model"])
    session = model.session()
    fetches = [model.graph.tensor(name) for name in request["fetches"]]
    feeds = {model.graph.tensor(name): value for name, value in zip(request["feeds"], values, strict=True)}
    return lambda: list(session.run(fetches, feeds))


def _tensorflow(request: dict[str, Any], values: list[Any]) -> Run:
    import tensorflow as tf

    tf1 = tf.compat.v1
    load = runpy.run_path(str(PEER_SCRIPTS / "peer.py"))["load"]
    graph = tf1.Graph()
    session = tf1.Session(graph=graph)
    with graph.as_default(), session.as_default():
        load(tf, tf1, request, session)
    fetches = [graph.get_tensor_by_name(name) for name in request["fetches"]]
    feeds = {graph.get_tensor_by_name(name): value for name, value in zip(request["feeds"], values, strict=True)}
    return lambda: list(session.run(fetches, feeds))


def _measure(side: str, folder: Path, seconds: float) -> None:
    """Print the milliseconds of a run and write the outputs of the first one."""
    request = json.loads((folder / "request.json").read_text(encoding="utf-8"))
    with np.load(folder / "feeds.npz") as stored:
        values: list[Any] = [stored[str(index)] for index in range(len(request["feeds"]))]
    values = [value.astype(object) if value.dtype.kind == "S" else value for value in values]
    run = (_graphops if side == "graphops" else _tensorflow)(request, values)
    _write(folder / f"{side}.npz", run())
    begun = time.perf_counter()
    for runs in range(1, sys.maxsize):
        run()
        passed = time.perf_counter() - begun
        if (runs >= WARM_UP[0] and passed >= WARM_UP[1]) or passed >= WARM_UP[2]:
            break
    print(json.dumps(median(milliseconds(run, FEWEST, seconds))))


def _write(path: Path, values: list[Any]) -> None:
    """Arrays by position; texts as bytes of one length."""
    arrays = [np.asarray(value) for value in values]
    stored: dict[str, Any] = {
        str(index): array.astype("S") if array.dtype == object else array for index, array in enumerate(arrays)
    }
    np.savez(path, **stored)


# -- the models --------------------------------------------------------------------------------------------------------


def _models(folder: Path, pattern: str) -> Iterator[tuple[str, dict[str, Any], Path]]:
    """The names, what the table of the models says of each, and their files."""
    from tests.peers.packaged_models import MODELS, unpacked

    for model in tomllib.loads(MODELS.read_text(encoding="utf-8"))["model"]:
        package = model["package"].split("==")[0]
        for file in model.get("files") or [model["file"]]:
            name = f"{package} {file if Path(file).name.startswith('.') else Path(file).name}"
            if re.search(pattern, name):
                root = unpacked(model["package"], folder)
                (path,) = [*root.glob(file), *root.glob(f"*/{file}")][:1]
                yield name, model, path


def _exported(path: Path, folder: Path, peer: str) -> Path:
    """A SavedModel of a file of Keras, made once."""
    target = folder / "exported" / path.relative_to(folder).with_suffix("")
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as name:
            made = Path(name) / "exported"
            child = _process([peer, str(PEER_SCRIPTS / "keras_export.py"), str(path), str(made)])
            if child.returncode:
                raise RuntimeError(f"no export: {_reason(child)}")
            made.rename(target)
    return target


def _prepare(name: str, model: dict[str, Any], path: Path, work: Path) -> None:
    """Write what both sides load, feed and fetch."""
    from graphops.inspect.verify.model import inputs_needed, make_feeds
    from graphops.interchange.model import open_model
    from tests.peers.packaged_models import feeds_of

    opened, package = open_model(str(path)), name.split()[0]
    own = FETCHES.get(package) or [tensor.name for tensor in opened.outputs().values()]
    fetches = model.get("fetches", own)
    given = feeds_of(model)
    feeds = make_feeds(inputs_needed(opened, None, given, fetches), given, UNKNOWN, seed=0)
    request = {
        "model": str(path),
        "tags": list(opened.saved.tags) if opened.saved is not None else [],
        "checkpoint": opened.checkpoint,
        "feeds": [tensor.name for tensor in feeds],
        "fetches": fetches,
    }
    (work / "request.json").write_text(json.dumps(request), encoding="utf-8")
    _write(work / "feeds.npz", list(feeds.values()))


# -- all processes -----------------------------------------------------------------------------------------------------


def _process(command: list[str]) -> subprocess.CompletedProcess[str]:
    quiet = {"TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
    return subprocess.run(command, text=True, capture_output=True, timeout=PATIENCE, env={**os.environ, **quiet})


def _reason(child: subprocess.CompletedProcess[str]) -> str:
    lines = child.stderr.strip().splitlines()
    return lines[-1][:300] if lines else f"exit status {child.returncode}"


def _times(work: Path, options: argparse.Namespace) -> dict[str, list[float]]:
    """Milliseconds of each round, by side."""
    pythons = dict(zip(SIDES, (sys.executable, options.peer), strict=True))
    found: dict[str, list[float]] = {side: [] for side in SIDES}
    for _ in range(options.rounds):
        for side, python in pythons.items():
            child = _process([python, str(Path(__file__).resolve()), "--worker", side, str(work), str(options.seconds)])
            if child.returncode:
                raise RuntimeError(f"does not run in {side}: {_reason(child)}")
            found[side].append(json.loads(child.stdout.splitlines()[-1]))
    return found


def _difference(own: Any, other: Any) -> float:
    """The largest difference over the largest number of the other side."""
    if own.shape != other.shape or (own.dtype.kind == "S") != (other.dtype.kind == "S"):
        return math.inf
    if own.dtype.kind == "S" or not own.size:
        return 0.0 if np.array_equal(own, other) else math.inf
    wide: Any = np.complex128 if other.dtype.kind == "c" else np.float64
    a, b = own.astype(wide), other.astype(wide)
    with np.errstate(all="ignore"):
        gap = np.where((a == b) | (np.isnan(a) & np.isnan(b)), 0.0, np.abs(a - b))
    worst = float(np.max(np.where(np.isnan(gap), np.inf, gap)))
    scale = float(np.max(np.abs(b[np.isfinite(b)]), initial=0.0))
    return worst / scale if worst and scale else worst and math.inf


def _differences(work: Path) -> dict[str, float]:
    """Of each output by its name."""
    fetches = json.loads((work / "request.json").read_text(encoding="utf-8"))["fetches"]
    with np.load(work / "graphops.npz") as ours, np.load(work / "tensorflow.npz") as theirs:
        return {name: _difference(ours[str(i)], theirs[str(i)]) for i, name in enumerate(fetches)}


def _figures(name: str, model: dict[str, Any], path: Path, options: argparse.Namespace) -> dict[str, Any]:
    from graphops import GraphopsError
    from graphops.interchange.model import KERAS

    try:
        with tempfile.TemporaryDirectory(prefix="graphops-real-graphs-") as folder:
            work = Path(folder)
            graph = _exported(path, options.folder, options.peer) if path.name.endswith(KERAS) else path
            _prepare(name, model, graph, work)
            rounds = _times(work, options)
            differences = _differences(work)
    except (GraphopsError, RuntimeError, subprocess.TimeoutExpired) as error:
        return {"fails": " ".join(str(error).split())[:300]}
    ours, theirs = (median(rounds[side]) for side in SIDES)
    return {"graphops": ours, "tensorflow": theirs, "ratio": theirs / ours, "rounds": rounds,
            "differences": differences}  # fmt: skip


def _row(name: str, figures: dict[str, Any]) -> str:
    if "fails" in figures:
        return f"{name:38}  {figures['fails']}"
    line = f"{name:38}{figures['graphops']:12.3f}{figures['tensorflow']:12.3f}{figures['ratio']:8.2f}"
    wrong = {output: gap for output, gap in figures["differences"].items() if not gap <= TOLERANCE}
    if wrong:
        output = max(wrong, key=wrong.__getitem__)
        line += f"  {len(wrong)} of {len(figures['differences'])} outputs differ: {output} by {wrong[output]:.2g}"
    return line


def main() -> None:
    if sys.argv[1:2] == ["--worker"]:
        try:
            _measure(sys.argv[2], Path(sys.argv[3]), float(sys.argv[4]))
        except Exception as error:
            raise SystemExit(f"{type(error).__name__}: {' '.join(str(error).split())}") from error
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peer", required=True, metavar="PYTHON", help="a Python that has TensorFlow and tf_keras")
    parser.add_argument("--folder", required=True, type=lambda text: Path(text).resolve(), help="of the packages")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.5, help="of a round of a model on a side")
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--only", default="", metavar="PATTERN", help="a regular expression in the models' names")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    sys.path.append(str(ROOT))  # for what the tests know of the packages
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: options.cores])
    print(f"{'milliseconds a run: median':38}{'graphops':>12}{'TensorFlow':>12}{'ratio':>8}")
    found: dict[str, dict[str, Any]] = {}
    for name, model, path in _models(options.folder, options.only):
        found[name] = _figures(name, model, path, options)
        print(_row(name, found[name]), flush=True)
        if options.json:
            options.json.write_text(json.dumps(found, indent=1), encoding="utf-8")
    ratios = {name: figures["ratio"] for name, figures in found.items() if "ratio" in figures}
    if ratios:
        worst = min(ratios, key=ratios.__getitem__)
        print(f"geometric mean of {len(ratios)}: {geometric_mean(ratios.values()):.2f}")
        print(f"worst: {ratios[worst]:.2f}, {worst}")


if __name__ == "__main__":
    main()
