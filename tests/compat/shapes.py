"""Expressions on the shapes of tensors that TensorFlow 1 and graphops are asked alike."""

from typing import Any

EXPRESSIONS = [line.strip() for line in """
    x.shape
    x.get_shape()
    x.shape[0]
    x.shape[1]
    x.shape[-1]
    x.shape[5]
    x.shape[0].value
    x.get_shape()[1].value
    [d.value for d in x.get_shape()]
    list(x.shape)
    list(u.shape)
    len(x.shape)
    len(u.shape)
    x.shape[1:]
    x.shape[1:].num_elements()
    u.shape[0]
    u.shape[1:]
    u.shape[0:2]
    u.shape[:]
    x.shape[1] + 1
    x.shape[0] + 1
    1 + x.shape[1]
    x.shape[1] - 1
    5 - x.shape[1]
    tf.Dimension(2) - None
    tf.Dimension(None) + tf.Dimension(2)
    x.shape[1] * 2
    2 * x.shape[1]
    x.shape[1] * x.shape[0]
    x.shape[1] // 2
    7 // x.shape[1]
    x.shape[1] % 2
    7 % x.shape[1]
    x.shape[1] / 2
    x.shape[1] * 1.5
    x.shape[1] == 3
    x.shape[1] == 4
    x.shape[1] == 'a'
    x.shape[0] == 3
    x.shape[0] == None
    x.shape[1] == None
    x.shape[1] != 3
    x.shape[0] != 3
    x.shape[1] < 4
    x.shape[0] < 4
    x.shape[1] <= 2
    x.shape[1] >= 3
    x.shape[1] > x.shape[0]
    x.shape[1] in (3, 4)
    x.shape[0] or 7
    bool(x.shape[0])
    bool(tf.Dimension(0))
    int(x.shape[1])
    int(x.shape[0])
    float(x.shape[1])
    str(x.shape[1])
    str(x.shape[0])
    '%d' % x.shape[1]
    range(x.shape[1])
    np.zeros((2, x.shape[1])).shape
    max(x.shape[1], x.shape[2])
    sum([x.shape[1], x.shape[2]])
    tf.Dimension(-1)
    tf.Dimension('a')
    tf.Dimension(3.0)
    tf.Dimension(tf.Dimension(3))
    tf.Dimension(3).merge_with(None)
    tf.Dimension(None).merge_with(3)
    tf.Dimension(3).merge_with(4)
    tf.Dimension(3).is_compatible_with(None)
    tf.Dimension(3).is_compatible_with(4)
    tf.Dimension(3).assert_is_compatible_with(4)
    tf.dimension_value(x.shape[0])
    tf.dimension_value(x.shape[1])
    tf.dimension_at_index(x.shape, 1)
    isinstance(x.shape[0], tf.Dimension)
    isinstance(x.shape[1], tf.Dimension)
    isinstance(x.shape, tf.TensorShape)
    x.shape.ndims
    u.shape.ndims
    x.shape.as_list()
    u.shape.as_list()
    x.shape.num_elements()
    f.shape.num_elements()
    u.shape.num_elements()
    tf.TensorShape([0, 2]).num_elements()
    x.shape.is_fully_defined()
    f.shape.is_fully_defined()
    u.shape.is_fully_defined()
    x.shape.with_rank(3)
    x.shape.with_rank(2)
    u.shape.with_rank(2)
    x.shape.with_rank_at_least(2)
    x.shape.with_rank_at_least(4)
    u.shape.with_rank_at_least(2)
    x.shape.with_rank_at_most(3)
    x.shape.with_rank_at_most(2)
    x.shape.merge_with([5, 3, None])
    x.shape.merge_with([5, 4, None])
    x.shape.merge_with(u.shape)
    x.shape.merge_with(None)
    x.shape.is_compatible_with([1, 3, 4])
    x.shape.is_compatible_with([1, 3])
    x.shape.concatenate([7])
    u.shape.concatenate([7])
    f.shape.most_specific_compatible_shape([2, 4])
    f.shape.most_specific_compatible_shape([2])
    x.shape.assert_has_rank(3)
    x.shape.assert_has_rank(2)
    x.shape.assert_is_fully_defined()
    f.shape.assert_is_fully_defined()
    x.shape.assert_is_compatible_with([1, 3, 5])
    x.shape.assert_same_rank([1, 2, 3])
    x.shape.assert_same_rank([1])
    x.shape == [None, 3, 4]
    x.shape == list(x.shape)
    f.shape == (2, 3)
    f.shape == tf.TensorShape([2, 3])
    f.shape != [2, 4]
    u.shape == u.shape
    bool(x.shape)
    bool(u.shape)
    str(x.shape)
    str(u.shape)
    repr(u.shape)
    tf.TensorShape([tf.Dimension(3), None, x.shape[0]])
    tf.TensorShape(tf.Dimension(3))
    x.shape + [3]
    [3] + x.shape
    tf.placeholder(tf.float32, [f.shape[0], x.shape[0]]).shape
    tf.placeholder(tf.float32, x.shape).shape
    tf.zeros([2, x.shape[1]]).shape
    tf.zeros([x.shape[0], 2])
    tf.zeros(f.shape).shape
    tf.reshape(f, [-1, f.shape[0] * f.shape[1]]).shape
    tf.reshape(f, [f.get_shape()[1], f.get_shape()[0].value]).shape
    tf.random_normal([x.shape[1], 2]).shape
    tf.get_variable('v', [x.shape[1], 5]).shape
    tf.get_variable('v', [x.shape[1], 5]).get_shape()[0].value
    tf.tile(f, [1, f.shape[1]]).shape
    tf.nn.max_pool(tf.zeros([1, 4, 4, 1]), [1, f.shape[0], f.shape[0], 1], [1, f.shape[0], f.shape[0], 1], 'SAME').shape
    tf.cond(tf.constant(True), lambda: f, lambda: f).get_shape()[1].value
""".strip().splitlines()]  # fmt: skip


def answers(tf: Any, np: Any) -> dict[str, str]:
    """What each expression gives, as text; for an error "TypeError", "ValueError" or "IndexError"."""
    found = {}
    for expression in EXPRESSIONS:
        with tf.Graph().as_default():
            x, u = tf.placeholder(tf.float32, [None, 3, 4]), tf.placeholder(tf.float32)
            names = {"tf": tf, "np": np, "x": x, "u": u, "f": tf.placeholder(tf.float32, [2, 3])}
            try:
                found[expression] = repr(eval(expression, names))  # noqa: S307 - of the list above
            except (TypeError, ValueError, IndexError) as error:
                kinds = (TypeError, ValueError, IndexError)
                found[expression] = next(kind.__name__ for kind in kinds if isinstance(error, kind))
    return found
