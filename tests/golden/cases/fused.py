"""Fused ops. TensorFlow has kernels for some of them only, so ``record_fused.py`` asks for the ops that they fuse."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.golden.case import Array, Case, integers, reals

ACTIVATIONS = (
    "Relu",
    "Relu6",
    "Elu",
    "LeakyRelu",
    "Tanh",
    "Sigmoid",
    "GeluApproximate",
    "GeluExact",
    "_FusedHardSwish",
)
BIAS = [["BiasAdd"], ["BiasAdd", "Add"], *(["BiasAdd", name] for name in ACTIVATIONS), ["BiasAdd", "Add", "Relu"]]
NORM = [["FusedBatchNorm"], *(["FusedBatchNorm", name] for name in ("Relu", "LeakyRelu")), ["FusedBatchNorm", "Add"]]


def arguments(fused_ops: list[str], shape: tuple[int, ...], axis: int, dtype: str, real: bool) -> list[Array]:
    """What fused_ops take; shape is the result's."""
    make = reals if real else integers
    vectors = [make((shape[axis],), dtype, seed) for seed in range(5, 9)]
    vectors[3] = np.abs(vectors[3]) + vectors[3].dtype.type(0.5)  # a variance
    args = vectors[:1] if fused_ops[0] == "BiasAdd" else vectors
    return [*args, make(shape, dtype, 9)] if "Add" in fused_ops else args


def convolutions() -> Iterator[Case]:
    for fused_ops in (*BIAS, *NORM):
        for dtype in ("float32", "float64"):
            yield conv(fused_ops, dtype)
            yield depthwise(fused_ops, dtype)
        yield volume(fused_ops, "float32")
        yield volume(fused_ops, "float32", data_format="NCDHW", leakyrelu_alpha=0.5, epsilon=0.25)
        yield conv(fused_ops, "float32", data_format="NCHW", leakyrelu_alpha=0.5, epsilon=0.25)
        yield depthwise(fused_ops, "float32", data_format="NCHW", leakyrelu_alpha=0.5, epsilon=0.25)
    for fused_ops in (["BiasAdd"], ["BiasAdd", "Relu6"]):
        yield conv(fused_ops, "float16", real=False)
        for dtype in ("float16", "bfloat16"):
            yield depthwise(fused_ops, dtype, real=False)
            yield volume(fused_ops, dtype, real=False)
    yield conv(["BiasAdd", "Relu"], "float32", filter_format="OIHW")
    yield conv(["BiasAdd", "Relu"], "float32", padding="EXPLICIT", explicit_paddings=[0, 0, 1, 0, 0, 2, 0, 0])


def conv(fused_ops: list[str], dtype: str, real: bool = True, **attrs: Any) -> Case:
    """A result of (2, 3, 4) pixels and 3 channels; strided and dilated."""
    make = reals if real else integers
    first = attrs.get("data_format") == "NCHW"
    x, w = make((2, 5, 4, 2), dtype, 1), make((3, 2, 2, 3), dtype, 2)
    strides, shape = ([1, 2, 1, 1], (2, 3, 4, 3))
    if attrs.get("padding") == "EXPLICIT":
        shape = (2, 2, 5, 3)
    if first:
        x, strides, shape = x.transpose(0, 3, 1, 2).copy(), [1, 1, 2, 1], (2, 3, 3, 4)
    if attrs.get("filter_format") == "OIHW":
        w = w.transpose(3, 2, 0, 1).copy()
    args = arguments(fused_ops, shape, 1 if first else 3, dtype, real)
    given = {"strides": strides, "padding": "SAME", "fused_ops": fused_ops, "num_args": len(args)}
    return Case("_FusedConv2D", {"input": x, "filter": w, "args": args, "host_args": []}, given | attrs)


def volume(fused_ops: list[str], dtype: str, real: bool = True, **attrs: Any) -> Case:
    make = reals if real else integers
    first = attrs.get("data_format") == "NCDHW"
    x, w = make((2, 4, 5, 3, 2), dtype, 1), make((2, 3, 2, 2, 3), dtype, 2)
    shape, strides = (2, 2, 5, 2, 3), [1, 2, 1, 2, 1]
    if first:
        x, shape, strides = x.transpose(0, 4, 1, 2, 3).copy(), (2, 3, 2, 5, 2), [1, 1, 2, 1, 2]
    args = arguments(fused_ops, shape, 1 if first else 4, dtype, real)
    given = {"strides": strides, "padding": "SAME", "fused_ops": fused_ops, "num_args": len(args)}
    return Case("_FusedConv3D", {"input": x, "filter": w, "args": args}, given | attrs)


def depthwise(fused_ops: list[str], dtype: str, real: bool = True, **attrs: Any) -> Case:
    make = reals if real else integers
    first = attrs.get("data_format") == "NCHW"
    x, w = make((2, 5, 4, 2), dtype, 1), make((3, 2, 2, 2), dtype, 2)
    shape = (2, 3, 3, 4)
    if first:
        x, shape = x.transpose(0, 3, 1, 2).copy(), (2, 4, 3, 3)
    args = arguments(fused_ops, shape, 1 if first else 3, dtype, real)
    given = {"strides": [1, 1, 1, 1], "padding": "VALID", "fused_ops": fused_ops, "num_args": len(args)}
    return Case("_FusedDepthwiseConv2dNative", {"input": x, "filter": w, "args": args}, given | attrs)


def products() -> Iterator[Case]:
    for fused_ops in BIAS:
        for transpose_a, transpose_b in ((False, False), (True, True)):
            a, b = reals((3, 4), "float32", 1), reals((4, 2), "float32", 2)
            args = arguments(fused_ops, (3, 2), 1, "float32", True)
            inputs = {"a": a.T.copy() if transpose_a else a, "b": b.T.copy() if transpose_b else b, "args": args}
            attrs = {"transpose_a": transpose_a, "transpose_b": transpose_b, "fused_ops": fused_ops}
            yield Case("_FusedMatMul", inputs, attrs | {"num_args": len(args)})
    for dtype in ("float16", "bfloat16"):
        a, b, bias = integers((3, 4), dtype, 1), integers((4, 2), dtype, 2), integers((2,), dtype, 3)
        attrs = {"fused_ops": ["BiasAdd", "Relu"], "num_args": 1}
        yield Case("_FusedMatMul", {"a": a, "b": b, "args": [bias]}, attrs)


def batch_norms() -> Iterator[Case]:
    for dtype in ("float32", "float16", "bfloat16"):
        for mode in ("Identity", "Relu", "Relu6"):
            for sides in (0, 1):
                x = reals((2, 3, 2, 4), dtype, 1)
                vectors = {name: reals((4,), "float32", seed) for seed, name in enumerate(("scale", "offset", "mean"))}
                variance = reals((4,), "float32", 8) + np.float32(1.5)
                inputs = {"x": x, **vectors, "variance": variance, "side_input": [reals(x.shape, dtype, 9)] * sides}
                attrs = {"activation_mode": mode, "num_side_inputs": sides, "exponential_avg_factor": 0.5}
                yield Case("_FusedBatchNormEx", inputs, attrs)


def batch_norm_gradients() -> Iterator[Case]:
    for dtype in ("float32", "float16"):
        for mode in ("Identity", "Relu", "Relu6"):
            for sides in (0, 1):
                x, dy = reals((2, 3, 2, 4), dtype, 1), reals((2, 3, 2, 4), dtype, 2)
                y = (4 * reals(x.shape, "float32", 3)).astype(x.dtype)  # some of it below 0 and above 6
                names = ("scale", "reserve_space_1", "reserve_space_3", "offset")
                vectors = {name: reals((4,), "float32", seed) for seed, name in enumerate(names)}
                variance = reals((4,), "float32", 8) + np.float32(1.5)
                inputs = {"y_backprop": dy, "x": x, **vectors, "reserve_space_2": variance, "y": y}
                yield Case("_FusedBatchNormGradEx", inputs, {"activation_mode": mode, "num_side_inputs": sides})


CASES = [*convolutions(), *products(), *batch_norms(), *batch_norm_gradients()]
