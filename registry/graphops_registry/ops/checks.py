"""Checks, which stop a run with an error, and messages, which print values."""

from __future__ import annotations

from typing import Any

from graphops_registry.attr import attr_text, text_bytes, text_shown
from graphops_registry.gradient_protocols import GradientNode, GradientOps
from graphops_registry.op_def import register_op
from graphops_registry.rules.region_parts import elementwise
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext

_STREAMS = ("stdout", "stderr", "log(info)", "log(warning)", "log(error)")

# -- Assert --------------------------------------------------------------------------------------------------------

assert_ = register_op(
    "Assert",
    inputs=["condition: bool", "data: T"],
    attrs=["T: list(type) >= 1", "summarize: int = 3"],
    stateful=True,
    doc="""An InvalidArgumentError with data, unless condition, a scalar, is true.

    data: what the error shows.
    summarize: how many elements of each tensor it shows; negative: all.""",
)
assert_.no_gradient()


@assert_.shape_rule
def _assert_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("condition", 0)
    return []


# -- Print, PrintV2 ------------------------------------------------------------------------------------------------

print_ = register_op(
    "Print",
    inputs=["input: T", "data: U"],
    outputs=["output: T"],
    attrs=[
        "T: type",
        "U: list(type) >= 0",
        "message: string = ''",
        "first_n: int = -1",
        "summarize: int = 3",
    ],
    stateful=True,
    doc="""The input; each time a line on the standard error stream.

    data: what the line shows.
    message: what the line begins with.
    first_n: only the first so many times in a Session; negative: every time.
    summarize: how many elements of each tensor are shown; negative: all.""",
)


@print_.shape_rule
def _print_shape(c: ShapeContext) -> list[TensorShape]:
    return [c.shape("input")]


@print_.gradient
def _print_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [dy] + [None] * (len(node.inputs) - 1)


print_v2 = register_op(
    "PrintV2",
    inputs=["input: string"],
    attrs=["output_stream: string = 'stderr'", "end: string = '\\n'"],
    stateful=True,
    doc="""Write a string, a scalar.

    output_stream: stdout, stderr, or log(info), log(warning), log(error) for Python's logger 'graphops'.
    end: what is written behind it.""",
)
print_v2.no_gradient()


@print_v2.shape_rule
def _print_v2_shape(c: ShapeContext) -> list[TensorShape]:
    c.with_rank("input", 0)
    if c.attr("output_stream") not in _STREAMS:  # files are not written to, unlike in TensorFlow
        c.fail("attr 'output_stream'", f"be one of {', '.join(_STREAMS)}", repr(c.attr("output_stream")))
    return []


# -- CheckNumericsV2 -----------------------------------------------------------------------------------------------

check_numerics_v2 = register_op(
    "CheckNumericsV2",
    inputs=["tensor: T"],
    outputs=["output: T"],
    attrs=["T: {bfloat16, half, float, double}", "message: string"],
    stateful=True,
    doc="""The input, if all of it is finite; otherwise an error that tells -Inf from +Inf.

    message: what the error begins with.""",
)


@check_numerics_v2.shape_rule
def _check_numerics_v2_shape(c: ShapeContext) -> list[TensorShape]:
    return [c.shape("tensor")]


check_numerics_v2.region_rule(elementwise)


@check_numerics_v2.gradient
def _check_numerics_v2_gradient(g: GradientOps, node: GradientNode, dy: Any) -> list[Any]:
    return [dy]


# -- StringFormat --------------------------------------------------------------------------------------------------

string_format = register_op(
    "StringFormat",
    inputs=["inputs: T"],
    outputs=["output: string"],
    attrs=[
        "T: list(type) >= 0",
        "template: string = '%s'",
        "placeholder: string = '%s'",
        "summarize: int = 3",
    ],
    doc="""The template with tensors in place of the placeholders, as one string.

    template: has a placeholder for each of the inputs.
    placeholder: what is replaced.
    summarize: how many elements are shown at either end of each axis; negative: all.""",
)
string_format.no_gradient()


@string_format.shape_rule
def _string_format_shape(c: ShapeContext) -> list[TensorShape]:
    template, placeholder = text_bytes(c.attr("template")), text_bytes(c.attr("placeholder"))
    wanted, found = len(c.attr("T")), template.count(placeholder) if placeholder else 0
    if wanted != found:
        shown = [attr_text(text_shown(c.attr(name))) for name in ("placeholder", "template")]
        rule = f"have a placeholder {shown[0]} for each of the {wanted} inputs"
        c.fail("attr 'template'", rule, f"{found} in {shown[1]}")
    return [TensorShape(())]
