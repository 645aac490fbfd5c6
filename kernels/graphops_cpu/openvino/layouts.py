"""Values of a model while it is built, in the order of axes that each op wants.

TensorFlow's images have their channels last, OpenVINO's ops take them second.  A value is brought into the other order
when an op first asks for it, so that a chain of layers turns its axes at its ends alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from graphops_cpu.openvino.memory import shareable
from graphops_registry.kernels.network import Value


def to_first(rank: int) -> tuple[int, ...]:
    """The order of axes that makes the channels, which are last, the second axis."""
    return (0, rank - 1, *range(1, rank - 1))


def to_last(rank: int) -> tuple[int, ...]:
    """The order of axes that undoes :func:`to_first`."""
    return (0, *range(2, rank), 1)


class Values:
    """What was made, by the value of the network.

    Args:
        ops: OpenVINO's functions that make nodes.
    """

    def __init__(self, ops: Any) -> None:
        self.ops = ops
        self._as_is: dict[Value, Any] = {}
        self._first: dict[tuple[Value, int], Any] = {}

    def set(self, value: Value | None, made: Any, *, channels_first: bool = False) -> None:
        """Record what a value is."""
        if value is None:
            return
        if channels_first:
            self._first[value, len(value.shape)] = made
        else:
            self._as_is[value] = made

    def prefers_first(self, value: Value) -> bool:
        """Whether the value is there with its channels second, and not as it is."""
        return value not in self._as_is and (value, len(value.shape)) in self._first

    def as_is(self, value: Value) -> Any:
        """The value with its own order of axes."""
        found = self._as_is.get(value)
        if found is None:
            if value.constant is not None:
                found = self.constant(value.constant)
            else:
                rank = len(value.shape)
                found = self._turned(self._first[value, rank], value.shape, value.shape, to_last(rank))
            self._as_is[value] = found
        return found

    def channels_first(self, value: Value, rank: int = 0) -> Any:
        """The value with its channels second.

        Args:
            rank: that of the images; a value of a lower rank gets axes of size 1 in front, as NumPy's rules say.
        """
        if not value.shape:
            return self.as_is(value)
        rank = rank or len(value.shape)
        found = self._first.get((value, rank))
        if found is None:
            shape = (1,) * (rank - len(value.shape)) + value.shape
            order = to_first(rank)
            if value.constant is not None:
                found = self.constant(value.constant.reshape(shape).transpose(order))
            else:
                whole = self.as_is(value)
                if len(value.shape) < rank:
                    whole = self.reshaped(whole, shape)
                found = self._turned(whole, shape, [shape[axis] for axis in order], order)
            self._first[value, rank] = found
        return found

    def constant(self, array: np.ndarray[Any, Any]) -> Any:
        """A constant that shares the memory of ``array``, if that is in C order."""
        return self.ops.constant(shareable(array), shared_memory=True)

    def turned(self, array: np.ndarray[Any, Any], order: Sequence[int]) -> Any:
        """A constant with its axes in another order. OpenVINO turns it, into memory that it needs anyway."""
        return self.ops.transpose(self.constant(array), self.integers(order))

    def integers(self, values: Sequence[int]) -> Any:
        """A constant for axes, sizes or paddings."""
        return self.ops.constant(np.array(values, np.int64))

    def reshaped(self, made: Any, shape: Sequence[int]) -> Any:
        """The same elements in another shape."""
        return self.ops.reshape(made, self.integers(shape), False)

    def _turned(self, made: Any, shape: Sequence[int], target: Sequence[int], order: Sequence[int]) -> Any:
        """``made``, a value of ``shape`` with its channels last or second, in the other order."""
        _, *spatial, channels = shape
        if prod(spatial) == 1 or channels == 1:  # the elements lie as they are to
            return self.reshaped(made, target)
        return self.ops.transpose(made, self.integers(order))


__all__ = ["Values", "to_first"]
