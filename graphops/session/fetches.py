"""Fetches: any nested structure of tensors and nodes. A run computes them, and the values get the same structure."""

from __future__ import annotations

import dataclasses
import sys
from collections import defaultdict
from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any, Final

import numpy as np

from graphops.graph.graph import Graph, Node, Tensor
from graphops_registry.errors import (
    GraphopsError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
    printed,
    shorten,
)

Rebuild = Callable[[Mapping[Tensor, Any]], Any]


class Fetches:
    """A structure of fetches.

    Args:
        structure: of tensors, nodes and names, and of objects that stand for tensors.  One with a method
            ``__graphops_fetched__`` has another tensor when it is fetched, unless it is fed.
        fed: the tensors that the same run feeds.

    Attributes:
        elements: the distinct tensors and nodes in it, in order.
        tensors: the tensors among them.
    """

    def __init__(self, graph: Graph, structure: object, fed: Container[Tensor] = ()) -> None:
        self._graph = graph
        self._fed = fed
        found: dict[Tensor | Node, None] = {}
        try:
            self._rebuild = self._visit(structure, found)
        except RecursionError:  # a list may be its own element
            raise InvalidArgumentError("fetches must be nested less deeply, but Python's stack was used up") from None
        self.elements: tuple[Tensor | Node, ...] = tuple(found)
        self.tensors: tuple[Tensor, ...] = tuple(element for element in found if isinstance(element, Tensor))

    def rebuild(self, values: Sequence[Any]) -> Any:
        """The structure with each tensor replaced by its value (in the order of ``tensors``), each node by ``None``."""
        return self._rebuild(dict(zip(self.tensors, values, strict=True)))

    def _visit(self, structure: Any, found: dict[Tensor | Node, None]) -> Rebuild:
        if isinstance(structure, (list, tuple)):
            parts = [self._visit(item, found) for item in structure]
            kind: Any = type(structure)
            if hasattr(structure, "_fields"):
                return lambda values: _made(kind, lambda: kind(*[part(values) for part in parts]))
            return lambda values: _made(kind, kind, [part(values) for part in parts])
        if isinstance(structure, Mapping):
            named = {key: self._visit(item, found) for key, item in structure.items()}
            if isinstance(structure, dict) and type(structure) is not dict:
                make: Any = type(structure)
                first = (structure.default_factory,) if isinstance(structure, defaultdict) else ()
                return lambda values: _made(make, make, *first, [(key, part(values)) for key, part in named.items()])
            return lambda values: {key: part(values) for key, part in named.items()}
        components = getattr(structure, "__graphops_components__", None)
        if components is not None:  # one object of several tensors, such as a sparse tensor
            tensors = [self._visit(item, found) for item in components]
            value: Any = structure.__graphops_value__
            return lambda values: _made(value, value, *[tensor(values) for tensor in tensors])
        is_record = dataclasses.is_dataclass(structure) and not isinstance(structure, type)
        if is_record and not _stands_for_tensor(structure):
            record: Any = structure
            fields = {f.name: self._visit(getattr(record, f.name), found) for f in dataclasses.fields(record)}
            return lambda values: _made(
                type(record), dataclasses.replace, record, **{key: part(values) for key, part in fields.items()}
            )
        element = self._element(structure)
        found.setdefault(element)
        if isinstance(element, Node):
            return lambda values: None
        return lambda values: values[element]

    def _element(self, value: object) -> Tensor | Node:
        if not isinstance(value, (str, Node)) and not _stands_for_tensor(value):
            raise InvalidTypeError(f"a fetch must be a Tensor, a Node or a name, got {shorten(printed(value))}")
        try:
            element = self._graph.as_graph_element(value)
            fetched = getattr(value, "__graphops_fetched__", None)
            if fetched is not None and element not in self._fed:
                element = self._graph.as_graph_element(fetched())
        except NotFoundError as error:
            raise InvalidArgumentError(f"a fetch must be in the graph, but {error}") from None
        except GraphopsError as error:
            error.add_note(f"while looking up the fetch {shorten(printed(value))}")
            raise
        if not self._graph.is_fetchable(element):
            raise InvalidArgumentError(f"{element!r} must not be fetched: prevent_fetching() said so")
        return element


def _stands_for_tensor(value: object) -> bool:
    return hasattr(value, "__graphops_tensor__")


def _made(kind: type, make: Callable[..., Any], /, *arguments: Any, **keywords: Any) -> Any:
    """``make(*arguments, **keywords)``, an object of the caller's own class ``kind`` that holds values.

    Raises:
        InvalidTypeError: it cannot be made of them.
    """
    try:
        return make(*arguments, **keywords)
    except GraphopsError:
        raise
    except Exception as reason:  # the class may raise anything
        rule = "be of a class that can be made of the values alone"
        raise InvalidTypeError(f"a structure of fetches must {rule}, got {kind.__name__} ({reason})") from reason


def _references(values: Sequence[Any]) -> list[int]:
    """How many references to each value there are; some are this function's own, as many for each."""
    return [sys.getrefcount(value) for value in values]


_ALONE: Final = _references([object()])[0]  # the reference count of a value that only the sequence refers to


def hand_out(values: Sequence[Any]) -> list[Any]:
    """Values as the caller may keep them: arrays of their own, and scalars for rank 0.

    Constants, feeds and variables are read-only arrays, and so are views of them: they are copied. Two fetches that
    share memory are separated, too, and so is an array that something else refers to: a list of tensors, perhaps.

    Args:
        values: a list that nothing else refers to.
    """
    result: list[Any] = []
    owners: set[int] = set()
    for value, references in zip(values, _references(values), strict=True):
        if not isinstance(value, np.ndarray):
            result.append(value)
            continue
        if value.ndim == 0:
            result.append(value[()])
            continue
        owner: Any = value
        while isinstance(owner.base, np.ndarray):
            owner = owner.base
        shared = references > _ALONE or id(owner) in owners
        if shared or not value.flags.writeable or owner.base is not None:
            value = value.copy()
        else:
            owners.add(id(owner))
        result.append(value)
    return result
