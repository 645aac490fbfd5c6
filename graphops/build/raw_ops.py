"""Every registered op as a function: ``raw_ops.Conv3D(input=x, filter=w, strides=[1] * 5, padding="SAME")``.

Arguments are keyword-only and have the OpDef's names and order.  The few that have another name in TensorFlow's Python,
such as ``axis``, have both names.  ``name`` is the name of the node.  A call adds a node to the graph of its tensors,
or to the default graph if no argument is a tensor.  It returns the output tensor, a named tuple of several, or the node
itself when the op has no output.

Functions are made from the OpDefs at first use, so ops of plug-ins are here too: ``Vendor>Op`` is
``raw_ops.Vendor.Op``.  ``raw_ops.pyi`` shows the built-in ones to editors and type checkers.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, Signature
from typing import Any as _Any  # "Any" is the name of an op here

from graphops.build.add_op import call
from graphops.build.ops_by_name import OpsByName as _OpsByName
from graphops.build.python_names import with_op_def_names
from graphops_registry.errors import InvalidTypeError
from graphops_registry.op_def import Op, OpDef


def _make(op: Op) -> Callable[..., _Any]:
    op_def = op.op_def

    def function(*positional: object, **arguments: object) -> _Any:
        if positional:
            raise InvalidTypeError(
                f"arguments of op '{op.name}' must be given by name, got {len(positional)} by place"
            ).concerns(op=op.name)
        name = arguments.pop("name", None)
        if name is not None and not isinstance(name, str):
            raise InvalidTypeError(f"name of op '{op.name}' must be a string, got {name!r}").concerns(op=op.name)
        return call(op, with_op_def_names(op.name, arguments), name)

    function.__name__ = function.__qualname__ = op.name
    function.__module__ = "graphops.raw_ops"  # the public path
    function.__doc__ = documentation(op_def)
    function.__signature__ = signature(op_def)  # type: ignore[attr-defined]
    return function


def signature(op_def: OpDef) -> Signature:
    """Inputs and attrs in the OpDef's order, all keyword-only, then ``name``."""
    parameters = [Parameter(arg.name, Parameter.KEYWORD_ONLY) for arg in op_def.inputs]
    for attr in op_def.explicit_attrs:
        default = list(attr.default) if attr.is_list and attr.has_default else attr.default
        parameters.append(
            Parameter(attr.name, Parameter.KEYWORD_ONLY, default=default if attr.has_default else Parameter.empty)
        )
    parameters.append(Parameter("name", Parameter.KEYWORD_ONLY, default=None))
    return Signature([p for p in parameters if p.name.isidentifier()])


def documentation(op_def: OpDef) -> str:
    """The op's own text, then what the OpDef says of each argument."""
    lines = [op_def.doc, "", op_def.signature()]
    return "\n".join(lines).strip()


_ops = _OpsByName(_make)
__getattr__ = _ops.get
__dir__ = _ops.names
