"""How building, planning and running a graph grow with its size: a chain, a ladder and a wide sum of cheap nodes.

Prints microseconds per node; a column that stays flat is linear.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable

import numpy as np

import graphops as go


def chain(count: int, x: go.Tensor) -> go.Tensor:
    """Each node takes the last one."""
    for _ in range(count):
        x = go.raw_ops.Identity(input=x)
    return x


def ladder(count: int, x: go.Tensor) -> go.Tensor:
    """Each node takes the last two."""
    a, b = x, x
    for _ in range(count):
        a, b = b, go.raw_ops.AddN(inputs=[a, b])
    return b


def wide(count: int, x: go.Tensor) -> go.Tensor:
    """All nodes take the same one; one takes them all."""
    return go.raw_ops.AddN(inputs=[go.raw_ops.Identity(input=x, name="same") for _ in range(count - 1)])


def scoped(count: int, x: go.Tensor) -> go.Tensor:
    """A chain under nested name scopes and control dependencies."""
    for _ in range(count // 10):
        with go.name_scope("block"), go.control_dependencies([x]):
            for _ in range(10):
                x = go.raw_ops.Identity(input=x)
    return x


def measure(build: Callable[[int, go.Tensor], go.Tensor], count: int) -> tuple[float, float, float]:
    """Seconds to build, to plan (and run once), to run again."""
    with go.Graph().as_default():
        x = go.placeholder(go.float32, [4], name="x")
        start = time.perf_counter()
        y = build(count, x)
        built = time.perf_counter()
        with go.Session() as session:
            value = np.ones(4, np.float32)
            session.make_callable(y, [x])
            planned = time.perf_counter()
            session.run(y, {x: value})
            first = time.perf_counter()
            session.run(y, {x: value})
            again = time.perf_counter()
    return built - start, planned - built, min(first - planned, again - first)


def main() -> None:
    sizes = [1_000, 10_000, 100_000]
    measure(chain, 100)
    gc.freeze()
    print(f"{'graph':8} {'nodes':>8} {'build us/node':>14} {'plan us/node':>13} {'run us/node':>12}")
    for build in (chain, ladder, wide, scoped):
        for count in sizes:
            build_s, plan_s, run_s = measure(build, count)
            scale = 1e6 / count
            row = f"{build_s * scale:14.1f} {plan_s * scale:13.1f} {run_s * scale:12.2f}"
            print(f"{build.__name__:8} {count:8,} {row}")
            gc.collect()


if __name__ == "__main__":
    sys.exit(main())
