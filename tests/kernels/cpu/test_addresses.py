"""Where arrays lie, and what their flags say."""

from __future__ import annotations

import numpy as np

from graphops_cpu.runtime.addresses import OFFSETS, address_of


def test_the_address_of_an_array() -> None:
    whole = np.arange(12.0).reshape(3, 4)
    for array in (whole, whole[1:, 2:], whole.T, np.zeros((0, 2)), np.array(3.0)):
        assert address_of(array) == array.ctypes.data


def test_the_places_are_known_here() -> None:
    assert None not in OFFSETS
