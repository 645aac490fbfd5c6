"""Limits of a run: its timeout, ``cancel()``, and memory that is refused before it is allocated."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

import graphops as go
from graphops.extend import PlainKernel, register_kernel, register_op
from graphops_registry.errors import (
    CancelledError,
    DeadlineExceededError,
    InvalidArgumentError,
    InvalidTypeError,
    ResourceExhaustedError,
)

slow = register_op("Test>Slow", inputs=["x: float"], outputs=["y: float"], attrs=["seconds: float"])
slow.shape_rule(lambda c: [c.shape("x")])
started = threading.Event()


@register_kernel("Test>Slow", "CPU", uses=["cancel"])
class Slow(PlainKernel):
    def compute(self, ctx, x):
        end = time.monotonic() + self.attrs["seconds"]
        started.set()
        while time.monotonic() < end:
            ctx.check_cancelled()
            time.sleep(0.001)
        return x + 0


big = register_op("Test>Big", inputs=["n: int64"], outputs=["y: float"])
big.shape_rule(lambda c: [c.shape_from_tensor("n")])
allocations = []


@register_kernel("Test>Big", "CPU", host_inputs=["n"])
class Big(PlainKernel):
    def compute(self, n):
        allocations.append(tuple(n))
        return np.zeros(tuple(n), np.float32)


@pytest.fixture
def graph():
    graph = go.Graph()
    with graph.as_default():
        yield graph


def test_timeout(graph):
    y = getattr(go.raw_ops, "Test>Slow")(x=[1.0], seconds=30.0)
    with go.Session(config=go.SessionConfig(timeout=0.05)) as session:
        begin = time.monotonic()
        with pytest.raises(DeadlineExceededError, match=r"within its timeout of 0.05 s"):
            session.run(y)
        assert time.monotonic() - begin < 10
        with pytest.raises(TimeoutError):
            session.run(y, options=go.RunOptions(timeout=0.01))


@pytest.mark.parametrize("timeout", [-1, "1", True])
def test_bad_timeouts(graph, timeout):
    x = go.constant(1.0)
    with go.Session() as session:
        with pytest.raises(InvalidArgumentError, match="timeout of run"):
            session.run(x, timeout=timeout)
        with pytest.raises(InvalidTypeError, match="options of run"):
            session.run(x, options=timeout)


def test_cancel(graph):
    y = getattr(go.raw_ops, "Test>Slow")(x=[1.0], seconds=30.0)
    with go.Session() as session:
        caught = []

        def run():
            try:
                session.run(y)
            except CancelledError as error:
                caught.append(error)

        started.clear()
        thread = threading.Thread(target=run)
        thread.start()
        assert started.wait(10)
        session.cancel()
        thread.join(10)
        assert len(caught) == 1
        short = getattr(go.raw_ops, "Test>Slow")(x=[1.0], seconds=0.0)
        assert session.run(short) == [1.0]  # later runs are not concerned


def test_memory_limit_refuses_before_allocating(graph):
    n = go.placeholder(go.int64, [1])
    y = getattr(go.raw_ops, "Test>Big")(n=n)
    twice = go.raw_ops.AddN(inputs=[y, y])
    with go.Session(config=go.SessionConfig(memory_limit=10_000)) as session:
        assert session.run(twice, {n: [1000]}).shape == (1000,)
        allocations.clear()
        with pytest.raises(ResourceExhaustedError, match="must stay within 10,000 bytes"):
            session.run(y, {n: [3000]})
        assert allocations == []
        with pytest.raises(MemoryError, match="beside 8,000 in use"):
            session.run(twice, {n: [2000]})


def test_what_exceeds_the_machine_is_refused_without_a_limit(graph):
    n = go.placeholder(go.int64, [1])
    y = getattr(go.raw_ops, "Test>Big")(n=n)
    with go.Session() as session:
        allocations.clear()
        with pytest.raises(ResourceExhaustedError):
            session.run(y, {n: [2**50]})
        with pytest.raises(InvalidArgumentError, match=r"at most 2\*\*63 - 1 elements"):
            getattr(go.raw_ops, "Test>Big")(n=[2**40, 2**40])
        with pytest.raises(ResourceExhaustedError):
            getattr(go.eager, "Test>Big")(n=[2**50])
        assert allocations == []
