"""The same bits in every run: the first ones, which go step by step, and those of a program."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphops as go

raw = go.raw_ops
NUMBERS = np.random.default_rng(0).standard_normal((32, 102, 102)).transpose(0, 2, 1)  # not in C order
SMALL = np.asfortranarray(NUMBERS[:3, :20, :20])


def _sum(x: Any) -> Any:
    return raw.Sum(input=x, reduction_indices=-1)


BUILT: dict[str, Callable[[Any], Any]] = {
    "a ufunc": lambda x: _sum(raw.Exp(x=x)),
    "Relu": lambda x: _sum(raw.Relu(features=x)),
    "Sigmoid": lambda x: _sum(raw.Sigmoid(x=x)),
    "a list": lambda x: _sum(raw.ConcatV2(values=[x, x], axis=0)),
    "a stack": lambda x: _sum(raw.Pack(values=[x, x], axis=1)),
    "two ufuncs": lambda x: _sum(raw.Exp(x=raw.AddV2(x=x, y=np.float64(0.5)))),
    "a ufunc that is fetched, too": lambda x: [_sum(y := raw.Exp(x=x)), y],
    "a function": lambda x: _sum(raw.Softplus(features=x)),
    "a function, then ufuncs": lambda x: _sum(raw.Exp(x=raw.Neg(x=raw.Selu(features=x)))),
    "a transpose": lambda x: _sum(raw.Exp(x=raw.Transpose(x=raw.Neg(x=x), perm=[0, 2, 1]))),
    "sums of sums": lambda x: raw.Sum(input=raw.Exp(x=_sum(x)), reduction_indices=-1),
    "a cast, then a ufunc": lambda x: _sum(raw.Exp(x=raw.Cast(x=x, DstT=go.float32))),
    "a list, then a ufunc": lambda x: _sum(raw.Exp(x=raw.ConcatV2(values=[x, x], axis=0))),
    "a choice, then a ufunc": lambda x: _sum(raw.Exp(x=raw.SelectV2(condition=x > 0.0, t=x, e=-x))),
    "squares": lambda x: _sum(raw.Neg(x=raw.AddN(inputs=[x, x]))),
    "a product": lambda x: raw.BatchMatMulV2(x=raw.Exp(x=x), y=raw.Exp(x=x)),
}


@pytest.mark.parametrize("numbers", [NUMBERS, SMALL], ids=["large", "small"])
@pytest.mark.parametrize("built", BUILT)
def test_operands_that_do_not_lie_in_c_order(built: str, numbers: np.ndarray[Any, Any]) -> None:
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float64, numbers.shape)
        result = BUILT[built](x)
        fetches = result if isinstance(result, list) else [result]
    with go.Session(graph) as session:
        first, *others = [[each.tobytes() for each in session.run(fetches, {x: numbers})] for _ in range(8)]
    assert [other == first for other in others] == [True] * len(others)
