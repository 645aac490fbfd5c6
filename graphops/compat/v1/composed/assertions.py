"""Questions about tensors, and assertions that they have the right answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import graphops.compat.v1 as tf
from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.compat.v1.functions.synonyms import needed, one_of
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError


def is_numeric_tensor(tensor: Any) -> bool:
    """Whether it is a tensor of numbers."""
    return isinstance(tensor, tf.Tensor) and tensor.dtype.base.name in _NUMERIC


_NUMERIC = frozenset(
    [
        "float16",
        "float32",
        "float64",
        "bfloat16",
        "int8",
        "int16",
        "int32",
        "int64",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
        "qint8",
        "qint16",
        "qint32",
        "quint8",
        "quint16",
        "complex64",
        "complex128",
    ]
)


def is_non_decreasing(x: Any, name: str | None = None) -> Any:
    """Whether no element is below the one before it, in the order of the flat tensor."""
    return _ordered(x, "is_non_decreasing", tf.greater_equal, name)


def is_strictly_increasing(x: Any, name: str | None = None) -> Any:
    """Whether each element is above the one before it, in the order of the flat tensor."""
    return _ordered(x, "is_strictly_increasing", tf.greater, name)


def _ordered(x: Any, function: str, compare: Any, name: str | None) -> Any:
    with tf.name_scope(name or function):
        flat = tf.reshape(x, [-1])
        if not is_numeric_tensor(flat):
            raise InvalidTypeError(f"x of {function}() must be numeric, got {flat.dtype.name}")
        return tf.reduce_all(compare(flat[1:], flat[:-1]))


def assert_near(
    x: Any,
    y: Any,
    rtol: Any = None,
    atol: Any = None,
    data: Any = None,
    summarize: int | None = None,
    message: str | None = None,
    name: str | None = None,
) -> Any:
    """Stop the run unless ``abs(x - y) < atol + rtol * abs(y)`` for all elements; both are 10 epsilons by default."""
    with tf.name_scope(name or "assert_near"):
        first = as_tensor(x, name="x")
        second = as_tensor(y, first.dtype.base, "y")
        distance, size = tf.abs(first - second), tf.abs(second)
        kind = size.dtype.base
        step = 10 * float(np.finfo(kind.numpy_dtype).eps) if kind.numpy_dtype.kind == "f" else None
        if step is None and None in (rtol, atol):
            raise InvalidTypeError(f"rtol and atol of assert_near() must be given for {kind.name}, got None")
        relative = as_tensor(step if rtol is None else rtol, kind, "rtol")
        absolute = as_tensor(step if atol is None else atol, kind, "atol")
        near = tf.reduce_all(tf.less(distance, absolute + relative * size))
        if data is None:
            told = [message] if message else []
            data = [*told, "x and y not equal to tolerance rtol, atol = ", relative, absolute,
                    f"x ({first.name}) = ", first, f"y ({second.name}) = ", second]  # fmt: skip
        return tf.Assert(near, data, summarize)


def assert_rank_in(
    x: Any,
    ranks: Any,
    data: Any = None,
    summarize: int | None = None,
    message: str | None = None,
    name: str | None = None,
) -> Any:
    """Stop the run unless ``x`` has one of those ranks; at once if its rank is known.

    Raises:
        InvalidArgumentError: it has another one.
    """
    with tf.name_scope(name or "assert_rank_in"):
        tensor = as_tensor(x, name="x")
        allowed = [as_tensor(rank, "int32", "ranks") for rank in ranks]
        known = [tf.get_static_value(rank) for rank in allowed]
        if tensor.shape.rank is not None and all(rank is not None for rank in known):
            wanted = [int(rank) for rank in known]
            if tensor.shape.rank not in wanted:
                text = f"{message}: " if message else ""
                raise InvalidArgumentError(
                    f"{text}x of assert_rank_in() must have a rank of {wanted}, got {tensor.shape}"
                )
            return tf.no_op("static_checks_determined_all_ok")
        found = tf.reduce_any(tf.stack([tf.equal(tf.rank(tensor), rank) for rank in allowed]))
        if data is None:
            told = [message] if message else []
            data = [*told, f"Tensor {tensor.name} must have rank in", *allowed, "Received shape: ", tf.shape(tensor)]
        return tf.Assert(found, data, summarize)


def assert_proper_iterable(values: Any) -> None:
    """Raise an error for a tensor, an array or a text, whose elements nobody means.

    Raises:
        InvalidTypeError: one of them, or something that cannot be iterated.
    """
    if isinstance(values, (tf.Tensor, tf.SparseTensor, np.ndarray, bytes, str)) or not hasattr(values, "__iter__"):
        raise InvalidTypeError(f"values of assert_proper_iterable() must be a list or the like, got {type(values)}")


def assert_same_float_dtype(tensors: Any = None, dtype: Any = None) -> Any:
    """The one dtype that all tensors have, float32 without any.

    Raises:
        InvalidArgumentError: several dtypes, or none of floats.
    """
    expected = None if dtype is None else tf.as_dtype(dtype).base
    for tensor in tensors or ():
        if tensor is None:
            continue
        if expected is not None and tensor.dtype.base is not expected:
            text = f"tensors of assert_same_float_dtype() must all have dtype {expected.name}"
            raise InvalidArgumentError(f"{text}, got {tensor.dtype.name}")
        expected = tensor.dtype.base
    if expected is not None and not expected.is_floating:
        raise InvalidArgumentError(f"dtype of assert_same_float_dtype() must be of floats, got {expected.name}")
    return tf.float32 if expected is None else expected


def assert_variables_initialized(var_list: Sequence[Any] | None = None) -> Any:
    """A node that stops the run unless the variables (all of them by default) have values; ``None`` without any."""
    chosen = [*tf.global_variables(), *tf.local_variables()] if var_list is None else list(var_list)
    if not chosen:
        return None
    names = tf.report_uninitialized_variables(chosen)
    return tf.Assert(tf.equal(tf.size(names), 0), ["Attempting to use uninitialized variables", names])


def verify_tensor_all_finite(
    t: Any = None, msg: Any = None, name: str | None = None, x: Any = None, message: Any = None
) -> Any:
    """``t``, which stops the run with ``msg`` if it holds infinities or NaNs; ``x`` and ``message`` are other names."""
    given = needed("verify_tensor_all_finite", "x", one_of("verify_tensor_all_finite", "x", x, "t", t))
    text = needed("verify_tensor_all_finite", "message", one_of("verify_tensor_all_finite", "message", message,
                                                                "msg", msg))  # fmt: skip
    with tf.name_scope(name or "VerifyFinite"):
        tensor = as_tensor(given, name="x")
        with tf.control_dependencies([raw_ops.CheckNumerics(tensor=tensor, message=text)]):
            return tf.identity(tensor)


def add_check_numerics_ops() -> Any:
    """A node that stops the run if any tensor of floats that the default graph has now holds infinities or NaNs."""
    checks: list[Any] = []
    for node in tf.get_default_graph().get_operations():
        for number, output in enumerate(node.outputs):
            if output.dtype.name in ("float16", "float32", "float64"):
                with tf.control_dependencies(checks[-1:]):
                    checks.append(raw_ops.CheckNumerics(tensor=output, message=f"{node.name}:{number}"))
    return tf.group(*checks[-1:])
