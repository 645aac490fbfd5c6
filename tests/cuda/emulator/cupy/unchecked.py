"""Linear algebra as cuSOLVER does it: what cannot be factored gives no numbers, and an error only to those who ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import cupyx
import numpy as np

from graphops.testing.strict.strict_array import HostArray

_CHECKED: Final = frozenset({
    "linalg.cholesky()", "linalg.eigh()", "linalg.eigvalsh()", "linalg.inv()", "linalg.pinv()", "linalg.qr()",
    "linalg.solve()", "linalg.svd()", "linalg.tensorinv()",
})  # fmt: skip


def looks_at_failures(what: str) -> bool:
    """Whether a function waits for the device to say whether it failed."""
    return what in _CHECKED and cupyx.geterr()["linalg"] == "raise"


def unchecked(what: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, which returns NaN instead of raising an error if errors are not checked for."""
    if what not in _CHECKED or looks_at_failures(what):
        return function

    def computed(*args: Any, **keywords: Any) -> Any:
        try:
            return function(*args, **keywords)
        except np.linalg.LinAlgError:
            outcome = function(*[_identity(value) for value in args], **keywords)  # raises again for wrong shapes
        return _spoilt(outcome)

    return computed


def _identity(value: Any) -> Any:
    """Matrices of the same shape that can be factored."""
    if not isinstance(value, np.ndarray) or value.ndim < 2:
        return value
    return np.broadcast_to(np.eye(*value.shape[-2:], dtype=value.dtype), value.shape)


def _spoilt(outcome: Any) -> Any:
    if isinstance(outcome, (np.ndarray, np.generic)):
        found: HostArray = np.full_like(outcome, np.nan)
        return found
    return type(outcome)(*[_spoilt(each) for each in outcome])
