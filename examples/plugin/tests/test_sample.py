"""Every op, in every way that it can be run: ``python -m pytest`` in the folder above."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from graphops_sample.checks import average_pool_grad_loops, average_pool_loops, mish_loops, numbers

import graphops as go
from graphops.testing import OpCase, cases, gradcheck, opcheck

POOLS = list(cases("Sample>AveragePool1D", {"x": (2, 7, 3)}, {"size": [1, 3, 7], "stride": [1, 2]}))
POOL_GRADS = list(
    cases("Sample>AveragePool1DGrad", {"input_length": np.int32(8), "dy": (2, 3, 3)}, {"size": [3, 4], "stride": [2]})
)
MISHES = list(cases("Sample>Mish", {"x": numbers}))


@pytest.mark.parametrize("case", POOLS, ids=str)
def test_average_pool(case: OpCase) -> None:
    opcheck(case.op, case.inputs, case.attrs, reference=average_pool_loops)


@pytest.mark.parametrize("case", POOL_GRADS, ids=str)
def test_average_pool_grad(case: OpCase) -> None:
    opcheck(case.op, case.inputs, case.attrs, reference=average_pool_grad_loops)


@pytest.mark.parametrize("case", MISHES, ids=str)
def test_mish(case: OpCase) -> None:
    opcheck(case.op, case.inputs, case.attrs, reference=mish_loops)


@pytest.mark.parametrize(("size", "stride"), [(1, 1), (3, 1), (3, 2), (2, 3)])
def test_gradients_of_the_pool(size: int, stride: int) -> None:
    x = np.random.default_rng(0).standard_normal((2, 7, 2))
    gradcheck("Sample>AveragePool1D", {"x": x}, {"size": size, "stride": stride}, order=2)


def test_gradients_of_mish() -> None:
    gradcheck("Sample>Mish", {"x": np.array([-3.0, -0.5, 0.0, 2.0])}, order=2)


@pytest.mark.parametrize(
    ("shape", "size", "stride", "expected"),
    [
        ((2, 7, 3), 3, 2, (2, 3, 3)),
        ((None, 7, "C"), 3, 2, (None, 3, "C")),
        (("N", None, 3), 3, 2, ("N", None, 3)),
        (None, 3, 2, (None, None, None)),
    ],
)
def test_shapes(shape: Any, size: int, stride: int, expected: Any) -> None:
    with go.Graph().as_default():
        x = go.placeholder(go.float32, shape)
        assert go.raw_ops.Sample.AveragePool1D(x=x, size=size, stride=stride).shape == expected


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ({"x": np.ones((1, 2, 1)), "size": 3}, "x of op 'Sample>AveragePool1D' must have a length of at least size"),
        ({"x": np.ones((1, 2)), "size": 1}, "x of op 'Sample>AveragePool1D' must have rank 3, got rank 2"),
        ({"x": np.ones((1, 2, 1)), "size": 0}, "attr 'size' of op 'Sample>AveragePool1D' must be at least 1, got 0"),
        ({"x": np.ones((1, 2, 1), int), "size": 1}, "x of op 'Sample>AveragePool1D' must have one of the dtypes"),
    ],
)
def test_bad_arguments(call: Any, message: str) -> None:
    with pytest.raises(go.errors.InvalidArgumentError) as caught:
        go.eager.Sample.AveragePool1D(**call)
    assert str(caught.value).startswith(message)
