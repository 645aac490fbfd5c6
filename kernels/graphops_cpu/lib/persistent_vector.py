"""A sequence that never changes, of which changed versions cost little."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Final, Generic, TypeVar

from graphops_registry.locks import new_lock

T = TypeVar("T")

_BITS: Final = 6
_CHUNK: Final = 1 << _BITS  # elements; a changed version copies two chunks and the list of all chunks
_LAST: Final = _CHUNK - 1
_grow = new_lock()


class PersistentVector(Generic[T]):
    """A sequence that never changes. Its versions share the chunks in which they agree.

    All chunks before the last one are full. Vectors that differ in their last elements share their chunks even when
    the last one is not full: each is a beginning of them. So the cost of appending does not depend on the length.
    A version with another element has a last chunk of its own, so that it keeps nothing alive that it does not hold.

    Any number of threads may use a vector and its versions.
    """

    __slots__ = ("_chunks", "length")

    def __init__(self, items: Sequence[T] = ()) -> None:
        self._chunks = [list(items[start : start + _CHUNK]) for start in range(0, len(items), _CHUNK)]
        self.length = len(items)

    @classmethod
    def _of(cls, chunks: list[list[T]], length: int) -> PersistentVector[T]:
        made = cls.__new__(cls)
        made._chunks = chunks
        made.length = length
        return made

    def __getitem__(self, index: int) -> T:
        """The element at ``index``, which must be in [0, length)."""
        return self._chunks[index >> _BITS][index & _LAST]

    def as_list(self) -> list[T]:
        """The elements, a list of its own."""
        return list(chain.from_iterable(self._chunks))[: self.length]

    def appended(self, item: T) -> PersistentVector[T]:
        """The vector with one more element."""
        chunks, length = self._chunks, self.length
        number, used = length >> _BITS, length & _LAST
        with _grow:
            if used:
                if len(chunks[number]) == used:
                    chunks[number].append(item)
                    return self._of(chunks, length + 1)
            elif len(chunks) == number:
                chunks.append([item])
                return self._of(chunks, length + 1)
        chunks = self._own_chunks()
        if used:
            chunks[number].append(item)
        else:
            chunks.append([item])
        return self._of(chunks, length + 1)

    def without_last(self) -> PersistentVector[T]:
        """The vector without its last element; there must be one."""
        return self._of(self._chunks, self.length - 1)

    def replaced(self, index: int, item: T) -> PersistentVector[T]:
        """The vector with another element at ``index``, which must be in [0, length)."""
        chunks, number = self._own_chunks(), index >> _BITS
        if number < self.length >> _BITS:  # a full chunk, which others may share
            chunks[number] = chunks[number].copy()
        chunks[number][index & _LAST] = item
        return self._of(chunks, self.length)

    def _own_chunks(self) -> list[list[T]]:
        """The chunks in use, a list of its own; the last one is its own, too, unless it is full."""
        number, used = self.length >> _BITS, self.length & _LAST
        if not used:
            return self._chunks[:number]
        chunks = self._chunks[: number + 1]
        chunks[number] = chunks[number][:used]
        return chunks
