"""``tensorflow.python.client.timeline``: when the nodes of a run ran, for chrome://tracing and Perfetto."""

from __future__ import annotations

import json
from typing import Any


class Timeline:
    """What a traced run did.

    Args:
        step_stats: of a RunMetadata.
        graph: accepted; no effect.
    """

    def __init__(self, step_stats: Any, graph: Any = None) -> None:
        self._metadata = step_stats

    def generate_chrome_trace_format(self, show_dataflow: bool = True, show_memory: bool = False) -> str:
        """The trace as JSON.

        Args:
            show_dataflow, show_memory: accepted; no effect.
        """
        return json.dumps(self._metadata.chrome_trace())


__all__ = ["Timeline"]
