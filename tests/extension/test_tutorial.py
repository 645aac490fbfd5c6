"""The pages first_op.md and one_op_in_five_frameworks.md: every block runs, every count and every number is right."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/tutorials/first_op.md").read_text(encoding="utf-8")
COMPARISON = (ROOT / "docs/explanation/one_op_in_five_frameworks.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "examples/first_op.py"
FROM_A_GPU = """
import os, runpy, sys
os.environ["GRAPHOPS_TEST_CUDA"] = "emulator"
sys.path[:0] = [sys.argv[1], sys.argv[1] + "/kernels", sys.argv[1] + "/registry"]
from tests.cuda import switch
switch.install("cpu")
print("no emulator:", switch.why_not("emulator") or "no")
if not switch.why_not("emulator"):
    runpy.run_path(sys.argv[2], run_name="__main__")
"""


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def python(*arguments: str, cwd: Path, fails: bool = False) -> str:
    """What this interpreter prints in a folder of its own: its output, or its complaint where it has to fail."""
    environment = {
        name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "GRAPHOPS_TEST_CUDA")
    }
    done = subprocess.run(
        [sys.executable, "-W", "error", *arguments],
        capture_output=True,
        text=True,
        cwd=cwd,
        env=environment,
        timeout=300,
    )
    assert (done.returncode != 0) == fails, done.stderr
    return done.stderr if fails else done.stdout


def without_counts(text: str) -> str:
    """How many checks there are is no promise."""
    return re.sub(r"\b\d+ (checks|comparisons)", r"N \1", text)


def module(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(f"tested_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


# -- the tutorial -----------------------------------------------------------------------------------------------------


def test_the_pieces_are_the_example():
    *pieces, use = blocks("py")
    assert use.startswith("import first_op")
    assert "\n\n\n".join(piece.strip("\n") for piece in pieces) + "\n" == EXAMPLE.read_text(encoding="utf-8")


def test_the_lines_are_counted():
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    code = [line for line in lines if line.strip() and not line.lstrip().startswith("#")][1:]  # after the docstring
    assert lines[0].startswith('"""')
    assert lines[0].endswith('"""')
    assert len(code) < 60
    assert f"one file of {len(code)} lines of Python, {len(lines)} with blank lines" in PAGE


def test_an_author_with_nothing_but_the_page(tmp_path):
    """Each command of the page, on files that are made of the page alone, beside the installed package."""
    *pieces, use = blocks("py")
    right = "\n\n\n".join(piece.strip("\n") for piece in pieces) + "\n"
    changes, consoles = blocks("diff"), blocks("console")
    assert len(consoles) == len(changes) + 2
    (tmp_path / "first_op.py").write_text(right)
    (tmp_path / "use_it.py").write_text(use)
    for console, change in zip(consoles, ["", *changes, ""], strict=True):
        command, _, expected = console.partition("\n")
        name = command.removeprefix("$ python ")
        text = right
        for old, new in re.findall(r"^-(.*)\n\+(.*)$", change, re.MULTILINE):
            assert right.count(old) == 1
            text = text.replace(old, new)
        (tmp_path / "first_op.py").write_text(text)
        printed = python(name, cwd=tmp_path, fails=bool(change))
        if change:  # the page leaves out the traceback, and what comes after the first lines
            assert without_counts(expected) in without_counts(printed)
        else:
            assert without_counts(printed) == without_counts(expected)


def test_the_op_of_the_page_computes_what_it_says():
    """The numbers that use_it.py prints, by hand."""
    x = [3.0, 3.0, -3.0, 4.0, 4.0]
    y = [((a * a + b * b) / 2) ** 0.5 for a, b in pairwise(x)]
    dx = [sum(x[j] / (2 * y[i]) for i in (j - 1, j) if 0 <= i < len(y)) for j in range(len(x))]
    printed = next(console for console in blocks("console") if "use_it" in console)
    assert f"{[np.round(y, 3).tolist()]}\n{[np.round(dx, 3).tolist()]}\n" in printed


@pytest.mark.skipif(shutil.which("g++") is None and shutil.which("c++") is None, reason="needs a C++ compiler")
def test_its_cuda_kernel_is_right_on_the_emulated_gpu(tmp_path):
    printed = python("-c", FROM_A_GPU, str(ROOT), str(EXAMPLE), cwd=tmp_path)
    if not printed.startswith("no emulator: no\n"):
        pytest.skip(printed)
    lines = [line for line in printed.splitlines() if "checks passed" in line]
    assert len(lines) == 6
    assert all("MovingRmsCuda on GPU, __main__.MovingRms on GPU" in line for line in lines)


# -- the comparison ---------------------------------------------------------------------------------------------------


def test_the_comparison_is_counted():
    assert module(ROOT / "docs/explanation/comparison/count.py").table() in COMPARISON


def test_how_lines_are_counted(tmp_path):
    code_lines = module(ROOT / "docs/explanation/comparison/count.py").code_lines
    path = tmp_path / "a.py"
    path.write_text('"""Two\n\nlines."""\n\n# no\nx = 1  # yes\n\ny = """\n  text\n"""\n')
    assert code_lines(path) == 4
    path = tmp_path / "a.cc"
    path.write_text("#include <cmath>\n\n// no\nint x;  // yes\n#define Y \\\n  1\n")
    assert code_lines(path) == 4


def test_the_oracle_of_the_comparison():
    """Its loops against differences, in float64."""
    check = module(ROOT / "docs/explanation/comparison/check.py")
    x, step = check.SIGNALS, 1e-6
    slope, second = check.slopes(x), check.second(x)
    for index in [(0, 0), (1, 17), (2, 39)]:
        moved = [x.copy(), x.copy()]
        moved[0][index] += step
        moved[1][index] -= step
        up, down = (check.values(signals) * check.UP for signals in moved)
        assert np.isclose((up - down).sum() / (2 * step), slope[index], rtol=1e-6)
        up, down = (check.slopes(signals) * check.ALONG for signals in moved)
        assert np.isclose((up - down).sum() / (2 * step), second[index], rtol=1e-5)


def test_graphops_gives_the_numbers_of_the_comparison():
    printed = python(str(ROOT / "docs/explanation/comparison/check.py"), "graphops", cwd=ROOT)
    assert printed.startswith("graphops: y, dx, second gradient; float32")


@pytest.mark.full
@pytest.mark.parametrize("name", ["pytorch_triton", "pytorch_cpp", "tensorflow"])
def test_others_give_the_numbers_of_the_comparison(name, tmp_path):
    """With GRAPHOPS_PEER, the path of a Python that has TensorFlow and PyTorch."""
    peer = os.environ.get("GRAPHOPS_PEER")
    if not peer:
        pytest.skip("needs GRAPHOPS_PEER")
    source = ROOT / "docs/explanation/comparison"
    shutil.copytree(source, tmp_path / "comparison", ignore=shutil.ignore_patterns("build"))
    if (tmp_path / "comparison" / name / "build.sh").exists():
        subprocess.run(
            ["sh", f"comparison/{name}/build.sh"], cwd=tmp_path, check=True, env={**os.environ, "PYTHON": peer},
            capture_output=True,
        )  # fmt: skip
    done = subprocess.run([peer, "comparison/check.py", name], capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout.startswith(f"{name}: y, dx, second gradient; float32"), done.stderr
