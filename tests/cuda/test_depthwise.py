"""Depthwise convolutions in CUDA C on the emulated GPU, against loops in float64."""

from __future__ import annotations

import dataclasses
import importlib
import itertools
import re

import ml_dtypes
import numpy as np
import pytest

from graphops.plugins.packages import load_kernels
from graphops_cpu.lib.conv_problem import ConvProblem
from graphops_cuda.runtime import source
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import NotFoundError
from graphops_registry.kernel_def import Mode
from tests.cuda.conv_runs import FLOATS, Run, check, kernel_named
from tests.cuda.emulator.on_host import ORDER_VARIABLE, ORDERS, compile_source
from tests.few import few
from tests.ops.conv_matrix import CONVOLUTIONS, configurations, few_configurations, few_edges, sizes_of, special_sizes
from tests.reference.bounds import assert_answer, assert_close_to_largest, assert_equal
from tests.reference.call import answers
from tests.reference.conv import sizes_and_pads

pytestmark = pytest.mark.emulator

OPS = [op for op in CONVOLUTIONS if op.startswith("Depthwise")]
WAY = "graphops_cuda.native.nn_depthwise."
PASSES = dict(zip(OPS, ("forward", "input_gradient", "filter_gradient"), strict=True))
TYPES = (np.float16, ml_dtypes.bfloat16, np.float32, np.float64)


@pytest.mark.parametrize("op", few(OPS, 1))
def test_every_configuration(op, full):
    """Without GRAPHOPS_FULL=1 the few in which every two values meet."""
    definition = kernel_named(op, WAY)
    found = [c for c in configurations(op) if c.T in FLOATS]
    assert len(found) == 4 * 2 * 3 * 2 * 2
    if not full:
        found = few_configurations(op, FLOATS)
    assert [fault for c in found for fault in check(definition, c, sizes_of(c))] == []


@pytest.mark.parametrize("op", OPS)
def test_the_edges(op, full):
    definition = kernel_named(op, WAY)
    """Without GRAPHOPS_FULL=1 each with each padding."""
    wrong = []
    every = ((c, name, sizes) for c in configurations(op) for name, sizes in special_sizes(c))
    for c, name, sizes in every if full else few_edges(op, lambda c: c.T in ("half", "double")):
        wrong += [f"{name}: {fault}" for fault in check(definition, c, sizes)]
    assert wrong == []


# -- kernels that march: multiplier 1, square kernels, strides of 1 and 2 ----------------------------------------------

GEOMETRIES = {  # stride -> (batch, (rows, columns), dilations, padding)
    1: [
        (2, (9, 13), (1, 1), "SAME"),
        (1, (8, 16), (1, 1), ((0, 3), (2, 1))),
        (3, (1, 1), (1, 1), ((6, 9), (7, 5))),
        (2, (7, 3), (1, 1), ((4, 0), (9, 11))),
        (1, (18, 17), (2, 3), "SAME"),
        (2, (17, 14), (3, 1), ((5, 1), (0, 8))),
    ],
    2: [
        (2, (9, 14), (1, 1), "SAME"),
        (1, (12, 16), (1, 1), ((1, 2), (3, 0))),
        (3, (2, 1), (1, 1), ((5, 9), (8, 6))),
        (2, (11, 8), (1, 1), "VALID"),
        (1, (10, 13), (1, 1), ((4, 3), (5, 6))),
    ],
}


def marching_case(op, kernel, stride, geometry, channels, dtype, channels_first, integers=True, seed=0):
    """Inputs and attrs of a call, channels first or last."""
    batch, size, dilations, padding = geometry
    rng = np.random.default_rng([kernel, stride, *size, channels, seed])
    pads = padding
    if isinstance(padding, str):
        pads = ()
    if padding == "VALID" and min(size) < kernel:
        padding, pads = "SAME", ()
    outputs, _ = sizes_and_pads(
        size, (kernel, kernel), (stride, stride), dilations, "EXPLICIT" if pads else padding, pads
    )

    def numbers(*shape):
        return (rng.integers(-2, 4, shape) if integers else 2 * rng.random(shape) - 1).astype(dtype)

    def layout(spatial, last):
        return [last, *spatial] if channels_first else [*spatial, last]

    x, y = numbers(batch, *layout(size, channels)), numbers(batch, *layout(outputs, channels))
    w = numbers(kernel, kernel, channels, 1)
    inputs = {
        "forward": {"input": x, "filter": w},
        "input_gradient": {"input_sizes": np.array(x.shape, np.int32), "filter": w, "out_backprop": y},
        "filter_gradient": {"input": x, "filter_sizes": np.array(w.shape, np.int32), "out_backprop": y},
    }[PASSES[op]]
    attrs = {
        "strides": [1, *layout((stride, stride), 1)],
        "dilations": [1, *layout(dilations, 1)],
        "padding": "EXPLICIT" if pads else padding,
        "data_format": "NCHW" if channels_first else "NHWC",
    }
    if pads:
        attrs["explicit_paddings"] = [n for pair in [(0, 0), *layout(pads, (0, 0))] for n in pair]
    return inputs, attrs


def fault_of(run, op, inputs, attrs, dtype):
    """What is wrong with a result, or None."""
    (answer,) = answers(op, inputs, attrs)
    try:
        assert_answer(run(), answer, np.dtype(dtype))
    except AssertionError as fault:
        return str(fault)
    return None


@pytest.mark.parametrize("op", few(OPS, 1))
@pytest.mark.parametrize("kernel", [3, pytest.param(5, marks=pytest.mark.full), 7])
@pytest.mark.parametrize("stride", few([1, 2], 1))
def test_every_instance_that_marches(op, kernel, stride, full):
    """Without GRAPHOPS_FULL=1 as many cases as meet every instance."""
    definition = kernel_named(op, WAY)
    each = 1 if full else 3 if kernel == 3 else 7
    wrong, used = [], set()
    for dtype, channels_first in itertools.product(TYPES, (False, True)):
        for n, geometry in enumerate(GEOMETRIES[stride]):
            for channels in (1, 8, 3 + n, 4 * (n + 2), 132):
                if (channels + n) % each:
                    continue
                inputs, attrs = marching_case(op, kernel, stride, geometry, channels, dtype, channels_first)
                run = Run(definition, inputs, attrs)
                name = run.choice.prepared._launch.name
                used.add(name)
                if fault := fault_of(run, op, inputs, attrs, dtype):
                    wrong.append(f"{name} {geometry} {channels}: {fault}")
    assert wrong == []
    declared = dict(source.instances())[f"depthwise_{PASSES[op]}"]
    assert {name for name in declared if re.search(rf", {kernel}, {stride}, \d, ", name)} <= used


@pytest.mark.parametrize("op", OPS)
@pytest.mark.parametrize("channels_first", [False, True])
@pytest.mark.parametrize("stride", [1, 2])
def test_real_numbers_are_within_the_bound_and_the_same_in_any_order_of_threads(
    op, channels_first, stride, monkeypatch
):
    definition = kernel_named(op, WAY)
    geometry = (3, (21, 19), (1, 1), "SAME")
    for dtype, channels in itertools.product(TYPES, (3, 40)):
        inputs, attrs = marching_case(op, 3, stride, geometry, channels, dtype, channels_first, integers=False)
        run = Run(definition, inputs, attrs)
        (answer,) = answers(op, inputs, attrs)
        results = []
        for order in ORDERS:
            monkeypatch.setenv(ORDER_VARIABLE, order)
            results.append(run())
        assert_answer(results[0], answer, np.dtype(dtype))
        assert_close_to_largest(results[0], answer.value, np.dtype(dtype))
        assert len({result.tobytes() for result in results}) == 1


@pytest.mark.parametrize("op", OPS)
@pytest.mark.parametrize("multiplier", [1, 2])
@pytest.mark.parametrize("channels_first", [False, True])
@pytest.mark.parametrize("stride", [1, 2])
def test_an_infinity_reaches_what_it_meets_and_nothing_else(op, multiplier, channels_first, stride, full):
    definition = kernel_named(op, WAY)
    rng = np.random.default_rng(0)
    for dtype, channels, trial in itertools.product((np.float16, np.float32), (3, 8), range(3 if full else 1)):
        geometry = (2, (7, 9), (1, 1), ((1, 2), (2, 1)))
        inputs, attrs = marching_case(op, 3, stride, geometry, channels, dtype, channels_first, seed=trial)
        if multiplier > 1:
            _multiply(inputs, multiplier, channels_first)
        operands = [name for name in inputs if not name.endswith("_sizes")]
        for spoilt in operands:
            given = {name: array.copy() for name, array in inputs.items()}
            given[spoilt].reshape(-1)[rng.integers(0, given[spoilt].size, 2)] = np.inf
            (answer,) = answers(op, given, attrs)
            assert_equal(Run(definition, given, attrs)(), answer.value, np.dtype(dtype))


def _multiply(inputs, multiplier, channels_first):
    """Repeat filter and outputs for a channel multiplier."""
    for name, axis in (("filter", 3), ("out_backprop", 1 if channels_first else 3)):
        if name in inputs:
            inputs[name] = np.repeat(inputs[name], multiplier, axis)
    if "filter_sizes" in inputs:
        inputs["filter_sizes"][3] = multiplier


@pytest.mark.parametrize("op", OPS)
def test_operands_with_gaps_at_odd_addresses_and_results_of_the_caller(op):
    import cupy

    definition = kernel_named(op, WAY)
    for kernel, channels in ((3, 8), (2, 6)):
        geometry = (2, (9, 8), (1, 1), "SAME")
        inputs, attrs = marching_case(op, kernel, 1, geometry, channels, np.float16, False)
        (answer,) = answers(op, inputs, attrs)
        run = Run(definition, inputs, attrs)
        for start in (1, 2):
            placed = []
            for x in run.inputs:
                if isinstance(x, np.ndarray):
                    placed.append(x)
                    continue
                wide = cupy.zeros(start + 2 * x.size, x.dtype)
                view = (wide[start : start + x.size] if start == 1 else wide[start::2]).reshape(x.shape)
                view[...] = x
                placed.append(view)
            assert_equal(run(inputs=placed), answer.value, np.dtype(np.float16))
        target = cupy.empty(answer.value.shape, np.float16)
        assert run.on_device(out=target) is target
        assert_equal(run.device.copy_out(target), answer.value, np.dtype(np.float16))
        gaps = cupy.empty((*answer.value.shape, 2), np.float16)[..., 1]
        assert run.on_device(out=gaps) is gaps
        assert_equal(run.device.copy_out(gaps), answer.value, np.dtype(np.float16))


@pytest.mark.parametrize("channels_first", [False, True])
@pytest.mark.parametrize("kernel", [2, 3, 5])
def test_partial_sums_in_as_much_workspace_as_is_allowed(kernel, channels_first):
    op = OPS[2]
    definition = kernel_named(op, WAY)
    inputs, attrs = marching_case(op, kernel, 1, (5, (30, 33), (1, 1), "SAME"), 12, np.float32, channels_first)
    (answer,) = answers(op, inputs, attrs)
    one = kernel * kernel * 12 * 4
    splits = []
    for copies in (1, 3, 1 << 20):
        run = Run(definition, inputs, attrs, Mode(workspace=one * copies + 8))
        splits.append(run.choice.prepared._launch.splits)
        assert run.choice.prepared.workspace_bytes == splits[-1] * one <= one * copies
        assert_equal(run(), answer.value, np.dtype(np.float32))
    assert splits[0] == 1 < splits[2]
    with pytest.raises(NotFoundError, match="partial sums"):
        Run(definition, inputs, attrs, Mode(workspace=one - 1))


@pytest.fixture
def depthwise():
    load_kernels()
    return importlib.import_module("graphops_cuda.native.nn_depthwise")


def problem_of(**changes):
    """A layer, in half and channels last."""
    sizes = {"inputs": (56, 56), "outputs": (56, 56), "kernel": (3, 3), "strides": (1, 1), "dilations": (1, 1)}
    channels = {"in_channels": 512, "out_channels": 512, "groups": 512, "multiplier": 1, "channels_first": False}
    values = {
        "op": OPS[0], "pass_": "forward", "dtype": as_dtype("half"), "batch": 128, "before": (1, 1), "after": (1, 1),
        "products": 1, "x_index": 0, "w_index": 1, "y_index": None,
    }  # fmt: skip
    return ConvProblem(**{**values, **sizes, **channels, **changes})


@pytest.mark.parametrize("pass_", PASSES.values())
@pytest.mark.parametrize("changes", [{}, {"kernel": (2, 3)}])
def test_sizes_are_passed_in_the_structs_of_the_sources(pass_, changes, depthwise):
    launch = depthwise.launch_for(problem_of(pass_=pass_, **changes), Mode())
    compiled = compile_source(source.text(launch.source), [launch.name])[launch.name]
    struct = compiled.parameters[-1]
    assert struct.type == ("DepthwiseSizes" if changes else "DepthwiseMarch")
    assert struct.size == launch.sizes.dtype.itemsize


@pytest.mark.parametrize("pass_", PASSES.values())
def test_a_layer_fills_the_device_without_a_last_wave_that_is_nearly_empty(pass_, depthwise):
    launch = depthwise.launch_for(problem_of(pass_=pass_), Mode())
    together = 2 * 132
    waves = -(-launch.grid // together)
    assert launch.grid > 0.9 * waves * together
    if pass_ != "filter_gradient":
        return
    assert launch.splits * 9 * 512 * 4 < 64 << 20


@pytest.mark.parametrize("pass_", PASSES.values())
@pytest.mark.parametrize("channels_first", [False, True])
@pytest.mark.parametrize("kernel", [(3, 3), (3, 2)])
def test_more_than_two_to_the_31_elements(pass_, channels_first, kernel, depthwise):
    """Nothing of it is computed: numbers of blocks and of strips hold."""
    problem = problem_of(
        pass_=pass_, batch=96, inputs=(1024, 1024), outputs=(1024, 1024), in_channels=64, out_channels=64,
        groups=64, channels_first=channels_first, kernel=kernel,
    )  # fmt: skip
    launch = depthwise.launch_for(problem, Mode())
    assert 0 < launch.grid < 2**31
    if kernel == (3, 2):
        assert "_any" in launch.name
        each = 4 if not channels_first and pass_ != "filter_gradient" else 1
        positions = 96 * 1024 * 1024
        assert int(launch.sizes["count"]) == (6 * 64 if pass_ == "filter_gradient" else positions * 64 // each)
    else:
        width = int(launch.name.split(", ")[4])
        strips = 96 * -(-1024 // width) * int(launch.sizes["chunks"])
        assert int(launch.sizes["items"]) == strips * (64 if channels_first and pass_ != "filter_gradient" else 1)
    assert depthwise.why_not(dataclasses.replace(problem, out_channels=2**31), Mode()) is not None


def test_cudnn_comes_first_where_it_has_kernels_of_its_own_and_nothing_marches():
    (op, *_) = OPS
    definition = kernel_named(op, WAY)
    others = kernel_named(op, "cudnn.conv.").priority
    geometry = (2, (9, 8), (1, 1), "SAME")
    for kernel, dtype, first, below in (
        (3, np.float16, False, False), (4, np.float16, False, True), (4, np.float16, True, False),
        (4, np.float32, False, False), (4, ml_dtypes.bfloat16, False, False),
    ):  # fmt: skip
        run = Run(definition, *marching_case(op, kernel, 1, geometry, 8, dtype, first))
        spec = run.choice.spec
        assert (definition.priority_for(spec) < others) == below
