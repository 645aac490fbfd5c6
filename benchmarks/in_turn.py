"""Measures functions of the module ``tf`` here and in TensorFlow 2.21, each in a fresh process of each side, in turn.

A function builds a graph as scripts of TensorFlow 1 do, and gives a function that makes one step. ``--peer PYTHON`` is
a Python with ``tensorflow-cpu==2.21.0`` and ``tf_keras``; without it only graphops is measured. All run on ``--cores``
cores; a side's figure is the median over the rounds of the rounds' medians, with the least of the rounds' least times
beside it.

``--busy`` measures everything a second time beside a process that computes on one core, in Python and in NumPy.
``--json FILE`` writes all figures, ``--only NAME`` measures some, ``--rounds`` and ``--seconds`` are how long.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from math import exp, log
from pathlib import Path
from statistics import mean, median
from typing import Any

import numpy as np

Step = Callable[[], Any]
Scripts = Mapping[str, Callable[[Any], Step]]
WARM_UP = 150  # steps: programs, lists and loops in machine code are made in the first ones
FEWEST = 20  # steps of a round
PATIENCE = 300  # seconds for a process


# -- a process of one side ---------------------------------------------------------------------------------------------


def _tf(engine: str) -> Any:
    if engine == "graphops":
        import graphops.compat.v1 as tf
    else:
        import tensorflow.compat.v1 as tf

        tf.disable_v2_behavior()
        tf.logging.set_verbosity(tf.logging.ERROR)
    return tf


def _measure(scripts: Scripts, engine: str, name: str, seconds: float) -> None:
    """Print milliseconds a step, the least and the median."""
    step = scripts[name](_tf(engine))
    for _ in range(WARM_UP):
        step()
    times = milliseconds(step, FEWEST, seconds)
    print(json.dumps([min(times), median(times)]))


def milliseconds(run: Step, fewest: int, seconds: float) -> list[float]:
    """The times of runs, of at least so many and for at least so long."""
    times: list[float] = []
    end = time.perf_counter() + seconds
    while len(times) < fewest or time.perf_counter() < end:
        begun = time.perf_counter()
        run()
        times.append(1e3 * (time.perf_counter() - begun))
    return times


def _be_busy() -> None:
    """Never end."""
    matrix, total = np.ones((300, 300)), 0
    while True:
        for number in range(200_000):
            total += number & 3
        np.sort((np.sin(matrix) + total % 2).reshape(-1))


# -- all processes -----------------------------------------------------------------------------------------------------


def _process(file: str, python: str, cores: set[int], *arguments: str, **options: Any) -> subprocess.Popen[str]:
    quiet = {"TF_CPP_MIN_LOG_LEVEL": "3", "TF_USE_LEGACY_KERAS": "1", "CUDA_VISIBLE_DEVICES": "-1"}
    command = [python, str(Path(file).resolve()), *arguments]
    child = subprocess.Popen(command, text=True, env={**os.environ, **quiet}, **options)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(child.pid, cores)
    return child


@contextlib.contextmanager
def _beside(file: str, busy: bool, cores: set[int]) -> Iterator[None]:
    child = _process(file, sys.executable, cores, "--be-busy") if busy else None
    try:
        yield
    finally:
        if child is not None:
            child.kill()
            child.wait()


def _once(
    file: str, python: str, engine: str, name: str, cores: set[int], options: argparse.Namespace
) -> tuple[float, float]:
    arguments = ("--worker", engine, name, str(options.seconds))
    child = _process(file, python, cores, *arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        out, problems = child.communicate(timeout=PATIENCE)
    finally:
        child.kill()
    if child.returncode:
        raise SystemExit(f"{name} in {engine} must run, got:\n{problems[-2000:]}")
    least, middle = json.loads(out.splitlines()[-1])
    return least, middle


def _figures(file: str, names: list[str], options: argparse.Namespace, cores: set[int]) -> dict[str, Any]:
    pythons = {"graphops": sys.executable, **({"tensorflow": options.peer} if options.peer else {})}
    found: dict[str, Any] = {name: {} for name in names}
    for load in ("alone", "busy") if options.busy else ("alone",):
        rounds: dict[tuple[str, str], list[tuple[float, float]]] = {}
        with _beside(file, load == "busy", cores):
            for _ in range(options.rounds):
                for name in names:
                    for engine, python in pythons.items():
                        measured = _once(file, python, engine, name, cores, options)
                        rounds.setdefault((name, engine), []).append(measured)
        for (name, engine), all_of in rounds.items():
            least, middle = min(each[0] for each in all_of), median(each[1] for each in all_of)
            found[name].setdefault(load, {})[engine] = {"min": least, "median": middle, "rounds": all_of}
    return found


def _table(found: dict[str, Any]) -> Iterator[str]:
    loads = list(next(iter(found.values())))
    yield f"{'milliseconds a step: median (least)':22}" + "".join(f"{load:>48}" for load in loads)
    yield " " * 35 + "".join(f"{'graphops':>18}{'TensorFlow':>18}{'ratio':>12}" for _ in loads)
    for name, by_load in found.items():
        line = f"{name:35}"
        for load in loads:
            sides = by_load[load]
            for engine in ("graphops", "tensorflow"):
                side = sides.get(engine)
                line += f"{side['median']:9.2f} ({side['min']:6.2f})" if side else f"{'':18}"
            both = len(sides) == 2
            line += f"{sides['graphops']['median'] / sides['tensorflow']['median']:12.2f}" if both else " " * 12
        yield line


def _means(found: dict[str, Any]) -> Iterator[str]:
    for load in next(iter(found.values())):
        ratios = {name: sides[load] for name, sides in found.items() if len(sides[load]) == 2}
        if ratios:
            of = {name: both["graphops"]["median"] / both["tensorflow"]["median"] for name, both in ratios.items()}
            worst = max(of, key=lambda name: of[name])
            yield f"{load}: geometric mean {exp(mean(map(log, of.values()))):.2f}, worst {of[worst]:.2f} ({worst})"


def main(scripts: Scripts, description: str | None, file: str) -> None:
    """The command line of a benchmark.

    Args:
        file: of the benchmark, which runs again in each process.
    """
    if sys.argv[1:2] == ["--worker"]:
        _measure(scripts, sys.argv[2], sys.argv[3], float(sys.argv[4]))
        return
    if sys.argv[1:2] == ["--be-busy"]:
        _be_busy()
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peer", help="a Python that has TensorFlow and tf_keras")
    parser.add_argument("--busy", action="store_true", help="also beside a busy process")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0, help="of a round of a script on a side")
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--only", action="append", choices=list(scripts))
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    available = (
        sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else list(range(os.cpu_count() or 1))
    )
    found = _figures(file, options.only or list(scripts), options, set(available[: options.cores]))
    print(*_table(found), *_means(found), sep="\n")
    if options.json:
        options.json.write_text(json.dumps(found, indent=1))
