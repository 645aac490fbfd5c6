"""``get_variable``: makes a variable at the first call with a name in a variable scope, then returns the same one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from graphops.train.collection_keys import GraphKeys
from graphops.train.variable_scope import Getter, get_variable_scope


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
    return get_variable_scope().get_variable(name, **arguments)


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
