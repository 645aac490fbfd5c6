"""Which blocks a run leaves out, and why: what says 'done' must also say what it has not done."""

from __future__ import annotations

from collections.abc import Collection

from graphops.graph.graph import Tensor
from graphops.interchange.page import Built
from graphops.interchange.page.fetches import waiting


def not_run(built: Built, fed: Collection[Tensor]) -> dict[str, str]:
    """By block the reason why a run of everything leaves it out: a feed that is missing, or a block that is wrong.

    Args:
        built: the page.
        fed: the tensors that have a feed.
    """
    found = {
        node.name: "it has no feed" if node.name == cause else f"it needs '{cause}', which has no feed"
        for node, cause in waiting(built, fed).items()
    }
    for name in built.skipped:
        found.setdefault(name, "it needs a block that has a problem")
    return found
