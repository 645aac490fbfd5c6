"""A package of somebody else's: found by its entry point, checked by graphops.testing, harmless when broken."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

HERE = Path(__file__).parent


def install(package: str, target: Path) -> None:
    """Put a package of this folder where an installer would put its wheel."""
    project = tomllib.loads((HERE / package / "pyproject.toml").read_text())["project"]
    module = f"graphops_{package}"
    shutil.copytree(HERE / package / module, target / module, ignore=shutil.ignore_patterns("__pycache__"))
    info = target / f"{module}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    lines = [f"[{group}]\n{name} = {value}\n" for group, entries in project["entry-points"].items()
             for name, value in entries.items()]  # fmt: skip
    (info / "entry_points.txt").write_text("".join(lines))


def run(script: str, installed: Path) -> str:
    """What a fresh interpreter prints that sees the packages of ``installed``."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(installed), *sys.path])}
    found = subprocess.run(
        [sys.executable, "-W", "error", "-c", script], env=environment, cwd=installed, capture_output=True, text=True
    )
    assert found.returncode == 0, found.stderr
    return found.stdout


USE = """
import sys

import numpy as np

import graphops as go

assert "graphops_toy" not in sys.modules, "importing graphops must not load plug-ins"
softclip = getattr(go.raw_ops, "Toy>Softclip")
assert "graphops_toy" in sys.modules
with go.Session() as session:
    x = go.placeholder(go.float64, ("n",))
    y = softclip(x=x, limit=2.0)
    assert y.shape == ("n",)
    values = np.array([-3.0, 0.0, 1e200])
    assert np.allclose(session.run(y, {x: values}), [-6 / 13**0.5, 0, 2])
    chosen = session.explain(y, {x: values})
    assert "SoftclipByHypot" in chosen
    (dx,) = go.gradients(y, x)
    assert session.run(dx, {x: [0.0]}).tolist() == [1.0]
    windows = getattr(go.raw_ops, "Toy>Windows")(x=np.arange(4), size=3)
    assert windows.shape == (2, 3)
    assert session.run(windows).tolist() == [[0, 1, 2], [1, 2, 3]]
try:
    softclip(x=[1.0], limit=-1.0)
except go.errors.InvalidArgumentError as error:
    assert str(error) == "attr 'limit' of op 'Toy>Softclip' must be > 0, got -1.0", error
else:
    raise AssertionError("a limit below 0 must be refused")
print([plugin.name for plugin in __import__("graphops.plugins.packages").plugins.packages.plugins()])
"""
CHECK = """
import numpy as np

from graphops.testing import cases, gradcheck, opcheck


def reference(x, limit):
    wide = x.astype(np.float64)
    return (limit * wide / np.sqrt(limit**2 + wide**2))


count = 0
for case in cases("Toy>Softclip", {"x": (3, 4)}, {"limit": [1.0, 2.5]}):
    report = opcheck(case.op, case.inputs, case.attrs, reference=reference)
    assert "Softclip on STANDIN" in str(report), report
    assert ("SoftclipByHypot on CPU" in str(report)) == (case.inputs["x"].dtype == np.float64)
    count += 1
assert count == 8, count
assert gradcheck("Toy>Softclip", {"x": np.array([-1.5, 0.25])}, {"limit": 2.0}, order=2) > 8
for case in cases("Toy>Windows", {"x": (5,), "size": np.array(2, np.int32)}, dtypes=["half", "int8", "string"]):
    opcheck(case.op, case.inputs, case.attrs)
print("checked")
"""


def test_it_is_found_and_works(tmp_path: Path) -> None:
    install("toy", tmp_path)
    assert run(USE, tmp_path).strip() == "['toy']"


def test_its_author_checks_it(tmp_path: Path) -> None:
    install("toy", tmp_path)
    assert run(CHECK, tmp_path).strip() == "checked"


def test_a_broken_package_takes_nothing_down(tmp_path: Path) -> None:
    install("toy", tmp_path)
    install("broken", tmp_path)
    script = f"""
import warnings
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    from graphops.plugins.packages import plugins
    found = {{plugin.name: plugin.error for plugin in plugins()}}
assert found == {{"broken": "RuntimeError: this plug-in was made for another version", "toy": None}}, found
(warning,) = caught
assert "'broken' (graphops_broken) was not loaded: RuntimeError: this plug-in was made" in str(warning.message), warning
{CHECK}"""
    assert run(script, tmp_path).strip() == "checked"


@pytest.mark.full
def test_an_installer_installs_it(tmp_path: Path) -> None:
    """With pip, which fetches the build backend."""
    target = tmp_path / "installed"
    source = shutil.copytree(HERE / "toy", tmp_path / "toy")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(target), str(source)]
    subprocess.run(command, check=True, capture_output=True)
    assert run(USE, target).strip() == "['toy']"
