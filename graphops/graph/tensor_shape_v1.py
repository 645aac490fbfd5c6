"""Shapes as scripts of TensorFlow 1 see them: ``x.get_shape()[0].value``, ``shape.num_elements()``, ``with_rank(2)``.

Tensors of graphs that follow TensorFlow 1 (``Graph.tensorflow_1``) have such shapes.  What graphops itself reads of
them stays as it is: ``dims`` has plain sizes, and a :class:`Dimension` that is known is an ``int``.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from graphops_registry.errors import InvalidArgumentError, InvalidTypeError
from graphops_registry.shape import Dim, TensorShape, common_shape


class Dimension:
    """A size that may be unknown: ``Dimension(3).value`` is 3, ``Dimension(None).value`` is ``None``.

    Sums, products, quotients ``//`` and remainders are Dimensions, unknown if one operand is; so is the answer of a
    comparison, ``None``. A known Dimension is an ``int``, too, so that NumPy and Python take it for a size.

    Raises:
        InvalidTypeError: a value that is no integer.
        InvalidArgumentError: a negative one.
    """

    __slots__ = ()
    value: int | None

    def __new__(cls, value: Any) -> Dimension:
        size = _size(value)
        return object.__new__(_Unknown) if size is None else int.__new__(_Known, size)

    def is_compatible_with(self, other: Any) -> bool:
        """Whether both may be the same size."""
        theirs = _size(other)
        return self.value is None or theirs is None or self.value == theirs

    def assert_is_compatible_with(self, other: Any) -> None:
        """Check :meth:`is_compatible_with`.

        Raises:
            InvalidArgumentError: they differ.
        """
        if not self.is_compatible_with(other):
            raise InvalidArgumentError(f"dimensions must be compatible, got {self!r} and {other!r}")

    def merge_with(self, other: Any) -> Dimension:
        """What is known when both are the same size.

        Raises:
            InvalidArgumentError: they differ.
        """
        self.assert_is_compatible_with(other)
        return Dimension(other) if self.value is None else self

    def __repr__(self) -> str:
        return f"Dimension({self.value})"

    def __str__(self) -> str:
        return "?" if self.value is None else str(self.value)

    def __hash__(self) -> int:
        return hash(self.value)

    def __reduce__(self) -> tuple[Any, ...]:
        return Dimension, (self.value,)


def _size(value: Any) -> int | None:
    if value is None or isinstance(value, _Unknown):
        return None
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise InvalidTypeError(f"value of Dimension must be an integer or None, got {value!r}")
    size = int(value.__index__())
    if size < 0:
        raise InvalidArgumentError(f"value of Dimension must be 0 or above, got {size}")
    return size


def _is_size(value: object) -> bool:
    return (
        value is None or (hasattr(value, "__index__") and not isinstance(value, bool)) or isinstance(value, Dimension)
    )


def _arithmetic(function: Callable[[Any, Any], Any], swapped: bool = False) -> Any:
    def method(self: Dimension, other: Any) -> Any:
        if not _is_size(other):
            return NotImplemented
        mine, theirs = self.value, None if isinstance(other, _Unknown) or other is None else int(other.__index__())
        if mine is None or theirs is None:
            return Dimension(None)
        return Dimension(function(theirs, mine) if swapped else function(mine, theirs))

    return method


def _comparison(function: Callable[[Any, Any], bool]) -> Any:
    def method(self: Dimension, other: Any) -> Any:
        if not _is_size(other):
            return NotImplemented
        if self.value is None or other is None or isinstance(other, _Unknown):
            return None
        return function(self.value, int(other.__index__()))

    return method


for _name in ("add", "sub", "mul", "floordiv", "mod"):
    setattr(Dimension, f"__{_name}__", _arithmetic(getattr(operator, _name)))
    setattr(Dimension, f"__r{_name}__", _arithmetic(getattr(operator, _name), swapped=True))
for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    setattr(Dimension, f"__{_name}__", _comparison(getattr(operator, _name)))


class _Known(Dimension, int):
    __slots__ = ()

    @property
    def value(self) -> int:  # type: ignore[override]
        return int.__int__(self)


class _Unknown(Dimension):
    __slots__ = ()
    value = None
    is_unknown_dimension = True  # for as_dim

    def __bool__(self) -> bool:
        return False

    def __int__(self) -> int:
        raise InvalidTypeError("an unknown Dimension has no value")


class _Answer(int):
    """A number that gives itself when it is called: a property here is a method there."""

    def __new__(cls, value: int, given: Any) -> _Answer:
        made = super().__new__(cls, value)
        made.given = given
        return made

    given: Any

    def __call__(self) -> Any:
        return self.given

    def __repr__(self) -> str:
        return repr(self.given)


class TensorShapeV1(TensorShape):
    """A TensorShape whose items are Dimensions, with TensorFlow 1's methods."""

    __slots__ = ()

    @property
    def is_fully_defined(self) -> Any:
        """Whether every dimension is a number, as a property and as a method."""
        known = super().is_fully_defined
        return _Answer(known, known)

    @property
    def num_elements(self) -> Any:
        """The number of elements, to be called; ``None`` when it is not known."""
        count = super().num_elements
        return (lambda: None) if count is None else _Answer(count, count)

    def merge_with(self, other: Any) -> TensorShapeV1:
        return _v1(super().merge_with(TensorShape(other)))

    def concatenate(self, other: Any) -> TensorShapeV1:
        return _v1(super().concatenate(other))

    def most_specific_compatible_shape(self, other: Any) -> TensorShapeV1:
        """What is true of both."""
        return _v1(common_shape([self, TensorShape(other)]))

    def with_rank(self, rank: Any) -> TensorShapeV1:
        """This shape, if it has or may have that rank.

        Raises:
            InvalidArgumentError: it has another one.
        """
        return self.merge_with(TensorShape.unknown(int(rank)))

    def with_rank_at_least(self, rank: Any) -> TensorShapeV1:
        """This shape, if it has or may have that rank or a higher one.

        Raises:
            InvalidArgumentError: it has a lower one.
        """
        if self.rank is not None and self.rank < rank:
            raise InvalidArgumentError(f"shape {self} must have rank >= {rank}, got rank {self.rank}")
        return self

    def with_rank_at_most(self, rank: Any) -> TensorShapeV1:
        """This shape, if it has or may have that rank or a lower one.

        Raises:
            InvalidArgumentError: it has a higher one.
        """
        if self.rank is not None and self.rank > rank:
            raise InvalidArgumentError(f"shape {self} must have rank <= {rank}, got rank {self.rank}")
        return self

    def assert_has_rank(self, rank: Any) -> None:
        """Check :meth:`with_rank`."""
        self.with_rank(rank)

    def assert_same_rank(self, other: Any) -> None:
        """Check that both may have one rank.

        Raises:
            InvalidArgumentError: they have not.
        """
        theirs = TensorShape(other)
        if None not in (self.rank, theirs.rank) and self.rank != theirs.rank:
            raise InvalidArgumentError(f"shapes {self} and {theirs} must have the same rank")

    def assert_is_fully_defined(self) -> None:
        """Check that every dimension is a number.

        Raises:
            InvalidArgumentError: one is not.
        """
        self.as_tuple()

    def assert_is_compatible_with(self, other: Any) -> None:
        """Check that both may describe the same tensor.

        Raises:
            InvalidArgumentError: they cannot.
        """
        self.merge_with(other)

    def __getitem__(self, index: Any) -> Any:
        if not isinstance(index, slice):
            return Dimension(None) if self.dims is None else _dimension(self.dims[index])
        if self.dims is not None:
            return TensorShapeV1.of(self.dims[index])
        first = index.start or 0
        if index.stop is None or index.step not in (None, 1) or min(first, index.stop) < 0:
            return TensorShapeV1.of(None)
        return TensorShapeV1.unknown(max(0, index.stop - first))

    def __iter__(self) -> Iterator[Any]:
        return map(_dimension, super().__iter__())

    def __add__(self, other: Iterable[object]) -> TensorShapeV1:
        return self.concatenate(other)

    def __radd__(self, other: Iterable[object]) -> TensorShapeV1:
        return TensorShapeV1(other).concatenate(self)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (tuple, list)):
            try:
                other = TensorShape(other)
            except (InvalidArgumentError, InvalidTypeError):
                return False
        return super().__eq__(other)

    def __hash__(self) -> int:
        return super().__hash__()

    def __repr__(self) -> str:
        return f"TensorShape({None if self.dims is None else list(self)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return TensorShapeV1, (self.dims,)


def _dimension(dim: Dim) -> Dimension:
    return Dimension(dim if isinstance(dim, int) else None)


def _v1(shape: TensorShape) -> TensorShapeV1:
    made = TensorShapeV1.__new__(TensorShapeV1)
    made.dims = shape.dims
    return made


def shape_v1(shape: TensorShape) -> TensorShapeV1:
    """``shape`` with TensorFlow 1's methods."""
    return shape if isinstance(shape, TensorShapeV1) else _v1(shape)


__all__ = ["Dimension", "TensorShapeV1", "shape_v1"]
