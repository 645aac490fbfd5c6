"""Making a cuDNN graph and its plans from a description, with nvidia-cudnn-frontend 1.23 to 1.28."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from graphops_cuda.cudnn.conv_desc import ConvDesc
from graphops_cuda.cudnn.library import frontend

_COMPUTED_IN = {"float16": "FLOAT", "bfloat16": "FLOAT", "float32": "FLOAT", "float64": "DOUBLE"}
_STORED_AS = {"float16": "HALF", "bfloat16": "BFLOAT16", "float32": "FLOAT", "float64": "DOUBLE"}
_COMPUTED = {"forward": "y", "input_gradient": "x", "filter_gradient": "w"}


class Unsupported(Exception):
    """cuDNN does not compute this."""


@dataclass(frozen=True, slots=True)
class Graph:
    """A graph that has plans, none of them built yet. Belongs to the handle that it was made with.

    Attributes:
        graph: cuDNN's.
        x, w, y: its tensors.
        bias: another one, or ``None``.
        desc: what it computes.
    """

    graph: Any
    x: Any
    w: Any
    y: Any
    bias: Any
    desc: ConvDesc

    def pack(self, x: int, w: int, y: int, bias: int) -> dict[Any, int]:
        """Addresses of the operands, in the form that cuDNN takes."""
        found = {self.x: x, self.w: w, self.y: y}
        if self.bias is not None:
            found[self.bias] = bias
        return found


def make_graph(desc: ConvDesc, *, handle: Any = None, device_property: Any = None) -> Graph:
    """The graph of a description, planned for the device of ``handle``, or for one that is only described.

    Raises:
        Unsupported: cuDNN has no plan for it.
    """
    cudnn = frontend()
    computed_in = getattr(cudnn.data_type, _COMPUTED_IN[desc.dtype])
    where = {"handle": handle} if device_property is None else {"device_property": device_property}
    graph = cudnn.pygraph(
        io_data_type=getattr(cudnn.data_type, _STORED_AS[desc.dtype]),
        intermediate_data_type=computed_in,
        compute_data_type=computed_in,
        **where,
    )
    try:
        operands = _operands(graph, desc)
        graph.validate()
        graph.build_operation_graph()
        # A plan that a mode does not find, another may: the fallback knows generic kernels for everything.
        graph.create_execution_plans([cudnn.heur_mode.A, cudnn.heur_mode.FALLBACK])
        graph.deselect_workspace_greater_than(desc.workspace)
        graph.deselect_numeric_notes(_unwanted(cudnn, desc))
    except (cudnn.cudnnGraphNotSupportedError, RuntimeError, ValueError) as error:
        raise Unsupported(str(error)) from error
    return Graph(graph, *operands, desc)


def _operands(graph: Any, desc: ConvDesc) -> tuple[Any, Any, Any, Any]:
    """Add the convolution; its tensors x, w and y, and that of the bias or ``None``."""
    window = {
        "pre_padding": list(desc.before),
        "post_padding": list(desc.after),
        "stride": list(desc.strides),
        "dilation": list(desc.dilations),
    }
    computed = _COMPUTED[desc.pass_]
    given = {
        name: graph.tensor(name=name, dim=list(dims), stride=desc.packed(dims))
        for name, dims in (("x", desc.x), ("w", desc.w), ("y", desc.y))
        if name != computed
    }
    if desc.pass_ == "forward":
        result = graph.conv_fprop(image=given["x"], weight=given["w"], **window)
    elif desc.pass_ == "input_gradient":
        result = graph.conv_dgrad(loss=given["y"], filter=given["w"], **window)
    else:
        result = graph.conv_wgrad(image=given["x"], loss=given["y"], **window)
    bias = None
    if desc.bias:
        dims = (1, desc.y[1], *[1] * (len(desc.y) - 2))
        bias = graph.tensor(name="bias", dim=list(dims), stride=desc.packed(dims))
        result = graph.bias(name="add", input=result, bias=bias)
    # Which rows no window met, and how the result lies in memory, cannot be derived from the others.
    result.set_output(True).set_dim(list(desc.result)).set_stride(desc.packed(desc.result))
    operands = {**given, computed: result}
    return operands["x"], operands["w"], operands["y"], bias


def _unwanted(cudnn: Any, desc: ConvDesc) -> list[Any]:
    """The properties of plans whose numbers are not good enough.

    Transforms (Winograd's, Fourier's) and sums kept in half cancel digits that a sum of products keeps; tensor cores
    round float32 operands to 11 bits.
    """
    notes = cudnn.numerical_note
    unwanted = [notes.FFT, notes.WINOGRAD, notes.REDUCED_PRECISION_REDUCTION]
    if desc.dtype == "float32" and not desc.tf32:
        unwanted += [notes.TENSOR_CORE, notes.DOWN_CONVERT_INPUTS]
    if desc.deterministic:
        unwanted.append(notes.NONDETERMINISTIC)
    return unwanted
