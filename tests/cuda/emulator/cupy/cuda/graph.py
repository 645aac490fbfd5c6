"""``cupy.cuda.graph``: what was captured, to be launched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cuda_model import faults, streams, work
from cuda_model.capture import Node
from cuda_model.clocks import Clock

from cupy.cuda.stream import _pointer


class Graph:
    """A CUDA graph. It knows addresses and keeps no memory."""

    _nodes: Sequence[Node]
    _last: Clock

    def __init__(self, *_args: Any, **_keywords: Any) -> None:
        raise NotImplementedError(
            "currently this class cannot be initiated by the user and must be created via capture"
        )

    @classmethod
    def _of(cls, nodes: Sequence[Node]) -> Graph:
        graph = cls.__new__(cls)
        graph._nodes = nodes
        graph._last = {}
        return graph

    def launch(self, stream: Any = None) -> None:
        """Queue all of it."""
        self._last = work.launch(self._nodes, _pointer(stream), self._last)

    def upload(self, stream: Any = None) -> None:
        """Prepare the launch."""
        faults.check_call()
        streams.stream_of(_pointer(stream))
