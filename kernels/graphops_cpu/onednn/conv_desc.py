"""The description of a convolution for oneDNN: sizes are (batch, channels, spatial...) for every order in memory.

oneDNN reads channels-last arrays directly.  For plain channels-first arrays and for parts of arrays its code is slow,
so they are reordered to the layout that the primitive prefers.  Filters are always reordered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from graphops_cpu.lib.conv_problem import ConvProblem
from graphops_cpu.onednn.constants import Algorithm, Argument, DataType, Pass
from graphops_cpu.onednn.objects import Attributes, MemoryDesc, PrimitiveDesc, data_type, dims
from graphops_cpu.onednn.program import Operand


@dataclass(frozen=True, slots=True)
class _Axis:
    """A spatial axis without the input rows that no window meets: those at its ends, since oneDNN has no negative
    padding, and those between the positions of a kernel of size 1, which oneDNN steps over slowly.

    Attributes:
        start: the first row that is met, or one before ...
        step: ... and from one row that takes part to the next.
        size: how many take part.
        before, after: the padding.
        stride: from one window to the next, in rows that take part.
    """

    start: int
    step: int
    size: int
    before: int
    after: int
    stride: int


def _axes(problem: ConvProblem) -> list[_Axis]:
    found = []
    columns = (
        problem.inputs, problem.outputs, problem.kernel, problem.strides, problem.dilations, problem.before,
    )  # fmt: skip
    for size, output, kernel, stride, dilation, before in zip(*columns, strict=True):
        start = max(0, -before)
        reach = (output - 1) * stride + (kernel - 1) * dilation + 1 - before  # one beyond the last position met
        stop = min(size, reach)
        if kernel == 1 and stride > 1 and before <= 0 and reach == stop:
            found.append(_Axis(start, stride, output, 0, 0, 1))
        else:
            found.append(_Axis(start, 1, stop - start, max(0, before), reach - stop, stride))
    return found


@dataclass(frozen=True, slots=True)
class ConvDescs:
    """The primitive of a problem and its operands, in the order x, w, y.

    Attributes:
        desc: the primitive.
        operands: as the user has them.
        complete: whether the result is written as a whole; otherwise it has to be zero before.
    """

    desc: PrimitiveDesc
    operands: tuple[Operand, ...]
    complete: bool

    @property
    def is_reference(self) -> bool:
        """Whether oneDNN would use the loops that it checks its other implementations with."""
        return self.desc.implementation.startswith("ref")


def conv_descs(
    problem: ConvProblem,
    attributes: Attributes | None = None,
    arguments: Sequence[Operand] = (),
    bias: MemoryDesc | None = None,
) -> ConvDescs:
    """Descriptors for a problem that has products.

    Args:
        attributes: what is fused.
        arguments: operands of what is fused, the bias included.
        bias: one number for each output channel, added before anything else; of a forward pass.

    Raises:
        OneDnnError: oneDNN cannot do it.
    """
    attributes = attributes or Attributes()
    dtype = data_type(problem.dtype.numpy_dtype)
    axes = _axes(problem)
    cut = tuple(axis.size for axis in axes) != problem.inputs
    x_strides = _strides(problem.inputs, problem.in_channels, channels_first=problem.channels_first)
    first = sum(axis.start * stride for axis, stride in zip(axes, x_strides[2:], strict=True))
    x_strides[2:] = [axis.step * stride for axis, stride in zip(axes, x_strides[2:], strict=True)]
    x_shape = (problem.batch, problem.in_channels, *(axis.size for axis in axes))
    y_shape = (problem.batch, problem.out_channels, *problem.outputs)
    x_given = MemoryDesc.strided(x_shape, dtype, x_strides)
    y_given = _array(problem.batch, problem.outputs, problem.out_channels, dtype, channels_first=problem.channels_first)
    w_shape, w_strides = _filter(problem)
    w_given = MemoryDesc.strided(w_shape, dtype, w_strides)
    x_any = problem.channels_first or cut
    x = MemoryDesc.any(x_shape, dtype) if x_any else x_given
    y = MemoryDesc.any(y_shape, dtype) if problem.channels_first else y_given
    w = MemoryDesc.any(w_shape, dtype)
    window = (
        dims([axis.stride for axis in axes]),
        # A kernel of size 1 needs no dilation: with one, oneDNN chooses slower code, and even wrong code.
        dims([d - 1 if k > 1 else 0 for d, k in zip(problem.dilations, problem.kernel, strict=True)]),
        dims([axis.before for axis in axes]),
        dims([axis.after for axis in axes]),
    )
    forward = PrimitiveDesc(
        "convolution_forward", Pass.FORWARD, Algorithm.CONVOLUTION, x, w, bias, y, *window, attributes=attributes
    )
    if problem.pass_ == "forward":
        desc, roles = forward, (Argument.SRC, Argument.WEIGHTS, Argument.DST)
    elif problem.pass_ == "input_gradient":
        desc = PrimitiveDesc(
            "convolution_backward_data", Algorithm.CONVOLUTION, x, w, y, *window, forward, attributes=attributes
        )
        roles = (Argument.DIFF_SRC, Argument.WEIGHTS, Argument.DIFF_DST)
    else:
        desc = PrimitiveDesc(
            "convolution_backward_weights", Algorithm.CONVOLUTION, x, w, None, y, *window, forward,
            attributes=attributes,
        )  # fmt: skip
        roles = (Argument.SRC, Argument.DIFF_WEIGHTS, Argument.DIFF_DST)
    itemsize = problem.dtype.size
    operands = (
        Operand(roles[0], x_given, problem.pass_ == "input_gradient", first * itemsize),
        Operand(roles[1], w_given, problem.pass_ == "filter_gradient"),
        Operand(roles[2], y_given, problem.pass_ == "forward"),
        *arguments,
    )
    return ConvDescs(desc, operands, complete=not cut or problem.pass_ != "input_gradient")


def sizes(problem: ConvProblem) -> tuple[int, int, int]:
    """How many elements x, w and y have."""
    if problem.multiplier is not None:
        w = prod(problem.kernel) * problem.out_channels
    else:
        w = prod(problem.kernel) * problem.in_channels // problem.groups * problem.out_channels
    return (
        problem.batch * problem.in_channels * prod(problem.inputs),
        w,
        problem.batch * problem.out_channels * prod(problem.outputs),
    )


def _strides(spatial: Sequence[int], channels: int, *, channels_first: bool) -> list[int]:
    """Strides of (batch, channels, spatial...)."""
    steps = [1] * len(spatial)
    for axis in range(len(spatial) - 2, -1, -1):
        steps[axis] = steps[axis + 1] * spatial[axis + 1]
    pixels = prod(spatial)
    if channels_first:
        return [channels * pixels, pixels, *steps]
    return [channels * pixels, 1, *(step * channels for step in steps)]


def _array(batch: int, spatial: Sequence[int], channels: int, dtype: DataType, *, channels_first: bool) -> MemoryDesc:
    return MemoryDesc.strided(
        (batch, channels, *spatial), dtype, _strides(spatial, channels, channels_first=channels_first)
    )


def _filter(problem: ConvProblem) -> tuple[list[int], list[int]]:
    """Shape ([groups,] outputs, inputs, kernel...) and strides of a filter (kernel..., inputs, outputs)."""
    groups, outputs = problem.groups, problem.out_channels
    inputs = 1 if problem.multiplier is not None else problem.in_channels // groups
    positions = [1] * len(problem.kernel)
    for axis in range(len(problem.kernel) - 2, -1, -1):
        positions[axis] = positions[axis + 1] * problem.kernel[axis + 1]
    steps = [position * inputs * outputs for position in positions]
    if groups == 1 and problem.multiplier is None:
        return [outputs, inputs, *problem.kernel], [1, outputs, *steps]
    # Outputs are grouped: those of a group are neighbours, in a depthwise filter (kernel..., inputs, multiplier), too.
    each = outputs // groups
    return [groups, each, inputs, *problem.kernel], [each, 1, outputs, *steps]
