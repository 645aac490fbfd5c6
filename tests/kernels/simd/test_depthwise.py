"""The depthwise convolutions in SIMD: all that the ops allow, and the sizes at which their tiles and vectors end."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from tests.few import few
from tests.kernels.blas.runs import Run, check, kernel_named, run
from tests.ops.conv_matrix import (
    Configuration,
    Sizes,
    call,
    configurations,
    few_configurations,
    few_edges,
    sizes_of,
    special_sizes,
)
from tests.reference.bounds import assert_equal
from tests.reference.call import answers

pytest.importorskip("numba")

PASSES = (
    "DepthwiseConv2dNative", "DepthwiseConv2dNativeBackpropInput", "DepthwiseConv2dNativeBackpropFilter",
)  # fmt: skip
DTYPES = ("float", "bfloat16", "half", "double")


def ours(op: str) -> Any:
    return kernel_named(op, "graphops_cpu.simd.depthwise.")


def configuration(op: str, dtype: str = "float", **changes: Any) -> Configuration:
    values = {"data_format": "NHWC", "padding": "SAME", "dilated": False, "grouped": False, "strided": False}
    return Configuration(op, 2, dtype, **{**values, **changes})


@pytest.mark.parametrize("op", few(PASSES, 1))
def test_every_configuration(op: str, full: bool) -> None:
    """Without GRAPHOPS_FULL=1 the few in which every two values meet, and each special size with each padding."""
    wrong: list[str] = []
    for c in configurations(op) if full else few_configurations(op):
        wrong += check(ours(op), c, sizes_of(c))
    edges = ((c, name, sizes) for c in configurations(op) for name, sizes in special_sizes(c))
    for c, _, sizes in edges if full else few_edges(op, lambda c: c.T == "float"):
        wrong += check(ours(op), c, sizes)
    assert wrong == []


@pytest.mark.parametrize("op", PASSES)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("channels", [1, 3, 5, 16, 17, 33])
def test_channels_that_fill_no_vector(op: str, dtype: str, channels: int) -> None:
    c = configuration(op, dtype)
    for s in (
        Sizes((7, 21), (3, 3), (1, 1), (1, 1), channels=channels, multiplier=1),
        Sizes((9, 8), (3, 2), (2, 3), (1, 2), channels=channels, multiplier=3),
    ):
        assert check(ours(op), c, s) == []


@pytest.mark.parametrize("op", PASSES)
@pytest.mark.parametrize("taps", [1, 2, 3, 4, 5, 6, 7, 9])
def test_kernels_with_code_of_their_own_and_others(op: str, taps: int) -> None:
    for stride, dilation in ((1, 1), (2, 1), (1, 2), (3, 1), (2, 2), (2, 3), (4, 2), (1, 12)):
        s = Sizes((5, 43), (2, taps), (1, stride), (1, dilation), channels=19, multiplier=1)
        assert check(ours(op), configuration(op), s) == []
        s = Sizes((43, 5), (taps, 2), (stride, 1), (dilation, 1), channels=4, multiplier=2)
        assert check(ours(op), configuration(op, "double"), s) == []


@pytest.mark.parametrize("op", PASSES[:2])
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("taps", [3, 5, 7])
def test_two_rows_at_once(op: str, dtype: str, taps: int) -> None:
    """Square windows over rows that share most of what they read, at all edges, and a last row alone."""
    c = configuration(op, dtype, padding="EXPLICIT")
    for rows, pads in ((8, ((0, 0), (0, 0))), (9, ((2, 1), (3, 2))), (2, ((3, 6), (4, 7))), (1, ((7, 7), (7, 7)))):
        size = max(rows, taps - sum(pads[0])), 21
        for channels in (16, 19):
            for dilation in (1, 2):
                s = Sizes(size, (taps, taps), (1, 1), (1, dilation), pads, channels=channels, multiplier=1)
                assert check(ours(op), c, s) == []


@pytest.mark.parametrize("op", PASSES)
def test_padding_wider_than_the_kernel(op: str) -> None:
    for layout in ("NHWC", "NCHW"):
        c = configuration(op, padding="EXPLICIT", data_format=layout)
        s = Sizes((4, 6), (2, 3), (2, 1), (1, 2), ((5, 1), (0, 9)), channels=20, multiplier=1)
        assert check(ours(op), c, s) == []


@pytest.mark.parametrize("op", PASSES)
@pytest.mark.parametrize("dtype", DTYPES)
def test_what_is_not_finite_reaches_what_it_meets_and_nothing_else(op: str, dtype: str) -> None:
    c = configuration(op, dtype, padding="EXPLICIT", strided=True)
    for channels, multiplier, strides, dilations in (
        (3, 1, (2, 1), (1, 2)), (20, 1, (2, 1), (1, 2)), (6, 2, (2, 1), (1, 2)), (20, 1, (1, 1), (1, 1)),
    ):  # fmt: skip
        s = Sizes((9, 12), (3, 3), strides, dilations, ((1, 2), (3, 0)), channels=channels, multiplier=multiplier)
        inputs, attrs = call(c, s, integers=True)
        for name in [n for n in inputs if not n.endswith("_sizes")]:
            for value in (np.inf, -np.inf, np.nan):
                for place in (0, inputs[name].size // 2, -1):
                    spoilt = {**inputs, name: inputs[name].copy()}
                    spoilt[name].reshape(-1)[place] = value
                    (answer,) = answers(op, spoilt, attrs)
                    found = run(ours(op), spoilt, attrs)
                    np.testing.assert_array_equal(found.astype(np.float64), answer.value)


@pytest.mark.parametrize("op", PASSES)
@pytest.mark.parametrize("dtype", DTYPES)
def test_arrays_of_any_layout(op: str, dtype: str) -> None:
    """Strided, negative-stride, misaligned and read-only inputs, and outputs that are not contiguous."""
    s = Sizes((8, 11), (3, 3), (1, 1), (1, 1), channels=18, multiplier=1)
    inputs, attrs = call(configuration(op, dtype), s, integers=True)
    prepared = Run(ours(op), inputs, attrs)
    expected = prepared().copy()

    def misaligned(a: Any) -> Any:
        buffer = np.zeros(a.nbytes + 1, np.uint8)
        buffer[1:] = np.frombuffer(a.tobytes(), np.uint8)
        return buffer[1:].view(a.dtype).reshape(a.shape)

    def spread(a: Any) -> Any:
        wide = np.zeros((*a.shape, 2), a.dtype)
        wide[..., 1] = a
        return wide[..., 1]

    def read_only(a: Any) -> Any:
        a = a.copy()
        a.flags.writeable = False
        return a

    for change in (misaligned, spread, read_only, lambda a: np.ascontiguousarray(a[::-1])[::-1]):
        changed = [change(np.asarray(a)) for a in prepared.inputs]
        assert prepared(inputs=changed).tobytes() == expected.tobytes()
        for out in (np.full(expected.shape, 7, expected.dtype), spread(expected), misaligned(expected)):
            assert prepared(out=out, inputs=changed) is out
            assert out.tobytes() == expected.tobytes()


@pytest.mark.parametrize("op", PASSES)
@pytest.mark.parametrize("layout", ["NHWC", "NCHW"])
def test_nothing_to_compute(op: str, layout: str) -> None:
    for s in (
        Sizes((7, 6), (3, 2), (1, 1), (1, 1), batch=(0,)),
        Sizes((7, 6), (3, 2), (1, 1), (1, 1), batch=(0,), channels=40, multiplier=1),
    ):
        inputs, attrs = call(configuration(op, data_format=layout), s, integers=True)
        (answer,) = answers(op, inputs, attrs)
        assert_equal(run(ours(op), inputs, attrs), answer.value, np.dtype(np.float32))


@pytest.mark.parametrize("op", PASSES)
@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "float16", "float64"])
def test_layers_of_networks(op: str, dtype: str) -> None:
    """Work that is cut among threads, and sums long enough for a bad order of additions to show."""
    number = np.dtype(getattr(ml_dtypes, dtype, None) or dtype)
    name = {"float32": "float", "float64": "double", "float16": "half"}.get(dtype, dtype)
    for s in (
        Sizes((56, 57), (3, 3), (2, 2), (1, 1), channels=40, multiplier=1),
        Sizes((28, 28), (7, 7), (1, 1), (1, 1), channels=48, multiplier=1),
    ):
        assert check(ours(op), configuration(op, name), s) == [], number


@pytest.mark.parametrize("op", PASSES)
def test_the_same_to_the_bit_every_time(op: str) -> None:
    s = Sizes((60, 61), (3, 3), (1, 1), (1, 1), channels=40, multiplier=1)
    inputs, attrs = call(configuration(op), s, integers=False)
    prepared = Run(ours(op), inputs, attrs)
    first = prepared().tobytes()
    assert all(prepared().tobytes() == first for _ in range(20))
    assert all(run(ours(op), inputs, attrs).tobytes() == first for _ in range(3))


def test_eight_threads_with_different_problems() -> None:
    prepared = []
    for op in PASSES:
        for channels in (3, 40):
            s = Sizes((30, 30), (3, 3), (1, 1), (1, 1), channels=channels, multiplier=1)
            one = Run(ours(op), *call(configuration(op), s, integers=False))
            prepared.append((one, one().copy()))
    wrong: list[str] = []

    def work(start: int) -> None:
        for i in range(100):
            one, expected = prepared[(start + i) % len(prepared)]
            if one().tobytes() != expected.tobytes():
                wrong.append(one.choice.definition.name)

    threads = [threading.Thread(target=work, args=(t,)) for t in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@pytest.mark.parametrize("op", PASSES)
def test_any_number_of_threads_gives_right_answers(op: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for threads in (1, 3, 32):
        monkeypatch.setattr("graphops_cpu.runtime.threads._count", threads)
        s = Sizes((40, 41), (3, 3), (1, 1), (1, 1), channels=33, multiplier=1)
        assert check(ours(op), configuration(op), s) == []


_EVERYWHERE = """
import os, sys, threading
from tests.kernels.simd import test_depthwise as t
def right():
    for op in t.PASSES:
        s = t.Sizes((40, 41), (3, 3), (1, 1), (1, 1), channels=40, multiplier=1)
        assert t.check(t.ours(op), t.configuration(op), s) == []
right()
"""
_THREADS = """
found = []
def work():
    right()
    found.append(1)
threads = [threading.Thread(target=work) for _ in range(4)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
assert len(found) == 4
"""
_FORK = """
child = os.fork()
if not child:
    code = 1
    try:
        right()
        code = 0
    finally:
        os._exit(code)
assert os.waitpid(child, 0)[1] == 0
"""


def run_python(code: str, **environment: str) -> None:
    """In a process of its own."""
    root = Path(__file__).parents[3]
    path = os.pathsep.join(str(root / part) for part in (".", "kernels", "registry"))
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        cwd=root, env={**os.environ, "PYTHONPATH": path, **environment}, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


@pytest.mark.full
def test_a_child_of_a_process_with_threads() -> None:
    run_python(_EVERYWHERE + _FORK)


@pytest.mark.full
def test_where_numba_has_no_threads_that_may_meet() -> None:
    """Numba's own pool ends the process when two threads enter it, so it is not used."""
    run_python(_EVERYWHERE + _THREADS, NUMBA_THREADING_LAYER="workqueue")


@pytest.mark.full
@pytest.mark.parametrize("bits", ["128", "256"])
def test_narrower_vectors(bits: str) -> None:
    """As on CPUs without AVX-512."""
    run_python(_EVERYWHERE, GRAPHOPS_SIMD_BITS=bits)
