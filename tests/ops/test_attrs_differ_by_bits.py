"""Two calls whose attrs differ in the sign of a zero alone share nothing."""

from __future__ import annotations

import numpy as np

import graphops as go


def test_the_sign_of_a_zero_in_an_attr_counts() -> None:
    x = np.array([-1.0, 2.0], np.float32)
    for alpha in (0.0, -0.0, 0.0):
        found = go.eager.LeakyRelu(features=x, alpha=alpha)
        assert found.tolist() == [0.0, 2.0]
        assert np.signbit(found[0]) == (not np.signbit(alpha))


def test_a_nan_in_an_attr_is_found_again() -> None:
    x = np.array([-1.0, 2.0], np.float32)
    for _ in range(3):
        assert np.isnan(go.eager.LeakyRelu(features=x, alpha=float("nan"))[0])
