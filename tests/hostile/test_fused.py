"""Malformed calls of fused ops, of quantisation in training and of data formats."""

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import InvalidArgumentError, UnimplementedError
from tests.hostile.test_array import ints

X = np.ones((2, 3, 4, 3), np.float32)
W = np.ones((2, 2, 3, 5), np.float32)
BIAS = np.ones(5, np.float32)
ONE = np.float32(1)
CONV = {"input": X, "filter": W, "args": [BIAS], "host_args": [], "num_args": 1, "strides": [1, 1, 1, 1]}
CONV |= {"padding": "VALID", "fused_ops": ["BiasAdd"]}
VOLUME = {"input": X[None], "filter": W[None], "args": [BIAS], "strides": [1] * 5, "padding": "VALID"}
VOLUME |= {"fused_ops": ["BiasAdd"]}
DEPTHWISE = {"input": X, "filter": W[..., :1], "args": [BIAS[:3]], "strides": [1, 1, 1, 1], "padding": "VALID"}
DEPTHWISE |= {"fused_ops": ["BiasAdd"]}
PRODUCT = {"a": W[0, 0], "b": W[0, 0].T, "args": [BIAS[:3]], "fused_ops": ["BiasAdd"]}
NORM = dict.fromkeys(("scale", "offset", "mean", "variance"), BIAS[:3]) | {"x": X, "side_input": []}
NORM_GRADIENT = dict.fromkeys(("scale", "reserve_space_1", "reserve_space_2", "reserve_space_3", "offset"), BIAS[:3])
NORM_GRADIENT |= dict.fromkeys(("y_backprop", "x", "y"), X) | {"num_side_inputs": 0}
FORMAT = {"src_format": "NHWC", "dst_format": "NCHW"}
QUANT = {"inputs": X, "min": -ONE, "max": ONE}
CHANNELS = {"inputs": X, "min": -BIAS[:3], "max": BIAS[:3]}

CALLS = [
    ("_FusedConv2D", {**CONV, "fused_ops": []}, "attr 'fused_ops' of op .* name at least one op"),
    ("_FusedConv2D", {**CONV, "num_args": 2}, "attr 'num_args' of op .* must be 1 for fused_ops"),
    ("_FusedConv2D", {**CONV, "args": [BIAS, BIAS]}, "as many tensors as attr 'num_args' says, 1, got 2"),
    ("_FusedConv2D", {**CONV, "args": [BIAS[:4]]}, "the 5 channels of the result for BiasAdd, got 4"),
    ("_FusedConv2D", {**CONV, "args": [X]}, "be vectors for BiasAdd"),
    ("_FusedConv2D", {**CONV, "args": [BIAS.astype(np.float64)]}, "attr 'TArgs'"),
    ("_FusedConv2D", {**CONV, "args": [BIAS, X], "num_args": 2, "fused_ops": ["BiasAdd", "Add"]}, "the shape of what is"),
    ("_FusedConv2D", {**CONV, "input": X[..., :2]}, "filter"),
    ("_FusedConv2D", {**CONV, "strides": [1, 0, 1, 1]}, "strides"),
    ("_FusedConv3D", {**VOLUME, "args": [BIAS[:4]]}, "the 5 channels of the result for BiasAdd, got 4"),
    ("_FusedConv3D", {**VOLUME, "input": X}, "input of op '_FusedConv3D' must have rank 5"),
    ("_FusedConv3D", {**VOLUME, "filter": W}, "filter of op '_FusedConv3D' must have rank 5"),
    ("_FusedConv3D", {**VOLUME, "strides": [1] * 4}, "strides"),
    ("_FusedDepthwiseConv2dNative", {**DEPTHWISE, "fused_ops": ["FusedBatchNorm"]}, "must be 4 for fused_ops"),
    ("_FusedDepthwiseConv2dNative", {**DEPTHWISE, "args": [BIAS]}, "the 3 channels of the result"),
    ("_FusedMatMul", {**PRODUCT, "a": X}, "a of op '_FusedMatMul' must have rank 2"),
    ("_FusedMatMul", {**PRODUCT, "b": W[0, 0]}, "b of op .* the inner dimension 5 of a"),
    ("_FusedMatMul", {**PRODUCT, "args": [BIAS]}, "the 3 channels of the result"),
    ("_FusedBatchNormEx", {**NORM, "side_input": [X, X]}, "attr 'num_side_inputs' of op .* must be 0 or 1"),
    ("_FusedBatchNormEx", {**NORM, "side_input": [X[:1]]}, "side_input of op .* must have the shape of x"),
    ("_FusedBatchNormEx", {**NORM, "scale": BIAS}, "the 3 channels of x"),
    ("_FusedBatchNormGradEx", {**NORM_GRADIENT, "num_side_inputs": 2}, "attr 'num_side_inputs' of op .* must be 0 or 1"),
    ("_FusedBatchNormGradEx", {**NORM_GRADIENT, "y": X[:1]}, "y of op .* must have the shape of x"),
    ("_FusedBatchNormGradEx", {**NORM_GRADIENT, "y_backprop": X[:1]}, "y_backprop of op .* must have the shape of x"),
    ("_FusedBatchNormGradEx", {**NORM_GRADIENT, "scale": BIAS}, "the 3 channels of x"),
    ("_FusedBatchNormGradEx", {**NORM_GRADIENT, "offset": ONE}, "offset of op .* must have rank 1"),
    ("FakeQuantWithMinMaxArgs", {"inputs": X, "min": 1.0, "max": 1.0}, "attr 'min' of op .* must be below attr 'max'"),
    ("FakeQuantWithMinMaxArgs", {"inputs": X, "num_bits": 1}, "attr 'num_bits' of op .* must be between 2 and 16"),
    ("FakeQuantWithMinMaxArgs", {"inputs": X, "num_bits": 17}, "between 2 and 16"),
    ("FakeQuantWithMinMaxArgs", {"inputs": X, "max": float("nan")}, "attr 'min'"),
    ("FakeQuantWithMinMaxArgsGradient", {"gradients": X[0], "inputs": X}, "the shape of gradients"),
    ("FakeQuantWithMinMaxVars", {**QUANT, "min": BIAS}, "min of op .* must be a scalar"),
    ("FakeQuantWithMinMaxVarsGradient", {"gradients": X[0], **QUANT}, "gradients of op .* the shape of inputs"),
    ("FakeQuantWithMinMaxVarsPerChannel", {**CHANNELS, "min": BIAS}, "min of op .* the 3 channels of inputs, got 5"),
    ("FakeQuantWithMinMaxVarsPerChannel", {**CHANNELS, "max": ONE}, "max of op .* must have rank 1"),
    ("FakeQuantWithMinMaxVarsPerChannel", {**CHANNELS, "inputs": ONE}, "inputs of op .* must have rank 1 or more"),
    ("FakeQuantWithMinMaxVarsPerChannelGradient", {"gradients": ONE, **CHANNELS, "inputs": ONE}, "rank 1 or more"),
    ("DataFormatDimMap", {"x": ints(0, 4)}, r"x of op 'DataFormatDimMap' must be in \[-4, 4\), got values from 0 to 4"),
    ("DataFormatDimMap", {"x": ints(-5)}, r"\[-4, 4\)"),
    ("DataFormatDimMap", {"x": ints(0), **FORMAT, "src_format": "HW"}, "attr 'src_format' of op .* have 4 or 5 letters"),
    ("DataFormatDimMap", {"x": ints(0), "src_format": "NHHC", "dst_format": "NHHC"}, "have different letters"),
    ("DataFormatDimMap", {"x": ints(0), **FORMAT, "dst_format": "NCHX"}, "attr 'dst_format' of op .* have the letters of"),
    ("DataFormatVecPermute", {"x": ints(1, 2, 3)}, "a value for each axis of 'NHWC', or for each spatial one"),
    ("DataFormatVecPermute", {"x": np.int32(1)}, "be a vector or a matrix"),
    ("DataFormatVecPermute", {"x": np.ones((4, 3), np.int32)}, "2 columns"),
    ("DataFormatVecPermute", {"x": ints(1, 2), "src_format": "NABC", "dst_format": "NCAB"}, "a value for each axis"),
]  # fmt: skip
UNIMPLEMENTED = [
    ("_FusedConv2D", {**CONV, "fused_ops": ["BiasAdd", "Cos"]}, r"must be BiasAdd or FusedBatchNorm, .* got \[BiasAdd, Cos"),
    ("_FusedConv2D", {**CONV, "fused_ops": ["Relu"]}, "attr 'fused_ops'"),
    ("_FusedConv2D", {**CONV, "fused_ops": ["Add"]}, "must be BiasAdd or FusedBatchNorm, "),
    ("_FusedMatMul", {**PRODUCT, "fused_ops": ["Add", "Add"]}, "must be BiasAdd or Add, "),
    ("_FusedConv2D", {**CONV, "fused_ops": ["BiasAdd", "Relu", "Relu"]}, "attr 'fused_ops'"),
    ("_FusedConv2D", {**CONV, "data_format": "NCHW_VECT_C"}, "attr 'data_format' of op .* not be packed"),
    ("_FusedConv2D", {**CONV, "filter_format": "OIHW_VECT_I"}, "attr 'filter_format' of op .* not be packed"),
    ("_FusedConv2D", {**CONV, "host_args": [ONE]}, "attr 'num_host_args' of op .* must be 0"),
    ("_FusedMatMul", {**PRODUCT, "fused_ops": ["FusedBatchNorm"]}, "attr 'fused_ops' of op '_FusedMatMul'"),
    ("_FusedConv3D", {**VOLUME, "padding_list": [0] * 10}, "attr 'padding_list' of op .* must be empty"),
    ("_FusedBatchNormEx", {**NORM, "activation_mode": "Elu"}, "attr 'activation_mode' of op .* be Identity, Relu or"),
    ("_FusedBatchNormGradEx", {**NORM_GRADIENT, "activation_mode": "Elu"}, "attr 'activation_mode' of op .* be Identity,"),
]  # fmt: skip


def eagerly(op, arguments):
    return getattr(go.eager, op)(**arguments)


def in_graph(op, arguments):
    """While the graph is built: all shapes are known."""
    with go.Graph().as_default() as graph:
        y = getattr(go.raw_ops, op)(**arguments, name="y")
    with go.Session(graph) as session:  # only what depends on values comes so late
        session.run(y)


WAYS = {"eager": eagerly, "graph": in_graph}


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0])
@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_malformed(call, way):
    op, arguments, text = call
    with pytest.raises(InvalidArgumentError, match=text):
        way(op, arguments)


@pytest.mark.parametrize("call", UNIMPLEMENTED, ids=lambda call: call[0])
@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_unimplemented(call, way):
    op, arguments, text = call
    with pytest.raises(UnimplementedError, match=text):
        way(op, arguments)
