"""Slices along a first axis that are read, and results that are written, by a few steps or by a loop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.graph.graph import Tensor
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError
from graphops_registry.shape import TensorShape

# Up to so many slices are nodes of their own; more are a loop.
UNROLLED: Final = 64
_ANY: Final = np.array(-1, np.int32)  # an element shape of which nothing is known

Step = Callable[[Any, list[Any]], list[Any]]


class Slices:
    """Tensors to be read slice by slice.

    Attributes:
        count: how many slices, an int or a scalar int32 tensor.

    Raises:
        InvalidArgumentError: no tensor, a scalar, or different first sizes.
    """

    def __init__(self, values: Sequence[Any]) -> None:
        self.tensors = [as_tensor(value, name="elem") for value in values]
        if not self.tensors or any(tensor.shape.rank == 0 for tensor in self.tensors):
            raise InvalidArgumentError(f"elems must be tensors of rank 1 or more, got {self.tensors}")
        sizes = {tensor.plain_shape[0] for tensor in self.tensors if tensor.shape.rank is not None}
        known = {size for size in sizes if isinstance(size, int)}
        if len(known) > 1:
            raise InvalidArgumentError(f"elems must have the same first size, got {sorted(known)}")
        self.count: Any = known.pop() if known else raw_ops.Shape(input=self.tensors[0])[0]

    @property
    def unrolled(self) -> bool:
        """Whether each slice gets nodes of its own."""
        return isinstance(self.count, int) and self.count <= UNROLLED

    def read(self, index: Any) -> list[Tensor]:
        """The slices at ``index``."""
        return [tensor[index] for tensor in self.tensors]


class StepOutputs:
    """Tensors that are written one by one, and stacked.

    Attributes:
        width: how many tensors each step writes.
        lists: what a loop writes into, for each of them a list of tensors as a variant tensor.
    """

    def __init__(self, count: Any, width: int) -> None:
        self.count = count
        self.width = width
        self.items: dict[int, list[Tensor]] = {}
        self.lists: list[Tensor] = []
        self.shapes: list[TensorShape] = [TensorShape(None)] * width
        self.dtypes: list[Any] = []

    def open(self, dtypes: Sequence[Any]) -> None:
        """Make the lists for a loop to write into."""
        self.dtypes = list(dtypes)
        for dtype in self.dtypes:
            made = raw_ops.TensorListReserve(element_shape=_ANY, num_elements=self.count, element_dtype=dtype)
            self.lists.append(made)

    def write(self, index: Any, values: Sequence[Any], function: str) -> None:
        """Write what one step gives.

        Raises:
            InvalidTypeError: another number of tensors than was stated, or of another dtype.
        """
        if len(values) != self.width:
            raise InvalidTypeError(f"fn of {function}() must give {self.width} tensors, got {len(values)}")
        if not self.lists:
            self.items[int(index)] = [as_tensor(value) for value in values]
            return
        tensors = [as_tensor(value, dtype) for value, dtype in zip(values, self.dtypes, strict=True)]
        self.lists = [
            raw_ops.TensorListSetItem(input_handle=handle, index=index, item=tensor)
            for handle, tensor in zip(self.lists, tensors, strict=True)
        ]
        self.shapes = [tensor.shape for tensor in tensors]

    def stacked(self) -> list[Tensor]:
        """All that was written, one tensor for each result."""
        if not self.lists:
            rows = [self.items[index] for index in sorted(self.items)]
            return [raw_ops.Pack(values=[row[i] for row in rows]) for i in range(self.width)]
        result: list[Tensor] = []
        for handle, dtype, shape in zip(self.lists, self.dtypes, self.shapes, strict=True):
            sizes = (
                _ANY if shape.dims is None else np.array([-1 if d is None else d for d in shape.as_list()], np.int32)
            )
            found = raw_ops.TensorListStack(input_handle=handle, element_shape=sizes, element_dtype=dtype)
            first = self.count if isinstance(self.count, int) else None
            found.set_shape(TensorShape([first]).concatenate(shape))
            result.append(found)
        return result


def repeat_steps(
    count: Any,
    step: Step,
    state: list[Any],
    written: StepOutputs,
    dtypes: Sequence[Any],
    slices: Slices,
    first: int = 0,
    before: Sequence[tuple[Any, list[Any]]] = (),
) -> list[Any]:
    """``state = step(i, state)`` for ``i`` from ``first`` to ``count``; the last state.

    Args:
        written: what steps write into; its dtypes are ``dtypes``, or those of the slices if that is empty.
        before: what is written first: pairs of an index and values.
    """
    if slices.unrolled:
        for index, values in before:
            written.write(index, values, "scan")
        for number in range(first, count):
            state = step(number, state)
        if written.width and not written.items:
            raise InvalidArgumentError("elems must have a slice or more, got none")
        return state
    # The body of a loop copies constants: gradients would not come back to them.
    slices.tensors[:] = [raw_ops.Identity(input=tensor) for tensor in slices.tensors]
    return _loop(count, step, state, written, dtypes or [t.dtype for t in slices.tensors], first, before)


def _loop(
    count: Any,
    step: Step,
    state: list[Any],
    written: StepOutputs,
    dtypes: Sequence[Any],
    first: int,
    before: Sequence[tuple[Any, list[Any]]],
) -> list[Any]:
    from graphops.build.control_flow import while_loop

    if written.width:
        written.open(dtypes)
    for index, values in before:
        written.write(index, values, "scan")
    limit = as_tensor(count, "int32")
    shapes: list[Any] = []

    def body(index: Any, values: Any, lists: Any) -> Any:
        written.lists = list(lists)
        found = step(index, list(values))
        shapes[:] = written.shapes
        return index + 1, list(found), list(written.lists)

    def more(index: Any, values: Any, lists: Any) -> Any:
        return index < limit

    start = (as_tensor(first, "int32"), list(state), list(written.lists))
    _, final, lists = while_loop(more, body, start)
    written.lists = list(lists)
    written.shapes = shapes or written.shapes
    return list(final)
