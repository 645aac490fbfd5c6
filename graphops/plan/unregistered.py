"""The error for fetches that need ops which nobody registered: all of them in one list, those in functions included."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from graphops.graph.functions import function_names
from graphops_registry.errors import GraphopsError, NotFoundError, nearest, shorten
from graphops_registry.op_def import REGISTRY

if TYPE_CHECKING:
    from graphops.graph.functions import Function
    from graphops.graph.graph import Graph, Node

_MOST_SHOWN: Final = 20  # ops
_MOST_PLACES: Final = 3  # nodes of an op


def unregistered(
    graph: Graph, nodes: Sequence[Node], body_nodes: Callable[[Function], Iterable[Node]]
) -> NotFoundError | None:
    """The error that lists the ops of ``nodes``, and of the functions that they call, which are not registered.

    Args:
        graph: with the library of functions.
        nodes: what has to run.
        body_nodes: what runs in a call of a function.

    Returns:
        ``None`` if all of them are registered.
    """
    found: dict[str, list[str]] = {}
    library = graph.functions_by_name
    waiting: list[tuple[str, Iterable[Node]]] = [("", nodes)]
    seen: set[str] = set()
    while waiting:
        function, part = waiting.pop()
        for node in part:
            if not node.op.is_registered:
                place = f"'{node.name}' in function '{function}'" if function else f"'{node.name}'"
                found.setdefault(node.type, []).append(place)
            for name in function_names(node):
                if name in library and name not in seen:
                    seen.add(name)
                    try:
                        waiting.append((name, body_nodes(library[name])))
                    except GraphopsError:  # planning the function says so
                        continue
    return _error(found) if found else None


def _error(found: dict[str, list[str]]) -> NotFoundError:
    known = REGISTRY.names()
    lines = []
    for name, places in sorted(found.items())[:_MOST_SHOWN]:
        more = f" and {len(places) - _MOST_PLACES} more" if len(places) > _MOST_PLACES else ""
        lines.append(f"  {shorten(name)}: {', '.join(places[:_MOST_PLACES])}{more}{nearest(name, known - {name})}")
    if len(found) > _MOST_SHOWN:
        lines.append(f"  ... and {len(found) - _MOST_SHOWN} more ops")
    count = f"{len(found)} ops are" if len(found) > 1 else "1 op is"
    error = NotFoundError("\n".join([f"every op that the fetches need must be registered, but {count} not:", *lines]))
    if len(found) == 1:
        error.concerns(op=next(iter(found)))
    late = [name for name in found if name in known]
    if late:
        error.add_note("fix: load the file again: a node keeps the op that it was loaded with")
    else:
        error.add_note("fix: register the ops before you load the file, or feed tensors that come after these nodes")
    return error


__all__ = ["unregistered"]
