"""The math family: arithmetic, comparisons, reductions, matrix products, scans, segments.

Real numbers come in float32 and float64, in half and bfloat16 where rounding order cannot matter (one operation, or
small integers), complex numbers in both widths where TensorFlow has CPU kernels. Values that are not finite come in
float32 only, so that every float64 case is fit for a check of gradients: away from kinks, ties and poles.

Left out because TensorFlow has no CPU kernel: AccumulateNV2, MatMul of integers below 32 bits, RealDiv, Reciprocal
and Inv of integers, Round of complex numbers; because it is wrong: Round of integers (answers 0), Max and Min of no
unsigned integers or halves (answer the opposite end).
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from tests.golden.case import Array, Case, integers, reals

FLOATS = ("float32", "float64")
HALVES = ("float16", "bfloat16")
COMPLEXES = ("complex64", "complex128")
SIGNED = ("int8", "int16", "int32", "int64")
UNSIGNED = ("uint8", "uint16", "uint32", "uint64")
NAN, INF = np.nan, np.inf
SPECIAL = np.array([NAN, INF, -INF, 0.0, -0.0, 1.0, -1.0, 3.4e38, -3.4e38, 1e-30], dtype="float32")


def between(shape: Sequence[int], dtype: str, seed: int, low: float, high: float) -> Array:
    """Numbers from low to high; complex ones have such numbers as both parts."""
    if dtype in COMPLEXES:
        part = "float32" if dtype == "complex64" else "float64"
        values = between(shape, part, seed, low, high) + 1j * between(shape, part, seed + 1, low, high)
        return values.astype(dtype)
    scaled: Array = reals(shape, "float64", seed) * ((high - low) / 2) + (high + low) / 2
    return scaled.astype(reals((), dtype, 0).dtype)


def distinct(shape: Sequence[int], dtype: str, seed: int) -> Array:
    """The integers 0, 1, ... less their middle, in a reproducible order: no two are equal."""
    size = int(np.prod(shape))
    order = np.argsort(reals((size,), "float64", seed), kind="stable")
    return (order - size // 2).reshape(shape).astype(reals((), dtype, 0).dtype)


def axes(*values: int, dtype: str = "int32") -> Array:
    return np.array(values, dtype=dtype)


def scalar(value: float, dtype: str) -> Array:
    return np.array(value).astype(reals((), dtype, 0).dtype)


# -- one operand ---------------------------------------------------------------------------------------------------

# op: (lowest, highest) of ordinary values, and whether TensorFlow takes complex numbers
UNARY: dict[str, tuple[float, float, bool]] = {
    "Neg": (-2, 2, True),
    "Abs": (-2, 2, False),
    "Sign": (-2, 2, True),
    "Square": (-2, 2, True),
    "Sqrt": (0.1, 4, True),
    "Rsqrt": (0.1, 4, True),
    "Reciprocal": (0.2, 3, True),
    "Inv": (0.2, 3, True),
    "Exp": (-2, 2, True),
    "Expm1": (-1, 1, True),
    "Log": (0.1, 4, True),
    "Log1p": (-0.5, 2, True),
    "Sigmoid": (-4, 4, True),
    "Tanh": (-2, 2, True),
    "Sin": (-3, 3, True),
    "Cos": (-3, 3, True),
    "Tan": (-1, 1, True),
    "Asin": (-0.8, 0.8, True),
    "Acos": (-0.8, 0.8, True),
    "Atan": (-2, 2, True),
    "Sinh": (-2, 2, True),
    "Cosh": (-2, 2, True),
    "Asinh": (-2, 2, True),
    "Acosh": (1.2, 4, True),
    "Atanh": (-0.8, 0.8, True),
    "Floor": (-3, 3, False),
    "Ceil": (-3, 3, False),
    "Round": (-3, 3, False),
    "Rint": (-3, 3, False),
    "Erf": (-3, 3, False),
    "Erfc": (-3, 3, False),
    "Lgamma": (-2.9, 9, False),
    "Digamma": (0.2, 9, False),
}


NO_KERNEL = {("Rint", "float16"), ("Rint", "bfloat16"), ("Lgamma", "bfloat16"), ("Digamma", "bfloat16")}


def unary() -> Iterator[Case]:
    for seed, (op, (low, high, takes_complex)) in enumerate(UNARY.items()):
        for dtype in FLOATS:
            yield Case(op, {"x": between((3, 4), dtype, seed, low, high)})
        half = HALVES[seed % 2]
        if (op, half) not in NO_KERNEL:
            yield Case(op, {"x": between((6,), half, seed, low, high)})
        if takes_complex:
            yield Case(op, {"x": between((4,), COMPLEXES[seed % 3 > 0], seed, low, high)})
        yield Case(op, {"x": SPECIAL})
    yield Case("Exp", {"x": np.zeros((0, 3), "float32")})
    yield Case("Log", {"x": scalar(2, "float32")})
    yield Case("Floor", {"x": scalar(-1.5, "bfloat16")})
    for dtype in SIGNED:
        lowest = np.array([np.iinfo(dtype).min, -3, 0, 5, np.iinfo(dtype).max], dtype=dtype)
        for op in ("Neg", "Abs", "Sign", "Square"):
            yield Case(op, {"x": lowest})
    for dtype in UNSIGNED:
        yield Case("Square", {"x": np.array([0, 3, np.iinfo(dtype).max], dtype=dtype)})
    halfway = np.array([-2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 0.49999997], dtype="float32")
    for op in ("Round", "Rint"):
        yield Case(op, {"x": halfway})
    yield Case("Sign", {"x": np.array([3 + 4j, 0, -2j], "complex64")})
    far = np.array([-30, -6, -4, -0.46875, -1e-9, 1e-9, 0.46875, 0.5, 4, 6, 9, 26, 30])
    for op in ("Erf", "Erfc"):
        yield Case(op, {"x": far.astype("float32")})
    yield Case("Erfc", {"x": np.array([0.25, 1.0, 3.0, 5.0, 10.0])})
    poles = np.array([-3, -2.5, -1, -0.0, 0, 0.5, 1, 2, 1e-30, 40, 1e30], dtype="float32")
    for op in ("Lgamma", "Digamma"):
        yield Case(op, {"x": poles})
    yield Case("Lgamma", {"x": np.array([-5.25, 0.3, 1.0001, 1.9999, 2.6, 9.9, 12.5])})
    for op in ("IsNan", "IsInf", "IsFinite"):
        yield Case(op, {"x": SPECIAL})
        for dtype in HALVES:
            yield Case(op, {"x": SPECIAL[:5].astype(reals((), dtype, 0).dtype)})
    yield Case("IsFinite", {"x": np.array([1.0, INF, NAN])})
    yield Case("LogicalNot", {"x": np.array([[True, False]])})


def gradient_ops() -> Iterator[Case]:
    """SigmoidGrad and its like: the output of the forward op, and its gradient."""
    for seed, op in enumerate(("SigmoidGrad", "TanhGrad", "SqrtGrad", "RsqrtGrad", "ReciprocalGrad", "InvGrad")):
        for dtype in ("float64", COMPLEXES[seed % 2]):
            y = between((2, 3), dtype, seed, 0.2, 0.9)
            yield Case(op, {"y": y, "dy": between((2, 3), dtype, seed + 50, -1, 1)})
        if op not in ("SigmoidGrad", "TanhGrad"):
            yield Case(op, {"y": SPECIAL[:4], "dy": np.array([0, 0, 1, 0], "float32")})
        yield Case(op, {"y": scalar(0.5, HALVES[seed % 2]), "dy": scalar(0.25, HALVES[seed % 2])})


# -- two operands --------------------------------------------------------------------------------------------------

SHAPES: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = (((2, 3), (2, 3)), ((2, 1, 3), (4, 1)), ((), (3,)))
EVERY_FLOAT = ("AddV2", "Add", "Sub", "Mul", "RealDiv", "Div", "DivNoNan", "MulNoNan", "SquaredDifference", "Pow")
WITHOUT_COMPLEX = ("FloorDiv", "FloorMod", "Mod", "TruncateMod", "Maximum", "Minimum")
OVERFLOWING = {"AddV2", "Add", "Sub", "Mul", "Maximum", "Minimum", "SquaredDifference"}
INTEGER_DTYPES: dict[str, tuple[str, ...]] = {
    "AddV2": SIGNED + UNSIGNED,
    "Add": (*SIGNED, "uint8"),
    "Sub": SIGNED + UNSIGNED,
    "Mul": SIGNED + UNSIGNED,
    "SquaredDifference": ("int32", "int64"),
    "Maximum": SIGNED + UNSIGNED,
    "Minimum": SIGNED + UNSIGNED,
    "Div": SIGNED + UNSIGNED,
    "FloorDiv": SIGNED + UNSIGNED,
    "TruncateDiv": SIGNED + UNSIGNED,
    "FloorMod": SIGNED + UNSIGNED,
    "Mod": ("int32", "int64"),
    "TruncateMod": ("int32", "int64"),
    "Pow": SIGNED,
}


def binary() -> Iterator[Case]:
    for seed, op in enumerate((*EVERY_FLOAT, *WITHOUT_COMPLEX, "Atan2", "Xlogy", "Xdivy", "Xlog1py")):
        names = ("y", "x") if op == "Atan2" else ("x", "y")
        for shape_x, shape_y in SHAPES:
            yield Case(op, _operands(names, op, "float64", seed, shape_x, shape_y))
        yield Case(op, _operands(names, op, "float32", seed, (2, 3), (3,)))
        if op not in ("Mod", "TruncateMod"):
            for dtype in HALVES:
                yield Case(op, _operands(names, op, dtype, seed, (6,), (6,)))
        if op not in (*WITHOUT_COMPLEX, "Atan2"):
            for dtype in COMPLEXES:
                yield Case(op, _operands(names, op, dtype, seed, (2, 3), (3,)))
        special = np.array([NAN, INF, -INF, 0.0, 1.0, -1.5], dtype="float32")
        yield Case(op, {names[0]: special[:, None], names[1]: special})
        yield Case(op, {names[0]: np.zeros((0, 3), "float32"), names[1]: np.ones(3, "float32")})
    yield Case("FloorDiv", {"x": np.array([1, -7, 7.5], "float32"), "y": np.array([0.1, 2, -2], "float32")})
    yield Case("Add", {"x": np.array([b"a", b""], dtype=object), "y": np.array([[b"b"], [b"cd"]], dtype=object)})


def _operands(
    names: tuple[str, str], op: str, dtype: str, seed: int, first: tuple[int, ...], second: tuple[int, ...]
) -> dict[str, Array]:
    """Two operands whose quotient is not near an integer, not equal, the first (and the base of Pow) positive."""
    x, y = between(first, dtype, seed, 0.3, 0.9), between(second, dtype, seed + 7, 1.1, 2.9)
    if op.startswith(("Floor", "Mod", "Truncate")):
        x = (x * 10).astype(x.dtype)
    return {names[0]: x, names[1]: y}


def binary_integers() -> Iterator[Case]:
    for op, dtypes in INTEGER_DTYPES.items():
        for dtype in dtypes:
            limits = np.iinfo(dtype)
            x = np.array([limits.min, limits.max, -7 % (limits.max + 1) if limits.min == 0 else -7, 7, 5], dtype=dtype)
            y = np.array([limits.max, limits.max, 2, 3 if limits.min == 0 else -2, 5], dtype=dtype)
            if op == "Pow":
                x, y = np.array([-2, 3, 0, 0, 5, -1], dtype=dtype), np.array([7, 5, 0, 3, 60, 3], dtype=dtype)
            yield Case(op, {"x": x, "y": y})
    for op in ("BitwiseAnd", "BitwiseOr", "BitwiseXor"):
        for dtype in ("int8", "uint16", "int64"):
            operands = integers((2, 3), dtype, 1, 0, 100), integers((3,), dtype, 2, 0, 100)
            yield Case(op, {"x": operands[0], "y": operands[1]})
        yield Case(op, {"x": np.array([-1, -8], "int32"), "y": np.array([[5], [-3]], "int32")})
    for dtype in SIGNED + UNSIGNED:
        yield Case("Invert", {"x": integers((4,), dtype, 3, 0, 9)})
        bits = 8 * np.dtype(dtype).itemsize
        x = np.array([1, 5, 7, np.iinfo(dtype).max, np.iinfo(dtype).min], dtype=dtype)
        for op in ("LeftShift", "RightShift"):
            yield Case(op, {"x": x, "y": np.array([0, 3, bits - 1, 100, 1], dtype=dtype)})
            if dtype in SIGNED:
                yield Case(op, {"x": x, "y": scalar(-3, dtype)})


def comparisons() -> Iterator[Case]:
    for op in ("Less", "LessEqual", "Greater", "GreaterEqual", "Equal", "NotEqual"):
        for dtype in ("float32", *HALVES, "int8", "int64", "uint32", "uint64"):
            x, y = integers((3, 4), dtype, 5, 0, 2), integers((4,), dtype, 6, 0, 2)
            yield Case(op, {"x": x, "y": y})
        special = np.array([NAN, INF, -INF, 0.0, -0.0], dtype="float32")
        yield Case(op, {"x": special[:, None], "y": special})
    for op in ("Equal", "NotEqual"):
        yield Case(op, {"x": np.array([True, False]), "y": np.array([[True], [False]])})
        yield Case(op, {"x": np.array([b"a", b"bc"], dtype=object), "y": np.array(b"a", dtype=object)})
        yield Case(op, {"x": np.array([1 + 2j, 1]), "y": np.array([1 + 2j, 1j])})
        for shapes in (((2,), (3,)), ((2, 1), (1, 3)), ((0,), (2,))):
            x, y = np.ones(shapes[0], "float32"), np.ones(shapes[1], "float32")
            yield Case(op, {"x": x, "y": y}, {"incompatible_shape_error": False})
    for op in ("LogicalAnd", "LogicalOr"):
        yield Case(op, {"x": np.array([True, False]), "y": np.array([[True], [False]])})


# -- selection, casts, sums of many --------------------------------------------------------------------------------


def selection() -> Iterator[Case]:
    rows = np.array([True, False])
    for dtype in ("float32", "float64", "float16", "bfloat16", "int8", "uint64", "complex64", "bool"):
        t, e = integers((2, 3), dtype, 1, 0, 9), integers((2, 3), dtype, 2, 0, 9)
        yield Case("Select", {"condition": rows, "t": t, "e": e})
        yield Case("SelectV2", {"condition": rows[:, None], "t": t, "e": e[0]})
    words = np.array([b"yes", b"no"], dtype=object)
    yield Case("Select", {"condition": np.array(False), "t": words, "e": words[::-1].copy()})
    yield Case("SelectV2", {"condition": rows, "t": words, "e": np.array(b"else", dtype=object)})
    square = reals((2, 2), "float64", 3)
    yield Case("Select", {"condition": np.array([[True, False], [False, True]]), "t": square, "e": square + 1})
    yield Case("SelectV2", {"condition": np.array(True), "t": square, "e": np.array([[[1.0]], [[2.0]]])})
    for dtype in (*FLOATS, *HALVES, *SIGNED, *UNSIGNED):
        if dtype in ("int8", "int16", "uint16", "uint32", "uint64"):
            continue  # no CPU kernel
        t = distinct((2, 4), dtype, 4) if dtype != "uint8" else integers((2, 4), dtype, 4, 0, 9)
        bounds = scalar(1, dtype), scalar(3, dtype)
        yield Case(
            "ClipByValue", {"t": t + scalar(0.5, dtype), "clip_value_min": bounds[0], "clip_value_max": bounds[1]}
        )
    t = np.array([1, 2, NAN, 5, 1, 7], "float32")
    low, high = np.array([NAN, 1, 1, 1, 6, 0], "float32"), np.array([3, NAN, 1, 1, 2, 0], "float32")
    yield Case("ClipByValue", {"t": t, "clip_value_min": low, "clip_value_max": high})
    for dtype in (*FLOATS, *HALVES):
        yield Case("L2Loss", {"t": integers((3, 4), dtype, 5)})
    yield Case("L2Loss", {"t": np.zeros((0,), "float32")})
    for dtype in (*FLOATS, *HALVES, *COMPLEXES, *SIGNED, *UNSIGNED):
        terms = [integers((2, 3), dtype, seed, 0, 9) for seed in range(3)]
        yield Case("AddN", {"inputs": terms})
    yield Case("AddN", {"inputs": [np.array([100, 100], "int8")] * 3})
    yield Case("AddN", {"inputs": [reals((3,), "float64", 9)]})


CASTABLE = ("bool", *SIGNED, *UNSIGNED, *HALVES, *FLOATS, *COMPLEXES)


def casts() -> Iterator[Case]:
    for row, source in enumerate(CASTABLE):
        values = np.array([0, 1, 2, 3, 100], dtype="float64")
        if source not in ("bool", *UNSIGNED):
            values = np.array([-3, -1, 0, 2, 100], dtype="float64")
        if source in (*HALVES, *FLOATS, *COMPLEXES):
            values = np.array([-2.75, -0.5, 0, 1.5, 100], dtype="float64")
        x = values.astype(reals((), source, 0).dtype)
        for column, target in enumerate(CASTABLE):
            if (row + column) % 2 and not {source, target} & {"bool", "float32", "complex64"}:
                continue  # half of the pairs between the rest
            positive = source not in ("bool", *UNSIGNED) and target in UNSIGNED
            yield Case("Cast", {"x": x[2:] if positive else x}, {"DstT": target})
    wide = np.array([-(2**40) - 3, -129, 200, 2**33 + 7], dtype="int64")
    for target in ("int8", "uint8", "int16", "int32", "uint32", "uint64", "float32", "float16"):
        yield Case("Cast", {"x": wide}, {"DstT": target})
    for target in ("bool", "float16", "bfloat16", "complex64", "float64"):
        yield Case("Cast", {"x": SPECIAL}, {"DstT": target})
    for target in ("qint8", "quint8"):
        yield Case("Cast", {"x": np.array([0, 1.3, 2.6, 7], "float32")}, {"DstT": target})
    yield Case("Cast", {"x": np.array([0, 1, 3, 7], "int32")}, {"DstT": "int4"})
    numbers = np.array([1.999999, -1.999999, 1e-7, 3.1415927], "float32")
    for target in HALVES:
        yield Case("Cast", {"x": numbers}, {"DstT": target, "Truncate": True})
    yield Case("Cast", {"x": np.array([1.9999999999, -np.pi])}, {"DstT": "float32", "Truncate": True})
    yield Case("Cast", {"x": np.array([1.9999999999 - 1.9999999999j])}, {"DstT": "complex64", "Truncate": True})
    yield Case("Cast", {"x": np.array([b"a"], dtype=object)}, {"DstT": "string"})


def complex_parts() -> Iterator[Case]:
    for dtype, part in zip(COMPLEXES, FLOATS, strict=True):
        z = between((2, 3), dtype, 8, -1, 1)
        yield Case("Complex", {"real": reals((2, 1), part, 1), "imag": reals((3,), part, 2)}, {"Tout": dtype})
        for op in ("Real", "Imag", "Angle"):
            yield Case(op, {"input": z}, {"Tout": part})
        yield Case("ComplexAbs", {"x": z}, {"Tout": part})
        yield Case("Conj", {"input": z})
    odd = np.array([0, complex(INF, -1), complex(NAN, 2), complex(-1, -0.0), 3e38 + 3e38j], "complex64")
    for op in ("Real", "Imag", "Angle"):
        yield Case(op, {"input": odd})
    yield Case("ComplexAbs", {"x": odd})
    yield Case("Complex", {"real": np.array([1, NAN], "float32"), "imag": np.array(INF, "float32")})


# -- reductions ----------------------------------------------------------------------------------------------------

REDUCED: tuple[tuple[tuple[int, ...], Array, bool], ...] = (
    ((2, 3, 4), axes(0), False),
    ((2, 3, 4), axes(1, -1), True),
    ((2, 3, 4), np.array(-2, "int64"), False),
    ((2, 3, 4), axes(2, 0, 1), False),
    ((5,), axes(), True),
    ((), axes(), False),
    ((3, 0), axes(0), False),
)
NUMBERS = (*FLOATS, *HALVES, *COMPLEXES, *SIGNED, *UNSIGNED)


def reductions() -> Iterator[Case]:
    for op in ("Sum", "Mean", "Prod", "Max", "Min"):
        for shape, indices, keep in REDUCED:
            attrs = {"keep_dims": True} if keep else {}
            yield Case(op, {"input": distinct(shape, "float64", 3), "reduction_indices": indices}, attrs)
        for dtype in NUMBERS:
            if op in ("Max", "Min") and dtype in ("float64", *COMPLEXES):
                continue  # these values have ties
            values = integers((3, 4), dtype, 4, 1, 3)
            yield Case(op, {"input": values, "reduction_indices": axes(0)})
        empty = np.zeros((0, 2), "float32")
        yield Case(op, {"input": empty, "reduction_indices": axes(0)})
        if op != "Mean":
            yield Case(op, {"input": empty.astype("int32"), "reduction_indices": axes(0)})
        yield Case(op, {"input": np.array([[1, NAN, 2], [INF, 1, -INF]], "float32"), "reduction_indices": axes(1)})
        yield Case(
            op, {"input": np.array([[100, -100], [100, -100], [100, -101]], "int8"), "reduction_indices": axes(0)}
        )
    yield Case("Prod", {"input": np.array([[0.0, 2, 3], [0, 0, 4]]), "reduction_indices": axes(1)})
    yield Case("Sum", {"input": reals((700, 3), "float32", 6), "reduction_indices": axes(0)})
    yield Case("Mean", {"input": reals((40, 3, 30), "float32", 7), "reduction_indices": axes(0, 2)})
    for op in ("All", "Any"):
        truths = np.array([[True, False], [True, True]])
        for indices in (axes(0), axes(0, 1), np.array(-1, "int64"), axes()):
            yield Case(op, {"input": truths, "reduction_indices": indices}, {"keep_dims": indices.size == 2})
        yield Case(op, {"input": np.zeros((0, 2), bool), "reduction_indices": axes(0)})
    for op in ("ArgMax", "ArgMin"):
        for dtype in ("float32", *HALVES, "int8", "int64", "uint32"):
            yield Case(op, {"input": integers((4, 5), dtype, 8, 0, 3), "dimension": np.array(0, "int32")})
        ties = np.array([[NAN, 1, 1], [NAN, NAN, NAN], [1, NAN, 2], [-INF, -INF, 3]], "float32")
        yield Case(op, {"input": ties, "dimension": np.array(-1, "int64")}, {"output_type": "int32"})
        yield Case(op, {"input": np.array([False, True, True]), "dimension": np.array(0, "int32")})
        yield Case(op, {"input": np.zeros((0, 3), "float32"), "dimension": np.array(1, "int32")})
        yield Case(op, {"input": reals((2, 3, 4), "float64", 9), "dimension": np.array(1, "int32")})
    yield Case("ArgMax", {"input": ties, "dimension": np.array(0, "int32")}, {"output_type": "uint16"})


def scans() -> Iterator[Case]:
    for op in ("Cumsum", "Cumprod"):
        for exclusive in (False, True):
            for reverse in (False, True):
                attrs = {"exclusive": exclusive, "reverse": reverse}
                x = between((2, 4), "float64", 1, 0.5, 2)
                yield Case(op, {"x": x, "axis": np.array(-1, "int32")}, attrs)
        for dtype in NUMBERS:
            yield Case(op, {"x": integers((4, 2), dtype, 2, 1, 3), "axis": np.array(0, "int64")})
        yield Case(op, {"x": np.zeros((0, 2), "float32"), "axis": np.array(0, "int32")}, {"exclusive": True})
        yield Case(op, {"x": np.array([1, INF, NAN, 2], "float32"), "axis": np.array(0, "int32")})
    for reverse in (False, True):
        x = np.array([[2.0, 0, 3, 4], [0, 2, 0, 3], [1, 2, 3, 4]])
        yield Case("Cumprod", {"x": x, "axis": np.array(1, "int32")}, {"reverse": reverse, "exclusive": reverse})


# -- matrix products -----------------------------------------------------------------------------------------------


def products() -> Iterator[Case]:
    flags = (False, True)
    for transpose_a in flags:
        for transpose_b in flags:
            attrs = {"transpose_a": transpose_a, "transpose_b": transpose_b}
            for dtype in ("float32", "float64", "complex128"):
                a = between((4, 3) if transpose_a else (3, 4), dtype, 1, -1, 1)
                b = between((2, 4) if transpose_b else (4, 2), dtype, 3, -1, 1)
                yield Case("MatMul", {"a": a, "b": b}, attrs)
                adjoint = {"adj_x": transpose_a, "adj_y": transpose_b}
                yield Case("BatchMatMul", {"x": np.stack([a, a + 1]), "y": np.stack([b, b - 1])}, adjoint)
                yield Case("BatchMatMulV2", {"x": np.stack([a, a + 1])[:, None], "y": np.stack([b] * 3)}, adjoint)
    for dtype in (*HALVES, "complex64", "int32", "int64"):
        a, b = integers((3, 4), dtype, 5), integers((4, 2), dtype, 6)
        yield Case("MatMul", {"a": a, "b": b}, {"grad_a": True})
        yield Case("BatchMatMul", {"x": a[None], "y": b[None]})
        yield Case("BatchMatMulV2", {"x": a, "y": np.stack([b, b])}, {"grad_y": True})
    big = np.array([[2**30, 3], [2**31 - 1, -7]], "int32")
    yield Case("MatMul", {"a": big, "b": big})
    small = integers((2, 3), "int16", 7, 0, 120)
    yield Case("BatchMatMulV2", {"x": small, "y": small.T.copy()})
    for dtype in FLOATS:
        yield Case("MatMul", {"a": np.zeros((2, 0), dtype), "b": np.zeros((0, 3), dtype)})
    yield Case("BatchMatMulV2", {"x": np.zeros((0, 2, 3), "float32"), "y": np.zeros((3, 2), "float32")})
    for left, right, out in (
        ("int8", "int8", "int32"),
        ("uint8", "int8", "int32"),
        ("bfloat16", "bfloat16", "bfloat16"),
    ):
        x, y = integers((2, 3), left, 9, 0, 100), integers((3, 2), right, 10, 0, 100)
        yield Case("BatchMatMulV3", {"x": x, "y": y}, {"Tout": out})
    for dtype in ("float64", "complex64"):
        x, y = between((2, 1, 3, 2), dtype, 11, -1, 1), between((4, 3, 2), dtype, 12, -1, 1)
        yield Case("BatchMatMulV3", {"x": x, "y": y}, {"Tout": dtype, "adj_x": True})


# -- segments ------------------------------------------------------------------------------------------------------


def segments() -> Iterator[Case]:
    for dtype in NUMBERS:
        data = integers((5, 2), dtype, 1, 1, 3)
        yield Case("SegmentSum", {"data": data, "segment_ids": axes(0, 0, 2, 2, 3)})
        ids = axes(2, -1, 0, 2, 0, dtype="int64")
        yield Case("UnsortedSegmentSum", {"data": data, "segment_ids": ids, "num_segments": np.array(4, "int32")})
    data = reals((2, 3, 2), "float64", 2)
    yield Case("SegmentSum", {"data": data, "segment_ids": axes(0, 3, dtype="int64")})
    ids, four = np.array([[0, 3, 1], [3, -2, 3]], "int32"), np.array(4, "int64")
    yield Case("UnsortedSegmentSum", {"data": data, "segment_ids": ids, "num_segments": four})
    yield Case("UnsortedSegmentSum", {"data": data, "segment_ids": np.array(1, "int32"), "num_segments": four})
    empty = np.zeros((0, 2), "float32")
    yield Case("SegmentSum", {"data": empty, "segment_ids": axes()})
    yield Case("UnsortedSegmentSum", {"data": empty, "segment_ids": axes(), "num_segments": four})
    overflow = np.array([100, 100, -3], "int8")
    yield Case(
        "UnsortedSegmentSum", {"data": overflow, "segment_ids": axes(0, 0, 0), "num_segments": np.array(1, "int32")}
    )


def all_cases() -> Iterator[Any]:
    for family in (
        unary, gradient_ops, binary, binary_integers, comparisons, selection, casts, complex_parts, reductions, scans,
        products, segments,
    ):  # fmt: skip
        yield from family()


CASES = list(all_cases())
