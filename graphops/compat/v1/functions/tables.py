"""Functions of ``compat.v1`` that are one op each, as data: TensorFlow's signature and what the op calls it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from graphops.build.as_tensor import operand
from graphops.build.operators import is_text
from graphops.build.signatures import FunctionSpec, make_function
from graphops.compat.v1.functions.array_tables import AT_THE_TOP, ELSEWHERE

_UNARY = "x, name=None"
_BINARY = "x, y, name=None"

FUNCTIONS: dict[str, FunctionSpec] = {
    name: FunctionSpec(op, _UNARY, doc=doc)
    for name, op, doc in (
        ("acos", "Acos", "The inverse cosine."),
        ("acosh", "Acosh", "The inverse hyperbolic cosine."),
        ("asin", "Asin", "The inverse sine."),
        ("asinh", "Asinh", "The inverse hyperbolic sine."),
        ("atan", "Atan", "The inverse tangent."),
        ("atanh", "Atanh", "The inverse hyperbolic tangent."),
        ("ceil", "Ceil", "The smallest integer not below x."),
        ("cos", "Cos", "The cosine."),
        ("cosh", "Cosh", "The hyperbolic cosine."),
        ("digamma", "Digamma", "The derivative of log(abs(gamma(x)))."),
        ("erf", "Erf", "The error function."),
        ("erfc", "Erfc", "1 - erf(x)."),
        ("exp", "Exp", "e to the power of x."),
        ("expm1", "Expm1", "exp(x) - 1, exact for small x."),
        ("floor", "Floor", "The largest integer not above x."),
        ("invert_permutation", "InvertPermutation", "y with y[x[i]] == i."),
        ("is_finite", "IsFinite", "Whether x is neither infinite nor NaN."),
        ("is_inf", "IsInf", "Whether x is infinite."),
        ("is_nan", "IsNan", "Whether x is NaN."),
        ("lgamma", "Lgamma", "log(abs(gamma(x)))."),
        ("log", "Log", "The natural logarithm."),
        ("log1p", "Log1p", "log(1 + x), exact for small x."),
        ("logical_not", "LogicalNot", "Whether x is false."),
        ("negative", "Neg", "-x."),
        ("reciprocal", "Reciprocal", "1 / x."),
        ("rint", "Rint", "The nearest integer, the even one of two."),
        ("round", "Round", "The nearest integer, the even one of two."),
        ("rsqrt", "Rsqrt", "1 / sqrt(x)."),
        ("sigmoid", "Sigmoid", "1 / (1 + exp(-x))."),
        ("sign", "Sign", "-1, 0 or 1."),
        ("sin", "Sin", "The sine."),
        ("sinh", "Sinh", "The hyperbolic sine."),
        ("sqrt", "Sqrt", "The square root."),
        ("square", "Square", "x * x."),
        ("tan", "Tan", "The tangent."),
        ("tanh", "Tanh", "The hyperbolic tangent."),
    )
}
FUNCTIONS |= {
    name: FunctionSpec(op, signature, doc=doc)
    for name, op, signature, doc in (
        ("as_string", "AsString",
         "input, precision=-1, scientific=False, shortest=False, width=-1, fill='', name=None", "Numbers as texts."),
        ("betainc", "Betainc", "a, b, x, name=None", "The regularised incomplete beta function."),
        ("cholesky", "Cholesky", "input, name=None", "The Cholesky factor of each matrix."),
        ("cross", "Cross", "a, b, name=None", "The cross product of vectors of three."),
        ("decode_base64", "DecodeBase64", "input, name=None", "Decodes base64 texts."),
        ("decode_json_example", "DecodeJSONExample", "json_examples, name=None", "Example messages that are JSON."),
        ("dynamic_partition", "DynamicPartition", "data, partitions, num_partitions, name=None",
         "Entries sorted into parts."),
        ("dynamic_stitch", "DynamicStitch", "indices, data, name=None", "Entries of several tensors put at places."),
        ("encode_base64", "EncodeBase64", "input, pad=False, name=None", "Texts in base64."),
        ("igamma", "Igamma", "a, x, name=None", "The regularised lower incomplete gamma function."),
        ("igammac", "Igammac", "a, x, name=None", "The regularised upper incomplete gamma function."),
        ("matrix_determinant", "MatrixDeterminant", "input, name=None", "The determinant of each matrix."),
        ("matrix_inverse", "MatrixInverse", "input, adjoint=False, name=None", "The inverse of each matrix."),
        ("matrix_solve", "MatrixSolve", "matrix, rhs, adjoint=False, name=None", "x with matrix x = rhs."),
        ("matrix_solve_ls", "MatrixSolveLs", "matrix, rhs, l2_regularizer=0.0, fast=True, name=None",
         "x with matrix x as close to rhs as can be."),
        ("matrix_triangular_solve", "MatrixTriangularSolve", "matrix, rhs, lower=True, adjoint=False, name=None",
         "x with matrix x = rhs for a triangular matrix."),
        ("polygamma", "Polygamma", "a, x, name=None", "Derivatives of digamma."),
        ("segment_max", "SegmentMax", "data, segment_ids, name=None", "The largest of each run of rows."),
        ("segment_mean", "SegmentMean", "data, segment_ids, name=None", "The mean of each run of rows."),
        ("segment_min", "SegmentMin", "data, segment_ids, name=None", "The smallest of each run of rows."),
        ("segment_prod", "SegmentProd", "data, segment_ids, name=None", "The product of each run of rows."),
        ("unsorted_segment_max", "UnsortedSegmentMax", "data, segment_ids, num_segments, name=None",
         "The largest of the entries that share a number."),
        ("unsorted_segment_min", "UnsortedSegmentMin", "data, segment_ids, num_segments, name=None",
         "The smallest of the entries that share a number."),
        ("unsorted_segment_prod", "UnsortedSegmentProd", "data, segment_ids, num_segments, name=None",
         "The product of the entries that share a number."),
        ("zeta", "Zeta", "x, q, name=None", "The Hurwitz zeta function."),
    )
}  # fmt: skip
FUNCTIONS |= {
    name: FunctionSpec(op, _BINARY, doc=doc)
    for name, op, doc in (
        ("add", "AddV2", "x + y."),
        ("div_no_nan", "DivNoNan", "x / y, and 0 where y is 0."),
        ("equal", "Equal", "Whether x == y, element by element."),
        ("floor_div", "FloorDiv", "The largest integer not above x / y."),
        ("floordiv", "FloorDiv", "The largest integer not above x / y."),
        ("floormod", "FloorMod", "The rest of floordiv, which has the sign of y."),
        ("greater", "Greater", "x > y."),
        ("greater_equal", "GreaterEqual", "x >= y."),
        ("less", "Less", "x < y."),
        ("less_equal", "LessEqual", "x <= y."),
        ("logical_and", "LogicalAnd", "Whether both are true."),
        ("logical_or", "LogicalOr", "Whether one of both is true."),
        ("maximum", "Maximum", "The larger of both."),
        ("minimum", "Minimum", "The smaller of both."),
        ("mod", "FloorMod", "The rest of floordiv, which has the sign of y."),
        ("multiply", "Mul", "x * y."),
        ("not_equal", "NotEqual", "Whether x != y, element by element."),
        ("pow", "Pow", "x to the power of y."),
        ("realdiv", "RealDiv", "x / y."),
        ("squared_difference", "SquaredDifference", "(x - y) ** 2."),
        ("subtract", "Sub", "x - y."),
        ("truncatediv", "TruncateDiv", "x / y cut to an integer."),
        ("truncatemod", "TruncateMod", "The rest of truncatediv, which has the sign of x."),
    )
}
FUNCTIONS |= {
    "atan2": FunctionSpec("Atan2", "y, x, name=None", doc="The angle of the point (x, y)."),
    "batch_to_space_nd": FunctionSpec(
        "BatchToSpaceND", "input, block_shape, crops, name=None", doc="The inverse of space_to_batch_nd."
    ),
    "bitcast": FunctionSpec("Bitcast", "input, type, name=None", doc="The same bits as another dtype."),
    "broadcast_to": FunctionSpec("BroadcastTo", "input, shape, name=None", doc="``input`` repeated to ``shape``."),
    "check_numerics": FunctionSpec(
        "CheckNumerics", "tensor, message, name=None", doc="``tensor``, or an error if it is not finite."
    ),
    "depth_to_space": FunctionSpec(
        "DepthToSpace", "input, block_size, name=None, data_format='NHWC'", doc="Channels laid out as blocks of pixels."
    ),
    "diag": FunctionSpec("Diag", "diagonal, name=None", doc="A diagonal tensor of twice the rank."),
    "diag_part": FunctionSpec("DiagPart", "input, name=None", doc="The diagonal of a tensor of even rank."),
    "ensure_shape": FunctionSpec("EnsureShape", "x, shape, name=None", {"x": "input"}, "``x``, if it has that shape."),
    "fill": FunctionSpec("Fill", "dims, value, name=None", doc="A tensor of that shape, all ``value``."),
    "matrix_band_part": FunctionSpec(
        "MatrixBandPart", "input, num_lower, num_upper, name=None", doc="Zero outside a band around the diagonal."
    ),
    "roll": FunctionSpec("Roll", "input, shift, axis, name=None", doc="Elements moved around, cyclically."),
    "segment_sum": FunctionSpec("SegmentSum", "data, segment_ids, name=None", doc="Sums of rows of equal id, sorted."),
    "slice": FunctionSpec(
        "Slice", "input_, begin, size, name=None", {"input_": "input"}, "The block of that size at ``begin``."
    ),
    "space_to_batch_nd": FunctionSpec(
        "SpaceToBatchND", "input, block_shape, paddings, name=None", doc="Pixels of blocks moved into the batch."
    ),
    "space_to_depth": FunctionSpec(
        "SpaceToDepth", "input, block_size, name=None, data_format='NHWC'", doc="Blocks of pixels laid out as channels."
    ),
    "stop_gradient": FunctionSpec("StopGradient", "input, name=None", doc="``input``, which gradients do not pass."),
    "tile": FunctionSpec("Tile", "input, multiples, name=None", doc="``input`` repeated along each axis."),
    "unsorted_segment_sum": FunctionSpec(
        "UnsortedSegmentSum", "data, segment_ids, num_segments, name=None", doc="Sums of rows of equal id."
    ),
}

# Functions of strings: the first ones are names of the outer module, the others of tf.strings alone.
FUNCTIONS |= {
    name: FunctionSpec(op, parameters, doc=doc)
    for name, op, parameters, doc in (
        ("string_strip", "StringStrip", "input, name=None", "Strings without white space in front and behind."),
        ("string_to_hash_bucket_fast", "StringToHashBucketFast", "input, num_buckets, name=None",
         "A number below num_buckets for each string."),
        ("string_to_hash_bucket_strong", "StringToHashBucketStrong", "input, num_buckets, key, name=None",
         "A number below num_buckets for each string, which who does not know the key cannot foresee."),
        ("substr", "Substr", "input, pos, len, name=None, unit='BYTE'", "Part of each string."),
    )
}  # fmt: skip
_OF_STRINGS = {
    name: FunctionSpec(op, parameters, doc=doc)
    for name, op, parameters, doc in (
        ("regex_full_match", "RegexFullMatch", "input, pattern, name=None", "Whether the whole of a string matches."),
        ("string_length", "StringLength", "input, name=None, unit='BYTE'", "The length of each string."),
        ("string_lower", "StringLower", "input, encoding='', name=None", "Strings in small letters."),
        ("string_upper", "StringUpper", "input, encoding='', name=None", "Strings in capital letters."),
        ("unicode_transcode", "UnicodeTranscode", "input, input_encoding, output_encoding, errors='replace', "
         "replacement_char=65533, replace_control_characters=False, name=None", "Strings in another encoding."),
        ("unsorted_segment_join", "UnsortedSegmentJoin", "inputs, segment_ids, num_segments, separator='', name=None",
         "The strings of each segment joined."),
    )
}  # fmt: skip

FUNCTIONS |= AT_THE_TOP
_OF_MODULES = _OF_STRINGS | ELSEWHERE

# Names of nodes, where they are not the op's.
_DEFAULT_NAMES = {"add": "Add", "floordiv": "floordiv"}

_JOINING = FunctionSpec("Add", _BINARY, doc=FUNCTIONS["add"].doc)  # of strings, which AddV2 does not take

_functions: dict[str, Callable[..., Any]] = {}


def python_names() -> Iterator[tuple[str, str]]:
    """Each function that is one op, with the name of the op."""
    for name, spec in (FUNCTIONS | _OF_MODULES).items():
        yield name, spec.op


def function(name: str) -> Callable[..., Any]:
    """The function of :data:`FUNCTIONS`, or of a module, called ``name``."""
    found = _functions.get(name)
    return found if found is not None else _functions.setdefault(name, _make(name))


def _make(name: str) -> Callable[..., Any]:
    inner = make_function(name, FUNCTIONS.get(name) or _OF_MODULES[name], "graphops.compat.v1")
    joining = make_function(name, _JOINING, "graphops.compat.v1") if name == "add" else None

    default = _DEFAULT_NAMES.get(name)

    def outer(*args: Any, **kwargs: Any) -> Any:
        if default is not None and len(args) < 3:
            kwargs.setdefault("name", default)
        function = inner if joining is None or not any(map(is_text, [*args, *kwargs.values()])) else joining
        return function(*map(operand, args), **{key: operand(value) for key, value in kwargs.items()})

    outer.__name__ = outer.__qualname__ = name
    outer.__module__ = inner.__module__
    outer.__doc__ = inner.__doc__
    outer.__signature__ = inner.__signature__  # type: ignore[attr-defined]
    return outer
