"""Graphs with passes and without: what both give, and what the passes made of the nodes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

import graphops as go
from graphops.graph.node import Node, Tensor
from graphops.plan.make import ancestors
from graphops.plan.passes.optimise import PASSES, Optimised, optimise
from graphops.plan.session_config import PLAN_PASSES
from graphops_registry.errors import GraphopsError

EACH_ALONE = tuple((name,) for name in PASSES)


def rewritten(
    fetches: Sequence[Tensor | Node], fed: Sequence[Tensor] = (), passes: Sequence[str] = PASSES
) -> Optimised:
    """What ``passes`` make of the nodes that ``fetches`` need; the promises of its parts are checked."""
    nodes = [node for node in ancestors(fetches, fed) if node.type not in ("Placeholder", "PlaceholderV2")]
    found = optimise(nodes, fetches, fed, passes)
    check_complete(found, fetches, fed)
    return found


def check_complete(found: Optimised, fetches: Sequence[Tensor | Node], fed: Sequence[Tensor]) -> None:
    """Every input is available: fed, known, or computed by an earlier node."""
    present = set(fed) | set(found.values)
    for node in found.nodes:
        for tensor in node.inputs:
            assert found.source.get(tensor, tensor) in present, f"{tensor.name} of {node.name}"
        present.update(node.outputs)
    for fetch in fetches:
        if isinstance(fetch, Tensor):
            assert found.source.get(fetch, fetch) in present, fetch.name
        else:
            assert fetch in found.nodes, fetch.name
    assert not set(found.source) & set(found.source.values())
    assert all(not value.flags.writeable for value in found.values.values())
    made = {tensor for node in found.nodes for tensor in node.outputs}
    assert not made & set(found.values)


def ops(found: Optimised) -> list[str]:
    """The ops that are left, without constants."""
    return [node.type for node in found.nodes if node.type != "Const"]


def outcome(
    fetches: Any, feeds: Mapping[Any, Any] | None, passes: Sequence[str], runs: int = 1, before: Sequence[Any] = ()
) -> list[Any]:
    """The values of several runs in a new Session, or the type and first line of the error.

    Args:
        before: fetched once before the runs: initialisers.
    """
    with go.Session(config=go.SessionConfig(plan_passes=passes)) as session:
        for each in before:
            session.run(each)
        found: list[Any] = []
        for _ in range(runs):
            try:
                found.append(session.run(fetches, feeds))
            except GraphopsError as error:
                found.append((type(error), str(error).splitlines()[0]))
        return found


def bits(value: Any) -> Any:
    """Something that is equal for values of the same bits alone."""
    if isinstance(value, (list, tuple)):
        return [bits(item) for item in value]
    if isinstance(value, (np.ndarray, np.generic)):
        array = np.asarray(value)
        return (array.dtype.str, array.shape, array.tolist() if array.dtype.kind == "O" else array.tobytes())
    return value


def same_with_passes(
    fetches: Any,
    feeds: Mapping[Any, Any] | None = None,
    *,
    runs: int = 1,
    before: Sequence[Any] = (),
    same: Callable[[Any, Any], None] | None = None,
) -> Any:
    """The result of the last run without passes, after a comparison with each pass alone and with all together.

    Args:
        same: compares two lists of results; default bit for bit.
    """
    plain = outcome(fetches, feeds, (), runs, before)
    for passes in (*EACH_ALONE, PASSES, PLAN_PASSES):
        found = outcome(fetches, feeds, passes, runs, before)
        if same is None:
            assert bits(found) == bits(plain), passes
        else:
            same(found, plain)
    return plain[-1]
