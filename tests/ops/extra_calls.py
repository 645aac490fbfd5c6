"""Calls that TensorFlow cannot record, or computes wrongly: for opcheck and gradcheck, which need no answers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

import graphops as go
from tests.golden.case import Array, Case, reals
from tests.golden.cases.spectral import complexes, sizes
from tests.ops import conv_matrix

X = reals((2, 3), "float64", 1)
SIMPLE = {
    "AccumulateNV2": ({"inputs": [X, X + 1]}, {"shape": [2, 3]}),
    "CheckNumerics": ({"tensor": X}, {"message": "here"}),
    "DeepCopy": ({"x": X}, {}),
    "NoOp": ({}, {}),
    "PlaceholderWithDefault": ({"input": X}, {"shape": [2, 3]}),
    "PreventGradient": ({"input": X}, {"message": "here"}),
}
Z = {"input": complexes((2, 3, 4, 5), "complex64", 1)}
SIMPLE |= {f"Batch{inverse}FFT{rank}": (Z, {}) for inverse in ("", "I") for rank in ("", "2D", "3D")}
AXES = {"fft_length": sizes(2, 6), "axes": sizes(2, -3)}
SIMPLE |= {op: ({**Z, **AXES}, {}) for op in ("FFTND", "IFFTND", "IRFFTND")}
SIMPLE["RFFTND"] = ({"input": reals((2, 3, 4, 5), "float64", 1), **AXES}, {"Tcomplex": "complex128"})
CTC = {"labels_indices": np.array([[0, 0], [0, 1], [1, 0]]), "labels_values": np.array([1, 1, 2], np.int32),
       "sequence_length": np.array([5, 3], np.int32)}  # fmt: skip
SIMPLE["CTCLoss"] = ({"inputs": 3 * reals((5, 2, 4), "float64", 1), **CTC}, {})
SIMPLE["CTCLossV2"] = ({"inputs": 3 * reals((5, 2, 4), "float32", 1), **CTC}, {})
NORMED = {name: reals((2,), "float64", seed) for seed, name in enumerate(("m", "v", "beta", "gamma"))}
SIMPLE["BatchNormWithGlobalNormalization"] = (
    {"t": reals((2, 1, 3, 2), "float64", 4), **NORMED},
    {"variance_epsilon": 2.0, "scale_after_normalization": True},
)
POOLS = ("AvgPool3D", "AvgPool3DGrad", "MaxPool3DGrad", "MaxPool3DGradGrad")


def extra(op: str) -> Iterator[Case]:
    """Calls of ``op``; the convolutions in float64 in every layout and padding, with and without groups."""
    if op in SIMPLE:
        inputs, attrs = SIMPLE[op]
        yield Case(op, inputs, attrs)
    elif op in POOLS:
        yield pool(op, "SAME", "NDHWC")
        yield pool(op, "VALID", "NCDHW")
    elif op in conv_matrix.CONVOLUTIONS or op in conv_matrix.MORPHOLOGY:
        for c in conv_matrix.configurations(op):
            if c.T == "double" and c.dilated == c.strided:
                inputs, attrs = conv_matrix.call(c, conv_matrix.sizes_of(c), integers=False)
                yield Case(op, inputs, attrs)
    elif op in ("Graphops>Dilation2DPickInput", "Graphops>Dilation2DPickFilter"):
        yield pick(op)


def pool(op: str, padding: str, data_format: str) -> Case:
    """A pool in three dimensions, in the widest dtype that TensorFlow gives it."""
    dtype = "float32" if op.startswith("Max") else "float64"
    last = data_format == "NDHWC"
    window = [1, 2, 3, 2, 1] if last else [1, 1, 2, 3, 2]
    attrs = {"ksize": window, "strides": window, "padding": padding, "data_format": data_format}
    x = apart((2, 4, 5, 6, 3) if last else (2, 3, 4, 5, 6), dtype)
    if op == "AvgPool3D":
        return Case(op, {"input": x}, attrs)
    y = go.eager.AvgPool3D(input=x, **attrs)
    dy = reals(y.shape, dtype, 2)
    if op == "AvgPool3DGrad":
        return Case(op, {"orig_input_shape": np.array(x.shape, np.int32), "grad": dy}, attrs)
    y = go.eager.MaxPool3D(input=x, **attrs)
    grad = dy if op == "MaxPool3DGrad" else reals(x.shape, dtype, 3)
    return Case(op, {"orig_input": x, "orig_output": y, "grad": grad}, attrs)


def apart(shape: tuple[int, ...], dtype: str) -> Array:
    """Numbers that all differ, by 1/64 at least."""
    size = int(np.prod(shape))
    return (np.random.default_rng(0).permutation(size) / 64 - size / 128).reshape(shape).astype(dtype)


def pick(op: str) -> Case:
    """What of ``values`` the maxima of a dilation pick."""
    (c,) = [
        c
        for c in conv_matrix.configurations("Dilation2DBackpropInput")
        if (c.T, c.padding, c.dilated, c.strided) == ("double", "SAME", True, False)
    ]
    inputs, attrs = conv_matrix.call(c, conv_matrix.sizes_of(c), integers=False)
    del inputs["out_backprop"]
    inputs["values"] = reals(inputs["input" if "Input" in op else "filter"].shape, "float64", 5)
    return Case(op, inputs, attrs)
