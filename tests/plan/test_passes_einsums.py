"""drop_identities: Einsums of stacks of matrices; expected values are sums written out in float64."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import graphops as go
from graphops.plan.make import ancestors
from graphops.plan.passes.optimise import optimise
from graphops_registry.shape import TensorShape
from tests.plan.rewritten import ops, outcome, rewritten, same_with_passes

raw = go.raw_ops
DROP = ("drop_identities",)
SIZES = {"B": 2, "N": 3, "T": 4, "S": 5, "H": 6}
CHANCE = np.random.default_rng(14)


@pytest.fixture(autouse=True)
def _graph() -> Iterator[None]:
    with go.Graph().as_default():
        yield


def summed(equation: str, a: Any, b: Any) -> np.ndarray[Any, Any]:
    """One sum for each element of the result."""
    operands, result = equation.split("->")
    one, other = operands.split(",")
    found = np.zeros([SIZES[name] for name in result])
    names = sorted({*one, *other})
    for place in itertools.product(*(range(SIZES[name]) for name in names)):
        at = dict(zip(names, place, strict=True))
        product = float(a[tuple(at[n] for n in one)]) * float(b[tuple(at[n] for n in other)])
        found[tuple(at[n] for n in result)] += product
    return found


def operands(equation: str, dtype: Any = np.float32) -> list[np.ndarray[Any, Any]]:
    one, other = equation.split("->")[0].split(",")
    return [CHANCE.normal(size=[SIZES[name] for name in names]).astype(dtype) for names in (one, other)]


def einsum(equation: str, *fed: Any) -> tuple[Any, list[Any]]:
    xs = [go.placeholder(go.as_dtype(each.dtype), each.shape) for each in fed]
    return raw.Einsum(inputs=xs, equation=equation), xs


@pytest.mark.parametrize(
    ("equation", "left"),
    [
        ("BTNH,BSNH->BNTS", ["Transpose", "Transpose", "BatchMatMul"]),
        ("BNTS,BSNH->BTNH", ["Transpose", "BatchMatMul", "Transpose"]),
        ("BTH,BHS->BTS", ["BatchMatMul"]),
        ("BHT,BSH->BTS", ["BatchMatMul"]),
        ("BTH,BSH->BST", ["BatchMatMul", "Transpose"]),
        ("TBH,HSB->SBT", ["Transpose", "Transpose", "BatchMatMul", "Transpose"]),
        ("NBTH,BNHS->BNTS", ["Transpose", "BatchMatMul"]),
    ],
)
@pytest.mark.parametrize(
    ("dtype", "relative"), [(np.float32, 1e-5), (np.float64, 1e-12), (np.float16, 1e-3), (ml_dtypes.bfloat16, 1e-2)]
)
def test_stacks_of_matrices(equation: str, left: list[str], dtype: Any, relative: float) -> None:
    fed = operands(equation, dtype)
    y, xs = einsum(equation, *fed)
    assert ops(rewritten([y], xs, DROP)) == left
    expected = summed(equation, *fed)
    for passes in ((), DROP):
        (value,) = outcome(y, dict(zip(xs, fed, strict=True)), passes)
        assert value.shape == expected.shape
        assert np.abs(value.astype(np.float64) - expected).max() <= relative * np.abs(expected).max()


@pytest.mark.parametrize(
    "equation",
    ["TH,HS->TS", "BTH,BTH->BT", "BTH,BS->BTS", "BTH,BHSN->BTSN", "BTNH,BSNH->BTS", "BTH,BHS->BT", "BTH,NHS->BNTS"],
)
def test_what_is_no_stack_of_products_of_two_matrices_stays(equation: str) -> None:
    y, xs = einsum(equation, *operands(equation))
    assert ops(rewritten([y], xs, DROP)) == ["Einsum"]


def test_other_operands_stay() -> None:
    square = np.ones((2, 3, 3), np.float32)
    for equation, fed in (
        ("...ab,...bc->...ac", [square, square]),
        ("bii,bij->bij", [square, square]),
        ("bij->bji", [square]),
        ("bij,bjk->bik", [square.astype(np.int32)] * 2),
        ("bij,bjk->bik", [square.astype(np.complex64)] * 2),
    ):
        y, xs = einsum(equation, *fed)
        assert ops(rewritten([y], xs, DROP)) == ["Einsum"]


def test_sizes_that_are_not_known_stay() -> None:
    a, b = go.placeholder(go.float32, (None, 3, 4)), go.placeholder(go.float32, (None, 4, 5))
    y = raw.Einsum(inputs=[a, b], equation="bij,bjk->bik")
    assert ops(rewritten([y], [a, b], DROP)) == ["Einsum"]
    nodes = [node for node in ancestors([y], [a, b]) if node.type != "Placeholder"]
    for batch, left in ((2, ["BatchMatMul"]), (1, ["Einsum"])):  # sizes that differ are an error of Einsum
        shapes = {a: TensorShape((2, 3, 4)), b: TensorShape((batch, 4, 5))}
        assert ops(optimise(nodes, [y], [a, b], DROP, feed_shapes=shapes)) == left
    found = same_with_passes(y, {a: np.ones((2, 3, 4)), b: np.ones((1, 4, 5))})
    assert found[0].__name__ == "InvalidArgumentError"


def test_what_is_fetched_as_a_node_or_awaited_stays() -> None:
    y, xs = einsum("BTH,BHS->BTS", *operands("BTH,BHS->BTS"))
    assert ops(rewritten([y.node], xs, DROP)) == ["Einsum"]
    with go.get_default_graph().control_dependencies([y.node]):
        after = raw.Neg(x=xs[0])
    assert ops(rewritten([y, after], xs, DROP)) == ["Einsum", "Neg"]


def test_a_transpose_of_two_einsums_is_one() -> None:
    query, key, value = (go.placeholder(go.float32, (2, 4, 3, 6)) for _ in range(3))
    first = raw.Einsum(inputs=[query, key], equation="BTNH,BSNH->BNTS")
    second = raw.Einsum(inputs=[query, value], equation="BTNH,BSNH->BNTS")
    found = rewritten([first, second], [query, key, value], (*DROP, "merge_common"))
    assert sorted(ops(found)) == ["BatchMatMul"] * 2 + ["Transpose"] * 3
