"""Queues in a Session: what is in them, and who waits."""

from __future__ import annotations

import heapq
import os
from collections import deque
from collections.abc import Sequence
from itertools import count
from math import prod
from typing import Any, Final

import numpy as np

from graphops_cpu.lib import philox
from graphops_cpu.lib.waiting import Lines
from graphops_registry.dtypes import DType
from graphops_registry.errors import (
    CancelledError,
    GraphopsError,
    InvalidArgumentError,
    InvalidTypeError,
    OutOfRangeError,
    must,
)
from graphops_registry.kernel_def import Array
from graphops_registry.kernels.context import Context
from graphops_registry.shape import TensorShape

QUEUE: Final = "queue"
_ENQUEUE, _DEQUEUE = 0, 1  # lines
_NUMBERS_AT_ONCE: Final = 64  # blocks of random numbers

Element = Sequence[Array]


class Queue:
    """A queue that gives elements in the order in which they came; the Session's store keeps it.

    Args:
        name: for messages.
        attrs: of the node that makes it.
        types, shapes: of the components of an element; no shapes: any.
    """

    kind = "FIFOQueue"
    gives_fewer = True  # whether those that are left when it is closed may be asked for

    def __init__(self, name: str, attrs: Any, types: Sequence[DType], shapes: Sequence[TensorShape]) -> None:
        self.name = name
        self.attrs = attrs
        self.types = tuple(types)
        self.shapes = tuple(shapes)
        self._capacity = attrs["capacity"] if attrs["capacity"] >= 0 else None
        self._lines = Lines(2)
        self._closed = False

    # -- what is in it, under the lock -----------------------------------------------------------------------------

    def __len__(self) -> int:
        raise NotImplementedError

    def _add(self, element: Element) -> None:
        raise NotImplementedError

    def _take(self) -> Element:
        raise NotImplementedError

    def _give_back(self, elements: list[Element]) -> None:
        """Undo a ``_take`` for each of the elements."""
        raise NotImplementedError

    def _available(self) -> int:
        """How many elements may be taken."""
        return len(self)

    # -- what ops do -----------------------------------------------------------------------------------------------

    def enqueue(self, ctx: Context, op: str, elements: Sequence[Element]) -> None:
        """Add elements, one after the other; waits for room.

        Raises:
            CancelledError: the queue is closed, or the run is to end.
        """
        position = 0

        def step() -> bool:
            nonlocal position
            if self._closed:
                raise self._refusal(op, "be an open queue", "which is closed", CancelledError)
            while position < len(elements) and (self._capacity is None or len(self) < self._capacity):
                self._add(elements[position])
                position += 1
                self._lines.wake()
            return position == len(elements)

        if elements:
            self._lines.wait(ctx, _ENQUEUE, step)

    def dequeue(self, ctx: Context, op: str, wanted: int, *, or_fewer: bool = False) -> list[Element]:
        """Take so many elements; waits until there are as many.

        Args:
            or_fewer: whether those that are left when the queue is closed are enough, if there are any.

        Raises:
            OutOfRangeError: the queue is closed and has too few.
            CancelledError, DeadlineExceededError: the run is to end; nothing is taken.
        """
        taken: list[Element] = []
        missing = wanted

        def step() -> bool:
            nonlocal missing
            if self._closed and len(self) < missing:
                self._give_back(taken)
                taken.clear()
                missing = len(self) if or_fewer and self.gives_fewer else 0
                if not missing:
                    found = f"which is closed and has insufficient elements, {len(self)}"
                    raise self._refusal(op, f"be a queue of {wanted} elements", found, OutOfRangeError)
            for _ in range(min(missing, self._available())):
                taken.append(self._take())
                missing -= 1
                self._lines.wake()
            return not missing

        try:
            if wanted:
                self._lines.wait(ctx, _DEQUEUE, step)
        except BaseException:
            self.give_back(taken)
            raise
        return taken

    def give_back(self, taken: list[Element]) -> None:
        """Undo a dequeue."""
        with self._lines.lock:
            self._give_back(taken)
            self._lines.wake()

    def end(self, ctx: Context, op: str, *, cancel: bool) -> None:
        """Nothing can be enqueued any more.

        Args:
            cancel: whether what others are enqueueing fails; else it waits for them.

        Raises:
            CancelledError: the queue is closed, and ``cancel`` is false.
        """

        def step() -> bool:
            if self._closed:
                raise self._refusal(op, "be an open queue", "which is already closed", CancelledError)
            self._closed = True
            return True

        if not cancel:
            self._lines.wait(ctx, _ENQUEUE, step)
            return
        with self._lines.lock:
            self._closed = True
            self._lines.wake()

    @property
    def is_closed(self) -> bool:
        return self._closed

    @property
    def size(self) -> int:
        with self._lines.lock:
            return len(self)

    def _refusal(self, op: str, rule: str, found: str, kind: type[GraphopsError]) -> Exception:
        return must("handle", op, rule, f"{self.kind} '{self.name}', {found}", kind=kind)

    # -- checks and stacking ---------------------------------------------------------------------------------------

    def require_types(self, op: str, attr: str, types: Sequence[DType]) -> None:
        """Check the dtypes that an op is for.

        Raises:
            InvalidTypeError: they are not those of the elements.
        """
        if tuple(types) != self.types:
            rule = f"be the dtypes of {self.kind} '{self.name}', {_names(self.types)}"
            raise must(f"attr '{attr}'", op, rule, _names(types), kind=InvalidTypeError)

    def require_shapes(self, op: str, components: Sequence[Array], *, many: bool) -> None:
        """Check the shapes of what is enqueued.

        Raises:
            InvalidArgumentError: not those that the queue was made with, or sizes along axis 0 that differ.
        """
        for index, value in enumerate(components):
            if many and value.shape[0] != components[0].shape[0]:
                rule = f"have as many elements as the others, {components[0].shape[0]}"
                raise must(f"components[{index}]", op, rule, value.shape[0])
            if not self.shapes:
                continue
            shape, found = self.shapes[index], value.shape[1:] if many else value.shape
            if not shape.is_compatible_with(found):
                rule = f"have shape {shape}{' behind axis 0' if many else ''}"
                raise must(f"components[{index}]", op, rule, tuple(found))

    def require_known_shapes(self, op: str) -> None:
        """Check that elements can be stacked.

        Raises:
            InvalidArgumentError: the queue was made without shapes.
        """
        if not self.shapes:
            raise must("handle", op, "be a queue that was made with shapes", f"{self.kind} '{self.name}' without")

    def stacked(self, ctx: Context, elements: Sequence[Element]) -> list[Array]:
        """For each component those of all elements, along a new axis 0."""
        result = []
        for index, dtype in enumerate(self.types):
            values = [element[index] for element in elements]
            shape = _common_shape(self.shapes[index], [value.shape for value in values])
            ctx.check_memory(prod((len(values), *shape)) * dtype.numpy_dtype.itemsize)
            result.append(_stacked(values, shape, dtype))
        return result


class FifoQueue(Queue):
    """First in, first out."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._items: deque[Element] = deque()

    def __len__(self) -> int:
        return len(self._items)

    def _add(self, element: Element) -> None:
        self._items.append(element)

    def _take(self) -> Element:
        return self._items.popleft()

    def _give_back(self, elements: list[Element]) -> None:
        self._items.extendleft(reversed(elements))


class PaddingFifoQueue(FifoQueue):
    """First in, first out; sizes may be unknown."""

    kind = "PaddingFIFOQueue"


class RandomShuffleQueue(Queue):
    """A random one of the elements first."""

    kind = "RandomShuffleQueue"

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._items: list[Element] = []
        self._kept: int = self.attrs["min_after_dequeue"]
        seeds = self.attrs["seed"], self.attrs["seed2"]
        if seeds == (0, 0):
            seeds = int.from_bytes(os.urandom(8), "little"), int.from_bytes(os.urandom(8), "little")
        self._generator = philox.from_seeds(*seeds)
        self._numbers: list[int] = []

    def __len__(self) -> int:
        return len(self._items)

    def _add(self, element: Element) -> None:
        self._items.append(element)

    def _take(self) -> Element:
        if not self._numbers:
            drawn = np.stack(philox.blocks(np, self._generator, 0, _NUMBERS_AT_ONCE), axis=1)
            self._generator = self._generator.skip(_NUMBERS_AT_ONCE)
            self._numbers = drawn.reshape(-1)[::-1].tolist()
        place = self._numbers.pop() % len(self._items)
        found, self._items[place] = self._items[place], self._items[-1]
        self._items.pop()
        return found

    def _give_back(self, elements: list[Element]) -> None:
        self._items.extend(elements)

    def _available(self) -> int:
        return len(self) if self._closed else max(0, len(self) - self._kept)


class PriorityQueue(Queue):
    """The element of the smallest priority first, of several the one that came first."""

    kind = "PriorityQueue"
    gives_fewer = False  # as in TensorFlow

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._items: list[tuple[int, int, Element]] = []
        self._order = count()

    def __len__(self) -> int:
        return len(self._items)

    def _add(self, element: Element) -> None:
        heapq.heappush(self._items, (int(element[0]), next(self._order), element))

    def _take(self) -> Element:
        return heapq.heappop(self._items)[2]

    def _give_back(self, elements: list[Element]) -> None:
        first = -len(elements) - next(self._order)  # before those that came since
        for place, element in enumerate(elements):
            heapq.heappush(self._items, (int(element[0]), first + place, element))


def _common_shape(declared: TensorShape, shapes: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The smallest shape that has room for all."""
    if not shapes:
        return tuple(size if isinstance(size, int) else 0 for size in declared.dims or ())
    return tuple(max(sizes) for sizes in zip(*shapes, strict=True))


def _stacked(values: Sequence[Array], shape: tuple[int, ...], dtype: DType) -> Array:
    filler: Any = b"" if dtype.numpy_dtype.kind == "O" else 0
    result: Array = np.empty((len(values), *shape), dtype.numpy_dtype)
    for row, value in zip(result, values, strict=True) if shape else ():
        if value.shape != shape:
            row[...] = filler
        row[tuple(map(slice, value.shape))] = value
    if not shape:
        result[...] = [value[()] for value in values]
    return result


def _names(types: Sequence[DType]) -> str:
    return ", ".join(dtype.name for dtype in types)


def require_same(state: Queue, kind: type[Queue], attrs: Any) -> None:
    """Check that a node that names a queue means the same as the node that made it.

    Raises:
        InvalidArgumentError: they differ.
    """
    if state.attrs is attrs:
        return
    if type(state) is not kind:
        raise InvalidArgumentError(f"queue '{state.name}' must be a {state.kind} as before, got a {kind.kind}")
    for attr in state.attrs:
        if attr not in ("container", "shared_name") and state.attrs[attr] != attrs[attr]:
            rule = f"be that of queue '{state.name}', {state.attrs[attr]}"
            raise must(f"attr '{attr}'", state.kind, rule, attrs[attr])
