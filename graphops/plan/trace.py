"""The trace of a run: which kernel computed each node, when, and with which shapes."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphops.plan.choose.kernel_choice import Choice
    from graphops.plan.step import Step


@dataclass(frozen=True)
class NodeRun:
    """One node of one run. Times are nanoseconds on the clock of ``time.perf_counter_ns``.

    ``function`` is the one whose body has the node, empty for nodes of the graph itself.
    """

    node: str
    op: str
    kernel: str
    device: str
    start_ns: int
    end_ns: int
    thread: int
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    bytes: int
    function: str = ""


@dataclass
class RunMetadata:
    """Filled by ``Session.run(..., run_metadata=RunMetadata())``; each run appends.

    Attributes:
        nodes: what ran, in order.
    """

    nodes: list[NodeRun] = field(default_factory=list)

    def add(
        self, step: Step, choice: Choice, start: int, end: int, inputs: Sequence[Any], outputs: Sequence[Any]
    ) -> None:
        """Record one step."""
        self.nodes.append(
            NodeRun(
                step.node.name,
                step.node.type,
                choice.definition.name,
                str(step.where),
                start,
                end,
                threading.get_ident(),
                tuple(map(_text, inputs)),
                tuple(map(_text, outputs)),
                choice.bytes,
                step.node.graph.function_name,
            )
        )

    @property
    def total_ns(self) -> int:
        """Nanoseconds spent in kernels."""
        return sum(node.end_ns - node.start_ns for node in self.nodes)

    def chrome_trace(self) -> dict[str, Any]:
        """The trace event format that Perfetto and chrome://tracing open: one complete event for each node.

        Times are microseconds from the first node on.
        """
        first = min((node.start_ns for node in self.nodes), default=0)
        # Small numbers: viewers keep process and thread ids in 32 bits.
        devices = {name: number for number, name in enumerate(dict.fromkeys(n.device for n in self.nodes), 1)}
        threads = {ident: number for number, ident in enumerate(dict.fromkeys(n.thread for n in self.nodes), 1)}
        events: list[dict[str, Any]] = [
            {"name": "process_name", "ph": "M", "pid": number, "args": {"name": device}}
            for device, number in devices.items()
        ]
        for node in self.nodes:
            arguments = {k: v for k, v in asdict(node).items() if k not in ("start_ns", "end_ns", "thread")}
            events.append(
                {
                    "name": node.op,
                    "cat": "op",
                    "ph": "X",
                    "pid": devices[node.device],
                    "tid": threads[node.thread],
                    "ts": (node.start_ns - first) / 1000,
                    "dur": (node.end_ns - node.start_ns) / 1000,
                    "args": arguments,
                }
            )
        return {"traceEvents": events, "displayTimeUnit": "ms"}

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write :meth:`chrome_trace` as JSON."""
        Path(path).write_text(json.dumps(self.chrome_trace()), encoding="utf-8")


def _text(value: Any) -> str:
    if value is None:
        return "-"
    return f"{value.dtype}{tuple(value.shape)}" if hasattr(value, "shape") else type(value).__name__
