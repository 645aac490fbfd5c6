"""Pipelines that give the same elements in TensorFlow and here: each takes ``tf`` and gives a data set."""

from __future__ import annotations

from typing import Any


def ranges(tf: Any) -> Any:
    return tf.data.Dataset.range(2, 20, 5).concatenate(tf.data.Dataset.range(3))


def counted_down(tf: Any) -> Any:
    return tf.data.Dataset.range(5, 0, -2)


def batches(tf: Any) -> Any:
    return tf.data.Dataset.range(7).batch(3)


def whole_batches(tf: Any) -> Any:
    return tf.data.Dataset.range(7).batch(3, drop_remainder=True)


def batches_of_batches(tf: Any) -> Any:
    return tf.data.Dataset.range(8).batch(2).batch(3)


def dicts(tf: Any) -> Any:
    slices = {"b": [1.0, 2.0, 3.0], "a": ([1, 2, 3], [[1, 2], [3, 4], [5, 6]])}
    return tf.data.Dataset.from_tensor_slices(slices).map(lambda d: {"s": d["a"][0] + 1, "t": (d["b"], d["a"][1])})


def tuples(tf: Any) -> Any:
    return tf.data.Dataset.from_tensor_slices(([1, 2, 3], ["x", "y", "z"])).map(lambda x, y: (y, x * 2))


def padded(tf: Any) -> Any:
    grown = tf.data.Dataset.range(1, 6).map(lambda x: tf.fill([tf.cast(x, tf.int32)], x))
    return grown.padded_batch(2, [None])


def padded_with_values(tf: Any) -> Any:
    grown = tf.data.Dataset.range(1, 5).map(lambda x: (tf.fill([x, 2], x), tf.as_string(tf.fill([x], x)), x))
    values = (tf.constant(-1, tf.int64), "?", tf.constant(0, tf.int64))
    return grown.padded_batch(3, padded_shapes=([5, -1], [-1], []), padding_values=values)


def padded_by_static_shapes(tf: Any) -> Any:
    return tf.data.Dataset.range(3).map(lambda x: tf.fill([2], x)).padded_batch(2, drop_remainder=True)


def unbatched(tf: Any) -> Any:
    return tf.data.Dataset.from_tensor_slices(([[1, 2], [3, 4]], [["a", "b"], ["c", "d"]])).unbatch()


def interleaved(tf: Any) -> Any:
    return tf.data.Dataset.range(1, 6).interleave(
        lambda x: tf.data.Dataset.from_tensors(x).repeat(x + 1), cycle_length=2, block_length=3
    )


def interleaved_widely(tf: Any) -> Any:
    return tf.data.Dataset.range(1, 5).interleave(
        lambda x: tf.data.Dataset.from_tensors(x).repeat(6 - x), cycle_length=7, block_length=2
    )


def interleaved_with_empty_ones(tf: Any) -> Any:
    return tf.data.Dataset.range(6).interleave(
        lambda x: tf.data.Dataset.range(x % 3).map(lambda y: x * 10 + y), cycle_length=3, block_length=1
    )


def interleaved_in_threads(tf: Any) -> Any:
    return tf.data.Dataset.range(5).interleave(
        lambda x: tf.data.Dataset.range(x), cycle_length=2, block_length=2, num_parallel_calls=2
    )


def flat_mapped(tf: Any) -> Any:
    return tf.data.Dataset.range(4).flat_map(lambda x: tf.data.Dataset.range(x).map(lambda y: x + y))


def windows(tf: Any) -> Any:
    return tf.data.Dataset.range(10).window(3, shift=2, stride=2).flat_map(lambda w: w.batch(3))


def whole_windows(tf: Any) -> Any:
    return tf.data.Dataset.range(9).window(3, shift=1, drop_remainder=True).flat_map(lambda w: w.batch(3))


def windows_with_gaps(tf: Any) -> Any:
    return tf.data.Dataset.range(12).window(2, shift=5).flat_map(lambda w: w.batch(2))


def windows_of_pairs(tf: Any) -> Any:
    pairs = tf.data.Dataset.from_tensor_slices(([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])).window(2)
    return pairs.flat_map(lambda a, b: tf.data.Dataset.zip((a.batch(2), b.batch(2))))


def shards(tf: Any) -> Any:
    return tf.data.Dataset.range(11).shard(4, 1)


def taken_and_skipped(tf: Any) -> Any:
    numbers = tf.data.Dataset.range(6)
    return numbers.skip(4).concatenate(numbers.take(2)).concatenate(numbers.take(-1)).concatenate(numbers.skip(-1))


def repeated(tf: Any) -> Any:
    return tf.data.Dataset.range(3).repeat(2).concatenate(tf.data.Dataset.range(2).repeat(0))


def repeated_for_ever(tf: Any) -> Any:
    return tf.data.Dataset.range(3).repeat().take(7)


def empty_for_ever(tf: Any) -> Any:
    return tf.data.Dataset.range(0).repeat()


def filtered(tf: Any) -> Any:
    return tf.data.Dataset.range(10).filter(lambda x: tf.equal(x % 3, 1))


def zipped(tf: Any) -> Any:
    numbers = tf.data.Dataset.range(4)
    return tf.data.Dataset.zip((numbers, {"x": numbers.skip(1), "w": numbers.map(lambda x: x * x)}))


def numbered(tf: Any) -> Any:
    return tf.data.Dataset.from_tensor_slices(["a", "b"]).enumerate(start=5)


def scanned(tf: Any) -> Any:
    sums = tf.data.Dataset.range(1, 6).apply(
        tf.data.experimental.scan(tf.constant(0, tf.int64), lambda s, x: (s + x, (s, x)))
    )
    return sums


def reduced(tf: Any) -> Any:
    total = tf.data.Dataset.range(6).reduce((tf.constant(0, tf.int64), 0), lambda s, x: (s[0] + x, s[1] + 1))
    return tf.data.Dataset.from_tensors(1).map(lambda one: one) if total is None else _of(tf, total)


def _of(tf: Any, tensors: Any) -> Any:
    return tf.data.Dataset.from_tensors(tensors)


def mapped_in_threads(tf: Any) -> Any:
    return tf.data.Dataset.range(20).map(lambda x: x * x, num_parallel_calls=3).prefetch(2)


def mapped_and_batched(tf: Any) -> Any:
    fused = tf.data.experimental.map_and_batch(lambda x: (x, -x), 4, num_parallel_calls=2)
    return tf.data.Dataset.range(10).apply(fused)


def without_errors(tf: Any) -> Any:
    checked = tf.data.Dataset.from_tensor_slices([1.0, 0.0, 4.0, 0.0]).map(lambda x: tf.check_numerics(1.0 / x, "of x"))
    return checked.apply(tf.data.experimental.ignore_errors())


def grouped(tf: Any) -> Any:
    groups = tf.data.experimental.group_by_window(lambda x: x % 3, lambda key, members: members.batch(4), 4)
    return tf.data.Dataset.range(25).apply(groups)


def bucketed(tf: Any) -> Any:
    grown = tf.data.Dataset.from_tensor_slices([1, 5, 2, 7, 3, 3, 9, 1, 2]).map(lambda n: tf.fill([n], n))
    return grown.apply(tf.data.experimental.bucket_by_sequence_length(lambda x: tf.shape(x)[0], [3, 6], [2, 2, 2]))


def bucketed_to_boundaries(tf: Any) -> Any:
    grown = tf.data.Dataset.from_tensor_slices([1, 5, 2, 4, 3, 3, 1, 2]).map(lambda n: tf.fill([n], n))
    buckets = tf.data.experimental.bucket_by_sequence_length(
        lambda x: tf.shape(x)[0], [4, 8], [3, 2, 2], pad_to_bucket_boundary=True
    )
    return grown.apply(buckets)


def chosen(tf: Any) -> Any:
    sources = [tf.data.Dataset.from_tensors(name).repeat(2) for name in ("a", "b", "c")]
    return tf.data.experimental.choose_from_datasets(sources, tf.data.Dataset.range(3).repeat(3))


def different(tf: Any) -> Any:
    return tf.data.Dataset.from_tensor_slices([1, 37, 2, 37, 2, 1]).apply(tf.data.experimental.unique())


def until(tf: Any) -> Any:
    return tf.data.Dataset.range(10).apply(tf.data.experimental.take_while(lambda x: x < 4))


def generated(tf: Any) -> Any:
    def generator(stop: Any) -> Any:
        for number in range(stop):
            yield number, [number] * number, {"n": str(number)}

    types = (tf.int64, tf.float32, {"n": tf.string})
    shapes = (tf.TensorShape([]), tf.TensorShape([None]), {"n": tf.TensorShape([])})
    return tf.data.Dataset.from_generator(generator, types, shapes, args=(4,))


def cached(tf: Any) -> Any:
    return tf.data.Dataset.range(3).map(lambda x: x + 1).cache().repeat(3)


def called_from_python(tf: Any) -> Any:
    def double(x: Any, text: Any) -> Any:
        return x * 2, text.decode() + "!"

    return tf.data.Dataset.from_tensor_slices(([1, 2], ["a", "b"])).map(
        lambda x, text: tuple(tf.py_func(double, [x, text], [tf.int32, tf.string]))
    )


def counted(tf: Any) -> Any:
    return tf.data.experimental.Counter(start=10, step=-3).take(4)


PIPELINES = {name: function for name, function in list(globals().items()) if callable(function) and name[0] != "_"}
PIPELINES.pop("Any", None)
