"""The tutorial scripts print what they print under TensorFlow."""

import json
import re
import subprocess
import sys

import pytest

from tests.compat.record_tutorials import EXAMPLES, NAMES, OUR_LINE, RECORDED

NUMBER = re.compile(r"\d+\.\d+")
TOLERANCE = 0.002  # rounding of single operations, after a hundred steps of training


@pytest.mark.full
@pytest.mark.parametrize("name", NAMES)
def test_losses_are_tensorflows(name: str) -> None:
    want = json.loads(RECORDED.read_text(encoding="utf-8"))[name]
    done = subprocess.run(
        [sys.executable, "-W", "error", f"{name}.py"], cwd=EXAMPLES, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    got = done.stdout.splitlines()
    assert [NUMBER.sub("#", line) for line in got] == [NUMBER.sub("#", line) for line in want]
    for mine, theirs in zip(got, want, strict=True):
        found, expected = ([float(text) for text in NUMBER.findall(line)] for line in (mine, theirs))
        assert found == pytest.approx(expected, abs=TOLERANCE, rel=TOLERANCE), (mine, theirs)


@pytest.mark.parametrize("name", NAMES)
def test_one_import_line_differs(name: str) -> None:
    script = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8")
    assert [line for line in script.splitlines() if "graphops" in line and "import" in line and "``" not in line] == [
        OUR_LINE.strip()
    ]
