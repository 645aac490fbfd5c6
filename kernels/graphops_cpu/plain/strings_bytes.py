"""Plain kernels of strings that hold other bytes."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphops_cpu.lib.compression import WINDOWS, decompressed
from graphops_cpu.lib.text import MOST_BYTES, require_room, strings
from graphops_registry.errors import DataLossError, GraphopsError, must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context


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
        kind = self.attrs["compression_type"]
        if kind not in WINDOWS:
            return texts.copy()
        room = MOST_BYTES
        found = []
        for text in texts.reshape(-1):
            before = MOST_BYTES - room
            found.append(decompressed(ctx, "DecodeCompressed", text, kind, self._damaged, before))
            room -= len(found[-1])
        return strings(found, texts.shape)

    def _damaged(self, got: str) -> GraphopsError:
        rule = f"hold what {self.attrs['compression_type']} made"
        return must("bytes", "DecodeCompressed", rule, got, kind=DataLossError)
