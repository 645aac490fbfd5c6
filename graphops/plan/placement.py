"""Placement: which device each node of a plan runs on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from graphops.graph.device_spec import DeviceSpec
from graphops.graph.graph import Node
from graphops.plan.choose.on_host import computed_on_host
from graphops.plan.loops.control import KERNEL, kind_of
from graphops.plan.session_config import SessionConfig
from graphops_registry.device_def import DeviceType, device_types
from graphops_registry.dtypes import resource
from graphops_registry.errors import GraphopsError, InvalidArgumentError
from graphops_registry.kernel_def import candidates, missing_kernel


@dataclass(frozen=True, slots=True)
class Placed:
    """A device: its type and which one of them."""

    device: DeviceType
    index: int

    def __str__(self) -> str:
        return f"/device:{self.device.type}:{self.index}"


def place(nodes: Sequence[Node], config: SessionConfig, problems: list[GraphopsError]) -> dict[Node, Placed]:
    """A device for each node; what is impossible is added to ``problems``.

    Nodes of one colocation group, and all nodes that use one resource, share a device: the first one that each of
    them has kernels for. A node without a device goes to the best type that has kernels for it.
    """
    order = _order(config)
    placed: dict[Node, Placed] = {}
    for members in _groups(nodes):
        spec = DeviceSpec()
        for node in members:
            spec = _parse(node).merged_over(spec)
        choice = _choose(members, spec, order, config, problems)
        if choice is not None:
            placed.update(dict.fromkeys(members, choice))
    return placed


def _order(config: SessionConfig) -> list[DeviceType]:
    types = {device.type: device for device in device_types()}
    for name in config.device_order:
        if name not in types:
            raise InvalidArgumentError(f"device_order of SessionConfig must name {', '.join(types)}, got '{name}'")
    named = [types[name] for name in config.device_order]
    return named + [device for device in types.values() if device not in named]


def _parse(node: Node) -> DeviceSpec:
    return DeviceSpec.parse(node.device) if node.device else DeviceSpec()


def _groups(nodes: Sequence[Node]) -> Iterable[list[Node]]:
    """Nodes that must share a device, together; in order."""
    linked = [node for node in nodes if "_class" in node.attrs or any(t.dtype is resource for t in node.inputs)]
    if not linked:
        return ([node] for node in nodes)
    names = {node.name: node for node in nodes}
    parent: dict[Node, Node] = {}

    def root(node: Node) -> Node:
        found = node
        while found in parent:
            found = parent[found]
        while node in parent:  # what was walked is short the next time: a call may take a thousand variables
            parent[node], node = found, parent[node]
        return found

    for node in linked:
        friends = [names[name] for name in node.colocation_groups if name in names]
        friends += [tensor.node for tensor in node.inputs if tensor.dtype is resource and tensor.node.name in names]
        for friend in friends:
            first, second = root(friend), root(node)
            if first is not second:
                parent[second] = first
    groups: dict[Node, list[Node]] = {}
    for node in nodes:
        groups.setdefault(root(node), []).append(node)
    return groups.values()


def _choose(
    members: list[Node],
    spec: DeviceSpec,
    order: Sequence[DeviceType],
    config: SessionConfig,
    problems: list[GraphopsError],
) -> Placed | None:
    first = members[0]
    shown = ", ".join(f"'{node.name}'" for node in members[:3]) + (" ..." if len(members) > 3 else "")
    elsewhere = (spec.job or "localhost") != "localhost" or (spec.replica or 0) != 0 or (spec.task or 0) != 0
    if elsewhere and not config.allow_soft_placement:
        refused = InvalidArgumentError(f"device of node {shown} must be on this machine, got '{spec}'")
        refused.add_note("fix: give the Session a target, or set SessionConfig(allow_soft_placement=True)")
        problems.append(refused.concerns(op=first.type, node=first.name))
        return None
    known = {device.type: device for device in order}
    index = spec.index or 0
    if spec.type is not None:
        device = known.get(spec.type)
        if device is not None and index < device.count and _lacking(members, device) is None:
            return Placed(device, index)
        if not config.allow_soft_placement:
            if device is None or index >= device.count:
                here = ", ".join(f"/device:{d.type}:{i}" for d in order for i in range(d.count))
                error: GraphopsError = InvalidArgumentError(
                    f"device of node {shown} must be one of {here}, got '{spec}'"
                ).concerns(op=first.type, node=first.name)
                error.add_note("fix: name another device, or set SessionConfig(allow_soft_placement=True)")
            else:
                node = _lacking(members, device) or members[0]
                error = missing_kernel(node.type, device.type, node.attrs, node.name)
            _add_line(error, members[0])
            problems.append(error)
            return None
    for device in order:
        if device.count and (device.rank >= 0 or device.type in config.device_order) and not _lacking(members, device):
            return Placed(device, index if spec.type == device.type and index < device.count else 0)
    for node in members:
        if not candidates(node.type, "CPU", node.attrs):
            error = missing_kernel(node.type, "CPU", node.attrs, node.name)
            _add_line(error, node)
            problems.append(error)
            return None
    return None


def _lacking(members: Sequence[Node], device: DeviceType) -> Node | None:
    """The first node that has no kernel on the device."""
    for node in members:
        if kind_of(node.op) != KERNEL:
            continue
        on = "CPU" if computed_on_host(node.op, node.attrs) else device.type
        if not candidates(node.type, on, node.attrs):
            return node
    return None


def _add_line(error: GraphopsError, node: Node) -> None:
    if node.made_at is not None:
        error.add_note(f"  made at {node.made_at}")


def describe_placement(placed: Mapping[Node, Placed]) -> str:
    """One line for each node."""
    return "\n".join(f"{node.name}: ({node.type}): {where}" for node, where in placed.items())
