"""The known differences from TensorFlow's answers, one by one."""

from __future__ import annotations

from tests.differential.differences import (
    IN_GRAPH,
    MISSING,
    WIDER,
    Answers,
    Difference,
    any_complex,
    attr_is,
    has_nan,
    integers_in,
    is_not_the_pool,
    is_wild,
)
from tests.golden.case import Case

CONVOLUTIONS = "Conv Conv2D* Conv3D* Depthwise* _FusedConv* _FusedDepthwise* Dilation2D*"
NO_NAN = r"differs in \d+ of \d+: \[(?!.*nan.*\], not)"  # none here
POOLS = "AvgPool* MaxPool*"
IMAGES = "AdjustContrast* AdjustHue AdjustSaturation RGBToHSV HSVToRGB Resize* CropAndResize*"
LINEAR_ALGEBRA = (
    "Cholesky* Qr Svd SelfAdjointEig* Eig LogMatrixDeterminant MatrixDeterminant MatrixInverse MatrixSolve* "
    "MatrixTriangularSolve* MatrixExponential MatrixLogarithm MatrixSquareRoot BandedTriangularSolve Lu"
)
STEPS = "*Apply*"
SPECIAL = "Bessel* Spence Expint Erf* Dawsn Fresnel* Zeta Polygamma Igamma* Betainc RandomGammaGrad Lgamma Digamma"
UNWRITTEN = "TensorFlow gives memory that it never wrote to, or reads past the end of its inputs"

KNOWN: list[Difference] = [
    # -- in general
    Difference("*", "different", "TensorFlow rounds after every step, in the dtype itself; here half and bfloat16 are "
               "computed in float32 and rounded once, and float32 is as near to the exact answer", WIDER),
    Difference("*", "refused here", "TensorFlow refuses it as well where it knows the shapes: when a graph is built",
               f"^{IN_GRAPH}"),
    Difference("*", "refused there",
               "TensorFlow's CPU has no kernel for these dtypes, layouts, dilations or groups", MISSING),
    Difference("*", "aborts there", "TensorFlow ends the process"),
    Difference("*", "hangs there", "TensorFlow does not come back"),
    Difference("*", "unstable there", "TensorFlow's answer is not the same twice: memory that nothing was written to"),
    # -- numbers
    Difference("Round", "different", "TensorFlow's CPU answers zeros to int32 and int64; here integers are round",
               when=integers_in),
    Difference("MaxPool*Grad*", "different", "orig_output is not the pool of orig_input: TensorFlow looks for equal "
               "numbers and finds none; here orig_output is not looked at", when=is_not_the_pool),
    Difference("MaxPool* TopK* *Segment*", "different", "not a number counts as the largest here; in TensorFlow it depends on its "
               "place", when=has_nan),
    Difference("TopK*", "different", "with sorted=False the order is nobody's promise", when=attr_is("sorted", False)),
    Difference("SelfAdjointEigV2", "different", "without vectors there is an empty vector, as TensorFlow's shape rule "
               "says; its kernel gives nothing", r"shape \(0,\)", when=attr_is("compute_v", False)),
    Difference("CropAndResizeGradImage ResizeBicubicGrad ResizeBilinearGrad ResizeBicubic", "different",
               "TensorFlow computes float64 in float32 here and there", near=1e-5),
    Difference("ApproximateEqual", "different", "TensorFlow's vector loop takes what is not a number for equal",
               when=has_nan),
    Difference(SPECIAL, "different", "TensorFlow answers NaN, or loses all digits, where the function has a value or a "
               "limit, at infinities and near the ends of the dtype's range", NO_NAN, when=is_wild),
    Difference("Zeta Betainc Polygamma", "different", "parameters at the ends of the dtype's range: NaN here",
               when=is_wild),
    Difference("Igamma*", "different", "TensorFlow takes numbers below the normal ones for zero", "nan", when=is_wild),
    Difference("CumulativeLogsumexp", "different", "an infinite term makes an infinite sum; TensorFlow subtracts "
               "infinities", when=is_wild),
    Difference("*MatMul* Div RealDiv DivNoNan Xdivy Log1p Sigmoid* Sqrt* Rsqrt* Reciprocal* Inv* Tan* Pow Mul* Square* Exp* Log* "
               "Sin* Cos* Asin* Acos* Atan*", "different", "complex numbers with infinite, or very large, parts: the "
               "C++ library's rules are not NumPy's", when=lambda case: is_wild(case) and any_complex(case)),
    Difference(f"{CONVOLUTIONS} LRN* *BatchNorm* _Fused*", "different", "where infinities and NaN in the input come to "
               "lie in the output: TensorFlow multiplies them with the zeros of its padding or spreads them through sums",
               when=is_wild, where_finite=True),
    Difference(f"{IMAGES} {LINEAR_ALGEBRA}", "different", "where infinities, NaN and overflows in the input lead to: it "
               "depends on the order of the calculation", when=is_wild),
    Difference("CholeskyGrad MatrixSolve* MatrixInverse MatrixTriangularSolve*", "different", "a singular matrix: what "
               "is divided by zero depends on the order of the calculation", "nan|inf", where_finite=True),
    Difference("BesselY*", "different", "TensorFlow answers NaN at zero, where the function tends to minus infinity",
               "-inf"),
    Difference("FakeQuant*", "different", "sums of infinities, NaN or the largest numbers", when=is_wild),
    Difference("Svd", "different", "the signs, or phases, of pairs of singular vectors are free", r"^output [12]"),
    Difference("FusedBatchNorm*", "different", "a variance that is zero, where TensorFlow leaves its rounding",
               r"^output [24] .*: \[(0\.0(, )?)+\], not"),
    Difference(STEPS, "different", "steps of training with infinities, NaN or the largest numbers: what overflows "
               "first depends on the order of the calculation", when=is_wild),
    Difference("FusedBatchNormGrad*", "different", "the gradient of no image by scale is 0 times 1 / sqrt(variance + "
               "epsilon), NaN for a negative variance", when=lambda case: not case.inputs["x"].size),
    # -- refused here only
    Difference("AccumulateNV2 PlaceholderWithDefault", "refused here", "attr shape must be that of the input; "
               "TensorFlow's kernel does not look", "attr 'shape'"),
    Difference("AvgPool* MaxPool*", "refused here", "strides in the batch and channel dimensions; TensorFlow ignores "
               "them", "in the batch and channel dimensions|in the spatial dimensions"),
    Difference("*PoolGrad* *Pool3DGrad*", "refused here", "a gradient of the wrong shape; TensorFlow writes past the "
               "ends of its arrays, and sometimes ends", "must have the shape of"),
    Difference("Extract*Patches", "refused here", "a window that does not fit in; TensorFlow answers with no patches",
               "must reach no further"),
    Difference("ResourceGather", "refused here", "batch dimensions that differ, where nothing is read", "dimensions of"),
    Difference("ResourceSparseApply*", "refused here", "rows of another size; TensorFlow reads the start of each",
               "entries of the shape"),
    Difference("ResourceStridedSliceAssign", "refused here", "the slice is empty and the value is not", "broadcast"),
    Difference("SoftmaxCrossEntropyWithLogits", "refused here", "both arguments must have two dimensions; TensorFlow "
               "takes one where the other has two", "must have rank 2"),
    Difference("_FusedConv2D", "refused here", "layouts that are packed in vectors; the recording does not know them",
               "packed in vectors"),
    Difference("BroadcastArgs BroadcastGradientArgs", "refused here", "negative sizes", "must have sizes >= 0"),
    Difference("ClipByValue", "refused here", "complex numbers have no order", "must have a kernel on CPU"),
    Difference("CropAndResize*", "refused here", "boxes that are not numbers", "must be finite"),
    Difference("DataFormatDimMap", "refused here", UNWRITTEN, "must be in "),
    Difference("Depthwise*Backprop*", "refused here", "TensorFlow ignores dilations of this gradient", "dilations"),
    Difference("*BatchNorm*", "refused here", "TensorFlow takes four dimensions for five by the name of the layout "
               "alone", "must have rank|side_input"),
    Difference("ResizeNearestNeighborGrad ResizeBilinearGrad ResizeBicubicGrad", "refused here", "TensorFlow refuses "
               "align_corners with half_pixel_centers in the forward op only", "half_pixel_centers"),
    Difference("Resize*Grad", "refused here", UNWRITTEN, "must have the channels"),
    Difference("Stateless*V2", "refused here", f"a counter of one value is too short; {UNWRITTEN}", "2 values or more"),
    Difference("*Grad", "refused here", "shapes must be equal; TensorFlow's kernel only counts the elements",
               "must have the shape of"),
    Difference("ResourceScatter*", "refused here", UNWRITTEN, "must have the shape of variable"),
    Difference("TensorStridedSliceUpdate", "refused here", "the slice is empty and the value is not", "broadcast"),
    Difference("Unpack", "refused here", "num=0 of something", "must have size 0"),
    Difference("Assign", "refused here", "the variable was declared with a shape, and keeps it even without "
               "validate_shape", "must have shape"),
    Difference(CONVOLUTIONS, "refused here", "no channels, or a filter of no elements: there is nothing to compute with",
               "at least 1 channel|of at least 1"),
    # -- refused there only
    Difference("ArgMax", "refused there", "TensorFlow reads an int16 dimension as int32", "Expected dimension"),
    Difference("ArgMax ArgMin", "refused there", "an empty axis in an empty result", "is empty in shape"),
    Difference("ClipByValue", "refused there", "bounds broadcast here", "same shape as input, or a scalar"),
    Difference("GatherNd", "refused there", "nothing is read from an empty tensor, so nothing is wrong",
               "but params is empty"),
    Difference("MirrorPad", "refused there", "no padding of an empty dimension", "0, 0 not less than 0"),
    Difference("Reverse", "refused there", "an empty tensor reversed is empty", "Invalid input first dimension"),
    Difference("ResourceScatterNd*", "refused there", "one vector of coordinates needs no list; TensorFlow reads past "
               "its shape", "must match dimensions"),
    Difference(f"{CONVOLUTIONS} {POOLS} Extract*Patches", "refused there", "what has no elements gives an empty or zero "
               "result here", "would be negative|at least 1 element|must not be empty"),
    Difference("TensorScatter* ScatterNd*", "refused there", "nothing is written to an empty tensor, so nothing is wrong",
               "for empty output"),
    Difference("*Apply*", "refused there", "rows without elements need no step", "Inner dimension"),
    Difference("SelfAdjointEig*", "refused there", "a matrix that is not finite has no eigenvalues: NaN here, as from "
               "TensorFlow's other decompositions", "not successful", when=is_wild),
    Difference("Substr", "refused there", "a place from the end counts the characters here also where none are taken",
               "out of range"),
    Difference("*SparseApply*", "refused there", "no rows, so no step: the rate is not looked at", "not a positive scalar"),
]  # fmt: skip


def explanation(op: str, status: str, case: Case, told: str, answers: Answers = ([], [])) -> str | None:
    """The reason why this may be so; ``None`` if there is none."""
    return next((known.reason for known in KNOWN if known.holds(op, status, case, told, answers)), None)
