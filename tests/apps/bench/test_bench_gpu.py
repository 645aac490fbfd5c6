"""``graphops bench --device gpu`` where there is no GPU: cases, ceilings, figures, networks, bad usage.

With GRAPHOPS_PEER, the path of a Python that has PyTorch, its networks are compared with ours.
"""

import json
import os
import subprocess
import sys
import types
import weakref
from math import prod
from pathlib import Path

import numpy as np
import pytest

import graphops as go
from graphops.apps.bench import gpu_cases
from graphops.apps.bench.cases import Case, Row, row_from
from graphops.apps.bench.document import document, read, write
from graphops.apps.bench.gpu_cases import batch_factor, ceiling_cases, ceilings, enlarged, layer_cases, least_bytes
from graphops.apps.bench.measuring import Effort, Measured, measure
from graphops.apps.bench.report import line, summary
from graphops.apps.bench.sides import gpu_networks, rotation, runner
from graphops.apps.bench.sides.layers import PASSES, default_layers, layer_from, load_layers
from graphops.apps.bench.sides.runner import Runner, Task
from graphops.apps.cli import main
from graphops.compat import v1
from graphops_cuda.runtime import driver

ROOT = Path(__file__).resolve().parents[3]
LAYERS = {layer.name: layer for layer in load_layers(default_layers())}
TINY = ((4, 2, 1), (8, 1, 2))  # stages of a residual network


# -- cases ------------------------------------------------------------------------------------------------------------


def test_batches_are_larger_by_powers_of_two():
    assert batch_factor(LAYERS["resnet50_conv5_3x3"]) == 64
    assert enlarged(LAYERS["resnet50_conv5_3x3"]).input == (256, 7, 7, 512)
    # 16 x 112 x 112 x 64 outputs for each volume: ten fit into 2**27 elements
    assert enlarged(LAYERS["c3d_conv1"]).input == (8, 16, 112, 112, 3)
    assert enlarged(LAYERS["c3d_conv1"], 3).input[0] == 3
    for layer in LAYERS.values():
        larger = enlarged(layer)
        assert max(prod(larger.input), prod(larger.output)) <= 2**27
        assert larger.flops == layer.flops * batch_factor(layer)


def test_least_bytes():
    layer = layer_from(
        {"name": "a", "network": "", "class": "dense", "op": "Conv2D", "input": [2, 6, 6, 4], "filter": [3, 3, 4, 5],
         "strides": [1, 1], "dilations": [1, 1], "padding": "VALID"}
    )  # fmt: skip
    elements = 2 * 6 * 6 * 4 + 3 * 3 * 4 * 5 + 2 * 4 * 4 * 5
    assert [least_bytes(layer, dtype) for dtype in gpu_cases.DTYPES] == [elements * n for n in (2, 2, 4, 4, 8)]


def test_cases_cover_the_networks_in_every_precision():
    cases = layer_cases(LAYERS.values(), gpu_cases.DTYPES, PASSES, ["channels_last"])
    assert len(cases) == len(LAYERS) * 5 * 3
    assert len({case.key for case in cases}) == len(cases)
    tf32 = next(case for case in cases if case.dtype == "tf32")
    assert (tf32.data["dtype"], tf32.data["tf32"]) == ("float32", True)
    assert all(case.data["tf32"] is False for case in cases if case.dtype == "float32")
    assert all(case.bytes and case.flops for case in cases)


def test_what_the_ceilings_count():
    """A copy reads and writes; a product of n x n matrices has n**3 multiplications and as many additions."""
    copy, *products = ceiling_cases(gpu_cases.DTYPES)
    assert copy.bytes == 2 * copy.data["bytes"]
    assert [case.dtype for case in products] == list(gpu_cases.DTYPES)
    assert all(case.flops == 2 * case.data["size"] ** 3 for case in products)


def test_operands_are_used_in_turn():
    assert rotation.copies(100_000_000) == 4
    assert rotation.copies(10**10) == 2
    assert rotation.copies(1) == 1024
    seen = []
    run = rotation.rotating(lambda x: seen.append(x) or [x], [["a"], ["b"], ["c"]])
    for _ in range(5):
        run()
    assert seen == ["a", "b", "c", "a", "b"]
    made = []
    run = rotation.rotating(lambda: made.append(weakref.ref(found := np.zeros(3))) or found, [[], [], []])
    for _ in range(5):
        run()
    assert [ref() is not None for ref in made] == [False, False, True, True, True]  # the last three have other memory
    assert rotation.pattern("x").dtype == np.float32
    assert abs(rotation.pattern("x").std() - 1) < 0.01
    assert not np.array_equal(rotation.pattern("x"), rotation.pattern("w"))


# -- measuring --------------------------------------------------------------------------------------------------------


def test_the_clock_of_the_task_counts(monkeypatch):
    """What is queued takes as long as the device says; until the call returned is told beside it."""
    asked, calls, closed = [], [], []

    def clock(function, count):
        asked.append(count)
        for _ in range(count):
            function()
        return 0.002 * count, 0.001 * count

    task = Task(
        lambda: calls.append(1) or 7, lambda result: [float(result)], clock=clock, close=lambda: closed.append(1)
    )
    running = Runner(lambda case: task)
    answer = running.prepare({}, 10.0)
    assert (answer["first"], answer["seconds"], answer["sample"]) == (0.002, 0.002, [7.0])
    assert asked == [1, 1]
    answer = running.time(3, 0.0)
    assert answer["median"] == pytest.approx(0.002)
    assert answer["host"] == pytest.approx(0.001)
    assert answer["total_memory"] == 0
    group = round(runner._SHORTEST_QUEUED / 0.002)
    assert asked[2:] == [group] * 3
    assert len(calls) == 2 + 1 + 3 * (group + 1)  # one more before each group, so that the device is at work
    assert not closed
    running.drop()
    assert closed


class Queued:
    """A side whose calls take half their time to be queued."""

    name, version = "graphops", "1"

    def prepare(self, case, patience):
        return {"first": 0.1, "seconds": 0.1, "facts": {"kernel": "graphops_cuda.k"}, "sample": [1.0]}

    def time(self, runs, seconds):
        return {"median": 2.0, "host": next(self.hosts), "peak_memory": 0, "total_memory": 0}

    def drop(self):
        """Nothing to forget."""


def test_the_least_time_to_call_is_kept():
    side = Queued()
    side.hosts = iter([1.0, 0.5, 1.5])
    (found,) = measure([side], {}, Effort(rounds=3)).values()
    assert (found.seconds, found.host) == (2.0, 0.5)


# -- figures ----------------------------------------------------------------------------------------------------------


def row(name, ours, torch, dtype="half", *, suite="layers", flops=0, moved=0, host=0.0, group="dense"):
    sides = {
        "graphops": Measured(ours, host=host, kernel="graphops_cuda.cudnn.conv.Conv2D", sample=[1.0]),
        "torch": Measured(torch, sample=[1.0]),
    }
    return Row(Case(suite, name, {}, group, dtype, "forward", "channels_last", flops, 1e-3, bytes=moved), sides)


def ceiling_rows():
    """A copy of 2 GB in 1 ms by torch, a product of 1 TFLOP in 2 ms by graphops."""
    return [
        row("copy", 2e-3, 1e-3, "", suite="ceilings", moved=2_000_000_000, group="ceilings"),
        row("product", 2e-3, 4e-3, "half", suite="ceilings", flops=10**12, group="ceilings"),
    ]


def test_ceilings_are_the_best_of_all_sides():
    rows = ceiling_rows()
    assert ceilings([*rows, row("layer", 1.0, 1.0, flops=1)]) == {"copy": 2000.0, "half": 500_000.0}
    rows[0].sides["torch"].sample = [9.0]  # copied something else
    assert ceilings(rows)["copy"] == 1000.0
    rows[0].sides["graphops"].refused = "no"
    assert "copy" not in ceilings(rows)


def test_share_of_what_bounds_the_case():
    limits = ceilings(ceiling_rows())
    by_sums = row("sums", 4e-3, 1.0, flops=10**12, moved=1000)  # 2 ms at best
    by_memory = row("moves", 4e-3, 1.0, flops=1000, moved=2 * 10**9)  # 1 ms at best
    assert by_sums.share(limits) == pytest.approx(0.5)
    assert by_memory.share(limits) == pytest.approx(0.25)
    assert by_memory.share({"float32": 1.0}) is None
    assert by_sums.share({"half": 500_000.0}) == pytest.approx(0.5)  # on a CPU


def test_report():
    limits = ceilings(ceiling_rows())
    rows = [*ceiling_rows(), row("won", 2e-3, 4e-3, flops=10**12, moved=10**6), row("lost", 4e-3, 2e-3, flops=10**12)]
    rows.append(row("deep", 2e-3, 2e-3, flops=10, moved=2 * 10**9, host=1.95e-3, group="depthwise"))
    text = summary(rows, limits)
    dense = next(found for found in text.splitlines() if found.split()[:2] == ["half", "dense"])
    assert dense.split()[2] == "1.00"  # root of 2 * 0.5
    assert dense.endswith("71 %")  # root of 1 * 0.5
    assert next(found for found in text.splitlines() if found.split()[:2] == ["half", "depthwise"]).endswith("50 %")
    assert "GB/s of a copy on the device: copy 2000, half 500000" in text
    assert "losses (" in text
    shown = line(rows[-1])
    assert "1000 GB/s" in shown
    assert "bound by the host: 1.95 ms to call" in shown
    assert shown.endswith("cudnn.conv.Conv2D")
    assert "bound by the host" not in line(rows[2])


def test_rows_keep_their_bytes_in_a_document(tmp_path):
    path = tmp_path / "gpu.json"
    rows = ceiling_rows()
    data = document(
        rows, machine="m", threads=1, peers={}, effort=Effort(), ceilings=ceilings(rows), device="gpu"
    )  # fmt: skip
    write(path, data)
    found, again = read(path)
    assert found["device"] == "gpu"
    assert "on the GPU" in found["method"]
    assert [one.case.bytes for one in again] == [2_000_000_000, 0]
    assert ceilings(again) == ceilings(rows)
    older = {key: value for key, value in rows[1].data().items() if key != "bytes"}
    assert row_from(older).case.bytes == 0


def test_tables_in_markdown(tmp_path, capsys, monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    import layer_tables

    path = tmp_path / "gpu.json"
    rows = [*ceiling_rows(), row("resnet50_stem", 4e-3, 2e-3, flops=10**12, moved=10**6)]
    rows.append(Row(Case("training", "digits", {}, "training", "float32"), {"graphops": Measured(1e-3)}))
    write(path, document(rows, machine="m", threads=1, peers={"torch": "2"}, effort=Effort(), ceilings=ceilings(rows),
                         device="gpu"))  # fmt: skip
    layer_tables.main([str(path)])
    text = capsys.readouterr().out
    assert "| half, dense | 0.50 | - | 0.50 | 0.50 | 1 of 1 | 50 % |" in text
    assert "| resnet50_stem | **0.50** (50 %), -, - |" in text
    assert "| product half | 500 TFLOP/s | 250 TFLOP/s |" in text
    assert "| copy | 1000 GB/s | 2000 GB/s |" in text
    assert "MiB" not in text


# -- networks ---------------------------------------------------------------------------------------------------------


def small_network(monkeypatch):
    """ResNet-50 with three blocks, for images of 16 x 16 and five classes."""
    known = gpu_networks.GPU_NETWORKS["resnet50"]
    small = gpu_networks.GpuNetwork((4, 16, 16, 3), 5, known.dtypes, gpu_networks.resnet50(TINY), known.optimizer)
    monkeypatch.setitem(gpu_networks.GPU_NETWORKS, "resnet50", small)
    return small


def losses(network, dtype, steps):
    """Of the first steps, on the CPU."""
    images, labels = network.batch()
    with go.Graph().as_default() as graph:
        x, y = v1.placeholder(v1.float32, images.shape), v1.placeholder(v1.int32, labels.shape)
        loss = network.loss(v1, x, y, dtype)
        step = network.optimizer(v1).minimize(loss)
        session = go.Session(graph)
        session.run(v1.global_variables_initializer())
    return [float(session.run([loss, step], {x: images, y: labels})[0]) for _ in range(steps)]


@pytest.mark.full
@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_the_residual_network_learns(dtype, monkeypatch):
    found = losses(small_network(monkeypatch), dtype, 6)
    assert found[-1] < found[0]


def test_the_residual_network_is_the_known_one():
    """53 convolutions and a product: 25.6 million weights, of which 53 thousand are of normalisations."""
    network = gpu_networks.GPU_NETWORKS["resnet50"]
    with go.Graph().as_default():
        x, y = v1.placeholder(v1.float32, (1, 224, 224, 3)), v1.placeholder(v1.int32, (1,))
        network.loss(v1, x, y, "float32")
        shapes = [variable.shape.as_list() for variable in v1.global_variables()]
    assert sum(len(shape) == 4 for shape in shapes) == 53
    assert sum(prod(shape) for shape in shapes) == 25_557_032


_TORCH = """
import sys, types
sys.path[:0] = [{root!r}]
for name in ("graphops", "graphops.apps", "graphops.apps.bench", "graphops.apps.bench.sides"):
    folder = name.replace(".", "/")
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].__path__ = [{root!r} + "/" + folder]
import torch
from graphops.apps.bench.sides import gpu_networks
from graphops.apps.bench.sides import torch_gpu_tasks
torch.Tensor.cuda = lambda self: self
known = gpu_networks.GPU_NETWORKS["resnet50"]
small = gpu_networks.GpuNetwork((4, 16, 16, 3), 5, known.dtypes, known.loss, known.optimizer)
gpu_networks.GPU_NETWORKS["resnet50"] = small
torch_gpu_tasks.RESNET50 = {stages!r}
step, look, _ = torch_gpu_tasks.training(torch, {name!r}, {dtype!r})
print([look(step())[0] for _ in range(3)])
"""


@pytest.mark.skipif("GRAPHOPS_PEER" not in os.environ, reason="needs GRAPHOPS_PEER, a Python with PyTorch")
@pytest.mark.parametrize(
    ("name", "dtype", "tolerance"),
    [("digits", "float32", 1e-4), ("resnet50", "float32", 1e-4), ("resnet50", "bfloat16", 0.05)],
)
def test_networks_agree_with_torch(name, dtype, tolerance, monkeypatch):
    script = _TORCH.format(root=str(ROOT), stages=TINY, name=name, dtype=dtype)
    done = subprocess.run([os.environ["GRAPHOPS_PEER"], "-c", script], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    theirs = json.loads(done.stdout)
    small_network(monkeypatch)
    assert losses(gpu_networks.GPU_NETWORKS[name], dtype, 3) == pytest.approx(theirs, rel=tolerance)


# -- bad usage --------------------------------------------------------------------------------------------------------


def complaint(capsys, *argv):
    """The one line of a call that ends with bad usage."""
    assert main(["bench", *argv]) == 2
    text = capsys.readouterr().err
    assert text.count("\n") == 1
    return text


def test_bad_usage(capsys):
    assert "--dtype tf32 must come with --device gpu, got cpu" in complaint(capsys, "--dtype", "tf32")
    assert "--autotune must come with --device gpu, got cpu" in complaint(capsys, "--autotune")
    assert "--batch-factor must come with --device gpu" in complaint(capsys, "--batch-factor", "2")
    assert "--batch-factor must be positive, got -1" in complaint(capsys, "--device", "gpu", "--batch-factor", "-1")
    text = complaint(capsys, "--device", "gpu", "--suite", "scaling")
    assert "--suite must be one of layers, small, training on a GPU, got 'scaling'" in text
    text = complaint(capsys, "--device", "gpu", "--peer", "tensorflow")
    assert "--peer must be one of torch on a GPU, got 'tensorflow'" in text


@pytest.mark.parametrize("reason", ["there is no CUDA driver: libcuda.so.1 was not found", "the driver shows no GPU"])
def test_without_a_gpu(reason, capsys, monkeypatch):
    monkeypatch.setattr(driver, "driver", lambda: driver.Driver(0, 0, reason))
    text = complaint(capsys, "--device", "gpu")
    assert f"--device gpu must have a GPU to measure, but {reason}" in text


def test_without_cupy(capsys, monkeypatch):
    monkeypatch.setattr(driver, "driver", lambda: driver.Driver(13000, 1, ""))
    monkeypatch.setattr(driver, "is_installed", lambda module: False)
    assert "but CuPy is not installed: pip install 'graphops[cuda13]'" in complaint(capsys, "--device", "gpu")


def test_documents_of_another_device(capsys, tmp_path, monkeypatch):
    """A GPU's times are no earlier ones of a CPU."""
    path = tmp_path / "gpu.json"
    write(path, document([], machine="m", threads=1, peers={}, effort=Effort(), ceilings={}, device="gpu"))
    text = complaint(capsys, "--compare", str(path))
    assert "(it was measured on a GPU)" in text
    assert "torch" not in sys.modules
    assert isinstance(driver, types.ModuleType)
