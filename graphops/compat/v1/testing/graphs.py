"""``tf.test.assert_equal_graph_def``."""

from __future__ import annotations

from typing import Any

from graphops_registry.errors import InvalidTypeError


def assert_equal_graph_def(
    actual: Any, expected: Any, checkpoint_v2: bool = False, hash_table_shared_name: bool = False
) -> None:
    """Two GraphDefs have the same nodes, in any order.

    Args:
        checkpoint_v2, hash_table_shared_name: accepted; no effect.

    Raises:
        AssertionError: nodes that differ; its text has the names.
        InvalidTypeError: something that is no GraphDef.
    """
    nodes = []
    for which, graph_def in (("actual", actual), ("expected", expected)):
        if not hasattr(graph_def, "node") or not hasattr(graph_def, "SerializeToString"):
            raise InvalidTypeError(f"{which} of assert_equal_graph_def() must be a GraphDef, got {graph_def!r}")
        nodes.append({node.name: node for node in graph_def.node})
    for name in sorted({*nodes[0], *nodes[1]}):
        if nodes[0].get(name) != nodes[1].get(name):
            raise AssertionError(f"node '{name}' must be\n{nodes[1].get(name)}, got\n{nodes[0].get(name)}")
