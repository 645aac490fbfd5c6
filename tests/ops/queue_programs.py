"""Small programs of queues and staging areas, which TensorFlow and this library both run.

A program gets a module like ``tensorflow.compat.v1`` and notes: what it runs by them is an answer, a value or the class
of an error. ``tests/golden/record_queues.py`` records what TensorFlow answers.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

Program = Callable[[Any, "Notes"], None]
I32, I64 = np.int32, np.int64


def F32(value: Any) -> Any:
    return np.array(value, np.float32)


def F64(value: Any) -> Any:
    return np.array(value, np.float64)


WAIT = 20  # seconds for a thread that should be done


class Notes:
    """What a program gives in a session.

    Args:
        tf: the library.
        session: runs.
        note: an array as what is compared.
    """

    def __init__(self, tf: Any, session: Any, note: Callable[[Any], Any]) -> None:
        self.answers: list[Any] = []
        self._session = session
        self._errors = (tf.errors.OpError, ValueError, TypeError)
        self._note = note

    def __call__(self, make: Any, feeds: Any = None) -> None:
        """Run what ``make`` is, or gives when it is called, which may fail, too."""
        self.answers.append(self._answer(make, feeds))

    def later(self, make: Any) -> Callable[[], None]:
        """Run it in another thread, which has begun to wait; what is returned joins the thread and notes its answer."""
        found: list[Any] = []
        fetches = make()
        thread = threading.Thread(target=lambda: found.append(self._answer(fetches, None)), daemon=True)
        thread.start()
        time.sleep(0.1)

        def join() -> None:
            thread.join(WAIT)
            self.answers.append(found[0] if found else "still waits")

        return join

    def _answer(self, make: Any, feeds: Any) -> Any:
        try:
            found = self._session.run(make() if callable(make) else make, feeds)
        except self._errors as error:
            return type(error).__name__
        if found is None:
            return []
        return [self._note(value) for value in (found if isinstance(found, (list, tuple)) else [found])]


class Queue:
    """A queue made by raw ops.

    Args:
        tf: the library.
        kind: the op that makes it.
        types: of its components, by name.
        attrs: others of this op.
    """

    def __init__(self, tf: Any, kind: str, types: list[str], **attrs: Any) -> None:
        self.raw = tf.raw_ops
        self.version = "V2" if kind.endswith("V2") else ""
        dtypes = [getattr(tf, name) for name in types]
        self.types = [tf.int64, *dtypes] if "Priority" in kind else dtypes
        self.handle = getattr(tf.raw_ops, kind)(component_types=dtypes, **attrs)

    def do(self, what: str, **given: Any) -> Any:
        return getattr(self.raw, f"Queue{what}{self.version}")(handle=self.handle, **given)

    def put(self, *components: Any) -> Any:
        return lambda: self.do("Enqueue", components=list(components))

    def put_many(self, *components: Any) -> Any:
        return lambda: self.do("EnqueueMany", components=list(components))

    def take(self) -> Any:
        return lambda: list(self.do("Dequeue", component_types=self.types))

    def take_many(self, n: Any) -> Any:
        return lambda: list(self.do("DequeueMany", component_types=self.types, n=n))

    def take_up_to(self, n: int) -> Any:
        return lambda: list(self.do("DequeueUpTo", component_types=self.types, n=n))

    def size(self) -> Any:
        return lambda: self.do("Size")

    def close(self, cancel: bool = False) -> Any:
        return lambda: self.do("Close", cancel_pending_enqueues=cancel)

    def is_closed(self) -> Any:
        return lambda: self.do("IsClosed")


def fifo(tf: Any, types: list[str], **attrs: Any) -> Queue:
    return Queue(tf, "FIFOQueueV2", types, **attrs)


def padding(tf: Any, types: list[str], **attrs: Any) -> Queue:
    return Queue(tf, "PaddingFIFOQueueV2", types, **attrs)


def priority(tf: Any, types: list[str], **attrs: Any) -> Queue:
    return Queue(tf, "PriorityQueueV2", types, **attrs)


def shuffle(tf: Any, types: list[str], **attrs: Any) -> Queue:
    return Queue(tf, "RandomShuffleQueueV2", types, **attrs)


def order(kind: str) -> Program:
    def program(tf: Any, run: Notes) -> None:
        queue = Queue(tf, kind, ["float32", "string"], shapes=[[], [2]], capacity=10)
        texts = np.array([["a", "b"], ["c", "d"], ["e", "f"]], object)
        run(queue.size())
        run(queue.put_many(F32([1, 2, 3]), texts))
        run(queue.put(F32(4), np.array(["g", "h"], object)))
        run(queue.size())
        run(queue.take())
        run(queue.take_many(2))
        run(queue.take_many(0))
        run(queue.take_up_to(0))
        run(queue.is_closed())
        run(queue.close())
        run(queue.is_closed())
        run(queue.put(F32(4), np.array(["g", "h"], object)))
        run(queue.put_many(F32([]), np.zeros((0, 2), object)))
        run(queue.take_up_to(5))
        run(queue.take())
        run(queue.take_many(0))
        run(queue.take_up_to(1))
        run(queue.size())
        run(queue.close())
        run(queue.close(cancel=True))

    return program


def refused(kind: str) -> Program:
    def program(tf: Any, run: Notes) -> None:
        queue = Queue(tf, kind, ["float32"], shapes=[[2]], capacity=10)
        run(queue.put(F32([1, 2, 3])))
        run(queue.put(F32(1)))
        run(queue.put(I32([1, 2])))
        run(queue.put(F32([1, 2]), F32([1, 2])))
        run(queue.put_many(F32([1, 2])))
        run(queue.put_many(F32(1)))
        run(queue.take_many(-1))
        fed = tf.placeholder(tf.float32)
        run(queue.put(fed), {fed: [1, 2, 3]})
        run(queue.put(fed), {fed: 1})
        run(queue.put_many(fed), {fed: 1})
        run(queue.put_many(fed), {fed: [1, 2]})
        run(queue.put_many(fed), {fed: [[1, 2, 3]]})
        run(queue.put_many(fed), {fed: np.zeros((0, 2))})
        run(queue.put(fed), {fed: [1, 2]})
        count = tf.placeholder(tf.int32)
        run(queue.take_many(count), {count: -1})
        run(queue.take_many(count), {count: 1})
        run(queue.size())
        other = Queue(tf, "FIFOQueueV2", ["float32", "float32"])
        run(other.put_many(fed, F32([1, 2, 3])), {fed: [1, 2]})
        run(other.put(F32(1), F32(2)))
        run(other.take_many(1))
        run(other.take_up_to(1))
        run(other.put(F32([1, 2]), F32(2)))
        run(other.take())
        run(other.take())
        run(lambda: Queue(tf, kind, ["float32"], shapes=[[2], [3]]).size()())
        run(lambda: Queue(tf, kind, [], shapes=[]).size()())

    return program


def waits(kind: str) -> Program:
    def program(tf: Any, run: Notes) -> None:
        queue = Queue(tf, kind, ["int32"], shapes=[[]], capacity=2)
        taken = run.later(queue.take())
        run(queue.put(I32(7)))
        taken()
        run(queue.put_many(I32([1, 1])))
        put = run.later(queue.put_many(I32([1, 1, 1])))
        run(queue.size())
        run(queue.take_many(3))
        run(queue.take())
        put()
        run(queue.take())
        taken = run.later(queue.take_many(5))
        run(queue.put_many(I32([2, 2, 2, 2])))
        run(queue.close())
        taken()
        run(queue.size())
        run(queue.take_up_to(9))

    return program


def up_to(tf: Any, run: Notes) -> None:
    queue = fifo(tf, ["int32"], shapes=[[]])
    taken = run.later(queue.take_up_to(3))
    run(queue.put_many(I32([1, 2])))
    run(queue.close())
    taken()
    run(queue.take_up_to(3))


def closes(tf: Any, run: Notes) -> None:
    queue = fifo(tf, ["int32"], capacity=1, shapes=[[]])
    run(queue.put(I32(1)))
    put = run.later(queue.put_many(I32([2, 3])))
    closed = run.later(queue.close())
    late = run.later(queue.put(I32(4)))
    run(queue.is_closed())
    run(queue.take())
    run(queue.take())
    put()
    closed()
    late()
    run(queue.take())
    run(queue.take())


def cancels(tf: Any, run: Notes) -> None:
    queue = fifo(tf, ["int32"], capacity=2, shapes=[[]])
    run(queue.put(I32(1)))
    put = run.later(queue.put_many(I32([2, 3])))
    run(queue.close(cancel=True))
    put()
    run(queue.take_many(3))
    run(queue.take_many(2))
    taken = run.later(queue.take())
    taken()


def empty_waits(tf: Any, run: Notes) -> None:
    queue = shuffle(tf, ["int32"], capacity=4, min_after_dequeue=2, shapes=[[]], seed=1)
    run(queue.put_many(I32([5, 5])))
    taken = run.later(queue.take())
    run(queue.size())
    run(queue.put(I32(5)))
    taken()
    run(queue.size())
    taken = run.later(queue.take_many(2))
    run(queue.close())
    taken()
    run(queue.take())


def pads(tf: Any, run: Notes) -> None:
    queue = padding(tf, ["int32", "string"], shapes=[[None, 2], [None]], capacity=10)
    texts = [np.array(words, object) for words in ([], ["a"], ["b", "c"])]
    for rows, words in zip((1, 3, 0), texts, strict=True):
        run(queue.put(np.full((rows, 2), rows + 5, I32), words))
    run(queue.take_many(3))
    run(queue.put(I32([1, 2]), texts[0]))
    run(queue.put(I32([[1]]), texts[0]))
    run(queue.take_many(0))
    run(queue.put_many(I32([[[1, 2]], [[3, 4]]]), np.array([["x"], ["y"]], object)))
    run(queue.take())
    run(queue.take_up_to(1))
    run(lambda: padding(tf, ["int32"], shapes=[None]).size()())
    run(lambda: padding(tf, ["int32"], shapes=[]).size()())
    run(lambda: fifo(tf, ["int32"], shapes=[[None]]).size()())


def sorts(tf: Any, run: Notes) -> None:
    queue = priority(tf, ["string"], shapes=[[]], capacity=10)
    run(queue.put_many(I64([5, -3, 9]), np.array(["five", "minus three", "nine"], object)))
    run(queue.put(I64(0), np.array("zero", object)))
    run(queue.take())
    run(queue.take_many(2))
    run(queue.put(I64([1]), np.array("x", object)))
    run(queue.put(I32(1), np.array("x", object)))
    run(queue.close())
    run(queue.take_many(2))
    run(queue.take_up_to(2))


def shares(tf: Any, run: Notes) -> None:
    one = fifo(tf, ["int32"], capacity=3, shared_name="q")
    two = fifo(tf, ["int32"], capacity=3, shared_name="q")
    run(one.put(I32(8)))
    run(two.take())
    run(fifo(tf, ["int32"], capacity=4, shared_name="q").size())
    run(fifo(tf, ["int64"], capacity=3, shared_name="q").size())
    run(fifo(tf, ["int32"], capacity=3, shared_name="q", shapes=[[]]).size())
    run(padding(tf, ["int32"], capacity=3, shared_name="q", shapes=[[]]).size())
    run(fifo(tf, ["int32"], capacity=3, shared_name="q", container="c").size())


def no_room(tf: Any, run: Notes) -> None:
    run(lambda: shuffle(tf, ["int32"], capacity=2, min_after_dequeue=2).size()())
    run(lambda: shuffle(tf, ["int32"], capacity=2, min_after_dequeue=3).size()())
    run(lambda: shuffle(tf, ["int32"], capacity=2, min_after_dequeue=-1).size()())
    run(lambda: shuffle(tf, ["int32"], capacity=-1, min_after_dequeue=3).size()())


# -- staging areas ---------------------------------------------------------------------------------------------------


def stages(tf: Any, run: Notes) -> None:
    raw, both = tf.raw_ops, [tf.int32, tf.string]
    text = np.array("x", object)

    def stage(number: int) -> Any:
        return raw.Stage(values=[I32([number]), text], shared_name="a")

    run(lambda: raw.StageSize(dtypes=both, shared_name="a"))
    for number in (1, 2, 3):
        run(lambda number=number: stage(number))
    run(lambda: raw.StageSize(dtypes=both, shared_name="a"))
    run(lambda: list(raw.StagePeek(index=1, dtypes=both, shared_name="a")))
    run(lambda: list(raw.Unstage(dtypes=both, shared_name="a")))
    run(lambda: list(raw.StagePeek(index=[1], dtypes=both, shared_name="a")))
    run(lambda: raw.StageClear(dtypes=both, shared_name="a"))
    run(lambda: raw.StageSize(dtypes=both, shared_name="a"))
    taken = run.later(lambda: list(raw.Unstage(dtypes=both, shared_name="a")))
    run(lambda: stage(4))
    taken()


def stages_no_more(tf: Any, run: Notes) -> None:
    raw = tf.raw_ops
    kept = {"capacity": 2, "shared_name": "a"}

    def stage(number: int) -> Any:
        return lambda: raw.Stage(values=[I32(number)], **kept)

    run(stage(1))
    run(stage(2))
    put = run.later(stage(3))
    run(lambda: raw.StageSize(dtypes=[tf.int32], **kept))
    run(lambda: list(raw.Unstage(dtypes=[tf.int32], **kept)))
    put()
    run(lambda: list(raw.Unstage(dtypes=[tf.int32], **kept)))
    run(lambda: list(raw.Unstage(dtypes=[tf.int32], **kept)))


def stages_bytes(tf: Any, run: Notes) -> None:
    raw = tf.raw_ops
    kept = {"memory_limit": 800, "shared_name": "a"}

    def stage(count: int) -> Any:
        return lambda: raw.Stage(values=[np.zeros(count, np.float32)], **kept)

    run(stage(1000))
    run(stage(150))
    put = run.later(stage(100))
    run(lambda: raw.StageSize(dtypes=[tf.float32], **kept))
    run(lambda: raw.StageClear(dtypes=[tf.float32], **kept))
    put()
    run(lambda: raw.StageSize(dtypes=[tf.float32], **kept))


# -- staging areas with keys -----------------------------------------------------------------------------------------


class Staged:
    """A staging area with keys.

    Args:
        tf: the library.
        ordered: whether keys are.
        types: of a tuple, by name.
        attrs: of all ops.
    """

    def __init__(self, tf: Any, ordered: bool, types: list[str], **attrs: Any) -> None:
        self._tf = tf
        self._prefix = "OrderedMap" if ordered else "Map"
        self._types = [getattr(tf, name) for name in types]
        self._attrs = {"shared_name": "m", **attrs}

    def _do(self, what: str, dtypes: Any, **given: Any) -> Any:
        return getattr(self._tf.raw_ops, self._prefix + what)(dtypes=dtypes, **given, **self._attrs)

    def put(self, key: Any, indices: list[int], *values: Any) -> Any:
        given = {"key": key, "indices": I32(indices), "values": list(values)}
        return lambda: self._do("Stage", self._types, **given)

    def take(self, key: Any, indices: list[int]) -> Any:
        types = [self._types[index % len(self._types)] for index in indices]
        return lambda: list(self._do("Unstage", types, key=key, indices=I32(indices)))

    def peek(self, key: Any, indices: list[int]) -> Any:
        return lambda: list(self._do("Peek", [self._types[i] for i in indices], key=key, indices=I32(indices)))

    def take_any(self, indices: list[int]) -> Any:
        def make() -> Any:
            key, values = self._do("UnstageNoKey", [self._types[i] for i in indices], indices=I32(indices))
            return [key, *values]

        return make

    def sizes(self) -> Any:
        return lambda: [self._do("Size", self._types), self._do("IncompleteSize", self._types)]

    def clear(self) -> Any:
        return lambda: self._do("Clear", self._types)


def keyed(ordered: bool) -> Program:
    def program(tf: Any, run: Notes) -> None:
        area = Staged(tf, ordered, ["int32", "string"])
        text = np.array("x", object)
        run(area.sizes())
        for key in (1, 5, 9):
            run(area.put(I64(key), [0, 1], I32([key]), text))
        run(area.sizes())
        run(area.peek(I64(5), [0, 1]))
        run(area.peek(I64(5), [1]))
        run(area.take(I64(5), [0]))
        run(area.sizes())
        run(area.take(I64(5), [0]))
        run(area.peek(I64(5), [0, 1]))
        run(area.take(I64(5), [1]))
        run(area.sizes())
        if ordered:
            run(area.take_any([0, 1]))
            run(area.put(I64(-2), [0, 1], I32(3), text))
            run(area.take_any([0, 1]))
        run(area.clear())
        run(area.sizes())
        taken = run.later(area.take(I64(3), [0, 1]))
        other = run.later(area.take(I64(4), [0, 1]))
        run(area.put(I64(4), [0, 1], I32(4), text))
        other()
        run(area.put(I64(3), [0, 1], I32(3), text))
        taken()
        taken = run.later(area.take_any([0, 1]))
        run(area.put(I64(7), [0, 1], I32(7), text))
        taken()

    return program


def in_parts(ordered: bool) -> Program:
    def program(tf: Any, run: Notes) -> None:
        area = Staged(tf, ordered, ["int32", "float32", "int32"])
        run(area.put(I64(1), [1], F32(1)))
        run(area.sizes())
        run(area.put(I64(2), [0, 2], I32(1), I32(2)))
        run(area.sizes())
        run(area.put(I64(1), [1], F32(1)))
        run(area.put(I64(1), [3], I32(1)))
        run(area.put(I64(1), [2, 0], I32(1), I32(2)))
        run(area.put(I64(1), [0, 2], I32(3), I32(4)))
        run(area.sizes())
        run(area.take(I64(1), [0, 1, 2]))
        run(area.put(I64(2), [1], F32(5)))
        run(area.take(I64(2), [2, 0]))
        run(area.take_any([1]))
        run(area.take(I64(2), [0, 2]))
        run(area.sizes())
        run(area.put(I64([]), [0], I32(1)))
        run(area.clear())

    return program


def keyed_no_more(tf: Any, run: Notes) -> None:
    area = Staged(tf, False, ["int32"], capacity=1)
    run(area.put(I64(1), [0], I32(1)))
    put = run.later(area.put(I64(2), [0], I32(2)))
    run(area.sizes())
    run(area.take(I64(1), [0]))
    put()
    run(area.take(I64(2), [0]))


def keyed_bytes(tf: Any, run: Notes) -> None:
    area = Staged(tf, True, ["float32"], memory_limit=800)
    run(area.put(I64(1), [0], np.zeros(300, np.float32)))
    run(area.put(I64(1), [0], np.zeros(120, np.float32)))
    put = run.later(area.put(I64(2), [0], np.zeros(120, np.float32)))
    run(area.sizes())
    run(area.take(I64(1), [0]))
    put()
    run(area.sizes())


# -- accumulators ----------------------------------------------------------------------------------------------------


class Accumulator:
    """An accumulator of gradients.

    Args:
        tf: the library.
        op: that makes it.
        dtype: by name.
        attrs: others of that op.
    """

    def __init__(self, tf: Any, op: str, dtype: str, **attrs: Any) -> None:
        self._raw = tf.raw_ops
        self._prefix = "Resource" if op.startswith("Resource") else ""
        self._dtype = getattr(tf, dtype)
        self._handle = getattr(tf.raw_ops, op)(dtype=self._dtype, **attrs)

    def _do(self, what: str, **given: Any) -> Any:
        return getattr(self._raw, what)(handle=self._handle, **given)

    def add(self, step: int, gradient: Any) -> Any:
        given = {"local_step": I64(step), "gradient": gradient}
        return lambda: self._do(f"{self._prefix}AccumulatorApplyGradient", **given)

    def take(self, count: int) -> Any:
        given = {"num_required": count, "dtype": self._dtype}
        return lambda: self._do(f"{self._prefix}AccumulatorTakeGradient", **given)

    def add_sparse(self, step: int, indices: Any, values: Any, shape: Any = None) -> Any:
        given = {
            "local_step": I64(step),
            "gradient_indices": I64(indices),
            "gradient_values": values,
            "gradient_shape": I64([] if shape is None else shape),
            "has_known_shape": shape is not None,
        }
        return lambda: self._do("SparseAccumulatorApplyGradient", **given)

    def take_sparse(self, count: int) -> Any:
        return lambda: list(self._do("SparseAccumulatorTakeGradient", num_required=count, dtype=self._dtype))

    def count(self) -> Any:
        return lambda: self._do(f"{self._prefix}AccumulatorNumAccumulated")

    def step(self, step: int) -> Any:
        return lambda: self._do(f"{self._prefix}AccumulatorSetGlobalStep", new_global_step=I64(step))


def gradients(op: str, reduction: str) -> Program:
    def program(tf: Any, run: Notes) -> None:
        mean = Accumulator(tf, op, "float32", shape=[2], reduction_type=reduction)
        run(mean.count())
        run(mean.add(0, F32([1, 2])))
        run(mean.add(3, F32([3, 8])))
        run(mean.count())
        run(mean.take(2))
        run(mean.count())
        run(mean.add(0, F32([1, 2])))  # stale: one gradient was taken
        run(mean.count())
        run(mean.add(1, F32([1, 2])))
        run(mean.add(1, F32([1, 2])))
        run(mean.add(2, F32([4, 5])))
        run(mean.take(1))
        run(mean.step(7))
        run(mean.add(6, F32([1, 2])))
        run(mean.add(7, F32([1, 2])))
        run(mean.count())
        run(mean.step(1))
        taken = run.later(mean.take(2))
        run(mean.add(1, F32([5, 6])))
        taken()
        run(mean.add(3, F32([1, 2, 3])))
        run(mean.take(0))
        run(mean.take(-1))
        free = Accumulator(tf, op, "float64", shape=[None], reduction_type=reduction, shared_name="free")
        run(free.add(0, F64([1, 2, 3])))
        run(free.add(0, F64([1, 2])))
        run(free.add(0, F64([[1, 2, 3]])))
        run(free.take(1))
        run(free.add(1, F64([1, 2])))
        run(free.take(1))

    return program


def sparse_gradients(reduction: str) -> Program:
    def program(tf: Any, run: Notes) -> None:
        rows = Accumulator(tf, "SparseConditionalAccumulator", "float32", shape=[None, 2], reduction_type=reduction)
        run(rows.add_sparse(0, [0, 2], F32([[1, 2], [3, 4]]), [3, 2]))
        run(rows.add_sparse(0, [1, 2], F32([[5, 6], [7, 9]]), [3, 2]))
        run(rows.count())
        run(rows.take_sparse(2))
        run(rows.add_sparse(0, [0], F32([[1, 2]]), [3, 2]))
        run(rows.count())
        run(rows.add_sparse(1, [5], F32([[1, 2]])))
        run(rows.take_sparse(1))
        run(rows.add_sparse(2, [0, 1], F32([[1, 2]]), [3, 2]))
        run(rows.add_sparse(2, [0], F32([[1, 2, 3]]), [3, 3]))
        run(rows.add_sparse(2, [[0]], F32([[1, 2]]), [3, 2]))
        run(rows.add_sparse(2, [0], F32([[1, 2]]), [3, 2]))
        run(rows.add_sparse(2, [1], F32([[1, 2]]), [4, 2]))
        run(rows.count())
        run(rows.step(9))
        run(rows.add_sparse(8, [0], F32([[1, 2]]), [3, 2]))
        taken = run.later(rows.take_sparse(2))
        run(rows.add_sparse(9, [0, 2], F32([[4, 6], [1, 1]]), [3, 2]))
        taken()
        run(rows.take_sparse(0))

    return program


_BY_RESOURCE = ("FIFOQueueV2", "PaddingFIFOQueueV2")
_KINDS = (*_BY_RESOURCE, "FIFOQueue", "PaddingFIFOQueue")
_WAITING = (*_KINDS, "RandomShuffleQueueV2", "RandomShuffleQueue")
PROGRAMS: dict[str, Program] = {
    **{f"order, {kind}": order(kind) for kind in _KINDS},
    **{f"refused, {kind}": refused(kind) for kind in _BY_RESOURCE},
    **{f"waits, {kind}": waits(kind) for kind in _WAITING},
    "up to": up_to,
    "closes": closes,
    "cancels": cancels,
    "stays": empty_waits,
    "pads": pads,
    "sorts": sorts,
    "shares": shares,
    "no room": no_room,
    "stages": stages,
    "stages, no more": stages_no_more,
    "stages, bytes": stages_bytes,
    **{
        f"gradients, {op}, {reduction}": gradients(op, reduction)
        for op in ("ConditionalAccumulator", "ResourceConditionalAccumulator")
        for reduction in ("MEAN", "SUM")
    },
    **{f"sparse gradients, {reduction}": sparse_gradients(reduction) for reduction in ("MEAN", "SUM")},
    "keyed": keyed(False),
    "keyed, ordered": keyed(True),
    "in parts": in_parts(False),
    "in parts, ordered": in_parts(True),
    "keyed, no more": keyed_no_more,
    "keyed, bytes": keyed_bytes,
}


def answers(tf: Any, name: str, note: Callable[[Any], Any]) -> list[Any]:
    """What a program notes, in a graph and a session of its own."""
    config = tf.ConfigProto(inter_op_parallelism_threads=8)  # in TensorFlow, what waits keeps a thread
    with tf.Graph().as_default(), tf.Session(config=config) as session:
        notes = Notes(tf, session, note)
        PROGRAMS[name](tf, notes)
        return notes.answers
