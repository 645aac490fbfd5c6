"""Equal and NotEqual of texts: compared one by one with Python's, also where most of them are one object."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from graphops import eager

SHAPES = [((), ()), ((4,), ()), ((), (4,)), ((2, 300), ()), ((2, 300), (1,)), ((300,), (1, 1)), ((1,), (3, 1, 1)),
          ((2, 300), (300,)), ((2, 300), (2, 1)), ((0, 3), ()), ((0,), (1,)), ((5, 1), (1, 5))]  # fmt: skip


def padded(rng: np.random.Generator, shape: tuple[int, ...], share: float) -> np.ndarray[Any, Any]:
    """Texts, of which a share is one object, which other texts equal that are objects of their own."""
    padding = b"padding\0"
    own: list[Callable[[], bytes]] = [
        lambda: bytes(bytearray(padding)), lambda: b"", lambda: b"a" * rng.integers(5), lambda: b"padding"
    ]  # fmt: skip
    made = np.empty(shape, object)
    for index in np.ndindex(shape):
        made[index] = padding if rng.random() < share else own[rng.integers(4)]()
    return made


@pytest.mark.parametrize("share", [0.0, 0.4, 0.95, 1.0])
@pytest.mark.parametrize("shapes", SHAPES, ids=str)
def test_texts_are_compared_as_python_compares_them(shapes: tuple[Any, Any], share: float) -> None:
    rng = np.random.default_rng(len(shapes[0]))
    x, y = padded(rng, shapes[0], share), padded(rng, shapes[1], share)
    wide_x, wide_y = np.broadcast_arrays(x, y)
    expected = np.array([a == b for a, b in zip(wide_x.flat, wide_y.flat, strict=True)], bool).reshape(wide_x.shape)
    for given in (x, x.copy(order="F")):
        np.testing.assert_array_equal(eager.Equal(x=given, y=y), expected)
        np.testing.assert_array_equal(eager.NotEqual(x=given, y=y), ~expected)
        assert eager.Equal(x=given, y=y).shape == expected.shape
