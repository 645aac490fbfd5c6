"""``tf.FIFOQueue`` and the other queues: a run enqueues tuples of tensors, and another one dequeues them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, Final

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.build.random_seed import get_seed
from graphops.compat.v1.functions.marked import mark
from graphops.graph.constant_value import constant_value
from graphops.graph.graph import Node, Tensor, get_default_graph
from graphops_registry.dtypes import DType, as_dtype, int64
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError, UnimplementedError
from graphops_registry.shape import TensorShape

_MOST: Final = 2**31 - 1


class QueueBase:
    """A queue in a graph; its elements are kept by the Sessions that run it.

    Args:
        dtypes, shapes: of the tensors of an element; no shapes: any.
        names: of these tensors; with names, elements are dicts.
        queue_ref: the tensor with the queue's handle.

    Raises:
        InvalidArgumentError: lists of other lengths.
    """

    def __init__(self, dtypes: Any, shapes: Any, names: Any, queue_ref: Tensor) -> None:
        for what, given in (("shapes", shapes), ("names", names)):
            if given is not None and len(given) != len(dtypes):
                rule = f"{what} of a queue must have an entry for each of the {len(dtypes)} dtypes"
                raise InvalidArgumentError(f"{rule}, got {len(given)}")
        self._dtypes: list[DType] = list(dtypes)
        unknown = [None] * len(self._dtypes) if shapes is None else shapes
        self._shapes = [TensorShape.of(None) if shape is None else TensorShape(shape) for shape in unknown]
        self._names: list[str] | None = None if names is None else list(names)
        self._queue_ref = queue_ref
        self._name = queue_ref.node.name.rpartition("/")[2]

    @staticmethod
    def from_list(index: Any, queues: Any) -> QueueBase:
        """The queue at a place of a list, which must be known when the graph is built.

        Raises:
            InvalidTypeError: no list of queues of the same dtypes and names.
            UnimplementedError: a tensor whose value is not known.
        """
        if not queues or not isinstance(queues, list) or not all(isinstance(each, QueueBase) for each in queues):
            raise InvalidTypeError(f"queues of from_list() must be a list of queues, got {queues!r}")
        for what in ("dtypes", "names"):
            if any(getattr(each, what) != getattr(queues[0], what) for each in queues):
                raise InvalidTypeError(f"queues of from_list() must have the same {what}, got others")
        place = constant_value(as_tensor(index))
        if place is None:
            raise UnimplementedError(
                "index of from_list() must be known when the graph is built, got a tensor that is not"
            )
        found: QueueBase = queues[int(place)]
        return found

    @property
    def queue_ref(self) -> Tensor:
        """The tensor with the queue's handle."""
        return self._queue_ref

    @property
    def name(self) -> str:
        """Of the node that makes it."""
        return self._queue_ref.node.name

    @property
    def dtypes(self) -> list[DType]:
        return self._dtypes

    @property
    def shapes(self) -> list[TensorShape]:
        return self._shapes

    @property
    def names(self) -> list[str] | None:
        return self._names

    def enqueue(self, vals: Any, name: str | None = None) -> Node:
        """A node that adds an element; it waits while the queue is full.

        Args:
            vals: a tensor, a list of tensors, or a dict for a queue with names.
        """
        with get_default_graph().name_scope(name or f"{self._name}_enqueue") as scope:
            tensors = self._tensors(vals)
            for index, (tensor, shape) in enumerate(zip(tensors, self._shapes, strict=True)):
                self._check_shape(index, tensor.plain_shape, shape)
            node: Node = raw_ops.QueueEnqueueV2(handle=self._queue_ref, components=tensors, name=scope)
        return node

    def enqueue_many(self, vals: Any, name: str | None = None) -> Node:
        """A node that adds elements, which are stacked along axis 0 of ``vals``; it waits while the queue is full."""
        with get_default_graph().name_scope(name or f"{self._name}_EnqueueMany") as scope:
            tensors = self._tensors(vals)
            for index, (tensor, shape) in enumerate(zip(tensors, self._shapes, strict=True)):
                if tensor.plain_shape.rank == 0:
                    raise InvalidArgumentError(
                        f"vals[{index}] of enqueue_many() must have rank 1 or more, got a scalar"
                    )
                if tensor.plain_shape.rank is not None:
                    self._check_shape(index, tensor.plain_shape[1:], shape)
            node: Node = raw_ops.QueueEnqueueManyV2(handle=self._queue_ref, components=tensors, name=scope)
        return node

    def dequeue(self, name: str | None = None) -> Any:
        """The tensors of an element, which running them takes out; it waits while there is none.

        Returns:
            A tensor, a list of them if elements have several, or a dict for a queue with names.
        """
        found = raw_ops.QueueDequeueV2(
            handle=self._queue_ref, component_types=self._dtypes, name=name or f"{self._name}_Dequeue"
        )
        return self._returned(found, self._shapes)

    def dequeue_many(self, n: Any, name: str | None = None) -> Any:
        """As :meth:`dequeue`, of ``n`` elements that are stacked along axis 0; it waits until there are as many."""
        found = raw_ops.QueueDequeueManyV2(
            handle=self._queue_ref, n=n, component_types=self._dtypes, name=name or f"{self._name}_DequeueMany"
        )
        return self._returned(found, self._batches(constant_value(as_tensor(n, "int32"))))

    def dequeue_up_to(self, n: Any, name: str | None = None) -> Any:
        """As :meth:`dequeue_many`; a queue that is closed gives those elements that are left."""
        found = raw_ops.QueueDequeueUpToV2(
            handle=self._queue_ref, n=n, component_types=self._dtypes, name=name or f"{self._name}_DequeueUpTo"
        )
        return self._returned(found, self._batches(None))

    def close(self, cancel_pending_enqueues: bool = False, name: str | None = None) -> Node:
        """A node after which nothing can be enqueued.

        Args:
            cancel_pending_enqueues: whether runs that wait for room fail; else it waits for them.
        """
        node: Node = raw_ops.QueueCloseV2(
            handle=self._queue_ref,
            cancel_pending_enqueues=cancel_pending_enqueues,
            name=name or f"{self._name}_Close",
        )
        return node

    def is_closed(self, name: str | None = None) -> Tensor:
        """Whether it is closed."""
        found: Tensor = raw_ops.QueueIsClosedV2(handle=self._queue_ref, name=name or f"{self._name}_Is_Closed")
        return found

    def size(self, name: str | None = None) -> Tensor:
        """How many elements it has."""
        found: Tensor = raw_ops.QueueSizeV2(handle=self._queue_ref, name=name or f"{self._name}_Size")
        return found

    def _tensors(self, vals: Any) -> list[Tensor]:
        """Tensors for the values of an element."""
        if isinstance(vals, dict):
            if self._names is None:
                raise InvalidArgumentError("vals of a queue without names must not be a dict, got one")
            if sorted(self._names) != sorted(vals):
                raise InvalidArgumentError(f"vals of a queue must have its names {self._names}, got {sorted(vals)}")
            vals = [vals[name] for name in self._names]
        elif self._names is not None:
            raise InvalidArgumentError(f"vals of a queue with names must be a dict, got {type(vals).__name__}")
        values = vals if isinstance(vals, (list, tuple)) else [vals]
        if len(values) != len(self._dtypes):
            rule = f"have a value for each of the {len(self._dtypes)} dtypes"
            raise InvalidArgumentError(f"vals of a queue must {rule}, got {len(values)}")
        return [as_tensor(value, dtype) for value, dtype in zip(values, self._dtypes, strict=True)]

    def _check_shape(self, index: int, found: TensorShape, wanted: TensorShape) -> None:
        if not found.is_compatible_with(wanted):
            raise InvalidArgumentError(f"vals[{index}] of queue '{self.name}' must have shape {wanted}, got {found}")

    def _batches(self, n: Any) -> list[TensorShape]:
        size = None if n is None else int(n)
        return [TensorShape([size]).concatenate(shape) for shape in self._shapes]

    def _returned(self, found: Sequence[Tensor], shapes: Iterable[TensorShape]) -> Any:
        tensors = list(found)
        for tensor, shape in zip(tensors, shapes, strict=True):
            tensor.set_shape(shape)
        if self._names is not None:
            return dict(zip(self._names, tensors, strict=True))
        return tensors[0] if len(tensors) == 1 else tensors


class FIFOQueue(QueueBase):
    """A queue that gives elements in the order in which they came.

    Args:
        capacity: how many elements there may be; negative: any number.
        dtypes, shapes, names: of the tensors of an element.
        shared_name: nodes with the same one refer to the same queue.
    """

    def __init__(
        self,
        capacity: int,
        dtypes: Any,
        shapes: Any = None,
        names: Any = None,
        shared_name: str | None = None,
        name: str = "fifo_queue",
    ) -> None:
        mark()
        types, sizes, called = _lists(dtypes, shapes, names)
        handle = raw_ops.FIFOQueueV2(
            component_types=types, shapes=sizes or [], capacity=capacity, shared_name=shared_name or "", name=name
        )
        super().__init__(types, sizes, called, handle)


class PaddingFIFOQueue(QueueBase):
    """A queue whose tensors may have sizes that differ where ``shapes`` says None; batches are padded with zeros.

    Args:
        capacity: how many elements there may be; negative: any number.
        dtypes, shapes, names: of the tensors of an element.
        shared_name: nodes with the same one refer to the same queue.
    """

    def __init__(
        self,
        capacity: int,
        dtypes: Any,
        shapes: Any,
        names: Any = None,
        shared_name: str | None = None,
        name: str = "padding_fifo_queue",
    ) -> None:
        mark()
        types, sizes, called = _lists(dtypes, shapes, names)
        if sizes is None or len(sizes) != len(types):
            got = None if sizes is None else len(sizes)
            raise InvalidArgumentError(f"shapes of PaddingFIFOQueue must have one for each of the {len(types)} dtypes, "
                                       f"got {got}")  # fmt: skip
        handle = raw_ops.PaddingFIFOQueueV2(
            component_types=types, shapes=sizes, capacity=capacity, shared_name=shared_name or "", name=name
        )
        super().__init__(types, sizes, called, handle)


class RandomShuffleQueue(QueueBase):
    """A queue that gives elements in random order.

    Args:
        capacity: how many elements there may be; negative: any number.
        min_after_dequeue: how many elements stay as long as it is open.
        dtypes, shapes, names: of the tensors of an element.
        seed: of the order.
        shared_name: nodes with the same one refer to the same queue.
    """

    def __init__(
        self,
        capacity: int,
        min_after_dequeue: int,
        dtypes: Any,
        shapes: Any = None,
        names: Any = None,
        seed: int | None = None,
        shared_name: str | None = None,
        name: str = "random_shuffle_queue",
    ) -> None:
        mark()
        types, sizes, called = _lists(dtypes, shapes, names)
        first, second = get_seed(seed)
        if seed is None and first is not None and shared_name is not None:  # the same in each graph with that name
            digest = hashlib.md5(f"{first}{shared_name}".encode(), usedforsecurity=False).hexdigest()
            second = int(digest[:8], 16) & _MOST
        handle = raw_ops.RandomShuffleQueueV2(
            component_types=types,
            shapes=sizes or [],
            capacity=capacity,
            min_after_dequeue=min_after_dequeue,
            seed=first or 0,
            seed2=second or 0,
            shared_name=shared_name or "",
            name=name,
        )
        super().__init__(types, sizes, called, handle)


class PriorityQueue(QueueBase):
    """A queue that gives the element of the smallest priority first, an int64 that is the first of its tensors.

    Args:
        capacity: how many elements there may be; negative: any number.
        types, shapes: of the other tensors of an element.
        names: of all of its tensors.
        shared_name: nodes with the same one refer to the same queue.
    """

    def __init__(
        self,
        capacity: int,
        types: Any,
        shapes: Any = None,
        names: Any = None,
        shared_name: str | None = None,
        name: str = "priority_queue",
    ) -> None:
        mark()
        others, sizes, _ = _lists(types, shapes, None)
        handle = raw_ops.PriorityQueueV2(
            component_types=others, shapes=sizes or [], capacity=capacity, shared_name=shared_name or "", name=name
        )
        every = None if sizes is None else [TensorShape([]), *sizes]
        super().__init__([int64, *others], every, names, handle)


def _lists(dtypes: Any, shapes: Any, names: Any) -> tuple[list[DType], list[TensorShape] | None, Any]:
    """The arguments of a queue as lists: of dtypes, of shapes, of names."""
    types = [as_dtype(each) for each in (dtypes if isinstance(dtypes, (list, tuple)) else [dtypes])]
    sizes: list[TensorShape] | None = None
    if shapes is not None:
        alone = isinstance(shapes, TensorShape) or not any(
            isinstance(each, (list, tuple, TensorShape)) for each in shapes
        )
        several = [shapes] if alone and len(types) == 1 else shapes
        sizes = [TensorShape(each) for each in several]
    called = [names] if isinstance(names, str) else names
    return types, sizes, called


__all__ = ["FIFOQueue", "PaddingFIFOQueue", "PriorityQueue", "QueueBase", "RandomShuffleQueue"]
