"""Plain kernels of ragged tensors in variants, which are on the host."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

import numpy as np

from graphops_cpu.lib.ragged_rows import require_splits
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError, must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context


class RaggedVariant:
    """The splits of all levels, the outer ones first, and the values."""

    __slots__ = ("splits", "values")

    def __init__(self, splits: tuple[Array, ...], values: Array) -> None:
        self.splits = splits
        self.values = values

    def zeros(self, zeros_of: Callable[[Array], Array]) -> RaggedVariant:
        """Zeros in the same rows."""
        return RaggedVariant(self.splits, zeros_of(self.values))

    def plus(self, others: Sequence[RaggedVariant], sum_of: Callable[[Sequence[Array]], Array]) -> RaggedVariant:
        """The sums of the values.

        Raises:
            InvalidArgumentError: tensors of other rows.
        """
        for other in others:
            if len(other.splits) != len(self.splits) or not all(map(np.array_equal, other.splits, self.splits)):
                raise InvalidArgumentError("inputs of op 'AddN' must be ragged tensors of the same rows").concerns(
                    op="AddN", argument="inputs"
                )
        return RaggedVariant(self.splits, sum_of([self.values, *(other.values for other in others)]))

    def __repr__(self) -> str:
        return f"<ragged tensor with {len(self.splits)} levels of rows>"


def _ragged_in(held: Any, op: str, argument: str) -> RaggedVariant:
    if not isinstance(held, RaggedVariant):
        raise must(argument, op, "be a ragged tensor", type(held).__name__)
    return held


@register_kernel("RaggedTensorToVariant", "CPU", uses=["memory"])
class RaggedTensorToVariant(PlainKernel):
    """Needs the splits and the values once more: variants keep parts of their own."""

    host_data = ("rt_nested_splits", "rt_dense_values")

    def compute(self, ctx: Context, *inputs: Array) -> Any:
        op, splits, values = "RaggedTensorToVariant", inputs[:-1], inputs[-1]
        counts = [*(level.size - 1 for level in splits[1:]), values.shape[0]][: len(splits)]
        for number, (level, count) in enumerate(zip(splits, counts, strict=True)):
            require_splits(op, f"rt_nested_splits[{number}]", level, count, exact=True)
        ctx.check_memory(sum(int(part.nbytes) for part in inputs))
        if not self.attrs["batched_input"]:
            found = np.empty((), dtype=object)
            found[()] = RaggedVariant(tuple(level.copy() for level in splits), values.copy())
            return found
        rows = splits[0].size - 1 if splits else values.shape[0]
        ctx.check_memory(256 * rows * (1 + len(splits)))
        found = np.empty(rows, dtype=object)
        for row in range(rows):
            found[row] = self._row(splits, values, row)
        return found

    @staticmethod
    def _row(splits: Sequence[Array], values: Array, row: int) -> RaggedVariant:
        """A row by itself; of a tensor without splits an element along axis 0."""
        if not splits:
            return RaggedVariant((), values[row].copy())
        start, end = int(splits[0][row]), int(splits[0][row + 1])
        own = []
        for level in splits[1:]:
            part = level[start : end + 1]
            own.append(part - part[0])
            start, end = int(part[0]), int(part[-1])
        return RaggedVariant(tuple(own), values[start:end].copy())


@register_kernel(
    "RaggedTensorFromVariant", "CPU", host_outputs=["output_nested_splits", "output_dense_values"], uses=["memory"]
)
class RaggedTensorFromVariant(PlainKernel):
    """Needs the values of all variants once more."""

    def compute(self, ctx: Context, encoded: Any) -> tuple[Array, ...]:
        op, a = "RaggedTensorFromVariant", self.attrs
        own = a["output_ragged_rank"] - encoded.ndim
        parts = [_ragged_in(held, op, "encoded_ragged") for held in encoded.reshape(-1)]
        kind, dtype = a["Tsplits"].numpy_dtype, a["Tvalues"].numpy_dtype
        for part in parts:
            if len(part.splits) != own:
                raise must("encoded_ragged", op, f"hold ragged tensors with {own} levels of rows", len(part.splits))
            if part.values.dtype != dtype:
                got = part.values.dtype.name
                raise must("encoded_ragged", op, f"hold {a['Tvalues'].name} values", got, kind=InvalidTypeError)
        if not encoded.ndim:
            (part,) = parts
            return (*(level.astype(kind) for level in part.splits), part.values.copy())
        inner = {part.values.shape[1:] for part in parts}
        if len(inner) > 1 or not all(part.values.ndim for part in parts):
            raise must("encoded_ragged", op, "hold values of one shape", sorted(inner))
        ctx.check_memory(sum(int(part.values.nbytes) + 8 * sum(s.size for s in part.splits) for part in parts))
        outer = [
            np.arange(prod(encoded.shape[: axis + 1]) + 1) * encoded.shape[axis + 1] for axis in range(encoded.ndim - 1)
        ]
        lengths = [part.splits[0].size - 1 if own else part.values.shape[0] for part in parts]
        outer.append(np.concatenate([[0], np.cumsum(lengths)]))
        levels = [self._joined([part.splits[level] for part in parts]) for level in range(own)]
        values = np.concatenate([part.values for part in parts]) if parts else np.zeros(0, dtype=dtype)
        return (*(level.astype(kind) for level in (*outer, *levels)), values)

    @staticmethod
    def _joined(splits: Sequence[Array]) -> Array:
        """The splits of one level of several tensors, one behind the other."""
        starts = np.cumsum([0, *(level[-1] for level in splits)])
        return np.concatenate([[0], *(level[1:] + start for level, start in zip(splits, starts, strict=False))])


@register_kernel(
    "RaggedTensorToVariantGradient",
    "CPU",
    host_inputs=["dense_values_shape"],
    host_outputs=["dense_values_grad"],
)
class RaggedTensorToVariantGradient(PlainKernel):
    """Needs the values of all variants once more."""

    host_data = ("row_splits",)

    def compute(self, encoded: Any, splits: Array, shape: Any) -> Array:
        op, dtype = "RaggedTensorToVariantGradient", self.attrs["Tvalues"].numpy_dtype
        sizes = tuple(shape.tolist())
        parts = []
        for row, held in enumerate(encoded.reshape(-1)):
            if held is not None:
                value = _ragged_in(held, op, "encoded_ragged_grad").values
                parts.append(value[None] if encoded.ndim and not splits.ndim else value)
                continue
            if splits.ndim and splits.size != encoded.size + 1:
                raise must("row_splits", op, f"have {encoded.size + 1} values", splits.size)
            count = int(splits[row + 1] - splits[row]) if splits.ndim else 1 if encoded.ndim else sizes[0]
            if not 0 <= count <= sizes[0]:
                raise must("row_splits", op, f"be sorted, in [0, {sizes[0]}]", count)
            parts.append(np.zeros((count, *sizes[1:]), dtype=dtype))
        found = np.concatenate(parts) if parts else np.zeros(sizes, dtype=dtype)
        if found.shape != sizes or found.dtype != dtype:
            got = f"{found.dtype} {found.shape}"
            raise must("encoded_ragged_grad", op, f"hold {self.attrs['Tvalues'].name} values of shape {sizes}", got)
        return found
