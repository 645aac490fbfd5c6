"""``import graphops`` loads NumPy and itself, nothing that a user did not ask for."""

import subprocess
import sys

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
