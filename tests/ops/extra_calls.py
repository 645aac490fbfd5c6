"""Calls that TensorFlow cannot record, or computes wrongly: for opcheck and gradcheck, which need no answers."""

from __future__ import annotations

from collections.abc import Iterator

from tests.golden.case import Case, reals
from tests.ops import conv_matrix

X = reals((2, 3), "float64", 1)


def extra(op: str) -> Iterator[Case]:
    """Calls of ``op``; the convolutions in float64 in every layout and padding, with and without groups."""
    if op in conv_matrix.CONVOLUTIONS or op in conv_matrix.MORPHOLOGY:
        for c in conv_matrix.configurations(op):
            if c.T == "double" and c.dilated == c.strided:
                inputs, attrs = conv_matrix.call(c, conv_matrix.sizes_of(c), integers=False)
                yield Case(op, inputs, attrs)
    elif op == "CheckNumerics":
        yield Case(op, {"tensor": X}, {"message": "here"})
    elif op == "DeepCopy":
        yield Case(op, {"x": X})
    elif op == "PreventGradient":
        yield Case(op, {"input": X}, {"message": "here"})
    elif op == "NoOp":
        yield Case(op, {})
    elif op == "AccumulateNV2":
        yield Case(op, {"inputs": [X, X + 1]}, {"shape": [2, 3]})
    elif op == "PlaceholderWithDefault":
        yield Case(op, {"input": X}, {"shape": [2, 3]})
    elif op in ("Graphops>Dilation2DPickInput", "Graphops>Dilation2DPickFilter"):
        (c,) = [
            c
            for c in conv_matrix.configurations("Dilation2DBackpropInput")
            if (c.T, c.padding, c.dilated, c.strided) == ("double", "SAME", True, False)
        ]
        inputs, attrs = conv_matrix.call(c, conv_matrix.sizes_of(c), integers=False)
        del inputs["out_backprop"]
        inputs["values"] = reals(inputs["input" if "Input" in op else "filter"].shape, "float64", 5)
        yield Case(op, inputs, attrs)
