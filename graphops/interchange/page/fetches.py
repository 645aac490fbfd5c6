"""What a page computes if it names no fetches: the one rule of the editor, ``graphops run`` and exports."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from graphops.graph.graph import Node, Tensor
from graphops.interchange.page.build import Built
from graphops.interchange.page.format import Page, Pin
from graphops_registry.dtypes import string
from graphops_registry.traits import Trait


def computable(page: Page, built: Built, fed: Collection[Tensor]) -> list[Node]:
    """The nodes of blocks that a step can compute.

    Left out are those that wait for a placeholder without a value, those within a loop, those whose outputs are all
    fed, and those that ``init`` runs once: they would undo each step if they ran again.

    Args:
        fed: the tensors that have values.
    """
    once = leading_to([*(built.nodes[pin.block] for pin in page.init if pin.block in built.nodes), *built.initial])
    nodes = (node for node in _runnable(built, fed) if node not in once)
    return [node for node in nodes if not node.outputs or any(tensor not in fed for tensor in node.outputs)]


def default_fetches(page: Page, built: Built, fed: Collection[Tensor]) -> list[Pin]:
    """The pins that a page computes which names no fetches.

    These are the outputs that nothing in the step uses, and the blocks without outputs, such as assignments,
    that no other waits for. Handles of variables and the like have no values to show, so they are left out.

    Args:
        fed: the tensors that have values.
    """
    nodes = computable(page, built, fed)
    needed = leading_to(nodes)
    used = {tensor for node in needed for tensor in node.inputs}
    awaited = {control for node in needed for control in node.control_inputs}
    found: list[Pin] = []
    for node in nodes:
        if not node.outputs and node not in awaited:
            found.append(Pin(node.name))
        shown = (item for item in output_pins(built, node.name) if _shows(item[1]))
        found += [pin for pin, tensor in shown if tensor not in used and tensor not in fed]
    return found


def output_pins(built: Built, block: str) -> Iterable[tuple[Pin, Tensor]]:
    """Each output of a block with its pin."""
    return ((Pin(block, item.pin, item.number), item.tensor) for item in built.outputs(block))


def _shows(tensor: Tensor) -> bool:
    return not tensor.dtype.base.is_host_only or tensor.dtype.base == string


def waiting(built: Built, fed: Collection[Tensor]) -> dict[Node, str]:
    """The nodes of blocks that cannot run until a placeholder has a value, each with the block of that placeholder."""
    found: dict[Node, str] = {}
    for name, node in built.nodes.items():
        if node.op.has(Trait.PLACEHOLDER) and not any(tensor in fed for tensor in node.outputs):
            found[node] = name
            continue
        before = [*(tensor.node for tensor in built.needs(name) if tensor not in fed), *node.control_inputs]
        cause = next((found[other] for other in before if other in found), None)
        if cause is not None:
            found[node] = cause
    return found


def _runnable(built: Built, fed: Collection[Tensor]) -> list[Node]:
    """The nodes that can run without further feeds and that are not within a loop."""
    stuck = waiting(built, fed)
    inside: set[Node] = set()
    found = []
    for name, node in built.nodes.items():
        before = (tensor.node for tensor in built.needs(name) if tensor not in fed)
        if not node.op.has(Trait.EXIT) and (node.op.has(Trait.ENTER) or any(other in inside for other in before)):
            inside.add(node)
        elif node not in stuck:
            found.append(node)
    return found


def leading_to(nodes: Iterable[Node]) -> set[Node]:
    """These nodes and all that they need."""
    found: set[Node] = set()
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            waiting += [tensor.node for tensor in node.inputs]
            waiting += node.control_inputs
    return found
