"""Iterators of data sets in a Session: which iteration is under way, and what its elements are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from graphops_registry.dtypes import DType
from graphops_registry.errors import FailedPreconditionError, InvalidArgumentError, InvalidTypeError, OutOfRangeError
from graphops_registry.kernels.context import Context
from graphops_registry.locks import new_lock
from graphops_registry.shape import TensorShape

ITERATOR = "iterator"


class Iteration(Protocol):
    """A pipeline on its way through its elements."""

    def next(self, ctx: Context) -> Sequence[Any] | None:
        """The arrays of the next element, ``None`` after the last one."""

    def close(self) -> None:
        """Stop its threads."""


class Dataset(Protocol):
    """What a variant tensor of a data set holds."""

    types: Sequence[DType]
    shapes: Sequence[TensorShape]

    def begin(self, ctx: Context) -> Iteration:
        """A new iteration from the first element on."""


class IteratorState:
    """An iterator; the Session's store keeps it.

    Args:
        container, name: where it is in the store.
        types, shapes: of the components of an element.
    """

    def __init__(self, container: str, name: str, types: Sequence[DType], shapes: Sequence[TensorShape]) -> None:
        self.container = container
        self.name = name
        self.types = tuple(types)
        self.shapes = tuple(shapes)
        self._lock = new_lock()
        self._iteration: Iteration | None = None

    def begin(self, dataset: Dataset, ctx: Context) -> None:
        """Start with the first element of ``dataset``; what was under way ends.

        Raises:
            InvalidTypeError: elements of other dtypes.
            InvalidArgumentError: elements of other shapes.
        """
        self.require(dataset.types, dataset.shapes, "the data set of")
        made = dataset.begin(ctx)
        with self._lock:
            old, self._iteration = self._iteration, made
        if old is not None:
            old.close()

    def begin_once(self, dataset: Dataset, ctx: Context) -> None:
        """As :meth:`begin`, unless something is under way already."""
        with self._lock:
            if self._iteration is None:
                self._iteration = dataset.begin(ctx)

    def next(self, ctx: Context) -> Sequence[Any]:
        """The arrays of the next element.

        Raises:
            OutOfRangeError: there is none.
            FailedPreconditionError: the iterator has no data set, or its Session was closed.
        """
        iteration = self._iteration
        if iteration is None:
            error = FailedPreconditionError(f"iterator '{self.name}' must be initialised before it is used, got none")
            error.add_note("fix: run its initializer first, session.run(iterator.initializer)")
            raise error
        found = iteration.next(ctx)
        if found is None:
            raise OutOfRangeError(f"End of sequence: iterator '{self.name}' must have another element, got none")
        return found

    def require(self, types: Sequence[DType], shapes: Sequence[TensorShape], what: str) -> None:
        """Check dtypes and shapes against the iterator's.

        Raises:
            InvalidTypeError, InvalidArgumentError: they differ.
        """
        if tuple(types) != self.types:
            rule = f"{what} iterator '{self.name}' must have elements of {_names(self.types)}"
            raise InvalidTypeError(f"{rule}, got {_names(types)}")
        for mine, theirs in zip(self.shapes, shapes, strict=True):
            if not mine.is_compatible_with(theirs):
                raise InvalidArgumentError(
                    f"{what} iterator '{self.name}' must have elements of shape {mine}, got {theirs}"
                )

    def close(self) -> None:
        """End what is under way."""
        with self._lock:
            iteration, self._iteration = self._iteration, None
        if iteration is not None:
            iteration.close()

    def __del__(self) -> None:
        if getattr(self, "_iteration", None) is not None:
            self.close()


def _names(types: Sequence[DType]) -> str:
    return ", ".join(dtype.name for dtype in types)
