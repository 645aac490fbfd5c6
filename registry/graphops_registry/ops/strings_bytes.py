"""Strings that hold other bytes: numbers of a fixed length, and what was compressed."""

from __future__ import annotations

from graphops_registry.op_def import register_op
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

# -- DecodePaddedRaw -----------------------------------------------------------------------------------------------

decode_padded_raw = register_op(
    "DecodePaddedRaw",
    inputs=["input_bytes: string", "fixed_length: int32"],
    outputs=["output: out_type"],
    attrs=[
        "out_type: {half, float, double, int32, uint16, uint8, int16, int8, int64, bfloat16}",
        "little_endian: bool = true",
    ],
    doc="""The bytes of each string as numbers, cut off or filled up with zeros to one length.

    fixed_length: a scalar: the length in bytes, a multiple of a number's size.
    little_endian: the lowest byte comes first.
    output: with one more axis, the last one, for the numbers of a string.""",
)
decode_padded_raw.no_gradient()


@decode_padded_raw.shape_rule
def _decode_padded_raw_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("fixed_length", 0)
    length, dtype = c.value("fixed_length"), c.attr("out_type")
    size = dtype.numpy_dtype.itemsize
    if length is None:
        return [c.shape("input_bytes").concatenate([None])]
    if length <= 0 or length % size:
        c.fail("fixed_length", f"be above 0 and a multiple of {size}, the size of {dtype.name}", length)
    return [c.shape("input_bytes").concatenate([int(length) // size])]


# -- DecodeCompressed ----------------------------------------------------------------------------------------------

decode_compressed = register_op(
    "DecodeCompressed",
    inputs=["bytes: string"],
    outputs=["output: string"],
    attrs=["compression_type: string = ''"],
    doc="""Each string as it was before it was compressed.

    compression_type: '' for strings that are not, 'ZLIB' or 'GZIP'.""",
)
decode_compressed.no_gradient()


@decode_compressed.shape_rule
def _decode_compressed_shape(c: ShapeContext) -> list[TensorShape]:
    if c.attr("compression_type") not in ("", "ZLIB", "GZIP"):
        c.fail("attr 'compression_type'", "be '', 'ZLIB' or 'GZIP'", repr(c.attr("compression_type")))
    return [c.shape("bytes")]
