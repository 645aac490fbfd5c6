"""How kernels of lists of tensors and of tensor arrays read and write single elements, for loops in machine code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from graphops_cpu.lib.tensor_array_state import TensorArray
from graphops_cpu.lib.tensor_list_state import TensorList, wrap
from graphops_registry.dtypes import DType
from graphops_registry.kernels.call_list import ListedValue
from graphops_registry.kernels.loop_list import OpenSequence, SequenceAccess
from graphops_registry.resource import ResourceHandle
from graphops_registry.shape import TensorShape, admits

Array = np.ndarray[Any, Any]


def _content(handle: Any) -> Any:
    """What a handle of rank 0 holds."""
    return handle[()] if isinstance(handle, np.ndarray) and handle.dtype == object and handle.ndim == 0 else None


class ListRead(SequenceAccess):
    """TensorListGetItem.

    Args:
        dtype: of the elements.
        shape: what the step says of their shape.
    """

    def __init__(self, dtype: DType, shape: TensorShape) -> None:
        self._dtype = dtype
        self._shape = shape

    def opened(self, sequence: Any, element: ListedValue) -> OpenSequence | None:
        tensors = _content(sequence)
        if not isinstance(tensors, TensorList) or tensors.dtype is not self._dtype:
            return None
        if not admits(self._shape, element.shape) or not tensors.shape.is_compatible_with(self._shape):
            return None
        return OpenSequence(tensors.items)

    def closed(self, sequence: Any, read: Sequence[int], written: Mapping[int, Array]) -> Any:
        return sequence


class ListWrite(SequenceAccess):
    """TensorListSetItem."""

    item = 2

    def __init__(self, dtype: DType) -> None:
        self._dtype = dtype

    def opened(self, sequence: Any, element: ListedValue) -> OpenSequence | None:
        tensors = _content(sequence)
        if not isinstance(tensors, TensorList) or tensors.dtype is not self._dtype:
            return None
        return OpenSequence(tensors.items) if admits(tensors.shape, element.shape) else None

    def closed(self, sequence: Any, read: Sequence[int], written: Mapping[int, Array]) -> Any:
        tensors: TensorList = sequence[()]
        items = tensors.items
        for index, array in written.items():
            items[index] = array
        return wrap(tensors.like(items))


class ArrayRead(SequenceAccess):
    """TensorArrayReadV3."""

    in_place = True

    def __init__(self, dtype: DType) -> None:
        self._dtype = dtype

    def opened(self, sequence: Any, element: ListedValue) -> OpenSequence | None:
        array = _tensor_array(sequence, self._dtype)
        return None if array is None else OpenSequence(array.readable(), array, array.forgets)

    def closed(self, sequence: Any, read: Sequence[int], written: Mapping[int, Array]) -> Any:
        sequence[()].state.note_reads(read)
        return sequence


class ArrayWrite(SequenceAccess):
    """TensorArrayWriteV3."""

    item = 2
    passes = 3
    in_place = True

    def __init__(self, dtype: DType) -> None:
        self._dtype = dtype

    def opened(self, sequence: Any, element: ListedValue) -> OpenSequence | None:
        array = _tensor_array(sequence, self._dtype)
        if array is None or not admits(array.element_shape, element.shape):
            return None
        taken = array.taken()
        return None if taken is None else OpenSequence(taken, array)

    def closed(self, sequence: Any, read: Sequence[int], written: Mapping[int, Array]) -> Any:
        sequence[()].state.write("TensorArrayWriteV3", list(written), list(written.values()), lambda value: value)
        return sequence


def _tensor_array(handle: Any, dtype: DType) -> TensorArray | None:
    found = _content(handle)
    state = found.state if isinstance(found, ResourceHandle) else None
    return state if isinstance(state, TensorArray) and state.dtype is dtype and state.is_open else None
