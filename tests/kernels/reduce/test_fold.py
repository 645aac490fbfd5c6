"""Input gradients of few channels as forward convolutions, and dilated filter gradients as undilated ones."""

import dataclasses

import ml_dtypes
import numpy as np
import pytest

from graphops_cpu.reduce.fold import has_nan
from graphops_cpu.reduce.fold_geometry import folded_axis
from graphops_registry.errors import NotFoundError
from tests.few import few
from tests.kernels.blas.runs import Run, check, kernel_named, run
from tests.ops.conv_matrix import CONVOLUTIONS, call, configurations, few_configurations, sizes_of, special_sizes
from tests.reference.call import answers

INPUT_GRADIENTS = [op for op in CONVOLUTIONS if "BackpropInput" in op and not op.startswith("Depthwise")]
DILATED = ["Conv3DBackpropFilter", "Conv3DBackpropFilterV2"]


@pytest.mark.parametrize("op", INPUT_GRADIENTS)
def test_folded_input_gradients(op, full):
    """One to four channels; without GRAPHOPS_FULL=1 the few configurations in which every two values meet."""
    definition = kernel_named(op, ".fold.")
    wrong, done = [], 0
    dtypes = ("float", "bfloat16")
    found = [c for c in configurations(op) if c.T in dtypes] if full else few_configurations(op, dtypes)
    for channels in (1, 2, 3, 4):
        for c in found:
            if c.grouped:
                continue
            try:
                wrong += check(definition, c, dataclasses.replace(sizes_of(c), channels=channels))
            except NotFoundError:
                continue
            done += 1
    assert wrong == []
    assert done > 4


@pytest.mark.full
@pytest.mark.parametrize("op", [*INPUT_GRADIENTS, *DILATED])
def test_the_edges(op):
    definition = kernel_named(op, ".fold_dilation." if op in DILATED else ".fold.")
    wrong, done = [], 0
    for c in configurations(op):
        if c.T == "float" and not c.grouped:
            for name, sizes in special_sizes(c):
                small = sizes if op in DILATED else dataclasses.replace(sizes, channels=min(3, sizes.channels))
                if small.groups > 1:
                    continue
                try:
                    wrong += [f"{name}: {fault}" for fault in check(definition, c, small)]
                except NotFoundError:
                    continue
                done += 1
    assert wrong == []
    assert done > 4


@pytest.mark.parametrize("op", DILATED)
def test_dilated_filter_gradients(op, full):
    """Without GRAPHOPS_FULL=1 every third configuration: with two layouts any two values still meet."""
    definition = kernel_named(op, ".fold_dilation.")
    wrong, done = [], 0
    found = [c for c in configurations(op) if c.T in ("float", "bfloat16") and c.dilated and not c.strided]
    for c in found if full else found[::3]:
        for kernel, dilations in (((3, 3, 1), (2, 2, 1)), ((2, 3, 2), (2, 1, 3)), ((3, 1, 3), (1, 4, 2))):
            for spatial in ((8, 7, 9), (9, 6, 8)):
                sizes = dataclasses.replace(sizes_of(c), spatial=spatial, kernel=kernel, dilations=dilations)
                wrong += check(definition, c, sizes)
                done += 1
    assert wrong == []
    assert done > 4


def example(op, channels=3):
    """The first configuration of an op in float with SAME padding, of few channels and, for filters, dilated."""
    dilated = op in DILATED
    found = (c for c in configurations(op) if c.T == "float" and c.padding == "SAME" and not c.grouped)
    c = next(c for c in found if c.dilated == dilated and not c.strided)
    return call(c, dataclasses.replace(sizes_of(c), channels=channels), integers=False)


@pytest.mark.parametrize("value", few([np.inf, -np.inf, np.nan], 1))
@pytest.mark.parametrize("operand", ["input", "filter", "out_backprop"])
@pytest.mark.parametrize("op", ["Conv2DBackpropInput", "Conv3DBackpropInputV2", "Conv3DBackpropFilterV2"])
def test_an_infinity_meets_no_zero_of_ours(op, operand, value):
    inputs, attrs = example(op)
    if operand not in inputs:
        pytest.skip("the op has no such operand")
    inputs[operand].flat[[0, -1]] = value
    (answer,) = answers(op, inputs, attrs)
    actual = run(kernel_named(op, ".fold_dilation." if op in DILATED else ".fold."), inputs, attrs)
    np.testing.assert_array_equal(np.isnan(actual), np.isnan(answer.value))
    infinite = np.isinf(answer.value)
    np.testing.assert_array_equal(actual[infinite], answer.value[infinite])
    finite = np.isfinite(answer.value)
    np.testing.assert_allclose(actual[finite], answer.value[finite], rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("op", ["Conv2DBackpropInput", "Conv3DBackpropFilterV2"])
def test_written_where_it_should_be_and_always_the_same(op):
    inputs, attrs = example(op)
    prepared = Run(kernel_named(op, ".fold_dilation." if op in DILATED else ".fold."), inputs, attrs)
    expected = prepared()
    out = np.full_like(expected, 7)
    assert prepared(out) is out
    assert out.tobytes() == expected.tobytes()
    scattered = np.full((*expected.shape[:-1], 2 * expected.shape[-1]), 7, expected.dtype)[..., ::2]
    assert prepared(scattered) is scattered
    np.testing.assert_array_equal(scattered, expected)


@pytest.mark.parametrize("multiple", [1, 2, 3])
@pytest.mark.parametrize("stride, dilation", [(1, 1), (2, 1), (3, 2), (2, 3), (1, 4)])
def test_every_product_has_its_place_in_the_grouped_axis(stride, dilation, multiple):
    """Position p of x, output o and kernel position k that belong together do so in the new one, and only they."""
    size, kernel, before = 17, 3, 1
    output = -(-size // stride)
    axis = folded_axis(size, output, kernel, stride, dilation, before, multiple)
    meet = {
        (o * stride + k * dilation - before, o, k)
        for o in range(output)
        for k in range(kernel)
        if 0 <= o * stride + k * dilation - before < size
    }
    found = {
        (q * axis.group + f, q * axis.stride + new * axis.dilation - axis.before, k)
        for q in range(axis.groups)
        for new, f, k in axis.pairs
    }
    assert {(p, o, k) for p, o, k in found if 0 <= p < size and 0 <= o < output} == meet


@pytest.mark.parametrize("dtype", [np.float32, ml_dtypes.bfloat16])
def test_has_nan(dtype):
    values = np.array([1, np.inf, -np.inf, 0, -3], dtype)
    assert not has_nan(values)
    for nan in (np.nan, -np.nan):
        values[2] = nan
        assert has_nan(values)
    assert not has_nan(values[:0])
