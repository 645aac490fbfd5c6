"""Softmax and the cross entropies with SIMD vectors on every number of classes, against their formulas in float64."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from graphops_cpu.runtime import threads
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import InvalidArgumentError
from graphops_registry.kernels.context import NO_CONTEXT
from tests.few import few
from tests.ops.every_kernel import STORED, Call, targets
from tests.reference.bounds import OUTPUT

pytest.importorskip("numba")

Array = np.ndarray[Any, Any]
DTYPES = ["half", "bfloat16", "float", "double"]
SPARSE, DENSE = "SparseSoftmaxCrossEntropyWithLogits", "SoftmaxCrossEntropyWithLogits"
OPS = ["Softmax", "LogSoftmax", SPARSE, DENSE]
SHAPES = [
    (1, 1),
    (1, 2),
    (16, 2),
    (17, 2),
    (64, 3),
    (65, 3),
    (131, 7),
    (9, 31),
    (3, 32),
    (5, 33),
    (2, 64),
    (7, 100),
    (3, 2050),
]


def call_of(op: str, shape: tuple[int, ...], dtype: str, seed: int) -> Call:
    rng, kind = np.random.default_rng(seed), as_dtype(dtype).numpy_dtype
    logits = (rng.normal(size=shape) * 4).astype(kind)
    if op == SPARSE:
        return Call(op, {"features": logits, "labels": rng.integers(0, shape[1], shape[0]).astype(np.int32)}, {})
    if op == DENSE:
        weights = rng.random(size=shape)
        weights[::2, 0] = 0
        return Call(
            op, {"features": logits, "labels": (weights / max(weights.sum() / shape[0], 1e-3)).astype(kind)}, {}
        )
    return Call(op, {"logits": logits}, {})


def formula(op: str, x: Array, labels: Array | None = None) -> list[Array]:
    """The results in float64, as the ops' documentation has them."""
    x = x.astype(np.float64)
    logs = x - np.log(np.exp(x).sum(-1, keepdims=True))  # the logits of these tests are small
    if labels is None:
        return [np.exp(logs) if op == "Softmax" else logs]
    weights = np.eye(x.shape[-1])[labels] if op == SPARSE else labels.astype(np.float64)
    return [-(weights * logs).sum(-1), np.exp(logs) - weights]


def simd(call: Call) -> Any:
    """What the SIMD kernel prepared for a call."""
    (prepared,) = [p for name, (_, p) in call.supporting.items() if ".simd." in name]
    return prepared


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("op", few(OPS, 1))
def test_every_size(op: str, dtype: str) -> None:
    kind = as_dtype(dtype).numpy_dtype
    unit, inner = OUTPUT[kind.name].unit, OUTPUT["float64" if dtype == "double" else "float32"].unit
    for seed, shape in enumerate(SHAPES):
        call = call_of(op, shape, dtype, seed)
        found = simd(call).run(NO_CONTEXT, call.arrays, None)
        expected = formula(op, *call.arrays)
        assert len(found) == len(expected)
        for got, wanted in zip(found, expected, strict=True):
            assert (got.dtype, got.shape) == (kind, wanted.shape)
            # Logits and logarithms are below 50 here, and their roundings count for as much in the exponentials.
            allowed = unit * np.abs(wanted) + OUTPUT[kind.name].subnormal
            size = np.abs(wanted) if op == "Softmax" else 1 + np.abs(wanted)
            assert np.all(np.abs(got.astype(np.float64) - wanted) <= allowed + 64 * inner * size), (shape, op)


@pytest.mark.parametrize("classes", [3, 40])
@pytest.mark.parametrize("op", OPS)
def test_large_logits_do_not_overflow(op: str, classes: int) -> None:
    call = call_of(op, (50, classes), "float", 5)
    moved = [call.arrays[0] + np.float32(2**14), *call.arrays[1:]]
    back = [(moved[0] - np.float32(2**14)).astype(np.float32), *call.arrays[1:]]  # what is left of them, exactly
    for got, wanted in zip(
        simd(call).run(NO_CONTEXT, moved, None), simd(call).run(NO_CONTEXT, back, None), strict=True
    ):
        assert np.array_equal(got, wanted)
        assert np.isfinite(got).all()


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("classes", [3, 40])
@pytest.mark.parametrize("op", OPS)
def test_what_is_not_finite_stays_in_its_row(op: str, classes: int, dtype: str) -> None:
    call = call_of(op, (70, classes), dtype, 6)
    x = call.arrays[0]
    x[3, 1], x[20, 0], x[40], x[66, classes - 1] = np.nan, np.inf, -np.inf, -np.inf
    if op == SPARSE:
        call.arrays[1][66] = 0
    if op == DENSE:
        call.arrays[1][66, classes - 1] = 0
    for index, got in enumerate(simd(call).run(NO_CONTEXT, call.arrays, None)):
        rows = got.astype(np.float64).reshape(70, -1)
        whole = np.isnan(rows).all(axis=1)
        assert whole[[3, 40]].all()
        assert np.isnan(rows[20]).any()
        if op == "LogSoftmax":
            assert rows[66, -1] == -np.inf
        elif op == "Softmax" or index:
            assert rows[66, -1] == 0
        assert np.isfinite(np.delete(rows, [3, 20, 40, 66], axis=0)).all()
        assert np.isfinite(rows[66, :-1]).all()
        assert not np.isnan(rows[66]).any()


@pytest.mark.parametrize("classes", [3, 40])
def test_labels_outside_are_refused(classes: int) -> None:
    call = call_of(SPARSE, (70, classes), "float", 7)
    for label in (-1, classes):
        labels = call.arrays[1].copy()
        labels[69] = label
        with pytest.raises(InvalidArgumentError, match=r"labels of op 'Sparse.*' must be in \[0, "):
            simd(call).run(NO_CONTEXT, [call.arrays[0], labels], None)


@pytest.mark.parametrize("shape", [(66, 5), (9, 70)])
@pytest.mark.parametrize("op", OPS)
def test_awkward_arrays(op: str, shape: tuple[int, ...]) -> None:
    call = call_of(op, shape, "float", 8)
    prepared = simd(call)
    found = prepared.run(NO_CONTEXT, call.arrays, None)
    for how in STORED:
        stored = [STORED[how](a) if a.ndim > 1 else np.ascontiguousarray(a[::-1])[::-1] for a in call.arrays]
        for got, wanted in zip(prepared.run(NO_CONTEXT, stored, None), found, strict=True):
            assert got.tobytes() == wanted.tobytes(), how
    for index, wanted in enumerate(found):
        for how, target in targets(wanted):
            out = [target if i == index else None for i in range(len(found))]
            given = prepared.run(NO_CONTEXT, call.arrays, out)
            assert given[index] is target, how
            assert all(np.array_equal(a, b) for a, b in zip(given, found, strict=True)), how


def test_more_axes_and_wide_labels() -> None:
    call = call_of("Softmax", (2, 3, 5, 4), "double", 9)
    (found,) = simd(call).run(NO_CONTEXT, call.arrays, None)
    assert np.allclose(found, formula("Softmax", call.arrays[0])[0], rtol=1e-14)
    features, labels = call_of(SPARSE, (40, 6), "float", 10).arrays
    wide = Call(SPARSE, {"features": features, "labels": labels.astype(np.int64)}, {})
    assert np.allclose(
        simd(wide).run(NO_CONTEXT, wide.arrays, None)[0], formula(SPARSE, features, labels)[0], rtol=1e-5
    )


def test_the_number_of_threads_changes_nothing() -> None:
    before = threads._count
    for op, shape in [(SPARSE, (40_001, 3)), ("LogSoftmax", (3001, 70)), (DENSE, (30_000, 5))]:
        call, found = call_of(op, shape, "float", 11), []
        try:
            for count in (1, 2, 3):
                threads.set_thread_count(count)
                found.append([a.tobytes() for a in simd(call).run(NO_CONTEXT, call.arrays, None)])
        finally:
            threads._count = before
        assert found[0] == found[1] == found[2], op


def test_what_is_left_to_the_plain_kernel() -> None:
    x = np.zeros((4, 3), np.float32)
    assert "the inputs are not of one shape" in Call(DENSE, {"features": x, "labels": x[:1]}, {}).refusals.values()
    assert "there are no logits" in Call("Softmax", {"logits": x[:0]}, {}).refusals.values()


def test_small_ones_are_left_to_numpy() -> None:
    for op in OPS:
        for rows, wanted in ((10, False), (1000, True)):
            call = call_of(op, (rows, 5), "float", 12)
            (chosen,) = [kernel for name, (kernel, _) in call.supporting.items() if ".simd." in name]
            outputs = 1 if op.endswith("max") else 2
            spec: Any = SimpleNamespace(shapes=((rows, 5),), output_shapes=((rows,),) * outputs)
            assert (chosen.priority_for(spec) > 0) == wanted
