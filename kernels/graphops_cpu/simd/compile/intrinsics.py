"""Functions that are written as LLVM instructions: Numba's intrinsics, with types."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba.extending


def intrinsic(function: Callable[..., Any]) -> Any:
    """Decorator: from ``function(typing, *types)``, which says what code is made for arguments of these types, to a
    function that kernels call with the arguments."""
    return numba.extending.intrinsic(function)
