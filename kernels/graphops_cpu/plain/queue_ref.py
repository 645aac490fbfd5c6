"""Plain kernels of TensorFlow 1's queues: those of resources, with a reference for a handle."""

from __future__ import annotations

from graphops_cpu.plain import queue as v2
from graphops_registry.kernel_def import register_kernel


@register_kernel("FIFOQueue", "CPU", uses=["name", "resources"])
class FIFOQueue(v2.FIFOQueueV2):
    op = "FIFOQueue"


@register_kernel("PaddingFIFOQueue", "CPU", uses=["name", "resources"])
class PaddingFIFOQueue(v2.PaddingFIFOQueueV2):
    op = "PaddingFIFOQueue"


@register_kernel("RandomShuffleQueue", "CPU", uses=["name", "resources"])
class RandomShuffleQueue(v2.RandomShuffleQueueV2):
    op = "RandomShuffleQueue"


@register_kernel("PriorityQueue", "CPU", uses=["name", "resources"])
class PriorityQueue(v2.PriorityQueueV2):
    op = "PriorityQueue"


@register_kernel("QueueEnqueue", "CPU", host_inputs=["handle", "components"], uses=["cancel", "memory"])
class QueueEnqueue(v2.QueueEnqueueV2):
    op = "QueueEnqueue"


@register_kernel("QueueEnqueueMany", "CPU", host_inputs=["handle", "components"], uses=["cancel", "memory"])
class QueueEnqueueMany(v2.QueueEnqueueManyV2):
    op = "QueueEnqueueMany"


@register_kernel("QueueDequeue", "CPU", host_inputs=["handle"], host_outputs=["components"], uses=["cancel", "memory"])
class QueueDequeue(v2.QueueDequeueV2):
    op = "QueueDequeue"


@register_kernel(
    "QueueDequeueMany", "CPU", host_inputs=["handle", "n"], host_outputs=["components"], uses=["cancel", "memory"]
)
class QueueDequeueMany(v2.QueueDequeueManyV2):
    op = "QueueDequeueMany"


@register_kernel(
    "QueueDequeueUpTo", "CPU", host_inputs=["handle", "n"], host_outputs=["components"], uses=["cancel", "memory"]
)
class QueueDequeueUpTo(v2.QueueDequeueUpToV2):
    op = "QueueDequeueUpTo"


@register_kernel("QueueClose", "CPU", host_inputs=["handle"], uses=["cancel"])
class QueueClose(v2.QueueCloseV2):
    op = "QueueClose"


@register_kernel("QueueIsClosed", "CPU", host_inputs=["handle"], host_outputs=["is_closed"])
class QueueIsClosed(v2.QueueIsClosedV2):
    op = "QueueIsClosed"


@register_kernel("QueueSize", "CPU", host_inputs=["handle"], host_outputs=["size"])
class QueueSize(v2.QueueSizeV2):
    op = "QueueSize"
