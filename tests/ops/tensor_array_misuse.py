"""Graphs that use tensor arrays wrongly, built alike by this library and by TensorFlow, whose errors are recorded."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.ops.tensor_array_programs import Program, X, after, array, read, write

BAD: dict[str, Program] = {}


def bad(function: Program) -> Program:
    BAD[function.__name__.removeprefix("bad_")] = function
    return function


@bad
def bad_write_behind_end(r: Any, gradients: Any) -> list[Any]:
    return [write(r, *array(r, 2), at_2=X)]


@bad
def bad_write_negative(r: Any, gradients: Any) -> list[Any]:
    handle, flow = array(r, 2, dynamic_size=True)
    return [r.TensorArrayWriteV3(handle=handle, index=-1, value=X, flow_in=flow)]


@bad
def bad_write_twice(r: Any, gradients: Any) -> list[Any]:
    handle, flow = array(r, 2)
    return [write(r, handle, write(r, handle, flow, at_0=X), at_0=X)]


@bad
def bad_write_after_read(r: Any, gradients: Any) -> list[Any]:
    handle, flow = array(r, 2, element_shape=[4, 3], clear_after_read=False)
    zeros = read(r, handle, flow, 0)[0]
    return [write(r, handle, after(r, flow, zeros), at_0=X)]


@bad
def bad_read_twice(r: Any, gradients: Any) -> list[Any]:
    handle, flow = array(r, 2)
    flow = write(r, handle, flow, at_0=X)
    first = read(r, handle, flow, 0)[0]
    return read(r, handle, after(r, flow, first), 0)


@bad
def bad_gather_twice(r: Any, gradients: Any) -> list[Any]:
    handle, flow = array(r, 2)
    flow = write(r, handle, flow, at_0=X)
    return [r.TensorArrayGatherV3(handle=handle, indices=[0, 0], flow_in=flow, dtype="double")]


@bad
def bad_read_behind_end(r: Any, gradients: Any) -> list[Any]:
    return read(r, *array(r, 2, element_shape=[1]), 2)


@bad
def bad_read_never_written(r: Any, gradients: Any) -> list[Any]:
    return read(r, *array(r, 2, element_shape=[None, 1]), 0)


@bad
def bad_dtype_of_read(r: Any, gradients: Any) -> list[Any]:
    return read(r, *array(r, 2, element_shape=[1]), 0, dtype="float")


@bad
def bad_dtype_of_write(r: Any, gradients: Any) -> list[Any]:
    return [write(r, *array(r, 2), at_0=np.float32(1))]


@bad
def bad_shape_of_write(r: Any, gradients: Any) -> list[Any]:
    return [write(r, *array(r, 2, element_shape=[3, None]), at_0=X)]


@bad
def bad_second_shape(r: Any, gradients: Any) -> list[Any]:
    return [write(r, *array(r, 2, identical_element_shapes=True), at_0=X, at_1=X[0])]


@bad
def bad_shapes_of_gather(r: Any, gradients: Any) -> list[Any]:
    handle, flow = array(r, 2)
    flow = write(r, handle, flow, at_0=X, at_1=X[0])
    return [r.TensorArrayGatherV3(handle=handle, indices=[0, 1], flow_in=flow, dtype="double")]


@bad
def bad_element_shape_of_gather(r: Any, gradients: Any) -> list[Any]:
    handle, flow = array(r, 2)
    flow = write(r, handle, flow, at_0=X)
    return [r.TensorArrayGatherV3(handle=handle, indices=[0], flow_in=flow, dtype="double", element_shape=[3, 3])]


@bad
def bad_gather_of_nothing(r: Any, gradients: Any) -> list[Any]:
    handle, flow = array(r, 2)
    none = np.zeros(0, np.int32)
    return [r.TensorArrayGatherV3(handle=handle, indices=none, flow_in=flow, dtype="double")]


@bad
def bad_concat_of_nothing(r: Any, gradients: Any) -> list[Any]:
    handle, flow = array(r, 0)
    return list(r.TensorArrayConcatV3(handle=handle, flow_in=flow, dtype="double"))


@bad
def bad_concat_of_scalars(r: Any, gradients: Any) -> list[Any]:
    handle, flow = array(r, 1)
    flow = write(r, handle, flow, at_0=np.float64(1))
    return list(r.TensorArrayConcatV3(handle=handle, flow_in=flow, dtype="double"))


@bad
def bad_concat_of_shapes(r: Any, gradients: Any) -> list[Any]:
    handle, flow = array(r, 2)
    flow = write(r, handle, flow, at_0=X, at_1=X[:, :2])
    return list(r.TensorArrayConcatV3(handle=handle, flow_in=flow, dtype="double"))


@bad
def bad_element_shape_of_concat(r: Any, gradients: Any) -> list[Any]:
    handle, flow = array(r, 1)
    flow = write(r, handle, flow, at_0=X)
    return list(r.TensorArrayConcatV3(handle=handle, flow_in=flow, dtype="double", element_shape_except0=[2]))


@bad
def bad_number_of_lengths(r: Any, gradients: Any) -> list[Any]:
    handle, flow = array(r, 3)
    return [r.TensorArraySplitV3(handle=handle, value=X, lengths=np.array([2, 2], np.int64), flow_in=flow)]


@bad
def bad_sum_of_lengths(r: Any, gradients: Any) -> list[Any]:
    handle, flow = array(r, 2)
    return [r.TensorArraySplitV3(handle=handle, value=X, lengths=np.array([2, 1], np.int64), flow_in=flow)]


@bad
def bad_scatter_behind_end(r: Any, gradients: Any) -> list[Any]:
    handle, flow = array(r, 2)
    return [r.TensorArrayScatterV3(handle=handle, indices=[0, 1, 2, 3], value=X, flow_in=flow)]


@bad
def bad_number_of_indices(r: Any, gradients: Any) -> list[Any]:
    handle, flow = array(r, 4)
    return [r.TensorArrayScatterV3(handle=handle, indices=[0, 1, 2], value=X, flow_in=flow)]


@bad
def bad_size(r: Any, gradients: Any) -> list[Any]:
    return [array(r, -1)[1]]


@bad
def bad_use_after_close(r: Any, gradients: Any) -> list[Any]:
    handle, flow = array(r, 2)
    closed = r.TensorArrayCloseV3(handle=handle)
    node = getattr(closed, "node", closed)
    with node.graph.control_dependencies([closed]):
        flow = r.Identity(input=flow)
    return [r.TensorArraySizeV3(handle=handle, flow_in=flow)]


@bad
def bad_gradient_of_sums(r: Any, gradients: Any) -> list[Any]:
    """What was added up cannot be taken apart."""
    handle, flow = array(r, 1)
    flow = write(r, handle, flow, at_0=X)
    grad = r.TensorArrayGradV3(handle=handle, flow_in=flow, source="s")
    flow = grad.flow_out
    for _ in range(2):
        flow = write(r, grad.grad_handle, flow, at_0=X)
    return [r.TensorArrayGradV3(handle=grad.grad_handle, flow_in=flow, source="t").flow_out]


@bad
def bad_shape_of_gradient(r: Any, gradients: Any) -> list[Any]:
    handle, flow = array(r, 1)
    flow = write(r, handle, flow, at_0=X)
    grad = r.TensorArrayGradV3(handle=handle, flow_in=flow, source="s")
    return [write(r, grad.grad_handle, grad.flow_out, at_0=X[0])]


@bad
def bad_growth_after_gradient(r: Any, gradients: Any) -> list[Any]:
    handle, flow = array(r, 1, dynamic_size=True)
    grad = r.TensorArrayGradV3(handle=handle, flow_in=flow, source="s")
    return [write(r, handle, grad.flow_out, at_1=X)]
