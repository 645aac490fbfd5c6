"""Strings that encode something else: numbers as text, numbers as bytes, base64."""

from __future__ import annotations

from graphops_registry.op_def import register_op
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

_LONGEST = 2**16  # of one number as text, in characters: no number needs more


def _same_shape(c: ShapeContext) -> list[TensorShape]:
    return [c.shape(c.op_def.inputs[0].name)]


# -- AsString ------------------------------------------------------------------------------------------------------

as_string = register_op(
    "AsString",
    inputs=["input: T"],
    outputs=["output: string"],
    attrs=[
        "T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64, complex64, "
        "complex128, bool, variant, string}",
        "precision: int = -1",
        "scientific: bool = false",
        "shortest: bool = false",
        "width: int = -1",
        "fill: string = ''",
    ],
    doc="""Each value as text: an integer in decimal digits, a fraction as 1.500000, (real,imaginary), true or false.

    precision: digits behind the point; negative for 6. For fractions and complex numbers only.
    scientific: with an exponent, as 1.500000e+00.
    shortest: without an exponent where possible, and without zeros at the end: 1.5.
    width: at least so many characters; booleans are left alone.
    fill: '0' fills with zeros, '-' on the right, '' with blanks; ' ' and '+' go in front of what is not negative.""",
)
as_string.no_gradient()


@as_string.shape_rule
def _as_string_shape(c: ShapeContext) -> list[TensorShape]:
    dtype, scientific, shortest = c.attr("T"), c.attr("scientific"), c.attr("shortest")
    if c.attr("fill") not in ("", " ", "+", "-", "0", "#"):
        c.fail("attr 'fill'", "be '' or one of ' ', '+', '-', '0', '#'", repr(c.attr("fill")))
    for name in ("width", "precision"):
        if c.attr(name) > _LONGEST:
            c.fail(f"attr '{name}'", f"be at most {_LONGEST}", c.attr(name))
    if scientific and shortest:
        c.fail("attr 'shortest'", "be false together with scientific", True)
    if not (dtype.is_floating or dtype.is_complex):
        for name, plain in (("scientific", not scientific), ("shortest", not shortest)):
            if not plain:
                c.fail(f"attr '{name}'", f"be false for {dtype.name}", True)
        if c.attr("precision") > -1:
            c.fail("attr 'precision'", f"be -1 for {dtype.name}", c.attr("precision"))
    return _same_shape(c)


# -- StringToNumber ------------------------------------------------------------------------------------------------

string_to_number = register_op(
    "StringToNumber",
    inputs=["string_tensor: string"],
    outputs=["output: out_type"],
    attrs=["out_type: {float, double, int32, int64, uint32, uint64} = DT_FLOAT"],
    doc="""The number that each string spells; white space (of ASCII) around it does not matter.

    out_type: integers in decimal digits, which must fit; fractions also with an exponent, in hexadecimal digits as
        0x1.8p3, inf and nan. A fraction that is too large becomes infinite.""",
)
string_to_number.shape_rule(_same_shape)
string_to_number.no_gradient()

# -- EncodeBase64, DecodeBase64 ------------------------------------------------------------------------------------

encode_base64 = register_op(
    "EncodeBase64",
    inputs=["input: string"],
    outputs=["output: string"],
    attrs=["pad: bool = false"],
    doc="""Each string in base64, with - and _ where the older alphabet has + and /.

    pad: with = at the end, so that the length is a multiple of 4.""",
)
encode_base64.shape_rule(_same_shape)
encode_base64.no_gradient()

decode_base64 = register_op(
    "DecodeBase64",
    inputs=["input: string"],
    outputs=["output: string"],
    doc="Each string decoded from base64 with - and _; with or without = at the end.",
)
decode_base64.shape_rule(_same_shape)
decode_base64.no_gradient()

# -- DecodeRaw -----------------------------------------------------------------------------------------------------

decode_raw = register_op(
    "DecodeRaw",
    inputs=["bytes: string"],
    outputs=["output: out_type"],
    attrs=[
        "out_type: {half, float, double, int32, uint16, uint8, int16, int8, int64, complex64, complex128, bool, "
        "bfloat16}",
        "little_endian: bool = true",
    ],
    doc="""The bytes of each string as numbers.

    bytes: strings of one length, a multiple of a number's size.
    little_endian: the lowest byte comes first.
    output: with one more axis, the last one, for the numbers of a string.""",
)
decode_raw.no_gradient()


@decode_raw.shape_rule
def _decode_raw_shape(c: ShapeContext) -> list[TensorShape]:
    return [c.shape("bytes").concatenate([None])]
