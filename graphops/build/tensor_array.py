"""TensorArray: a list of tensors that loops read and write, on TensorFlow's list ops.

>>> squares = TensorArray(float32, size=3)
>>> i, squares = while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a.write(i, x * x)), [0, squares])
>>> squares.stack()
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.graph.graph import Tensor
from graphops_registry.dtypes import DType, as_dtype, int32
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError, UnimplementedError
from graphops_registry.shape import TensorShape


class TensorArray:
    """A list of tensors of one dtype. What changes it gives another TensorArray; use the last one.

    Args:
        dtype: of the elements.
        size: how many elements there are, a number or a scalar tensor; default 0 with ``dynamic_size``.
        dynamic_size: whether writing beyond the end makes it longer.
        clear_after_read, tensor_array_name, colocate_with_first_write_call: accepted; have no effect.
        handle: only ``None``.
        flow: the list itself, of dtype variant, instead of ``size``.
        infer_shape: whether the shape of what is written becomes that of all elements.
        element_shape: of every element, partial.
        name: of the node.

    Attributes:
        flow: the list itself.
        dtype: of the elements.
        dynamic_size: as given.

    Raises:
        InvalidTypeError: neither ``size`` nor ``flow``, both, or a handle.
    """

    def __init__(
        self,
        dtype: Any,
        size: Any = None,
        dynamic_size: bool | None = None,
        clear_after_read: bool | None = None,
        tensor_array_name: str | None = None,
        handle: Any = None,
        flow: Any = None,
        infer_shape: bool = True,
        element_shape: Any = None,
        colocate_with_first_write_call: bool = True,
        name: str | None = None,
    ) -> None:
        if handle is not None:
            raise InvalidTypeError(f"handle of TensorArray must be None, got {handle!r}")
        if flow is not None and size is not None:
            raise InvalidTypeError("TensorArray must be given size or flow, got both")
        self.dtype: DType = as_dtype(dtype)
        self.dynamic_size = bool(dynamic_size)
        self._infer = infer_shape
        # The known shape of the elements, shared with all arrays derived from this one, also in a loop's body.
        self._shape = [TensorShape(element_shape)]
        if flow is not None:
            self.flow: Tensor = as_tensor(flow)
            return
        if size is None:
            if not dynamic_size:
                raise InvalidTypeError("size of TensorArray must be given unless dynamic_size is true, got None")
            size = 0
        count = as_tensor(size, int32)
        self.flow = raw_ops.TensorListReserve(
            element_shape=_sizes(self._shape[0]), num_elements=count, element_dtype=self.dtype, name=name
        )

    # -- as a structure of loops ----------------------------------------------------------------------------------

    def __graphops_parts__(self) -> list[Tensor]:
        return [self.flow]

    def __graphops_with_parts__(self, parts: Sequence[Any]) -> TensorArray:
        return self._like(parts[0])

    def _like(self, flow: Tensor) -> TensorArray:
        result = TensorArray(self.dtype, dynamic_size=self.dynamic_size, flow=flow, infer_shape=self._infer)
        result._shape = self._shape
        return result

    # -- what is known --------------------------------------------------------------------------------------------

    @property
    def element_shape(self) -> TensorShape:
        """What is known of the shape of every element."""
        return self._shape[0]

    def _learn(self, shape: TensorShape) -> None:
        """Elements have this shape, too.

        Raises:
            InvalidArgumentError: others have another one.
        """
        if not self._shape[0].is_compatible_with(shape):
            raise InvalidArgumentError(f"elements of a TensorArray must have shape {self._shape[0]}, got {shape}")
        if self._infer:
            self._shape[0] = self._shape[0].merge_with(shape)

    def _value(self, value: Any) -> Tensor:
        return as_tensor(value, self.dtype)

    # -- elements -------------------------------------------------------------------------------------------------

    def read(self, index: Any, name: str | None = None) -> Tensor:
        """The element of that number."""
        result: Tensor = raw_ops.TensorListGetItem(
            input_handle=self.flow,
            index=as_tensor(index, int32),
            element_shape=_sizes(self.element_shape),
            element_dtype=self.dtype,
            name=name,
        )
        return result

    def write(self, index: Any, value: Any, name: str | None = None) -> TensorArray:
        """The array with another element of that number."""
        item = self._value(value)
        self._learn(item.shape)
        return self._like(
            raw_ops.TensorListSetItem(
                input_handle=self.flow,
                index=as_tensor(index, int32),
                item=item,
                resize_if_index_out_of_bounds=self.dynamic_size,
                name=name,
            )
        )

    def gather(self, indices: Any, name: str | None = None) -> Tensor:
        """The elements of these numbers along a new first dimension."""
        result: Tensor = raw_ops.TensorListGather(
            input_handle=self.flow,
            indices=as_tensor(indices, int32),
            element_shape=_sizes(self.element_shape),
            element_dtype=self.dtype,
            name=name,
        )
        return result

    def scatter(self, indices: Any, value: Any, name: str | None = None) -> TensorArray:
        """The array with the entries of ``value`` as the elements of these numbers."""
        entries = self._entries(value, "scatter()")
        return self._like(
            raw_ops.TensorListScatterIntoExistingList(
                input_handle=self.flow, tensor=entries, indices=as_tensor(indices, int32), name=name
            )
        )

    # -- all of it ------------------------------------------------------------------------------------------------

    def stack(self, name: str | None = None) -> Tensor:
        """All elements along a new first dimension."""
        result: Tensor = raw_ops.TensorListStack(
            input_handle=self.flow, element_shape=_sizes(self.element_shape), element_dtype=self.dtype, name=name
        )
        return result

    def unstack(self, value: Any, name: str | None = None) -> TensorArray:
        """The array whose elements are the entries of ``value``."""
        entries = self._entries(value, "unstack()")
        return self._like(
            raw_ops.TensorListFromTensor(tensor=entries, element_shape=_sizes(self.element_shape), name=name)
        )

    def _entries(self, value: Any, what: str) -> Tensor:
        entries = self._value(value)
        if entries.shape.rank == 0:
            raise InvalidArgumentError(f"value of {what} must have rank 1 or more, got a scalar")
        if entries.shape.rank is not None:
            self._learn(entries.plain_shape[1:])
        return entries

    def concat(self, name: str | None = None) -> Tensor:
        """All elements one after the other along their first dimension."""
        known = self.element_shape
        shape = known if known.rank is None else TensorShape([None, *(known.dims or ())[1:]])
        joined = raw_ops.TensorListConcatV2(
            input_handle=self.flow,
            element_shape=_sizes(shape),
            leading_dims=np.zeros(0, np.int64),
            element_dtype=self.dtype,
            name=name,
        )
        result: Tensor = joined.tensor
        return result

    def split(self, value: Any, lengths: Any, name: str | None = None) -> TensorArray:
        """The array of parts of ``value`` along its first dimension, of the lengths given."""
        whole = self._value(value)
        if whole.shape.rank:
            self._learn(TensorShape([None, *(whole.shape.dims or ())[1:]]))
        parts = as_tensor(lengths)
        wide = raw_ops.Cast(x=parts, DstT="int64")
        return self._like(
            raw_ops.TensorListSplit(tensor=whole, element_shape=_sizes(self.element_shape), lengths=wide, name=name)
        )

    def size(self, name: str | None = None) -> Tensor:
        """How many elements there are, an int32 scalar."""
        result: Tensor = raw_ops.TensorListLength(input_handle=self.flow, name=name)
        return result

    def identity(self) -> TensorArray:
        """The same array after what control dependencies name."""
        return self._like(raw_ops.Identity(input=self.flow))

    def close(self, name: str | None = None) -> Any:
        """A node that does nothing: lists need not be closed."""
        return raw_ops.NoOp(name=name)

    def grad(self, source: Any, flow: Any = None, name: str | None = None) -> Any:
        """Refused: ``gradients`` goes through a TensorArray by itself."""
        raise UnimplementedError("grad() of a TensorArray must not be needed: gradients() goes through it by itself")


def _sizes(shape: TensorShape) -> np.ndarray[Any, Any]:
    """A shape as the list ops take it."""
    if shape.dims is None:
        return np.array(-1, np.int32)
    return np.array([dim if isinstance(dim, int) else -1 for dim in shape.dims], np.int32)
