"""The BLAS kernels in the configurations of the dense convolutions, against slow loops in float64."""

import numpy as np
import pytest

from graphops_cpu.blas import gather, kernels
from tests.kernels.blas.runs import check, kernel_named, run
from tests.ops.conv_matrix import (
    CONVOLUTIONS,
    call,
    configurations,
    few_configurations,
    few_edges,
    sizes_of,
    special_sizes,
)
from tests.reference.call import answers

DENSE = [op for op in CONVOLUTIONS if not op.startswith("Depthwise")]


@pytest.fixture(params=["boxes of all", "boxes of few", "no columns"])
def boxes(request, monkeypatch):
    """Sizes at which these small cases are cut into one box or many, and the way without columns."""
    if request.param == "boxes of few":
        monkeypatch.setattr(gather, "COLUMN_BYTES", 500)
        monkeypatch.setattr(gather, "_MOST_BYTES", 700)
        monkeypatch.setattr(gather, "_FEWEST_POSITIONS", 3)
    if request.param == "no columns":
        monkeypatch.setattr(gather.Gather, "wasteful", True)
        monkeypatch.setattr(gather.Gather, "sparse", True)
    return request.param


@pytest.fixture(params=["gathered", "scattered"])
def way(request, monkeypatch):
    """Both ways to compute an input gradient, of which only one would be chosen."""
    scattered = request.param == "scattered"
    monkeypatch.setattr(kernels, "_better_scattered", lambda problem, gather: scattered and not gather.sparse)


@pytest.fixture(autouse=True)
def fresh():
    """Nothing prepared in one test is found by another, which may have other sizes of boxes."""
    from graphops.plan.choose.prepared_cache import PREPARED

    PREPARED.clear()
    yield
    PREPARED.clear()


@pytest.mark.parametrize("op", DENSE)
def test_every_configuration(op, boxes, full):
    """Without GRAPHOPS_FULL=1 the few in which every two values meet, with each way of cutting them."""
    definition = kernel_named(op, ".blas.")
    found = [c for c in configurations(op) if c.T in ("float", "double")]
    if not full:
        found = few_configurations(op, ("float", "double"))
    assert found
    assert [fault for c in found for fault in check(definition, c, sizes_of(c))] == []


@pytest.mark.parametrize("op", [op for op in DENSE if "BackpropInput" in op])
def test_both_ways_of_an_input_gradient(op, way, full):
    """Without GRAPHOPS_FULL=1 the few in which every two values meet."""
    definition = kernel_named(op, ".blas.")
    found = [c for c in configurations(op) if c.T == "float"] if full else few_configurations(op, ("float",))
    assert [fault for c in found for fault in check(definition, c, sizes_of(c))] == []


@pytest.mark.parametrize("op", ["Conv2DBackpropInput", "Conv3DBackpropInputV2"])
@pytest.mark.parametrize("operand", ["filter", "out_backprop"])
def test_an_infinity_in_both_ways(op, operand, way):
    an_infinity_in(operand, op, np.inf)


@pytest.mark.parametrize("op", DENSE)
def test_the_edges(op, full, monkeypatch):
    """Each size with each padding; with GRAPHOPS_FULL=1 in every configuration. Input gradients by gathers."""
    monkeypatch.setattr(kernels, "_better_scattered", lambda problem, gather: False)
    definition = kernel_named(op, ".blas.")
    wrong = []
    meant = [c for c in configurations(op) if c.T in ("float", "double")]
    every = ((c, name, sizes) for c in meant for name, sizes in special_sizes(c))
    for c, name, sizes in every if full else few_edges(op, lambda c: c.T == "float" and not c.grouped):
        wrong += [f"{name}: {fault}" for fault in check(definition, c, sizes)]
    assert wrong == []


@pytest.mark.parametrize("op", ["Conv2D", "Conv2DBackpropInput", "Conv2DBackpropFilter", "Conv3D"])
@pytest.mark.parametrize("operand", ["input", "filter", "out_backprop"])
@pytest.mark.parametrize("value", [np.inf, -np.inf, np.nan])
def test_an_infinity_meets_only_what_it_really_meets(op, operand, value, boxes):
    an_infinity_in(operand, op, value)


def an_infinity_in(operand, op, value):
    """NaN, infinities and numbers stand where they should, with padding and if the op has such an operand."""
    definition = kernel_named(op, ".blas.")
    tried = 0
    for c in configurations(op):
        if c.T != "float" or c.grouped or c.padding == "VALID":
            continue
        inputs, attrs = call(c, sizes_of(c), integers=False)
        if operand not in inputs:
            continue
        inputs[operand].flat[[0, -1]] = value
        (answer,) = answers(op, inputs, attrs)
        actual = run(definition, inputs, attrs)
        np.testing.assert_array_equal(np.isnan(actual), np.isnan(answer.value), err_msg=f"{c}")
        infinite = np.isinf(answer.value)
        np.testing.assert_array_equal(actual[infinite], answer.value[infinite], err_msg=f"{c}")
        finite = np.isfinite(answer.value)
        np.testing.assert_allclose(actual[finite], answer.value[finite], rtol=1e-4, atol=1e-4)
        tried += 1
    assert tried or operand not in inputs
