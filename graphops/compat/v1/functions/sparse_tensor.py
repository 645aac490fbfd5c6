"""``compat.v1``: sparse tensors as one object, with placeholders, feeds and fetches."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.build.constants import placeholder
from graphops.graph.graph import Tensor, get_default_graph
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError
from graphops_registry.shape import TensorShape


class SparseTensorValue(NamedTuple):
    """The arrays of a sparse tensor: what a fetch of one gives, and what you feed for one.

    Attributes:
        indices: int64 `[entries, rank]`.
        values: `[entries]`.
        dense_shape: int64 `[rank]`.
    """

    indices: Any
    values: Any
    dense_shape: Any


class SparseTensor:
    """A sparse tensor: coordinates, values and a shape, which are tensors.

    Args:
        indices: int64 `[entries, rank]`; ops want them in row-major order, each place once.
        values: `[entries]`.
        dense_shape: int64 `[rank]`.

    Raises:
        InvalidArgumentError: parts that do not belong together.
        InvalidTypeError: parts of other dtypes.
    """

    __array_priority__ = 1000
    __graphops_value__ = SparseTensorValue

    def __init__(self, indices: Any, values: Any, dense_shape: Any) -> None:
        with get_default_graph().name_scope("SparseTensor"):
            self._indices = as_tensor(indices, "int64", "indices")
            self._values = as_tensor(values, name="values")
            self._dense_shape = as_tensor(dense_shape, "int64", "dense_shape")
        for name, part, rank in (("indices", self._indices, 2), ("values", self._values, 1),
                                 ("dense_shape", self._dense_shape, 1)):  # fmt: skip
            if part.shape.rank not in (None, rank):
                rule = f"{name} of SparseTensor must have rank {rank}, got shape {part.shape}"
                raise InvalidArgumentError(rule)
        places, numbers, sizes = (part.shape for part in self.__graphops_components__)
        if places.dims is not None:
            _same("values", numbers, "as many values as indices has rows", places.dims[0])
            _same("dense_shape", sizes, "as many sizes as indices has columns", places.dims[1])

    @property
    def __graphops_components__(self) -> tuple[Tensor, Tensor, Tensor]:
        return self._indices, self._values, self._dense_shape

    @classmethod
    def from_value(cls, sparse_tensor_value: Any) -> SparseTensor:
        """The sparse tensor of a SparseTensorValue, or one as it is.

        Raises:
            InvalidTypeError: neither of them.
        """
        if isinstance(sparse_tensor_value, SparseTensor):
            return sparse_tensor_value
        if not isinstance(sparse_tensor_value, SparseTensorValue):
            raise InvalidTypeError(f"a SparseTensor or SparseTensorValue is wanted, got {sparse_tensor_value!r}")
        return cls(*sparse_tensor_value)

    @property
    def indices(self) -> Tensor:
        """The coordinates, int64 `[entries, rank]`."""
        return self._indices

    @property
    def values(self) -> Tensor:
        """The values, `[entries]`."""
        return self._values

    @property
    def dense_shape(self) -> Tensor:
        """The shape, int64 `[rank]`."""
        return self._dense_shape

    @property
    def dtype(self) -> Any:
        """The dtype of the values."""
        return self._values.dtype

    @property
    def graph(self) -> Any:
        """The graph of the parts."""
        return self._indices.graph

    @property
    def op(self) -> Any:
        """The node that makes the values."""
        return self._values.op

    @property
    def name(self) -> str:
        """The name of the values."""
        return self._values.name

    @property
    def shape(self) -> TensorShape:
        """What is known of the shape now."""
        return self.get_shape()

    def get_shape(self) -> TensorShape:
        """What is known of the shape now."""
        node = self._dense_shape.node
        if node.type == "PlaceholderWithDefault":  # a sparse placeholder of a shape; -1 for what is not known
            node = node.inputs[0].node
        if node.type == "Const":
            sizes = node.get_attr("value").tolist()
            return TensorShape([None if size < 0 else size for size in sizes])
        length = self._dense_shape.shape.dims[0] if self._dense_shape.shape.dims else None
        return TensorShape.unknown(length) if isinstance(length, int) else TensorShape(None)

    def eval(self, feed_dict: Any = None, session: Any = None) -> SparseTensorValue:
        """The arrays, computed by ``session`` or the default one."""
        found = [part.eval(feed_dict, session) for part in self.__graphops_components__]
        return SparseTensorValue(*found)

    def __repr__(self) -> str:
        return f"SparseTensor(indices={self._indices!r}, values={self._values!r}, dense_shape={self._dense_shape!r})"

    def _by(self, op: str, other: Any) -> SparseTensor:
        """This tensor with other values: those that ``op`` makes of them and a dense tensor."""
        dense = as_tensor(other, self.dtype.base)
        parts = {"sp_indices": self._indices, "sp_values": self._values, "sp_shape": self._dense_shape}
        values = getattr(raw_ops, op)(**parts, dense=dense)
        return SparseTensor(self._indices, values, self._dense_shape)

    def __mul__(self, other: Any) -> SparseTensor:
        return self._by("SparseDenseCwiseMul", other)

    def __truediv__(self, other: Any) -> SparseTensor:
        if self.dtype.is_integer:
            raise InvalidTypeError(f"a sparse tensor must have floats to be divided by '/', got {self.dtype.name}")
        return self._by("SparseDenseCwiseDiv", other)

    __div__ = __truediv__


def _same(name: str, shape: TensorShape, rule: str, wanted: Any) -> None:
    length = shape.dims[0] if shape.dims else None
    if isinstance(length, int) and isinstance(wanted, int) and length != wanted:
        raise InvalidArgumentError(f"{name} of SparseTensor must have {rule}, {wanted}, got {length}")


def as_sparse(value: Any, argument: str = "sp_input") -> SparseTensor:
    """A SparseTensor, also of the arrays of one.

    Raises:
        InvalidTypeError: something else.
    """
    if isinstance(value, SparseTensorValue):
        return SparseTensor.from_value(value)
    if not isinstance(value, SparseTensor):
        raise InvalidTypeError(f"{argument} must be a SparseTensor, got {value!r}")
    return value


def is_sparse(value: Any) -> bool:
    """Whether it is a sparse tensor, or the arrays of one."""
    return isinstance(value, (SparseTensor, SparseTensorValue))


def convert_to_tensor_or_sparse_tensor(value: Any, dtype: Any = None, name: str | None = None) -> Any:
    """A sparse tensor as it is, arrays of one as constants, anything else as a tensor.

    Raises:
        InvalidTypeError: a sparse tensor of another dtype.
    """
    if not is_sparse(value):
        return as_tensor(value, dtype, name)
    found = as_sparse(value)
    if dtype is not None:
        as_tensor(found.values, dtype, name)
    return found


def sparse_placeholder(dtype: Any, shape: Any = None, name: str | None = None) -> SparseTensor:
    """A sparse tensor that each run is fed, by a SparseTensorValue or a triple of arrays.

    Args:
        shape: what is known of it: ``None``, a shape that may have ``None`` in it, or a tensor.
    """
    parts = [f"{name}/{part}" if name else None for part in ("shape", "values", "indices")]
    if isinstance(shape, Tensor):
        rank = shape.shape.dims[0] if shape.shape.dims else None
        sizes: Any = shape
    elif shape is None or TensorShape(shape).rank is None:
        rank = None
        sizes = placeholder("int64", [None], name=parts[0])
    else:
        known = TensorShape(shape)
        rank = known.rank
        default = np.array([-1 if not isinstance(dim, int) else dim for dim in known.dims or ()], dtype=np.int64)
        sizes = raw_ops.PlaceholderWithDefault(input=default, shape=[rank], name=parts[0])
    values = placeholder(dtype, [None], name=parts[1])
    return SparseTensor(placeholder("int64", [None, rank], name=parts[2]), values, sizes)


__all__ = ["SparseTensor", "SparseTensorValue", "convert_to_tensor_or_sparse_tensor", "sparse_placeholder"]
