"""Kernels of calls, conditionals and loops. They run on the host; the functions they call may run on any device."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from graphops_registry.errors import InvalidArgumentError, must
from graphops_registry.kernel_def import Array, PlainKernel, register_kernel
from graphops_registry.kernels.context import Context
from graphops_registry.shape import admits


@register_kernel("PartitionedCall", "CPU", uses=["functions"])
@register_kernel("StatefulPartitionedCall", "CPU", uses=["functions"])
class Call(PlainKernel):
    def compute(self, ctx: Context, *args: Array) -> Sequence[Array]:
        return list(ctx.functions.call(self.attrs["f"], args))


def _holds(condition: Any, op: str) -> bool:
    """What TensorFlow takes for true."""
    if type(condition) is np.ndarray and not condition.ndim and condition.dtype.kind == "b":  # in loops each turn
        return bool(condition)
    value = np.asarray(condition)
    if value.ndim:
        return value.size > 0
    if value.dtype.kind == "O":
        item = value[()]
        if not isinstance(item, bytes):
            raise must("cond", op, "be a number or a text", type(item).__name__)
        return bool(item)
    return bool(value != 0)


class _Chooses(PlainKernel):
    """Base: checks the results against ``output_shapes``, which static shapes rely on."""

    types = "Tout"

    def check(self, outputs: Sequence[Array], op: str) -> list[Array]:
        for index, (shape, value) in enumerate(zip(self.attrs["output_shapes"], outputs, strict=False)):
            if not admits(shape, value.shape):
                raise InvalidArgumentError(
                    f"output {index} of op '{op}' must have the shape in output_shapes, {shape}, got {value.shape}"
                ).concerns(op=op)
        return list(outputs)


@register_kernel("If", "CPU", uses=["functions"])
@register_kernel("StatelessIf", "CPU", uses=["functions"])
class If(_Chooses):
    def compute(self, ctx: Context, cond: Array, *inputs: Array) -> Sequence[Array]:
        branch = "then_branch" if _holds(ctx.functions.on_host(cond), "If") else "else_branch"
        return self.check(ctx.functions.call(self.attrs[branch], inputs), "If")


@register_kernel("Case", "CPU", uses=["functions"])
@register_kernel("StatelessCase", "CPU", uses=["functions"])
class Case(_Chooses):
    def compute(self, ctx: Context, branch_index: Array, *inputs: Array) -> Sequence[Array]:
        branches = self.attrs["branches"]
        index = int(np.asarray(ctx.functions.on_host(branch_index)))
        chosen = branches[index] if 0 <= index < len(branches) else branches[-1]
        return self.check(ctx.functions.call(chosen, inputs), "Case")


@register_kernel("While", "CPU", uses=["functions"])
@register_kernel("StatelessWhile", "CPU", uses=["functions"])
class While(_Chooses):
    def compute(self, ctx: Context, *inputs: Array) -> Sequence[Array]:
        values = ctx.functions.repeat(self.attrs["cond"], self.attrs["body"], inputs, _goes_on)
        return self.check(values, "While")


def _goes_on(condition: Any) -> bool:
    return _holds(condition, "While")


@register_kernel("For", "CPU", uses=["functions"])
class For(PlainKernel):
    def compute(self, ctx: Context, start: Array, limit: Array, delta: Array, *inputs: Array) -> Sequence[Array]:
        first, end, step = (int(np.asarray(ctx.functions.on_host(value))) for value in (start, limit, delta))
        if not step or (end - first) * step < 0:
            raise must("delta", "For", f"lead from start = {first} towards limit = {end}", step)
        return list(ctx.functions.count(self.attrs["body"], range(first, end, step), inputs))


_HERE: Final = re.compile(r"(/job:localhost)?(/replica:0)?(/task:0)?/?(device:)?cpu:0", re.IGNORECASE)


@register_kernel("RemoteCall", "CPU", uses=["functions"])
class RemoteCall(PlainKernel):
    def compute(self, ctx: Context, target: Any, *args: Array) -> Sequence[Array]:
        name = bytes(target[()]).decode("utf-8", "replace")
        if not _HERE.fullmatch(name):
            raise must("target", "RemoteCall", "be a CPU of this process, as '/device:CPU:0'", repr(name))
        return list(ctx.functions.call(self.attrs["f"], args))
