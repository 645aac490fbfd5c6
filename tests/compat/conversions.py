"""NumPy values and Python values beside tensors: the cases that TensorFlow 1 and graphops are asked about alike.

A case is a place where a value becomes a tensor, a value, and the dtype that the place wants.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

DTYPES = ("float16", "float32", "float64", "int32", "int64", "uint8", "bool", "complex64")

# What is converted; vectors of two unless the name says scalar.
VALUES: dict[str, Any] = {
    "float64 whole": np.array([1.0, 2.0]),
    "float64 fraction": np.array([1.5, 2.0]),
    "float64 nan": np.array([np.nan, 1.0]),
    "float64 large": np.array([1e300, 1.0]),
    "float64 2**63": np.array([2.0**63, 1.0]),
    "float64 ones": np.ones(2),
    "float32": np.array([1.5, 2.0], np.float32),
    "float16": np.array([1.0, 2.0], np.float16),
    "int64": np.array([1, 2]),
    "int64 large": np.array([2**40, 1]),
    "int64 negative": np.array([300, -1]),
    "int32": np.array([1, 2], np.int32),
    "uint8": np.array([1, 255], np.uint8),
    "bool": np.array([True, False]),
    "complex128 real": np.array([1 + 0j, 2]),
    "complex128": np.array([1 + 1j, 2]),
    "list of float64": [np.float64(1.5), np.float64(2.0)],
    "scalar float64": np.float64(1.5),
    "scalar float32": np.float32(2.0),
    "scalar int64": np.int64(3),
    "python float": 1.5,
    "python int": 1,
    "python bool": True,
}


def _tensor(tf: Any, dtype: str) -> Any:
    return tf.placeholder(dtype, [2])


def _variable(tf: Any, dtype: str) -> Any:
    return tf.get_variable("v", [2], dtype, tf.zeros_initializer(), use_resource=True)


# Each gives a tensor that needs no feed and has the converted value, or one that was made with it.
PLACES: dict[str, Callable[[Any, Any, str], Any]] = {
    "x * value": lambda tf, value, dtype: (_tensor(tf, dtype) * value).op.inputs[1],
    "value * x": lambda tf, value, dtype: (value * _tensor(tf, dtype)).op.inputs[0],
    "x - value": lambda tf, value, dtype: (_tensor(tf, dtype) - value).op.inputs[1],
    "add": lambda tf, value, dtype: tf.add(_tensor(tf, dtype), value).op.inputs[1],
    "maximum": lambda tf, value, dtype: tf.maximum(_tensor(tf, dtype), value).op.inputs[1],
    "raw_ops": lambda tf, value, dtype: tf.raw_ops.SquaredDifference(x=_tensor(tf, dtype), y=value).op.inputs[1],
    "concat": lambda tf, value, dtype: tf.concat([_tensor(tf, dtype), value], 0).op.inputs[1],
    "constant": lambda tf, value, dtype: tf.constant(value, dtype),
    "convert_to_tensor": lambda tf, value, dtype: tf.convert_to_tensor(value, dtype),
    "Variable": lambda tf, value, dtype: tf.Variable(value, dtype=dtype, use_resource=True).initial_value,
    "assign": lambda tf, value, dtype: tf.assign(_variable(tf, dtype), value),
}


def fed(tf: Any, value: Any, dtype: str) -> Any:
    """What a placeholder of that dtype takes from a feed."""
    x = tf.placeholder(dtype)
    with tf.Session() as session:
        return session.run(x, {x: value})


def answer(tf: Any, place: str, value: Any, dtype: str) -> Any:
    """The converted value, an array, or the error that the place raises."""
    with tf.Graph().as_default():
        try:
            if place == "feed":
                return fed(tf, value, dtype)
            tensor = PLACES[place](tf, value, dtype)
            with tf.Session() as session:
                return session.run(tensor)
        except Exception as error:
            return error


def asked(place: str, value: str) -> bool:
    """Whether the case says something: assignments and lists of tensors need a value of their shape."""
    return place not in ("assign", "concat") or not value.startswith(("scalar", "python"))
