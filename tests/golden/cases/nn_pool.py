"""Pools beyond ``nn``: every dtype, ties, layouts that TensorFlow's CPU has, channel windows, empty inputs, argmax."""

from typing import Any

import numpy as np

from tests.golden.case import Array, Case, integers, reals

FLOATS = ("float16", "bfloat16", "float32", "float64")
INTEGERS = ("int32", "int64", "uint8", "int16", "int8", "uint16")
CASES: list[Case] = []


def case(op: str, attrs: dict[str, Any], **inputs: Any) -> None:
    CASES.append(Case(op, inputs, attrs))


def window(ksize: tuple[int, ...], strides: tuple[int, ...], padding: str, channels: int = 1) -> dict[str, Any]:
    return {"ksize": [1, *ksize, channels], "strides": [1, *strides, channels], "padding": padding}


def vectors(attrs: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Array]]:
    """The attrs of a V2 op, and the inputs that ksize and strides are to it."""
    rest = {name: value for name, value in attrs.items() if name not in ("ksize", "strides")}
    return rest, {name: np.array(attrs[name], np.int32) for name in ("ksize", "strides")}


def tied(shape: tuple[int, ...], dtype: str, seed: int) -> Array:
    """Integers of which many are equal."""
    return integers(shape, dtype, seed, 0 if dtype.startswith("u") else -3, 3)


def maximum(x: Array, attrs: dict[str, Any]) -> Array:
    """The maxima of VALID windows, which the gradients get as well."""
    (rows, columns), (down, across) = attrs["ksize"][1:3], attrs["strides"][1:3]
    views = np.lib.stride_tricks.sliding_window_view(x.astype(np.float64), (rows, columns), (1, 2))
    return views[:, ::down, ::across].max(axis=(-1, -2)).astype(x.dtype)


# Ties: the first maximum gets the gradient, the means count no padding.
OVERLAPPING = window((3, 2), (1, 2), "VALID")
for number, dtype in enumerate((*FLOATS, *INTEGERS)):
    x = tied((2, 5, 6, 3), dtype, number)
    case("MaxPool", window((3, 2), (2, 1), "SAME"), input=x)
    case("MaxPool", window((1, 1), (3, 2), "SAME"), input=x)
    y = maximum(x, OVERLAPPING)
    back = {"orig_input": x, "orig_output": y, "grad": integers(y.shape, dtype, 50 + number, 0, 4)}
    again = {**back, "grad": integers(x.shape, dtype, 70 + number, 0, 9)}
    case("MaxPoolGrad", OVERLAPPING, **back)
    case("MaxPoolGradGrad", OVERLAPPING, **again)
    rest, lists = vectors(OVERLAPPING)
    case("MaxPoolV2", rest, input=x, **lists)
    if dtype in ("float32", "int64"):
        case("MaxPoolGradV2", rest, **back, **lists)
        case("MaxPoolGradGradV2", rest, **again, **lists)
for dtype in FLOATS:
    x = integers((2, 5, 6, 3), dtype, 7, -9, 9)
    case("AvgPool", window((3, 2), (2, 1), "SAME"), value=x)
    case("AvgPool", window((2, 2), (3, 3), "VALID"), value=x)
    dy = integers((2, 3, 6, 3), dtype, 8, -9, 9)
    case("AvgPoolGrad", window((3, 2), (2, 1), "SAME"), orig_input_shape=np.array(x.shape, np.int32), grad=dy)

# Explicit padding, more than the window on one side.
for pads in ([0, 0, 1, 2, 0, 1, 0, 0], [0, 0, 0, 0, 1, 0, 0, 0]):
    for dtype in ("float32", "float64", "int32"):
        attrs = {**window((3, 2), (2, 2), "EXPLICIT"), "explicit_paddings": pads}
        case("MaxPool", attrs, input=tied((2, 5, 6, 3), dtype, 9))

# Windows over channels, which have no gradient.
for dtype in ("float32", "float16", "bfloat16", "int32"):
    x = integers((2, 2, 3, 6), dtype, 10, -50, 50)
    case("MaxPool", window((1, 1), (1, 1), "SAME", 3), input=x)
    rest, lists = vectors(window((1, 1), (1, 1), "VALID", 2))
    case("MaxPoolV2", rest, input=x, **lists)

# Three dimensions.
for number, (ksize, strides, padding) in enumerate(
    [((2, 3, 2), (1, 2, 2), "SAME"), ((2, 2, 1), (2, 1, 1), "VALID"), ((1, 2, 3), (1, 2, 3), "VALID")]
):
    attrs = window(ksize, strides, padding)
    for dtype in ("float32", "bfloat16"):
        x = integers((2, 4, 5, 6, 2), dtype, 20 + number, -9, 9)
        case("MaxPool3D", attrs, input=x)
        case("AvgPool3D", attrs, input=x)
    sizes = zip((4, 5, 6), ksize, strides, strict=True)
    out = [-(-n // s) if padding == "SAME" else (n - k) // s + 1 for n, k, s in sizes]
    dy = integers((2, *out, 2), "float32", 30 + number, -9, 9)
    case("AvgPool3DGrad", attrs, orig_input_shape=np.array((2, 4, 5, 6, 2), np.int32), grad=dy)

# Where the maxima are: ties, numbers beside what is none, images counted together and apart.
SPECIAL = np.array([[1, np.nan, 2, 2], [-np.inf, 0, -0.0, np.inf], [-np.inf, -np.inf, np.nan, 5]], np.float32)
case("MaxPoolWithArgmax", window((2, 2), (1, 1), "SAME"), input=SPECIAL.reshape(1, 3, 4, 1))
for number, dtype in enumerate((*FLOATS, *INTEGERS, "uint32", "uint64")):
    x = tied((2, 5, 6, 3), dtype, 40 + number)
    targmax, whole = ("int32", "int64")[number % 2], number % 3 == 0
    attrs = {**window((3, 2), (2, 1), ("SAME", "VALID")[number % 2]), "include_batch_in_index": whole}
    case("MaxPoolWithArgmax", {**attrs, "Targmax": targmax}, input=x)
    rows, columns = ((3, 6), (2, 5))[number % 2]
    found = integers((2, rows, columns, 3), "int64", 60 + number, 0, (2 if whole else 1) * 90 - 1)
    grad = integers(found.shape, dtype, 80 + number, 0, 2)
    case("MaxPoolGradWithArgmax", attrs, input=x, grad=grad, argmax=found)
case("MaxPoolWithArgmax", window((2, 2), (2, 2), "VALID"), input=reals((2, 4, 6, 3), "float64", 5))

# Nothing at all.
for shape in ((0, 4, 4, 2), (2, 4, 4, 0)):
    x = np.zeros(shape, np.float32)
    case("MaxPool", window((2, 2), (2, 2), "SAME"), input=x)
    case("AvgPool", window((2, 2), (2, 2), "VALID"), value=x)
