"""Plain kernels of strings: joining, cutting and changing them."""

from __future__ import annotations

import re
from itertools import dropwhile
from math import prod
from typing import Any

import numpy as np

from graphops_cpu.lib.text import each, numbers, on_host, require_room, strings
from graphops_registry.attr import text_bytes
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context

_WHITE = b" \t\n\v\f\r"
_CHARACTER = re.compile(rb"[\x00-\xff][\x80-\xbf]*")  # a byte and those that continue it
_CONTINUING = bytes(range(0x80, 0xC0))


def joined_size(parts: Any, separator: bytes) -> int:
    """How long the strings become when they are joined."""
    return sum(map(len, parts)) + len(separator) * max(len(parts) - 1, 0)


@register_kernel("StringJoin", "CPU", uses=["memory"])
class StringJoin(PlainKernel):
    def compute(self, ctx: Context, *inputs: Array) -> Array:
        separator = text_bytes(self.attrs["separator"])
        shape = next((x.shape for x in inputs if x.ndim), ())
        count = prod(shape)
        lengths = [sum(map(len, x.reshape(-1))) * (count if not x.ndim else 1) for x in inputs]
        require_room(ctx, "StringJoin", sum(lengths) + count * len(separator) * max(len(inputs) - 1, 0))
        if not inputs:
            return strings([b""], ())
        columns = [list(x.reshape(-1)) * (count if not x.ndim else 1) for x in inputs]
        return strings(map(separator.join, zip(*columns, strict=True)), shape)


@register_kernel("StringLength", "CPU", host_outputs=["output"])
class StringLength(PlainKernel):
    def compute(self, texts: Array) -> Array:
        if self.attrs["unit"] == "BYTE":
            return numbers(len, texts, np.int32)
        return numbers(lambda text: len(text.translate(None, _CONTINUING)), texts, np.int32)


@register_kernel("StringLower", "CPU")
class StringLower(PlainKernel):
    def compute(self, texts: Array) -> Array:
        if not self.attrs["encoding"]:
            return each(bytes.lower, texts)
        return each(lambda text: text.decode("utf-8", "replace").lower().encode(), texts)


@register_kernel("StringUpper", "CPU")
class StringUpper(PlainKernel):
    def compute(self, texts: Array) -> Array:
        if not self.attrs["encoding"]:
            return each(bytes.upper, texts)
        return each(lambda text: text.decode("utf-8", "replace").upper().encode(), texts)


@register_kernel("StringStrip", "CPU")
class StringStrip(PlainKernel):
    def compute(self, texts: Array) -> Array:
        return each(lambda text: text.strip(_WHITE), texts)


@register_kernel("Substr", "CPU")
class Substr(PlainKernel):
    def compute(self, texts: Array, pos: Array, length: Array) -> Array:
        whole, starts, counts = np.broadcast_arrays(texts, on_host(pos), on_host(length))
        cut = self._bytes if self.attrs["unit"] == "BYTE" else self._characters
        parts = zip(whole.reshape(-1), starts.reshape(-1).tolist(), counts.reshape(-1).tolist(), strict=True)
        return strings([cut(*part) for part in parts], whole.shape)

    def _bytes(self, text: bytes, pos: int, count: int) -> bytes:
        start = self._start(pos, len(text), "bytes")
        return text[start:] if count < 0 else text[start : start + count]

    def _characters(self, text: bytes, pos: int, count: int) -> bytes:
        found = _CHARACTER.findall(text)
        start = self._start(pos, len(found), "characters")
        return b"".join(found[start : start + max(count, 0)])

    def _start(self, pos: int, size: int, unit: str) -> int:
        if not -size <= pos <= size:
            raise must("pos", "Substr", f"be in [{-size}, {size}] for a string of {size} {unit}", pos)
        return pos + size if pos < 0 else pos


class _Split(PlainKernel):
    """Base of kernels that cut strings; the pieces are as large as the input."""

    def compute(self, texts: Array, at: Array) -> tuple[Array, Array, Array]:
        found = self.pieces(list(texts), at[()])
        counts = [len(pieces) for pieces in found]
        indices = np.zeros((sum(counts), 2), dtype=np.int64)
        indices[:, 0] = np.repeat(np.arange(len(counts)), counts)
        indices[:, 1] = [number for count in counts for number in range(count)]
        values = strings([piece for pieces in found for piece in pieces], (len(indices),))
        return indices, values, np.array([len(counts), max(counts, default=0)], dtype=np.int64)

    def pieces(self, texts: list[bytes], at: bytes) -> list[list[bytes]]:
        raise NotImplementedError


@register_kernel("StringSplit", "CPU", host_outputs=["indices", "shape"])
class StringSplit(_Split):
    def pieces(self, texts: list[bytes], at: bytes) -> list[list[bytes]]:
        if not at:
            return [[text[i : i + 1] for i in range(len(text))] for text in texts]
        cut = re.compile(b"[" + b"".join(re.escape(at[i : i + 1]) for i in range(len(at))) + b"]")
        found = [cut.split(text) if text else [] for text in texts]
        return [[piece for piece in pieces if piece] for pieces in found] if self.attrs["skip_empty"] else found


@register_kernel("StringSplitV2", "CPU", host_outputs=["indices", "shape"])
class StringSplitV2(_Split):
    def pieces(self, texts: list[bytes], at: bytes) -> list[list[bytes]]:
        most = max(self.attrs["maxsplit"], -1)
        if at or most < 0:
            return [text.split(at or None, most) for text in texts]
        return [_words(text, most) for text in texts]


def _words(text: bytes, most: int) -> list[bytes]:
    """At most so many words, then what is left, though it be empty: TensorFlow's split, not Python's."""
    if not most:
        return [text]
    found = text.split(None, most)
    return [*found, b""] if len(found) == most else found


@register_kernel("ReduceJoin", "CPU", host_inputs=["reduction_indices"], uses=["memory"])
class ReduceJoin(PlainKernel):
    def compute(self, ctx: Context, texts: Array, reduction_indices: Any) -> Array:
        rank, separator = texts.ndim, text_bytes(self.attrs["separator"])
        axes = [int(axis) % rank for axis in reduction_indices.reshape(-1)]
        if not axes:
            return texts.copy()
        kept = [axis for axis in range(rank) if axis not in axes]
        rows = prod(texts.shape[axis] for axis in kept)
        moved = texts.transpose(*kept, *reversed(axes)).reshape(rows, prod(texts.shape[axis] for axis in axes))
        shape = tuple(
            1 if axis in axes else size
            for axis, size in enumerate(texts.shape)
            if self.attrs["keep_dims"] or axis not in axes
        )
        require_room(ctx, "ReduceJoin", joined_size(texts.reshape(-1), separator))
        return strings(map(separator.join, moved.tolist()), shape)


def _is_empty(text: Any) -> bool:
    return not text


@register_kernel("UnsortedSegmentJoin", "CPU", host_inputs=["num_segments"], uses=["memory"])
class UnsortedSegmentJoin(PlainKernel):
    """As in TensorFlow, there is no separator until something was joined: not after empty strings at the start."""

    op = "UnsortedSegmentJoin"

    def compute(self, ctx: Context, texts: Array, segment_ids: Array, num_segments: Any) -> Array:
        ids, segments = on_host(segment_ids).reshape(-1), int(num_segments)
        outside = int(((ids < 0) | (ids >= segments)).sum())
        if outside:
            raise must("segment_ids", "UnsortedSegmentJoin", f"be in [0, {segments})", f"{outside} outside")
        rest = texts.shape[segment_ids.ndim :]
        separator = text_bytes(self.attrs["separator"])
        columns = prod(rest)
        require_room(ctx, self.op, joined_size(texts.reshape(-1), separator) + 8 * segments * columns)
        result = np.full((segments, columns), b"", dtype=object)
        if texts.size:
            order = np.argsort(ids, kind="stable")
            found, starts = np.unique(ids[order], return_index=True)
            rows = texts.reshape(len(ids), columns)[order]
            ends = [*starts[1:].tolist(), len(ids)]
            for segment, start, end in zip(found.tolist(), starts.tolist(), ends, strict=True):
                words = (separator.join(dropwhile(_is_empty, column)) for column in rows[start:end].T.tolist())
                result[segment] = strings(words, (columns,))
        return result.reshape(segments, *rest)
