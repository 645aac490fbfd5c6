"""Fused convolutions by oneDNN against a convolution in float64 followed by its steps."""

from __future__ import annotations

import math

import numpy as np
import pytest

import graphops as go
from graphops_cpu.onednn.library import why_unavailable
from graphops_registry.errors import NotFoundError
from tests.kernels.blas.runs import Run, kernel_named, run
from tests.reference.call import answers

pytestmark = pytest.mark.skipif(why_unavailable() is not None, reason=f"no oneDNN: {why_unavailable()}")

ACTIVATIONS = {
    "Relu": lambda y: np.maximum(y, 0),
    "Relu6": lambda y: np.clip(y, 0, 6),
    "Elu": lambda y: np.where(y > 0, y, np.expm1(np.minimum(y, 0))),
    "LeakyRelu": lambda y: np.where(y > 0, y, 0.3 * y),
    "Tanh": np.tanh,
    "Sigmoid": lambda y: 1 / (1 + np.exp(-y)),
    "Swish": lambda y: y / (1 + np.exp(-y)),
}


def case(op, names, layout):
    """Inputs, attrs and what comes out, (2, 9, 7, outputs) or channels first."""
    rng = np.random.default_rng([len(names), *op.encode()])
    depthwise = op != "_FusedConv2D"
    x = rng.standard_normal((2, 9, 7, 6)).astype(np.float32)
    w = rng.standard_normal((3, 3, 6, 2 if depthwise else 10)).astype(np.float32)
    plain = {"strides": [1, 1, 1, 1], "padding": "SAME"}
    (answer,) = answers("DepthwiseConv2dNative" if depthwise else "Conv2D", {"input": x, "filter": w}, plain)
    y = answer.value
    args = []
    for name in names:
        vector = rng.standard_normal(y.shape[-1]).astype(np.float32)
        if name == "BiasAdd":
            args.append(vector)
            y = y + vector
        elif name == "Add":
            args.append(rng.standard_normal(y.shape).astype(np.float32))
            y = y + args[-1]
        elif name == "FusedBatchNorm":
            scale, offset, mean = (rng.standard_normal(y.shape[-1]).astype(np.float32) for _ in range(3))
            args += [scale, offset, mean, np.abs(vector)]
            y = (y - mean) * scale / np.sqrt(np.abs(vector).astype(np.float64) + 1e-3) + offset
        else:
            y = ACTIVATIONS[name](y)
    attrs = {"strides": [1, 1, 1, 1], "padding": "SAME", "fused_ops": list(names), "num_args": len(args),
             "epsilon": 1e-3, "leakyrelu_alpha": 0.3, "data_format": layout}  # fmt: skip
    if not depthwise:
        attrs["TArgs"] = ["float"] * len(args)
    if layout == "NCHW":
        x, y = np.moveaxis(x, -1, 1), np.moveaxis(y, -1, 1)
        args = [np.ascontiguousarray(np.moveaxis(a, -1, 1)) if a.ndim == 4 else a for a in args]
    inputs = {"input": np.ascontiguousarray(x), "filter": w, "args": args}
    if not depthwise:
        inputs["host_args"] = []
    return inputs, attrs, y


@pytest.mark.parametrize("op", ["_FusedConv2D", "_FusedDepthwiseConv2dNative"])
@pytest.mark.parametrize("layout", ["NHWC", "NCHW"])
@pytest.mark.parametrize(
    "names",
    [("BiasAdd",), ("FusedBatchNorm",), ("BiasAdd", "Add"), ("BiasAdd", "Add", "Relu"), ("FusedBatchNorm", "Relu"),
     *(("BiasAdd", activation) for activation in ACTIVATIONS)],
)  # fmt: skip
def test_what_follows_a_convolution(op, layout, names):
    inputs, attrs, expected = case(op, names, layout)
    definition = kernel_named(op, ".onednn.")
    if "Add" in names and layout == "NCHW":
        with pytest.raises(NotFoundError, match="can only be added to channels-last"):
            Run(definition, inputs, attrs)
        return
    found = run(definition, inputs, attrs)
    assert found.dtype == np.float32
    assert np.abs(found - expected).max() <= 1e-5 * np.abs(expected).max()


@pytest.mark.parametrize("activation", ACTIVATIONS)
@pytest.mark.parametrize("value", [math.nan, math.inf, 1e30])
def test_what_is_not_finite_is_what_the_plain_kernel_makes_of_it(activation, value):
    inputs, attrs, _ = case("_FusedConv2D", ("BiasAdd", activation), "NHWC")
    for spoilt in (inputs["input"], inputs["filter"], inputs["args"][0]):
        kept = spoilt.reshape(-1)[3]
        spoilt.reshape(-1)[3] = value
        found = run(kernel_named("_FusedConv2D", ".onednn."), inputs, attrs)
        plain = run(kernel_named("_FusedConv2D", "plain.fused."), inputs, attrs)
        np.testing.assert_allclose(found, plain, rtol=1e-4, atol=1e-4)
        spoilt.reshape(-1)[3] = kept


def test_a_session_fuses_a_convolution_with_what_follows():
    """Some kernels of Conv2D are for rare layouts: they must not keep others from being fused."""
    x, w = np.ones((1, 8, 8, 4), np.float32), np.ones((3, 3, 4, 8), np.float32)
    with go.Graph().as_default() as graph:
        conv = go.raw_ops.Conv2D(input=go.placeholder(go.float32, x.shape, name="x"), filter=w, strides=[1] * 4,
                                 padding="SAME")  # fmt: skip
        y = go.raw_ops.Relu(features=go.raw_ops.BiasAdd(value=conv, bias=np.ones(8, np.float32)))
    metadata = go.RunMetadata()
    with go.Session(graph, config=go.SessionConfig(plan_passes=("fuse",))) as session:
        session.run(y, {"x:0": x}, run_metadata=metadata)
    assert "_FusedConv2D" in {node.op for node in metadata.nodes}
