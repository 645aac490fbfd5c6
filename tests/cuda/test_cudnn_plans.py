"""Plans of the real cuDNN for a card that is only described: every configuration has one, and it is one of those whose
numbers we accept. Needs the wheels of cuDNN and its frontend, and no GPU."""

from __future__ import annotations

import dataclasses
import importlib
import json
import sys

import numpy as np
import pytest

from graphops.build.binding import bind
from graphops.plan.choose.kernel_choice import NodeKernels
from graphops.plugins.packages import load_kernels
from graphops_cpu.lib.conv_problem import conv_problem
from graphops_cuda.cudnn import library
from graphops_cuda.cudnn.conv_desc import ConvDesc, describe
from graphops_cuda.cudnn.graph import Unsupported, make_graph
from graphops_cuda.cudnn.plans import first_plan, named_plan, plans
from graphops_cuda.runtime import driver
from graphops_registry.kernel_def import Mode
from graphops_registry.op_def import lookup_op
from tests.ops.conv_matrix import CONVOLUTIONS, call, configurations, sizes_of, special_sizes

FLOATS = ("half", "bfloat16", "float", "double")
H200 = {
    "maxGridSize": [2147483647, 65535, 65535], "maxBlockSize": [1024, 1024, 64], "regsPerBlock": 65536,
    "multiProcessorCount": 132, "warpSize": 32, "maxSharedMemoryPerBlock": 49152,
    "maxSharedMemoryPerBlockOptin": 232448, "reservedSharedMemoryPerBlock": 1024, "maxRegistersPerSM": 65536,
    "maxCtasPerSM": 32, "maxThreadsPerBlock": 1024, "maxThreadsPerSM": 2048, "pciDeviceId": 0, "cudaDeviceId": 0,
    "isTccDriver": 0, "supportCoopLaunch": 1, "totalGlobalMem": 150754820096, "smClockRateKHz": 1980000,
    "memClockRateKHz": 3201000, "l2CacheSize": 62914560, "deviceVer": 900, "driverVer": 13000,
    "deviceName": "NVIDIA H200",
}  # fmt: skip


@pytest.fixture(scope="module")
def card():
    """The description of an H200."""
    cudnn = pytest.importorskip("cudnn")
    if hasattr(cudnn, "IS_EMULATED"):
        pytest.skip("this is the emulated cuDNN")
    importlib.import_module("graphops_cuda.cudnn.library").why_unavailable.cache_clear()
    reason = library.why_unavailable()
    if reason is not None:
        pytest.skip(reason)
    try:
        return cudnn.create_device_properties(json.dumps(H200))
    except RuntimeError as error:
        if "SUBLIBRARY_LOADING_FAILED" not in str(error) or driver.driver().version:
            raise
        pytest.skip(f"cuDNN {library.dotted(library.version())} builds no plan without the driver's library")


def description(c, s, mode=None) -> ConvDesc | str | None:
    """What a configuration is to cuDNN: ``None`` without products, a reason if it is refused before cuDNN is asked."""
    load_kernels()
    inputs, attrs = call(c, s, integers=True)
    op = lookup_op(c.op)
    bound = bind(op.op_def, {**inputs, **attrs})
    kernels = NodeKernels(op, bound.attrs, "CPU")
    values = [np.asarray(x) if index in kernels.host_inputs else None for index, x in enumerate(bound.inputs)]
    spec = kernels.spec(tuple(np.asarray(x).shape for x in bound.inputs), values, (True,))
    problem = conv_problem(spec)
    return describe(problem, mode or Mode()) if problem.products else None


def planned(desc, card):
    return first_plan(make_graph(desc, device_property=card), on_device=False)


def check(cases, card):
    """Build the plan of each of (name, description): how many there were, and what is wrong."""
    wrong, built = [], 0
    for name, desc in cases:
        if desc is None:
            continue
        if isinstance(desc, str):
            wrong.append(f"{name}: refused: {desc}")
            continue
        try:
            plan = planned(desc, card)
        except Unsupported as refusal:
            wrong.append(f"{name}: {desc}: {refusal}")
            continue
        built += 1
        if not 0 <= plan.workspace <= desc.workspace:
            wrong.append(f"{name}: workspace {plan.workspace}")
    return built, wrong


@pytest.mark.parametrize("op", CONVOLUTIONS)
def test_every_configuration_has_a_plan(op, card, record_property):
    cases = ((c, description(c, sizes_of(c))) for c in configurations(op) if c.T in FLOATS)
    built, wrong = check(cases, card)
    print(f"{op}: {built} plans")
    record_property("plans", built)
    assert wrong == []
    assert built


@pytest.mark.parametrize("op", CONVOLUTIONS)
def test_the_edges_have_plans(op, card, full):
    cases = (
        ((name, c), description(c, sizes))
        for c in configurations(op)
        if c.T in FLOATS and (full or (c.dilated == c.strided and not c.grouped and c.T in ("half", "double")))
        for name, sizes in special_sizes(c)
    )
    built, wrong = check(cases, card)
    print(f"{op}: {built} plans at the edges")
    assert wrong == []
    assert built


def test_a_bias_in_16_bits_has_plans(card):
    """Added before the result is rounded: the only way to a fused convolution by cuDNN in half."""
    cases = []
    for c in configurations("Conv2D"):
        if c.T in ("half", "bfloat16"):
            desc = description(c, sizes_of(c))
            assert isinstance(desc, ConvDesc)
            cases.append((c, dataclasses.replace(desc, bias=True)))
    built, wrong = check(cases, card)
    print(f"{built} plans with a bias")
    assert wrong == []
    assert built == 96


def layer(pass_="forward", dtype="float32", **changes):  # noqa: S107
    desc = ConvDesc(
        pass_, dtype, (64, 256, 28, 28), (256, 256, 3, 3), (64, 256, 28, 28), False, (1, 1), (1, 1), (1, 1), (1, 1)
    )
    return dataclasses.replace(desc, **changes)


PASSES = ("forward", "input_gradient", "filter_gradient")


def notes_of(plan):
    """The numerical notes of a plan, by the lists that cuDNN gives with and without them."""
    return plan.graph.graph.get_plan_name_at_index(plan.index)


@pytest.mark.parametrize("pass_", PASSES)
def test_float32_is_not_rounded_to_tf32_unless_allowed(pass_, card):
    """cuDNN lists plans with tensor cores first: strict numbers skip them."""
    strict = {notes_of(plan) for plan in plans(make_graph(layer(pass_), device_property=card))}
    loose = {notes_of(plan) for plan in plans(make_graph(layer(pass_, tf32=True), device_property=card))}
    assert strict
    assert loose
    assert not strict & loose, "eight promising plans of each kind have none in common"


@pytest.mark.parametrize("pass_", ["input_gradient", "filter_gradient"])
def test_deterministic_plans(pass_, card):
    """Float64 gradients have plans that add atomically; they are not among those of deterministic runs."""
    cudnn = pytest.importorskip("cudnn")
    desc = layer(pass_, "float64", deterministic=True)
    graph = make_graph(desc, device_property=card)
    allowed = {notes_of(plan) for plan in plans(graph)}
    without = make_graph(dataclasses.replace(desc, deterministic=False), device_property=card)
    without.graph.select_numeric_notes([cudnn.numerical_note.NONDETERMINISTIC])
    random = {notes_of(plan) for plan in plans(without)}
    assert allowed
    assert not allowed & random
    if pass_ == "input_gradient":
        assert random, "the test would show nothing otherwise"


def test_a_workspace_that_is_too_small_is_not_exceeded(card):
    desc = layer("input_gradient", "float64")
    ample = planned(desc, card)
    tight = planned(dataclasses.replace(desc, workspace=1000), card)
    assert ample.workspace > 100 << 20
    assert tight.workspace <= 1000
    for plan in plans(make_graph(dataclasses.replace(desc, workspace=1000), device_property=card)):
        assert plan.workspace <= 1000


def test_plans_are_found_by_name(card):
    graph = make_graph(layer(dtype="float16"), device_property=card)
    found = list(plans(graph))
    assert len(found) > 2
    again = make_graph(layer(dtype="float16"), device_property=card)
    plan = named_plan(again, notes_of(found[2]))
    assert plan is not None
    assert notes_of(plan) == notes_of(found[2])
    assert named_plan(again, "eng999") is None


def test_more_than_32_bits_of_elements(card):
    """Tensors of 2^32 elements, in half too."""
    for dtype in ("float16", "bfloat16", "float32", "float64"):
        for pass_ in PASSES:
            desc = ConvDesc(
                pass_, dtype, (64, 64, 1024, 1024), (64, 64, 3, 3), (64, 64, 1024, 1024), False, (1, 1), (1, 1),
                (1, 1), (1, 1), workspace=64 << 30,
            )  # fmt: skip
            planned(desc, card)


def test_the_real_library_was_asked(card):
    assert "emulator" not in (sys.modules["cudnn"].__file__ or "")
    assert library.version() >= library.OLDEST
