"""graphops beside TensorFlow, TensorBoard and ONNX in one process, imported in any order.

The Python that has all three is named by GRAPHOPS_PEER_ALL, or is that of GRAPHOPS_PEER.
"""

from __future__ import annotations

import os
import subprocess

import pytest

from tests.interop.peer import PEER, needs_peer, run_peer

pytestmark = [pytest.mark.full, needs_peer]
PYTHON = os.environ.get("GRAPHOPS_PEER_ALL") or PEER


def test_all_orders_of_import_work() -> None:
    found = subprocess.run([PYTHON, "-c", "import onnx, tensorboard, networkx"], capture_output=True, check=False)
    if found.returncode:
        pytest.skip("no Python with TensorFlow, TensorBoard and ONNX: set GRAPHOPS_PEER_ALL")
    printed = run_peer("import_orders.py", ours=True, python=PYTHON)
    print(printed)
    assert printed.count(": works") == 24
