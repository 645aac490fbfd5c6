"""``compat.v1``: Example messages as tensors, by what is said of each feature."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.compat.v1.functions.sparse import sparse_merge
from graphops.compat.v1.functions.sparse_tensor import SparseTensor
from graphops.graph.graph import Tensor
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError
from graphops_registry.shape import TensorShape

Found = dict[str, Any]


class FixedLenFeature(NamedTuple):
    """A feature with as many values in each message, which becomes a tensor.

    Attributes:
        shape: of the values of one message.
        dtype: float32, int64 or string.
        default_value: for messages without the feature; without one they are refused.
    """

    shape: Any
    dtype: Any
    default_value: Any = None


class VarLenFeature(NamedTuple):
    """A feature with any number of values, which becomes a sparse tensor.

    Attributes:
        dtype: float32, int64 or string.
    """

    dtype: Any


class SparseFeature(NamedTuple):
    """Two or more features that state one sparse tensor: the places of its values, and the values.

    Attributes:
        index_key: of the feature with places, or a list of them, one for each axis.
        value_key: of the feature with values.
        dtype: of the values.
        size: of the axis, or of each.
        already_sorted: whether places are in order in each message.
    """

    index_key: Any
    value_key: Any
    dtype: Any
    size: Any
    already_sorted: bool = False


class FixedLenSequenceFeature(NamedTuple):
    """A list of features, or a feature with a multiple of a number of values: a tensor with an axis more.

    Attributes:
        shape: of the values of one entry.
        dtype: float32, int64 or string.
        allow_missing: whether there may be none; :func:`parse_example` wants it.
        default_value: fills up shorter rows of :func:`parse_example`; by default 0 or no text.
    """

    shape: Any
    dtype: Any
    allow_missing: bool = False
    default_value: Any = None


class _Columns:
    """What the ops want to know of features, by kind; the keys in order.

    Raises:
        InvalidTypeError: a feature of no kind that the function knows.
    """

    def __init__(self, function: str, features: Mapping[str, Any] | None, kinds: tuple[type, ...]) -> None:
        self.sparse: dict[str, DType] = {}
        self.dense: dict[str, FixedLenFeature | FixedLenSequenceFeature] = {}
        self.merged: dict[str, SparseFeature] = {}
        self.plain: set[str] = set()  # of the sparse ones those that are asked for by themselves
        for key in sorted(features or {}):
            feature: Any = (features or {})[key]
            if not any(isinstance(feature, kind) for kind in kinds):
                known = ", ".join(kind.__name__ for kind in kinds)
                raise InvalidTypeError(f"feature '{key}' of {function}() must be one of {known}, got {feature!r}")
            if isinstance(feature, SparseFeature):
                self.merged[key] = feature
                for index in _list(feature.index_key):
                    self._sparse(function, index, "int64")
                self._sparse(function, feature.value_key, feature.dtype)
            elif isinstance(feature, VarLenFeature):
                self.plain.add(key)
                self._sparse(function, key, feature.dtype)
            else:
                self.dense[key] = feature
        self.sparse = {key: self.sparse[key] for key in sorted(self.sparse)}

    def _sparse(self, function: str, key: str, dtype: Any) -> None:
        if self.sparse.setdefault(key, as_dtype(dtype)) != as_dtype(dtype):
            raise InvalidArgumentError(f"feature '{key}' of {function}() must have one dtype, got two")

    @property
    def sparse_keys(self) -> Any:
        """A vector of the keys of sparse features."""
        return _keys(self.sparse)

    @property
    def dense_keys(self) -> Any:
        """A vector of the keys of dense features."""
        return _keys(self.dense)

    @property
    def dtypes(self) -> list[DType]:
        """The dtypes of sparse features."""
        return list(self.sparse.values())

    def shapes(self) -> list[TensorShape]:
        """The shapes of dense features."""
        return [
            TensorShape([None, *_dims(each)] if isinstance(each, FixedLenSequenceFeature) else _dims(each))
            for each in self.dense.values()
        ]

    def defaults(self) -> list[Tensor]:
        """The default values of dense features."""
        return [_default(each) for each in self.dense.values()]

    def found(self, indices: Any, values: Any, shapes: Any, dense: Any) -> Found:
        """The results, by key."""
        parts = zip(self.sparse, indices, values, shapes, strict=True)
        sparse = {key: SparseTensor(*three) for key, *three in parts}
        result: Found = {**sparse, **dict(zip(self.dense, dense, strict=True))}
        for key, feature in self.merged.items():
            index = [sparse[each] for each in _list(feature.index_key)]
            result[key] = sparse_merge(
                index if isinstance(feature.index_key, (list, tuple)) else index[0],
                sparse[feature.value_key],
                feature.size,
                already_sorted=feature.already_sorted,
            )
        return {key: result[key] for key in sorted({*self.plain, *self.dense, *self.merged})}


def _list(keys: Any) -> list[str]:
    return list(keys) if isinstance(keys, (list, tuple)) else [keys]


def _keys(names: Sequence[str] | Mapping[str, Any]) -> Any:
    return np.array([*map(str.encode, names), None], dtype=object)[:-1]


def _dims(feature: Any) -> list[Any]:
    dims = TensorShape(feature.shape).dims
    if dims is None:
        raise InvalidArgumentError(f"shape of {type(feature).__name__} must have a known rank, got {feature.shape!r}")
    return list(dims)


def _default(feature: FixedLenFeature | FixedLenSequenceFeature) -> Tensor:
    dtype, value = as_dtype(feature.dtype), feature.default_value
    if isinstance(feature, FixedLenSequenceFeature):
        if value is None:
            value = b"" if dtype.name == "string" else 0
        shape = [1]
    else:
        if value is None:
            return as_tensor(np.zeros(0, dtype.numpy_dtype), dtype)
        shape = _dims(feature)
    given = as_tensor(value, dtype)
    result: Tensor = raw_ops.Reshape(tensor=given, shape=np.array(shape, np.int32)) if given.shape != shape else given
    return result


def parse_example(serialized: Any, features: Any, name: str | None = None, example_names: Any = None) -> Found:
    """The features of Example messages.

    Args:
        serialized: a vector of messages.
        features: what each feature is, by key.
        example_names: not used.

    Raises:
        InvalidArgumentError: no features, or a sequence that may not be missing.
        InvalidTypeError: a feature that is no description.
    """
    return _parsed("parse_example", serialized, features, name)


def parse_single_example(serialized: Any, features: Any, name: str | None = None, example_names: Any = None) -> Found:
    """The features of one Example message; see :func:`parse_example`."""
    return _parsed("parse_single_example", raw_ops.EnsureShape(input=as_tensor(serialized), shape=[]), features, name)


def _parsed(function: str, serialized: Any, features: Any, name: str | None) -> Found:
    kinds = (FixedLenFeature, VarLenFeature, SparseFeature, FixedLenSequenceFeature)
    if not features:
        raise InvalidArgumentError(f"features of {function}() must hold a feature or more, got {features!r}")
    columns = _Columns(function, features, kinds)
    for key, feature in columns.dense.items():
        if isinstance(feature, FixedLenSequenceFeature) and not feature.allow_missing:
            rule = f"allow_missing of feature '{key}' of {function}() must be True, as none of these can be missing"
            raise InvalidArgumentError(f"{rule}, got {feature.allow_missing!r}")
    found = raw_ops.ParseExampleV2(
        serialized=serialized, names=_keys([]), sparse_keys=columns.sparse_keys, dense_keys=columns.dense_keys,
        ragged_keys=_keys([]), dense_defaults=columns.defaults(), num_sparse=len(columns.sparse),
        sparse_types=columns.dtypes, ragged_value_types=[], ragged_split_types=[], dense_shapes=columns.shapes(),
        name=name or "ParseExample",
    )  # fmt: skip
    return columns.found(*found[:4])


def parse_single_sequence_example(
    serialized: Any,
    context_features: Any = None,
    sequence_features: Any = None,
    example_name: Any = None,
    name: str | None = None,
) -> tuple[Found, Found]:
    """The features of one SequenceExample message: of its context, and its feature lists.

    Args:
        serialized: the message.
        context_features: FixedLenFeature or VarLenFeature, by key.
        sequence_features: FixedLenSequenceFeature or VarLenFeature, by key.
        example_name: not used.
    """
    function = "parse_single_sequence_example"
    context, lists = _of_sequences(function, context_features, sequence_features)
    missing = [key for key, each in lists.dense.items() if getattr(each, "allow_missing", False)]
    found = raw_ops.ParseSingleSequenceExample(
        serialized=serialized, feature_list_dense_missing_assumed_empty=_keys(missing),
        context_sparse_keys=list(context.sparse), context_dense_keys=list(context.dense),
        feature_list_sparse_keys=list(lists.sparse), feature_list_dense_keys=list(lists.dense),
        context_dense_defaults=context.defaults(), debug_name="", name=name or "ParseSingleSequenceExample",
        **_attrs(context, lists),
    )  # fmt: skip
    return context.found(*found[:4]), lists.found(*found[4:8])


def parse_sequence_example(
    serialized: Any,
    context_features: Any = None,
    sequence_features: Any = None,
    example_names: Any = None,
    name: str | None = None,
) -> tuple[Found, Found, Found]:
    """The features of SequenceExample messages: contexts, feature lists, and how long the dense lists are.

    Args:
        serialized: a vector of messages.
        context_features: FixedLenFeature or VarLenFeature, by key.
        sequence_features: FixedLenSequenceFeature or VarLenFeature, by key.
        example_names: not used.
    """
    context, lists = _of_sequences("parse_sequence_example", context_features, sequence_features)
    missing = [bool(getattr(each, "allow_missing", False)) for each in lists.dense.values()]
    found = raw_ops.ParseSequenceExampleV2(
        serialized=serialized, debug_name=_keys([]), context_sparse_keys=context.sparse_keys,
        context_dense_keys=context.dense_keys, context_ragged_keys=_keys([]),
        feature_list_sparse_keys=lists.sparse_keys, feature_list_dense_keys=lists.dense_keys,
        feature_list_ragged_keys=_keys([]), feature_list_dense_missing_assumed_empty=np.array(missing, bool),
        context_dense_defaults=context.defaults(), Ncontext_sparse=len(context.sparse),
        Nfeature_list_sparse=len(lists.sparse), Nfeature_list_dense=len(lists.dense),
        name=name or "ParseSequenceExample", **_attrs(context, lists),
    )  # fmt: skip
    lengths = dict(zip(lists.dense, found.feature_list_dense_lengths, strict=True))
    of_lists = (
        found.feature_list_sparse_indices, found.feature_list_sparse_values, found.feature_list_sparse_shapes,
        found.feature_list_dense_values,
    )  # fmt: skip
    return context.found(*found[:4]), lists.found(*of_lists), lengths


def _of_sequences(function: str, context: Any, lists: Any) -> tuple[_Columns, _Columns]:
    if not context and not lists:
        raise InvalidArgumentError(f"context_features or sequence_features of {function}() must hold a feature")
    return (
        _Columns(function, context, (FixedLenFeature, VarLenFeature)),
        _Columns(function, lists, (FixedLenSequenceFeature, VarLenFeature)),
    )


def _attrs(context: _Columns, lists: _Columns) -> dict[str, Any]:
    return {
        "context_sparse_types": context.dtypes,
        "context_dense_shapes": context.shapes(),
        "feature_list_sparse_types": lists.dtypes,
        "feature_list_dense_types": [as_dtype(each.dtype) for each in lists.dense.values()],
        "feature_list_dense_shapes": [TensorShape(_dims(each)) for each in lists.dense.values()],
    }


__all__ = [
    "FixedLenFeature",
    "FixedLenSequenceFeature",
    "SparseFeature",
    "VarLenFeature",
    "parse_example",
    "parse_single_example",
    "parse_single_sequence_example",
]
