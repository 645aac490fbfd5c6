"""Queues of tuples of tensors, which runs of a Session share: what one enqueues, another one dequeues."""

from __future__ import annotations

from typing import Final

from graphops_registry.op_def import register_op
from graphops_registry.resource import handle_argument
from graphops_registry.shape import SCALAR_SHAPE, TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import Trait

HANDLE: Final = "handle: resource"
SHARED: Final = ["container: string = ''", "shared_name: string = ''"]
QUEUE: Final = [
    "component_types: list(type) >= 1",
    "shapes: list(shape) >= 0 = []",
    "capacity: int = -1",
    *SHARED,
]
SHUFFLE: Final = [
    *QUEUE[:3],
    "min_after_dequeue: int = 0",
    "seed: int = 0",
    "seed2: int = 0",
    *SHARED,
]
PRIORITY: Final = ["component_types: list(type) >= 0 = []", "shapes: list(shape) >= 0", "capacity: int = -1", *SHARED]
DEQUEUE: Final = ["component_types: list(type) >= 1", "timeout_ms: int = -1"]
ENQUEUE: Final = ["Tcomponents: list(type) >= 1", "timeout_ms: int = -1"]
CLOSE: Final = ["cancel_pending_enqueues: bool = false"]
COMPONENTS: Final = "components: component_types"

QUEUE_DOC: Final = """

    component_types: the dtypes of the tensors of an element.
    shapes: theirs; none: any.
    capacity: how many elements there may be; negative: any number.
    container: where the queue lives; '' is the default container.
    shared_name: nodes with the same one refer to the same queue; '' means one of the node's own."""
SHUFFLE_DOC: Final = """
    min_after_dequeue: how many elements stay as long as the queue is open.
    seed, seed2: of the order; both 0: another one in each Session."""
_TIMEOUT: Final = """
    timeout_ms: has no effect; a run has a timeout of its own."""
ENQUEUE_DOC: Final = (
    """Add an element to a queue; waits while the queue is full.

    components: the tensors of the element."""
    + _TIMEOUT
)
ENQUEUE_MANY_DOC: Final = (
    """Add elements to a queue, one after the other; waits while the queue is full.

    components: for each tensor of an element those of all elements, stacked along axis 0."""
    + _TIMEOUT
)
DEQUEUE_DOC: Final = (
    """Take an element out of a queue; waits while there is none. OutOfRangeError if the queue is closed and empty.

    component_types: the queue's."""
    + _TIMEOUT
)
DEQUEUE_MANY_DOC: Final = (
    """Take n elements out of a queue whose shapes are known; waits until there are as many. OutOfRangeError if the
    queue is closed and has fewer.

    n: a scalar.
    component_types: the queue's."""
    + _TIMEOUT
)
DEQUEUE_UP_TO_DOC: Final = (
    """Take n elements out of a queue whose shapes are known, or those that are left if it is closed; waits until there
    are as many. OutOfRangeError if the queue is closed and empty.

    n: a scalar.
    component_types: the queue's."""
    + _TIMEOUT
)
CLOSE_DOC: Final = """Close a queue: nothing more can be enqueued. Waits until what others are enqueueing is in it.

    cancel_pending_enqueues: whether what others are enqueueing fails instead."""
FIFO_DOC: Final = "A queue that gives elements in the order in which they came." + QUEUE_DOC
PADDING_DOC: Final = (
    "A queue that gives elements in the order in which they came, and whose components may differ in sizes: where "
    "several are dequeued, each is padded with zeros to the largest." + QUEUE_DOC
)
RANDOM_DOC: Final = "A queue that gives elements in random order." + QUEUE_DOC + SHUFFLE_DOC
PRIORITY_DOC: Final = (
    "A queue that gives the element of the smallest priority first. The first tensor of an element is its priority, an "
    "int64 scalar, which component_types and shapes do not list." + QUEUE_DOC
)


def _of_shapes(c: ShapeContext, known: str, *counts: int) -> list[TensorShape]:
    """A scalar; the attr ``shapes`` has one of these lengths, and each of them is known enough."""
    shapes = c.attr("shapes")
    if len(shapes) not in counts:
        rule = f"have a shape for each of the {max(counts)} component_types"
        c.fail("attr 'shapes'", f"be empty or {rule}" if 0 in counts else rule, len(shapes))
    for shape in shapes:
        if shape.rank is None or not (known == "have known ranks" or shape.is_fully_defined):
            c.fail("attr 'shapes'", known, shape)
    return [SCALAR_SHAPE]


def padding_shape(c: ShapeContext) -> list[TensorShape]:
    """A scalar."""
    return _of_shapes(c, "have known ranks", len(c.attr("component_types")))


def queue_shape(c: ShapeContext) -> list[TensorShape]:
    """A scalar."""
    return _of_shapes(c, "be fully known", 0, len(c.attr("component_types")))


def shuffle_shape(c: ShapeContext) -> list[TensorShape]:
    """A scalar."""
    kept, capacity = c.attr("min_after_dequeue"), c.attr("capacity")
    if kept < 0:
        c.fail("attr 'min_after_dequeue'", "be 0 or more", kept)
    if 0 <= capacity <= kept:
        c.fail("attr 'min_after_dequeue'", f"be less than the capacity, {capacity}", kept)
    return queue_shape(c)


def enqueue_shape(c: ShapeContext) -> list[TensorShape]:
    """Nothing comes out."""
    handle_argument(c, "handle")
    return []


def enqueue_many_shape(c: ShapeContext) -> list[TensorShape]:
    """As many of each component."""
    handle_argument(c, "handle")
    count = None
    for index, shape in enumerate(c.shapes("components")):
        if shape.rank == 0:
            c.fail(f"components[{index}]", "have rank 1 or more", shape)
        if shape.rank is not None and shape.dims is not None:
            count = c.merge_dim(f"components[{index}]", shape.dims[0], count, "have as many elements as the others")
    return []


def dequeue_shape(c: ShapeContext) -> list[TensorShape]:
    """Unknown."""
    handle_argument(c, "handle")
    return [TensorShape.of(None)] * len(c.attr("component_types"))


def dequeue_many_shape(c: ShapeContext) -> list[TensorShape]:
    """Unknown."""
    c.with_rank("n", 0)
    n = c.value("n")
    if n is not None and int(n[()]) < 0:
        c.fail("n", "be 0 or more", int(n[()]))
    return dequeue_shape(c)


def scalar_shape(c: ShapeContext) -> list[TensorShape]:
    """A scalar."""
    handle_argument(c, "handle")
    return [SCALAR_SHAPE]


# -- queues --------------------------------------------------------------------------------------------------------

fifo_queue_v2 = register_op(
    "FIFOQueueV2", outputs=[HANDLE], attrs=QUEUE, stateful=True, traits=[Trait.ONLY_READS], doc=FIFO_DOC
)
fifo_queue_v2.no_gradient()
fifo_queue_v2.shape_rule(queue_shape)

padding_fifo_queue_v2 = register_op(
    "PaddingFIFOQueueV2", outputs=[HANDLE], attrs=QUEUE, stateful=True, traits=[Trait.ONLY_READS], doc=PADDING_DOC
)
padding_fifo_queue_v2.no_gradient()
padding_fifo_queue_v2.shape_rule(padding_shape)

random_shuffle_queue_v2 = register_op(
    "RandomShuffleQueueV2", outputs=[HANDLE], attrs=SHUFFLE, stateful=True, traits=[Trait.ONLY_READS], doc=RANDOM_DOC
)
random_shuffle_queue_v2.no_gradient()
random_shuffle_queue_v2.shape_rule(shuffle_shape)

priority_queue_v2 = register_op(
    "PriorityQueueV2", outputs=[HANDLE], attrs=PRIORITY, stateful=True, traits=[Trait.ONLY_READS], doc=PRIORITY_DOC
)
priority_queue_v2.no_gradient()
priority_queue_v2.shape_rule(queue_shape)

# -- their use -----------------------------------------------------------------------------------------------------

queue_enqueue_v2 = register_op(
    "QueueEnqueueV2", inputs=[HANDLE, "components: Tcomponents"], attrs=ENQUEUE, stateful=True, doc=ENQUEUE_DOC
)
queue_enqueue_v2.no_gradient()
queue_enqueue_v2.shape_rule(enqueue_shape)

queue_enqueue_many_v2 = register_op(
    "QueueEnqueueManyV2", inputs=[HANDLE, "components: Tcomponents"], attrs=ENQUEUE, stateful=True, doc=ENQUEUE_MANY_DOC
)
queue_enqueue_many_v2.no_gradient()
queue_enqueue_many_v2.shape_rule(enqueue_many_shape)

queue_dequeue_v2 = register_op(
    "QueueDequeueV2", inputs=[HANDLE], outputs=[COMPONENTS], attrs=DEQUEUE, stateful=True, doc=DEQUEUE_DOC
)
queue_dequeue_v2.no_gradient()
queue_dequeue_v2.shape_rule(dequeue_shape)

queue_dequeue_many_v2 = register_op(
    "QueueDequeueManyV2",
    inputs=[HANDLE, "n: int32"],
    outputs=[COMPONENTS],
    attrs=DEQUEUE,
    stateful=True,
    doc=DEQUEUE_MANY_DOC,
)
queue_dequeue_many_v2.no_gradient()
queue_dequeue_many_v2.shape_rule(dequeue_many_shape)

queue_dequeue_up_to_v2 = register_op(
    "QueueDequeueUpToV2",
    inputs=[HANDLE, "n: int32"],
    outputs=[COMPONENTS],
    attrs=DEQUEUE,
    stateful=True,
    doc=DEQUEUE_UP_TO_DOC,
)
queue_dequeue_up_to_v2.no_gradient()
queue_dequeue_up_to_v2.shape_rule(dequeue_many_shape)

queue_close_v2 = register_op("QueueCloseV2", inputs=[HANDLE], attrs=CLOSE, stateful=True, doc=CLOSE_DOC)
queue_close_v2.no_gradient()
queue_close_v2.shape_rule(enqueue_shape)

queue_is_closed_v2 = register_op(
    "QueueIsClosedV2", inputs=[HANDLE], outputs=["is_closed: bool"], stateful=True, doc="Whether a queue is closed."
)
queue_is_closed_v2.no_gradient()
queue_is_closed_v2.shape_rule(scalar_shape)

queue_size_v2 = register_op(
    "QueueSizeV2", inputs=[HANDLE], outputs=["size: int32"], stateful=True, doc="How many elements a queue has."
)
queue_size_v2.no_gradient()
queue_size_v2.shape_rule(scalar_shape)
