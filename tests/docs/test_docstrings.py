"""Examples in docstrings are true; the reference shows most of them.

An example speaks of the reader's own things, ``x`` or ``session``: here they are given. One that shows no result may
have any. All run in one process of their own, because some register ops and devices.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.docs.extension import environment
from tests.docs.page_blocks import ROOT

PACKAGES = ("graphops", "kernels/graphops_cpu", "kernels/graphops_cuda", "registry/graphops_registry")

_A_GRAPH = """
graph = go.Graph()
with graph.as_default():
    x = go.placeholder(go.float32, [2])
    y = go.raw_ops.Neg(x=x)
value = np.ones(2, np.float32)
"""
# The names that the examples of a module use.
GIVEN = {
    "graphops.build.control_flow": "x = go.constant(1.0)",
    "graphops.build.tensor_array": "x = go.constant(3.0)",
    "graphops.session.resources": """
w = go.Variable(np.zeros((1, 2), np.float32), name="w")
session = go.Session()
session.run(go.global_variables_initializer())
""",
    "graphops.cluster": _A_GRAPH,
    "graphops.cluster.local_cluster": _A_GRAPH,
    "graphops.cluster.maps.zarr_files": """
import zarr
zarr.create_array("scan.zarr", shape=(4, 6), chunks=(2, 3), dtype="float32")
x = go.placeholder(go.float32, (None, None))
blurred = x * 2.0
session = go.Session()
""",
    "graphops.cluster.training.data_parallel": """
x, y = go.placeholder(go.float32, (None,), name="x"), go.placeholder(go.float32, (None,), name="y")
w = go.Variable(np.float32(0.0), name="w")
loss = go.raw_ops.Mean(input=(x * w - y) * (x * w - y), axis=[0])
batches, cluster = [(np.ones(8), np.ones(8))], ""
""",
    "graphops.train.variable_scope": "from graphops.train.get_variable import get_variable",
    "graphops.train": "from graphops.train import GradientDescentOptimizer",
    "graphops.checkpoint": """
import os
os.mkdir("run")
w = go.Variable(np.zeros((1, 2), np.float32), name="w")
session = go.Session()
session.run(go.global_variables_initializer())
""",
    "graphops.interchange.event_files": """
w = go.Variable(np.zeros((1, 2), np.float32), name="dense/kernel")
session = go.Session()
session.run(go.global_variables_initializer())
graph = go.get_default_graph()
""",
    "graphops.inspect.draw.svg": "from pathlib import Path; go.constant(1.0); graph = go.get_default_graph()",
    "graphops.interchange.graph_def": """
x = go.placeholder(go.float32, [2], name="x")
y = go.raw_ops.Neg(x=x, name="y")
other = go.get_default_graph().as_graph_def()
go.save_graph(go.get_default_graph(), "model.pb")
x = np.ones(2, np.float32)
""",
}
# Examples that do not run, and why.
NOT_RUN = {
    "graphops.inspect.debug": "shows an error as Debug reports it; docs/how-to/look_inside_a_run.md runs the same",
    "graphops.interchange.saved_model": "a model that TensorFlow exported; tests/interchange/graph_def has one",
}
# Examples whose last lines want a file that only TensorFlow makes: "module": how many.
WITHOUT_LAST = {"graphops.checkpoint": 1}

_RUN = """
import doctest, importlib, json, sys
import graphops as go, numpy as np
from graphops.plugins.packages import load_kernels

class Checker(doctest.OutputChecker):
    def check_output(self, want, got, optionflags):
        return not want or super().check_output(want, got, optionflags)


load_kernels()
given, modules, without_last = json.load(sys.stdin)
failed = 0
for name in modules:
    module = importlib.import_module(name)
    names = {**{n: getattr(go, n) for n in go.__all__}, "go": go, "np": np, **vars(module)}
    tests = [test for test in doctest.DocTestFinder().find(module, globs=names) if test.examples]
    runner = doctest.DocTestRunner(Checker(), optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    for test in tests:
        with go.Graph().as_default():
            exec(given.get(name, ""), test.globs)
            if name in without_last:
                del test.examples[-without_last[name]:]
            failed += runner.run(test).failed
sys.exit(failed > 0)
"""


def modules() -> list[str]:
    """Every module with an example, by name."""
    found = []
    for package in PACKAGES:
        folder = ROOT / package
        for path in folder.rglob("*.py"):
            if ">>> " in path.read_text(encoding="utf-8") and "template" not in path.parts:
                name = ".".join(path.relative_to(folder.parent).with_suffix("").parts)
                found.append(name.removesuffix(".__init__"))
    return sorted(found)


def test_examples_of_docstrings(tmp_path: Path) -> None:
    import json

    wanted = [name for name in modules() if name not in NOT_RUN]
    assert len(wanted) > 10
    done = subprocess.run(
        [sys.executable, "-c", _RUN], input=json.dumps([GIVEN, wanted, WITHOUT_LAST]), capture_output=True, text=True,
        cwd=tmp_path, env=environment(), timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_is_said_of_modules_is_needed() -> None:
    assert {*GIVEN, *NOT_RUN, *WITHOUT_LAST} <= set(modules())
