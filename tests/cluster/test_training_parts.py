"""The parts of a training step that need no cluster. Expected values are written out by hand or computed in loops."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.cluster.training.buckets import make_layout
from graphops.cluster.training.shard_step import run_shard
from graphops.cluster.training.split import split, starts_of
from graphops.cluster.training.step_graph import StepGraph
from graphops.cluster.training.work_maker import WorkMaker
from graphops.cluster.tree import tree_sum
from graphops.errors import InvalidArgumentError, InvalidTypeError, UnimplementedError
from tests.cluster.models import linear


@pytest.mark.parametrize(
    ("count", "wanted"),
    [
        (1, "0"),
        (2, "(0+1)"),
        (3, "((0+1)+2)"),
        (5, "(((0+1)+(2+3))+4)"),
        (6, "(((0+1)+(2+3))+(4+5))"),
        (7, "(((0+1)+(2+3))+((4+5)+6))"),
        (8, "(((0+1)+(2+3))+((4+5)+(6+7)))"),
    ],
)
def test_the_order_of_additions(count: int, wanted: str) -> None:
    assert tree_sum(map(str, range(count)), lambda left, right: f"({left}+{right})") == wanted


def test_where_an_array_begins_in_memory_does_not_change_bits() -> None:
    """Dask hands out arrays at any address. Products of matrices at odd ones have other last bits in NumPy."""
    random = np.random.default_rng(3)
    rows, answers = random.normal(size=(29, 3)).astype(np.float32), random.normal(size=29).astype(np.float32)
    x, y, loss = linear()
    nodes = StepGraph(loss, go.train.GradientDescentOptimizer(0.1), None, None)
    with go.Session(x.graph, config=go.SessionConfig(deterministic=True)) as session:
        session.run([variable.initializer for variable in nodes.trained])
        maker = WorkMaker(nodes, session, 1, session.config, is_mean=True, bucket_bytes=100, all_reduce=None)
        found = set()
        for shift in range(9):
            memory = np.zeros(rows.nbytes + 64, np.uint8)[shift : shift + rows.nbytes]
            memory[:] = np.frombuffer(rows.tobytes(), np.uint8)
            moved = memory.view(np.float32).reshape(rows.shape)
            work = maker.work(split(x.graph, {x: rows, y: answers}, 1), {}, 0, 0, lambda parts: ())
            (shard,) = work.shards
            assert shard.feeds[0].shape == moved.shape
            shard = replace(shard, feeds=(moved, *shard.feeds[1:]))
            partial = run_shard(shard, work.program, work.common, work.others)
            assert partial.failed is None
            found.add((partial.loss, *(bucket.tobytes() for bucket in partial.buckets)))
        assert len(found) == 1


def test_rows_are_shared_out_evenly() -> None:
    assert starts_of(10, 4) == (0, 3, 6, 8, 10)
    assert starts_of(2, 4) == (0, 1, 2, 2, 2)
    assert starts_of(8, 1) == (0, 8)


def test_buckets_hold_gradients_in_order_by_dtype() -> None:
    layout = make_layout(
        [
            ("a", go.float32, (2, 3)),
            ("b", go.half, (4,)),
            ("c", go.float64, ()),
            ("d", go.float32, (100,)),
            ("e", go.bfloat16, (1,)),
            ("f", go.complex64, (0,)),
        ],
        bucket_bytes=44,
    )
    assert layout.sizes == (10, 1, 100, 1, 0)
    assert layout.dtypes == ("float32", "float64", "float32", "float32", "complex64")
    assert [(slot.bucket, slot.start) for slot in layout.slots] == [(0, 0), (0, 6), (1, 0), (2, 0), (3, 0), (4, 0)]


def copies(arrays: list[np.ndarray[Any, Any]]) -> list[np.ndarray[Any, Any]]:
    return [array.copy() for array in arrays]


def test_gradients_come_out_of_buckets_as_they_went_in() -> None:
    dtypes = [go.float32, go.half, go.bfloat16, go.complex128]
    arrays = [np.arange(6).reshape(2, 3), np.array([0.5, -1.5]), np.array(3.0), np.array([1 + 2j])]
    arrays = [array.astype(dtype.numpy_dtype) for array, dtype in zip(arrays, dtypes, strict=True)]
    shapes = [array.shape for array in arrays]
    layout = make_layout(list(zip("wxyz", dtypes, shapes, strict=True)), bucket_bytes=1 << 20)
    assert len(layout.sizes) == 2
    for array, found in zip(arrays, layout.unpack(layout.pack(copies(arrays), 1.0), dtypes), strict=True):
        assert found.dtype == array.dtype
        np.testing.assert_array_equal(found, array)
    for array, found in zip(arrays, layout.unpack(layout.pack(copies(arrays), 0.25), dtypes), strict=True):
        np.testing.assert_array_equal(found, array * array.dtype.type(0.25))
    with pytest.raises(InvalidArgumentError, match=r"of 'x' must have the variable's shape \(2,\), got \(3,\)"):
        layout.pack([arrays[0], np.zeros(3, np.float16), *arrays[2:]], 1.0)


def test_halves_are_added_in_float32() -> None:
    """Sixteen times 0.1 and one large number: a sum in halves would lose the small ones."""
    values = [np.full(1, 2048, np.float16), *(np.full(1, 0.4, np.float16) for _ in range(16))]
    layout = make_layout([("w", go.half, (1,))], bucket_bytes=100)
    total = tree_sum([layout.pack([value], 1.0) for value in values], lambda a, b: (a[0] + b[0],))
    (found,) = layout.unpack(total, [go.half])
    assert found == np.float16(2048 + 16 * float(np.float16(0.4)))
    assert found != np.float16(2048)


def test_a_batch_is_cut() -> None:
    x, y = go.placeholder(go.float32, (None, 2), name="x"), go.placeholder(go.int32, (None,), name="y")
    rate = go.placeholder(go.float32, (), name="rate")
    values = np.arange(14).reshape(7, 2)
    batch = split(x.graph, {x: values, "y:0": list(range(7)), rate: 0.5}, 3)
    assert batch.counts == (3, 2, 2)
    assert batch.tensors == (x, y)
    assert {tensor: float(value) for tensor, value in batch.shared.items()} == {rate: 0.5}
    for (first, end), (part, numbers) in zip([(0, 3), (3, 5), (5, 7)], batch.parts, strict=True):
        assert part.dtype == np.float32
        np.testing.assert_array_equal(part, values[first:end])
        assert numbers.tolist() == list(range(first, end))


def test_batches_that_cannot_be_cut() -> None:
    x, y = go.placeholder(go.float32, (None, 2), name="x"), go.placeholder(go.float32, (None,), name="y")
    fixed = go.placeholder(go.float32, (4, 2), name="fixed")
    two, four = np.zeros((2, 2)), np.zeros((4, 2))
    for feeds, rule in (
        ({}, "feeds of step() must have a value with rows"),
        ({x: two, y: np.zeros(3)}, "the feed for 'y:0' must have 2 rows, as 'x:0' has, or be shared, got 3"),
        ({x: np.zeros((0, 2))}, "feeds of step() must have a row or more, got none"),
        ({x: np.zeros((2, 3))}, "the feed for 'x:0' must have shape"),
        ({fixed: four}, "'fixed:0' must leave the size of its first axis open"),
    ):
        with pytest.raises(InvalidArgumentError) as caught:
            split(x.graph, feeds, 2)
        assert str(caught.value).startswith(rule)
    with pytest.raises(InvalidTypeError, match="feed_dict must be a mapping"):
        split(x.graph, [1], 2)  # type: ignore[arg-type]
    assert split(x.graph, {fixed: four}, 1).counts == (4,)


def test_a_sparse_tensor_cannot_be_cut() -> None:
    import graphops.compat.v1 as tf

    sparse = tf.sparse_placeholder(tf.float32)
    value = (np.zeros((2, 2), np.int64), np.zeros(2, np.float32), np.array([2, 2], np.int64))
    with pytest.raises(UnimplementedError, match="must be shared: its components cannot be cut into rows"):
        split(go.get_default_graph(), {sparse: value}, 2)


def test_dask_arrays_are_checked_before_they_are_computed() -> None:
    da = pytest.importorskip("dask.array")
    x = go.placeholder(go.float32, (None, 2), name="x")
    with pytest.raises(InvalidTypeError, match="must have dtype float32, got a dask array of float64"):
        split(x.graph, {x: da.zeros((4, 2))}, 2)
    ones = da.ones((4, 2), dtype=np.float32)
    with pytest.raises(InvalidArgumentError, match="must have chunks of known sizes"):
        split(x.graph, {x: ones[ones[:, 0] > 0]}, 2)
    with pytest.raises(InvalidArgumentError, match=r"must have shape \(\?, 2\), got \(4, 3\)"):
        split(x.graph, {x: da.ones((4, 3), dtype=np.float32)}, 2)
