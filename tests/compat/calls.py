"""Calls of the API of TensorFlow 1 scripts, written once and run under TensorFlow and under graphops.

Each function gets the module ``tf`` and gives tensors, nested anyhow.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

Call = Callable[[Any], Any]
CALLS: dict[str, Call] = {}


def call(function: Call) -> Call:
    CALLS[function.__name__] = function
    return function


def rows(*shape: int, seed: int = 0) -> np.ndarray:
    """Reproducible float32 numbers in [-2, 2)."""
    return (4 * np.random.Generator(np.random.PCG64(seed)).random(shape) - 2).astype(np.float32)


@call
def making(tf: Any) -> Any:
    x = tf.constant(rows(2, 3))
    return [
        tf.zeros([2, 3]), tf.ones((2,), tf.int32), tf.zeros_like(x), tf.ones_like(x, dtype=tf.int64), tf.fill([2], 7),
        tf.range(5), tf.range(1, 10, 3), tf.range(3.0), tf.range(0.0, 1.0, 0.25), tf.linspace(0.0, 1.0, 4), tf.eye(3),
        tf.eye(2, 3, batch_shape=[2]), tf.one_hot([0, 2, -1], 3), tf.one_hot([1, 0], 2, 5.0, -1.0, axis=0),
        tf.constant([1, 2], shape=[2, 3]), tf.constant(3.0, shape=[2]), tf.sequence_mask([1, 3, 2]),
        tf.sequence_mask([1, 2], 4, tf.float32), tf.meshgrid([1, 2, 3], [4, 5]),
        tf.meshgrid([1, 2], [3], indexing="ij"),
        tf.diag([1.0, 2.0]), tf.linspace([0.0, 1.0], [1.0, 3.0], 3), tf.zeros([2], tf.string),
    ]  # fmt: skip


@call
def shapes(tf: Any) -> Any:
    x = tf.constant(rows(2, 1, 3))
    unknown = tf.placeholder_with_default(rows(2, 3), [None, 3])
    return [
        tf.shape(x), tf.size(x), tf.rank(x), tf.shape(x, out_type=tf.int64), tf.reshape(x, [3, -1]), tf.squeeze(x),
        tf.squeeze(x, squeeze_dims=[1]), tf.expand_dims(x, -1), tf.expand_dims(x, dim=0), tf.transpose(x),
        tf.transpose(x, [2, 0, 1]), tf.reshape(unknown, [-1, tf.shape(unknown)[0]]), tf.matrix_transpose(unknown),
        tf.broadcast_to(unknown, [2, 2, 3]), tf.transpose(unknown), tf.zeros(tf.shape(unknown)), tf.tile(x, [1, 2, 1]),
    ]  # fmt: skip


@call
def joining(tf: Any) -> Any:
    x, y = tf.constant(rows(2, 3)), tf.constant(rows(2, 3, seed=1))
    return [
        tf.concat([x, y], 0), tf.concat([x, y], axis=-1), tf.stack([x, y], axis=1), tf.stack([1, 2, 3]),
        tf.unstack(x), tf.unstack(x, axis=1), tf.split(x, 3, axis=1), tf.split(x, [1, 2], 1), x[0], x[:, 1:],
        x[..., tf.newaxis] if hasattr(tf, "newaxis") else x[..., None], tf.slice(x, [0, 1], [2, 2]),
        tf.strided_slice(x, [0, 0], [2, 3], [1, 2]), tf.pad(x, [[1, 0], [0, 2]]),
        tf.pad(x, [[1, 1], [0, 0]], "SYMMETRIC"),
        tf.pad(x, [[0, 1], [1, 0]], constant_values=9.0), tf.reverse(x, [1]), tf.roll(x, 1, 0), tf.repeat([1, 2], 2),
        tf.repeat(x, [1, 2], axis=0), tf.stack([x[0, 0], 1.0]),
    ]  # fmt: skip


@call
def choosing(tf: Any) -> Any:
    x = tf.constant(rows(3, 4))
    return [
        tf.gather(x, [2, 0]), tf.gather(x, [1, 3], axis=1), tf.gather_nd(x, [[0, 1], [2, 3]]),
        tf.scatter_nd([[1], [3]], [5.0, 6.0], [5]), tf.where(x > 0), tf.where(x > 0, x, -x),
        tf.where([True, False, True], x, x * 2.0), tf.boolean_mask(x, [True, False, True]), tf.boolean_mask(x, x > 0),
        tf.boolean_mask(x, [True, False, False, True], axis=1), tf.unique([3, 1, 3, 2]), tf.setdiff1d([1, 2, 3], [2]),
        tf.batch_gather(x, [[0], [1], [2]]), tf.nn.embedding_lookup(x, [[0, 1], [2, 2]]), tf.nn.top_k(x, 2),
        tf.nn.in_top_k(x, [0, 1, 2], 2), tf.argmax(x, 1), tf.argmin(x, dimension=0), tf.argmax(x),
        tf.invert_permutation([2, 0, 1]), tf.searchsorted([1.0, 2.0, 3.0], [0.5, 2.0, 9.0]),
        tf.nn.embedding_lookup(x, [1, 2], max_norm=1.0), tf.where_v2([True, False, True, False], x, 0.0),
    ]  # fmt: skip


@call
def elementwise(tf: Any) -> Any:
    x, y = tf.constant(rows(2, 3)), tf.constant(rows(2, 3, seed=1))
    p = tf.abs(x) + 0.1
    i = tf.constant([[7, -7, 3]])
    z = tf.complex(x, y)
    unary = [
        tf.exp(x), tf.log(p), tf.log1p(p), tf.expm1(x), tf.sqrt(p), tf.rsqrt(p), tf.square(x), tf.sin(x), tf.cos(x),
        tf.tan(x), tf.tanh(x), tf.sigmoid(x), tf.erf(x), tf.erfc(x), tf.lgamma(p), tf.digamma(p), tf.sign(x),
        tf.round(x),
        tf.floor(x), tf.ceil(x), tf.rint(x), tf.negative(x), tf.reciprocal(p), tf.abs(i), tf.asinh(x), tf.atan(x),
        tf.log_sigmoid(x), tf.is_nan(x), tf.is_inf(x), tf.is_finite(x), tf.logical_not(x > 0), tf.cumsum(x, 1),
        tf.cumprod(x, axis=1, exclusive=True, reverse=True),
    ]  # fmt: skip
    binary = [
        tf.add(x, y), tf.subtract(x, 2.0), tf.multiply(3.0, y), tf.divide(x, p), tf.truediv(i, 2), tf.div(i, 2),
        tf.div(x, p), tf.floordiv(i, 2), tf.mod(i, 3), tf.truncatediv(i, 2), tf.truncatemod(i, 3), tf.floormod(x, p),
        tf.pow(p, y), tf.maximum(x, y), tf.minimum(x, 0.5), tf.squared_difference(x, y), tf.atan2(y, x), tf.equal(i, 7),
        tf.not_equal(i, 7), tf.less(x, y), tf.less_equal(x, y), tf.greater(x, y), tf.greater_equal(x, y),
        tf.logical_and(x > 0, y > 0), tf.logical_or(x > 0, y > 0), tf.logical_xor(x > 0, y > 0),
        tf.div_no_nan(x, y * 0.0),
        tf.add_n([x, y, x]), tf.accumulate_n([x, y]), tf.scalar_mul(2.0, x),
    ]  # fmt: skip
    parts = [tf.real(z), tf.imag(z), tf.conj(z), tf.angle(z), tf.abs(z), tf.real(x), tf.conj(x)]
    casts = [
        tf.cast(x, tf.int32), tf.to_float(i), tf.to_int32(x), tf.to_int64(i), tf.to_double(x), tf.cast(x, tf.bool),
        tf.saturate_cast(x * 1000.0, tf.int8), tf.saturate_cast(x * 1e12, tf.int32), tf.bitcast(x, tf.int32),
    ]  # fmt: skip
    return unary, binary, parts, casts


@call
def reductions(tf: Any) -> Any:
    x = tf.constant(rows(2, 3, 2))
    unknown = tf.placeholder_with_default(rows(2, 3), None)
    return [
        tf.reduce_sum(x), tf.reduce_sum(x, 1), tf.reduce_sum(x, reduction_indices=[0, 2]), tf.reduce_mean(x, axis=-1),
        tf.reduce_mean(x, 0, keep_dims=True), tf.reduce_max(x, [1], keepdims=True), tf.reduce_min(x),
        tf.reduce_prod(x, 2),
        tf.reduce_all(x > -5), tf.reduce_any(x > 1, 1), tf.reduce_logsumexp(x), tf.reduce_logsumexp(x, 1, True),
        tf.count_nonzero(x > 0), tf.count_nonzero([[1, 0, 2]], 1), tf.reduce_sum(unknown),
        tf.reduce_sum(tf.constant([1, 2])),
        tf.reduce_mean([1, 2, 4]), tf.nn.moments(x, [0, 1]), tf.nn.moments(x, [1], keep_dims=True),
        tf.nn.zero_fraction([0.0, 1.0]),
        tf.segment_sum(x, [0, 1]), tf.unsorted_segment_sum(x, [1, 1], 3), tf.nn.weighted_moments(x, [0], x * x),
    ]  # fmt: skip


@call
def products(tf: Any) -> Any:
    x, y = tf.constant(rows(2, 3)), tf.constant(rows(3, 4, seed=1))
    b, c = tf.constant(rows(2, 2, 3)), tf.constant(rows(2, 3, 2, seed=2))
    return [
        tf.matmul(x, y), tf.matmul(x, x, transpose_b=True), tf.matmul(y, x, True, True), tf.matmul(b, c),
        tf.matmul(b, b, transpose_a=True), tf.tensordot(b, c, [[2], [1]]), tf.tensordot(b, c, [[2, 0], [1, 0]]),
        tf.tensordot(x, y, 0), tf.einsum("ij,jk->ik", x, y), tf.einsum("bij,bjk", b, c), tf.norm(x),
        tf.norm(x, 1, axis=1),
        tf.norm(x, np.inf), tf.norm(x, axis=[0, 1], keep_dims=True), tf.norm(x, ord=3, axis=0),
        tf.trace(tf.matmul(x, x, False, True)),
        tf.nn.xw_plus_b(x, y, [1.0, 2.0, 3.0, 4.0]), tf.matrix_band_part(y, 0, -1), tf.diag_part(tf.eye(3)),
        tf.linalg.diag(x), tf.norm(b, ord=1, axis=[1, 2]),
    ]  # fmt: skip


@call
def clipping(tf: Any) -> Any:
    x, y = tf.constant(rows(2, 3)), tf.constant(rows(2, 3, seed=1))
    return [
        tf.clip_by_value(x, -0.5, 0.5), tf.clip_by_norm(x, 1.0), tf.clip_by_norm(x, 1.0, axes=[1]),
        tf.global_norm([x, y]),
        tf.clip_by_global_norm([x, y], 1.5), tf.clip_by_global_norm([x, y], 100.0)[0], tf.clip_by_average_norm(x, 0.1),
        tf.nn.l2_normalize(x, 1), tf.nn.l2_normalize(x, dim=0), tf.nn.l2_loss(x), tf.clip_by_norm(x * 0.0, 1.0),
    ]  # fmt: skip


@call
def activations(tf: Any) -> Any:
    x = tf.constant(rows(3, 4))
    nn = tf.nn
    return [
        nn.relu(x), nn.relu6(x * 5.0), nn.elu(x), nn.selu(x), nn.leaky_relu(x), nn.leaky_relu(x, 0.5), nn.softplus(x),
        nn.softsign(x), nn.sigmoid(x), nn.tanh(x), nn.swish(x), nn.crelu(x), nn.softmax(x), nn.softmax(x, axis=0),
        nn.log_softmax(x), nn.log_softmax(x, dim=0), nn.bias_add(x, [1.0, 2.0, 3.0, 4.0]),
        nn.relu_layer(x, tf.ones([4, 2]), [0.5, -0.5]), nn.batch_normalization(x, 0.5, 2.0, 0.1, 3.0, 1e-3),
        nn.batch_normalization(x, 0.5, 2.0, None, None, 1e-3),
    ]  # fmt: skip


@call
def entropies(tf: Any) -> Any:
    x = tf.constant(rows(3, 4))
    labels = tf.constant(np.float32([[0, 1, 0, 0], [0.5, 0, 0.5, 0], [0, 0, 0, 1]]))
    nn = tf.nn
    cube = tf.constant(rows(2, 3, 4, seed=3))
    return [
        nn.softmax_cross_entropy_with_logits(labels=labels, logits=x),
        nn.softmax_cross_entropy_with_logits_v2(labels=labels, logits=x),
        nn.softmax_cross_entropy_with_logits_v2(labels, x, axis=0),
        nn.softmax_cross_entropy_with_logits(labels=nn.softmax(cube), logits=cube),
        nn.sparse_softmax_cross_entropy_with_logits(labels=[1, 0, 3], logits=x),
        nn.sparse_softmax_cross_entropy_with_logits(labels=[[1, 0, 3], [0, 0, 1]], logits=cube),
        nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=x),
        nn.weighted_cross_entropy_with_logits(labels=labels, logits=x, pos_weight=2.0),
        nn.log_poisson_loss(tf.abs(x), x), nn.log_poisson_loss(tf.abs(x) * 3.0, x, True),
        tf.gradients(nn.softmax_cross_entropy_with_logits(labels=nn.softmax(x), logits=x), x),
        tf.gradients(nn.softmax_cross_entropy_with_logits_v2(labels=nn.softmax(x), logits=x), x),
    ]  # fmt: skip


@call
def losses(tf: Any) -> Any:
    x, y = tf.constant(rows(3, 4)), tf.constant(np.float32([[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1]]))
    losses = tf.losses
    weights = [[1.0], [0.0], [2.0]]
    reduction = losses.Reduction
    found = [
        losses.mean_squared_error(y, x), losses.mean_squared_error(y, x, weights),
        losses.absolute_difference(y, x, 2.0),
        losses.log_loss(y, tf.sigmoid(x)), losses.huber_loss(y, x, delta=0.5), losses.hinge_loss(y, x),
        losses.sigmoid_cross_entropy(y, x, label_smoothing=0.1), losses.softmax_cross_entropy(y, x),
        losses.softmax_cross_entropy(y, x, [1.0, 0.0, 2.0], label_smoothing=0.2),
        losses.sparse_softmax_cross_entropy([1, 0, 3], x), losses.sparse_softmax_cross_entropy([[1], [0], [3]], x),
        losses.cosine_distance(tf.nn.l2_normalize(y, 1), tf.nn.l2_normalize(x, 1), axis=1),
    ]  # fmt: skip
    found += [
        losses.mean_squared_error(y, x, weights, reduction=kind, loss_collection=None)
        for kind in (reduction.NONE, reduction.SUM, reduction.MEAN, reduction.SUM_OVER_BATCH_SIZE)
    ]
    with tf.variable_scope("w", regularizer=lambda v: 0.5 * tf.reduce_sum(v * v)):
        tf.get_variable("v", initializer=tf.constant([1.0, 2.0]))
    return [*found, losses.get_total_loss(), losses.get_regularization_loss(), losses.get_total_loss(False)]


@call
def convolutions(tf: Any) -> Any:
    image, weights = tf.constant(rows(2, 6, 6, 3)), tf.constant(rows(3, 3, 3, 4, seed=1))
    row = tf.constant(rows(2, 7, 3))
    cube = tf.constant(rows(1, 4, 4, 4, 2))
    nn = tf.nn
    return [
        nn.conv2d(image, weights, [1, 1, 1, 1], "SAME"),
        nn.conv2d(image, filter=weights, strides=[1, 2, 2, 1], padding="VALID"),
        nn.conv1d(row, tf.constant(rows(3, 3, 2)), 2, "SAME"),
        nn.conv3d(cube, tf.constant(rows(2, 2, 2, 2, 3)), [1] * 5, "SAME"),
        nn.atrous_conv2d(image, weights, 2, "SAME"), nn.depthwise_conv2d(image, weights, [1, 1, 1, 1], "SAME"),
        nn.depthwise_conv2d(image, weights, [1, 1, 1, 1], "VALID", rate=[2, 2]),
        nn.separable_conv2d(image, weights[..., :1], tf.constant(rows(1, 1, 3, 5)), [1, 2, 2, 1], "SAME"),
        nn.conv2d_transpose(image, tf.constant(rows(3, 3, 2, 3)), [2, 12, 12, 2], [1, 2, 2, 1]),
        nn.conv3d_transpose(cube, tf.constant(rows(2, 2, 2, 3, 2)), [1, 8, 8, 8, 3], [1, 2, 2, 2, 1]),
        nn.convolution(image, weights, "SAME", dilation_rate=[2, 2]),
        nn.convolution(row, tf.constant(rows(2, 3, 2)), "VALID"),
        nn.max_pool(image, [1, 2, 2, 1], [1, 2, 2, 1], "SAME"), nn.avg_pool(image, [1, 3, 3, 1], [1, 2, 2, 1], "VALID"),
        nn.max_pool3d(cube, [1, 2, 2, 2, 1], [1, 2, 2, 2, 1], "VALID"),
        nn.max_pool_with_argmax(image, [1, 2, 2, 1], [1, 2, 2, 1], "SAME"),
        nn.lrn(image, 2, 1.0, 0.5, 0.75), nn.fused_batch_norm(image, [1.0, 2.0, 3.0], [0.1, 0.2, 0.3]),
        nn.fused_batch_norm(image, [1.0] * 3, [0.0] * 3, [0.5] * 3, [2.0] * 3, is_training=False)[0],
        tf.space_to_depth(image, 2), tf.depth_to_space(tf.space_to_depth(image, 2), 2),
    ]  # fmt: skip


@call
def random_with_seeds(tf: Any) -> Any:
    tf.set_random_seed(7)
    x = tf.ones([4, 5])
    return [
        tf.random_normal([3, 4]), tf.random_uniform([5], -1.0, 2.0), tf.random_uniform([6], 0, 10, tf.int32),
        tf.truncated_normal([20], 1.0, 2.0), tf.random_shuffle(tf.range(10)), tf.multinomial(tf.zeros([2, 3]), 8),
        tf.random_normal([3], seed=5), tf.nn.dropout(x, 0.5), tf.nn.dropout(x, rate=0.25, seed=1, noise_shape=[4, 1]),
        tf.nn.dropout(x, keep_prob=tf.constant(0.75)), tf.random_normal([2], dtype=tf.float64),
    ]  # fmt: skip


@call
def random_of_ops(tf: Any) -> Any:
    return [tf.random_normal([3], seed=0), tf.random_uniform([3], seed=1), tf.truncated_normal([3], seed=12345)]


@call
def initial_values(tf: Any) -> Any:
    tf.set_random_seed(11)
    init = tf.initializers
    makers = [
        None, tf.zeros_initializer(), tf.ones_initializer, tf.constant_initializer(3.0),
        tf.random_normal_initializer(stddev=0.1),
        tf.random_uniform_initializer(-1.0, 1.0, seed=3), tf.truncated_normal_initializer(seed=4),
        tf.glorot_normal_initializer(),
        init.glorot_uniform(seed=2), init.he_normal(1), init.he_uniform(), init.lecun_normal(), init.lecun_uniform(9),
        init.variance_scaling(2.0, "fan_out", "untruncated_normal"), init.uniform_unit_scaling(),
        init.orthogonal(seed=8),
        init.identity(gain=2.0), tf.constant_initializer([1.0, 2.0, 3.0]), init.orthogonal(gain=2.0, seed=8),
    ]  # fmt: skip
    made = [tf.get_variable(f"v{i}", [6, 4], initializer=maker) for i, maker in enumerate(makers)]
    return [*made, tf.get_variable("conv", [3, 3, 2, 4]), tf.get_variable("ints", [3], tf.int32)]


@call
def scopes(tf: Any) -> Any:
    with tf.variable_scope("a", initializer=tf.constant_initializer(0.5)):
        first = tf.get_variable("w", [2])
        with tf.variable_scope("b"):
            second = tf.get_variable("w", [2], initializer=tf.ones_initializer())
            op = tf.add(first, second, name="sum")
    with tf.variable_scope("a", reuse=True):
        again = tf.get_variable("w")
    with tf.variable_scope("c", reuse=tf.AUTO_REUSE) as scope:
        third = tf.get_variable("w", [1])
        fourth = tf.get_variable("w", [1])
    with tf.variable_scope(scope):
        fifth = tf.get_variable("w", [1])
        inner = tf.constant(1.0, name="k")
    names = []
    for _ in range(3):
        with tf.variable_scope(None, "auto"):
            names.append(tf.get_variable("x", [1]).name)
    with tf.name_scope("n"):
        plain = tf.Variable([1.0], name="v")
        gotten = tf.get_variable("g", [1])
        with tf.name_scope(None, "default") as default:
            pass
    assert again is first
    assert third is fourth is fifth
    texts = [first.name, second.name, op.name, inner.name, *names, plain.name, gotten.name, default]
    texts += [v.name for v in tf.trainable_variables("a/")] + [tf.get_variable_scope().name]
    return [tf.constant(texts), op]


@call
def variables(tf: Any) -> Any:
    v = tf.Variable([1.0, 2.0], name="v")
    w = tf.Variable(lambda: tf.constant([[1, 2], [3, 4]]), trainable=False, collections=[tf.GraphKeys.LOCAL_VARIABLES])
    step = tf.assign_add(v, [1.0, 1.0])
    with tf.control_dependencies([step]):
        after = tf.identity(v.read_value())
    scattered = tf.Variable(tf.zeros([3]))
    with tf.control_dependencies([after]):
        update = tf.scatter_update(scattered, [1], [5.0])
    return [after, tf.reduce_sum(w), tf.constant([x.name for x in tf.global_variables()]), tf.identity(update)]


@call
def control(tf: Any) -> Any:
    x = tf.constant(3.0)
    flag = tf.placeholder_with_default(True, [])
    gate = tf.group(tf.no_op(), x, name="all")
    with tf.control_dependencies([gate, tf.assert_less(x, 4.0), tf.assert_rank(x, 0)]):
        y = tf.identity(x * 2.0)
    return [
        tf.cond(flag, lambda: x + 1.0, lambda: x - 1.0), tf.cond(x > 5.0, lambda: [x, x], lambda: [x * 2.0, x]),
        tf.case([(x > 5.0, lambda: tf.constant(1)), (x > 2.0, lambda: tf.constant(2))], default=lambda: tf.constant(3)),
        tf.while_loop(lambda i, s: i < 5, lambda i, s: (i + 1, s + x), [0, 0.0]), y, tf.tuple([x, y]),
        tf.map_fn(lambda v: v * v, tf.constant([1.0, 2.0])), tf.scan(lambda a, v: a + v, tf.constant([1.0, 2.0, 3.0])),
        tf.foldl(lambda a, v: a * 2.0 + v, tf.constant([1.0, 2.0, 3.0])),
        tf.foldr(lambda a, v: a * 2.0 + v, tf.constant([1.0, 2.0, 3.0])),
        tf.map_fn(lambda v: (v[0] + v[1], v[0]), (tf.constant([1, 2]), tf.constant([3, 4]))),
        tf.gradients(x * x * y, [x, y]), tf.hessians(tf.constant([1.0, 2.0])[0] * x * x, x),
        tf.gradients(x, tf.stop_gradient(x)) == [None] and x,
    ]  # fmt: skip


@call
def learning_rates(tf: Any) -> Any:
    train = tf.train
    found = []
    for count in (0, 3, 10, 17, 40):
        step = tf.constant(count)
        found += [
            train.exponential_decay(0.1, step, 5, 0.9), train.exponential_decay(0.1, step, 5, 0.9, staircase=True),
            train.natural_exp_decay(0.1, step, 5, 0.9), train.inverse_time_decay(0.1, step, 5, 0.9, True),
            train.polynomial_decay(0.1, step, 20), train.polynomial_decay(0.1, step, 8, 0.01, 2.0, cycle=True),
            train.piecewise_constant(step, [5, 17], [1.0, 0.5, 0.1]), train.cosine_decay(0.1, step, 20, 0.1),
            train.cosine_decay_restarts(0.1, step, 5), train.cosine_decay_restarts(0.1, step, 5, t_mul=1.0, m_mul=0.5),
            train.linear_cosine_decay(0.1, step, 20),
        ]  # fmt: skip
    return found


@call
def recurrent(tf: Any) -> Any:
    class Cell:
        """A cell without the base class that TensorFlow 2.21 has no more."""

        state_size = 3
        output_size = 3

        def __call__(self, inputs: Any, state: Any, scope: Any = None) -> Any:
            w = tf.get_variable("w", [5, 3], initializer=tf.constant_initializer(rows(5, 3)))
            new = tf.tanh(tf.matmul(tf.concat([inputs, state], 1), w))
            return new, new

        def zero_state(self, batch_size: Any, dtype: Any) -> Any:
            return tf.zeros([batch_size, 3], dtype)

    x = tf.constant(rows(4, 5, 2))
    with tf.variable_scope("s", reuse=tf.AUTO_REUSE):
        static = tf.nn.static_rnn(Cell(), tf.unstack(x, axis=1), dtype=tf.float32)
    with tf.variable_scope("t", reuse=tf.AUTO_REUSE):
        short = tf.nn.static_rnn(Cell(), tf.unstack(x, axis=1), dtype=tf.float32, sequence_length=[5, 0, 2, 3])
    with tf.variable_scope("d", reuse=tf.AUTO_REUSE):
        dynamic = tf.nn.dynamic_rnn(Cell(), x, dtype=tf.float32)
    with tf.variable_scope("e", reuse=tf.AUTO_REUSE):
        cut = tf.nn.dynamic_rnn(Cell(), x, [5, 0, 2, 3], dtype=tf.float32)
    with tf.variable_scope("b", reuse=tf.AUTO_REUSE):
        both = tf.nn.bidirectional_dynamic_rnn(Cell(), Cell(), x, [5, 0, 2, 3], dtype=tf.float32)
    return [static, short, dynamic, cut, both, tf.constant(sorted(v.name for v in tf.global_variables()))]
