"""The argument of a shape rule: attrs, partial input shapes, and the values of inputs that are constants."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NoReturn, TypeAlias

import numpy as np

from graphops_registry.callables import place_of
from graphops_registry.dtypes import DType
from graphops_registry.errors import GraphopsError, InternalError, InvalidArgumentError, InvalidTypeError, must, nearest
from graphops_registry.op_def import Op, OpDef, ShapeRule
from graphops_registry.shape import MAX_ELEMENTS, MAX_RANK, Dim, TensorShape, as_dim, merge_dims

# input index -> its value if it is known now, as an array; and as a partially known shape
ValueOf: TypeAlias = Callable[[int], np.ndarray[Any, Any] | None]
ShapeOf: TypeAlias = Callable[[int], TensorShape | None]


def _nothing(index: int) -> None:
    return None


class ShapeContext:
    """The argument of every shape rule and cost rule.

    The same rule runs when a node is added (partial shapes, constant values) and before a kernel is prepared (real
    shapes, the values of host inputs), so what a rule checks, no kernel needs to check again.
    """

    def __init__(
        self,
        op_def: OpDef,
        attrs: Mapping[str, Any],
        shapes: Sequence[TensorShape],
        value_of: ValueOf = _nothing,
        shape_of: ShapeOf = _nothing,
        *,
        at_run: bool = False,
    ) -> None:
        self.op_def = op_def
        self.attrs = attrs
        self._shapes = shapes
        self._value_of = value_of
        self._shape_of = shape_of
        self._at_run = at_run
        self._slices: dict[str, slice] | None = None

    @property
    def op(self) -> str:
        """The op's name."""
        return self.op_def.name

    def attr(self, name: str) -> Any:
        """The value of an attr.

        Raises:
            InternalError: the op has no such attr: a fault of the rule.
        """
        try:
            return self.attrs[name]
        except KeyError:
            raise self._unknown("attr", name, self.op_def.attr_by_name) from None

    def _slice(self, argument: str) -> slice:
        if self._slices is None:
            self._slices = self.op_def.input_slices(self.attrs)
        try:
            return self._slices[argument]
        except KeyError:
            raise self._unknown("input", argument, self._slices) from None

    def _unknown(self, kind: str, name: object, known: Iterable[str]) -> InternalError:
        near = nearest(str(name), known)
        return InternalError(
            f"rules of op '{self.op}' must ask for an {kind} that it has, got {name!r}{near}"
        ).concerns(op=self.op)

    # -- shapes ---------------------------------------------------------------------------------------------------

    def shape(self, argument: str) -> TensorShape:
        """The shape of a single-tensor input."""
        shape: TensorShape = self._shapes[self._slice(argument).start]
        return shape

    def shapes(self, argument: str) -> list[TensorShape]:
        """The shapes of a list input."""
        return list(self._shapes[self._slice(argument)])

    @property
    def all_shapes(self) -> Sequence[TensorShape]:
        """The shapes of all inputs, flat."""
        return self._shapes

    def dtype(self, argument: str) -> DType:
        """The dtype of a single-tensor input."""
        known = self.op_def.input_by_name
        if argument not in known:
            raise self._unknown("input", argument, known)
        return known[argument].types(self.attrs)[0]

    def with_rank(self, argument: str, rank: int, *, note: str = "") -> TensorShape:
        """The input's shape, which must have this rank; unknown dimensions if its rank is unknown."""
        shape = self.shape(argument)
        if shape.rank is None:
            return TensorShape.unknown(rank)
        if shape.rank != rank:
            kind = "be a scalar" if rank == 0 else f"have rank {rank}"
            self.fail(argument, kind + note, f"rank {shape.rank} {shape}")
        return shape

    def scalar(self, argument: str) -> np.ndarray[Any, Any] | None:
        """The value of an input that must be a scalar, if it is known now.

        At run it may be a vector of one element, which graphs of TensorFlow 0.x pass for a scalar.
        """
        value = self.value(argument)
        if self._at_run and self.shape(argument).as_tuple() == (1,):
            return None if value is None else value.reshape(())
        self.with_rank(argument, 0)
        return value

    def with_rank_at_least(self, argument: str, rank: int) -> TensorShape:
        """The input's shape, which must have this rank or a larger one, if its rank is known."""
        shape = self.shape(argument)
        if shape.rank is not None and shape.rank < rank:
            self.fail(argument, f"have rank {rank} or more", f"rank {shape.rank} {shape}")
        return shape

    def merge(self, argument: str, shape: TensorShape, rule: str) -> TensorShape:
        """The input's shape merged with ``shape``; ``rule`` says what it must agree with when it does not."""
        try:
            return self.shape(argument).merge_with(shape)
        except InvalidArgumentError:
            self.fail(argument, rule, self.shape(argument))

    def merge_dim(self, argument: str, dim: Dim, other: Dim, rule: str) -> Dim:
        """Two dimensions that must be equal; ``dim`` belongs to ``argument``."""
        try:
            return merge_dims(dim, other)
        except ValueError:
            self.fail(argument, rule, dim)

    # -- values ---------------------------------------------------------------------------------------------------

    def value(self, argument: str) -> np.ndarray[Any, Any] | None:
        """The value of an input that is known now, else ``None``."""
        return self._value_of(self._slice(argument).start)

    def values(self, argument: str) -> list[np.ndarray[Any, Any] | None]:
        """The values of a list input, ``None`` for each that is not known now."""
        part = self._slice(argument)
        return [self._value_of(index) for index in range(part.start, part.stop)]

    def shape_from_tensor(
        self, argument: str, *, rank: int | None = None, minus_one_unknown: bool = False, legacy: bool = False
    ) -> TensorShape:
        """The shape that an integer vector describes, as far as it is known.

        Args:
            rank: the length that the vector must have.
            minus_one_unknown: -1 means an unknown dimension (otherwise it is an error).
            legacy: at run a scalar is a vector of one element, as in graphs of TensorFlow 0.x.
        """
        if legacy and self._at_run and self.shape(argument).rank == 0:
            shape = TensorShape.of((1,))
        else:
            shape = self.with_rank(argument, 1)
        length = shape[0]
        if rank is not None and isinstance(length, int) and length != rank:
            self.fail(argument, f"have {rank} values", length)
        value = self.value(argument)
        if value is not None:
            return self.shape_from_values(argument, value.reshape(-1), minus_one_unknown=minus_one_unknown)
        partial = self._shape_of(self._slice(argument).start)
        if partial is not None and partial.rank is not None:
            return partial
        known_rank = rank if rank is not None else length if isinstance(length, int) else None
        return TensorShape.unknown(known_rank)

    def shape_from_values(
        self, argument: str, value: np.ndarray[Any, Any], *, minus_one_unknown: bool = False
    ) -> TensorShape:
        """``value`` (integers, rank 1) as a shape; negative and overflowing sizes are errors."""
        sizes = [int(size) for size in value]
        elements = 1
        for size in sizes:
            if size == -1 and minus_one_unknown:
                continue
            if size < 0:
                self.fail(argument, "have sizes >= 0", sizes)
            elements *= size
        if elements > MAX_ELEMENTS:
            self.fail(argument, "describe at most 2**63 - 1 elements", sizes)
        return TensorShape.of(tuple(as_dim(size) for size in sizes))

    def axis(self, argument: str, rank: int, *, extra: int = 0) -> int | None:
        """A scalar axis input as a number in [0, rank), ``None`` if not known; negative values count from the end."""
        self.with_rank(argument, 0)
        value = self.value(argument)
        if value is None:
            return None
        axis = int(value)
        if not -(rank + extra) <= axis < rank + extra:
            self.fail(argument, f"be in [{-(rank + extra)}, {rank + extra})", axis)
        return axis % (rank + extra) if rank + extra else axis

    def fail(self, argument: str, rule: str, got: object) -> NoReturn:
        """Raise ``<argument> of op '<op>' must <rule>, got <got>``."""
        raise must(argument, self.op, rule, got)


def infer_shapes(op: Op, context: ShapeContext) -> tuple[TensorShape, ...]:
    """The output shapes by the op's shape rule; all unknown if it has none.

    Raises:
        InvalidArgumentError: the inputs break the rule.
        InternalError: the rule answered another number of shapes than the op has outputs, something that is no shape,
            or raised an exception of its own.
    """
    types = op.op_def.output_types(context.attrs)
    count = len(types)
    if op.shape_fn is None:
        return (TensorShape(None),) * count
    shapes = _answer(op, op.shape_fn, context)
    if len(shapes) != count:
        raise InternalError(f"the shape rule of op '{op.name}' must give {count} shapes, got {len(shapes)}").concerns(
            op=op.name
        )
    for shape, dtype in zip(shapes, types, strict=True):
        if len(shape.dims or ()) > MAX_RANK:
            raise InvalidArgumentError(
                f"the result of op '{op.name}' must have rank <= {MAX_RANK}, got {shape.rank}"
            ).concerns(op=op.name)
        size = max(1, dtype.size)  # an array beside a size of 0 may be as large as any: NumPy refuses its strides
        for dim in shape.dims or ():
            if isinstance(dim, int) and dim:
                size *= dim
        if size > MAX_ELEMENTS:
            rule = "have at most 2**63 - 1 elements and bytes"
            raise InvalidArgumentError(f"the result of op '{op.name}' must {rule}, got {shape}").concerns(op=op.name)
    return shapes


def _answer(op: Op, rule: ShapeRule, context: ShapeContext) -> tuple[TensorShape, ...]:
    """What the rule returns. An error in the rule itself is not the caller's: the exception names the rule's line."""
    try:
        shapes = rule(context)
    except (GraphopsError, MemoryError, RecursionError):
        raise
    except Exception as error:
        raise InternalError(
            f"the shape rule of op '{op.name}' ({place_of(rule)}) must not raise {type(error).__name__}: {error}"
        ).concerns(op=op.name) from error
    if not isinstance(shapes, (list, tuple)):
        raise InternalError(
            f"the shape rule of op '{op.name}' ({place_of(rule)}) must return a list of shapes, got {shapes!r}"
        ).concerns(op=op.name)
    try:
        return tuple([shape if isinstance(shape, TensorShape) else TensorShape(shape) for shape in shapes])
    except InvalidTypeError as error:  # a size out of range may be the caller's
        raise InternalError(
            f"the shape rule of op '{op.name}' ({place_of(rule)}) must return a list of shapes, got {shapes!r}: {error}"
        ).concerns(op=op.name) from error
