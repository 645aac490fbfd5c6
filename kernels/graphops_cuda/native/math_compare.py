"""Comparisons and tests of half and bfloat16, in one launch each; for other dtypes CuPy's functions are used."""

from __future__ import annotations

from graphops_cuda.lib.elementwise import HALVES, Binary, Unary, register

_COMPARISONS = "Less LessEqual Greater GreaterEqual Equal NotEqual"

register(Binary, {name: name for name in _COMPARISONS.split()}, HALVES, __name__, truth=True)
register(Unary, {name: name for name in ("IsNan", "IsInf", "IsFinite")}, HALVES, __name__, truth=True)
