"""Plain kernels of crosses: each combination of one value of each column, row by row, joined or hashed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar, Final

import numpy as np

from graphops_cpu.lib.ragged_rows import places_in_rows, require_splits
from graphops_cpu.lib.sparse_places import require_within, row_major_order, sizes_of
from graphops_cpu.lib.text import numbers, require_room, strings
from graphops_cpu.plain.strings_hash import farm_fingerprint, sip
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context

_FACTOR: Final = np.uint64(0xC6A4A7935BD1E995)
_LARGEST: Final = 2**63 - 1
_SEPARATOR: Final = b"_X_"
_PER_TEXT: Final = 64  # bytes of a short text as an object


@dataclass(frozen=True, slots=True)
class _Column:
    """The values that a column has in each row.

    Attributes:
        argument: its name in errors.
        splits: (batch + 1,), where the rows begin and end in values.
        values: (n,).
        is_dense: whether it comes from a dense tensor.
    """

    argument: str
    splits: Array
    values: Array
    is_dense: bool = False


def _sparse_column(
    ctx: Context, op: str, names: Sequence[str], number: int, places: Array, values: Array, shape: Any
) -> _Column:
    sizes = sizes_of(op, f"{names[2]}[{number}]", shape)
    require_within(op, f"{names[0]}[{number}]", places, sizes)
    order = row_major_order(places)
    rows = places[:, 0] if order is None else places[order, 0]
    ctx.check_memory(24 * sizes[0])
    splits = np.searchsorted(rows, np.arange(sizes[0] + 1))
    return _Column(f"{names[2]}[{number}]", splits, values if order is None else values[order])


def _dense_column(number: int, x: Array) -> _Column:
    splits = np.arange(x.shape[0] + 1, dtype=np.int64) * x.shape[1]
    return _Column(f"dense_inputs[{number}]", splits, x.reshape(-1), is_dense=True)


def _joined_hash(first: Array, second: Array) -> Array:
    """The hash of two hashes, in this order; both uint64."""
    mixed = first ^ _FACTOR ^ (_shift_mix(second * _FACTOR) * _FACTOR)
    return _shift_mix(_shift_mix(mixed * _FACTOR) * _FACTOR)


def _shift_mix(x: Array) -> Array:
    mixed: Array = x ^ (x >> np.uint64(47))
    return mixed


class _Cross(PlainKernel):
    """Needs a text or a hash for each value and each cross."""

    op: ClassVar[str] = ""

    def crosses(self, ctx: Context, columns: Sequence[_Column]) -> Array:
        """For each row how many crosses it has.

        Raises:
            InvalidArgumentError: columns of other numbers of rows.
        """
        if not columns:
            return np.zeros(0, dtype=np.int64)
        batch = columns[0].splits.size - 1
        for column in columns[1:]:
            if column.splits.size - 1 != batch:
                rule = f"have {batch} rows, as {columns[0].argument} has"
                raise must(column.argument, self.op, rule, column.splits.size - 1)
        ctx.check_memory(8 * batch * (len(columns) + 1))
        lengths = np.stack([np.diff(column.splits) for column in columns])
        ctx.check_memory(int(8 * min(float(np.prod(lengths, axis=0, dtype=np.float64).sum()), 2.0**62)))
        return np.prod(lengths, axis=0, dtype=np.int64)

    def texts(self, ctx: Context, columns: Sequence[_Column], separator: bytes) -> tuple[Array, Array]:
        """The number of crosses of each row, and all of them as texts."""
        counts = self.crosses(ctx, columns)
        listed = [
            [text if isinstance(text, bytes) else b"%d" % text for text in column.values.tolist()] for column in columns
        ]
        # Each value of a column is in as many crosses of its row as there are ways to take the others.
        size = float(counts.sum()) * (_PER_TEXT + len(separator) * max(0, len(columns) - 1))
        for column, texts in zip(columns, listed, strict=True):
            total = np.concatenate([[0], np.cumsum([len(text) for text in texts])])
            lengths = np.diff(column.splits)
            held = np.diff(total[column.splits])
            size += float((held * (counts / np.maximum(lengths, 1))).sum())
        require_room(ctx, self.op, int(size), "output_values")
        ends = [column.splits.tolist() for column in columns]
        found: list[bytes] = []
        for row in np.flatnonzero(counts).tolist():
            parts = [texts[split[row] : split[row + 1]] for texts, split in zip(listed, ends, strict=True)]
            ctx.check_cancelled()
            found.extend(map(separator.join, product(*parts)))
        return counts, strings(found, (-1,))

    def hashes(
        self,
        ctx: Context,
        columns: Sequence[_Column],
        hashed: Callable[[_Column], Array],
        first: int | None,
        buckets: int,
    ) -> tuple[Array, Array]:
        """The number of crosses of each row, and all of them as hashes.

        Args:
            hashed: the hash of each value of a column, uint64.
            first: what hashes begin with, if it is anything.
        """
        counts = self.crosses(ctx, columns)
        own = [hashed(column) for column in columns]
        found = []
        for row in np.flatnonzero(counts).tolist():
            ctx.check_cancelled()
            parts = [x[c.splits[row] : c.splits[row + 1]] for c, x in zip(columns, own, strict=True)]
            total = parts[0] if first is None else np.array([first % 2**64], dtype=np.uint64)
            for part in parts[1:] if first is None else parts:
                total = _joined_hash(total[:, None], part).reshape(-1)
            found.append(total)
        every = np.concatenate(found) if found else np.zeros(0, dtype=np.uint64)
        return counts, (every % np.uint64(buckets if buckets > 0 else _LARGEST)).astype(np.int64)


def _plain_hashes(column: _Column) -> Array:
    """The fingerprints of texts; integers stand for themselves."""
    if column.values.dtype != object:
        return column.values.view(np.uint64)
    return numbers(farm_fingerprint, column.values, np.uint64)


def _as_sparse(found: tuple[Array, Array]) -> tuple[Array, Array, Array]:
    counts, values = found
    splits = np.concatenate([[0], np.cumsum(counts)])
    rows, at = places_in_rows(splits)
    shape = [counts.size, int(counts.max()) if counts.size else 0]
    return np.stack([rows, at], axis=1), values, np.array(shape, dtype=np.int64)


_NAMES: Final = ("indices", "values", "shapes")
_SPARSE_OUTPUTS: Final = ["output_indices", "output_values", "output_shape"]
_HOST: Final = ("indices", "values", "shapes", "dense_inputs")


class _SparseCross(_Cross):
    """Needs a text or a hash for each value and each cross."""

    def columns(self, ctx: Context, inputs: Sequence[Array]) -> list[_Column]:
        count = self.attrs["N"]
        sparse = zip(inputs[:count], inputs[count : 2 * count], inputs[2 * count : 3 * count], strict=True)
        found = [_sparse_column(ctx, self.op, _NAMES, number, *parts) for number, parts in enumerate(sparse)]
        dense = inputs[3 * count : 3 * count + len(self.attrs["dense_types"])]
        return found + [_dense_column(number, x) for number, x in enumerate(dense)]


@register_kernel("SparseCross", "CPU", host_outputs=_SPARSE_OUTPUTS, uses=["memory", "cancel"])
class SparseCross(_SparseCross):
    op = "SparseCross"
    host_data = _HOST

    def compute(self, ctx: Context, *inputs: Array) -> tuple[Array, Array, Array]:
        a, columns = self.attrs, self.columns(ctx, inputs)
        if a["out_type"].name == "string":
            return _as_sparse(self.texts(ctx, columns, _SEPARATOR))
        return _as_sparse(self.hashes(ctx, columns, _plain_hashes, a["hash_key"], a["num_buckets"]))


@register_kernel("SparseCrossV2", "CPU", host_outputs=_SPARSE_OUTPUTS, uses=["memory", "cancel"])
class SparseCrossV2(_SparseCross):
    op = "SparseCrossV2"
    host_data = _HOST

    def compute(self, ctx: Context, *inputs: Array) -> tuple[Array, Array, Array]:
        return _as_sparse(self.texts(ctx, self.columns(ctx, inputs), inputs[-1][()]))


@register_kernel("SparseCrossHashed", "CPU", host_outputs=_SPARSE_OUTPUTS, uses=["memory", "cancel"])
class SparseCrossHashed(_SparseCross):
    op = "SparseCrossHashed"
    host_data = (*_HOST, "num_buckets", "strong_hash", "salt")

    def compute(self, ctx: Context, *inputs: Array) -> tuple[Array, Array, Array]:
        *_, buckets, strong, salt = inputs
        columns = self.columns(ctx, inputs)
        key = (int(salt[0]), int(salt[1])) if strong else None
        for column in columns:
            if strong and column.is_dense and column.values.dtype != object:
                raise must(column.argument, self.op, "be strings if strong_hash is true", "int64")
        return _as_sparse(self.hashes(ctx, columns, lambda column: self._hashed(column, key), None, int(buckets)))

    @staticmethod
    def _hashed(column: _Column, key: tuple[int, int] | None) -> Array:
        values = column.values
        if values.dtype != object:
            if column.is_dense:
                return values.view(np.uint64)
            low = values.astype("<i8").view("<u4")[::2] if values.size else np.zeros(0, "<u4")
            values = strings([number.tobytes() for number in low], (-1,))
        return numbers(farm_fingerprint if key is None else lambda text: sip(text, key), values, np.uint64)


@register_kernel("RaggedCross", "CPU", host_outputs=["output_values", "output_row_splits"], uses=["memory", "cancel"])
class RaggedCross(_Cross):
    """Needs a text or a hash for each value and each cross."""

    op = "RaggedCross"
    host_data = (
        "ragged_values", "ragged_row_splits", "sparse_indices", "sparse_values", "sparse_shape", "dense_inputs",
    )  # fmt: skip

    def compute(self, ctx: Context, *inputs: Array) -> tuple[Array, Array]:
        a, left = self.attrs, list(inputs)
        ragged, sparse, dense = len(a["ragged_values_types"]), a["Nsparse"], len(a["dense_types"])
        values, splits = left[:ragged], left[ragged : 2 * ragged]
        rest = left[2 * ragged :]
        parts = zip(rest[:sparse], rest[sparse : 2 * sparse], rest[2 * sparse : 3 * sparse], strict=True)
        names = ("sparse_indices", "sparse_values", "sparse_shape")
        kinds = {
            "R": iter([self._ragged(number, *each) for number, each in enumerate(zip(values, splits, strict=True))]),
            "S": iter([_sparse_column(ctx, self.op, names, number, *each) for number, each in enumerate(parts)]),
            "D": iter([_dense_column(number, x) for number, x in enumerate(rest[3 * sparse : 3 * sparse + dense])]),
        }
        order = a["input_order"]
        columns = [next(kinds[kind]) for kind in (order.decode() if isinstance(order, bytes) else order)]
        if a["out_values_type"].name == "string":
            counts, found = self.texts(ctx, columns, _SEPARATOR)
        else:
            counts, found = self.hashes(ctx, columns, _plain_hashes, a["hash_key"], a["num_buckets"])
        ends = np.concatenate([[0], np.cumsum(counts)])
        kind = a["out_row_splits_type"].numpy_dtype
        if ends[-1] > np.iinfo(kind).max:
            raise must("output_row_splits", self.op, f"fit {kind}", int(ends[-1]))
        return found, ends.astype(kind)

    def _ragged(self, number: int, values: Array, splits: Array) -> _Column:
        require_splits(self.op, f"ragged_row_splits[{number}]", splits, values.shape[0], exact=True)
        return _Column(f"ragged_row_splits[{number}]", splits.astype(np.int64), values)
