"""Malformed calls of Einsum and Cross."""

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import InvalidArgumentError, NotFoundError
from tests.hostile.test_array import dynamic, static

X = np.zeros((2, 3), np.float32)
Y = np.zeros((3, 4), np.float32)


def einsum(equation, *inputs):
    return ("Einsum", {"inputs": list(inputs), "equation": equation})


CALLS = [
    (*einsum("ij,jk", X, Y), "attr 'equation' of op 'Einsum' must have one '->'"),
    (*einsum("i->j->k", X), "must have one '->'"),
    (*einsum("ij, jk->ik", X, Y), r"must consist of letters.*got ' ' in 'ij, jk->ik'"),
    (*einsum("i1->i", X), "must consist of letters"),
    (*einsum("i..->i", X), "must consist of letters"),
    (*einsum("i...j...->ij", X), "must consist of letters.* at most one '...'"),
    (*einsum("ij->k", X), r"must name only labels of the operands in its result, got 'k' in 'ij->k'"),
    (*einsum("", X), "must have one '->'"),
    (*einsum("ij,jk,kl->il", X, Y, Y.T), "must have one or two operands, got 3"),
    (*einsum("ij->i", X, Y), "inputs of op 'Einsum' must have the 1 operands of equation 'ij->i', got 2"),
    (*einsum("i->i", X), r"must have rank 1 for the labels 'i', got rank 2 \(2, 3\)"),
    (*einsum("...ijk->i", X), "must have rank 3 or more for the labels '...ijk'"),
    (*einsum("ii->i", X), "must have one size for label 'i' of equation 'ii->i', got 2 and 3"),
    (*einsum("ij,jk->ik", X, X), "must have one size for label 'j'"),
    (*einsum("ij,ij->ij", X, X[:1]), "must have one size for label 'i'"),  # letters do not broadcast
    (*einsum("...j->j", X), "must have '...' in its result for the 1 axes"),
    (*einsum("...i,...i->...", X, np.zeros((4, 3), np.float32)), "must have axes that broadcast where '...' stands"),
    ("Cross", {"a": X, "b": X[:1]}, "b of op 'Cross' must have the shape of a"),
    ("Cross", {"a": Y, "b": Y}, "a of op 'Cross' must have 3 elements along its last axis, got 4"),
    ("Cross", {"a": X[0, 0], "b": X[0, 0]}, "must have rank 1 or more"),
]


@pytest.mark.parametrize("call", CALLS, ids=lambda call: str(call[1].get("equation", call[0])))
@pytest.mark.parametrize("way", [static, dynamic, lambda op, a: getattr(go.eager, op)(**a)],
                         ids=["static", "dynamic", "eager"])  # fmt: skip
def test_malformed(call, way):
    op, arguments, text = call
    with pytest.raises(InvalidArgumentError, match=text):
        way(op, arguments)


def test_what_has_no_product():
    with pytest.raises(NotFoundError, match="must have a kernel on .*CPU"):
        go.eager.Einsum(inputs=[np.array([True, False])], equation="i->i")


def test_result_that_is_too_large():
    """The shape is refused before anything is allocated."""
    with go.Graph().as_default():
        x = go.placeholder(go.float32, (2**31,))
        with pytest.raises(InvalidArgumentError, match="at most 2\\*\\*63 - 1 elements"):
            go.raw_ops.Einsum(inputs=[x, x], equation="i,j->ijij")


def test_names_of_dimensions_are_kept():
    with go.Graph().as_default():
        x, y = go.placeholder(go.float32, ("N", 3)), go.placeholder(go.float32, (3, "M"))
        assert go.raw_ops.Einsum(inputs=[x, y], equation="ij,jk->ik").shape == ("N", "M")
        assert go.raw_ops.Einsum(inputs=[go.placeholder(go.float32)], equation="...i->i...").shape.rank is None
