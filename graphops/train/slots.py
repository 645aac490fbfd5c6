"""Slot variables: what an optimizer keeps for each variable that it changes."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops.build import raw_ops
from graphops.build.variables import Variable
from graphops.graph.graph import get_default_graph
from graphops.train.variable_scope import get_variable_scope


def zeros_slot(variable: Variable, name: str) -> Variable:
    """A slot variable of the shape and dtype of ``variable`` that starts at 0."""
    return filled_slot(variable, name, 0)


def filled_slot(variable: Variable, name: str, value: float) -> Variable:
    """A slot variable of the shape and dtype of ``variable`` whose elements start at ``value``.

    It is called ``<variable>/<name>``, in the variable scope that is open.
    """
    element = np.array(value, variable.dtype.numpy_dtype)

    def initial() -> Any:
        if variable.shape.is_fully_defined:
            return raw_ops.Fill(dims=np.array(variable.shape.as_tuple(), np.int64), value=element, name="zeros")
        return raw_ops.Fill(dims=raw_ops.Shape(input=variable.initial_value), value=element, name="zeros")

    with get_default_graph().name_scope(None):  # in the variable scope that is open, and in no name scope
        full = slot_name(variable, name)
        return Variable(initial, name=full, dtype=variable.dtype, shape=variable.shape, trainable=False)


def slot_name(owner: Any, name: str) -> str:
    """The name of a slot ``name`` of a variable or tensor."""
    return "/".join(part for part in (get_variable_scope().name, owner.op.name, name) if part)
