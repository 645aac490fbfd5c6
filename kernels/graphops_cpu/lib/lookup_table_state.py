"""What a look-up table is while a graph runs.

Keys are in a dict, which says in which row of an array the value of a key is. Finding and inserting many keys takes no
step of Python for each: ``map`` goes over the keys, NumPy over the rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from math import prod
from typing import Any, Final

import numpy as np

from graphops_registry.dtypes import DType
from graphops_registry.errors import (
    AbortedError,
    FailedPreconditionError,
    GraphopsError,
    InvalidTypeError,
    UnimplementedError,
    must,
    shorten,
)
from graphops_registry.kernels.context import Context
from graphops_registry.kernels.spec import Array
from graphops_registry.locks import new_lock

_BYTES_OF_KEY: Final = 100  # in a dict, with the key
_SPREAD: Final = 4  # integer keys are an index themselves if there are so few numbers between them
_WORTH_INDEX: Final = 4  # of the keys that a table has, one in so many must be asked for at once
_MANY: Final = 64  # keys that are asked for at once, at least


class LookupTable:
    """Keys and values. Threads may share it.

    Args:
        name: for errors.
        key_dtype, value_dtype: of keys and values.
        key_shape, value_shape: of each key and value; a key that is no scalar is the bytes of its array.
        filled_once: whether it is empty until it is filled, and does not change afterwards.
        reserved: keys that nobody may use, each with the argument that gives it; a table that has some is *dense*.
    """

    def __init__(
        self,
        name: str,
        key_dtype: DType,
        value_dtype: DType,
        *,
        key_shape: tuple[int, ...] = (),
        value_shape: tuple[int, ...] = (),
        filled_once: bool = False,
        reserved: Sequence[tuple[str, Array]] = (),
    ) -> None:
        self.name = name
        self.key_dtype = key_dtype
        self.value_dtype = value_dtype
        self.key_shape = key_shape
        self.value_shape = value_shape
        self.filled_once = filled_once
        self.is_dense = bool(reserved)
        self._reserved = {self._list(key.reshape(1, *key_shape))[0]: argument for argument, key in reserved}
        self._is_filled = not filled_once
        self._lock = new_lock()
        self._forget()

    def _forget(self) -> None:
        self._rows: dict[Any, int] = {}
        self._values: Array = np.empty((0, *self.value_shape), self.value_dtype.numpy_dtype)
        self._free: list[int] = []  # rows of keys that were taken out
        self._used = 0  # rows that have or had a key
        self._index: tuple[int, Array] | None = None  # the smallest key, and for each number from there on its row

    # -- what fits ---------------------------------------------------------------------------------------------------

    def require_types(self, op: str, key_dtype: DType | None, value_dtype: DType | None) -> None:
        """Raise unless keys and values of an op have the table's dtypes.

        Raises:
            InvalidTypeError: naming both.
        """
        for given, own, what in ((key_dtype, self.key_dtype, "keys"), (value_dtype, self.value_dtype, "values")):
            if given is not None and given is not own:
                rule = f"be a table with {what} of {given.name}"
                raise must("table_handle", op, rule, f"'{self.name}' with {own.name}", kind=InvalidTypeError)

    def _batch(self, op: str, keys: Array) -> tuple[int, ...]:
        """The shape of ``keys`` as a batch of keys."""
        shape: tuple[int, ...] = keys.shape
        rank = len(shape) - len(self.key_shape)
        if rank < 0 or shape[rank:] != self.key_shape:
            raise must("keys", op, f"have a shape that ends with that of a key, {self.key_shape}", shape)
        return shape[:rank]

    def _list(self, keys: Array) -> list[Any]:
        """Keys as they are in the dict."""
        if not self.key_shape:
            found: list[Any] = keys.reshape(-1).tolist()
            return found
        size = prod(self.key_shape)
        if keys.dtype.kind == "O":
            flat = keys.reshape(-1).tolist()
            return [tuple(flat[at : at + size]) for at in range(0, len(flat), size)] if size else []
        rows = np.ascontiguousarray(keys).reshape(-1, size)
        return rows.view(f"V{size * keys.itemsize}").reshape(-1).tolist() if size else []

    def _keys(self, op: str, keys: Array) -> list[Any]:
        found = self._list(keys)
        for key, argument in self._reserved.items():
            if key in found:
                raise must("keys", op, f"not be the {argument} of the table", self._shown(key))
        return found

    def _shown(self, key: Any) -> str:
        return shorten(repr(key)) if not self.key_shape else "it"

    def _pairs(self, op: str, keys: Array, values: Array) -> tuple[list[Any], Array]:
        """Keys as they are in the dict, and values as they are in rows."""
        shape = (*self._batch(op, keys), *self.value_shape)
        if values.shape != shape:
            raise must("values", op, f"have a value for each key, shape {shape}", values.shape)
        return self._keys(op, keys), values.reshape(-1, *self.value_shape)

    # -- changing ----------------------------------------------------------------------------------------------------

    def fill(self, ctx: Context, op: str, keys: Array, values: Array) -> None:
        """Fill a table that is filled once; if it is filled, and as large, nothing changes.

        Raises:
            InvalidArgumentError: it is another kind of table, or there are no keys.
            FailedPreconditionError: a key has two values, or the table was filled with another number of keys.
        """
        if not self.filled_once:
            raise must("table_handle", op, "be a table that is filled once", f"'{self.name}'")
        if not keys.size:
            raise must("keys", op, "not be empty", keys.shape)
        listed, rows = self._pairs(op, keys, values)
        with self._lock:
            if self._is_filled:
                if len(rows) != len(self._rows):
                    rule = f"be as many as table '{self.name}' was filled with before, {len(self._rows)}"
                    raise must("keys", op, rule, len(rows), kind=FailedPreconditionError)
                return
            try:
                at = self._insert(ctx, listed, rows)
                same = self._values[at] == rows
                if not same.all():
                    place = int(np.argmin(same.reshape(len(rows), -1).all(axis=1)))
                    raise must("values", op, "be the same for the same key", f"two of key {self._shown(listed[place])}",
                               kind=FailedPreconditionError)  # fmt: skip
            except BaseException:
                self._forget()
                raise
            self._is_filled = True

    def insert(self, ctx: Context, op: str, keys: Array, values: Array) -> None:
        """Give keys values; of a key that comes twice, the last one counts.

        Raises:
            UnimplementedError: the table is filled once.
            InvalidArgumentError: shapes that do not fit, or a key that nobody may use.
        """
        self._require_changing(op)
        listed, rows = self._pairs(op, keys, values)
        with self._lock:
            self._insert(ctx, listed, rows)

    def replace(self, ctx: Context, op: str, keys: Array, values: Array) -> None:
        """Make keys and values all that the table holds.

        Raises:
            InvalidArgumentError: shapes that do not fit.
            GraphopsError: as :meth:`fill`, for a table that is filled once.
        """
        if self.filled_once:
            self.fill(ctx, op, keys, values)
            return
        if self.is_dense:  # as it is exported, each key and value is a vector
            keys = _split(keys, self.key_shape)
            values = _split(values, self.value_shape)
        shape = (*self._batch(op, keys), *self.value_shape)
        if values.shape != shape:
            raise must("values", op, f"have a value for each key, shape {shape}", values.shape)
        listed, rows = self._list(keys), values.reshape(-1, *self.value_shape)
        if self._reserved:  # TensorFlow exports places without a key as well
            used = np.fromiter((key not in self._reserved for key in listed), bool, len(listed))
            listed, rows = [key for key in listed if key not in self._reserved], rows[used]
        with self._lock:
            before = (self._rows, self._values, self._free, self._used)
            self._forget()
            try:
                self._insert(ctx, listed, rows)
            except BaseException:
                self._rows, self._values, self._free, self._used = before
                raise

    def remove(self, op: str, keys: Array) -> None:
        """Take keys out; those that are not there are ignored.

        Raises:
            UnimplementedError: the table is filled once.
        """
        self._require_changing(op)
        self._batch(op, keys)
        listed = self._keys(op, keys)
        with self._lock:
            self._index = None
            gone = {key: row for key in listed if (row := self._rows.get(key)) is not None}
            for key, row in gone.items():
                del self._rows[key]
                self._free.append(row)

    def _require_changing(self, op: str) -> None:
        if self.filled_once:
            error = must("table_handle", op, "be a table that changes", f"'{self.name}'", kind=UnimplementedError)
            error.add_note("fix: use a MutableHashTable")
            raise error

    def _insert(self, ctx: Context, keys: list[Any], values: Array) -> Array:
        """Give keys values; the row of each key. The lock is held.

        Nothing is changed that a reader sees before all is there.
        """
        rows = np.fromiter(map(self._rows.get, keys, repeat(-1)), np.intp, len(keys))
        missing = np.flatnonzero(rows < 0)
        new = [keys[place] for place in missing.tolist()] if len(missing) < len(keys) else keys
        unique = dict.fromkeys(new)
        reused = min(len(unique), len(self._free))
        fresh = len(unique) - reused
        numbers = [*self._free[len(self._free) - reused :], *range(self._used, self._used + fresh)]
        added = dict(zip(unique, numbers, strict=True))
        rows[missing] = np.fromiter(map(added.__getitem__, new), np.intp, len(new))
        self._make_room(ctx, self._used + fresh, len(added))
        self._index = None
        self._values[rows] = values
        del self._free[len(self._free) - reused :]
        self._used += fresh
        self._rows.update(added)
        return rows

    def _make_room(self, ctx: Context, rows: int, keys: int) -> None:
        if rows <= len(self._values):
            return
        size = max(rows, len(self._values) * 3 // 2)
        row = prod(self.value_shape) * self._values.itemsize
        ctx.check_memory(size * row + keys * _BYTES_OF_KEY)
        larger = np.empty((size, *self.value_shape), self._values.dtype)
        larger[: self._used] = self._values[: self._used]
        self._values = larger

    # -- reading -----------------------------------------------------------------------------------------------------

    def find(self, ctx: Context, op: str, keys: Array, default: Array) -> Array:
        """The values of keys, of the keys' shape and a value's.

        Raises:
            FailedPreconditionError: the table is not filled.
            InvalidArgumentError: a default of another shape, or a key that nobody may use.
        """
        batch = self._batch(op, keys)
        shape = (*batch, *self.value_shape)
        if default.shape not in (self.value_shape, shape):
            raise must("default_value", op, f"have shape {self.value_shape} or {shape}", default.shape)
        ctx.check_memory(prod(shape) * self._values.itemsize)
        with self._lock:
            self._require_filled(FailedPreconditionError)
            rows = self._rows_of(op, keys, prod(batch))
            if len(self._values):
                found = self._values.take(rows, axis=0, mode="clip")
            else:
                found = np.empty((len(rows), *self.value_shape), self._values.dtype)
        missing = rows < 0
        if missing.any():
            if default.shape == self.value_shape:
                found[missing] = default
            else:
                each = default.reshape(-1, *self.value_shape)
                found[missing] = each[0] if self.filled_once or self.is_dense else each[missing]
        return found.reshape(shape)

    def _rows_of(self, op: str, keys: Array, count: int) -> Array:
        """The row of each key, -1 where there is none; the lock is held."""
        index = self._index_for(keys, count)
        if index is not None:
            first, rows = index
            flat = keys.reshape(-1).astype(np.int64, copy=False)
            inside = (flat >= first) & (flat <= first + (len(rows) - 1))
            if inside.all():
                return rows[flat - first]
            found = np.full(count, -1, np.intp)
            found[inside] = rows[flat[inside] - first]
            return found
        return np.fromiter(map(self._rows.get, self._keys(op, keys), repeat(-1)), np.intp, count)

    def _index_for(self, keys: Array, count: int) -> tuple[int, Array] | None:
        """For integers that are close together the row of each number, if it is there or worth the time to make it."""
        if keys.dtype.kind not in "iu" or keys.dtype == np.uint64 or self.key_shape or self._reserved or not self._rows:
            return None
        if self._index is None and count >= max(_MANY, len(self._rows) // _WORTH_INDEX):
            first, last = min(self._rows), max(self._rows)
            if last - first < _SPREAD * len(self._rows):
                rows = np.full(last - first + 1, -1, np.intp)
                numbers = np.fromiter(self._rows, np.int64, len(self._rows))
                rows[numbers - first] = np.fromiter(self._rows.values(), np.intp, len(self._rows))
                self._index = (first, rows)
        return self._index

    @property
    def size(self) -> int:
        """How many keys it has; none before it is filled."""
        return len(self._rows) if self._is_filled else 0

    def export(self, ctx: Context) -> tuple[Array, Array]:
        """All keys, in the order in which they came, and their values. Of a dense table, each is a vector.

        Raises:
            AbortedError: the table is not filled.
        """
        with self._lock:
            self._require_filled(AbortedError)
            count = len(self._rows)
            ctx.check_memory(count * (prod(self.value_shape) * self._values.itemsize + _BYTES_OF_KEY))
            values = self._values[np.fromiter(self._rows.values(), np.intp, count)]
            listed = list(self._rows)
        keys = self._array(listed)
        if self.is_dense:
            return keys.reshape(count, prod(self.key_shape)), values.reshape(count, prod(self.value_shape))
        return keys, values

    def _array(self, listed: list[Any]) -> Array:
        """An array of keys, from how they are in the dict."""
        dtype = self.key_dtype.numpy_dtype
        if not self.key_shape or dtype.kind == "O":
            flat = listed if not self.key_shape else [text for key in listed for text in key]
            keys = np.empty(len(flat), dtype)
            keys[:] = flat
        else:
            keys = np.frombuffer(b"".join(map(bytes, listed)), dtype)
        return keys.reshape(len(listed), *self.key_shape)

    def _require_filled(self, kind: type[GraphopsError]) -> None:
        if not self._is_filled:
            error = kind(f"table '{self.name}' must be filled before it is used, got none of its keys")
            error.add_note("fix: run its initializer first")
            raise error


def _split(value: Array, shape: tuple[int, ...]) -> Array:
    """A matrix of vectors as the values of ``shape`` that each of them is; other arrays as they are."""
    if value.ndim == 2 and value.shape[1] == prod(shape) and value.shape[1:] != shape:
        return value.reshape(len(value), *shape)
    return value


__all__ = ["LookupTable"]
