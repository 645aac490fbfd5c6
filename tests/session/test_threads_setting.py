"""``intra_op_threads`` is one number for the process; a second value is refused. Runs in a process of its own."""

import subprocess
import sys

PROGRAM = """
import numpy as np
import threadpoolctl
import graphops as go
from graphops.session.threads import intra_op_threads

go.Session(go.Graph(), config=go.SessionConfig(intra_op_threads=1))
go.Session(go.Graph(), config=go.SessionConfig(intra_op_threads=1))
pools = {pool["num_threads"] for pool in threadpoolctl.threadpool_info() if pool["user_api"] == "blas"}
print(intra_op_threads(), pools <= {1})
try:
    go.Session(go.Graph(), config=go.SessionConfig(intra_op_threads=2))
except RuntimeError as error:
    print(error)
"""


def test_one_value_for_the_process():
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.splitlines() == [
        "1 True",
        "intra_op_threads must be the same in all Sessions of a process, 1, got 2",
    ]
