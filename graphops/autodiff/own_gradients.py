"""Gradients that users give nodes: by the attr ``_gradient_op_type``, which names one, or for an op that has none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from graphops.graph.graph import Node
from graphops_registry.errors import AlreadyExistsError, NotFoundError

ATTR: Final = "_gradient_op_type"
_functions: dict[str, Callable[..., Any]] = {}


def register(name: str, function: Callable[..., Any]) -> None:
    """Let ``function(node, *dys)`` be the gradient called ``name``.

    Raises:
        AlreadyExistsError: there is one of that name.
    """
    if _functions.setdefault(name, function) is not function:
        raise AlreadyExistsError(f"a gradient must be registered once, got '{name}' again")


def own_gradient(node: Node) -> Callable[..., Any] | None:
    """What a user registered for a node.

    Raises:
        NotFoundError: the node names a gradient that nobody registered.
    """
    name = node.attrs.get(ATTR)
    if name is None:
        return _functions.get(node.type) if node.op.gradient_fn is None else None
    text = name.decode() if isinstance(name, bytes) else str(name)
    if text.startswith(f"{node.type}-"):  # as TensorFlow names the gradient of a call of a function
        return None
    if text not in _functions:
        rule = "be registered in this process"
        raise NotFoundError(f"the gradient '{text}' of node '{node.name}' must {rule}, got none").concerns(
            op=node.type, node=node.name
        )
    return _functions[text]
