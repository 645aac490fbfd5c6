"""Convolutions by constants, ``Prepared.direct_for``: the same bits as the kernel that is told nothing."""

from __future__ import annotations

import weakref
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops import raw_ops as raw
from graphops_cpu.onednn import by_constants, weights_cache
from graphops_cpu.onednn.library import why_unavailable
from graphops_cpu.runtime.threads import set_thread_count
from graphops_registry.kernels.context import IN_A_PLAN
from tests.kernels.blas.runs import Run, kernel_named
from tests.kernels.onednn.test_fused import case

pytestmark = pytest.mark.skipif(why_unavailable() is not None, reason=f"no oneDNN: {why_unavailable()}")

Array = np.ndarray[Any, Any]
STEPS = [("BiasAdd",), ("FusedBatchNorm", "Relu"), ("BiasAdd", "Add"), ("BiasAdd", "Add", "Relu"), ("BiasAdd", "Elu")]


def frozen(array: Array) -> Array:
    copy = np.array(array)
    copy.flags.writeable = False
    return copy


def prepared_for(op: str, names: tuple[str, ...], layout: str = "NHWC") -> tuple[Any, list[Array], list[Array | None]]:
    """The prepared kernel, the inputs, and which of them are constants: all but x and what is added."""
    inputs, attrs, _ = case(op, names, layout)
    arrays = [inputs["input"], frozen(inputs["filter"]), *map(frozen, inputs["args"])]
    constants: list[Array | None] = [None, *arrays[1:]]
    if "Add" in names:
        arrays[-1], constants[-1] = arrays[-1].copy(), None
    prepared = Run(kernel_named(op, ".onednn."), inputs, attrs).choice.prepared
    return prepared, arrays, constants


def varying(arrays: list[Array], constants: list[Array | None]) -> list[Array]:
    return [array for array, constant in zip(arrays, constants, strict=True) if constant is None]


@pytest.mark.parametrize("op", ["_FusedConv2D", "_FusedDepthwiseConv2dNative"])
@pytest.mark.parametrize("layout", ["NHWC", "NCHW"])
@pytest.mark.parametrize("names", STEPS)
def test_the_same_bits(op: str, layout: str, names: tuple[str, ...]) -> None:
    if "Add" in names and layout == "NCHW":
        return  # no kernel adds to channels-first results
    prepared, arrays, constants = prepared_for(op, names, layout)
    function = prepared.direct_for(constants)
    for seed in range(3):
        arrays[0] = np.random.default_rng(seed).standard_normal(arrays[0].shape).astype(np.float32)
        (expected,) = prepared.run(IN_A_PLAN, arrays, None)
        given = varying(arrays, constants)
        found = function(*given)
        assert found.tobytes() == expected.tobytes()
        assert not any(np.shares_memory(found, array) for array in arrays)
        out = np.full_like(expected, np.nan)
        assert function(*given, out=out) is out
        assert out.tobytes() == expected.tobytes()


def test_on_other_numbers_of_threads() -> None:
    prepared, arrays, constants = prepared_for("_FusedConv2D", ("BiasAdd", "Relu"))
    function = prepared.direct_for(constants)
    try:
        for count in (1, 3, 2):
            set_thread_count(count)
            assert function(arrays[0]).tobytes() == prepared.run(IN_A_PLAN, arrays, None)[0].tobytes()
    finally:
        set_thread_count(2)


@pytest.mark.parametrize("spoilt", [np.nan, np.inf, 1e30])
@pytest.mark.parametrize("names", [("BiasAdd", "Relu"), ("BiasAdd", "Add", "Relu")])
def test_what_the_kernel_gives_to_the_plain_one(spoilt: float, names: tuple[str, ...]) -> None:
    prepared, arrays, constants = prepared_for("_FusedConv2D", names)
    function = prepared.direct_for(constants)
    for position in [0, len(arrays) - 1] if "Add" in names else [0]:
        given = list(arrays)
        given[position] = arrays[position].copy()
        given[position].reshape(-1)[5] = spoilt
        if position and np.isfinite(spoilt):
            continue  # an addend may be large
        assert function(*varying(given, constants)) is None


def test_constants_that_do_not_allow_it() -> None:
    prepared, arrays, constants = prepared_for("_FusedConv2D", ("BiasAdd", "Relu"))
    assert prepared.direct_for([None, None, constants[2]]) is None
    assert prepared.direct_for([None, constants[1], None]) is None
    assert prepared.direct_for([frozen(arrays[0]), *constants[1:]]) is None
    assert prepared.direct_for([None, np.array(constants[1]), constants[2]]) is None  # may be written to
    spoilt = np.array(constants[1])
    spoilt[0, 0, 0, 0] = np.inf
    assert prepared.direct_for([None, frozen(spoilt), constants[2]]) is None


def test_arrays_with_gaps() -> None:
    prepared, arrays, constants = prepared_for("_FusedConv2D", ("BiasAdd", "Relu"))
    function = prepared.direct_for(constants)
    wide = np.repeat(arrays[0], 2, axis=-1)
    assert function(wide[..., ::2]) is None


def test_filters_are_kept_as_long_as_the_cache_has_room(monkeypatch: pytest.MonkeyPatch) -> None:
    cache = weights_cache.WeightsCache()
    monkeypatch.setattr(by_constants, "WEIGHTS", cache)
    prepared, arrays, constants = prepared_for("_FusedConv2D", ("BiasAdd", "Relu"))
    function = prepared.direct_for(constants)
    expected = function(arrays[0]).tobytes()
    function(arrays[0])  # at the first call for a filter the cache only notes it
    blocks = [weakref.ref(kept.block._owner) for kept in cache._blocks.values()]
    assert len(blocks) == 1
    cache.clear()
    assert blocks[0]() is None
    cache.capacity = 0
    assert [function(arrays[0]).tobytes() for _ in range(3)] == [expected] * 3
    assert cache.bytes == 0
    cache.capacity = 1 << 20
    assert function(arrays[0]).tobytes() == expected
    assert cache.bytes > 0


@pytest.mark.parametrize("size", [8, 60])  # results in a buffer of the program, and in new memory
@pytest.mark.parametrize("biased", [True, False])
def test_in_a_session(size: int, biased: bool) -> None:
    """Again and again with numbers, with what is not finite, and with numbers again."""
    rng = np.random.default_rng(1)
    x = go.placeholder(go.float32, (1, size, size, 8))
    w, b = rng.standard_normal((3, 3, 8, 16)).astype(np.float32), rng.standard_normal(16).astype(np.float32)
    y = raw.Conv2D(input=x, filter=w, strides=[1, 1, 1, 1], padding="SAME")
    if biased:
        y = raw.Relu(features=raw.BiasAdd(value=y, bias=b))
    z = y * np.float32(2)
    arrays = [rng.standard_normal((1, size, size, 8)).astype(np.float32) for _ in range(6)]
    arrays[3][0, 2, 3, 4] = np.nan
    arrays[4][0, 1, 1, 0] = np.inf
    with go.Session() as session, go.Session(config=go.SessionConfig(plan_passes=[])) as plain:
        for array in (arrays[0], *arrays):
            found, expected = session.run(z, {x: array}), plain.run(z, {x: array})
            assert np.array_equal(np.isnan(found), np.isnan(expected))
            assert np.array_equal(np.isinf(found), np.isinf(expected))
            finite = np.isfinite(expected)
            np.testing.assert_allclose(found[finite], expected[finite], rtol=1e-4, atol=1e-4)
