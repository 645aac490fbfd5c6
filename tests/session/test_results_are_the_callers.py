"""What a caller does to a result never reaches the Session, nor what it keeps."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops import raw_ops as raw

X = np.arange(4, dtype=np.float32)


def empty_list() -> Any:
    return raw.EmptyTensorList(
        element_shape=go.constant([4]), max_num_elements=go.constant(9), element_dtype=go.float32
    )


def pushed_in_a_loop(x: Any) -> tuple[Any, Any]:
    """In the last turn the list gets what the turn before has made, and the turn hands it on."""

    def body(i: Any, a: Any, b: Any, items: Any) -> tuple[Any, ...]:
        return i + 1, a + np.float32(1), a, raw.TensorListPushBack(input_handle=items, tensor=a)

    _, _, b, items = go.while_loop(lambda i, a, b, items: i < 3, body, [go.constant(0), x, x, empty_list()])
    return b, items


def pushed(x: Any) -> tuple[Any, Any]:
    b = x + np.float32(1)
    return b, raw.TensorListPushBack(input_handle=empty_list(), tensor=b)


def split_into_a_list(x: Any) -> tuple[Any, Any]:
    """The elements are views of the tensor."""
    rows = raw.Pack(values=[x, x + np.float32(1)], axis=0)
    return rows, raw.TensorListFromTensor(tensor=rows, element_shape=go.constant([4]))


@pytest.mark.parametrize("made", [pushed_in_a_loop, pushed, split_into_a_list])
def test_a_fetched_list_does_not_change_with_a_fetched_element(made: Any) -> None:
    x = go.placeholder(go.float32, (4,))
    element, items = made(x)
    fed = go.placeholder(go.variant, ())
    stack = raw.TensorListStack(
        input_handle=fed, element_shape=go.constant([4]), element_dtype=go.float32, num_elements=-1
    )
    with go.Session() as session:
        for _ in range(4):  # as steps, then as a program
            value, handle = session.run([element, items], {x: X})
            before = session.run(stack, {fed: handle})
            value[...] = -99
            assert np.array_equal(session.run(stack, {fed: handle}), before)


def test_a_result_without_other_owners_is_not_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    from graphops.session import fetches

    references: list[int] = []
    count = fetches._references
    monkeypatch.setattr(fetches, "_references", lambda values: references.extend(count(values)) or count(values))
    x = go.placeholder(go.float32, (None,))
    _, total = go.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a + np.float32(1)), [go.constant(0), x])
    with go.Session() as session:
        for _ in range(4):
            session.run([raw.Exp(x=x), total], {x: X})
    assert set(references) == {fetches._ALONE}
