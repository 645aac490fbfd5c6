"""``tf.contrib.framework``: variables in collections, found again by scope and suffix."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.contrib.framework.argument_scopes import add_arg_scope
from graphops.compat.v1.functions.marked import mark_all
from graphops_registry.errors import InvalidArgumentError

_GLOBAL, _LOCAL = tf.GraphKeys.GLOBAL_VARIABLES, tf.GraphKeys.LOCAL_VARIABLES
_MODEL, _TRAINABLE = tf.GraphKeys.MODEL_VARIABLES, tf.GraphKeys.TRAINABLE_VARIABLES


@add_arg_scope
def variable(
    name: str,
    shape: Any = None,
    dtype: Any = None,
    initializer: Any = None,
    regularizer: Any = None,
    trainable: bool = True,
    collections: Any = None,
    caching_device: Any = None,
    device: Any = None,
    partitioner: Any = None,
    custom_getter: Any = None,
    use_resource: bool | None = None,
    synchronization: Any = "auto",
    aggregation: Any = "none",
) -> Any:
    """``tf.get_variable``, on a device.

    Args:
        device: a device, or a function, which has no effect.
        custom_getter: called in place of ``tf.get_variable``.
    """
    named = list(dict.fromkeys([_GLOBAL] if collections is None else collections))
    get = tf.get_variable
    if custom_getter is not None:
        get = _through(custom_getter)
    with tf.device(None if callable(device) else device or ""):
        return get(
            name,
            shape=shape,
            dtype=dtype,
            initializer=initializer,
            regularizer=regularizer,
            trainable=trainable,
            collections=named,
            caching_device=caching_device,
            partitioner=partitioner,
            use_resource=use_resource,
        )


def _through(custom_getter: Any) -> Any:
    """``tf.get_variable`` by a custom getter, which is told the reuse of the scope."""

    def get(name: str, **kwargs: Any) -> Any:
        return custom_getter(name, reuse=tf.get_variable_scope().reuse, **kwargs)

    return get


@add_arg_scope
def model_variable(
    name: str,
    shape: Any = None,
    dtype: Any = tf.float32,
    initializer: Any = None,
    regularizer: Any = None,
    trainable: bool = True,
    collections: Any = None,
    caching_device: Any = None,
    device: Any = None,
    partitioner: Any = None,
    custom_getter: Any = None,
    use_resource: bool | None = None,
    synchronization: Any = "auto",
    aggregation: Any = "none",
) -> Any:
    """:func:`variable` that is in the collection MODEL_VARIABLES, too."""
    return variable(
        name, shape, dtype, initializer, regularizer, trainable, [*(collections or ()), _GLOBAL, _MODEL],
        caching_device, device, partitioner, custom_getter, use_resource, synchronization, aggregation,
    )  # fmt: skip


def local_variable(
    initial_value: Any, validate_shape: bool = True, name: str | None = None, use_resource: bool | None = None
) -> Any:
    """A variable that is not saved and not trained."""
    return tf.Variable(initial_value, trainable=False, collections=[_LOCAL], validate_shape=validate_shape, name=name)


def global_variable(
    initial_value: Any, validate_shape: bool = True, name: str | None = None, use_resource: bool | None = None
) -> Any:
    """A variable that is saved and not trained."""
    return tf.Variable(initial_value, trainable=False, collections=[_GLOBAL], validate_shape=validate_shape, name=name)


def add_model_variable(var: Any) -> None:
    """Put a variable into the collection MODEL_VARIABLES, once."""
    there = tf.get_collection_ref(_MODEL)
    if all(each is not var for each in there):
        there.append(var)


def get_variables(scope: Any = None, suffix: str | None = None, collection: str = _GLOBAL) -> list[Any]:
    """The variables of a collection whose names match.

    Args:
        scope: a variable scope, or a regular expression that names begin with.
        suffix: what the last part of the name is.
    """
    wanted = scope.name if isinstance(scope, tf.VariableScope) else scope
    if suffix is not None:
        wanted = f"{wanted or ''}.*{suffix if ':' in suffix else f'{suffix}:'}"
    found: list[Any] = tf.get_collection(collection, wanted)
    return found


def get_model_variables(scope: Any = None, suffix: str | None = None) -> list[Any]:
    """:func:`get_variables` of MODEL_VARIABLES."""
    return get_variables(scope, suffix, _MODEL)


def get_local_variables(scope: Any = None, suffix: str | None = None) -> list[Any]:
    """:func:`get_variables` of LOCAL_VARIABLES."""
    return get_variables(scope, suffix, _LOCAL)


def get_trainable_variables(scope: Any = None, suffix: str | None = None) -> list[Any]:
    """:func:`get_variables` of TRAINABLE_VARIABLES."""
    return get_variables(scope, suffix, _TRAINABLE)


def get_variables_by_suffix(suffix: str, scope: Any = None) -> list[Any]:
    """The global variables whose name ends so."""
    return get_variables(scope, suffix)


def get_variables_by_name(given_name: str, scope: Any = None) -> list[Any]:
    """The global variables whose name is that, in any scope."""
    return get_variables(scope, rf"/{given_name}:|^{given_name}:")


def get_variables_to_restore(include: Any = None, exclude: Any = None) -> list[Any]:
    """The global variables whose names begin with one of ``include`` (default all) and none of ``exclude``.

    Raises:
        InvalidArgumentError: something else than lists of scopes.
    """
    if include is None:
        wanted = get_variables()
    else:
        wanted = [each for scope in _scopes(include, "include") for each in get_variables(scope)]
    without = {id(each) for scope in _scopes(exclude or (), "exclude") for each in get_variables(scope)}
    return [each for each in wanted if id(each) not in without]


def _scopes(value: Any, name: str) -> Sequence[str]:
    if not isinstance(value, (list, tuple)):
        raise InvalidArgumentError(f"{name} of get_variables_to_restore must be a list of scopes, got {value!r}")
    return value


def get_unique_variable(var_op_name: str) -> Any:
    """The one variable of that name.

    Raises:
        InvalidArgumentError: there is none, or there are more.
    """
    found = [each for each in get_variables(var_op_name) if each.op.name == var_op_name]
    if len(found) != 1:
        raise InvalidArgumentError(
            f"var_op_name must name one variable, got '{var_op_name}', of which are {len(found)}"
        )
    return found[0]


def get_variable_full_name(var: Any) -> str:
    """The name of a variable in a checkpoint."""
    name: str = var.op.name
    return name


def filter_variables(
    var_list: Iterable[Any],
    include_patterns: Any = None,
    exclude_patterns: Any = None,
    reg_search: bool = True,
) -> list[Any]:
    """The variables whose names match a pattern of the first list (default all) and none of the second.

    Args:
        reg_search: whether a match may begin anywhere in the name.
    """
    match = re.search if reg_search else re.match

    def matches(patterns: Any, each: Any) -> bool:
        return any(match(pattern, each.op.name) for pattern in patterns)

    wanted = [each for each in var_list if include_patterns is None or matches(include_patterns, each)]
    return [each for each in wanted if not exclude_patterns or not matches(exclude_patterns, each)]


def assert_or_get_global_step(graph: Any = None, global_step_tensor: Any = None) -> Any:
    """The given variable, checked to be a global step; that of the graph if there is none."""
    if global_step_tensor is None:
        return tf.train.get_global_step(graph)
    tf.train.assert_global_step(global_step_tensor)
    return global_step_tensor


def assert_global_step(global_step_tensor: Any) -> None:
    """Raise an error unless it is a global step."""
    tf.train.assert_global_step(global_step_tensor)


def get_global_step(graph: Any = None) -> Any:
    """The global step of the graph, ``None`` if there is none."""
    return tf.train.get_global_step(graph)


def create_global_step(graph: Any = None) -> Any:
    """A global step of the graph, which has none."""
    return tf.train.create_global_step(graph)


def get_or_create_global_step(graph: Any = None) -> Any:
    """The global step of the graph, made if there is none."""
    return tf.train.get_or_create_global_step(graph)


__all__ = [
    "add_model_variable",
    "assert_global_step",
    "assert_or_get_global_step",
    "create_global_step",
    "filter_variables",
    "get_global_step",
    "get_local_variables",
    "get_model_variables",
    "get_or_create_global_step",
    "get_trainable_variables",
    "get_unique_variable",
    "get_variable_full_name",
    "get_variables",
    "get_variables_by_name",
    "get_variables_by_suffix",
    "get_variables_to_restore",
    "global_variable",
    "local_variable",
    "model_variable",
    "variable",
]

mark_all(globals(), [name for name in __all__ if name not in ("variable", "model_variable")])
