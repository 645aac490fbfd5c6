"""Who asks for no cluster pays for none: nothing of it is imported."""

from __future__ import annotations

import subprocess
import sys

from tests.docs.extension import environment

_SCRIPT = """
import sys
import graphops as go
from graphops.apps.cli import main

x = go.constant([1.0, 2.0])
session = go.Session()
assert type(session) is go.Session
assert session.run(go.raw_ops.Neg(x=x)).tolist() == [-1.0, -2.0]
assert main(["explain", "Neg", "--input", "x=float32[2]"]) == 0
found = {name for name in sys.modules if name.partition(".")[0] in ("dask", "distributed", "zarr", "click")}
found |= {name for name in sys.modules if name.startswith("graphops.cluster")}
assert not found, sorted(found)
go.cluster  # the name alone imports a table of names
assert "dask" not in sys.modules
"""


def test_nothing_of_a_cluster_is_imported() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _SCRIPT], capture_output=True, text=True, timeout=60, env=environment()
    )
    assert done.returncode == 0, done.stderr
