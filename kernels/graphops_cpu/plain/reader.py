"""Plain kernels of readers, which are on the host."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np

from graphops_cpu.lib.reader_state import (
    READER,
    FixedReader,
    IdentityReader,
    LineReader,
    Reader,
    RecordReader,
    WholeReader,
)
from graphops_cpu.lib.text import strings
from graphops_cpu.plain.queue import queue_in
from graphops_registry.dtypes import string, variant
from graphops_registry.errors import InvalidArgumentError, must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context
from graphops_registry.resource import ResourceHandle, handle_array
from graphops_registry.shape import SCALAR_SHAPE

_MAKES = ["name", "resources"]
_READS = ["cancel", "files", "memory"]


def _reader_in(op: str, handle: Any) -> Reader:
    """The reader whose handle this is.

    Raises:
        InvalidArgumentError: it is the handle of something else.
    """
    found: Any = handle[()] if handle.ndim == 0 else None
    state = getattr(found, "state", None)
    if not isinstance(state, Reader):
        raise must("reader_handle", op, "be the handle of a reader", getattr(found, "text", repr(found)))
    return state


def _names(ctx: Context, op: str, handle: Any) -> Iterator[bytes]:
    """What a queue gives.

    Raises:
        InvalidArgumentError: its elements are no strings.
    """
    queue = queue_in(op, handle, "queue_handle")
    if queue.types != (string,):
        raise must("queue_handle", op, "be a queue of strings", f"{queue.kind} '{queue.name}' of others")
    while True:
        ((value,),) = queue.dequeue(ctx, op, 1)
        if value.ndim:
            raise must("queue_handle", op, "be a queue of scalars", f"an element of shape {value.shape}")
        yield value[()]


class MakesReader(PlainKernel):
    """Base of kernels that give the handle of a reader."""

    reader: ClassVar[type[Reader]]

    def compute(self, ctx: Context) -> Any:
        attrs = self.attrs
        container, name = attrs["container"], attrs["shared_name"] or ctx.name
        state: Reader = ctx.resources.state((READER, container, name), lambda: self.reader(name, attrs))
        if type(state) is not self.reader:
            raise InvalidArgumentError(f"reader '{name}' must be a {self.reader.kind}, got a {state.kind}")
        return handle_array(ResourceHandle(container, name, READER, variant, SCALAR_SHAPE, state))


@register_kernel("TextLineReaderV2", "CPU", host_outputs=["reader_handle"], uses=_MAKES)
class TextLineReaderV2(MakesReader):
    reader = LineReader


@register_kernel("WholeFileReaderV2", "CPU", host_outputs=["reader_handle"], uses=_MAKES)
class WholeFileReaderV2(MakesReader):
    reader = WholeReader


@register_kernel("IdentityReaderV2", "CPU", host_outputs=["reader_handle"], uses=_MAKES)
class IdentityReaderV2(MakesReader):
    reader = IdentityReader


@register_kernel("FixedLengthRecordReaderV2", "CPU", host_outputs=["reader_handle"], uses=_MAKES)
class FixedLengthRecordReaderV2(MakesReader):
    reader = FixedReader


@register_kernel("TFRecordReaderV2", "CPU", host_outputs=["reader_handle"], uses=_MAKES)
class TFRecordReaderV2(MakesReader):
    reader = RecordReader


@register_kernel("ReaderReadV2", "CPU", host_outputs=["key", "value"], uses=_READS)
class ReaderReadV2(PlainKernel):
    op: ClassVar[str] = "ReaderReadV2"

    def compute(self, ctx: Context, reader_handle: Any, queue_handle: Any) -> tuple[Array, Array]:
        reader = _reader_in(self.op, reader_handle)
        ((key, value),) = reader.read(ctx, self.op, _names(ctx, self.op, queue_handle), 1)
        return strings([key], ()), strings([value], ())


@register_kernel("ReaderReadUpToV2", "CPU", host_inputs=["num_records"], host_outputs=["keys", "values"], uses=_READS)
class ReaderReadUpToV2(PlainKernel):
    op: ClassVar[str] = "ReaderReadUpToV2"

    def compute(self, ctx: Context, reader_handle: Any, queue_handle: Any, num_records: Any) -> tuple[Array, Array]:
        reader, most = _reader_in(self.op, reader_handle), int(num_records[()])
        if most <= 0:
            raise must("num_records", self.op, "be positive", most)
        found = reader.read(ctx, self.op, _names(ctx, self.op, queue_handle), most)
        keys, values = zip(*found, strict=True)
        return strings(list(keys), (len(keys),)), strings(list(values), (len(values),))


@register_kernel("ReaderNumRecordsProducedV2", "CPU", host_outputs=["records_produced"], uses=["cancel"])
class ReaderNumRecordsProducedV2(PlainKernel):
    op: ClassVar[str] = "ReaderNumRecordsProducedV2"

    def compute(self, ctx: Context, reader_handle: Any) -> Array:
        return np.array(_reader_in(self.op, reader_handle).counts(ctx)[0], np.int64)


@register_kernel("ReaderNumWorkUnitsCompletedV2", "CPU", host_outputs=["units_completed"], uses=["cancel"])
class ReaderNumWorkUnitsCompletedV2(PlainKernel):
    op: ClassVar[str] = "ReaderNumWorkUnitsCompletedV2"

    def compute(self, ctx: Context, reader_handle: Any) -> Array:
        return np.array(_reader_in(self.op, reader_handle).counts(ctx)[1], np.int64)


@register_kernel("ReaderSerializeStateV2", "CPU", host_outputs=["state"], uses=["cancel"])
class ReaderSerializeStateV2(PlainKernel):
    op: ClassVar[str] = "ReaderSerializeStateV2"

    def compute(self, ctx: Context, reader_handle: Any) -> Array:
        return strings([_reader_in(self.op, reader_handle).state(ctx, self.op)], ())


@register_kernel("ReaderRestoreStateV2", "CPU", host_inputs=["state"], uses=["cancel"])
class ReaderRestoreStateV2(PlainKernel):
    op: ClassVar[str] = "ReaderRestoreStateV2"

    def compute(self, ctx: Context, reader_handle: Any, state: Any) -> tuple[Array, ...]:
        _reader_in(self.op, reader_handle).restore(ctx, self.op, state[()])
        return ()


@register_kernel("ReaderResetV2", "CPU", uses=["cancel"])
class ReaderResetV2(PlainKernel):
    op: ClassVar[str] = "ReaderResetV2"

    def compute(self, ctx: Context, reader_handle: Any) -> tuple[Array, ...]:
        _reader_in(self.op, reader_handle).reset(ctx)
        return ()
