"""``compat.v1``: collections of variables, their initializers, and assignments as functions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor, operand
from graphops.build.constants import constant
from graphops.build.variables import Variable as _Variable
from graphops.build.variables import variables_initializer as _variables_initializer
from graphops.graph.default_graph import building_graph
from graphops.graph.graph import Node, Tensor, get_default_graph
from graphops.train.collection_keys import GraphKeys
from graphops_registry.errors import InvalidTypeError


def add_to_collection(name: str, value: Any) -> None:
    """Add to a collection of the default graph."""
    get_default_graph().add_to_collection(name, value)


def add_to_collections(names: Any, value: Any) -> None:
    """Add to several collections of the default graph."""
    for name in [names] if isinstance(names, str) else names:
        get_default_graph().add_to_collection(name, value)


def get_collection(key: str, scope: str | None = None) -> list[Any]:
    """What a collection of the default graph holds, or those of it whose names match the regular expression."""
    found = get_default_graph().get_collection(key)
    if scope is None:
        return found
    pattern = re.compile(scope)
    return [item for item in found if hasattr(item, "name") and pattern.match(item.name)]


def get_collection_ref(key: str) -> list[Any]:
    """A collection of the default graph itself, to be changed."""
    return get_default_graph().collections.setdefault(key, [])


def global_variables(scope: str | None = None) -> list[Any]:
    """The variables that are kept and saved."""
    return get_collection(GraphKeys.GLOBAL_VARIABLES, scope)


def all_variables() -> list[Any]:
    """The old name of :func:`global_variables`."""
    return global_variables()


def local_variables(scope: str | None = None) -> list[Any]:
    """The variables that are not saved."""
    return get_collection(GraphKeys.LOCAL_VARIABLES, scope)


def trainable_variables(scope: str | None = None) -> list[Any]:
    """The variables that optimizers change when they are not told what to change."""
    return get_collection(GraphKeys.TRAINABLE_VARIABLES, scope)


def model_variables(scope: str | None = None) -> list[Any]:
    """The variables that were filed as the model's."""
    return get_collection(GraphKeys.MODEL_VARIABLES, scope)


def moving_average_variables(scope: str | None = None) -> list[Any]:
    """The variables of which moving averages are kept."""
    return get_collection(GraphKeys.MOVING_AVERAGE_VARIABLES, scope)


def variables_initializer(var_list: Sequence[Any], name: str = "init") -> Node:
    """A node that initialises the given variables."""
    return _variables_initializer(list(var_list), name)


def global_variables_initializer() -> Node:
    """A node that initialises all global variables that exist now."""
    return variables_initializer(global_variables())


def local_variables_initializer() -> Node:
    """A node that initialises all local variables that exist now."""
    return variables_initializer(local_variables())


def initialize_all_variables() -> Node:
    """The old name of :func:`global_variables_initializer`."""
    return global_variables_initializer()


def initialize_local_variables() -> Node:
    """The old name of :func:`local_variables_initializer`."""
    return local_variables_initializer()


def initialize_variables(var_list: Sequence[Any], name: str = "init") -> Node:
    """The old name of :func:`variables_initializer`."""
    return variables_initializer(var_list, name)


def tables_initializer(name: str = "init_all_tables") -> Node:
    """A node that fills the look-up tables whose initializers are in the collection ``table_initializer``."""
    graph = get_default_graph()
    with graph.control_dependencies(graph.get_collection(GraphKeys.TABLE_INITIALIZERS)):
        node: Node = raw_ops.NoOp(name=name)
    return node


def initialize_all_tables(name: str = "init_all_tables") -> Node:
    """The old name of :func:`tables_initializer`."""
    return tables_initializer(name)


def is_variable_initialized(variable: Any) -> Tensor:
    """Whether the variable has a value."""
    return _variable(variable, "variable of is_variable_initialized()").is_initialized()


def report_uninitialized_variables(
    var_list: Sequence[Any] | None = None, name: str = "report_uninitialized_variables"
) -> Tensor:
    """The names of those variables (by default all global and local ones) that have no value, a string vector."""
    chosen = [*global_variables(), *local_variables()] if var_list is None else list(var_list)
    variables = [_variable(item, "var_list of report_uninitialized_variables()") for item in chosen]
    names = np.array([variable.op.name for variable in variables], dtype=object)
    with get_default_graph().name_scope(name):
        if not variables:
            return constant(names, "string")
        missing = raw_ops.LogicalNot(x=raw_ops.Pack(values=[variable.is_initialized() for variable in variables]))
        rows = raw_ops.Squeeze(input=raw_ops.Where(input=missing), squeeze_dims=[1])
        result: Tensor = raw_ops.GatherV2(params=constant(names, "string"), indices=rows, axis=0)
    return result


def assign(
    ref: Any, value: Any, validate_shape: bool | None = None, use_locking: bool | None = None, name: str | None = None
) -> Any:
    """Add nodes that make ``value`` the variable's value; the new value."""
    return _variable(ref, "ref of assign()").assign(operand(value), name=name)


def assign_add(ref: Any, value: Any, use_locking: bool | None = None, name: str | None = None) -> Any:
    """Add nodes that add ``value`` to the variable's; the new value."""
    return _variable(ref, "ref of assign_add()").assign_add(operand(value), name=name)


def assign_sub(ref: Any, value: Any, use_locking: bool | None = None, name: str | None = None) -> Any:
    """Add nodes that subtract ``value``; the new value."""
    return _variable(ref, "ref of assign_sub()").assign_sub(operand(value), name=name)


def scatter_update(ref: Any, indices: Any, updates: Any, use_locking: bool = True, name: str | None = None) -> Tensor:
    """Add nodes that replace rows of a variable; the new value."""
    return _scatter("ResourceScatterUpdate", ref, indices, updates, name)


def scatter_add(ref: Any, indices: Any, updates: Any, use_locking: bool = False, name: str | None = None) -> Tensor:
    """Add nodes that add to rows of a variable; the new value."""
    return _scatter("ResourceScatterAdd", ref, indices, updates, name)


def scatter_sub(ref: Any, indices: Any, updates: Any, use_locking: bool = False, name: str | None = None) -> Tensor:
    """Add nodes that subtract from rows of a variable; the new value."""
    return _scatter("ResourceScatterSub", ref, indices, updates, name)


def _scatter(op: str, ref: Any, indices: Any, updates: Any, name: str | None) -> Tensor:
    variable = _variable(ref, "ref of a scatter function")
    rows = as_tensor(updates, variable.dtype)
    node = getattr(raw_ops, op)(resource=variable.handle, indices=operand(indices), updates=rows, name=name)
    with building_graph(variable.graph).control_dependencies([node]):
        return variable.read_value()


def _variable(value: Any, what: str) -> _Variable:
    if not isinstance(value, _Variable):
        raise InvalidTypeError(f"{what} must be a variable, got {value!r}")
    return value


__all__ = [
    "add_to_collection",
    "add_to_collections",
    "all_variables",
    "assign",
    "assign_add",
    "assign_sub",
    "get_collection",
    "get_collection_ref",
    "global_variables",
    "global_variables_initializer",
    "initialize_all_tables",
    "initialize_all_variables",
    "initialize_local_variables",
    "initialize_variables",
    "is_variable_initialized",
    "local_variables",
    "local_variables_initializer",
    "model_variables",
    "moving_average_variables",
    "report_uninitialized_variables",
    "scatter_add",
    "scatter_sub",
    "scatter_update",
    "tables_initializer",
    "trainable_variables",
    "variables_initializer",
]
