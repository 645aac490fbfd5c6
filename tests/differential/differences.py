"""The known differences: which answers may differ from TensorFlow's, and why. ``docs/differences.md`` is made of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase

import ml_dtypes
import numpy as np

import graphops as go
from tests.differential import compare
from tests.differential.values import is_float
from tests.golden.case import Array, Case

BAD = ("different", "refused here", "refused there", "foreign error", "aborts there", "hangs there", "aborts here",
       "hangs here", "unstable there")  # fmt: skip
STATUSES = ("cases", "equal", "both refuse", *BAD, *(f"{name}, explained" for name in BAD))
# What the worker found out about a difference, at the start of its text.
WIDER = "TensorFlow's answer in a wider dtype, rounded"
IN_GRAPH = "refused in a graph there"
Answers = tuple[list[Array], list[Array]]


@dataclass(frozen=True)
class Difference:
    """A rule: for the ops of some patterns, calls of a status and condition differ for a reason.

    ``sentence`` is a regular expression that is found in the error, or in what is different; answers that differ must
    still be ``near`` each other, relative to the largest magnitude, if that is given.
    """

    ops: str
    status: str
    reason: str
    sentence: str = ""
    when: Callable[[Case], bool] = lambda case: True
    near: float | None = None

    def holds(self, op: str, status: str, case: Case, told: str, answers: Answers) -> bool:
        return (
            status == self.status
            and any(fnmatchcase(op, pattern) for pattern in self.ops.split())
            and re.search(self.sentence, told) is not None
            and self.when(case)
            and (self.near is None or compare.different(*answers, False, self.near) is None)
        )


def explanation(op: str, status: str, case: Case, told: str, answers: Answers = ([], [])) -> str | None:
    """The reason why this may be so; ``None`` if there is none."""
    return next((known.reason for known in KNOWN if known.holds(op, status, case, told, answers)), None)


def is_missing_kernel(told: str) -> bool:
    """Whether TensorFlow's sentence says that it has no kernel for the dtypes."""
    return re.search(MISSING, told) is not None


# -- conditions


def _floats(case: Case) -> list[Array]:
    found = [a for value in case.inputs.values() for a in (value if isinstance(value, list) else [value])]
    parts = [part for a in found for part in ((a.real, a.imag) if a.dtype.kind == "c" else (a,))]
    return [part for part in parts if is_float(part.dtype)]


def has_nan(case: Case) -> bool:
    return any(bool(np.isnan(a.astype(np.float64)).any()) for a in _floats(case))


def is_wild(case: Case) -> bool:
    """Whether something in it is not finite, or so large or small that squares overflow or vanish."""
    for a in _floats(case):
        info = ml_dtypes.finfo(a.dtype)
        size = np.abs(a.astype(np.float64))
        with np.errstate(all="ignore"):
            if not np.isfinite(size).all() or (size >= float(info.max) ** 0.5).any():
                return True
        if ((size > 0) & (size <= float(info.tiny) ** 0.5)).any():
            return True
    return False


def is_not_the_pool(case: Case) -> bool:
    """Whether ``orig_output`` is not what the pool makes of ``orig_input``."""
    three = "3D" in case.op
    attrs = dict(case.attrs)
    inputs = {name: case.inputs[name] for name in ("ksize", "strides") if name in case.inputs}
    attrs = {name: value for name, value in attrs.items() if name not in ("T", "TInput")}
    name = "MaxPool3D" if three else "MaxPoolV2" if inputs else "MaxPool"
    try:
        pooled = getattr(go.eager, name)(input=case.inputs["orig_input"], **inputs, **attrs)
    except go.errors.GraphopsError:
        return True
    return not np.array_equal(pooled, case.inputs["orig_output"])


def any_complex(case: Case) -> bool:
    return any(a.dtype.kind == "c" for a in case.inputs.values() if not isinstance(a, list))


def attr_is(name: str, *values: object) -> Callable[[Case], bool]:
    return lambda case: case.attrs.get(name) in values


def integers_in(case: Case) -> bool:
    return all(a.dtype.kind in "iu" for a in case.inputs.values() if not isinstance(a, list))


MISSING = (
    "Could not find device for node|No OpKernel was registered|has no kernel|not in the list of allowed|"
    "UnimplementedError|is not supported|[Oo]nly supports? ?N|only supported? N|not yet support|not support|"
    "Signature mismatch|for grouped|same number of channels|filter_size does not have enough elements|Invalid seed type"
)

CONVOLUTIONS = "Conv Conv2D* Conv3D* Depthwise* _FusedConv* _FusedDepthwise* Dilation2D*"
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
    Difference("MaxPool* TopK*", "different", "not a number counts as the largest here; in TensorFlow it depends on its "
               "place", when=has_nan),
    Difference("TopK*", "different", "with sorted=False the order is nobody's promise", when=attr_is("sorted", False)),
    Difference("SelfAdjointEigV2", "different", "without vectors there is an empty vector, as TensorFlow's shape rule "
               "says; its kernel gives nothing", r"shape \(0,\)", when=attr_is("compute_v", False)),
    Difference("CropAndResizeGradImage ResizeBicubicGrad ResizeBilinearGrad ResizeBicubic", "different",
               "TensorFlow computes float64 in float32 here and there", near=1e-5),
    Difference("ApproximateEqual", "different", "TensorFlow's vector loop takes what is not a number for equal",
               when=has_nan),
    Difference(SPECIAL, "different", "TensorFlow answers NaN, or loses all digits, where the function has a value or a "
               "limit, at infinities and near the ends of the dtype's range", when=is_wild),
    Difference("CumulativeLogsumexp", "different", "an infinite term makes an infinite sum; TensorFlow subtracts "
               "infinities", when=is_wild),
    Difference("Div RealDiv DivNoNan Xdivy Log1p Sigmoid* Sqrt* Rsqrt* Reciprocal* Inv* Tan* Pow Mul* Square* Exp* Log* "
               "Sin* Cos* Asin* Acos* Atan*", "different", "complex numbers with infinite, or very large, parts: the "
               "C++ library's rules are not NumPy's", when=lambda case: is_wild(case) and any_complex(case)),
    Difference(f"{CONVOLUTIONS} LRN* {IMAGES} {LINEAR_ALGEBRA} *BatchNorm* _Fused*", "different", "where infinities and "
               "NaN in the input come to lie in the output: TensorFlow multiplies them with the zeros of its padding "
               "or spreads them through sums", when=is_wild),
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
    Difference(CONVOLUTIONS, "refused there", "empty results are empty here", "would be negative|at least 1 element"),
    Difference("*SparseApply*", "refused there", "no rows, so no step: the rate is not looked at", "not a positive scalar"),
]  # fmt: skip
