"""Accumulators of gradients in a Session: what is added up, and who waits."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphops_cpu.lib.waiting import Lines
from graphops_registry.errors import InvalidTypeError, must
from graphops_registry.kernel_def import Array
from graphops_registry.kernels.context import Context
from graphops_registry.shape import TensorShape

ACCUMULATOR: Final = "accumulator"
_TAKE: Final = 0  # line


class Accumulator:
    """Gradients that are added up until there are enough; the Session's store keeps it.

    Args:
        name: for messages.
        attrs: of the node that makes it.
    """

    kind = "ConditionalAccumulator"

    def __init__(self, name: str, attrs: Any) -> None:
        self.name = name
        self.attrs = attrs
        self.shape: TensorShape = attrs["shape"]
        self._mean = attrs["reduction_type"] == "MEAN"
        self._count = 0
        self._step = 0
        self._lines = Lines(1)
        self._sum: Any = None

    @property
    def count(self) -> int:
        """How many gradients there are."""
        return self._count

    def set_step(self, step: int) -> None:
        """Gradients of earlier steps are left out from now on."""
        with self._lines.lock:
            self._step = step

    def add(self, op: str, step: int, gradient: Any) -> None:
        """Add a gradient; one of an earlier step is left out."""
        with self._lines.lock:
            if step < self._step:
                return
            self._sum = gradient if self._count == 0 else self._added(op, gradient)
            self._count += 1
            self._lines.wake()

    def take(self, ctx: Context, op: str, wanted: int) -> Any:
        """The mean, or the sum, of all gradients, which are gone then; waits until there are so many. A step is over.

        Raises:
            InvalidArgumentError: ``wanted`` is not positive.
        """
        if wanted <= 0:
            raise must("num_required", op, "be positive", wanted)
        found: list[Any] = []

        def step() -> bool:
            if self._count < wanted:
                return False
            found.append(self._result())
            self._sum, self._count = None, 0
            self._step += 1
            return True

        self._lines.wait(ctx, _TAKE, step)
        return found[0]

    def require_dtype(self, op: str, dtype: Any) -> None:
        """Check the dtype that an op is for.

        Raises:
            InvalidTypeError: it is not the accumulator's.
        """
        if dtype is not self.attrs["dtype"]:
            rule = f"be that of the accumulator, {self.attrs['dtype'].name}"
            raise must("attr 'dtype'", op, rule, dtype.name, kind=InvalidTypeError)

    def _added(self, op: str, gradient: Any) -> Any:
        if gradient.shape != self._sum.shape:
            raise must("gradient", op, f"have shape {self._sum.shape} as those before", gradient.shape)
        return self._sum + gradient

    def _result(self) -> Any:
        return self._sum / np.asarray(self._count, self._sum.dtype) if self._mean else self._sum


class SparseRows:
    """Rows with their indices, and of how many gradients each is the sum.

    Args:
        indices: a vector.
        values: a row for each.
        counts: numbers of gradients.
    """

    def __init__(self, indices: Array, values: Array, counts: Array) -> None:
        self.indices = indices
        self.values = values
        self.counts = counts

    def merged(self, other: SparseRows) -> SparseRows:
        """The rows of both in the order of their indices; those of the same index are added."""
        pairs = _merge(self.indices.tolist(), other.indices.tolist())
        left = np.array([pair[0] for pair in pairs], np.intp)
        right = np.array([pair[1] for pair in pairs], np.intp)
        values = np.zeros((len(pairs), *self.values.shape[1:]), self.values.dtype)
        indices, counts = np.zeros(len(pairs), np.int64), np.zeros(len(pairs), np.int64)
        for rows, places in ((self, left), (other, right)):
            here = places >= 0
            values[here] += rows.values[places[here]]
            counts[here] += rows.counts[places[here]]
            indices[here] = rows.indices[places[here]]
        return SparseRows(indices, values, counts)


def _merge(left: list[int], right: list[int]) -> list[tuple[int, int]]:
    """Places in two lists in rising order, side by side where the items are equal; -1 where there is no such item."""
    pairs = []
    i = j = 0
    while i < len(left) or j < len(right):
        first = j == len(right) or (i < len(left) and left[i] <= right[j])
        second = i == len(left) or (j < len(right) and right[j] <= left[i])
        pairs.append((i if first else -1, j if second else -1))
        i, j = i + first, j + second
    return pairs


class SparseAccumulator(Accumulator):
    """Rows of gradients that are added up."""

    kind = "SparseConditionalAccumulator"

    def _added(self, op: str, gradient: Any) -> Any:
        if gradient.values.shape[1:] != self._sum.values.shape[1:]:
            rule = f"have rows of shape {self._sum.values.shape[1:]} as those before"
            raise must("gradient_values", op, rule, gradient.values.shape[1:])
        return self._sum.merged(gradient)

    def _result(self) -> Any:
        rows: SparseRows = self._sum
        dims = self.shape.dims or ()
        first = dims[0] if dims and isinstance(dims[0], int) else -1
        shape = np.array([first, *rows.values.shape[1:]], np.int64)
        counts = rows.counts.astype(rows.values.dtype).reshape(-1, *[1] * (rows.values.ndim - 1))
        return rows.indices, rows.values / counts if self._mean else rows.values, shape
