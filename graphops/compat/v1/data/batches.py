"""Stages that join elements and take them apart: batch, padded_batch, unbatch, window."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from graphops.compat.v1.data.pipeline import Stage, held_array
from graphops.compat.v1.data.running import Running
from graphops.compat.v1.data.sources import Held, slices
from graphops.compat.v1.data.structure import Element, batched, dataset_leaf, flatten, map_leaves, unbatched
from graphops.graph.graph import Tensor
from graphops_registry.errors import DataLossError, InvalidArgumentError, InvalidTypeError, must


class Batch(Stage):
    """Elements stacked along a new first axis.

    Args:
        size: of a batch; ``static_size`` if it is known.
        drop: whether a last batch with fewer elements is left out.
    """

    def __init__(self, source: Stage, size: Tensor, drop: Tensor, static_size: int | None) -> None:
        if any(leaf.elements is not None for leaf in flatten(source.structure)):
            raise InvalidTypeError(
                "batch() of Dataset must have elements of tensors, got data sets; use flat_map first"
            )
        super().__init__(batched(source.structure, static_size), [source], [size, drop])

    def begin(self, running: Running) -> Iterator[Element]:
        return _Batched(self.sources[0].begin(running), *_size_and_drop(running, self.inputs, "batch"))


def _size_and_drop(running: Running, inputs: Sequence[Tensor], method: str) -> tuple[int, bool]:
    size = running.number(inputs[0])
    if size < 1:
        raise must("batch_size", f"Dataset.{method}()", "be 1 or above", size)
    return size, bool(running.value(inputs[1]))


class _Batched(Iterator[Element]):
    def __init__(self, elements: Iterator[Element], size: int, drop: bool) -> None:
        self._elements = elements
        self._size = size
        self._drop = drop

    def __next__(self) -> Element:
        rows = []
        for element in self._elements:
            rows.append(element)
            if len(rows) == self._size:
                break
        if not rows or (self._drop and len(rows) < self._size):
            raise StopIteration
        return self._joined(rows)

    def _joined(self, rows: list[Element]) -> Element:
        return tuple(_stacked(list(column), place) for place, column in enumerate(zip(*rows, strict=True)))


def _stacked(arrays: list[Any], place: int) -> Any:
    first = arrays[0].shape
    for index, array in enumerate(arrays):
        if array.shape != first:
            raise InvalidArgumentError(
                f"elements of a batch must have one shape, got {first} at 0 and {array.shape} at {index} of component "
                f"{place}"
            )
    return np.stack(arrays)


class PaddedBatch(Stage):
    """Elements stacked along a new first axis, each filled up to one shape.

    Args:
        shapes: for each component the shape to fill up to, int64 vectors; -1 stands for the largest size in the batch.
        fillings: for each component what to fill up with, scalars.
        structure: of an element that is filled up.
    """

    def __init__(
        self,
        source: Stage,
        size: Tensor,
        drop: Tensor,
        static_size: int | None,
        shapes: list[Tensor],
        fillings: list[Tensor],
        structure: Any,
    ) -> None:
        super().__init__(batched(structure, static_size), [source], [size, drop, *shapes, *fillings])
        self._shapes = shapes
        self._fillings = fillings

    def begin(self, running: Running) -> Iterator[Element]:
        size, drop = _size_and_drop(running, self.inputs, "padded_batch")
        shapes = [[int(n) for n in running.value(tensor)] for tensor in self._shapes]
        fillings = [running.value(tensor)[()] for tensor in self._fillings]
        return _Padded(self.sources[0].begin(running), size, drop, shapes, fillings)


class _Padded(_Batched):
    def __init__(
        self, elements: Iterator[Element], size: int, drop: bool, shapes: list[list[int]], fillings: list[Any]
    ) -> None:
        super().__init__(elements, size, drop)
        self._shapes = shapes
        self._fillings = fillings

    def _joined(self, rows: list[Element]) -> Element:
        columns = zip(*rows, strict=True)
        return tuple(
            _filled_up(list(column), shape, filling, place)
            for place, (column, shape, filling) in enumerate(zip(columns, self._shapes, self._fillings, strict=True))
        )


def _filled_up(arrays: list[Any], shape: list[int], filling: Any, place: int) -> Any:
    for array in arrays:
        if array.ndim != len(shape):
            rule = f"have the rank of its padded shape, {len(shape)}"
            raise InvalidArgumentError(f"component {place} of an element must {rule}, got shape {array.shape}")
        if any(n not in (-1, max(n, size)) for n, size in zip(shape, array.shape, strict=True)):
            rule = f"fit into its padded shape, {shape}"
            raise DataLossError(f"component {place} of an element must {rule}, got shape {array.shape}")
    largest = np.max([array.shape for array in arrays], axis=0) if shape else ()
    full = [int(n) if wanted == -1 else wanted for wanted, n in zip(shape, largest, strict=True)]
    result = np.full((len(arrays), *full), filling, arrays[0].dtype)
    for row, array in zip(result, arrays, strict=True) if shape else ():
        row[tuple(map(slice, array.shape))] = array
    return result if shape else np.stack(arrays)


class Unbatch(Stage):
    """The slices of each element along its first axis."""

    def __init__(self, source: Stage) -> None:
        super().__init__(unbatched(source.structure, "unbatch() of Dataset"), [source])

    def begin(self, running: Running) -> Iterator[Element]:
        return _Unbatched(self.sources[0].begin(running))


class _Unbatched(Iterator[Element]):
    def __init__(self, elements: Iterator[Element]) -> None:
        self._elements = elements
        self._current: Iterator[Element] = iter(())

    def __next__(self) -> Element:
        while True:
            found = next(self._current, None)
            if found is not None:
                return found
            self._current = slices(next(self._elements), "tensors of Dataset.unbatch()")


class Window(Stage):
    """Data sets of neighbouring elements, one for each component; inputs are size, shift, stride and drop_remainder."""

    def __init__(self, source: Stage, inputs: Sequence[Tensor]) -> None:
        super().__init__(map_leaves(dataset_leaf, source.structure), [source], inputs)

    def begin(self, running: Running) -> Iterator[Element]:
        size, shift, stride = (running.number(tensor) for tensor in self.inputs[:3])
        for name, value in (("size", size), ("shift", shift), ("stride", stride)):
            if value < 1:
                raise must(name, "Dataset.window()", "be 1 or above", value)
        leaves = flatten(self.sources[0].structure)
        drop = bool(running.value(self.inputs[3]))
        return _Windows(self.sources[0].begin(running), leaves, size, shift, stride, drop)


class _Windows(Iterator[Element]):
    def __init__(
        self, elements: Iterator[Element], leaves: list[Any], size: int, shift: int, stride: int, drop: bool
    ) -> None:
        self._elements = elements
        self._leaves = leaves
        self._size, self._shift, self._stride, self._drop = size, shift, stride, drop
        self._buffer: deque[Element] = deque()
        self._ended = False
        self._skip = 0  # elements between two windows

    def __next__(self) -> Element:
        reach = (self._size - 1) * self._stride + 1
        while not self._ended and (self._skip or len(self._buffer) < reach):
            try:
                element = next(self._elements)
            except StopIteration:
                self._ended = True
                break
            if self._skip:
                self._skip -= 1
            else:
                self._buffer.append(element)
        if not self._buffer or (self._drop and len(self._buffer) < reach):
            self._buffer.clear()
            raise StopIteration
        rows = [row for place, row in enumerate(self._buffer) if place % self._stride == 0][: self._size]
        for _ in range(min(self._shift, len(self._buffer))):
            self._buffer.popleft()
        self._skip = max(0, self._shift - reach)
        return tuple(held_array(Held(leaf, [(row[place],) for row in rows])) for place, leaf in enumerate(self._leaves))
