"""Small graphs of tensor arrays, built alike by this library and by TensorFlow, whose answers are recorded.

Each program gets ``r``, the raw ops, and ``gradients``, and returns what to fetch. All raw ops take the same arguments
in both libraries.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Program = Callable[..., list[Any]]
PROGRAMS: dict[str, Program] = {}

X = np.arange(1.0, 13.0).reshape(4, 3) / 8  # (4, 3), exact in every dtype
DTYPES = [
    "half", "bfloat16", "float", "double", "complex64", "complex128", "int8", "int16", "int32", "int64", "uint8",
    "uint16", "bool", "string",
]  # fmt: skip
NUMERIC = DTYPES[:-2]


def program(function: Program) -> Program:
    PROGRAMS[function.__name__] = function
    return function


def array(r: Any, size: Any, dtype: str = "double", **attrs: Any) -> tuple[Any, Any]:
    """Handle and first flow."""
    made = r.TensorArrayV3(size=size, dtype=dtype, **attrs)
    return made.handle, made.flow


def write(r: Any, handle: Any, flow: Any, **values: Any) -> Any:
    """Write ``at_3=value`` and so on, in order."""
    for key, value in values.items():
        flow = r.TensorArrayWriteV3(handle=handle, index=int(key.removeprefix("at_")), value=value, flow_in=flow)
    return flow


def read(r: Any, handle: Any, flow: Any, *indices: int, dtype: str = "double") -> list[Any]:
    return [r.TensorArrayReadV3(handle=handle, index=index, flow_in=flow, dtype=dtype) for index in indices]


def after(r: Any, flow: Any, *tensors: Any) -> Any:
    """``flow``, when the tensors have been computed."""
    return r.IdentityN(input=[flow, *tensors])[0]


def constant(r: Any, value: Any, dtype: str = "double") -> Any:
    """A tensor that gradients can be asked for."""
    return r.Cast(x=np.asarray(value, np.float64), DstT=dtype) if dtype != "double" else r.Identity(input=value)


def values_of(r: Any, dtype: str) -> Any:
    """A matrix (4, 3) of any dtype."""
    if dtype == "string":
        return np.array([[f"{row}-{column}".encode() for column in range(3)] for row in range(4)], dtype=object)
    return r.Cast(x=X * 8 - 2 if dtype[0] == "i" else X * 8, DstT=dtype)


# -- values --------------------------------------------------------------------------------------------------------


def everything(r: Any, dtype: str) -> list[Any]:
    x = values_of(r, dtype)
    handle, flow = array(r, 4, dtype, clear_after_read=False)
    flow = r.TensorArrayScatterV3(handle=handle, indices=[2, 0, 3, 1], value=x, flow_in=flow)
    element = read(r, handle, flow, 3, dtype=dtype)[0]
    gathered = r.TensorArrayGatherV3(handle=handle, indices=[1, 1, 0], flow_in=flow, dtype=dtype, element_shape=[3])
    joined = r.TensorArrayConcatV3(handle=handle, flow_in=flow, dtype=dtype)
    other, other_flow = array(r, 3, dtype, element_shape=[None, 3])
    other_flow = r.TensorArraySplitV3(handle=other, value=x, lengths=np.array([1, 0, 3], np.int64), flow_in=other_flow)
    parts = read(r, other, other_flow, 0, 1, 2, dtype=dtype)
    return [element, gathered, joined.value, joined.lengths, *parts]


def never_written(r: Any, dtype: str) -> list[Any]:
    handle, flow = array(r, 3, dtype, element_shape=[2])
    return [
        read(r, handle, flow, 1, dtype=dtype)[0],
        r.TensorArrayGatherV3(handle=handle, indices=[0, 2], flow_in=flow, dtype=dtype),
    ]


def added(r: Any, dtype: str) -> list[Any]:
    """An array of gradients adds up what is written twice."""
    x = values_of(r, dtype)
    handle, flow = array(r, 4, dtype)
    flow = r.TensorArrayScatterV3(handle=handle, indices=[0, 1, 2, 3], value=x, flow_in=flow)
    grad = r.TensorArrayGradV3(handle=handle, flow_in=flow, source="here")
    flow = grad.flow_out
    for indices in ([0, 1, 2, 3], [3, 2, 1, 0]):
        flow = r.TensorArrayScatterV3(handle=grad.grad_handle, indices=indices, value=x, flow_in=flow)
    return [r.TensorArrayGatherV3(handle=grad.grad_handle, indices=[0, 1, 2, 3], flow_in=flow, dtype=dtype)]


for _function, _dtypes in ((everything, DTYPES), (never_written, DTYPES), (added, [*NUMERIC, "bool", "string"])):
    for _dtype in _dtypes:
        PROGRAMS[f"{_function.__name__}_{_dtype}"] = lambda r, gradients, f=_function, d=_dtype: f(r, d)


@program
def dynamic_size(r: Any, gradients: Any) -> list[Any]:
    handle, flow = array(r, 0, dynamic_size=True, element_shape=[3])
    flow = write(r, handle, flow, at_5=X[0], at_1=X[1])
    size = r.TensorArraySizeV3(handle=handle, flow_in=flow)
    joined = r.TensorArrayConcatV3(handle=handle, flow_in=after(r, flow, size), dtype="double")
    return [size, joined.value, joined.lengths]


@program
def dynamic_split_then_write(r: Any, gradients: Any) -> list[Any]:
    """Of the gradients of a split those of its own elements are joined."""
    x = constant(r, X)
    handle, flow = array(r, 0, dynamic_size=True, clear_after_read=False)
    flow = r.TensorArraySplitV3(handle=handle, value=x, lengths=np.array([1, 3], np.int64), flow_in=flow)
    flow = write(r, handle, flow, at_2=X)
    y = r.TensorArrayConcatV3(handle=handle, flow_in=flow, dtype="double").value
    return [y, gradients(r.Square(x=y), x)[0]]


@program
def empty(r: Any, gradients: Any) -> list[Any]:
    handle, flow = array(r, 0)
    joined = r.TensorArrayConcatV3(handle=handle, flow_in=flow, dtype="double", element_shape_except0=[2, 3])
    none = np.zeros(0, np.int32)
    gathered = r.TensorArrayGatherV3(handle=handle, indices=none, flow_in=flow, dtype="double", element_shape=[2, 0])
    size = r.TensorArraySizeV3(handle=handle, flow_in=flow)
    scattered = r.TensorArrayScatterV3(handle=handle, indices=none, value=np.zeros((0, 2)), flow_in=flow)
    return [joined.value, joined.lengths, gathered, size, scattered, flow]


@program
def scalars(r: Any, gradients: Any) -> list[Any]:
    handle, flow = array(r, 4)
    flow = r.TensorArrayScatterV3(handle=handle, indices=[0, 1, 2, 3], value=X[:, 0], flow_in=flow)
    one = read(r, handle, flow, 2)[0]
    return [one, r.TensorArrayGatherV3(handle=handle, indices=[3, 0], flow_in=flow, dtype="double")]


@program
def flow_goes_through(r: Any, gradients: Any) -> list[Any]:
    handle, flow = array(r, 2)
    fed = np.float32(2.5)
    return [
        write(r, handle, fed, at_0=X),
        r.TensorArrayScatterV3(handle=handle, indices=[1], value=X[:1], flow_in=fed),
        r.TensorArrayGradV3(handle=handle, flow_in=fed, source="s").flow_out,
        flow,
    ]


@program
def identical_shapes(r: Any, gradients: Any) -> list[Any]:
    handle, flow = array(r, 3, identical_element_shapes=True)
    flow = write(r, handle, flow, at_1=X)
    return read(r, handle, flow, 0, 1, 2)


@program
def gather_tells_the_shape(r: Any, gradients: Any) -> list[Any]:
    handle, flow = array(r, 3)
    first = r.TensorArrayGatherV3(handle=handle, indices=[0, 1], flow_in=flow, dtype="double", element_shape=[2])
    return [first, *read(r, handle, after(r, flow, first), 2)]


@program
def different_shapes(r: Any, gradients: Any) -> list[Any]:
    x, y = constant(r, X), constant(r, X[0])
    handle, flow = array(r, 2)
    flow = write(r, handle, flow, at_0=x, at_1=y)
    a, b = read(r, handle, flow, 0, 1)
    return [a, b, *gradients([r.Square(x=a), r.Square(x=b)], [x, y])]


@program
def grad_with_shape(r: Any, gradients: Any) -> list[Any]:
    handle, flow = array(r, 3, element_shape=[3])
    flow = write(r, handle, flow, at_0=X[0])
    grad = r.TensorArrayGradWithShape(handle=handle, flow_in=flow, shape_to_prepend=[2], source="s")
    flow = write(r, grad.grad_handle, grad.flow_out, at_1=X[:2])
    return [*read(r, grad.grad_handle, flow, 0, 1, 2), r.TensorArraySizeV3(handle=grad.grad_handle, flow_in=flow)]


@program
def grad_is_found_again(r: Any, gradients: Any) -> list[Any]:
    handle, flow = array(r, 2, clear_after_read=False)
    flow = write(r, handle, flow, at_0=X, at_1=X)
    flows, handles = [], []
    for source in ("a", "a", "b"):
        grad = r.TensorArrayGradV3(handle=handle, flow_in=flow, source=source)
        handles.append(grad.grad_handle)
        flows.append(write(r, grad.grad_handle, grad.flow_out, at_0=X))
    done = after(r, flows[0], *flows)
    return [read(r, h, done, 0)[0] for h in handles[1:]] + read(r, handles[1], done, 1)


# -- gradients -----------------------------------------------------------------------------------------------------


@program
def gradient_write_read(r: Any, gradients: Any) -> list[Any]:
    x, z = constant(r, X), constant(r, X + 1)
    handle, flow = array(r, 3, clear_after_read=False)
    flow = write(r, handle, flow, at_0=x, at_2=z, at_1=r.Mul(x=x, y=z))
    a, b, c, again = read(r, handle, flow, 0, 1, 2, 1)
    y = r.AddN(inputs=[r.Mul(x=a, y=b), r.Square(x=c), r.Square(x=again)])
    return [y, *gradients(y, [x, z])]


@program
def gradient_scatter_gather(r: Any, gradients: Any) -> list[Any]:
    x = constant(r, X)
    handle, flow = array(r, 4, clear_after_read=False)
    flow = r.TensorArrayScatterV3(handle=handle, indices=[3, 1, 0, 2], value=x, flow_in=flow)
    a = r.TensorArrayGatherV3(handle=handle, indices=[0, 1, 3], flow_in=flow, dtype="double")
    b = r.TensorArrayGatherV3(handle=handle, indices=[0, 3], flow_in=flow, dtype="double")
    y, z = r.Square(x=a), r.Mul(x=b, y=X[:2])
    return [a, b, *gradients([y, z], x)]


@program
def gradient_split_concat(r: Any, gradients: Any) -> list[Any]:
    x = constant(r, X)
    handle, flow = array(r, 3)
    flow = r.TensorArraySplitV3(handle=handle, value=x, lengths=np.array([2, 0, 2], np.int64), flow_in=flow)
    y = r.TensorArrayConcatV3(handle=handle, flow_in=flow, dtype="double")
    return [y.value, *gradients(r.Mul(x=r.Square(x=y.value), y=X), x)]


@program
def gradient_split_read(r: Any, gradients: Any) -> list[Any]:
    """Elements that are never read have zeros as gradients."""
    x = constant(r, X)
    handle, flow = array(r, 3)
    flow = r.TensorArraySplitV3(handle=handle, value=x, lengths=np.array([1, 1, 2], np.int64), flow_in=flow)
    return gradients(r.Square(x=read(r, handle, flow, 1)[0]), x)


@program
def gradient_write_concat(r: Any, gradients: Any) -> list[Any]:
    x = constant(r, X)
    handle, flow = array(r, 2)
    flow = write(r, handle, flow, at_1=x, at_0=r.Square(x=x))
    y = r.TensorArrayConcatV3(handle=handle, flow_in=flow, dtype="double").value
    return [y, *gradients(r.Mul(x=y, y=np.concatenate([X, X + 1])), x)]


@program
def gradient_dynamic(r: Any, gradients: Any) -> list[Any]:
    x = constant(r, X)
    handle, flow = array(r, 0, dynamic_size=True)
    flow = write(r, handle, flow, at_0=x, at_1=r.Square(x=x))
    y = r.TensorArrayGatherV3(handle=handle, indices=[0, 1], flow_in=flow, dtype="double")
    return gradients(r.Square(x=y), x)


@program
def gradients_of_several_calls(r: Any, gradients: Any) -> list[Any]:
    """Each call of gradients has arrays of its own, though the forward array is one."""
    x = constant(r, X)
    handle, flow = array(r, 1, clear_after_read=False)
    flow = write(r, handle, flow, at_0=r.Square(x=x))
    y, z = read(r, handle, flow, 0, 0)
    return [*gradients(y, x), *gradients(r.Square(x=z), x), *gradients([y, z], x)]


@program
def gradient_half(r: Any, gradients: Any) -> list[Any]:
    x = constant(r, X, "half")
    handle, flow = array(r, 1, "half", clear_after_read=False)
    flow = write(r, handle, flow, at_0=x)
    a, b = read(r, handle, flow, 0, 0, dtype="half")
    return gradients(r.Mul(x=a, y=r.Square(x=b)), x)
