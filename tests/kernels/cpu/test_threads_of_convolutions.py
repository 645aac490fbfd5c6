"""Eight threads, one Session and eager calls beside it: convolutions of all kinds at once, and no memory lost."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops as go
from tests.ops.conv_matrix import Configuration, Sizes, call
from tests.reference.bounds import assert_answer
from tests.reference.call import answers
from tests.systems import on_linux

THREADS = 8
OPS = (
    "Conv2D", "Conv2DBackpropInput", "Conv2DBackpropFilter",
    "Conv3D", "Conv3DBackpropInputV2", "Conv3DBackpropFilterV2",
    "DepthwiseConv2dNative", "DepthwiseConv2dNativeBackpropInput", "DepthwiseConv2dNativeBackpropFilter",
)  # fmt: skip
TYPES = ("float", "bfloat16", "half", "double")
GROWTH = 32 << 20  # bytes

Array = np.ndarray[Any, Any]


def sizes(op: str, more: int) -> Sizes:
    """Enough work for threads of a kernel's own; ``more`` tells shapes apart."""
    if "3D" in op:
        return Sizes((5, 6 + more, 7), (2, 3, 3), (1, 1, 1), (1, 1, 1), batch=(2,), channels=8 + 8 * more,
                     out_channels=12)  # fmt: skip
    if op.startswith("Depthwise"):
        return Sizes((20 + more, 21), (3, 3), (1, 1), (1, 1), batch=(2 + more,), channels=16 + 8 * more)
    return Sizes((14, 15 + 4 * more), (3, 3), (1, 1), (1, 1), batch=(2 + more,), channels=16, out_channels=24)


class Work:
    """Every convolution in one Session, fed and with a constant filter, and eagerly; what one thread computed."""

    def __init__(self, types: Sequence[str]) -> None:
        self.calls: list[Callable[[], Array]] = []
        with go.Graph().as_default() as graph:
            self.session = go.Session(graph)
            for number, (op, dtype) in enumerate((op, dtype) for dtype in types for op in OPS):
                layout = ("NDHWC" if "3D" in op else "NHWC") if number % 3 else ("NCDHW" if "3D" in op else "NCHW")
                self._add(Configuration(op, 3 if "3D" in op else 2, dtype, layout, "SAME", False, False, False))
        self.expected = [each() for each in self.calls]

    def _add(self, c: Configuration) -> None:
        problems = [call(c, sizes(c.op, more), integers=False, seed=more) for more in (0, 1)]
        inputs, attrs = problems[0]
        fed = {name: go.placeholder(array.dtype, (None,) * array.ndim) for name, array in inputs.items()}
        streamed = {name: fed[name] for name in ("input", "out_backprop") if name in fed}  # the others are constants
        fetches = [(getattr(go.raw_ops, c.op)(**fed, **attrs), fed)]
        fetches.append((getattr(go.raw_ops, c.op)(**{**inputs, **streamed}, **attrs), streamed))
        for inputs, _ in problems:
            own = [functools.partial(getattr(go.eager, c.op), **inputs, **attrs)]
            for fetch, tensors in fetches:
                feeds = {tensor: inputs[name] for name, tensor in tensors.items()}
                own.append(functools.partial(self.session.run, fetch, feeds))
            del fetches[1:]  # the constants are those of the first shape
            (answer,) = answers(c.op, inputs, attrs)
            dtype = next(array.dtype for name, array in inputs.items() if not name.endswith("_sizes"))
            for each in own:
                assert_answer(each(), answer, dtype)
            self.calls += own

    def wrong(self, thread: int, first: int, last: int) -> list[int]:
        """Do runs ``first`` to ``last`` of one thread; which calls gave other bits."""
        found = []
        for run in range(first, last):
            index = (thread * 31 + run * 7) % len(self.calls)
            if self.calls[index]().tobytes() != self.expected[index].tobytes():
                found.append(index)
        return found


def resident() -> int:
    """The process's memory in bytes; 0 where the system does not say."""
    try:
        found = re.search(r"VmRSS:\s*(\d+) kB", Path("/proc/self/status").read_text())
    except OSError:
        return 0
    return int(found[1]) << 10 if found else 0


@pytest.mark.parametrize(
    ("early", "runs", "types"),
    # A few: two dtypes have kernels of every kind, and compiling those of all four takes half a minute.
    [(200, 400, TYPES[:2]), pytest.param(2_000, 10_000, TYPES, marks=pytest.mark.full)],
    ids=["few", "many"],
)
@on_linux
def test_each_run_gives_the_bits_that_one_thread_gave(early: int, runs: int, types: Sequence[str]) -> None:
    work = Work(types)
    assert len(work.calls) % 7  # so that each thread meets every call
    early, last = early // THREADS, runs // THREADS
    with ThreadPoolExecutor(THREADS) as pool:
        assert list(pool.map(lambda n: work.wrong(n, 0, early), range(THREADS))) == [[]] * THREADS
        before = resident()
        assert list(pool.map(lambda n: work.wrong(n, early, last), range(THREADS))) == [[]] * THREADS
        assert resident() - before < GROWTH
