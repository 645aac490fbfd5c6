"""Plain kernels of tensor arrays. An element stays on the device that wrote it; reading copies it to the reader's."""

from __future__ import annotations

from math import prod
from typing import Any, ClassVar

import numpy as np

from graphops_cpu.lib.sequence_accesses import ArrayRead, ArrayWrite
from graphops_cpu.lib.stacking import entries, stack
from graphops_cpu.lib.tensor_array_state import TensorArray
from graphops_cpu.plain.state import here
from graphops_registry.errors import ResourceExhaustedError, must
from graphops_registry.kernel_def import Array, KernelSpec, PlainKernel, Shape, register_kernel
from graphops_registry.kernels.context import Context
from graphops_registry.kernels.loop_list import SequenceAccess
from graphops_registry.ops.tensor_array import TENSOR_ARRAY
from graphops_registry.resource import ResourceHandle, handle_array
from graphops_registry.shape import TensorShape, admits

# What an element costs beside its array when all of them are read: references, a shape, a length.
_BYTES_OF_ELEMENT = 128


class ArrayName(bytes):
    """The name of a tensor array in a string tensor, which is the handle of graphs that are older than resources.

    Attributes:
        state: the array.
        kind, text: as those of a handle.
    """

    state: TensorArray
    kind = TENSOR_ARRAY

    @property
    def text(self) -> str:
        return self.state.text


def array_in(op: str, handle: Any) -> TensorArray:
    """The tensor array whose handle this is. Its value is not known when shapes are checked.

    Raises:
        InvalidArgumentError: it is the handle of something else.
    """
    found = handle[()] if handle.ndim == 0 else (handle.reshape(-1)[-1] if handle.size else None)
    state = found.state if isinstance(found, ResourceHandle | ArrayName) else None
    if not isinstance(state, TensorArray):
        got = found.text if isinstance(found, ResourceHandle) else repr(found)
        raise must("handle", op, "be the handle of a tensor array", got)
    return state


class _OnArray(PlainKernel):
    """Base of kernels that work on a tensor array."""

    op = ""

    def write(self, ctx: Context, array: TensorArray, indices: Any, values: Any) -> None:
        for value in values:
            ctx.hold(value)
        array.write(self.op, indices, values, lambda value: self.here(ctx, value))

    def here(self, ctx: Context, value: Array) -> Array:
        """An element where the kernel runs."""
        return here(ctx, value)

    def zeros(self, ctx: Context, shape: Shape, number: int) -> Array:
        """Zeros for ``number`` elements: one array for all, because elements never change.

        Raises:
            InvalidArgumentError: elements of this dtype cannot be zeros.
            ResourceExhaustedError: so many of them do not fit into the device's memory.
        """
        dtype = self.attrs["dtype"]
        if dtype.kind == "object":
            raise must("attr 'dtype'", self.op, "have zeros, which elements never written are", dtype.name)
        # Sizes beside a size of 0 count: NumPy refuses them as it would without it.
        self.require_memory(ctx, prod(max(size, 1) for size in shape) * dtype.size * number)
        return self.xp.zeros(shape, dtype=dtype.numpy_dtype)

    def empty(self, rest: TensorShape) -> Array:
        """No element, each of this shape, which the shape rule has checked."""
        dtype = self.attrs["dtype"]
        xp = np if dtype.kind == "object" else self.xp
        return xp.zeros((0, *rest.as_tuple()), dtype=dtype.numpy_dtype)

    def require_memory(self, ctx: Context, size: int) -> None:
        limit = ctx.device.memory(ctx.index)[1]
        if size > limit:
            raise ResourceExhaustedError(
                f"the memory for op '{self.op}' must stay within {limit:,} bytes, but its elements need {size:,}"
            ).concerns(op=self.op)
        ctx.check_memory(size)

    def read(self, ctx: Context, array: TensorArray, indices: Any, shape: TensorShape | None = None) -> list[Array]:
        """Elements, on the device that the kernel runs on."""
        found = array.read(self.op, indices, lambda *zeros: self.zeros(ctx, *zeros), shape)
        return [self.here(ctx, value) for value in found]


@register_kernel("TensorArrayV3", "CPU", host_inputs=["size"], host_outputs=["handle"], uses=["name"])
class TensorArrayV3(PlainKernel):
    def compute(self, ctx: Context, size: Any) -> tuple[Any, Array]:
        return handle_array(self.new(ctx, size).handle()), self.xp.zeros((), dtype=np.float32)

    def new(self, ctx: Context, size: Any) -> TensorArray:
        """The array that the attrs describe."""
        attrs = self.attrs
        return TensorArray(
            attrs["tensor_array_name"] or ctx.name,
            attrs["dtype"],
            int(size),
            attrs["element_shape"],
            dynamic_size=attrs["dynamic_size"],
            clear_after_read=attrs["clear_after_read"],
            identical_element_shapes=attrs.get("identical_element_shapes", False),
        )


@register_kernel("TensorArrayGradV3", "CPU", host_outputs=["grad_handle"], uses=["stream"])
class TensorArrayGradV3(_OnArray):
    op = "TensorArrayGradV3"
    reads_ahead: tuple[int, ...] = (0,)

    def compute(self, ctx: Context, handle: Any, flow: Array) -> tuple[Any, Array]:
        return self.gradient(handle, None)

    def gradient(self, handle: Any, prepend: Shape | None) -> tuple[Any, Array]:
        found = array_in(self.op, handle).gradient(self.op, self.attrs["source"], prepend)
        return handle_array(found.handle()), self.xp.zeros((), dtype=np.float32)


@register_kernel(
    "TensorArrayGradWithShape",
    "CPU",
    host_inputs=["shape_to_prepend"],
    host_outputs=["grad_handle"],
    uses=["stream"],
)
class TensorArrayGradWithShape(TensorArrayGradV3):
    op = "TensorArrayGradWithShape"
    reads_ahead = (0, 2)

    def compute(  # type: ignore[override]
        self, ctx: Context, handle: Any, flow: Array, shape_to_prepend: Any
    ) -> tuple[Any, Array]:
        return self.gradient(handle, tuple(int(size) for size in shape_to_prepend))


@register_kernel("TensorArrayWriteV3", "CPU", uses=["stream", "memory"])
class TensorArrayWriteV3(_OnArray):
    op = "TensorArrayWriteV3"
    views = {0: 3}

    def compute(self, ctx: Context, handle: Any, index: Array, value: Array, flow: Array) -> Array:
        array = array_in(self.op, handle)
        array.check_dtype("T", self.op, self.attrs["T"])
        self.write(ctx, array, [int(index.item())], [value])
        return flow

    def sequence_access(self, spec: KernelSpec) -> SequenceAccess:
        return ArrayWrite(self.attrs["T"])


@register_kernel("TensorArrayReadV3", "CPU", uses=["stream", "memory"])
class TensorArrayReadV3(_OnArray):
    """The output is the element itself, because values never change."""

    op = "TensorArrayReadV3"

    def compute(self, ctx: Context, handle: Any, index: Array, flow: Array) -> Array:
        array = array_in(self.op, handle)
        array.check_dtype("dtype", self.op, self.attrs["dtype"])
        return self.read(ctx, array, [int(index.item())])[0]

    def sequence_access(self, spec: KernelSpec) -> SequenceAccess:
        return ArrayRead(self.attrs["dtype"])


@register_kernel("TensorArrayGatherV3", "CPU", host_inputs=["indices"], uses=["stream", "memory"])
class TensorArrayGatherV3(_OnArray):
    op = "TensorArrayGatherV3"

    def compute(self, ctx: Context, handle: Any, indices: Any, flow: Array) -> Array:
        array, element = array_in(self.op, handle), self.attrs["element_shape"]
        array.check_dtype("dtype", self.op, self.attrs["dtype"])
        array.refine("element_shape", self.op, element)
        if not indices.size:
            return self.empty(element)
        values = self.read(ctx, array, indices.tolist(), element)
        require_shape("element_shape", self.op, values[0].shape, element)
        shape = values[0].shape
        for index, value in zip(indices, values, strict=True):
            if value.shape != shape:
                rule = f"be those of elements of one shape, that of element {indices[0]}, {shape}"
                raise must("indices", self.op, rule, f"element {index} of shape {value.shape}")
        self.require_memory(ctx, len(values) * values[0].nbytes)
        return stack(self.xp_of(values[0]), values)


def require_shape(attr: str, op: str, shape: Shape, wanted: TensorShape) -> None:
    """Refuse the first element if the attr says another shape.

    Raises:
        InvalidArgumentError: naming both.
    """
    if not admits(wanted, shape):
        raise must(f"attr '{attr}'", op, f"agree with the first element's shape, {shape}", wanted)


@register_kernel("TensorArrayScatterV3", "CPU", host_inputs=["indices"], uses=["stream", "memory"])
class TensorArrayScatterV3(_OnArray):
    """Elements are views of the value, which never changes."""

    op = "TensorArrayScatterV3"
    views = {0: 3}

    def compute(self, ctx: Context, handle: Any, indices: Any, value: Array, flow: Array) -> Array:
        array = array_in(self.op, handle)
        array.check_dtype("T", self.op, self.attrs["T"])
        self.write(ctx, array, indices.tolist(), entries(value))
        return flow


@register_kernel("TensorArrayConcatV3", "CPU", host_outputs=["lengths"], uses=["stream", "memory"])
class TensorArrayConcatV3(_OnArray):
    op = "TensorArrayConcatV3"

    def compute(self, ctx: Context, handle: Any, flow: Array) -> tuple[Array, Any]:
        array, rest = array_in(self.op, handle), self.attrs["element_shape_except0"]
        array.check_dtype("dtype", self.op, self.attrs["dtype"])
        array.check_open(self.op)
        number = array.joined()
        if not number:
            if not rest.is_fully_defined:
                rule = f"be known completely, as {array.text} is empty"
                raise must("attr 'element_shape_except0'", self.op, rule, rest)
            return self.empty(rest), np.zeros(0, dtype=np.int64)
        self.require_memory(ctx, number * _BYTES_OF_ELEMENT)
        values = self.read(ctx, array, range(number))
        for index, value in enumerate(values):
            if not value.ndim:
                raise must("handle", self.op, "be that of an array without scalars", f"a scalar as element {index}")
            if value.shape[1:] != values[0].shape[1:]:
                rule = f"be that of an array of elements whose shapes end in {values[0].shape[1:]}"
                raise must("handle", self.op, rule, f"element {index} of shape {value.shape}")
        require_shape("element_shape_except0", self.op, values[0].shape[1:], rest)
        lengths = np.array([value.shape[0] for value in values], dtype=np.int64)
        return self.xp_of(values[0]).concatenate(values), lengths


@register_kernel("TensorArraySplitV3", "CPU", host_inputs=["lengths"], uses=["stream", "memory"])
class TensorArraySplitV3(_OnArray):
    """Elements are views of the value, which never changes."""

    op = "TensorArraySplitV3"
    views = {0: 3}

    def compute(self, ctx: Context, handle: Any, value: Array, lengths: Any, flow: Array) -> Array:
        array = array_in(self.op, handle)
        array.check_dtype("T", self.op, self.attrs["T"])
        array.check_open(self.op)
        if not array.room_for(len(lengths)):
            rule = f"have a size for each of the {array.size} elements of {array.text}"
            raise must("lengths", self.op, rule, f"{len(lengths)} sizes")
        ends = np.cumsum(lengths)
        cuts = zip(ends - lengths, ends, strict=True)
        self.write(ctx, array, range(len(lengths)), [value[int(start) : int(end)] for start, end in cuts])
        array.split_into(array.size)
        return flow


@register_kernel("TensorArraySizeV3", "CPU", host_outputs=["size"], uses=["stream"])
class TensorArraySizeV3(PlainKernel):
    op: ClassVar[str] = "TensorArraySizeV3"

    def compute(self, ctx: Context, handle: Any, flow: Array) -> Any:
        array = array_in(self.op, handle)
        array.check_open(self.op)
        return np.array(array.size, dtype=np.int32)


@register_kernel("TensorArrayCloseV3", "CPU", uses=["stream"])
class TensorArrayCloseV3(PlainKernel):
    op: ClassVar[str] = "TensorArrayCloseV3"

    def compute(self, ctx: Context, handle: Any) -> tuple[Array, ...]:
        array_in(self.op, handle).close(self.op)
        return ()
