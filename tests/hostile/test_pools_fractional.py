"""Pools with windows of random sizes: what they draw, and sizes that do not fit in memory."""

import numpy as np
import pytest

import graphops as go

X = np.arange(400.0).reshape(1, 20, 20, 1)
RATIO = [1.0, 1.5, 1.5, 1.0]


def test_windows_without_seeds_differ() -> None:
    x = go.placeholder(go.float64, (1, 20, 20, 1))
    pools = [go.raw_ops.FractionalMaxPool(value=x, pooling_ratio=RATIO).row_pooling_sequence for _ in range(4)]
    with go.Session() as session:
        drawn = {tuple(rows.tolist()) for _ in range(4) for rows in session.run(pools, {x: X})}
    assert len(drawn) > 8
    assert all(rows[0] == 0 and rows[-1] == 20 and set(np.diff(rows)) == {1, 2} for rows in drawn)


def test_deterministic_windows_stay() -> None:
    x = go.placeholder(go.float64, (1, None, None, 1))
    rows = go.raw_ops.FractionalAvgPool(value=x, pooling_ratio=RATIO, deterministic=True).row_pooling_sequence
    with go.Session() as session:
        first, second = (session.run(rows, {x: X}).tolist() for _ in range(2))
        assert first == second
        assert session.run(rows, {x: X[:, :7, :7]})[-1] == 7


def test_seeds_need_deterministic() -> None:
    with pytest.raises(go.errors.InvalidArgumentError, match="must be 0 if 'deterministic' is false"):
        go.eager.FractionalAvgPool(value=X, pooling_ratio=RATIO, seed=1)


def test_one_window_of_all() -> None:
    x = np.random.default_rng(0).random((1, 300, 400, 2))
    ratio = [1.0, 300.0, 400.0, 1.0]
    pool = go.eager.FractionalMaxPool(value=x, pooling_ratio=ratio)
    np.testing.assert_array_equal(pool.output[0, 0, 0], x.max(axis=(0, 1, 2)))
    places = {"row_pooling_sequence": pool.row_pooling_sequence, "col_pooling_sequence": pool.col_pooling_sequence}
    dx = go.eager.FractionalMaxPoolGrad(orig_input=x, orig_output=pool.output, out_backprop=pool.output, **places)
    np.testing.assert_array_equal(dx, np.where(x == pool.output, x, 0))


def test_a_gradient_that_is_too_large() -> None:
    places = {"row_pooling_sequence": [0, 2**24], "col_pooling_sequence": [0, 2**24]}
    size = go.placeholder(go.int64, (4,))
    dx = go.raw_ops.FractionalAvgPoolGrad(orig_input_tensor_shape=size, out_backprop=np.ones((1, 1, 1, 1)), **places)
    with go.Session() as session, pytest.raises(go.errors.GraphopsError):
        session.run(dx, {size: [1, 2**24, 2**24, 1]})
