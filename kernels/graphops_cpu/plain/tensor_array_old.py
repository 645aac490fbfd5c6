"""Plain kernels of tensor arrays in graphs that are older than resources: a string, or a reference, is the handle."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_cpu.lib.stacking import entries
from graphops_cpu.lib.tensor_array_state import TensorArray as State
from graphops_cpu.plain.tensor_array import (
    ArrayName,
    TensorArrayCloseV3,
    TensorArrayConcatV3,
    TensorArrayGatherV3,
    TensorArrayGradV3,
    TensorArrayReadV3,
    TensorArrayScatterV3,
    TensorArraySizeV3,
    TensorArraySplitV3,
    TensorArrayV3,
    TensorArrayWriteV3,
    array_in,
)
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, register_kernel
from graphops_registry.kernels.context import Context


def _name(array: State) -> ArrayName:
    name = ArrayName(array.name.encode())
    name.state = array
    return name


def _handle(array: State) -> Any:
    """Two strings."""
    handle = np.empty(2, dtype=object)
    handle[:] = [b"_tensor_arrays", _name(array)]
    handle.flags.writeable = False
    return handle


def _reference(array: State) -> Any:
    """What stands for a reference to the strings: the name alone."""
    handle = np.empty((), dtype=object)
    handle[()] = _name(array)
    handle.flags.writeable = False
    return handle


class _OnHost:
    """Base of kernels that work on such an array: with strings, everything is on the host."""

    def here(self, ctx: Context, value: Array) -> Array:
        return value


@register_kernel("TensorArrayV2", "CPU", host_inputs=["size"], host_outputs=["handle"], uses=["name"])
class TensorArrayV2(TensorArrayV3):
    def compute(self, ctx: Context, size: Any) -> Any:
        return _handle(self.new(ctx, size))


@register_kernel("TensorArrayGradV2", "CPU", host_outputs=["grad_handle"], uses=["stream"])
class TensorArrayGradV2(TensorArrayGradV3):
    op = "TensorArrayGradV2"

    def compute(self, ctx: Context, handle: Any, flow: Array) -> Any:
        return _handle(array_in(self.op, handle).gradient(self.op, self.attrs["source"], None))


@register_kernel("TensorArrayWriteV2", "CPU", uses=["stream", "memory"])
class TensorArrayWriteV2(_OnHost, TensorArrayWriteV3):
    op = "TensorArrayWriteV2"

    def compute(self, ctx: Context, handle: Any, index: Array, value: Array, flow: Array) -> Array:
        return super().compute(ctx, handle, index, value, flow)


@register_kernel("TensorArrayReadV2", "CPU", uses=["stream", "memory"])
class TensorArrayReadV2(_OnHost, TensorArrayReadV3):
    """The output is the element itself, because values never change."""

    op = "TensorArrayReadV2"

    def compute(self, ctx: Context, handle: Any, index: Array, flow: Array) -> Array:
        return super().compute(ctx, handle, index, flow)


@register_kernel("TensorArrayGatherV2", "CPU", host_inputs=["indices"], uses=["stream", "memory"])
class TensorArrayGatherV2(_OnHost, TensorArrayGatherV3):
    op = "TensorArrayGatherV2"


@register_kernel("TensorArrayScatterV2", "CPU", host_inputs=["indices"], uses=["stream", "memory"])
class TensorArrayScatterV2(_OnHost, TensorArrayScatterV3):
    """Elements are views of the value, which never changes."""

    op = "TensorArrayScatterV2"


@register_kernel("TensorArrayConcatV2", "CPU", host_outputs=["lengths"], uses=["stream", "memory"])
class TensorArrayConcatV2(_OnHost, TensorArrayConcatV3):
    op = "TensorArrayConcatV2"


@register_kernel("TensorArraySplitV2", "CPU", host_inputs=["lengths"], uses=["stream", "memory"])
class TensorArraySplitV2(_OnHost, TensorArraySplitV3):
    """Elements are views of the value, which never changes."""

    op = "TensorArraySplitV2"


@register_kernel("TensorArraySizeV2", "CPU", host_outputs=["size"], uses=["stream"])
class TensorArraySizeV2(TensorArraySizeV3):
    op = "TensorArraySizeV2"


@register_kernel("TensorArrayCloseV2", "CPU", uses=["stream"])
class TensorArrayCloseV2(TensorArrayCloseV3):
    op = "TensorArrayCloseV2"


@register_kernel("TensorArray", "CPU", host_inputs=["size"], host_outputs=["handle"], uses=["name"])
class TensorArray(TensorArrayV3):
    def compute(self, ctx: Context, size: Any) -> Any:
        return _reference(self.new(ctx, size))


@register_kernel("TensorArrayGrad", "CPU", host_outputs=["grad_handle"], uses=["stream"])
class TensorArrayGrad(TensorArrayGradV3):
    op = "TensorArrayGrad"

    def compute(self, ctx: Context, handle: Any, flow: Array) -> Any:
        return _reference(array_in(self.op, handle).gradient(self.op, self.attrs["source"], None))


@register_kernel("TensorArrayWrite", "CPU", host_inputs=["handle"], uses=["stream", "memory"])
class TensorArrayWrite(_OnHost, TensorArrayWriteV3):
    op = "TensorArrayWrite"

    def compute(self, ctx: Context, handle: Any, index: Array, value: Array, flow: Array) -> Array:
        return super().compute(ctx, handle, index, value, flow)


@register_kernel("TensorArrayRead", "CPU", host_inputs=["handle"], uses=["stream", "memory"])
class TensorArrayRead(_OnHost, TensorArrayReadV3):
    """The output is the element itself, because values never change."""

    op = "TensorArrayRead"

    def compute(self, ctx: Context, handle: Any, index: Array, flow: Array) -> Array:
        return super().compute(ctx, handle, index, flow)


@register_kernel("TensorArrayGather", "CPU", host_inputs=["handle", "indices"], uses=["stream", "memory"])
class TensorArrayGather(_OnHost, TensorArrayGatherV3):
    op = "TensorArrayGather"


@register_kernel("TensorArrayScatter", "CPU", host_inputs=["handle", "indices"], uses=["stream", "memory"])
class TensorArrayScatter(_OnHost, TensorArrayScatterV3):
    """Elements are views of the value, which never changes."""

    op = "TensorArrayScatter"


@register_kernel(
    "TensorArrayConcat", "CPU", host_inputs=["handle"], host_outputs=["lengths"], uses=["stream", "memory"]
)
class TensorArrayConcat(_OnHost, TensorArrayConcatV3):
    op = "TensorArrayConcat"


@register_kernel("TensorArraySplit", "CPU", host_inputs=["handle", "lengths"], uses=["stream", "memory"])
class TensorArraySplit(_OnHost, TensorArraySplitV3):
    """Elements are views of the value, which never changes."""

    op = "TensorArraySplit"


@register_kernel("TensorArraySize", "CPU", host_inputs=["handle"], host_outputs=["size"], uses=["stream"])
class TensorArraySize(TensorArraySizeV3):
    op = "TensorArraySize"


@register_kernel("TensorArrayClose", "CPU", host_inputs=["handle"], uses=["stream"])
class TensorArrayClose(TensorArrayCloseV3):
    op = "TensorArrayClose"


@register_kernel("TensorArrayPack", "CPU", host_inputs=["handle"], uses=["stream", "memory"])
class TensorArrayPack(_OnHost, TensorArrayGatherV3):
    op = "TensorArrayPack"

    def compute(self, ctx: Context, handle: Any, flow: Array) -> Array:  # type: ignore[override]
        array = array_in(self.op, handle)
        array.check_open(self.op)
        if not array.size and not self.attrs["element_shape"].is_fully_defined:
            rule = f"be known completely, as {array.text} is empty"
            raise must("attr 'element_shape'", self.op, rule, self.attrs["element_shape"])
        return super().compute(ctx, handle, np.arange(array.size), flow)


@register_kernel("TensorArrayUnpack", "CPU", host_inputs=["handle"], uses=["stream", "memory"])
class TensorArrayUnpack(_OnHost, TensorArrayScatterV3):
    """Elements are views of the value, which never changes."""

    op = "TensorArrayUnpack"
    views = {0: 2}

    def compute(self, ctx: Context, handle: Any, value: Array, flow: Array) -> Array:  # type: ignore[override]
        array = array_in(self.op, handle)
        array.check_dtype("T", self.op, self.attrs["T"])
        array.check_open(self.op)
        if not array.room_for(value.shape[0]):
            rule = f"have an entry for each of the {array.size} elements of {array.text}"
            raise must("value", self.op, rule, f"{value.shape[0]} entries")
        self.write(ctx, array, range(value.shape[0]), entries(value))
        return flow
