"""The shape rules of the convolution family on partial shapes, and what its nodes cost."""

from __future__ import annotations

import math
import time
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops_registry.cost import Cost
from graphops_registry.errors import InvalidArgumentError
from graphops_registry.op_def import lookup_op
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

ONES = {2: [1] * 4, 3: [1] * 5}
SAME = {"strides": ONES[2], "padding": "SAME"}
SAME_3D = {"strides": ONES[3], "padding": "SAME"}
HUGE = 2**31 - 1


@pytest.fixture(autouse=True)
def graph():
    with go.Graph().as_default() as graph:
        yield graph


def build(op: str, inputs: dict[str, Any], **attrs: Any) -> TensorShape:
    """The shape of a node's output; inputs are partial shapes, or arrays for the values of size vectors."""
    tensors = {
        name: value if not isinstance(value, (tuple, type(None))) else go.placeholder("float32", value)
        for name, value in inputs.items()
    }
    return getattr(go.raw_ops, op)(**tensors, **attrs).shape


def sizes(*values: int, dtype: Any = np.int32) -> np.ndarray:
    return np.array(values, dtype)


@pytest.mark.parametrize(
    ("op", "x", "w", "attrs", "expected"),
    [
        ("Conv2D", ("N", 7, 8, 3), (3, 3, 3, 5), SAME, ("N", 7, 8, 5)),
        ("Conv2D", ("N", "H", None, 3), (3, 3, 3, 5), SAME, ("N", "H", None, 5)),
        ("Conv2D", ("N", "H", 8, 3), (3, 3, 3, 5), SAME | {"strides": [1, 2, 2, 1]}, ("N", None, 4, 5)),
        ("Conv2D", ("N", 3, 7, 8), (3, 3, 3, 5), SAME | {"padding": "VALID", "data_format": "NCHW"}, ("N", 5, 5, 6)),
        ("Conv2D", None, None, SAME, (None,) * 4),
        ("Conv2D", None, (3, 3, 3, 5), SAME, (None, None, None, 5)),
        ("Conv2D", (2, 7, 8, 3), (None, None, None, 5), SAME, (2, 7, 8, 5)),
        ("Conv2D", (2, 7, 8, 3), (None, 3, None, None), SAME | {"padding": "VALID"}, (2, None, 6, None)),
        (
            "Conv2D",
            (2, 7, 8, 3),
            (3, 3, 3, 5),
            {"strides": [1, 2, 3, 1], "padding": "EXPLICIT", "explicit_paddings": [0, 0, 1, 2, 0, 3, 0, 0]},
            (2, 4, 3, 5),
        ),
        ("Conv2D", (0, 7, 0, 3), (3, 3, 3, 5), SAME | {"padding": "VALID"}, (0, 5, 0, 5)),
        # TensorFlow's rule takes the dilations of rows and columns for each other's.
        (
            "Conv3D",
            (1, 9, 10, 11, 2),
            (2, 2, 2, 2, 4),
            {"strides": ONES[3], "padding": "VALID", "dilations": [1, 1, 3, 5, 1]},
            (1, 8, 7, 6, 4),
        ),
        ("Conv3D", ("N", 2, 9, None, 11), (1, 2, 2, 2, 4), SAME_3D | {"data_format": "NCDHW"}, ("N", 4, 9, None, 11)),
        ("Conv", ("A", "B", 7, 8, 3), (3, 3, 3, 5), SAME | {"batch_dims": 2}, ("A", "B", 7, 8, 5)),
        ("Conv", (7, 8, 3), (3, 3, 3, 5), SAME | {"batch_dims": 0}, (7, 8, 5)),
        ("Conv", ("N", 4, 7, 8, 9), (3, 3, 3, 2, 6), SAME_3D | {"data_format": "CHANNELS_FIRST", "groups": 2},
         ("N", 6, 7, 8, 9)),
        ("Conv", None, (3, 3, 3, 5), SAME | {"batch_dims": 2}, (None, None, None, None, 5)),
        ("DepthwiseConv2dNative", ("N", 7, 8, 3), (3, 3, None, 2), SAME, ("N", 7, 8, 6)),
        ("DepthwiseConv2dNative", ("N", None, 7, 8), (3, 3, 3, 2), SAME | {"data_format": "NCHW"}, ("N", 6, 7, 8)),
        ("DepthwiseConv2dNative", ("N", 7, 8, None), (3, 3, None, 2), SAME, ("N", 7, 8, None)),
        ("Dilation2D", ("N", 7, 8, "C"), (3, 3, None), {"rates": [1, 2, 3, 1], **SAME}, ("N", 7, 8, "C")),
        ("Dilation2D", ("N", 7, 8, None), (3, 2, 5), {"rates": [1, 2, 3, 1], **SAME, "padding": "VALID"},
         ("N", 3, 5, 5)),
        ("Dilation2D", None, None, {"rates": ONES[2], **SAME}, (None,) * 4),
    ],
)  # fmt: skip
def test_forward(op, x, w, attrs, expected):
    assert build(op, {"input": x, "filter": w}, **attrs) == TensorShape(expected)


@pytest.mark.parametrize("count", [3, 6])
def test_conv_has_two_or_three_spatial_dimensions(count):
    with pytest.raises(
        InvalidArgumentError, match=f"attr 'strides' of op 'Conv' must have 4 or 5 values, .* got {count}"
    ):
        build("Conv", {"input": None, "filter": None}, strides=[1] * count, padding="SAME")


# -- gradients -------------------------------------------------------------------------------------------------------

W, DY = (3, 3, 3, 5), ("N", 7, 8, 5)


@pytest.mark.parametrize(
    ("op", "inputs", "attrs", "expected"),
    [
        ("Conv2DBackpropInput", {"input_sizes": sizes(2, 7, 8, 3), "filter": W, "out_backprop": DY}, SAME,
         (2, 7, 8, 3)),
        ("Conv2DBackpropInput", {"input_sizes": sizes(2, 7, 8, 3), "filter": None, "out_backprop": None}, SAME,
         (2, 7, 8, 3)),
        # Two sizes are the spatial ones; batch and channels come from the others.
        ("Conv2DBackpropInput", {"input_sizes": sizes(7, 8), "filter": W, "out_backprop": DY}, SAME, ("N", 7, 8, 3)),
        ("Conv2DBackpropInput", {"input_sizes": sizes(7, 8), "filter": None, "out_backprop": None}, SAME,
         (None, 7, 8, None)),
        ("Conv2DBackpropInput", {"input_sizes": sizes(7, 8), "filter": W, "out_backprop": ("N", 5, 7, 8)},
         SAME | {"data_format": "NCHW"}, ("N", 3, 7, 8)),
        ("Conv2DBackpropInputV2", {"input": (None, 7, 8, 3), "filter": W, "out_backprop": DY}, SAME, ("N", 7, 8, 3)),
        ("Conv2DBackpropInputV2", {"input": None, "filter": W, "out_backprop": DY}, SAME, ("N", None, None, None)),
        ("Conv2DBackpropFilter", {"input": None, "filter_sizes": sizes(*W), "out_backprop": None}, SAME, W),
        ("Conv2DBackpropFilter", {"input": ("N", 7, 8, 6), "filter_sizes": sizes(0, 3, 3, 4), "out_backprop": None},
         SAME, (0, 3, 3, 4)),
        ("Conv2DBackpropFilterV2", {"input": None, "filter": (3, None, 3, 5), "out_backprop": DY}, SAME,
         (3, None, 3, 5)),
        ("Conv3DBackpropInputV2", {"input_sizes": sizes(2, 7, 8, 9, 3, dtype=np.int64), "filter": None,
                                   "out_backprop": None}, SAME_3D, (2, 7, 8, 9, 3)),
        ("Conv3DBackpropInput", {"input": ("N", 7, 8, 9, 3), "filter": None, "out_backprop": None}, SAME_3D,
         ("N", 7, 8, 9, 3)),
        ("Conv3DBackpropFilter", {"input": None, "filter": (3, 3, 3, 3, None), "out_backprop": None}, SAME_3D,
         (3, 3, 3, 3, None)),
        ("Conv3DBackpropFilterV2", {"input": None, "filter_sizes": sizes(3, 3, 3, 3, 4), "out_backprop": None}, SAME_3D,
         (3, 3, 3, 3, 4)),
        ("DepthwiseConv2dNativeBackpropInput", {"input_sizes": sizes(2, 7, 8, 3), "filter": (3, 3, 3, 2),
                                                "out_backprop": (None, 7, 8, 6)}, SAME, (2, 7, 8, 3)),
        ("DepthwiseConv2dNativeBackpropFilter", {"input": None, "filter_sizes": sizes(3, 3, 3, 2),
                                                 "out_backprop": None}, SAME, (3, 3, 3, 2)),
        ("Dilation2DBackpropInput", {"input": ("N", 7, 8, None), "filter": (2, 2, 3), "out_backprop": None},
         {"rates": ONES[2], **SAME}, ("N", 7, 8, 3)),
        ("Dilation2DBackpropFilter", {"input": ("N", 7, 8, None), "filter": (2, None, 3), "out_backprop": None},
         {"rates": ONES[2], **SAME}, (2, None, 3)),
    ],
)  # fmt: skip
def test_gradient(op, inputs, attrs, expected):
    assert build(op, inputs, **attrs) == TensorShape(expected)


def test_sizes_that_are_not_known_yet():
    vector = go.placeholder("int32", (4,))
    arguments = {"input_sizes": vector, "filter": W, "out_backprop": DY}
    assert build("Conv2DBackpropInput", arguments, **SAME) == TensorShape(("N", None, None, None))
    arguments = {"input": ("N", 7, 8, 3), "filter_sizes": vector, "out_backprop": DY}
    assert build("Conv2DBackpropFilter", arguments, **SAME) == TensorShape((None,) * 4)


def test_sizes_that_are_a_shape():
    """As in every gradient: what is known of the forward input is known of its gradient."""
    x = go.placeholder("float32", ("N", 7, None, 3))
    arguments = {"input_sizes": go.raw_ops.Shape(input=x), "filter": W, "out_backprop": (None, 7, 8, 5)}
    assert build("Conv2DBackpropInput", arguments, **SAME) == TensorShape(("N", 7, None, 3))


@pytest.mark.parametrize(
    ("op", "inputs", "sentence"),
    [
        ("Conv2DBackpropInput", {"input_sizes": sizes(2, 7, 8), "filter": W, "out_backprop": DY},
         "input_sizes of op 'Conv2DBackpropInput' must have 4 values, got 3"),
        ("DepthwiseConv2dNativeBackpropInput", {"input_sizes": sizes(7, 8), "filter": W, "out_backprop": DY},
         "input_sizes .* must have 4 values, got 2"),
        ("Conv2DBackpropInput", {"input_sizes": sizes(2, 7, -8, 3), "filter": W, "out_backprop": DY},
         r"input_sizes .* must have sizes >= 0, got \[2, 7, -8, 3\]"),
        ("Conv2DBackpropInput", {"input_sizes": sizes(2, 7, 8, 4), "filter": W, "out_backprop": DY},
         "input_sizes .* must have a multiple of the 3 input channels of filter as its channels, got 4"),
        ("Conv2DBackpropInput", {"input_sizes": sizes(2, 9, 8, 3), "filter": W, "out_backprop": DY},
         r"out_backprop .* must have size 9 in spatial dimension 0 .*, got 7 in shape \(N, 7, 8, 5\)"),
        ("Conv2DBackpropInput", {"input_sizes": sizes(*[HUGE] * 4), "filter": None, "out_backprop": None},
         r"at most 2\*\*63 - 1 elements"),
        ("Conv2DBackpropFilter", {"input": None, "filter_sizes": sizes(HUGE, HUGE, 1, 1), "out_backprop": None},
         r"the result of op 'Conv2DBackpropFilter' must have at most 2\*\*63 - 1 elements and bytes"),
        ("Conv2DBackpropFilter", {"input": (1, 7, 8, 3), "filter_sizes": sizes(3, 3, 3, 4), "out_backprop": DY},
         "out_backprop .* must have the 4 output channels of the filter, got 5"),
        ("Conv2DBackpropInputV2", {"input": (2, 7, 8, 3), "filter": W, "out_backprop": (3, 7, 8, 5)},
         "out_backprop .* must have the batch size of the input, 2, got 3"),
    ],
)  # fmt: skip
def test_gradients_that_cannot_be(op, inputs, sentence):
    with pytest.raises(InvalidArgumentError, match=sentence):
        build(op, inputs, **SAME)


@pytest.mark.parametrize(
    ("op", "x", "w", "attrs"),
    [
        ("Conv2D", (HUGE, 2**28, 1, 1), (1, 1, 1, 64), SAME),
        ("Conv2D", (1, 1, 1, 1), (1, 1, 1, 8), {"strides": ONES[2], "padding": "EXPLICIT",
                                                "explicit_paddings": [0, 0, HUGE, HUGE, HUGE, HUGE, 0, 0]}),
        ("DepthwiseConv2dNative", (1, 2**20, 1, HUGE), (1, 1, HUGE, 2**20), SAME),
    ],
)  # fmt: skip
def test_results_that_cannot_exist(op, x, w, attrs):
    with pytest.raises(InvalidArgumentError, match=rf"the result of op '{op}' must have at most 2\*\*63 - 1 elements"):
        build(op, {"input": x, "filter": w}, **attrs)


def test_sizes_beside_an_empty_one_may_be_of_any_size():
    """Nothing is done for each position of a kernel that has nothing to meet."""
    many = 300_000  # so many that a step for each would be noticed
    x, w = np.empty((0, many, 1, 1), np.float32), np.empty((many, 1, 1, 0), np.float32)
    columns, of_columns = np.empty((1, many, 1, 0), np.float32), np.empty((many, 1, 0), np.float32)
    begin = time.perf_counter()
    for padding, rows in (("SAME", many), ("VALID", 1)):
        attrs = {"strides": ONES[2], "padding": padding}
        dy = np.empty((0, rows, 1, 0), np.float32)
        for op in (go.eager.Conv2D, go.eager.Conv, go.eager.DepthwiseConv2dNative):
            assert op(input=x, filter=w, **attrs).shape == dy.shape
        dx = go.eager.Conv2DBackpropInput(input_sizes=sizes(*x.shape), filter=w, out_backprop=dy, **attrs)
        assert dx.shape == x.shape
        dw = go.eager.Conv2DBackpropFilter(input=x, filter_sizes=sizes(*w.shape), out_backprop=dy, **attrs)
        assert dw.shape == w.shape
        y = go.eager.Dilation2D(input=columns, filter=of_columns, rates=ONES[2], **attrs)
        assert y.shape == (1, rows, 1, 0)
    assert time.perf_counter() - begin < 1


# -- cost ------------------------------------------------------------------------------------------------------------


def cost(op: str, shapes: list[tuple[int, ...]], attrs: dict[str, Any], values: dict[int, np.ndarray] | None = None):
    found = lookup_op(op)
    defaults = {attr.name: attr.default for attr in found.op_def.attrs if attr.default is not None}
    bound = {**defaults, "T": go.float32, **attrs}
    assert found.cost_fn is not None
    context = ShapeContext(found.op_def, bound, [TensorShape(shape) for shape in shapes], (values or {}).get)
    answer = found.cost_fn(context)
    assert isinstance(answer, Cost)
    return answer


def meetings(size: int, kernel: int, stride: int, dilation: int, before: int, output: int) -> int:
    return sum(
        0 <= i * stride + k * dilation - before < size for i in range(output) for k in range(kernel)
    )  # fmt: skip


def test_the_three_passes_cost_the_same_and_padding_nothing():
    x, w, y = (2, 7, 8, 6), (3, 2, 3, 4), (2, 4, 3, 4)
    attrs = {"strides": [1, 2, 3, 1], "padding": "SAME", "dilations": [1, 2, 1, 1]}
    # Rows: (4 - 1) * 2 + 5 - 7 = 4 of padding, 2 before. Columns: (3 - 1) * 3 + 2 - 8 = 0.
    products = 2 * meetings(7, 3, 2, 2, 2, 4) * meetings(8, 2, 3, 1, 0, 3) * 3 * 4
    elements = math.prod(x) + math.prod(w) + math.prod(y)
    expected = Cost(2 * products, 4 * elements)
    assert cost("Conv2D", [x, w], attrs) == expected
    assert cost("Conv2DBackpropInput", [(4,), w, y], attrs, {0: sizes(*x)}) == expected
    assert cost("Conv2DBackpropInputV2", [x, w, y], attrs) == expected
    assert cost("Conv2DBackpropFilter", [x, (4,), y], attrs, {1: sizes(*w)}) == expected
    assert cost("Conv2DBackpropFilterV2", [x, w, y], attrs) == expected
    assert cost("Conv", [x, w], attrs | {"groups": 2}) == expected
    assert cost("Conv2D", [x, w], attrs | {"T": go.half}) == Cost(2 * products, 2 * elements)


def test_the_cost_of_a_depthwise_convolution():
    x, w, y = (2, 7, 8, 3), (3, 3, 3, 2), (2, 5, 6, 6)
    attrs = {"strides": ONES[2], "padding": "VALID"}
    expected = Cost(2 * 2 * (5 * 3) * (6 * 3) * 6, 4 * (math.prod(x) + math.prod(w) + math.prod(y)))
    name = "DepthwiseConv2dNative"
    assert cost(name, [x, w], attrs) == expected
    assert cost(f"{name}BackpropInput", [(4,), w, y], attrs, {0: sizes(*x)}) == expected
    assert cost(f"{name}BackpropFilter", [x, (4,), y], attrs, {1: sizes(*w)}) == expected


def test_the_cost_of_a_convolution_in_three_dimensions():
    x, w, y = (1, 4, 5, 6, 2), (2, 3, 1, 2, 7), (1, 3, 3, 6, 7)
    attrs = {"strides": ONES[3], "padding": "VALID"}
    expected = Cost(2 * (3 * 2) * (3 * 3) * 6 * 2 * 7, 4 * (math.prod(x) + math.prod(w) + math.prod(y)))
    assert cost("Conv3D", [x, w], attrs) == expected
    assert cost("Conv3DBackpropInput", [x, w, y], attrs) == expected
    assert cost("Conv3DBackpropFilter", [x, w, y], attrs) == expected
    assert cost("Conv3DBackpropInputV2", [(5,), w, y], attrs, {0: sizes(*x)}) == expected
    assert cost("Conv3DBackpropFilterV2", [x, (5,), y], attrs, {1: sizes(*w)}) == expected
