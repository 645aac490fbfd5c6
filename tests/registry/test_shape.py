"""Partial shapes and named dimensions."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphops_registry.errors import InvalidArgumentError, InvalidTypeError
from graphops_registry.shape import TensorShape, broadcast_shapes

dims = st.one_of(st.none(), st.integers(0, 4), st.sampled_from("NM"))
shapes = st.one_of(st.none(), st.lists(dims, max_size=4)).map(TensorShape)


def admits(shape: TensorShape, concrete: tuple[int, ...]) -> bool:
    return shape.is_compatible_with(concrete)


@given(shapes, shapes, st.lists(st.integers(0, 4), max_size=4).map(tuple))
def test_merging_keeps_exactly_what_both_admit(a, b, concrete):
    try:
        merged = a.merge_with(b)
    except InvalidArgumentError:
        assert not (admits(a, concrete) and admits(b, concrete))
    else:
        assert admits(merged, concrete) == (admits(a, concrete) and admits(b, concrete))


@given(shapes, shapes)
def test_compatible_is_symmetric_and_means_mergeable(a, b):
    assert a.is_compatible_with(b) == b.is_compatible_with(a)
    if a.is_compatible_with(b):
        assert a.merge_with(b).is_compatible_with(a)


def test_text_and_equality():
    assert str(TensorShape(None)) == "<unknown>"
    assert str(TensorShape([])) == "()"
    assert str(TensorShape([3])) == "(3,)"
    assert str(TensorShape(["N", None, 3, -1])) == "(N, ?, 3, ?)"
    assert TensorShape([2, None]) == (2, None)
    assert TensorShape(None) != TensorShape([])
    assert hash(TensorShape([2, 3])) == hash(TensorShape((2, 3)))
    assert pickle.loads(pickle.dumps(TensorShape(["N", 2]))) == TensorShape(["N", 2])


def test_sizes():
    assert TensorShape([2, 3]).num_elements == 6
    assert TensorShape([2, "N"]).num_elements is None
    assert TensorShape([2, "N"]).as_list() == [2, None]
    assert TensorShape([2, 3, 4])[1:] == (3, 4)
    assert TensorShape([2]).concatenate([3]) == (2, 3)
    assert TensorShape(None).concatenate([3]).rank is None
    with pytest.raises(InvalidArgumentError):
        TensorShape([2, None]).as_tuple()
    with pytest.raises(InvalidArgumentError):
        len(TensorShape(None))


@pytest.mark.parametrize("bad", [[-2], [2**63], ["not a name"], [""]])
def test_bad_sizes(bad):
    with pytest.raises(InvalidArgumentError, match="a dimension"):
        TensorShape(bad)


@pytest.mark.parametrize("bad", [[1.5], [True], [[2]], "abc"])
def test_bad_kinds(bad):
    with pytest.raises(InvalidTypeError):
        TensorShape(bad)


@pytest.mark.parametrize(
    "a, b, result",
    [
        ([2, 3], [3], [2, 3]),
        ([2, 1], [1, 3], [2, 3]),
        ([None], [3], [3]),
        ([None], [1], [None]),
        ([None], [None], [None]),
        (["N"], ["N"], ["N"]),
        (["N"], ["M"], [None]),
        ([0], [1], [0]),
        (None, [2], None),
        ([], [4], [4]),
    ],
)
def test_broadcasting(a, b, result):
    assert broadcast_shapes(TensorShape(a), TensorShape(b)) == TensorShape(result)
    assert broadcast_shapes(TensorShape(b), TensorShape(a)) == TensorShape(result)


def test_broadcasting_refuses():
    with pytest.raises(InvalidArgumentError, match=r"\(2,\) and \(3,\) must broadcast"):
        broadcast_shapes(TensorShape([2]), TensorShape([3]))
