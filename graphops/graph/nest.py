"""Nested structures of lists, tuples, named tuples and dicts: flattened, and built again.

An object with ``__graphops_parts__()`` and ``__graphops_with_parts__(parts)`` (a TensorArray) counts as a structure
of its parts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from graphops_registry.errors import InvalidArgumentError, InvalidTypeError


def is_nested(value: Any) -> bool:
    """Whether ``value`` has parts."""
    return isinstance(value, (list, tuple, Mapping)) or hasattr(value, "__graphops_parts__")


def _parts(value: Any) -> list[Any]:
    if isinstance(value, Mapping):
        return [value[key] for key in _keys(value)]
    return list(value.__graphops_parts__()) if hasattr(value, "__graphops_parts__") else list(value)


def _keys(value: Mapping[Any, Any]) -> list[Any]:
    try:
        return sorted(value)  # as TensorFlow orders them
    except TypeError:
        raise InvalidTypeError(f"keys of a dict in a structure must be sortable, got {list(value)}") from None


def flatten(structure: Any) -> list[Any]:
    """The leaves, from left to right; values of a dict in the order of its keys."""
    if not is_nested(structure):
        return [structure]
    return [leaf for part in _parts(structure) for leaf in flatten(part)]


def pack(structure: Any, leaves: Sequence[Any]) -> Any:
    """``structure`` with other leaves.

    Raises:
        InvalidArgumentError: another number of leaves than the structure has.
    """
    remaining = list(leaves)
    result = _pack(structure, remaining)
    if remaining:
        raise InvalidArgumentError(f"a structure must get as many values as it has places, got {len(remaining)} more")
    return result


def _pack(structure: Any, leaves: list[Any]) -> Any:
    if not is_nested(structure):
        if not leaves:
            raise InvalidArgumentError("a structure must get as many values as it has places, got fewer")
        return leaves.pop(0)
    if isinstance(structure, Mapping):
        found = {key: _pack(structure[key], leaves) for key in _keys(structure)}
        return type(structure)((key, found[key]) for key in structure)  # type: ignore[call-arg]
    parts = [_pack(part, leaves) for part in _parts(structure)]
    if hasattr(structure, "__graphops_with_parts__"):
        return structure.__graphops_with_parts__(parts)
    if hasattr(structure, "_fields"):
        return type(structure)(*parts)
    return type(structure)(parts)


def map_structure(function: Callable[..., Any], *structures: Any) -> Any:
    """``function`` applied to leaves at the same places."""
    check_same(structures[0], *structures[1:])
    return pack(structures[0], [function(*leaves) for leaves in zip(*map(flatten, structures), strict=True)])


def check_same(first: Any, *others: Any, what: str = "structures") -> None:
    """Raise InvalidArgumentError unless all have the same nesting."""
    for other in others:
        if not _same(first, other):
            raise InvalidArgumentError(f"{what} must be nested alike, got {first!r} and {other!r}")


def _same(a: Any, b: Any) -> bool:
    if is_nested(a) != is_nested(b):
        return False
    if not is_nested(a):
        return True
    if isinstance(a, Mapping) != isinstance(b, Mapping):
        return False
    if isinstance(a, Mapping) and _keys(a) != _keys(b):
        return False
    first, second = _parts(a), _parts(b)
    return len(first) == len(second) and all(map(_same, first, second))
