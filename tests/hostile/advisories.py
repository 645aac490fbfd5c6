"""The inputs of TensorFlow's security advisories that concern an op of ours, by the advisory's number.

A :class:`Case` is a call with the advisory's own sizes where it tells them, else with sizes of the class that it
describes, and what must become of it: ``REFUSED`` (one of our errors), zeros of a shape, or either of them, where the
result that mathematics has is empty or zeros and TensorFlow's builds do not agree whether the call is one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

REFUSED: Final = "refused"
HUGE: Final = 2**31 - 1
N536: Final = -536870912


@dataclass(frozen=True)
class Zeros:
    """Zeros of a shape; or, with ``or_refused``, one of our errors."""

    shape: tuple[int, ...]
    or_refused: bool = False


@dataclass(frozen=True)
class Case:
    """A call.

    Attributes:
        advisory: its number.
        label: tells several cases of one advisory apart.
        arguments: inputs are arrays, everything else attrs.
        expected: ``REFUSED``, :class:`Zeros`, or an array.
    """

    advisory: str
    label: str
    op: str
    arguments: dict[str, Any]
    expected: Any = REFUSED

    @property
    def name(self) -> str:
        return f"{self.advisory}-{self.op}" + (f"-{self.label}" if self.label else "")


def f32(*shape: int) -> np.ndarray[Any, Any]:
    return np.zeros(shape, np.float32)


def i32(*values: int) -> np.ndarray[Any, Any]:
    return np.array(values, np.int32)


def scalar(value: int) -> np.ndarray[Any, Any]:
    return np.array(value, np.int32)


CASES: list[Case] = []


def add(advisory: str, op: str, expected: Any = REFUSED, label: str = "", **arguments: Any) -> None:
    CASES.append(Case(advisory, label, op, arguments, expected))


ONES2: Final[dict[str, Any]] = {"strides": [1] * 4, "padding": "VALID"}
ONES3: Final[dict[str, Any]] = {"strides": [1] * 5, "padding": "VALID"}
SAME2: Final[dict[str, Any]] = {"strides": [1] * 4, "padding": "SAME"}

# -- convolutions -----------------------------------------------------------------------------------------------------

half = np.zeros((2, 2, 2, 2, 1), np.float16)
add("CVE-2022-29196", "Conv3DBackpropFilterV2", input=half, filter_sizes=scalar(0), out_backprop=half, **ONES3)

add("CVE-2021-29520", "Conv3DBackpropInputV2", input_sizes=i32(1, 1, 1, 1, 2), filter=f32(4, 1, 6, 1, 1),
    out_backprop=f32(1, 1, 1, 1, 1), strides=[1, 89, 29, 89, 1], padding="SAME")  # fmt: skip
add("CVE-2021-29520", "Conv3DBackpropFilterV2", input=f32(7, 7, 7, 7, 7), filter_sizes=i32(7, 7, 7, 1, 1),
    out_backprop=f32(7, 1, 1, 1, 1), strides=[1, 37, 65, 93, 1], padding="VALID")  # fmt: skip

add("CVE-2021-29522", "Conv3DBackpropInputV2", Zeros((0, 0, 0, 0, 0), True), input_sizes=i32(0, 0, 0, 0, 0),
    filter=f32(0, 0, 0, 1, 0), out_backprop=f32(0, 0, 0, 0, 0), **ONES3)  # fmt: skip
add("CVE-2021-29522", "Conv3DBackpropFilterV2", Zeros((0, 0, 0, 1, 0), True), input=f32(1, 1, 1, 1, 1),
    filter_sizes=i32(0, 0, 0, 1, 0), out_backprop=f32(1, 1, 1, 1, 0), **ONES3)  # fmt: skip

add("CVE-2021-29517", "Conv3D", label="all-empty", input=f32(0, 0, 0, 0, 0), filter=f32(0, 0, 0, 0, 0), **ONES3)
add("CVE-2021-29517", "Conv3D", label="no-channels", input=f32(2, 2, 2, 2, 0), filter=f32(0, 0, 2, 6, 2), **ONES3)

add("CVE-2021-29524", "Conv2DBackpropFilter", Zeros((1, 1, 1, 1), True), input=f32(0, 0, 1, 0),
    filter_sizes=i32(1, 1, 1, 1), out_backprop=f32(0, 0, 1, 1), **ONES2)  # fmt: skip
add("CVE-2021-29525", "Conv2DBackpropInput", Zeros((52, 1, 1, 5), True), input_sizes=i32(52, 1, 1, 5),
    filter=f32(0, 1, 5, 0), out_backprop=f32(52, 1, 1, 0), **ONES2)  # fmt: skip
add("CVE-2021-29526", "Conv2D", input=f32(0, 0, 0, 0), filter=f32(0, 0, 0, 0), **SAME2)
add("CVE-2021-37675", "Conv2D", label="depth", input=f32(1, 2, 2, 0), filter=f32(1, 1, 0, 0), **SAME2)
add("CVE-2021-29538", "Conv2DBackpropFilter", Zeros((0, 0, 0, 0), True), input=f32(0, 0, 0, 0),
    filter_sizes=i32(0, 0, 0, 0), out_backprop=f32(0, 0, 0, 0), **ONES2)  # fmt: skip
add("CVE-2021-29540", "Conv2DBackpropFilter", label="channels", input=f32(1, 1, 1, 2), filter_sizes=i32(1, 1, 1, 1),
    out_backprop=f32(1, 1, 1, 1), **ONES2)  # fmt: skip
add("CVE-2021-29540", "Conv2DBackpropFilter", Zeros((3, 8, 1, 1), True), label="empty", input=f32(0, 1, 1, 5),
    filter_sizes=i32(3, 8, 1, 1), out_backprop=f32(0, 1, 1, 1), **ONES2)  # fmt: skip

for op, given in (
    ("Dilation2DBackpropInput", Zeros((3, 2, 59, 3), True)),
    ("Dilation2DBackpropFilter", Zeros((0, 0, 3), True)),
):
    add("CVE-2021-29566", op, given, input=f32(3, 2, 59, 3), filter=f32(0, 0, 3), out_backprop=f32(3, 2, 59, 3),
        strides=[1, 1, 1, 1], rates=[1, 56, 56, 1], padding="VALID")  # fmt: skip

for op, x, w, y in (
    ("Conv2D", (1, 3, 3, 2), (0, 0, 2, 1), (1, 3, 3, 1)),
    ("Conv3D", (1, 3, 3, 3, 2), (0, 0, 0, 2, 1), (1, 3, 3, 3, 1)),
    ("DepthwiseConv2dNative", (1, 3, 3, 2), (0, 0, 2, 1), (1, 3, 3, 2)),
):
    strides = {"strides": [1] * len(x), "padding": "VALID"}
    v2 = "V2" if op == "Conv3D" else ""
    full = tuple(max(size, 1) for size in w)
    add("CVE-2021-41209", op, Zeros(y, True), label="empty-filter", input=f32(*x), filter=f32(*w), **strides)
    add("CVE-2021-41209", f"{op}BackpropInput{v2}", Zeros(x, True), label="empty-filter", input_sizes=i32(*x),
        filter=f32(*w), out_backprop=f32(*y), **strides)  # fmt: skip
    add("CVE-2021-41209", f"{op}BackpropFilter{v2}", Zeros(w, True), label="empty-filter", input=f32(*x),
        filter_sizes=i32(*w), out_backprop=f32(*y), **strides)  # fmt: skip
    for stride in (0, -1, -HUGE - 1):
        spoiled = {"strides": [1, stride, *[1] * (len(x) - 2)], "padding": "SAME"}
        label = f"stride{stride}"
        add("CVE-2022-21725", op, label=label, input=f32(*x), filter=f32(*full), **spoiled)
        add("CVE-2022-21725", f"{op}BackpropInput{v2}", label=label, input_sizes=i32(*x), filter=f32(*full),
            out_backprop=f32(*y), **spoiled)  # fmt: skip
        add("CVE-2022-21725", f"{op}BackpropFilter{v2}", label=label, input=f32(*x), filter_sizes=i32(*full),
            out_backprop=f32(*y), **spoiled)  # fmt: skip

add("CVE-2021-41197", "DepthwiseConv2dNativeBackpropFilter", input=f32(1, 3, 3, 2),
    filter_sizes=i32(*[1879048192] * 13), out_backprop=f32(1, 3, 3, 2), **SAME2)  # fmt: skip
add("CVE-2021-41197", "DepthwiseConv2dNativeBackpropFilter", label="four", input=f32(1, 3, 3, 2),
    filter_sizes=i32(*[1879048192] * 4), out_backprop=f32(1, 3, 3, 2), **SAME2)  # fmt: skip
for op, rank in (("Conv2DBackpropFilter", 4), ("Conv3DBackpropFilterV2", 5)):
    x = f32(*[1] * rank)
    add("CVE-2021-41197", op, label="sizes", input=x, filter_sizes=i32(*[1879048192] * rank), out_backprop=x,
        strides=[1] * rank, padding="SAME")  # fmt: skip
    add("CVE-2021-41197", op.replace("Filter", "Input"), label="sizes", input_sizes=i32(*[1879048192] * rank),
        filter=x, out_backprop=x, strides=[1] * rank, padding="SAME")  # fmt: skip
add("CVE-2022-35969", "Conv2DBackpropInput", input_sizes=i32(65534, 65534), filter=f32(1, 1, 1, 1),
    out_backprop=np.array(0, np.float32), **SAME2)  # fmt: skip
add("CVE-2022-35996", "Conv2D", Zeros((1, 2, 4, 1)), input=f32(1, 0, 2, 1), filter=f32(1, 1, 1, 1),
    strides=[1] * 4, padding="EXPLICIT", explicit_paddings=[0, 0, 1, 1, 1, 1, 0, 0])  # fmt: skip

# -- pooling and normalisation ----------------------------------------------------------------------------------------

POOL2: Final[dict[str, Any]] = {"ksize": [1, 2, 2, 1], "strides": [1, 1, 1, 1], "padding": "VALID"}
POOL3: Final[dict[str, Any]] = {"ksize": [1, 2, 2, 2, 1], "strides": [1] * 5, "padding": "VALID"}
add("CVE-2021-29579", "MaxPoolGrad", Zeros((3, 0, 0, 2), True), orig_input=f32(3, 0, 0, 2),
    orig_output=f32(3, 0, 0, 2), grad=f32(3, 0, 0, 2), ksize=[1, 16, 16, 1], strides=[1, 16, 18, 1],
    padding="EXPLICIT", explicit_paddings=[0, 0, 14, 3, 15, 5, 0, 0])  # fmt: skip
add("CVE-2021-29579", "MaxPoolGrad", label="gradient", orig_input=f32(1, 1, 1, 1), orig_output=f32(0, 0, 0, 0),
    grad=f32(1, 1, 1, 1), ksize=[1, 1, 1, 1], strides=[1, 1, 1, 1], padding="VALID")  # fmt: skip
add("CVE-2021-37674", "MaxPoolGrad", orig_input=f32(0, 0, 0, 0), orig_output=f32(1, 1, 1, 1), grad=f32(1, 1, 1, 1),
    ksize=[1, 1, 1, 1], strides=[1, 1, 1, 1], padding="SAME")  # fmt: skip
add("CVE-2021-37674", "MaxPoolGradGrad", orig_input=f32(0, 0, 0, 0), orig_output=f32(1, 1, 1, 1),
    grad=f32(1, 1, 1, 1), ksize=[1, 1, 1, 1], strides=[1, 1, 1, 1], padding="SAME")  # fmt: skip
add("CVE-2022-35968", "AvgPoolGrad", orig_input_shape=i32(*[N536] * 4), grad=f32(1, 1, 1, 1), **POOL2)
add("CVE-2022-35959", "AvgPool3DGrad", orig_input_shape=i32(*[N536] * 5), grad=f32(1, 1, 1, 1, 1), **POOL3)
add("CVE-2023-25664", "AvgPoolGrad", orig_input_shape=i32(1, 2, 2, 3), grad=f32(1, 3, 3, 3), **POOL2)
add("CVE-2023-25664", "AvgPoolGrad", label="rank", orig_input_shape=i32(1, 2, 2), grad=f32(1, 1, 1, 3), **POOL2)
add("CVE-2023-25669", "AvgPoolGrad", label="sizes", orig_input_shape=i32(1, 0, 0, 0), grad=f32(1, 1, 1, 1), **POOL2)
add("CVE-2023-25669", "AvgPoolGrad", label="ksize", orig_input_shape=i32(1, 2, 2, 1), grad=f32(1, 1, 1, 1),
    ksize=[1, 0, 0, 1], strides=[1, 1, 1, 1], padding="VALID")  # fmt: skip
add("CVE-2021-29577", "AvgPool3DGrad", orig_input_shape=i32(10, 6, 3, 7, 7), grad=f32(1, 1, 1, 1, 1), **POOL3)
for op in ("MaxPool3DGradGrad", "MaxPool3DGrad"):
    add("CVE-2021-29574", op, label="empty", orig_input=f32(0, 0, 0, 0, 0), orig_output=f32(1, 1, 1, 1, 1),
        grad=f32(1, 1, 1, 1, 1), **POOL3)  # fmt: skip
    add("CVE-2021-29576", op, label="ksize", orig_input=f32(1, 2, 2, 2, 1), orig_output=f32(1, 1, 1, 1, 1),
        grad=f32(1, 2, 2, 2, 1), ksize=[1, 0, 0, 0, 1], strides=[1] * 5, padding="VALID")  # fmt: skip
    add("CVE-2021-29576", op, label="mismatch", orig_input=f32(1, 2, 2, 2, 1), orig_output=f32(1, 3, 3, 3, 1),
        grad=f32(1, 2, 2, 2, 1), **POOL3)  # fmt: skip
ARGMAX: Final = np.array([[[[1 << 40]]]], np.int64)
add("CVE-2021-29570", "MaxPoolGradWithArgmax", input=f32(1, 2, 2, 1), grad=np.ones((1, 1, 1, 1), np.float32),
    argmax=ARGMAX, **POOL2)  # fmt: skip
add("CVE-2021-29571", "MaxPoolGradWithArgmax", label="negative", input=f32(1, 2, 2, 1),
    grad=np.ones((1, 1, 1, 1), np.float32), argmax=np.full((1, 1, 1, 1), -1, np.int64), **POOL2)  # fmt: skip
add("CVE-2021-29573", "MaxPoolGradWithArgmax", Zeros((0, 2, 2, 1), True), input=f32(0, 2, 2, 1),
    grad=f32(0, 1, 1, 1), argmax=np.zeros((0, 1, 1, 1), np.int64), **POOL2)  # fmt: skip
add("CVE-2021-29573", "MaxPoolGradWithArgmax", label="empty-argmax", input=f32(1, 2, 2, 1), grad=f32(1, 1, 1, 1),
    argmax=np.zeros((0, 1, 1, 1), np.int64), **POOL2)  # fmt: skip
for op in ("FusedBatchNorm", "FusedBatchNormV3"):
    add("CVE-2021-29555", op, Zeros((1, 1, 1, 0), True), x=f32(1, 1, 1, 0), scale=f32(0), offset=f32(0), mean=f32(0),
        variance=f32(0), is_training=False)  # fmt: skip
    for short in ("scale", "offset", "mean", "variance"):
        vectors = {name: f32(1 if name == short else 3) for name in ("scale", "offset", "mean", "variance")}
        add("CVE-2021-29583", op, label=short, x=f32(1, 2, 2, 3), is_training=False, **vectors)
    add("CVE-2021-41223", op, label="empty-vectors", x=f32(1, 2, 2, 3), scale=f32(0), offset=f32(0), mean=f32(0),
        variance=f32(0), is_training=False)  # fmt: skip
for op in ("FakeQuantWithMinMaxVars",):
    for label, low, high in (("empty", f32(0), f32(0)), ("vector", f32(2), f32(2)), ("matrix", f32(1, 1), f32(1, 1))):
        add("CVE-2022-35971", op, label=label, inputs=f32(2, 2), min=low, max=high)
add("CVE-2022-36017", "FakeQuantWithMinMaxVarsPerChannel", label="length", inputs=f32(2, 3), min=f32(2), max=f32(2))
add("CVE-2022-36017", "FakeQuantWithMinMaxVarsPerChannel", label="scalar", inputs=f32(2, 3),
    min=np.array(0, np.float32), max=np.array(1, np.float32))  # fmt: skip
add("CVE-2022-35985", "LRNGrad", input_grads=f32(2), input_image=f32(1, 2, 2, 3), output_image=f32(1, 2, 2, 3))
add("CVE-2022-35985", "LRNGrad", label="image", input_grads=f32(1, 2, 2, 3), input_image=f32(3),
    output_image=f32(1, 2, 2, 3))  # fmt: skip
for source, target in (("1234", "1253"), ("NHWC", "NHWH"), ("", ""), ("NHWC", "ABCDEFGHIJKL")):
    add("CVE-2020-26267", "DataFormatVecPermute", label=f"{source}-{target}", x=i32(1, 2, 3, 4), src_format=source,
        dst_format=target)  # fmt: skip
add("CVE-2020-26267", "DataFormatVecPermute", label="length", x=i32(1, 2, 3), src_format="NHWC", dst_format="NCHW")

# -- arguments of all kinds -------------------------------------------------------------------------------------------

BIG = np.array([1 << 40, 1 << 40], np.int64)
for number in ("CVE-2021-29523", "CVE-2021-29584", "CVE-2021-29534"):
    add(number, "SparseToDense", sparse_indices=np.zeros((1, 2), np.int64), output_shape=BIG,
        sparse_values=f32(1), default_value=np.array(0, np.float32))  # fmt: skip
add("CVE-2021-29584", "Fill", dims=BIG, value=np.array(0, np.float32))
add("CVE-2021-29584", "Fill", label="negative", dims=np.array([-1], np.int64), value=np.array(0, np.float32))
add("CVE-2021-29584", "Reshape", tensor=f32(4), shape=BIG)
add("CVE-2021-29584", "BroadcastTo", input=f32(1), shape=BIG)
add("CVE-2021-29584", "ScatterNd", indices=np.zeros((1, 2), np.int64), updates=f32(1), shape=BIG)
add("CVE-2021-29584", "Tile", input=f32(2, 2), multiples=BIG)
add("CVE-2021-29534", "Pad", input=f32(1), paddings=np.array([[1 << 62, 1 << 62]], np.int64))
add("CVE-2022-23575", "MatMul", label="overflow", a=f32(0, 1 << 20), b=f32(1 << 20, 0), expected=Zeros((0, 0)))
add("CVE-2022-23576", "Fill", label="product", dims=np.array([1 << 31, 1 << 31, 2], np.int64),
    value=np.array(0, np.float32))  # fmt: skip

for batch in (-1, -5, 5, HUGE):
    add("CVE-2022-21728", "ReverseSequence", label=f"batch_dim{batch}", input=f32(2, 3), seq_lengths=i32(1, 1),
        seq_dim=0, batch_dim=batch)  # fmt: skip
add("CVE-2022-21728", "ReverseSequence", label="lengths", input=f32(2, 3), seq_lengths=i32(1, 1, 1), seq_dim=1)
for axis in (-3, 2, HUGE, -HUGE - 1):
    where = scalar(axis)
    add("CVE-2022-21727", "ExpandDims" if axis not in (-3, 2) else "ArgMax", label=f"axis{axis}", input=f32(2, 2),
        **({"dim": where} if axis not in (-3, 2) else {"dimension": where}))  # fmt: skip
    add("CVE-2023-25668", "Cumsum", label=f"axis{axis}", x=f32(2, 2), axis=where)
    add("CVE-2021-41211", "GatherV2", label=f"axis{axis}", params=f32(2, 2), indices=i32(0), axis=where)
    add("CVE-2021-37677", "Pack", label=f"axis{axis}", values=[f32(2), f32(2)], axis=axis)
for batch in (-3, 3, HUGE):
    add("CVE-2021-41205", "GatherV2", label=f"batch_dims{batch}", params=f32(2, 2), indices=i32(0, 1), axis=scalar(1),
        batch_dims=batch)  # fmt: skip
for perm in ((-10, 0), (0, 0), (0, HUGE), (0,)):
    add("CVE-2021-41216", "Transpose", label=f"perm{perm}", x=f32(2, 2), perm=i32(*perm))
add("CVE-2021-41218", "Split", label="0", split_dim=scalar(0), value=f32(2, 2), num_split=0)
add("CVE-2021-41218", "Split", label="axis", split_dim=scalar(HUGE), value=f32(2, 2), num_split=2)
add("CVE-2021-41218", "SplitV", label="sizes", value=f32(4), size_splits=i32(-1, -1), split_dim=scalar(0), num_split=2)
add("CVE-2021-41218", "SplitV", label="overflow", value=f32(4), size_splits=np.array([1 << 62, 1 << 62], np.int64),
    split_dim=scalar(0), num_split=2)  # fmt: skip
add("CVE-2021-41214", "ConcatV2", label="axis", values=[f32(1), f32(1)], axis=scalar(HUGE))
add("CVE-2021-41212", "SparseToDense", label="rank", sparse_indices=np.zeros((2, 3, 4), np.int64),
    output_shape=np.array([4], np.int64), sparse_values=f32(2), default_value=np.array(0, np.float32))  # fmt: skip
add("CVE-2021-41210", "DenseBincount", label="negative", input=i32(-1, -5), size=scalar(3), weights=f32(0))
add("CVE-2021-41210", "Bincount", label="negative", arr=i32(-1, -5), size=scalar(3), weights=f32(0))
add("CVE-2021-41210", "DenseBincount", label="size", input=i32(1), size=scalar(-3), weights=f32(0))
add("CVE-2021-37676", "SparseSegmentMean", label="ids", data=f32(2, 2), indices=i32(0, HUGE), segment_ids=i32(0, 0))
add("CVE-2021-41206", "SparseSegmentMean", label="length", data=f32(2, 2), indices=i32(0, 1, 1), segment_ids=i32(0, 0))
add("CVE-2021-41206", "SparseSegmentMean", label="rank", data=np.array(0, np.float32), indices=i32(0),
    segment_ids=i32(0))  # fmt: skip
add("CVE-2021-41206", "UnsortedSegmentSum", label="rank", data=f32(2), segment_ids=i32(0, 1, 1),
    num_segments=scalar(2))  # fmt: skip
add("CVE-2021-41206", "SegmentSum", label="scalar", data=np.array(0, np.float32), segment_ids=i32(0))
for label, count in (("vector", i32(1, 2)), ("empty", i32()), ("negative", scalar(-1)), ("huge", scalar(HUGE))):
    add("CVE-2022-29197", "UnsortedSegmentJoin", label=label, inputs=np.array([b"a", b"b"], object),
        segment_ids=i32(0, 0), num_segments=count)  # fmt: skip
    add("CVE-2022-29197", "UnsortedSegmentSum", label=label, data=f32(2, 64), segment_ids=i32(0, 0), num_segments=count)
add("CVE-2022-29200", "ClipByValue", label="rank", t=f32(2, 2), clip_value_min=f32(3), clip_value_max=f32(3))
add("CVE-2022-29195", "Range", label="vector", start=i32(0, 1), limit=scalar(3), delta=scalar(1))
add("CVE-2022-29195", "Range", label="empty", start=i32(), limit=scalar(3), delta=scalar(1))
add("CVE-2022-29195", "Range", label="zero", start=scalar(0), limit=scalar(3), delta=scalar(0))
add("CVE-2022-29207", "StackPushV2", label="float-handle", handle=f32(0), elem=f32(1))
add("CVE-2022-29207", "ReadVariableOp", label="float-handle", resource=f32(0), dtype="float32")
add("CVE-2022-29207", "TensorListLength", label="float-handle", input_handle=f32(0))

# -- sparse tensors and joins -----------------------------------------------------------------------------------------

for label, sizes in (("product", (1 << 33, 1 << 33)), ("negative", (-1, 5)), ("empty", ())):
    add("CVE-2021-29584", "SparseSplit", label=label, split_dim=np.array(0, np.int64),
        indices=np.zeros((1, len(sizes)), np.int64), values=f32(1), shape=np.array(sizes, np.int64),
        num_split=2)  # fmt: skip
add("CVE-2021-29534", "SparseConcat", label="outside", concat_dim=0,
    indices=[np.array([[514, 514], [514, 514]], np.int64), np.array([[514, 530], [599, 877]], np.int64)],
    values=[f32(2), f32(2)], shapes=[np.array([442, 514], np.int64), np.array([515, 606], np.int64)])  # fmt: skip
add("CVE-2021-29534", "SparseConcat", label="product", concat_dim=0, indices=[np.zeros((1, 2), np.int64)] * 2,
    values=[f32(1), f32(1)], shapes=[np.array([1 << 62, 1 << 62], np.int64)] * 2)  # fmt: skip
add("CVE-2021-37676", "SparseFillEmptyRows", indices=np.zeros((0, 0), np.int64), values=f32(0),
    dense_shape=np.zeros(0, np.int64), default_value=f32())  # fmt: skip
add("CVE-2021-41207", "ParallelConcat", label="scalar", values=[f32(1, 1)], shape=[])
add("CVE-2021-41207", "ParallelConcat", label="none", values=[f32(1, 1)], shape=[0])

# -- recurrent networks -----------------------------------------------------------------------------------------------

LSTM_CELL: Final = {"x": f32(2, 3), "cs_prev": f32(2, 4), "h_prev": f32(2, 4), "w": f32(7, 16), "wci": f32(4),
                    "wcf": f32(4), "wco": f32(4), "b": f32(16)}  # fmt: skip
LSTM_SEQUENCE: Final = LSTM_CELL | {"x": f32(2, 2, 3), "seq_len_max": np.array(2, np.int64)}
for label, wrong in (
    ("scalars", {"wci": f32(), "wcf": f32(), "wco": f32()}),
    ("x", {"x": f32(1, 2, 1, 3)}),
    ("x-vector", {"x": f32(3)}),
    ("state", {"cs_prev": f32(4)}),
    ("state-size", {"cs_prev": f32(2, 5)}),
    ("batch", {"h_prev": f32(1, 4)}),
    ("w", {"w": f32(112)}),
    ("w-size", {"w": f32(7, 4)}),
    ("peephole", {"wco": f32(1)}),
    ("b", {"b": f32()}),
    ("empty", {"b": f32(0)}),
):
    add("CVE-2022-29200", "LSTMBlockCell", label=label, **LSTM_CELL | wrong)
    for op in ("BlockLSTM", "BlockLSTMV2"):
        add("CVE-2022-29200", op, label=label, **LSTM_SEQUENCE | wrong)
for steps in (-1, 3, 1 << 62):
    for op in ("BlockLSTM", "BlockLSTMV2"):
        made = {"seq_len_max": np.array(steps, np.int64)}
        add("CVE-2022-29200", op, label=f"steps{steps}", **LSTM_SEQUENCE | made)

# -- numbers as small integers ----------------------------------------------------------------------------------------

for axis in (HUGE, -2, -100, 3):
    add("CVE-2021-41211", "QuantizeV2", label=f"axis{axis}", input=f32(2, 3), min_range=f32(2), max_range=f32(2),
        T="qint8", axis=axis)  # fmt: skip
    for op, more in (("QuantizeAndDequantizeV2", {}), ("QuantizeAndDequantizeV3", {"num_bits": scalar(8)})):
        add("CVE-2021-41205", op, label=f"axis{axis}", input=f32(2, 3), input_min=f32(2), input_max=f32(2), axis=axis,
            range_given=True, **more)  # fmt: skip
for op, more in (("QuantizeAndDequantizeV2", {}), ("QuantizeAndDequantizeV3", {"num_bits": scalar(8)})):
    for label, low in (("empty", f32(0)), ("scalar", f32()), ("long", f32(100)), ("matrix", f32(2, 3))):
        add("CVE-2023-25668", op, label=label, input=f32(2, 3), input_min=low, input_max=low, axis=0, range_given=True,
            **more)  # fmt: skip
add("CVE-2021-41211", "QuantizeV2", label="empty", input=f32(2, 3), min_range=f32(0), max_range=f32(0), T="qint8")

LAYERS: Final = {"input": f32(4, 2, 3), "input_h": f32(1, 2, 4), "input_c": f32(1, 2, 4), "params": f32(144)}
for label, wrong in (
    ("scalars", {"input_h": f32(), "input_c": f32()}),
    ("matrix", {"input_h": f32(2, 4)}),
    ("input", {"input": f32(4, 3)}),
    ("batch", {"input_h": f32(1, 3, 4)}),
    ("cells", {"input_c": f32(1, 2, 5)}),
    ("params", {"params": f32(1)}),
    ("empty", {"params": f32(0)}),
    ("no-layer", {"input_h": f32(0, 2, 4), "input_c": f32(0, 2, 4)}),
):
    for op, more in (("CudnnRNN", {}), ("CudnnRNNV2", {}), ("CudnnRNNV3", {"sequence_lengths": i32(4, 4)})):
        add("CVE-2021-41221", op, label=label, **{**LAYERS, **more, **wrong})

# -- staging areas ----------------------------------------------------------------------------------------------------

add("CVE-2022-29195", "StagePeek", label="empty", index=i32(), dtypes=["int32"])
add("CVE-2022-29195", "StagePeek", label="vector", index=i32(1, 2), dtypes=["int32"])
add("CVE-2022-29195", "StagePeek", label="negative", index=scalar(-1), dtypes=["int32"])

# -- serialized tensors -----------------------------------------------------------------------------------------------

for label, sizes in (("scalar", ()), ("empty", (0,)), ("two", (2,)), ("no-rows", (0, 3))):
    add("CVE-2021-41215", "DeserializeSparse", label=label, dtype="float32",
        serialized_sparse=np.full(sizes, b"", dtype=object))  # fmt: skip

# -- pools with windows of random sizes --------------------------------------------------------------------------------

for op in ("FractionalAvgPool", "FractionalMaxPool"):
    add("CVE-2022-21735", op, label=op, value=np.array([[[[1, 4, 2, 3]]]]), pooling_ratio=[1.0, 1.44, 1.73, 1.0])
    add("CVE-2022-41900", op, label="small", value=f32(1, 4, 4, 1), pooling_ratio=[1.0, 0.5, 0.1, 1.0])
    add("CVE-2022-41900", op, label="huge", value=f32(1, 4, 4, 1), pooling_ratio=[1.0, 1e30, 1e30, 1.0])
    add("CVE-2022-41900", op, label="no-number", value=f32(1, 4, 4, 1), pooling_ratio=[1.0, np.nan, 1.0, 1.0])
    add("CVE-2023-25801", op, label="batch", value=f32(2, 4, 4, 1), pooling_ratio=[2.0, 1.0, 1.0, 1.0])
    add("CVE-2023-25801", op, label="channels", value=f32(1, 4, 4, 3), pooling_ratio=[1.0, 1.0, 1.0, 1.5])
    add("CVE-2021-29580", op, label="empty", value=f32(1, 0, 0, 1), pooling_ratio=[1.0, 1.0, 1.0, 1.0])
add("CVE-2021-29550", "FractionalAvgPool", value=np.full((1, 1, 1, 1), 60, np.int32),
    pooling_ratio=[1.0, 1.0000014345305555, 1.0, 1.0])  # fmt: skip


def pooled(*sizes: int, rows: tuple[int, ...] = (0, 1), columns: tuple[int, ...] = (0, 1)) -> dict[str, Any]:
    return {
        "orig_input_tensor_shape": np.array(sizes, np.int64), "out_backprop": f32(1, 1, 1, 1),
        "row_pooling_sequence": np.array(rows, np.int64), "col_pooling_sequence": np.array(columns, np.int64),
    }  # fmt: skip


add("CVE-2021-29578", "FractionalAvgPoolGrad", label="before", **pooled(1, 1, 1, 1, rows=(-10, 1)))
add("CVE-2021-29578", "FractionalAvgPoolGrad", label="behind", **pooled(1, 1, 1, 1, columns=(0, 10)))
add("CVE-2021-29578", "FractionalAvgPoolGrad", label="far", **pooled(1, 3, 3, 1, rows=(2, 3), columns=(0, 3)))
add("CVE-2021-37651", "FractionalAvgPoolGrad", **pooled(0, 0, 0, 0, rows=(0, 0), columns=(0, 0)))
add("CVE-2021-37651", "FractionalAvgPoolGrad", label="no-places", **pooled(1, 1, 1, 1, rows=(), columns=()))
add("CVE-2022-35963", "FractionalAvgPoolGrad", **pooled(*[-1879048192] * 4))
add("CVE-2022-35963", "FractionalAvgPoolGrad", label="rank", **pooled(1, 1))
for label, shapes in {
    "empty": ((1, 0, 0, 1), (1, 1, 1, 1), (1, 1, 1, 1)),
    "out": ((1, 1, 1, 1), (1, 0, 0, 1), (1, 0, 0, 1)),
    "gradient": ((1, 1, 1, 1), (1, 1, 1, 1), (1, 2, 2, 1)),
    "rank": ((1, 1, 1), (1, 1, 1), (1, 1, 1)),
    "channels": ((1, 1, 1, 2), (1, 1, 1, 1), (1, 1, 1, 1)),
}.items():
    for number in ("CVE-2021-29580", "CVE-2022-35981"):
        add(number, "FractionalMaxPoolGrad", label=label, orig_input=f32(*shapes[0]), orig_output=f32(*shapes[1]),
            out_backprop=f32(*shapes[2]), row_pooling_sequence=np.array([0, 1]),
            col_pooling_sequence=np.array([0, 1]))  # fmt: skip
for label, places in {"before": [-5, 2], "behind": [0, 7], "falling": [2, 0], "matrix": [[0, 2]]}.items():
    add("CVE-2022-41897", "FractionalMaxPoolGrad", label=label, orig_input=f32(1, 2, 2, 1),
        orig_output=f32(1, 1, 1, 1), out_backprop=f32(1, 1, 1, 1), row_pooling_sequence=np.array(places),
        col_pooling_sequence=np.array([0, 2]))  # fmt: skip

# -- counts, crosses and maps of sparse tensors -----------------------------------------------------------------------
for label, shape in (("huge", [2**62, 2**62]), ("batch", [2**50, 2]), ("negative", [-1, 2])):
    add("CVE-2021-29523", "AddManySparseToTensorsMap", label=label, sparse_indices=np.zeros((1, 2), np.int64),
        sparse_values=f32(1), sparse_shape=np.array(shape, np.int64))  # fmt: skip
for label, places, shape in (("rank", (1, 0), (1,)), ("columns", (2, 2), (3,)), ("none", (0, 0), (0,))):
    add("CVE-2021-41210", "SparseCountSparseOutput", label=label, indices=np.zeros(places, np.int64),
        values=np.zeros(places[0], np.int64), dense_shape=np.full(shape, 2, np.int64), weights=np.zeros(0, np.int64),
        binary_output=False)  # fmt: skip
CROSSED: Final[dict[str, Any]] = {"sparse_indices": [], "sparse_values": [], "sparse_shape": [], "dense_inputs": [],
    "hashed_output": True, "num_buckets": 1, "hash_key": 0, "out_values_type": "int64",
    "out_row_splits_type": "int64", "input_order": "R"}  # fmt: skip
for advisory in ("CVE-2021-41212", "CVE-2021-41214"):
    for label, splits in (("empty", []), ("beyond", [0, 9]), ("negative", [0, -1, 2]), ("falling", [0, 2, 1])):
        add(advisory, "RaggedCross", label=label, ragged_values=[np.zeros(2, np.int64)],
            ragged_row_splits=[np.array(splits, np.int64)], **CROSSED)  # fmt: skip
for op in ("MapStage", "OrderedMapStage"):
    for label, key in (("empty", np.zeros(0, np.int64)), ("vector", np.zeros(2, np.int64))):
        add("CVE-2022-21734", op, label=label, key=key, indices=i32(0), values=[i32(1)], dtypes=["int32"])
MIRRORED: Final[dict[str, Any]] = {"mode": "REFLECT", "filter": f32(1, 1, 1, 1), "strides": [1] * 4, "padding": "SAME"}
for label, sizes in (("huge", (HUGE, HUGE)), ("large", (65536, 65536)), ("none", (0, 4)), ("negative", (-1, 4))):
    add("CVE-2022-41885", "FusedResizeAndPadConv2D", label=label, input=f32(1, 2, 2, 1), size=i32(*sizes),
        paddings=np.zeros((4, 2), np.int32), resize_align_corners=False, **MIRRORED)  # fmt: skip
# Advisories whose ops we do not have; the day one is registered, its advisories need a case above.
NO_SUCH_OP: Final[dict[str, tuple[str, ...]]] = {
    "QuantizedConv2D": ("CVE-2021-29527", "CVE-2022-29201"),
    "QuantizedBatchNormWithGlobalNormalization": ("CVE-2021-29547", "CVE-2021-29548"),
    "QuantizedBiasAdd": ("CVE-2021-29546", "CVE-2021-29549", "CVE-2022-35972"),
    "QuantizedAvgPool": ("CVE-2022-35966",),
    "QuantizedResizeBilinear": ("CVE-2021-29537",),
    "QuantizedMul": ("CVE-2021-29535",),
    "QuantizedReshape": ("CVE-2021-29536",),
    "QuantizedAdd": ("CVE-2021-29529",),
    "GetSessionTensor": ("CVE-2020-15204",),
    "DeleteSessionTensor": ("CVE-2021-29518", "CVE-2022-29191"),
    "AllToAll": ("CVE-2021-41218",),
    "BoostedTreesQuantileStreamResourceFlush": ("CVE-2022-29207",),
    "TfLiteConv": ("CVE-2023-27579", "CVE-2021-29588", "CVE-2021-29602", "CVE-2022-21741", "CVE-2022-36027"),
}
