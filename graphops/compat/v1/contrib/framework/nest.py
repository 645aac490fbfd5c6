"""``tf.contrib.framework.nest``: structures of lists, tuples and dicts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from graphops.compat.v1.functions.missing import missing
from graphops.graph.nest import check_same, flatten, is_nested, map_structure, pack
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError


def is_sequence(seq: Any) -> bool:
    """Whether it has parts; a text has none."""
    return is_nested(seq)


def pack_sequence_as(structure: Any, flat_sequence: Any, expand_composites: bool = False) -> Any:
    """``structure`` with other leaves."""
    return pack(structure, list(flat_sequence))


def assert_same_structure(nest1: Any, nest2: Any, check_types: bool = True, expand_composites: bool = False) -> None:
    """Raise an error unless both are nested alike.

    Args:
        check_types: whether lists and tuples are different.

    Raises:
        InvalidArgumentError: they are not nested alike.
        InvalidTypeError: with ``check_types``, of different types.
    """
    check_same(nest1, nest2)
    if check_types:
        _check_types(nest1, nest2)


def _check_types(first: Any, second: Any) -> None:
    if not is_nested(first):
        return
    if type(first) is not type(second) and not (isinstance(first, Mapping) and isinstance(second, Mapping)):
        text = f"structures must have the same types, got {type(first).__name__} and {type(second).__name__}"
        raise InvalidTypeError(text)
    for one, other in zip(_parts(first), _parts(second), strict=True):
        _check_types(one, other)


def _parts(value: Any) -> list[Any]:
    return [value[key] for key in sorted(value)] if isinstance(value, Mapping) else list(value)


def flatten_up_to(shallow_tree: Any, input_tree: Any, check_types: bool = True) -> list[Any]:
    """The parts of ``input_tree`` at the leaves of ``shallow_tree``.

    Raises:
        InvalidArgumentError: it is not nested so deep.
    """
    return list(_up_to(shallow_tree, input_tree))


def _up_to(shallow: Any, deep: Any) -> Iterator[Any]:
    if not is_nested(shallow):
        yield deep
        return
    if not is_nested(deep) or len(_parts(shallow)) != len(_parts(deep)):
        raise InvalidArgumentError(f"a structure must be nested as {shallow!r}, got {deep!r}")
    for one, other in zip(_parts(shallow), _parts(deep), strict=True):
        yield from _up_to(one, other)


def map_structure_up_to(shallow_tree: Any, func: Callable[..., Any], *inputs: Any) -> Any:
    """``func`` of the parts at the leaves of ``shallow_tree``."""
    return pack(
        shallow_tree, [func(*parts) for parts in zip(*(flatten_up_to(shallow_tree, i) for i in inputs), strict=True)]
    )


def flatten_dict_items(dictionary: Mapping[Any, Any]) -> dict[Any, Any]:
    """A dict whose keys, and values, are structures, as one from leaf to leaf.

    Raises:
        InvalidArgumentError: a key and its value are not nested alike.
    """
    found: dict[Any, Any] = {}
    for key, value in dictionary.items():
        keys, values = flatten(key), flatten(value)
        if len(keys) != len(values):
            raise InvalidArgumentError(f"keys and values of a dict must be nested alike, got {key!r} and {value!r}")
        found.update(zip(keys, values, strict=True))
    return found


def __getattr__(name: str) -> Any:
    raise missing("contrib.framework.nest", name)


__all__ = [
    "assert_same_structure",
    "flatten",
    "flatten_dict_items",
    "flatten_up_to",
    "is_nested",
    "is_sequence",
    "map_structure",
    "map_structure_up_to",
    "pack_sequence_as",
]
