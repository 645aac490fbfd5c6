"""``get_variable``: makes a variable the first time a name is asked for in a variable scope, or finds it again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from inspect import Parameter, signature
from typing import Any

from graphops.graph.outermost_graph import outermost_graph
from graphops.train.collection_keys import GraphKeys
from graphops.train.variable_scope import (
    Getter,
    VariableScope,
    get_variable_scope,
    nested_getter,
    refuse_partitioner,
    variable_store,
)
from graphops.train.variable_v1 import Variable
from graphops_registry.dtypes import DType, as_dtype, float32
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError
from graphops_registry.shape import TensorShape


def get_variable(
    name: str,
    shape: Any = None,
    dtype: Any = None,
    initializer: Any = None,
    regularizer: Any = None,
    trainable: bool | None = None,
    collections: Iterable[str] | None = None,
    caching_device: Any = None,
    partitioner: Any = None,
    validate_shape: bool = True,
    use_resource: bool | None = None,
    custom_getter: Getter | None = None,
    constraint: Any = None,
    synchronization: Any = "auto",
    aggregation: Any = "none",
) -> Any:
    """The variable called ``name`` in the current variable scope: made, or found again as the scope's ``reuse`` says.

    Args:
        shape: fully defined, unless ``initializer`` is a value.
        dtype: default that of the scope.
        initializer: a function of (shape, dtype), a class of such functions, or a value; default that of the scope,
            else glorot_uniform for real and complex numbers, zeros for others.
        regularizer: a function of the variable whose result is added to the regularization losses.

    Raises:
        InvalidArgumentError: it exists and may not be reused; it does not exist and must; another shape or dtype.
    """
    arguments = {
        "shape": shape,
        "dtype": dtype,
        "initializer": initializer,
        "regularizer": regularizer,
        "trainable": trainable,
        "collections": collections,
        "caching_device": caching_device,
        "partitioner": partitioner,
        "validate_shape": validate_shape,
        "use_resource": use_resource,
        "custom_getter": custom_getter,
        "constraint": constraint,
        "synchronization": synchronization,
        "aggregation": aggregation,
    }
    return get_in_scope(get_variable_scope(), name, arguments)


def get_in_scope(scope: VariableScope, name: str, arguments: dict[str, Any]) -> Any:
    if not isinstance(name, str) or not name:
        raise InvalidTypeError(f"name of get_variable() must be a name, got {name!r}")
    settings = dict(arguments)
    refuse_partitioner(settings.get("partitioner"))
    getter = nested_getter(settings.pop("custom_getter", None), scope.custom_getter)
    for key in ("initializer", "regularizer", "constraint"):
        if settings.get(key) is None:
            settings[key] = getattr(scope, key)
    if settings.get("dtype") is None:
        settings["dtype"] = scope.dtype
    settings.setdefault("shape", None)
    full = f"{scope.name}/{name}" if scope.name else name
    true_getter = partial(_find_or_make, reuse=settings.pop("reuse", scope.reuse))
    graph = outermost_graph()
    with graph.as_default(), graph.name_scope(None):
        if getter is None:
            return true_getter(full, **settings)
        return getter(true_getter, full, **settings)


def _find_or_make(name: str, reuse: Any, shape: Any, dtype: Any, **settings: Any) -> Any:
    store = variable_store()
    found = store.variables.get(name)
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
    store.variables[name] = variable
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
    kept = ("trainable", "collections", "validate_shape", "constraint", "synchronization", "aggregation")
    given = {key: settings[key] for key in kept if key in settings}
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
    """What initialises a variable that nobody says anything of.

    Raises:
        InvalidArgumentError: a dtype for which there is nothing usual.
    """
    from graphops.build import initializers

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


def get_local_variable(
    name: str,
    shape: Any = None,
    dtype: Any = None,
    initializer: Any = None,
    regularizer: Any = None,
    trainable: bool = False,
    collections: Iterable[str] | None = None,
    caching_device: Any = None,
    partitioner: Any = None,
    validate_shape: bool = True,
    use_resource: bool | None = None,
    custom_getter: Getter | None = None,
    constraint: Any = None,
    synchronization: Any = "auto",
    aggregation: Any = "none",
) -> Any:
    """:func:`get_variable` of one that is not trained and is in the collection of local variables."""
    keys = [GraphKeys.LOCAL_VARIABLES, *(collections or ())]
    return get_variable(
        name, shape, dtype, initializer, regularizer, False, keys, caching_device, partitioner, validate_shape,
        use_resource, custom_getter, constraint, synchronization, aggregation,
    )  # fmt: skip


def no_regularizer(_: Any) -> None:
    """A regularizer without a loss: it keeps that of the scope from being used."""
