"""``tf.estimator.inputs``: input functions of arrays and of pandas."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import count, islice
from typing import Any

import numpy as np

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.missing import missing
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError


def numpy_input_fn(
    x: Any,
    y: Any = None,
    batch_size: int = 128,
    num_epochs: int | None = 1,
    shuffle: bool | None = None,
    queue_capacity: int = 1000,
    num_threads: int = 1,
) -> Callable[[], Any]:
    """An input function of arrays. Batches go over the ends of epochs; the last one may be smaller.

    Args:
        x: features, an array or arrays by name.
        y: labels, likewise; ``None`` for none.
        num_epochs: how often, ``None`` for ever.
        shuffle: whether the examples of each epoch are in random order; must be given.
        queue_capacity, num_threads: accepted; no effect.

    Raises:
        InvalidArgumentError: no ``shuffle``, no features, arrays of several lengths, or a batch below 1.
        InvalidTypeError: ``x`` is no array.
    """
    if not isinstance(shuffle, bool):
        raise InvalidArgumentError(f"shuffle of an input function must be True or False, got {shuffle!r}")
    if batch_size < 1:
        raise InvalidArgumentError(f"batch_size of an input function must be at least 1, got {batch_size}")
    features = _arrays(x, "x")
    labels = {} if y is None else _arrays(y, "y")
    sizes = {len(array) for array in (*features.values(), *labels.values())}
    if len(sizes) != 1:
        raise InvalidArgumentError(f"arrays of an input function must be of one length, got {sorted(sizes)}")
    arrays = {**{("x", key): value for key, value in features.items()}, **{("y", k): v for k, v in labels.items()}}
    keys = list(arrays)

    def input_fn() -> Any:
        seed = tf.get_seed(None)[0]

        def batches() -> Iterator[tuple[Any, ...]]:
            rows = _rows(sizes.copy().pop(), num_epochs, shuffle, np.random.default_rng(seed))
            while chosen := list(islice(rows, batch_size)):
                yield tuple(arrays[key][chosen] for key in keys)

        types = tuple(_dtype(arrays[key]) for key in keys)
        first = batch_size if num_epochs is None else None
        shapes = tuple(tf.TensorShape([first, *arrays[key].shape[1:]]) for key in keys)
        tensors = tf.data.Dataset.from_generator(batches, types, shapes).make_one_shot_iterator().get_next()
        found = dict(zip(keys, tensors, strict=True))
        return _as_given(x, found, "x") if y is None else (_as_given(x, found, "x"), _as_given(y, found, "y"))

    return input_fn


def _arrays(given: Any, name: str) -> dict[Any, Any]:
    if isinstance(given, Mapping):
        if not given:
            raise InvalidArgumentError(f"{name} of an input function must have arrays, got an empty dict")
        if not all(isinstance(each, np.ndarray) for each in given.values()):
            raise InvalidTypeError(f"{name} of an input function must have arrays by name, got {given!r}")
        return dict(given)
    if not isinstance(given, np.ndarray):
        raise InvalidTypeError(f"{name} of an input function must be an array or arrays by name, got {given!r}")
    return {None: given}


def _dtype(array: Any) -> Any:
    return tf.string if array.dtype.kind in "OSU" else tf.as_dtype(array.dtype)


def _as_given(given: Any, found: Mapping[Any, Any], which: str) -> Any:
    if not isinstance(given, Mapping):
        return found[which, None]
    return {key: tensor for (place, key), tensor in found.items() if place == which}


def _rows(size: int, epochs: int | None, shuffle: bool, random: np.random.Generator) -> Iterator[int]:
    for _ in count() if epochs is None else range(epochs):
        yield from (random.permutation(size) if shuffle else np.arange(size)).tolist()
        if not size:
            return


def pandas_input_fn(
    x: Any,
    y: Any = None,
    batch_size: int = 128,
    num_epochs: int | None = 1,
    shuffle: bool | None = None,
    queue_capacity: int = 1000,
    num_threads: int = 1,
    target_column: str = "target",
) -> Callable[[], Any]:
    """An input function of a DataFrame; arguments as for :func:`numpy_input_fn`.

    Args:
        x: a DataFrame: each column is a feature of rank 1.
        y: a Series of labels, or a DataFrame.
        target_column: accepted; no effect.

    Raises:
        InvalidTypeError: ``x`` is no DataFrame.
    """
    if not hasattr(x, "columns"):
        raise InvalidTypeError(f"x of pandas_input_fn() must be a DataFrame, got {x!r}")
    features = {str(name): np.asarray(x[name]) for name in x.columns}
    labels: Any = None
    if y is not None:
        labels = {str(name): np.asarray(y[name]) for name in y.columns} if hasattr(y, "columns") else np.asarray(y)
    return numpy_input_fn(features, labels, batch_size, num_epochs, shuffle, queue_capacity, num_threads)


def __getattr__(name: str) -> Any:
    raise missing("estimator.inputs", name)


__all__ = ["numpy_input_fn", "pandas_input_fn"]
