"""What a tensor array is while a graph runs: its elements, and the rules of writing and reading them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np

from graphops_cpu.lib.elementwise import NUMBERS
from graphops_cpu.lib.precision import narrow, widen
from graphops_registry.dtypes import DType
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError, must
from graphops_registry.kernel_def import Array, Shape
from graphops_registry.locks import new_rlock
from graphops_registry.ops.tensor_array import TENSOR_ARRAY
from graphops_registry.resource import ResourceHandle
from graphops_registry.shape import TensorShape, admits

_numbers = count()
_LARGEST = 2**31 - 1  # sizes are int32
_TAKEN = np.zeros(())


@dataclass(slots=True)
class _Element:
    """One element. ``written`` without a value is zeros of ``shape``, as in an array of gradients."""

    value: Array | None = None
    shape: Shape | None = None
    written: bool = False
    read: bool = False
    cleared: bool = False

    def read_once(self, clear: bool) -> None:
        """Note that it was read."""
        self.read = True
        if clear:
            self.value, self.cleared = None, True


class TensorArray:
    """The elements of one tensor array. Arrays that are written are kept as they are, wherever they live.

    Attributes:
        name: unlike that of any other array.
        size: the number of elements.
        element_shape: what is known of the shape of each.
        gradients: for each source the array of the gradients.
    """

    def __init__(
        self,
        name: str,
        dtype: DType,
        size: int,
        element_shape: TensorShape,
        *,
        dynamic_size: bool = False,
        clear_after_read: bool = True,
        identical_element_shapes: bool = False,
        is_gradient: bool = False,
    ) -> None:
        self.name = f"{name}_{next(_numbers)}"  # a node in a loop makes several arrays
        self.dtype = dtype
        self.size = size
        self.element_shape = element_shape
        self.gradients: dict[bytes | str, TensorArray] = {}
        self._dynamic_size = dynamic_size
        self._clear_after_read = clear_after_read
        self._identical = identical_element_shapes
        self._is_gradient = is_gradient
        self._elements: dict[int, _Element] = {}  # those that were written or read
        self._split: int | None = None  # how many elements the last split wrote
        self._added = False
        self._closed = False
        self._lock = new_rlock()

    @property
    def text(self) -> str:
        """``tensor array 'ta_0'``, for error messages."""
        return f"{TENSOR_ARRAY} '{self.name}'"

    def handle(self) -> ResourceHandle:
        """What the graph knows it by. The array does not keep it: a cycle would outlive the run."""
        return ResourceHandle("", self.name, TENSOR_ARRAY, self.dtype, self.element_shape, state=self)

    def check_open(self, op: str) -> None:
        """Refuse to work on an array that was closed.

        Raises:
            InvalidArgumentError: it was.
        """
        if self._closed:
            raise must("handle", op, "be that of an open tensor array", f"{self.text}, which was closed")

    @property
    def is_open(self) -> bool:
        """Whether it was not closed."""
        return not self._closed

    @property
    def forgets(self) -> bool:
        """Whether an element can be read once."""
        return self._clear_after_read

    def check_dtype(self, attr: str, op: str, dtype: DType) -> None:
        """Refuse another dtype than that of the elements.

        Raises:
            InvalidTypeError: ``attr`` says another one.
        """
        if dtype is not self.dtype:
            rule = f"be {self.dtype.name}, the dtype of {self.text}"
            raise must(f"attr '{attr}'", op, rule, dtype.name, kind=InvalidTypeError)

    # -- writing --------------------------------------------------------------------------------------------------

    def write(self, op: str, indices: Iterable[int], values: Iterable[Array], here: Callable[[Array], Array]) -> None:
        """Write elements; in an array of gradients, add to them.

        Args:
            op: for error messages.
            here: brings an array to where sums are made.

        Raises:
            InvalidArgumentError: an index is outside, an element was written or read before, or a shape does not fit.
        """
        with self._lock:
            self.check_open(op)
            for index, value in zip(indices, values, strict=True):
                self._write(op, index, value, here)

    def _write(self, op: str, index: int, value: Array, here: Callable[[Array], Array]) -> None:
        if index < 0 or (index >= self.size and not self._dynamic_size):
            limit = "be 0 or more" if self._dynamic_size else f"be in [0, {self.size}), as {self.text} cannot grow"
            raise must("index", op, limit, index)
        if index >= _LARGEST:
            raise must("index", op, f"be below {_LARGEST}, as sizes are int32", index)
        shape = tuple(value.shape)
        if not admits(self.element_shape, shape):
            rule = f"have the shape of the elements of {self.text}, {self.element_shape}"
            raise must("value", op, rule, f"{shape} for element {index}")
        element = self._elements.get(index)
        if element is None:
            element = self._elements[index] = _Element()
        if element.read:
            raise must("index", op, f"be that of an element of {self.text} that was not read yet", index)
        if element.written and not self._is_gradient:
            raise must("index", op, f"be that of an element of {self.text} that was not written yet", index)
        if element.written and element.shape != shape:
            raise must("value", op, f"have the shape {element.shape} of element {index} of {self.text}", shape)
        if index >= self.size:
            self.size = index + 1
        if self._identical and not self.element_shape.is_fully_defined:
            self.element_shape = TensorShape.of(shape)
        if element.value is not None:
            value = self._sum(op, here(element.value), here(value))
            self._added = True
        element.value, element.shape, element.written = value, shape, True

    def _sum(self, op: str, a: Array, b: Array) -> Array:
        if self.dtype not in NUMBERS:
            raise must("handle", op, "be that of an array of numbers, as its elements add up", f"{self.dtype.name}")
        with np.errstate(all="ignore"):
            return narrow(widen(a) + widen(b), a.dtype)

    def taken(self, shape: Shape) -> list[Array | None]:
        """For each index whether an element of this shape can be written there, with nothing to add to: ``None``, or
        else an array."""
        with self._lock:
            elements = [self._elements.get(index) for index in range(self.size)]
        return [None if each is None or self._is_zeros(each, shape) else _TAKEN for each in elements]

    def _is_zeros(self, element: _Element, shape: Shape) -> bool:
        """Whether an element of an array of gradients has no value yet."""
        return self._is_gradient and element.value is None and not element.read and element.shape == shape

    def split_into(self, parts: int) -> None:
        """Remember how many elements a split wrote: so many are joined in its gradient."""
        if not self._is_gradient:
            self._split = parts

    def room_for(self, parts: int) -> bool:
        """Whether an array of exactly ``parts`` elements can be written."""
        return self.size == parts or (self._dynamic_size and self.size < parts)

    # -- reading --------------------------------------------------------------------------------------------------

    def joined(self) -> int:
        """How many elements a concat reads: of gradients those that the split wrote."""
        return self.size if self._split is None or not self._is_gradient else self._split

    def refine(self, attr: str, op: str, element_shape: TensorShape) -> None:
        """Learn more of the shape of each element.

        Raises:
            InvalidArgumentError: it contradicts what is known.
        """
        with self._lock:
            self.check_open(op)
            if element_shape.dims == self.element_shape.dims:
                return
            try:
                known = self.element_shape.merge_with(element_shape)
            except InvalidArgumentError:
                rule = f"agree with the shape of the elements of {self.text}, {self.element_shape}"
                raise must(f"attr '{attr}'", op, rule, element_shape) from None
            if not self._is_gradient:  # the gradients of one scatter say nothing of the other elements
                self.element_shape = known

    def read(
        self, op: str, indices: Sequence[int], zeros: Callable[[Shape, int], Array], shape: TensorShape | None = None
    ) -> list[Array]:
        """Elements, which are forgotten if the array is made so.

        Args:
            op: for error messages.
            zeros: makes zeros of a shape, for so many elements that have no value.
            shape: what else is known of the shape of each.

        Raises:
            InvalidArgumentError: an index is outside, an element was read before, or it has no value and no shape.
        """
        with self._lock:
            self.check_open(op)
            common = self.element_shape if shape is None else self.element_shape.merge_with(shape)
            found = [self._read(op, index, common) for index in indices]
            if tuple not in map(type, found):
                return found
            missing: dict[Shape, int] = {}
            for part in found:
                if isinstance(part, tuple):
                    missing[part] = missing.get(part, 0) + 1
            made = {part: zeros(part, number) for part, number in missing.items()}
            return [made[part] if isinstance(part, tuple) else part for part in found]

    def _read(self, op: str, index: int, common: TensorShape) -> Array | Shape:
        """The element's value, or the shape of its zeros."""
        if not 0 <= index < self.size:
            raise must("index", op, f"be in [0, {self.size}), the size of {self.text}", index)
        element = self._elements.get(index)
        if element is not None and element.cleared:
            raise must(
                "index", op, f"be that of an element of {self.text} that was not read yet", index,
                fix="make the array with clear_after_read=False",
            )  # fmt: skip
        if element is None:
            element = self._elements[index] = _Element()
        if element.shape is None:
            if not common.is_fully_defined:
                rule = f"be that of an element of {self.text} that was written, as the shape {common} is not known"
                raise must("index", op, rule, index, fix="give the array an element_shape, and zeros are read")
            element.shape = common.as_tuple()
        found = element.shape if element.value is None else element.value
        element.read_once(self._clear_after_read)
        return found

    def readable(self) -> list[Array | None]:
        """For each index the value of the element, ``None`` where there is none on the host."""
        with self._lock:
            elements = map(self._elements.get, range(self.size))
            found = [None if element is None else element.value for element in elements]
            return [value if isinstance(value, np.ndarray) else None for value in found]

    def note_reads(self, indices: Iterable[int]) -> None:
        """Note that elements with values were read."""
        with self._lock:
            for index in indices:
                self._elements[index].read_once(self._clear_after_read)

    # -- gradients, size, close -----------------------------------------------------------------------------------

    def gradient(self, op: str, source: bytes | str, prepend: Shape | None) -> TensorArray:
        """The array of the gradients for ``source``, made at the first call.

        Args:
            prepend: dimensions that gradients have before those of the elements; ``None`` for none.

        Raises:
            InvalidArgumentError: elements of the array were added up, so that it has no gradient.
        """
        with self._lock:
            self.check_open(op)
            self._dynamic_size = False
            if self._added:
                raise must("handle", op, "be that of an array each element of which was written once", self.text)
            found = self.gradients.get(source)
            if found is None:
                known = TensorShape.of(prepend or ()).concatenate(self.element_shape)
                label = source.decode(errors="replace") if isinstance(source, bytes) else source
                found = TensorArray(
                    f"{self.name}@{label}",
                    self.dtype,
                    self.size,
                    known,
                    identical_element_shapes=self._identical,
                    is_gradient=True,
                )
                found._split = self._split
                for index, element in self._elements.items():
                    if element.written and element.shape is not None:
                        found._elements[index] = _Element(shape=(prepend or ()) + element.shape, written=True)
                self.gradients[source] = found
            return found

    def close(self, op: str) -> None:
        """Forget the elements."""
        with self._lock:
            self._elements.clear()
            self._closed = True
