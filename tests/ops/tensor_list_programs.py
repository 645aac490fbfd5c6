"""Small programs of tensor lists, which TensorFlow and this library both run.

Each gets the raw ops and ``gradients`` and gives what to fetch.
``BAD`` are those that are refused. ``tests/golden/record_tensor_lists.py`` records what TensorFlow answers.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

X = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
I32 = np.int32
_TF = {"double": "float64", "float": "float32"}


def reserve(raw: Any, count: int, shape: Any = (2,), dtype: str = "double") -> Any:
    return raw.TensorListReserve(
        element_shape=np.array(shape, I32), num_elements=I32(count), element_dtype=kind(raw, dtype)
    )


def kind(raw: Any, name: str) -> Any:
    """A dtype as each of the libraries takes it."""
    return name if raw.__name__.startswith("graphops") else getattr(import_module("tensorflow"), _TF.get(name, name))


def of(raw: Any, value: Any = X, shape: Any = (2,)) -> Any:
    return raw.TensorListFromTensor(tensor=value, element_shape=np.array(shape, I32))


def stack(raw: Any, handle: Any, shape: Any = (2,), dtype: str = "double", count: int = -1) -> Any:
    return raw.TensorListStack(
        input_handle=handle, element_shape=np.array(shape, I32), element_dtype=kind(raw, dtype), num_elements=count
    )


def get(raw: Any, handle: Any, index: int, shape: Any = (2,), dtype: str = "double") -> Any:
    return raw.TensorListGetItem(
        input_handle=handle, index=I32(index), element_shape=np.array(shape, I32), element_dtype=kind(raw, dtype)
    )


def put(raw: Any, handle: Any, index: int, item: Any, **keywords: Any) -> Any:
    return raw.TensorListSetItem(input_handle=handle, index=I32(index), item=item, **keywords)


def pop(raw: Any, handle: Any, shape: Any = (2,), dtype: str = "double") -> Any:
    return raw.TensorListPopBack(
        input_handle=handle, element_shape=np.array(shape, I32), element_dtype=kind(raw, dtype)
    )


def length(raw: Any, handle: Any) -> Any:
    return raw.TensorListLength(input_handle=handle)


def empty(raw: Any, shape: Any = (2,), limit: int = -1, dtype: str = "double") -> Any:
    return raw.EmptyTensorList(
        element_shape=np.array(shape, I32), max_num_elements=I32(limit), element_dtype=kind(raw, dtype)
    )


def push(raw: Any, handle: Any, *items: Any) -> Any:
    for item in items:
        handle = raw.TensorListPushBack(input_handle=handle, tensor=item)
    return handle


def element_shape(raw: Any, handle: Any, dtype: str = "int32") -> Any:
    return raw.TensorListElementShape(input_handle=handle, shape_type=kind(raw, dtype))


def gather(raw: Any, handle: Any, indices: Any, shape: Any = (2,)) -> Any:
    return raw.TensorListGather(
        input_handle=handle,
        indices=np.array(indices, I32),
        element_shape=np.array(shape, I32),
        element_dtype=kind(raw, "double"),
    )


def concat(raw: Any, handle: Any, shape: Any = (-1, 2), leading: Any = ()) -> Any:
    return raw.TensorListConcatV2(
        input_handle=handle,
        element_shape=np.array(shape, I32),
        leading_dims=np.array(leading, np.int64),
        element_dtype=kind(raw, "double"),
    )


def scatter(raw: Any, indices: Any, count: int = -1, tensor: Any = X, shape: Any = (2,)) -> Any:
    return raw.TensorListScatterV2(
        tensor=tensor, indices=np.array(indices, I32), element_shape=np.array(shape, I32), num_elements=I32(count)
    )


def split(raw: Any, lengths: Any, tensor: Any = X, shape: Any = (-1, 2)) -> Any:
    return raw.TensorListSplit(tensor=tensor, element_shape=np.array(shape, I32), lengths=np.array(lengths, np.int64))


def _back(raw: Any, gradients: Any, write: Any) -> list[Any]:
    """The value of ``write(x)`` and the gradient of the sum of its squares."""
    x = raw.Identity(input=X)
    y = write(x)
    return [y, gradients(raw.Square(x=y), x)[0]]


def both(raw: Any, handle: Any) -> list[Any]:
    return [length(raw, handle), stack(raw, handle)]


def _each(raw: Any, handles: Any) -> list[Any]:
    """What is in the two lists of a vector."""
    return [stack(raw, each) for each in raw.Unpack(value=handles, num=2)]


def _entry(raw: Any) -> list[Any]:
    """The second of the lists in a variable, by a single number and by a vector of one."""
    variable = raw.VarHandleOp(dtype=kind(raw, "variant"), shape=[2], shared_name="lists")
    assign = raw.AssignVariableOp(resource=variable, value=raw.Pack(values=[of(raw), of(raw, X * 7)]))
    with import_module("tensorflow" if "tensorflow" in raw.__name__ else "graphops").control_dependencies([assign]):
        one = raw.ResourceGather(resource=variable, indices=I32(1), dtype=kind(raw, "variant"))
        many = raw.ResourceGather(resource=variable, indices=np.array([1], I32), dtype=kind(raw, "variant"))
    return [stack(raw, one), stack(raw, raw.Unpack(value=many, num=1)[0])]


PROGRAMS = {
    "reserved": lambda raw, g: both(raw, reserve(raw, 3)),
    "reserved, none": lambda raw, g: both(raw, reserve(raw, 0)),
    "set and get": lambda raw, g: [get(raw, put(raw, reserve(raw, 3), 1, X[0]), i) for i in (0, 1)],
    "a list does not change": lambda raw, g: (lambda a: [stack(raw, put(raw, a, 0, X[2])), stack(raw, a)])(of(raw)),
    "any element shape": lambda raw, g: [stack(raw, put(raw, reserve(raw, 2, -1), 1, X[0]), -1)],
    "a partial element shape": lambda raw, g: [stack(raw, put(raw, reserve(raw, 2, (-1,)), 1, X[0]), (-1,))],
    "merged shapes": lambda raw, g: [stack(raw, reserve(raw, 2, (-1, 3)), (2, -1))],
    "pushed": lambda raw, g: both(raw, push(raw, empty(raw), X[0], X[1], X[0])),
    "pushed on one list twice": lambda raw, g: (
        lambda a: [stack(raw, push(raw, a, X[1])), stack(raw, push(raw, a, X[2]))]
    )(push(raw, empty(raw), X[0])),
    "popped": lambda raw, g: (lambda p: [p[1], *both(raw, p[0])])(pop(raw, of(raw))),
    "popped and pushed": lambda raw, g: (lambda a: [stack(raw, push(raw, pop(raw, a)[0], X[0])), stack(raw, a)])(
        of(raw)
    ),
    "popped, never set": lambda raw, g: [pop(raw, reserve(raw, 2))[1]],
    "element shapes": lambda raw, g: [
        element_shape(raw, empty(raw)),
        element_shape(raw, empty(raw, (-1, 3)), "int64"),
        element_shape(raw, empty(raw, -1)),
    ],
    "resized to more": lambda raw, g: both(raw, raw.TensorListResize(input_handle=of(raw), size=I32(5))),
    "resized to less": lambda raw, g: both(raw, raw.TensorListResize(input_handle=of(raw), size=I32(1))),
    "set beyond the end": lambda raw, g: both(raw, put(raw, of(raw), 5, X[0], resize_if_index_out_of_bounds=True)),
    "gathered": lambda raw, g: [gather(raw, of(raw), (2, 0, 2))],
    "gathered, none": lambda raw, g: [gather(raw, of(raw), ())],
    "gathered, never set": lambda raw, g: [gather(raw, put(raw, reserve(raw, 3), 1, X[0]), (0, 1))],
    "scattered": lambda raw, g: both(raw, scatter(raw, (2, 0, 4))),
    "scattered into more": lambda raw, g: both(raw, scatter(raw, (2, 0, 4), 7)),
    "scattered twice to one": lambda raw, g: both(raw, scatter(raw, (1, 1, 0))),
    "scattered, the old way": lambda raw, g: both(
        raw, raw.TensorListScatter(tensor=X, indices=np.array((2, 0, 1), I32), element_shape=np.array((2,), I32))
    ),
    "scattered into a list": lambda raw, g: both(
        raw,
        raw.TensorListScatterIntoExistingList(input_handle=of(raw), tensor=X[:2] * 10, indices=np.array((2, 0), I32)),
    ),
    "split": lambda raw, g: (lambda a: [length(raw, a), get(raw, a, 0, (-1, 2)), get(raw, a, 1, (-1, 2))])(
        split(raw, (1, 2))
    ),
    "split with an empty part": lambda raw, g: (lambda a: [length(raw, a), get(raw, a, 1, (-1, 2))])(
        split(raw, (1, 0, 2))
    ),
    "concatenated": lambda raw, g: [*concat(raw, split(raw, (1, 0, 2)))],
    "concatenated, never set": lambda raw, g: [*concat(raw, reserve(raw, 2, (-1, 2)), (-1, 2), (1, 2))],
    "concatenated, a first size from the argument": lambda raw, g: [
        *concat(raw, reserve(raw, 3, -1), (2, 3)),
        *concat(raw, reserve(raw, 3, (2, 3)), (2, 3), (1,)),
    ],
    "concatenated, a first size from the list": lambda raw, g: [*concat(raw, reserve(raw, 3, (2, 3)), -1)],
    "concatenated, a first size from other elements": lambda raw, g: [
        *concat(raw, put(raw, reserve(raw, 3, (-1, 2)), 1, X), (-1, 2)),
        *concat(raw, put(raw, reserve(raw, 3, -1), 1, X), -1),
        *concat(raw, put(raw, reserve(raw, 3, (-1, 2)), 1, X), (-1, 2), (1,)),
        *concat(raw, put(raw, put(raw, reserve(raw, 3, -1), 1, X), 0, X[:1]), (-1, 2), (9, 9, 2)),
    ],
    "concatenated, none": lambda raw, g: [*concat(raw, reserve(raw, 0, (-1, 2)))],
    "concatenated lists": lambda raw, g: both(
        raw, raw.TensorListConcatLists(input_a=of(raw), input_b=of(raw, X[:1] * 9), element_dtype=kind(raw, "double"))
    ),
    "concatenated lists, several at once": lambda raw, g: _each(
        raw,
        raw.TensorListConcatLists(
            input_a=raw.Pack(values=[of(raw), of(raw, X[:1])]),
            input_b=raw.Pack(values=[of(raw, X[:1] * 9), of(raw, X * 8)]),
            element_dtype=kind(raw, "double"),
        ),
    ),
    "pushed on several lists": lambda raw, g: _each(
        raw,
        raw.TensorListPushBackBatch(input_handles=raw.Pack(values=[of(raw), empty(raw, limit=0)]), tensor=X[1:] * 3),
    ),
    "an entry of a variable of lists": lambda raw, g: [*_entry(raw)],
    "strings": lambda raw, g: [
        stack(
            raw,
            raw.TensorListSetItem(input_handle=reserve(raw, 2, (), "string"), index=I32(1), item=b"text"),
            (),
            "string",
        )
    ],
    "integers": lambda raw, g: [stack(raw, push(raw, empty(raw, (), dtype="int32"), I32(5), I32(-7)), (), "int32")],
    "bools": lambda raw, g: [stack(raw, reserve(raw, 2, (1,), "bool"), (1,), "bool")],
    "a list of scalars": lambda raw, g: [stack(raw, of(raw, X[0], ()), ())],
    "of empty elements": lambda raw, g: [stack(raw, of(raw, X[:, :0], (0,)), (0,))],
    "with the right number": lambda raw, g: [stack(raw, of(raw), count=3)],
    "zeros like": lambda raw, g: both(raw, raw.ZerosLike(x=of(raw))),
    "added": lambda raw, g: both(raw, raw.AddN(inputs=[of(raw), of(raw, X * 10)])),
    "added, never set": lambda raw, g: both(raw, raw.AddN(inputs=[of(raw), put(raw, reserve(raw, 3), 1, X[0])])),
    "gradient of stack": lambda raw, g: _back(raw, g, lambda x: stack(raw, of(raw, x))),
    "gradient of get": lambda raw, g: _back(raw, g, lambda x: get(raw, of(raw, x), 1)),
    "gradient of set": lambda raw, g: _back(
        raw, g, lambda x: stack(raw, put(raw, of(raw, x), 1, raw.GatherV2(params=x, indices=I32(2), axis=I32(0))))
    ),
    "gradient of push and pop": lambda raw, g: _back(
        raw, g, lambda x: pop(raw, push(raw, empty(raw, (3, 2)), x, raw.Square(x=x)), (3, 2))[1]
    ),
    "gradient of gather": lambda raw, g: _back(raw, g, lambda x: gather(raw, of(raw, x), (2, 0, 2))),
    "gradient of scatter": lambda raw, g: _back(raw, g, lambda x: stack(raw, scatter(raw, (2, 0, 1), tensor=x))),
    "gradient of scatter into": lambda raw, g: _back(
        raw,
        g,
        lambda x: stack(
            raw,
            raw.TensorListScatterIntoExistingList(
                input_handle=of(raw, x), tensor=raw.Square(x=x), indices=np.array((2, 0, 1), I32)
            ),
        ),
    ),
    "gradient of split": lambda raw, g: _back(raw, g, lambda x: get(raw, split(raw, (1, 2), x), 1, (-1, 2))),
    "gradient of concat": lambda raw, g: _back(raw, g, lambda x: concat(raw, split(raw, (1, 2), x))[0]),
    "gradient of resize": lambda raw, g: _back(
        raw, g, lambda x: stack(raw, raw.TensorListResize(input_handle=of(raw, x), size=I32(2)))
    ),
}
BAD = {
    "an index beyond": lambda raw, g: [get(raw, of(raw), 3)],
    "a negative index": lambda raw, g: [get(raw, of(raw), -1)],
    "set beyond": lambda raw, g: [stack(raw, put(raw, of(raw), 3, X[0]))],
    "an element of another shape": lambda raw, g: [stack(raw, put(raw, of(raw), 1, X))],
    "pushed, another shape": lambda raw, g: [stack(raw, push(raw, empty(raw), X))],
    "pushed, another dtype": lambda raw, g: [length(raw, push(raw, empty(raw), np.zeros(2, np.float32)))],
    "pushed on a full list": lambda raw, g: [length(raw, push(raw, empty(raw, limit=1), X[0], X[1]))],
    "popped from nothing": lambda raw, g: [pop(raw, empty(raw))[1]],
    "stacked, another dtype": lambda raw, g: [stack(raw, of(raw), dtype="float")],
    "stacked, another shape": lambda raw, g: [stack(raw, of(raw), (3,))],
    "stacked, different elements": lambda raw, g: [stack(raw, push(raw, empty(raw, -1), X[0], X), -1)],
    "stacked, nothing known": lambda raw, g: [stack(raw, reserve(raw, 2, -1), -1)],
    "stacked, none of an unknown shape": lambda raw, g: [stack(raw, reserve(raw, 0, -1), -1)],
    "another number": lambda raw, g: [stack(raw, of(raw), count=2)],
    "gathered beyond": lambda raw, g: [gather(raw, of(raw), (0, 3))],
    "scattered below": lambda raw, g: [length(raw, scatter(raw, (0, -1, 2)))],
    "scattered beyond": lambda raw, g: [length(raw, scatter(raw, (0, 1, 5), 3))],
    "scattered, another number": lambda raw, g: [length(raw, scatter(raw, (0, 1)))],
    "split, another sum": lambda raw, g: [length(raw, split(raw, (1, 1)))],
    "split, negative": lambda raw, g: [length(raw, split(raw, (4, -1)))],
    "concatenated scalars": lambda raw, g: [concat(raw, of(raw, X[0], ()), -1)[0]],
    "concatenated, another shape": lambda raw, g: [concat(raw, split(raw, (1, 2)), (-1, 3))[0]],
    "concatenated, another first size": lambda raw, g: [
        concat(raw, put(raw, reserve(raw, 3, (-1, 2)), 1, X), (5, 2))[0]
    ],
    "concatenated, first sizes that differ": lambda raw, g: [
        concat(raw, put(raw, put(raw, reserve(raw, 3, (-1, 2)), 1, X), 0, X[:1]), (-1, 2))[0]
    ],
    "concatenated lists of other dtypes": lambda raw, g: _each(
        raw,
        raw.TensorListConcatLists(
            input_a=raw.Pack(values=[of(raw), of(raw)]),
            input_b=raw.Pack(values=[of(raw), of(raw)]),
            element_dtype=kind(raw, "float"),
        ),
    ),
    "concatenated lists, one and two": lambda raw, g: _each(
        raw,
        raw.TensorListConcatLists(
            input_a=raw.Pack(values=[of(raw), of(raw)]), input_b=of(raw), element_dtype=kind(raw, "double")
        ),
    ),
    "pushed on several lists, too few": lambda raw, g: _each(
        raw, raw.TensorListPushBackBatch(input_handles=raw.Pack(values=[of(raw), of(raw)]), tensor=X)
    ),
    "pushed on several lists, another shape": lambda raw, g: _each(
        raw, raw.TensorListPushBackBatch(input_handles=raw.Pack(values=[of(raw), of(raw)]), tensor=X[:2, :1])
    ),
    "pushed on several lists, another dtype": lambda raw, g: _each(
        raw,
        raw.TensorListPushBackBatch(input_handles=raw.Pack(values=[of(raw), of(raw)]), tensor=X[:2].astype(np.float32)),
    ),
    "scattered to -2 elements": lambda raw, g: [length(raw, scatter(raw, (1, 3, 0), -2))],
    "reserved, negative": lambda raw, g: [length(raw, reserve(raw, -1))],
    "resized, negative": lambda raw, g: [length(raw, raw.TensorListResize(input_handle=of(raw), size=I32(-1)))],
    "a shape of -2": lambda raw, g: [length(raw, empty(raw, (-2,)))],
    "a scalar shape of 3": lambda raw, g: [length(raw, empty(raw, 3))],
    "a shape of rank 2": lambda raw, g: [length(raw, empty(raw, ((2,),)))],
    "added lists of other lengths": lambda raw, g: [length(raw, raw.AddN(inputs=[of(raw), of(raw, X[:2])]))],
    "no list": lambda raw, g: [length(raw, raw.ZerosLike(x=raw.OptionalNone()))],
}
