"""The measure of the other tests sees what it has to."""

from __future__ import annotations

import numpy as np
import pytest

from tests.interop.compare import first_line, relative_difference, story, table, worst

ONE = np.array([1.0, -4.0, 0.0], np.float32)
NAN = np.array([np.nan, 2.0], np.float32)


@pytest.mark.parametrize(
    "found, expected, difference",
    [
        (ONE, ONE, 0.0),
        (ONE + np.float32(0.5), ONE, 0.125),  # of the largest magnitude, not of each
        (np.float32([0.0, 0.25]), np.float32([0.0, 0.0]), 0.25),
        (NAN, NAN, 0.0),
        (np.float32([1.0, 2.0]), NAN, np.inf),
        (np.float32([np.inf, 2.0]), np.float32([-np.inf, 2.0]), np.inf),
        (np.float32([np.nan, -4.0, 0.0]), ONE, np.inf),
        (ONE.astype(np.float64), ONE, np.inf),
        (ONE[:2], ONE, np.inf),
        (ONE[:0], ONE[:0], 0.0),
        (np.array([1, 2]), np.array([1, 3]), np.inf),
        (np.array([b"a"]), np.array([b"a"]), 0.0),
        (np.complex64([1 + 2j]), np.complex64([1 + 1j]), 1 / 2**0.5),
        (np.float16([60000.0]), np.float16([-60000.0]), 2.0),  # no overflow within
    ],
)
def test_relative_difference(found: np.ndarray, expected: np.ndarray, difference: float) -> None:
    assert relative_difference(found, expected) == pytest.approx(difference)


def test_worst_names_the_tensor_and_misses_none() -> None:
    assert worst({"a": ONE, "b": ONE * 2}, {"a": ONE, "b": ONE}) == (1.0, "b")
    assert worst({"a": ONE}, {"a": ONE, "b": ONE}) == (np.inf, "b")
    assert worst({"a": ONE}, {"a": ONE}) == (0.0, "a")


def test_tables_and_stories() -> None:
    assert table(("n", "x"), [("one", 0.5), ("two", 1e-7)]) == "n           x\none      0.50\ntwo  1.00e-07"
    error = ValueError("bad\nvalue")
    error.add_note("here")
    assert story(error) == "ValueError: bad\nvalue\nhere"
    assert first_line(story(error)) == "ValueError: bad"
    assert first_line("") == "none"
