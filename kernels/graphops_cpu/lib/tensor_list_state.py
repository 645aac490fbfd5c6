"""What a list of tensors is: the value of a variant tensor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphops_cpu.lib.persistent_vector import PersistentVector
from graphops_cpu.lib.stacking import entries
from graphops_registry.dtypes import DType
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError, must
from graphops_registry.kernel_def import Array
from graphops_registry.shape import TensorShape


class TensorList:
    """A list of arrays, ``None`` for elements that were never set. Never changes.

    Args:
        limit: the number of elements that it may have at most, -1 for any number.
    """

    __slots__ = ("_items", "block", "dtype", "length", "limit", "shape")

    def __init__(self, items: Sequence[Array | None], dtype: DType, shape: TensorShape, limit: int = -1) -> None:
        self._items: PersistentVector[Array | None] | None = PersistentVector(items)
        self.block: Array | None = None
        self.length = len(items)
        self.dtype = dtype
        self.shape = shape
        self.limit = limit

    @classmethod
    def of_block(cls, block: Array, dtype: DType, shape: TensorShape, limit: int = -1) -> TensorList:
        """The list of the entries of ``block``, an array in C order that never changes.

        Attribute ``block`` of the list is that array, so that who reads all elements need not look at each.
        """
        made = cls.__new__(cls)
        made._items = None
        made.block = block
        made.length = len(block)
        made.dtype, made.shape, made.limit = dtype, shape, limit
        return made

    def _vector(self) -> PersistentVector[Array | None]:
        found = self._items
        if found is None:
            found = self._items = PersistentVector([] if self.block is None else entries(self.block))
        return found

    @property
    def items(self) -> list[Array | None]:
        """The elements, a list of its own."""
        return self._vector().as_list()

    def item(self, index: int) -> Array | None:
        return self._vector()[index]

    def like(self, items: Sequence[Array | None]) -> TensorList:
        """A list with other elements."""
        return TensorList(items, self.dtype, self.shape, self.limit)

    def like_block(self, block: Array) -> TensorList:
        """A list with the entries of ``block``, see :meth:`of_block`."""
        return self.of_block(block, self.dtype, self.shape, self.limit)

    def pushed(self, item: Array) -> TensorList:
        """The list with one more element."""
        return self._version(self._vector().appended(item))

    def popped(self) -> TensorList:
        """The list without its last element."""
        return self._version(self._vector().without_last())

    def replaced(self, index: int, item: Array) -> TensorList:
        """The list with another element at ``index``."""
        return self._version(self._vector().replaced(index, item))

    def _version(self, items: PersistentVector[Array | None]) -> TensorList:
        made = TensorList.__new__(TensorList)
        made._items = items
        made.block = None
        made.length = items.length
        made.dtype = self.dtype
        made.shape = self.shape
        made.limit = self.limit
        return made

    def zeros(self, zeros_of: Callable[[Array], Array]) -> TensorList:
        """The list of zeros like its elements."""
        return self.like([None if item is None else zeros_of(item) for item in self.items])

    def plus(self, others: Sequence[TensorList], sum_of: Callable[[Sequence[Array]], Array]) -> TensorList:
        """The list of sums, element by element; one that was never set counts as zeros.

        Raises:
            InvalidArgumentError: lists of another length, dtype or elements of other shapes.
        """
        lists = [self, *others]
        if any(other.length != self.length or other.dtype is not self.dtype for other in others):
            shown = ", ".join(map(repr, lists))
            raise InvalidArgumentError(
                f"inputs of op 'AddN' must be lists of one length and dtype, got {shown}"
            ).concerns(op="AddN", argument="inputs")
        blocks = [each.block for each in lists if each.block is not None]
        if len(blocks) == len(lists) and all(block.shape == blocks[0].shape for block in blocks):
            return self.like_block(sum_of(blocks))
        sums: list[Array | None] = []
        for parts in zip(*(each.items for each in lists), strict=True):
            known = [part for part in parts if part is not None]
            sums.append(sum_of(known) if known else None)
        return self.like(sums)

    def __repr__(self) -> str:
        return f"<list of {self.length} tensors of {self.dtype.name}{self.shape}>"


def wrap(value: TensorList) -> Any:
    """A list as the value of a variant tensor."""
    array = np.empty((), dtype=object)
    array[()] = value
    return array


def list_in(handle: Any, op: str, dtype: DType | None = None, argument: str = "input_handle") -> TensorList:
    """The list in a variant.

    Raises:
        InvalidArgumentError: something else.
        InvalidTypeError: a list of another dtype.
    """
    found: Any = handle[()] if handle.ndim == 0 else None
    if not isinstance(found, TensorList):
        got = f"shape {handle.shape}" if handle.ndim else "nothing" if found is None else type(found).__name__
        raise must(argument, op, "be a list of tensors", got)
    if dtype is not None and found.dtype is not dtype:
        rule = f"be a list of {dtype.name}"
        raise must(argument, op, rule, f"one of {found.dtype.name}", kind=InvalidTypeError)
    return found
