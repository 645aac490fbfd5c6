"""``tf.nest``: structures of lists, tuples and dicts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphops.compat.v1.contrib.framework.nest import assert_same_structure, pack_sequence_as
from graphops.compat.v1.functions.missing import missing
from graphops.graph import nest
from graphops_registry.errors import InvalidTypeError


def flatten(structure: Any, expand_composites: bool = False) -> list[Any]:
    """The leaves of a structure."""
    return nest.flatten(structure)


def is_nested(seq: Any) -> bool:
    """Whether it has parts; a text has none."""
    return nest.is_nested(seq)


def map_structure(func: Callable[..., Any], *structure: Any, **kwargs: Any) -> Any:
    """``func`` applied to leaves at the same places.

    Args:
        kwargs: ``check_types`` (whether lists and tuples are different; they are), ``expand_composites``.

    Raises:
        InvalidTypeError: another keyword, no function, or no structure.
    """
    check_types = kwargs.pop("check_types", True)
    kwargs.pop("expand_composites", None)
    if kwargs:
        raise InvalidTypeError(f"map_structure() takes no keyword '{next(iter(kwargs))}'")
    if not callable(func) or not structure:
        raise InvalidTypeError(f"map_structure() must get a function and a structure, got {func!r} and {structure!r}")
    for other in structure[1:]:
        assert_same_structure(structure[0], other, check_types)
    return nest.map_structure(func, *structure)


def __getattr__(name: str) -> Any:
    raise missing("nest", name)


__all__ = ["assert_same_structure", "flatten", "is_nested", "map_structure", "pack_sequence_as"]
