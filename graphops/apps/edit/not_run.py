"""Which blocks a run leaves out, and why: what says 'done' must also say what it has not done."""

from __future__ import annotations

from collections.abc import Collection

from graphops.graph.graph import Node, Tensor
from graphops.interchange.page import Built
from graphops_registry.traits import Trait


def not_run(built: Built, fed: Collection[Tensor]) -> dict[str, str]:
    """By block the reason why a run of everything leaves it out: a feed that is missing, or a block that is wrong.

    Args:
        built: the page.
        fed: the tensors that have a feed.
    """
    missing: dict[Node, str] = {}  # the placeholder without a feed that each node waits for
    found: dict[str, str] = {}
    for name, node in built.nodes.items():
        if node.op.has(Trait.PLACEHOLDER):
            if not any(tensor in fed for tensor in node.outputs):
                missing[node] = name
                found[name] = "it has no feed"
            continue
        before = [tensor.node for tensor in built.needs(name) if tensor not in fed]
        cause = next((missing[other] for other in (*before, *node.control_inputs) if other in missing), None)
        if cause is not None:
            missing[node] = cause
            found[name] = f"it needs '{cause}', which has no feed"
    for name in built.skipped:
        found.setdefault(name, "it needs a block that has a problem")
    return found
