"""Plug-ins on a GPU: kernels in CUDA C, and plain ones, which the library itself registers there."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphops.apps.cli import main
from tests.extension.packages import ROOT, SAMPLE, python

pytestmark = pytest.mark.emulator

# In a process of its own: its ops are not to be seen by other tests.
CHECK = """
from tests.cuda import switch
switch.install("gpu")
import numpy as np
import graphops as go
from graphops.plugins.packages import find_plugin
from graphops.testing import opcheck, registered_checks
plugin = find_plugin("graphops_sample")
on_gpu = sorted(kernel.cls.__name__ for kernel in plugin.kernels if kernel.device == "GPU")
assert on_gpu == ["AveragePool1D", "AveragePool1DGrad", "Mish", "MishOnGpu"], on_gpu
import graphops_sample.checks
count = 0
for op in plugin.ops:
    for check in registered_checks(op):
        for case in check.cases():
            opcheck(case.op, case.inputs, case.attrs, reference=check.reference, devices=("CPU", "GPU"))
            count += 1
assert count == 4 * (3 * 6 + 2 + 4), count
with go.Session() as session:
    x = go.placeholder(go.float32, (None,))
    y = go.raw_ops.Sample.Mish(x=x)
    assert "MishOnGpu" in session.explain(y, {x: [1.0]})
    assert abs(session.run(y, {x: [1.0]})[0] - 0.86509838) < 1e-6
print("well")
"""


def test_the_kernels_of_the_sample() -> None:
    ran = python(["-W", "error", "-c", CHECK], ROOT, SAMPLE)
    assert ran.stdout == "well\n", ran.stderr


NEW = """
from tests.cuda import switch
switch.install("gpu")
import graphops as go
from graphops.plugins.packages import find_plugin
from graphops.testing import opcheck, registered_checks
plugin = find_plugin("my_windows")
assert [kernel.cls.__name__ for kernel in plugin.kernels if kernel.device == "GPU"] == ["ScaledTanhOnGpu", "ScaledTanh"]
import my_windows.checks
for check in registered_checks("MyWindows>ScaledTanh"):
    for case in check.cases():
        report = opcheck(case.op, case.inputs, case.attrs, reference=check.reference, devices=("CPU", "GPU"))
assert "ScaledTanhOnGpu on GPU" in str(report), report  # float64 comes last
print("well")
"""


def test_the_kernels_of_a_new_plugin(tmp_path: Path) -> None:
    assert main(["new-plugin", "my-windows", "--dir", str(tmp_path)]) == 0
    ran = python(["-W", "error", "-c", NEW], ROOT, tmp_path / "my-windows")
    assert ran.stdout == "well\n", ran.stderr
