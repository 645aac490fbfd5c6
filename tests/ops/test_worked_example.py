"""The worked example: 4 numbers of Conv3D and 32 of its filter gradient, exact, in four spellings, in two dtypes.

Input and filter are 1..32 as (2, 2, 2, 2, 2), strides 1,4,3,2,1, SAME, NDHWC; TensorFlow 2.21 gives the same numbers.
All partial sums are integers below 2**24, so float32 has no rounding to hide behind.
"""

import numpy as np
import pytest

import graphops as go

FORWARD = [2856, 2992, 6952, 7344]
FILTER_GRADIENT = [
    121040, 127840, 130848, 138176, 140656, 148512, 150464, 158848, 160272, 169184, 170080, 179520, 179888, 189856,
    189696, 200192, 199504, 210528, 209312, 220864, 219120, 231200, 228928, 241536, 238736, 251872, 248544, 262208,
    258352, 272544, 268160, 282880,
]  # fmt: skip
STRIDES = [1, 4, 3, 2, 1]
SIZES = [2, 2, 2, 2, 2]


def by_raw_ops(x):
    with go.Graph().as_default(), go.Session() as session:
        volume = go.constant(x)
        y = go.raw_ops.Conv3D(input=volume, filter=volume, strides=STRIDES, padding="SAME")
        dw = go.raw_ops.Conv3DBackpropFilterV2(
            input=volume, filter_sizes=SIZES, out_backprop=y, strides=STRIDES, padding="SAME", data_format="NDHWC"
        )
        return session.run([y, dw])


def by_nn(x):
    with go.Graph().as_default(), go.Session() as session:
        volume = go.placeholder(x.dtype, [None] * 5)
        y = go.nn.conv3d(volume, volume, STRIDES, "SAME")
        results = [y]
        for function in (
            go.nn.conv3d_backprop_filter,
            go.nn.conv3d_backprop_filter_v2,
            go.compat.v1.nn.conv3d_backprop_filter,
            go.compat.v1.nn.conv3d_backprop_filter_v2,
        ):
            results.append(function(volume, SIZES, y, STRIDES, "SAME", data_format="NDHWC", dilations=[1] * 5))
        y, *dws = session.run(results, {volume: x})
        for dw in dws[1:]:
            np.testing.assert_array_equal(dw, dws[0])
        return y, dws[0]


def by_ops(x):
    scope = go.Scope.new_root_scope()
    volume = go.ops.Const(scope, x, x.dtype)
    y = go.ops.Conv3D(scope, volume, volume, STRIDES, "SAME", attrs=go.ops.Conv3D.data_format("NDHWC"))
    dw = go.ops.Conv3DBackpropFilterV2(
        scope, volume, SIZES, y, STRIDES, "SAME",
        attrs=go.ops.Conv3DBackpropFilterV2.data_format("NDHWC").dilations([1, 1, 1, 1, 1]),
    )  # fmt: skip
    return go.ClientSession(scope).run([y, dw])


def by_eager(x):
    y = go.eager.Conv3D(input=x, filter=x, strides=STRIDES, padding="SAME")
    dw = go.eager.Conv3DBackpropFilterV2(input=x, filter_sizes=SIZES, out_backprop=y, strides=STRIDES, padding="SAME")
    return y, dw


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("spelling", [by_raw_ops, by_nn, by_ops, by_eager])
def test_36_numbers_are_exact(spelling, dtype):
    x = np.arange(1, 33, dtype=dtype).reshape(2, 2, 2, 2, 2)
    y, dw = spelling(x)
    assert y.shape == (2, 1, 1, 1, 2)
    assert y.dtype == dw.dtype == dtype
    assert y.ravel().tolist() == FORWARD
    assert dw.shape == (2, 2, 2, 2, 2)
    assert dw.ravel().tolist() == FILTER_GRADIENT
    assert dw[1, 1, 1, 1, 1] == 282880


def test_channels_first_gives_the_same_numbers():
    x = np.arange(1, 33, dtype=np.float32).reshape(2, 2, 2, 2, 2)
    first = np.moveaxis(x, -1, 1)
    strides = [1, 1, 4, 3, 2]
    y = go.eager.Conv3D(input=first, filter=x, strides=strides, padding="SAME", data_format="NCDHW")
    dw = go.eager.Conv3DBackpropFilterV2(
        input=first, filter_sizes=SIZES, out_backprop=y, strides=strides, padding="SAME", data_format="NCDHW"
    )
    assert np.moveaxis(y, 1, -1).ravel().tolist() == FORWARD
    assert dw.ravel().tolist() == FILTER_GRADIENT


def test_gradients_finds_the_filter_gradient_by_itself():
    x = np.arange(1, 33, dtype=np.float64).reshape(2, 2, 2, 2, 2)
    with go.Graph().as_default(), go.Session() as session:
        volume, weights = go.constant(x), go.constant(x)
        y = go.raw_ops.Conv3D(input=volume, filter=weights, strides=STRIDES, padding="SAME")
        (dw,) = go.gradients(y, [weights], [y])
        assert session.run(dw).ravel().tolist() == FILTER_GRADIENT
