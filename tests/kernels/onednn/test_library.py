"""Where oneDNN is found, what happens where it is not, and forks."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from graphops_cpu.onednn import library
from tests.few import few

ROOT = Path(__file__).parents[3]
needs_onednn = pytest.mark.skipif(library.why_unavailable() is not None, reason=f"{library.why_unavailable()}")

CONVOLUTION = """
import numpy as np, os, sys
import graphops as go
x = np.ones((8, 64, 64, 32), np.float32)
w = np.ones((3, 3, 32, 32), np.float32)
def conv():
    y = go.eager.Conv2D(input=x, filter=w, strides=[1, 1, 1, 1], padding="SAME")
    if y[0, 5, 5, 0] != 288 or y[0, 0, 0, 0] != 128:
        sys.exit("wrong numbers")
conv()
"""


def python(code, **environment):
    """What a new interpreter prints."""
    path = os.pathsep.join(str(ROOT / part) for part in ("registry", "kernels", "."))
    kept = {name: value for name, value in os.environ.items() if name != "OPENBLAS_THREAD_TIMEOUT"}
    result = subprocess.run(
        [sys.executable, "-c", code],
        env={**kept, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


@needs_onednn
def test_one_line_about_it():
    text = library.status()
    assert text.startswith("oneDNN 3.")
    assert "\n" not in text


@pytest.mark.parametrize("file", few(["/nowhere/libdnnl.so.3", "libc.so.6", __file__], 0))
def test_without_a_library_every_kernel_refuses_and_others_compute(file):
    code = CONVOLUTION + "from graphops_cpu.onednn import library; print(library.status())"
    said = python(code, GRAPHOPS_ONEDNN=file)
    assert said.startswith("no oneDNN kernels: ")
    assert said.count("\n") == 1


@needs_onednn
def test_a_child_process_computes_what_its_parent_did():
    """OpenMP's threads are not there any more; it must not wait for them."""
    code = (
        CONVOLUTION
        + """
child = os.fork()
if child == 0:
    conv()
    os._exit(0)
_, status = os.waitpid(child, 0)
conv()
print(status)
"""
    )
    assert python(code) == "0\n"


def test_blas_is_told_to_sleep_before_numpy_is_loaded_and_never_over_the_user():
    show = "from graphops_cpu.runtime import blas_environment as b; print(os.environ.get(b.NAME), b.state())"
    assert python("import os, graphops; " + show).startswith("16 OPENBLAS_THREAD_TIMEOUT=16, set when")
    assert python("import os, numpy, graphops; " + show).startswith("None too late")
    assert python("import os, graphops; " + show, OPENBLAS_THREAD_TIMEOUT="8").startswith("8 OPENBLAS_THREAD_TIMEOUT=8")


@needs_onednn
def test_fewer_threads_than_were_asked_for():
    assert python(CONVOLUTION + "print('done')", OMP_THREAD_LIMIT="1", OMP_DYNAMIC="true") == "done\n"


@needs_onednn
def test_many_shapes_take_no_more_memory_than_a_few():
    """The caches are bounded: what is prepared for the last shapes takes the place of the first."""
    code = """
import resource, numpy as np
import graphops as go
from graphops.plan.choose.prepared_cache import PREPARED
PREPARED.capacity = 50
def shapes(first, last):
    for n in range(first, last):
        x = np.ones((1, 4 + n % 25, 4 + n // 25, 4), np.float32)
        go.eager.Conv2D(input=x, filter=np.ones((3, 3, 4, 8), np.float32), strides=[1, 1, 1, 1], padding="SAME")
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
before = shapes(0, 400)
print(shapes(400, 900) - before)
"""
    assert int(python(code)) < 60


def test_it_is_found_where_an_installer_put_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The list of files of the package says where; the packages are asked in the order of preference."""
    monkeypatch.delenv(library.VARIABLE, raising=False)
    for folder, package in [("a", "onednn_cpu_tbb"), ("b", "onednn_cpu_gomp")]:
        info = tmp_path / folder / "site" / f"{package}-2023.2.0.dist-info"
        info.mkdir(parents=True)
        (info / "RECORD").write_text(f"{info.name}/METADATA,,\n../libdnnl.so.3,sha256=x,5\n../gone/libdnnl.so.3,,\n")
        (tmp_path / folder / "libdnnl.so.3").touch()
    (tmp_path / "b" / "site" / "onednn_cpu_iomp-1.dist-info").mkdir()  # without a list
    monkeypatch.setattr(sys, "path", [str(tmp_path / "missing"), str(tmp_path / "a/site"), str(tmp_path / "b/site")])
    found = list(library._candidates())
    assert found[:2] == [str((tmp_path / folder / "libdnnl.so.3").resolve()) for folder in "ba"]
    assert found[-1] == "libdnnl.so.3"
