"""Time convolutions and their gradients on this machine: the median of several runs, and the arithmetic rate.

With --against PYTHON the same calls run in that interpreter's TensorFlow, eagerly, in a process of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

import graphops
from graphops.cli.bench_cases import LAYERS, BenchCase, bench_cases
from graphops.cli.doctor import blas_name
from graphops.cli.table import table
from graphops.cli.usage import UsageError

HELP = "time convolutions and their gradients"

_FEWEST_RUNS, _SECONDS = 5, 0.4  # of each case: at least so many runs, and about so long
_PATIENCE = 600  # seconds that the other interpreter may take


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("op", nargs="?", metavar="OP", help="only this op")
    parser.add_argument("--size", choices=list(LAYERS), default="small", help="of the layers (default small)")
    parser.add_argument("--against", metavar="PYTHON", help="an interpreter that can import tensorflow")


def run(args: argparse.Namespace) -> int:
    cases = bench_cases(args.size, args.op)
    if not cases:
        known = ", ".join(dict.fromkeys(case.op for case in bench_cases(args.size)))
        raise UsageError(f"OP must be one that has a benchmark ({known}), got '{args.op}'")
    other: list[float | None] = []
    if args.against is not None:
        version, other = time_tensorflow(args.against, cases)
    print(machine())
    if args.against is not None:
        print(f"against TensorFlow {version}, eagerly, default build")
    head = ["op", "input * filter, SAME, float32", "ms", "GFLOP/s"]
    rows: list[list[str]] = []
    for index, case in enumerate(cases):
        seconds, flops, kernel = time_case(case)
        row = [case.op, case.title, f"{seconds * 1e3:.3f}", f"{flops / seconds / 1e9:.1f}" if flops else "-"]
        if args.against is not None:
            theirs = other[index]
            row += ["-", "-"] if theirs is None else [f"{theirs * 1e3:.3f}", f"{theirs / seconds:.2f}"]
        rows.append([*row, kernel])
    if args.against is not None:
        head += ["TF ms", "TF/graphops"]
    print(table([*head, "kernel"], rows))
    return 0


def machine() -> str:
    """The facts without which a time means nothing."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return (
        f"{_processor()}, {cores} cores, {platform.system()}; Python {platform.python_version()}, "
        f"NumPy {np.__version__} with {blas_name()}, graphops {graphops.__version__}"
    )


def _processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in text.splitlines() if line.startswith("model name")]
    return names[0] if names else platform.machine()


def time_case(case: BenchCase) -> tuple[float, int | None, str]:
    """Median seconds of a call, its FLOPs by the op's cost rule, and the kernel that ran."""
    from graphops import eager
    from graphops.binding import bind
    from graphops.kernel_choice import NodeKernels
    from graphops_registry.op_def import lookup_op
    from graphops_registry.shape import TensorShape
    from graphops_registry.shape_context import ShapeContext

    rng = np.random.default_rng(0)
    arguments: dict[str, Any] = {
        name: rng.standard_normal(operand, np.float32) if isinstance(operand, tuple) else operand
        for name, operand in case.operands.items()
    }
    function = getattr(eager, case.op)
    seconds = median_seconds(lambda: function(**arguments, **case.attrs))
    op = lookup_op(case.op)
    bound = bind(op.op_def, {**arguments, **case.attrs})
    kernels = NodeKernels(op, bound.attrs, "CPU")
    kernel = kernels.choose(bound.inputs, (True,) * len(kernels.output_dtypes)).definition.name
    if op.cost_fn is None:
        return seconds, None, kernel
    shapes = [TensorShape(array.shape) for array in bound.inputs]
    cost = op.cost_fn(ShapeContext(op.op_def, bound.attrs, shapes, lambda index: bound.inputs[index]))
    return seconds, cost.flops, kernel


def median_seconds(call: Callable[[], object]) -> float:
    """The median time of several calls, after one that warms up."""
    call()
    times: list[float] = []
    while len(times) < _FEWEST_RUNS or sum(times) < _SECONDS:
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return median(times)


# What the other interpreter runs: cases as JSON on stdin, [version, [seconds or null, ...]] as JSON on stdout.
_TENSORFLOW_PROGRAM = """
import json, os, sys, time
from statistics import median
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
task = json.load(sys.stdin)
import numpy as np
import tensorflow as tf
found = []
for case in task["cases"]:
    rng = np.random.default_rng(0)
    arguments = {
        name: tf.constant(operand["list"]) if "list" in operand
        else tf.constant(rng.standard_normal(operand["shape"], np.float32))
        for name, operand in case["operands"].items()
    }
    call = lambda: getattr(tf.raw_ops, case["op"])(**arguments, **case["attrs"]).numpy()
    try:
        call()
        times = []
        while len(times) < task["runs"] or sum(times) < task["seconds"]:
            start = time.perf_counter()
            call()
            times.append(time.perf_counter() - start)
        found.append(median(times))
    except tf.errors.OpError:
        found.append(None)
print(json.dumps([tf.__version__, found]))
"""


def time_tensorflow(python: str, cases: list[BenchCase]) -> tuple[str, list[float | None]]:
    """TensorFlow's version in the interpreter ``python``, and its median seconds (``None`` where it refuses).

    Raises:
        UsageError: the interpreter cannot be started or cannot do it.
    """
    task = {"cases": [_portable(case) for case in cases], "runs": _FEWEST_RUNS, "seconds": _SECONDS}
    try:
        done = subprocess.run(
            [python, "-c", _TENSORFLOW_PROGRAM],
            input=json.dumps(task),
            capture_output=True,
            text=True,
            timeout=_PATIENCE,
            check=True,
        )
        version, seconds = json.loads(done.stdout.splitlines()[-1])
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UsageError(f"--against must be a Python that can be run, got '{python}' ({error})") from None
    except subprocess.CalledProcessError as error:
        last = (error.stderr.strip().splitlines() or [f"exit status {error.returncode}"])[-1]
        raise UsageError(f"--against must be a Python with TensorFlow, got '{python}' ({last})") from None
    except (ValueError, IndexError):
        raise UsageError(f"--against must be a Python with TensorFlow, got '{python}' (no times came back)") from None
    return str(version), list(seconds)


def _portable(case: BenchCase) -> dict[str, Any]:
    operands = {
        name: {"shape": list(operand)} if isinstance(operand, tuple) else {"list": operand}
        for name, operand in case.operands.items()
    }
    return {**asdict(case), "operands": operands}
