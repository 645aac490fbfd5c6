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
    program = f"{statement}\nimport sys\nprint(*sorted({{name.split('.')[0] for name in sys.modules}}))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    return set(done.stdout.split())


def test_import_loads_nothing_else():
    own = loaded_by("import graphops") - loaded_by("import numpy")
    assert "graphops" in own
    assert own & FORBIDDEN == set()
    assert "graphops_cpu" not in own  # kernels load with the first plan
