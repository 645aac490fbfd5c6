"""engine: parts of graphs become one node for OpenVINO, and runs give what they gave without it."""

from __future__ import annotations

import gc
import os
import random
import subprocess
import sys
import weakref
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.plan.make import make_plan
from graphops.plan.passes import engine, engine_check
from graphops.plan.passes.engine_check import _made
from graphops_cpu.onednn import library as onednn
from graphops_cpu.openvino import library, network
from graphops_registry.errors import InvalidArgumentError, NotFoundError

pytestmark = pytest.mark.skipif(not library.is_there(), reason="OpenVINO is an extra")
r = go.raw_ops
PART = "Graphops>Network"
X = np.random.default_rng(0).standard_normal((1, 12, 12, 4)).astype(np.float32)


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(network, "_LEAST", 0)
    monkeypatch.delenv("GRAPHOPS_PLAN_PASSES", raising=False)  # without passes nothing is handed over
    with go.Graph().as_default():
        yield


def planned(fetches: list[Any], fed: list[Any], **config: Any) -> Any:
    """The plan for the feeds' own shapes."""
    shapes = [tuple(tensor.shape.as_list()) for tensor in fed]
    return make_plan(fetches[0].graph, fetches, fed, go.SessionConfig(openvino=True, **config), feed_shapes=shapes)


def types(plan: Any) -> list[str]:
    return [step.node.type for step in plan.steps]


def runs(fetches: Any, feeds: Any, count: int = 3, **config: Any) -> list[Any]:
    with go.Session(config=go.SessionConfig(**config)) as session:
        session.run(go.global_variables_initializer())
        return [session.run(fetches, feeds) for _ in range(count)]


def conv(x: Any, seed: int = 0) -> Any:
    w = np.random.default_rng(seed).standard_normal((3, 3, 4, 4)).astype(np.float32) / 6
    return r.Relu(features=r.Conv2D(input=x, filter=w, strides=[1] * 4, padding="SAME"))


def test_a_whole_network_is_one_step() -> None:
    x = go.placeholder(go.float32, X.shape)
    y = r.Softmax(logits=r.Mean(input=conv(conv(x, 1), 2), axis=[1, 2]))
    assert types(planned([y], [x])) == [PART]
    assert types(planned([y], [x], deterministic=True)).count(PART) == 0
    assert types(planned([y], [x], memory_limit=1 << 30)).count(PART) == 0
    want = runs(y, {x: X}, openvino=False)[-1]
    for found in runs(y, {x: X}, openvino=True):
        np.testing.assert_allclose(found, want, rtol=1e-5)


def test_parts_end_where_openvino_is_not_asked() -> None:
    """Cos stays outside, and what depends on it cannot be in the part that it reads."""
    x = go.placeholder(go.float32, X.shape)
    a = conv(x, 1)
    b = r.Cos(x=a)
    y = conv(r.AddV2(x=conv(a, 2), y=b), 3)
    assert types(planned([y], [x])) == [PART, "Cos", PART]
    np.testing.assert_allclose(runs(y, {x: X}, openvino=True)[-1], runs(y, {x: X}, openvino=False)[-1], atol=1e-5)


def test_what_is_fetched_or_fed_within_a_part() -> None:
    x = go.placeholder(go.float32, X.shape)
    a = conv(x, 1)
    b = conv(a, 2)
    for fetches, feeds in (([a, b], {x: X}), ([b], {a: X}), ([a, b, b], {x: X, a: X + 1})):
        found, want = runs(fetches, feeds, openvino=True), runs(fetches, feeds, openvino=False)
        for one, other in zip(found[-1], want[-1], strict=True):
            np.testing.assert_allclose(one, other, atol=1e-5)


def test_other_shapes_get_a_part_of_their_own() -> None:
    x = go.placeholder(go.float32, [None, None, None, 4])
    y = conv(x, 1)
    for config in ({"openvino": True}, {"openvino": False}):
        with go.Session(config=go.SessionConfig(**config)) as session:
            found = [session.run(y, {x: X[:, :size]}) for size in (12, 7, 12, 7, 12, 7, 1)]
        if config["openvino"]:
            parts = found
    for one, other in zip(parts, found, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-5)


def test_results_are_arrays_of_their_own() -> None:
    x = go.placeholder(go.float32, X.shape)
    y = conv(x, 1)
    with go.Session(config=go.SessionConfig(openvino=True)) as session:
        found = [session.run(y, {x: X * factor}) for factor in (1, 2, 3, 4, 5)]
    for factor, one in zip((1, 2, 3, 4, 5), found, strict=True):
        np.testing.assert_allclose(one, found[0] * factor, rtol=1e-4, atol=1e-5)


def test_effects_keep_their_order() -> None:
    """Reads and assigns around parts that were moved see what they saw."""
    v = go.Variable(np.float32(1))
    x = go.placeholder(go.float32, X.shape)
    first = r.Mul(x=conv(x, 1), y=v.read_value())
    step = v.assign_add(r.Mean(input=first, axis=[0, 1, 2, 3]))
    with go.control_dependencies([step]):
        second = r.Mul(x=conv(x, 2), y=v.read_value())
    found = runs([first, second, step], {x: X}, 5, openvino=True)
    want = runs([first, second, step], {x: X}, 5, openvino=False)
    for one, other in zip(found, want, strict=True):
        for ours, theirs in zip(one, other, strict=True):
            np.testing.assert_allclose(ours, theirs, rtol=1e-4, atol=1e-5)


def test_a_single_op_is_computed_by_openvino(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its plan has as many steps as before."""
    calls: list[int] = []
    computed = network.Model.__call__
    monkeypatch.setattr(network.Model, "__call__", lambda *args: calls.append(1) or computed(*args))
    x = go.placeholder(go.float32, X.shape)
    runs(r.Conv2D(input=x, filter=np.ones((1, 1, 4, 4), np.float32), strides=[1] * 4, padding="SAME"), {x: X}, 3)
    assert not calls
    y = r.Conv2D(input=x, filter=np.ones((1, 1, 4, 4), np.float32), strides=[1] * 4, padding="SAME")
    runs(y, {x: X}, 3, openvino=True)
    assert len(calls) == 2 + 3  # beside the kernels, then in each run


@pytest.mark.parametrize("view", ["Reshape", "Squeeze", "ExpandDims", "ConcatV2"])
def test_a_value_that_is_read_by_a_view_and_by_a_convolution(view: str) -> None:
    """OpenVINO 2026.4 computes such a model in place, where the view still needs the value: it stays with kernels."""
    x = go.placeholder(go.float32, (1, 64, 64, 16))
    feed = np.random.default_rng(5).standard_normal((1, 64, 64, 16)).astype(np.float32)
    w = np.random.default_rng(6).standard_normal((3, 3, 16, 16)).astype(np.float32) / 12
    h = r.Neg(x=x)
    seen = {
        "Reshape": lambda: r.Reshape(tensor=h, shape=[1, -1]),
        "Squeeze": lambda: r.Squeeze(input=h, axis=[0]),
        "ExpandDims": lambda: r.ExpandDims(input=h, axis=np.int32(0)),
        "ConcatV2": lambda: r.ConcatV2(values=[h, h], axis=np.int32(1)),
    }[view]()
    y = r.Conv2D(input=h, filter=w, strides=[1] * 4, padding="SAME")
    fetches = [r.Square(x=seen), y, r.AddV2(x=seen, y=r.Max(input=y, axis=[0, 1, 2, 3]))]
    found, want = runs(fetches, {x: feed}, openvino=True), runs(fetches, {x: feed}, openvino=False)
    for run in found:
        for one, other in zip(run, want[-1], strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-4)


def test_a_stride_past_a_padding() -> None:
    x = go.placeholder(go.float32, X.shape)
    w = np.ones((1, 1, 4, 4), np.float32)
    h = conv(x)
    padded = r.Pad(input=h, paddings=np.array([[0, 0], [1, 0], [1, 0], [0, 0]], np.int32))
    fetches = [r.Conv2D(input=padded, filter=w, strides=[1, 2, 2, 1], padding="VALID")]
    found, want = runs(fetches, {x: X}, openvino=True)[-1], runs(fetches, {x: X}, openvino=False)[-1]
    np.testing.assert_allclose(found[0], want[0], rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("fault", ["wrong", "unwritten", "fails"])
def test_a_model_that_computes_something_else_is_left_alone(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    computed = network.Model.__call__

    def call(model: Any, inputs: Any, out: Any) -> Any:
        if fault == "fails":
            raise network.InternalError("OpenVINO must run what it compiled, but says: no")
        if fault == "unwritten":
            return out
        return [array * np.float32(1.01) for array in computed(model, inputs, out)]

    monkeypatch.setattr(network.Model, "__call__", call)
    x = go.placeholder(go.float32, X.shape)
    y = conv(x)
    plan = planned([y], [x])
    assert PART not in types(plan)
    reason = "OpenVINO must run what it compiled" if fault == "fails" else "OpenVINO computes something else"
    assert any(f"stay as they are: {reason}" in note for note in plan.notes), plan.notes
    np.testing.assert_allclose(runs(y, {x: X}, openvino=True)[-1], runs(y, {x: X}, openvino=False)[-1], rtol=1e-5)


def test_models_go_with_their_sessions_and_failing_runs_make_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []
    begin = network.Model.__init__

    def init(model: Any, *args: Any) -> None:
        made.append(weakref.ref(model))
        begin(model, *args)

    monkeypatch.setattr(network.Model, "__init__", init)
    x, i = go.placeholder(go.float32, X.shape), go.placeholder(go.int32, ())
    y = r.GatherV2(params=conv(x), indices=i, axis=np.int32(0))
    with go.Session(config=go.SessionConfig(openvino=True)) as session:
        for _ in range(5):
            with pytest.raises(InvalidArgumentError):
                session.run(y, {x: X, i: 7})
        session.run(y, {x: X, i: 0})
    assert len(made) == 1
    del session
    gc.collect()
    assert made[0]() is None


def test_logging_that_is_set_up_anew_closes_nobodys_stream() -> None:
    """absl, which OpenVINO may import, would close what was the standard error at its import."""
    code = """
import io, logging, sys
sys.stderr = io.StringIO()
from graphops_cpu.openvino.library import load
load()
stream, sys.stderr = sys.stderr, io.StringIO()
logging.shutdown()
assert not stream.closed
"""
    subprocess.run(
        [sys.executable, "-c", code], check=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    )


def test_small_parts_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "_LEAST", 10**9)
    x = go.placeholder(go.float32, X.shape)
    assert PART not in types(planned([conv(x)], [x]))


def test_what_openvino_refuses_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    x = go.placeholder(go.float32, X.shape)
    y = conv(x)

    def refuse(*_: Any) -> None:
        raise RuntimeError("no such layer")

    monkeypatch.setattr(network, "_the_core", refuse)
    plan = planned([y], [x])
    assert PART not in types(plan)
    assert any("stay as they are: OpenVINO does not take the model: no such layer" in note for note in plan.notes)
    monkeypatch.setenv("GRAPHOPS_WITHOUT", "numba,openvino")
    assert any("GRAPHOPS_WITHOUT names openvino" in note for note in planned([y], [x]).notes)


def test_a_node_of_a_file_is_no_part() -> None:
    y = getattr(r, PART)(args=[go.constant(X)], Tout=[go.float32], output_shapes=[X.shape])
    with pytest.raises(InvalidArgumentError, match="must be made by a plan, got a node of a graph"), go.Session() as s:
        s.run(y)


def test_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InvalidArgumentError, match="openvino of SessionConfig must be True or False, got 1"):
        go.SessionConfig(openvino=1)  # type: ignore[arg-type]
    monkeypatch.setenv("GRAPHOPS_OPENVINO", "1")
    assert go.SessionConfig().openvino
    monkeypatch.setattr("graphops.plugins.extras._can_be_found", lambda name: False)
    with pytest.raises(NotFoundError, match=r"openvino, from the extra 'openvino': pip install 'graphops\[openvino\]'"):
        go.SessionConfig()


def test_many_threads_run_one_part() -> None:
    from concurrent.futures import ThreadPoolExecutor

    x = go.placeholder(go.float32, X.shape)
    y = conv(conv(x, 1), 2)
    want = runs(y, {x: X}, openvino=False)[-1]
    with go.Session(config=go.SessionConfig(openvino=True)) as session, ThreadPoolExecutor(8) as pool:
        for found in pool.map(lambda factor: session.run(y, {x: X * factor}) / factor, np.float32([1, 2, 4, 8] * 25)):
            np.testing.assert_allclose(found, want, rtol=1e-4, atol=1e-5)


@pytest.mark.few(10)
@pytest.mark.parametrize("seed", range(40))
def test_random_graphs(seed: int) -> None:
    """Parts of any form: no way leads out of one and back into it, and each value is what it was."""
    choose = random.Random(seed)  # noqa: S311 - which ops, and nothing secret
    x = go.placeholder(go.float32, X.shape)
    made: list[Any] = [x]
    for number in range(25):
        a, b = choose.choice(made[-6:]), choose.choice(made)
        match choose.randrange(7):
            case 0:
                made.append(conv(a, number))
            case 1:
                made.append(r.AddV2(x=a, y=b))
            case 2:
                made.append(r.Cos(x=a))  # OpenVINO is not asked
            case 3:
                made.append(r.Maximum(x=a, y=np.float32(0.1)))
            case 4:
                made.append(r.Tanh(x=a))
            case 5:
                made.append(r.Mul(x=a, y=r.Mean(input=b, axis=[1, 2], keep_dims=True)))
            case 6:
                made.append(r.Cos(x=r.Sub(x=a, y=b)))
    fetches = [made[-1], *choose.sample(made[1:], 2)]
    plan = planned(fetches, [x])
    written = {register for _, register, _ in plan.feeds}
    written.update(register for register, content in enumerate(plan.registers) if content is not None)
    for step in plan.steps:  # inputs first
        assert written.issuperset(step.inputs)
        written.update(step.outputs)
    found, want = runs(fetches, {x: X}, openvino=True)[-1], runs(fetches, {x: X}, openvino=False)[-1]
    for one, other in zip(found, want, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-4)


_LIBRARIES = """
import sys
import numpy as np
import graphops as go
from graphops_cpu.onednn import library
from graphops_cpu.openvino import network
network._LEAST = 0
r = go.raw_ops
x = go.placeholder(go.float32, [None, 40, 40, 8])
w = np.full((3, 3, 8, 8), 0.1, np.float32)
y = r.Relu(features=r.Conv2D(input=x, filter=w, strides=[1] * 4, padding="SAME"))
y = r.MatMul(a=r.Mean(input=y, axis=[1, 2]), b=np.ones((8, 4), np.float32))
with go.Session(config=go.SessionConfig(openvino=True)) as session:
    session.run(y, {x: np.ones((2, 40, 40, 8), np.float32)})
    print("openvino" in sys.modules, "numba" in sys.modules, library._loaded is None)
"""


def test_a_part_brings_no_other_library_into_the_process() -> None:
    settings = {name: value for name, value in os.environ.items() if name != "GRAPHOPS_PLAN_PASSES"}
    done = subprocess.run(
        [sys.executable, "-c", _LIBRARIES], check=True, capture_output=True, text=True, env=settings, timeout=120
    )
    assert done.stdout.split() == ["True", "False", "True"]


@pytest.mark.skipif(onednn.why_unavailable() is not None, reason="without oneDNN no weights are scaled")
def test_weights_stay_as_they_are_until_shapes_are_known() -> None:
    """The plan for certain shapes gives them to OpenVINO."""
    x = go.placeholder(go.float32, X.shape)
    y = r.Mul(x=r.Conv2D(input=x, filter=np.ones((3, 3, 4, 4), np.float32), strides=[1] * 4, padding="SAME"),
              y=np.array([1, 2, 3, 4], np.float32))  # fmt: skip

    def scales(openvino: bool) -> bool:
        plan = make_plan(y.graph, [y], [x], go.SessionConfig(openvino=openvino))
        return "Mul" in types(plan) or any(
            "FusedBatchNorm" in step.node.attrs.get("fused_ops", ()) for step in plan.steps
        )

    assert scales(openvino=True)
    assert not scales(openvino=False)


def test_numbers_for_any_number_of_inputs() -> None:
    shapes = [(3, 5), (), (0,), (70_000,), *[(2,)] * 300]
    for positive in (False, True):
        made = _made(shapes, positive)
        assert [array.shape for array in made] == shapes
        assert all(array.dtype == np.float32 for array in made)
        every = np.concatenate([array.reshape(-1) for array in made])
        assert len(np.unique(every)) > 0.99 * every.size
        assert every.min() >= 0.25 if positive else every.min() < -3.5
        assert 3.5 < every.max() < 7
        if not positive:
            assert abs(every.mean()) < 0.02
            assert abs(every.std() - 1) < 0.02


@pytest.mark.parametrize("least", [0, 1.3, 2.5, 6])
def test_a_fault_that_few_numbers_show(least: float) -> None:
    """Where OpenVINO would compute in place what a view still needs, and most numbers become 0."""
    offset = np.float32(least)
    feed = 3 * np.random.default_rng(5).standard_normal((1, 64, 64, 16)).astype(np.float32)
    w = np.random.default_rng(6).standard_normal((3, 3, 16, 16)).astype(np.float32) / 12
    x = go.placeholder(go.float32, feed.shape)
    h = r.Sub(x=r.Maximum(x=x, y=offset), y=offset)
    seen = r.ConcatV2(values=[h, h], axis=np.int32(1))
    y = r.Conv2D(input=h, filter=w, strides=[1] * 4, padding="SAME")
    fetches = [r.Square(x=seen), y, r.AddV2(x=seen, y=r.Max(input=y, axis=[0, 1, 2, 3]))]
    found, want = runs(fetches, {x: feed}, openvino=True)[-1], runs(fetches, {x: feed}, openvino=False)[-1]
    for one, other in zip(found, want, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-4)


def test_nothing_is_computed_for_an_engine_that_is_disabled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHOPS_WITHOUT", "openvino")
    monkeypatch.setattr(engine, "examples", None)
    x = go.placeholder(go.float32, X.shape)
    plan = planned([conv(x)], [x])
    assert PART not in types(plan)
    assert any("stay as they are: GRAPHOPS_WITHOUT names openvino" in note for note in plan.notes), plan.notes


def test_large_parts_are_compared_with_quick_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    x = go.placeholder(go.float32, X.shape)
    y = r.Erfc(x=conv(x))
    asked: set[tuple[str, bool]] = set()
    definitions = engine_check._definitions

    def recorded(node: Any, in_time: bool) -> Any:
        asked.add((node.type, in_time))
        return definitions(node, in_time)

    for least, in_time in ((1 << 62, False), (0, True)):
        monkeypatch.setattr(engine, "_LARGE", least)
        asked.clear()
        with monkeypatch.context() as during:
            during.setattr(engine_check, "_definitions", recorded)
            assert types(planned([y], [x])) == [PART]
        assert asked == {(name, in_time) for name in ("Conv2D", "Relu", "Erfc")}
    assert definitions(y.node, True) is None  # all
    found = definitions(y.node, False)
    assert found
    assert all(each.is_plain for each in found)
