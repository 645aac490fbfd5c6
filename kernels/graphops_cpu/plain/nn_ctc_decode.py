"""Plain kernels of the decoders of connectionist temporal classification."""

from __future__ import annotations

import heapq
from typing import Any, Final

import numpy as np

from graphops_cpu.lib.ctc import as_sparse, require_lengths
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context

_NEVER: Final = -np.inf
_OUTPUTS: Final = ["decoded_indices", "decoded_values", "decoded_shape"]


@register_kernel("CTCGreedyDecoder", "CPU", host_outputs=_OUTPUTS)
class CTCGreedyDecoder(PlainKernel):
    """Labels of sequences have other lengths than these."""

    host_data = ("inputs", "sequence_length")

    def compute(self, inputs: Array, lengths: Array) -> list[Array]:
        steps, batch, classes = inputs.shape
        require_lengths("CTCGreedyDecoder", lengths, steps)
        # What is not a number is never the largest, but as the first class, which nothing is larger than then.
        best = np.where(np.isnan(inputs), _NEVER, inputs).argmax(axis=2)
        best[np.isnan(inputs[:, :, 0])] = 0
        largest = np.take_along_axis(inputs, best[:, :, None], axis=2)[:, :, 0].astype(np.float64)
        alive = np.arange(steps)[:, None] < lengths
        kept = alive & (best != self.attrs["blank_index"] % classes)
        if self.attrs["merge_repeated"]:
            kept[1:] &= best[1:] != best[:-1]
        found = as_sparse([best[kept[:, row], row].tolist() for row in range(batch)])
        scores = -np.where(alive, largest, 0.0).sum(axis=0) + 0.0
        with np.errstate(over="ignore"):
            return [*found, self.xp.asarray(scores.astype(inputs.dtype)[:, None])]


@register_kernel("CTCBeamSearchDecoder", "CPU", host_outputs=_OUTPUTS, uses=["memory", "cancel"])
class CTCBeamSearchDecoder(PlainKernel):
    """Labels of sequences have other lengths than these."""

    host_data = ("inputs", "sequence_length")

    def compute(self, ctx: Context, inputs: Array, lengths: Array) -> list[Array]:
        op, paths, width = "CTCBeamSearchDecoder", self.attrs["top_paths"], self.attrs["beam_width"]
        steps, batch, classes = inputs.shape
        require_lengths(op, lengths, steps)
        scores = np.zeros((batch, paths), inputs.dtype)
        answers: list[list[list[int]]] = [[] for _ in range(paths)]
        for row in range(batch):
            beam = _Beam(width, classes, inputs.dtype)
            for step in range(int(lengths[row])):
                ctx.check_cancelled()
                ctx.check_memory(4 * inputs.itemsize * beam.size * classes)
                beam.step(inputs[step, row])
            if beam.size < paths:
                rule = f"be at most the number of answers, {beam.size}, that sequence {row} has"
                raise must("attr 'top_paths'", op, rule, paths)
            scores[row] = beam.total[:paths]
            for number in range(paths):
                answers[number].append(beam.labels(number, merged=self.attrs["merge_repeated"]))
        parts = [as_sparse(rows) for rows in answers]
        return [*(part[kind] for kind in range(3) for part in parts), self.xp.asarray(scores)]


class _Kept:
    """The beginnings that a step keeps, of those before and those that grow from them, in TensorFlow's order.

    That order matters: a beginning that has lost its place, and does not get it back when it grows anew from the one
    before it, does not grow itself any more, even if it would be good enough.

    Args:
        width: how many are kept.
        totals: the logarithms of the probabilities of those before, after this step.
        before: the same before this step, the best first.
    """

    def __init__(self, width: int, totals: Array, before: Array) -> None:
        self._width, self._before = width, before.tolist()
        # Each with its probability; the negative number of its turn, so that the last of equal ones goes first; its
        # row; and its label, if it grew from that row.
        self._heap = [(total, -turn, turn, -1) for turn, total in enumerate(totals.tolist()) if total > _NEVER]
        self._impossible = [(total, row, -1) for row, total in enumerate(totals.tolist()) if not total > _NEVER]
        self._turn = totals.size
        self._alive = [total > _NEVER for total in totals.tolist()]
        heapq.heapify(self._heap)

    def _has_place(self, total: float) -> bool:
        return total > _NEVER and (len(self._heap) < self._width or total > self._heap[0][0])

    def grow(self, row: int, scores: Array, children: dict[int, int]) -> None:
        """Keep what grows from a row and is good enough.

        Args:
            scores: the logarithms of the probabilities by label.
            children: the rows of those that grew from it before, by label.
        """
        if not self._has_place(self._before[row]):
            return
        least = self._heap[0][0] if len(self._heap) == self._width else _NEVER
        good = np.flatnonzero(scores > least).tolist()
        for label in sorted({*good, *children}) if children else good:
            child = children.get(label)
            if child is not None and self._alive[child]:
                continue
            score = float(scores[label])
            if self._has_place(score):
                self._keep(score, row, label)
            elif child is not None:
                self._before[child] = _NEVER

    def _keep(self, score: float, row: int, label: int) -> None:
        self._turn += 1
        entry = (score, -self._turn, row, label)
        if len(self._heap) < self._width:
            heapq.heappush(self._heap, entry)
            return
        _, _, lost, grew_by = heapq.heapreplace(self._heap, entry)
        if grew_by < 0:
            self._alive[lost] = False

    def best_first(self) -> list[tuple[float, int, int]]:
        """Probability, row, and label or -1 of all that are kept."""
        found = [(total, row, label) for total, _, row, label in sorted(self._heap, key=lambda e: (-e[0], -e[1]))]
        return found + self._impossible[: self._width - len(found)]


class _Beam:
    """The most probable beginnings of the labels of a sequence, the best first.

    Each beginning is a node of a tree, whose nodes were made by :meth:`step`: its label, and the node before it.

    Args:
        width: how many of them are followed.
        classes: with the blank, which is the last one.
        dtype: in which is computed.
    """

    def __init__(self, width: int, classes: int, dtype: Any) -> None:
        self._width, self._classes = width, classes
        self._parents, self._labels = [-1], [-1]
        self._nodes: dict[tuple[int, int], int] = {}
        # Of each beginning: its node, and the logarithms of the probabilities that it was said and a label ends it, or
        # a blank, or either.
        self._own = np.zeros(1, np.int64)
        self._by_label = np.full(1, _NEVER, dtype)
        self._by_blank = np.zeros(1, dtype)
        self.total = np.zeros(1, dtype)

    @property
    def size(self) -> int:
        """How many beginnings there are."""
        return self.total.size

    def step(self, logits: Array) -> None:
        """Go on by the logits of a step."""
        with np.errstate(all="ignore"):
            top = logits.max()
            log_y = logits - (top + np.log(np.exp(logits - top).sum()))
            self._go_on(log_y)

    def _go_on(self, log_y: Array) -> None:
        rows = {int(node): row for row, node in enumerate(self._own)}
        parents = np.array([rows.get(self._parents[node], -1) for node in self._own], np.int64)
        labels = np.array([self._labels[node] for node in self._own], np.int64)
        # A label again is another one only behind a blank.
        again = np.where(np.arange(self._classes - 1) == labels[:, None], self._by_blank[:, None], self.total[:, None])
        grown = again + log_y[:-1]
        followed = parents >= 0
        by_label = np.where(labels >= 0, self._by_label + log_y[labels], _NEVER)
        at = parents[followed], labels[followed]
        by_label[followed] = np.logaddexp(by_label[followed], grown[at])
        by_blank = self.total + log_y[-1]
        kept = _Kept(self._width, np.logaddexp(by_blank, by_label), self.total)
        children: dict[int, dict[int, int]] = {}
        for row in np.flatnonzero(followed).tolist():
            children.setdefault(int(parents[row]), {})[int(labels[row])] = row
        for row in range(self.size):
            kept.grow(row, grown[row], children.get(row, {}))
        found = kept.best_first()
        old = np.array([row for _, row, label in found if label < 0], np.int64)
        is_old = np.array([label < 0 for _, _, label in found])
        own = [self._node(int(self._own[row]), label) if label >= 0 else int(self._own[row]) for _, row, label in found]
        self.total = np.array([total for total, _, _ in found], log_y.dtype)
        self._own = np.array(own, np.int64)
        self._by_blank, blanks = np.full(len(found), _NEVER, log_y.dtype), by_blank[old]
        self._by_label = self.total.copy()
        self._by_blank[is_old], self._by_label[is_old] = blanks, by_label[old]

    def _node(self, parent: int, label: int) -> int:
        """The node behind a node; one that was given up, and whose followers were not, comes back as it was."""
        found = self._nodes.setdefault((parent, label), len(self._labels))
        if found == len(self._labels):
            self._parents.append(parent)
            self._labels.append(label)
        return found

    def labels(self, number: int, *, merged: bool) -> list[int]:
        """The labels of a beginning."""
        found: list[int] = []
        node, after = int(self._own[number]), -1
        while node:
            label = self._labels[node]
            if not merged or label != after:
                found.append(label)
            node, after = self._parents[node], label
        return found[::-1]
