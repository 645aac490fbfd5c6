"""Ops that call Python functions. Their graph runs in the process that made it."""

from __future__ import annotations

from typing import Final

from graphops_registry.op_def import register_op
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import Trait

_ATTRS: Final = ["token: string", "Tin: list(type) >= 0", "Tout: list(type) >= 0"]
_DOC: Final = """

    input: what the function is called with, as arrays; scalars as NumPy's scalars, strings as bytes.
    output: what it returns: one value, or a list or tuple of as many as Tout has.
    token: names the function in this process."""

py_func = register_op(
    "PyFunc",
    inputs=["input: Tin"],
    outputs=["output: Tout"],
    attrs=_ATTRS,
    stateful=True,
    traits=[Trait.CALLS_PYTHON],
    doc="What a Python function returns." + _DOC,
)
py_func.no_gradient()

py_func_stateless = register_op(
    "PyFuncStateless",
    inputs=["input: Tin"],
    outputs=["output: Tout"],
    attrs=_ATTRS,
    traits=[Trait.DECIDED_AT_RUN, Trait.CALLS_PYTHON],
    doc="What a Python function returns that gives the same for the same inputs." + _DOC,
)
py_func_stateless.no_gradient()


@py_func.shape_rule
@py_func_stateless.shape_rule
def python_function_shape(c: ShapeContext) -> list[TensorShape]:
    """Nothing is known of what a function returns."""
    return [TensorShape(None)] * len(c.attr("Tout"))
