"""Plain kernels that encode and decode strings: numbers, bytes, base64."""

from __future__ import annotations

import base64
import re
from math import isfinite
from typing import Any

import numpy as np

from graphops_cpu.lib.elementwise import COMPLEX, INTEGERS, REALS
from graphops_cpu.lib.number_text import fraction, integer
from graphops_cpu.lib.text import each, numbers, on_host, require_room, strings
from graphops_registry.dtypes import bool_, string
from graphops_registry.errors import must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context


@register_kernel("AsString", "CPU", types={"T": (*INTEGERS, *REALS, *COMPLEX, bool_, string)}, uses=["memory"])
class AsString(PlainKernel):
    def compute(self, ctx: Context, x: Array) -> Array:
        values, a = on_host(x), self.attrs
        kind, width = values.dtype.kind, max(a["width"], 0)
        require_room(ctx, "AsString", values.size * (width + max(a["precision"], 0)))
        if kind == "b":
            return strings((b"true" if value else b"false" for value in values.reshape(-1)), values.shape)
        if kind == "O":
            return each(lambda text: text.ljust(width) if a["fill"] == "-" else text.rjust(width), values)
        if kind in "iu":
            flag = a["fill"] if kind == "i" or a["fill"] not in (" ", "+") else ""  # no number here is negative
            form = f"%{flag}{width or ''}d"
            return strings([(form % value).encode() for value in values.reshape(-1).tolist()], values.shape)
        listed: list[Any] = values.reshape(-1).astype(np.complex128 if kind == "c" else np.float64).tolist()
        if kind == "c":
            texts = [f"({self._fraction(value.real)},{self._fraction(value.imag)})" for value in listed]
        else:
            texts = [self._fraction(value) for value in listed]
        return strings([text.encode() for text in texts], values.shape)

    def _fraction(self, value: float) -> str:
        a = self.attrs
        letter = "e" if a["scientific"] else "g" if a["shortest"] else "f"
        flag = a["fill"] if isfinite(value) or a["fill"] != "0" else ""  # nan and inf have no zeros in front
        precision = f".{a['precision']}" if a["precision"] >= 0 else ""
        return f"%{flag}{max(a['width'], 0) or ''}{precision}{letter}" % value


@register_kernel("StringToNumber", "CPU", host_outputs=["output"])
class StringToNumber(PlainKernel):
    def compute(self, texts: Array) -> Array:
        dtype = self.attrs["out_type"].numpy_dtype
        if dtype.kind in "iu":
            limits = np.iinfo(dtype)
            rule = f"hold integers in [{limits.min}, {limits.max}] in decimal digits"
            return numbers(lambda text: self._require(integer(text, dtype), rule, text), texts, dtype)
        with np.errstate(all="ignore"):
            found = numbers(lambda text: self._require(fraction(text, dtype), "hold numbers", text), texts, np.float64)
            return found.astype(dtype)

    def _require(self, value: float | None, rule: str, text: bytes) -> float:
        if value is None:
            raise must("string_tensor", "StringToNumber", rule, repr(text))
        return value


@register_kernel("EncodeBase64", "CPU")
class EncodeBase64(PlainKernel):
    def compute(self, texts: Array) -> Array:
        if self.attrs["pad"]:
            return each(base64.urlsafe_b64encode, texts)
        return each(lambda text: base64.urlsafe_b64encode(text).rstrip(b"="), texts)


_BASE64 = re.compile(rb"([A-Za-z0-9_-]*)(={0,2})")


@register_kernel("DecodeBase64", "CPU")
class DecodeBase64(PlainKernel):
    def compute(self, texts: Array) -> Array:
        return each(self._decode, texts)

    def _decode(self, text: bytes) -> bytes:
        found = _BASE64.fullmatch(text)
        if found is None or len(found[1]) % 4 == 1 or (found[2] and len(text) % 4):
            rule = "hold base64 with the letters A-Z, a-z, 0-9, - and _, and = to a multiple of 4 or not at all"
            raise must("input", "DecodeBase64", rule, repr(text))
        return base64.urlsafe_b64decode(found[1] + b"=" * (-len(found[1]) % 4))


@register_kernel("DecodeRaw", "CPU", host_outputs=["output"])
class DecodeRaw(PlainKernel):
    def compute(self, texts: Array) -> Array:
        dtype = self.attrs["out_type"].numpy_dtype
        flat = texts.reshape(-1).tolist()
        length = len(flat[0]) if flat else 0
        other = next((len(text) for text in flat if len(text) != length), length)
        if other != length:
            raise must("bytes", "DecodeRaw", "be strings of one length", f"lengths {length} and {other}")
        if length % dtype.itemsize:
            rule = f"have a length that is a multiple of {dtype.itemsize}, the size of {self.attrs['out_type'].name}"
            raise must("bytes", "DecodeRaw", rule, length)
        part = dtype.itemsize // 2 if dtype.kind == "c" else dtype.itemsize  # a complex number's bytes turn in halves
        order = "<" if self.attrs["little_endian"] else ">"
        raw = np.frombuffer(b"".join(flat), dtype=f"{order}u{part}").astype(f"=u{part}")
        found = (raw != 0) if dtype.kind == "b" else raw.view(dtype)
        return found.reshape(*texts.shape, length // dtype.itemsize)
