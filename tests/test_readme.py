"""The README's Python blocks run as they stand, each in a process of its own, and its numbers are true."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from graphops_registry.op_def import registered_ops

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_block(number):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", BLOCKS[number]], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_how_many_ops_there_are():
    names = [op.name for op in registered_ops() if not op.name.startswith(("Test>", "Example>"))]
    ours, theirs = len(names), len([name for name in names if ">" not in name])
    assert f"{ours} ops, of which {theirs} are TensorFlow's" in TEXT
