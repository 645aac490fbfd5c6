"""The examples, each run as a user runs it, and what the pages say of them."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from graphops.apps.cli import main
from graphops.plugins.extras import missing_packages
from tests.apps.demo.drawn import assert_drawn
from tests.docs.extension import load
from tests.docs.page_blocks import blocks

ROOT = Path(__file__).resolve().parents[2]
needs_demo = pytest.mark.skipif(bool(missing_packages("demo")), reason="needs the extra 'demo'")


def run_python(*arguments, cwd):
    """Run this interpreter with warnings as errors; its output."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-W", "error", *arguments],
        capture_output=True,
        text=True,
        timeout=300,
        cwd=cwd,
        env=environment,
    )
    assert done.returncode == 0, done.stderr
    complaints = [line for line in done.stderr.splitlines() if not line.startswith("compiling the kernel ")]
    assert complaints == []
    return done.stdout


# -- README ------------------------------------------------------------------------------------------------------------


def test_the_two_commands_of_the_readme():
    commands = [block.code for block in blocks("README.md") if block.kind == "sh"]
    start = "python3 -m venv .venv && .venv/bin/pip install"
    assert commands == [
        f'{start} ".[cpu,demo]" && .venv/bin/graphops demo\n',
        f'{start} ".[cluster,cpu,demo,edit,serve,test]" && .venv/bin/python -m pytest -n 2\n',
    ]


def test_the_picture_of_the_readme_is_drawn_by_its_first_block():
    drawn = load("readme_picture").picture()
    assert drawn == (ROOT / "docs" / "images" / "first_graph.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["map_picture", pytest.param("cluster_picture", marks=pytest.mark.full)])
def test_pictures_are_those_that_their_scripts_draw(name):
    module = load(name)
    assert module.picture() == module.PICTURE.read_text(encoding="utf-8")


def test_the_readme_is_short():
    assert (ROOT / "README.md").stat().st_size < 7000


def test_the_table_of_what_tensorflow_computes_is_counted():
    page = (ROOT / "docs" / "reference" / "tensorflow_on_a_cpu.md").read_text(encoding="utf-8")
    assert load("support_table").support_table() in page


def test_every_verb_is_on_the_page_of_commands(capsys):
    assert main(["--help"]) == 0
    verbs = re.findall(r"^    (\w+)", capsys.readouterr().out, re.MULTILINE)
    text = (ROOT / "docs" / "reference" / "commands.md").read_text(encoding="utf-8")
    assert len(verbs) >= 9
    for verb in verbs:
        assert f"| `graphops {verb}" in text


# -- examples ---------------------------------------------------------------------------------------------------------


def test_every_example_is_tested_and_on_the_page_of_examples():
    tests = ("tests/docs/test_examples.py", "tests/extension/test_tutorial.py")
    own = "".join((ROOT / test).read_text(encoding="utf-8") for test in tests)
    text = (ROOT / "docs" / "tutorials" / "examples.md").read_text(encoding="utf-8")
    for path in (ROOT / "examples").glob("[!_]*.py"):
        assert f'"examples/{path.name}"' in own
        assert f"`{path.name}`" in text


def test_worked_example(tmp_path):
    text = run_python(str(ROOT / "examples/worked_example.py"), cwd=tmp_path)
    assert text.count("4 + 32 numbers equal") == 4
    assert "Conv3D: 2856 2992 6952 7344" in text
    assert text.split()[-2:] == ["268160", "282880"]


def test_checkpoint(tmp_path):
    text = run_python(str(ROOT / "examples/checkpoint.py"), cwd=tmp_path)
    assert "8 variables restored from line-60.safetensors" in text
    assert "same bits: True" in text


# tests/compat/test_tutorials.py runs the scripts each time, and compares what they print with TensorFlow's.
@pytest.mark.full
@pytest.mark.parametrize(
    "name", ["examples/tf1_classification.py", "examples/tf1_autoencoder.py", "examples/tf1_rnn.py"]
)
@needs_demo
def test_scripts_for_tensorflow_1(name, tmp_path):
    assert "loss" in run_python(str(ROOT / name), cwd=tmp_path)


def test_the_page_of_ops_is_made_of_the_registry(capsys):
    assert main(["ops", "--markdown"]) == 0
    assert capsys.readouterr().out == (ROOT / "docs/reference/op_table.md").read_text(encoding="utf-8")


def test_four_spellings(tmp_path):
    text = run_python(str(ROOT / "examples/four_spellings.py"), cwd=tmp_path)
    assert len(set(re.findall(r"float32\(.*", text))) == 1
    assert text.count("filter_sizes of op 'Conv3DBackpropFilterV2' must have 5 values, got 4") == 4


def test_register_an_op(tmp_path):
    text = run_python(str(ROOT / "examples/register_an_op.py"), cwd=tmp_path)
    assert text.count("on STANDIN") == 2
    assert "must have points of the size of x (3, 2), got 5" in text


@pytest.mark.full
@pytest.mark.skipif(importlib.util.find_spec("nibabel") is None, reason="needs nibabel for a real volume")
@needs_demo
def test_blur_kernel_3d(tmp_path):
    text = run_python(str(ROOT / "examples/blur_kernel_3d.py"), "--steps", "20", "--noise", "0", cwd=tmp_path)
    errors = [float(error) for error in re.findall(r"^ +\d+  (\S+)$", text, re.MULTILINE)]
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] < 0.005
    assert_drawn(tmp_path / "out" / "blur_kernel_3d.png", width=1210)
