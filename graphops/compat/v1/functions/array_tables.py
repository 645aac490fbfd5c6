"""Functions of ``compat.v1`` on arrays that are one op each: patches, quantisation, changed slices, bits."""

from __future__ import annotations

from typing import Final

from graphops.build.signatures import FunctionSpec

_FAKE_QUANT = "num_bits=8, narrow_range=False, name=None"
_QUANTISED = "Rounded to what integers of num_bits can stand for"
_OF_X = "x, name=None"
_CHANGED = "tensor, indices, updates, name=None"

AT_THE_TOP: Final = {
    name: FunctionSpec(op, signature, doc=doc)
    for name, op, signature, doc in (
        ("decode_compressed", "DecodeCompressed", "bytes, compression_type='', name=None", "Decompressed strings."),
        ("extract_volume_patches", "ExtractVolumePatches", "input, ksizes, strides, padding, name=None",
         "The patches around voxels, laid out as channels."),
        ("fake_quant_with_min_max_args", "FakeQuantWithMinMaxArgs", f"inputs, min=-6, max=6, {_FAKE_QUANT}",
         f"{_QUANTISED}, between two numbers."),
        ("fake_quant_with_min_max_args_gradient", "FakeQuantWithMinMaxArgsGradient",
         f"gradients, inputs, min=-6, max=6, {_FAKE_QUANT}", "The gradient of fake_quant_with_min_max_args."),
        ("fake_quant_with_min_max_vars", "FakeQuantWithMinMaxVars", f"inputs, min, max, {_FAKE_QUANT}",
         f"{_QUANTISED}, between two scalars."),
        ("fake_quant_with_min_max_vars_gradient", "FakeQuantWithMinMaxVarsGradient",
         f"gradients, inputs, min, max, {_FAKE_QUANT}", "The gradients of fake_quant_with_min_max_vars."),
        ("fake_quant_with_min_max_vars_per_channel", "FakeQuantWithMinMaxVarsPerChannel",
         f"inputs, min, max, {_FAKE_QUANT}", f"{_QUANTISED}, between two numbers of each channel."),
        ("fake_quant_with_min_max_vars_per_channel_gradient", "FakeQuantWithMinMaxVarsPerChannelGradient",
         f"gradients, inputs, min, max, {_FAKE_QUANT}",
         "The gradients of fake_quant_with_min_max_vars_per_channel."),
        ("guarantee_const", "GuaranteeConst", "input, name=None", "``input``, which the caller says is constant."),
        ("matrix_square_root", "MatrixSquareRoot", "input, name=None", "The principal square root of each matrix."),
        ("parse_tensor", "ParseTensor", "serialized, out_type, name=None", "The tensor of a TensorProto."),
        ("serialize_tensor", "SerializeTensor", "tensor, name=None", "A tensor as a TensorProto."),
        ("tensor_scatter_add", "TensorScatterAdd", _CHANGED, "A tensor with ``updates`` added to its slices."),
        ("tensor_scatter_nd_add", "TensorScatterAdd", _CHANGED, "A tensor with ``updates`` added to its slices."),
        ("tensor_scatter_nd_max", "TensorScatterMax", _CHANGED, "A tensor with slices raised to ``updates``."),
        ("tensor_scatter_nd_min", "TensorScatterMin", _CHANGED, "A tensor with slices lowered to ``updates``."),
        ("tensor_scatter_nd_sub", "TensorScatterSub", _CHANGED, "A tensor with ``updates`` taken from its slices."),
        ("tensor_scatter_nd_update", "TensorScatterUpdate", _CHANGED, "A tensor with some slices replaced."),
        ("tensor_scatter_sub", "TensorScatterSub", _CHANGED, "A tensor with ``updates`` taken from its slices."),
        ("tensor_scatter_update", "TensorScatterUpdate", _CHANGED, "A tensor with some slices replaced."),
        ("unique_with_counts", "UniqueWithCounts", "x, out_idx='int32', name=None",
         "The different elements, for each element which one it is, and how often each occurs."),
        ("unravel_index", "UnravelIndex", "indices, dims, name=None", "Places in a flat tensor as indices of axes."),
    )
}  # fmt: skip
ELSEWHERE: dict[str, FunctionSpec] = {
    name: FunctionSpec(op, signature, doc=doc)
    for name, op, signature, doc in (
        ("bitwise_and", "BitwiseAnd", "x, y, name=None", "The bits that both have."),
        ("bitwise_or", "BitwiseOr", "x, y, name=None", "The bits that one of both has."),
        ("bitwise_xor", "BitwiseXor", "x, y, name=None", "The bits that one of both has, and not the other."),
        ("expm", "MatrixExponential", "input, name=None", "The exponential of each matrix."),
        ("invert", "Invert", "x, name=None", "The bits that x has not."),
        ("left_shift", "LeftShift", "x, y, name=None", "The bits of x moved up by y."),
        ("logm", "MatrixLogarithm", "input, name=None", "The principal logarithm of each complex matrix."),
        ("right_shift", "RightShift", "x, y, name=None", "The bits of x moved down by y."),
        ("lu", "Lu", "input, output_idx_type='int32', name=None",
         "Each matrix as the product of triangular ones, both in one, and the order of rows."),
        ("slogdet", "LogMatrixDeterminant", "input, name=None",
         "The sign of the determinant of each matrix, and the logarithm of its size."),
    )
}  # fmt: skip
OF_MATH: Final = {
    name: FunctionSpec(op, signature, doc=doc)
    for name, op, signature, doc in (
        ("bessel_i0", "BesselI0", _OF_X, "The modified Bessel function of the first kind of order 0."),
        ("bessel_i0e", "BesselI0e", _OF_X, "exp(-abs(x)) bessel_i0(x)."),
        ("bessel_i1", "BesselI1", _OF_X, "The modified Bessel function of the first kind of order 1."),
        ("bessel_i1e", "BesselI1e", _OF_X, "exp(-abs(x)) bessel_i1(x)."),
        ("divide_no_nan", "DivNoNan", "x, y, name=None", "x / y, and 0 where y is 0."),
        ("erfinv", "Erfinv", _OF_X, "The inverse of the error function."),
        ("multiply_no_nan", "MulNoNan", "x, y, name=None", "x * y, and 0 where y is 0, even for infinities and NaNs."),
        ("ndtri", "Ndtri", _OF_X, "The quantile function of the standard normal distribution."),
        ("nextafter", "NextAfter", "x1, x2, name=None", "The number next to x1 in the direction of x2."),
        ("xdivy", "Xdivy", "x, y, name=None", "x / y, and 0 where x is 0."),
        ("xlog1py", "Xlog1py", "x, y, name=None", "x log(1 + y), and 0 where x is 0."),
        ("xlogy", "Xlogy", "x, y, name=None", "x log(y), and 0 where x is 0."),
    )
}  # fmt: skip
SPECIAL: Final = {
    name: FunctionSpec(op, _OF_X, doc=doc)
    for name, op, doc in (
        ("bessel_j0", "BesselJ0", "The Bessel function of the first kind of order 0."),
        ("bessel_j1", "BesselJ1", "The Bessel function of the first kind of order 1."),
        ("bessel_k0", "BesselK0", "The modified Bessel function of the second kind of order 0."),
        ("bessel_k0e", "BesselK0e", "exp(x) bessel_k0(x)."),
        ("bessel_k1", "BesselK1", "The modified Bessel function of the second kind of order 1."),
        ("bessel_k1e", "BesselK1e", "exp(x) bessel_k1(x)."),
        ("bessel_y0", "BesselY0", "The Bessel function of the second kind of order 0."),
        ("bessel_y1", "BesselY1", "The Bessel function of the second kind of order 1."),
        ("dawsn", "Dawsn", "Dawson's integral."),
        ("expint", "Expint", "The exponential integral."),
        ("fresnel_cos", "FresnelCos", "Fresnel's integral of cosines."),
        ("fresnel_sin", "FresnelSin", "Fresnel's integral of sines."),
        ("spence", "Spence", "Spence's integral, the dilogarithm of 1 - x."),
    )
}  # fmt: skip
"""Those of ``tf.math.special`` that ``tf.math`` does not have."""
ELSEWHERE |= OF_MATH | SPECIAL
"""Functions of modules: the outer one does not have them."""
