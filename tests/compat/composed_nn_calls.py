"""Calls of functions of ``tf.nn``, ``tf.math`` and ``tf.linalg`` that are made of others, as those of ``calls.py``."""

from typing import Any

import numpy as np

from tests.compat.calls import call, rows
from tests.compat.composed_calls import CALLS


@call
def special_functions(tf: Any) -> Any:
    x, p = tf.constant(rows(2, 3)), tf.constant(np.abs(rows(2, 3)) / 2 + 0.05)
    zeros = tf.constant([[0.0, 1.0, 0.0], [2.0, 0.0, -1.0]])
    math = tf.math
    names = """bessel_i0 bessel_i0e bessel_i1 bessel_i1e bessel_j0 bessel_j1 bessel_k0 bessel_k0e bessel_k1 bessel_k1e
        bessel_y0 bessel_y1 dawsn expint fresnel_cos fresnel_sin spence"""  # fmt: skip
    special = [getattr(math.special, name) for name in names.split()]
    return [
        [function(p) for function in special], math.bessel_i0(x), math.bessel_i0e(x), math.bessel_i1(x),
        math.bessel_i1e(x), math.divide_no_nan(x, zeros), math.multiply_no_nan(x, zeros), math.erfinv(p - 0.5),
        math.erfcinv(p), math.ndtri(p * 0.9), math.nextafter(x, zeros), math.xdivy(zeros, x), math.xlogy(zeros, p),
        math.xlog1py(zeros, p), math.reciprocal_no_nan(zeros), math.cumulative_logsumexp(x),
        math.cumulative_logsumexp(x, 1, exclusive=True, reverse=True), math.polyval([2.0, x, 0.5], p),
        math.polyval([], x), math.reduce_variance(x), math.reduce_variance(x, 1, keepdims=True),
        math.reduce_std(x, axis=[0]), math.reduce_variance(tf.complex(x, p), 0), math.reduce_euclidean_norm(x),
        math.reduce_euclidean_norm(x, -1, True), math.softmax(x, 0), math.log_softmax(x), math.softplus(x),
        math.softsign(x), math.bincount([1, 1, 3]), math.confusion_matrix([0], [1]), math.lbeta(p),
        math.unsorted_segment_mean(x, [1, 1], 2), math.unsorted_segment_sqrt_n(x, [1, 1], 2),
        math.is_non_decreasing(x), math.is_strictly_increasing([1, 2]),
    ]  # fmt: skip


@call
def linear_algebra(tf: Any) -> Any:
    x, right = tf.constant(rows(2, 3, 3) + 3 * np.eye(3, dtype=np.float32)), tf.constant(rows(2, 3, 2, seed=1))
    definite = tf.matmul(x, x, transpose_b=True)
    wide, linalg = tf.constant(rows(2, 4)), tf.linalg
    z = tf.complex(x, tf.constant(rows(2, 3, 3, seed=2)))
    both, order = linalg.lu(x)
    one, one_order = linalg.lu(x[0])
    found = [
        linalg.adjoint(z), linalg.band_part(x, 0, 1), linalg.cholesky(definite), linalg.det(x), linalg.inv(x),
        linalg.cholesky_solve(linalg.cholesky(definite), right), linalg.cross(x[0], x[1]), linalg.diag_part(x),
        linalg.diag_part(x, k=1), linalg.eigvalsh(definite), linalg.eigh(definite)[0], linalg.global_norm([x, right]),
        linalg.inv(x, adjoint=True), linalg.l2_normalize(x, 1), linalg.logdet(definite),
        linalg.lstsq(wide, wide[:, :1]),
        linalg.lu(x), linalg.lu_matrix_inverse(both, order), linalg.lu_reconstruct(both, order),
        linalg.lu_reconstruct(one, one_order), linalg.lu_solve(both, order, right), linalg.matvec(x, right[:, :, 0]),
        linalg.lu_solve(one, one_order, right[0]), linalg.lu_solve(both, order, right[0]),
        linalg.matvec(x[0], right[0, :, 1], transpose_a=True), linalg.matrix_rank(x), linalg.pinv(wide),
        linalg.matrix_rank([[1.0, 2.0], [2.0, 4.0]]), linalg.matrix_rank(x, tol=1e5), linalg.pinv(x, rcond=0.5),
        linalg.normalize(x), linalg.normalize(x, 1, axis=-1), linalg.set_diag(x, right[:, :, 0]), linalg.slogdet(x),
        linalg.solve(x, right), linalg.solve(x, right, adjoint=True), linalg.svd(wide, compute_uv=False),
        linalg.tensor_diag([1.0, 2.0]), linalg.tensor_diag_part(x[0]), linalg.triangular_solve(definite, right),
        tf.matmul(*linalg.qr(x)),
    ]  # fmt: skip
    three = tf.constant(rows(2, 3, 4, seed=3) + np.float32([[0], [5], [0]]))
    columns = tf.constant(rows(2, 4, 2, seed=4))
    sequence = [three[:, 0], three[:, 1], three[:, 2]]
    matrix = tf.constant(rows(4, 4, seed=5) + 4 * np.eye(4, dtype=np.float32))
    return [
        *found,
        linalg.tridiagonal_matmul(three, columns), linalg.tridiagonal_matmul(sequence, columns, "sequence"),
        linalg.tridiagonal_matmul(matrix, columns[0], "matrix"), linalg.tridiagonal_solve(three, columns),
        linalg.tridiagonal_solve(sequence, columns, "sequence"), linalg.tridiagonal_solve(matrix, columns[0], "matrix"),
        linalg.tridiagonal_solve([sequence[0][:, :-1], sequence[1], sequence[2][:, 1:]], columns, "sequence"),
        linalg.tridiagonal_solve(three, columns[:, :, 0], conjugate_rhs=True),
        linalg.tridiagonal_solve(three, tf.matrix_transpose(columns), transpose_rhs=True, partial_pivoting=False),
    ]  # fmt: skip


@call
def pools_of_any_axes(tf: Any) -> Any:
    row, image = tf.constant(rows(2, 7, 3)), tf.constant(rows(1, 6, 8, 2))
    cube = tf.constant(rows(1, 4, 4, 4, 2))
    nn = tf.nn
    unknown = tf.placeholder_with_default(rows(1, 6, 8, 2), [None, None, None, 2])
    return [
        nn.pool(row, [2], "MAX", "SAME", strides=[2]), nn.pool(image, [2, 3], "AVG", "VALID"),
        nn.pool(cube, [2, 2, 2], "MAX", "VALID", strides=[2, 2, 2]),
        nn.pool(image, [2, 2], "MAX", "VALID", dilation_rate=[2, 3]),
        nn.pool(image, [2, 2], "AVG", "VALID", dilations=[1, 2]), nn.pool(row, [3], "MAX", "VALID", [2]),
        nn.max_pool1d(row, 2, 2, "VALID"), nn.avg_pool1d(row, [3], [2], "SAME"), nn.max_pool_v2(row, 2, 1, "SAME"),
        nn.max_pool_v2(image, [2, 2], 2, "SAME"), nn.avg_pool_v2(cube, 2, 2, "VALID"),
        nn.avg_pool_v2(image, 3, 2, "SAME"),
        nn.erosion2d(image, rows(2, 3, 2, seed=1), [1, 1, 1, 1], [1, 2, 1, 1], "SAME"),
        nn.with_space_to_batch(image, [2, 2], "SAME", lambda x, axes, padding: nn.conv2d(
            x, rows(3, 2, 2, 4, seed=2), [1, 1, 1, 1], padding), filter_shape=[3, 2, 2, 4]),
        nn.with_space_to_batch(unknown, [1, 3], "SAME", lambda x, axes, padding: nn.conv2d(
            x, rows(3, 3, 2, 1, seed=3), [1, 1, 1, 1], padding), filter_shape=[3, 3, 2, 1], spatial_dims=[1, 2]),
        nn.space_to_depth(image, 2), nn.depth_to_space(tf.constant(rows(1, 2, 2, 4)), 2),
        nn.space_to_batch(image, [[0, 0], [0, 0]], 2),
    ]  # fmt: skip


@call
def transposed_convolutions(tf: Any) -> Any:
    row, image = tf.constant(rows(2, 5, 3)), tf.constant(rows(1, 4, 5, 3))
    cube, nn = tf.constant(rows(1, 2, 2, 2, 2)), tf.nn
    weights = rows(3, 3, 2, 3, seed=1)
    depthwise = rows(3, 3, 3, 2, seed=2)
    outer = rows(1, 4, 5, 6, seed=3)
    return [
        nn.conv1d_transpose(row, rows(3, 2, 3), [2, 10, 2], 2),
        nn.conv1d_transpose(row, rows(3, 2, 3), [2, 7, 2], 1, "VALID"),
        nn.conv1d_transpose(row, rows(3, 2, 3), tf.constant([2, 5, 2]), [1]),
        nn.conv_transpose(row, rows(3, 2, 3), [2, 10, 2], 2), nn.conv_transpose(image, weights, [1, 8, 10, 2], [2, 2]),
        nn.conv_transpose(cube, rows(2, 2, 2, 1, 2), [1, 4, 4, 4, 1], 2),
        nn.atrous_conv2d_transpose(image, weights, [1, 4, 5, 2], 2, "SAME"),
        nn.atrous_conv2d_transpose(image, weights, [1, 8, 9, 2], 2, "VALID"),
        nn.atrous_conv2d_transpose(image, weights, [1, 4, 5, 2], 1, "SAME"),
        nn.depthwise_conv2d_backprop_input([1, 4, 5, 3], depthwise, outer, [1, 1, 1, 1], "SAME"),
        nn.depthwise_conv2d_backprop_filter(image, [3, 3, 3, 2], outer, [1, 1, 1, 1], "SAME"),
    ]  # fmt: skip


@call
def moments_and_labels(tf: Any) -> Any:
    x, nn = tf.constant(rows(3, 4)), tf.nn
    unknown = tf.placeholder_with_default(rows(3, 4), None)
    statistics = nn.sufficient_statistics(x, [0], shift=0.5)
    labels = tf.constant([[1, 1, 2, 2, 1], [3, 3, 3, 3, 0], [0, 1, 1, 0, 4]])
    return [
        statistics, nn.normalize_moments(*statistics), nn.sufficient_statistics(x, [0, 1], keep_dims=True)[:3],
        nn.sufficient_statistics(unknown, [-1])[:3], nn.normalize_moments(3.0, x, x * x + 9.0, None),
        nn.compute_average_loss(x[0]), nn.compute_average_loss(x[0], [1.0, 2.0, 0.0, 1.0], 8),
        nn.scale_regularization_loss(x), nn.collapse_repeated(labels, [5, 4, 3]),
        nn.collapse_repeated(labels, tf.constant([5, 5, 5], tf.int64)), nn.ctc_unique_labels(labels),
    ]  # fmt: skip


class _Doubling:
    """A cell: it adds half of the input to its state, and gives twice the sum."""

    state_size = output_size = 3

    def __init__(self, tf: Any) -> None:
        self._tf = tf

    def __call__(self, inputs: Any, state: Any, scope: Any = None) -> Any:
        new = state + 0.5 * inputs
        return 2.0 * new, new

    def zero_state(self, batch_size: Any, dtype: Any) -> Any:
        return self._tf.zeros([batch_size, 3], dtype)


@call
def raw_networks(tf: Any) -> Any:
    if tf.VERSION.startswith("2"):
        from tf_keras.src.layers.rnn.legacy_cells import RNNCell

        class Cell(_Doubling, RNNCell):
            state_size = output_size = 3
            __call__ = _Doubling.__call__

            def __init__(self, tf: Any) -> None:
                RNNCell.__init__(self)
                self._tf = tf

        cell: Any = Cell(tf)
    else:
        cell = _Doubling(tf)
    sequence, lengths = tf.constant(rows(4, 2, 3)), tf.constant([4, 2])

    def counting(time: Any, output: Any, state: Any, own: Any) -> Any:
        after = tf.zeros([2, 3]) if output is None else state
        count = tf.constant(10) if output is None else own + 1
        done = time >= lengths
        following = tf.cond(tf.reduce_all(done), lambda: tf.zeros([2, 3]), lambda: sequence[tf.minimum(time, 3)])
        return done, following, after, output, count

    def other_output(time: Any, output: Any, state: Any, own: Any) -> Any:
        after = tf.ones([2, 3]) if output is None else state
        emitted = (tf.zeros([1]), tf.zeros([], tf.int32)) if output is None else (output[:, :1], tf.fill([2], time))
        return time >= [3, 3], sequence[tf.minimum(time, 3)], after, emitted, None

    written, state, count = tf.nn.raw_rnn(cell, counting)
    others, last, nothing = tf.nn.raw_rnn(cell, other_output, scope="others")

    class Saver:
        saved: list[Any] = []

        def state(self, name: str) -> Any:
            return tf.ones([2, 3])

        def save_state(self, name: str, value: Any) -> Any:
            self.saved.append(value)
            return tf.no_op()

    outputs, kept = tf.nn.static_state_saving_rnn(cell, tf.unstack(sequence), Saver(), "s", lengths)
    return [
        written.stack(), state, count, [each.stack() for each in others], last, tf.constant(nothing is None),
        outputs, kept,
    ]  # fmt: skip


__all__ = ["CALLS"]
