"""What a map gives for several tensors is what it gives for each of them: names, outputs and draws do not mix."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops import raw_ops as r

pytest.importorskip("dask.array")

import dask
import dask.array as da

X = np.random.default_rng(7).standard_normal((12, 10)).astype(np.float32)


@pytest.fixture(autouse=True)
def in_this_process() -> Iterator[None]:
    with dask.config.set(scheduler="synchronous"):
        yield


def mapped(fetches: Any, feeds: dict[Any, Any], **keywords: Any) -> Any:
    with go.Session() as session:
        return dask.compute(*session.map(fetches, feeds, **keywords))


@pytest.mark.parametrize("name", ["total", "total_1", "layer1/total", "sum", "share_2"])
def test_sums_by_any_name(name: str) -> None:
    x = r.Placeholder(dtype=go.float32, shape=X.shape)
    found = mapped([r.Sum(input=x, axis=0, name=name)], {x: da.from_array(X, chunks=(2, 4))})
    np.testing.assert_allclose(found[0], X.sum(axis=0), rtol=1e-5, atol=1e-5)


def test_outputs_of_one_node() -> None:
    x = r.Placeholder(dtype=go.float32, shape=X.shape)
    values, indices = r.TopKV2(input=x, k=3)
    first, second = r.Split(split_dim=1, value=x, num_split=2)
    found = mapped([values, indices, first, second], {x: da.from_array(X, chunks=(5, 3))})
    order = np.argsort(-X, axis=1)[:, :3]
    np.testing.assert_array_equal(found[0], np.take_along_axis(X, order, axis=1))
    np.testing.assert_array_equal(found[1], order)
    np.testing.assert_array_equal(found[2], X[:, :5])
    np.testing.assert_array_equal(found[3], X[:, 5:])


@pytest.mark.parametrize("late", ["draw", "use"])
def test_random_numbers_that_are_used_twice(late: str) -> None:
    x = r.Placeholder(dtype=go.float32, shape=X.shape)
    noise = r.RandomUniform(shape=r.Shape(input=x) if late == "draw" else X.shape, dtype=go.float32)
    kept = r.Cast(x=noise > 0.5, DstT=go.float32)
    dropped = 1.0 - kept + r.Cast(x=r.Rank(input=x) - 2, DstT=go.float32)
    found = mapped([x * kept + x * dropped], {x: da.from_array(X, chunks=5)})
    np.testing.assert_allclose(found[0], X, rtol=1e-6)


@pytest.mark.parametrize("cut", [False, True])
def test_texts(cut: bool) -> None:
    x = r.Placeholder(dtype=go.string, shape=[1500])
    value = np.array([b"a" * (n % 7) for n in range(1500)], object)
    feed = da.from_array(value, chunks=400) if cut else value
    (found,) = mapped([r.StringLength(input=x)], {x: feed})
    np.testing.assert_array_equal(found, np.arange(1500) % 7)


def test_a_file_that_is_not_in_chunks() -> None:
    class Contiguous:  # as a data set of h5py
        shape, dtype, ndim, size, chunks = X.shape, X.dtype, X.ndim, X.size, None

        def __getitem__(self, key: Any) -> Any:
            return X[key]

    x = r.Placeholder(dtype=go.float32, shape=X.shape)
    (found,) = mapped([x + 1], {x: Contiguous()})
    np.testing.assert_array_equal(found, X + 1)


def test_a_feed_that_does_not_fit_is_refused_where_it_is_fetched_too() -> None:
    x = r.Placeholder(dtype=go.int32, shape=[50])
    large = da.from_array(np.arange(50) + 2**40, chunks=10)
    for tensor in (x, r.Identity(input=x)):
        with pytest.raises(go.errors.GraphopsError, match="must fit into int32"):
            mapped([tensor], {x: large})
