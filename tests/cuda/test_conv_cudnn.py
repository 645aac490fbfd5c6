"""cuDNN's convolutions beyond their numbers: plans, workspaces, handles, and tuning."""

from __future__ import annotations

import dataclasses
import importlib
import json
import threading

import numpy as np
import pytest

import graphops as go
from graphops.plan.choose.prepared_cache import PREPARED
from graphops.testing.strict.transfers import TRANSFERS
from graphops_cuda.cudnn import library
from graphops_cuda.cudnn.conv_desc import ConvDesc
from graphops_cuda.runtime.per_thread import PerThread
from graphops_registry.errors import NotFoundError
from graphops_registry.kernel_def import Mode
from tests.cuda.conv_runs import Run, kernel_named
from tests.cuda.cudnn_layers import WAY, layer
from tests.reference.bounds import assert_equal
from tests.reference.call import answers

pytestmark = pytest.mark.emulator

PASSES = ("", "BackpropInput", "BackpropFilter")


@pytest.fixture
def parts():
    """The modules of the package that need CuPy."""
    names = ("conv", "graph", "handles", "plans", "tuned")
    return {name: importlib.import_module(f"graphops_cuda.cudnn.{name}") for name in names}


@pytest.fixture
def fresh(parts, monkeypatch):
    """No handle and no plan from other tests, and none for them."""
    PREPARED.clear()
    monkeypatch.setattr(parts["handles"], "_HANDLES", PerThread(parts["handles"].Handle))
    monkeypatch.setattr(parts["conv"], "TUNED", parts["tuned"].TunedPlans())
    return parts


# -- numbers that a Session asks for ---------------------------------------------------------------------------------


@pytest.mark.parametrize("pass_", PASSES)
def test_float32_keeps_its_digits_unless_tf32_is_allowed(pass_):
    inputs, attrs = layer(pass_, integers=False)
    (answer,) = answers(f"Conv2D{pass_}", inputs, attrs)
    definition = kernel_named(f"Conv2D{pass_}", WAY)
    scale = np.abs(answer.value).max()
    error = [
        np.abs(Run(definition, inputs, attrs, mode)() - answer.value).max() / scale
        for mode in (Mode(), Mode(tf32=True))
    ]
    assert error[0] < 1e-6 < 1e-5 < error[1] < 1e-2


def test_deterministic_runs_repeat_bit_for_bit():
    inputs, attrs = layer("BackpropFilter", integers=False)
    definition = kernel_named("Conv2DBackpropFilter", WAY)
    loose, strict = Run(definition, inputs, attrs), Run(definition, inputs, attrs, Mode(deterministic=True))
    assert len({loose().tobytes() for _ in range(8)}) > 1, "the test would show nothing otherwise"
    assert len({strict().tobytes() for _ in range(8)}) == 1


@pytest.mark.parametrize("limit, largest", [(None, 64), (10_000, 64), (1252, 64), (1202, 0), (1152, 0)])
def test_the_workspace_stays_within_what_is_allowed(limit, largest):
    inputs, attrs = layer(dtype=np.float32)
    run = Run(kernel_named("Conv2D", WAY), inputs, attrs, Mode(workspace=limit))
    filters = 3 * 3 * 4 * 8 * 4  # a copy in another order
    assert run.choice.prepared.workspace_bytes == largest + filters
    assert_equal(run(), answers("Conv2D", inputs, attrs)[0].value, np.dtype(np.float32))


def test_no_room_for_a_copy_of_the_filter_is_a_reason():
    inputs, attrs = layer()
    with pytest.raises(NotFoundError) as found:
        Run(kernel_named("Conv2D", WAY), inputs, attrs, Mode(workspace=1151))
    assert "a copy of the filter takes 1,152 bytes, more than the workspace may" in found.value.__notes__[-1]


def test_no_plan_within_the_workspace_is_a_reason(fresh, monkeypatch):
    emulated = importlib.import_module("cudnn.graph")
    needy = [plan for plan in emulated.plans_for(emulated.data_type.FLOAT) if plan.name == "eng28"]
    monkeypatch.setattr(emulated, "plans_for", lambda dtype: needy)
    inputs, attrs = layer(size=7)
    with pytest.raises(NotFoundError) as found:
        Run(kernel_named("Conv2D", WAY), inputs, attrs, Mode(workspace=2047 + 3 * 3 * 4 * 8 * 4))
    assert (
        "cuDNN has no plan for it within 2,047 bytes of workspace: No valid engine configs" in found.value.__notes__[-1]
    )
    assert "more lines" not in found.value.__notes__[-1]


# -- arrays ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pass_", PASSES)
def test_what_is_not_in_order_and_not_aligned(pass_):
    import cupy

    inputs, attrs = layer(pass_)
    (answer,) = answers(f"Conv2D{pass_}", inputs, attrs)
    run = Run(kernel_named(f"Conv2D{pass_}", WAY), inputs, attrs)
    given = run.inputs

    def spread(array):
        wide = cupy.empty((*array.shape[:-1], 2 * array.shape[-1]), array.dtype)
        wide[..., ::2] = array
        return wide[..., ::2]

    def shifted(array):
        flat = cupy.empty(array.size + 1, array.dtype)[1:]
        flat[...] = array.reshape(-1)
        return flat.reshape(array.shape)

    for change in (spread, shifted):
        changed = [array if isinstance(array, np.ndarray) else change(array) for array in given]
        np.testing.assert_array_equal(run(inputs=changed), answer.value)
        assert all(np.array_equal(change(a).get(), a.get()) for a in given if not isinstance(a, np.ndarray))
    for target in (cupy.empty(answer.value.shape, np.float32), spread(cupy.empty(answer.value.shape, np.float32)),
                   shifted(cupy.empty(answer.value.shape, np.float32))):  # fmt: skip
        assert run.on_device(out=target) is target
        np.testing.assert_array_equal(target.get(), answer.value)


def test_nothing_waits_for_the_device():
    for way in (WAY, "gemm_conv."):
        inputs, attrs = layer("BackpropFilter", np.float16)
        run = Run(kernel_named("Conv2DBackpropFilter", way), inputs, attrs)
        run.on_device()
        before = dataclasses.replace(TRANSFERS)
        run.on_device()
        assert before == TRANSFERS


def test_a_recording_replays_on_other_numbers():
    inputs, attrs = layer("BackpropInput")
    run = Run(kernel_named("Conv2DBackpropInput", WAY), inputs, attrs)
    run()
    kept = []
    device = run.device
    recording = device.capture(lambda: kept.append(run.on_device()))
    w = next(array for array in run.inputs if not isinstance(array, np.ndarray))
    w[...] = 2 * w
    device.synchronize()
    lane = device.current()
    recording.replay(lane)
    lane.synchronize()
    (answer,) = answers("Conv2DBackpropInput", {**inputs, "filter": 2 * inputs["filter"]}, attrs)
    np.testing.assert_array_equal(device.copy_out(kept[0]), answer.value)


# -- graphs and handles ----------------------------------------------------------------------------------------------


def test_everything_that_matters_tells_graphs_apart():
    base = ConvDesc(
        "forward", "float32", (2, 4, 6, 6), (8, 4, 3, 3), (2, 8, 6, 6), False, (1, 1), (1, 1), (1, 1), (1, 1)
    )
    changed = {
        "pass_": "input_gradient", "dtype": "float16", "x": (3, 4, 6, 6), "w": (8, 2, 3, 3), "y": (2, 8, 5, 5),
        "channels_first": True, "before": (0, 1), "after": (0, 1), "strides": (2, 1), "dilations": (2, 1),
        "tf32": True, "deterministic": True, "workspace": 7, "bias": True,
    }  # fmt: skip
    assert set(changed) == {field.name for field in dataclasses.fields(ConvDesc)}
    others = {dataclasses.replace(base, **{name: value}) for name, value in changed.items()}
    assert len(others | {base}) == len(changed) + 1


@pytest.fixture
def counted(fresh, monkeypatch):
    """How often graphs and handles are made."""
    counts = {"graphs": 0, "handles": 0}
    frontend = library.frontend()

    def counting(name, function):
        def count(*args, **given):
            counts[name] += 1
            return function(*args, **given)

        return count

    monkeypatch.setattr(frontend, "pygraph", counting("graphs", frontend.pygraph))
    monkeypatch.setattr(frontend, "create_handle", counting("handles", frontend.create_handle))
    return counts


def test_a_graph_is_built_once_for_each_problem(counted):
    definition = kernel_named("Conv2D", WAY)
    runs = [Run(definition, *layer(size=size)) for size in (11, 12, 11)]
    for _ in range(3):
        for run in runs:
            run()
    assert counted == {"graphs": 2, "handles": 1}


def test_the_oldest_graphs_are_forgotten(counted, fresh, monkeypatch):
    monkeypatch.setattr(fresh["handles"], "_CAPACITY", 2)
    definition = kernel_named("Conv2D", WAY)
    runs = [Run(definition, *layer(size=size)) for size in (21, 22, 23)]
    assert counted["graphs"] == 3
    runs[2]()
    runs[1]()
    assert counted["graphs"] == 3
    inputs, attrs = layer(size=21)
    np.testing.assert_array_equal(runs[0](), answers("Conv2D", inputs, attrs)[0].value)
    assert counted["graphs"] == 4


def test_threads_have_handles_of_their_own_and_leave_them_behind(counted):
    """Eight threads at once, then one after the other: no two use a handle at the same time."""
    definition = kernel_named("Conv2D", WAY)
    cases = [layer(size=size, seed=size) for size in (5, 6, 7, 8)]
    runs = [Run(definition, *case) for case in cases]
    expected = [answers("Conv2D", *case)[0].value for case in cases]
    wrong = []
    barrier = threading.Barrier(8)

    def work(first):
        import cupy

        try:
            with cupy.cuda.Stream(non_blocking=True):
                barrier.wait()
                for number in range(8):
                    index = (first + number) % len(runs)
                    if not np.array_equal(runs[index](), expected[index]):
                        wrong.append(index)
        except Exception as error:
            wrong.append(error)

    for _ in range(2):
        threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert wrong == []
    assert counted["handles"] <= 9
    assert counted["graphs"] <= 9 * len(cases)


def test_on_the_second_device(fresh):
    inputs, attrs = layer(dtype=np.float16)
    (answer,) = answers("Conv2D", inputs, attrs)
    with go.Graph().as_default(), go.Session() as session:
        found = []
        for device in ("/device:GPU:0", "/device:GPU:1"):
            with go.device(device):
                found.append(go.raw_ops.Conv2D(**inputs, **attrs))
        for result in session.run(found):
            np.testing.assert_array_equal(result, answer.value)


# -- tuning ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("GRAPHOPS_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def tuned_run(**changes):
    inputs, attrs = layer(dtype=np.float32, **changes)
    (answer,) = answers("Conv2D", inputs, attrs)
    run = Run(kernel_named("Conv2D", WAY), inputs, attrs, Mode(autotune=True))
    np.testing.assert_array_equal(run(), answer.value)
    return run


def test_the_fastest_plan_is_timed_once_and_remembered(fresh, folder, monkeypatch):
    timed = []
    real = fresh["conv"]._seconds

    def seconds(plan, *args):
        real(plan, *args)
        timed.append(plan.graph.graph.get_plan_name_at_index(plan.index))
        return {"eng28": 1e-3}.get(timed[-1], 2e-3)

    monkeypatch.setattr(fresh["conv"], "_seconds", seconds)
    run = tuned_run()
    run()
    assert timed == ["eng1_k2=6", "eng25_k2=2", "eng28", "eng0"], "allowed ones, each once"
    (file,) = folder.iterdir()
    assert file.name.startswith("cudnn-")
    content = json.loads(file.read_text())
    assert list(content["plans"].values()) == ["eng28"]
    assert content["environment"]["cudnn"] == 91900

    used = []
    real_plan = fresh["plans"].Plan.execute
    monkeypatch.setattr(
        fresh["plans"].Plan, "execute", lambda plan, *args: (used.append(plan.index), real_plan(plan, *args))
    )
    monkeypatch.setattr(fresh["conv"], "TUNED", fresh["tuned"].TunedPlans())  # another process
    monkeypatch.setattr(fresh["handles"], "_HANDLES", PerThread(fresh["handles"].Handle))
    run()
    assert len(timed) == 4
    assert used == [4]


@pytest.mark.parametrize("content", ["", "[]", "{", '{"format": 1}', '{"format": 1, "plans": {"a": 1}}', "\x00" * 9])
def test_a_spoilt_file_costs_the_memory_only(fresh, folder, content):
    folder.mkdir()
    fresh["tuned"]._path().write_text(content)
    tuned_run()
    assert len(json.loads(fresh["tuned"]._path().read_text())["plans"]) == 1


def test_a_folder_that_cannot_be_written_to(fresh, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("GRAPHOPS_CACHE_DIR", str(tmp_path / "file"))
    tuned_run()


def test_a_plan_that_is_gone_is_chosen_again(fresh, folder):
    tuned_run()
    path = fresh["tuned"]._path()
    content = json.loads(path.read_text())
    content["plans"] = dict.fromkeys(content["plans"], "eng999")
    path.write_text(json.dumps(content))
    fresh["conv"].TUNED.__init__()
    fresh["handles"]._HANDLES.__init__(fresh["handles"].Handle)
    tuned_run(seed=5)
    assert "eng999" not in path.read_text()


def test_the_file_is_bounded(fresh, folder, monkeypatch):
    monkeypatch.setattr(fresh["tuned"], "_MOST_PLANS", 3)
    for size in range(5, 10):
        tuned_run(size=size)
    assert len(json.loads(fresh["tuned"]._path().read_text())["plans"]) == 3
