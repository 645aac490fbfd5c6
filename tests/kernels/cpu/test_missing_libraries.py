"""Where libgomp or Numba cannot be loaded for real: convolutions are right, and doctor says why they are slow."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from graphops_cpu import simd
from graphops_cpu.onednn import library
from tests.conftest import FULL

ROOT = Path(__file__).parents[3]
needs_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the dynamic linker of Linux is asked")
needs_numba = pytest.mark.skipif(simd.why_unavailable() is not None, reason=f"{simd.why_unavailable()}")

# Of ones, every result counts: the products that a position takes part in, at the centre and in the corner.
CONVOLUTIONS = """
import threading
import numpy as np
import graphops as go
from graphops_cpu.runtime import openmp

def at(array, *index):
    return [float(array[index]), float(array[0, 0, 0, 0])]

def right(dtype):
    x, dy = np.ones((2, 40, 40, 16), dtype), np.ones((2, 40, 40, 24), dtype)
    w, dw = np.ones((3, 3, 16, 24), dtype), np.ones((3, 3, 16, 1), dtype)
    attrs = {"strides": [1, 1, 1, 1], "padding": "SAME"}
    e, f = go.eager, np.array
    assert at(e.Conv2D(input=x, filter=w, **attrs), 0, 5, 5, 0) == [144, 64]
    if {few}:
        return done.append(dtype)
    dx = e.Conv2DBackpropInput(input_sizes=f(x.shape, "int32"), filter=w, out_backprop=dy, **attrs)
    assert at(dx, 0, 5, 5, 0) == [216, 96]
    db = e.Conv2DBackpropFilter(input=x, filter_sizes=f(w.shape, "int32"), out_backprop=dy, **attrs)
    assert at(db, 1, 1, 0, 0) == [2 * 40 * 40, 2 * 39 * 39]
    assert at(e.DepthwiseConv2dNative(input=x, filter=dw, **attrs), 0, 5, 5, 0) == [9, 4]
    dx = e.DepthwiseConv2dNativeBackpropInput(input_sizes=f(x.shape, "int32"), filter=dw, out_backprop=x, **attrs)
    assert at(dx, 0, 5, 5, 0) == [9, 4]
    db = e.DepthwiseConv2dNativeBackpropFilter(input=x, filter_sizes=f(dw.shape, "int32"), out_backprop=x, **attrs)
    assert at(db, 1, 1, 0, 0) == [2 * 40 * 40, 2 * 39 * 39]
    done.append(dtype)

dtypes, done = {dtypes}, []
for dtype in dtypes:
    right(dtype)
threads = [threading.Thread(target=right, args=(dtype,)) for dtype in dtypes * 2]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
assert len(done) == 3 * len(dtypes)
"""
# Kernels are compiled anew where the cache has none, for each dtype and pass.
CONVOLUTIONS = CONVOLUTIONS.replace("{dtypes}", '("float32", "float64")' if FULL else '("float32",)')
CONVOLUTIONS = CONVOLUTIONS.replace("{few}", str(not FULL))
BLOCK = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {names}:
            raise {error}(f"{{name}} is blocked here")
sys.meta_path.insert(0, Blocked())
"""
DOCTOR = "from graphops.apps.cli import main; sys.exit(main(['doctor']))"


def python(code: str, *before: Path, **environment: str) -> str:
    """What a new interpreter prints. Nothing is left out on purpose there, and ``before`` is looked through first."""
    path = os.pathsep.join(map(str, (*before, ROOT / "registry", ROOT / "kernels", ROOT)))
    unwanted = ("GRAPHOPS_WITHOUT", "NUMBA_THREADING_LAYER", "NUMBA_DISABLE_JIT")
    kept = {name: value for name, value in os.environ.items() if name not in unwanted}
    result = subprocess.run(
        [sys.executable, "-c", f"import sys\n{code}"],
        env={**kept, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def about(text: str, library: str) -> str:
    """The only line of doctor's devices that names a library."""
    notes = text.partition("devices:\n")[2].partition("\nops:")[0].splitlines()
    assert all(line.startswith("  ") for line in notes), notes  # each note is one line
    (line,) = [line for line in notes if library in line]
    return line.strip()


@pytest.fixture
def no_gomp(tmp_path: Path) -> dict[str, str]:
    """An environment in which the dynamic linker finds nothing that it can load as libgomp."""
    for name in ("libgomp.so.1", "libgomp.so.1.0.0"):  # oneDNN wants the first, Numba the second
        (tmp_path / name).touch()
    return {"LD_LIBRARY_PATH": f"{tmp_path}:{os.environ.get('LD_LIBRARY_PATH', '')}".rstrip(":")}


@needs_linux
def test_without_libgomp(no_gomp: dict[str, str]) -> None:
    text = python(
        "sys.modules['numba.np.ufunc.tbbpool'] = None\n" + CONVOLUTIONS + "print(openmp.is_loaded())\n" + DOCTOR,
        **no_gomp,
    )
    assert text.startswith("False\n")
    assert about(text, "oneDNN").startswith("no oneDNN kernels: ")
    if library.why_unavailable() is None:
        assert "libgomp.so.1: " in about(text, "oneDNN")
    if simd.why_unavailable() is None:
        assert "Numba's threading layer 'workqueue' must not be entered by two threads" in about(text, "Numba 0.")
        assert "(libgomp is missing)" in about(text, "Numba 0.")


@needs_linux
def test_without_libgomp_and_numba(no_gomp: dict[str, str]) -> None:
    python(BLOCK.format(names=("numba", "llvmlite"), error="ImportError") + CONVOLUTIONS, **no_gomp)


@pytest.mark.parametrize(
    "names, error", [(("numba", "llvmlite"), "ImportError"), (("llvmlite",), "ModuleNotFoundError")]
)
def test_numba_that_must_not_be_imported(names: tuple[str, ...], error: str) -> None:
    check = "assert not {'numba', 'llvmlite'} & set(sys.modules)\n"
    text = python(BLOCK.format(names=names, error=error) + CONVOLUTIONS + check + DOCTOR)
    assert about(text, "SIMD") == f"no SIMD kernels: {names[0]} cannot be imported: {names[0]} is blocked here"
    assert ("cpu needs numba" in text) == ("numba" in names)


@needs_numba
def test_numba_that_refuses_to_be_imported(tmp_path: Path) -> None:
    """As it does beside a NumPy that is too new."""
    (tmp_path / "numba.py").write_text("raise ImportError('Numba needs another NumPy.\\nGot this one.')")
    python(CONVOLUTIONS, tmp_path)
    line = about(python(DOCTOR, tmp_path), "SIMD")
    assert line == "no SIMD kernels: ImportError: Numba needs another NumPy."
