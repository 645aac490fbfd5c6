"""The convolution oracles against what is not themselves: hand-made numbers, identities, TensorFlow."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from tests.golden.case import Case
from tests.golden.load import load
from tests.reference import bounds, call
from tests.reference.answer import Array, Pairs, widen
from tests.reference.conv import (
    conv,
    conv_filter_gradient,
    conv_filter_gradient_magnitude,
    conv_input_gradient,
    conv_input_gradient_magnitude,
    conv_magnitude,
)
from tests.reference.depthwise import depthwise, depthwise_filter_gradient, depthwise_input_gradient
from tests.reference.geometry import meetings, output_size, pads_of
from tests.reference.small_calls import numbers, one

# TensorFlow adds half and bfloat16 in their own precision (tests/golden/README.md).
OWN_PRECISION = {"float16": 1e-3, "bfloat16": 1e-2}


# -- geometry ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "kernel", "stride", "dilation", "pads", "output"),
    [
        (13, 6, 5, 1, (1, 2), 3),  # the example of tf.nn's documentation: 13 wide, filter 6, stride 5
        (13, 6, 5, 1, (0, 0), 2),  # the same, VALID
        (5, 2, 1, 2, (1, 1), 5),
        (4, 5, 1, 1, (0, 0), 0),  # TensorFlow's kernels: room 0
        (1, 5, 3, 1, (0, 0), 0),  # room -1, divided towards zero
        (1, 5, 10, 1, (0, 0), 0),
        (0, 3, 1, 1, (2, 2), 2),
        (0, 7, 1, 1, (0, 0), 0),
    ],
)
def test_output_size(size: int, kernel: int, stride: int, dilation: int, pads: tuple[int, int], output: int) -> None:
    assert output_size(size, kernel, stride, dilation, "EXPLICIT", pads) == output


@pytest.mark.parametrize(("size", "kernel", "stride"), [(3, 5, 1), (4, 9, 1), (1, 7, 3)])
def test_output_size_of_a_window_that_does_not_fit(size: int, kernel: int, stride: int) -> None:
    with pytest.raises(ValueError, match="does not fit"):
        output_size(size, kernel, stride, 1, "VALID")


@pytest.mark.parametrize(
    ("size", "kernel", "stride", "dilation", "pads"),
    [
        (13, 6, 5, 1, (1, 2)),
        (5, 3, 1, 1, (1, 1)),
        (5, 4, 1, 1, (1, 2)),  # the odd one behind
        (5, 3, 1, 3, (3, 3)),
        (7, 1, 3, 1, (0, 0)),  # never negative
        (1, 7, 1, 1, (3, 3)),
        (0, 3, 1, 1, (1, 1)),
    ],
)
def test_same_padding(size: int, kernel: int, stride: int, dilation: int, pads: tuple[int, int]) -> None:
    assert pads_of(size, kernel, stride, dilation, "SAME") == pads


def test_same_padding_gives_the_size_over_the_stride_rounded_up() -> None:
    for size, kernel, stride, rate in itertools.product(range(9), range(5), range(1, 5), range(1, 4)):
        pads = pads_of(size, kernel, stride, rate, "SAME")
        assert output_size(size, kernel, stride, rate, "SAME") == -(-size // stride)
        assert output_size(size, kernel, stride, rate, "EXPLICIT", pads) == -(-size // stride)
        assert 0 <= pads[1] - pads[0] <= 1
        assert pads[0] >= 0 or not kernel


def test_other_paddings() -> None:
    assert pads_of(5, 3, 1, 1, "VALID", (4, 4)) == (0, 0)
    assert pads_of(5, 3, 1, 1, "EXPLICIT", (4, 1)) == (4, 1)
    with pytest.raises(ValueError, match="same"):
        pads_of(5, 3, 1, 1, "same")


def test_meetings() -> None:
    """Five elements, three taps two apart, moving by two, two pads before and one behind: outputs at -2, 0."""
    found = [(p.tolist(), t.tolist()) for p, t in meetings([5], [3], [2], [2], [(2, 1)])]
    assert found == [([0, 2], [1, 2]), ([0, 2, 4], [0, 1, 2])]
    # Two axes: row-major positions of a 2 x 3 image, row-major taps of a 2 x 2 window.
    found = [(p.tolist(), t.tolist()) for p, t in meetings([2, 3], [2, 2], [1, 1], [1, 1], [(0, 0), (0, 1)])]
    assert found == [([0, 1, 3, 4], [0, 1, 2, 3]), ([1, 2, 4, 5], [0, 1, 2, 3]), ([2, 5], [0, 2])]


# -- hand-made numbers -------------------------------------------------------------------------------------------------

EXAMPLE_ATTRS = {"strides": [1, 4, 3, 2, 1], "padding": "SAME", "data_format": "NDHWC"}
EXAMPLE_GRADIENT = [
    *(121040, 127840, 130848, 138176, 140656, 148512, 150464, 158848),
    *(160272, 169184, 170080, 179520, 179888, 189856, 189696, 200192),
    *(199504, 210528, 209312, 220864, 219120, 231200, 228928, 241536),
    *(238736, 251872, 248544, 262208, 258352, 272544, 268160, 282880),
]


def test_the_published_example() -> None:
    """A block page with numbers: Conv3D of 1..32 with itself, then the gradient of its filter for that result."""
    count = np.arange(1, 33, dtype=np.float32).reshape(2, 2, 2, 2, 2)
    y = one("Conv3D", EXAMPLE_ATTRS, input=count, filter=count)
    assert y.shape == (2, 1, 1, 1, 2)
    assert y.ravel().tolist() == [2856, 2992, 6952, 7344]
    dw = one("Conv3DBackpropFilterV2", EXAMPLE_ATTRS, input=count, filter_sizes=[2] * 5, out_backprop=y)
    assert dw.shape == (2, 2, 2, 2, 2)
    assert dw.ravel().tolist() == EXAMPLE_GRADIENT


def test_one_dimension_by_hand() -> None:
    x, w = np.array([1, 2, 3, 4.0]).reshape(1, 4, 1), np.array([10, 1.0]).reshape(2, 1, 1)
    pads = [(1, 0)]
    # The windows are (pad, 2), (1, 3), (2, 4): two apart, padded by one before.
    assert conv(x, w, [1], [2], pads).ravel().tolist() == [2, 13, 24]
    dy = np.array([1, 10, 100.0]).reshape(1, 3, 1)
    dx = conv_input_gradient((1, 4, 1), w, dy, [1], [2], pads)
    assert dx.ravel().tolist() == [10 * 10, 1 * 1 + 10 * 100, 1 * 10, 1 * 100]
    dw = conv_filter_gradient(x, (2, 1, 1), dy, [1], [2], pads)
    assert dw.ravel().tolist() == [10 * 1 + 100 * 2, 1 * 2 + 10 * 3 + 100 * 4]


def test_groups_by_hand() -> None:
    """Outputs 0, 1 see inputs 0, 1; outputs 2, 3 see inputs 2, 3."""
    x = np.array([[1, 2, 3, 4.0]])  # [batch, channels]: no spatial axis at all
    w = np.array([[1, 10, 100, 1000], [1, 1, 1, 1.0]])
    assert conv(x, w, [], [], []).tolist() == [[3, 12, 304, 3004]]


def test_depthwise_by_hand() -> None:
    x = np.array([[1, 2.0], [3, 4]]).reshape(1, 2, 2)  # two positions of two channels
    w = np.array([[[1, 10], [100, 1000.0]]])  # one tap, two channels, multiplier 2
    assert depthwise(x, w, [1], [1], [(0, 0)]).tolist() == [[[1, 10, 200, 2000], [3, 30, 400, 4000]]]


# -- identities --------------------------------------------------------------------------------------------------------

GEOMETRIES: list[tuple[tuple[int, ...], tuple[int, ...], Sequence[int], Sequence[int], Pairs]] = [
    ((6,), (3,), [1], [1], [(0, 0)]),
    ((7,), (3,), [2], [2], [(3, 1)]),
    ((5, 6), (3, 2), [1, 2], [2, 1], [(1, 2), (0, 1)]),
    ((7, 5), (1, 2), [3, 4], [1, 1], [(0, 0), (0, 0)]),  # stride > kernel
    ((2, 3), (4, 5), [1, 1], [1, 1], [(1, 2), (2, 2)]),  # kernel > input
    ((3, 3), (2, 2), [1, 2], [5, 1], [(3, 2), (6, 6)]),  # windows in the padding only
    ((4, 3, 5), (2, 1, 3), [2, 1, 1], [1, 3, 2], [(0, 1), (1, 0), (2, 2)]),
    ((2, 3, 2, 3), (2, 1, 2, 2), [1, 2, 1, 1], [1, 1, 1, 2], [(0, 0), (0, 0), (1, 1), (0, 2)]),
]


@pytest.mark.parametrize("groups", [1, 2, 3])
@pytest.mark.parametrize("geometry", GEOMETRIES, ids=str)
def test_the_three_passes_are_adjoint(geometry: Any, groups: int) -> None:
    sizes, kernels, *window = geometry
    x, w = numbers(2, *sizes, 2 * groups), numbers(*kernels, 2, 3 * groups, seed=1)
    y = conv(x, w, *window)
    dy = numbers(*y.shape, seed=2)
    dx, dw = conv_input_gradient(x.shape, w, dy, *window), conv_filter_gradient(x, w.shape, dy, *window)
    assert y.any()
    assert (dy * y).sum() == (dx * x).sum() == (dw * w).sum()
    # The same for what the error bound is made of, and it bounds the values.
    magnitude = conv_magnitude(x, w, *window)
    assert (np.abs(dy) * magnitude).sum() == (conv_input_gradient_magnitude(x.shape, w, dy, *window) * np.abs(x)).sum()
    assert (np.abs(dy) * magnitude).sum() == (conv_filter_gradient_magnitude(x, w.shape, dy, *window) * np.abs(w)).sum()
    assert (magnitude >= np.abs(y)).all()


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=str)
def test_depthwise_is_a_convolution_of_as_many_groups_as_channels(geometry: Any) -> None:
    sizes, kernels, *window = geometry
    x, w = numbers(2, *sizes, 3), numbers(*kernels, 3, 2, seed=1)
    grouped = w.reshape(*kernels, 1, 6)
    y = depthwise(x, w, *window)
    np.testing.assert_array_equal(y, conv(x, grouped, *window))
    dy = numbers(*y.shape, seed=2)
    dx = depthwise_input_gradient(x.shape, w, dy, *window)
    np.testing.assert_array_equal(dx, conv_input_gradient(x.shape, grouped, dy, *window))
    dw = depthwise_filter_gradient(x, w.shape, dy, *window)
    np.testing.assert_array_equal(dw, conv_filter_gradient(x, grouped.shape, dy, *window).reshape(w.shape))


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=str)
def test_the_filter_gradient_is_a_convolution_of_the_padded_input(geometry: Any) -> None:
    """Batch and channels swapped, stride and dilation swapped, cropped to the filter's size."""
    sizes, kernels, strides, dilations, pads = geometry
    x, w_shape = numbers(2, *sizes, 3), (*kernels, 3, 2)
    dy = numbers(*conv(x, np.zeros(w_shape), strides, dilations, pads).shape, seed=2)
    padded = np.pad(x, [(0, 0), *pads, (0, 0)])
    swapped, kernel = np.swapaxes(padded, 0, -1), np.moveaxis(dy, 0, -2)
    result = conv(swapped, kernel, dilations, strides, [(0, 0)] * len(sizes))
    cropped = np.moveaxis(result[(slice(None), *(slice(k) for k in kernels))], 0, -2)
    np.testing.assert_array_equal(cropped, conv_filter_gradient(x, w_shape, dy, strides, dilations, pads))


def test_a_filter_of_one_tap_is_a_matrix_product() -> None:
    x, w = numbers(2, 4, 5, 3), numbers(1, 1, 3, 6, seed=1)
    np.testing.assert_array_equal(conv(x, w, [1, 1], [1, 1], [(0, 0)] * 2), x @ w[0, 0])
    dy = numbers(2, 4, 5, 6, seed=2)
    np.testing.assert_array_equal(conv_input_gradient(x.shape, w, dy, [1, 1], [7, 7], [(0, 0)] * 2), dy @ w[0, 0].T)
    dw = conv_filter_gradient(x, w.shape, dy, [1, 1], [1, 1], [(0, 0)] * 2)
    np.testing.assert_array_equal(dw[0, 0], x.reshape(-1, 3).T @ dy.reshape(-1, 6))


def test_a_filter_of_the_inputs_size_is_a_matrix_product() -> None:
    x, w = numbers(2, 3, 4, 5), numbers(3, 4, 5, 6, seed=1)
    y = conv(x, w, [1, 1], [1, 1], [(0, 0)] * 2)
    np.testing.assert_array_equal(y.reshape(2, 6), x.reshape(2, -1) @ w.reshape(-1, 6))


def test_a_delta_filter_shifts() -> None:
    x, w = numbers(1, 5, 6, 2), np.zeros((3, 3, 2, 2))
    w[0, 2] = np.eye(2)  # one up, one to the right
    y = conv(x, w, [1, 1], [1, 1], [(1, 1), (1, 1)])
    np.testing.assert_array_equal(y[:, 1:, :-1], x[:, :-1, 1:])
    assert not y[:, 0].any()
    assert not y[:, :, -1].any()
    y = conv(x, w, [1, 1], [2, 2], [(2, 2), (2, 2)])  # two up, two to the right
    np.testing.assert_array_equal(y[:, 2:, :-2], x[:, :-2, 2:])


@pytest.mark.parametrize("geometry", GEOMETRIES, ids=str)
def test_stride_takes_every_nth_and_dilation_is_a_filter_with_holes(geometry: Any) -> None:
    sizes, kernels, strides, dilations, pads = geometry
    x, w = numbers(2, *sizes, 2), numbers(*kernels, 2, 3, seed=1)
    holes = np.zeros((*((k - 1) * d + 1 for k, d in zip(kernels, dilations, strict=True)), 2, 3))
    holes[tuple(slice(None, None, d) for d in dilations)] = w
    ones = [1] * len(sizes)
    dense = conv(np.pad(x, [(0, 0), *pads, (0, 0)]), holes, ones, ones, [(0, 0)] * len(sizes))
    every_nth = dense[(slice(None), *(slice(None, None, s) for s in strides))]
    np.testing.assert_array_equal(conv(x, w, strides, dilations, pads), every_nth)


@pytest.mark.parametrize("mode", ["valid", "full"])
def test_a_flipped_filter_is_polynomial_multiplication(mode: Any) -> None:
    x, w = numbers(9), numbers(4, seed=1)
    pads = [(3, 3)] if mode == "full" else [(0, 0)]
    y = conv(x.reshape(1, 9, 1), w[::-1].reshape(4, 1, 1), [1], [1], pads)
    np.testing.assert_array_equal(y.ravel(), np.convolve(x, w, mode))


def test_integers_are_exact_and_wrap() -> None:
    x = np.array([2**31 - 1, 2**30], np.int32).reshape(1, 2, 1)
    w = np.array([5, 7], np.int32).reshape(2, 1, 1)
    exact = (2**31 - 1) * 5 + 2**30 * 7
    y = conv(x, w, [1], [1], [(0, 0)])
    assert y.dtype == np.int64
    assert y.ravel().tolist() == [exact]
    assert y.astype(np.int32).ravel().tolist() == [(exact + 2**31) % 2**32 - 2**31]


def test_complex_numbers_multiply_without_conjugation() -> None:
    x, w = np.array([1 + 2j]).reshape(1, 1, 1), np.array([3 - 1j]).reshape(1, 1, 1)
    assert conv(x, w, [1], [1], [(0, 0)]).item() == 5 + 5j
    assert conv_magnitude(x, w, [1], [1], [(0, 0)]).item() == pytest.approx(abs(1 + 2j) * abs(3 - 1j))


def test_padding_is_not_a_zero() -> None:
    """An infinite weight that only meets padding adds nothing."""
    x, w = np.ones((1, 1, 1)), np.array([np.inf, 2.0]).reshape(2, 1, 1)
    assert conv(x, w, [1], [1], [(1, 0)]).ravel().tolist() == [2.0]


@pytest.mark.parametrize(
    ("x_shape", "w_shape", "y_shape"),
    [
        ((0, 4, 4, 2), (3, 3, 2, 5), (0, 4, 4, 5)),
        ((2, 0, 4, 2), (3, 3, 2, 5), (2, 0, 4, 5)),
        ((2, 4, 4, 2), (3, 3, 2, 0), (2, 4, 4, 0)),
        ((2, 4, 4, 0), (3, 3, 0, 5), (2, 4, 4, 5)),
        ((0, 4, 4, 0), (3, 3, 0, 0), (0, 4, 4, 0)),
    ],
)
def test_empty_tensors(x_shape: tuple[int, ...], w_shape: tuple[int, ...], y_shape: tuple[int, ...]) -> None:
    attrs = {"strides": [1, 1, 1, 1], "padding": "SAME"}
    x, w, dy = np.ones(x_shape), np.ones(w_shape), np.ones(y_shape)
    y = one("Conv2D", attrs, input=x, filter=w)
    assert y.shape == y_shape
    assert not y.any()
    dx = one("Conv2DBackpropInput", attrs, input_sizes=x_shape, filter=w, out_backprop=dy)
    assert dx.shape == x_shape
    assert not dx.any()
    dw = one("Conv2DBackpropFilter", attrs, input=x, filter_sizes=w_shape, out_backprop=dy)
    assert dw.shape == w_shape
    assert not dw.any()


def test_shapes_that_do_not_belong_together_are_refused() -> None:
    window: Any = ([1], [1], [(0, 0)])
    with pytest.raises(ValueError, match="no groups"):
        conv(np.ones((1, 4, 3)), np.ones((2, 2, 4)), *window)
    with pytest.raises(ValueError, match="no groups"):
        conv(np.ones((1, 4, 4)), np.ones((2, 2, 3)), *window)
    with pytest.raises(ValueError, match="incoming gradient"):
        conv_input_gradient((1, 4, 1), np.ones((2, 1, 1)), np.ones((1, 4, 1)), *window)
    with pytest.raises(ValueError, match="incoming gradient"):
        depthwise_filter_gradient(np.ones((1, 4, 1)), (2, 1, 1), np.ones((1, 4, 1)), *window)
    with pytest.raises(ValueError, match="does not fit"):
        depthwise(np.ones((1, 4, 2)), np.ones((2, 1, 1)), *window)


# -- layouts -----------------------------------------------------------------------------------------------------------


def test_channels_first_is_channels_last_moved() -> None:
    x, w = numbers(2, 5, 6, 4), numbers(3, 2, 2, 6, seed=1)
    last = {
        "strides": [1, 2, 1, 1],
        "dilations": [1, 1, 2, 1],
        "padding": "EXPLICIT",
        "explicit_paddings": [0, 0, 1, 2, 0, 3, 0, 0],
    }
    first = {
        "data_format": "NCHW",
        "strides": [1, 1, 2, 1],
        "dilations": [1, 1, 1, 2],
        "padding": "EXPLICIT",
        "explicit_paddings": [0, 0, 0, 0, 1, 2, 0, 3],
    }
    x_first = np.moveaxis(x, -1, 1)
    y = one("Conv2D", last, input=x, filter=w)
    np.testing.assert_array_equal(one("Conv2D", first, input=x_first, filter=w), np.moveaxis(y, -1, 1))
    dy = numbers(*y.shape, seed=2)
    dy_first = np.moveaxis(dy, -1, 1)
    dx = one("Conv2DBackpropInput", last, input_sizes=x.shape, filter=w, out_backprop=dy)
    dx_first = one("Conv2DBackpropInputV2", first, input=x_first, filter=w, out_backprop=dy_first)
    np.testing.assert_array_equal(dx_first, np.moveaxis(dx, -1, 1))
    dw = one("Conv2DBackpropFilter", last, input=x, filter_sizes=w.shape, out_backprop=dy)
    dw_first = one("Conv2DBackpropFilterV2", first, input=x_first, filter=w, out_backprop=dy_first)
    np.testing.assert_array_equal(dw_first, dw)


def test_depthwise_channels_first_is_channels_last_moved() -> None:
    x, w = numbers(2, 5, 6, 3), numbers(3, 2, 3, 2, seed=1)
    last = {"strides": [1, 2, 1, 1], "padding": "SAME"}
    first = {"strides": [1, 1, 2, 1], "padding": "SAME", "data_format": "NCHW"}
    y = one("DepthwiseConv2dNative", last, input=x, filter=w)
    y_first = one("DepthwiseConv2dNative", first, input=np.moveaxis(x, -1, 1), filter=w)
    np.testing.assert_array_equal(y_first, np.moveaxis(y, -1, 1))
    op = "DepthwiseConv2dNativeBackpropInput"
    dx = one(op, last, input_sizes=x.shape, filter=w, out_backprop=y)
    dx_first = one(op, first, input_sizes=(2, 3, 5, 6), filter=w, out_backprop=y_first)
    np.testing.assert_array_equal(dx_first, np.moveaxis(dx, -1, 1))


def test_conv_with_channels_first_and_two_batch_dimensions() -> None:
    x, w = numbers(2, 3, 5, 4, 2), numbers(3, 2, 1, 4, seed=1)  # two groups
    last = {"strides": [1, 2, 1, 1], "padding": "SAME", "batch_dims": 2}
    first = {"strides": [1, 1, 2, 1], "padding": "SAME", "batch_dims": 2, "data_format": "CHANNELS_FIRST"}
    flat = {"strides": [1, 2, 1, 1], "padding": "SAME"}
    y = one("Conv", last, input=x, filter=w)
    assert y.shape == (2, 3, 3, 4, 4)
    np.testing.assert_array_equal(y.reshape(6, 3, 4, 4), one("Conv2D", flat, input=x.reshape(6, 5, 4, 2), filter=w))
    y_first = one("Conv", first, input=np.moveaxis(x, -1, 2), filter=w)
    np.testing.assert_array_equal(y_first, np.moveaxis(y, -1, 2))


def test_input_sizes_may_be_the_spatial_ones() -> None:
    w, dy = numbers(3, 3, 2, 4), numbers(2, 3, 3, 4, seed=1)
    attrs = {"strides": [1, 2, 2, 1], "padding": "SAME"}
    full = one("Conv2DBackpropInput", attrs, input_sizes=[2, 5, 6, 2], filter=w, out_backprop=dy)
    np.testing.assert_array_equal(
        full, one("Conv2DBackpropInput", attrs, input_sizes=[5, 6], filter=w, out_backprop=dy)
    )


# -- TensorFlow --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("case", "outputs"), [pytest.param(*pair, id=str(pair[0])) for pair in load("nn_conv")])
def test_tensorflow_agrees(case: Case, outputs: list[Array]) -> None:
    answers = call.answers(case.op, case.inputs, case.attrs)
    operands = [widen(np.asarray(array)) for array in case.inputs.values()]
    whole = all(array.dtype.kind in "iu" or (array == np.round(array)).all() for array in operands)
    for recorded, answer in zip(outputs, answers, strict=True):
        dtype = recorded.dtype
        if whole:
            bounds.assert_equal(recorded, answer.value, dtype)
        if answer.terms and dtype.name in OWN_PRECISION:
            bounds.assert_close_to_largest(recorded, answer.value, dtype, OWN_PRECISION[dtype.name])
        else:
            bounds.assert_answer(recorded, answer, dtype)


def test_an_unknown_op_is_refused() -> None:
    with pytest.raises(KeyError, match="Softmax"):
        call.answers("Softmax", {}, {})
