"""What recorded answers of TensorFlow cannot show of the math family: accuracy, and where TensorFlow is wrong."""

import math

import ml_dtypes
import numpy as np
import pytest

import graphops as go

bfloat16 = np.dtype(ml_dtypes.bfloat16)
REAL = ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "half", "float", "double")
CASTABLE = (*REAL, "bfloat16", "complex64", "complex128", "float8_e5m2", "float4_e2m1fn", "int4", "uint4", "uint2")


def relative_error(got: np.ndarray, expected: np.ndarray) -> float:
    return float((np.abs(got.astype(np.float64) - expected) / np.abs(expected)).max())


@pytest.mark.parametrize(
    ("shape", "axes"),
    [((300_000, 3), (0,)), ((3, 300_000), (1,)), ((60, 50, 40, 6), (0, 1, 2)), ((60, 6, 50, 40), (0, 2, 3))],
)
@pytest.mark.parametrize("layout", ["C", "F", "moved"])
@pytest.mark.parametrize("op", ["Sum", "Mean"])
def test_float32_sums_are_accurate_along_every_axis(op, shape, axes, layout):
    x = np.random.default_rng(1).random(shape, np.float32)
    if layout == "F":
        x = np.asfortranarray(x)
    if layout == "moved":
        x = np.moveaxis(np.ascontiguousarray(np.moveaxis(x, 0, -1)), -1, 0)
    result = getattr(go.eager, op)(input=x, reduction_indices=np.array(axes, np.int32))
    expected = getattr(np, op.lower())(x, axis=axes, dtype=np.float64)
    assert relative_error(result, expected) < 2e-6


def test_running_sums_and_segments_of_float32_are_accurate():
    x = np.random.default_rng(2).random(300_000, np.float32)
    expected = np.cumsum(x, dtype=np.float64)
    assert relative_error(go.eager.Cumsum(x=x, axis=0), expected) < 1e-6
    backwards = np.cumsum(x[::-1], dtype=np.float64)[::-1]
    assert relative_error(go.eager.Cumsum(x=x, axis=0, reverse=True), backwards) < 1e-6
    ids = np.arange(x.size, dtype=np.int32) % 3
    total = go.eager.UnsortedSegmentSum(data=x, segment_ids=ids, num_segments=3)
    assert relative_error(total, np.array([x[i::3].sum(dtype=np.float64) for i in range(3)])) < 1e-6


@pytest.mark.parametrize("rows", [1, 7, 1000])
def test_segments_larger_than_a_block(rows):
    rng = np.random.default_rng(3)
    data = rng.integers(-50, 50, (rows, 1100)).astype(np.int16)
    ids = np.sort(rng.integers(0, 40, rows)).astype(np.int64)
    expected = np.zeros((40, 1100), np.int16)
    np.add.at(expected, ids, data)
    result = go.eager.SegmentSum(data=data, segment_ids=ids)
    np.testing.assert_array_equal(result, expected[: ids[-1] + 1])
    shuffled = rng.permutation(rows)
    result = go.eager.UnsortedSegmentSum(data=data[shuffled], segment_ids=ids[shuffled], num_segments=40)
    np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize("dtype", [np.float16, bfloat16], ids=["half", "bfloat16"])
def test_half_precision_rounds_once(dtype):
    """A hundred additions of a number that the type holds inexactly: rounding each would stop well before the sum."""
    x = np.full((100, 100), 0.1, dtype)
    exact = x.astype(np.float64).sum(axis=0)
    result = go.eager.Sum(input=x, reduction_indices=[0])
    assert result.dtype == dtype
    np.testing.assert_array_equal(result, exact.astype(dtype))
    product = go.eager.MatMul(a=x, b=x)
    np.testing.assert_array_equal(product, (x.astype(np.float64) @ x.astype(np.float64)).astype(dtype))
    terms = [np.full(3, 0.1, dtype)] * 100
    np.testing.assert_array_equal(go.eager.AddN(inputs=terms), exact[:3].astype(dtype))


@pytest.mark.parametrize("source", CASTABLE)
@pytest.mark.parametrize("target", CASTABLE)
def test_every_pair_of_dtypes_can_be_cast(source, target):
    start, end = go.as_dtype(source), go.as_dtype(target)
    x = np.array([0, 1, 1, 0, 1, 3], np.float64).reshape(2, 3).astype(start.numpy_dtype)
    result = go.eager.Cast(x=x, DstT=target)
    expected = np.array([0, 1, 1, 0, 1, 1 if "bool" in (source, target) else 3], np.float64).reshape(2, 3)
    assert result.dtype == end.numpy_dtype
    np.testing.assert_array_equal(result.real.astype(np.float64), expected)


def test_truncate_drops_bits_where_rounding_would_go_up():
    x = np.array([1.999, -1.999, 0.1], np.float32)
    for name, dtype, bits in (("bfloat16", bfloat16, 16), ("half", np.dtype(np.float16), 13)):
        dropped = (x.view(np.uint32) >> bits << bits).view(np.float32)
        np.testing.assert_array_equal(go.eager.Cast(x=x, DstT=name, Truncate=True), dropped.astype(dtype))
        assert (go.eager.Cast(x=x, DstT=name) != go.eager.Cast(x=x, DstT=name, Truncate=True)).any()


@pytest.mark.parametrize(("op", "exact"), [("Erf", math.erf), ("Erfc", math.erfc)])
def test_the_error_function_is_exact_to_rounding(op, exact):
    x = np.concatenate([np.linspace(-6, 6, 4001), np.geomspace(1e-300, 26, 500), [0.46875, 4.0]])
    expected = np.array([exact(value) for value in x])
    visible = np.abs(expected) > 1e-300
    result = getattr(go.eager, op)(x=x)
    assert relative_error(result[visible], expected[visible]) < 1.5e-15
    single = getattr(go.eager, op)(x=x.astype(np.float32))
    nearest = np.array([exact(float(value)) for value in x.astype(np.float32)]).astype(np.float32)
    np.testing.assert_allclose(single, nearest, rtol=1.2e-7, atol=1e-44)


def test_the_gamma_function_is_accurate():
    x = np.concatenate([np.linspace(0.05, 30, 1001), np.geomspace(30, 1e12, 50)])
    expected = np.array([math.lgamma(value) for value in x])
    np.testing.assert_allclose(go.eager.Lgamma(x=x), expected, rtol=2e-15, atol=2e-15)
    # gamma(n) is a factorial, and the zeros at 1 and 2 keep their digits: the slope there is Digamma.
    np.testing.assert_array_equal(go.eager.Lgamma(x=np.array([1.0, 2.0])), [0, 0])
    near = go.eager.Lgamma(x=np.array([1 + 2.0**-40, 2 - 2.0**-40])) / np.array([2.0**-40, -(2.0**-40)])
    np.testing.assert_allclose(near, go.eager.Digamma(x=np.array([1.0, 2.0])), rtol=1e-11)
    harmonic = sum(1 / n for n in range(1, 20))
    np.testing.assert_allclose(go.eager.Digamma(x=np.array([20.0])), [harmonic - 0.5772156649015329], rtol=1e-15)


def power(x: float, y: float) -> float:
    """C's pow, which math.pow is, but for errors in place of NaN and infinities."""
    try:
        return math.pow(x, y)
    except ValueError:  # a pole at 0, or no real number
        return math.nan if x else math.copysign(math.inf, x if math.fmod(y, 2) in (-1, 1) else 1)
    except OverflowError:
        return math.copysign(math.inf, x if math.fmod(y, 2) in (-1, 1) else 1)


EDGES = (0.0, -0.0, math.inf, -math.inf, math.nan, 1.0, -1.0, -1e-30, -1e30, -2.5, 1e-45)


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.float16, bfloat16])
@pytest.mark.parametrize(
    "y", [0.0, -0.0, 1.0, -1.0, 2.0, 3.0, -3.0, 4.0, 5.0, 0.5, -0.5, 2.5, 7.0, 1e9, 16777215.0, math.inf, -math.inf,
          math.nan],
)  # fmt: skip
def test_powers_of_numbers_of_either_sign(dtype, y):
    with np.errstate(over="ignore"):
        x = np.concatenate([EDGES, np.random.default_rng(4).normal(size=200), np.linspace(-3, 3, 61)]).astype(dtype)
        exponent = np.asarray(y).astype(dtype)
        exact = np.array([power(float(value), float(exponent)) for value in x])
        expected = exact.astype(dtype).astype(np.float64)
    for base in (x, x.reshape(2, -1)):
        for other in (exponent, exponent.reshape(1, 1)):
            got = go.eager.Pow(x=base, y=other if other.ndim <= base.ndim else exponent).reshape(-1).astype(np.float64)
            special = ~np.isfinite(expected) | (expected == 0)
            np.testing.assert_array_equal(got[special], expected[special])
            wanted = np.signbit(expected) | np.isnan(expected)
            np.testing.assert_array_equal(np.signbit(got) | np.isnan(got), wanted)
            ulp = float(ml_dtypes.finfo(dtype).eps)
            tiny = float(ml_dtypes.finfo(dtype).tiny)
            error = np.abs(got[~special] - exact[~special])
            assert (error <= 2 * ulp * np.maximum(np.abs(exact[~special]), tiny)).all()


def test_powers_of_many_numbers_have_the_shape_of_both():
    x = -np.ones(70, np.float32)
    assert go.eager.Pow(x=x, y=np.full((1, 1), 3, np.float32)).shape == (1, 70)
    np.testing.assert_array_equal(go.eager.Pow(x=x[:0], y=np.float32(3)), x[:0])
    np.testing.assert_array_equal(go.eager.Pow(x=x, y=np.resize([2, 3], 70).astype(np.float32)), np.resize([1, -1], 70))


def test_where_tensorflow_is_wrong():
    empty = np.zeros((0, 2), np.uint8)
    np.testing.assert_array_equal(go.eager.Min(input=empty, reduction_indices=[0]), [255, 255])
    np.testing.assert_array_equal(go.eager.Max(input=empty, reduction_indices=[0]), [0, 0])
    np.testing.assert_array_equal(go.eager.Max(input=empty.astype(bfloat16), reduction_indices=[0]), [-np.inf, -np.inf])
    np.testing.assert_array_equal(go.eager.Round(x=np.array([1, -2], np.int64)), [1, -2])
    lowest = np.finfo(np.float32).min
    assert go.eager.ArgMax(input=np.array([-np.inf, lowest], np.float32), dimension=0) == 1
    real = np.array([1.9999999999])
    np.testing.assert_array_equal(
        go.eager.Cast(x=real, DstT="complex64", Truncate=True), [np.nextafter(np.float32(2), np.float32(0))]
    )


def test_ops_without_a_kernel_in_tensorflow():
    terms = [np.array([1, 2], np.float32), np.array([3, 4], np.float32)]
    np.testing.assert_array_equal(go.eager.AccumulateNV2(inputs=terms, shape=(2,)), [4, 6])
    numbers = np.array([1, -1, 2, -7, -(2**31)], np.int32)
    np.testing.assert_array_equal(go.eager.Reciprocal(x=numbers), [1, -1, 0, 0, 0])
    np.testing.assert_array_equal(go.eager.Round(x=np.array([1.5 + 2.5j])), [2 + 2j])
    np.testing.assert_array_equal(go.eager.TruncateDiv(x=[-7.5], y=[2.0]), [-3])
    bounds = {"clip_value_min": np.zeros((2, 1), np.float32), "clip_value_max": np.float32(1)}
    clipped = go.eager.ClipByValue(t=np.array([[-1, 0.5], [2, 1]], np.float32), **bounds)
    np.testing.assert_array_equal(clipped, [[0, 0.5], [1, 1]])
    wide = go.eager.Complex(real=np.float32(1), imag=np.float32(2), Tout="complex128")
    assert wide.dtype == np.complex128


def test_means_of_integers_do_not_wrap_and_round_toward_zero():
    x = np.array([[100, -100, 127], [100, -101, 127], [101, -101, 126]], np.int8)
    np.testing.assert_array_equal(go.eager.Mean(input=x, reduction_indices=[0]), [100, -100, 126])
    big = np.array([2**63 - 1], np.int64)
    np.testing.assert_array_equal(go.eager.Mean(input=big, reduction_indices=[0]), big[0])
    small = np.array([-(2**63)], np.int64)
    np.testing.assert_array_equal(go.eager.Mean(input=small, reduction_indices=[0]), small[0])


def test_integer_products_wrap_and_are_exact():
    rng = np.random.default_rng(4)
    for dtype in (np.int32, np.uint8, np.int64, np.uint64):
        limits = np.iinfo(dtype)
        a = rng.integers(limits.min, limits.max, (5, 7), dtype, endpoint=True)
        b = rng.integers(limits.min, limits.max, (7, 3), dtype, endpoint=True)
        exact = a.astype(object) @ b.astype(object)
        bits = 8 * np.dtype(dtype).itemsize
        wrapped = (exact - limits.min) % 2**bits + limits.min
        np.testing.assert_array_equal(go.eager.MatMul(a=a, b=b), wrapped.astype(dtype))


def test_mixed_products_keep_the_precision_of_their_operands():
    rng = np.random.default_rng(5)
    x, y = rng.random((3, 4)), rng.random((4, 2)).astype(bfloat16)
    result = go.eager.BatchMatMulV3(x=x, y=y, Tout="bfloat16")
    np.testing.assert_array_equal(result, (x @ y.astype(np.float64)).astype(bfloat16))
    x, y = np.full((2, 3), 100, np.int8), np.full((3, 2), 200, np.uint8)
    np.testing.assert_array_equal(go.eager.BatchMatMulV3(x=x, y=y, Tout="int32"), np.full((2, 2), 60000))


def test_floor_division_of_floats_floors_the_quotient():
    assert go.eager.FloorDiv(x=1.0, y=0.1) == 10
    np.testing.assert_array_equal(go.eager.FloorMod(x=[-1.0, 1.0], y=[np.inf, -np.inf]), [np.inf, -np.inf])


@pytest.mark.parametrize("op", ["Cumsum", "Sum", "SegmentSum", "Real", "Identity", "Max"])
def test_inputs_are_never_written_to(op):
    x = np.arange(6, dtype=np.complex64 if op == "Real" else np.float32)
    before = x.copy()
    x.flags.writeable = False
    arguments = {
        "Cumsum": {"x": x, "axis": 0, "reverse": True},
        "Sum": {"input": x, "reduction_indices": np.zeros(0, np.int32)},
        "SegmentSum": {"data": x, "segment_ids": np.zeros(6, np.int32)},
        "Real": {"input": x},
        "Identity": {"input": x},
        "Max": {"input": x, "reduction_indices": np.zeros(0, np.int32)},
    }[op]
    getattr(go.eager, op)(**arguments)
    np.testing.assert_array_equal(x, before)


def test_segments_without_columns_or_rows() -> None:
    ids = np.array([0, 0, 2], np.int32)
    assert go.eager.SegmentSum(data=np.zeros((3, 0, 2)), segment_ids=ids).shape == (3, 0, 2)
    with go.Graph().as_default(), go.Session() as session:
        data = go.placeholder("float64", (2, 3))
        none = go.raw_ops.UnsortedSegmentSum(data=data, segment_ids=np.array([-1, -5], np.int32), num_segments=0)
        some = go.raw_ops.UnsortedSegmentSum(data=data, segment_ids=np.array([-1, 1], np.int32), num_segments=2)
        found = session.run([go.gradients(y, data)[0] for y in (none, some)], {data: np.ones((2, 3))})
        assert found[0].tolist() == [[0, 0, 0], [0, 0, 0]]
        assert found[1].tolist() == [[0, 0, 0], [1, 1, 1]]
