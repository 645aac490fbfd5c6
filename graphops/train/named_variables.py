"""The variables that ``get_variable`` made in a graph, by name, and how a new one is made with a scope's defaults."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from inspect import Parameter, signature
from typing import Any

from graphops.build import initializers
from graphops.graph.graph import Graph, get_default_graph
from graphops.train.collection_keys import GraphKeys
from graphops.train.variable_v1 import Variable
from graphops_registry.dtypes import DType, as_dtype, float32
from graphops_registry.errors import InvalidArgumentError
from graphops_registry.shape import TensorShape

_COLLECTION = "__named_variables"


def variables_by_name(graph: Graph) -> dict[str, Any]:
    """Which names ``get_variable`` gave to which variables of ``graph``."""
    found = graph.collections.setdefault(_COLLECTION, [])
    if not found:
        found.append({})
    by_name: dict[str, Any] = found[0]
    return by_name


def find_or_make(name: str, reuse: Any, shape: Any, dtype: Any, **settings: Any) -> Any:
    """The variable of the default graph called ``name``: one that ``get_variable`` made, or a new one."""
    made = variables_by_name(get_default_graph())
    found = made.get(name)
    wanted = as_dtype(dtype) if dtype is not None else None
    if found is not None:
        if not reuse:
            error = InvalidArgumentError(f"name of get_variable() must be new without reuse, got existing '{name}'")
            error.add_note("fix: variable_scope(..., reuse=True) or reuse=AUTO_REUSE")
            raise error
        if shape is not None and not TensorShape(shape).is_compatible_with(found.shape):
            raise InvalidArgumentError(f"shape of variable '{name}' must be {found.shape}, got {TensorShape(shape)}")
        if wanted is not None and wanted.base is not found.dtype.base:
            raise InvalidArgumentError(f"dtype of variable '{name}' must be {found.dtype.name}, got {wanted.name}")
        return found
    if reuse is True:
        raise InvalidArgumentError(f"name of get_variable() must exist with reuse, got '{name}', which was not made")
    regularizer = settings.pop("regularizer", None)
    variable = _make(name, shape, wanted, settings)
    made[name] = variable
    if regularizer is not None:
        _regularize(variable, regularizer)
    return variable


def _make(name: str, shape: Any, dtype: DType | None, settings: dict[str, Any]) -> Variable:
    initializer = settings.pop("initializer", None)
    if isinstance(initializer, type):
        initializer = initializer()
    declared = None if shape is None else TensorShape(shape)
    if initializer is None:
        initializer = default_initializer(dtype or float32, name)
    value: Any = initializer
    if callable(initializer):
        if declared is not None and declared.is_fully_defined:
            value = partial(_initial_value, initializer, declared, dtype)
        elif _takes_shape(initializer):
            raise InvalidArgumentError(f"shape of variable '{name}' must be fully defined, got {shape}")
    elif shape is not None:
        raise InvalidArgumentError(f"shape of variable '{name}' must be None if its initializer is a value")
    handed_on = ("trainable", "collections", "validate_shape", "constraint", "synchronization", "aggregation")
    given = {key: settings[key] for key in handed_on if key in settings}
    own_dtype = dtype if callable(initializer) else None
    return Variable(value, name=name, dtype=own_dtype, **given)


def _takes_shape(initializer: Any) -> bool:
    """Whether a function has to be given a shape: one without parameters makes a value as it is."""
    with suppress(TypeError, ValueError):
        found = signature(initializer).parameters.values()
        return any(p.default is Parameter.empty and p.kind is not Parameter.VAR_KEYWORD for p in found)
    return True


def _initial_value(initializer: Any, shape: TensorShape, dtype: DType | None) -> Any:
    sizes = list(shape.as_tuple())
    return initializer(sizes, dtype=dtype) if _takes_dtype(initializer) else initializer(sizes)


def _takes_dtype(initializer: Any) -> bool:
    with suppress(TypeError, ValueError):
        found = signature(initializer).parameters
        return "dtype" in found or any(p.kind is Parameter.VAR_KEYWORD for p in found.values())
    return True


def default_initializer(dtype: DType, name: str) -> Any:
    """The initializer of a variable without one of its own.

    Raises:
        InvalidArgumentError: a dtype for which there is nothing usual.
    """
    if dtype.is_floating or dtype.is_complex:
        return initializers.GlorotUniform()
    if dtype.is_integer or dtype.is_bool or dtype.name == "string":
        return initializers.Zeros()
    raise InvalidArgumentError(f"initializer of variable '{name}' must be given for dtype {dtype.name}, got None")


def _regularize(variable: Variable, regularizer: Callable[[Any], Any]) -> None:
    graph = variable.graph
    with graph.colocate_with(variable.handle), graph.name_scope(f"{variable.op.name}/Regularizer/"):
        loss = regularizer(variable)
    if loss is not None:
        graph.add_to_collection(GraphKeys.REGULARIZATION_LOSSES, loss)
