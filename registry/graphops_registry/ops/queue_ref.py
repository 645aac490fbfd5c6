"""Queues of TensorFlow 1, whose ops take a reference to them."""

from __future__ import annotations

from typing import Final

from graphops_registry.op_def import register_op
from graphops_registry.ops.queue import (
    CLOSE,
    CLOSE_DOC,
    COMPONENTS,
    DEQUEUE,
    DEQUEUE_DOC,
    DEQUEUE_MANY_DOC,
    DEQUEUE_UP_TO_DOC,
    ENQUEUE,
    ENQUEUE_DOC,
    ENQUEUE_MANY_DOC,
    FIFO_DOC,
    PADDING_DOC,
    PRIORITY,
    PRIORITY_DOC,
    QUEUE,
    RANDOM_DOC,
    SHUFFLE,
    dequeue_many_shape,
    dequeue_shape,
    enqueue_many_shape,
    enqueue_shape,
    padding_shape,
    queue_shape,
    scalar_shape,
    shuffle_shape,
)
from graphops_registry.traits import Trait

_HANDLE: Final = "handle: Ref(string)"

# -- queues --------------------------------------------------------------------------------------------------------

fifo_queue = register_op(
    "FIFOQueue", outputs=[_HANDLE], attrs=QUEUE, stateful=True, traits=[Trait.ONLY_READS], doc=FIFO_DOC
)
fifo_queue.no_gradient()
fifo_queue.shape_rule(queue_shape)

padding_fifo_queue = register_op(
    "PaddingFIFOQueue", outputs=[_HANDLE], attrs=QUEUE, stateful=True, traits=[Trait.ONLY_READS], doc=PADDING_DOC
)
padding_fifo_queue.no_gradient()
padding_fifo_queue.shape_rule(padding_shape)

random_shuffle_queue = register_op(
    "RandomShuffleQueue", outputs=[_HANDLE], attrs=SHUFFLE, stateful=True, traits=[Trait.ONLY_READS], doc=RANDOM_DOC
)
random_shuffle_queue.no_gradient()
random_shuffle_queue.shape_rule(shuffle_shape)

priority_queue = register_op(
    "PriorityQueue", outputs=[_HANDLE], attrs=PRIORITY, stateful=True, traits=[Trait.ONLY_READS], doc=PRIORITY_DOC
)
priority_queue.no_gradient()
priority_queue.shape_rule(queue_shape)

# -- their use -----------------------------------------------------------------------------------------------------

queue_enqueue = register_op("QueueEnqueue", inputs=[_HANDLE, "components: Tcomponents"], attrs=ENQUEUE, doc=ENQUEUE_DOC)
queue_enqueue.no_gradient()
queue_enqueue.shape_rule(enqueue_shape)

queue_enqueue_many = register_op(
    "QueueEnqueueMany", inputs=[_HANDLE, "components: Tcomponents"], attrs=ENQUEUE, doc=ENQUEUE_MANY_DOC
)
queue_enqueue_many.no_gradient()
queue_enqueue_many.shape_rule(enqueue_many_shape)

queue_dequeue = register_op("QueueDequeue", inputs=[_HANDLE], outputs=[COMPONENTS], attrs=DEQUEUE, doc=DEQUEUE_DOC)
queue_dequeue.no_gradient()
queue_dequeue.shape_rule(dequeue_shape)

queue_dequeue_many = register_op(
    "QueueDequeueMany", inputs=[_HANDLE, "n: int32"], outputs=[COMPONENTS], attrs=DEQUEUE, doc=DEQUEUE_MANY_DOC
)
queue_dequeue_many.no_gradient()
queue_dequeue_many.shape_rule(dequeue_many_shape)

queue_dequeue_up_to = register_op(
    "QueueDequeueUpTo", inputs=[_HANDLE, "n: int32"], outputs=[COMPONENTS], attrs=DEQUEUE, doc=DEQUEUE_UP_TO_DOC
)
queue_dequeue_up_to.no_gradient()
queue_dequeue_up_to.shape_rule(dequeue_many_shape)

queue_close = register_op("QueueClose", inputs=[_HANDLE], attrs=CLOSE, doc=CLOSE_DOC)
queue_close.no_gradient()
queue_close.shape_rule(enqueue_shape)

queue_is_closed = register_op(
    "QueueIsClosed", inputs=[_HANDLE], outputs=["is_closed: bool"], doc="Whether a queue is closed."
)
queue_is_closed.no_gradient()
queue_is_closed.shape_rule(scalar_shape)

queue_size = register_op("QueueSize", inputs=[_HANDLE], outputs=["size: int32"], doc="How many elements a queue has.")
queue_size.no_gradient()
queue_size.shape_rule(scalar_shape)
