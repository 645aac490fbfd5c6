"""Features of several messages as tensors: dense, sparse or ragged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any, NoReturn

import numpy as np

from graphops_cpu.lib.example_messages import Features, Values, list_of, values_of
from graphops_cpu.lib.wire_format import DamagedMessage
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array
from graphops_registry.shape import TensorShape

Row = Values | None  # the values of a feature in one message; None where it is not there
_KINDS = {"O": "bytes", "f": "float", "i": "int64"}


def reading(read: Callable[[Any], Any], op: str, message: Any, where: str) -> Any:
    """``read(message)``, with an error of the op if the message is damaged.

    Raises:
        InvalidArgumentError: it is.
    """
    try:
        return read(message)
    except DamagedMessage as error:
        raise must("serialized", op, f"be a message{where}", str(error)) from None


class Batch:
    """The features of several messages.

    Args:
        check_memory: the context's.
        op: whose input they are.
        single: there is one message, and results have no axis for messages.
    """

    def __init__(
        self,
        check_memory: Callable[[int], None],
        op: str,
        messages: Sequence[Features],
        *,
        single: bool,
        what: str,
    ) -> None:
        self.check_memory = check_memory
        self.op = op
        self.messages = messages
        self.single = single
        self.what = what  # a message is called so

    def fail(self, rule: str, got: object) -> NoReturn:
        """Raise an error about the messages."""
        raise must("serialized", self.op, rule, got)

    def where(self, number: int) -> str:
        """`` of example 3``, for errors."""
        return "" if self.single else f" of {self.what} {number}"

    def typed(self, values: Values | None, dtype: np.dtype[Any], name: bytes, number: int) -> Row:
        """``values``, which must have this dtype if there are any."""
        if values is None or values.dtype == dtype:
            return values
        rule = f"have {_KINDS[dtype.kind]} values for feature '{shown(name)}'{self.where(number)}"
        self.fail(rule, f"{_KINDS[values.dtype.kind]} values")

    def rows(self, name: bytes, dtype: np.dtype[Any]) -> list[Row]:
        """The values of a feature in all messages."""
        found: list[Row] = []
        for number, message in enumerate(self.messages):
            feature = message.get(name)
            values = None if feature is None else reading(values_of, self.op, feature, self.where(number))
            found.append(self.typed(values, dtype, name, number))
        return found

    def lists(self, name: bytes, dtype: np.dtype[Any]) -> list[list[Row] | None]:
        """The values of each feature of a feature list, in all messages; ``None`` where there is no such list."""
        found: list[list[Row] | None] = []
        for number, message in enumerate(self.messages):
            listed = message.get(name)
            if listed is None:
                found.append(None)
                continue
            parts = reading(list_of, self.op, listed, self.where(number))
            read = [reading(values_of, self.op, part, self.where(number)) for part in parts]
            found.append([self.typed(values, dtype, name, number) for values in read])
        return found

    # -- features -----------------------------------------------------------------------------------------------------

    def sparse(self, name: bytes, dtype: np.dtype[Any]) -> tuple[Array, Array, Array]:
        """Indices, values and shape; an axis for messages, and one for values."""
        rows = self.rows(name, dtype)
        lengths = sizes(rows)
        indices, shape = places(self.check_memory, lengths), [len(rows), max(lengths, default=0)]
        if self.single:
            indices, shape = indices[:, 1:], shape[1:]
        return indices, joined(rows, dtype), np.array(shape, dtype=np.int64)

    def ragged(self, name: bytes, dtype: np.dtype[Any], splits: np.dtype[Any]) -> tuple[Array, Array]:
        """Values and row splits; of a single message the values alone, and no splits."""
        rows = self.rows(name, dtype)
        if self.single:
            return joined(rows, dtype), np.zeros(0, dtype=splits)
        return joined(rows, dtype), bounds(sizes(rows), splits)

    def dense(self, name: bytes, shape: TensorShape, default: Values) -> Array:
        """Values of one shape; or, if the first size of the shape is not known, as many as the longest has."""
        rows = self.rows(name, default.dtype)
        if shape.dims and not isinstance(shape.dims[0], int):
            return self._variable(rows, name, shape.dims[1:], default)
        sizes_, count = shape.as_tuple(), prod(shape.as_tuple())
        if rows and not default.size and None in [*map(type_or_none, rows)]:
            number = [*map(type_or_none, rows)].index(None)
            self.fail(f"have feature '{shown(name)}', which has no default value{self.in_(number)}", "none")
        self.check_memory(8 * count * len(rows))
        result = np.empty((len(rows), count), dtype=default.dtype)
        for number, row in enumerate(rows):
            if row is not None and row.size != count:
                rule = f"have {count} values, for the shape {shape}, for feature '{shown(name)}'{self.where(number)}"
                self.fail(rule, row.size)
            result[number] = default.reshape(-1) if row is None else row
        return result.reshape(sizes_ if self.single else (len(rows), *sizes_))

    def _variable(self, rows: list[Row], name: bytes, inner: Sequence[Any], default: Values) -> Array:
        stride = prod(inner)
        for number, row in enumerate(rows):
            if row is not None and row.size % stride:
                rule = f"have a multiple of {stride} values for feature '{shown(name)}'{self.where(number)}"
                self.fail(rule, row.size)
        longest = max(sizes(rows), default=0)
        self.check_memory(8 * longest * len(rows))
        result = np.full((len(rows), longest), default.reshape(-1)[0], dtype=default.dtype)
        for number, row in enumerate(rows):
            if row is not None:
                result[number, : row.size] = row
        outer = (longest // stride, *inner)
        return result.reshape(outer if self.single else (len(rows), *outer))

    def in_(self, number: int) -> str:
        """`` in example 3``, for errors."""
        return self.where(number).replace(" of ", " in ", 1)

    # -- feature lists ------------------------------------------------------------------------------------------------

    def list_sparse(self, name: bytes, dtype: np.dtype[Any]) -> tuple[Array, Array, Array]:
        """Indices, values and shape; axes for messages, for features of the list, and for values."""
        lists = [listed or [] for listed in self.lists(name, dtype)]
        rows = [row for listed in lists for row in listed]
        counts, lengths = [len(listed) for listed in lists], sizes(rows)
        inner, outer = places(self.check_memory, lengths), places(self.check_memory, counts)
        indices = np.concatenate([outer[inner[:, 0]], inner[:, 1:]], axis=1)
        shape = [len(lists), max(counts, default=0), max(lengths, default=0)]
        if self.single:
            indices, shape = indices[:, 1:], shape[1:]
        return indices, joined(rows, dtype), np.array(shape, dtype=np.int64)

    def list_ragged(self, name: bytes, dtype: np.dtype[Any], splits: np.dtype[Any]) -> tuple[Array, Array, Array]:
        """Values, outer splits and inner splits; of a single message there are no outer ones."""
        lists = [listed or [] for listed in self.lists(name, dtype)]
        rows = [row for listed in lists for row in listed]
        outer = np.zeros(0, dtype=splits) if self.single else bounds([len(listed) for listed in lists], splits)
        return joined(rows, dtype), outer, bounds(sizes(rows), splits)

    def list_dense(
        self, name: bytes, dtype: np.dtype[Any], shape: TensorShape, *, may_miss: bool
    ) -> tuple[Array, Array]:
        """Values, with an axis for messages and one for features, padded with zeros; and how many there are."""
        lists = self.lists(name, dtype)
        count = prod(shape.as_tuple())
        for number, listed in enumerate(lists):
            if listed is None and not may_miss:
                rule = f"have feature list '{shown(name)}'{self.in_(number)}, which may not be missing"
                self.fail(rule, "none")
            for row in listed or []:
                if (0 if row is None else row.size) != count:
                    rule = f"have {count} values, for the shape {shape}, in each feature of list '{shown(name)}'"
                    self.fail(rule + self.where(number), 0 if row is None else row.size)
        lengths = [len(listed or []) for listed in lists]
        longest = max(lengths, default=0)
        self.check_memory(8 * longest * len(lists) * count)
        result = np.full((len(lists), longest, count), b"" if dtype.kind == "O" else 0, dtype=dtype)
        for number, listed in enumerate(lists):
            for place, row in enumerate(listed or []):
                if row is not None:
                    result[number, place] = row
        outer = (longest,) if self.single else (len(lists), longest)
        counted = np.array(lengths, dtype=np.int64)
        return result.reshape(*outer, *shape.as_tuple()), counted.reshape(() if self.single else counted.shape)


def shown(name: bytes) -> str:
    """A name for an error."""
    return name.decode("utf-8", "replace")


def type_or_none(row: Row) -> Any:
    """The dtype of values, ``None`` of none."""
    return None if row is None else row.dtype


def sizes(rows: Sequence[Row]) -> list[int]:
    """How many values each row has."""
    return [0 if row is None else row.size for row in rows]


def joined(rows: Sequence[Row], dtype: np.dtype[Any]) -> Array:
    """The values of all rows."""
    return np.concatenate([np.zeros(0, dtype=dtype), *(row for row in rows if row is not None)])


def bounds(lengths: Sequence[int], dtype: np.dtype[Any]) -> Array:
    """Row splits of rows of these lengths."""
    return np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)]).astype(dtype)


def places(check_memory: Callable[[int], None], lengths: Sequence[int]) -> Array:
    """The coordinates (row, number in it) of the values of rows of these lengths."""
    total = sum(lengths)
    check_memory(32 * total)
    rows = np.repeat(np.arange(len(lengths), dtype=np.int64), lengths)
    starts = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])[:-1]
    return np.stack([rows, np.arange(total, dtype=np.int64) - np.repeat(starts, lengths)], axis=1)
