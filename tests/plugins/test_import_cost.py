"""``import graphops`` loads NumPy and itself, nothing that a user did not ask for."""

import subprocess
import sys

from graphops.plugins.installed import may_have_plugins

FORBIDDEN = {
    "cupy",
    "tensorflow",
    "torch",
    "networkx",
    "google",
    "ml_dtypes",
    "sklearn",
    "matplotlib",
    "tqdm",
    "pytest",
}


def loaded_by(statement: str) -> set[str]:
    """The modules that are there afterwards."""
    program = f"{statement}\nimport sys\nprint(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    return set(done.stdout.split())


def test_import_loads_nothing_else():
    own = loaded_by("import graphops") - loaded_by("import numpy")
    assert "graphops" in own
    assert {name.split(".")[0] for name in own} & FORBIDDEN == set()
    # Kernels load with the first plan; only what must be settled before NumPy is there is looked at now.
    of_kernels = {name for name in own if name.split(".")[0] == "graphops_cpu"}
    assert of_kernels == {"graphops_cpu", "graphops_cpu.runtime", "graphops_cpu.runtime.blas_environment"}


def test_a_first_run_loads_what_its_graph_needs():
    run = "import graphops as go\nwith go.Session() as s: s.run(go.raw_ops.Relu(features=go.constant([-1.0, 2.0])))"
    own = loaded_by(run) - loaded_by("import numpy")
    plain = {name for name in own if name.startswith("graphops_cpu.plain.")}
    assert "graphops_cpu.plain.nn_activation" in plain
    assert not {"graphops_cpu.plain.strings", "graphops_registry.ops.strings", "graphops_registry.ops.linalg"} & own
    assert len(plain) < 15
    assert not {name for name in own if name.split(".")[0] in ("numba", "llvmlite")}
    if not may_have_plugins():
        assert not {"importlib.metadata", "email", "socket"} & own


def test_numpy_knows_bfloat16_after_the_first_run():
    run = "import graphops as go, numpy as np\nwith go.Session() as s: s.run(go.raw_ops.NoOp())"
    assert loaded_by(f"{run}\nnp.zeros(1, np.float32).astype('bfloat16')")
