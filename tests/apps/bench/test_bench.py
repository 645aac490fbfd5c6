"""``graphops bench``: its cases, its method, its figures."""

import json
import math
import re
from xml.etree import ElementTree

import numpy as np
import pytest

import graphops as go
from graphops.apps.bench import peer
from graphops.apps.bench.cases import Case, Row, geometric_mean, layer_cases, network_cases, pair_cases, row_from
from graphops.apps.bench.installed import size_of
from graphops.apps.bench.measuring import Effort, Measured, difference, measure
from graphops.apps.bench.report import comparison, duration, line, summary
from graphops.apps.bench.sides import side_graphops, side_onnxruntime, side_openvino
from graphops.apps.bench.sides.layers import PASSES, default_layers, layer_data, layer_from, load_layers
from graphops.apps.bench.sides.runner import RefusedError, Runner, Task, operand, sample_of

LAYERS = load_layers(default_layers())
NETWORKS = ("ResNet-50", "MobileNet", "ConvNeXt", "DeepLab", "C3D", "I3D", "3-D U-Net")
POINT = {
    "name": "point", "network": "none", "class": "dense", "op": "Conv2D", "input": [1, 4, 4, 8], "filter": [1, 1, 8, 4],
    "strides": [1, 1], "dilations": [1, 1], "padding": "SAME",
}  # fmt: skip


# -- networks ---------------------------------------------------------------------------------------------------------


def frozen(folder, shape):
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, shape, name="x")
        go.raw_ops.Tanh(x=x, name="y")
    go.save_graph(graph, folder / "tanh.pb")
    return folder / "tanh.pb"


def test_unknown_sizes_of_networks_are_the_batch(tmp_path):
    path = frozen(tmp_path, (None, 3))
    (single,), (several,) = network_cases([path], 1), network_cases([path], 4)
    assert (single.name, several.name) == ("tanh", "tanh_4")
    task = side_graphops.make(several.data)
    (found,) = task.run()
    np.testing.assert_allclose(found, np.tanh(operand((4, 3), "x")), rtol=1e-6)


def test_only_networks_run_beside_openvino_and_onnxruntime(tmp_path):
    (case,) = network_cases([frozen(tmp_path, (2, 3))], 1)
    with pytest.raises(RefusedError, match=r"'tanh.onnx' must be beside"):
        side_onnxruntime.make(case.data)
    for side in (side_onnxruntime, side_openvino):
        with pytest.raises(RefusedError, match="networks only"):
            side.make({"kind": "layer"})


# -- the layers -------------------------------------------------------------------------------------------------------


def test_the_list_covers_the_networks():
    names = [layer.name for layer in LAYERS]
    assert len(names) == len(set(names)) >= 24
    assert {layer.class_ for layer in LAYERS} == {"dense", "small_channel", "depthwise"}
    assert all(any(layer.network.startswith(network) for layer in LAYERS) for network in NETWORKS)
    for layer in LAYERS:
        assert (layer.class_ == "depthwise") == layer.depthwise
        assert layer.depthwise or (layer.class_ == "small_channel") == (layer.input[-1] <= 4)
        assert layer_from(json.loads(json.dumps(layer_data(layer)))) == layer


@pytest.mark.parametrize("layer", LAYERS, ids=lambda layer: layer.name)
def test_shapes_are_those_of_the_ops(layer):
    """The ops' shape rules agree in each pass and layout."""
    for layout in ("channels_last", "channels_first"):
        for pass_ in PASSES:
            shapes = {}
            for role, shape in {**layer.operands(pass_), "result": layer.result(pass_)}.items():
                moves = layout == "channels_first" and role != "w" and not (role == "result" and "filter" in pass_)
                shapes[role] = (shape[0], shape[-1], *shape[1:-1]) if moves else shape
            with go.Graph().as_default():
                x, w, dy = (go.placeholder(go.float32, shapes[r]) if r in shapes else None for r in ("x", "w", "dy"))
                op, attrs = getattr(go.raw_ops, layer.op_name(pass_)), layer.attrs(layout)
                if pass_ == "forward":
                    y = op(input=x, filter=w, **attrs)
                elif pass_ == "filter_gradient":
                    y = op(input=x, filter_sizes=list(layer.filter), out_backprop=dy, **attrs)
                else:
                    y = op(input_sizes=list(shapes["result"]), filter=w, out_backprop=dy, **attrs)
            assert y.shape.as_tuple() == shapes["result"]


def test_pads_and_flops():
    by_name = {layer.name: layer for layer in LAYERS}
    assert by_name["resnet50_stem"].output == (4, 112, 112, 64)
    assert by_name["mobilenet_dw_56_s2"].pads == ((0, 1), (0, 1))
    assert by_name["i3d_stem"].pads == ((2, 3), (2, 3), (2, 3))
    assert by_name["deeplab_aspp_rate12"].pads == ((12, 12), (12, 12))
    assert by_name["convnext_stem_4x4_s4"].pads == ((0, 0), (0, 0))
    assert by_name["resnet50_conv2_3x3"].flops == 2 * 4 * 56 * 56 * 3 * 3 * 64 * 64
    assert by_name["mobilenet_dw_7"].flops == 2 * 8 * 7 * 7 * 3 * 3 * 1024


def test_pairs():
    cases = pair_cases(LAYERS, ["float32"], ["forward"])
    assert sum(case.layout == "layout" for case in cases) == len(LAYERS)
    dilated = [case for case in cases if case.layout == "dilation"]
    names = {case.name for case in dilated}
    assert {"deeplab_conv5_rate4", "resnet50_conv2_3x3", "c3d_conv1", "mobilenet_dw_14"} <= names
    assert not names & {"resnet50_stem", "mobilenet_1x1_14", "unet3d_down_s2"}
    for case in dilated:
        assert max(case.data["layer"]["dilations"]) > 1 == max(case.data["twin"]["layer"]["dilations"])


# -- measuring --------------------------------------------------------------------------------------------------------


@pytest.mark.full
def test_ours_give_the_same_samples_in_both_layouts():
    """Dilated, strided, unevenly padded: one layer of each rank, and a depthwise one."""
    layers = [
        layer_from({**POINT, "input": [2, 7, 6, 4], "filter": [3, 2, 4, 5], "strides": [2, 1]}),
        layer_from({**POINT, "op": "Conv3D", "input": [1, 4, 5, 6, 3], "filter": [2, 3, 3, 3, 4], "strides": [1, 2, 1],
                    "dilations": [2, 1, 1]}),
        layer_from({**POINT, "op": "DepthwiseConv2dNative", "class": "depthwise", "filter": [3, 3, 8, 2]}),
    ]  # fmt: skip
    for case in layer_cases(layers, ["float32"], PASSES, ["channels_last"]):
        samples = []
        for layout in ("channels_last", "channels_first"):
            answer = Runner(side_graphops.make).prepare({**case.data, "layout": layout}, 1.0)
            assert answer["facts"]["kernel"].startswith("graphops_cpu.")
            samples.append(answer["sample"])
        assert difference(*samples) < 1e-5


def test_runner_times_groups_and_measures():
    calls = []
    runner = Runner(lambda case: Task(lambda: calls.append(1), lambda result: [1.0]))
    answer = runner.prepare({}, patience=10.0)
    assert answer["sample"] == [1.0]
    assert len(calls) == 2
    answer = runner.time(3, 0.0)
    assert answer["runs"] == 3
    assert 0 < answer["least"] <= answer["median"] < 1e-4
    assert len(calls) > 100  # too quick for the clock, so in groups
    impatient = Runner(lambda case: Task(lambda: calls.clear()))
    calls.append(1)
    impatient.prepare({}, patience=0.0)
    parts = Runner(lambda case: Task(lambda: None, measure=lambda: {"a": 1.0, "b": 2.0}))
    parts.prepare({}, 1.0)
    assert parts.time(1, 0.0)["parts"] == {"a": 1.0, "b": 2.0}


def test_runner_survives_what_a_case_raises():
    def make(case):
        if case["bad"] == "make":
            raise RefusedError("no such thing")
        return Task(lambda: next(answers))

    answers = iter(())
    assert Runner(make).prepare({"bad": "make"}, 1.0) == {"refused": "no such thing"}
    for runs in range(2):  # in the first run, in the second one
        answers = iter(range(runs))
        assert Runner(make).prepare({"bad": "run"}, 1.0) == {"refused": "StopIteration:"}
    answers = iter(range(3))
    runner = Runner(make)
    assert "refused" not in runner.prepare({"bad": "run"}, 1.0)
    assert runner.time(5, 0.0) == {"refused": "StopIteration:"}


class Actor:
    """A side that plays given medians."""

    def __init__(self, name, medians, first=0.1, log=None):
        self.name, self.version, self.log = name, "1", log if log is not None else []
        self.first, self.medians = first, iter(medians)

    def prepare(self, case, patience):
        self.log.append(f"{self.name} prepares")
        return {"first": self.first, "seconds": self.first, "facts": {}, "sample": [1.0]}

    def time(self, runs, seconds):
        self.log.append(self.name)
        return {"median": next(self.medians), "peak_memory": 1, "total_memory": 2}

    def drop(self):
        self.log.append(f"{self.name} drops")


def test_sides_take_turns_and_the_least_median_counts():
    log = []
    sides = [Actor("a", [3.0, 2.0], log=log), Actor("b", [1.0, 5.0], log=log), Actor("slow", [], first=30.0, log=log)]
    found = measure(sides, {}, Effort(rounds=2, patience=20.0))
    assert log == ["a prepares", "b prepares", "slow prepares", "slow drops", "a", "b", "a", "b", "a drops", "b drops"]
    assert found["a"].seconds == 2.0
    assert found["b"].rounds == [1.0, 5.0]
    assert found["slow"].seconds == 30.0
    assert found["slow"].once


def test_what_hangs_later_keeps_its_times_or_a_bound():
    class Hanging(Actor):
        def time(self, runs, seconds):
            try:
                return super().time(runs, seconds)
            except StopIteration:
                raise peer.PeerTimeoutError("late", 60.0) from None

    late, never = Hanging("late", [2.0]), Hanging("never", [])
    found = measure([late, never], {}, Effort(rounds=4))
    assert (found["late"].seconds, found["late"].once, found["late"].at_least) == (2.0, True, False)
    assert (found["never"].seconds, found["never"].at_least) == (60.0, True)
    assert never.log.count("never") == 1


def test_operands_are_the_same_everywhere():
    assert operand((2, 3), "x").dtype == np.float32
    assert np.array_equal(operand((2, 3), "x"), operand([2, 3], "x"))
    assert not np.array_equal(operand((2, 3), "x"), operand((2, 3), "w"))
    assert sample_of(np.zeros((0, 3))) == []
    assert difference([1.0, 2.0], [1.0, 4.0]) == 0.5


# -- figures ----------------------------------------------------------------------------------------------------------


def row(name, ours, tensorflow=None, torch=None, group="dense", **more):
    sides = {"graphops": Measured(ours, kernel="graphops_cpu.k", sample=[1.0, 2.0])}
    for peer_name, seconds in (("tensorflow", tensorflow), ("torch", torch)):
        sides[peer_name] = Measured(seconds, sample=[1.0, 2.0]) if seconds else Measured(refused="cannot")
    return Row(Case("layers", name, {}, group, "float32", "forward", "channels_last", 2_000_000_000, 1e-3), sides)


def test_ratios_are_to_the_best_peer_that_computes_the_same():
    both = row("both", 1.0, 3.0, 2.0)
    assert both.ratio() == 2.0
    assert both.ratio("tensorflow") == 3.0
    assert both.peer()[0] == "torch"
    assert both.rate() == 2.0
    both.sides["torch"].sample = [5.0, 2.0]
    assert both.ratio() == 3.0
    assert "torch 2 s (another result)" in line(both)
    assert not both.doubtful
    both.sides["tensorflow"].sample = [1.0, 2.1]
    assert both.ratio() == 3.0  # far from ours, but still the same thing
    assert both.doubtful
    both.sides["tensorflow"].sample = [math.nan, 2.0]
    assert both.doubtful
    assert row("alone", 1.0).ratio() is None
    assert row("alone", None, 1.0).ratio() is None
    bound = row("bound", 1.0, 60.0)
    bound.sides["tensorflow"].at_least = True
    assert line(bound).startswith("  >60.00  float32  bound")
    assert "over 60 s" in line(bound)
    assert row_from(json.loads(json.dumps(both.data()))).data()["sides"].keys() == both.sides.keys()


def test_summary():
    rows = [row("won", 1.0, 4.0), row("lost", 2.0, 8.0, 1.0), row("deep", 1.0, 1.0, 1.0, group="depthwise")]
    text = summary(rows, {"float32": 4.0})
    means = {line.split()[1]: line.split()[2:6] for line in text.splitlines() if line.startswith("float32  ")}
    assert means["all"] == ["1.26", "2.52", "0.71", "0.50"]  # cube roots of 4 * 0.5 * 1 and 4 * 4 * 1, root of 0.5 * 1
    assert means["dense"] == ["1.41", "4.00", "0.50", "0.50"]
    assert means["depthwise"] == ["1.00", "1.00", "1.00", "1.00"]
    assert "losses (1)" in text
    assert "float32 4" in text
    assert geometric_mean([None, 2.0, 8.0]) == pytest.approx(4.0)
    assert geometric_mean([None]) is None


def test_comparison():
    before = [row("slower", 1.0), row("faster", 1.0), row("same", 1.0), row("gone", 1.0)]
    text = comparison([row("slower", 2.0), row("faster", 0.5), row("same", 1.01), row("new", 1.0)], before)
    head, first, second = text.splitlines()
    assert head == "compared 3 cases: 1 slower, 1 faster by more than 5 %"
    assert first.startswith("SLOWER   2.00 of the time  float32  slower")
    assert second.startswith("faster   0.50")


def test_durations():
    found = [duration(s) for s in (12.34, 0.001234, 1.5e-6, 2e-9)]
    assert found == ["12.3 s", "1.23 ms", "1.5 us", "2 ns"]


@pytest.mark.full
def test_plot(tmp_path):
    pytest.importorskip("matplotlib")
    from graphops.apps.bench.plot import plot
    from graphops.apps.cli.usage import UsageError

    rows = [row("won", 1.0, 4.0), row("lost", 2.0, 8.0, 1.0), row("deep", 1.0, 1.0, 1.0, group="depthwise")]
    path = tmp_path / "figure.svg"
    plot(rows, path, {"torch": "2"})
    text = path.read_text()
    assert all(name in text for name in ("won", "lost", "deep", "depthwise", "torch 2", "float32: 1.26"))
    tags = list(ElementTree.fromstring(text).iter())  # noqa: S314 - our own text
    uses = [tag for tag in tags if tag.tag.endswith("}use")]
    assert sum(tag.get("style") == "fill: #1b6ca8" for tag in uses) == len(rows) + 1  # forward, and the legend's
    drawn = {use.get("{http://www.w3.org/1999/xlink}href") for use in uses}
    assert drawn <= {f"#{tag.get('id')}" for tag in tags}
    assert max(len(number) for number in re.findall(r"[xy]=\"\d+\.(\d+)", text)) == 1
    first = path.read_bytes()
    plot(rows, path, {"torch": "2"})
    assert path.read_bytes() == first
    with pytest.raises(UsageError, match="must come with layers"):
        plot([row("alone", 1.0)], path, {})
    with pytest.raises(UsageError, match="whose format matplotlib knows"):
        plot(rows, tmp_path / "figure.nonsense", {})


def test_sizes_of_installed_packages():
    sizes = size_of(["numpy", "no-such-package"])
    assert list(sizes) == ["numpy"]
    assert sizes["numpy"] > 5_000_000
