"""Maps over chunks are what the slow loops give for whole arrays, wherever the arrays are cut."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.cluster.maps.run_chunk import Place, cut_out
from tests.reference.bounds import assert_answer
from tests.reference.call import answers

pytest.importorskip("dask.array")

import dask
import dask.array as da

RNG = np.random.default_rng(20)
X2 = RNG.standard_normal((2, 19, 23, 3)).astype(np.float32)
W2 = RNG.standard_normal((3, 5, 3, 4)).astype(np.float32)
X3 = RNG.standard_normal((1, 9, 11, 12, 2)).astype(np.float32)
W3 = RNG.standard_normal((3, 3, 2, 2, 3)).astype(np.float32)


@pytest.fixture(autouse=True)
def in_this_process() -> Iterator[None]:
    with dask.config.set(scheduler="synchronous"):
        yield


class Reads:
    """An array in a file: which of its elements are read, and how many in all."""

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self.array, self.shape, self.dtype, self.ndim = array, array.shape, array.dtype, array.ndim
        self.chunks = array.shape
        self.count = 0

    def __getitem__(self, key: Any) -> np.ndarray[Any, Any]:
        found: np.ndarray[Any, Any] = self.array[key]
        self.count += found.size
        return found


CONVOLUTIONS = [
    ("Conv2D", X2, W2, {"strides": [1, 1, 1, 1], "padding": "SAME"}),
    ("Conv2D", X2, W2, {"strides": [1, 2, 3, 1], "padding": "SAME"}),
    ("Conv2D", X2, W2, {"strides": [1, 3, 2, 1], "padding": "VALID", "dilations": [1, 2, 1, 1]}),
    ("Conv2D", X2, W2, {"strides": [1, 2, 2, 1], "padding": "EXPLICIT",
                        "explicit_paddings": [0, 0, 3, 1, 0, 4, 0, 0]}),
    ("Conv3D", X3, W3, {"strides": [1, 1, 2, 1, 1], "padding": "SAME"}),
    ("DepthwiseConv2dNative", X2, W2, {"strides": [1, 2, 2, 1], "padding": "SAME"}),
]  # fmt: skip


@pytest.mark.parametrize("chunks", ["one", 4, "uneven", "empty"])
@pytest.mark.parametrize(
    ("op", "x", "w", "attrs"), CONVOLUTIONS, ids=lambda each: each if isinstance(each, str) else ""
)
def test_convolutions(op: str, x: Any, w: Any, attrs: dict[str, Any], chunks: Any) -> None:
    cuts: dict[Any, Any] = {
        "one": -1,
        "uneven": (1, (7, 1, x.shape[1] - 8), *(-1 for _ in x.shape[2:])),
        "empty": (1, (3, 0, x.shape[1] - 3), *(5 for _ in x.shape[2:])),
    }
    given = da.from_array(x, chunks=cuts.get(chunks, chunks))
    placed = go.placeholder(go.float32, (None,) * (x.ndim - 1) + x.shape[-1:])
    y = getattr(go.raw_ops, op)(input=placed, filter=w, **attrs)
    with go.Session() as session:
        found = session.map(y, {placed: given})
    (answer,) = answers(op, {"input": x, "filter": w}, attrs)
    assert (found.shape, found.dtype) == (answer.value.shape, np.float32)
    assert_answer(found.compute(), answer, np.float32)
    if chunks == 4:
        assert found.npartitions > 8


@pytest.mark.parametrize("op", ["Conv2D", "Conv3D"])
def test_gradients(op: str) -> None:
    x, w = (X2, W2) if op == "Conv2D" else (X3, W3)
    attrs: dict[str, Any] = {"strides": [1, *[2] * (x.ndim - 2), 1], "padding": "SAME"}
    (forward,) = answers(op, {"input": x, "filter": w}, attrs)
    dy = RNG.standard_normal(forward.value.shape).astype(np.float32)
    placed, above = (go.placeholder(go.float32, (None,) * x.ndim) for _ in range(2))
    version = "V2" if op == "Conv3D" else ""
    by_input = getattr(go.raw_ops, f"{op}BackpropInput{version}")(
        input_sizes=x.shape, filter=w, out_backprop=above, **attrs
    )
    by_filter = getattr(go.raw_ops, f"{op}BackpropFilter{version}")(
        input=placed, filter_sizes=w.shape, out_backprop=above, **attrs
    )
    arrays = {placed: da.from_array(x, chunks=5), above: da.from_array(dy, chunks=3)}
    with go.Session() as session:
        dx, dw = session.map([by_input, by_filter], arrays)
        again = session.map(by_filter, arrays)
    sizes = {"input_sizes": np.array(x.shape), "filter": w, "out_backprop": dy}
    assert_answer(dx.compute(), *answers(f"{op}BackpropInput{version}", sizes, attrs), np.float32)
    sizes = {"input": x, "filter_sizes": np.array(w.shape), "out_backprop": dy}
    assert_answer(dw.compute(), *answers(f"{op}BackpropFilter{version}", sizes, attrs), np.float32)
    assert dx.npartitions > 4
    assert again.compute().tobytes() == dw.compute().tobytes()
    assert len(dw.dask) > 8  # it is a sum of shares


def test_integers_are_the_same() -> None:
    x = RNG.integers(-9, 9, (1, 17, 14, 2), np.int32)
    placed = go.placeholder(go.int32, (1, None, None, 2))
    y = go.raw_ops.MaxPool(input=placed * placed - 3, ksize=[1, 3, 3, 1], strides=[1, 2, 1, 1], padding="SAME")
    (want,) = answers(
        "MaxPool", {"input": x * x - 3}, {"ksize": [1, 3, 3, 1], "strides": [1, 2, 1, 1], "padding": "SAME"}
    )
    with go.Session() as session:
        found = session.map(y, {placed: da.from_array(x, chunks=(1, 5, 4, 1))})
    np.testing.assert_array_equal(found.compute(), want.value)


def test_only_what_is_needed_is_read() -> None:
    x = np.zeros((1, 100, 100, 1), np.float32)
    file = Reads(x)
    placed = go.placeholder(go.float32, (1, None, None, 1))
    y = go.raw_ops.Conv2D(input=placed, filter=np.ones((5, 5, 1, 1), np.float32), strides=[1, 1, 1, 1], padding="SAME")
    with go.Session() as session:
        found = session.map(y, {placed: da.from_array(file, chunks=(1, 10, 10, 1))})
        assert file.count == 0  # lazy
        np.testing.assert_array_equal(found[0, 55, 55].compute(), [0.0])
    assert 0 < file.count <= 9 * 100


def network(x: go.Tensor) -> go.Tensor:
    """Down, up again with the sizes of what came in, and an average beside it."""
    w = go.Variable(RNG.standard_normal((3, 3, 2, 6)).astype(np.float32), name="w")
    h = go.nn.relu(go.raw_ops.Conv2D(input=x, filter=w, strides=[1, 2, 2, 1], padding="SAME"))
    h = go.raw_ops.BiasAdd(value=h, bias=go.constant(np.arange(6, dtype=np.float32)))
    h = go.raw_ops.AvgPool(value=h, ksize=[1, 3, 3, 1], strides=[1, 1, 1, 1], padding="SAME")
    up = go.raw_ops.Conv2DBackpropInput(
        input_sizes=go.raw_ops.Shape(input=x), filter=w, out_backprop=h, strides=[1, 2, 2, 1], padding="SAME"
    )
    return go.raw_ops.Sigmoid(x=up) + x


def test_a_network_with_variables_and_shapes() -> None:
    x = go.placeholder(go.float32, (None, None, None, 2), name="x")
    with go.name_scope("body"):
        y = network(x)
    value = RNG.standard_normal((2, 31, 26, 2)).astype(np.float32)
    with go.Session() as session:
        session.run(go.global_variables_initializer())
        want = session.run(y, {x: value})
        for chunks in (8, (1, 31, 5, 2), -1):
            found = session.map({"y": [y]}, {x: da.from_array(value, chunks=chunks)})["y"][0]
            np.testing.assert_allclose(found.compute(), want, rtol=1e-5, atol=1e-6)
        assert found.name.startswith("body-")


def test_chunks_dtype_and_feeds_of_other_kinds() -> None:
    x = go.placeholder(go.float32, (None, None), name="x")
    scale, offsets = go.placeholder(go.float32, ()), go.placeholder(go.float32, (None,))
    y = x * scale + offsets
    value = RNG.integers(0, 9, (60, 40)).astype(np.uint8)
    feeds = {x: value, scale: 0.5, offsets: np.arange(40, dtype=np.float32)}
    want = value * 0.5 + np.arange(40)
    with go.Session() as session:
        found = session.map(y, feeds, chunks=(7, 30), dtype=go.float64)
        assert (found.chunks, found.dtype) == (((7,) * 8 + (4,), (30, 10)), np.float64)
        np.testing.assert_array_equal(found.compute(), want)
        np.testing.assert_array_equal(session.map(y, feeds).compute(), want)
        np.testing.assert_array_equal(session.map(scale * 2.0, feeds).compute(), 1.0)
        assert session.map(x, feeds).dtype == np.float32


def test_sums_over_chunks() -> None:
    x = go.placeholder(go.float32, (None, None))
    value = RNG.standard_normal((50, 30)).astype(np.float32)
    mean = go.raw_ops.Mean(input=x, axis=[0, 1])
    spread = go.raw_ops.L2Loss(t=x - mean)
    columns = go.raw_ops.Sum(input=x, axis=0)
    product = go.raw_ops.MatMul(a=x, b=x, transpose_a=True)
    with go.Session() as session:
        arrays = {x: da.from_array(value, chunks=(7, 11))}
        found = session.map([mean, spread, columns, x - mean, product, go.raw_ops.Max(input=x, axis=1)], arrays)
    wide = value.astype(np.float64)
    want = [
        wide.mean(),
        ((wide - wide.mean()) ** 2).sum() / 2,
        wide.sum(0),
        wide - wide.mean(),
        wide.T @ wide,
        wide.max(1),
    ]
    for got, expected in zip(found, want, strict=True):
        np.testing.assert_allclose(got.compute(), expected, rtol=2e-5, atol=2e-5)
    assert found[3].npartitions == 24


def test_sums_of_halves_are_added_in_float32() -> None:
    x = go.placeholder(go.float16, (None,))
    value = np.full(4096, 1.0, np.float16)  # in float16, 2048 + 1 is 2048
    with go.Session() as session:
        total = session.map(go.raw_ops.Sum(input=x, axis=0), {x: da.from_array(value, chunks=1)})
    assert (total.compute(), total.dtype) == (4096.0, np.float16)


def test_a_mean_of_halves_over_many_chunks() -> None:
    x = go.placeholder(go.float16, (None, 8))
    value = np.full((1000, 8), 0.013, np.float16)
    with go.Session() as session:
        found = session.map(go.raw_ops.Mean(input=x, axis=0), {x: da.from_array(value, chunks=(1, 8))}).compute()
    np.testing.assert_array_equal(found, value[0])


def test_a_halo_that_is_given() -> None:
    x = go.placeholder(go.float32, (1, None, None, 1))
    w = RNG.standard_normal((3, 5, 1, 1)).astype(np.float32)
    y = go.raw_ops.Conv2D(input=x, filter=w, strides=[1, 1, 1, 1], padding="SAME")
    value = RNG.standard_normal((1, 20, 22, 1)).astype(np.float32)
    (answer,) = answers("Conv2D", {"input": value, "filter": w}, {"strides": [1, 1, 1, 1], "padding": "SAME"})
    arrays = {x: da.from_array(value, chunks=6)}
    with go.Session() as session:
        for halo in (2, (0, 1, 2, 0), {1: 1, -2: (2, 2)}):
            assert_answer(session.map(y, arrays, halo=halo).compute(), answer, np.float32)
        too_small = session.map(y, arrays, halo={1: 1, 2: 1}).compute()
    assert np.abs(too_small - answer.value).max() > 0.1


def test_what_is_cut_out_of_a_block_does_not_keep_the_block() -> None:
    block = np.zeros((1 << 10, 1 << 10))
    found = cut_out(block, Place(((0, 1), (0, 3))))
    assert found.base is None
    assert found.shape == (1, 3)


def test_on_a_cluster(cluster: Any) -> None:
    import distributed

    x = go.placeholder(go.float32, (None, None, None, 2))
    y = network(x)
    value = RNG.standard_normal((1, 20, 16, 2)).astype(np.float32)
    with dask.config.set(scheduler=None), go.Session(target=cluster) as session:
        session.run(go.global_variables_initializer())
        with distributed.get_client(cluster.scheduler_address).as_current():
            found = session.map(y, {x: da.from_array(value, chunks=8)}).compute()
        np.testing.assert_allclose(found, session.run(y, {x: value}), rtol=1e-5, atol=1e-6)
