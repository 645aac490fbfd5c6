"""``graphops demo``: what it learns, prints and draws, and what it refuses."""

import json
import re

import numpy as np
import pytest

from graphops.apps.cli import main
from graphops.plugins.extras import EXTRAS, missing_packages
from tests.apps.demo.drawn import assert_drawn

needs_demo = pytest.mark.skipif(bool(missing_packages("demo")), reason="needs the extra 'demo'")


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
