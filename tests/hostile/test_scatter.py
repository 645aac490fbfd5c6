"""Malformed calls of ops that change tensors at coordinates."""

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import InvalidArgumentError, NotFoundError
from tests.hostile.test_array import dynamic, static

X = np.zeros((3, 2), np.float32)
OPS = ("TensorScatterUpdate", "TensorScatterAdd", "TensorScatterSub", "TensorScatterMin", "TensorScatterMax",
       "ScatterNdNonAliasingAdd")  # fmt: skip
CALLS = [
    ([[3]], X[:1], r"indices of op '{op}' must be in \[0, 3\)"),
    ([[-1]], X[:1], r"must be in \[0, 3\)"),
    ([[0, 2]], X[0, :1], r"must be in \[0, 2\)"),
    ([[0]], X[0], r"updates of op '{op}' must have shape \(1, 2\)"),
    ([[0, 1]], X[:1], r"must have shape \(1,\)"),
    ([[0, 1, 0]], X[0, :1], "indices of op '{op}' must have at most 2 coordinates"),
    (0, X, "indices of op '{op}' must have rank 1 or more"),
]


@pytest.mark.parametrize("op", OPS)
@pytest.mark.parametrize("call", CALLS, ids=lambda call: str(call[0]))
@pytest.mark.parametrize("way", [static, dynamic, lambda op, a: getattr(go.eager, op)(**a)],
                         ids=["static", "dynamic", "eager"])  # fmt: skip
def test_malformed(op, call, way):
    indices, updates, text = call
    first = "input" if op == "ScatterNdNonAliasingAdd" else "tensor"
    arguments = {first: X, "indices": np.array(indices, np.int32), "updates": updates}
    with pytest.raises(InvalidArgumentError, match=text.replace("{op}", op)):
        way(op, arguments)


def test_policy():
    arguments = {"tensor": X, "indices": np.array([[7], [1]]), "updates": X[:2] + 1}
    with pytest.raises(InvalidArgumentError, match="attr 'bad_indices_policy' .* must be one of"):
        go.eager.TensorScatterAdd(**arguments, bad_indices_policy="LOUD")
    found = go.eager.TensorScatterAdd(**arguments, bad_indices_policy="IGNORE")
    np.testing.assert_array_equal(found, [[0, 0], [1, 1], [0, 0]])


def test_the_last_update_counts_and_has_the_gradient():
    with go.Graph().as_default(), go.Session() as session:
        x, updates = go.constant(np.zeros(3)), go.constant(np.array([1.0, 2.0, 3.0]))
        y = go.raw_ops.TensorScatterUpdate(tensor=x, indices=np.array([[1], [0], [1]]), updates=updates)
        assert session.run(y).tolist() == [2, 3, 0]
        dx, du = session.run(go.gradients(y, [x, updates]))
        assert dx.tolist() == [0, 0, 1]
        assert du.tolist() == [0, 1, 1]


def test_what_cannot_be_added():
    words = np.array([b"a", b"b"], object)
    with pytest.raises(NotFoundError, match="must have a kernel on .*CPU"):
        go.eager.TensorScatterAdd(tensor=words, indices=np.array([[0]]), updates=words[:1])


@pytest.mark.parametrize("index", [np.int16, np.uint16])
def test_indices_of_16_bits(index):
    """TensorFlow's CPU has no kernel for them."""
    found = go.eager.TensorScatterUpdate(tensor=X, indices=np.array([[2]], index), updates=X[:1] + 1)
    np.testing.assert_array_equal(found, [[0, 0], [0, 0], [1, 1]])
