"""Plain kernels of the loss of connectionist temporal classification; all of it is computed in float64.

They follow A. Graves, "Supervised Sequence Labelling with Recurrent Neural Networks", section 7.3: the labels with a
blank before, between and behind them are the states; alpha(t, u) sums the ways to come to state u at step t, beta(t, u)
the ways on to the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

import numpy as np

from graphops_cpu.lib.ctc import label_rows, require_lengths
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context

_NEVER: Final = -np.inf


class _Loss(PlainKernel):
    """Labels have to be looked at, and steps follow each other."""

    host_data = ("inputs", "labels_indices", "labels_values", "sequence_length")
    op: ClassVar[str]

    def blank(self, classes: int) -> int:
        raise NotImplementedError

    def allowed(self, labels: Array, classes: int) -> Array:
        """The labels of a sequence, checked."""
        raise NotImplementedError

    def compute(self, ctx: Context, inputs: Array, places: Array, values: Array, lengths: Array) -> list[Array]:
        steps, batch, classes = inputs.shape
        require_lengths(self.op, lengths, steps)
        given = label_rows(self.op, places, values, batch)
        labels, ignored = [], np.zeros(batch, bool)
        for row, whole in enumerate(given):
            labels.append(self.allowed(self._collapsed(whole), classes))
            ignored[row] = whole.size > lengths[row]
            if ignored[row] and not self.attrs["ignore_longer_outputs_than_inputs"]:
                rule = f"be at least {whole.size}, as sequence {row} has so many labels"
                raise must(f"sequence_length[{row}]", self.op, rule, int(lengths[row]))
        states = 2 * max((row.size for row in labels), default=0) + 1
        ctx.check_memory(8 * steps * batch * (4 * states + 3 * classes))
        sequences = _Sequences(inputs, labels, lengths, self.blank(classes), merge=self.attrs["ctc_merge_repeated"])
        loss, gradient = sequences.loss_and_gradient(ctx)
        loss[ignored] = 0
        gradient[:, ignored] = 0
        with np.errstate(over="ignore"):
            return [self.xp.asarray(found.astype(inputs.dtype)) for found in (loss, gradient)]

    def _collapsed(self, labels: Array) -> Array:
        if not self.attrs["preprocess_collapse_repeated"] or not labels.size:
            return labels
        return labels[np.concatenate([[True], labels[1:] != labels[:-1]])]


@register_kernel("CTCLoss", "CPU", uses=["memory", "cancel"])
class CTCLoss(_Loss):
    op = "CTCLoss"

    def blank(self, classes: int) -> int:
        return classes - 1

    def allowed(self, labels: Array, classes: int) -> Array:
        if (labels < 0).any():
            raise must("labels_values", self.op, "be 0 or more", int(labels.min()))
        blank = self.blank(classes)
        ends = labels >= blank
        if (ends[:-1] & ~ends[1:]).any():
            rule = f"have no label behind a blank, {blank} or more, in a sequence"
            raise must("labels_values", self.op, rule, labels.tolist())
        return labels[~ends]


@register_kernel("CTCLossV2", "CPU", uses=["memory", "cancel"])
class CTCLossV2(_Loss):
    op = "CTCLossV2"

    def blank(self, classes: int) -> int:
        return 0

    def allowed(self, labels: Array, classes: int) -> Array:
        wrong = (labels < 1) | (labels >= classes)
        if wrong.any():
            raise must("labels_values", self.op, f"be in [1, {classes}), the classes", int(labels[wrong.argmax()]))
        return labels


def _added(*logarithms: Array) -> Array:
    """The logarithm of the sum of what these are the logarithms of."""
    found = logarithms[0]
    for each in logarithms[1:]:
        found = np.logaddexp(found, each)
    return found


def _moved(array: Array, by: int) -> Array:
    """`[batch, states]` with what was in another state, -inf where there was none."""
    found = np.full_like(array, _NEVER)
    if by > 0:
        found[:, by:] = array[:, :-by]
    else:
        found[:, :by] = array[:, -by:]
    return found


class _Sequences:
    """Sequences with their labels.

    Args:
        logits: `[steps, batch, classes]`.
        labels: those of each sequence, without blanks.
        lengths: of the sequences.
        blank: its class.
        merge: whether equal neighbours among the steps are one label.
    """

    def __init__(self, logits: Array, labels: Sequence[Array], lengths: Array, blank: int, *, merge: bool) -> None:
        batch = len(labels)
        with np.errstate(all="ignore"):
            shifted = logits.astype(np.float64)
            shifted -= shifted.max(axis=2, keepdims=True)
            self._log_y = shifted - np.log(np.exp(shifted).sum(axis=2, keepdims=True))
        self._lengths, self._blank = lengths, blank
        self._sizes = np.array([2 * row.size + 1 for row in labels], np.int64)
        self._states = np.full((batch, int(self._sizes.max(initial=1))), blank, np.int64)
        for row, known in enumerate(labels):
            self._states[row, 1 : 2 * known.size : 2] = known
        is_label = self._states != blank
        stays = ~is_label | merge
        skips = is_label.copy()
        skips[:, :2] = False
        if merge:
            skips[:, 2:] &= self._states[:, 2:] != self._states[:, :-2]
        self._stays, self._skips = np.where(stays, 0.0, _NEVER), np.where(skips, 0.0, _NEVER)
        self._emitted = self._log_y[:, np.arange(batch)[:, None], self._states]

    def loss_and_gradient(self, ctx: Any) -> tuple[Array, Array]:
        """The losses `[batch]`, and their gradient by the logits."""
        with np.errstate(all="ignore"):
            ways = self._alpha(ctx)
            ways += self._beta(ctx)
            batch = self._states.shape[0]
            # A sequence of no steps has no labels for certain.
            total = np.logaddexp.reduce(ways[0], axis=1) if ways.shape[0] else np.zeros(batch)
            total[self._lengths == 0] = 0
            gradient = np.exp(self._log_y)
            posterior = np.exp(ways - total[:, None])
        posterior[:, total == _NEVER] = 0  # no way at all
        for row in range(batch):
            own = gradient[:, row]
            own[:, self._blank] -= posterior[:, row, ::2].sum(axis=1)
            np.subtract.at(own.T, self._states[row, 1::2], posterior[:, row, 1::2].T)
        gradient[np.arange(len(gradient))[:, None] >= self._lengths] = 0
        return -total + 0.0, gradient

    def _alpha(self, ctx: Any) -> Array:
        found = np.full_like(self._emitted, _NEVER)
        for step, emitted in enumerate(self._emitted):
            ctx.check_cancelled()
            if not step:
                found[0, :, :2] = emitted[:, :2]
                continue
            before = found[step - 1]
            ways = _added(before + self._stays, _moved(before, 1), _moved(before, 2) + self._skips)
            found[step] = emitted + ways
        return found

    def _beta(self, ctx: Any) -> Array:
        found = np.full_like(self._emitted, _NEVER)
        places = np.arange(self._states.shape[1])
        last = np.where((places < self._sizes[:, None]) & (places >= self._sizes[:, None] - 2), 0.0, _NEVER)
        for step in range(len(found) - 1, -1, -1):
            ctx.check_cancelled()
            if step + 1 < len(found):
                after = found[step + 1] + self._emitted[step + 1]
                ways = _added(after + self._stays, _moved(after, -1), _moved(after + self._skips, -2))
                found[step] = np.where((self._lengths - 1 > step)[:, None], ways, _NEVER)
            found[step] = np.where((self._lengths - 1 == step)[:, None], last, found[step])
        return found
