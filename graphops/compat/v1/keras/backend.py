"""``tf.keras.backend``: functions of tensors by the names of Keras, and its Session."""

from __future__ import annotations

from typing import Any

import numpy as np

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.marked import mark_all
from graphops.compat.v1.functions.missing import missing

_EPSILON = 1e-7
_phases: dict[Any, Any] = {}  # of graphs, by a key in their collections
_session: list[Any] = [None]
_PHASE = "keras_learning_phase"


def epsilon() -> float:
    """What is added to avoid a division by zero."""
    return _EPSILON


def floatx() -> str:
    return "float32"


def image_data_format() -> str:
    return "channels_last"


def learning_phase() -> Any:
    """Whether the graph trains: a tensor that is false unless it is fed, or what :func:`set_learning_phase` said."""
    graph = tf.get_default_graph()
    found = graph.get_collection(_PHASE)
    if not found:
        with graph.control_dependencies(None), graph.name_scope(None):
            found = [tf.placeholder_with_default(False, [], "keras_learning_phase")]
        graph.add_to_collection(_PHASE, found[0])
    return found[0]


def set_learning_phase(value: int) -> None:
    """Let the default graph train (1), or not (0)."""
    tf.get_collection_ref(_PHASE)[:] = [int(value)]


def get_session(op_input_list: Any = ()) -> Any:
    """The default Session, or one of the default graph whose variables are initialised when they are first seen."""
    session = tf.get_default_session() or _session[0]
    if session is None or session.graph is not tf.get_default_graph():
        session = _session[0] = tf.Session()
    missing_names = set(session.run(tf.report_uninitialized_variables(tf.global_variables())).tolist())
    fresh = [each for each in tf.global_variables() if each.op.name.encode() in missing_names]
    if fresh:
        session.run(tf.variables_initializer(fresh))
    return session


def set_session(session: Any) -> None:
    """Let :func:`get_session` give that Session."""
    _session[0] = session


def clear_session() -> None:
    """A new default graph, and no Session."""
    _session[0] = None
    tf.reset_default_graph()


def placeholder(shape: Any = None, ndim: int | None = None, dtype: Any = None, name: str | None = None) -> Any:
    """A placeholder; of ``ndim`` unknown sizes without a shape."""
    given = [None] * ndim if shape is None and ndim else shape
    return tf.placeholder(dtype or floatx(), given, name)


def variable(value: Any, dtype: Any = None, name: str | None = None) -> Any:
    return tf.Variable(value, dtype=tf.as_dtype(dtype or floatx()), name=name)


def eval(x: Any) -> Any:  # noqa: A001 - Keras's name
    """The value of a tensor in :func:`get_session`."""
    return get_session().run(x)


def get_value(x: Any) -> Any:
    """The value of a variable in :func:`get_session`."""
    return get_session().run(x)


def set_value(x: Any, value: Any) -> None:
    """Give a variable a value in :func:`get_session`."""
    x.load(np.asarray(value, x.dtype.numpy_dtype), get_session())


def int_shape(x: Any) -> Any:
    """The shape as a tuple, ``None`` for an unknown rank."""
    return None if x.shape.ndims is None else tuple(x.shape.as_list())


def ndim(x: Any) -> Any:
    return x.shape.ndims


def dtype(x: Any) -> str:
    return str(x.dtype.base_dtype.name)


def shape(x: Any) -> Any:
    return tf.shape(x)


def cast(x: Any, dtype: Any) -> Any:
    return tf.cast(x, dtype)


def _reduced(name: str) -> Any:
    def function(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
        given = tf.convert_to_tensor(x)
        if name == "reduce_mean" and given.dtype == tf.bool:
            given = tf.cast(given, tf.float32)
        return getattr(tf, name)(given, axis, keepdims)

    function.__name__ = name.removeprefix("reduce_")
    function.__doc__ = f"The same as tf.{name}."
    return function


sum, mean, max, min, prod = (  # noqa: A001 - Keras's names
    _reduced(f"reduce_{name}") for name in ("sum", "mean", "max", "min", "prod")
)


def abs(x: Any) -> Any:  # noqa: A001 - Keras's name
    return tf.abs(x)


def square(x: Any) -> Any:
    return tf.square(x)


def sqrt(x: Any) -> Any:
    """Of what is negative 0."""
    return tf.sqrt(tf.maximum(x, 0.0))


def exp(x: Any) -> Any:
    return tf.exp(x)


def log(x: Any) -> Any:
    return tf.log(x)


def pow(x: Any, a: Any) -> Any:  # noqa: A001 - Keras's name
    return tf.pow(x, a)


def clip(x: Any, min_value: Any, max_value: Any) -> Any:
    return tf.clip_by_value(x, min_value, max_value)


def dot(x: Any, y: Any) -> Any:
    """The product along the last axis of ``x`` and the one before the last of ``y``."""
    a, b = tf.convert_to_tensor(x), tf.convert_to_tensor(y)
    if a.shape.ndims == 2 and b.shape.ndims == 2:
        return tf.matmul(a, b)
    return tf.tensordot(a, b, [[a.shape.ndims - 1], [b.shape.ndims - 2 if b.shape.ndims > 1 else 0]])


def transpose(x: Any) -> Any:
    return tf.transpose(x)


def reshape(x: Any, shape: Any) -> Any:
    return tf.reshape(x, shape)


def flatten(x: Any) -> Any:
    return tf.reshape(x, [-1])


def batch_flatten(x: Any) -> Any:
    return tf.reshape(x, tf.stack([-1, tf.reduce_prod(tf.shape(x)[1:])]))


def expand_dims(x: Any, axis: int = -1) -> Any:
    return tf.expand_dims(x, axis)


def squeeze(x: Any, axis: int) -> Any:
    return tf.squeeze(x, [axis])


def concatenate(tensors: Any, axis: int = -1) -> Any:
    return tf.concat([tf.convert_to_tensor(each) for each in tensors], axis)


def stack(x: Any, axis: int = 0) -> Any:
    return tf.stack(x, axis)


def argmax(x: Any, axis: int = -1) -> Any:
    return tf.argmax(x, axis)


def equal(x: Any, y: Any) -> Any:
    return tf.equal(x, y)


def gather(reference: Any, indices: Any) -> Any:
    return tf.gather(reference, indices)


def gradients(loss: Any, variables: Any) -> Any:
    return tf.gradients(loss, variables)


def softmax(x: Any, axis: int = -1) -> Any:
    return tf.nn.softmax(x, axis=axis)


def sigmoid(x: Any) -> Any:
    return tf.sigmoid(x)


def tanh(x: Any) -> Any:
    return tf.tanh(x)


def categorical_crossentropy(target: Any, output: Any, from_logits: bool = False, axis: int = -1) -> Any:
    """Of probabilities, which are scaled to the sum 1, or of logits."""
    given = tf.convert_to_tensor(output)
    if from_logits:
        return tf.nn.softmax_cross_entropy_with_logits_v2(labels=target, logits=given, axis=axis)
    share = given / tf.reduce_sum(given, axis, keepdims=True)
    return -tf.reduce_sum(target * tf.log(tf.clip_by_value(share, _EPSILON, 1.0 - _EPSILON)), axis)


def sparse_categorical_crossentropy(target: Any, output: Any, from_logits: bool = False, axis: int = -1) -> Any:
    """Of numbers of classes; see :func:`categorical_crossentropy`."""
    given = tf.convert_to_tensor(output)
    logits = given if from_logits else tf.log(tf.clip_by_value(given, _EPSILON, 1.0 - _EPSILON))
    if axis not in (-1, (logits.shape.ndims or 0) - 1):
        order = [each for each in range(logits.shape.ndims) if each != axis % logits.shape.ndims]
        logits = tf.transpose(logits, [*order, axis % logits.shape.ndims])
    numbers = tf.cast(tf.convert_to_tensor(target), tf.int64)
    if numbers.shape.ndims == logits.shape.ndims:
        numbers = tf.squeeze(numbers, [-1])
    return tf.nn.sparse_softmax_cross_entropy_with_logits(labels=numbers, logits=logits)


def binary_crossentropy(target: Any, output: Any, from_logits: bool = False) -> Any:
    """Of probabilities, or of logits."""
    if from_logits:
        return tf.nn.sigmoid_cross_entropy_with_logits(labels=target, logits=output)
    share = tf.clip_by_value(output, _EPSILON, 1.0 - _EPSILON)
    return -(target * tf.log(share + _EPSILON) + (1.0 - target) * tf.log(1.0 - share + _EPSILON))


def __getattr__(name: str) -> Any:
    raise missing("keras.backend", name)


__all__ = [
    "abs", "argmax", "batch_flatten", "binary_crossentropy", "cast", "categorical_crossentropy", "clear_session",
    "clip", "concatenate", "dot", "dtype", "epsilon", "equal", "eval", "exp", "expand_dims", "flatten", "floatx",
    "gather", "get_session", "get_value", "gradients", "image_data_format", "int_shape", "learning_phase", "log", "max",
    "mean", "min", "ndim", "placeholder", "pow", "prod", "reshape", "set_learning_phase", "set_session", "set_value",
    "shape", "sigmoid", "softmax", "sparse_categorical_crossentropy", "sqrt", "square", "squeeze", "stack", "sum",
    "tanh", "transpose", "variable",
]  # fmt: skip

mark_all(globals(), __all__)
