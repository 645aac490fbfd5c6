"""The small functions that LLVM makes, against NumPy's arithmetic on the same numbers."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

from graphops_cpu.calls import machine as module
from graphops_cpu.calls.machine import COUNTS, machine

pytestmark = pytest.mark.skipif(machine() is None, reason="there is no LLVM")
CHANCE = np.random.default_rng(5)


def call(name: str, *arguments: int) -> int:
    kinds = [ctypes.c_int64] * len(arguments)
    return int(ctypes.CFUNCTYPE(ctypes.c_int32, *kinds)(getattr(machine(), name))(*arguments))


def bits(value: float) -> int:
    return int(np.float32(value).view(np.uint32))


def at(array: np.ndarray[Any, Any]) -> int:
    return array.ctypes.data


@pytest.mark.parametrize("size", [0, 1, 15, 16, 17, 64, 1003])
def test_a_look_finds_what_is_too_large_anywhere(size: int) -> None:
    values = CHANCE.uniform(-3, 3, size).astype(np.float32)
    assert call("is_below", at(values), size, bits(3)) == 0
    for place in {0, size // 2, size - 1} - {-1} if size else ():
        for wrong in (np.nan, -np.nan, np.inf, -np.inf, 3.5, -3.5):
            spoilt = values.copy()
            spoilt[place] = wrong
            assert call("is_below", at(spoilt), size, bits(3)) == 1


def test_a_look_takes_the_limit_itself() -> None:
    values = np.full(20, -3, np.float32)
    assert call("is_below", at(values), 20, bits(3)) == 0


def test_rows_are_copied_with_steps() -> None:
    source = CHANCE.integers(0, 255, 100, np.uint8)
    target = np.zeros(100, np.uint8)
    call("copy_rows", at(target) + 2, at(source) + 1, 4, 7, 20, 11)
    wanted = np.zeros(100, np.uint8)
    for row in range(4):
        wanted[2 + 20 * row : 9 + 20 * row] = source[1 + 11 * row : 8 + 11 * row]
    np.testing.assert_array_equal(target, wanted)


def test_zeros_and_a_word() -> None:
    target = np.full(30, 7, np.uint8)
    call("fill_zeros", at(target) + 3, 20)
    np.testing.assert_array_equal(target, [7] * 3 + [0] * 20 + [7] * 7)
    assert call("read", at(np.array([-5, 3], np.int32))) == -5


@pytest.mark.parametrize("columns", [1, 3, 16, 17, 64, 100, 209])
@pytest.mark.parametrize("blocks, rows", [(1, 1), (1, 7), (5, 1), (3, 4)])
def test_sums_are_added_in_the_order_that_is_promised(columns: int, blocks: int, rows: int) -> None:
    source = (CHANCE.normal(size=(blocks, rows, columns)) * 10.0 ** CHANCE.integers(-3, 3)).astype(np.float32)
    target = np.full(columns + 1, 9, np.float32)
    call("mean_rows", at(target), at(source), blocks, rows, columns, bits(7))
    total = np.zeros(columns, np.float32)
    for block in source:
        inner = np.zeros(columns, np.float32)
        for row in block:
            inner = inner + row
        total = total + inner
    np.testing.assert_array_equal(target[:-1].view(np.uint32), (total / np.float32(7)).view(np.uint32))
    assert target[-1] == 9


@pytest.mark.parametrize("shape", [(2, 3, 20), (1, 1, 20), (1, 4, 20), (4, 1, 20), (1, 2, 1)])
def test_sums_of_negative_zeros_are_numpys(shape: tuple[int, int, int]) -> None:
    source, target = np.full(shape, -0.0, np.float32), np.full(shape[2], 5, np.float32)
    call("mean_rows", at(target), at(source), *shape, bits(1))
    np.testing.assert_array_equal(np.signbit(target), np.signbit(np.add.reduce(np.add.reduce(source, 1), 0)))


def test_calls_run_in_order_until_one_fails() -> None:
    found = machine()
    assert found is not None
    data = np.array([0, 0, 4], np.int32)
    words: list[int] = []
    for place, checked in ((0, 1), (2, 0), (1, 1), (2, 1), (0, 1)):
        words += [found.read, COUNTS[0], checked, at(data) + 4 * place, *[0] * (COUNTS[0] - 1)]
    table, length = np.array(words, np.int64), module.HEADER + COUNTS[0]
    assert found.run(at(table), 0, len(words)) == 3 * length
    assert found.run(at(table), 0, 3 * length) == -1
    assert found.run(at(table), 4 * length, 5 * length) == -1


def test_a_number_of_arguments_that_is_not_known_is_a_failure() -> None:
    found = machine()
    assert found is not None
    table = np.array([found.read, 5, 1, 0, 0, 0, 0, 0], np.int64)
    assert found.run(at(table), 0, 8) == 0


def test_without_llvm_there_is_no_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_made", None)
    monkeypatch.setattr(module, "_reason", None)
    monkeypatch.setattr(module, "_make", lambda: 1 / 0)
    assert machine() is None
    assert machine() is None  # and it is not tried again
    assert "ZeroDivisionError" in (module._reason or "")
