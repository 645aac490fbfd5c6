"""Plain kernels of lists of tensors. Lists are on the host; their elements are host arrays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import prod
from typing import Any

import numpy as np

from graphops_cpu.lib.sequence_accesses import ListPop, ListPush, ListRead, ListWrite
from graphops_cpu.lib.stacking import entries, stack
from graphops_cpu.lib.tensor_list_state import TensorList, list_in, wrap
from graphops_registry.dtypes import DType
from graphops_registry.errors import ResourceExhaustedError, must
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context
from graphops_registry.kernels.loop_list import SequenceAccess
from graphops_registry.shape import UNKNOWN_SHAPE, TensorShape, admits

_BYTES_OF_VIEW = 512  # an array object that refers to another one's memory, and what is noted of it
_LARGEST_LIST = 1 << 24  # elements: a list costs memory for elements that were never set, too
_MOST_SHAPES = 1024  # distinct values of element_shape that are kept as shapes


def as_shape(value: Any) -> TensorShape:
    """The shape that an element_shape input describes; the shape rule has checked it."""
    return UNKNOWN_SHAPE if value.ndim == 0 else _shape_of(tuple(value.tolist()))


@lru_cache(_MOST_SHAPES)
def _shape_of(sizes: tuple[int, ...]) -> TensorShape:
    """One object for equal sizes, so that a loop compares its list's shape with itself."""
    return TensorShape(sizes)


def _merged(tensors: TensorList, wanted: TensorShape, op: str) -> TensorShape:
    own = tensors.shape
    if wanted is own or wanted.dims == own.dims:
        return own
    if not own.is_compatible_with(wanted):
        raise must("element_shape", op, f"fit the list's, {own}", wanted)
    return own.merge_with(wanted)


def check_fits(item: Array, tensors: TensorList, op: str, argument: str) -> None:
    if not admits(tensors.shape, item.shape):
        raise must(argument, op, f"have a shape that fits the list's elements, {tensors.shape}", tuple(item.shape))


def _zeros(ctx: Context, dtype: DType, shape: TensorShape, op: str) -> Array:
    if not shape.is_fully_defined:
        raise must("input_handle", op, "have only elements that were set when element_shape is not fully known", shape)
    sizes = shape.as_tuple()
    ctx.check_memory(prod(sizes) * max(8, dtype.size))
    if dtype.is_host_only:
        return np.full(sizes, b"", dtype=object)
    return np.zeros(sizes, dtype.numpy_dtype)


def _complete(
    ctx: Context, tensors: TensorList, items: Sequence[Array | None], shape: TensorShape, op: str
) -> list[Array]:
    """The elements with zeros for those that were never set, all of one shape."""
    known = next((item for item in items if item is not None), None)
    if known is not None and not shape.is_fully_defined:
        if not admits(shape, known.shape):
            raise must("input_handle", op, f"have elements of shape {shape}", tuple(known.shape))
        shape = TensorShape.of(known.shape)
    full: list[Any] = list(items)
    if any(item is None for item in items):
        zeros = _zeros(ctx, tensors.dtype, shape, op)
        ctx.check_memory(len(items) * int(zeros.nbytes))
        full = [zeros if item is None else item for item in items]
    for item in full:
        if item.shape != shape.dims:
            raise must("input_handle", op, f"have elements of shape {shape}", tuple(item.shape))
    return full


def _one(ctx: Context, tensors: TensorList, item: Array | None, shape: TensorShape, op: str) -> Array:
    """One element, zeros if it was never set."""
    if item is not None and admits(shape, item.shape):
        return item
    return _complete(ctx, tensors, [item], shape, op)[0]


def _stacked(ctx: Context, items: list[Array], dtype: DType, shape: TensorShape, op: str) -> Array:
    """One array of elements of one shape."""
    if items:
        ctx.check_memory(len(items) * int(items[0].nbytes))
        return stack(np, items)
    if not shape.is_fully_defined:
        raise must("element_shape", op, "be fully known for a list without elements", shape)
    return np.zeros((0, *shape.as_tuple()), dtype.numpy_dtype)


def bounded_length(count: int, op: str, argument: str) -> int:
    if count < 0:
        raise must(argument, op, "be at least 0", count)
    if count > _LARGEST_LIST:
        raise ResourceExhaustedError(
            f"{argument} of op '{op}' must be at most {_LARGEST_LIST:,}, got {count:,}"
        ).concerns(op=op, argument=argument)
    return count


@register_kernel("EmptyTensorList", "CPU", host_inputs=["element_shape", "max_num_elements"])
class EmptyTensorList(PlainKernel):
    def compute(self, element_shape: Any, max_num_elements: Any) -> Any:
        return wrap(TensorList([], self.attrs["element_dtype"], as_shape(element_shape), int(max_num_elements)))


def reserved(ctx: Context, dtype: DType, element_shape: Any, num_elements: Any) -> TensorList:
    """What TensorListReserve gives."""
    count = bounded_length(int(num_elements), "TensorListReserve", "num_elements")
    ctx.check_memory(8 * count)
    return TensorList([None] * count, dtype, as_shape(element_shape))


@register_kernel("TensorListReserve", "CPU", host_inputs=["element_shape", "num_elements"], uses=["memory"])
class TensorListReserve(PlainKernel):
    def compute(self, ctx: Context, element_shape: Any, num_elements: Any) -> Any:
        return wrap(reserved(ctx, self.attrs["element_dtype"], element_shape, num_elements))


@register_kernel("TensorListFromTensor", "CPU", host_inputs=["element_shape"], uses=["memory"])
class TensorListFromTensor(PlainKernel):
    """The elements are views of the tensor, which never changes."""

    def compute(self, ctx: Context, tensor: Array, element_shape: Any) -> Any:
        shape = as_shape(element_shape)
        ctx.check_memory(_BYTES_OF_VIEW * len(tensor))
        block = np.ascontiguousarray(tensor)
        ctx.hold(block)
        return wrap(TensorList.of_block(block, self.attrs["element_dtype"], shape))


@register_kernel("TensorListPushBack", "CPU", uses=["memory"])
class TensorListPushBack(PlainKernel):
    def compute(self, ctx: Context, input_handle: Any, tensor: Array) -> Any:
        op = "TensorListPushBack"
        tensors = list_in(input_handle, op, self.attrs["element_dtype"])
        check_fits(tensor, tensors, op, "tensor")
        if 0 <= tensors.limit <= tensors.length:
            raise must("input_handle", op, f"have fewer than {tensors.limit} elements", tensors.length)
        ctx.hold(tensor)
        return wrap(tensors.pushed(tensor))

    def sequence_access(self, spec: KernelSpec) -> SequenceAccess:
        return ListPush(self.attrs["element_dtype"])


@register_kernel("TensorListPopBack", "CPU", host_inputs=["element_shape"], uses=["memory"])
class TensorListPopBack(PlainKernel):
    def compute(self, ctx: Context, input_handle: Any, element_shape: Any) -> tuple[Any, Array]:
        op = "TensorListPopBack"
        tensors = list_in(input_handle, op, self.attrs["element_dtype"])
        if not tensors.length:
            raise must("input_handle", op, "have an element", "a list without")
        item = tensors.item(tensors.length - 1)
        shape = _merged(tensors, as_shape(element_shape), op)
        return wrap(tensors.popped()), _one(ctx, tensors, item, shape, op)

    def sequence_access(self, spec: KernelSpec) -> SequenceAccess:
        return ListPop(self.attrs["element_dtype"], as_shape(spec.values[1]))


def _checked_index(index: Any, length: int, op: str) -> int:
    number = int(index)
    if not 0 <= number < length:
        raise must("index", op, f"be in [0, {length})", number)
    return number


@register_kernel("TensorListGetItem", "CPU", host_inputs=["element_shape"], uses=["memory"])
class TensorListGetItem(PlainKernel):
    def compute(self, ctx: Context, input_handle: Any, index: Any, element_shape: Any) -> Array:
        op = "TensorListGetItem"
        tensors = list_in(input_handle, op, self.attrs["element_dtype"])
        item = tensors.item(_checked_index(index, tensors.length, op))
        return _one(ctx, tensors, item, _merged(tensors, as_shape(element_shape), op), op)

    def sequence_access(self, spec: KernelSpec) -> SequenceAccess:
        return ListRead(self.attrs["element_dtype"], as_shape(spec.values[2]))


def with_item(ctx: Context, tensors: TensorList, index: Any, item: Array, resize: bool = False) -> TensorList:
    """What TensorListSetItem gives."""
    op, number = "TensorListSetItem", int(index)
    check_fits(item, tensors, op, "item")
    ctx.hold(item)
    if resize and number >= tensors.length:
        missing = bounded_length(number + 1, op, "index") - tensors.length
        ctx.check_memory(8 * missing)
        return tensors.like([*tensors.items, *[None] * (missing - 1), item])
    return tensors.replaced(_checked_index(number, tensors.length, op), item)


@register_kernel("TensorListSetItem", "CPU", uses=["memory"])
class TensorListSetItem(PlainKernel):
    def compute(self, ctx: Context, input_handle: Any, index: Any, item: Array) -> Any:
        tensors = list_in(input_handle, "TensorListSetItem", self.attrs["element_dtype"])
        return wrap(with_item(ctx, tensors, index, item, self.attrs["resize_if_index_out_of_bounds"]))

    def sequence_access(self, spec: KernelSpec) -> SequenceAccess:
        return ListWrite(self.attrs["element_dtype"])


@register_kernel("TensorListStack", "CPU", host_inputs=["element_shape"], uses=["memory"])
class TensorListStack(PlainKernel):
    def compute(self, ctx: Context, input_handle: Any, element_shape: Any) -> Array:
        op, count = "TensorListStack", self.attrs["num_elements"]
        tensors = list_in(input_handle, op, self.attrs["element_dtype"])
        if count >= 0 and tensors.length != count:
            raise must("input_handle", op, f"have {count} elements", tensors.length)
        shape, block = _merged(tensors, as_shape(element_shape), op), tensors.block
        if block is not None and len(block) and admits(shape, block.shape[1:]):
            return block
        return _stacked(ctx, _complete(ctx, tensors, tensors.items, shape, op), tensors.dtype, shape, op)


@register_kernel("TensorListGather", "CPU", host_inputs=["element_shape"], uses=["memory"])
class TensorListGather(PlainKernel):
    def compute(self, ctx: Context, input_handle: Any, indices: Any, element_shape: Any) -> Array:
        op = "TensorListGather"
        tensors = list_in(input_handle, op, self.attrs["element_dtype"])
        shape = _merged(tensors, as_shape(element_shape), op)
        numbers = np.asarray(indices)
        _check_indices(numbers, tensors.length, op)
        items = [tensors.item(number) for number in numbers]
        return _stacked(ctx, _complete(ctx, tensors, items, shape, op), tensors.dtype, shape, op)


def _check_indices(numbers: Any, length: int, op: str) -> None:
    if numbers.size and not (numbers.min() >= 0 and numbers.max() < length):
        raise must("indices", op, f"be in [0, {length})", f"between {numbers.min()} and {numbers.max()}")


class _Scatter(PlainKernel):
    def scattered(self, ctx: Context, op: str, tensors: TensorList, tensor: Array, indices: Any, count: int) -> Any:
        """``tensors``, ``count`` elements or as many as needed, with entries of ``tensor`` as elements."""
        numbers = np.asarray(indices)
        largest = int(numbers.max()) + 1 if numbers.size else 0
        if count < -1:
            raise must("num_elements", op, "be at least -1", count)
        if count >= 0 and largest > count:
            raise must("indices", op, f"be below num_elements = {count}", largest - 1)
        if numbers.size and numbers.min() < 0:
            raise must("indices", op, "be at least 0", int(numbers.min()))
        items = tensors.items
        missing = max(0, bounded_length(max(largest, count), op, "indices") - len(items))
        ctx.check_memory(8 * missing + _BYTES_OF_VIEW * numbers.size)
        items += [None] * missing
        for number, item in zip(numbers.tolist(), entries(tensor), strict=True):
            check_fits(item, tensors, op, "tensor")
            ctx.hold(item)
            items[number] = item
        return wrap(tensors.like(items))


@register_kernel("TensorListScatter", "CPU", host_inputs=["element_shape"], uses=["memory"])
class TensorListScatter(_Scatter):
    def compute(self, ctx: Context, tensor: Array, indices: Any, element_shape: Any) -> Any:
        empty = TensorList([], self.attrs["element_dtype"], as_shape(element_shape))
        return self.scattered(ctx, "TensorListScatter", empty, tensor, indices, -1)


@register_kernel("TensorListScatterV2", "CPU", host_inputs=["element_shape", "num_elements"], uses=["memory"])
class TensorListScatterV2(_Scatter):
    def compute(self, ctx: Context, tensor: Array, indices: Any, element_shape: Any, num_elements: Any) -> Any:
        empty = TensorList([], self.attrs["element_dtype"], as_shape(element_shape))
        return self.scattered(ctx, "TensorListScatterV2", empty, tensor, indices, int(num_elements))


@register_kernel("TensorListScatterIntoExistingList", "CPU", uses=["memory"])
class TensorListScatterIntoExistingList(_Scatter):
    def compute(self, ctx: Context, input_handle: Any, tensor: Array, indices: Any) -> Any:
        op = "TensorListScatterIntoExistingList"
        tensors = list_in(input_handle, op, self.attrs["element_dtype"])
        return self.scattered(ctx, op, tensors, tensor, indices, -1)


class _Concat(PlainKernel):
    def joined(
        self, ctx: Context, op: str, tensors: TensorList, wanted: TensorShape, leading: Sequence[int]
    ) -> tuple[Array, Array]:
        """The elements along their first dimension, and their lengths there."""
        if wanted.rank == 0 or tensors.shape.rank == 0:
            raise must("input_handle", op, "have elements of rank 1 or more", "scalars")
        shape = _merged(tensors, wanted, op)
        items = tensors.items
        first, rest = (None, shape) if shape.rank is None else (shape[0], shape[1:])
        for item in items:
            if item is None:
                continue
            if item.ndim < 1 or not shape.is_compatible_with(item.shape):
                raise must("input_handle", op, f"have elements of shape {shape}", tuple(item.shape))
            rest = TensorShape.of(item.shape[1:])
        if not isinstance(first, int):
            sizes = {item.shape[0] for item in items if item is not None}
            first = sizes.pop() if len(sizes) == 1 else None
        zeros: dict[int, Array] = {}
        parts: list[Array] = []
        for index, item in enumerate(items):
            if item is None:
                size = int(leading[index]) if index < len(leading) else first
                if size is None or size < 0:
                    raise must("leading_dims", op, "have a size for each element that was never set", list(leading))
                if size not in zeros:
                    zeros[size] = _zeros(ctx, tensors.dtype, TensorShape([size]).concatenate(rest), op)
                item = zeros[size]
            parts.append(item)
        lengths = np.array([part.shape[0] for part in parts], dtype=np.int64)
        if not parts:
            if not rest.is_fully_defined:
                raise must("element_shape", op, "be known but for its first dimension for an empty list", wanted)
            return np.zeros((0, *rest.as_tuple()), tensors.dtype.numpy_dtype), lengths
        if any(part.shape[1:] != parts[0].shape[1:] for part in parts):
            raise must("input_handle", op, "have elements that differ in their first dimension only", "others")
        ctx.check_memory(sum(int(part.nbytes) for part in parts))
        return np.concatenate(parts), lengths


@register_kernel("TensorListConcat", "CPU", host_outputs=["lengths"], uses=["memory"])
class TensorListConcat(_Concat):
    def compute(self, ctx: Context, input_handle: Any) -> tuple[Array, Array]:
        tensors = list_in(input_handle, "TensorListConcat", self.attrs["element_dtype"])
        return self.joined(ctx, "TensorListConcat", tensors, self.attrs["element_shape"], ())


@register_kernel(
    "TensorListConcatV2",
    "CPU",
    host_inputs=["element_shape", "leading_dims"],
    host_outputs=["lengths"],
    uses=["memory"],
)
class TensorListConcatV2(_Concat):
    def compute(self, ctx: Context, input_handle: Any, element_shape: Any, leading_dims: Any) -> tuple[Array, Array]:
        tensors = list_in(input_handle, "TensorListConcatV2", self.attrs["element_dtype"])
        return self.joined(ctx, "TensorListConcatV2", tensors, as_shape(element_shape), [int(d) for d in leading_dims])


@register_kernel("TensorListSplit", "CPU", host_inputs=["element_shape", "lengths"], uses=["memory"])
class TensorListSplit(PlainKernel):
    def compute(self, ctx: Context, tensor: Array, element_shape: Any, lengths: Any) -> Any:
        sizes = [int(size) for size in lengths]
        if any(size < 0 for size in sizes) or sum(sizes) != tensor.shape[0]:
            raise must("lengths", "TensorListSplit", f"be at least 0 and add up to {tensor.shape[0]}", sizes)
        empty = TensorList([], self.attrs["element_dtype"], as_shape(element_shape))
        ctx.check_memory(_BYTES_OF_VIEW * len(sizes))
        items: list[Any] = []
        start = 0
        for size in sizes:
            items.append(tensor[start : start + size])
            check_fits(items[-1], empty, "TensorListSplit", "tensor")
            ctx.hold(items[-1])
            start += size
        return wrap(empty.like(items))


@register_kernel("TensorListLength", "CPU", host_outputs=["length"])
class TensorListLength(PlainKernel):
    reads_ahead = (0,)

    def compute(self, input_handle: Any) -> Any:
        return np.array(list_in(input_handle, "TensorListLength").length, dtype=np.int32)


@register_kernel("TensorListElementShape", "CPU", host_outputs=["element_shape"])
class TensorListElementShape(PlainKernel):
    reads_ahead = (0,)

    def compute(self, input_handle: Any) -> Any:
        shape = list_in(input_handle, "TensorListElementShape").shape
        dtype = self.attrs["shape_type"].numpy_dtype
        if shape.dims is None:
            return np.array(-1, dtype)
        return np.array([dim if isinstance(dim, int) else -1 for dim in shape.dims], dtype)


@register_kernel("TensorListResize", "CPU", uses=["memory"])
class TensorListResize(PlainKernel):
    def compute(self, ctx: Context, input_handle: Any, size: Any) -> Any:
        tensors = list_in(input_handle, "TensorListResize")
        count = bounded_length(int(np.asarray(size)), "TensorListResize", "size")
        ctx.check_memory(8 * count)
        items = tensors.items[:count]
        return wrap(tensors.like(items + [None] * (count - len(items))))
