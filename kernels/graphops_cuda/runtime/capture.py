"""Recording the work of a GPU as a CUDA graph, which one call queues again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cupy

from graphops_cuda.runtime.faults import explain, is_capture_error
from graphops_cuda.runtime.lanes import CudaLane
from graphops_registry.device_def import Lane, Recording
from graphops_registry.errors import GraphopsError, UnimplementedError


class CudaRecording(Recording):
    """A CUDA graph, and the memory that it works in.

    What was allocated while it was recorded came from a pool of its own: a block that was freed there may be used again
    later in the same recording, but never by anybody else, for the graph writes to it whenever it is replayed.
    """

    def __init__(self, graph: Any, pool: Any) -> None:
        self._graph = graph
        self._pool = pool

    def replay(self, lane: Lane) -> None:
        self._graph.launch(lane.stream)  # type: ignore[attr-defined]


def record(work: Callable[[], object], lane: CudaLane, pool: Any) -> CudaRecording:
    """Record what ``work`` queues on ``lane`` and on the lanes that wait for it and that it waits for in the end.

    Args:
        pool: a memory pool for the recording alone.

    Raises:
        UnimplementedError: it does something that cannot be recorded.
    """
    with lane, cupy.cuda.using_allocator(pool.malloc):
        lane.stream.begin_capture()
        failure: BaseException | None = None
        try:
            work()
        except BaseException as error:
            failure = error
        try:
            graph = lane.stream.end_capture()
        except Exception as error:
            failure = failure or error
    if failure is None:
        return CudaRecording(graph, pool)
    if isinstance(failure, GraphopsError) or not isinstance(failure, Exception):
        raise failure
    if is_capture_error(failure) or explain(failure) is not None:
        raise UnimplementedError(f"work must be recordable to be replayed, but {failure}") from failure
    raise failure
