"""Plain kernels of Unicode: code points of strings, and strings of code points."""

from __future__ import annotations

import codecs
import threading
from codecs import CodecInfo
from itertools import pairwise

import numpy as np

from graphops_cpu.lib.ragged_rows import require_splits
from graphops_cpu.lib.text import require_room, strings
from graphops_registry.errors import must, shorten
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context
from graphops_registry.rules.text_encodings import MOST_CODE_POINT, encoded, input_codec

_CONTROL = 32  # code points below it are control characters
_MISTAKE = "\udc80"  # stands for malformed bytes: no encoding of texts has surrogates on their own
_mistakes = threading.local()  # .spans: the malformed bytes of the text that a thread decodes, each first and end


def _mark(error: UnicodeDecodeError) -> tuple[str, int]:
    """What Python calls for malformed bytes."""
    _mistakes.spans.append((error.start, error.end))
    return _MISTAKE, error.end


codecs.register_error("graphops.mistake", _mark)  # type: ignore[arg-type]  # used for decoding alone


def _is_surrogate(point: int) -> bool:
    return 0xD800 <= point <= 0xDFFF


def _read(text: bytes, codec: CodecInfo) -> tuple[list[int], list[int]]:
    """The code points of a text, and the byte that each begins with; a surrogate stands for malformed bytes."""
    try:
        whole = codec.decode(text, "strict")[0]
    except UnicodeError:
        return _read_bytes(text, codec)
    points = list(map(ord, whole))
    if codec.name == "utf-8":
        return points, np.flatnonzero((np.frombuffer(text, np.uint8) & 0xC0) != 0x80).tolist()
    if len(points) == len(text):
        return points, list(range(len(text)))
    return _read_bytes(text, codec)


def _read_bytes(text: bytes, codec: CodecInfo) -> tuple[list[int], list[int]]:
    """The same byte by byte, which shows where a code point comes from."""
    decoder = codec.incrementaldecoder("graphops.mistake")
    points: list[int] = []
    starts: list[int] = []
    start = 0
    _mistakes.spans = []
    for at in range(len(text) + 1):
        is_end = at == len(text)
        found = decoder.decode(b"" if is_end else text[at : at + 1], is_end)
        if found:
            end = at if is_end else at + 1 - len(decoder.getstate()[0])
            points += map(ord, found)
            starts += [start] if len(found) == 1 else _starts(text[start:end], codec, len(found), start)
            start = end
    return points, starts


def _starts(part: bytes, codec: CodecInfo, count: int, first: int) -> list[int]:
    """Where the code points of a few bytes begin, of which some are malformed.

    Args:
        count: how many there are.
        first: the number of the first byte.
    """
    _mistakes.spans = []
    codec.decode(part, "graphops.mistake")
    found: list[int] = []
    at = 0
    for start, end in [*_mistakes.spans, (len(part), len(part))]:
        between = len(codec.decode(part[at:start], "replace")[0])
        found += [at + number * (start - at) // between for number in range(between)]
        found += [start] * (end > start)
        at = end
    return [first + place for place in [*found, *[at] * count][:count]]


class _Reader(PlainKernel):
    """What reading strings in an encoding has in common."""

    op: str

    def code_points(self, text: bytes, *, strict_controls: bool) -> tuple[list[int], list[int]]:
        """Code points and their first bytes, after the rule for errors.

        Args:
            strict_controls: control characters that are to be replaced are errors for 'strict' too.

        Raises:
            InvalidArgumentError: malformed bytes, and errors is 'strict'.
        """
        points, starts = _read(text, input_codec(self.op, self.attrs["input_encoding"]))
        errors, controls = self.attrs["errors"], self.attrs["replace_control_characters"]
        wrong = [_is_surrogate(point) or (controls and point < _CONTROL) for point in points]
        if not any(wrong):
            return points, starts
        if errors == "strict" and (strict_controls or any(map(_is_surrogate, points))):
            name = self.attrs["input_encoding"]
            raise must("input", self.op, f"be well-formed {name}", shorten(repr(text)))
        if errors == "ignore":
            kept = [index for index, bad in enumerate(wrong) if not bad]
            return [points[index] for index in kept], [starts[index] for index in kept]
        other = self.attrs["replacement_char"]
        return [other if bad else point for point, bad in zip(points, wrong, strict=True)], starts


class _Decode(_Reader):
    def rows(self, ctx: Context, texts: Array) -> tuple[Array, Array, Array]:
        require_room(ctx, self.op, 12 * sum(map(len, texts.flat)), "char_values")
        read = [self.code_points(text, strict_controls=False) for text in texts.reshape(-1)]
        ends = np.cumsum([0, *(len(points) for points, _ in read)])
        kind = self.attrs["Tsplits"].numpy_dtype
        if ends[-1] > np.iinfo(kind).max:
            raise must("input", self.op, f"have at most {np.iinfo(kind).max} code points", int(ends[-1]))
        values = np.array([point for points, _ in read for point in points], np.int32)
        return ends.astype(kind), values, np.array([start for _, starts in read for start in starts], np.int64)


@register_kernel("UnicodeDecode", "CPU", host_outputs=["row_splits", "char_values"], uses=["memory"])
class UnicodeDecode(_Decode):
    op = "UnicodeDecode"

    def compute(self, ctx: Context, texts: Array) -> tuple[Array, Array]:
        return self.rows(ctx, texts)[:2]


@register_kernel(
    "UnicodeDecodeWithOffsets",
    "CPU",
    host_outputs=["row_splits", "char_values", "char_to_byte_starts"],
    uses=["memory"],
)
class UnicodeDecodeWithOffsets(_Decode):
    op = "UnicodeDecodeWithOffsets"

    def compute(self, ctx: Context, texts: Array) -> tuple[Array, Array, Array]:
        return self.rows(ctx, texts)


@register_kernel("UnicodeTranscode", "CPU", uses=["memory"])
class UnicodeTranscode(_Reader):
    op = "UnicodeTranscode"

    def compute(self, ctx: Context, texts: Array) -> Array:
        require_room(ctx, self.op, 4 * sum(map(len, texts.flat)))
        to = self.attrs["output_encoding"]
        return strings(
            [encoded(self.code_points(text, strict_controls=True)[0], to) for text in texts.reshape(-1)], texts.shape
        )


@register_kernel("UnicodeEncode", "CPU", host_inputs=["input_values", "input_splits"], uses=["memory"])
class UnicodeEncode(PlainKernel):
    op = "UnicodeEncode"

    def compute(self, ctx: Context, values: Array, splits: Array) -> Array:
        require_splits(self.op, "input_splits", splits, values.size, exact=True)
        require_room(ctx, self.op, 4 * values.size)
        wrong = (values < 0) | (values > MOST_CODE_POINT) | ((values >= 0xD800) & (values <= 0xDFFF))
        errors, bounds = self.attrs["errors"], splits.tolist()
        if errors == "strict" and wrong.any():
            raise must("input_values", self.op, "be code points and no surrogates", int(values[wrong][0]))
        points = np.where(wrong, self.attrs["replacement_char"], values)
        kept = ~wrong if errors == "ignore" else np.ones_like(wrong)
        rows = [points[start:end][kept[start:end]].tolist() for start, end in pairwise(bounds)]
        return strings([encoded(row, self.attrs["output_encoding"]) for row in rows], (len(rows),))
