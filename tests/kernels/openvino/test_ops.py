"""Each op that OpenVINO takes over gives what its definition says; the rest stays with the kernels."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.plan.make import make_plan
from graphops_cpu.openvino import library, network
from graphops_cpu.openvino.translate import TRANSLATIONS
from tests.reference.call import answers

pytestmark = pytest.mark.skipif(not library.is_there(), reason="OpenVINO is an extra")
r = go.raw_ops
RNG = np.random.default_rng(3)
IMAGES = RNG.standard_normal((2, 9, 7, 6)).astype(np.float32)
VOLUMES = RNG.standard_normal((1, 5, 6, 7, 3)).astype(np.float32)
MATRICES = RNG.standard_normal((3, 4, 5)).astype(np.float32)
POSITIVE = (np.abs(IMAGES) + 0.1).astype(np.float32)


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(network, "_LEAST", 0)
    monkeypatch.delenv("GRAPHOPS_PLAN_PASSES", raising=False)  # without passes nothing is handed over
    with go.Graph().as_default():
        yield


def is_taken(fetch: Any, fed: Any, shape: tuple[int, ...], **config: Any) -> bool:
    """Whether a plan hands the op to OpenVINO."""
    plan = make_plan(fetch.graph, [fetch], [fed], go.SessionConfig(openvino=True, **config), feed_shapes=[shape])
    return any(step.node.type == "Graphops>Network" for step in plan.steps)


def check(build: Callable[[Any], Any], x: np.ndarray[Any, Any], want: Any) -> None:
    """OpenVINO takes the op, and gives ``want``: alone, and between convolutions, where its axes lie otherwise."""
    fed = go.placeholder(go.float32, x.shape)
    fetch = build(fed)
    with go.Session(config=go.SessionConfig(openvino=True)) as session:
        results = [session.run(fetch, {fed: x}) for _ in range(3)]
    assert is_taken(fetch, fed, x.shape)
    size = float(np.abs(want).max())
    np.testing.assert_allclose(results[-1], want, rtol=1e-5, atol=2e-6 * max(1.0, size))
    if x.ndim < 4:
        return
    same = np.zeros((1,) * (x.ndim - 2) + (x.shape[-1],) * 2, np.float32)
    same[..., range(x.shape[-1]), range(x.shape[-1])] = 1
    conv = r.Conv2D if x.ndim == 4 else r.Conv3D
    ones = [1] * x.ndim
    within = build(conv(input=fed, filter=same, strides=ones, padding="VALID"))
    with go.Session(config=go.SessionConfig(openvino=True)) as session:
        results = [session.run(within, {fed: x}) for _ in range(3)]
    assert results[-1].shape == np.shape(want)
    np.testing.assert_allclose(results[-1], want, rtol=1e-5, atol=2e-6 * max(1.0, size))


# -- element by element -----------------------------------------------------------------------------------------------

UNARY: dict[str, Callable[[Any], Any]] = {
    "Relu": lambda x: np.maximum(x, 0),
    "Relu6": lambda x: np.clip(x, 0, 6),
    "Elu": lambda x: np.where(x > 0, x, np.expm1(np.minimum(x, 0))),
    "LeakyRelu": lambda x: np.where(x > 0, x, np.float64(np.float32(0.2)) * x),
    "Sigmoid": lambda x: 1 / (1 + np.exp(-x)),
    "Tanh": np.tanh,
    "Exp": np.exp,
    "Neg": np.negative,
    "Abs": np.abs,
    "Floor": np.floor,
    "Square": np.square,
    "Softsign": lambda x: x / (1 + np.abs(x)),
    "Erf": np.vectorize(math.erf),
    "Erfc": np.vectorize(math.erfc),
}


@pytest.mark.parametrize("op", UNARY)
def test_functions_of_one_value(op: str) -> None:
    argument = {"Relu": "features", "Relu6": "features", "Elu": "features", "LeakyRelu": "features",
                "Softsign": "features"}.get(op, "x")  # fmt: skip
    x = IMAGES * 3
    check(lambda t: getattr(r, op)(**{argument: t}), x, UNARY[op](x.astype(np.float64)))


@pytest.mark.parametrize("op", ["Log", "Sqrt", "Rsqrt"])
def test_functions_of_positive_values(op: str) -> None:
    wide = POSITIVE.astype(np.float64)
    want = {"Log": np.log(wide), "Sqrt": np.sqrt(wide), "Rsqrt": 1 / np.sqrt(wide)}[op]
    check(lambda t: getattr(r, op)(x=t), POSITIVE, want)


BINARY: dict[str, Callable[..., Any]] = {
    "Add": np.add, "AddV2": np.add, "Sub": np.subtract, "Mul": np.multiply, "RealDiv": np.divide,
    "Maximum": np.maximum, "Minimum": np.minimum, "SquaredDifference": lambda x, y: (x - y) ** 2,
}  # fmt: skip


@pytest.mark.few(17)
@pytest.mark.parametrize("shape", [(), (6,), (7, 6), (1, 9, 1, 6), (2, 9, 7, 6), (1,), (2, 1, 1, 1)], ids=str)
@pytest.mark.parametrize("op", BINARY)
def test_functions_of_two_values(op: str, shape: tuple[int, ...]) -> None:
    y = (np.random.default_rng(len(shape)).random(shape) + 0.5).astype(np.float32)
    check(lambda t: getattr(r, op)(x=t, y=y), IMAGES, BINARY[op](IMAGES.astype(np.float64), y))
    check(lambda t: getattr(r, op)(x=y, y=t), POSITIVE, BINARY[op](y.astype(np.float64), POSITIVE))


@pytest.mark.parametrize("shape", [(1, 1, 1, 6), (9, 7, 6), (6,), ()], ids=str)
def test_both_operands_vary(shape: tuple[int, ...]) -> None:
    """A value of a lower rank, with its channels last, beside an image with its channels second."""
    index = tuple(slice(0, size) for size in shape)
    small = IMAGES[(0,) * (4 - len(shape)) + index] if len(shape) < 4 else IMAGES[index]

    def build(t: Any) -> Any:
        part = r.Square(x=r.Reshape(tensor=r.StridedSlice(
            input=t, begin=np.zeros(4, np.int32), end=np.array((1,) * (4 - len(shape)) + shape, np.int32),
            strides=np.ones(4, np.int32)), shape=np.array(shape, np.int32)))  # fmt: skip
        return r.AddV2(x=t, y=part)

    check(build, IMAGES, IMAGES.astype(np.float64) + small.astype(np.float64) ** 2)


def test_sums_of_many() -> None:
    check(lambda t: r.AddN(inputs=[t, r.Square(x=t), t]), IMAGES, 2 * IMAGES.astype(np.float64) + IMAGES**2.0)


def test_biases() -> None:
    bias = RNG.standard_normal(6).astype(np.float32)
    check(lambda t: r.BiasAdd(value=t, bias=bias), IMAGES, IMAGES.astype(np.float64) + bias)
    rows = IMAGES.reshape(-1, 6)
    check(lambda t: r.BiasAdd(value=t, bias=bias), rows, rows.astype(np.float64) + bias)


# -- convolutions and pools -------------------------------------------------------------------------------------------


@pytest.mark.few(17)
@pytest.mark.parametrize("padding", ["SAME", "VALID", "EXPLICIT"])
@pytest.mark.parametrize("stride", [1, 2, 3])
@pytest.mark.parametrize("dilation", [1, 2])
@pytest.mark.parametrize("kind", ["dense", "groups", "depthwise"])
def test_convolutions(kind: str, dilation: int, stride: int, padding: str) -> None:
    op = "DepthwiseConv2dNative" if kind == "depthwise" else "Conv2D"
    w = RNG.standard_normal({"dense": (3, 2, 6, 5), "groups": (3, 2, 2, 9), "depthwise": (3, 2, 6, 2)}[kind])
    attrs: dict[str, Any] = {
        "strides": [1, stride, stride, 1], "dilations": [1, dilation, dilation, 1], "padding": padding,
    }  # fmt: skip
    if padding == "EXPLICIT":
        attrs["explicit_paddings"] = [0, 0, 2, 1, 0, 3, 0, 0]
    w = w.astype(np.float32)
    (want,) = answers(op, {"input": IMAGES, "filter": w}, attrs)
    check(lambda t: getattr(r, op)(input=t, filter=w, **attrs), IMAGES, want.value)


@pytest.mark.parametrize("padding", ["SAME", "VALID"])
@pytest.mark.parametrize("stride", [1, 2])
@pytest.mark.parametrize("channels", [(3, 4), (1, 6)], ids=["dense", "groups"])
def test_convolutions_of_volumes(channels: tuple[int, int], stride: int, padding: str) -> None:
    w = RNG.standard_normal((2, 3, 3, *channels)).astype(np.float32)
    attrs: dict[str, Any] = {"strides": [1, stride, stride, stride, 1], "padding": padding}
    (want,) = answers("Conv3D", {"input": VOLUMES, "filter": w}, attrs)
    check(lambda t: r.Conv3D(input=t, filter=w, **attrs), VOLUMES, want.value)


@pytest.mark.few(7)
@pytest.mark.parametrize("padding", ["SAME", "VALID", "EXPLICIT"])
@pytest.mark.parametrize("stride", [1, 2, 3])
@pytest.mark.parametrize("dilation", [1, 2])
def test_transposed_convolutions(dilation: int, stride: int, padding: str) -> None:
    """Sizes that the stride does not divide: what no window meets is zero."""
    w = RNG.standard_normal((3, 2, 4, 6)).astype(np.float32)
    attrs: dict[str, Any] = {
        "strides": [1, stride, stride, 1], "dilations": [1, dilation, dilation, 1], "padding": padding,
    }  # fmt: skip
    pads = (0, 0)
    if padding == "EXPLICIT":
        attrs["explicit_paddings"] = [0, 0, 2, 1, 0, 1, 0, 0]
        pads = (3, 1)
    for more in range(stride):
        sizes = []
        for out, kernel, pad in zip(IMAGES.shape[1:3], w.shape[:2], pads, strict=True):
            extent = (kernel - 1) * dilation + 1
            sizes.append((out - 1) * stride + (1 if padding == "SAME" else extent - pad) + more)
        shape = np.array([2, *sizes, 4], np.int32)
        given = {"input_sizes": shape, "filter": w, "out_backprop": IMAGES}
        (want,) = answers("Conv2DBackpropInput", given, attrs)
        check(lambda t, shape=shape: r.Conv2DBackpropInput(input_sizes=shape, filter=w, out_backprop=t, **attrs),
              IMAGES, want.value)  # fmt: skip


@pytest.mark.parametrize("padding", ["SAME", "VALID"])
def test_transposed_convolutions_of_volumes(padding: str) -> None:
    w = RNG.standard_normal((2, 3, 2, 4, 3)).astype(np.float32)
    attrs: dict[str, Any] = {"strides": [1, 2, 2, 2, 1], "padding": padding}
    shape = np.array([1, 10, 13 if padding == "VALID" else 12, 14, 4], np.int32)
    (want,) = answers("Conv3DBackpropInputV2", {"input_sizes": shape, "filter": w, "out_backprop": VOLUMES}, attrs)
    check(lambda t: r.Conv3DBackpropInputV2(input_sizes=shape, filter=w, out_backprop=t, **attrs), VOLUMES, want.value)


def resized(x: Any, size: tuple[int, int], align: bool, half: bool, nearest: bool) -> Any:
    """``x`` at the places that TensorFlow's definition gives, in float64."""
    wide = x.astype(np.float64)
    for axis, (old, new) in enumerate(zip(x.shape[1:3], size, strict=True), 1):
        i = np.arange(new, dtype=np.float64)
        scale = (old - 1) / (new - 1) if align and new > 1 else old / new
        places = (i + 0.5) * scale - (0 if nearest else 0.5) if half else i * scale
        low = np.floor(places)
        first, second = (np.clip(each, 0, old - 1).astype(int) for each in (low, low + 1))
        weight = np.zeros(new) if nearest else places - low
        form = [-1 if at == axis else 1 for at in range(4)]
        wide = wide.take(first, axis) * (1 - weight.reshape(form)) + wide.take(second, axis) * weight.reshape(form)
    return wide


@pytest.mark.parametrize("size", [(18, 14), (5, 20), (27, 7), (1, 3)], ids=str)
@pytest.mark.parametrize(("align", "half"), [(False, False), (True, False), (False, True)])
def test_resizes(align: bool, half: bool, size: tuple[int, int]) -> None:
    to = np.array(size, np.int32)
    attrs = {"align_corners": align, "half_pixel_centers": half}
    check(lambda t: r.ResizeBilinear(images=t, size=to, **attrs), IMAGES, resized(IMAGES, size, align, half, False))
    if size in ((18, 14), (27, 7)) and not align:
        want = resized(IMAGES, size, align, half, True)
        check(lambda t: r.ResizeNearestNeighbor(images=t, size=to, **attrs), IMAGES, want)


@pytest.mark.few(7)
@pytest.mark.parametrize("op", ["MaxPool", "AvgPool", "MaxPool3D", "AvgPool3D"])
@pytest.mark.parametrize("padding", ["SAME", "VALID"])
@pytest.mark.parametrize("stride", [1, 2, 3])
def test_pools(op: str, padding: str, stride: int) -> None:
    x = VOLUMES if op.endswith("3D") else IMAGES
    spatial = x.ndim - 2
    attrs: dict[str, Any] = {
        "ksize": [1, 3, *[2] * (spatial - 1), 1], "strides": [1, *[stride] * spatial, 1], "padding": padding,
    }  # fmt: skip
    argument = "value" if op == "AvgPool" else "input"
    (want,) = answers(op, {argument: x}, attrs)
    check(lambda t: getattr(r, op)(**{argument: t}, **attrs), x, want.value)


@pytest.mark.parametrize("op", ["FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3"])
def test_batch_norms(op: str) -> None:
    scale, offset, mean, variance = (RNG.random(6).astype(np.float32) + 0.1 for _ in range(4))
    want = (IMAGES.astype(np.float64) - mean) * scale / np.sqrt(variance.astype(np.float64) + 0.01) + offset

    def build(t: Any) -> Any:
        return getattr(r, op)(x=t, scale=scale, offset=offset, mean=mean, variance=variance, epsilon=0.01,
                              is_training=False)[0]  # fmt: skip

    check(build, IMAGES, want)


# -- products, sums -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("a", [False, True])
@pytest.mark.parametrize("b", [False, True])
def test_products(a: bool, b: bool) -> None:
    x = MATRICES[0]
    y = RNG.standard_normal((6, x.shape[0] if a else x.shape[1]) if b else (x.shape[0] if a else x.shape[1], 6))
    y = y.astype(np.float32)
    want = (x.T if a else x).astype(np.float64) @ (y.T if b else y)
    check(lambda t: r.MatMul(a=t, b=y, transpose_a=a, transpose_b=b), x, want)
    many = RNG.standard_normal((2, 1, *y.shape)).astype(np.float32)
    wide = np.swapaxes(MATRICES, 1, 2) if a else MATRICES
    want = wide.astype(np.float64) @ (np.swapaxes(many, 2, 3) if b else many)
    check(lambda t: r.BatchMatMulV2(x=t, y=many, adj_x=a, adj_y=b), MATRICES, want)


@pytest.mark.few(13)
@pytest.mark.parametrize("op", ["Mean", "Sum", "Max", "Min"])
@pytest.mark.parametrize("axes", [[1, 2], [-1], [0, 3], 2, [1, 2, 3]], ids=str)
@pytest.mark.parametrize("keep", [False, True])
def test_reductions(op: str, axes: Any, keep: bool) -> None:
    axis = tuple(axes) if isinstance(axes, list) else axes
    want = getattr(np, op.lower())(IMAGES.astype(np.float64), axis=axis, keepdims=keep)
    check(lambda t: getattr(r, op)(input=t, axis=np.array(axes, np.int32), keep_dims=keep), IMAGES, want)


def test_softmax() -> None:
    wide = np.exp(IMAGES.astype(np.float64))
    check(lambda t: r.Softmax(logits=t), IMAGES, wide / wide.sum(-1, keepdims=True))
    wide = np.exp(MATRICES[0, 0].astype(np.float64))
    check(lambda t: r.Softmax(logits=t), MATRICES[0, 0], wide / wide.sum())


# -- shapes and places ------------------------------------------------------------------------------------------------


def test_shapes() -> None:
    check(lambda t: r.Reshape(tensor=t, shape=np.array([-1, 6, 9], np.int32)), IMAGES, IMAGES.reshape(-1, 6, 9))
    check(lambda t: r.ExpandDims(input=t, axis=np.int32(-2)), IMAGES, IMAGES[:, :, :, None])
    one = IMAGES[:, :1, :1]
    check(lambda t: r.Squeeze(input=t, axis=[1, 2]), one, one[:, 0, 0])
    order = np.array([2, 0, 3, 1], np.int32)
    check(lambda t: r.Transpose(x=t, perm=order), IMAGES, IMAGES.transpose(order))


@pytest.mark.parametrize("axis", [0, 1, 2, 3, -1])
def test_concatenations(axis: int) -> None:
    other = np.take(IMAGES, [0, 1], axis)
    want = np.concatenate([IMAGES, other, IMAGES**2], axis)
    check(lambda t: r.ConcatV2(values=[t, other, r.Square(x=t)], axis=np.int32(axis)), IMAGES, want)


def test_paddings() -> None:
    pairs = np.array([[0, 0], [1, 2], [3, 0], [0, 4]], np.int32)
    check(lambda t: r.Pad(input=t, paddings=pairs), IMAGES, np.pad(IMAGES, pairs))
    check(lambda t: r.PadV2(input=t, paddings=pairs, constant_values=np.float32(2.5)), IMAGES,
          np.pad(IMAGES, pairs, constant_values=2.5))  # fmt: skip


def test_slices() -> None:
    def build(t: Any) -> Any:
        return r.StridedSlice(input=t, begin=np.array([0, -8, 1], np.int32), end=np.array([2, 9, 0], np.int32),
                              strides=np.array([1, 2, 3], np.int32), begin_mask=1, end_mask=4)  # fmt: skip

    check(build, IMAGES, IMAGES[:, -8:9:2, 1::3])


def test_every_op_that_is_taken_is_tested() -> None:
    tested = {*UNARY, *BINARY, "Log", "Sqrt", "Rsqrt", "AddN", "BiasAdd", "Conv2D", "Conv3D", "DepthwiseConv2dNative",
              "MaxPool", "AvgPool", "MaxPool3D", "AvgPool3D", "FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3",
              "MatMul", "BatchMatMulV2", "Mean", "Sum", "Max", "Min", "Softmax", "Reshape", "ExpandDims", "Squeeze",
              "Transpose", "ConcatV2", "Pad", "PadV2", "StridedSlice",
              "Conv2DBackpropInput", "Conv3DBackpropInputV2", "ResizeBilinear", "ResizeNearestNeighbor"}  # fmt: skip
    assert set(TRANSLATIONS) - tested == {"BatchMatMul", "BatchMatMulV3"}  # whose definition is that of V2


# -- what stays -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "build",
    [
        lambda t: r.StridedSlice(input=t, begin=[0], end=[1], strides=[1], shrink_axis_mask=1),
        lambda t: r.StridedSlice(input=t, begin=[1], end=[0], strides=[-1]),
        lambda t: r.Conv2D(input=np.zeros((1, 9, 9, 7), np.float32), filter=t, strides=[1] * 4, padding="SAME"),
        lambda t: r.Pad(input=r.Cast(x=t, DstT=go.float64), paddings=np.zeros((4, 2), np.int32)),
        lambda t: r.FusedBatchNormV3(x=t, scale=np.ones(6, np.float32), offset=np.ones(6, np.float32),
                                     mean=np.ones(0, np.float32), variance=np.ones(0, np.float32))[0],
        lambda t: r.Mean(input=t, axis=np.zeros(0, np.int32)),
        lambda t: r.Round(x=t),
        lambda t: r.Softplus(features=t),  # OpenVINO's gives negative numbers
        lambda t: r.Conv2D(input=t, filter=np.ones((1, 1, 6, 6), np.float32), strides=[1, 2, 2, 1],
                           padding="EXPLICIT", explicit_paddings=[0, 0, 1, 0, 1, 0, 0, 0]),
        lambda t: r.ResizeNearestNeighbor(images=t, size=[10, 11]),
    ],
)  # fmt: skip
def test_what_openvino_is_not_asked(build: Callable[[Any], Any]) -> None:
    fed = go.placeholder(go.float32, IMAGES.shape)
    fetch = build(fed)
    assert not is_taken(fetch, fed, IMAGES.shape)
