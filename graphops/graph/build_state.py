"""What the scopes around a call give a new node: name scope, device, control inputs, colocation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from graphops.graph.device_spec import DeviceSpec
from graphops.graph.node import Node, Tensor
from graphops.graph.user_frame import UserFrame


class Controller:
    """One ``control_dependencies`` block: its nodes, and what was made inside it and so depends on them already."""

    __slots__ = ("nodes", "seen")

    def __init__(self, nodes: tuple[Node, ...]) -> None:
        self.nodes = nodes
        self.seen: set[Node] = set()


@dataclass(frozen=True)
class BuildState:
    """What surrounds a node when it is made: immutable, so a thread or a Scope can hold one."""

    name_scope: str = ""  # without the trailing slash
    device: DeviceSpec = field(default_factory=DeviceSpec)
    controllers: tuple[Controller, ...] = ()
    colocate_with: tuple[str, ...] = ()
    kernel_label: str = ""
    own_gradients: tuple[tuple[str, str], ...] = ()  # types of ops, each with the name of a user's gradient
    made_at: UserFrame | None = None  # overrides the user's line: gradients() sets it
    forward: Node | None = None


ROOT_STATE = BuildState()


def merge_controls(
    inputs: tuple[Tensor, ...], own: Iterable[Node], controllers: tuple[Controller, ...]
) -> tuple[Node, ...]:
    """Control inputs without those that a data input implies already."""
    found = dict.fromkeys(own)
    if controllers:
        sources = {tensor.node for tensor in inputs}
        for controller in controllers:
            if controller.seen.isdisjoint(sources):
                found.update(dict.fromkeys(node for node in controller.nodes if node not in sources))
    return tuple(found)
