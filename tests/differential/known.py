"""The known differences from TensorFlow's answers, one by one: what it does, and what this library does instead."""

from __future__ import annotations

from tests.differential import known_sparse
from tests.differential.differences import (
    IN_GRAPH,
    MISSING,
    NO_NAN,
    WIDER,
    Answers,
    Difference,
    any_complex,
    attr_is,
    has_complex_list,
    has_equals,
    has_nan,
    integers_in,
    is_dilated,
    is_extreme,
    is_not_the_pool,
    is_wild,
    nearly_singular,
)
from tests.golden.case import Case

CONVOLUTIONS = "Conv Conv2D* Conv3D* Depthwise* Dilation2D* _FusedConv* _FusedDepthwise*"
POOLS = "AvgPool* MaxPool*"
LINEAR_ALGEBRA = (
    "Cholesky* LogMatrixDeterminant MatrixDeterminant MatrixInverse MatrixSolve* MatrixTriangularSolve Qr "
    "SelfAdjointEig* Svd BatchCholesky* BatchMatrixDeterminant BatchMatrixInverse BatchMatrixSolve* "
    "BatchMatrixTriangularSolve BatchSelfAdjointEig* BatchSvd MatrixExponential MatrixLogarithm MatrixSquareRoot"
)
SPECIAL = "Bessel* Betainc Dawsn Digamma Erf* Expint Fresnel* Igamma* Lgamma Polygamma Spence Zeta"
COMPLEX = (
    "*MatMul* Acos* Asin* Atan* Cos* Div DivNoNan Exp* Inv* Log* Mul* Pow RealDiv Reciprocal* Rsqrt* Sigmoid* Sin* "
    "Sqrt* Square* Tan* Xdivy Xlog*"
)
UNWRITTEN = "reads past the end of its inputs, or gives memory that it never wrote to"

GENERAL = [
    Difference("*", "different", "rounds after every step, in the dtype itself",
               "computes half and bfloat16 in float32 and rounds once; is nearer to TensorFlow's own answer in a wider "
               "dtype", WIDER),
    Difference("*", "refused here", "refuses it while a graph is built, but not eagerly", "refuses it always",
               f"^{IN_GRAPH}"),
    Difference("*", "refused there", "has no CPU kernel for these dtypes, layouts, dilations or groups",
               "has one for all that the op's definition allows", MISSING),
    Difference("*", "aborts there", "ends the process, at once or later, for it wrote past its arrays",
               "refuses, or computes it"),
    Difference("*", "hangs there", "does not return in time", "refuses, or computes it"),
    Difference("*", "unstable there", "gives other results each time, from memory that it never wrote to",
               "gives zeros, or what the definition says"),
]  # fmt: skip

NUMBERS = [
    Difference("Round", "different", "returns zeros for int32 and int64", "integers are round", when=integers_in),
    Difference("MaxPool*Grad*", "different", "where `orig_output` is not the pool of `orig_input`, looks for equal "
               "numbers and finds none", "does not look at `orig_output`", when=is_not_the_pool),
    Difference("MaxPool3DGrad", "different", "of maxima in a window that differ by less than 1e-5, each gets the "
               "gradient (in two dimensions only the first)", "the first gets it, in three dimensions too",
               when=has_equals),
    Difference("MaxPool* TopK* *Segment*", "different", "the place of a NaN decides whether it counts",
               "NaN is the result of what it takes part in, and the largest to TopK", when=has_nan),
    Difference("TopK*", "different", "`sorted=False` gives some order", "gives the sorted one",
               when=attr_is("sorted", False)),
    Difference("SelfAdjointEigV2", "different", "without vectors gives nothing for them",
               "gives an empty vector, as TensorFlow's own shape rule says", r"shape \(0,\)",
               when=attr_is("compute_v", False)),
    Difference("Svd SelfAdjointEigV2", "different", "some signs, or phases, of the vectors", "others: they are free",
               r"^output [12]"),
    Difference("Dilation2DBackprop*", "different", "where the window meets no number larger than the smallest of the "
               "dtype, or no number at all, its first place gets the gradient", "nothing gets it"),
    Difference("Conv", "different", "with two batch dimensions, an empty result has its dimensions merged",
               "keeps them", "has shape", when=lambda case: case.attrs.get("batch_dims", 1) != 1),
    Difference("Cholesky", "different", "a complex matrix of no positive real diagonal has factors", "NaN",
               when=any_complex),
    Difference("DebugIdentity DebugN*", "different", "gives nothing with gated_grpc, unless asked", "gives it",
               when=lambda case: bool(case.attrs.get("gated_grpc"))),
    Difference("FusedPadConv2D FusedResizeAndPadConv2D", "different", "takes the first image for all of them",
               "takes each", when=lambda case: case.inputs["input"].shape[0] > 1),  # type: ignore[union-attr]
    Difference("BatchCholesky", "different", "never writes to some places above the diagonal", "zeros there",
               r"\[0\.0\], not"),
    Difference("MatrixLogarithm MatrixSquareRoot", "different", "a matrix that is nearly singular has some logarithm",
               "another one", when=nearly_singular),
    Difference("*MatrixDeterminant", "different", "the determinant of a singular matrix is not quite zero",
               "zero, or not quite", r"e-[1-3]\d"),
    Difference("Mean", "different", "the mean of no complex numbers is 0, of no real ones NaN", "NaN",
               when=any_complex),
    Difference("Pow", "different", "0 to the power of 0 is NaN in complex128", "1", when=any_complex),
    Difference("StringFormat", "different", "writes complex numbers as ?", "writes them", when=has_complex_list),
    Difference("Depthwise*Backprop*", "different", "ignores the dilations of these gradients", "computes with them",
               when=is_dilated),
    Difference("FusedBatchNormV3 _FusedBatchNormEx", "different", "leaves the last outputs unwritten, without training "
               "or without images", "gives the statistics", r"^output [3-5]"),
    Difference("CropAndResizeGradImage ResizeBicubic* ResizeBilinearGrad", "different",
               "computes float64 in float32 here and there", "computes it in float64", near=1e-5),
    Difference("ApproximateEqual", "different", "takes NaN for equal in the vector loop", "NaN is near nothing",
               when=has_nan),
    Difference("FusedBatchNorm*", "different", "leaves a rounding error where a variance is zero", "gives zero",
               r"^output [24] .*: \[(0\.0(, )?)+\], not"),
    Difference("FusedBatchNormGrad*", "different", "the gradient by scale of no image is 0",
               "is NaN where 1 / sqrt(variance + epsilon) is", when=lambda case: not case.inputs["x"].size),
]  # fmt: skip

# What infinities, NaN and the ends of a dtype's range lead to.
PICTURES = [
    Difference("DecodeJpeg DecodeAndCropJpeg DecodeImage DecodePng DecodeGif", "different",
               "reads JPEG files with a faster, less exact transform unless `dct_method` is INTEGER_ACCURATE",
               "always with the exact one: numbers differ by 1 or 2, of noise by up to 7"),
    Difference("DecodeAndCropJpeg", "different", "does not see colors behind the right border of the crop",
               "reads the whole picture: the last column may differ"),
    Difference("DecodeJpeg DecodeAndCropJpeg", "refused here", "reads a file that lacks less than "
               "`acceptable_fraction` allows, with black rows", "needs `try_recover_truncated`"),
    Difference("DecodeJpeg DecodeAndCropJpeg", "refused here", "repeats colors if `fancy_upscaling` is false",
               "refuses that where colors have fewer pixels; also `ratio` for pictures smaller than it"),
    Difference("DecodePng DecodeImage", "different", "an opaque pixel of a file of 1, 2 or 4 bits has 1, 3 or 15 in "
               "channel 4", "255"),
    Difference("DecodeImage", "refused here", "reads WebP and JPEG XL", "reads JPEG, PNG, GIF and BMP"),
    Difference("DecodeWebP", "aborts there", "writes beyond its memory for a file of several frames", "gives them"),
    Difference("ExtractGlimpse*", "different", "draws noise beyond the images", "draws other noise"),
    Difference("ExtractGlimpse*", "refused here", "takes offsets that are no numbers for some place", "refuses them"),
    Difference("FractionalAvgPool FractionalMaxPool", "different", "draws windows without seeds", "draws others"),
    Difference("FractionalAvgPool FractionalMaxPool", "refused here", "takes a ratio for the batch or the channels, "
               "and computes what has no meaning", "refuses it"),
    Difference("FractionalAvgPoolGrad FractionalMaxPoolGrad", "refused here", "takes sequences that do not rise from "
               "0 to the end of the images", "refuses them"),
    Difference("QuantizedResizeBilinear", "different", "rounds numbers of qint32 to float32 on the way",
               "keeps all their digits"),
    Difference("DrawBoundingBoxes*", "different", "draws boxes of NaN somewhere", "does not draw them"),
    Difference("ImageProjectiveTransform*", "different", "converts positions and numbers that no integer is",
               "they are beyond the images"),
    Difference("TensorSummaryV2", "refused here", "takes metadata that is no message in part", "refuses it"),
    Difference("ImageSummary", "different", "compresses in its own way", "gives other bytes for the same pixels"),
    Difference("EncodePng", "different", "compresses in its own way", "gives other bytes for the same pixels"),
    Difference("DecodeCompressed", "refused here", "gives what there is of a string that was cut off; takes ZSTD",
               "refuses both"),
]  # fmt: skip
RANGE = [
    Difference("BesselY*", "different", "NaN at zero", "minus infinity, the limit", "-inf"),
    Difference(SPECIAL, "different", "NaN, or a number without a right digit, near infinity and zero",
               "the value or the limit", NO_NAN, when=is_wild),
    Difference("Betainc Polygamma Zeta", "different", "takes the limit for some parameters at the ends of the range",
               "NaN", when=is_wild),
    Difference("Igamma*", "different", "takes numbers below the normal ones for zero", "keeps them", "nan",
               when=is_wild),
    Difference("FloorDiv SqrtGrad", "different", "takes numbers below the normal ones for zero, also on the way",
               "keeps them", when=is_wild),
    Difference("CumulativeLogsumexp", "different", "infinite terms give NaN", "an infinite term gives an infinite sum",
               when=is_wild),
    Difference(COMPLEX, "different", "complex numbers with infinite, or very large, parts follow the C++ library",
               "follow NumPy", when=lambda case: is_wild(case) and any_complex(case)),
    Difference(f"{CONVOLUTIONS} LRN* *BatchNorm*", "different", "multiplies infinities and NaN with the zeros of its "
               "padding, and spreads them through running sums", "they reach only what they are part of",
               when=is_wild, where_finite=True),
    Difference(f"{CONVOLUTIONS} {POOLS} LRN* *BatchNorm* *MatMul* BiasAddGrad", "different",
               "sums of the largest numbers overflow", "in another order", when=is_extreme),
    Difference(f"AdjustContrast* AdjustHue AdjustSaturation HSVToRGB RGBToHSV Resize* CropAndResize* {LINEAR_ALGEBRA}",
               "different", "infinities, NaN and overflow lead somewhere",
               "somewhere else: the order of the calculation decides",
               when=is_wild),
    Difference("CholeskyGrad MatrixInverse MatrixSolve* MatrixTriangularSolve*", "different", "a singular matrix gives "
               "infinities and NaN", "in other places", "nan|inf", where_finite=True),
    Difference("*Apply*", "different", "steps of training with infinities, NaN or the largest numbers overflow",
               "at another point of the calculation", when=is_wild),
    Difference("FakeQuant* IsotonicRegression", "different",
               "sums of infinities, NaN or the largest numbers overflow", "in another order", when=is_wild),
]  # fmt: skip

REFUSED_HERE = [
    Difference("AccumulateNV2 PlaceholderWithDefault", "refused here", "does not compare the input with attr shape",
               "does", "attr 'shape'"),
    Difference(POOLS, "refused here", "ignores strides in the batch and channel dimensions, and windows of size 0 on "
               "empty images", "refuses them", "in the batch and channel dimensions|in the spatial dimensions"),
    Difference("AvgPool*Grad MaxPool*Grad*", "left out", "takes gradients of a wrong shape, and writes past the "
               "ends of its arrays", "refuses them; such calls are not made there"),
    Difference("BroadcastArgs BroadcastGradientArgs", "refused here", "takes negative sizes", "refuses them",
               "must have sizes >= 0"),
    Difference("ClipByValue", "refused here", "clips complex numbers", "they have no order",
               "must have a kernel on CPU"),
    Difference("CropAndResize*", "refused here", "takes boxes that are not numbers, or none of two columns",
               "refuses them", "must be finite|4 columns"),
    Difference("DataFormatDimMap", "refused here", UNWRITTEN, "refuses dimensions that are not there", "must be in "),
    Difference("Depthwise*Backprop*", "refused here", "ignores the dilations of these gradients",
               "computes with them, so they must be valid", "dilation"),
    Difference("Gather ResourceGather", "refused here", "does not look at the indices where the result is empty, and "
               "reads past the end with batch dimensions", "they must be in range", "must be in"),
    Difference("Multinomial", "refused here", "draws a class from a row without a finite logit", "refuses the row",
               "finite value"),
    Difference("SelfAdjointEigV2 Svd", "refused here", "some matrices that are not finite give NaN", "refuses them",
               "finite numbers"),
    Difference("AsString", "refused here", "ignores the precision of a string", "refuses it", "precision"),
    Difference("Bincount", "refused here", "compares the numbers of elements only", "the shapes must be equal",
               "have the shape of"),
    Difference("Dilation2DBackprop*", "refused here", "takes rates of 0", "they must be positive", "rates"),
    Difference("_Fused*", "refused here", "the unfused ops broadcast, and ignore arguments that are too many",
               "every argument must fit", "args|dilations|must have rank"),
    Difference("*BatchNorm*", "refused here", "takes four dimensions where the layout names five", "refuses them",
               "must have rank|side_input"),
    Difference("Resize*Grad", "refused here", "refuses align_corners with half_pixel_centers in the forward op only",
               "in the gradient as well", "half_pixel_centers"),
    Difference("Resize*Grad", "refused here", UNWRITTEN, "refuses another number of channels or images",
               "must have the channels|must have the batch size|at least one row"),
    Difference("Stateless*V2", "refused here", UNWRITTEN, "refuses counters that are too short", "2 values or more"),
    Difference("*Grad", "refused here", "counts the elements only", "the shapes must be equal",
               "must have the shape of"),
    Difference("ResourceScatter*", "refused here", UNWRITTEN, "refuses updates of another shape than the entries', and "
               "scalar variables",
               "must have the shape of variable|rank 1 or more"),
    Difference("ResourceGather", "refused here", "does not compare batch dimensions where nothing is read",
               "they must be equal", "dimensions of"),
    Difference("ResourceSparseApply*", "refused here", "reads the start of rows that are too long",
               "refuses rows of another size", "entries of the shape"),
    Difference("ResourceStridedSliceAssign TensorStridedSliceUpdate", "refused here",
               "ignores a value if the slice is empty", "it must broadcast to the slice", "broadcast"),
    Difference("SoftmaxCrossEntropyWithLogits", "refused here", "takes one dimension where the other argument has two",
               "both must have two", "must have rank 2"),
    Difference("Unpack", "refused here", "takes num=0 for a dimension of another size", "refuses it",
               "must have size 0"),
    Difference("Assign", "refused here", "with validate_shape=False a variable may change the shape that it was "
               "declared with", "it keeps it", "must have shape"),
    Difference(f"{CONVOLUTIONS} {POOLS} Extract*Patches", "refused here", "gives an empty result where the window is "
               "little larger than the image, and refuses it in a graph",
               "refuses it", "must reach no further"),
    Difference(CONVOLUTIONS, "refused here", "takes images without channels and filters without elements",
               "refuses them", "at least 1 channel|of at least 1"),
    Difference("_FusedConv2D", "refused here", "packs layouts in vectors", "does not have these layouts",
               "packed in vectors"),
    Difference("UnravelIndex", "refused here", "gives negative coordinates for negative numbers", "refuses them",
               r"indices of op 'UnravelIndex' must be in \[0"),
]  # fmt: skip

REFUSED_THERE = [
    Difference("ArgMax", "refused there", "reads an int16 dimension as int32", "reads it as int16",
               "Expected dimension"),
    Difference("ArgMax ArgMin", "refused there", "refuses an empty axis in an empty result", "the result is empty",
               "is empty in shape"),
    Difference("ClipByValue", "refused there", "bounds are scalars, or have the shape of the input", "bounds broadcast",
               "same shape as input, or a scalar"),
    Difference("GatherNd", "refused there", "refuses to take nothing from an empty tensor", "the result is empty",
               "but params is empty"),
    Difference("TensorScatter* ScatterNd*", "refused there", "refuses to write nothing to an empty tensor",
               "nothing is wrong", "for empty output"),
    Difference("MirrorPad", "refused there", "refuses no padding of an empty dimension", "pads nothing",
               "0, 0 not less than 0"),
    Difference("Reverse", "refused there", "refuses an empty tensor", "an empty tensor reversed is empty",
               "Invalid input first dimension"),
    Difference("ResourceScatterNd*", "refused there", "one vector of coordinates must be in a list",
               "needs no list, as in ScatterNd", "must match dimensions"),
    Difference(f"{CONVOLUTIONS} {POOLS} Extract*Patches", "refused there", "refuses some tensors without elements",
               "gives an empty result, or zeros",
               "would be negative|at least 1 element|must not be empty|received empty|dnnl_sgemm"),
    Difference("*Apply*", "refused there", "looks at the rate, and refuses rows without elements, where there is no "
               "step to make", "makes no step", r"is not a [a-z-]+ scalar.*: \[\]|Inner dimension"),
    Difference("SelfAdjointEig*", "refused there", "refuses matrices that are not finite", "NaN, as from the other "
               "decompositions", "not successful", when=is_wild),
    Difference("_Fused*", "refused there", "the recording wants attrs that have defaults", "takes the defaults",
               "^ValueError: '"),
    Difference("ToBool", "refused there", "does not take scalars of some dtypes", "takes all numbers",
               "cannot be converted to a boolean"),
    Difference("Substr", "refused there", "refuses some places from the end of a short string where no characters are "
               "taken", "gives the empty string", "out of range"),
]  # fmt: skip

SECTIONS = {
    "In general": GENERAL,
    "Numbers": NUMBERS + known_sparse.NUMBERS,
    "Pictures and compressed strings": PICTURES,
    "Infinities, NaN, and the ends of the range": RANGE,
    "What only TensorFlow takes": REFUSED_HERE + known_sparse.REFUSED_HERE,
    "What only graphops takes": REFUSED_THERE + known_sparse.REFUSED_THERE,
}


def explanation(op: str, status: str, case: Case, told: str, answers: Answers = ([], [])) -> Difference | None:
    """The rule by which this may be so; ``None`` if there is none."""
    every = (known for section in SECTIONS.values() for known in section)
    return next((known for known in every if known.holds(op, status, case, told, answers)), None)
