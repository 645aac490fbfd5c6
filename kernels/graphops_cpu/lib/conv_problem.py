"""The description of a convolution for fast kernels: one pass, all sizes known, and which input is which operand.

:func:`conv_problem` makes it from a :class:`KernelSpec`; ``conv_geometry`` interprets strides, paddings and groups.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any, Final, Literal, cast

from graphops_registry.dtypes import DType
from graphops_registry.kernel_def import KernelSpec, Shape
from graphops_registry.op_def import lookup_op, ops_with
from graphops_registry.rules.conv_geometry import ConvGeometry, conv_geometry
from graphops_registry.shape import TensorShape
from graphops_registry.traits import Trait

Pass = Literal["forward", "input_gradient", "filter_gradient"]
_SIZES: Final = ("input_sizes", "filter_sizes")

CONVOLUTIONS: Final[dict[str, tuple[Pass, bool]]] = {  # op -> its pass, and whether it is depthwise
    op: (cast(Pass, arguments[0]), arguments[1] == "depthwise")
    for op in sorted(ops_with(Trait.CONVOLUTION))
    if ">" not in op  # plug-ins have their own kernels
    for arguments in [lookup_op(op).traits[Trait.CONVOLUTION]]
}
UNFUSED: Final = {op: kind for op, kind in CONVOLUTIONS.items() if "fused_ops" not in lookup_op(op).op_def.attr_by_name}


def size_inputs(op: str) -> tuple[str, ...]:
    """The inputs that hold sizes, of the ops that take the gradient's shape as a value."""
    return tuple(arg.name for arg in lookup_op(op).op_def.inputs if arg.name in _SIZES)


@dataclass(frozen=True, slots=True)
class ConvProblem:
    """One pass of one convolution. Spatial tuples have one number for each spatial axis.

    Attributes:
        op: the op's name.
        pass_: which of the three operands is computed.
        dtype: of all operands.
        batch: the number of images: the product of the batch dimensions.
        inputs, outputs: spatial sizes of x and y.
        kernel, strides, dilations: of the window.
        before, after: padding. ``after`` may be less than what the last window needs, or negative, where the input
            has rows that no window meets; the output sizes are right.
        in_channels, out_channels: of x and y.
        groups: x's channels over the filter's; a depthwise convolution has as many as channels.
        multiplier: output channels for each input channel of a depthwise convolution, else ``None``.
        channels_first: whether x and y have their channels before the spatial axes.
        products: how many products of elements the pass adds up; 0: there is nothing to compute, only zeros to write.
        x_index, w_index, y_index: which input of the op is x (batch..., *inputs, C), which the filter
            (*kernel, C/groups, D) or (*kernel, C, multiplier), which y or its gradient (batch..., *outputs, D);
            ``None`` for the one that is computed.
    """

    op: str
    pass_: Pass
    dtype: DType
    batch: int
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    kernel: tuple[int, ...]
    strides: tuple[int, ...]
    dilations: tuple[int, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]
    in_channels: int
    out_channels: int
    groups: int
    multiplier: int | None
    channels_first: bool
    products: int
    x_index: int | None
    w_index: int | None
    y_index: int | None

    @property
    def spatial_rank(self) -> int:
        return len(self.kernel)

    @property
    def taps(self) -> int:
        """Kernel positions."""
        return prod(self.kernel)

    @property
    def flops(self) -> int:
        """Operations: a multiplication and an addition for each product."""
        return 2 * self.products


_MOST_POSITIONS: Final = 1 << 16  # of a kernel
_FARTHEST: Final = 1 << 24  # elements along an axis: of strides, dilations, padding, kernels


def why_extreme(problem: ConvProblem) -> str | None:
    """A reason to leave a problem to the plain kernel, whose time and memory depend on what meets alone: sizes that no
    image has, for which tables would take for ever and 32-bit numbers would not do."""
    if problem.taps > _MOST_POSITIONS:
        return f"the kernel has more than {_MOST_POSITIONS:,} positions"
    along = (*problem.strides, *problem.dilations, *problem.before, *map(abs, problem.after), *problem.kernel)
    if max(along, default=0) > _FARTHEST or max((*problem.inputs, *problem.outputs), default=0) > _FARTHEST:
        return f"something reaches further than {_FARTHEST:,} along an axis"
    return None


def problem_geometry(spec: KernelSpec) -> ConvGeometry:
    """The geometry of a convolution: the shape rule has checked everything, and a gradient's own shape is what the
    rule made of its sizes."""
    pass_, depthwise = CONVOLUTIONS[spec.op.name]
    x: Shape | None = spec.shapes[0]
    w: Shape | None = spec.shapes[1]
    if pass_ == "input_gradient":
        x = spec.output_shapes[0]
    elif pass_ == "filter_gradient":
        w = spec.output_shapes[0]
    return conv_geometry(
        spec.op.name,
        spec.attrs,
        len(spec.attrs["strides"]) - 2,
        TensorShape.of(x),
        TensorShape.of(w),
        depthwise=depthwise,
        allow_empty_kernel=True,
    )


def conv_problem(spec: KernelSpec) -> ConvProblem:
    """The problem that ``spec`` poses; its op is one of :data:`CONVOLUTIONS`."""
    geometry = problem_geometry(spec)
    pass_, _ = CONVOLUTIONS[spec.op.name]
    windows = geometry.windows
    in_channels, out_channels, groups = _known((geometry.in_channels, geometry.out_channels, geometry.groups))
    return ConvProblem(
        spec.op.name,
        pass_,
        spec.output_dtypes[0],
        prod(_known(geometry.batch)),
        _known(w.input for w in windows),
        _known(w.output for w in windows),
        _known(w.kernel for w in windows),
        geometry.attrs.strides,
        geometry.attrs.dilations,
        _known(w.before for w in windows),
        _known(w.after for w in windows),
        in_channels,
        out_channels,
        groups,
        None if geometry.multiplier is None else _known((geometry.multiplier,))[0],
        geometry.attrs.channels_first,
        geometry.products,
        None if pass_ == "input_gradient" else 0,
        None if pass_ == "filter_gradient" else 1,
        None if pass_ == "forward" else 2,
    )


def _known(sizes: Any) -> tuple[int, ...]:
    return TensorShape.of(tuple(sizes)).as_tuple()
