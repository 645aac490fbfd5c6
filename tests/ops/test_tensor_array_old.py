"""Tensor arrays by their older names: the programs of ``TensorArrayV3`` give the answers that TensorFlow gave."""

from __future__ import annotations

import inspect
import json
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops_registry import errors
from graphops_registry.dtypes import string
from tests.golden.load import GOLDEN
from tests.ops.other_device import OTHER
from tests.ops.tensor_array_misuse import BAD
from tests.ops.tensor_array_programs import PROGRAMS, X
from tests.ops.test_tensor_array import as_array

RECORDED = json.loads((GOLDEN / "tensor_array.json").read_text(encoding="utf-8"))
NEWER = ("gradients(", "GradWithShape", "identical_element_shapes")  # what the old ops do not have


class OldOps:
    """``raw_ops`` with the names of another version, taking and giving what those of version 3 do."""

    def __init__(self, version: str) -> None:
        self._version = version

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("TensorArray"):
            return getattr(go.raw_ops, name)
        old = getattr(go.raw_ops, f"{name.removesuffix('V3')}{self._version}")
        if name == "TensorArrayV3":
            return lambda **arguments: SimpleNamespace(handle=old(**arguments), flow=go.constant(np.float32(0)))
        if name == "TensorArrayGradV3":
            return lambda **given: self._gradient(old, given)
        return old

    @staticmethod
    def _gradient(old: Any, given: dict[str, Any]) -> Any:
        handle = old(**given)
        with go.control_dependencies([handle]):
            return SimpleNamespace(grad_handle=handle, flow_out=go.raw_ops.Identity(input=given["flow_in"]))


def source(name: str) -> str:
    program = (PROGRAMS | BAD)[name]
    return inspect.getsource(getattr(program, "func", program))


# What is fetched there is no tensor here; and two reads that are the same are one, as the old ops are not stateful.
OTHERWISE = ("flow_goes_through", "read_twice")
OLD = [n for n in PROGRAMS | BAD if n not in OTHERWISE and not any(word in source(n) for word in NEWER)]


@pytest.mark.parametrize("device", ["CPU", OTHER])
@pytest.mark.parametrize("version", ["", "V2"])
@pytest.mark.parametrize("name", OLD)
def test_programs_of_version_3(name: str, version: str, device: str) -> None:
    expected = RECORDED[name]
    with go.Graph().as_default(), go.device(f"/device:{device}:0"):

        def run() -> list[Any]:
            fetches = (PROGRAMS | BAD)[name](OldOps(version), None)
            with go.Session() as session:
                return [np.asarray(value) for value in session.run(fetches)]

        if isinstance(expected, str):
            kind = getattr(errors, expected, ValueError)
            with pytest.raises((errors.InvalidArgumentError, kind)):
                run()
            return
        for got, (dtype, shape, values) in zip(run(), expected, strict=True):
            np.testing.assert_array_equal(got, as_array(dtype, shape, values))


def test_most_programs_are_run() -> None:
    assert len(OLD) > 30


def filled() -> tuple[Any, Any]:
    handle = go.raw_ops.TensorArray(size=4, dtype="double", clear_after_read=False)
    return handle, go.raw_ops.TensorArrayUnpack(handle=handle, value=X, flow_in=0.0)


def test_all_elements_at_once() -> None:
    with go.Graph().as_default(), go.Session() as session:
        handle, flow = filled()
        packed = go.raw_ops.TensorArrayPack(handle=handle, flow_in=flow, dtype="double")
        one = go.raw_ops.TensorArrayRead(handle=handle, index=2, flow_in=flow, dtype="double")
        found, third = session.run([packed, one])
        np.testing.assert_array_equal(found, X)
        np.testing.assert_array_equal(third, X[2])


def test_gradients_that_a_graph_brings_along() -> None:
    with go.Graph().as_default(), go.Session() as session:
        handle, flow = filled()
        grad = go.raw_ops.TensorArrayGrad(handle=handle, flow_in=flow, source="gradients")
        for _ in range(2):
            flow = go.raw_ops.TensorArrayWrite(handle=grad, index=1, value=X[0], flow_in=flow)
        found = session.run(go.raw_ops.TensorArrayRead(handle=grad, index=1, flow_in=flow, dtype="double"))
        np.testing.assert_array_equal(found, 2 * X[0])


def test_the_handle_is_two_strings() -> None:
    with go.Graph().as_default(), go.Session() as session:
        handle = go.raw_ops.TensorArrayV2(size=1, dtype="float", tensor_array_name="mine")
        assert handle.dtype is string
        kind, name = session.run(handle).tolist()
        assert kind == b"_tensor_arrays"
        assert name.startswith(b"mine_")


@pytest.mark.parametrize("handle", [[b"a", b"b"], np.zeros((2,), object)])
def test_other_strings_are_refused(handle: Any) -> None:
    given = np.array([b"_tensor_arrays", b"mine_0"], dtype=object)
    with go.Graph().as_default(), go.Session() as session:
        size = go.raw_ops.TensorArraySizeV2(handle=given, flow_in=0.0)
        with pytest.raises(errors.InvalidArgumentError, match="be the handle of a tensor array, got b'mine_0'"):
            session.run(size)
        fed = go.placeholder("string")
        closed = go.raw_ops.TensorArrayCloseV2(handle=fed)
        with pytest.raises(errors.InvalidArgumentError, match="be the handle of a tensor array"):
            session.run(closed, {fed: np.empty(0, dtype=object)})


def test_wrong_numbers_of_elements_are_refused() -> None:
    with go.Graph().as_default(), go.Session() as session:
        handle = go.raw_ops.TensorArray(size=3, dtype="double")
        flow = go.raw_ops.TensorArrayUnpack(handle=handle, value=X, flow_in=0.0)
        with pytest.raises(errors.InvalidArgumentError, match="have an entry for each of the 3 elements"):
            session.run(flow)
        none = go.raw_ops.TensorArray(size=0, dtype="double")
        packed = go.raw_ops.TensorArrayPack(handle=none, flow_in=0.0, dtype="double")
        with pytest.raises(errors.InvalidArgumentError, match="be known completely, as tensor array"):
            session.run(packed)
