"""The Python that has TensorFlow: named by the environment variable GRAPHOPS_PEER, never imported here."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SOURCE_ROOTS = (ROOT, ROOT / "kernels", ROOT / "registry")
PEER = os.environ.get("GRAPHOPS_PEER", "")

needs_peer = pytest.mark.skipif(not PEER, reason="GRAPHOPS_PEER names no Python that has TensorFlow")


def run_peer(script: str, *arguments: object, ours: bool = False, timeout: float = 1200, python: str = "") -> str:
    """Run a script of this folder with the peer; its output.

    Args:
        ours: whether it also imports graphops, from the source roots of this checkout.
        python: another Python than GRAPHOPS_PEER names.

    Raises:
        AssertionError: it failed; with the end of what it wrote.
    """
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment |= {"TF_CPP_MIN_LOG_LEVEL": "2", "CUDA_VISIBLE_DEVICES": "-1"}
    if ours:
        environment["PYTHONPATH"] = os.pathsep.join(map(str, SOURCE_ROOTS))
    command = [python or PEER, str(HERE / script), *map(str, arguments)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=timeout, check=False)
    if done.returncode:
        raise AssertionError(f"{script} ended with {done.returncode}:\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}")
    return done.stdout


__all__ = ["HERE", "PEER", "ROOT", "SOURCE_ROOTS", "needs_peer", "run_peer"]
