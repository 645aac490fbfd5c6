"""Steps of programs that run without Python between them: the same bits as one by one, whatever the values are."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.errors import CancelledError
from graphops.plan.program import call_lists, program
from graphops.plan.program.program import Program
from graphops.plan.session_config import PLAN_PASSES
from graphops_cpu.calls import bound_list, finite_inputs
from graphops_cpu.calls.machine import machine
from graphops_cpu.onednn.library import why_unavailable
from graphops_cpu.onednn.machine_kernels import BoundProgram, LinearBound
from graphops_cpu.onednn.weights_cache import WEIGHTS
from graphops_cpu.plain.math_elementwise import Sigmoid
from graphops_cpu.runtime import threads
from graphops_registry.dtypes import float32
from graphops_registry.kernel_def import PlainKernel, register_kernel
from graphops_registry.kernels.prepared import ComputePrepared
from graphops_registry.kernels.spec import KernelSpec
from graphops_registry.op_def import lookup_op, register_op
from tests.reference.conv import conv
from tests.session.in_threads import in_threads

raw = go.raw_ops
pytestmark = pytest.mark.skipif(
    machine() is None or why_unavailable() is not None, reason="there is no LLVM, or no oneDNN"
)
CHANCE = np.random.default_rng(11)
ONES = [1, 1, 1, 1]
RUNS = 4


@pytest.fixture(autouse=True)
def _graph(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(program, "RUNS_BEFORE_LISTS", 0)
    monkeypatch.setattr(call_lists, "_CALL", 0)  # a list of any length is worth it
    monkeypatch.setattr(call_lists, "_ARRAY", 0)
    with go.Graph().as_default():
        yield


@pytest.fixture
def thread_counts() -> Iterator[None]:
    """The number of threads is what it was when the test ends."""
    before = threads._count
    yield
    threads._count = before
    threads._generation += 1


def some(*shape: int) -> np.ndarray[Any, Any]:
    return CHANCE.normal(size=shape).astype(np.float32)


def session(*without: str) -> go.Session:
    return go.Session(config=go.SessionConfig(plan_passes=[name for name in PLAN_PASSES if name not in without]))


def lists() -> int:
    """How many calls of lists the programs that exist have."""
    gc.collect()
    return sum(found.text.count("not q") for found in gc.get_objects() if type(found) is Program)


def bound_programs() -> list[BoundProgram]:
    """The programs of oneDNN that lists have now."""
    gc.collect()
    return [found for found in gc.get_objects() if type(found) is BoundProgram]


def network(x: Any, channels: int = 8) -> Any:
    """Convolutions with all that may stand between them: 3x3, 1x1, depthwise, residual, squeeze-excite, pools."""
    y = raw.Relu(features=raw.BiasAdd(value=convolved(x, 3, channels), bias=some(channels)))
    z = raw.DepthwiseConv2dNative(input=y, filter=some(3, 3, channels, 1), strides=ONES, padding="SAME")
    z = raw.Relu6(features=raw.BiasAdd(value=z, bias=some(channels)))
    z = raw.AddV2(x=raw.BiasAdd(value=convolved(z, 1, channels), bias=some(channels)), y=y)
    mean = raw.Mean(input=z, reduction_indices=[1, 2], keep_dims=False)
    gate = raw.Reshape(tensor=mean, shape=[-1, 1, 1, channels])
    gate = raw.Sigmoid(x=raw.BiasAdd(value=convolved(gate, 1, channels), bias=some(channels)))
    z = raw.Mul(x=z, y=gate)
    pooled = raw.AvgPool(value=z, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="SAME")
    other = raw.MaxPool(input=y, ksize=[1, 3, 3, 1], strides=[1, 2, 2, 1], padding="SAME")
    both = raw.ConcatV2(values=[pooled, other], axis=3)
    padded = raw.Pad(input=both, paddings=[[0, 0], [1, 2], [0, 3], [0, 0]])
    return raw.Relu(features=raw.BiasAdd(value=convolved(padded, 3, channels), bias=some(channels)))


def convolved(x: Any, kernel: int, channels: int) -> Any:
    return raw.Conv2D(
        input=x, filter=some(kernel, kernel, x.shape[-1], channels), strides=ONES, padding="SAME"
    )  # fmt: skip


def same_bits(fetches: Any, feeds: dict[Any, Any]) -> list[Any]:
    """The values with lists, which are those without, bit for bit."""
    with session("call_lists") as plain:
        wanted = [plain.run(fetches, feeds) for _ in range(RUNS)][-1]
    with session() as listed:
        for _ in range(RUNS):
            found = listed.run(fetches, feeds)
            for one, other in zip(found, wanted, strict=True):
                assert one.dtype == other.dtype
                assert one.shape == other.shape
                np.testing.assert_array_equal(one, other)
        assert lists() > 0
    return list(found)


def test_a_list_computes_the_convolutions() -> None:
    x, first, bias, second = some(2, 19, 17, 3), some(3, 3, 3, 16), some(16), some(3, 3, 16, 40)
    fed = go.placeholder(go.float32, x.shape)
    y = raw.Conv2D(input=fed, filter=first, strides=ONES, padding="SAME")
    y = raw.Relu(features=raw.BiasAdd(value=y, bias=bias))
    y = raw.Conv2D(input=y, filter=second, strides=ONES, padding="VALID")
    (found,) = same_bits([y], {fed: x})
    middle = np.maximum(conv(x, first, (1, 1), (1, 1), ((1, 1), (1, 1))) + bias, 0)
    np.testing.assert_allclose(found, conv(middle, second, (1, 1), (1, 1), ((0, 0), (0, 0))), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("shape", [(1, 12, 10, 3), (3, 5, 8, 4), (2, 33, 40, 3)])
def test_a_network_is_the_same_bits(shape: tuple[int, ...]) -> None:
    x = go.placeholder(go.float32, shape)
    same_bits([network(x)], {x: some(*shape)})


def test_a_network_is_one_list() -> None:
    x = go.placeholder(go.float32, (1, 64, 64, 3))
    y = network(x, 16)
    with session() as opened:
        for _ in range(RUNS):
            opened.run(y, {x: some(1, 64, 64, 3)})
        assert lists() == 1


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 3e9, 1e30, 3e38])
def test_values_that_a_list_does_not_take(value: float) -> None:
    x = go.placeholder(go.float32, (1, 12, 10, 3))
    y, given = network(x), some(1, 12, 10, 3)
    given[0, 6, 5, 1] = value
    with np.errstate(all="ignore"):
        same_bits([y], {x: given})


def test_values_are_looked_at_again_where_they_may_have_grown() -> None:
    x = go.placeholder(go.float32, (1, 8, 8, 4))
    y = x
    for _ in range(12):
        w = some(3, 3, 4, 4) * np.float32(200)
        y = raw.Conv2D(input=y, filter=w, strides=ONES, padding="SAME")
        y = raw.Relu(features=raw.BiasAdd(value=y, bias=some(4)))
    with np.errstate(all="ignore"):
        (small,) = same_bits([y], {x: some(1, 8, 8, 4) * np.float32(1e-20)})
        same_bits([y], {x: some(1, 8, 8, 4)})
        assert np.isfinite(small).all()


def test_bounds_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of every value that is not looked at, the bound is above what it is."""
    seen: list[Any] = []
    looks = finite_inputs._bound
    monkeypatch.setattr(finite_inputs, "_bound", lambda kernel, given: seen.append(looks(kernel, given)) or seen[-1])
    x = go.placeholder(go.float32, (1, 12, 10, 3))
    y = network(x)
    with session() as opened:
        for _ in range(RUNS):
            found = opened.run(y, {x: np.full((1, 12, 10, 3), 1e8, np.float32)})
    assert len(seen) > 5
    assert all(bound is None or bound > 0 for bound in seen)
    assert float(np.abs(found).max()) <= max(bound for bound in seen if bound is not None)


def test_inner_values_can_be_fetched() -> None:
    x = go.placeholder(go.float32, (1, 12, 10, 3))
    y = raw.Relu(features=raw.BiasAdd(value=convolved(x, 3, 8), bias=some(8)))
    z = raw.Mul(x=raw.Reshape(tensor=y, shape=[-1, 8]), y=some(8))
    w = raw.ConcatV2(values=[z, z], axis=0)
    found = same_bits([y, z, w, raw.Reshape(tensor=w, shape=[2, -1])], {x: some(1, 12, 10, 3)})
    found[0][...] = 0  # arrays of the caller, each its own
    assert found[1].any()
    assert found[2].any()
    assert found[3].any()


@pytest.mark.full
def test_feeds_that_lie_otherwise_in_memory() -> None:
    x = go.placeholder(go.float32, (1, 12, 10, 3))
    y, whole = network(x), some(1, 24, 20, 6)
    bytes_of = np.zeros(whole[:, ::2, ::2, ::2].nbytes + 1, np.uint8)
    odd = bytes_of[1:].view(np.float32).reshape(1, 12, 10, 3)
    odd[...] = whole[:, ::2, ::2, ::2]
    turned = np.asfortranarray(odd)
    results = [same_bits([y], {x: each})[0] for each in (whole[:, ::2, ::2, ::2], odd, turned)]
    np.testing.assert_array_equal(results[0], results[1])
    np.testing.assert_array_equal(results[0], results[2])


def test_each_run_has_its_own_results() -> None:
    x = go.placeholder(go.float32, (1, 12, 10, 3))
    y = network(x)
    first, second = some(1, 12, 10, 3), some(1, 12, 10, 3)
    with session() as opened:
        for _ in range(RUNS):
            one = opened.run(y, {x: first})
        kept = one.copy()
        other = opened.run(y, {x: second})
        assert not np.array_equal(kept, other)
        np.testing.assert_array_equal(one, kept)
        assert opened.run(y, {x: first}).tobytes() == kept.tobytes()


def test_threads_run_one_list_at_once() -> None:
    x = go.placeholder(go.float32, (1, 24, 20, 3))
    y = network(x)
    feeds = [some(1, 24, 20, 3) for _ in range(8)]
    with session() as opened:
        wanted = [[opened.run(y, {x: feed}) for _ in range(RUNS)][-1] for feed in feeds]

        def work(number: int) -> None:
            for _ in range(20):
                assert opened.run(y, {x: feeds[number]}).tobytes() == wanted[number].tobytes()

        in_threads(8, work)


@pytest.mark.full
def test_another_number_of_threads(thread_counts: None) -> None:
    x = go.placeholder(go.float32, (1, 64, 64, 3))
    y, given = network(x, 16), some(1, 64, 64, 3)
    with session() as opened:
        wanted = [opened.run(y, {x: given}) for _ in range(RUNS)][-1]
        for count in (1, 3, 2):
            threads.set_thread_count(count)
            np.testing.assert_allclose(opened.run(y, {x: given}), wanted, rtol=1e-4, atol=1e-4)
            assert max(found._program.threads for found in bound_programs()) == count


@pytest.mark.full
def test_filters_that_the_cache_drops(monkeypatch: pytest.MonkeyPatch) -> None:
    x = go.placeholder(go.float32, (1, 32, 32, 16))
    y = raw.Relu(features=raw.BiasAdd(value=convolved(x, 3, 16), bias=some(16)))
    y = convolved(y, 3, 16)
    given = some(1, 32, 32, 16)
    with session() as opened:
        wanted = [opened.run(y, {x: given}) for _ in range(RUNS)][-1]
        WEIGHTS.clear()
        assert opened.run(y, {x: given}).tobytes() == wanted.tobytes()
        assert any(found._owned[0] is not None for found in bound_programs())
        monkeypatch.setattr(WEIGHTS, "capacity", 0)
        WEIGHTS.clear()
        assert opened.run(y, {x: given}).tobytes() == wanted.tobytes()
        assert all(found._owned[0] is None for found in bound_programs())  # the memory is free


def test_a_run_is_cancelled_between_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    from graphops.plan.run_state import RunState

    x = go.placeholder(go.float32, (1, 64, 64, 16))
    y = x
    for _ in range(6):
        y = raw.Relu(features=raw.BiasAdd(value=convolved(y, 3, 16), bias=some(16)))
    with session() as opened:
        for _ in range(RUNS):
            opened.run(y, {x: some(1, 64, 64, 16)})
        checks: list[int] = []

        def check(self: RunState) -> None:
            checks.append(1)
            if len(checks) == 4:
                raise CancelledError("enough")

        monkeypatch.setattr(RunState, "check", check)
        with pytest.raises(CancelledError, match="enough"):
            opened.run(y, {x: some(1, 64, 64, 16)}, timeout=100)
        monkeypatch.undo()
        assert len(checks) == 4
        assert opened.run(y, {x: some(1, 64, 64, 16)}).shape == (1, 64, 64, 16)


def test_strings_are_in_no_list() -> None:
    x = go.placeholder(go.string, (4,))
    y = raw.Reshape(tensor=raw.ConcatV2(values=[x, x], axis=0), shape=[2, 4])
    z = raw.Reshape(tensor=raw.ConcatV2(values=[y, y], axis=0), shape=[16])
    with session() as opened:
        for _ in range(RUNS):
            found = opened.run(z, {x: [b"a", b"bc", b"", b"d"]})
    assert found.tolist() == [b"a", b"bc", b"", b"d"] * 4


def test_integers_are_copied_and_joined() -> None:
    x = go.placeholder(go.int64, (2, 3))
    y = raw.ConcatV2(values=[x, raw.Reshape(tensor=x, shape=[2, 3])], axis=1)
    z = raw.ConcatV2(values=[y, y, x], axis=1)
    (found,) = same_bits([z], {x: [[1, 2, 3], [4, 5, 6]]})
    assert found.tolist() == [[1, 2, 3] * 5, [4, 5, 6] * 5]


def test_one_value_twice() -> None:
    x = go.placeholder(go.float32, (1, 26, 26, 3))
    y = raw.Relu(features=raw.BiasAdd(value=convolved(x, 3, 8), bias=some(8)))
    z = convolved(raw.Mul(x=y, y=y), 1, 40)
    same_bits([z, raw.AddV2(x=z, y=z)], {x: some(1, 26, 26, 3)})


def test_means_and_sums_in_a_list() -> None:
    x = go.placeholder(go.float32, (2, 6, 7, 3))
    y = raw.Relu(features=raw.BiasAdd(value=convolved(x, 3, 40), bias=some(40)))
    fetches = [
        raw.Mean(input=y, reduction_indices=axes, keep_dims=keep)
        for axes, keep in (([1, 2], False), ([2], True), ([1], False), ([0], False), ([0, 1], True), ([3], False))
    ]
    fetches += [raw.Sum(input=y, reduction_indices=[1, 2], keep_dims=False)]
    same_bits(fetches, {x: some(2, 6, 7, 3)})


def test_products_in_a_list() -> None:
    x = go.placeholder(go.float32, (50, 300))
    y = raw.BiasAdd(value=raw.MatMul(a=x, b=some(300, 200)), bias=some(200))
    z = raw.MatMul(a=y, b=some(400, 200), transpose_b=True)
    same_bits([raw.Relu(features=z)], {x: some(50, 300)})


def lstm_step(x: Any, h: Any, c: Any, w: Any, b: Any, units: int) -> tuple[Any, Any]:
    """A step of an LSTM as TensorFlow 1 writes it."""
    gates = raw.BiasAdd(value=raw.MatMul(a=raw.ConcatV2(values=[x, h], axis=1), b=w), bias=b)
    i, j, f, o = raw.Split(axis=1, value=gates, num_split=4)
    forget = raw.Sigmoid(x=raw.AddV2(x=f, y=np.float32(1)))
    c = raw.AddV2(x=raw.Mul(x=forget, y=c), y=raw.Mul(x=raw.Sigmoid(x=i), y=raw.Tanh(x=j)))
    return raw.Mul(x=raw.Sigmoid(x=o), y=raw.Tanh(x=c)), c


@pytest.mark.parametrize("batch", [1, 5])
def test_a_recurrent_loop_is_the_same_bits(batch: int) -> None:
    units, steps = 12, 9
    x = go.placeholder(go.float32, (steps, batch, 6))
    lengths = go.placeholder(go.int32, (batch,))
    w, b = some(6 + units, 4 * units), some(4 * units)
    zeros = np.zeros((batch, units), np.float32)

    def body(i: Any, h: Any, c: Any) -> tuple[Any, Any, Any]:
        now = raw.Reshape(tensor=raw.Slice(input=x, begin=raw.Pack(values=[i, 0, 0]), size=[1, batch, 6]),
                          shape=[batch, 6])  # fmt: skip
        h_new, c_new = lstm_step(now, h, c, w, b, units)
        done = raw.GreaterEqual(x=i, y=lengths)
        h_new = raw.Select(condition=done, t=h, e=h_new)
        return i + 1, h_new, raw.SelectV2(condition=raw.Reshape(tensor=done, shape=[batch, 1]), t=c, e=c_new)

    _, h, c = go.while_loop(lambda i, h, c: i < steps, body, [go.constant(0), go.constant(zeros), go.constant(zeros)])
    given = np.arange(batch, dtype=np.int32) * 2
    found = same_bits([h, c], {x: some(steps, batch, 6), lengths: given})
    np.testing.assert_array_equal(found[0][given == 0], zeros[given == 0])


def test_slices_and_splits() -> None:
    x = go.placeholder(go.float32, (4, 6, 10))
    y = raw.Tanh(x=x)
    parts = raw.Split(axis=1, value=y, num_split=3)
    cut = [raw.Slice(input=y, begin=begin, size=size) for begin, size in (
        ([0, 0, 2], [4, 6, 5]), ([1, 2, 0], [2, 3, 10]), ([1, 2, 3], [1, 1, 4]), ([0, 1, 1], [3, 4, 5]))]  # fmt: skip
    steps = raw.StridedSlice(input=y, begin=[0, 0, 9], end=[4, 6, 0], strides=[1, 2, -3])
    rest = raw.SplitV(value=y, size_splits=[1, 0, 3], axis=0, num_split=3)
    fetches = [raw.Neg(x=each) for each in (*parts, *cut, steps)]
    same_bits([*fetches, *rest, raw.ZerosLike(x=y)], {x: some(4, 6, 10)})


def test_choices() -> None:
    x, p = go.placeholder(go.float32, (4, 6)), go.placeholder(go.bool, (4, 6))
    y = raw.Tanh(x=x)
    rows = raw.Reshape(tensor=raw.Slice(input=p, begin=[0, 0], size=[4, 1]), shape=[4])
    fetches = [
        raw.SelectV2(condition=p, t=y, e=x),
        raw.Select(condition=rows, t=y, e=np.full((4, 6), np.nan, np.float32)),
        raw.SelectV2(condition=rows, t=np.float32(1), e=np.float32(2)),
        raw.SelectV2(condition=raw.Reshape(tensor=rows, shape=[4, 1]), t=y, e=np.float32(2)),
    ]
    same_bits(fetches, {x: some(4, 6), p: CHANCE.random((4, 6)) < 0.5})


class _Doubled(Sigmoid):
    """A plug-in's kernel: it inherits how the plain one runs in lists, but computes something else."""

    def apply(self, x: Any) -> Any:
        return 2 * super().apply(x)


class _Named(Sigmoid):
    pass


def test_a_kernel_that_computes_something_else_than_its_base() -> None:
    spec = KernelSpec(
        lookup_op("Sigmoid"), {"T": float32}, ((4, 6),), (float32,), (None,), ((4, 6),), (float32,), (True,)
    )  # fmt: skip
    kinds = [ComputePrepared(kind({"T": float32}), spec, {}, False) for kind in (Sigmoid, _Named, _Doubled)]
    assert [kind.machine_kernel([None]) is None for kind in kinds] == [False, False, True]


def test_slices_to_single_elements() -> None:
    x = go.placeholder(go.float32, (3, 4))
    one = raw.StridedSlice(input=x, begin=[1, 2], end=[2, 3], strides=[1, 1], shrink_axis_mask=3)
    row = raw.StridedSlice(input=x, begin=[2], end=[3], strides=[1], shrink_axis_mask=1)
    same_bits([raw.Neg(x=one), raw.Neg(x=row), raw.Neg(x=raw.Mul(x=one, y=one))], {x: some(3, 4)})


def test_conditions_of_lower_rank_broadcast_from_the_end() -> None:
    x, p, q = (go.placeholder(*what) for what in ((go.float32, (3, 3)), (go.bool, (3,)), (go.bool, (1, 3))))
    y = raw.Tanh(x=x)
    fetches = [raw.SelectV2(condition=each, t=y, e=raw.Neg(x=y)) for each in (p, q)]
    fetches.append(raw.Select(condition=p, t=y, e=raw.Neg(x=y)))
    found = same_bits(fetches, {x: some(3, 3), p: [True, False, True], q: [[True, False, False]]})
    assert not np.array_equal(found[0], found[2])


@pytest.mark.full
def test_operands_that_lie_otherwise_give_the_bits_that_they_gave() -> None:
    x, given = go.placeholder(go.float32, (200, 30)), np.asfortranarray(some(200, 30))
    w = some(30, 40)
    same_bits([raw.Sum(input=x, reduction_indices=[0], keep_dims=False), raw.MatMul(a=x, b=w)], {x: given})
    same_bits([raw.Sum(input=raw.Tanh(x=x), reduction_indices=[0], keep_dims=False)], {x: given})


def test_slices_are_in_c_order_in_lists_or_not() -> None:
    x = go.placeholder(go.float32, (60, 50))
    part = raw.StridedSlice(input=raw.Tanh(x=x), begin=[0, 49], end=[60, 0], strides=[2, -3])
    same_bits([raw.Sum(input=part, reduction_indices=[1], keep_dims=False), raw.MatMul(a=part, b=some(17, 9)),
               raw.Sum(input=part, reduction_indices=[0], keep_dims=False)], {x: some(60, 50)})  # fmt: skip


def test_the_product_of_an_array_with_itself() -> None:
    x, y = go.placeholder(go.float32, (17, 33)), go.placeholder(go.float32, (17, 33))
    z = raw.Tanh(x=x)
    given = some(17, 33)
    same_bits([raw.MatMul(a=a, b=b, transpose_b=True) for a, b in ((z, z), (x, x), (x, y))], {x: given, y: given})


@pytest.mark.full
def test_sums_of_negative_zeros() -> None:
    x = go.placeholder(go.float32, (3, 5))
    for shape, axes in (((3, 5), [0]), ((1, 5), [0])):
        x = go.placeholder(go.float32, shape)
        y = raw.Sum(input=raw.Neg(x=x), reduction_indices=axes, keep_dims=False)
        (found,) = same_bits([y, raw.Tanh(x=x)], {x: np.zeros(shape, np.float32)})[:1]
        assert np.signbit(found).all() == np.signbit(np.add.reduce(np.full(shape, -0.0, np.float32), 0)).all()


def test_bounds_beyond_float32_are_none() -> None:
    e = np.eye(8, dtype=np.float32).reshape(1, 1, 8, 8)

    def rectified(x: Any, w: Any) -> Any:
        y = raw.Conv2D(input=x, filter=w, strides=ONES, padding="SAME")
        return raw.Relu(features=raw.BiasAdd(value=y, bias=np.zeros(8, np.float32)))

    x = go.placeholder(go.float32, (1, 40, 40, 8))
    y = rectified(rectified(x, e * np.float32(1e14)), e * np.float32(1e14))
    nothing = np.zeros((1, 1, 8, 8), np.float32)
    grown = [
        raw.Sum(input=y, reduction_indices=[1, 2], keep_dims=True),
        raw.DepthwiseConv2dNative(input=y, filter=np.full((3, 3, 8, 1), 100, np.float32), strides=ONES, padding="SAME"),
        raw.Mul(x=y, y=y),
        raw.AddV2(x=raw.Mul(x=y, y=np.float32(200)), y=raw.Mul(x=y, y=np.float32(200))),
    ]
    with np.errstate(all="ignore"):
        same_bits([rectified(each, nothing) for each in grown], {x: np.full((1, 40, 40, 8), 9e7, np.float32)})


def test_the_bound_of_a_large_filter() -> None:
    bound = LinearBound(np.full((2048, 2049), 0.01, np.float32), (0,), ())
    assert bound([1e8]) >= 1e8 * 2048 * 0.01


def test_a_list_that_could_not_be_made_again(monkeypatch: pytest.MonkeyPatch, thread_counts: None) -> None:
    x = go.placeholder(go.float32, (1, 64, 64, 3))
    y, given = network(x, 16), some(1, 64, 64, 3)
    with session() as opened:
        threads.set_thread_count(2)
        wanted = [opened.run(y, {x: given}) for _ in range(RUNS)][-1]
        threads.set_thread_count(1)
        with monkeypatch.context() as patch:
            patch.setattr(bound_list, "aligned", lambda size: 1 / 0)
            with pytest.raises(Exception, match="zero"):
                opened.run(y, {x: given})
        gc.collect()
        threads.set_thread_count(2)
        assert opened.run(y, {x: given}).tobytes() == wanted.tobytes()


register_op("Test>Shortened", inputs=["x: float"], outputs=["y: float"], doc="x, it says.").shape_rule(
    lambda c: [c.shape("x")]
)


calls: list[int] = []


@register_kernel("Test>Shortened", "CPU")
class Shortened(PlainKernel):
    """A kernel that gives smaller arrays than it says, once its step is in a program."""

    fresh = True

    def direct(self, spec: Any) -> Any:
        return self.compute, False

    def compute(self, x: Any) -> Any:
        calls.append(1)
        return x.copy() if len(calls) < RUNS else x[:1].copy()


def test_arrays_of_other_kernels_are_looked_at() -> None:
    x = go.placeholder(go.float32, (6,))
    y = raw.Neg(x=raw.Tanh(x=getattr(raw, "Test>Shortened")(x=x)))
    calls.clear()
    given = some(6)
    with session() as opened:
        for _ in range(RUNS):
            found = opened.run(y, {x: given})
        assert lists() == 1
    # Not six numbers, five of which are other people's memory.
    np.testing.assert_allclose(found, -np.tanh(given[:1]), rtol=1e-6)
