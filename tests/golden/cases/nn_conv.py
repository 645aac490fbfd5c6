"""The convolution family: what TensorFlow's reference CPU kernels support and compute right.

Left out are Conv2DBackpropFilterV2 and Conv2DBackpropInputV2 (no CPU kernel), Conv3DBackpropFilter
and Conv3DBackpropInput (removed from GraphDef), channels-first layouts, dilations in Conv3D and in
the backprops, groups anywhere but in Conv2D: TensorFlow refuses them or computes them wrongly there
(``tf_cpu_support.json``).

float32 and float64 get real numbers; the other dtypes get small integers, on which every order and
width of accumulation gives the same answer, and one case each of real numbers.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.golden.case import Array, Case, integers, reals

FLOATS = ("float32", "float64")
HALVES = ("float16", "bfloat16")


@dataclass(frozen=True)
class Window:
    """A configuration; ``pads`` (before, after per spatial dimension) makes the padding EXPLICIT.

    ``filter_shape`` is TensorFlow's: spatial, input channels of a group, output channels (for the
    depthwise ops: spatial, input channels, multiplier).
    """

    input_shape: tuple[int, ...]
    filter_shape: tuple[int, ...]
    padding: str = "SAME"
    strides: tuple[int, ...] = ()
    dilations: tuple[int, ...] = ()
    pads: tuple[tuple[int, int], ...] = ()
    dtypes: tuple[str, ...] = FLOATS
    real: bool = True

    def attrs(self, *, with_dilations: bool = True) -> dict[str, Any]:
        """The attrs of the op, without those that keep their default."""
        ones = (1,) * (len(self.input_shape) - 2)
        attrs: dict[str, Any] = {
            "strides": [1, *(self.strides or ones), 1],
            "padding": "EXPLICIT" if self.pads else self.padding,
        }
        if self.pads:
            attrs["explicit_paddings"] = [0, 0, *(p for pair in self.pads for p in pair), 0, 0]
        if self.dilations and with_dilations:
            attrs["dilations"] = [1, *self.dilations, 1]
        return attrs

    def output_shape(self, channels: int) -> list[int]:
        """The shape of the convolution's output."""
        rank = len(self.input_shape) - 2
        spatial = []
        for axis in range(rank):
            size, kernel = self.input_shape[1 + axis], self.filter_shape[axis]
            stride = self.strides[axis] if self.strides else 1
            dilation = self.dilations[axis] if self.dilations else 1
            if self.pads or self.padding == "VALID":
                size += sum(self.pads[axis]) if self.pads else 0
                spatial.append((size - (kernel - 1) * dilation - 1) // stride + 1)
            else:
                spatial.append(-(-size // stride))
        return [self.input_shape[0], *spatial, channels]

    def array(self, shape: Sequence[int], dtype: str, seed: int) -> Array:
        """The values of an operand."""
        if self.real and dtype != "int32":
            return reals(shape, dtype, seed)
        return integers(shape, dtype, seed)


def sizes(shape: Sequence[int], dtype: str = "int32") -> Array:
    """A size vector."""
    return np.array(shape, dtype=dtype)


# Two spatial dimensions, one group, no dilation: what each 2-D op of the reference build takes.
PLAIN_2D = [
    Window((2, 5, 6, 2), (3, 3, 2, 3)),
    Window((2, 5, 6, 2), (3, 3, 2, 3), "VALID"),
    Window((2, 5, 6, 2), (3, 3, 2, 3), "SAME", dtypes=HALVES, real=False),
    Window((2, 5, 6, 2), (3, 3, 2, 3), "VALID", strides=(2, 2), dtypes=HALVES, real=False),
    Window((1, 4, 5, 3), (2, 3, 3, 2), "SAME", strides=(2, 2), dtypes=HALVES),
    Window((1, 7, 6, 2), (4, 2, 2, 3), "SAME", strides=(2, 2)),  # even kernel: uneven padding
    Window((2, 7, 7, 3), (1, 1, 3, 2), "SAME", strides=(2, 2), dtypes=("float32",)),
    Window((1, 7, 8, 2), (1, 2, 2, 3), "VALID", strides=(3, 3), dtypes=("float64",)),  # gaps
    Window((1, 3, 2, 2), (5, 4, 2, 2), "SAME", dtypes=("float64",)),  # kernel larger than image
    Window((2, 4, 3, 2), (4, 3, 2, 3), "VALID", dtypes=("float32",)),  # kernel of the image's size
    Window((2, 5, 6, 2), (3, 2, 2, 3), pads=((1, 2), (0, 3)), strides=(2, 2)),
    Window((1, 4, 4, 2), (2, 3, 2, 2), pads=((5, 5), (5, 5)), dtypes=("float64",)),  # pads > kernel
    Window((1, 5, 4, 2), (3, 2, 2, 2), pads=((0, 1), (2, 0)), dtypes=HALVES, real=False),
]
UNEVEN_STRIDES = [
    Window((2, 7, 8, 2), (3, 2, 2, 3), "SAME", strides=(3, 2)),
    Window((1, 8, 9, 2), (2, 3, 2, 2), "VALID", strides=(1, 3), dtypes=("float64",)),
]
INT32_2D = [
    Window((2, 5, 6, 2), (3, 3, 2, 3), dtypes=("int32",)),
    Window((1, 6, 5, 2), (2, 3, 2, 2), pads=((1, 0), (0, 2)), strides=(2, 2), dtypes=("int32",)),
]
DILATED_2D = [
    Window((2, 8, 9, 2), (3, 2, 2, 3), "SAME", dilations=(2, 3)),
    Window((1, 8, 9, 2), (3, 2, 2, 2), "VALID", dilations=(2, 3), dtypes=("float64",)),
    Window((1, 8, 7, 2), (3, 3, 2, 2), "VALID", strides=(2, 2), dilations=(2, 2)),
    Window((1, 6, 7, 2), (2, 3, 2, 2), pads=((1, 2), (3, 0)), dilations=(3, 2), dtypes=FLOATS),
    Window((1, 6, 7, 2), (3, 2, 2, 2), "SAME", dilations=(2, 2), dtypes=(*HALVES, "int32"), real=False),
]
GROUPED_2D = [
    Window((2, 5, 6, 4), (3, 3, 2, 4), "SAME"),
    Window((1, 6, 5, 6), (2, 3, 2, 3), "VALID", strides=(2, 1), dtypes=("float64",)),
    Window((1, 5, 5, 4), (3, 3, 1, 8), "SAME", dilations=(2, 1), dtypes=("float32",)),  # depthwise
    Window((1, 5, 6, 4), (3, 2, 2, 2), pads=((1, 1), (0, 2)), dtypes=(*HALVES, "int32"), real=False),
]
EMPTY_BATCH_2D = Window((0, 5, 6, 2), (3, 3, 2, 3), dtypes=("float32",))

PLAIN_3D = [
    Window((2, 4, 3, 5, 2), (2, 3, 3, 2, 3)),
    Window((1, 4, 4, 5, 2), (2, 3, 2, 2, 3), "VALID"),
    Window((1, 4, 3, 5, 2), (2, 2, 3, 2, 2), "SAME", strides=(2, 1, 3)),
    Window((1, 5, 6, 4, 2), (2, 3, 1, 2, 2), "VALID", strides=(1, 2, 2), dtypes=("float64",)),
    Window((2, 3, 4, 3, 2), (1, 1, 1, 2, 3), "SAME", strides=(2, 2, 2), dtypes=("float32",)),
    Window((1, 2, 3, 2, 2), (3, 4, 5, 2, 2), "SAME", dtypes=("float64",)),
    Window((1, 3, 4, 3, 2), (2, 2, 2, 2, 2), "SAME", dtypes=HALVES, real=False),
    Window((1, 3, 4, 3, 2), (2, 2, 2, 2, 2), "VALID", strides=(1, 2, 1), dtypes=HALVES),
]
EMPTY_BATCH_3D = Window((0, 3, 4, 5, 2), (2, 3, 3, 2, 3), dtypes=("float32",))

DEPTHWISE = [
    Window((2, 5, 6, 3), (3, 3, 3, 2)),
    Window((1, 6, 5, 4), (2, 3, 4, 1), "VALID", strides=(2, 2)),
    Window((1, 7, 6, 2), (3, 2, 2, 3), "SAME", strides=(3, 3), dtypes=("float64",)),
    Window((1, 4, 5, 3), (3, 2, 3, 2), pads=((1, 2), (0, 1)), dtypes=FLOATS),
    Window((1, 4, 5, 3), (3, 3, 3, 2), "SAME", strides=(2, 2), dtypes=HALVES, real=False),
    Window((1, 4, 4, 2), (2, 3, 2, 2), "VALID", dtypes=HALVES),
]


def forward(op: str, windows: Sequence[Window]) -> Iterator[Case]:
    """Conv2D, Conv3D, DepthwiseConv2dNative."""
    for window in windows:
        for dtype in window.dtypes:
            inputs = {
                "input": window.array(window.input_shape, dtype, seed=1),
                "filter": window.array(window.filter_shape, dtype, seed=2),
            }
            yield Case(op, inputs, window.attrs())


def backprop_input(op: str, windows: Sequence[Window], size_dtype: str = "int32") -> Iterator[Case]:
    """The ops that take ``input_sizes``."""
    for window in windows:
        for dtype in window.dtypes:
            inputs = {
                "input_sizes": sizes(window.input_shape, size_dtype),
                "filter": window.array(window.filter_shape, dtype, seed=2),
                "out_backprop": window.array(out_backprop_shape(op, window), dtype, seed=3),
            }
            yield Case(op, inputs, window.attrs())


def backprop_filter(op: str, windows: Sequence[Window]) -> Iterator[Case]:
    """The ops that take ``filter_sizes``."""
    for window in windows:
        for dtype in window.dtypes:
            inputs = {
                "input": window.array(window.input_shape, dtype, seed=1),
                "filter_sizes": sizes(window.filter_shape),
                "out_backprop": window.array(out_backprop_shape(op, window), dtype, seed=3),
            }
            yield Case(op, inputs, window.attrs())


def out_backprop_shape(op: str, window: Window) -> list[int]:
    """The shape of the gradient that comes in."""
    depth, last = window.filter_shape[-2:]
    return window.output_shape(depth * last if op.startswith("Depthwise") else last)


def short_input_sizes() -> Iterator[Case]:
    """Conv2DBackpropInput with the height and width alone."""
    window = Window((3, 5, 6, 2), (3, 3, 2, 4), strides=(2, 2))
    inputs = {
        "input_sizes": sizes((5, 6)),
        "filter": reals(window.filter_shape, "float32", seed=2),
        "out_backprop": reals(window.output_shape(4), "float32", seed=3),
    }
    yield Case("Conv2DBackpropInput", inputs, window.attrs())


def seed_example() -> Iterator[Case]:
    """Conv3D of 1..32 with itself, and the filter gradient for that result."""
    window = Window((2,) * 5, (2,) * 5, strides=(4, 3, 2))
    count = np.arange(1, 33, dtype=np.float32).reshape(2, 2, 2, 2, 2)
    result = np.array([2856, 2992, 6952, 7344], dtype=np.float32).reshape(2, 1, 1, 1, 2)
    yield Case("Conv3D", {"input": count, "filter": count}, window.attrs())
    inputs = {"input": count, "filter_sizes": sizes((2,) * 5), "out_backprop": result}
    yield Case("Conv3DBackpropFilterV2", inputs, window.attrs())


def generic_conv() -> Iterator[Case]:
    """Conv: two and three spatial dimensions, several batch dimensions."""
    windows = [
        Window((2, 5, 6, 2), (3, 3, 2, 3)),
        Window((1, 6, 7, 2), (2, 3, 2, 2), "VALID", strides=(1, 2), dilations=(2, 1)),
        Window((1, 6, 7, 2), (2, 3, 2, 2), pads=((1, 2), (3, 0)), dilations=(1, 2), dtypes=("float64",)),
        Window(
            (1, 5, 4, 2),
            (3, 2, 2, 2),
            "SAME",
            strides=(2, 2),
            dtypes=(*HALVES, "int32"),
            real=False,
        ),
        Window((1, 4, 3, 5, 2), (2, 3, 3, 2, 3)),
        Window((1, 4, 4, 5, 2), (2, 3, 2, 2, 2), "VALID", strides=(1, 2, 1), dtypes=("float64",)),
        Window((1, 3, 4, 3, 2), (2, 2, 2, 2, 2), "SAME", dtypes=(*HALVES, "int32"), real=False),
    ]
    yield from forward("Conv", windows)
    inputs = {
        "input": reals((2, 3, 5, 4, 2), "float32", 1),
        "filter": reals((3, 2, 2, 3), "float32", 2),
    }
    attrs = {"strides": [1, 2, 1, 1], "padding": "SAME", "batch_dims": 2}
    yield Case("Conv", inputs, attrs)
    inputs = {
        "input": reals((2, 1, 3, 4, 3, 2), "float64", 1),
        "filter": reals((2, 2, 2, 2, 2), "float64", 2),
    }
    attrs = {"strides": [1, 1, 2, 1, 1], "padding": "VALID", "batch_dims": 2}
    yield Case("Conv", inputs, attrs)


# Each dtype of the Dilation2D family with one of these: (padding, strides, rates).
DILATION_WINDOWS = [
    ("SAME", (1, 1), (1, 1)),
    ("VALID", (1, 1), (2, 2)),
    ("SAME", (2, 2), (1, 1)),
    ("VALID", (2, 1), (1, 1)),
    ("SAME", (1, 2), (2, 3)),
]
SIGNED = ("float32", "float64", "float16", "bfloat16", "int8", "int16", "int32", "int64")
UNSIGNED = ("uint8", "uint16", "uint32", "uint64")
DILATION_OPS = ("Dilation2D", "Dilation2DBackpropInput", "Dilation2DBackpropFilter")


def dilation() -> Iterator[Case]:
    """Dilation2D and its two gradients: small integers make ties, which the first tap wins."""
    for index, dtype in enumerate((*SIGNED, *UNSIGNED)):
        padding, strides, rates = DILATION_WINDOWS[index % len(DILATION_WINDOWS)]
        low, high = (0, 9) if dtype in UNSIGNED else (-9, 3)  # more negative: padding must not win
        window = Window((2, 5, 6, 2), (2, 3, 2), padding, strides, rates)
        x = integers(window.input_shape, dtype, 1, low, high)
        w = integers(window.filter_shape, dtype, 2, max(low, -3), 3)
        dy = integers(window.output_shape(2), dtype, 3, max(low, -3), 3)
        yield from dilation_trio(window, x, w, dy)
    for dtype in FLOATS:  # no ties
        window = Window((1, 7, 5, 3), (3, 2, 3), "SAME", (2, 1), (1, 2))
        x, w = reals(window.input_shape, dtype, 1), reals(window.filter_shape, dtype, 2)
        yield from dilation_trio(window, x, w, reals(window.output_shape(3), dtype, 3))
    for dtype in ("int8", "uint8"):  # sums that wrap
        window = Window((1, 4, 4, 2), (2, 2, 2), "SAME")
        low, high = (0, 255) if dtype == "uint8" else (-128, 127)
        x = integers(window.input_shape, dtype, 1, low, high)
        w = integers(window.filter_shape, dtype, 2, low, high)
        yield Case("Dilation2D", {"input": x, "filter": w}, dilation_attrs(window))


def dilation_attrs(window: Window) -> dict[str, Any]:
    """A window's attrs in the names of the Dilation2D family."""
    attrs = window.attrs(with_dilations=False)
    return attrs | {"rates": [1, *(window.dilations or (1, 1)), 1]}


def dilation_trio(window: Window, x: Array, w: Array, dy: Array) -> Iterator[Case]:
    """The three ops of the family on the same operands."""
    attrs = dilation_attrs(window)
    yield Case("Dilation2D", {"input": x, "filter": w}, attrs)
    inputs = {"input": x, "filter": w, "out_backprop": dy}
    yield Case("Dilation2DBackpropInput", inputs, attrs)
    yield Case("Dilation2DBackpropFilter", inputs, attrs)


BACKPROP_2D = [*PLAIN_2D, *UNEVEN_STRIDES]
CASES = [
    *forward("Conv2D", [*PLAIN_2D, *UNEVEN_STRIDES, *INT32_2D, *DILATED_2D, *GROUPED_2D, EMPTY_BATCH_2D]),
    *backprop_input("Conv2DBackpropInput", [*BACKPROP_2D, *INT32_2D, EMPTY_BATCH_2D]),
    *short_input_sizes(),
    *backprop_filter("Conv2DBackpropFilter", [*BACKPROP_2D, EMPTY_BATCH_2D]),
    *forward("Conv3D", [*PLAIN_3D, EMPTY_BATCH_3D]),
    *backprop_input("Conv3DBackpropInputV2", [*PLAIN_3D, EMPTY_BATCH_3D]),
    *backprop_input("Conv3DBackpropInputV2", PLAIN_3D[:1], size_dtype="int64"),
    *backprop_filter("Conv3DBackpropFilterV2", [*PLAIN_3D, EMPTY_BATCH_3D]),
    *seed_example(),
    *forward("DepthwiseConv2dNative", DEPTHWISE),
    *backprop_input("DepthwiseConv2dNativeBackpropInput", DEPTHWISE),
    *backprop_filter("DepthwiseConv2dNativeBackpropFilter", DEPTHWISE),
    *generic_conv(),
    *dilation(),
]
