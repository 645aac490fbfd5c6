"""The examples and the demo, each run as a user runs it, and what the pages say of them."""

import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from graphops.apps.cli import main
from graphops.plugins.extras import EXTRAS, missing_packages
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
        f'{start} ".[cpu,demo,edit,test]" && .venv/bin/python -m pytest -n 2\n',
    ]


def test_the_picture_of_the_readme_is_drawn_by_its_first_block():
    drawn = load("readme_picture").picture()
    assert drawn == (ROOT / "docs" / "images" / "first_graph.svg").read_text(encoding="utf-8")


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


# What the scripts print is compared with TensorFlow's in tests/compat/test_tutorials.py.
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


@pytest.mark.skipif(importlib.util.find_spec("nibabel") is None, reason="needs nibabel for a real volume")
@needs_demo
def test_blur_kernel_3d(tmp_path):
    text = run_python(str(ROOT / "examples/blur_kernel_3d.py"), "--steps", "20", "--noise", "0", cwd=tmp_path)
    errors = [float(error) for error in re.findall(r"^ +\d+  (\S+)$", text, re.MULTILINE)]
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] < 0.005
    assert_drawn(tmp_path / "out" / "blur_kernel_3d.png", width=1210)


# -- demo -------------------------------------------------------------------------------------------------------------


def assert_drawn(path, width):
    """A PNG of that width with dark, light and coloured pixels."""
    from matplotlib.image import imread

    pixels = imread(path)  # (height, width, 4), between 0 and 1
    assert pixels.shape[1] == width
    assert pixels[..., :3].min() < 0.1
    assert pixels[..., :3].max() == 1
    assert np.ptp(pixels[..., :3], axis=-1).max() > 0.3


def accuracies(text):
    """Held-out accuracy of each seed, in per cent."""
    return [float(found) for found in re.findall(r"held-out digits right \(([\d.]+)%\)", text)]


@needs_demo
def test_demo(capsys, tmp_path):
    out = tmp_path / "new" / "folder"
    assert main(["demo", "--out", str(out)]) == 0
    text = capsys.readouterr().out
    assert "1,797 handwritten digits: 1,198 to learn from, 599 held out" in text
    assert min(accuracies(text)) >= 97
    for op in ("Conv2DBackpropFilter", "MaxPoolGrad", "ResourceApplyAdam"):  # each with the kernel that ran
        assert re.search(rf"^{op} .*  graphops_cpu\.\S+$", text, re.MULTILINE)
    assert_drawn(out / "digits.png", width=1440)
    events = json.loads((out / "trace.json").read_text())["traceEvents"]
    ran = [event for event in events if event["ph"] == "X"]
    assert {"Conv2DBackpropFilter", "Conv2DBackpropInput", "SparseSoftmaxCrossEntropyWithLogits"} <= {
        event["name"] for event in ran
    }
    assert all(event["dur"] >= 0 and isinstance(event["pid"], int) for event in ran)


@needs_demo
@pytest.mark.full
def test_demo_in_the_worst_of_five_seeds(capsys, tmp_path):
    assert main(["demo", "--seeds", "5", "--out", str(tmp_path)]) == 0
    found = accuracies(capsys.readouterr().out)
    assert len(found) == 5
    assert min(found) >= 97


@needs_demo
def test_demo_split_is_fixed():
    from graphops.apps.demo.digits import load_digits

    first, second = load_digits(), load_digits()
    assert (first.test_labels == second.test_labels).all()
    assert (first.test_images == second.test_images).all()
    assert len(first.train_labels) == 1198
    seen = {image.tobytes() for image in first.train_images}
    assert not any(image.tobytes() in seen for image in first.test_images)


@needs_demo
def test_distorted_digits_are_still_the_same_size_and_range():
    from graphops.apps.demo.digits import distorted, load_digits

    images = load_digits().train_images[:50]
    changed = distorted(images, np.random.default_rng(0))
    assert changed.shape == images.shape
    assert changed.dtype == np.float32
    assert 0 <= changed.min() < changed.max() <= 1
    assert 0 < np.abs(changed - images).mean() < 0.2


@pytest.mark.parametrize("argv", [["--seeds", "0"], ["--epochs", "-1"], ["--seed", "-1"]])
def test_demo_arguments(capsys, argv):
    assert main(["demo", *argv]) == 2
    assert capsys.readouterr().err.startswith("graphops demo: error: --")


def test_demo_without_its_packages(capsys, monkeypatch):
    monkeypatch.setitem(EXTRAS, "demo", {"scikit-learn": "no_such_module", "tqdm": "no_such_module_either"})
    assert main(["demo"]) == 1
    assert capsys.readouterr().err == (
        "graphops demo: error: graphops demo needs scikit-learn, tqdm, from the extra 'demo': "
        "pip install 'graphops[demo]'\n"
    )
