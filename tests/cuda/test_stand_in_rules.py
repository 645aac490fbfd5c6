"""What the stand-in refuses because CuPy has no code for it, or gives something else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from graphops.testing.standin import XP


def there(*shape: int, dtype: Any = np.float32) -> Any:
    return XP.asarray(np.ones(shape, dtype))


def brain(*shape: int) -> Any:
    return there(*shape, dtype=ml_dtypes.bfloat16)


REFUSED: dict[str, Callable[[], Any]] = {
    "where has no loop for bfloat16, and answers float32": lambda: XP.where(there(3) > 0, brain(3), brain(3)),
    "complex numbers have no truth": lambda: XP.logical_and(there(2, dtype=np.complex64), there(2, dtype=np.complex64)),
    "bfloat16 cannot be sorted": lambda: XP.argsort(brain(3)),
    "nor be unique": lambda: XP.unique(brain(3)),
    "stacks of it are multiplied as integers": lambda: XP.matmul(brain(2, 2, 2), brain(2, 2, 2)),
    "unique rows take a copy for each comparison": lambda: XP.unique(there(2, 2), axis=0),
    "running sums of nothing launch a grid of nothing": lambda: XP.cumsum(there(0, 3), axis=1),
    "sum has no initial": lambda: XP.sum(there(3), initial=0),
    "min has no dtype": lambda: XP.min(there(3), dtype=np.float32),
    "concatenate has its dtype by name": lambda: XP.concatenate([there(1)], 0, None, np.float64),
    "complex numbers are not added at places": lambda: XP.add.at(
        there(3, dtype=np.complex64), there(2, dtype=np.int64), there(2, dtype=np.complex64)
    ),
}


@pytest.mark.parametrize("why", REFUSED)
def test_refused(why: str) -> None:
    with pytest.raises(TypeError):
        REFUSED[why]()


def test_what_cupy_has_is_taken() -> None:
    assert XP.where(there(3) > 0, there(3), np.float32(0)).dtype == np.float32
    assert (brain(3) + brain(3)).dtype == ml_dtypes.bfloat16
    assert XP.matmul(brain(2, 3), brain(3, 2)).shape == (2, 2)
    assert XP.cumsum(there(2, 3), axis=1).shape == (2, 3)
    assert (there(3, dtype=np.uint8) + 1).dtype == np.uint8  # numbers of Python bend to arrays
    assert (there(3, dtype=np.int32) * 0.5).dtype == np.float64
    assert XP.true_divide(there(3, dtype=np.int32), 2).dtype == np.float64
