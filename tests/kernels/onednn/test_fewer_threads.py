"""Short oneDNN kernels take fewer threads beside busy processes, where that gives the same bits."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops_cpu.onednn import program as programs
from graphops_cpu.onednn.library import why_unavailable
from graphops_cpu.onednn.matmul_desc import Product, product_descs
from graphops_cpu.runtime.addresses import address_of
from graphops_cpu.runtime.threads import thread_count

pytestmark = [
    pytest.mark.skipif(why_unavailable() is not None, reason=f"no oneDNN: {why_unavailable()}"),
    pytest.mark.skipif(thread_count() < 2, reason="there is one thread"),
]
raw = go.raw_ops


def _products(rng: np.random.Generator) -> list[Any]:
    a, b = rng.normal(size=(70, 300)).astype(np.float32), rng.normal(size=(300, 150)).astype(np.float32)
    x, w = rng.normal(size=(4, 20, 20, 16)).astype(np.float32), rng.normal(size=(3, 3, 16, 24)).astype(np.float32)
    y = raw.Conv2D(input=x, filter=w, strides=[1, 1, 1, 1], padding="SAME")
    return [
        raw.MatMul(a=a, b=b),
        y,
        raw.Relu(features=raw.BiasAdd(value=y, bias=np.ones(24, np.float32))),
        raw.Conv2DBackpropFilter(input=x, filter_sizes=w.shape, out_backprop=y, strides=[1, 1, 1, 1], padding="SAME"),
        raw.Conv2DBackpropInput(input_sizes=x.shape, filter=w, out_backprop=y, strides=[1, 1, 1, 1], padding="SAME"),
    ]


@pytest.mark.parametrize("index", range(5))
def test_the_same_bits_on_fewer_threads(monkeypatch: pytest.MonkeyPatch, index: int) -> None:
    with go.Graph().as_default() as graph:
        fetch = _products(np.random.default_rng(0))[index]
    with go.Session(graph, config=go.SessionConfig(plan_passes=("fuse",), autotune=False)) as session:
        usual = [session.run(fetch) for _ in range(2)]
        monkeypatch.setattr(programs, "free_threads", lambda count: 1)
        found = [session.run(fetch) for _ in range(3)]
    for each in (*usual, *found):
        np.testing.assert_array_equal(each, usual[0])


def _program(monkeypatch: pytest.MonkeyPatch, rng: np.random.Generator) -> tuple[list[int], Any]:
    """How many threads the runs of a product's program for two threads took, and a function that runs it."""
    product = Product(go.float32, go.float32, (), (), 70, 300, 150, False, False)
    descs = product_descs(product, 2)
    assert not isinstance(descs, str)
    threads: list[int] = []
    made = programs.Program._run

    def run(self: programs.Program, *arguments: Any) -> None:
        threads.append(self.threads)
        made(self, *arguments)

    monkeypatch.setattr(programs.Program, "_run", run)
    program = programs.Program(descs.desc, descs.operands, small=False, threads=2, products=product.products,
                               others=partial(product_descs, product))  # fmt: skip
    a, b = rng.normal(size=(70, 300)).astype(np.float32), rng.normal(size=(300, 150)).astype(np.float32)
    y = np.zeros((70, 150), np.float32)

    def multiply() -> np.ndarray[Any, Any]:
        program.run((address_of(a), address_of(b), address_of(y)))
        return y.copy()

    return threads, multiply


def test_a_program_with_other_bits_keeps_its_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    threads, multiply = _program(monkeypatch, np.random.default_rng(0))
    monkeypatch.setattr(programs, "free_threads", lambda count: count)
    wanted = multiply()
    monkeypatch.setattr(programs, "free_threads", lambda count: 1)
    np.testing.assert_array_equal(multiply(), wanted)
    np.testing.assert_array_equal(multiply(), wanted)
    assert threads == [2, 1, 2, 1, 1]  # compared, then with one thread
    threads.clear()
    threads, multiply = _program(monkeypatch, np.random.default_rng(0))
    bits = iter(range(10))
    monkeypatch.setattr(programs, "string_at", lambda *_: np.arange(next(bits), 500, dtype=np.uint16).tobytes())
    for _ in range(2):
        np.testing.assert_array_equal(multiply(), wanted)
    assert threads[-4:] == [1, 2, 2, 2]


def test_zeros_say_nothing_of_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    threads, multiply = _program(monkeypatch, np.random.default_rng(0))
    monkeypatch.setattr(programs, "free_threads", lambda count: 1)
    monkeypatch.setattr(programs, "string_at", lambda *_: bytes(4000))
    for _ in range(3):
        multiply()
    assert threads == [1, 2, 2] * 3
    monkeypatch.undo()
