"""Choices between two arrays in call lists: NumPy's bits, one by one and in blocks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graphops_cpu.calls.machine import machine
from tests.kernels.calls.listed import NotListedError, hard, same_bits

pytestmark = pytest.mark.skipif(machine() is None, reason="there is no LLVM")


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "int64", "bool", "int8", "complex64"])
@pytest.mark.parametrize(
    ("condition", "shape"),
    [((), (3, 5)), ((3, 1), (3, 5)), ((3, 5), (3, 5)), ((1,), (1,)), ((40, 50), (40, 50)), ((128, 65), (128, 65))],
)
def test_choices(condition: tuple[int, ...], shape: tuple[int, ...], dtype: Any) -> None:
    def values(seed: int) -> Any:
        return np.roll(hard("float32" if dtype == "complex64" else dtype, *shape), seed).astype(dtype)

    holds = np.array(np.random.default_rng(1).integers(0, 2, condition)).astype(bool)
    for fixed in ([], [0], [2]):
        same_bits("SelectV2", [holds, values(1), values(2)], fixed=fixed)
    if condition == shape:
        same_bits("Select", [holds, values(1), values(2)])


def test_rows() -> None:
    holds = np.array([True, False, True])
    same_bits("Select", [holds, hard("float32", 3, 5), hard("float32", 3, 5)[::-1]])


@pytest.mark.parametrize(("condition", "shape"), [((200, 200), (200, 200)), ((1, 5), (3, 5)), ((2000, 1), (2000, 3))])
def test_choices_that_no_list_has(condition: tuple[int, ...], shape: tuple[int, ...]) -> None:
    with pytest.raises(NotListedError):
        same_bits("SelectV2", [np.ones(condition, bool), hard("float32", *shape), hard("float32", *shape)])
