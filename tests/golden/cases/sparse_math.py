"""Sparse tensors in sums, products, reductions: in order and not, places twice, broadcasts, none, of several ranks."""

from collections.abc import Iterator

import numpy as np

from tests.golden.case import Array, Case, integers, reals
from tests.golden.cases.sparse import INTEGERS, MIXED, NONE, ORDERED, i64, places

NUMBERS = ("float32", "float64", "float16", "bfloat16", "complex64", "complex128", *INTEGERS)
REALS = tuple(name for name in NUMBERS if not name.startswith("c"))
ADDED = ("float32", "float64", "complex64", "complex128", "int8", "int16", "int32", "int64")  # in TensorFlow
TWICE = places([0, 0], [0, 0], [0, 1], [2, 1])
OTHER = places([0, 0], [1, 1], [2, 1])
CUBE = places([0, 1, 0], [0, 2, 3], [0, 2, 1], [1, 0, 3], [1, 0, 0], rank=3)


def tensor(prefix: str, indices: Array, values: Array, shape: tuple[int, ...]) -> dict[str, Array]:
    return {f"{prefix}_indices": indices, f"{prefix}_values": values, f"{prefix}_shape": i64(shape)}


def products() -> Iterator[Case]:
    values, dense = reals((5,), "float64", 1), reals((2, 4), "float64", 2)
    for dtype in ("float32", "float64", "float16", "bfloat16", "complex64", "complex128", "int32"):
        a = tensor("a", ORDERED, integers((3,), dtype, 1), (3, 2))
        yield Case("SparseTensorDenseMatMul", {**a, "b": integers((2, 4), dtype, 2)})
    for number, indices in enumerate((MIXED, ORDERED, TWICE)):
        a = tensor("a", indices.astype(np.int32 if number else np.int64), values[: len(indices)], (3, 2))
        yield Case("SparseTensorDenseMatMul", {**a, "b": dense})
        yield Case("SparseTensorDenseMatMul", {**a, "b": dense.T}, {"adjoint_b": True})
        yield Case("SparseTensorDenseMatMul", {**a, "b": reals((3, 4), "float64", 3)}, {"adjoint_a": True})
        both = {"adjoint_a": True, "adjoint_b": True}
        yield Case("SparseTensorDenseMatMul", {**a, "b": reals((4, 3), "float64", 3)}, both)
    a = tensor("a", MIXED, values + 1j * values[::-1], (3, 2))
    for adjoint_a in (False, True):
        for adjoint_b in (False, True):
            b = reals((3 if adjoint_a else 2, 4), "float64", 5) * (1 + 2j)
            attrs = {"adjoint_a": adjoint_a, "adjoint_b": adjoint_b}
            yield Case("SparseTensorDenseMatMul", {**a, "b": b.T if adjoint_b else b}, attrs)
    yield Case("SparseTensorDenseMatMul", {**tensor("a", NONE, values[:0], (3, 2)), "b": dense})
    yield Case("SparseTensorDenseMatMul", {**tensor("a", NONE, values[:0], (3, 0)), "b": dense[:0]})


def of_dense() -> Iterator[Case]:
    for left, right in (("float32", "float32"), ("float32", "bfloat16"), ("bfloat16", "float32")):
        for transpose_a in (False, True):
            for transpose_b in (False, True):
                a = integers((4, 3) if transpose_a else (3, 4), left, 1)
                b = integers((2, 4) if transpose_b else (4, 2), right, 2)
                attrs = {"transpose_a": transpose_a, "transpose_b": transpose_b}
                yield Case("SparseMatMul", {"a": a, "b": b}, attrs | {"a_is_sparse": transpose_a, "b_is_sparse": True})
    yield Case("SparseMatMul", {"a": reals((3, 4), "float32", 1), "b": reals((4, 2), "float32", 2)})


def with_dense() -> Iterator[Case]:
    values = reals((5,), "float64", 1)
    for dtype in NUMBERS:
        a = tensor("a", ORDERED, integers((3,), dtype, 1), (3, 2))
        yield Case("SparseTensorDenseAdd", {**a, "b": integers((3, 2), dtype, 2)})
    for number, indices in enumerate((MIXED, TWICE, NONE)):
        kind = np.int32 if number else np.int64
        a = tensor("a", indices.astype(kind), values[: len(indices)], (3, 2))
        inputs = {**a, "a_shape": np.array([3, 2], kind), "b": reals((3, 2), "float64", 2)}
        yield Case("SparseTensorDenseAdd", inputs)
    for kind in ("Add", "Mul", "Div"):
        op = f"SparseDenseCwise{kind}"
        for dtype in REALS:  # TensorFlow has no kernels for other ones
            sparse = tensor("sp", ORDERED, integers((3,), dtype, 1, -7, 7), (3, 2))
            yield Case(op, {**sparse, "dense": integers((3, 2), dtype, 2, 1, 3)})
        for shape in ((3, 2), (3, 1), (1, 2), (2,), (1, 1), (1,)):
            sparse = tensor("sp", MIXED, values, (3, 2))
            yield Case(op, {**sparse, "dense": 2 + reals(shape, "float64", 3)})
        yield Case(op, {**tensor("sp", CUBE, values, (2, 3, 4)), "dense": 2 + reals((3, 1), "float64", 3)})
        yield Case(op, {**tensor("sp", NONE, values[:0], (3, 2)), "dense": 2 + reals((3, 2), "float64", 3)})


def pairs() -> Iterator[Case]:
    x, y = reals((5,), "float64", 1), reals((3,), "float64", 2)
    for dtype in NUMBERS:
        a = tensor("a", ORDERED, integers((3,), dtype, 1, 1, 4), (3, 2))
        b = tensor("b", OTHER, integers((3,), dtype, 2, 1, 4), (3, 2))
        if dtype in REALS:
            yield Case("SparseSparseMaximum", {**a, **b})
            yield Case("SparseSparseMinimum", {**a, **b})
        if dtype not in ADDED:
            continue
        yield Case("SparseAdd", {**a, **b, "thresh": np.zeros((), np.zeros(1, dtype).real.dtype)})
        grads = integers((4,), dtype, 3)
        both = {"a_indices": ORDERED, "b_indices": OTHER}
        found = places([0, 0], [0, 1], [1, 1], [2, 1])
        yield Case("SparseAddGrad", {"backprop_val_grad": grads, **both, "sum_indices": found})
    for first, second in ((ORDERED, OTHER), (TWICE, OTHER), (NONE, OTHER), (ORDERED, NONE), (NONE, NONE)):
        a = tensor("a", first, x[: len(first)], (3, 2))
        b = tensor("b", second, y[: len(second)], (3, 2))
        for thresh in (0.0, 0.7):
            yield Case("SparseAdd", {**a, **b, "thresh": np.array(thresh)})
        yield Case("SparseSparseMaximum", {**a, **b})
        yield Case("SparseSparseMinimum", {**a, **b})
    found = places([0, 0], [2, 1])
    both = {"a_indices": TWICE, "b_indices": OTHER, "sum_indices": found}
    yield Case("SparseAddGrad", {"backprop_val_grad": x[:2], **both})


def reductions() -> Iterator[Case]:
    values = reals((5,), "float64", 1)

    def case(op: str, indices: Array, numbers: Array, shape: tuple[int, ...], axes: object, keep: bool = False) -> Case:
        inputs = {**tensor("input", indices, numbers, shape), "reduction_axes": np.array(axes, np.int32)}
        return Case(op, inputs, {"keep_dims": True} if keep else {})

    for suffix in ("", "Sparse"):
        for kind in ("Sum", "Max"):
            op = f"SparseReduce{kind}{suffix}"
            for dtype in NUMBERS if kind == "Sum" else REALS:
                yield case(op, TWICE, integers((4,), dtype, 1), (3, 2), [1])
            for axes in ([], [0], [1], [-1], [0, 1], [0, 0], 1):
                for keep in (False, True):
                    yield case(op, MIXED, values, (3, 2), axes, keep)
            for axes in ([0], [1], [2, 0]):
                yield case(op, CUBE, values, (2, 3, 4), axes)
            yield case(op, NONE, values[:0], (3, 2), [0])
    for dtype in ("float16", "float32", "float64"):
        yield Case("SparseSoftmax", tensor("sp", ORDERED, reals((3,), dtype, 1), (3, 2)))
    yield Case("SparseSoftmax", tensor("sp", TWICE, values[:4], (3, 2)))
    order = [0, 2, 1, 4, 3]
    yield Case("SparseSoftmax", tensor("sp", CUBE[order], values, (2, 3, 4)))
    yield Case("SparseSoftmax", tensor("sp", NONE, values[:0], (3, 2)))


CASES = [*products(), *of_dense(), *with_dense(), *pairs(), *reductions()]
