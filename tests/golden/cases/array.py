"""Array ops: identities, reshaping, joining, slicing, padding, gathering, ranges."""

from typing import Any

import numpy as np

from tests.golden.case import Array, Case, integers, reals

# A handful of dtypes of every kind; data movement does not depend on them, so most cases use one.
KINDS = ("float32", "float64", "float16", "bfloat16", "int32", "int64", "uint8", "bool", "complex64")


def text(*words: str) -> Array:
    return np.array([word.encode() for word in words], dtype=object)


def some(shape: tuple[int, ...], dtype: str = "float64", seed: int = 1) -> Array:
    if dtype == "bool":
        return integers(shape, "int32", seed, 0, 1).astype(bool)
    if dtype.startswith(("int", "uint")):
        return integers(shape, dtype, seed, 0, 9)
    if dtype.startswith("complex"):
        return (reals(shape, "float64", seed) + 1j * reals(shape, "float64", seed + 1)).astype(dtype)
    return reals(shape, dtype, seed)


def ints(*values: Any, dtype: str = "int32") -> Array:
    return np.array(values, dtype=dtype)


def scalar(value: int, dtype: str = "int32") -> Array:
    return np.array(value, dtype=dtype)


CASES: list[Case] = []


def case(op: str, attrs: dict[str, Any] | None = None, **inputs: Any) -> None:
    CASES.append(Case(op, inputs, attrs or {}))


for kind in KINDS:
    x = some((2, 3), kind)
    for op, name in (("Identity", "input"), ("Snapshot", "input"), ("StopGradient", "input"), ("OnesLike", "x"),
                     ("ZerosLike", "x"), ("Rank", "input"), ("Size", "input"), ("Shape", "input")):  # fmt: skip
        case(op, **{name: x})
    case("Transpose", x=x, perm=ints(1, 0))
    case("ConcatV2", values=[x, x], axis=scalar(1))
    case("Pack", {"axis": 1}, values=[x, x])
    case("GatherV2", params=x, indices=ints(2, 0, 2), axis=scalar(1))
    case("BroadcastTo", input=x, shape=ints(4, 2, 3))
    case("Tile", input=x, multiples=ints(2, 3))
    case("StridedSlice", input=x, begin=ints(0, 2), end=ints(2, 0), strides=ints(1, -1))
    case("Pad", input=x, paddings=ints([1, 0], [0, 2]))
    case("ReverseV2", tensor=x, axis=ints(1))
    case("Fill", dims=ints(2, 2), value=x[0, 0])
case("Shape", {"out_type": "int64"}, input=some((0, 3)))
case("Size", {"out_type": "int64"}, input=some((0, 3)))
case("ShapeN", input=[some((2,)), some((3, 0)), some(())])
case("IdentityN", input=[some((2,)), some((3,), "int32")])
case("EnsureShape", {"shape": [None, 3]}, input=some((2, 3)))
for source, target in (("float32", "int32"), ("int32", "uint8"), ("float64", "float32"), ("int16", "uint16")):
    case("Bitcast", {"type": target}, input=some((3, 2), source))
case("Bitcast", {"type": "int32"}, input=some((3, 4), "uint8"))
case("ZerosLike", x=text("a", "b"))
case("Identity", input=text("a", "b"))

# -- shape
for shape in ((6, 4), (2, -1, 2), (-1,), (24, 1), (1, 2, 3, 4)):
    case("Reshape", tensor=some((2, 3, 4)), shape=ints(*shape))
case("Reshape", tensor=some((0, 3)), shape=ints(3, 0, 2, dtype="int64"))
case("Reshape", tensor=some((0, 3)), shape=ints(-1, 3))
case("Reshape", tensor=some((1,)), shape=np.zeros(0, np.int32))
for shape in ((2, 0), (0, 6), (2, 0, 3), (0,)):
    for wanted in ((-1, 0), (0, -1, 3), (-1, 0, 2), (-1, 0, 0)):
        case("Reshape", tensor=some(shape), shape=ints(*wanted))
case("Reshape", tensor=text("a", "b"), shape=ints(2, 1))
for axis in (0, 1, 2, -1, -3):
    case("ExpandDims", input=some((2, 3)), dim=scalar(axis))
case("Squeeze", input=some((1, 3, 1)))
case("Squeeze", {"squeeze_dims": [-1]}, input=some((1, 3, 1)))
case("Squeeze", {"squeeze_dims": [0, 2]}, input=some((1, 3, 1)))
case("Transpose", x=some((2, 3, 4)), perm=ints(2, 0, 1, dtype="int64"))
case("Transpose", x=some(()), perm=np.zeros(0, np.int32))
case("InvertPermutation", x=ints(2, 0, 3, 1))
for source, shape in (((3,), (2, 3)), ((2, 1), (2, 3)), ((), (2, 2)), ((1, 1), (0, 2)), ((2, 1, 3), (4, 2, 5, 3))):
    case("BroadcastTo", input=some(source), shape=ints(*shape))
    case("BroadcastArgs", s0=np.array(source, np.int32), s1=ints(*shape))
    case("BroadcastGradientArgs", s0=np.array(source, np.int32), s1=ints(*shape))
case("BroadcastGradientArgs", s0=ints(1, 2, 1), s1=ints(1, 2, 3))
case("BroadcastGradientArgs", s0=ints(2, 3, dtype="int64"), s1=ints(2, 3, dtype="int64"))
case("BroadcastGradientArgs", s0=ints(1, 1), s1=ints(1, 1))
case("BroadcastGradientArgs", s0=ints(5, 1, 4, 1), s1=ints(3, 1, 6))
for multiples in ((1, 1), (2, 1), (3, 2), (0, 2)):
    case("Tile", input=some((2, 3)), multiples=ints(*multiples, dtype="int64"))
case("Tile", input=text("a", "b"), multiples=ints(2))
for axes in ((), (0,), (-1, 0), (1,)):
    case("ReverseV2", tensor=some((2, 3, 2)), axis=np.array(axes, np.int64))
case("ReverseV2", tensor=text("a", "b"), axis=ints(0))

# -- join
for axis in (0, -1, 2):
    parts = [some((2, 3, 2), seed=s) for s in (1, 2)]
    case("ConcatV2", values=parts, axis=scalar(axis, "int64"))
    case("Concat", concat_dim=scalar(axis), values=parts)
case("ConcatV2", values=[some((2, 0)), some((2, 3)), some((2, 1))], axis=scalar(1))
case("ConcatV2", values=[text("a"), text("b", "c")], axis=scalar(0))
case("ConcatOffset", concat_dim=scalar(1), shape=[ints(2, 3, 4), ints(2, 1, 4), ints(2, 2, 4)])
case("ConcatOffset", concat_dim=scalar(-1), shape=[ints(2, 3), ints(2, 1)])
for axis in (0, 1, -1, -3):
    case("Pack", {"axis": axis}, values=[some((2, 3), seed=s) for s in (1, 2, 3)])
case("Pack", values=[some(())])
case("Pack", values=[text("a"), text("b")])
for axis in (0, 1, -1):
    case("Unpack", {"num": 2, "axis": axis}, value=some((2, 2, 2)))
case("Unpack", {"num": 2}, value=text("a", "b"))
case("Unpack", {"num": 3}, value=some((3,)))
for dim, count in ((0, 2), (1, 3), (-1, 1)):
    case("Split", {"num_split": count}, split_dim=scalar(dim), value=some((2, 6)))
for sizes in ((1, 2, 3), (2, -1, 0), (6,)):
    case("SplitV", {"num_split": len(sizes)}, value=some((2, 6)), size_splits=ints(*sizes), split_dim=scalar(1))
case("SplitV", {"num_split": 2}, value=text("a", "b", "c"), size_splits=ints(1, 2, dtype="int64"), split_dim=scalar(0))

# -- slice
for begin, size in (((0, 1), (2, 2)), ((1, 0), (1, -1)), ((0, 3), (-1, 0)), ((2, 4), (0, 0))):
    case("Slice", input=some((2, 4)), begin=ints(*begin), size=ints(*size))
case("Slice", input=text("a", "b", "c"), begin=ints(1, dtype="int64"), size=ints(2, dtype="int64"))
SLICES: list[tuple[Any, dict[str, int]]] = [
    (([0, 0, 0], [2, 3, 4], [1, 1, 1]), {}),
    (([0, -2, 1], [1, 3, 4], [1, 1, 2]), {}),
    (([1, 0, 3], [2, 3, -5], [1, 1, -1]), {"shrink_axis_mask": 1}),
    (([0, 0], [0, 0], [1, 1]), {"ellipsis_mask": 1, "shrink_axis_mask": 2}),
    (([0, 0, 0], [0, 0, 0], [1, 1, 1]), {"new_axis_mask": 1, "begin_mask": 6, "end_mask": 6}),
    (([0, 0, 0, -1], [0, 0, 0, 0], [1, 1, 1, 1]), {"ellipsis_mask": 2, "new_axis_mask": 4, "shrink_axis_mask": 8}),
    (([5, 0], [7, 9], [1, 2]), {}),
    (([-9], [9], [1]), {}),
    (([1], [1], [1]), {}),
    (([-1, 2], [-3, 0], [-1, -2]), {"end_mask": 1}),
    (([0, 1], [0, 2], [1, 1]), {"new_axis_mask": 1, "shrink_axis_mask": 3}),
]
for (begin_, end_, strides_), masks in SLICES:
    b, e, s = (np.array(v, np.int32) for v in (begin_, end_, strides_))
    sliced = {"begin": b, "end": e, "strides": s}
    case("StridedSlice", masks, input=some((2, 3, 4)), **sliced)
case("StridedSlice", {"shrink_axis_mask": 1}, input=text("a", "b"), begin=ints(1), end=ints(2), strides=ints(1))
case("StridedSlice", input=some((5,)), begin=ints(1, dtype="int16"), end=ints(4, dtype="int16"),
     strides=ints(2, dtype="int16"))  # fmt: skip
case("StridedSliceGrad", shape=ints(4, 5), begin=ints(1, 4), end=ints(3, 0), strides=ints(1, -2), dy=some((2, 2)))
case("StridedSliceGrad", {"shrink_axis_mask": 1}, shape=ints(4, 5), begin=ints(-1), end=ints(0), strides=ints(1),
     dy=some((5,)))  # fmt: skip
case("Pad", input=some((2, 3)), paddings=ints([0, 0], [2, 1], dtype="int64"))
case("Pad", input=some((0, 3)), paddings=ints([1, 1], [0, 0]))
case("PadV2", input=some((2, 3)), paddings=ints([1, 2], [0, 1]), constant_values=np.float64(7))
for mode, pads in (("REFLECT", ([1, 1], [0, 2])), ("SYMMETRIC", ([2, 1], [3, 0])), ("REFLECT", ([0, 0], [0, 0]))):
    case("MirrorPad", {"mode": mode}, input=some((2, 3)), paddings=ints(*pads))
    shape_ = tuple(n + sum(p) for n, p in zip((2, 3), pads, strict=True))
    case("MirrorPadGrad", {"mode": mode}, input=some(shape_), paddings=ints(*pads))

# -- gather
case("Gather", params=some((4, 3)), indices=ints([3, 0], [1, 1]))
for axis, batch, indices in ((0, 0, ints(1, 0)), (-1, 0, ints([1, 0], [2, 2])), (1, 1, ints([0, 2], [1, 1])),
                             (2, 1, ints([3], [0])), (2, -1, ints([3], [0])),
                             (1, 0, np.zeros((0,), np.int32))):  # fmt: skip
    case("GatherV2", {"batch_dims": batch}, params=some((2, 3, 4)), indices=indices, axis=scalar(axis))
case("GatherV2", params=text("a", "b", "c"), indices=ints(2, 2, dtype="int64"), axis=scalar(0, "int64"))
for indices in (ints([0, 1], [1, 2]), ints([1], [0]), np.zeros((2, 0), np.int32), ints([[1, 0, 3]], dtype="int64")):
    case("GatherNd", params=some((2, 3, 4)), indices=indices)
case("GatherNd", params=text("a", "b", "c"), indices=ints([2], [0]))
case("GatherNd", {"bad_indices_policy": "IGNORE"}, params=some((3,)), indices=ints([2], [7], [-1]))
for kind in ("float64", "float32", "float16", "bfloat16", "int32", "complex64"):
    case("ScatterNd", indices=ints([1], [3], [1]), updates=some((3, 2), kind), shape=ints(5, 2))
case("ScatterNd", indices=ints([0, 1], [2, 0]), updates=some((2,)), shape=ints(3, 2))
case("ScatterNd", {"bad_indices_policy": "IGNORE"}, indices=ints([0], [9]), updates=some((2,)), shape=ints(3))
for axis in (-1, 0, 1):
    case("OneHot", {"axis": axis}, indices=ints([0, 2], [-1, 5], dtype="int64"), depth=scalar(3),
         on_value=np.float32(5), off_value=np.float32(-1))  # fmt: skip
case("OneHot", indices=scalar(1, "uint8"), depth=scalar(3), on_value=np.array(True), off_value=np.array(False))
case("OneHot", indices=ints(1), depth=scalar(0), on_value=np.float64(1), off_value=np.float64(0))
for kind in ("bool", "int32", "float32", "complex64"):
    case("Where", input=some((3, 4), kind) * (some((3, 4), "int32", 5) > 4))
case("Where", input=np.zeros((0, 3), bool))
case("Unique", x=ints(5, 1, 5, 3, 1))
case("Unique", {"out_idx": "int64"}, x=np.array([2.5, 2.5, -1], np.float32))
case("Unique", x=text("b", "a", "b"))
case("Unique", x=np.zeros(0, np.int32))
case("ListDiff", x=ints(1, 2, 3, 2, 5), y=ints(2, 4))
case("ListDiff", {"out_idx": "int64"}, x=text("a", "b"), y=text("b"))

# -- make
for values in ((0, 5, 1), (3, -4, -2), (2, 2, 1), (7, 0, -3), (0, 1, 5)):
    for kind in ("int32", "int64", "float32", "float64", "float16"):
        start, limit, delta = (np.array(v, kind) for v in values)
        case("Range", start=start, limit=limit, delta=delta)
case("Range", start=np.float64(0), limit=np.float64(1), delta=np.float64(0.25))
for number in (1, 2, 5):
    case("LinSpace", start=np.float32(-1), stop=np.float32(2), num=scalar(number))
    case("LinSpace", start=np.float64(3), stop=np.float64(1), num=scalar(number, "int64"))
case("Diag", diagonal=some((3,)))
case("Diag", diagonal=some((2, 2), "complex64"))
case("DiagPart", input=some((3, 3)))
case("DiagPart", input=some((2, 3, 2, 3), "int32"))
for values in ((0, 0.3, 0.1), (0.1, -23.3, -1.3), (-0.5, 26.1, 1.4)):  # lengths depend on the precision
    for kind in ("float32", "float64", "float16", "bfloat16"):
        dtype = reals((), kind, 1).dtype
        start, limit, delta = (np.array(v).astype(dtype) for v in values)
        case("Range", start=start, limit=limit, delta=delta)
case("LinSpace", start=np.float32(0), stop=np.float32(np.inf), num=scalar(3))
case("LinSpace", start=np.float64(-1e308), stop=np.float64(1.7e308), num=scalar(3))

# -- what has no order, no sign, or too many bits
nan, inf = np.nan, np.inf
for kind in ("float32", "float64"):
    odd = np.array([nan, 1, nan, 0.0, -0.0, 1, inf, -inf, inf], kind)
    case("Unique", x=odd)
    case("ListDiff", x=odd, y=odd[:4])
    case("Where", input=odd)
case("Where", input=np.array([1j, 0, complex(0, nan)]))
case("Where", input=np.array(-7, np.int8).reshape(1, 1))
case("Gather", params=text("a", "b"), indices=scalar(1))
case("GatherV2", params=text("a", "b"), indices=scalar(0), axis=scalar(-1))
case("ReverseV2", tensor=np.array(b"a", dtype=object), axis=np.zeros(0, np.int32))
case("ScatterNd", indices=ints([0], [0]), updates=np.array([127, 127], np.int8), shape=ints(2))
case("ScatterNd", indices=ints([0], [0]), updates=np.array([[True, False], [False, True]]), shape=ints(2, 2))
case("ScatterNd", indices=ints([1], [1], [0]), updates=text("a", "b", "c"), shape=ints(3))
case("ScatterNd", indices=ints([1], [1], [0]), updates=np.array([nan, 1, inf]), shape=ints(3))
case("ScatterNd", {"bad_indices_policy": "IGNORE"}, indices=ints([9], [0]), updates=np.array([nan, 1]), shape=ints(3))
case("StridedSliceGrad", shape=ints(3), begin=ints(1), end=ints(2), strides=ints(1), dy=text("x"))
for kind in ("float16", "bfloat16", "int8", "complex64"):
    case("MirrorPadGrad", {"mode": "REFLECT"}, input=some((5,), kind) * some((5,), kind), paddings=ints([1, 1]))
case("MirrorPadGrad", {"mode": "SYMMETRIC"}, input=np.array([100, 1, 100, 3], np.int8), paddings=ints([1, 1]))
case("OneHot", {"axis": 0}, indices=np.zeros((0, 2), np.int32), depth=scalar(3), on_value=np.float32(nan),
     off_value=np.float32(-0.0))  # fmt: skip
case("InvertPermutation", x=ints(1, 2, 0, dtype="int64"))

# -- bands of matrices
for lower, upper in ((0, 0), (-1, 0), (0, -1), (1, 2), (3, 4), (-5, -2), (2, 0)):
    case("MatrixBandPart", input=some((2, 3, 4)), num_lower=scalar(lower, "int64"), num_upper=scalar(upper, "int64"))
for kind in KINDS:
    case("MatrixBandPart", input=some((4, 3), kind), num_lower=scalar(1), num_upper=scalar(0))
case("MatrixBandPart", input=np.full((2, 2), nan), num_lower=scalar(0), num_upper=scalar(0))
case("MatrixBandPart", input=some((0, 3, 2)), num_lower=scalar(1), num_upper=scalar(1))
case("MatrixBandPart", input=some((3, 0)), num_lower=scalar(1), num_upper=scalar(0))

# -- space
BLOCKS: list[tuple[tuple[int, ...], list[int], list[list[int]]]] = [
    ((1, 6), [2], [[0, 0]]),
    ((2, 4, 5, 3), [2, 3], [[1, 1], [0, 1]]),
    ((1, 2, 2), [2], [[2, 0]]),
    ((2, 3, 2, 2, 2), [3, 1, 2], [[0, 0], [0, 1], [0, 0]]),
    ((3, 2), [], []),
    ((0, 4, 2), [2], [[1, 1]]),
    ((2, 0, 3), [2], [[0, 0]]),
    ((2, 0, 3), [2], [[1, 3]]),
]
for shape, blocks, pads_ in BLOCKS:
    for index in ("int32", "int64"):
        margins = np.array(pads_, index).reshape(len(blocks), 2)
        case("SpaceToBatchND", input=some(shape), block_shape=np.array(blocks, index), paddings=margins)
for shape, blocks, crops in (
    ((2, 3), [2], [[0, 0]]),
    ((2, 3), [2], [[1, 2]]),
    ((2, 3), [2], [[3, 3]]),
    ((12, 2, 2, 3), [2, 3], [[1, 0], [2, 3]]),
    ((6, 1, 2, 2, 2), [3, 1, 2], [[1, 1], [0, 1], [0, 0]]),
    ((3, 2), [], []),
    ((0, 2, 2), [2], [[1, 1]]),
    ((4, 0, 2), [2], [[0, 0]]),
):
    for index in ("int64", "int32"):
        margins = np.array(crops, index).reshape(len(blocks), 2)
        case("BatchToSpaceND", input=some(shape), block_shape=np.array(blocks, index), crops=margins)
for kind in KINDS:
    if kind not in ("bool", "complex64"):  # no kernels in TensorFlow
        case("SpaceToBatchND", input=some((1, 3), kind), block_shape=ints(2), paddings=ints([1, 0]))
        case("BatchToSpaceND", input=some((2, 2), kind), block_shape=ints(2), crops=ints([1, 0]))
    case("SpaceToDepth", {"block_size": 2}, input=some((1, 2, 4, 3), kind))
    case("DepthToSpace", {"block_size": 2}, input=some((1, 2, 1, 8), kind))
for shape, size in (((2, 4, 6, 1), 2), ((1, 3, 6, 2), 3), ((0, 4, 4, 1), 2), ((1, 4, 4, 0), 2), ((1, 0, 4, 1), 2)):
    case("SpaceToDepth", {"block_size": size}, input=some(shape))
for shape, size in (((2, 2, 3, 4), 2), ((1, 1, 2, 18), 3), ((0, 2, 2, 4), 2), ((1, 2, 2, 0), 2), ((1, 0, 2, 4), 2)):
    case("DepthToSpace", {"block_size": size}, input=some(shape))
case("SpaceToDepth", {"block_size": 2}, input=text("a", "b", "c", "d").reshape(1, 2, 2, 1))

for kind in (*KINDS, "complex128"):
    case("ConjugateTranspose", x=some((2, 3), kind), perm=ints(1, 0))
case("ConjugateTranspose", x=some((2, 3, 4), "complex64"), perm=ints(2, 0, 1, dtype="int64"))
case("ConjugateTranspose", x=some((), "complex64"), perm=np.zeros(0, np.int32))
for kind in KINDS:
    case("ParallelConcat", {"shape": [2, 3]}, values=[some((1, 3), kind), some((1, 3), kind, 2)])
case("ParallelConcat", {"shape": [1]}, values=[some((1,))])
case("ParallelConcat", {"shape": [2, 0, 3]}, values=[some((1, 0, 3)), some((1, 0, 3))])
for kind in ("int32", "int64"):
    case("UnravelIndex", indices=ints(0, 23, 7, 7, dtype=kind), dims=ints(2, 3, 4, dtype=kind))
    case("UnravelIndex", indices=scalar(5, kind), dims=ints(2, 3, dtype=kind))
case("UnravelIndex", indices=scalar(0), dims=np.zeros(0, np.int32))
case("UnravelIndex", indices=ints(2**62, 12345, dtype="int64"), dims=ints(2**31, 2**31 + 1, dtype="int64"))
