"""Staging areas with keys in a Session: what is in them, and who waits."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from graphops_cpu.lib.waiting import Lines
from graphops_registry.dtypes import DType
from graphops_registry.errors import InvalidTypeError, ResourceExhaustedError, must
from graphops_registry.kernel_def import Array
from graphops_registry.kernels.context import Context

MAP_STAGING: Final = "staging area with keys"
_PUT, _TAKE = 0, 1  # lines

Parts = list[Array | None]


class MapStagingArea:
    """Tuples of arrays by key, which may come and go in parts; the Session's store keeps it.

    Args:
        capacity: how many complete tuples there may be; 0: any number.
        memory_limit: how many bytes all arrays may have together; 0: any number.
        ordered: whether the smallest key comes first; else the oldest.
    """

    def __init__(self, capacity: int, memory_limit: int, ordered: bool) -> None:
        self._capacity = capacity
        self._limit = memory_limit
        self._ordered = ordered
        self._whole: dict[int, Parts] = {}
        self._parts: dict[int, Parts] = {}
        self._bytes = 0
        self._lines = Lines(2, free=(_PUT, _TAKE))

    def put(
        self, ctx: Context, op: str, key: int, indices: Sequence[int], values: Parts, types: Sequence[DType]
    ) -> None:
        """Add arrays to a tuple; waits for room.

        Args:
            indices: where they belong in the tuple.
            types: of the whole tuple.

        Raises:
            InvalidArgumentError: places that do not fit, or are filled.
            InvalidTypeError: other dtypes.
            ResourceExhaustedError: they alone exceed the limit.
        """
        self._check(op, indices, len(values), len(types))
        for index, value in zip(indices, values, strict=True):
            if value is not None and value.dtype != types[index].numpy_dtype:
                rule = f"have dtype {types[index].name} at index {index}"
                raise must("values", op, rule, value.dtype, kind=InvalidTypeError)
        size = sum(int(value.nbytes) for value in values if value is not None)
        if 0 < self._limit < size:
            rule = f"fit into its memory_limit of {self._limit:,} bytes"
            raise must("values", op, rule, f"{size:,} bytes", kind=ResourceExhaustedError)

        def step() -> bool:
            parts = self._parts.get(key) or [None] * len(types)
            if len(parts) != len(types):
                raise must("attr 'dtypes'", op, f"have {len(parts)} dtypes as before", len(types))
            for index in indices:
                if parts[index] is not None:
                    raise must("indices", op, f"be free for key {key}", f"{index}, which is filled")
            whole = sum(part is None for part in parts) == len(indices)
            if whole and key in self._whole:
                raise must("key", op, "be new", key)
            if 0 < self._limit < self._bytes + size or (whole and 0 < self._capacity <= len(self._whole)):
                return False
            for index, value in zip(indices, values, strict=True):
                parts[index] = value
            self._bytes += size
            self._parts.pop(key, None)
            (self._whole if whole else self._parts)[key] = parts
            return True

        self._lines.wait(ctx, _PUT, step)

    def take(
        self,
        ctx: Context,
        op: str,
        key: int | None,
        indices: Sequence[int],
        types: Sequence[DType],
        *,
        peek: bool = False,
    ) -> tuple[int, list[Array]]:
        """A key and arrays of its tuple, which are taken away; waits while there is none.

        Args:
            key: ``None`` for any.
            types: of the arrays.
            peek: whether they stay.

        Raises:
            InvalidArgumentError: places that do not fit, or are empty.
            InvalidTypeError: other dtypes.
        """
        found: list[Array] = []
        chosen = 0

        def step() -> bool:
            nonlocal chosen
            if not self._whole or (key is not None and key not in self._whole):
                return False
            chosen = self._first() if key is None else key
            parts = self._whole[chosen]
            self._check(op, indices, len(types), len(parts))
            for index, dtype in zip(indices, types, strict=True):
                part = parts[index]
                if part is None:
                    raise must("indices", op, f"be filled for key {chosen}", f"{index}, which was taken")
                if part.dtype != dtype.numpy_dtype:
                    rule = f"be those of what is staged, {part.dtype} at index {index}"
                    raise must("attr 'dtypes'", op, rule, dtype.name, kind=InvalidTypeError)
                found.append(part.copy() if peek else part)
            if not peek:
                self._drop(chosen, indices)
            return True

        self._lines.wait(ctx, _TAKE, step)
        return chosen, found

    def _first(self) -> int:
        return min(self._whole) if self._ordered else next(iter(self._whole))

    def _drop(self, key: int, indices: Sequence[int]) -> None:
        parts = self._whole[key]
        for index in indices:
            part = parts[index]
            if part is not None:
                self._bytes -= int(part.nbytes)
            parts[index] = None
        if all(part is None for part in parts):
            del self._whole[key]

    @staticmethod
    def _check(op: str, indices: Sequence[int], count: int, size: int) -> None:
        """Check that indices are in rising order, in a tuple of so many arrays, and as many as the arrays."""
        if len(indices) != count:
            raise must("indices", op, f"have one for each of the {count} values", len(indices))
        if any(second <= first for first, second in pairwise(indices)):
            raise must("indices", op, "rise strictly", list(indices))
        if indices and not 0 <= indices[0] <= indices[-1] < size:
            raise must("indices", op, f"be from 0 to {size - 1}", list(indices))

    def counts(self) -> tuple[int, int]:
        """How many complete and incomplete tuples there are."""
        with self._lines.lock:
            return len(self._whole), len(self._parts)

    def clear(self) -> None:
        """Take all tuples away."""
        with self._lines.lock:
            self._whole.clear()
            self._parts.clear()
            self._bytes = 0
            self._lines.wake()
