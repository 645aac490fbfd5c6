"""Tensor lists: the recorded programs give TensorFlow's answers, on the host and on a device; and what they share."""

from __future__ import annotations

import json
import time
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops_cpu.lib.tensor_list_state import TensorList
from graphops_registry.dtypes import all_dtypes
from graphops_registry.errors import GraphopsError, ResourceExhaustedError
from tests.golden.load import GOLDEN
from tests.ops import tensor_list_programs as programs
from tests.ops.other_device import OTHER
from tests.ops.tensor_list_programs import BAD, PROGRAMS, X

RECORDED = json.loads((GOLDEN / "tensor_list.json").read_text(encoding="utf-8"))
raw = go.raw_ops


@pytest.fixture(autouse=True)
def graph() -> Any:
    with go.Graph().as_default() as graph:
        yield graph


def run(fetches: Any, **config: Any) -> Any:
    with go.Session(config=go.SessionConfig(**config)) as session:
        return session.run(fetches)


def run_fed(fetches: Any, feeds: Any) -> Any:
    with go.Session() as session:
        return session.run(fetches, feeds)


def test_every_program_is_recorded() -> None:
    assert set(RECORDED) == set(PROGRAMS | BAD)


@pytest.mark.parametrize("device", ["CPU", OTHER])
@pytest.mark.parametrize("name", PROGRAMS)
def test_as_tensorflow(name: str, device: str) -> None:
    with go.device(f"/device:{device}:0"):
        found = run(PROGRAMS[name](raw, lambda *args: go.gradients(*args)))
    for got, (dtype, shape, values) in zip(found, RECORDED[name], strict=True):
        kind = object if dtype == "string" else dtype
        want = np.array([v.encode() for v in values] if dtype == "string" else values, kind).reshape(shape)
        got = np.asarray(got)
        assert (got.dtype, got.shape) == (want.dtype, want.shape)
        np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize("device", ["CPU", OTHER])
@pytest.mark.parametrize("name", BAD)
def test_refused_as_tensorflow_does(name: str, device: str) -> None:
    assert isinstance(RECORDED[name], str)
    with go.device(f"/device:{device}:0"), pytest.raises((GraphopsError, ValueError)) as caught:
        run(BAD[name](raw, go.gradients))
    assert isinstance(caught.value, GraphopsError)
    assert " must " in str(caught.value)


@pytest.mark.parametrize(
    "dtype", [d for d in all_dtypes() if not d.is_ref and d.kind not in ("object", "resource")], ids=str
)
def test_every_dtype(dtype: Any) -> None:
    if dtype.is_host_only:
        pytest.skip("strings have a program of their own, lists of lists a test")
    x = np.ones((2, 3), np.float32).astype(dtype.numpy_dtype)
    x[0] = np.zeros(3)
    fed = go.placeholder(dtype, (2, 3))
    handle = raw.TensorListReserve(element_shape=[3], num_elements=2, element_dtype=dtype)
    handle = raw.TensorListSetItem(input_handle=handle, index=1, item=raw.GatherV2(params=fed, indices=1, axis=0))
    y = raw.TensorListStack(input_handle=handle, element_shape=[3], element_dtype=dtype)
    with go.Session() as session:
        found = session.run(y, {fed: x})
    assert found.dtype == x.dtype
    assert found.tobytes() == x.tobytes()


def test_lists_of_lists() -> None:
    inner = [programs.of(raw), programs.of(raw, X * 2)]
    outer = raw.EmptyTensorList(element_shape=np.zeros(0, np.int32), max_num_elements=-1, element_dtype="variant")
    for each in inner:
        outer = raw.TensorListPushBack(input_handle=outer, tensor=each)
    first = raw.TensorListGetItem(
        input_handle=outer, index=0, element_shape=np.zeros(0, np.int32), element_dtype="variant"
    )
    zeros = raw.TensorListGetItem(
        input_handle=raw.ZerosLike(x=outer), index=1, element_shape=np.zeros(0, np.int32), element_dtype="variant"
    )
    total = raw.TensorListGetItem(
        input_handle=raw.AddN(inputs=[outer, outer]),
        index=1,
        element_shape=np.zeros(0, np.int32),
        element_dtype="variant",
    )
    found = run([programs.stack(raw, each) for each in (first, zeros, total)])
    for got, want in zip(found, (X, X * 0, X * 4), strict=True):
        np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize("device", ["CPU", OTHER])
@pytest.mark.parametrize("count", [3, 64, 100])
def test_versions_of_one_list(count: int, device: str) -> None:
    """Each is what it was made as, in whatever order they are made and read."""
    x = np.arange(3.0 * count).reshape(count, 3)
    fed = go.placeholder("double", (count, 3))
    rows = np.array([[1.5, 2.5, 3.5], [-1.0, -2.0, -3.0]])

    def stack(handle: Any) -> Any:
        return raw.TensorListStack(input_handle=handle, element_shape=[3], element_dtype="double")

    with go.device(f"/device:{device}:0"):
        first = raw.TensorListFromTensor(tensor=fed, element_shape=[3])
        second = raw.TensorListSetItem(input_handle=first, index=1, item=rows[0])
        third = raw.TensorListSetItem(input_handle=second, index=1, item=rows[1])
        with go.control_dependencies([third]):
            other = raw.TensorListSetItem(input_handle=first, index=count - 1, item=rows[1])
        with go.control_dependencies([other]):
            shorter, last = raw.TensorListPopBack(input_handle=second, element_shape=[3], element_dtype="double")
            longer = raw.TensorListPushBack(input_handle=shorter, tensor=rows[0])
        with go.control_dependencies([longer]):
            found = run_fed([*map(stack, (first, second, third, other, shorter, longer)), last], {fed: x})

    def with_row(old: Any, at: int, row: Any) -> Any:
        return np.concatenate([old[:at], [row], old[at + 1 :]])

    changed = with_row(x, 1, rows[0])
    wanted = [x, changed, with_row(x, 1, rows[1]), with_row(x, count - 1, rows[1]), changed[:-1]]
    wanted += [with_row(changed, count - 1, rows[0]), changed[-1]]
    for got, want in zip(found, wanted, strict=True):
        np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize("device", ["CPU", OTHER])
def test_entries_of_a_vector_of_strings(device: str) -> None:
    texts = np.array([b"a", b"bcd", b"", b"z\x00"], object)
    fed, scalar = go.placeholder("string", (4,)), np.zeros(0, np.int32)
    with go.device(f"/device:{device}:0"):
        made = [
            raw.TensorListFromTensor(tensor=fed, element_shape=scalar),
            raw.TensorListScatter(tensor=fed, indices=[3, 2, 1, 0], element_shape=scalar),
        ]
        found = [raw.TensorListStack(input_handle=each, element_shape=scalar, element_dtype="string") for each in made]
    for got, want in zip(run_fed(found, {fed: texts}), (texts, texts[::-1]), strict=True):
        np.testing.assert_array_equal(got, want)


def test_fetched_values_are_the_callers_own() -> None:
    x = go.constant(X)
    y = programs.get(raw, programs.of(raw, x), 1)
    with go.Session() as session:
        session.run(y)[:] = 99
        np.testing.assert_array_equal(session.run(y), X[1])
        np.testing.assert_array_equal(session.run(x), X)


def test_growing_is_cheap() -> None:
    """Ten thousand elements one by one: what is there already is not copied each time."""
    handle = programs.empty(raw, ())
    one = go.constant(1.5, go.float64)
    from graphops.build.control_flow import while_loop

    _, handle = while_loop(
        lambda i, _: raw.Less(x=i, y=10_000),
        lambda i, h: (i + 1, raw.TensorListPushBack(input_handle=h, tensor=one)),
        [np.int32(0), handle],
    )
    start = time.perf_counter()
    assert run(programs.length(raw, handle)) == 10_000
    assert time.perf_counter() - start < 10


@pytest.mark.parametrize("op", ["TensorListReserve", "TensorListResize", "TensorListSetItem"])
def test_more_elements_than_memory(op: str) -> None:
    most = np.int32(2**31 - 1)
    calls = {
        "TensorListReserve": lambda: raw.TensorListReserve(
            element_shape=[2], num_elements=most, element_dtype="double"
        ),
        "TensorListResize": lambda: raw.TensorListResize(input_handle=programs.of(raw), size=most),
        "TensorListSetItem": lambda: raw.TensorListSetItem(
            input_handle=programs.of(raw), index=most, item=X[0], resize_if_index_out_of_bounds=True
        ),
    }
    with pytest.raises(ResourceExhaustedError, match=f"of op '{op}' must be at most"):
        run(programs.length(raw, calls[op]()))


def test_no_list_at_all() -> None:
    fed = go.placeholder(go.variant, ())
    with go.Session() as session, pytest.raises(GraphopsError):
        session.run(programs.length(raw, fed), {fed: np.array(3, object)})


def test_with_a_limit_of_memory() -> None:
    big = programs.reserve(raw, 1 << 14, (1 << 10,))
    with pytest.raises(ResourceExhaustedError):
        run(raw.Size(input=programs.stack(raw, big, (1 << 10,))), memory_limit=1 << 20)


@pytest.mark.parametrize("shape", [(4, 3), (4,), (1, 2, 2)])
def test_a_list_of_the_entries_of_an_array(shape: tuple[int, ...]) -> None:
    """It is the list of these entries, whatever is done with it."""
    block = np.arange(np.prod(shape), dtype=np.float32).reshape(shape)
    items = [block[index, ...] for index in range(len(block))]
    new = np.full(shape[1:], 9.0, np.float32)

    def made() -> TensorList:
        return TensorList.of_block(block, go.float32, go.TensorShape(shape[1:]), 7)

    def same(found: TensorList, wanted: list[Any]) -> None:
        assert (found.length, found.limit, found.dtype) == (len(wanted), 7, go.float32)
        for one, other in zip(found.items, wanted, strict=True):
            assert isinstance(one, np.ndarray)
            np.testing.assert_array_equal(one, np.asarray(other), strict=True)

    def total(parts: Any) -> Any:
        return np.asarray(parts[0] + parts[1])

    same(made(), items)
    same(made().pushed(new), [*items, new])
    same(made().popped(), items[:-1])
    same(made().replaced(0, new), [new, *items[1:]])
    same(made().like_block(block[:1]), items[:1])
    same(made().zeros(np.zeros_like), [0 * item for item in items])
    same(made().plus([made()], total), [2 * item for item in items])
    same(made().plus([made().replaced(0, new)], total),
         [items[0] + new, *(2 * item for item in items[1:])])  # fmt: skip
    np.testing.assert_array_equal(made().item(0), items[0])


def test_a_stacked_list_is_no_view_of_what_it_was_made_of() -> None:
    x = go.placeholder(go.float64, (3, 2))
    handle = raw.TensorListFromTensor(tensor=x, element_shape=[2])
    stacked = raw.TensorListStack(input_handle=handle, element_shape=[2], element_dtype=go.float64)
    with go.Session() as session:
        for _ in range(8):
            given = X.copy()
            first, second = session.run([stacked, raw.Neg(x=stacked)], {x: given})
            first[...] = 7.0
            np.testing.assert_array_equal(given, X)
            np.testing.assert_array_equal(second, -X)
