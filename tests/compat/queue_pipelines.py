"""Input pipelines of queues, which TensorFlow and this library both run.

``PYTHON -m tests.compat.queue_pipelines`` with TensorFlow 2.21 writes ``tf_queues.json``: for each pipeline what it
gives, as lists, names and classes of errors.
"""

from __future__ import annotations

import gzip
import json
import struct
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

RECORDED = Path(__file__).with_name("tf_queues.json")


def framed(content: bytes) -> bytes:
    """A record of a TFRecord file."""
    length = struct.pack("<Q", len(content))
    return b"".join((length, _crc(length), content, _crc(content)))


def _crc(content: bytes) -> bytes:
    """The masked CRC-32C, bit by bit."""
    crc = 0xFFFFFFFF
    for byte in content:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    crc ^= 0xFFFFFFFF
    return struct.pack("<I", ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF)


WORDS = ["a", "b", "c"]
RECORDS = [framed(b"one"), framed(b""), framed(b"three" * 9)]
FILES = {
    "one.txt": b"first\nsecond\n",
    "two.txt": b"third",
    "crlf": b"a\rb\r\n\r\nlast\r",
    "empty": b"",
    "no line": b"\n\n",
    "numbers": bytes(range(97, 117)),
    "numbers.gz": gzip.compress(bytes(range(97, 117)), mtime=0),
    "numbers.z": zlib.compress(bytes(range(97, 117))),
    "records": b"".join(RECORDS),
    "records.gz": gzip.compress(b"".join(RECORDS), mtime=0),
    "records.z": zlib.compress(b"".join(RECORDS)),
    "damaged": RECORDS[0] + RECORDS[2][:-3],
}
MOST = 40


def plain(value: Any) -> Any:
    """A fetched value as JSON has it."""
    if isinstance(value, dict):
        return {key: plain(each) for key, each in sorted(value.items())}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    found = np.asarray(value, dtype=object if isinstance(value, bytes) else None).tolist()
    return json.loads(json.dumps(found, default=bytes.decode))


def until_end(tf: Any, fetches: Any, steps: int = MOST) -> list[Any]:
    """What runs give until the queues are at their end, in a new Session with a Coordinator; then the error's class."""
    found: list[Any] = []
    with tf.Session() as session:
        session.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
        coord = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess=session, coord=coord)
        try:
            while len(found) < steps and not coord.should_stop():
                found.append(plain(session.run(fetches)))
        except (tf.errors.OpError, ValueError) as error:
            found.append(type(error).__name__)
        coord.request_stop()
        try:
            coord.join(threads, stop_grace_period_secs=20)
        except (tf.errors.OpError, ValueError, RuntimeError) as error:
            found.append(f"joined: {type(error).__name__}")
    return found


def shapes(tf: Any, structure: Any) -> Any:
    """Names, dtypes and shapes of tensors."""
    if isinstance(structure, dict):
        return {key: shapes(tf, each) for key, each in sorted(structure.items())}
    if isinstance(structure, (list, tuple)):
        return [shapes(tf, each) for each in structure]
    shape = structure.get_shape()
    return [structure.name, structure.dtype.name, None if shape.ndims is None else shape.as_list()]


def refused(make: Callable[[], Any]) -> str:
    try:
        make()
    except (ValueError, TypeError) as error:
        return "TypeError" if isinstance(error, TypeError) else "ValueError"
    return "none"


def words(tf: Any, folder: str) -> Any:
    """Two epochs in order, in batches of two."""
    word = tf.train.string_input_producer(WORDS, num_epochs=2, shuffle=False).dequeue()
    batch = tf.train.batch([word], 2)
    return [shapes(tf, batch), until_end(tf, batch)]


def words_smaller(tf: Any, folder: str) -> Any:
    queue = tf.train.string_input_producer(tf.constant(WORDS), num_epochs=1, shuffle=False, name="words")
    word = queue.dequeue(name="word")
    batch = tf.train.batch({"w": word, "n": tf.constant([1.0, 2.0])}, 2, allow_smaller_final_batch=True, name="both")
    return [queue.name, word.name, shapes(tf, batch), until_end(tf, batch)]


def ranges(tf: Any, folder: str) -> Any:
    queue = tf.train.range_input_producer(3, num_epochs=2, shuffle=False, capacity=2)
    return [queue.name, queue.queue_ref.name, until_end(tf, queue.dequeue()), until_end(tf, queue.dequeue_many(4))]


def slices(tf: Any, folder: str) -> Any:
    rows = tf.constant([[1, 2], [3, 4], [5, 6]])
    one, two = tf.train.slice_input_producer([rows, WORDS], num_epochs=1, shuffle=False)
    return [shapes(tf, [one, two]), until_end(tf, [one, two])]


def shuffled(tf: Any, folder: str) -> Any:
    """The order is random: sorted."""
    index = tf.train.range_input_producer(20, num_epochs=1, seed=1).dequeue()
    batch = tf.train.shuffle_batch([index, index * 2], 4, 10, 5, num_threads=2, seed=3)
    found = until_end(tf, batch)
    numbers = sorted(number for pair in found[:-1] for number in pair[0])
    return [shapes(tf, batch), numbers, found[-1], all(pair[1] == [2 * n for n in pair[0]] for pair in found[:-1])]


def joined(tf: Any, folder: str) -> Any:
    sources = [tf.train.range_input_producer(4, num_epochs=1, shuffle=False).dequeue() for _ in range(2)]
    batch = tf.train.batch_join([[source] for source in sources], 4)
    found = until_end(tf, batch)
    other = tf.train.shuffle_batch_join([{"a": source} for source in sources], 2, 8, 2, allow_smaller_final_batch=True)
    return [shapes(tf, batch), sorted(each for batch in found[:-1] for each in batch), found[-1], shapes(tf, other)]


def padded(tf: Any, folder: str) -> Any:
    number = tf.train.range_input_producer(4, num_epochs=1, shuffle=False).dequeue()
    batch = tf.train.batch([tf.fill([number], number)], 2, dynamic_pad=True, shapes=[[None]])
    return [shapes(tf, batch), until_end(tf, batch)]


def many(tf: Any, folder: str) -> Any:
    number = tf.train.range_input_producer(3, num_epochs=1, shuffle=False).dequeue()
    batch = tf.train.batch([tf.stack([number, number + 10])], 3, enqueue_many=True)
    return [shapes(tf, batch), until_end(tf, batch)]


def kept(tf: Any, folder: str) -> Any:
    number = tf.train.range_input_producer(10, num_epochs=1, shuffle=False).dequeue()
    batch = tf.train.maybe_batch([number], tf.equal(number % 2, 0), 2, allow_smaller_final_batch=True)
    return [shapes(tf, batch), until_end(tf, batch)]


def kept_many(tf: Any, folder: str) -> Any:
    number = tf.train.range_input_producer(4, num_epochs=1, shuffle=False).dequeue()
    both = tf.stack([number, number + 10])
    batch = tf.train.maybe_batch([both], both > 2, 5, enqueue_many=True)
    return [shapes(tf, batch), until_end(tf, batch)]


def kept_shuffled(tf: Any, folder: str) -> Any:
    number = tf.train.range_input_producer(10, num_epochs=1).dequeue()
    batch = tf.train.maybe_shuffle_batch([number], 5, 10, 1, number > 4)
    found = until_end(tf, batch)
    return [shapes(tf, batch), sorted(found[0]), found[1:]]


def limited(tf: Any, folder: str) -> Any:
    two = tf.train.limit_epochs(tf.constant([1, 2]), 2)
    return [shapes(tf, two), [each.name for each in tf.local_variables()], until_end(tf, two)]


def sparse(tf: Any, folder: str) -> Any:
    """Elements of other sizes, in a dict and in a join."""

    def one() -> Any:
        number = tf.train.range_input_producer(5, num_epochs=1, shuffle=False).dequeue()
        at = tf.cast(tf.range(number), tf.int64)[:, None]
        made = tf.SparseTensor(at, tf.cast(tf.range(number), tf.float32), tf.cast([number + 1], tf.int64))
        return number, made

    number, first = one()
    batch = tf.train.batch({"s": first, "n": number}, 2, allow_smaller_final_batch=True)
    joined = tf.train.batch_join([[one()[1]], [one()[1]]], 5)
    number, second = one()
    kept = tf.train.maybe_batch([second], number > 2, 2)
    both = [batch["n"], batch["s"].indices, batch["s"].values, batch["s"].dense_shape]
    names = [batch["s"].values.dtype.name, joined.dtype.name, batch["s"].get_shape().ndims]
    return [names, until_end(tf, both), until_end(tf, [kept.indices, kept.values, kept.dense_shape])]


def sparse_many(tf: Any, folder: str) -> Any:
    number = tf.train.range_input_producer(3, num_epochs=1, shuffle=False).dequeue()
    two = tf.SparseTensor([[0, 1], [1, 0], [1, 2]], tf.stack([number, number + 1, number + 2]), [2, 3])
    batch = tf.train.batch([two, [number, 7]], 3, enqueue_many=True)
    return until_end(tf, [batch[0].indices, batch[0].values, batch[0].dense_shape, batch[1]])


def never_ends(tf: Any, folder: str) -> Any:
    """Without a number of epochs; the Coordinator stops the threads."""
    return until_end(tf, tf.train.input_producer([[1, 2], [3, 4]], shuffle=False).dequeue(), 5)


def no_strings(tf: Any, folder: str) -> Any:
    fed = tf.placeholder_with_default(np.zeros(0, object), [None])
    word = tf.train.string_input_producer(fed, num_epochs=1).dequeue()
    return until_end(tf, word)[-1]


def fails(tf: Any, folder: str) -> Any:
    """An error in a thread stops all of them, and is raised where they join."""
    number = tf.train.range_input_producer(4, num_epochs=1, shuffle=False).dequeue()
    with tf.control_dependencies([tf.Assert(number < 2, ["too large"])]):
        checked = tf.identity(number)
    return until_end(tf, tf.train.batch([checked], 1))[-1]


def files_once(tf: Any, folder: str) -> Any:
    names = tf.train.match_filenames_once(f"{folder}/*.txt")
    name = tf.train.string_input_producer(names, num_epochs=1, shuffle=False).dequeue()
    found = until_end(tf, [tf.string_split([name], "/").values[-1:], tf.read_file(name)])
    return [names.name, [each.name for each in tf.local_variables()], found]


def by_names(tf: Any, folder: str) -> Any:
    """Queues with names, and nodes with the names that TensorFlow gives them."""
    queue = tf.FIFOQueue(4, [tf.int32, tf.float32], shapes=[[], [2]], names=["n", "x"], name="q")
    put = queue.enqueue({"n": 1, "x": [1.0, 2.0]})
    put_many = queue.enqueue_many({"x": np.ones((2, 2)), "n": [2, 3]})
    one, two = queue.dequeue(), queue.dequeue_many(2)
    with tf.Session() as session:
        session.run(put)
        session.run(put_many)
        found = [plain(session.run(each)) for each in (queue.size(), one, two, queue.is_closed())]
    names = [node.name for node in (put, put_many, queue.close(), queue.close(), queue.size().op)]
    again = tf.FIFOQueue(1, tf.float32)
    return [
        found,
        names,
        shapes(tf, [one, two, queue.dequeue_up_to(3)]),
        again.name,
        shapes(tf, again.dequeue()),
        tf.PriorityQueue(3, [tf.string], [[]]).name,
        tf.RandomShuffleQueue(3, 1, [tf.int32]).name,
        tf.PaddingFIFOQueue(3, [tf.int32], [[None]]).name,
        [each.name for each in queue.dtypes],
        queue.names,
    ]


def refusals(tf: Any, folder: str) -> Any:
    queue = tf.FIFOQueue(4, [tf.int32, tf.float32], shapes=[[], [2]])
    named = tf.FIFOQueue(4, [tf.int32], names=["n"])
    return [
        refused(make)
        for make in (
            lambda: queue.enqueue([1, [1.0, 2.0, 3.0]]),
            lambda: queue.enqueue({"a": 1}),
            lambda: named.enqueue([1]),
            lambda: named.enqueue({"m": 1}),
            lambda: queue.enqueue_many([1, [[1.0, 2.0]]]),
            lambda: tf.FIFOQueue(4, [tf.int32], shapes=[[], []]),
            lambda: tf.PaddingFIFOQueue(4, [tf.int32], shapes=[[], []]),
            lambda: tf.train.string_input_producer([]),
            lambda: tf.train.slice_input_producer([]),
            lambda: tf.train.limit_epochs(tf.constant(1), 0),
            lambda: tf.train.input_producer(tf.placeholder(tf.int32)),
            lambda: tf.train.batch([], 2),
            lambda: tf.train.batch_join([], 2),
            lambda: tf.train.batch([tf.placeholder(tf.int32)], 2),
            lambda: tf.train.batch([tf.placeholder(tf.int32, [None])], 2),
            lambda: tf.train.batch_join([[1], [2.0]], 2),
            lambda: tf.train.batch([tf.constant(1)], 2, shapes=[[], []]),
            lambda: tf.train.QueueRunner(queue, []),
            lambda: tf.train.QueueRunner(queue, [queue.enqueue([1, [1.0, 2.0]])], queue_closed_exception_types=[3]),
            lambda: tf.train.LooperThread(None, 1),
            lambda: tf.train.start_queue_runners(),
            lambda: tf.train.start_queue_runners(sess=3),
        )
    ]


def picked(tf: Any, folder: str) -> Any:
    queues = [tf.FIFOQueue(2, [tf.int32], shapes=[[]]) for _ in range(2)]
    chosen = tf.QueueBase.from_list(1, queues)
    with tf.Session() as session:
        session.run([queues[0].enqueue(1), queues[1].enqueue(2)])
        return plain(session.run(chosen.dequeue()))


def read_all(tf: Any, folder: str, reader: Any, *files: str, up_to: int = 0) -> Any:
    """All records of files, without the folder in their keys, and the counts in the end."""
    queue = tf.train.string_input_producer([f"{folder}/{name}" for name in files], num_epochs=1, shuffle=False)
    record = reader.read_up_to(queue, up_to) if up_to else reader.read(queue)
    found: list[Any] = []
    with tf.Session() as session:
        session.run(tf.local_variables_initializer())
        threads = tf.train.start_queue_runners(sess=session)
        counts = [reader.num_records_produced(), reader.num_work_units_completed()]
        try:
            for _ in range(MOST):
                found.append([plain(session.run(list(record))), plain(session.run(counts))])
        except (tf.errors.OpError, ValueError) as error:
            found.append(type(error).__name__)
        found.append(plain(session.run(counts)))
        session.run(reader.reset())
        found.append(plain(session.run(counts)))
        for thread in threads:
            thread.join(20)
    return json.loads(json.dumps([shapes(tf, list(record)), found]).replace(folder, ""))


def gz(tf: Any, kind: str) -> Any:
    return tf.python_io.TFRecordOptions(getattr(tf.python_io.TFRecordCompressionType, kind))


def state(tf: Any, folder: str) -> Any:
    """A reader goes on where another one was; what others say to that."""
    queue = tf.train.string_input_producer(WORDS, num_epochs=1, shuffle=False)
    one, two, lines = tf.IdentityReader(), tf.IdentityReader(), tf.TextLineReader()
    read, saved = one.read(queue), one.serialize_state()
    given = tf.placeholder(tf.string)
    restore = two.restore_state(given)
    found: list[Any] = [one.supports_serialize, lines.supports_serialize, tf.WholeFileReader().supports_serialize]
    with tf.Session() as session:
        session.run(tf.local_variables_initializer())
        tf.train.start_queue_runners(sess=session)
        found.append(plain(session.run(saved)))
        session.run(list(read))
        session.run(list(read))
        text = session.run(saved)
        found.append(list(text))
        session.run(restore, {given: text})
        found.append(plain(session.run([two.num_records_produced(), two.num_work_units_completed()])))
        for make in (
            lambda: session.run(restore, {given: b"no state"}),
            lambda: session.run(restore, {given: b"\x08\x05\x10\x04"}),
            lambda: session.run(restore, {given: [text]}),
            lambda: session.run(lines.serialize_state()),
            lambda: session.run(lines.restore_state(text)),
        ):
            try:
                found.append(plain(make()))
            except (tf.errors.OpError, ValueError) as error:
                found.append(type(error).__name__)
    return found


def wrong_queues(tf: Any, folder: str) -> Any:
    reader = tf.IdentityReader()
    found: list[Any] = []
    for queue, value in (
        (tf.FIFOQueue(3, [tf.int32], [[]]), [1]),
        (tf.FIFOQueue(3, [tf.string, tf.string]), ["a", "b"]),
        (tf.FIFOQueue(3, [tf.string], [[2]]), [["a", "b"]]),
    ):
        with tf.Session() as session:
            session.run(queue.enqueue(value))
            try:
                found.append(plain(session.run(list(reader.read(queue)))))
            except (tf.errors.OpError, ValueError) as error:
                found.append(type(error).__name__)
    return found


READERS: dict[str, Callable[[Any, str], Any]] = {
    "lines": lambda tf, d: read_all(tf, d, tf.TextLineReader(), "one.txt", "empty", "two.txt"),
    "lines, other ends": lambda tf, d: read_all(tf, d, tf.TextLineReader(name="r"), "crlf", "no line"),
    "lines, skipped": lambda tf, d: read_all(tf, d, tf.TextLineReader(1), "one.txt", "two.txt", "crlf"),
    "lines, none": lambda tf, d: read_all(tf, d, tf.TextLineReader(), "nowhere", "one.txt"),
    "lines, several": lambda tf, d: read_all(tf, d, tf.TextLineReader(), "one.txt", "crlf", up_to=2),
    "whole": lambda tf, d: read_all(tf, d, tf.WholeFileReader(), "one.txt", "empty"),
    "whole, several": lambda tf, d: read_all(tf, d, tf.WholeFileReader(), "one.txt", "two.txt", up_to=5),
    "identity": lambda tf, d: read_all(tf, d, tf.IdentityReader(), "one.txt", "two.txt"),
    "identity, several": lambda tf, d: read_all(tf, d, tf.IdentityReader(), "one.txt", "two.txt", up_to=2),
    "fixed": lambda tf, d: read_all(tf, d, tf.FixedLengthRecordReader(3), "numbers", "empty", "two.txt"),
    "fixed, between": lambda tf, d: read_all(tf, d, tf.FixedLengthRecordReader(3, 2, 4), "numbers"),
    "fixed, overlap": lambda tf, d: read_all(tf, d, tf.FixedLengthRecordReader(6, 1, 2, 4), "numbers"),
    "fixed, gaps": lambda tf, d: read_all(tf, d, tf.FixedLengthRecordReader(3, hop_bytes=7), "numbers", up_to=2),
    "fixed, gzip": lambda tf, d: read_all(tf, d, tf.FixedLengthRecordReader(6, 1, 2, 4, encoding="GZIP"), "numbers.gz"),
    "fixed, zlib": lambda tf, d: read_all(tf, d, tf.FixedLengthRecordReader(5, encoding="ZLIB"), "numbers.z"),
    "records": lambda tf, d: read_all(tf, d, tf.TFRecordReader(), "records", "empty", "records"),
    "records, several": lambda tf, d: read_all(tf, d, tf.TFRecordReader(), "records", "records", up_to=2),
    "records, gzip": lambda tf, d: read_all(tf, d, tf.TFRecordReader(options=gz(tf, "GZIP")), "records.gz"),
    "records, zlib": lambda tf, d: read_all(tf, d, tf.TFRecordReader(options=gz(tf, "ZLIB")), "records.z"),
    "records, damaged": lambda tf, d: read_all(tf, d, tf.TFRecordReader(), "damaged", "records"),
    "records, none": lambda tf, d: read_all(tf, d, tf.TFRecordReader(), "numbers"),
    "state": state,
    "wrong queues": wrong_queues,
}

PIPELINES: dict[str, Callable[[Any, str], Any]] = {
    each.__name__: each
    for each in (
        words,
        words_smaller,
        ranges,
        slices,
        shuffled,
        joined,
        padded,
        many,
        kept,
        kept_many,
        kept_shuffled,
        limited,
        sparse,
        sparse_many,
        never_ends,
        no_strings,
        fails,
        files_once,
        by_names,
        refusals,
        picked,
    )
} | READERS


def answer(tf: Any, name: str, folder: str) -> Any:
    """What a pipeline gives in a new graph."""
    with tf.Graph().as_default():
        return PIPELINES[name](tf, folder)


def write_files(folder: str) -> None:
    for name, content in FILES.items():
        (Path(folder) / name).write_bytes(content)


def main() -> None:
    import tensorflow.compat.v1 as tf

    tf.disable_v2_behavior()
    with tempfile.TemporaryDirectory() as folder:
        write_files(folder)
        lines = [f"{json.dumps(name)}: {json.dumps(answer(tf, name, folder))}" for name in PIPELINES]
    RECORDED.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
