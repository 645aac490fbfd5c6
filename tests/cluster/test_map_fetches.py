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
