"""Plain kernels of regular expressions. Bytes that are no UTF-8 are kept, and match nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphops_cpu.lib.regex_match import matcher
from graphops_cpu.lib.text import each, numbers, require_at_most
from graphops_registry.attr import text_bytes
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context


def decoded(text: bytes) -> str:
    """Text whose characters are those of UTF-8, and lone surrogates for other bytes."""
    return text.decode("utf-8", "surrogateescape")


def parts_of(rewrite: bytes) -> list[str | int]:
    """A rewrite as texts and numbers of groups."""
    parts: list[str | int] = []
    for group, text in re.findall(rb"\\([0-9])|([^\\]+|\\\\)", rewrite):
        parts.append(int(group) if group else decoded(b"\\" if text == b"\\\\" else text))
    return parts


def full_matches(ctx: Context, texts: Array, pattern: bytes) -> Array:
    found = matcher(pattern)
    return numbers(lambda text: found.matches(decoded(text), ctx.check_cancelled), texts, bool)


def replaced(ctx: Context, op: str, texts: Array, pattern: bytes, rewrite: bytes, every: bool) -> Array:
    """A result has at most the rewrite's own text and all groups that it names between any two bytes."""
    found, parts = matcher(pattern), parts_of(rewrite)
    lengths = [len(text) for text in texts.reshape(-1)]
    require_at_most(op, most_bytes(lengths, parts, every))
    made = 0

    def replace(text: bytes) -> bytes:
        nonlocal made
        result = found.replaced(
            decoded(text), parts, every, ctx.check_cancelled, lambda size: ctx.check_memory(made + size)
        ).encode("utf-8", "surrogateescape")
        made += len(result)
        return result

    return each(replace, texts)


def most_bytes(lengths: Sequence[int], parts: Sequence[str | int], every: bool) -> int:
    """How long the results can become at most: matches do not overlap, so each group adds the text once."""
    own = sum(len(part) * 4 for part in parts if isinstance(part, str))
    groups = sum(isinstance(part, int) for part in parts)
    return sum(length * (groups + 1) + own * (length + 1 if every else 1) for length in lengths)


@register_kernel("RegexFullMatch", "CPU", host_inputs=["pattern"], host_outputs=["output"], uses=["cancel"])
class RegexFullMatch(PlainKernel):
    def compute(self, ctx: Context, texts: Array, pattern: Array) -> Array:
        return full_matches(ctx, texts, pattern[()])


@register_kernel("StaticRegexFullMatch", "CPU", host_outputs=["output"], uses=["cancel"])
class StaticRegexFullMatch(PlainKernel):
    def compute(self, ctx: Context, texts: Array) -> Array:
        return full_matches(ctx, texts, text_bytes(self.attrs["pattern"]))


@register_kernel("RegexReplace", "CPU", host_inputs=["pattern", "rewrite"], uses=["cancel", "memory"])
class RegexReplace(PlainKernel):
    def compute(self, ctx: Context, texts: Array, pattern: Array, rewrite: Array) -> Array:
        every = self.attrs["replace_global"]
        return replaced(ctx, "RegexReplace", texts, pattern[()], rewrite[()], every)


@register_kernel("StaticRegexReplace", "CPU", uses=["cancel", "memory"])
class StaticRegexReplace(PlainKernel):
    def compute(self, ctx: Context, texts: Array) -> Array:
        pattern, rewrite = text_bytes(self.attrs["pattern"]), text_bytes(self.attrs["rewrite"])
        return replaced(ctx, "StaticRegexReplace", texts, pattern, rewrite, self.attrs["replace_global"])
