"""Convolutions with a kernel of one point, channels first, as matrix products, against float64 sums."""

import numpy as np
import pytest

import graphops as go
from graphops.plan.choose.kernel_choice import NodeKernels
from graphops_cpu.onednn.library import why_unavailable

pytestmark = pytest.mark.skipif(why_unavailable() is not None, reason=f"no oneDNN: {why_unavailable()}")

BOUNDS = {go.float32: 3e-6, go.bfloat16: 1.2e-2}
IMAGES = [(1, (40, 41)), (3, (40, 41)), (1, (9, 12, 13)), (2, (9, 12, 13))]
CHANNELS = [(24, 40), (31, 17)]


def arrays(batch, spatial, channels, outputs, dtype):
    """x (N, C, P...), w (1..., C, D), dy (N, D, P...) as rounded to dtype."""
    rng = np.random.default_rng(batch + channels)
    shapes = [(batch, channels, *spatial), (*(1 for _ in spatial), channels, outputs), (batch, outputs, *spatial)]
    return [rng.standard_normal(shape).astype(np.float32).astype(dtype.numpy_dtype) for shape in shapes]


def run(pass_, x, w, dy):
    """The op's result, and the name of the kernel that computed it."""
    rank = x.ndim - 2
    op = f"Conv{rank}D"
    version = "V2" if rank == 3 else ""
    attrs = {"strides": [1] * (rank + 2), "padding": "VALID", "data_format": "NCHW" if rank == 2 else "NCDHW"}
    sizes = {name: np.array(array.shape, np.int32) for name, array in (("x", x), ("w", w))}
    inputs = {
        "forward": {"input": x, "filter": w},
        "filter_gradient": {"input": x, "filter_sizes": sizes["w"], "out_backprop": dy},
        "input_gradient": {"input_sizes": sizes["x"], "filter": w, "out_backprop": dy},
    }[pass_]
    name = op + {"forward": "", "filter_gradient": f"BackpropFilter{version}"}.get(pass_, f"BackpropInput{version}")
    with go.Graph().as_default():
        node = getattr(go.raw_ops, name)(**inputs, **attrs).node
    kernels = NodeKernels(node.op, node.attrs, "CPU")
    chosen = kernels.choose(list(inputs.values()), (True,)).definition.name
    return getattr(go.eager, name)(**inputs, **attrs), chosen


def expected(pass_, x, w, dy):
    """In float64: (result, sums of magnitudes)."""
    wide = [array.astype(np.float64) for array in (x, w, dy)]

    def sums(x, w, dy):
        images, gradients = x.reshape(*x.shape[:2], -1), dy.reshape(*dy.shape[:2], -1)
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
def test_it_is_the_product(dtype, pass_, batch, spatial, channels, outputs):
    operands = arrays(batch, spatial, channels, outputs, dtype)
    result, kernel = run(pass_, *operands)
    values, magnitudes = expected(pass_, *operands)
    assert np.max(np.abs(result.astype(np.float64) - values) / magnitudes) < BOUNDS[dtype]
    if dtype is go.float32:
        assert ".conv_product." in kernel


@pytest.mark.parametrize("pass_", ["forward", "filter_gradient", "input_gradient"])
def test_nan_and_infinity_reach_what_they_should(pass_):
    x, w, dy = arrays(2, (40, 41), 24, 40, go.float32)
    x[1, 3, 4, 5], dy[1, 7, 8, 9], w[0, 0, 2, 6] = np.nan, np.inf, np.nan
    result, kernel = run(pass_, x, w, dy)
    with np.errstate(all="ignore"):
        values, _ = expected(pass_, x, w, dy)
    assert ".conv_product." in kernel
    assert np.array_equal(np.isnan(result), np.isnan(values))
    assert np.array_equal(np.isinf(result), np.isinf(values))


def test_a_stride_and_padding_are_left_to_others():
    x, w, _ = arrays(1, (40, 41), 24, 40, go.float32)
    for attrs in ({"strides": [1, 1, 2, 1], "padding": "VALID"}, {"strides": [1] * 4, "padding": "EXPLICIT",
                  "explicit_paddings": [0, 0, 0, 0, 1, 0, 0, 0]}):  # fmt: skip
        with go.Graph().as_default():
            node = go.raw_ops.Conv2D(input=x, filter=w, data_format="NCHW", **attrs).node
        chosen = NodeKernels(node.op, node.attrs, "CPU").choose([x, w], (True,)).definition.name
        assert ".conv_product." not in chosen
