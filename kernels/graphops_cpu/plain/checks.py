"""Plain kernels of checks and messages. Tensors come to the host only when they are shown."""

from __future__ import annotations

import logging
import sys
from typing import Any

import numpy as np

from graphops_cpu.lib.elementwise import count
from graphops_cpu.lib.precision import widen
from graphops_cpu.lib.text import on_host
from graphops_cpu.lib.text_summary import both_ends, first_elements
from graphops_registry.attr import text_bytes, text_shown
from graphops_registry.errors import InvalidArgumentError
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context

_LEVELS = {"log(info)": logging.INFO, "log(warning)": logging.WARNING, "log(error)": logging.ERROR}


def shown(data: tuple[Array, ...], most: int, between: str) -> str:
    """The first elements of each tensor, in brackets."""
    texts = [f"[{first_elements(on_host(x), most).decode('utf-8', 'replace')}]" for x in data]
    return between.join(texts)


@register_kernel("Assert", "CPU", host_inputs=["condition"])
class Assert(PlainKernel):
    def compute(self, condition: Any, *data: Array) -> tuple[Array, ...]:
        if not condition:
            raise InvalidArgumentError(f"assertion failed: {shown(data, self.attrs['summarize'], ' ')}")
        return ()


class _Times:
    """How often a node has printed in a Session."""

    def __init__(self) -> None:
        self.number = 0


@register_kernel("Print", "CPU", uses=["resources", "name"])
class Print(PlainKernel):
    views = {0: 0}

    def compute(self, ctx: Context, x: Array, *data: Array) -> Array:
        first_n = self.attrs["first_n"]
        if first_n >= 0:
            times = ctx.resources.state(("Print", ctx.name), _Times)
            times.number += 1
            if times.number > first_n:
                return x
        sys.stderr.write(f"{text_shown(self.attrs['message'])}{shown(data, self.attrs['summarize'], '')}\n")
        return x


@register_kernel("PrintV2", "CPU")
class PrintV2(PlainKernel):
    def compute(self, text: Array) -> tuple[Array, ...]:
        line, stream = text[()].decode("utf-8", "replace"), self.attrs["output_stream"]
        if stream in _LEVELS:
            logging.getLogger("graphops").log(_LEVELS[stream], "%s", line)
        else:
            (sys.stdout if stream == "stdout" else sys.stderr).write(line + text_shown(self.attrs["end"]))
        return ()


@register_kernel("CheckNumericsV2", "CPU")
class CheckNumericsV2(PlainKernel):
    views = {0: 0}

    def compute(self, x: Array) -> Array:
        wide, xp = widen(x), self.xp
        if count(~xp.isfinite(wide)):
            names = {"NaN": xp.isnan(wide), "-Inf": wide == -np.inf, "+Inf": wide == np.inf}
            found = " and ".join(f"{number} {name}" for name, mask in names.items() if (number := count(mask)))
            message = text_shown(self.attrs["message"])
            raise InvalidArgumentError(
                f"{message}: tensor of op 'CheckNumericsV2' must be finite, got {found}"
            ).concerns(op="CheckNumericsV2", argument="tensor")
        return x


@register_kernel("StringFormat", "CPU")
class StringFormat(PlainKernel):
    def compute(self, *inputs: Array) -> Array:
        template, placeholder = text_bytes(self.attrs["template"]), text_bytes(self.attrs["placeholder"])
        result = np.empty((), dtype=object)
        if not inputs:
            result[()] = template
            return result
        between = template.split(placeholder)
        texts = [both_ends(on_host(x), self.attrs["summarize"]) for x in inputs]
        result[()] = b"".join(part for pair in zip(between, [*texts, b""], strict=True) for part in pair)
        return result
