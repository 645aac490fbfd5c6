"""Strings as sequences of Unicode's code points: decoded, encoded, and brought from one encoding to another."""

from __future__ import annotations

from graphops_registry.op_def import register_op
from graphops_registry.rules.text_encodings import input_codec, require_replacement
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

_SPLITS = "Tsplits: {int32, int64} = DT_INT64"
_ENCODINGS = "{'UTF-8', 'UTF-16-BE', 'UTF-32-BE'}"
_INPUT_ENCODING = """input_encoding: the name of an encoding, such as UTF-8, UTF-16-BE, US-ASCII or Shift-JIS: what
        Python knows.
    errors: what becomes of bytes that are no character: 'replace' by replacement_char, 'ignore' drops them, 'strict'
        refuses the string.
    replacement_char: a code point.
    replace_control_characters: treat code points below 32 as errors too."""  # fmt: skip
_DECODE = f"""

    input: of any shape; its strings are rows, in row-major order.
    {_INPUT_ENCODING}
    row_splits: row i holds `char_values[row_splits[i]:row_splits[i + 1]]`.
    char_values: the code points of all strings."""

unicode_decode = register_op(
    "UnicodeDecode",
    inputs=["input: string"],
    outputs=["row_splits: Tsplits", "char_values: int32"],
    attrs=[
        "input_encoding: string",
        "errors: {'strict', 'replace', 'ignore'} = 'replace'",
        "replacement_char: int = 65533",
        "replace_control_characters: bool = false",
        _SPLITS,
    ],
    doc=f"The code points of each string, as a ragged tensor.{_DECODE}",
)

unicode_decode_with_offsets = register_op(
    "UnicodeDecodeWithOffsets",
    inputs=["input: string"],
    outputs=["row_splits: Tsplits", "char_values: int32", "char_to_byte_starts: int64"],
    attrs=[
        "input_encoding: string",
        "errors: {'strict', 'replace', 'ignore'} = 'replace'",
        "replacement_char: int = 65533",
        "replace_control_characters: bool = false",
        _SPLITS,
    ],
    doc=f"""The code points of each string, and where each begins, as ragged tensors.{_DECODE}
    char_to_byte_starts: for each code point the number of the byte of its string that it begins with.""",
)

unicode_encode = register_op(
    "UnicodeEncode",
    inputs=["input_values: int32", "input_splits: Tsplits"],
    outputs=["output: string"],
    attrs=[
        "errors: {'ignore', 'replace', 'strict'} = 'replace'",
        f"output_encoding: {_ENCODINGS}",
        "replacement_char: int = 65533",
        _SPLITS,
    ],
    doc="""A string of each row of code points.

    input_values: a vector of code points.
    input_splits: a vector: string i is made of `input_values[input_splits[i]:input_splits[i + 1]]`.
    errors: what becomes of numbers that are no code points, and of surrogates: 'replace' by replacement_char, 'ignore'
        drops them, 'strict' refuses them.
    replacement_char: a code point.
    output: a vector of one string less than input_splits has numbers.""",
)

unicode_transcode = register_op(
    "UnicodeTranscode",
    inputs=["input: string"],
    outputs=["output: string"],
    attrs=[
        "input_encoding: string",
        f"output_encoding: {_ENCODINGS}",
        "errors: {'strict', 'replace', 'ignore'} = 'replace'",
        "replacement_char: int = 65533",
        "replace_control_characters: bool = false",
    ],
    doc=f"""Each string in another encoding.

    {_INPUT_ENCODING}""",
)

for _op in (unicode_decode, unicode_decode_with_offsets, unicode_encode, unicode_transcode):
    _op.no_gradient()


@unicode_decode.shape_rule
@unicode_decode_with_offsets.shape_rule
def _unicode_decode_shape(c: ShapeContext) -> list[TensorShape]:
    input_codec(c.op, c.attr("input_encoding"))
    require_replacement(c.op, c.attr("replacement_char"))
    count = c.shape("input").num_elements
    found = [TensorShape([None if count is None else count + 1]), TensorShape([None]), TensorShape([None])]
    return found[: len(c.op_def.outputs)]


@unicode_transcode.shape_rule
def _unicode_transcode_shape(c: ShapeContext) -> list[TensorShape]:
    input_codec(c.op, c.attr("input_encoding"))
    require_replacement(c.op, c.attr("replacement_char"))
    return [c.shape("input")]


@unicode_encode.shape_rule
def _unicode_encode_shape(c: ShapeContext) -> list[TensorShape]:
    require_replacement(c.op, c.attr("replacement_char"))
    c.with_rank("input_values", 1)
    splits = c.with_rank("input_splits", 1).dims
    count = splits[0] if splits is not None else None
    if not isinstance(count, int):
        return [TensorShape([None])]
    if not count:
        c.fail("input_splits", "have at least one value", "none")
    return [TensorShape([count - 1])]
