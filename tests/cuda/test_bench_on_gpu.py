"""``graphops bench --device gpu`` from the arguments to the tables, and ``graphops doctor``, on the emulated GPU.

With GRAPHOPS_PEER, the path of a Python that has PyTorch, PyTorch's side runs too, on a CPU that it takes for a GPU.
"""

from __future__ import annotations

import json
import os
import stat
import textwrap
from pathlib import Path

import numpy as np
import pytest

from graphops.apps.bench import gpu_cases, session
from graphops.apps.bench.cases import row_from
from graphops.apps.bench.measuring import Effort
from graphops.apps.bench.sides import rotation, side_graphops_gpu
from graphops.apps.bench.sides.layers import PASSES, layer_from
from graphops.apps.bench.sides.runner import Runner, operand, sample_of
from graphops.apps.bench.sides.side_graphops_gpu import LINKS
from graphops.apps.cli import main
from tests.reference.call import answers

pytestmark = pytest.mark.emulator

POINT = {
    "name": "window", "network": "none", "class": "dense", "op": "Conv2D", "input": [1, 5, 4, 8],
    "filter": [3, 2, 8, 4], "strides": [2, 1], "dilations": [1, 1], "padding": "SAME",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _small(monkeypatch):
    """Little of everything."""
    monkeypatch.setattr(gpu_cases, "COPIED", 1 << 16)
    monkeypatch.setattr(gpu_cases, "PRODUCT", 16)
    monkeypatch.setattr(rotation, "ROTATED", 20_000)
    monkeypatch.setattr(session, "effort_of", lambda args: Effort(2, 1, 0.0, args.patience))


@pytest.fixture
def layers(tmp_path):
    """A file with a layer that SAME pads unevenly, a depthwise and a 3-D one."""
    depthwise = {**POINT, "name": "each", "op": "DepthwiseConv2dNative", "class": "depthwise", "filter": [3, 2, 8, 2]}
    volume = {**POINT, "name": "volume", "op": "Conv3D", "input": [1, 4, 5, 4, 3], "filter": [2, 3, 3, 3, 4],
              "strides": [1, 2, 2], "dilations": [1, 1, 1], "class": "small_channel"}  # fmt: skip
    path = tmp_path / "layers.json"
    path.write_text(json.dumps({"layers": [POINT, {**depthwise, "strides": [1, 1]}, volume]}))
    return str(path)


def bench(capsys, *argv):
    """What a successful call prints."""
    status = main(["bench", "--device", "gpu", *argv])
    printed = capsys.readouterr()
    assert status == 0, printed.err
    return printed.out


@pytest.mark.parametrize("layout", ["channels_last", "channels_first"])
@pytest.mark.parametrize("pass_", PASSES)
@pytest.mark.parametrize("tf32", [False, True])
def test_a_layer_computes_its_convolution(pass_, layout, tf32):
    """Against float64 loops on the numbers that every side makes of the same pattern."""
    layer = layer_from({**POINT, "input": [2, 5, 4, 8]})
    first = layout == "channels_first"
    arrays = {}
    for role, shape in layer.operands(pass_).items():
        lies = (shape[0], shape[-1], *shape[1:-1]) if first and role != "w" else shape
        arrays[role] = np.resize(rotation.pattern(role), lies)
    sizes = [2, 8, 5, 4] if first else [2, 5, 4, 8]
    inputs = {
        "forward": lambda: {"input": arrays["x"], "filter": arrays["w"]},
        "filter_gradient": lambda: {"input": arrays["x"], "filter_sizes": np.array(layer.filter, np.int32),
                                    "out_backprop": arrays["dy"]},
        "input_gradient": lambda: {"input_sizes": np.array(sizes, np.int32), "filter": arrays["w"],
                                   "out_backprop": arrays["dy"]},
    }[pass_]()  # fmt: skip
    (answer,) = answers(layer.op_name(pass_), inputs, layer.attrs(layout))
    expected = np.moveaxis(answer.value, 1, -1) if first and pass_ != "filter_gradient" else answer.value
    (case,) = gpu_cases.layer_cases([layer], ["tf32" if tf32 else "float32"], [pass_], [layout], factor=1)
    running = Runner(side_graphops_gpu.make)
    found = running.prepare(dict(case.data), 100.0)
    assert found["sample"] == pytest.approx(sample_of(expected), rel=1e-3, abs=0.05 if tf32 else 1e-4)
    assert found["facts"]["kernel"].startswith("graphops_cuda.")
    timed = running.time(1, 0.0)
    assert timed["median"] > 0
    assert timed["host"] > 0


@pytest.mark.full
def test_layers_with_ceilings(capsys, layers, tmp_path):
    path = tmp_path / "gpu.json"
    arguments = ["--layers", layers, "--batch-factor", "2", "--json", str(path)]
    text = bench(capsys, *arguments, "--dtype", "half", "--dtype", "tf32", "--pass", "forward")
    assert text.startswith("emulated device")
    rows = [row_from(data) for data in json.loads(path.read_text())["rows"]]
    assert [(row.case.name, row.case.dtype) for row in rows] == [
        ("copy", ""), ("product", "half"), ("product", "tf32"), ("window", "half"), ("each", "half"),
        ("volume", "half"), ("window", "tf32"), ("each", "tf32"), ("volume", "tf32"),
    ]  # fmt: skip
    assert not [row for row in rows if row.ours.refused or not row.ours.seconds]
    data = json.loads(path.read_text())
    assert set(data["ceilings"]) == {"copy", "half", "tf32"}
    assert data["device"] == "gpu"
    again = bench(capsys, *arguments, "--resume", "--dtype", "half", "--pass", "forward")
    assert "float32" not in again.splitlines()[1]
    assert "compared 3" in bench(capsys, *arguments[:4], "--compare", str(path), "--dtype", "half", "--pass", "forward",
                                 "--case", "window", "--autotune")  # fmt: skip


@pytest.mark.full
def test_small_graphs_and_a_training_step(capsys):
    text = bench(capsys, "--suite", "small", "--suite", "training", "--case", "*ten*", "--case", "empty*",
                 "--case", "tiny*", "--case", "digits")  # fmt: skip
    for name in (*gpu_cases.SMALL, "digits"):
        assert name in text
    assert "not measured" not in text
    assert "MiB" not in text


def test_ten_ops_are_replayed():
    x = operand((side_graphops_gpu.VECTOR,), "x").astype(np.float64)
    expected = sample_of(1.0001**LINKS * x + 0.5 * sum(1.0001**power for power in range(LINKS)))
    for name in ("ten_ops_nodes", "ten_ops_replayed", "ten_ops_from_host"):
        running = Runner(side_graphops_gpu.make)
        found = running.prepare({"kind": "small", "name": name}, 100.0)
        assert found["sample"] == pytest.approx(expected, rel=1e-5, abs=1e-5)
        replayed = running.time(3, 0.0)["kernel"]
        assert ("nodes are replayed as one recording" in replayed) == (name != "ten_ops_nodes")


def test_doctor(capsys):
    assert main(["doctor"]) == 0
    text = capsys.readouterr().out
    assert "GPU:0 emulated device" in text
    for part in ("CUDA driver: runs up to CUDA 13.0", "CuPy: ", "NVRTC: ", "cuBLAS: ", "cuDNN: 9."):
        assert f"    {part}" in text
    assert "GPU: none" not in text


_WITHOUT_GPU = """
import runpy, sys, time
import torch
class Event:
    def __init__(self, enable_timing): pass
    def record(self): self.time = time.perf_counter()
    def synchronize(self): pass
    def elapsed_time(self, end): return 1000 * (end.time - self.time)
class Graph:
    def replay(self): pass
class graph:
    def __init__(self, graph): pass
    def __enter__(self): pass
    def __exit__(self, *error): pass
class Stream:
    def wait_stream(self, other): pass
torch.Tensor.cuda = lambda self: self
torch.cuda.is_available = lambda: True
torch.cuda.Event, torch.cuda.CUDAGraph, torch.cuda.graph, torch.cuda.Stream = Event, Graph, graph, Stream
torch.cuda.current_stream = Stream
torch.cuda.stream = graph
torch.cuda.synchronize = torch.cuda.empty_cache = lambda: None
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


@pytest.mark.skipif("GRAPHOPS_PEER" not in os.environ, reason="needs GRAPHOPS_PEER, a Python with PyTorch")
def test_torch_computes_the_same(capsys, layers, tmp_path):
    script = tmp_path / "without_gpu.py"
    script.write_text(textwrap.dedent(_WITHOUT_GPU))
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nexec "{os.environ["GRAPHOPS_PEER"]}" "{script}" "$@"\n')
    python.chmod(python.stat().st_mode | stat.S_IXUSR)
    path = tmp_path / "gpu.json"
    text = bench(
        capsys, "--layers", layers, "--batch-factor", "2", "--json", str(path), "--peer", "torch", "--peer-python",
        str(python), "--suite", "layers", "--suite", "small", "--suite", "training", "--case", "window", "--case",
        "each", "--case", "volume", "--case", "t*", "--case", "digits", "--layout", "channels_last", "--layout",
        "channels_first",
    )  # fmt: skip
    rows = [row_from(data) for data in json.loads(Path(path).read_text())["rows"]]
    assert [(row.case.key, row.sides["torch"].refused) for row in rows if row.sides["torch"].refused] == []
    assert [row.case.key for row in rows if row.doubtful] == []
    assert "RESULTS DIFFER" not in text
    assert sum(row.case.suite == "layers" for row in rows) == 3 * 2 * 3 * len(gpu_cases.DTYPES)
