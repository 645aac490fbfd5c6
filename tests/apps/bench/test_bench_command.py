"""``graphops bench`` as a command: every suite, peers that are real, fake or broken, and bad usage in a sentence.

With GRAPHOPS_PEER, the path of a Python that has TensorFlow and PyTorch, their results are compared with ours, too.
"""

import json
import os
import stat
import sys
from pathlib import Path

import numpy as np
import pytest

import graphops as go
from graphops.apps.bench import peer
from graphops.apps.bench.cases import row_from
from graphops.apps.bench.measuring import Effort
from graphops.apps.bench.report import line
from graphops.apps.bench.sides.layers import DTYPES, PASSES
from graphops.apps.cli import main

POINT = {
    "name": "point", "network": "none", "class": "dense", "op": "Conv2D", "input": [1, 4, 4, 8], "filter": [1, 1, 8, 4],
    "strides": [1, 1], "dilations": [1, 1], "padding": "SAME",
}  # fmt: skip


def output(capsys, *argv):
    """What a successful call prints."""
    status = main(["bench", *argv])
    printed = capsys.readouterr()
    assert status == 0, printed.err
    return printed.out


def complaint(capsys, *argv):
    """The one line of a call that ends with bad usage."""
    assert main(["bench", *argv]) == 2
    text = capsys.readouterr().err
    assert text.count("\n") == 1
    return text


@pytest.fixture
def point(tmp_path):
    """A file with one small layer."""
    path = tmp_path / "layers.json"
    path.write_text(json.dumps({"layers": [POINT]}))
    return str(path)


@pytest.fixture
def hasty(monkeypatch):
    """Two short turns."""
    from graphops.apps.bench import session

    monkeypatch.setattr(session, "effort_of", lambda args: Effort(2, 1, 0.0, args.patience))
    monkeypatch.setattr(session, "product_rates", lambda dtypes: dict.fromkeys(dtypes, 100.0))


# -- the command ------------------------------------------------------------------------------------------------------


@pytest.mark.full
@pytest.mark.usefixtures("hasty")
def test_bench_alone(capsys, point, tmp_path, monkeypatch):
    """Every dtype and pass; written, resumed and compared."""
    path = tmp_path / "out.json"
    text = output(capsys, "--layers", point, "--json", str(path))
    assert f"NumPy {np.__version__}" in text
    assert text.count("point") == len(DTYPES) * len(PASSES)
    data = json.loads(path.read_text())
    assert data["threads"] >= 1
    assert {row["dtype"] for row in data["rows"]} == set(DTYPES)
    assert all(row["sides"]["graphops"]["seconds"] > 0 for row in data["rows"])
    from graphops.apps.bench import session

    with monkeypatch.context() as patch:
        patch.setattr(session, "measure", lambda *args: pytest.fail("it was there"))
        output(capsys, "--layers", point, "--json", str(path), "--resume", "--dtype", "half")
    resumed = json.loads(path.read_text())
    assert len(resumed["rows"]) == len(DTYPES) * len(PASSES)
    assert resumed["ceilings"] == data["ceilings"]
    again = output(capsys, "--layers", point, "--compare", str(path), "--dtype", "half", "--pass", "forward")
    assert "compared 1 cases" in again
    assert "12 cases left" in output(capsys, "--layers", point, "--budget", "1e-9")


@pytest.mark.full
@pytest.mark.usefixtures("hasty")
def test_pairs_compare_ours_with_ours(capsys, tmp_path):
    path = tmp_path / "layers.json"
    path.write_text(json.dumps({"layers": [{**POINT, "filter": [3, 3, 8, 4]}]}))
    text = output(capsys, "--suite", "pairs", "--layers", str(path), "--dtype", "float32", "--pass", "forward")
    assert text.count("twin") >= 2
    assert "dilation 2-D dense" in text


@pytest.mark.full
@pytest.mark.usefixtures("hasty")
def test_small_cases(capsys):
    text = output(capsys, "--suite", "small")
    for name in ("one_op_run", "elementwise_400_callable", "tiny_conv_eager"):
        assert name in text
    assert "not measured" not in text


@pytest.mark.full
@pytest.mark.usefixtures("hasty")
def test_graphs_in_processes(capsys, tmp_path):
    """Training, growing and frozen graphs run in a process of their own."""
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, (None, 3), name="x")
        go.raw_ops.Tanh(x=x, name="y")
    path = tmp_path / "tanh.pb"
    go.save_graph(graph, path)
    text = output(
        capsys, "--suite", "training", "--suite", "scaling", "--suite", "networks", "--model", str(path),
        "--case", "digits", "--case", "*_1000", "--case", "tanh",
    )  # fmt: skip
    for name in ("digits", "chain_1000", "ladder_1000", "wide_1000", "scoped_1000", "tanh"):
        assert name in text
    assert "graphops memory" in text
    assert "not measured" not in text


@pytest.mark.full
@pytest.mark.parametrize("name", ["resnet18", "unet3d"])
def test_training_graphs_learn(name):
    """The loss of fixed images falls."""
    from graphops.apps.bench.sides import graph_tasks
    from graphops.compat import v1

    task = graph_tasks.make(v1, lambda graph: go.Session(graph), {"kind": "training", "name": name})
    losses = [task.sample(task.run())[0] for _ in range(6)]
    assert losses[-1] < losses[0]


@pytest.mark.parametrize(
    "change", [{"op": "Conv4D"}, {"class": "odd"}, {"strides": [1]}, {"input": [1, 0, 4, 8]}, {"padding": [[1, 1]]},
               {"filter": None}, {"padding": "VALID", "filter": [5, 5, 8, 4]}, {"padding": "FULL"}]
)  # fmt: skip
def test_broken_layers(change, capsys, tmp_path):
    path = tmp_path / "layers.json"
    path.write_text(json.dumps({"layers": [{**POINT, **change}]}))
    assert "--layers must name a file with layers" in complaint(capsys, "--layers", str(path))


# -- peers ------------------------------------------------------------------------------------------------------------

# What the side of TensorFlow needs of it, for convolutions with a 1 x 1 window.
FAKE = """
import os, sys, time
import numpy as np
import types
__version__ = "9.9"
class _Array(np.ndarray):
    def numpy(self): return np.asarray(self)
def _array(value): return np.asarray(value).view(_Array)
class errors:
    class OpError(Exception):
        @property
        def message(self): return str(self)
class config:
    class threading:
        set_intra_op_parallelism_threads = staticmethod(lambda n: print("rubbish that a library prints"))
        set_inter_op_parallelism_threads = staticmethod(lambda n: None)
cast = lambda value, dtype: _array(value.astype(dtype))
class raw_ops:
    @staticmethod
    def Conv2D(*, input, filter, strides, dilations, padding, data_format):
        return _array(np.einsum("nhwc,cd->nhwd", input, filter[0, 0]))
    @staticmethod
    def Conv2DBackpropFilter(*, input, filter_sizes, out_backprop, **attrs):
        {filter}
    @staticmethod
    def Conv2DBackpropInput(*, input_sizes, filter, out_backprop, **attrs):
        return _array(np.einsum("nhwd,cd->nhwc", out_backprop, filter[0, 0]))
class function:
    def __init__(self, call): self.call = call
    def get_concrete_function(self, **tensors): return self.call
"""


@pytest.fixture
def python_with(tmp_path):
    """A command that runs Python with modules of the given texts."""

    def make(**modules):
        folder = tmp_path / "modules"
        folder.mkdir(exist_ok=True)
        for name, text in modules.items():
            (folder / f"{name}.py").write_text(text)
        path = tmp_path / "python"
        path.write_text(f'#!/bin/sh\nPYTHONPATH="{folder}" exec "{sys.executable}" "$@"\n')
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return str(path)

    return make


def against(capsys, point, python, *more):
    arguments = ["--layers", point, "--dtype", "float32", "--peer", "tensorflow", "--peer-python", python, *more]
    return output(capsys, *arguments)


@pytest.mark.full
@pytest.mark.usefixtures("hasty")
def test_peer_that_refuses(capsys, point, python_with):
    python = python_with(tensorflow=FAKE.replace("{filter}", "raise errors.OpError('not on this device')"))
    text = against(capsys, point, python)
    assert "beside tensorflow 9.9" in text
    forward, filter_gradient, input_gradient = [line for line in text.splitlines() if "point" in line][:3]
    assert float(forward.split()[0]) > 0
    assert "tensorflow refused" in filter_gradient
    assert filter_gradient.split()[0] == "-"
    assert float(input_gradient.split()[0]) > 0
    assert "RESULTS DIFFER" not in text


@pytest.mark.full
@pytest.mark.usefixtures("hasty")
def test_peer_with_another_result(capsys, point, python_with):
    python = python_with(tensorflow=FAKE.replace("{filter}", "return _array(np.zeros(filter_sizes, 'f'))"))
    text = against(capsys, point, python, "--pass", "filter_gradient")
    assert "(another result)" in text
    assert "our result differs from every peer's" in text


@pytest.mark.full
@pytest.mark.usefixtures("hasty")
def test_peer_that_dies_in_one_case(capsys, point, python_with):
    """The others go on in a new process."""
    python = python_with(tensorflow=FAKE.replace("{filter}", "sys.stderr.write('struck by lightning'); os._exit(3)"))
    lines = [line for line in against(capsys, point, python).splitlines() if "point" in line]
    assert "tensorflow refused" in lines[1]
    assert float(lines[2].split()[0]) > 0


@pytest.mark.full
@pytest.mark.usefixtures("hasty")
def test_peer_that_takes_too_long(capsys, point, python_with, monkeypatch):
    from graphops.apps.bench import session

    monkeypatch.setattr(session, "_LIMIT", 0.5)
    python = python_with(tensorflow=FAKE.replace("{filter}", "time.sleep(60)"))
    text = against(capsys, point, python, "--patience", "0.3", "--pass", "filter_gradient")
    (found,) = [line for line in text.splitlines() if "point" in line and "tensorflow" in line]
    assert found.split()[0].startswith(">")
    assert "tensorflow over 900 ms" in found


@pytest.mark.parametrize(
    ("module", "sentence"),
    [
        ("raise ImportError('none here')", "failed: ImportError: none here"),
        ("import os\nos._exit(3)", "ended: exit status 3"),
        ("import os, sys\nsys.stderr.write('lightning')\nos._exit(3)", "ended: lightning"),
        ("import os\nfor fd in range(3, 9):\n  try: os.write(fd, b'[1]\\n')\n  except OSError: pass", "in JSON, but"),
        ("__version__ = 3", "failed: AttributeError"),
    ],
)
def test_peers_that_do_not_start(capsys, point, python_with, module, sentence):
    text = complaint(capsys, "--layers", point, "--peer", "tensorflow", "--peer-python", python_with(tensorflow=module))
    assert text.startswith("graphops bench: error: peer tensorflow must ")
    assert sentence in text


def test_peer_that_hangs(capsys, point, python_with, monkeypatch):
    monkeypatch.setattr(peer, "_START_LIMIT", 0.5)
    python = python_with(tensorflow="import time\ntime.sleep(60)")
    text = complaint(capsys, "--layers", point, "--peer", "tensorflow", "--peer-python", python)
    assert "must answer within 0.5 s, but it did not" in text


def test_bad_usage(capsys, point, tmp_path):
    assert "--case must fit a case of layers (point), got 'x'" in complaint(capsys, "--layers", point, "--case", "x")
    assert "--layers must name a file with layers" in complaint(capsys, "--layers", str(tmp_path / "none.json"))
    assert "that can be run, got '/no/python'" in complaint(
        capsys, "--layers", point, "--peer", "torch", "--peer-python", "/no/python"
    )
    assert "invalid choice: 'caffe'" in complaint(capsys, "--peer", "caffe")
    assert "invalid choice: 'large'" in complaint(capsys, "--suite", "large")
    assert "--resume must come with --json FILE" in complaint(capsys, "--resume")
    assert "--rounds must be positive, got 0" in complaint(capsys, "--rounds", "0")
    assert "must come with --model FILE.pb" in complaint(capsys, "--suite", "networks")
    assert "--model must name a file" in complaint(capsys, "--suite", "networks", "--model", "none.pb")
    assert "--suite pairs must be the only one" in complaint(capsys, "--suite", "pairs", "--suite", "small")
    assert "--compare must name a file of graphops bench" in complaint(capsys, "--layers", point, "--compare", point)


@pytest.mark.skipif("GRAPHOPS_PEER" not in os.environ, reason="needs GRAPHOPS_PEER, a Python with TensorFlow, PyTorch")
@pytest.mark.usefixtures("hasty")
def test_real_peers_compute_the_same(capsys, tmp_path):
    """Uneven padding, strides, dilations, groups; and the losses of the first training steps."""
    layers = [
        {**POINT, "name": "strided", "input": [2, 8, 10, 6], "filter": [3, 5, 6, 7], "strides": [2, 2]},
        {**POINT, "name": "explicit", "input": [2, 9, 8, 6], "filter": [3, 3, 6, 7], "padding": [[2, 1], [0, 2]]},
        {**POINT, "name": "dilated", "input": [2, 9, 9, 6], "filter": [3, 3, 6, 7], "dilations": [2, 2]},
        {**POINT, "name": "depthwise", "op": "DepthwiseConv2dNative", "class": "depthwise", "input": [2, 8, 8, 6],
         "filter": [3, 3, 6, 2], "strides": [2, 2]},
        {**POINT, "name": "volume", "op": "Conv3D", "input": [2, 6, 8, 8, 3], "filter": [3, 2, 4, 3, 5],
         "strides": [2, 2, 2], "dilations": [1, 1, 1]},
    ]  # fmt: skip
    path = tmp_path / "layers.json"
    path.write_text(json.dumps({"layers": layers}))
    peers = ["--peer", "tensorflow", "--peer", "torch", "--peer-python", os.environ["GRAPHOPS_PEER"]]
    document = tmp_path / "out.json"
    output(capsys, "--suite", "layers", "--suite", "training", "--layers", str(path), "--json", str(document), *peers)
    rows = [row_from(data) for data in json.loads(Path(document).read_text())["rows"]]
    assert len(rows) == len(layers) * len(PASSES) * len(DTYPES) + 3
    assert [line(row) for row in rows if row.doubtful] == []
    assert all(row.counts("torch") for row in rows if row.case.suite == "training" or row.case.dtype != "half")
