"""The sample under ``examples/plugin``: its own tests, its stubs, and the commands that its README names."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.extension.packages import SAMPLE, python, write_distribution

USE = """
import numpy as np
import graphops as go
x = go.placeholder(go.float32, ("N", 6, 1))
y = go.raw_ops.Sample.AveragePool1D(x=x, size=2, stride=2)
assert y.shape == ("N", 3, 1), y.shape
(dx,) = go.gradients(y, x)
with go.Session() as session:
    feeds = {x: np.arange(6).reshape(1, 6, 1)}
    values, slopes = session.run([y, dx], feeds)
    assert values.ravel().tolist() == [0.5, 2.5, 4.5], values
    assert slopes.ravel().tolist() == [0.5] * 6, slopes
    assert "AveragePool1DBySlices" in session.explain(y, feeds)
scope = go.Scope.new_root_scope()
assert go.ops.Sample.Mish(scope, [0.0]).shape == (1,)
assert go.eager.Sample.Mish(x=0.0) == 0.0
assert dir(go.raw_ops.Sample) == ["AveragePool1D", "AveragePool1DGrad", "Mish"]
from graphops_sample import eager, raw_ops
assert dir(eager) == dir(raw_ops) == dir(go.raw_ops.Sample)
assert eager.Mish is getattr(go.eager, "Sample>Mish")
for module in (go.raw_ops.Sample, go.eager.Sample, go.ops.Sample, raw_ops):
    try:
        module.Mich
    except AttributeError as error:
        assert str(error) == "op 'Sample>Mich' must be registered (did you mean 'Sample>Mish'?)", error
    else:
        raise AssertionError("Mich is no op")
print("well")
"""


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """Where the sample's distribution is, by its own pyproject.toml."""
    project = tomllib.loads((SAMPLE / "pyproject.toml").read_text())["project"]
    entries = [f"{name} = {value}" for name, value in project["entry-points"]["graphops.plugins"].items()]
    write_distribution(tmp_path, project["name"], "\n".join(["[graphops.plugins]", *entries]), project["version"])
    return tmp_path


def test_its_ops_are_found_in_every_spelling(installed: Path) -> None:
    ran = python(["-W", "error", "-c", USE], installed, SAMPLE)
    assert ran.stdout == "well\n", ran.stderr


@pytest.mark.full  # .ci/run builds, installs and tests the sample each time
def test_its_own_tests_pass(installed: Path) -> None:
    ran = python(
        ["-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(SAMPLE), str(SAMPLE)], installed, SAMPLE
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert " passed" in ran.stdout


def test_its_stubs_are_up_to_date(installed: Path) -> None:
    ran = python(["-m", "graphops", "stubs", "graphops_sample", "--check"], installed, SAMPLE)
    assert (ran.returncode, ran.stdout) == (0, f"up to date: {SAMPLE / 'graphops_sample'}\n"), ran.stderr


def test_it_uses_nothing_but_the_surface_for_authors() -> None:
    allowed = {"graphops.extend", "graphops.testing", "graphops"}  # the last in its tests alone
    for file in SAMPLE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            own = {name for name in names if name.partition(".")[0].startswith("graphops") and "sample" not in name}
            assert own <= (allowed if file.parent.name == "tests" else allowed - {"graphops"}), (file, own)


@pytest.mark.full
def test_all_is_right_by_the_command(installed: Path) -> None:
    ran = python(["-m", "graphops", "check", "graphops-sample"], installed, SAMPLE)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    for op in ("AveragePool1D", "AveragePool1DGrad", "Mish"):
        for device in ("CPU", "STANDIN"):
            for dtype in ("float16", "bfloat16", "float32", "float64"):
                row = [line for line in ran.stdout.splitlines() if line.split()[:3] == [f"Sample>{op}", device, dtype]]
                assert [line.split()[3] for line in row] == ["right"], ran.stdout


@pytest.mark.full
def test_an_installer_installs_it(tmp_path: Path) -> None:
    """With pip, which fetches the build backend."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(tmp_path), str(SAMPLE)]
    subprocess.run(command, check=True, capture_output=True)
    assert {path.suffix for path in (tmp_path / "graphops_sample").iterdir()} >= {".py", ".pyi", ".typed"}
    ran = python(["-W", "error", "-c", USE], tmp_path)
    assert ran.stdout == "well\n", ran.stderr
