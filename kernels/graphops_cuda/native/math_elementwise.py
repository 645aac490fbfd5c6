"""Functions of one operand and their gradients, in one launch each.

For float32 and float64, ops that are one CuPy function are one launch in CuPy too: they have no kernels here.
"""

from __future__ import annotations

from graphops_cuda.lib.elementwise import FLOATS, HALVES, Binary, Unary, register
from graphops_registry.dtypes import float32

_OF_CUPY = (
    "Neg Abs Sign Square Sqrt Exp Expm1 Log Log1p Tanh Floor Ceil Rint Sin Cos Tan Asin Acos Atan Sinh Cosh Asinh "
    "Acosh Atanh"
)
_GRADIENTS = "SigmoidGrad TanhGrad SqrtGrad RsqrtGrad ReciprocalGrad"

register(Unary, {name: name for name in _OF_CUPY.split()} | {"Round": "Rint"}, HALVES, __name__)
register(Unary, {"Reciprocal": "Reciprocal", "Inv": "Reciprocal"}, HALVES, __name__)
register(Unary, {"Rsqrt": "Rsqrt", "Sigmoid": "Sigmoid", "Erf": "Erf", "Erfc": "Erfc"}, FLOATS, __name__)
register(Binary, {name: name for name in _GRADIENTS.split()} | {"InvGrad": "ReciprocalGrad"}, FLOATS, __name__)
register(Binary, {"NextAfter": "NextAfter"}, (float32,), __name__)  # near 0 CuPy's results differ from NumPy's
