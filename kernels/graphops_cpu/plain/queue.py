"""Plain kernels of queues. Queues are on the host, and so is all that goes in and out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from graphops_cpu.lib.queue_state import (
    QUEUE,
    FifoQueue,
    PaddingFifoQueue,
    PriorityQueue,
    Queue,
    RandomShuffleQueue,
    require_same,
)
from graphops_registry.dtypes import int64, variant
from graphops_registry.errors import ResourceExhaustedError, must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context
from graphops_registry.resource import ResourceHandle, handle_array
from graphops_registry.shape import SCALAR_SHAPE

_MAKES = ["name", "resources"]
_WAITS = ["cancel", "memory"]


def queue_in(op: str, handle: Any, argument: str = "handle") -> Queue:
    """The queue whose handle this is.

    Raises:
        InvalidArgumentError: it is the handle of something else.
    """
    found: Any = handle[()] if handle.ndim == 0 else None
    state = getattr(found, "state", None)
    if not isinstance(state, Queue):
        raise must(argument, op, "be the handle of a queue", getattr(found, "text", repr(found)))
    return state


class MakesQueue(PlainKernel):
    """Base of kernels that give the handle of a queue."""

    op: ClassVar[str]
    queue: ClassVar[type[Queue]]

    def compute(self, ctx: Context) -> Any:
        attrs = self.attrs
        container, name = attrs["container"], attrs["shared_name"] or ctx.name
        state: Queue = ctx.resources.state((QUEUE, container, name), lambda: self.make(name))
        require_same(state, self.queue, attrs)
        return handle_array(ResourceHandle(container, name, QUEUE, variant, SCALAR_SHAPE, state))

    def make(self, name: str) -> Queue:
        """A new queue."""
        return self.queue(name, self.attrs, self.attrs["component_types"], self.attrs["shapes"])


@register_kernel("FIFOQueueV2", "CPU", host_outputs=["handle"], uses=_MAKES)
class FIFOQueueV2(MakesQueue):
    op = "FIFOQueueV2"
    queue = FifoQueue


@register_kernel("PaddingFIFOQueueV2", "CPU", host_outputs=["handle"], uses=_MAKES)
class PaddingFIFOQueueV2(MakesQueue):
    op = "PaddingFIFOQueueV2"
    queue = PaddingFifoQueue


@register_kernel("RandomShuffleQueueV2", "CPU", host_outputs=["handle"], uses=_MAKES)
class RandomShuffleQueueV2(MakesQueue):
    op = "RandomShuffleQueueV2"
    queue = RandomShuffleQueue


@register_kernel("PriorityQueueV2", "CPU", host_outputs=["handle"], uses=_MAKES)
class PriorityQueueV2(MakesQueue):
    op = "PriorityQueueV2"
    queue = PriorityQueue

    def make(self, name: str) -> Queue:
        types, shapes = self.attrs["component_types"], self.attrs["shapes"]
        known = (SCALAR_SHAPE, *shapes) if len(shapes) == len(types) else ()
        return PriorityQueue(name, self.attrs, (int64, *types), known)


@register_kernel("QueueEnqueueV2", "CPU", host_inputs=["components"], uses=_WAITS)
class QueueEnqueueV2(PlainKernel):
    op = "QueueEnqueueV2"

    def compute(self, ctx: Context, handle: Any, *components: Array) -> tuple[Array, ...]:
        queue = queue_in(self.op, handle)
        queue.require_types(self.op, "Tcomponents", self.attrs["Tcomponents"])
        queue.require_shapes(self.op, components, many=False)
        queue.enqueue(ctx, self.op, [[_kept(ctx, value) for value in components]])
        return ()


@register_kernel("QueueEnqueueManyV2", "CPU", host_inputs=["components"], uses=_WAITS)
class QueueEnqueueManyV2(PlainKernel):
    op = "QueueEnqueueManyV2"

    def compute(self, ctx: Context, handle: Any, *components: Array) -> tuple[Array, ...]:
        queue = queue_in(self.op, handle)
        queue.require_types(self.op, "Tcomponents", self.attrs["Tcomponents"])
        queue.require_shapes(self.op, components, many=True)
        kept = [[_kept(ctx, value[place, ...]) for value in components] for place in range(components[0].shape[0])]
        queue.enqueue(ctx, self.op, kept)
        return ()


class _Dequeues(PlainKernel):
    """Base of kernels that take elements out of a queue."""

    op: ClassVar[str] = ""

    def queue_of(self, handle: Any) -> Queue:
        queue = queue_in(self.op, handle)
        queue.require_types(self.op, "component_types", self.attrs["component_types"])
        return queue


@register_kernel("QueueDequeueV2", "CPU", host_outputs=["components"], uses=_WAITS)
class QueueDequeueV2(_Dequeues):
    op = "QueueDequeueV2"

    def compute(self, ctx: Context, handle: Any) -> Sequence[Array]:
        (element,) = self.queue_of(handle).dequeue(ctx, self.op, 1)
        return list(element)


@register_kernel("QueueDequeueManyV2", "CPU", host_inputs=["n"], host_outputs=["components"], uses=_WAITS)
class QueueDequeueManyV2(_Dequeues):
    op = "QueueDequeueManyV2"
    or_fewer: ClassVar[bool] = False

    def compute(self, ctx: Context, handle: Any, n: Array) -> Sequence[Array]:
        queue = self.queue_of(handle)
        queue.require_known_shapes(self.op)
        elements = queue.dequeue(ctx, self.op, int(n[()]), or_fewer=self.or_fewer)
        try:
            return queue.stacked(ctx, elements)
        except ResourceExhaustedError:
            queue.give_back(elements)
            raise


@register_kernel("QueueDequeueUpToV2", "CPU", host_inputs=["n"], host_outputs=["components"], uses=_WAITS)
class QueueDequeueUpToV2(QueueDequeueManyV2):
    op = "QueueDequeueUpToV2"
    or_fewer = True


@register_kernel("QueueCloseV2", "CPU", uses=["cancel"])
class QueueCloseV2(PlainKernel):
    op = "QueueCloseV2"

    def compute(self, ctx: Context, handle: Any) -> tuple[Array, ...]:
        queue_in(self.op, handle).end(ctx, self.op, cancel=self.attrs["cancel_pending_enqueues"])
        return ()


@register_kernel("QueueIsClosedV2", "CPU", host_outputs=["is_closed"])
class QueueIsClosedV2(PlainKernel):
    op = "QueueIsClosedV2"

    def compute(self, handle: Any) -> Array:
        return np.array(queue_in(self.op, handle).is_closed)


@register_kernel("QueueSizeV2", "CPU", host_outputs=["size"])
class QueueSizeV2(PlainKernel):
    op = "QueueSizeV2"

    def compute(self, handle: Any) -> Array:
        return np.array(queue_in(self.op, handle).size, np.int32)


def _kept(ctx: Context, value: Array) -> Array:
    """A copy that the queue keeps, which nobody else writes to."""
    kept: Array = np.array(value, copy=True)
    ctx.hold(kept)
    return kept
