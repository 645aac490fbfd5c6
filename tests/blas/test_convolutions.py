"""The BLAS kernels in every configuration of the dense convolutions, against slow loops in float64."""

import numpy as np
import pytest

from graphops_cpu.blas import gather
from tests.blas.runs import check, kernel_named, run
from tests.ops.conv_matrix import CONVOLUTIONS, call, configurations, sizes_of, special_sizes
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


@pytest.fixture(autouse=True)
def fresh():
    """Nothing prepared in one test is found by another, which may have other sizes of boxes."""
    from graphops.prepared_cache import PREPARED

    PREPARED.clear()
    yield
    PREPARED.clear()


@pytest.mark.parametrize("op", DENSE)
def test_every_configuration(op, boxes):
    definition = kernel_named(op, ".blas.")
    found = [c for c in configurations(op) if c.T in ("float", "double")]
    assert found
    assert [fault for c in found for fault in check(definition, c, sizes_of(c))] == []


@pytest.mark.parametrize("op", DENSE)
def test_the_edges(op, full):
    """In float without groups; with GRAPHOPS_FULL=1 in every configuration."""
    definition = kernel_named(op, ".blas.")
    wrong = []
    for c in configurations(op):
        if c.T in ("float", "double") and (full or (c.T == "float" and c.dilated == c.strided and not c.grouped)):
            for name, sizes in special_sizes(c):
                wrong += [f"{name}: {fault}" for fault in check(definition, c, sizes)]
    assert wrong == []


@pytest.mark.parametrize("op", ["Conv2D", "Conv2DBackpropInput", "Conv2DBackpropFilter", "Conv3D"])
@pytest.mark.parametrize("operand", ["input", "filter", "out_backprop"])
@pytest.mark.parametrize("value", [np.inf, -np.inf, np.nan])
def test_an_infinity_meets_only_what_it_really_meets(op, operand, value):
    definition = kernel_named(op, ".blas.")
    tried = 0
    for c in configurations(op):
        if c.T != "float" or c.grouped:
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
