"""Ops that break each promise that generated calls look at: what a test of that looking needs."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from graphops.extend import PlainKernel, TensorShape, register_kernel, register_op


def _op(name: str, compute: Callable[..., Any], shape: Callable[[Any], Any] = lambda c: c.shape("x")) -> None:
    op = register_op(f"Hostile>{name}", inputs=["x: float"], outputs=["y: float"], doc="Breaks a promise.")
    op.shape_rule(lambda c: [shape(c)])
    op.no_gradient()

    @register_kernel(f"Hostile>{name}", "CPU")
    class Kernel(PlainKernel):
        def compute(self, x: Any) -> Any:
            return compute(x)


def _hang(x: Any) -> Any:
    while True:
        time.perf_counter()


def _written(x: Any) -> Any:
    if x.size and x.flags.writeable:
        x[...] = 7
    return np.zeros_like(x)


def _remembered(x: Any, seen: list[int] = []) -> Any:  # noqa: B006  the fault
    seen.append(0)
    return np.full_like(x, len(seen))


def _swollen(x: Any) -> Any:
    much = np.zeros(700 << 20, np.uint8)
    much[::4096] = 1  # every page
    return much[: x.size].astype(np.float32).reshape(x.shape)


_op("Right", np.negative)
_op("Dies", lambda x: os.abort())
_op("Hangs", _hang)
_op("Raises", lambda x: {}["missing"])
_op("Writes", _written)
_op("Remembers", _remembered)
_op("Shares", lambda x: x)
_op("Swells", _swollen)


def _static(c: Any) -> Any:
    x = c.shape("x")
    return TensorShape([5]) if not x.is_fully_defined else x  # wrong as soon as something is unknown


_op("Promises", np.negative, _static)
doubled = register_op("Hostile>Doubled", inputs=["x: float"], outputs=["y: float"], doc="Two kernels that differ.")
doubled.shape_rule(lambda c: [c.shape("x")])
doubled.no_gradient()


@register_kernel("Hostile>Doubled", "CPU")
class Doubled(PlainKernel):
    def compute(self, x: Any) -> Any:
        return np.asarray(x * np.float32(2))


@register_kernel("Hostile>Doubled", "CPU", priority=10)
class Tripled(Doubled):
    def compute(self, x: Any) -> Any:
        return np.asarray(x * np.float32(3))


coarse = register_op("Hostile>Coarse", inputs=["x: T"], outputs=["y: T"], attrs=["T: {float, double}"],
                     doc="Wrong in float alone.")  # fmt: skip
coarse.shape_rule(lambda c: [c.shape("x")])
coarse.no_gradient()


@register_kernel("Hostile>Coarse", "CPU")
class Coarse(PlainKernel):
    def compute(self, x: Any) -> Any:
        return np.asarray(x * x.dtype.type(2.001 if x.dtype == np.float32 else 2))
