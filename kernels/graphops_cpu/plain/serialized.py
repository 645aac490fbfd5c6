"""Plain kernels of tensors and sparse tensors as strings and variants, which are on the host."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, ClassVar, Final

import numpy as np

from graphops_cpu.lib.sparse_places import require_countable, require_within, sizes_of, strides_of
from graphops_cpu.lib.sparse_rows import SparseRow, joined_rows, rows_of
from graphops_cpu.lib.tensor_messages import TensorMessage, tensor_message
from graphops_cpu.lib.text import require_room, strings
from graphops_cpu.lib.wire_format import DamagedMessage
from graphops_registry.dtypes import DType, int64
from graphops_registry.errors import InvalidTypeError, must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context

_PER_MESSAGE: Final = 256  # bytes, about what a short message and the objects that hold it take


class HeldTensor:
    """A tensor in a variant."""

    __slots__ = ("array", "dtype")

    def __init__(self, array: Array, dtype: DType) -> None:
        self.array = array
        self.dtype = dtype

    def __repr__(self) -> str:
        return f"<{self.dtype.name} tensor of shape {list(self.array.shape)}>"


def _size(array: Array) -> int:
    return sum(map(len, array.reshape(-1))) if array.dtype == object else int(array.nbytes)


def _require_plain(op: str, argument: str, dtype: DType) -> None:
    if dtype.name in ("resource", "variant"):
        raise must(argument, op, "be of numbers, bools or strings", dtype.name, kind=InvalidTypeError)


def _parsed(ctx: Context, op: str, argument: str, message: bytes, dtype: DType) -> Array:
    """The tensor of ``dtype`` in a message.

    Raises:
        InvalidArgumentError: there is none.
    """
    rule = f"be a TensorProto message of a tensor of {dtype.name}"
    try:
        read = TensorMessage(message)
        if read.dtype is not dtype:
            raise must(argument, op, rule, f"one of {read.dtype_text}")
        ctx.check_memory(prod(read.sizes) * (dtype.size or 8))
        return read.array()
    except DamagedMessage as error:
        raise must(argument, op, rule, str(error)) from None


@register_kernel("SerializeTensor", "CPU", host_outputs=["serialized"], uses=["memory"])
class SerializeTensor(PlainKernel):
    """Needs the bytes of the tensor once more."""

    host_data = ("tensor",)

    def compute(self, ctx: Context, x: Array) -> Array:
        _require_plain("SerializeTensor", "tensor", self.attrs["T"])
        require_room(ctx, "SerializeTensor", _size(x), "serialized")
        return strings([tensor_message(x, self.attrs["T"])], ())


@register_kernel("ParseTensor", "CPU", host_outputs=["output"], uses=["memory"])
class ParseTensor(PlainKernel):
    def compute(self, ctx: Context, serialized: Array) -> Array:
        return _parsed(ctx, "ParseTensor", "serialized", serialized[()], self.attrs["out_type"])


class _Serializes(PlainKernel):
    """Needs all bytes of the tensor once more."""

    host_data: ClassVar[tuple[str, ...]] = ("sparse_indices", "sparse_values", "sparse_shape")
    op: ClassVar[str] = ""

    def packed(self, rows: Sequence[SparseRow], shape: Sequence[int]) -> Array:
        """Three elements for each row, as an array of this shape."""
        parts = [
            (array, dtype)
            for row in rows
            for array, dtype in ((row.places, int64), (row.values, self.attrs["T"]), (np.array(row.sizes), int64))
        ]
        if self.attrs["out_type"].name == "variant":
            found = np.empty(len(parts), dtype=object)
            for number, (array, dtype) in enumerate(parts):
                found[number] = HeldTensor(array.copy(), dtype)
            return found.reshape(shape)
        return strings([tensor_message(array, dtype, as_content=True) for array, dtype in parts], tuple(shape))

    def require(self, ctx: Context, rows: int, *parts: Array) -> None:
        """Refuse what does not fit."""
        _require_plain(self.op, "sparse_values", self.attrs["T"])
        require_room(ctx, self.op, 3 * rows * _PER_MESSAGE + sum(map(_size, parts)), "serialized_sparse")


@register_kernel("SerializeSparse", "CPU", host_outputs=["serialized_sparse"], uses=["memory"])
class SerializeSparse(_Serializes):
    op = "SerializeSparse"

    def compute(self, ctx: Context, places: Array, values: Array, shape: Any) -> Array:
        self.require(ctx, 1, places, values, shape)
        return self.packed([SparseRow(places, values, tuple(shape.tolist()))], (3,))


@register_kernel("SerializeManySparse", "CPU", host_outputs=["serialized_sparse"], uses=["memory"])
class SerializeManySparse(_Serializes):
    op = "SerializeManySparse"

    def compute(self, ctx: Context, places: Array, values: Array, shape: Any) -> Array:
        sizes = sizes_of(self.op, "sparse_shape", shape)
        self.require(ctx, sizes[0], places, values)
        return self.packed(rows_of(self.op, "sparse", places, values, sizes), (sizes[0], 3))


class _Deserializes(PlainKernel):
    """Needs all tensors once more."""

    op: ClassVar[str] = ""

    def read(self, ctx: Context, parts: Sequence[Any], number: int) -> SparseRow:
        """One sparse tensor of its three parts.

        Raises:
            InvalidArgumentError: they are none.
        """
        op, values_type = self.op, self.attrs["dtype"]
        where = f"serialized_sparse[{number}]"
        wanted = (("indices", int64, 2), ("values", values_type, 1), ("shape", int64, 1))
        found = []
        for part, (name, dtype, rank) in zip(parts, wanted, strict=True):
            array = self._part(ctx, f"{where}, the {name},", part, dtype)
            if array.ndim != rank:
                raise must(f"{where}, the {name},", op, f"have rank {rank}", f"shape {list(array.shape)}")
            found.append(array)
        places, values, shape = found
        if values.shape[0] != places.shape[0]:
            rule = f"have one value for each of the {places.shape[0]} rows of indices"
            raise must(f"{where}, the values,", op, rule, values.shape[0])
        if shape.shape[0] != places.shape[1]:
            rule = f"have one size for each of the {places.shape[1]} columns of indices"
            raise must(f"{where}, the shape,", op, rule, shape.shape[0])
        sizes = sizes_of(op, f"{where}, the shape,", shape)
        require_within(op, f"{where}, the indices,", places, sizes)
        return SparseRow(places, values, sizes)

    def _part(self, ctx: Context, argument: str, part: Any, dtype: DType) -> Array:
        if isinstance(part, bytes):
            return _parsed(ctx, self.op, argument, part, dtype)
        if not isinstance(part, HeldTensor) or part.dtype is not dtype:
            got = repr(part) if isinstance(part, HeldTensor) else type(part).__name__
            raise must(argument, self.op, f"be a tensor of {dtype.name}", got)
        return part.array

    def compute(self, ctx: Context, serialized: Array) -> tuple[Array, Array, Array]:
        flat = serialized.reshape(-1, 3)
        rows = [self.read(ctx, parts, number) for number, parts in enumerate(flat)]
        outer = serialized.shape[:-1]
        if not outer:
            (row,) = rows
            return row.places, row.values, np.array(row.sizes, dtype=np.int64)
        for number, row in enumerate(rows):
            if len(row.sizes) != len(rows[0].sizes):
                rule = f"have rank {len(rows[0].sizes)}, as the first one has"
                raise must(f"serialized_sparse[{number}], the tensor,", self.op, rule, len(row.sizes))
        ctx.check_memory(sum(_size(row.places) + _size(row.values) for row in rows) + 8 * len(outer) * len(rows))
        places, values, sizes = joined_rows(rows)
        front = np.empty((places.shape[0], len(outer)), dtype=np.int64)
        left = places[:, 0]
        for axis, stride in enumerate(strides_of(outer)):
            front[:, axis], left = np.divmod(left, stride)
        shape = (*outer, *sizes[1:])
        require_countable(self.op, "serialized_sparse", shape)
        return np.concatenate([front, places[:, 1:]], axis=1), values, np.array(shape, dtype=np.int64)


@register_kernel(
    "DeserializeSparse", "CPU", host_outputs=["sparse_indices", "sparse_values", "sparse_shape"], uses=["memory"]
)
class DeserializeSparse(_Deserializes):
    op = "DeserializeSparse"


@register_kernel(
    "DeserializeManySparse", "CPU", host_outputs=["sparse_indices", "sparse_values", "sparse_shape"], uses=["memory"]
)
class DeserializeManySparse(_Deserializes):
    op = "DeserializeManySparse"
