"""Statistics of each node, and the run that stops at the first value that is not finite."""

import json

import ml_dtypes
import numpy as np
import pytest

import graphops as go
from graphops.inspect.debug import Debug, as_debug, describe
from graphops.testing import standin
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError

raw = go.raw_ops


@pytest.fixture(autouse=True)
def graph():
    with go.Graph().as_default() as graph:
        yield graph


def a_logarithm():
    x = go.placeholder(go.float32, (None,), name="x")
    y = raw.Log(x=x, name="part/ln")
    return x, raw.Sum(input=y, reduction_indices=[0], name="total")


def test_statistics_of_every_node():
    x, total = a_logarithm()
    debug = Debug()
    with go.Session() as session:
        for _ in range(2):
            session.run(total, {x: [1, 2, 4]}, debug=debug)
    found = debug.statistics["part/ln", 0]
    logs = np.log(np.array([1, 2, 4], np.float32), dtype=np.float32).astype(np.float64)
    assert (found.min, found.max) == (logs.min(), logs.max())
    assert found.mean == pytest.approx(logs.mean(), rel=1e-14)
    assert found.std == pytest.approx(logs.std(), rel=1e-14)
    assert (found.nan, found.inf, found.zeros, found.runs) == (0, 0, 1 / 3, 2)
    assert (found.dtype, found.shape, found.op) == ("float32", (3,), "Log")
    assert debug.statistics["total", 0].shape == ()


def test_the_first_value_that_is_not_finite_stops_the_run():
    x, total = a_logarithm()
    with go.Session() as session:
        for debug in (Debug(), True):
            with pytest.raises(InvalidArgumentError) as caught:
                session.run(total, {x: [1, 0, -3, 2]}, debug=debug)
            expected = "output 0 of node 'part/ln' (op 'Log') must be finite, got 1 nan, 1 inf of 4 elements"
            assert str(caught.value) == expected
            notes = "\n".join(caught.value.__notes__)
            assert "input x:0: float32(4,); min -3, max 2, mean 0, std 1.87083; 25% zero" in notes
            assert "made at" in notes
            assert "test_debug.py" in notes
        assert np.isnan(session.run(total, {x: [1, 0, -3]}))  # without debug nothing is checked


@pytest.mark.parametrize("ignore", [["part/*", "total"], ["Log", "Sum"], ["part/ln", "t?tal"]])
def test_nodes_that_are_ignored(ignore):
    x, total = a_logarithm()
    debug = Debug(ignore=ignore)
    with go.Session() as session:
        assert np.isnan(session.run(total, {x: [0, -3]}, debug=debug))
    assert debug.statistics["part/ln", 0].nan == 1


def test_only_some_statistics():
    x, total = a_logarithm()
    some, none = Debug(nodes=["tot*"]), Debug(statistics=False)
    with go.Session() as session:
        session.run(total, {x: [1, 2]}, debug=some)
        session.run(total, {x: [1, 2]}, debug=none)
        with pytest.raises(InvalidArgumentError, match="part/ln"):
            session.run(total, {x: [0]}, debug=some)
    assert list(some.statistics) == [("total", 0)]
    assert not none.statistics


def test_on_another_device():
    standin.register()
    with go.device("/device:STANDIN:0"):
        x, total = a_logarithm()
    debug = Debug()
    with go.Session() as session:
        session.run(total, {x: [1, 2]}, debug=debug)
        with pytest.raises(InvalidArgumentError, match="got 0 nan, 1 inf of 1"):
            session.run(total, {x: [0]}, debug=debug)
    assert debug.statistics["part/ln", 0].runs == 2


@pytest.mark.parametrize("dtype", ["float64", "float16", ml_dtypes.bfloat16, "int8", "uint64", "bool", ml_dtypes.int4])
def test_numbers_of_every_dtype(dtype):
    array = np.array([[0, 1], [1, 1]]).astype(dtype)
    found = describe(array)
    assert (found.min, found.max, found.mean, found.zeros) == (0, 1, 0.75, 0.25)
    assert found.std == pytest.approx(np.std([0, 1, 1, 1]))
    assert found.shape == (2, 2)


def test_numbers_of_odd_arrays():
    assert describe(np.array([3 + 4j, complex("nan")])).max == 5
    empty = describe(np.zeros((0, 3)))
    assert (empty.min, empty.mean, empty.zeros, empty.nan) == (None, None, None, 0)
    text = describe(np.array([b"a"], object))
    assert (text.dtype, text.min, text.zeros) == ("string", None, None)
    odd = describe(np.array([np.nan, np.inf, -np.inf, 2, 0], ml_dtypes.bfloat16))
    assert (odd.nan, odd.inf, odd.min, odd.max, odd.mean, odd.zeros) == (1, 2, 0, 2, 1, 0.2)
    huge = describe(np.array([1.7e308, 1.7e308, 1.7e308]))
    assert huge.mean == pytest.approx(1.7e308, rel=1e-15)
    assert huge.std < 1e293
    tiny = describe(np.full(10, 5e-324))
    assert (tiny.min, tiny.max) == (5e-324, 5e-324)


def test_many_elements_are_joined_without_cancelling():
    array = np.random.default_rng(0).normal(1e6, 1, 2_500_000)
    found = describe(array)
    assert found.mean == pytest.approx(array.mean(), rel=1e-13)
    assert found.std == pytest.approx(array.std(), rel=1e-9)


def test_table_and_json():
    x, total = a_logarithm()
    debug = Debug(check_finite=False)
    with go.Session() as session:
        session.run(total, {x: [1, 2, 0, -1]}, debug=debug)
    lines = debug.table().splitlines()
    assert lines[0].split() == ["tensor", "op", "dtype", "shape", "min", "max", "mean", "std", "nan", "inf", "zero"]
    assert lines[-2].split()[:4] == ["part/ln:0", "Log", "float32", "4"]
    assert lines[-1].split() == ["total:0", "Sum", "float32", "-", "1", "0", "0%"]
    assert debug.table(sort="inf", most=1).splitlines()[1].startswith("part/ln:0")
    rows = json.loads(debug.to_json())
    assert [row["node"] for row in rows][-2:] == ["part/ln", "total"]
    assert rows[-1]["min"] is None
    with pytest.raises(InvalidArgumentError, match="sort must be one of node, op, "):
        debug.table(sort="size")


def test_what_is_refused():
    with pytest.raises(InvalidTypeError, match="ignore of Debug must be names of nodes or ops, got 5"):
        Debug(ignore=[5])
    for wrong in (3, "x", Debug):
        with pytest.raises(InvalidTypeError, match="debug of run\\(\\) must be a graphops.debug.Debug or True"):
            as_debug(wrong)
    assert as_debug(None) is as_debug(False) is None
