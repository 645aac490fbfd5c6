"""Biases and their gradients with SIMD vectors on every size and layout, against sums in float64."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from graphops.plugins.packages import load_kernels
from graphops_cpu.runtime import threads
from graphops_cpu.simd.layers.bias import width_of
from graphops_registry.dtypes import as_dtype
from graphops_registry.kernel_def import kernels_of
from graphops_registry.kernels.context import NO_CONTEXT
from graphops_registry.op_def import lookup_op
from tests.few import few
from tests.ops.every_kernel import STORED, Call, targets
from tests.reference.bounds import OUTPUT

pytest.importorskip("numba")

Array = np.ndarray[Any, Any]
DTYPES = ["half", "bfloat16", "float", "double"]
SHAPES = [
    (1, 1), (5, 1), (3, 7), (129, 2), (2, 31, 3), (1, 9, 10, 5), (4, 5, 6, 7, 15), (70, 16), (67, 33), (3, 64),
    (2, 3, 65), (5, 1000), (2100, 4), (1, 13, 1), (2, 3, 4100), (3, 5, 2, 2049), (1, 1, 20000), (9, 20, 7, 7),
]  # fmt: skip


def simd(call: Call) -> Any:
    """What the SIMD kernel prepared for a call."""
    (prepared,) = [p for name, (_, p) in call.supporting.items() if ".simd." in name]
    return prepared


def calls(shape: tuple[int, ...], dtype: str, data_format: str, seed: int) -> tuple[Call, Call, Any, tuple[int, ...]]:
    """BiasAdd and its gradient; the bias' shape against the value's, and the axes that the gradient is summed over."""
    rng, kind = np.random.default_rng(seed), as_dtype(dtype).numpy_dtype
    axis = 1 if data_format == "NCHW" else len(shape) - 1
    x = (rng.normal(size=shape) + 0.5).astype(kind)
    bias = rng.normal(size=shape[axis]).astype(kind)
    attrs = {"data_format": data_format}
    others = tuple(i for i in range(len(shape)) if i != axis)
    against = tuple(shape[axis] if i == axis else 1 for i in range(len(shape)))
    return Call("BiasAdd", {"value": x, "bias": bias}, attrs), Call("BiasAddGrad", {"out_backprop": x}, attrs), \
        against, others  # fmt: skip


@pytest.mark.parametrize("data_format", ["NHWC", "NCHW"])
@pytest.mark.parametrize("dtype", few(DTYPES, 1))
def test_every_size(dtype: str, data_format: str) -> None:
    kind = as_dtype(dtype).numpy_dtype
    unit, inner = OUTPUT[kind.name].unit, OUTPUT["float64" if dtype == "double" else "float32"].unit
    for seed, shape in enumerate(SHAPES):
        forward, backward, against, others = calls(shape, dtype, data_format, seed)
        x, bias = (a.astype(np.float64) for a in forward.arrays)
        (y,) = simd(forward).run(NO_CONTEXT, forward.arrays, None)
        expected = x + bias.reshape(against)
        assert (y.dtype, y.shape) == (kind, shape)
        difference = np.abs(y.astype(np.float64) - expected)
        assert np.all(difference <= unit * np.abs(expected) + inner * (abs(x) + abs(bias.reshape(against)))), shape
        (dbias,) = simd(backward).run(NO_CONTEXT, backward.arrays, None)
        summed, size = x.sum(axis=others), np.abs(x).sum(axis=others)
        assert (dbias.dtype, dbias.shape) == (kind, bias.shape)
        # No more than the 128 additions of a block, however long the sum is.
        assert np.all(np.abs(dbias.astype(np.float64) - summed) <= unit * np.abs(summed) + 128 * inner * size), shape


def test_long_sums_lose_no_digits() -> None:
    """2**24 is where adding 1 to a float32 has no effect."""
    for shape, data_format in [((1 << 22, 2), "NHWC"), ((2, 2, 1 << 21), "NCHW")]:
        x = np.full(shape, 8.125, np.float32)
        call = Call("BiasAddGrad", {"out_backprop": x}, {"data_format": data_format})
        assert np.array_equal(simd(call).run(NO_CONTEXT, [x], None)[0], np.full(2, 8.125 * (1 << 22), np.float32))


def test_the_number_of_threads_changes_nothing() -> None:
    before = threads._count
    for shape, data_format in [((1, 40, 40, 40, 16), "NHWC"), ((300_007, 3), "NHWC"), ((3, 2, 150_001), "NCHW")]:
        forward, backward, _, _ = calls(shape, "float", data_format, 1)
        found = []
        try:
            for count in (1, 2, 3):
                threads.set_thread_count(count)
                found.append([simd(c).run(NO_CONTEXT, c.arrays, None)[0].tobytes() for c in (forward, backward)])
        finally:
            threads._count = before
        assert found[0] == found[1] == found[2], shape


@pytest.mark.parametrize("data_format", ["NHWC", "NCHW"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_what_is_not_finite_stays_in_its_channel(dtype: str, data_format: str) -> None:
    for seed, shape in enumerate([(300, 5), (4, 6, 50)]):
        forward, backward, against, _ = calls(shape, dtype, data_format, seed)
        x = backward.arrays[0]
        axis = 1 if data_format == "NCHW" else len(shape) - 1
        of = np.moveaxis(x, axis, 0)  # a view: its first axis are the channels
        of[0, 2, ...], of[1, 1, ...], of[2, 0, ...] = np.nan, np.inf, -np.inf
        of[3, 0, ...], of[3, 1, ...] = np.inf, -np.inf
        (dbias,) = simd(backward).run(NO_CONTEXT, [x], None)
        assert np.array_equal(dbias[:4].astype(np.float64), [np.nan, np.inf, -np.inf, np.nan], equal_nan=True)
        assert np.isfinite(dbias[4:].astype(np.float64)).all()
        bias = forward.arrays[1]
        bias[0], bias[1] = 1, -np.inf
        (y,) = simd(forward).run(NO_CONTEXT, [x, bias], None)
        with np.errstate(all="ignore"):
            expected = x.astype(np.float64) + bias.astype(np.float64).reshape(against)
        limits = np.isfinite(expected)
        assert np.array_equal(y.astype(np.float64)[~limits], expected[~limits], equal_nan=True)
        assert np.isfinite(y.astype(np.float64)[limits]).all()


@pytest.mark.parametrize("data_format", ["NHWC", "NCHW"])
@pytest.mark.parametrize("op", ["BiasAdd", "BiasAddGrad"])
def test_awkward_arrays(op: str, data_format: str) -> None:
    for seed, shape in enumerate([(5, 7, 33), (9, 4, 6, 8)]):
        call = calls(shape, "float", data_format, seed)[op == "BiasAddGrad"]
        prepared = simd(call)
        (found,) = prepared.run(NO_CONTEXT, call.arrays, None)
        for how in STORED:
            stored = [STORED[how](a) if a.ndim > 1 else np.ascontiguousarray(a[::-1])[::-1] for a in call.arrays]
            assert prepared.run(NO_CONTEXT, stored, None)[0].tobytes() == found.tobytes(), how
        for how, target in targets(found):
            (given,) = prepared.run(NO_CONTEXT, call.arrays, [target])
            assert given is target, how
            assert np.array_equal(given, found), how
        assert np.array_equal(prepared.direct(*call.arrays), found)
        if op == "BiasAdd":
            own = [a.copy() for a in call.arrays]
            assert prepared.direct(*own, own[0]) is own[0]  # in place
            assert np.array_equal(own[0], found)
            reversed_ = call.arrays[0].copy()[::-1]  # in place where loops cannot write
            reversed_[...] = call.arrays[0]
            assert prepared.direct(reversed_, own[1], reversed_) is reversed_
            assert np.array_equal(reversed_, found)


def test_the_older_form() -> None:
    x, bias = np.arange(12.0).reshape(4, 3), np.array([0.5, -1.0, 100.0])
    call = Call("BiasAddV1", {"value": x, "bias": bias}, {})
    assert np.array_equal(simd(call).run(NO_CONTEXT, call.arrays, None)[0], x + bias)


def test_rows_of_neighbours_fill_vectors() -> None:
    for channels in range(1, 200):
        width = width_of(channels)
        assert width % channels == 0
        assert width >= 64
        assert channels >= 64 or (width % 16 == 0 and width < 64 * 17), channels


def test_nothing_at_all_is_left_to_the_plain_kernel() -> None:
    call = Call("BiasAddGrad", {"out_backprop": np.zeros((0, 3), np.float32)}, {})
    assert "there are no elements" in call.refusals.values()
    (plain,) = [p for _, p in call.supporting.values()]
    assert np.array_equal(plain.run(NO_CONTEXT, call.arrays, None)[0], np.zeros(3, np.float32))


def test_small_ones_are_left_to_numpy() -> None:
    load_kernels()
    for op in ("BiasAdd", "BiasAddGrad"):
        (kernel,) = [k for k in kernels_of(op, "CPU") if ".simd." in k.name]
        for rows, wanted in ((10, False), (3000, True)):
            spec: Any = SimpleNamespace(op=lookup_op(op), shapes=((rows, 4), (4,)))
            assert (kernel.priority_for(spec) > 0) == wanted
