"""The description of a convolution for cuDNN.

In cuDNN dimensions are always (N, C, spatial...) for images and (K, C / groups, spatial...) for filters; the strides,
in elements, give the layout in memory.  It reads images in either layout.  Filters must be packed: as (K, spatial...,
C / groups), *KRSC*, with channels-last images, and as (K, C / groups, spatial...), *KCRS*, with channels-first ones.
cuDNN also accepts the strides of TensorFlow's filters, but then reads them in a wrong order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from graphops_cpu.lib.conv_problem import ConvProblem, Pass, why_extreme
from graphops_registry.kernel_def import Mode

Dims = tuple[int, ...]

WORKSPACE: Final = 4 << 30
"""Bytes that a plan may use if the Session sets no limit: the same as in TensorFlow."""


@dataclass(frozen=True, slots=True)
class ConvDesc:
    """Everything that tells one graph from another; hashable.

    Attributes:
        pass_: which of the three operands is computed.
        dtype: the name of their dtype.
        x, w, y: dimensions of image, filter and result, with the channels in the second place.
        channels_first: whether they lie in memory like that; otherwise with the channels last.
        before, after, strides, dilations: of the spatial axes.
        tf32: whether float32 may be multiplied with 11 significant bits.
        deterministic: whether every run must give the same bits.
        workspace: the most bytes that a plan may use.
        bias: whether a number for each output channel is added, of a forward pass, before the result is rounded.
    """

    pass_: Pass
    dtype: str
    x: Dims
    w: Dims
    y: Dims
    channels_first: bool
    before: Dims
    after: Dims
    strides: Dims
    dilations: Dims
    tf32: bool = False
    deterministic: bool = False
    workspace: int = WORKSPACE
    bias: bool = False

    @property
    def result(self) -> Dims:
        """The dimensions of what is computed."""
        return {"forward": self.y, "input_gradient": self.x, "filter_gradient": self.w}[self.pass_]

    def packed(self, dims: Dims) -> list[int]:
        """The strides of an operand of these dimensions, without gaps, in the layout of all operands."""
        order = range(len(dims)) if self.channels_first else (0, *range(2, len(dims)), 1)
        strides = [0] * len(dims)
        step = 1
        for axis in reversed(order):
            strides[axis] = step
            step *= dims[axis]
        return strides


def describe(problem: ConvProblem, mode: Mode, *, bias: bool = False) -> ConvDesc | str:
    """A problem that has products, for cuDNN, or why it is none of cuDNN's."""
    if (reason := why_extreme(problem)) is not None:
        return reason
    # A kernel of size 1 has no dilation; cuDNN would still derive its reach from one.
    dilations = tuple(d if k > 1 else 1 for d, k in zip(problem.dilations, problem.kernel, strict=True))
    windows = zip(
        problem.inputs, problem.kernel, problem.strides, dilations, problem.before, problem.after, problem.outputs,
        strict=True,
    )  # fmt: skip
    for size, kernel, stride, dilation, before, after, output in windows:
        if min(before, after) < 0:
            return f"cuDNN has no negative padding, and it is {min(before, after)}"
        if (size + before + after - (kernel - 1) * dilation - 1) // stride + 1 != output:
            return f"cuDNN derives other sizes from the padding than {problem.outputs}"
    workspace = WORKSPACE
    if mode.workspace is not None:
        workspace = mode.workspace - filter_bytes(problem)
        if workspace < 0:
            return f"a copy of the filter takes {filter_bytes(problem):,} bytes, more than the workspace may"
    return ConvDesc(
        problem.pass_,
        problem.dtype.name,
        (problem.batch, problem.in_channels, *problem.inputs),
        (problem.out_channels, problem.in_channels // problem.groups, *problem.kernel),
        (problem.batch, problem.out_channels, *problem.outputs),
        problem.channels_first,
        problem.before,
        problem.after,
        problem.strides,
        dilations,
        tf32=mode.tf32 and problem.dtype.name == "float32",
        deterministic=mode.deterministic,
        workspace=workspace,
        bias=bias,
    )


def filter_bytes(problem: ConvProblem) -> int:
    """Of a copy of the filter in another order."""
    filters = problem.in_channels // problem.groups * problem.out_channels
    return problem.taps * filters * problem.dtype.size
