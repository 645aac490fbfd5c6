"""Plain kernels of softmax, the cross entropies and the best classes.

Exponentials are of logits minus the largest, so that nothing overflows.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np

from graphops_cpu.calls.functions import function
from graphops_cpu.calls.numpy_folds import fold_kernel
from graphops_cpu.calls.numpy_loops import ufunc_kernel
from graphops_cpu.lib.precision import narrow, widen
from graphops_cpu.plain.array_gather import require_in_range
from graphops_registry.dtypes import float32
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, Shape, register_kernel
from graphops_registry.kernels.call_list import (
    Call,
    FixedCalls,
    JoinedKernel,
    MachineKernel,
    Operand,
    PartOperand,
    Temporary,
)

_FLOAT: Final = np.dtype(np.float32)
_FEW: Final = 32  # that a call list looks for, each number in turn
_MOST_LOOKED: Final = 1 << 15  # numbers of such a step
_LONG_ROW: Final = 1024  # elements from which a row is not sorted as a whole


def shifted(xp: Any, logits: Array) -> tuple[Array, Array, Array]:
    """(logits - max, exp of it, sum of that), along the last axis, which is kept."""
    if not logits.size:
        return logits, logits, xp.ones((*logits.shape[:-1], 1), dtype=logits.dtype)
    moved = logits - xp.max(logits, axis=-1, keepdims=True)
    powers = xp.exp(moved)
    return moved, powers, xp.sum(powers, axis=-1, keepdims=True, dtype=powers.dtype)


class _Shifted(NamedTuple):
    """:func:`shifted` for a call list: its parts, and what they write: arrays like the logits, and like one column."""

    parts: list[tuple[MachineKernel, list[PartOperand]]]
    moved: Temporary
    powers: Temporary
    total: Temporary


def _machine_shifted(shape: Shape) -> _Shifted | None:
    """For a few rows of float32, which are operand 0."""
    last, rows = (len(shape) - 1,), (*shape[:-1], 1)
    largest, total = (fold_kernel(ufunc, shape, last, _FLOAT) for ufunc in (np.maximum, np.add))
    difference = ufunc_kernel(np.subtract, [shape, rows, shape], [_FLOAT] * 3)
    power = ufunc_kernel(np.exp, [shape] * 2, [_FLOAT] * 2)
    if largest is None or total is None or difference is None or power is None:
        return None
    top, sums = (Temporary(rows, _FLOAT) for _ in range(2))
    moved, powers = (Temporary(shape, _FLOAT) for _ in range(2))
    return _Shifted(
        [(largest, [0, top]), (difference, [0, top, moved]), (power, [moved, powers]), (total, [powers, sums])],
        moved,
        powers,
        sums,
    )


def machine_softmax(spec: KernelSpec, constants: Sequence[Array | None], logarithm: bool) -> MachineKernel | None:
    """The softmax of a few rows of float32, or its logarithm, for a call list."""
    shape = spec.shapes[0]
    if constants[0] is not None or spec.dtypes[0] is not float32 or not shape:
        return None
    rows = (*shape[:-1], 1)
    before = _machine_shifted(shape)
    difference = ufunc_kernel(np.subtract, [shape, rows, shape], [_FLOAT] * 3)
    quotient = ufunc_kernel(np.divide, [shape, rows, shape], [_FLOAT] * 3)
    logarithms = ufunc_kernel(np.log, [rows] * 2, [_FLOAT] * 2)
    if before is None or difference is None or quotient is None or logarithms is None:
        return None
    logs = Temporary(rows, _FLOAT)
    after: list[tuple[MachineKernel, list[PartOperand]]] = [(quotient, [before.powers, before.total, 1])]
    if logarithm:
        after = [(logarithms, [before.total, logs]), (difference, [before.moved, logs, 1])]
    return JoinedKernel([*before.parts, *after], 1e-5)


@register_kernel("Softmax", "CPU")
class Softmax(PlainKernel):
    def compute(self, logits: Array) -> Array:
        with np.errstate(all="ignore"):
            _, powers, total = shifted(self.xp, widen(logits))
            return narrow(powers / total, logits.dtype)

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        return machine_softmax(spec, constants, logarithm=False)


@register_kernel("LogSoftmax", "CPU")
class LogSoftmax(PlainKernel):
    def compute(self, logits: Array) -> Array:
        with np.errstate(all="ignore"):
            moved, _, total = shifted(self.xp, widen(logits))
            return narrow(moved - self.xp.log(total), logits.dtype)

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        return machine_softmax(spec, constants, logarithm=True)


@register_kernel("SoftmaxCrossEntropyWithLogits", "CPU")
class SoftmaxCrossEntropyWithLogits(PlainKernel):
    def compute(self, features: Array, labels: Array) -> tuple[Array, Array]:
        xp, dtype = self.xp, features.dtype
        if features.shape[1] == 1:  # one logit for every class: the softmax is that of all of them
            features = xp.broadcast_to(features, (features.shape[0], labels.shape[1]))
        with np.errstate(all="ignore"):
            moved, powers, total = shifted(xp, widen(features))
            wide = widen(labels)
            # A class of probability 0 costs nothing, however unlikely it is.
            terms = xp.where(wide == 0, wide.dtype.type(0), wide * (xp.log(total) - moved))
            loss = xp.sum(terms, axis=-1, dtype=terms.dtype)
            backprop = powers / total - wide
        return narrow(loss, dtype), narrow(backprop, dtype)


@register_kernel("SparseSoftmaxCrossEntropyWithLogits", "CPU")
class SparseSoftmaxCrossEntropyWithLogits(PlainKernel):
    def compute(self, features: Array, labels: Array) -> tuple[Array, Array]:
        xp, dtype = self.xp, features.dtype
        require_in_range("SparseSoftmaxCrossEntropyWithLogits", labels, features.shape[1], "classes", "labels")
        with np.errstate(all="ignore"):
            moved, powers, total = shifted(xp, widen(features))
            hot = labels[:, None] == xp.arange(features.shape[1], dtype=labels.dtype)  # (batch, classes)
            chosen = xp.sum(xp.where(hot, moved, moved.dtype.type(0)), axis=-1, dtype=moved.dtype)
            loss = xp.log(total).reshape(chosen.shape) - chosen
            backprop = powers / total - hot.astype(powers.dtype)
        return narrow(loss, dtype), narrow(backprop, dtype)

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`. A bad label is a failure."""
        shape, bits = spec.shapes[0], 8 * spec.dtypes[1].size
        gather, one_hot = function(f"gather{bits}"), function(f"one_hot{bits}")
        if any(each is not None for each in constants) or spec.dtypes[0] is not float32 or not prod(shape):
            return None
        count, classes = shape
        before = _machine_shifted(shape)
        logarithms = ufunc_kernel(np.log, [(count,)] * 2, [_FLOAT] * 2)
        difference = ufunc_kernel(np.subtract, [(count,)] * 3, [_FLOAT] * 3)
        quotient = ufunc_kernel(np.divide, [shape, (count, 1), shape], [_FLOAT] * 3)
        less = ufunc_kernel(np.subtract, [shape] * 3, [_FLOAT] * 3)
        if before is None or logarithms is None or difference is None or quotient is None or less is None:
            return None
        if gather is None or one_hot is None:
            return None
        pick = FixedCalls([Call(gather, (Operand(2), Operand(0), Operand(1), count, 1, classes, _FLOAT.itemsize, 1))])
        marks = (Operand(1), Operand(0), Operand(2), Operand(3), count, classes, 1, _FLOAT.itemsize)
        mark = FixedCalls([Call(one_hot, marks, checked=False)])
        chosen, logs = (Temporary((count,), _FLOAT) for _ in range(2))
        ratios, hot = (Temporary(shape, _FLOAT) for _ in range(2))
        one, zero = np.ones(1, _FLOAT), np.zeros(1, _FLOAT)
        parts: list[tuple[MachineKernel, list[PartOperand]]] = [
            *before.parts,
            (pick, [before.moved, 1, chosen]),
            (logarithms, [before.total, logs]),
            (difference, [logs, chosen, 2]),
            (quotient, [before.powers, before.total, ratios]),
            (mark, [1, hot, one, zero]),
            (less, [ratios, hot, 3]),
        ]
        return JoinedKernel(parts, 3e-5)


def _first_of_sorted(xp: Any, key: Array, k: int) -> Array:
    """The places of the k smallest along the last axis, of equal ones the first; NaN last."""
    size = key.shape[-1]
    if xp is not np or size < _LONG_ROW or k > size // 8:
        return xp.argsort(key, axis=-1, kind="stable")[..., :k]
    # To sort all of a long row takes ten times as long as to find the k-th, and to sort those up to it.
    rows = key.reshape(-1, size)
    bounds = np.partition(rows, k - 1, axis=-1)[:, k - 1]
    places = np.empty((len(rows), k), np.intp)
    for row, bound, place in zip(rows, bounds, places, strict=True):
        found = np.flatnonzero(row <= bound) if bound == bound else np.arange(size)
        place[:] = found[np.argsort(row[found], kind="stable")[:k]]
    return places.reshape(*key.shape[:-1], k)


@register_kernel("TopKV2", "CPU", host_inputs=["k"])
class TopKV2(PlainKernel):
    """Sorts each row: memory for a key and an int64 place for each element of the input."""

    def workspace(self, spec: KernelSpec) -> int:
        return 2 * prod(spec.shapes[0] or ()) * 8

    def compute(self, x: Array, k: Any) -> tuple[Array, Array]:
        """The k largest along the last axis and their places; of equal ones the first, NaN last."""
        xp, dtype = self.xp, self.attrs["index_type"].numpy_dtype
        shape = (*x.shape[:-1], int(k))
        if not prod(shape):  # beside an empty axis the others may be of any size
            return xp.empty(shape, dtype=x.dtype), xp.empty(shape, dtype=dtype)
        # Keys in descending order; ~x is -1 - x for signed integers and the largest one minus x for the others.
        key = ~x if x.dtype.kind in "iu" else -widen(x)
        places = _first_of_sorted(xp, key, int(k))
        return xp.take_along_axis(x, places, axis=-1), places.astype(dtype)

    def machine_kernel(self, spec: KernelSpec, constants: Sequence[Array | None]) -> MachineKernel | None:
        """See :class:`Prepared`."""
        shape, k = spec.shapes[0], spec.values[1]
        if constants[0] is not None or constants[1] is None or k is None or not 0 < int(k) <= _FEW:
            return None
        if spec.dtypes[0].is_host_only or not 0 < prod(shape) <= _MOST_LOOKED:
            return None
        names = [dtype.numpy_dtype.name for dtype in (spec.dtypes[0], spec.output_dtypes[1])]
        top = function(f"top_{names[0]}_{names[1]}")
        if top is None:
            return None
        arguments = (Operand(1), Operand(2), Operand(0), prod(shape[:-1]), shape[-1], int(k))
        return FixedCalls([Call(top, arguments, checked=False)], saves=1e-5)


class _InTopK(PlainKernel):
    def found(self, predictions: Array, targets: Array, k: int) -> Array:
        """Whether fewer than k predictions of a row are above the target's; (batch,)."""
        xp, (rows, classes) = self.xp, predictions.shape
        if not rows or not classes:
            return xp.zeros((rows,), dtype=np.bool_)
        known = (targets >= 0) & (targets < classes)
        places = xp.where(known, targets, targets.dtype.type(0))
        with np.errstate(all="ignore"):
            own = xp.take_along_axis(predictions, places[:, None], axis=1)  # (batch, 1)
            above = xp.sum(predictions > own, axis=1, dtype=np.int64)
            # k is at most an int64, which a comparison with a Python number takes as it is.
            return known & xp.all(xp.isfinite(predictions), axis=1) & (above < k)


@register_kernel("InTopK", "CPU")
class InTopK(_InTopK):
    def compute(self, predictions: Array, targets: Array) -> Array:
        return self.found(predictions, targets, self.attrs["k"])


@register_kernel("InTopKV2", "CPU", host_inputs=["k"])
class InTopKV2(_InTopK):
    def compute(self, predictions: Array, targets: Array, k: Any) -> Array:
        return self.found(predictions, targets, int(k))
