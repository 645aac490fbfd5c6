"""How kernels of lists of tensors, of tensor arrays and of stacks read and write single elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphops_cpu.lib.stack_state import Stack
from graphops_cpu.lib.stacking import entries
from graphops_cpu.lib.tensor_array_state import TensorArray
from graphops_cpu.lib.tensor_list_state import TensorList, wrap
from graphops_registry.dtypes import DType, float32
from graphops_registry.kernels.call_list import ListedValue
from graphops_registry.kernels.loop_list import Changes, OpenSequence, SequenceAccess
from graphops_registry.resource import ResourceHandle
from graphops_registry.shape import TensorShape, admits

Array = np.ndarray[Any, Any]


def _content(handle: Any) -> Any:
    """What a handle of rank 0 holds."""
    return handle[()] if isinstance(handle, np.ndarray) and handle.dtype == object and handle.ndim == 0 else None


def _elements(tensors: TensorList) -> Sequence[Array | None] | Array:
    return tensors.items if tensors.block is None else tensors.block


class ListRead(SequenceAccess):
    """TensorListGetItem.

    Args:
        dtype: of the elements.
        shape: what the step says of their shape.
    """

    element_output = 0

    def __init__(self, dtype: DType, shape: TensorShape) -> None:
        self._dtype = dtype
        self._shape = shape

    def opened(self, sequence: Any, element: ListedValue) -> OpenSequence | None:
        tensors = _content(sequence)
        if not isinstance(tensors, TensorList) or tensors.dtype is not self._dtype:
            return None
        if not admits(self._shape, element.shape) or not tensors.shape.is_compatible_with(self._shape):
            return None
        return OpenSequence(_elements(tensors))

    def closed(self, sequence: Any, changes: Changes) -> Any:
        return sequence


class ListWrite(SequenceAccess):
    """TensorListSetItem."""

    item = 2
    sequence_output = 0

    def __init__(self, dtype: DType) -> None:
        self._dtype = dtype

    def opened(self, sequence: Any, element: ListedValue) -> OpenSequence | None:
        tensors = _content(sequence)
        if not isinstance(tensors, TensorList) or tensors.dtype is not self._dtype:
            return None
        return OpenSequence(_elements(tensors)) if admits(tensors.shape, element.shape) else None

    def closed(self, sequence: Any, changes: Changes) -> Any:
        tensors: TensorList = sequence[()]
        storage = changes.storage
        if storage is not None and len(changes.written) == tensors.length:
            return wrap(tensors.like_block(storage))
        items = tensors.items
        for index, array in changes.arrays().items():
            items[index] = array
        return wrap(tensors.like(items))


class ListAdd(ListWrite):
    """Graphops>TensorListAddItem; but for float32 only where nothing is to be added to.

    Args:
        dtype: of the elements.
        count: how many elements the list must have.
        shape: what the step says of the element's shape.
    """

    index = 3
    item = 4

    def __init__(self, dtype: DType, count: int, shape: TensorShape) -> None:
        super().__init__(dtype)
        self.adds = dtype is float32
        self.once = not self.adds
        self._count = count
        self._shape = shape

    def opened(self, sequence: Any, element: ListedValue) -> OpenSequence | None:
        found = super().opened(sequence, element)
        fits = found is not None and len(found.elements) == self._count and admits(self._shape, element.shape)
        return found if fits else None


class ListPop(ListRead):
    """TensorListPopBack."""

    index = None
    sequence_output = 0
    element_output = 1

    def closed(self, sequence: Any, changes: Changes) -> Any:
        tensors: TensorList = sequence[()]
        left = tensors.length - changes.popped
        block = tensors.block
        if block is not None:
            return wrap(tensors.like_block(block[:left]))
        return wrap(tensors.like(tensors.items[:left] if left else ()))


class ListPush(SequenceAccess):
    """TensorListPushBack."""

    index = None
    item = 1
    sequence_output = 0

    def __init__(self, dtype: DType) -> None:
        self._dtype = dtype

    def opened(self, sequence: Any, element: ListedValue) -> OpenSequence | None:
        tensors = _content(sequence)
        if not isinstance(tensors, TensorList) or tensors.dtype is not self._dtype:
            return None
        if not admits(tensors.shape, element.shape):
            return None
        return OpenSequence((), room=None if tensors.limit < 0 else tensors.limit - tensors.length)

    def closed(self, sequence: Any, changes: Changes) -> Any:
        tensors: TensorList = sequence[()]
        pushed = changes.pushed
        if pushed is None:
            return sequence
        if not tensors.length and isinstance(pushed, np.ndarray):
            return wrap(tensors.like_block(pushed))
        return wrap(tensors.like([*tensors.items, *_each(pushed)]))


class ArrayRead(SequenceAccess):
    """TensorArrayReadV3."""

    element_output = 0
    in_place = True

    def __init__(self, dtype: DType) -> None:
        self._dtype = dtype

    def opened(self, sequence: Any, element: ListedValue) -> OpenSequence | None:
        array = _tensor_array(sequence, self._dtype)
        return None if array is None else OpenSequence(array.readable(), array, array.forgets)

    def closed(self, sequence: Any, changes: Changes) -> Any:
        sequence[()].state.note_reads(changes.read)
        return sequence


class ArrayWrite(SequenceAccess):
    """TensorArrayWriteV3."""

    item = 2
    passes = 3
    in_place = True
    once = True

    def __init__(self, dtype: DType) -> None:
        self._dtype = dtype

    def opened(self, sequence: Any, element: ListedValue) -> OpenSequence | None:
        array = _tensor_array(sequence, self._dtype)
        if array is None or not admits(array.element_shape, element.shape):
            return None
        return OpenSequence(array.taken(element.shape), array)

    def closed(self, sequence: Any, changes: Changes) -> Any:
        written = changes.arrays()
        sequence[()].state.write("TensorArrayWriteV3", list(written), list(written.values()), lambda value: value)
        return sequence


class StackPush(SequenceAccess):
    """StackPushV2."""

    index = None
    item = 1
    passes = 1
    in_place = True

    def __init__(self, dtype: DType) -> None:
        self._dtype = dtype

    def opened(self, sequence: Any, element: ListedValue) -> OpenSequence | None:
        stack = _stack(sequence, self._dtype)
        return None if stack is None else OpenSequence((), stack, room=stack.room)

    def closed(self, sequence: Any, changes: Changes) -> Any:
        if changes.pushed is not None:
            sequence[()].state.push(_each(changes.pushed))
        return sequence


class StackPop(SequenceAccess):
    """StackPopV2."""

    index = None
    element_output = 0
    in_place = True

    def __init__(self, dtype: DType) -> None:
        self._dtype = dtype

    def opened(self, sequence: Any, element: ListedValue) -> OpenSequence | None:
        stack = _stack(sequence, self._dtype)
        return None if stack is None else OpenSequence(stack.on_host(), stack)

    def closed(self, sequence: Any, changes: Changes) -> Any:
        sequence[()].state.drop(changes.popped)
        return sequence


def _each(pushed: Sequence[Array] | Array) -> Sequence[Array]:
    return entries(pushed) if isinstance(pushed, np.ndarray) else pushed


def _stack(handle: Any, dtype: DType) -> Stack | None:
    found = _content(handle)
    state = found.state if isinstance(found, ResourceHandle) else None
    return state if isinstance(state, Stack) and state.dtype is dtype else None


def _tensor_array(handle: Any, dtype: DType) -> TensorArray | None:
    found = _content(handle)
    state = found.state if isinstance(found, ResourceHandle) else None
    return state if isinstance(state, TensorArray) and state.dtype is dtype and state.is_open else None
