"""Plain kernels of WAV files. They run on the host."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np

from graphops_cpu.lib.text import on_host, strings
from graphops_cpu.lib.wav import STEPS, write_wav
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context


@register_kernel("DecodeWav", "CPU", host_outputs=["audio", "sample_rate"], uses=["memory"])
class DecodeWav(PlainKernel):
    xp: ClassVar[Any] = np

    def compute(self, ctx: Context, contents: Array) -> tuple[Array, Array]:
        content: bytes = contents[()]
        channels, rate, sound = self._sound(content)
        wanted, count = self.attrs["desired_channels"], self.attrs["desired_samples"]
        wanted = channels if wanted < 0 else wanted
        rows = len(sound) // (2 * channels)
        count = rows if count < 0 else count
        ctx.check_memory(4 * count * wanted)
        numbers = np.frombuffer(sound, "<i2", rows * channels).reshape(rows, channels)[:count]
        audio = np.zeros((count, wanted), np.float32)
        audio[: len(numbers)] = numbers[:, np.minimum(np.arange(wanted), channels - 1)]
        return audio / np.float32(STEPS), np.array(rate, np.int32)

    def _sound(self, content: bytes) -> tuple[int, int, bytes]:
        """Channels, samples in a second, and the numbers."""
        if len(content) < 36 or content[:4] != b"RIFF" or content[8:16] != b"WAVEfmt ":
            self._fail("be a WAV file with its header of 36 bytes", f"{len(content)} bytes: {content[:16]!r}")
        size, form, channels, rate, speed, step, bits = struct.unpack_from("<IHHIIHH", content, 16)
        if size not in (16, 18) or form != 1 or bits != 16:
            self._fail("have numbers of 16 bits without compression", f"format {form} with {bits} bits")
        if not channels or not 0 < rate < 2**31 or step != 2 * channels or speed != rate * step:
            self._fail(
                "have a header that fits together", f"{channels} channels, {rate} samples a second, {step} bytes"
            )
        for kind, data in self._chunks(content, 20 + size):
            if kind == b"data":
                if len(data) % step:
                    self._fail(f"have samples of {step} bytes", f"{len(data)} bytes")
                return channels, rate, data
        raise must("contents", "DecodeWav", "have a part 'data'", "none")

    def _chunks(self, content: bytes, at: int) -> Iterator[tuple[bytes, bytes]]:
        while at + 8 <= len(content):
            kind, size = struct.unpack_from("<4sI", content, at)
            if at + 8 + size > len(content):
                self._fail(f"have the {size} bytes of its part {kind!r}", len(content) - at - 8)
            yield kind, content[at + 8 : at + 8 + size]
            at += 8 + size

    def _fail(self, rule: str, got: object) -> None:
        raise must("contents", "DecodeWav", rule, got)


@register_kernel("EncodeWav", "CPU", host_inputs=["sample_rate"], uses=["memory"])
class EncodeWav(PlainKernel):
    xp: ClassVar[Any] = np

    def compute(self, ctx: Context, audio: Array, sample_rate: Any) -> Array:
        sound, rate = on_host(audio), int(sample_rate)
        ctx.check_memory(12 * sound.size)
        return strings([write_wav(sound, rate)], ())
