"""Partial shapes: what is known of a tensor's shape before it is computed.

A dimension is an ``int`` (known), ``None`` (unknown) or a ``str`` (unknown, but equal wherever the same symbol
occurs: ``placeholder(float32, ("N", 224, 224, 3))``).  A :class:`TensorShape` is a tuple of dimensions, or of
unknown rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import prod
from typing import Any, TypeAlias, overload

from graphops_registry.errors import InvalidArgumentError, InvalidTypeError, printed, shorten

Dim: TypeAlias = int | str | None

MAX_ELEMENTS = 2**63 - 1  # TensorFlow's limit, and that of every int64 index
MAX_RANK = 32  # the limit of NumPy before 2, of CuPy, and of NumPy's flat iterators; TensorFlow's is 254


def as_dim(value: object) -> Dim:
    """``value`` as a dimension: an integer >= 0, a symbol, or ``None`` (also written -1).

    Raises:
        InvalidArgumentError: a negative integer other than -1, one beyond 2**63 - 1, or an empty symbol.
        InvalidTypeError: anything that is not an integer, a string or ``None``.
    """
    if value is None:
        return None
    if isinstance(value, str):
        if not value.isidentifier():
            raise InvalidArgumentError(f"a dimension's symbol must be an identifier, got {shorten(value)!r}")
        return value
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        if getattr(value, "is_unknown_dimension", False):  # a Dimension of TensorFlow 1
            return None
        raise InvalidTypeError(f"a dimension must be an integer, a symbol or None, got {shorten(printed(value))}")
    size = int(value.__index__())
    if size == -1:
        return None
    if not 0 <= size <= MAX_ELEMENTS:
        raise InvalidArgumentError(f"a dimension must be between 0 and 2**63 - 1, or -1 for unknown, got {size}")
    return size


def merge_dims(a: Dim, b: Dim) -> Dim:
    """What is known when ``a`` and ``b`` describe the same dimension; ``ValueError`` when they differ.

    Two different symbols may have the same size; the first is kept.
    """
    if isinstance(a, int) and isinstance(b, int):
        if a != b:
            raise ValueError(f"{a} != {b}")
        return a
    if isinstance(a, int):
        return a
    if isinstance(b, int):
        return b
    return a if a is not None else b


class TensorShape:
    """An immutable partial shape. ``TensorShape(None)`` has unknown rank; ``TensorShape([2, None, "N"])`` rank 3.

    Equality is exact: unknown equals unknown. Use :meth:`is_compatible_with` to ask whether two shapes may be the
    same at run time.
    """

    __slots__ = ("dims",)

    dims: tuple[Dim, ...] | None

    def __init__(self, dims: Iterable[object] | TensorShape | int | None = None) -> None:
        if dims is None:
            self.dims = None
        elif isinstance(dims, TensorShape):
            self.dims = dims.dims
        elif isinstance(dims, str):
            raise InvalidTypeError(f"a shape must be a sequence of dimensions, got the string {dims!r}")
        elif isinstance(dims, Iterable):
            self.dims = tuple(as_dim(dim) for dim in dims)
        else:
            self.dims = (as_dim(dims),)

    @classmethod
    def of(cls, dims: tuple[Dim, ...] | None) -> TensorShape:
        """A shape of dimensions that are known to be valid (no check: for inner loops)."""
        shape = cls.__new__(cls)
        shape.dims = dims
        return shape

    @classmethod
    def unknown(cls, rank: int | None = None) -> TensorShape:
        """A shape of which at most the rank is known.

        Raises:
            InvalidArgumentError: a rank that no array has; it may come from a graph in a file.
        """
        if rank is not None and rank > MAX_RANK:
            raise InvalidArgumentError(f"a shape must have rank <= {MAX_RANK}, got {rank:,}")
        return cls.of(None if rank is None else (None,) * rank)

    @property
    def rank(self) -> int | None:
        """The number of dimensions, ``None`` if it is unknown."""
        return None if self.dims is None else len(self.dims)

    @property
    def ndims(self) -> int | None:
        """The rank, by its other name."""
        return self.rank

    @property
    def is_fully_defined(self) -> bool:
        """Whether every dimension is a number."""
        return self.dims is not None and all(isinstance(dim, int) for dim in self.dims)

    @property
    def num_elements(self) -> int | None:
        """The number of elements, or ``None`` when it is not known."""
        if self.dims is None:
            return None
        sizes = [dim for dim in self.dims if isinstance(dim, int)]
        return prod(sizes) if len(sizes) == len(self.dims) else None

    def as_tuple(self) -> tuple[int, ...]:
        """The sizes of a fully defined shape; ``ValueError`` otherwise."""
        sizes = tuple(dim for dim in self.dims or () if isinstance(dim, int))
        if self.dims is None or len(sizes) != len(self.dims):
            raise InvalidArgumentError(f"the shape must be fully defined, got {self}")
        return sizes

    def as_list(self) -> list[int | None]:
        """TensorFlow's list form: symbols become ``None``. Raises ``ValueError`` for an unknown rank."""
        if self.dims is None:
            raise InvalidArgumentError("as_list() needs a shape of known rank")
        return [dim if isinstance(dim, int) else None for dim in self.dims]

    def merge_with(self, other: TensorShape) -> TensorShape:
        """What is known when both describe the same tensor.

        Raises:
            InvalidArgumentError: the ranks or two known dimensions differ.
        """
        if self.dims is None:
            return other
        if other.dims is None:
            return self
        try:
            if len(self.dims) != len(other.dims):
                raise ValueError(f"rank {len(self.dims)} != {len(other.dims)}")
            return TensorShape.of(tuple(map(merge_dims, self.dims, other.dims)))
        except ValueError as reason:
            raise InvalidArgumentError(f"shapes {self} and {other} must be compatible, but {reason}") from None

    def is_compatible_with(self, other: TensorShape | Iterable[object] | None) -> bool:
        """Whether both could describe the same tensor."""
        theirs = other.dims if isinstance(other, TensorShape) else TensorShape(other).dims
        if self.dims is None or theirs is None or self.dims == theirs:
            return True
        return len(self.dims) == len(theirs) and all(
            not (isinstance(a, int) and isinstance(b, int)) or a == b for a, b in zip(self.dims, theirs, strict=True)
        )

    def concatenate(self, other: TensorShape | Iterable[object]) -> TensorShape:
        """This shape's dimensions followed by the other's; unknown rank if either has."""
        theirs = TensorShape(other).dims
        return TensorShape.of(None if self.dims is None or theirs is None else self.dims + theirs)

    @overload
    def __getitem__(self, index: int) -> Dim: ...
    @overload
    def __getitem__(self, index: slice) -> TensorShape: ...
    def __getitem__(self, index: int | slice) -> Dim | TensorShape:
        if isinstance(index, slice):
            if self.dims is None:
                return TensorShape.of(None)
            return TensorShape.of(self.dims[index])
        return None if self.dims is None else self.dims[index]

    def __len__(self) -> int:
        if self.dims is None:
            raise InvalidArgumentError("len() needs a shape of known rank")
        return len(self.dims)

    def __bool__(self) -> bool:
        """Whether the rank is known. The empty shape of a scalar is true; use ``rank == 0`` to test for it."""
        return self.dims is not None

    def __iter__(self) -> Iterator[Dim]:
        if self.dims is None:
            raise InvalidArgumentError("a shape of unknown rank has no dimensions to iterate over")
        return iter(self.dims)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, TensorShape):
            return self.dims == other.dims
        if isinstance(other, (tuple, list)):
            return self.dims == tuple(other)
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self.dims)

    def __repr__(self) -> str:
        return f"TensorShape({self._text()})"

    def __str__(self) -> str:
        return self._text()

    def _text(self) -> str:
        if self.dims is None:
            return "<unknown>"
        inner = ", ".join("?" if dim is None else str(dim) for dim in self.dims)
        return f"({inner},)" if len(self.dims) == 1 else f"({inner})"

    def __reduce__(self) -> tuple[Any, ...]:
        return TensorShape, (self.dims,)


UNKNOWN_SHAPE = TensorShape.unknown()
SCALAR_SHAPE = TensorShape(())


def admits(shape: TensorShape, sizes: tuple[int, ...]) -> bool:
    """Whether an array of these sizes may have this shape (the sizes are not checked: for inner loops)."""
    dims = shape.dims
    if dims is None or dims == sizes:
        return True
    if len(dims) != len(sizes):
        return False
    for dim, size in zip(dims, sizes, strict=True):  # noqa: SIM110 - a generator takes three times as long
        if size != dim and isinstance(dim, int):
            return False
    return True


def common_shape(shapes: Sequence[TensorShape]) -> TensorShape:
    """What is true of every one of ``shapes``, one or more: the dimensions in which they agree."""
    first: TensorShape = shapes[0]
    for other in shapes[1:]:
        if first.dims is None or other.dims is None or len(first.dims) != len(other.dims):
            return TensorShape(None)
        first = TensorShape.of(tuple(a if a == b else None for a, b in zip(first.dims, other.dims, strict=True)))
    return first


def broadcast_shapes(a: TensorShape, b: TensorShape) -> TensorShape:
    """NumPy's broadcasting rule on partial shapes.

    Raises:
        InvalidArgumentError: two known dimensions differ and neither is 1.
    """
    if a.dims is None or b.dims is None:
        return UNKNOWN_SHAPE
    rank = max(len(a.dims), len(b.dims))
    padded_a = (1,) * (rank - len(a.dims)) + a.dims
    padded_b = (1,) * (rank - len(b.dims)) + b.dims
    dims: list[Dim] = []
    for dim_a, dim_b in zip(padded_a, padded_b, strict=True):
        if dim_a == dim_b:
            dims.append(dim_a)
        elif dim_a == 1:
            dims.append(dim_b)
        elif dim_b == 1:
            dims.append(dim_a)
        elif isinstance(dim_a, int) and isinstance(dim_b, int):
            raise InvalidArgumentError(f"shapes {a} and {b} must broadcast, but {dim_a} != {dim_b}")
        elif isinstance(dim_a, int):
            dims.append(dim_a)  # the unknown side must be 1 or this size
        elif isinstance(dim_b, int):
            dims.append(dim_b)
        else:
            dims.append(None)  # either may be 1
    return TensorShape.of(tuple(dims))
