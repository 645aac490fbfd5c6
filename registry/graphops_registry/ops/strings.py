"""Strings: joining, cutting, changing and describing them. A string is a sequence of bytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphops_registry.errors import AxisError, must
from graphops_registry.op_def import Op, register_op
from graphops_registry.shape import Dim, TensorShape, broadcast_shapes
from graphops_registry.shape_context import ShapeContext


def _same_shape(c: ShapeContext) -> list[TensorShape]:
    return [c.shape(c.op_def.inputs[0].name)]


def _each(
    name: str,
    doc: str,
    *,
    input: str = "input",
    output: str = "string",
    attrs: tuple[str, ...] = (),
    rule: Callable[[ShapeContext], list[TensorShape]] = _same_shape,
) -> Op:
    """Declare an op that makes something of each string on its own."""
    op = register_op(name, inputs=[f"{input}: string"], outputs=[f"output: {output}"], attrs=list(attrs), doc=doc)
    op.shape_rule(rule)
    op.no_gradient()
    return op


# -- StringJoin ----------------------------------------------------------------------------------------------------

string_join = register_op(
    "StringJoin",
    inputs=["inputs: N * string"],
    outputs=["output: string"],
    attrs=["N: int >= 0", "separator: string = ''"],
    doc="""The strings of several tensors joined element by element.

    inputs: of one shape; scalars are joined to each element.
    separator: put between two strings.""",
)
string_join.no_gradient()


@string_join.shape_rule
def _string_join_shape(c: ShapeContext) -> list[TensorShape]:
    result: TensorShape | None = None
    for shape in c.shapes("inputs"):
        if shape.rank == 0:
            continue
        if result is not None and not result.is_compatible_with(shape):
            c.fail("inputs", "be scalars or have one shape", [str(given) for given in c.shapes("inputs")])
        result = shape if result is None else result.merge_with(shape)
    return [TensorShape(()) if result is None else result]


# -- StringLength, StringLower, StringUpper, StringStrip -----------------------------------------------------------

_UNIT = "unit: {'BYTE', 'UTF8_CHAR'} = 'BYTE'"

string_length = _each(
    "StringLength",
    """The length of each string.

    unit: in bytes, or in characters of UTF-8 (every byte that does not continue a character counts).""",
    output="int32",
    attrs=(_UNIT,),
)

_ENCODING = """

    encoding: '' changes the letters of ASCII alone; 'utf-8' all characters, and bytes that are none become U+FFFD."""


def _letters_shape(c: ShapeContext) -> list[TensorShape]:
    if c.attr("encoding") not in ("", "utf-8"):
        c.fail("attr 'encoding'", "be '' or 'utf-8'", repr(c.attr("encoding")))
    return _same_shape(c)


string_lower = _each(
    "StringLower", f"Each string in small letters.{_ENCODING}", attrs=("encoding: string = ''",), rule=_letters_shape
)
string_upper = _each(
    "StringUpper", f"Each string in capital letters.{_ENCODING}", attrs=("encoding: string = ''",), rule=_letters_shape
)
string_strip = _each("StringStrip", "Each string without white space (of ASCII) in front and behind.")

# -- Substr --------------------------------------------------------------------------------------------------------

substr = register_op(
    "Substr",
    inputs=["input: string", "pos: T", "len: T"],
    outputs=["output: string"],
    attrs=["T: {int32, int64}", _UNIT],
    doc="""Part of each string.

    pos: where it begins, in [-length, length]; a negative one counts from the end. Broadcast against input.
    len: how much is taken, if there is so much; of pos's shape. A negative one takes all bytes, but no characters.
    unit: what pos and len count.""",
)
substr.no_gradient()


@substr.shape_rule
def _substr_shape(c: ShapeContext) -> list[TensorShape]:
    pos = c.merge("pos", c.shape("len"), f"have the shape of len, {c.shape('len')}")
    text = c.shape("input")
    if text.dims is None or pos.dims is None:
        return [TensorShape.of(None)]
    for own, other in zip(reversed(pos.dims), reversed(text.dims), strict=False):
        if isinstance(own, int) and isinstance(other, int) and own != other and 1 not in (own, other):
            c.fail("pos", f"broadcast against input, {text}", pos)
    return [broadcast_shapes(text, pos)]


# -- StringSplit, StringSplitV2 ------------------------------------------------------------------------------------

_PIECES = """

    input: a vector.
    indices: `[pieces, 2]`: for each piece the number of its string, and its own number in it.
    values: the pieces.
    shape: how many strings there are, and the largest number of pieces of one."""

string_split = register_op(
    "StringSplit",
    inputs=["input: string", "delimiter: string"],
    outputs=["indices: int64", "values: string", "shape: int64"],
    attrs=["skip_empty: bool = true"],
    doc=f"""Each string cut at each of several bytes, as a sparse matrix.{_PIECES}
    delimiter: a scalar: the bytes; without one a string is cut into its bytes.
    skip_empty: drop empty pieces.""",
)
string_split.no_gradient()

string_split_v2 = register_op(
    "StringSplitV2",
    inputs=["input: string", "sep: string"],
    outputs=["indices: int64", "values: string", "shape: int64"],
    attrs=["maxsplit: int = -1"],
    doc=f"""Each string cut as Python's split does, as a sparse matrix.{_PIECES}
    sep: a scalar: the separator between two pieces; '' for any white space (of ASCII), and no empty pieces.
    maxsplit: how often at most a string is cut; negative: as often as possible.""",
)
string_split_v2.no_gradient()


@string_split.shape_rule
@string_split_v2.shape_rule
def _string_split_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("input", 1)
    c.with_rank(c.op_def.inputs[1].name, 0)
    return [TensorShape([None, 2]), TensorShape([None]), TensorShape([2])]


# -- ReduceJoin, UnsortedSegmentJoin -------------------------------------------------------------------------------

reduce_join = register_op(
    "ReduceJoin",
    inputs=["inputs: string", "reduction_indices: int32"],
    outputs=["output: string"],
    attrs=["keep_dims: bool = false", "separator: string = ''"],
    doc="""The strings along axes joined.

    reduction_indices: the axes; strings along the first one become neighbours in the result. Negative ones count from
        the end. No axes: nothing is joined.
    keep_dims: keep those axes, with size 1.
    separator: put between two strings.""",
)
reduce_join.no_gradient()


@reduce_join.shape_rule
def _reduce_join_shape(c: ShapeContext) -> list[TensorShape]:
    shape, value, keep = c.shape("inputs"), c.value("reduction_indices"), c.attr("keep_dims")
    if shape.dims is None:
        return [shape]
    rank = len(shape.dims)
    if value is None:
        return [TensorShape.unknown(rank if keep else None)]
    axes: set[int] = set()
    for axis in value.reshape(-1).tolist():
        if not -rank <= axis < rank:
            raise must("reduction_indices", c.op, f"be in [{-rank}, {rank})", axis, kind=AxisError)
        if axis % rank in axes:
            c.fail("reduction_indices", "name no axis twice", value.reshape(-1).tolist())
        axes.add(axis % rank)
    dims: list[Dim] = [1 if i in axes else dim for i, dim in enumerate(shape.dims) if keep or i not in axes]
    return [TensorShape.of(tuple(dims))]


unsorted_segment_join = register_op(
    "UnsortedSegmentJoin",
    inputs=["inputs: string", "segment_ids: Tindices", "num_segments: Tnumsegments"],
    outputs=["output: string"],
    attrs=["separator: string = ''", "Tindices: {int32, int64}", "Tnumsegments: {int32, int64} = DT_INT32"],
    doc="""The strings of each segment joined, in their order.

    segment_ids: of the shape of the first axes of inputs; each in [0, num_segments).
    num_segments: a scalar.
    separator: put between two strings.
    output: `[num_segments] + inputs.shape[segment_ids.rank:]`; a segment of no strings is ''.""",
)
unsorted_segment_join.no_gradient()


@unsorted_segment_join.shape_rule
def _unsorted_segment_join_shape(c: ShapeContext) -> list[TensorShape]:
    shape, ids = c.shape("inputs"), c.with_rank_at_least("segment_ids", 1)
    c.with_rank("num_segments", 0)
    value = c.value("num_segments")
    number = None if value is None else int(value)
    if number is not None and number < 0:
        c.fail("num_segments", "not be negative", number)
    if shape.dims is None or ids.dims is None:
        return [TensorShape.of(None)]
    if not ids.is_compatible_with(shape[: len(ids.dims)]):
        c.fail("segment_ids", f"have the shape of the first axes of inputs, {shape}", ids)
    return [TensorShape.of((number, *shape.dims[len(ids.dims) :]))]


# -- hashes --------------------------------------------------------------------------------------------------------

_BUCKETS = """

    num_buckets: the output is in [0, num_buckets)."""

string_to_hash_bucket = _each(
    "StringToHashBucket",
    f"A number for each string: its 64-bit MurmurHash, seeded with 0xDECAFCAFFE, modulo num_buckets.{_BUCKETS}",
    input="string_tensor",
    output="int64",
    attrs=("num_buckets: int >= 1",),
)
string_to_hash_bucket_fast = _each(
    "StringToHashBucketFast",
    f"A number for each string: its FarmHash fingerprint of 64 bits modulo num_buckets.{_BUCKETS}",
    output="int64",
    attrs=("num_buckets: int >= 1",),
)


def _strong_shape(c: ShapeContext) -> list[TensorShape]:
    key: Any = c.attr("key")
    if len(key) != 2:
        c.fail("attr 'key'", "have 2 values", list(key))
    return _same_shape(c)


string_to_hash_bucket_strong = _each(
    "StringToHashBucketStrong",
    f"A number for each string that who does not know the key cannot foresee: its SipHash modulo num_buckets.{_BUCKETS}"
    "\n    key: two integers.",
    output="int64",
    attrs=("num_buckets: int >= 1", "key: list(int)"),
    rule=_strong_shape,
)
