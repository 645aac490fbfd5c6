"""Fused ops, as TensorFlow's graph optimiser writes them into GraphDefs: an op and what follows it, in one node.

They only serve to run such graphs: they have no gradients, as the optimiser runs after gradients were added.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from graphops_registry.cost import Cost
from graphops_registry.errors import UnimplementedError, must
from graphops_registry.op_def import register_op
from graphops_registry.ops.nn_norm import batch_norm_grad_shape, batch_norm_shape, channel_axis
from graphops_registry.regions import Part, Region, RegionContext
from graphops_registry.rules.conv_geometry import conv_geometry
from graphops_registry.rules.conv_shapes import conv_cost
from graphops_registry.rules.matmul_cost import product_cost, swapped
from graphops_registry.rules.matmul_regions import product_part
from graphops_registry.rules.window_regions import convolved
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import convolution, window

ACTIVATIONS: Final = frozenset(
    ("Relu", "Relu6", "Elu", "LeakyRelu", "Tanh", "Sigmoid", "GeluApproximate", "GeluExact", "_FusedHardSwish",
     "HardSigmoid", "Swish")
)  # fmt: skip
"""TensorFlow's, and two that only our own passes write: ``Swish``, ``x * sigmoid(x)``, and ``HardSigmoid``,
``relu6(x + 3) / 6``."""
NORM_ACTIVATIONS: Final = ("Identity", "Relu", "Relu6")
"""The activation_mode of fused batch normalisations."""
_ARGUMENTS: Final = {"BiasAdd": 1, "FusedBatchNorm": 4, "Add": 1}  # how many of args each takes; activations none


@dataclass(frozen=True, slots=True)
class FusedStep:
    """One of fused_ops, and where its arguments begin in args."""

    op: str
    first: int


def fused_steps(op: str, attrs: Mapping[str, Any]) -> tuple[FusedStep, ...]:
    """What happens to the result, in order: a bias or a batch normalisation, an addition, an activation. To a product
    may be added without a bias.

    Raises:
        InvalidArgumentError: nothing is fused, or num_args is not what fused_ops take.
        UnimplementedError: other ops, or another order.
    """
    names = tuple(attrs["fused_ops"])
    shown = f"[{', '.join(names)}]"
    if not names:
        raise must("attr 'fused_ops'", op, "name at least one op", shown)
    rest = names[1:]
    if rest and rest[0] == "Add" and names[0] != "Add":
        rest = rest[1:]
    first = ("BiasAdd", "Add") if op == "_FusedMatMul" else ("BiasAdd", "FusedBatchNorm")
    if names[0] not in first or len(rest) > 1 or not ACTIVATIONS.issuperset(rest):
        rule = f"be {' or '.join(first)}, perhaps Add, perhaps an activation ({', '.join(sorted(ACTIVATIONS))})"
        raise must("attr 'fused_ops'", op, rule, shown, kind=UnimplementedError)
    steps = []
    taken = 0
    for name in names:
        steps.append(FusedStep(name, taken))
        taken += _ARGUMENTS.get(name, 0)
    if attrs["num_args"] != taken:
        raise must("attr 'num_args'", op, f"be {taken} for fused_ops {shown}", attrs["num_args"])
    return tuple(steps)


def _apply_steps(c: ShapeContext, shape: TensorShape, channel_axis: int) -> TensorShape:
    """The shape of the result, after checking the arguments of all steps."""
    for argument, step in _step_arguments(c):
        if step.op == "Add":
            try:
                shape = shape.merge_with(argument)
            except ValueError:
                c.fail("args", f"have the shape of what is added to, {shape}", argument)
            continue
        if argument.rank not in (None, 1):
            c.fail("args", f"be vectors for {step.op}", f"rank {argument.rank} {argument}")
        channels = shape[channel_axis]
        size = c.merge_dim("args", argument[0], channels, f"have the {channels} channels of the result for {step.op}")
        dims = list(shape.dims or ())
        if dims:
            dims[channel_axis] = size
            shape = TensorShape.of(tuple(dims))
    return shape


def _step_arguments(c: ShapeContext) -> Iterator[tuple[TensorShape, FusedStep]]:
    steps, shapes = fused_steps(c.op, c.attrs), c.shapes("args")
    if len(shapes) != c.attr("num_args"):
        c.fail("args", f"have as many tensors as attr 'num_args' says, {c.attr('num_args')}", len(shapes))
    for step in steps:
        for number in range(_ARGUMENTS.get(step.op, 0)):
            yield shapes[step.first + number], step


_STEPS_DOC = """
    args: what fused_ops take, in their order: BiasAdd a bias `[channels]`; FusedBatchNorm scale, offset, mean and
    variance `[channels]` (outside of training); Add a tensor of the shape of the result; activations nothing.
    fused_ops: BiasAdd or FusedBatchNorm, perhaps Add (after a product also alone), perhaps an activation.
    epsilon: of FusedBatchNorm. leakyrelu_alpha: of LeakyRelu."""
_FUSED = [
    "fused_ops: list(string) = []",
    "epsilon: float = 9.999999747378752e-05",  # 0.0001 and 0.2 as floats, as TensorFlow has them
    "leakyrelu_alpha: float = 0.20000000298023224",
]

# -- _FusedConv2D, _FusedConv3D, _FusedDepthwiseConv2dNative -----------------------------------------------------------

fused_conv2d = register_op(
    "_FusedConv2D",
    inputs=["input: T", "filter: T", "args: TArgs", "host_args: num_host_args * float"],
    outputs=["output: T"],
    attrs=[
        "T: {half, float, double, int8, qint8}",
        "TArgs: list(type) >= 1",
        "num_args: int >= 0",
        "num_host_args: int >= 0 = 0",
        "strides: list(int)",
        "padding: {'SAME', 'VALID', 'EXPLICIT'}",
        "explicit_paddings: list(int) = []",
        "data_format: {'NHWC', 'NCHW', 'NCHW_VECT_C'} = 'NHWC'",
        "filter_format: {'HWIO', 'OIHW', 'OIHW_VECT_I'} = 'HWIO'",
        "dilations: list(int) = [1, 1, 1, 1]",
        "use_cudnn_on_gpu: bool = true",
        *_FUSED,
    ],
    traits=[window(2), convolution("forward")],
    doc=f"""Conv2D and what follows it.

    input: `[batch, rows, cols, in_channels]`, or channels first as data_format says.
    filter: `[rows, cols, in_channels / groups, out_channels]`, or in the order of filter_format.{_STEPS_DOC}
    host_args: none.
    output: `[batch, out_rows, out_cols, out_channels]`.""",
)

fused_conv3d = register_op(
    "_FusedConv3D",
    inputs=["input: T", "filter: T", "args: num_args * T"],
    outputs=["output: T"],
    attrs=[
        "T: {bfloat16, float, half}",
        "num_args: int >= 0",
        "strides: list(int) >= 5",
        "padding: {'SAME', 'VALID'}",
        "data_format: {'NDHWC', 'NCDHW'} = 'NDHWC'",
        "dilations: list(int) = [1, 1, 1, 1, 1]",
        "padding_list: list(int) = []",
        *_FUSED,
    ],
    traits=[window(3), convolution("forward")],
    doc=f"""Conv3D and what follows it.

    input: `[batch, planes, rows, cols, in_channels]`, or channels first as data_format says.
    filter: `[planes, rows, cols, in_channels / groups, out_channels]`.{_STEPS_DOC}
    padding_list: nothing.
    output: `[batch, out_planes, out_rows, out_cols, out_channels]`.""",
)

fused_depthwise = register_op(
    "_FusedDepthwiseConv2dNative",
    inputs=["input: T", "filter: T", "args: num_args * T"],
    outputs=["output: T"],
    attrs=[
        "T: {half, bfloat16, float, double}",
        "num_args: int >= 0",
        "strides: list(int)",
        "padding: {'SAME', 'VALID'}",
        "data_format: {'NHWC', 'NCHW'} = 'NHWC'",
        "dilations: list(int) = [1, 1, 1, 1]",
        *_FUSED,
    ],
    traits=[window(2), convolution("forward", "depthwise")],
    doc=f"""DepthwiseConv2dNative and what follows it.

    input: `[batch, rows, cols, in_channels]`, or channels first as data_format says.
    filter: `[rows, cols, in_channels, multiplier]`.{_STEPS_DOC}
    output: `[batch, out_rows, out_cols, in_channels * multiplier]`.""",
)


def spatial_first(filter_format: str) -> tuple[int, int, int, int]:
    """The order of a filter's axes that makes them rows, cols, in_channels, out_channels."""
    return (2, 3, 1, 0) if filter_format == "OIHW" else (0, 1, 2, 3)


def _filter_shape(c: ShapeContext) -> TensorShape:
    if "filter_format" not in c.attrs:
        return c.with_rank("filter", len(c.attr("data_format")))
    shape = c.with_rank("filter", 4)
    dims = shape.dims or (None,) * 4
    return TensorShape.of(tuple(dims[axis] for axis in spatial_first(c.attrs.get("filter_format", "HWIO"))))


def _geometry(c: ShapeContext) -> Any:
    rank = len(c.attr("data_format")) - 2
    return conv_geometry(c.op, c.attrs, rank, c.shape("input"), _filter_shape(c), depthwise=_is_depthwise(c))


def _is_depthwise(c: ShapeContext | RegionContext) -> bool:
    return c.op == "_FusedDepthwiseConv2dNative"


@fused_conv2d.shape_rule
@fused_conv3d.shape_rule
@fused_depthwise.shape_rule
def _fused_conv_shape(c: ShapeContext) -> list[TensorShape]:
    for attr in ("data_format", "filter_format"):
        if "VECT" in c.attrs.get(attr, ""):
            raise must(f"attr '{attr}'", c.op, "not be packed in vectors", c.attr(attr), kind=UnimplementedError)
    if c.attrs.get("padding_list"):
        raise must("attr 'padding_list'", c.op, "be empty", c.attr("padding_list"), kind=UnimplementedError)
    if c.attrs.get("num_host_args"):
        raise must("attr 'num_host_args'", c.op, "be 0", c.attr("num_host_args"), kind=UnimplementedError)
    if any(dtype is not c.attr("T") for dtype in c.attrs.get("TArgs", ())):
        c.fail("attr 'TArgs'", f"be all {c.attr('T')}, as T is", [str(dtype) for dtype in c.attr("TArgs")])
    axis = channel_axis(c.attr("data_format"))
    return [_apply_steps(c, _geometry(c).output_shape, axis)]


@fused_conv2d.cost_rule
@fused_conv3d.cost_rule
@fused_depthwise.cost_rule
def _fused_conv_cost(c: ShapeContext) -> Cost:
    return conv_cost(c, _geometry(c))


@fused_conv2d.region_rule
@fused_conv3d.region_rule
@fused_depthwise.region_rule
def _fused_conv_part(c: RegionContext) -> Part | None:
    """The region of the convolution; of what follows it the region's channels, or the region of what is added."""
    geometry = _geometry(c)
    part = convolved(c, geometry, depthwise=_is_depthwise(c))
    if part is None:
        return None
    needed, taps = part.inputs
    own = taps
    if taps is not None and "filter_format" in c.attrs:
        order = spatial_first(c.attr("filter_format"))
        own = tuple(taps[order.index(axis)] for axis in range(4))
    return replace(part, inputs=(needed, own, *_argument_regions(c, part.gives[0] or (), geometry.attrs.channel_axis)))


def _argument_regions(c: RegionContext, region: Region, channel_axis: int) -> list[Region | None]:
    """The regions of args that a region of the result needs."""
    return [region if step.op == "Add" else (region[channel_axis],) for _, step in _step_arguments(c)]


# -- _FusedMatMul ------------------------------------------------------------------------------------------------------

fused_mat_mul = register_op(
    "_FusedMatMul",
    inputs=["a: T", "b: T", "args: num_args * T"],
    outputs=["product: T"],
    attrs=[
        "transpose_a: bool = false",
        "transpose_b: bool = false",
        "T: {bfloat16, half, float}",
        "num_args: int >= 0",
        *_FUSED,
    ],
    doc=f"""MatMul and what follows it.

    a: `[rows, inner]`, or `[inner, rows]` with transpose_a.
    b: `[inner, cols]`, or `[cols, inner]` with transpose_b.{_STEPS_DOC}
    product: `[rows, cols]`.""",
)


@fused_mat_mul.shape_rule
def _fused_mat_mul_shape(c: ShapeContext) -> list[TensorShape]:
    a, b = c.with_rank("a", 2), c.with_rank("b", 2)
    rows, inner = swapped(a, c.attr("transpose_a"))
    other, cols = swapped(b, c.attr("transpose_b"))
    c.merge_dim("b", other, inner, f"have the inner dimension {inner} of a, whose shape is {c.shape('a')}")
    return [_apply_steps(c, TensorShape.of((rows, cols)), 1)]


fused_mat_mul.cost_rule(product_cost)


@fused_mat_mul.region_rule
def _fused_mat_mul_part(c: RegionContext) -> Part:
    part = product_part(c)
    return replace(part, inputs=(*part.inputs, *_argument_regions(c, part.gives[0] or (), 1)))


# -- _FusedBatchNormEx -------------------------------------------------------------------------------------------------

fused_batch_norm_ex = register_op(
    "_FusedBatchNormEx",
    inputs=["x: T", "scale: U", "offset: U", "mean: U", "variance: U", "side_input: num_side_inputs * T"],
    outputs=[
        "y: T",
        "batch_mean: U",
        "batch_variance: U",
        "reserve_space_1: U",
        "reserve_space_2: U",
        "reserve_space_3: U",
    ],
    attrs=[
        "T: {half, float, bfloat16}",
        "U: {float}",
        "epsilon: float = 9.999999747378752e-05",
        "exponential_avg_factor: float = 1.0",
        "num_side_inputs: int >= 0 = 0",
        "activation_mode: string = 'Identity'",
        "data_format: {'NHWC', 'NCHW'} = 'NHWC'",
        "is_training: bool = true",
    ],
    doc="""FusedBatchNormV3, the addition of a tensor and an activation.

    The arguments are those of FusedBatchNormV3, and

    side_input: nothing, or one tensor of the shape of x that is added before the activation.
    activation_mode: Identity or Relu, or Relu6, which only our own passes write.""",
)


def _check_norm_attrs(c: ShapeContext, sides: int) -> None:
    mode = c.attr("activation_mode")
    if mode not in NORM_ACTIVATIONS:
        raise must("attr 'activation_mode'", c.op, "be Identity, Relu or Relu6", mode, kind=UnimplementedError)
    if sides > 1:
        c.fail("attr 'num_side_inputs'", "be 0 or 1", sides)


@fused_batch_norm_ex.shape_rule
def _fused_batch_norm_ex_shape(c: ShapeContext) -> list[TensorShape]:
    sides = c.shapes("side_input")
    _check_norm_attrs(c, len(sides))
    y, *others = batch_norm_shape(c)
    for side in sides:
        try:
            y = y.merge_with(side)
        except ValueError:
            c.fail("side_input", f"have the shape of x, {y}", side)
    return [y, *others]


# -- _FusedBatchNormGradEx ---------------------------------------------------------------------------------------------

fused_batch_norm_grad_ex = register_op(
    "_FusedBatchNormGradEx",
    inputs=[
        "y_backprop: T",
        "x: T",
        "scale: float",
        "reserve_space_1: U",
        "reserve_space_2: U",
        "reserve_space_3: U",
        "offset: float",
        "y: T",
    ],
    outputs=[
        "x_backprop: T",
        "scale_backprop: U",
        "offset_backprop: U",
        "reserve_space_4: U",
        "reserve_space_5: U",
        "side_input_backprop: num_side_inputs * T",
    ],
    attrs=[
        "T: {half, float}",
        "U: {float}",
        "epsilon: float = 9.999999747378752e-05",
        "num_side_inputs: int >= 0 = 0",
        "activation_mode: string = 'Identity'",
        "data_format: {'NHWC', 'NCHW', 'NDHWC', 'NCDHW'} = 'NHWC'",
        "is_training: bool = true",
    ],
    doc="""Gradient of _FusedBatchNormEx.

    The arguments are those of FusedBatchNormGradV3, and

    offset: `[channels]`, not looked at.
    y: the result of the forward op, of the shape of x: where the activation cut it off, y_backprop counts as 0.
    activation_mode: Identity, Relu or Relu6.
    side_input_backprop: the gradient of side_input, if there is one.""",
)


@fused_batch_norm_grad_ex.shape_rule
def _fused_batch_norm_grad_ex_shape(c: ShapeContext) -> list[TensorShape]:
    sides = c.attr("num_side_inputs")
    _check_norm_attrs(c, sides)
    c.with_rank("offset", 1)
    dx, *others = batch_norm_grad_shape(c)
    dx = c.merge("y", dx, f"have the shape of x, {dx}")
    return [dx, *others, *[dx] * sides]
