"""Plain kernels of strings that hold other bytes."""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np

from graphops_cpu.lib.text import MOST_BYTES, require_room, strings
from graphops_registry.errors import DataLossError, GraphopsError, must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context

_PART = 1 << 24  # bytes that are decompressed before the run is asked for more room
_WINDOWS = {"ZLIB": 15, "GZIP": 31}


@register_kernel("DecodePaddedRaw", "CPU", host_inputs=["fixed_length"], host_outputs=["output"], uses=["memory"])
class DecodePaddedRaw(PlainKernel):
    def compute(self, ctx: Context, texts: Array, fixed_length: Any) -> Array:
        dtype, length = self.attrs["out_type"].numpy_dtype, int(fixed_length)
        require_room(ctx, "DecodePaddedRaw", 2 * length * texts.size)
        raw = b"".join(text[:length].ljust(length, b"\x00") for text in texts.reshape(-1))
        order = "<" if self.attrs["little_endian"] else ">"
        numbers = np.frombuffer(raw, f"{order}u{dtype.itemsize}").astype(f"=u{dtype.itemsize}")
        return numbers.view(dtype).reshape(*texts.shape, length // dtype.itemsize)


@register_kernel("DecodeCompressed", "CPU", uses=["cancel", "memory"])
class DecodeCompressed(PlainKernel):
    def compute(self, ctx: Context, texts: Array) -> Array:
        window = _WINDOWS.get(self.attrs["compression_type"])
        if window is None:
            return texts.copy()
        room = MOST_BYTES
        found = []
        for text in texts.reshape(-1):
            found.append(self._text(ctx, text, window, MOST_BYTES - room))
            room -= len(found[-1])
        return strings(found, texts.shape)

    def _text(self, ctx: Context, text: bytes, window: int, before: int) -> bytes:
        """One string.

        Args:
            before: how many bytes all strings before it have.
        """
        parts: list[bytes] = []
        size = before
        rest = text
        while rest:
            machine = zlib.decompressobj(window)
            while not machine.eof:
                ctx.check_cancelled()
                try:
                    part = machine.decompress(rest, _PART)
                except zlib.error as error:
                    raise self._damaged(str(error)) from None
                rest = machine.unconsumed_tail
                if not part and not rest and not machine.eof:
                    raise self._damaged("the end before its time")
                parts.append(part)
                size += len(part)
                require_room(ctx, "DecodeCompressed", size)
            rest = machine.unused_data if window == _WINDOWS["GZIP"] else b""
        return b"".join(parts)

    def _damaged(self, got: str) -> GraphopsError:
        rule = f"hold what {self.attrs['compression_type']} made"
        return must("bytes", "DecodeCompressed", rule, got, kind=DataLossError)
