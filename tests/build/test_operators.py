"""Python's operators on tensors against Python's on arrays."""

import operator

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError

X = np.array([[7.0, -2.5, 3.0], [0.5, 4.0, -6.0]])
Y = np.array([[2.0, 3.0, -4.0], [5.0, 0.25, 2.0]])
I, J = np.array([7, -7, 9], np.int32), np.array([2, 3, -4], np.int32)


def run(build, *arrays):
    with go.Graph().as_default(), go.Session() as session:
        tensors = [go.placeholder(a.dtype, a.shape) for a in arrays]
        return session.run(build(*tensors), dict(zip(tensors, arrays, strict=True)))


@pytest.mark.parametrize("name", ["add", "sub", "mul", "truediv", "floordiv", "mod", "lt", "le", "gt", "ge"])
def test_binary(name):
    function = getattr(operator, name)
    np.testing.assert_allclose(run(function, X, Y), function(X, Y))
    np.testing.assert_allclose(run(lambda x: function(x, 2.0), X), function(X, 2.0))
    np.testing.assert_allclose(run(lambda y: function(10, y), Y), function(10, Y))
    np.testing.assert_allclose(run(lambda y: function(X, y), Y), function(X, Y))  # NumPy on the left gives way
    np.testing.assert_array_equal(run(function, I, J), function(I, J))


def test_powers_and_signs():
    np.testing.assert_allclose(run(lambda x: x**2.0, X), X**2)
    np.testing.assert_allclose(run(lambda x: 2.0**x, X), 2.0**X)
    np.testing.assert_array_equal(run(operator.neg, X), -X)
    np.testing.assert_array_equal(run(operator.abs, X), abs(X))
    np.testing.assert_allclose(run(operator.abs, X + 1j * Y), abs(X + 1j * Y))
    assert run(operator.pos, X).tolist() == X.tolist()


def test_true_division_of_integers_is_float64():
    result = run(operator.truediv, I, J)
    assert result.dtype == np.float64
    np.testing.assert_array_equal(result, I / J)
    assert run(lambda i: i / 2, I).dtype == np.float64
    assert run(operator.truediv, I.astype(np.int8), J.astype(np.int8)).dtype == np.float32
    with pytest.raises(InvalidTypeError):
        run(lambda i: i / 2.5, I)


def test_matmul():
    np.testing.assert_allclose(run(lambda x, y: x @ y, X, Y.T), X @ Y.T)
    stack = np.stack([X, Y])
    np.testing.assert_allclose(run(lambda a: a @ X.T, stack), stack @ X.T)
    np.testing.assert_allclose(run(lambda a: X.T @ a, stack), X.T @ stack)


def test_logic_and_bits():
    p, q = X > 0, Y > 0
    for function in (operator.and_, operator.or_, operator.xor):
        np.testing.assert_array_equal(run(function, p, q), function(p, q))
        np.testing.assert_array_equal(run(function, I, J), function(I, J))
        np.testing.assert_array_equal(run(lambda i, f=function: f(i, 6), I), function(I, 6))
    np.testing.assert_array_equal(run(operator.invert, p), ~p)
    np.testing.assert_array_equal(run(operator.invert, I), ~I)


@pytest.mark.parametrize(
    "item",
    [np.s_[1], np.s_[-1], np.s_[:, 1:], np.s_[..., -1], np.s_[None, ::2, ::-1], np.s_[0, ..., 1:3],
     np.s_[:, -1, None, 3:0:-2], np.s_[5:], np.s_[:, 1:1], np.s_[1, 2, 3], np.s_[np.int64(1)], np.s_[-9:9]],
)  # fmt: skip
def test_slices(item):
    x = np.arange(24.0).reshape(2, 3, 4)
    result = run(lambda t: t[item], x)
    assert np.shape(result) == x[item].shape
    np.testing.assert_array_equal(result, x[item])


def test_slices_by_tensors():
    x = np.arange(12.0).reshape(3, 4)
    np.testing.assert_array_equal(run(lambda t, i: t[i], x, np.array(2, np.int32)), x[2])
    np.testing.assert_array_equal(run(lambda t, i: t[1:i, i], x, np.array(3, np.int32)), x[1:3, 3])


def test_bad_indices():
    with go.Graph().as_default():
        t = go.placeholder(go.float64, (2, 3))
        for item in (1.0, "a", True, [0, 1], np.array([0, 1])):
            with pytest.raises(InvalidTypeError, match="an index must be"):
                t[item]
        with pytest.raises(InvalidArgumentError, match=r"be in \[-2, 2\) for axis 0, got 2"):
            t[2]
        with pytest.raises(InvalidArgumentError, match="at most the 2 axes"):
            t[0, 0, 0]
        with pytest.raises(InvalidArgumentError, match="at most one"):
            t[..., ...]
        with pytest.raises(InvalidArgumentError, match="not be 0"):
            t[::0]


def test_mixed_dtypes_are_refused():
    with go.Graph().as_default():
        f, d = go.constant(1.0), go.constant(1.0, go.float64)
        with pytest.raises(InvalidTypeError, match="must have the dtype of x"):
            f + d
        with pytest.raises(InvalidTypeError, match="a float64"):
            f * np.float64(2)
        with pytest.raises(InvalidTypeError):
            go.constant(1) + 1.5
