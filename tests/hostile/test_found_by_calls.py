"""What generated calls (:mod:`tests.hostile.calls`) found: each fault as a test of its own."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.plan.choose.kernel_choice import NodeKernels
from graphops.plan.contexts import EagerContext
from graphops.plugins.packages import load_kernels
from graphops_registry.device_def import device_type
from graphops_registry.errors import GraphopsError, InvalidArgumentError, InvalidTypeError
from graphops_registry.kernel_def import kernels_of
from graphops_registry.op_def import lookup_op


@pytest.fixture(autouse=True)
def graph() -> Any:
    with go.Graph().as_default() as graph:
        yield graph


def endless() -> list[Any]:
    found: list[Any] = []
    found.append(found)
    return found


def deep(levels: int) -> list[Any]:
    found: list[Any] = [1.0]
    for _ in range(levels):
        found = [found]
    return found


class Unprintable:
    def __repr__(self) -> str:
        raise RuntimeError("no text")


STRANGE = [endless, lambda: deep(40), lambda: deep(5000), Unprintable, lambda: [Unprintable()]]


@pytest.mark.parametrize("make", STRANGE)
def test_values_without_end_or_text_are_refused(make: Any) -> None:
    value = make()
    with pytest.raises(InvalidArgumentError, match="x of op 'Neg' must"):
        go.eager.Neg(x=value)
    with pytest.raises(InvalidArgumentError, match="x of op 'Neg' must"):
        go.raw_ops.Neg(x=value)
    with pytest.raises(InvalidArgumentError, match="attr 'keep_dims' of op 'Sum' must"):
        go.eager.Sum(input=np.ones(2), axis=0, keep_dims=value)
    with pytest.raises(InvalidArgumentError, match="attr 'DstT' of op 'Cast' must"):
        go.eager.Cast(x=np.ones(2), DstT=value)
    x = go.placeholder(go.float32)
    with go.Session() as session:
        with pytest.raises(InvalidArgumentError):
            session.run(x, {x: value})
        with pytest.raises(InvalidArgumentError):
            session.run(x, {(x, x): value})


@pytest.mark.parametrize("make", STRANGE)
def test_internal_attrs_without_end_or_text_can_be_named_in_errors(make: Any) -> None:
    y = go.raw_ops.Neg(x=np.ones(2), _internal=make())
    assert "_internal=" in repr(y.node) + y.node.describe()
    with pytest.raises(InvalidArgumentError, match="kinds to be stored"):
        y.graph.as_graph_def()
    with pytest.raises(InvalidArgumentError):
        go.raw_ops.MatMul(a=np.ones((2, 3)), b=np.ones((2, 3)), _internal=make())


@pytest.mark.parametrize("op", ["Neg", "StringLength"])
def test_more_dimensions_than_arrays_have_everywhere(op: str) -> None:
    shape = (1,) * 33
    value = np.zeros(shape, np.float32) if op == "Neg" else np.full(shape, b"a", object)
    name = "x" if op == "Neg" else "input"
    with pytest.raises(InvalidArgumentError, match=f"{name} of op '{op}' must have rank <= 32, got"):
        getattr(go.eager, op)(**{name: value})
    tensor = go.placeholder(go.as_dtype(value.dtype))
    with go.Session() as session, pytest.raises(InvalidArgumentError, match="must have rank <= 32"):
        session.run(getattr(go.raw_ops, op)(**{name: tensor}), {tensor: value})


def test_a_result_of_too_many_dimensions() -> None:
    with pytest.raises(InvalidArgumentError, match="the result of op 'Diag' must have rank <= 32, got 34"):
        go.eager.Diag(diagonal=np.ones((1,) * 17, np.float32))
    assert go.eager.Diag(diagonal=np.ones((1,) * 16, np.float32)).ndim == 32


@pytest.mark.parametrize("op", ["MaxPool3DGrad"])
def test_no_kernel_takes_dtypes_that_it_was_not_compiled_for(op: str) -> None:
    load_kernels()
    x = np.arange(8, dtype=np.float32).reshape(1, 2, 2, 2, 1)
    y, dy = x[:, 1:, 1:, 1:], np.full((1, 1, 1, 1, 1), 3, np.float16)
    attrs = {"ksize": (1, 2, 2, 2, 1), "strides": (1, 2, 2, 2, 1), "padding": "VALID", "data_format": "NDHWC"}
    definition = lookup_op(op).op_def
    bound = definition.bind({"orig_input": go.float32, "orig_output": go.float32, "grad": go.half}, attrs)
    ran = 0
    for kernel in kernels_of(op, "CPU"):
        try:
            kernels = NodeKernels(lookup_op(op), bound, "CPU", None, [kernel])
            (dx,) = kernels.choose([x, y, dy], (True,)).run(EagerContext(device_type("CPU")), [x, y, dy])
        except GraphopsError:
            continue  # it says that it does not take the call
        ran += 1
        np.testing.assert_array_equal(dx.reshape(-1), [0, 0, 0, 0, 0, 0, 0, 3])
    assert ran


def test_count_up_to_takes_scalars_alone_when_it_runs_too() -> None:
    v = go.raw_ops.VariableV2(shape=None, dtype="int32")
    start = go.raw_ops.Assign(ref=v, value=np.array([3], np.int32), validate_shape=False)
    y = go.raw_ops.CountUpTo(ref=v, limit=9)
    with go.Session() as session:
        session.run(start)
        with pytest.raises(
            InvalidArgumentError, match="ref of op 'CountUpTo' must be a scalar variable, got one of shape"
        ):
            session.run(y)


def test_gradients_of_depthwise_convolutions_of_infinities_do_not_warn() -> None:
    w, dy = np.full((3, 3, 3, 2), np.inf, np.float32), np.ones((1, 4, 5, 6), np.float32)
    w[..., 1] = -np.inf
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        dx = go.eager.DepthwiseConv2dNativeBackpropInput(
            input_sizes=[1, 4, 5, 3], filter=w, out_backprop=dy, strides=[1] * 4, padding="SAME"
        )
    assert np.isnan(dx).all()


def a_list() -> Any:
    return go.raw_ops.TensorListFromTensor(tensor=np.ones((2, 3), np.float32), element_shape=[3])


def test_lists_look_at_the_ranks_of_all_arguments() -> None:
    with pytest.raises(InvalidArgumentError, match="num_elements of op 'TensorListScatterV2' must be a scalar"):
        go.raw_ops.TensorListScatterV2(tensor=np.ones((1, 3)), indices=[0], element_shape=-1, num_elements=[0, 1])
    with pytest.raises(InvalidArgumentError, match="leading_dims of op 'TensorListConcatV2' must have rank 1"):
        go.raw_ops.TensorListConcatV2(
            input_handle=a_list(), element_shape=[2, 2], leading_dims=np.int64(-1), element_dtype="float"
        )


def test_a_sum_of_one_input_still_has_the_shape_that_its_attr_says() -> None:
    x = go.placeholder(go.float32)
    y = go.raw_ops.AccumulateNV2(inputs=[x], shape=[])
    with go.Session() as session:
        assert session.run(y, {x: 2.0}) == 2
        with pytest.raises(
            InvalidArgumentError, match="inputs of op 'AccumulateNV2' must have the shape of attr 'shape'"
        ):
            session.run(y, {x: [1.0, 2.0]})


def test_half_of_a_surrogate_pair_is_no_text() -> None:
    with pytest.raises(InvalidTypeError, match="attr 'separator' of op 'ReduceJoin' must be a string, got '.ud800'"):
        go.eager.ReduceJoin(inputs=np.array([b"a", b"b"], object), reduction_indices=0, separator="\ud800")
    with pytest.raises(InvalidArgumentError, match="input of op 'StringLength' must hold texts that UTF-8 can write"):
        go.eager.StringLength(input=["a", "\udfff"])
    assert (
        go.eager.ReduceJoin(inputs=np.array([b"a", b"b"], object), reduction_indices=0, separator="\u00e9")
        == b"a\xc3\xa9b"
    )


def test_arguments_may_have_any_name() -> None:
    with pytest.raises(InvalidTypeError, match="'self' is no argument or attr of op 'Neg'"):
        go.eager.Neg(x=np.ones(2), self=1)


@pytest.mark.parametrize("value", [{"a": 1}, 3, None, "text", [1]])
def test_what_is_fed_for_a_handle_is_a_handle(value: Any) -> None:
    handle = go.placeholder("resource")
    y = go.raw_ops.ReadVariableOp(resource=handle, dtype="float32")
    with go.Session() as session, pytest.raises(InvalidArgumentError):
        session.run(y, {handle: value})


@pytest.mark.parametrize("value", [{"a": 1}, 3, "text", [1, 2]])
def test_what_is_fed_for_a_list_is_a_list(value: Any) -> None:
    handle = go.placeholder("variant")
    with go.Session() as session, pytest.raises(GraphopsError):
        session.run(go.raw_ops.TensorListLength(input_handle=handle), {handle: value})


@pytest.mark.parametrize(
    ("op", "arguments", "expected"),
    [
        ("StringJoin", {"inputs": ["a", "b"], "separator": b"\xff"}, b"a\xffb"),
        ("ReduceJoin", {"inputs": ["a", "b"], "reduction_indices": 0, "separator": b"\xff"}, b"a\xffb"),
        ("StringFormat", {"inputs": [7], "template": b"\xff%s", "placeholder": "%s"}, b"\xff7"),
        ("StaticRegexReplace", {"input": "a", "pattern": "a", "rewrite": b"\xfe"}, b"\xfe"),
        ("DecodeCSV", {"records": b"\xfe", "record_defaults": [["d"]], "na_value": b"\xfe"}, b"d"),
    ],
)
def test_attrs_of_bytes_that_are_no_text(op, arguments, expected):
    found = getattr(go.eager, op)(**arguments)
    assert (found[0] if isinstance(found, list) else found).item() == expected


def test_messages_of_bytes_that_are_no_text(capfd):
    with go.Graph().as_default(), go.Session() as session:
        session.run(go.raw_ops.PrintV2(input="line", end=b"\xff\n", output_stream="stdout"))
        session.run(go.raw_ops.Print(input=1.0, data=[2.0], message=b"\xff "))
        with pytest.raises(go.errors.InvalidArgumentError):
            session.run(go.raw_ops.CheckNumerics(tensor=np.float32("nan"), message=b"\xff"))
    assert capfd.readouterr().out == "line\\xff\n"
