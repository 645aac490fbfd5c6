"""Plain kernel of n-grams."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from graphops_cpu.lib.ragged_rows import require_splits
from graphops_cpu.lib.text import require_room, strings
from graphops_registry.attr import text_bytes
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context

_REFERENCE = 8  # bytes of a reference to a string


@register_kernel("StringNGrams", "CPU", host_inputs=["data_splits"], host_outputs=["ngrams_splits"], uses=["memory"])
class StringNGrams(PlainKernel):
    def compute(self, ctx: Context, data: Array, splits: Array) -> tuple[Array, Array]:
        if not splits.size:  # no rows at all
            return strings([], (0,)), splits
        require_splits("StringNGrams", "data_splits", splits, data.size, exact=True)
        if not data.size:  # as in TensorFlow, where an empty row gives its padding only beside others
            return strings([], (0,)), np.zeros_like(splits)
        bounds = splits.tolist()
        rows = [data[start:end].tolist() for start, end in pairwise(bounds)]
        parts = [self._widths(len(row)) for row in rows]
        counts = [sum(count for count, _, _ in widths) for widths in parts]
        total, most = sum(counts), int(np.iinfo(splits.dtype).max)
        if total > most:
            raise must("data_splits", "StringNGrams", f"lead to at most {most} n-grams", total)
        require_room(ctx, "StringNGrams", self._size(rows, parts), "ngrams")
        found = [ngram for row, widths in zip(rows, parts, strict=True) for ngram in self._ngrams(row, widths)]
        return strings(found, (total,)), np.cumsum([0, *counts]).astype(splits.dtype)

    def _padding(self, width: int) -> int:
        """How many strings stand before a row for n-grams of ``width``, and as many after it."""
        wanted: int = self.attrs["pad_width"]
        return width - 1 if wanted < 0 else min(wanted, width - 1)

    def _widths(self, length: int) -> list[tuple[int, int, int]]:
        """For each width of the n-grams of a row of ``length``: how many, their width and their padding.

        Raises:
            InvalidArgumentError: a short row is to be kept whole, without any width that says how to pad it.
        """
        found = []
        for width in self.attrs["ngram_widths"]:
            padding = self._padding(width)
            found.append((max(0, length + 2 * padding - width + 1), width, padding))
        if length and self.attrs["preserve_short_sequences"] and not any(count for count, _, _ in found):
            padding = self.attrs["pad_width"]
            if padding < 0:
                raise must("pad_width", "StringNGrams", "be at least 0 without ngram_widths", padding)
            found.append((1, length + 2 * padding, padding))
        return found

    def _size(self, rows: Sequence[Sequence[bytes]], parts: Sequence[Sequence[tuple[int, int, int]]]) -> int:
        """Bytes that all n-grams take at most: each as long as the longest strings make it."""
        pads = max(len(text_bytes(self.attrs[name])) for name in ("left_pad", "right_pad"))
        separator = len(text_bytes(self.attrs["separator"]))
        total = 0
        for row, widths in zip(rows, parts, strict=True):
            whole = sum(map(len, row))
            for count, width, padding in widths:
                inner = min(whole, width * max(map(len, row), default=0))
                total += count * (inner + 2 * padding * pads + width * separator + _REFERENCE)
        return total

    def _ngrams(self, row: list[bytes], widths: Sequence[tuple[int, int, int]]) -> Iterator[bytes]:
        left, right = (text_bytes(self.attrs[name]) for name in ("left_pad", "right_pad"))
        separator = text_bytes(self.attrs["separator"])
        for count, width, padding in widths:
            if count:
                padded = [left] * padding + row + [right] * padding
                yield from (separator.join(padded[start : start + width]) for start in range(count))
