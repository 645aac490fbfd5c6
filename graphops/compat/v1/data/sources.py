"""Stages that a pipeline begins with: tensors, numbers, Python generators, and data sets that tensors hold."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from graphops.build.convert import to_array
from graphops.compat.v1.data.pipeline import Stage
from graphops.compat.v1.data.running import Running
from graphops.compat.v1.data.structure import Element, Leaf, flatten, flatten_like
from graphops.graph.graph import Tensor
from graphops_registry.dtypes import DType, int64, string
from graphops_registry.errors import GraphopsError, InvalidArgumentError, UnknownError, must
from graphops_registry.shape import SCALAR_SHAPE


class Tensors(Stage):
    """One element: the tensors as they are."""

    def begin(self, running: Running) -> Iterator[Element]:
        return iter([tuple(running.value(tensor) for tensor in self.inputs)])


class Slices(Stage):
    """The slices of tensors along their first axis."""

    def begin(self, running: Running) -> Iterator[Element]:
        return slices([running.value(tensor) for tensor in self.inputs], "tensors of Dataset.from_tensor_slices()")


def slices(arrays: Sequence[Any], what: str) -> Iterator[Element]:
    """The elements of arrays along their first axis.

    Raises:
        InvalidArgumentError: a scalar, or arrays of different lengths.
    """
    if any(array.ndim == 0 for array in arrays):
        raise InvalidArgumentError(f"{what} must have rank 1 or above, got a scalar")
    lengths = sorted({len(array) for array in arrays})
    if len(lengths) > 1:
        raise InvalidArgumentError(f"{what} must have the same size along the first axis, got {lengths}")
    return (tuple(item(array, index) for array in arrays) for index in builtins.range(lengths[0] if lengths else 0))


def item(array: Any, index: int) -> Any:
    """An item along the first axis, as an array; ``...`` keeps one of rank 0 from becoming a scalar."""
    return array[index, ...]


class Range(Stage):
    """Integers; its inputs are start, stop and step."""

    def begin(self, running: Running) -> Iterator[Element]:
        start, stop, step = (running.number(tensor) for tensor in self.inputs)
        if not step:
            raise must("step", "Dataset.range()", "not be 0", step)
        kind = flatten(self.structure)[0].dtype.numpy_dtype
        return ((np.array(number, kind),) for number in builtins.range(start, stop, step))


class Counter(Stage):
    """Integers without end; its inputs are start and step."""

    def begin(self, running: Running) -> Iterator[Element]:
        start, step = (running.number(tensor) for tensor in self.inputs)
        kind = flatten(self.structure)[0].dtype.numpy_dtype
        number = start
        while True:
            yield (np.asarray(number).astype(kind),)
            number += step


class Held(Stage):
    """Elements that are there: a window."""

    def __init__(self, structure: Any, elements: Sequence[Element]) -> None:
        super().__init__(structure)
        self._elements = elements

    def begin(self, running: Running) -> Iterator[Element]:
        return iter(self._elements)


class OfTensor(Stage):
    """The data set that a variant tensor holds."""

    may_wait = True  # it is not known what is in it

    def __init__(self, tensor: Tensor, structure: Any) -> None:
        super().__init__(structure, inputs=[tensor])

    def begin(self, running: Running) -> Iterator[Element]:
        return begin_held(running.value(self.inputs[0]), running)


def begin_held(value: Any, running: Running) -> Iterator[Element]:
    """The elements of the data set that a variant's array holds."""
    bound: Any = value[()] if value.ndim == 0 else None
    if not hasattr(bound, "stage"):
        raise InvalidArgumentError(f"a tensor of a data set must hold one, got {type(bound).__name__}")
    elements: Iterator[Element] = bound.stage.begin(running.within(bound.values))
    return elements


class Generated(Stage):
    """What a Python generator gives.

    Args:
        generator: called without arguments, or with the values of ``inputs``, for each iteration.
    """

    may_wait = True

    def __init__(self, generator: Callable[..., Any], structure: Any, inputs: Sequence[Tensor]) -> None:
        super().__init__(structure, inputs=inputs)
        self._generator = generator

    def begin(self, running: Running) -> Iterator[Element]:
        given = [running.value(tensor) for tensor in self.inputs]
        try:
            found = iter(self._generator(*(array[()] if array.ndim == 0 else np.array(array) for array in given)))
        except Exception as reason:
            raise _python_error(reason, "be called") from reason
        return _GeneratedElements(found, self.structure)


class _GeneratedElements:
    """Elements of a generator, converted."""

    def __init__(self, found: Iterator[Any], structure: Any) -> None:
        self._found = found
        self._structure = structure
        self._leaves: list[Leaf] = flatten(structure)
        self._count = 0

    def __iter__(self) -> Iterator[Element]:
        return self

    def __next__(self) -> Element:
        try:
            value = next(self._found)
        except StopIteration:
            raise
        except Exception as reason:
            raise _python_error(reason, f"give element {self._count}") from reason
        what = f"element {self._count} of the generator of Dataset.from_generator()"
        self._count += 1
        parts = flatten_like(self._structure, value, what)
        return tuple(_array(part, leaf, what) for part, leaf in zip(parts, self._leaves, strict=True))


def _array(value: Any, leaf: Leaf, what: str) -> Any:
    array = to_array(value, leaf.dtype, what, feed=True, tensorflow_1=True)
    if not leaf.shape.is_compatible_with(array.shape):
        raise InvalidArgumentError(f"{what} must have shape {leaf.shape}, got {array.shape}")
    return array if array is not value else array.copy()


def _python_error(reason: Exception, rule: str) -> GraphopsError:
    if isinstance(reason, GraphopsError):
        return reason
    text = f"the generator of Dataset.from_generator() must {rule}, but it raised {type(reason).__name__}: {reason}"
    return InvalidArgumentError(text) if isinstance(reason, (TypeError, ValueError)) else UnknownError(text)


def scalar_leaf(dtype: DType = int64) -> Leaf:
    """A place for a scalar."""
    return Leaf(dtype, SCALAR_SHAPE)


STRING_LEAF = Leaf(string, SCALAR_SHAPE)
