"""drop_identities: powers with constant exponents become products; expected values are exact, or C's pow in float64."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import graphops as go
from tests.plan.rewritten import ops, outcome, rewritten, same_with_passes

raw = go.raw_ops
DROP = ("drop_identities",)
EDGES = [0.0, -0.0, math.inf, -math.inf, math.nan, 1.0, -1.0, -2.5, 3.0, 1e-30, -1e-20, 1e20, -1e13, 0.1, -0.3]


@pytest.fixture(autouse=True)
def _graph() -> Iterator[None]:
    with go.Graph().as_default():
        yield


def left(x: Any, exponent: Any, passes: Any = DROP) -> list[str]:
    return ops(rewritten([raw.Pow(x=x, y=exponent)], [x], passes))


def test_what_powers_become() -> None:
    x = go.placeholder(go.float32, (None, 3))
    assert left(x, 1.0) == []
    assert left(x, 2.0) == ["Square"]
    assert left(x, 3.0) == ["Square", "Mul"]
    assert left(x, -1.0) == ["Reciprocal"]
    for other in (0.0, 0.5, 4.0, -2.0, np.nextafter(np.float32(3), np.float32(4))):
        assert left(x, other) == ["Pow"]
    assert left(x, 3.0, ("fold_constants", "merge_common", "fuse")) == ["Pow"]


def test_the_exponent_must_leave_the_shape_as_it_is() -> None:
    x, unknown = go.placeholder(go.float32, (None, 3)), go.placeholder(go.float32)
    assert left(x, [[2.0]]) == left(x, [2.0, 2.0, 2.0]) == left(unknown, 2.0) == ["Square"]
    assert left(x, [[[2.0]]]) == left(x, [2.0, 2.0, 3.0]) == left(unknown, [2.0]) == ["Pow"]
    assert left(x, np.full((2, 3), 2, np.float32)) == left(go.placeholder(go.float32, (1,)), [2.0, 2.0]) == ["Pow"]


@pytest.mark.parametrize("exponent", [1.0, 2.0, 3.0, -1.0])
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.float16, ml_dtypes.bfloat16])
def test_values_of_edges(dtype: Any, exponent: float) -> None:
    with np.errstate(all="ignore"):
        fed = np.array(EDGES).astype(dtype)
        wide = fed.astype(np.float64)
        exact = {1.0: wide, 2.0: wide * wide, 3.0: wide * wide * wide, -1.0: 1 / wide}[exponent]
        expected = exact.astype(dtype).astype(np.float64)
    x = go.placeholder(go.as_dtype(fed.dtype), (len(EDGES),))
    y = raw.Pow(x=x, y=np.asarray(exponent, dtype))
    exact_type = exponent != 3.0 or dtype in (np.float32, np.float64)
    assert (ops(rewritten([y], [x], DROP)) == ["Pow"]) != exact_type  # elsewhere a cube would round twice
    got = np.asarray(outcome(y, {x: fed}, DROP)[0]).astype(np.float64)
    special = ~np.isfinite(expected) | (expected == 0)
    np.testing.assert_array_equal(got[special], expected[special])
    np.testing.assert_array_equal(np.signbit(got) & ~np.isnan(got), np.signbit(expected) & ~np.isnan(expected))
    ulp = float(ml_dtypes.finfo(dtype).eps)
    tiny = float(ml_dtypes.finfo(dtype).tiny)
    with np.errstate(all="ignore"):
        error = np.abs(got - exact)[~special]
    assert (error <= ulp * np.maximum(np.abs(exact[~special]), tiny)).all()


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.int64])
def test_integers_wrap_as_powers_of_them_do(dtype: Any) -> None:
    fed = np.array([0, 1, -1, 7, -100, np.iinfo(dtype).max, np.iinfo(dtype).min], dtype)
    x = go.placeholder(go.as_dtype(fed.dtype), fed.shape)
    size = 8 * fed.itemsize
    for exponent, kinds in ((2, ["Square"]), (3, ["Square", "Mul"])):
        y = raw.Pow(x=x, y=np.asarray(exponent, dtype))
        assert ops(rewritten([y], [x], DROP)) == kinds
        wrapped = [(int(value) ** exponent + (1 << size - 1)) % (1 << size) - (1 << size - 1) for value in fed]
        assert same_with_passes(y, {x: fed}).tolist() == wrapped
    y = raw.Pow(x=x, y=np.asarray(-1, dtype))
    assert same_with_passes(y, {x: fed})[0].__name__ == "InvalidArgumentError"


def test_complex_powers_stay() -> None:
    x = go.placeholder(go.complex64, (2,))
    for exponent in (2, 3, -1):
        assert left(x, np.complex64(exponent)) == ["Pow"]


def test_what_is_fetched_as_a_node_fed_or_awaited_stays() -> None:
    x = go.placeholder(go.float32, (3,))
    y = raw.Pow(x=x, y=2.0)
    assert ops(rewritten([y.node], [x], DROP)) == ["Pow"]
    exponent = go.constant(2.0)
    assert ops(rewritten([raw.Pow(x=x, y=exponent)], [x, exponent], DROP)) == ["Pow"]
    with go.get_default_graph().control_dependencies([y.node]):
        z = raw.Neg(x=x)
    assert ops(rewritten([y, z], [x], DROP)) == ["Pow", "Neg"]
    values = outcome([y, raw.Neg(x=y)], {x: [1, 2, 3], y: [5, 6, 7]}, DROP)[0]
    assert values[1].tolist() == [-5, -6, -7]


def test_squares_of_several_powers_are_one() -> None:
    x = go.placeholder(go.float32, (3,))
    fetches = [raw.Pow(x=x, y=3.0), raw.Square(x=x), raw.Pow(x=x, y=2.0), raw.Pow(x=x, y=3.0)]
    assert sorted(ops(rewritten(fetches, [x], (*DROP, "merge_common")))) == ["Mul", "Square"]
    values = same_with_passes(fetches, {x: [1, -2, 3]})
    assert [value.tolist() for value in values] == [[1, -8, 27], [1, 4, 9], [1, 4, 9], [1, -8, 27]]


def test_a_power_on_a_branch_is_computed_there() -> None:
    x, pred = go.placeholder(go.float32, (2,)), go.placeholder(go.bool, ())
    taken = raw.Switch(data=x, pred=pred)
    y = raw.Merge(inputs=[raw.Pow(x=taken[0], y=3.0), raw.Neg(x=taken[1])])[0]
    for side, expected in ((False, [-8, 27]), (True, [2, -3])):
        assert same_with_passes(y, {x: [-2, 3], pred: side}).tolist() == expected
