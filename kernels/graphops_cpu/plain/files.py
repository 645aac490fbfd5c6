"""Plain kernels of whole files."""

from __future__ import annotations

from typing import Any

from graphops_cpu.lib.text import strings
from graphops_registry.checkpoint_files import text_of
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context


@register_kernel("ReadFile", "CPU", host_inputs=["filename"], uses=["files", "memory"])
class ReadFile(PlainKernel):
    def compute(self, ctx: Context, filename: Any) -> Array:
        return strings([ctx.files.content(text_of(filename[()]), ctx.check_memory)], ())


@register_kernel("WriteFile", "CPU", host_inputs=["filename"], uses=["files"])
class WriteFile(PlainKernel):
    def compute(self, ctx: Context, filename: Any, contents: Array) -> tuple[Array, ...]:
        ctx.files.write_content(text_of(filename[()]), contents[()])
        return ()


@register_kernel("MatchingFiles", "CPU", host_inputs=["pattern"], uses=["cancel", "files", "memory"])
class MatchingFiles(PlainKernel):
    def compute(self, ctx: Context, pattern: Any) -> Array:
        found: set[bytes] = set()
        for each in pattern.reshape(-1):
            for path in ctx.files.matching(text_of(each)):
                ctx.check_cancelled()
                found.add(path.encode("utf-8", "surrogateescape"))
        ctx.check_memory(sum(map(len, found)))
        return strings(sorted(found), (len(found),))
