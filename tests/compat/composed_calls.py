"""Calls of functions that are made of others, run under TensorFlow and under graphops as those of ``calls.py``."""

from typing import Any

import numpy as np

from tests.compat.calls import call, rows
from tests.compat.summary_calls import CALLS


@call
def order_of_elements(tf: Any) -> Any:
    x = tf.constant(rows(2, 3, 4))
    numbers = tf.constant([[3, -(2**31), 3], [0, 5, -1]])
    small = tf.constant([3, 0, 255, 3], tf.uint8)
    return [
        tf.sort(x), tf.sort(x, 0), tf.sort(x, -2, "DESCENDING"), tf.sort(numbers), tf.sort(numbers, 0, "DESCENDING"),
        tf.argsort(x), tf.argsort(x, 1), tf.argsort(numbers, stable=True), tf.argsort(numbers, -1, "DESCENDING"),
        tf.sort(small), tf.argsort(small, direction="DESCENDING"),
    ]  # fmt: skip


@call
def counts_of_values(tf: Any) -> Any:
    numbers, values = tf.constant([[1, 2, 5], [2, 2, 0]]), tf.constant(rows(3, 4))
    return [
        tf.bincount(numbers), tf.bincount(numbers, minlength=8), tf.bincount(numbers, maxlength=3),
        tf.bincount(numbers, rows(2, 3)), tf.bincount(tf.constant([], tf.int32)), tf.bincount([1, 1], dtype=tf.int64),
        tf.bincount(tf.constant([1, 3], tf.int64), minlength=tf.constant(2, tf.int64), dtype=tf.float32),
        tf.confusion_matrix([1, 2, 4], [2, 2, 4]), tf.confusion_matrix([[1], [2]], [0, 2], 4, tf.float32),
        tf.confusion_matrix([0, 1], [1, 1], 2, weights=[0.5, 3.0]), tf.confusion_matrix([0, 1], [[1], [1]]),
        tf.histogram_fixed_width(values, [-1.0, 1.0], 5), tf.histogram_fixed_width(values, [0.0, 1.0], dtype=tf.int64),
        tf.histogram_fixed_width_bins(values, [-1.0, 1.0], nbins=5),
    ]  # fmt: skip


@call
def blocks_of_pixels(tf: Any) -> Any:
    image = tf.constant(rows(1, 4, 6, 2))
    cube = tf.constant(rows(1, 3, 3, 3, 1))
    cut = tf.space_to_batch(image, [[0, 0], [1, 1]], 2)
    unknown = tf.placeholder_with_default([5, 7], [2])
    return [
        cut, tf.batch_to_space(cut, [[0, 0], [1, 1]], 2), tf.space_to_batch(image, [[0, 0], [0, 0]], block_shape=2),
        *tf.required_space_to_batch_paddings([5, 7], [2, 3]),
        *tf.required_space_to_batch_paddings(unknown, [4, 2], [[1, 0], [0, 1]]),
        tf.extract_image_patches(image, [1, 2, 3, 1], [1, 2, 2, 1], [1, 1, 1, 1], "VALID"),
        tf.extract_image_patches(image, sizes=[1, 3, 3, 1], strides=[1, 2, 2, 1], rates=[1, 2, 2, 1], padding="SAME"),
        tf.extract_volume_patches(cube, [1, 2, 2, 2, 1], [1, 1, 1, 1, 1], "VALID"),
    ]  # fmt: skip


@call
def segments_and_shapes(tf: Any) -> Any:
    x = tf.constant(rows(4, 2))
    one, other = tf.TensorShape([None, 1, 3]), tf.TensorShape([2, 1])
    together = tf.broadcast_static_shape(one, other)
    return [
        tf.unsorted_segment_mean(x, [0, 2, 2, -1], 4), tf.unsorted_segment_sqrt_n(x, [0, 2, 2, 0], 3),
        tf.unsorted_segment_mean(x, [[0, 1], [1, 1], [0, 0], [2, 2]], 3), tf.lbeta(tf.abs(x) + 0.5),
        tf.lbeta(tf.zeros([2, 0])), tf.broadcast_dynamic_shape([2, 1, 3], [4, 1]),
        tf.broadcast_dynamic_shape(tf.shape(x), tf.constant([1])), tf.constant(together.rank),
        tf.constant([-1 if size is None else size for size in together.as_list()]),
        tf.gradients(tf.unsorted_segment_mean(x, [0, 2, 2, -1], 4), x), tf.unique_with_counts([3, 1, 3, 2]),
        tf.unravel_index([5, 2], [2, 3]), tf.parallel_stack([x, x + 1.0]),
    ]  # fmt: skip


@call
def texts_and_bytes_as_numbers(tf: Any) -> Any:
    lines = ["1,2.5,a", '3,,"b,c"', ",NA,"]
    sparse = [tf.SparseTensor([[0, 0], [0, 1], [1, 0]], [1, 2, 3], [2, 2]),
              tf.SparseTensor([[0, 0], [1, 0], [1, 1]], [1, 3, 4], [2, 2])]  # fmt: skip
    return [
        *tf.decode_csv(lines, [[0], [1.5], ["-"]], na_value="NA"),
        tf.decode_csv(lines[:2], [[7], [""]], select_cols=[0, 2]), tf.decode_csv(["1;2"], [[0], [0]], ";"),
        tf.decode_csv(["1|'a"], [[0], [""]], "|", use_quote_delim=False),
        tf.decode_raw(["abcd", "efgh"], tf.uint8), tf.decode_raw(bytes=["abcd"], out_type=tf.int16),
        tf.decode_raw(["abcd"], tf.int16, little_endian=False), tf.edit_distance(*sparse),
        tf.edit_distance(*sparse, normalize=False, name="d"),
        tf.parse_tensor(tf.serialize_tensor([1.5, 2.0]), tf.float32),
        tf.decode_compressed([b"abc"]), tf.guarantee_const([1.0]),
    ]  # fmt: skip


@call
def quantised_and_bits(tf: Any) -> Any:
    x = tf.constant(3 * rows(2, 3))
    low, high = tf.constant([-1.0, -2.0, 0.0]), tf.constant([1.0, 3.0, 2.0])
    i, j = tf.constant([5, -3, 12]), tf.constant([3, 1, 2])
    bits = tf.bitwise
    return [
        tf.fake_quant_with_min_max_args(x), tf.fake_quant_with_min_max_args(x, -1, 2.5, 4, True),
        tf.fake_quant_with_min_max_args_gradient(x, x, -2.0, 2.0), tf.fake_quant_with_min_max_vars(x, -1.0, 2.0),
        tf.fake_quant_with_min_max_vars(x, -1.0, 2.0, 5, narrow_range=True),
        tf.fake_quant_with_min_max_vars_gradient(x, x, -1.0, 2.0),
        tf.fake_quant_with_min_max_vars_per_channel(x, low, high),
        tf.fake_quant_with_min_max_vars_per_channel_gradient(x, x, low, high),
        bits.bitwise_and(i, j), bits.bitwise_or(i, j), bits.bitwise_xor(i, j), bits.invert(i), bits.left_shift(i, j),
        bits.right_shift(i, j),
    ]  # fmt: skip


@call
def changed_slices(tf: Any) -> Any:
    x = tf.constant(rows(4, 2))
    at, new = [[1], [3]], tf.constant(rows(2, 2, seed=1))
    return [
        tf.tensor_scatter_update(x, at, new), tf.tensor_scatter_add(x, at, new), tf.tensor_scatter_sub(x, at, new),
        tf.tensor_scatter_nd_update(x, at, new), tf.tensor_scatter_nd_add(x, at, new),
        tf.tensor_scatter_nd_sub(x, at, new), tf.tensor_scatter_nd_max(x, at, new),
        tf.tensor_scatter_nd_min(x, at, new),
    ]  # fmt: skip


@call
def changed_rows_of_variables(tf: Any) -> Any:
    """One after the other: each works on what the one before it left."""
    first = tf.Variable(np.ones((4, 2), np.float32))
    second = tf.Variable(np.arange(12, dtype=np.float32).reshape(2, 3, 2))
    at, new = [1, 3], tf.constant([[2.0, 3.0], [-4.0, 5.0]])
    steps = [
        lambda: tf.scatter_mul(first, at, new), lambda: tf.scatter_div(first, [3], [[2.0, 2.0]]),
        lambda: tf.scatter_max(first, at, [[3.0, 0.0], [0.0, 0.0]]), lambda: tf.scatter_min(first, 0, [0.5, 2.0]),
        lambda: tf.scatter_nd_update(first, [[2]], [[7.0, 8.0]]), lambda: tf.scatter_nd_add(first, [[2, 1]], [1.0]),
        lambda: tf.scatter_nd_sub(first, [[0, 0], [0, 0]], [1.0, 2.0]),
        lambda: tf.batch_scatter_update(second, [[2, 0], [1, 1]], -np.ones((2, 2, 2), np.float32)),
        lambda: tf.batch_scatter_update(first, [0], [[0.25, 0.5]]),
    ]  # fmt: skip
    counter = tf.Variable(3)
    found: list[Any] = []
    with tf.control_dependencies([tf.assign(first, first.initial_value), tf.assign(second, second.initial_value)]):
        last: Any = tf.no_op()
    for step in steps:
        with tf.control_dependencies([last]):
            last = step() + 0.0  # a copy: the variable itself changes
            found.append(last)
    with tf.control_dependencies([tf.assign(counter, 3)]):
        return [found, tf.identity(tf.count_up_to(counter, 10))]


@call
def questions_and_assertions(tf: Any) -> Any:
    x = tf.constant(rows(2, 3))
    unknown = tf.placeholder_with_default(rows(2, 3), None)
    checks = [
        tf.assert_near(x, x + 1e-7), tf.assert_near(unknown, x, 0.1, 0.2), tf.assert_rank_in(x, [1, 2]),
        tf.assert_rank_in(unknown, [2, 3], message="ranks"), tf.assert_variables_initialized([tf.Variable(1.0)]),
    ]  # fmt: skip
    facts = [
        tf.is_numeric_tensor(x), tf.is_numeric_tensor(tf.constant("a")), tf.is_numeric_tensor(3),
        tf.assert_same_float_dtype([x, None]) == tf.float32, tf.assert_same_float_dtype() == tf.float32,
        tf.assert_same_float_dtype(dtype=tf.float64) == tf.float64, tf.assert_proper_iterable([x]) is None,
    ]  # fmt: skip
    with tf.control_dependencies([check for check in checks[:4] if check is not None]):
        checked = tf.identity(x)
    return [
        checked, tf.constant(facts), tf.is_non_decreasing([1, 1, 2]), tf.is_non_decreasing([2.0, 1.0]),
        tf.is_strictly_increasing([1, 1]), tf.is_strictly_increasing([[1, 2], [3, 4]]), tf.is_strictly_increasing([1]),
        tf.verify_tensor_all_finite(x, "finite"), tf.verify_tensor_all_finite(x=x, message="finite"),
    ]  # fmt: skip


__all__ = ["CALLS"]
