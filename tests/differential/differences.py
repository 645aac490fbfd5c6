"""The known differences: rules for when an answer may differ from TensorFlow's, and why."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase

import ml_dtypes
import numpy as np

from tests.differential import compare
from tests.differential.generate import pool_of
from tests.differential.values import is_float
from tests.golden.case import Array, Case

BAD = ("different", "refused here", "refused there", "foreign error", "aborts there", "hangs there", "aborts here",
       "hangs here", "unstable there")  # fmt: skip
STATUSES = ("cases", "equal", "both refuse", "left out", *BAD, *(f"{name}, explained" for name in BAD))
# What the worker found out about a difference, at the start of its text.
WIDER = "TensorFlow's answer in a wider dtype, rounded"
IN_GRAPH = "refused in a graph there"
NO_NAN = r"differs in \d+ of \d+: \[(?!.*nan.*\], not)"  # no NaN here
Answers = tuple[list[Array], list[Array]]


@dataclass(frozen=True)
class Difference:
    """A rule: for the ops of some patterns, calls of a status and condition differ; what is done there and here.

    ``sentence`` is a regular expression that is found in the error, or in what is different; answers that differ must
    still be ``near`` each other, relative to the largest magnitude, if that is given.
    """

    ops: str
    status: str
    there: str
    here: str
    sentence: str = ""
    when: Callable[[Case], bool] = lambda case: True
    near: float | None = None
    where_finite: bool = False  # and what is finite in both answers must be equal

    def holds(self, op: str, status: str, case: Case, told: str, answers: Answers) -> bool:
        return (
            status == self.status
            and any(fnmatchcase(op, pattern) for pattern in self.ops.split())
            and re.search(self.sentence, told) is not None
            and self.when(case)
            and (self.near is None or compare.different(*answers, False, self.near) is None)
            and (not self.where_finite or compare.different(*compare.masked(*answers), False) is None)
        )


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
    pooled = pool_of(case)
    if pooled is None:
        return True
    return not np.array_equal(pooled, case.inputs["orig_output"])


def any_complex(case: Case) -> bool:
    return any(a.dtype.kind == "c" for a in case.inputs.values() if not isinstance(a, list))


def nearly_singular(case: Case) -> bool:
    """Whether one of the matrices of the input has no inverse, up to rounding."""
    x = case.inputs["input"]
    if isinstance(x, list) or not x.size or not np.isfinite(x).all():
        return True
    return bool((np.linalg.cond(x.astype(np.complex128)) > 1 / np.finfo(x.dtype).eps / 64).any())


def is_extreme(case: Case) -> bool:
    """Whether a finite number in it is so large that squares overflow."""
    return any(
        bool((np.isfinite(size) & (size >= float(ml_dtypes.finfo(a.dtype).max) ** 0.5)).any())
        for a in _floats(case)
        for size in [np.abs(a.astype(np.float64))]
    )


def is_dilated(case: Case) -> bool:
    return any(dilation != 1 for dilation in case.attrs.get("dilations", ()))


def has_complex_list(case: Case) -> bool:
    return any(a.dtype.kind == "c" for a in case.inputs["inputs"])


def has_equals(case: Case) -> bool:
    """Whether two elements of ``orig_input`` are equal, or nearer than 1e-5."""
    x = case.inputs["orig_input"]
    with np.errstate(all="ignore"):
        return isinstance(x, np.ndarray) and bool((np.diff(np.sort(x.astype(np.float64), axis=None)) < 2e-5).any())


def attr_is(name: str, *values: object) -> Callable[[Case], bool]:
    return lambda case: case.attrs.get(name) in values


def integers_in(case: Case) -> bool:
    return all(a.dtype.kind in "iu" for a in case.inputs.values() if not isinstance(a, list))


MISSING = (
    "Could not find device for node|No OpKernel was registered|has no kernel|not in the list of allowed|"
    "UnimplementedError|is not supported|[Oo]nly supports? ?(the )?N|implementation only supports|"
    "only supported? N|not yet support|not support|"
    "Signature mismatch|for grouped|same number of channels|filter_size does not have enough elements|Invalid seed type"
)
