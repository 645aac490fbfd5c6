"""Normalisation where TensorFlow's answers cannot be recorded: some of its outputs are uninitialised memory."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

import graphops as go
from graphops.testing import gradcheck
from tests.golden.case import Array, reals

VERSIONS = ("", "V2", "V3")
DTYPES = (np.float32, np.float16, ml_dtypes.bfloat16)
LAYOUTS = {"NHWC": (2, 3, 4, 2), "NCHW": (2, 2, 3, 4), "NDHWC": (2, 1, 3, 2, 2), "NCDHW": (2, 2, 1, 3, 2)}


# Each version with the layouts that it has.
FORMATS = [(version, name) for version in VERSIONS for name in LAYOUTS if version == "V3" or len(name) == 4]


def vectors(channels: int) -> dict[str, Array]:
    values = {name: reals((channels,), "float32", seed) for seed, name in enumerate(("scale", "offset", "mean"))}
    return values | {"variance": reals((channels,), "float32", 5) + np.float32(1.5)}


def expected(x: Array, given: dict[str, Array], data_format: str, epsilon: float) -> Array:
    shape = [-1 if letter == "C" else 1 for letter in data_format]
    scale, offset, mean, variance = (given[name].astype(np.float64).reshape(shape) for name in given)
    return (x.astype(np.float64) - mean) / np.sqrt(variance + epsilon) * scale + offset


@pytest.mark.parametrize(("version", "data_format"), FORMATS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_inference(version: str, data_format: str, dtype: type) -> None:
    dtype = dtype if version else np.float32  # the first version has no other
    x, given = reals(LAYOUTS[data_format], "float32", 1).astype(dtype), vectors(2)
    op = getattr(go.eager, f"FusedBatchNorm{version}")
    y, *others = op(x=x, **given, epsilon=0.125, data_format=data_format, is_training=False)
    assert y.dtype == dtype
    unit = {2: 2.0**-8 if dtype is not np.float16 else 2.0**-11, 4: 1e-6}[np.dtype(dtype).itemsize]
    want = expected(x, given, data_format, 0.125)
    np.testing.assert_allclose(y.astype(np.float64), want, rtol=unit, atol=unit)
    for got, name in zip(others[:4], ("mean", "variance") * 2, strict=True):
        assert np.array_equal(got, given[name])


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("training", [True, False])
def test_an_empty_batch(version: str, training: bool) -> None:
    x = np.zeros((0, 2**20, 2**20, 2), np.float32)  # beside an axis of size 0 the others may be of any size
    op = getattr(go.eager, f"FusedBatchNorm{version}")
    y, mean, variance, *_ = op(x=x, **vectors(2), is_training=training)
    assert y.shape == x.shape
    assert np.isnan([mean, variance]).all()
    assert mean.shape == (2,)
    arguments = {"y_backprop": x, "x": x, "scale": vectors(2)["scale"]}
    arguments |= {"reserve_space_1": mean, "reserve_space_2": variance}  # NaN
    if version == "V3":
        arguments["reserve_space_3"] = np.float32(0)
    dx, dscale, doffset, *_ = getattr(go.eager, f"FusedBatchNormGrad{version}")(**arguments, is_training=training)
    assert dx.shape == x.shape
    assert dscale.tolist() == doffset.tolist() == [0, 0]


@pytest.mark.parametrize(("version", "data_format"), FORMATS)
def test_gradients_of_inference(version: str, data_format: str) -> None:
    """By all inputs; mean and variance are inputs like others here."""
    x = reals(LAYOUTS[data_format], "float32", 1)
    attrs = {"data_format": data_format, "is_training": False, "epsilon": 0.125}
    assert gradcheck(f"FusedBatchNorm{version}", {"x": x, **vectors(2)}, attrs, order=2)


def test_statistics_in_bfloat16() -> None:
    """V3 takes them, though TensorFlow's CPU has no kernel that does."""
    x, given = reals((2, 3, 4, 2), "bfloat16", 1), vectors(2)
    narrow = {name: value.astype(x.dtype) for name, value in given.items()}
    wide = {name: value.astype(np.float32) for name, value in narrow.items()}
    found = go.eager.FusedBatchNormV3(x=x, **narrow)
    for got, want in zip(found, go.eager.FusedBatchNormV3(x=x, **wide), strict=True):
        assert got.dtype == x.dtype
        assert np.array_equal(got, want.astype(x.dtype))
    with go.Graph().as_default(), go.Session() as session:
        inputs = {name: go.constant(value) for name, value in {"x": x, **narrow}.items()}
        y = go.raw_ops.FusedBatchNormV3(**inputs)
        gradients = session.run(go.gradients(y.y, [inputs["x"], inputs["scale"], inputs["offset"]]))
    assert [gradient.dtype for gradient in gradients] == [x.dtype] * 3
    assert gradients[2].tolist() == [24, 24]


def test_the_second_derivative_knows_that_the_statistics_depend_on_x() -> None:
    """Through reserve_space_1 and 2: the same as from primitive ops."""
    x, given = reals((2, 2, 3, 2), "float32", 1), vectors(2)
    dy, ddx = reals(x.shape, "float32", 2), reals(x.shape, "float32", 3)

    def composed(tensor):
        axes = np.array([0, 1, 2], np.int32)
        mean = go.raw_ops.Mean(input=tensor, reduction_indices=axes)
        centred = go.raw_ops.Sub(x=tensor, y=mean)
        variance = go.raw_ops.Mean(input=go.raw_ops.Square(x=centred), reduction_indices=axes)
        inverse = go.raw_ops.Rsqrt(x=go.raw_ops.AddV2(x=variance, y=np.float32(0.125)))
        scaled = go.raw_ops.Mul(x=go.raw_ops.Mul(x=centred, y=inverse), y=given["scale"])
        return go.raw_ops.AddV2(x=scaled, y=given["offset"])

    def fused(tensor):
        return go.raw_ops.FusedBatchNormV3(x=tensor, **given, epsilon=0.125).y

    found = []
    with go.Graph().as_default(), go.Session() as session:
        for function in (composed, fused):
            tensor = go.constant(x)
            (dx,) = go.gradients(function(tensor), [tensor], grad_ys=[dy])
            found.append(session.run(go.gradients(dx, [tensor], grad_ys=[ddx])[0]))
    np.testing.assert_allclose(found[1], found[0], rtol=1e-4, atol=1e-5)
    assert abs(found[0]).max() > 0.1


def test_local_response_in_bfloat16() -> None:
    x = reals((2, 3, 2, 5), "bfloat16", 1)
    wide = go.eager.LRN(input=x.astype(np.float32), depth_radius=2)
    assert np.array_equal(go.eager.LRN(input=x, depth_radius=2), wide.astype(x.dtype))
    far = go.eager.LRN(input=x, depth_radius=2**31 - 1)
    assert np.array_equal(far, go.eager.LRN(input=x, depth_radius=4))
