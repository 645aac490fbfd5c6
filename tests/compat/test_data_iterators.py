"""Iterators of ``tf.data``: how they begin, end and are fed; threads and blocked pipelines; errors and their places."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
import weakref
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import graphops as go
import graphops.compat.v1 as tf


@pytest.fixture(autouse=True)
def graph() -> Iterator[None]:
    with tf.Graph().as_default():
        yield


def elements(session: Any, following: Any) -> list[Any]:
    found = []
    while True:
        try:
            found.append(session.run(following))
        except tf.errors.OutOfRangeError as error:
            if "End of sequence" not in str(error):  # what scripts look for
                raise
            return found


def data_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "graphops data"]


def ended(threads: list[threading.Thread]) -> bool:
    """Whether threads end; waits for them, but not for ever."""
    for thread in threads:
        thread.join(20)
    return not any(thread.is_alive() for thread in threads)


# -- beginning and ending ------------------------------------------------------------------------------------------


def test_placeholders_are_fed_to_the_initializer() -> None:
    features, size = tf.placeholder(tf.float32, [None, 2]), tf.placeholder(tf.int64, [])
    iterator = tf.data.Dataset.from_tensor_slices(features).batch(size).make_initializable_iterator()
    following = iterator.get_next()
    with tf.Session() as session:
        for rows, batch in ((3, 2), (4, 4)):
            values = np.arange(2 * rows).reshape(rows, 2)
            session.run(iterator.initializer, {features: values, size: batch})
            assert np.concatenate(elements(session, following)).tolist() == values.tolist()


def test_an_iterator_must_be_initialised() -> None:
    following = tf.data.Dataset.range(2).make_initializable_iterator().get_next()
    with tf.Session() as session, pytest.raises(tf.errors.FailedPreconditionError, match="must be initialised"):
        session.run(following)


def test_each_session_has_its_own_place() -> None:
    following = tf.data.Dataset.range(3).make_one_shot_iterator().get_next()
    with tf.Session() as one, tf.Session() as other:
        assert [one.run(following), one.run(following), other.run(following)] == [0, 1, 0]


def test_parts_of_an_element_that_are_fetched_together_belong_together() -> None:
    x, y = tf.data.Dataset.from_tensor_slices(([1, 2], [3, 4])).make_one_shot_iterator().get_next()
    with tf.Session() as session:
        assert session.run([x, y, x + y]) == [1, 3, 4]
        assert session.run(x) == 2


def test_one_shot_iterators_refuse_placeholders_and_variables() -> None:
    made = tf.data.Dataset.from_tensors(tf.placeholder(tf.float32, []))
    with pytest.raises(tf.errors.InvalidArgumentError, match="must not read placeholders or state"):
        made.make_one_shot_iterator()
    read = tf.data.Dataset.range(2).map(lambda x: x + tf.Variable(1, dtype=tf.int64).read_value())
    with pytest.raises(tf.errors.InvalidArgumentError, match="make_one_shot_iterator"):
        read.make_one_shot_iterator()


def test_one_iterator_takes_data_sets_of_one_structure() -> None:
    train, test = tf.data.Dataset.range(3), tf.data.Dataset.from_tensors(np.int64(9))
    iterator = tf.data.Iterator.from_structure(train.output_types, train.output_shapes)
    to_train, to_test = iterator.make_initializer(train), iterator.make_initializer(test)
    following = iterator.get_next()
    with tf.Session() as session:
        for start, values in ((to_train, [0, 1, 2]), (to_test, [9]), (to_train, [0, 1, 2])):
            session.run(start)
            assert elements(session, following) == values
    with pytest.raises(tf.errors.InvalidArgumentError, match="must have elements of one dtype"):
        iterator.make_initializer(tf.data.Dataset.from_tensors(1.0))


def test_a_handle_that_is_fed_chooses_the_iterator() -> None:
    one = tf.data.Dataset.range(3).make_one_shot_iterator()
    other = tf.data.Dataset.range(10, 13).make_initializable_iterator()
    handle = tf.placeholder(tf.string, [])
    following = tf.data.Iterator.from_string_handle(handle, one.output_types, one.output_shapes).get_next()
    with tf.Session() as session:
        first, second = session.run([one.string_handle(), other.string_handle()])
        session.run(other.initializer)
        order = (first, second, second, first)
        assert [session.run(following, {handle: name}) for name in order] == [0, 10, 11, 1]
        with pytest.raises(tf.errors.NotFoundError, match="must name an iterator of this Session"):
            session.run(following, {handle: b"\nnothing"})


def test_variables_are_read_when_an_element_is_computed() -> None:
    factor = tf.Variable(2, dtype=tf.int64)
    iterator = tf.data.Dataset.range(1, 4).map(lambda x: x * factor).make_initializable_iterator()
    following = iterator.get_next()
    with tf.Session() as session:
        session.run(factor.initializer)
        session.run(iterator.initializer)
        assert session.run(following) == 2
        session.run(factor.assign(10))
        assert session.run(following) == 20


def test_random_ops_in_a_function_draw_for_each_element() -> None:
    tf.set_random_seed(1)
    iterator = tf.data.Dataset.range(20).map(lambda x: tf.random_uniform([])).make_initializable_iterator()
    following = iterator.get_next()
    with tf.Session() as session:
        found = []
        for _ in range(2):
            session.run(iterator.initializer)
            found.append(elements(session, following))
    assert len(set(found[0])) == 20
    assert found[0] == found[1]  # seeded, from the start again


def test_a_shuffle_is_a_permutation_within_its_buffer() -> None:
    made = tf.data.Dataset.range(100).shuffle(10, seed=3, reshuffle_each_iteration=True).repeat(2)
    same = tf.data.Dataset.range(100).shuffle(10, seed=3, reshuffle_each_iteration=False).repeat(2)
    with tf.Session() as session:
        found, again = (elements(session, each.make_one_shot_iterator().get_next()) for each in (made, same))
    assert sorted(found[:100]) == sorted(found[100:]) == list(range(100))
    assert found[:100] != found[100:]
    assert found[:100] != list(range(100))
    assert all(value < place + 10 for place, value in enumerate(found[:100]))
    assert again[:100] == again[100:]


def test_sampling_follows_weights() -> None:
    sources = [tf.data.Dataset.from_tensors(n).repeat(400) for n in (0, 1)]
    made = tf.data.experimental.sample_from_datasets(sources, [0.9, 0.1], seed=1)
    with tf.Session() as session:
        found = elements(session, made.batch(200).make_one_shot_iterator().get_next())
    assert sum(map(len, found)) == 800
    assert 5 <= found[0].sum() <= 40  # 20 are expected, with a standard deviation of 4.2


# -- files ---------------------------------------------------------------------------------------------------------


def test_files_outside_of_the_folders_of_a_session_are_refused(tmp_path: Any) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    for folder in (inside, outside):
        folder.mkdir()
        (folder / "lines.txt").write_text("a\nb\n")
    config = go.SessionConfig(file_folders=[str(inside)])
    name = tf.placeholder(tf.string, [])
    iterator = tf.data.TextLineDataset(name).make_initializable_iterator()
    listed = tf.data.Dataset.list_files(str(tmp_path / "*" / "*.txt")).make_one_shot_iterator().get_next()
    following = iterator.get_next()
    with tf.Session(config=config) as session:
        session.run(iterator.initializer, {name: str(inside / "lines.txt")})
        assert elements(session, following) == [b"a", b"b"]
        session.run(iterator.initializer, {name: str(outside / "lines.txt")})
        with pytest.raises(go.errors.PermissionDeniedError):
            session.run(following)
        with pytest.raises(go.errors.PermissionDeniedError):
            session.run(listed)


# -- errors --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("calls", [None, 2])
def test_an_error_of_a_function_says_at_which_element(calls: int | None) -> None:
    def checked(x: Any) -> Any:
        return tf.check_numerics(1.0 / x, "of x")

    made = tf.data.Dataset.from_tensor_slices([1.0, 2.0, 0.0, 4.0]).map(checked, num_parallel_calls=calls)
    following = made.make_one_shot_iterator().get_next()
    with tf.Session() as session:
        assert [session.run(following), session.run(following)] == [1.0, 0.5]
        with pytest.raises(tf.errors.InvalidArgumentError) as caught:
            session.run(following)
        place = "in map_func of Dataset.map() ('checked'), at element 2 of its input, from 0 on"
        assert place in caught.value.__notes__
        assert session.run(following) == 0.25  # as in TensorFlow, the next element comes next


def test_errors_of_generators_say_at_which_element() -> None:
    def generator() -> Iterator[Any]:
        yield 1
        yield "text"
        raise KeyError("gone")

    following = tf.data.Dataset.from_generator(generator, tf.int32).make_one_shot_iterator().get_next()
    with tf.Session() as session:
        assert session.run(following) == 1
        with pytest.raises(tf.errors.OpError, match="element 1 of the generator"):
            session.run(following)
        with pytest.raises(tf.errors.OpError, match="must give element 2, but it raised KeyError: 'gone'"):
            session.run(following)


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda d: d.batch(0), "batch_size"),
        (lambda d: d.shuffle(0), "buffer_size"),
        (lambda d: d.shard(2, 2), "index"),
        (lambda d: d.window(0), "size"),
        (lambda d: d.interleave(lambda x: d, 0), "cycle_length"),
        (lambda d: d.prefetch(-5), "buffer_size"),
        (lambda d: d.map(lambda x: x, -3), "num_parallel_calls"),
        (lambda d: d.map(lambda x: tf.fill([x], x)).batch(2), "elements of a batch must have one shape"),
        (lambda d: d.map(lambda x: tf.fill([x], x)).padded_batch(3, [1]), "fit into its padded shape"),
    ],
)
def test_bad_numbers_are_refused(make: Any, text: str) -> None:
    following = make(tf.data.Dataset.range(3)).make_one_shot_iterator().get_next()
    with tf.Session() as session, pytest.raises(tf.errors.OpError, match=text):
        elements(session, following)


@pytest.mark.parametrize(
    "make",
    [
        lambda d: d.map(None),
        lambda d: d.map(lambda x: None),
        lambda d: d.map(lambda x: object()),
        lambda d: d.filter(lambda x: x),
        lambda d: d.flat_map(lambda x: x),
        lambda d: d.batch("many"),
        lambda d: d.unbatch(),
        lambda d: d.concatenate(tf.data.Dataset.from_tensors("text")),
        lambda d: d.cache("file"),
        lambda d: iter(d),
        lambda d: tf.data.Dataset.zip((d, 1)),
        lambda d: d.padded_batch(2, ([1], [2])),
        lambda d: d.apply(lambda other: 1),
        lambda d: d.reduce(0.0, lambda s, x: x),
    ],
)
def test_bad_arguments_are_refused_while_the_graph_is_built(make: Any) -> None:
    with pytest.raises(tf.errors.OpError):
        make(tf.data.Dataset.range(3))


# -- threads -------------------------------------------------------------------------------------------------------


def test_a_blocked_pipeline_stops_at_the_timeout_and_loses_nothing() -> None:
    gate = threading.Event()

    def generator() -> Iterator[int]:
        gate.wait(60)
        yield 7

    following = tf.data.Dataset.from_generator(generator, tf.int32).prefetch(1).make_one_shot_iterator().get_next()
    with tf.Session() as session:
        with pytest.raises(go.errors.DeadlineExceededError):
            session.run(following, timeout=0.1)
        gate.set()
        assert session.run(following) == 7


def test_a_blocked_pipeline_stops_when_the_session_is_cancelled() -> None:
    gate, entered = threading.Event(), threading.Event()

    def generator() -> Iterator[int]:
        entered.set()
        gate.wait(60)
        yield 7

    following = tf.data.Dataset.from_generator(generator, tf.int32).make_one_shot_iterator().get_next()
    with tf.Session() as session:
        waiter = threading.Thread(target=lambda: entered.wait(60) and session.cancel())
        waiter.start()
        with pytest.raises(go.errors.CancelledError):
            session.run(following)
        waiter.join()
    gate.set()


def test_an_endless_function_stops_with_the_session() -> None:
    def endless(x: Any) -> Any:
        return tf.while_loop(lambda i: i >= 0, lambda i: tf.floormod(i + 1, 1000), [x])

    before = set(data_threads())
    following = tf.data.Dataset.range(2).map(endless).make_one_shot_iterator().get_next()
    with tf.Session() as session:
        with pytest.raises(go.errors.DeadlineExceededError):
            session.run(following, timeout=0.2)
        own = [thread for thread in data_threads() if thread not in before]
        assert own
    assert ended(own)


@pytest.mark.parametrize("way", ["close", "forget", "again", "end"])
def test_threads_end_with_the_iterator(way: str) -> None:
    before = set(data_threads())
    made = tf.data.Dataset.range(1000).map(lambda x: x + 1, num_parallel_calls=3).prefetch(4)
    iterator = (made.take(1) if way == "end" else made).make_initializable_iterator()
    following, session = iterator.get_next(), tf.Session()
    session.run(iterator.initializer)
    assert session.run(following) == 1
    own = [thread for thread in data_threads() if thread not in before]
    assert own
    if way == "close":
        session.close()
    elif way == "again":
        session.run(iterator.initializer)
    elif way == "end":
        with pytest.raises(tf.errors.OutOfRangeError):
            session.run(following)
        session.close()
    else:
        reference = weakref.ref(session)
        del session
        gc.collect()
        assert reference() is None
    assert ended(own)


def test_prefetch_computes_no_more_than_its_buffer_holds() -> None:
    seen = []

    def generator() -> Iterator[int]:
        for number in range(1000):
            seen.append(number)
            yield number

    following = tf.data.Dataset.from_generator(generator, tf.int32).prefetch(3).make_one_shot_iterator().get_next()
    with tf.Session() as session:
        for wanted in range(5):
            assert session.run(following) == wanted
            assert len(seen) <= wanted + 5  # those given, three that are held, and one on its way


def test_several_threads_get_each_element_once() -> None:
    following = tf.data.Dataset.range(200).map(lambda x: x).make_one_shot_iterator().get_next()
    found: list[Any] = []
    with tf.Session() as session:
        threads = [threading.Thread(target=lambda: found.extend(elements(session, following))) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(found) == list(range(200))


def test_the_interpreter_ends_while_a_pipeline_is_blocked() -> None:
    script = (
        "import time, graphops.compat.v1 as tf\n"
        "def generator():\n    yield 1\n    time.sleep(600)\n"
        "made = tf.data.Dataset.from_generator(generator, tf.int32).map(lambda x: x, 2).prefetch(2)\n"
        "session = tf.Session()\n"
        "print(session.run(made.make_one_shot_iterator().get_next()))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "1", "")


def test_a_cache_computes_its_elements_once() -> None:
    calls = []
    made = tf.data.Dataset.range(3).map(lambda x: tf.py_func(lambda v: calls.append(v) or v, [x], tf.int64))
    with tf.Session() as session:
        found = elements(session, made.cache().repeat(4).make_one_shot_iterator().get_next())
    assert [int(value) for value in found] == [0, 1, 2] * 4
    assert len(calls) == 3


def test_changing_a_result_does_not_change_what_is_kept() -> None:
    made = tf.data.Dataset.from_tensor_slices(np.zeros((1, 2), np.float32)).cache().repeat(3)
    following = made.make_one_shot_iterator().get_next()
    with tf.Session() as session:
        for _ in range(3):
            found = session.run(following)
            assert found.tolist() == [0, 0]
            found += 1
