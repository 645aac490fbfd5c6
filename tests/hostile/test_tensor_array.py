"""Bad calls on tensor arrays: the class of the error, and its sentence.

What shapes tell is refused when the graph is built. Arrays exist only when a graph runs, so the rest is refused then.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import GraphopsError, InvalidArgumentError, InvalidTypeError, ResourceExhaustedError
from tests.ops.tensor_array_misuse import BAD
from tests.ops.tensor_array_programs import PROGRAMS, X, array, read, write


@pytest.fixture(autouse=True)
def graph() -> Any:
    with go.Graph().as_default() as graph:
        yield graph


def scatter(**arguments: Any) -> Any:
    handle, flow = array(go.raw_ops, 2)
    return go.raw_ops.TensorArrayScatterV3(**{"handle": handle, "flow_in": flow} | arguments)


def split(**arguments: Any) -> Any:
    handle, flow = array(go.raw_ops, 2)
    return go.raw_ops.TensorArraySplitV3(**{"handle": handle, "flow_in": flow, "value": X} | arguments)


def gather(**arguments: Any) -> Any:
    handle, flow = array(go.raw_ops, 2)
    given = {"handle": handle, "flow_in": flow, "indices": [0], "dtype": "double"}
    return go.raw_ops.TensorArrayGatherV3(**given | arguments)


def on_array(op: str, **arguments: Any) -> Any:
    handle, flow = array(go.raw_ops, 2)
    return getattr(go.raw_ops, op)(**{"handle": handle, "flow_in": flow} | arguments)


VECTOR = np.zeros(2, np.float32)
BUILD = [
    (lambda: array(go.raw_ops, -1), "size of op 'TensorArrayV3' must be 0 or more, got -1"),
    (lambda: array(go.raw_ops, [1]), "size of op 'TensorArrayV3' must be a scalar, got rank 1 (1,)"),
    (lambda: gather(flow_in=VECTOR), "flow_in of op 'TensorArrayGatherV3' must be a scalar"),
    (lambda: gather(indices=0), "indices of op 'TensorArrayGatherV3' must have rank 1"),
    (
        lambda: gather(indices=np.zeros(0, np.int32), element_shape=[None]),
        "attr 'element_shape' of op 'TensorArrayGatherV3' must be known completely when indices is empty, got (?,)",
    ),
    (lambda: scatter(indices=[[0]], value=X), "indices of op 'TensorArrayScatterV3' must have rank 1"),
    (
        lambda: scatter(indices=[0, 1], value=X),
        "indices of op 'TensorArrayScatterV3' must name an element for each of the 4 of value, got 2",
    ),
    (lambda: scatter(indices=[0], value=1.0), "value of op 'TensorArrayScatterV3' must have rank 1 or more"),
    (lambda: split(lengths=np.int64([2, -1])), "lengths of op 'TensorArraySplitV3' must be sizes >= 0, got [2, -1]"),
    (
        lambda: split(lengths=np.int64([2, 1])),
        "lengths of op 'TensorArraySplitV3' must add up to the 4 rows of value, got [2, 1]",
    ),
    (lambda: split(lengths=np.int64(4)), "lengths of op 'TensorArraySplitV3' must have rank 1"),
    (lambda: split(lengths=np.int64([4]), value=1.0), "value of op 'TensorArraySplitV3' must have rank 1 or more"),
    (
        lambda: on_array("TensorArrayWriteV3", index=[0], value=X),
        "index of op 'TensorArrayWriteV3' must be a scalar, got rank 1 (1,)",
    ),
    (lambda: on_array("TensorArrayReadV3", index=[0], dtype="double"), "index of op 'TensorArrayReadV3' must be"),
    (lambda: on_array("TensorArraySizeV3", flow_in=VECTOR), "flow_in of op 'TensorArraySizeV3' must be a scalar"),
    (
        lambda: on_array("TensorArrayGradWithShape", shape_to_prepend=[2, -1], source=""),
        "shape_to_prepend of op 'TensorArrayGradWithShape' must have sizes >= 0, got [2, -1]",
    ),
    (
        lambda: on_array("TensorArrayReadV3", index=0, dtype="double", handle=variable()),
        "handle of op 'TensorArrayReadV3' must be the handle of a tensor array, got variable 'w'",
    ),
]


def variable() -> Any:
    return go.raw_ops.VarHandleOp(dtype="double", shape=[2], shared_name="w")


@pytest.mark.parametrize(("call", "sentence"), BUILD, ids=[sentence[:60] for _, sentence in BUILD])
def test_refused_when_built(call: Any, sentence: str) -> None:
    with pytest.raises(InvalidArgumentError, match=re.escape(sentence)):
        call()


NAME = r"tensor array 'TensorArrayV3_\d+'"
RUN = {
    "write_behind_end": rf"index of op 'TensorArrayWriteV3' must be in \[0, 2\), as {NAME} cannot grow, got 2",
    "write_negative": "index of op 'TensorArrayWriteV3' must be 0 or more, got -1",
    "write_twice": rf"must be that of an element of {NAME} that was not written yet, got 0",
    "write_after_read": rf"must be that of an element of {NAME} that was not read yet, got 0",
    "read_twice": rf"index of op 'TensorArrayReadV3' must be that of an element of {NAME} that was not read yet",
    "gather_twice": rf"index of op 'TensorArrayGatherV3' must be that of an element of {NAME} that was not read",
    "read_behind_end": rf"index of op 'TensorArrayReadV3' must be in \[0, 2\), the size of {NAME}, got 2",
    "read_never_written": r"that was written, as the shape \(\?, 1\) is not known, got 0",
    "shape_of_write": rf"must have the shape of the elements of {NAME}, \(3, \?\), got \(4, 3\) for element 0",
    "second_shape": r"must have the shape of the elements of .*, \(4, 3\), got \(3,\) for element 1",
    "shapes_of_gather": r"must be those of .* of element 0, \(4, 3\), got element 1 of shape \(3,\)",
    "element_shape_of_gather": r"attr 'element_shape' of op .* agree with the first element's shape, \(4, 3\), got",
    "concat_of_nothing": rf"attr 'element_shape_except0' .* must be known completely, as {NAME} is empty",
    "concat_of_scalars": "must be that of an array without scalars, got a scalar as element 0",
    "concat_of_shapes": r"elements whose shapes end in \(3,\), got element 1 of shape \(4, 2\)",
    "element_shape_of_concat": r"agree with the first element's shape, \(3,\), got \(2,\)",
    "number_of_lengths": rf"must have a size for each of the 3 elements of {NAME}, got 2 sizes",
    "scatter_behind_end": rf"index of op 'TensorArrayScatterV3' must be in \[0, 2\), as {NAME} cannot grow, got 2",
    "use_after_close": rf"handle of op 'TensorArraySizeV3' must be that of an open tensor array, got {NAME}",
    "gradient_of_sums": "must be that of an array each element of which was written once, got",
    "shape_of_gradient": r"must have the shape \(4, 3\) of element 0 of .*@s_\d+', got \(3,\)",
    "growth_after_gradient": "as .* cannot grow, got 1",
    "added_bool": "must be that of an array of numbers, as its elements add up, got bool",
    "never_written_string": "attr 'dtype' of op .* must have zeros, which elements never written are, got string",
}


@pytest.mark.parametrize("name", RUN)
def test_refused_when_run(name: str) -> None:
    fetches = (PROGRAMS | BAD)[name](go.raw_ops, go.gradients)
    with go.Session() as session, pytest.raises(InvalidArgumentError, match=RUN[name]):
        session.run(fetches)


@pytest.mark.parametrize("name", ["dtype_of_read", "dtype_of_write"])
def test_other_dtypes(name: str) -> None:
    fetches = (PROGRAMS | BAD)[name](go.raw_ops, go.gradients)
    sentence = rf"attr '(T|dtype)' of op .* must be float64, the dtype of {NAME}, got float32"
    with go.Session() as session, pytest.raises(InvalidTypeError, match=sentence):
        session.run(fetches)


def test_values_that_are_known_at_run_only() -> None:
    size = go.placeholder(go.int32, ())
    lengths = go.placeholder(go.int64, (None,))
    made = array(go.raw_ops, size)[1]
    parts = split(lengths=lengths)
    with go.Session() as session:
        with pytest.raises(InvalidArgumentError, match="size of op 'TensorArrayV3' must be 0 or more, got -5"):
            session.run(made, {size: -5})
        with pytest.raises(InvalidArgumentError, match="lengths .* must add up to the 4 rows of value"):
            session.run(parts, {lengths: [2, 3]})
        with pytest.raises(InvalidArgumentError, match="lengths .* must be sizes >= 0"):
            session.run(parts, {lengths: [5, -1]})


def test_handles_of_something_else() -> None:
    handle = go.placeholder(go.as_dtype("resource"), ())
    fed = read(go.raw_ops, handle, np.float32(0), 0)[0]
    with go.Session() as session, pytest.raises(GraphopsError):
        session.run(fed, {handle: np.array("x", dtype=object)})
    switched = go.raw_ops.IdentityN(input=[variable()])[0]
    fed = read(go.raw_ops, switched, np.float32(0), 0)[0]
    sentence = "handle of op 'TensorArrayReadV3' must be the handle of a tensor array, got variable 'w'"
    with go.Session() as session, pytest.raises(InvalidArgumentError, match=sentence):
        session.run(fed)


@pytest.mark.parametrize("size", [2**31 - 1, 1000])
def test_results_that_do_not_fit(size: int) -> None:
    handle, flow = array(go.raw_ops, size, element_shape=[2**40])
    joined = go.raw_ops.TensorArrayConcatV3(handle=handle, flow_in=flow, dtype="double").value
    one = read(go.raw_ops, handle, flow, 0)[0]
    some = go.raw_ops.TensorArrayGatherV3(handle=handle, indices=[0, 1], flow_in=flow, dtype="double")
    with go.Session() as session:
        for fetch in (joined, one, some):
            with pytest.raises(ResourceExhaustedError, match="must stay within .* bytes, but its elements need"):
                session.run(fetch)


def test_indices_at_the_end_of_int32() -> None:
    handle, flow = array(go.raw_ops, 0, dynamic_size=True)
    far = write(go.raw_ops, handle, flow, at_2147483646=X)
    size = go.raw_ops.TensorArraySizeV3(handle=handle, flow_in=far)
    too_far = write(go.raw_ops, handle, flow, at_2147483647=X)
    with go.Session() as session:
        assert session.run(size) == 2**31 - 1
        with pytest.raises(InvalidArgumentError, match="index .* must be below 2147483647, as sizes are int32, got"):
            session.run(too_far)


@pytest.mark.parametrize("name", ["", "backward"])
def test_gradients_need_a_scope_of_their_own(name: str) -> None:
    x = go.constant(X)
    handle, flow = array(go.raw_ops, 1)
    (y,) = read(go.raw_ops, handle, write(go.raw_ops, handle, flow, at_0=x), 0)
    sentence = "the name scope of the gradient of op 'TensorArrayReadV3' must start with 'gradients', got"
    with pytest.raises(InvalidArgumentError, match=sentence):
        go.gradients(y, x, name=name)


def test_eager_calls_have_no_arrays() -> None:
    with pytest.raises(GraphopsError, match="Session"):
        go.eager.TensorArrayV3(size=1, dtype="float")
