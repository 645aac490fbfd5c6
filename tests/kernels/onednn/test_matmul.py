"""Matrix products by oneDNN against float64 products, within what rounding can explain."""

from __future__ import annotations

import itertools
import math
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import graphops as go
from graphops import eager, raw_ops
from graphops.plan.contexts import EagerContext
from graphops_cpu.calls.machine import machine
from graphops_cpu.lib.best_kernel import best_kernel
from graphops_cpu.onednn import matmul
from graphops_cpu.onednn.library import library, why_unavailable
from graphops_cpu.onednn.matmul_desc import product_of
from graphops_cpu.onednn.weights_cache import WEIGHTS
from graphops_registry.device_def import device_type
from graphops_registry.errors import NotFoundError
from tests.kernels.blas.runs import Run, kernel_named
from tests.kernels.calls.listed import NotListedError, same_bits, some
from tests.kernels.onednn.dtypes import needs
from tests.ops.every_kernel import STORED, targets
from tests.reference.bounds import assert_close, assert_close_to_largest

pytestmark = pytest.mark.skipif(why_unavailable() is not None, reason=f"no oneDNN: {why_unavailable()}")

bfloat16 = ml_dtypes.bfloat16
DTYPES = [np.float32, bfloat16]
BATCHED = ("BatchMatMul", "BatchMatMulV2", "BatchMatMulV3")
STACKS = [((), ()), ((3,), (3,)), ((3,), ()), ((), (3,)), ((2, 1, 3), (5, 1)), ((2, 3), (1, 3)), ((2, 3), (2, 1)),
          ((1, 2), (2, 2)), ((4, 1), (1, 1))]  # fmt: skip
SIZES = [(1, 1, 1), (1, 67, 35), (33, 65, 1), (7, 5, 3), (17, 64, 48), (9, 1, 40), (64, 33, 65)]


@pytest.fixture(autouse=True)
def _small_products_too(monkeypatch):
    """Products of any size come to oneDNN, unless a test wants to see what does."""
    monkeypatch.setattr(matmul, "SMALL", dict.fromkeys(matmul.SMALL, 0))


def inputs_for(op, a, b):
    return dict(zip(("x", "y") if op in BATCHED else ("a", "b"), (a, b), strict=True))


def attrs_for(op, transpose_a=False, transpose_b=False, **more):
    names = ("adj_x", "adj_y") if op in BATCHED else ("transpose_a", "transpose_b")
    return dict(zip(names, (transpose_a, transpose_b), strict=True)) | more


def operands(rng, dtype, a_stack, b_stack, size, transpose_a, transpose_b, integers=False):
    rows, inner, cols = size
    a_shape = (*a_stack, inner, rows) if transpose_a else (*a_stack, rows, inner)
    b_shape = (*b_stack, cols, inner) if transpose_b else (*b_stack, inner, cols)
    if integers:
        return (rng.integers(-3, 4, shape).astype(dtype) for shape in (a_shape, b_shape))
    return (rng.uniform(-1, 1, shape).astype(dtype) for shape in (a_shape, b_shape))


def exact(a, b, transpose_a=False, transpose_b=False):
    """The product in float64, and that of the absolute values."""
    a, b = a.astype(np.float64), b.astype(np.float64)
    terms = f"...{'ki' if transpose_a else 'ik'},...{'jk' if transpose_b else 'kj'}->...ij"
    with np.errstate(all="ignore"):
        return np.einsum(terms, a, b), np.einsum(terms, np.abs(a), np.abs(b))


def check(found, a, b, transpose_a=False, transpose_b=False, dtype=None):
    expected, magnitude = exact(a, b, transpose_a, transpose_b)
    dtype = np.dtype(dtype or a.dtype)
    inner = a.shape[-2 if transpose_a else -1]
    assert found.dtype == dtype
    assert found.shape == expected.shape
    assert_close(found, expected, magnitude, dtype, inner)
    return expected


def fast(op, a, b, **attrs):
    """oneDNN's answer."""
    return Run(kernel_named(op, ".onednn."), inputs_for(op, a, b), attrs)()


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("size", SIZES)
def test_every_way_to_store_and_stack_the_operands(dtype, size):
    needs(dtype)
    rng = np.random.default_rng(size)
    for (a_stack, b_stack), ta, tb in itertools.product(STACKS, (False, True), (False, True)):
        a, b = operands(rng, dtype, a_stack, b_stack, size, ta, tb)
        ops = ["BatchMatMulV2"]
        if a_stack == b_stack:
            ops += ["BatchMatMul"] if a_stack else ["MatMul"]
        for op in ops:
            expected = check(fast(op, a, b, **attrs_for(op, ta, tb)), a, b, ta, tb)
        if expected.size > 1000:
            assert_close_to_largest(fast(op, a, b, **attrs_for(op, ta, tb)), expected, dtype)


@pytest.mark.parametrize("dtype", DTYPES)
def test_small_integers_are_exact(dtype):
    needs(dtype)
    rng = np.random.default_rng(1)
    for size, ta, tb in itertools.product([(31, 16, 9), (2, 27, 70)], (False, True), (False, True)):
        a, b = operands(rng, dtype, (2, 3), (3,), size, ta, tb, integers=True)
        found = fast("BatchMatMulV2", a, b, **attrs_for("BatchMatMulV2", ta, tb))
        np.testing.assert_array_equal(found.astype(np.float64), exact(a, b, ta, tb)[0].astype(dtype).astype(float))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("size", [(2, 9000, 3), (1, 1500, 700), (1500, 700, 1), (8, 300, 512), (200, 210, 190)])
def test_long_products_are_the_same_each_time(dtype, size):
    """Some are added up by several threads, some by code for vectors."""
    needs(dtype)
    rng = np.random.default_rng(size)
    for ta, tb in itertools.product((False, True), (False, True)):
        a, b = operands(rng, dtype, (), (), size, ta, tb)
        prepared = Run(kernel_named("MatMul", ".onednn."), {"a": a, "b": b}, attrs_for("MatMul", ta, tb))
        found = prepared()
        check(found, a, b, ta, tb)
        assert all(prepared().tobytes() == found.tobytes() for _ in range(5))


def test_operands_and_result_of_their_own_dtypes():
    needs(bfloat16)
    rng = np.random.default_rng(2)
    a, b = operands(rng, bfloat16, (2,), (), (20, 30, 40), False, True)
    types = {"Ta": "bfloat16", "Tb": "bfloat16"}
    for name, dtype in (("float", np.float32), ("bfloat16", bfloat16)):
        found = fast("BatchMatMulV3", a, b, adj_y=True, Tout=name, **types)
        expected, magnitude = exact(a, b, False, True)
        assert_close(found, expected, magnitude, dtype, 30)
    with pytest.raises(NotFoundError, match="operands of one dtype"):
        fast("BatchMatMulV3", a.astype(np.float32), b, adj_y=True, Tout="float")


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("how", STORED)
def test_awkward_storage(dtype, how):
    needs(dtype)
    rng = np.random.default_rng(3)
    for op, stacks in (("MatMul", ((), ())), ("BatchMatMulV2", ((2,), (2,)))):
        a, b = operands(rng, dtype, *stacks, (21, 19, 33), False, True)
        prepared = Run(kernel_named(op, ".onednn."), inputs_for(op, a, b), attrs_for(op, False, True))
        found = prepared()
        stored = [STORED[how](a), STORED[how](b)]
        assert prepared(inputs=stored).tobytes() == found.tobytes()
        assert all(s.tobytes() == x.tobytes() for s, x in zip(stored, (a, b), strict=True))
        for _, target in targets(found):
            assert prepared(target) is target
            assert target.tobytes() == found.tobytes()


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_what_is_not_finite_reaches_what_it_meets_and_nothing_else(dtype, value):
    needs(dtype)
    rng = np.random.default_rng(4)
    for size, stack, ta, tb in itertools.product(
        [(1, 7, 40), (5, 33, 17), (40, 31, 1), (33, 64, 20)], [(), (2,)], (False, True), (False, True)
    ):
        for place in range(2):
            a, b = operands(rng, dtype, stack, stack, size, ta, tb, integers=True)
            spoilt = (a, b)[place].reshape(-1)
            spoilt[rng.integers(spoilt.size)] = value
            found = fast("BatchMatMulV2", a, b, **attrs_for("BatchMatMulV2", ta, tb))
            np.testing.assert_array_equal(found.astype(np.float64), exact(a, b, ta, tb)[0])


@pytest.mark.parametrize("sizes", [(0, 5, 7), (5, 0, 7), (5, 7, 0), (0, 0, 0)])
def test_nothing_to_multiply(sizes):
    rows, inner, cols = sizes
    a, b = np.ones((3, rows, inner), np.float32), np.ones((inner, cols), np.float32)
    with pytest.raises(NotFoundError, match="nothing to multiply"):
        fast("BatchMatMulV2", a, b)
    np.testing.assert_array_equal(eager.BatchMatMulV2(x=a, y=b), np.zeros((3, rows, cols), np.float32))


@pytest.mark.parametrize("stacks", [((0,), (1,)), ((1,), (0,)), ((0,), ()), ((), (0,)), ((2, 0), (2, 1))])
def test_no_matrices(stacks):
    a, b = operands(np.random.default_rng(8), np.float32, *stacks, (5, 6, 7), True, False)
    with pytest.raises(NotFoundError, match="nothing to multiply"):
        fast("BatchMatMulV2", a, b, adj_x=True)
    assert eager.BatchMatMulV2(x=a, y=b, adj_x=True).shape == exact(a, b, True)[0].shape


@pytest.mark.parametrize("axes", [6, 7])
def test_stacks_that_alternate(axes):
    rng = np.random.default_rng(9)
    stacks = [tuple(1 + (axis + first) % 2 for axis in range(axes)) for first in range(2)]
    a, b = operands(rng, np.float32, *stacks, (5, 6, 7), False, False)
    if axes == 6:
        check(fast("BatchMatMulV2", a, b), a, b)
    else:
        with pytest.raises(NotFoundError, match="more than 6 axes"):
            fast("BatchMatMulV2", a, b)


def test_sizes_beyond_32_bits_are_refused():
    a = np.broadcast_to(np.float32(1), (1 << 16, 1 << 16))
    with pytest.raises(NotFoundError, match="32 bits"):
        fast("MatMul", a, np.ones((1 << 16, 1), np.float32))


@pytest.mark.parametrize(
    ("stacks", "transposed", "expected"),
    [
        (((3, 4), ()), False, ((), (), 60)),  # one b: the stack is more rows
        (((3, 4), ()), True, ((12,), (1,), 5)),
        (((2, 3), (2, 1)), False, ((2,), (2,), 15)),
        (((2, 3, 1), (2, 3, 4)), False, ((6, 1), (6, 4), 5)),
        (((1, 1), (1,)), True, ((), (), 5)),
    ],
)
def test_stacks_are_as_few_axes_as_can_be(stacks, transposed, expected):
    rng = np.random.default_rng(5)
    a, b = operands(rng, np.float32, *stacks, (5, 6, 7), transposed, False)
    prepared = Run(kernel_named("BatchMatMulV2", ".onednn."), {"x": a, "y": b}, {"adj_x": transposed})
    product = product_of(prepared.choice.spec)
    assert (product.a_stack, product.b_stack, product.rows) == expected


def chosen(op, a, b, **attrs):
    """The name of the kernel that is best."""
    return best_kernel(Run(kernel_named(op, ".math_matmul."), inputs_for(op, a, b), attrs).choice.spec).name


def test_small_products_and_other_dtypes_are_left_to_numpy(monkeypatch):
    monkeypatch.undo()
    ones = {n: np.ones((n, n), np.float32) for n in (8, 64, 128)}
    assert "math_matmul" in chosen("MatMul", ones[8], ones[8])
    assert "math_matmul" in chosen("MatMul", ones[64], ones[64])
    assert "onednn" in chosen("MatMul", ones[128], ones[128])
    assert "onednn" in chosen("MatMul", np.ones((1, 1000), np.float32), np.ones((1000, 1000), np.float32))
    assert "math_matmul" in chosen("MatMul", np.ones((1000, 1000), np.float32), np.ones((1000, 1), np.float32))
    assert "onednn" in chosen("BatchMatMulV2", np.ones((64, 16, 64), np.float32), ones[64])
    assert "math_matmul" in chosen("MatMul", ones[128].astype(np.float64), ones[128].astype(np.float64))
    with pytest.raises(NotFoundError, match="the product is small"):
        fast("MatMul", ones[8], ones[8])


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_constant_is_kept_in_a_layout_of_its_own(dtype):
    needs(dtype)
    rng = np.random.default_rng(6)
    a, b = operands(rng, dtype, (), (), (24, 131, 120), False, True)
    WEIGHTS.clear()
    with go.Graph().as_default():
        x = go.placeholder(go.as_dtype(a.dtype), (None, 131))
        y = raw_ops.MatMul(a=x, b=go.constant(b), transpose_b=True)
        with go.Session() as session:
            results = [session.run(y, {x: a}) for _ in range(4)]
            assert WEIGHTS.bytes > 0
            check(session.run(y, {x: a[:5]}), a[:5], b, False, True)
    for found in results:
        check(found, a, b, False, True)
    assert all(found.tobytes() == results[2].tobytes() for found in results[2:])
    WEIGHTS.clear()
    b.flags.writeable = False
    for _ in range(3):  # who calls eagerly can open the array again
        check(eager.MatMul(a=a, b=b, transpose_b=True), a, b, False, True)
    assert WEIGHTS.bytes == 0


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_square_constant_and_its_transpose(dtype):
    """Copies of both have one layout, but not the same numbers: a step of training has both of a weight."""
    needs(dtype)
    rng = np.random.default_rng(7)
    a, b = operands(rng, dtype, (), (), (100, 256, 256), False, False)
    WEIGHTS.clear()
    with go.Graph().as_default(), go.Session() as session:
        x, w = go.placeholder(go.as_dtype(a.dtype), a.shape), go.Variable(b)
        y, z = (raw_ops.MatMul(a=x, b=w, transpose_b=transpose) for transpose in (False, True))
        session.run(w.initializer)
        for transpose in (True, True, False, False, True, False):
            check(session.run(z if transpose else y, {x: a}), a, b, False, transpose)
        both = session.run([y, z], {x: a})
    check(both[0], a, b, False, False)
    check(both[1], a, b, False, True)


STEPS = {
    "Relu": lambda y: np.maximum(y, 0),
    "Relu6": lambda y: np.clip(y, 0, 6),
    "Elu": lambda y: np.where(y > 0, y, np.expm1(np.minimum(y, 0))),
    "LeakyRelu": lambda y: np.where(y > 0, y, 0.3 * y),
    "Tanh": np.tanh,
    "Sigmoid": lambda y: 1 / (1 + np.exp(-y)),
    "GeluExact": lambda y: y / 2 * np.vectorize(math.erfc)(-y / math.sqrt(2)),
    "GeluApproximate": lambda y: y / 2 * (1 + np.tanh(math.sqrt(2 / math.pi) * (y + 0.044715 * y**3))),
}


@pytest.mark.parametrize("names", [("BiasAdd",), ("Add",), ("Add", "Tanh"), ("BiasAdd", "Add"),
                                   ("BiasAdd", "Add", "Relu"),
                                   *(("BiasAdd", name) for name in STEPS)])  # fmt: skip
@pytest.mark.parametrize("size", [(40, 30, 50), (3, 30, 50), (200, 40, 130)])
def test_what_is_fused_to_a_product(names, size):
    rng = np.random.default_rng(len(names))
    for ta, tb in itertools.product((False, True), (False, True)):
        a, b = operands(rng, np.float32, (), (), size, ta, tb)
        expected = exact(a, b, ta, tb)[0]
        args = []
        for name in names:
            if name in STEPS:
                expected = STEPS[name](expected)
            else:
                args.append(rng.uniform(-1, 1, expected.shape[-1 if name == "BiasAdd" else -2 :]).astype(np.float32))
                expected = expected + args[-1]
        attrs = attrs_for("", ta, tb, fused_ops=list(names), num_args=len(args), leakyrelu_alpha=0.3)
        inputs = {"a": a, "b": b, "args": args}
        prepared = Run(kernel_named("_FusedMatMul", ".onednn."), inputs, attrs)
        found = prepared()
        assert np.abs(found - expected).max() <= 1e-5 * np.abs(expected).max()
        for _, target in targets(found):
            assert prepared(target) is target
            assert target.tobytes() == found.tobytes()
        for place, value in itertools.product((a, b, args[0]), (np.nan, np.inf, -np.inf, 1e30)):
            place.reshape(-1)[-1] = value
            with np.errstate(all="ignore"):
                plain = Run(kernel_named("_FusedMatMul", "plain.fused."), inputs, attrs)()
            np.testing.assert_array_equal(np.isnan(prepared()), np.isnan(plain))
            np.testing.assert_array_equal(np.isposinf(prepared()), np.isposinf(plain))
            place.reshape(-1)[-1] = 0


@pytest.mark.parametrize("name", ["GeluExact", "GeluApproximate"])
def test_a_dense_layer_with_a_gelu(name):
    """In a list of calls, too, where numbers that are too large are not known beforehand."""
    rng = np.random.default_rng(3)
    a, b = operands(rng, np.float32, (), (), (96, 100, 120), False, False)
    b.flags.writeable = False
    bias = rng.uniform(-1, 1, 120).astype(np.float32)
    with go.Graph().as_default():
        x = go.placeholder(go.float32, (None, 100))
        y = raw_ops._FusedMatMul(a=x, b=go.constant(b), args=[go.constant(bias)], fused_ops=["BiasAdd", name])
        y = raw_ops.Relu(features=raw_ops.Neg(x=y)) + raw_ops.Tanh(x=y)
        with go.Session() as session:
            for run in range(10):
                given = a.copy()
                given[::2, 0] = [1, 1e30, np.inf, np.nan, -np.inf][run % 5]
                with np.errstate(all="ignore"):
                    inner = STEPS[name](exact(given, b)[0] + bias)
                    expected = np.maximum(-inner, 0) + np.tanh(inner)
                found = session.run(y, {x: given})
                np.testing.assert_array_equal(np.isnan(found), np.isnan(expected))
                np.testing.assert_allclose(found, expected, rtol=0, atol=1e-5)


def test_a_dense_layer_of_a_session_is_fused_and_multiplied_here():
    rng = np.random.default_rng(7)
    a, b = operands(rng, np.float32, (), (), (96, 100, 120), False, False)
    bias = rng.uniform(-1, 1, 120).astype(np.float32)
    with go.Graph().as_default():
        x = go.placeholder(go.float32, (None, 100))
        y = raw_ops.Relu(features=raw_ops.BiasAdd(value=raw_ops.MatMul(a=x, b=go.constant(b)), bias=go.constant(bias)))
        with go.Session() as session:
            assert "onednn.matmul.FusedMatMul" in session.explain(y, {x: a})
            found = session.run(y, {x: a})
    expected = np.maximum(exact(a, b)[0] + bias, 0)
    assert np.abs(found - expected).max() <= 1e-5 * np.abs(expected).max()


def test_one_thread_for_small_products_leaves_the_others_to_the_rest(monkeypatch):
    told = []
    found = library()
    monkeypatch.setattr(type(found), "use_threads", lambda self, count: told.append(count))
    a = np.ones((64, 64), np.float32)
    np.testing.assert_array_equal(fast("MatMul", a, a), np.full((64, 64), 64, np.float32))
    assert 1 in told
    assert told[-1] == found.threads()


def test_a_context_that_is_cancelled_stops_before_the_product():
    class Cancelled(EagerContext):
        __slots__ = ()

        @staticmethod
        def check_cancelled():
            raise RuntimeError("cancelled")

    a = np.ones((64, 64), np.float32)
    prepared = Run(kernel_named("MatMul", ".onednn."), {"a": a, "b": a}, {})
    with pytest.raises(RuntimeError, match="cancelled"):
        prepared.choice.run(Cancelled(device_type("CPU")), [a, a])


_LISTED_SIZES = [(64, 65, 128), (30, 200, 100), (128, 100, 70), (300, 64, 40)]


@pytest.mark.skipif(machine() is None, reason="there is no LLVM")
@pytest.mark.parametrize("fixed", [[], [0], [1], [0, 2], [1, 2]])
@pytest.mark.parametrize("sizes", _LISTED_SIZES)
def test_products_of_what_varies_in_call_lists(sizes: tuple[int, int, int], fixed: list[int]) -> None:
    rows, inner, columns = sizes
    for turned_a, turned_b in ((False, False), (True, False), (False, True)):
        a = some(inner, rows) if turned_a else some(rows, inner)
        b = some(columns, inner) if turned_b else some(inner, columns)
        turned: dict[str, Any] = {"transpose_a": turned_a, "transpose_b": turned_b}
        same_bits("MatMul", [a, b], fixed=[each for each in fixed if each < 2], **turned)
        for ops in (
            ["BiasAdd"],
            ["Add"],
            ["BiasAdd", "Add"],
            ["BiasAdd", "Relu"],
            ["BiasAdd", "Sigmoid"],
            ["BiasAdd", "Add", "Tanh"],
        ):
            added = [some(columns) if op == "BiasAdd" else some(rows, columns) for op in ops if op.endswith("Add")]
            same_bits("_FusedMatMul", [a, b, *added], fixed=fixed, fused_ops=ops, num_args=len(added), **turned)


@pytest.mark.parametrize(("sizes", "ops"), [((300, 300, 300), ["BiasAdd"]), ((64, 65, 128), ["BiasAdd", "GeluExact"])])
def test_products_that_no_call_list_has(sizes: tuple[int, int, int], ops: list[str]) -> None:
    rows, inner, columns = sizes
    with pytest.raises(NotListedError):
        same_bits("_FusedMatMul", [some(rows, inner), some(inner, columns), some(columns)], fused_ops=ops, num_args=1)
