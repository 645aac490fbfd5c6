"""Which module is behind each slot of :mod:`graphops.graph.slots`. Imported with ``graphops``; imports none of them."""

from __future__ import annotations

from typing import Any, Final

from graphops.graph import slots

SLOTS: Final[dict[Any, str]] = {
    slots.OPERATORS: "graphops.build.operators",
    slots.CONSTANTS: "graphops.plan.constants",
    slots.SESSIONS: "graphops.session.session",
    slots.GRAPH_DEFS: "graphops.interchange.graph_def.exporter",
    slots.PICTURES: "graphops.inspect.draw.pictures",
    slots.INSPECTION: "graphops.inspect.of_sessions",
    slots.NODE_FILES: "graphops.checkpoint.node_files",
    slots.CLUSTERS: "graphops.cluster.of_sessions",
    slots.BENCHMARKS: "graphops.apps.bench.op.benchmark",
}

for _slot, _module in SLOTS.items():
    _slot.fill(_module)
