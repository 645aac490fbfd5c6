"""``tf.nn.fused_batch_norm``: the epsilon that is given counts, however small."""

from __future__ import annotations

import numpy as np
import pytest

import graphops.compat.v1 as tf


@pytest.mark.parametrize("epsilon", [1e-3, 1e-5, 1e-7])
def test_a_small_epsilon_is_not_raised(epsilon: float) -> None:
    x = (1e-3 * np.random.default_rng(0).standard_normal((4, 3, 3, 2))).astype(np.float32)
    with tf.Graph().as_default(), tf.Session() as session:
        found = session.run(tf.nn.fused_batch_norm(x, [1.0, 2.0], [0.0, 3.0], epsilon=epsilon)[0])
    wide = x.astype(np.float64)
    expected = (wide - wide.mean((0, 1, 2))) / np.sqrt(wide.var((0, 1, 2)) + epsilon) * [1.0, 2.0] + [0.0, 3.0]
    np.testing.assert_allclose(found, expected, rtol=2e-5, atol=2e-6)
