"""Queues and staging areas: the recorded programs give TensorFlow's answers; how a run that waits ends."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphops as go
import graphops.compat.v1 as tf
from graphops_registry.errors import (
    CancelledError,
    DeadlineExceededError,
    GraphopsError,
    InvalidArgumentError,
    InvalidTypeError,
    OutOfRangeError,
    ResourceExhaustedError,
)
from tests.golden.load import GOLDEN
from tests.golden.record_tensor_array import as_json
from tests.ops import queue_programs as programs
from tests.ops.other_device import OTHER

RECORDED = json.loads((GOLDEN / "queues.json").read_text(encoding="utf-8"))
raw = go.raw_ops


def test_every_program_is_recorded() -> None:
    assert list(RECORDED) == list(programs.PROGRAMS)


@pytest.mark.few(24)
@pytest.mark.parametrize("device", ["CPU", OTHER])
@pytest.mark.parametrize("name", programs.PROGRAMS)
def test_as_tensorflow(name: str, device: str) -> None:
    if device != "CPU" and name.startswith(("waits", "closes")):
        pytest.skip("waits for nothing that depends on the device")
    with go.device(f"/device:{device}:0"):
        found = programs.answers(tf, name, as_json)
    for number, (got, want) in enumerate(zip(found, RECORDED[name], strict=True)):
        if isinstance(want, str) and isinstance(got, str):
            assert want in names_of(got), f"answer {number}"
        else:
            assert got == want, f"answer {number}"


def names_of(error: str) -> list[str]:
    """The names of an error's class and of its bases."""
    return [cls.__name__ for cls in getattr(go.errors, error).__mro__]


# -- how a run that waits ends ---------------------------------------------------------------------------------------


@pytest.fixture
def graph() -> Any:
    with go.Graph().as_default() as graph:
        yield graph


def waiting_ops() -> list[Any]:
    """Ops that wait in a new Session."""
    empty = raw.FIFOQueueV2(component_types=["int32"], shapes=[[]], name="empty")
    none = raw.FIFOQueueV2(component_types=["int32"], capacity=0, name="none")
    return [
        raw.QueueDequeueV2(handle=empty, component_types=["int32"]),
        raw.QueueDequeueManyV2(handle=empty, n=2, component_types=["int32"]),
        raw.QueueEnqueueV2(handle=none, components=[np.int32(1)]),
        raw.Unstage(dtypes=["int32"]),
        raw.StagePeek(index=0, dtypes=["int32"]),
        raw.MapUnstage(key=1, indices=[0], dtypes=["int32"]),
        raw.OrderedMapUnstageNoKey(indices=[0], dtypes=["int32"])[1],
        raw.ResourceAccumulatorTakeGradient(
            handle=raw.ResourceConditionalAccumulator(dtype="float", shape=[]), num_required=1, dtype="float"
        ),
    ]


def ended_by(session: go.Session, fetches: Any, end: Callable[[], None]) -> Any:
    """The error of a run in another thread, which waits when ``end`` is called."""
    caught: list[BaseException] = []

    def run() -> None:
        try:
            session.run(fetches)
        except GraphopsError as error:
            caught.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    time.sleep(0.1)
    assert thread.is_alive()
    end()
    thread.join(10)
    assert not thread.is_alive()
    return caught[0]


@pytest.mark.parametrize("number", range(8))
def test_a_run_that_waits_ends_with_its_session(number: int, graph: Any) -> None:
    session = go.Session()
    error = ended_by(session, waiting_ops()[number], session.close)
    assert isinstance(error, CancelledError)
    assert "its Session was closed" in str(error)


@pytest.mark.parametrize("number", range(8))
def test_a_run_that_waits_is_cancelled(number: int, graph: Any) -> None:
    with go.Session() as session:
        assert isinstance(ended_by(session, waiting_ops()[number], session.cancel), CancelledError)


@pytest.mark.parametrize("number", range(8))
def test_a_run_that_waits_has_a_timeout(number: int, graph: Any) -> None:
    with go.Session(config=go.SessionConfig(timeout=0.1)) as session, pytest.raises(DeadlineExceededError):
        session.run(waiting_ops()[number])


def test_what_was_taken_by_a_run_that_ends_is_back(graph: Any) -> None:
    queue = raw.FIFOQueueV2(component_types=["int32"], shapes=[[]])
    put = raw.QueueEnqueueManyV2(handle=queue, components=[np.int32([1, 2, 3])])
    take = {n: raw.QueueDequeueManyV2(handle=queue, n=n, component_types=["int32"]) for n in (3, 5)}
    with go.Session() as session:
        session.run(put)
        ended_by(session, take[5], session.cancel)
        assert session.run(take[3])[0].tolist() == [1, 2, 3]


def test_runs_are_served_in_the_order_in_which_they_came(graph: Any) -> None:
    queue = raw.FIFOQueueV2(component_types=["int32"], shapes=[[]])
    value = go.placeholder(go.int32, [None])
    put = raw.QueueEnqueueManyV2(handle=queue, components=[value])
    take = raw.QueueDequeueManyV2(handle=queue, n=2, component_types=["int32"])
    found: dict[int, list[int]] = {}
    with go.Session() as session:
        threads = []
        for number in range(4):
            threads.append(threading.Thread(target=lambda n=number: found.update({n: session.run(take)[0].tolist()})))
            threads[-1].start()
            time.sleep(0.05)
        for start in range(0, 8, 4):
            session.run(put, {value: range(start, start + 4)})
        for thread in threads:
            thread.join(10)
    assert found == {0: [0, 1], 1: [2, 3], 2: [4, 5], 3: [6, 7]}


def test_many_threads_lose_nothing(graph: Any) -> None:
    queue = raw.RandomShuffleQueueV2(component_types=["int32"], shapes=[[]], capacity=5, min_after_dequeue=2)
    value = go.placeholder(go.int32, [None])
    put = raw.QueueEnqueueManyV2(handle=queue, components=[value])
    take = raw.QueueDequeueUpToV2(handle=queue, n=3, component_types=["int32"])
    close = raw.QueueCloseV2(handle=queue)
    found: list[int] = []
    with go.Session() as session:

        def consume() -> None:
            try:
                while True:
                    found.extend(session.run(take)[0].tolist())
            except OutOfRangeError:
                pass

        def produce(start: int) -> None:
            for each in range(start, start + 50, 5):
                session.run(put, {value: range(each, each + 5)})

        makers = [threading.Thread(target=produce, args=(start,)) for start in range(0, 200, 50)]
        takers = [threading.Thread(target=consume) for _ in range(3)]
        for thread in makers + takers:
            thread.start()
        for thread in makers:
            thread.join(20)
        session.run(close)
        for thread in takers:
            thread.join(20)
    assert sorted(found) == list(range(200))


def test_a_random_order_has_each_element_once_and_a_seed(graph: Any) -> None:
    orders = []
    for seed in (1, 1, 2):
        queue = raw.RandomShuffleQueueV2(component_types=["int32"], shapes=[[]], seed=seed)
        put = raw.QueueEnqueueManyV2(handle=queue, components=[np.arange(300, dtype=np.int32)])
        with go.Session() as session:
            session.run(put)
            take = raw.QueueDequeueManyV2(handle=queue, n=300, component_types=["int32"])
            orders.append(session.run(take)[0].tolist())
    assert orders[0] == orders[1] != orders[2]
    for order in orders:
        assert sorted(order) == list(range(300))
    # The mean distance of a random permutation from its place is 100 of 300.
    assert 85 < np.abs(np.array(orders[0]) - np.arange(300)).mean() < 115


def test_elements_count_against_the_memory_limit(graph: Any) -> None:
    value = go.placeholder(go.float32, [None])
    queue = raw.FIFOQueueV2(component_types=["float32"])
    puts = raw.QueueEnqueueV2(handle=queue, components=[value]), raw.Stage(values=[value])
    for put in puts:
        with go.Session(config=go.SessionConfig(memory_limit=1_000_000)) as session:
            session.run(put, {value: np.zeros(100_000, np.float32)})
            with pytest.raises(ResourceExhaustedError):
                session.run(put, {value: np.zeros(300_000, np.float32)})


def test_padding_that_would_not_fit(graph: Any) -> None:
    """One long element and many short ones: the batch is as large as if all of them were long."""
    queue = raw.PaddingFIFOQueueV2(component_types=["float32"], shapes=[[None]])
    value = go.placeholder(go.float32)
    put = raw.QueueEnqueueV2(handle=queue, components=[value])
    many = raw.QueueEnqueueManyV2(handle=queue, components=[value])
    with go.Session(config=go.SessionConfig(memory_limit=10_000_000)) as session:
        session.run(put, {value: np.zeros(100_000, np.float32)})
        session.run(many, {value: np.zeros((99, 1), np.float32)})
        with pytest.raises(ResourceExhaustedError):
            session.run(raw.QueueDequeueManyV2(handle=queue, n=100, component_types=["float32"]))
        assert session.run(raw.QueueSizeV2(handle=queue)) == 100


def test_a_queue_keeps_what_it_was_given(graph: Any) -> None:
    """A feed that the caller changes afterwards, and a variable that is assigned to."""
    value = go.placeholder(go.float32, [2])
    queue = raw.FIFOQueueV2(component_types=["float32"])
    fed = np.array([1, 2], np.float32)
    with go.Session() as session:
        session.run(raw.QueueEnqueueV2(handle=queue, components=[value]), {value: fed})
        fed[:] = 7
        assert session.run(raw.QueueDequeueV2(handle=queue, component_types=["float32"]))[0].tolist() == [1, 2]


def test_other_handles_and_dtypes(graph: Any) -> None:
    table = raw.HashTableV2(key_dtype="string", value_dtype="int64")
    queue = raw.FIFOQueueV2(component_types=["int32"])
    with go.Session() as session:
        with pytest.raises(InvalidArgumentError, match="handle of op 'QueueSizeV2' must be the handle of a queue"):
            session.run(raw.QueueSizeV2(handle=table))
        with pytest.raises(InvalidTypeError, match="attr 'component_types' of op 'QueueDequeueV2' must be"):
            session.run(raw.QueueDequeueV2(handle=queue, component_types=["int64"]))
        session.run(raw.Stage(values=[np.int32(1)], shared_name="s"))
        with pytest.raises(InvalidTypeError, match="attr 'dtypes' of op 'Unstage' must be those of what is staged"):
            session.run(raw.Unstage(dtypes=["int64"], shared_name="s"))


def test_all_tensors_of_a_tuple_have_bytes(graph: Any) -> None:
    area = {"dtypes": ["float32", "float32"], "memory_limit": 800, "shared_name": "a"}
    values = [np.zeros(150, np.float32), np.zeros(150, np.float32)]
    with go.Session() as session, pytest.raises(ResourceExhaustedError, match="got 1,200 bytes"):
        session.run(raw.MapStage(key=1, indices=[0, 1], values=values, **area))


def test_keys_twice_and_what_never_fits(graph: Any) -> None:
    """TensorFlow leaves the second tuple of a key out, and counts the last tensor of a tuple alone."""
    area = {"dtypes": ["float32"], "memory_limit": 100, "shared_name": "a"}
    small, large = [np.zeros(2, np.float32)], [np.zeros(30, np.float32)]
    with go.Session() as session:
        with pytest.raises(ResourceExhaustedError, match="values of op 'MapStage' must fit into its memory_limit"):
            session.run(raw.MapStage(key=1, indices=[0], values=large, **area))
        session.run(raw.MapStage(key=1, indices=[0], values=small, **area))
        with pytest.raises(InvalidArgumentError, match="key of op 'MapStage' must be new, got 1"):
            session.run(raw.MapStage(key=1, indices=[0], values=small, **area))
        for indices, said in (([0, 0], "have one for each"), ([-1], "be from 0 to 0"), ([1], "be from 0 to 0")):
            with pytest.raises(InvalidArgumentError, match=f"indices of op 'MapPeek' must {said}"):
                session.run(raw.MapPeek(key=1, indices=indices, **area))
        with pytest.raises(InvalidTypeError, match="attr 'dtypes' of op 'MapPeek' must be those of what is staged"):
            session.run(raw.MapPeek(key=1, indices=[0], dtypes=["int32"], shared_name="a", memory_limit=100))
        with pytest.raises(InvalidTypeError, match="values of op 'MapStage' must have dtype float32 at index 0"):
            session.run(raw.MapStage(key=2, indices=[0], values=[np.int32(1)], **area))


def test_what_no_accumulator_takes(graph: Any) -> None:
    """A gradient of another dtype ends TensorFlow's process."""
    mean = raw.ResourceConditionalAccumulator(dtype="float", shape=[2], shared_name="a")
    rows = raw.SparseConditionalAccumulator(dtype="float", shape=[None, 2])

    def add(handle: Any, gradient: Any) -> Any:
        return raw.ResourceAccumulatorApplyGradient(handle=handle, local_step=np.int64(0), gradient=gradient)

    with go.Session() as session:
        with pytest.raises(InvalidTypeError, match="attr 'dtype' of op .* must be that of the accumulator"):
            session.run(add(mean, np.zeros(2)))
        queue = raw.FIFOQueueV2(component_types=["int32"])
        with pytest.raises(InvalidArgumentError, match="handle of op .* must be the handle of a Cond"):
            session.run(add(queue, np.zeros(2, np.float32)))
        with pytest.raises(InvalidArgumentError, match="ConditionalAccumulator 'a' must have .* as before"):
            session.run(raw.ResourceConditionalAccumulator(dtype="float", shape=[3], shared_name="a"))
        for gradient in (np.zeros(3, np.float32), np.zeros((), np.float32)):
            with pytest.raises(InvalidArgumentError, match="gradient of op .* must have shape"):
                session.run(add(mean, gradient))
        with pytest.raises(InvalidArgumentError, match="gradient_indices of op .* must be from 0 to 1"):
            session.run(
                raw.SparseAccumulatorApplyGradient(
                    handle=rows,
                    local_step=np.int64(0),
                    gradient_indices=[2],
                    gradient_values=np.zeros((1, 2), np.float32),
                    gradient_shape=[2, 2],
                    has_known_shape=True,
                )
            )


def test_accumulators_of_scripts(graph: Any) -> None:
    mean = tf.ConditionalAccumulator(tf.float32, shape=[2], shared_name="m")
    rows = tf.SparseConditionalAccumulator(tf.float32, shape=[None, 1], reduction_type="SUM")
    assert (mean.name, rows.name, mean.dtype) == (
        "conditional_accumulator",
        "sparse_conditional_accumulator",
        go.float32,
    )
    taken = mean.take_grad(2)
    assert taken.shape.as_list() == [2]
    with tf.Session() as session:
        session.run([mean.apply_grad([1, 2]), mean.apply_grad([3, 4], local_step=tf.constant(1))])
        assert session.run(mean.num_accumulated()) == 2
        assert session.run(taken).tolist() == [2, 3]
        session.run(mean.set_global_step(5))
        session.run(mean.apply_grad([3, 4], local_step=4))
        assert session.run(mean.num_accumulated()) == 0
        session.run(rows.apply_grad([1], [[2.0]], [4, 1]))
        session.run(rows.apply_grad([0, 1], [[2.0], [5.0]]))
        assert session.run(rows.num_accumulated()) == 2
        found = session.run(list(rows.take_grad(1)))
        assert [value.tolist() for value in found] == [[0, 1], [[2], [7]], [-1, 1]]
        session.run(rows.set_global_step(2))


# -- in graphs -------------------------------------------------------------------------------------------------------


def test_nodes_of_old_graphs_are_not_one(graph: Any) -> None:
    """Their ops are not stateful by their definition, and two of the same inputs give different elements."""
    queue = raw.FIFOQueue(component_types=["int32"], shapes=[[]])
    takes = [raw.QueueDequeue(handle=queue, component_types=["int32"])[0] for _ in range(2)]
    with go.Session() as session:
        session.run(raw.QueueEnqueueMany(handle=queue, components=[np.arange(6, dtype=np.int32)]))
        assert session.run(takes) == [0, 1]
        assert session.run(takes[0] + takes[1]) == 5
        mean = raw.ConditionalAccumulator(dtype="float", shape=[])
        step = np.int64(0)
        session.run([raw.AccumulatorApplyGradient(handle=mean, local_step=step, gradient=1.0) for _ in range(2)])
        assert session.run(raw.AccumulatorNumAccumulated(handle=mean)) == 2


def test_in_loops_and_conditionals(graph: Any) -> None:
    queue = tf.FIFOQueue(10, tf.int32, [[]])
    chosen = tf.placeholder(tf.bool, [])
    loop = tf.while_loop(lambda i, total: i < 3, lambda i, total: (i + 1, total + queue.dequeue()), [0, 0])
    taken = tf.cond(chosen, queue.dequeue, lambda: tf.constant(-1))
    put = tf.cond(chosen, lambda: queue.enqueue(9), tf.no_op)
    with tf.control_dependencies([queue.enqueue(7)]):
        size = queue.size()
    with tf.Session() as session:
        session.run(queue.enqueue_many([[1, 2, 3, 4, 5]]))
        assert session.run(loop)[1] == 6
        assert [session.run(taken, {chosen: value}) for value in (True, False)] == [4, -1]
        session.run(put, {chosen: True})
        session.run(put, {chosen: False})
        assert session.run(size) == 3


@pytest.mark.parametrize("kind", ["queue", "staging area"])
def test_a_loop_fills_no_memory(kind: str, graph: Any) -> None:
    queue = tf.FIFOQueue(-1, tf.float32)
    part = tf.fill([100_000], 1.0)

    def body(number: Any) -> Any:
        put = queue.enqueue(part) if kind == "queue" else raw.Stage(values=[part], shared_name="s")
        with tf.control_dependencies([put]):
            return tf.identity(number + 1)

    loop = tf.while_loop(lambda number: number < 1000, body, [0])
    session = go.Session(config=go.SessionConfig(memory_limit=10_000_000))
    with session, pytest.raises(ResourceExhaustedError):
        session.run(loop)
