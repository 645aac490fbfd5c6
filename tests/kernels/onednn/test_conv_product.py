"""Convolutions with a kernel of one point as matrix products, against float64 sums."""

from math import prod

import numpy as np
import pytest

import graphops as go
from graphops.plan.choose.kernel_choice import NodeKernels
from graphops_cpu.calls.machine import machine
from graphops_cpu.onednn.library import why_unavailable
from tests.kernels.calls.listed import is_same_or_not_listed, same_bits

pytestmark = pytest.mark.skipif(why_unavailable() is not None, reason=f"no oneDNN: {why_unavailable()}")

BOUNDS = {go.float32: 3e-6, go.bfloat16: 1.2e-2}
IMAGES = [(1, (40, 41)), (3, (40, 41)), (1, (9, 12, 13)), (2, (9, 12, 13))]
CHANNELS = [(24, 40), (31, 17)]


def arrays(batch, spatial, channels, outputs, dtype):
    """x (N, C, P...), w (1..., C, D), dy (N, D, P...) as rounded to dtype."""
    rng = np.random.default_rng(batch + channels)
    shapes = [(batch, channels, *spatial), (*(1 for _ in spatial), channels, outputs), (batch, outputs, *spatial)]
    return [rng.standard_normal(shape).astype(np.float32).astype(dtype.numpy_dtype) for shape in shapes]


FORMATS = {("first", 2): "NCHW", ("first", 3): "NCDHW", ("last", 2): "NHWC", ("last", 3): "NDHWC"}


def call(pass_, x, w, dy, channels):
    """The op's name, its inputs by name, and its attrs.

    Args:
        channels: whether they come "first" or "last" in the op's images.
    """
    rank = x.ndim - 2
    if channels == "last":
        x, dy = (np.ascontiguousarray(np.moveaxis(array, 1, -1)) for array in (x, dy))
    version = "V2" if rank == 3 else ""
    attrs = {"strides": [1] * (rank + 2), "padding": "VALID", "data_format": FORMATS[channels, rank]}
    sizes = {name: np.array(array.shape, np.int32) for name, array in (("x", x), ("w", w))}
    inputs = {
        "forward": {"input": x, "filter": w},
        "filter_gradient": {"input": x, "filter_sizes": sizes["w"], "out_backprop": dy},
        "input_gradient": {"input_sizes": sizes["x"], "filter": w, "out_backprop": dy},
    }[pass_]
    suffix = {"forward": "", "filter_gradient": f"BackpropFilter{version}", "input_gradient": f"BackpropInput{version}"}
    return f"Conv{rank}D{suffix[pass_]}", inputs, attrs


def run(pass_, x, w, dy, channels="first"):
    """The op's result, channels first, and the name of the kernel that a plan takes unless it times them."""
    name, inputs, attrs = call(pass_, x, w, dy, channels)
    with go.Graph().as_default():
        node = getattr(go.raw_ops, name)(**inputs, **attrs).node
        with go.Session(config=go.SessionConfig(autotune=False)) as session:
            result = session.run(node.outputs[0])
    kernels = NodeKernels(node.op, node.attrs, "CPU")
    chosen = kernels.choose(list(inputs.values()), (True,)).definition.name
    turned = channels == "last" and pass_ != "filter_gradient"
    return np.moveaxis(result, -1, 1) if turned else result, chosen


def expected(pass_, x, w, dy):
    """In float64: (result, sums of magnitudes)."""
    wide = [array.astype(np.float64) for array in (x, w, dy)]

    def sums(x, w, dy):
        images, gradients = (array.reshape(*array.shape[:2], prod(array.shape[2:])) for array in (x, dy))
        matrix = w.reshape(w.shape[-2:])
        if pass_ == "forward":
            return np.einsum("ncp,cd->ndp", images, matrix).reshape(dy.shape)
        if pass_ == "input_gradient":
            return np.einsum("ndp,cd->ncp", gradients, matrix).reshape(x.shape)
        return np.einsum("ncp,ndp->cd", images, gradients).reshape(w.shape)

    return sums(*wide), sums(*map(np.abs, wide))


@pytest.mark.parametrize("dtype", [go.float32, go.bfloat16], ids=["float32", "bfloat16"])
@pytest.mark.parametrize("pass_", ["forward", "filter_gradient", "input_gradient"])
@pytest.mark.parametrize(("batch", "spatial"), IMAGES)
@pytest.mark.parametrize(("channels", "outputs"), CHANNELS)
@pytest.mark.parametrize("where", ["first", "last"])
def test_it_is_the_product(dtype, pass_, batch, spatial, channels, outputs, where):
    operands = arrays(batch, spatial, channels, outputs, dtype)
    result, kernel = run(pass_, *operands, where)
    values, magnitudes = expected(pass_, *operands)
    assert np.max(np.abs(result.astype(np.float64) - values) / magnitudes) < BOUNDS[dtype]
    if dtype is go.float32 and (where == "first" or pass_ != "forward"):
        assert ".conv_product." in kernel


@pytest.mark.skipif(machine() is None, reason="there is no LLVM")
@pytest.mark.parametrize("where", ["first", "last"])
@pytest.mark.parametrize("pass_", ["forward", "filter_gradient", "input_gradient"])
@pytest.mark.parametrize(("batch", "spatial"), [(1, (16, 17)), (1, (5, 6, 7)), (3, (9, 11))])
def test_call_lists_compute_the_same_bits(pass_, batch, spatial, where):
    """Their kernels take the operands in the order of the op's inputs, sizes among them."""
    name, inputs, attrs = call(pass_, *arrays(batch, spatial, 64, 80, go.float32), where)
    operands = list(inputs.values())
    for fixed in ([], [len(operands) - 1], [0]):
        is_same_or_not_listed(name, operands, fixed, **attrs)
    if batch == 1 and (where, pass_) != ("last", "forward"):
        same_bits(name, operands, **attrs)


@pytest.mark.parametrize("where", ["first", "last"])
def test_a_program_computes_what_its_first_run_did(where):
    """A later run is a call list. One that took operands in the wrong order read memory of others."""
    name, inputs, attrs = call("forward", *arrays(1, (16, 16), 64, 64, go.float32), where)
    with go.Graph().as_default(), go.Session() as session:
        x, w = (go.placeholder(go.float32, array.shape) for array in inputs.values())
        y = go.raw_ops.Tanh(x=getattr(go.raw_ops, name)(input=x * 0.01, filter=w, **attrs)) + 1.0
        found = [session.run(y, dict(zip((x, w), inputs.values(), strict=True))) for _ in range(10)]
    values, _ = expected("forward", *arrays(1, (16, 16), 64, 64, go.float32))
    wanted = np.tanh(0.01 * values) + 1
    for each in found:
        np.testing.assert_allclose(each if where == "first" else np.moveaxis(each, -1, 1), wanted, rtol=1e-5)


@pytest.mark.parametrize("where", ["first", "last"])
@pytest.mark.parametrize("pass_", ["forward", "filter_gradient", "input_gradient"])
def test_nan_and_infinity_reach_what_they_should(pass_, where):
    x, w, dy = arrays(2, (40, 41), 24, 40, go.float32)
    x[1, 3, 4, 5], dy[1, 7, 8, 9], w[0, 0, 2, 6] = np.nan, np.inf, np.nan
    result, kernel = run(pass_, x, w, dy, where)
    with np.errstate(all="ignore"):
        values, _ = expected(pass_, x, w, dy)
    assert ".conv_product." in kernel or (where, pass_) == ("last", "forward")
    assert np.array_equal(np.isnan(result), np.isnan(values))
    assert np.array_equal(np.isinf(result), np.isinf(values))


@pytest.mark.parametrize("where", ["first", "last"])
@pytest.mark.parametrize("pass_", ["forward", "filter_gradient", "input_gradient"])
def test_no_image(pass_, where):
    operands = arrays(0, (12, 13), 64, 72, go.float32)
    result, _ = run(pass_, *operands, where)
    values, _ = expected(pass_, *operands)
    assert result.shape == values.shape
    assert not result.any()


def test_a_stride_and_padding_are_left_to_others():
    x, w, _ = arrays(1, (40, 41), 24, 40, go.float32)
    for attrs in ({"strides": [1, 1, 2, 1], "padding": "VALID"}, {"strides": [1] * 4, "padding": "EXPLICIT",
                  "explicit_paddings": [0, 0, 0, 0, 1, 0, 0, 0]}):  # fmt: skip
        with go.Graph().as_default():
            node = go.raw_ops.Conv2D(input=x, filter=w, data_format="NCHW", **attrs).node
        chosen = NodeKernels(node.op, node.attrs, "CPU").choose([x, w], (True,)).definition.name
        assert ".conv_product." not in chosen
