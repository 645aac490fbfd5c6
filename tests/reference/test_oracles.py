"""The oracles against numbers that are not theirs: worked by hand, mathematics, and TensorFlow's recorded answers."""

import numpy as np
import pytest

from tests.golden.load import load
from tests.reference import depthwise as dw
from tests.reference.bounds import problem
from tests.reference.conv import conv, conv_filter_gradient, conv_input_gradient, terms
from tests.reference.dilation import dilation, dilation_filter_gradient, dilation_input_gradient
from tests.reference.geometry import output_size, pads_of
from tests.reference.tf_call import oracle

rng = np.random.default_rng(0)


def test_sizes_by_hand():
    assert output_size(5, 3, 2, 1, "SAME", (0, 0)) == 3
    assert pads_of(5, 3, 2, 1, "SAME", (0, 0)) == (1, 1)
    assert pads_of(4, 3, 2, 1, "SAME", (0, 0)) == (0, 1)
    assert output_size(7, 3, 2, 2, "VALID", (0, 0)) == 2
    assert output_size(4, 3, 1, 1, "EXPLICIT", (2, 1)) == 5
    assert output_size(2, 3, 1, 1, "VALID", (0, 0)) == 0


def test_a_convolution_by_hand():
    x = np.array([1.0, 2, 3, 4]).reshape(1, 1, 4, 1)
    w = np.array([10.0, 1]).reshape(1, 2, 1, 1)
    assert conv(x, w, (1, 1), (1, 1), "VALID").ravel().tolist() == [12, 23, 34]
    assert conv(x, w, (1, 1), (1, 1), "SAME").ravel().tolist() == [12, 23, 34, 40]
    assert conv(x, w, (1, 2), (1, 2), "VALID").ravel().tolist() == [13]
    dy = np.array([1.0, 0, 2]).reshape(1, 1, 3, 1)
    assert conv_input_gradient(x.shape, w, dy, (1, 1), (1, 1), "VALID").ravel().tolist() == [10, 1, 20, 2]
    assert conv_filter_gradient(x, w.shape, dy, (1, 1), (1, 1), "VALID").ravel().tolist() == [7, 10]


def test_the_worked_example():
    x = np.arange(1.0, 33).reshape(2, 2, 2, 2, 2)
    y = conv(x, x, (4, 3, 2), (1, 1, 1), "SAME")
    assert y.ravel().tolist() == [2856, 2992, 6952, 7344]
    gradient = conv_filter_gradient(x, x.shape, y, (4, 3, 2), (1, 1, 1), "SAME").ravel()
    assert gradient[:3].tolist() == [121040, 127840, 130848]
    assert gradient[-1] == 282880


@pytest.mark.parametrize("padding, explicit", [("SAME", ()), ("VALID", ()), ("EXPLICIT", ((3, 1), (0, 2)))])
@pytest.mark.parametrize("groups", [1, 2])
def test_the_passes_are_adjoint(padding, explicit, groups):
    x, w = rng.normal(size=(2, 7, 6, 4)), rng.normal(size=(2, 3, 4 // groups, 6))
    arguments = ((2, 3), (3, 1), padding, explicit)
    y = conv(x, w, *arguments)
    dy = rng.normal(size=y.shape)
    forward = (y * dy).sum()
    assert (conv_input_gradient(x.shape, w, dy, *arguments) * x).sum() == pytest.approx(forward)
    assert (conv_filter_gradient(x, w.shape, dy, *arguments) * w).sum() == pytest.approx(forward)


def test_identities():
    x = rng.normal(size=(2, 5, 4, 3))
    w = rng.normal(size=(1, 1, 3, 2))
    np.testing.assert_allclose(conv(x, w, (1, 1), (1, 1), "SAME"), x @ w[0, 0])
    shift = np.zeros((3, 1, 3, 3))
    shift[2, 0] = np.eye(3)
    shifted = conv(x, shift, (1, 1), (1, 1), "SAME")
    np.testing.assert_array_equal(shifted[:, :-1], x[:, 1:])
    assert (shifted[:, -1] == 0).all()


def test_depthwise_is_a_grouped_convolution():
    x, w = rng.normal(size=(2, 5, 6, 3)), rng.normal(size=(2, 3, 3, 2))
    grouped = w.reshape(2, 3, 1, 6)
    arguments = ((2, 1), (1, 2), "SAME")
    y = dw.depthwise(x, w, *arguments)
    np.testing.assert_allclose(y, conv(x, grouped, *arguments))
    dy = rng.normal(size=y.shape)
    np.testing.assert_allclose(
        dw.depthwise_input_gradient(x.shape, w, dy, *arguments), conv_input_gradient(x.shape, grouped, dy, *arguments)
    )
    np.testing.assert_allclose(
        dw.depthwise_filter_gradient(x, w.shape, dy, *arguments),
        conv_filter_gradient(x, grouped.shape, dy, *arguments).reshape(w.shape),
    )


def test_dilation_by_hand():
    x = np.array([1.0, 5, 2, 2]).reshape(1, 1, 4, 1)
    w = np.array([0.0, 1]).reshape(1, 2, 1)
    arguments = ((1, 1), (1, 1), "VALID")
    assert dilation(x, w, *arguments, 0).ravel().tolist() == [6, 5, 3]
    dy = np.array([1.0, 10, 100]).reshape(1, 1, 3, 1)
    assert dilation_input_gradient(x, w, dy, *arguments).ravel().tolist() == [0, 11, 0, 100]
    assert dilation_filter_gradient(x, w, dy, *arguments).ravel().tolist() == [10, 101]


def test_the_bound_can_fail():
    one = np.ones(1)
    assert problem(np.float32([1]), one, one, "float32", 1) is None
    assert problem(np.float32([1 + 2e-6]), one, one, "float32", 1) is not None
    assert problem(np.float32([np.nan]), one, one, "float32", 1) is not None
    assert "shape" in problem(np.float32([1, 1]), one, one, "float32", 1)


def test_tensorflow_agrees():
    """Every recorded case of the family; small integers exactly, other numbers within TensorFlow's own accuracy."""
    for case, (answer,) in load("nn_conv"):
        expected = oracle(case.op, case.inputs, case.attrs)
        assert answer.shape == expected.shape, str(case)
        got = answer.astype(np.float64)
        # TensorFlow adds half and bfloat16 up in their own precision.
        tolerance = {"float16": 1e-3, "bfloat16": 1e-2, "float32": 1e-6}.get(answer.dtype.name, 1e-14)
        largest = np.abs(expected).max(initial=0)
        assert np.abs(got - expected).max(initial=0) <= tolerance * largest, str(case)
    assert terms("forward", (1, 4, 4, 2), (3, 3, 2, 5), (1, 4, 4, 5)) == 18
