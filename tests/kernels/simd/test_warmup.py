"""``graphops warmup``: what one process compiles, no later one does."""

from __future__ import annotations

import importlib
import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from graphops.apps.cli import main
from graphops_cpu import simd
from graphops_cpu.simd.compile.loops import Loops

ROOT = Path(__file__).parents[3]
needs_numba = pytest.mark.skipif(simd.why_unavailable() is not None, reason=f"{simd.why_unavailable()}")

KERNELS = """
import numpy as np
import graphops as go
x, w, n = np.ones((2, 40, 40, 16), "float16"), np.ones((3, 3, 16, 1), "float16"), np.array
attrs = {"strides": [1, 1, 1, 1], "padding": "SAME"}
e = go.eager
assert e.DepthwiseConv2dNative(input=x, filter=w, **attrs)[0, 5, 5, 0] == 9
e.DepthwiseConv2dNativeBackpropInput(input_sizes=n(x.shape), filter=w, out_backprop=x, **attrs)
e.DepthwiseConv2dNativeBackpropFilter(input=x, filter_sizes=n(w.shape), out_backprop=x, **attrs)
e.MaxPool(input=x, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="SAME")
"""


def python(cache: Path, *arguments: str) -> list[str]:
    """The lines that a new interpreter prints, with its compiled kernels in a folder."""
    path = os.pathsep.join(str(ROOT / part) for part in ("registry", "kernels", "."))
    result = subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": path, "NUMBA_CACHE_DIR": str(cache / "numba"),
             "GRAPHOPS_CACHE_DIR": str(cache / "graphops")},
        capture_output=True,
        text=True,
        timeout=300,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    return result.stdout.splitlines()


def files(cache: Path) -> dict[Path, int]:
    """What lies in a folder, with the time when it was written."""
    return {path: path.stat().st_mtime_ns for path in cache.rglob("*") if path.is_file()}


@needs_numba
@pytest.mark.full
def test_what_was_compiled_ahead_is_compiled_no_more(tmp_path: Path) -> None:
    *first, summary = python(tmp_path, "-m", "graphops", "warmup", "--dtype", "half")
    assert any("depthwise convolution, " in line for line in first)
    assert not any("(was compiled)" in line for line in first)
    assert summary.startswith(f"{len(first)} kernels ready in ")
    kept = files(tmp_path)
    assert kept
    *second, summary = python(tmp_path, "-m", "graphops", "warmup", "--dtype", "half")
    assert [line.rpartition(" (was compiled) ")[0] for line in second] == [line.rsplit(" ", 2)[0] for line in first]
    python(tmp_path, "-c", KERNELS)
    assert files(tmp_path) == kept


@needs_numba
@pytest.mark.parametrize("work", [0, 1e9], ids=["in this thread", "over threads"])
def test_arrays_that_may_be_written_to_compile_nothing_more(work: float) -> None:
    from graphops_cpu.simd.compile.launch import launcher
    from graphops_cpu.simd.copies.convert_kernels import BLOCK, narrow

    code = Loops("graphops_cpu.simd.copies.convert_kernels", "narrow", "conversion").compile("float16", work)
    compiled = len(narrow.overloads), len(launcher.overloads)
    for writeable in (True, False):
        x, y = np.ones(4 * BLOCK, np.float32), np.empty(4 * BLOCK, np.int16)
        x.flags.writeable = writeable
        code(4, x, y, x.size)
        assert (y.view(np.float16) == 1).all()
    assert (len(narrow.overloads), len(launcher.overloads)) == compiled


def test_there_is_nothing_to_compile_for_integers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["warmup", "--dtype", "int32"]) == 0
    assert capsys.readouterr().out == "there is nothing to compile\n"


def test_a_dtype_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["warmup", "--dtype", "flaot"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("graphops warmup: error: --dtype: ")
    assert printed.err.count("\n") == 1


@needs_numba
def test_every_kernel_is_compiled_ahead() -> None:
    from graphops_cpu.simd.compile.jit import _SIGNATURES
    from graphops_cpu.simd.warmup import _all_loops

    for module in pkgutil.walk_packages(simd.__path__, "graphops_cpu.simd."):
        importlib.import_module(module.name)
    functions = [each.py_func for each in _SIGNATURES]
    kernels = {(f.__module__, f.__name__) for f in functions if f.__module__.startswith("graphops_cpu.")}
    assert len(kernels) > 30
    assert kernels == {(loops.module, loops.name) for loops in _all_loops()}
