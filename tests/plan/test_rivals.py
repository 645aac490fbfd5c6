"""Kernels whose order depends on the processor: the fastest of those that are worth timing runs, unless that is off."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.extend import PlainKernel, register_kernel, register_op
from graphops.plan.choose import autotune, rivals
from graphops.plan.choose.kernel_choice import NodeKernels
from graphops.plan.choose.prepared_cache import PREPARED
from graphops_registry.errors import InvalidArgumentError
from graphops_registry.kernel_def import KernelSpec
from graphops_registry.op_def import lookup_op

runs: list[tuple[str, float]] = []  # the kernel and the first number of its operand
_LARGE = 10

register_op("Test>Rivals", inputs=["x: float"], outputs=["y: float"], doc="Twice x.").shape_rule(
    lambda c: [c.shape("x")]
)


class Twice(PlainKernel):
    seconds = 0.0

    def compute(self, x: Any) -> Any:
        runs.append((type(self).__name__, float(x[0])))
        time.sleep(self.seconds)
        return x * 2


class Rival(Twice):
    @staticmethod
    def worth_timing(spec: KernelSpec) -> bool:
        return spec.shapes[0][0] >= _LARGE


@register_kernel("Test>Rivals", "CPU")
class NotTimed(Twice):
    """The fastest, but it does not say that it may be."""


@register_kernel("Test>Rivals", "CPU", priority=10)
class Fast(Rival):
    seconds = 0.001


@register_kernel("Test>Rivals", "CPU", priority=20)
class Slow(Rival):
    seconds = 0.02


@register_kernel("Test>Rivals", "CPU", priority=15)
class Broken(Rival):
    def compute(self, x: Any) -> Any:
        raise RuntimeError("never works")


@pytest.fixture(autouse=True)
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("GRAPHOPS_CACHE_DIR", str(tmp_path))
    monkeypatch.delenv("GRAPHOPS_AUTOTUNE", raising=False)
    monkeypatch.setattr(rivals, "_spent", 0.0)
    forget()
    yield tmp_path
    forget()


def forget() -> None:
    """As in another process."""
    autotune.TABLE._known = None
    PREPARED.clear()
    runs.clear()


def run(size: int = _LARGE, op: str = "Test>Rivals", **settings: Any) -> str:
    """What explain says of the node after a run, whose result is checked."""
    with go.Graph().as_default():
        x = go.placeholder(go.float32, (None,))
        y = getattr(go.raw_ops, op)(x=x)
        with go.Session(config=go.SessionConfig(**settings)) as session:
            fed = {x: np.full(size, 7, np.float32)}
            assert session.run(y, fed).tolist() == [14] * size
            return session.explain(y, fed)


def test_the_fastest_of_those_worth_timing_runs() -> None:
    text = run()
    assert [name for name, first in runs if first == 7] == ["Fast"]  # the others had made operands
    assert {"Fast", "Slow"} == {name for name, first in runs if first != 7}
    assert re.search(r"Fast \([\d,]+ us\)", text), text
    assert re.search(r"Slow: [\d,]+ us", text), text
    assert "NotTimed: priority 0 is below 10" in text


def test_what_was_learned_is_for_the_next_process_too(table: Path) -> None:
    run()
    assert len(list(table.glob("autotune-*.json"))) == 1
    forget()
    run()
    assert runs == [("Fast", 7)]


def test_small_work_goes_by_priority(table: Path) -> None:
    run(_LARGE - 1)
    assert runs == [("Slow", 7)]
    assert not list(table.glob("autotune-*.json"))


@pytest.mark.parametrize("settings", [{"autotune": False}, {"deterministic": True}, {"memory_limit": 1 << 20}])
def test_it_can_be_switched_off(settings: dict[str, Any]) -> None:
    run(**settings)
    assert runs == [("Slow", 7)]


def test_the_environment_switches_it_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHOPS_AUTOTUNE", "0")
    run()
    assert runs == [("Slow", 7)]
    assert go.SessionConfig().autotune is False


def test_another_word_than_true_false_or_none_is_refused() -> None:
    with pytest.raises(InvalidArgumentError, match="autotune of SessionConfig must be True, False or None, got 0"):
        go.SessionConfig(autotune=0)


def test_a_process_does_not_time_for_ever(monkeypatch: pytest.MonkeyPatch, table: Path) -> None:
    monkeypatch.setattr(rivals, "_spent", 1e9)
    run()
    assert runs == [("Slow", 7)]
    assert not list(table.glob("autotune-*.json"))


def test_operands_that_are_too_large_are_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rivals, "_MOST_BYTES", 4 * _LARGE - 1)
    run()
    assert runs == [("Slow", 7)]


@pytest.mark.parametrize(("fast", "first"), [(0.8, "Fast"), (0.95, "Slow")])
def test_a_small_difference_changes_nothing(monkeypatch: pytest.MonkeyPatch, fast: float, first: str) -> None:
    """The times of a busy machine vary."""
    seconds = {"Slow": 1.0, "Fast": fast}

    def timed(prepared: Any, operands: Any) -> float:
        prepared.run(None, operands, None)
        return seconds[runs[-1][0]]

    monkeypatch.setattr(rivals, "_run", timed)
    run()
    assert runs[-1] == (first, 7)


_LAYERS = {  # op -> its inputs' shapes; more than a million products
    "Conv2D": [(1, 56, 56, 64), (3, 3, 64, 64)],
    "Conv2DBackpropFilter": [(1, 56, 56, 64), (4,), (1, 56, 56, 64)],
    "DepthwiseConv2dNative": [(1, 112, 112, 64), (3, 3, 64, 1)],
}


def timed_and_not(op: str, dtype: Any) -> tuple[set[str], set[str]]:
    """The packages of the kernels that compute a layer: of those that are worth timing, and of the others."""
    inputs = [np.zeros(s, dtype.numpy_dtype) for s in _LAYERS[op]]
    if op == "Conv2DBackpropFilter":
        inputs[1] = np.array((3, 3, 64, 64), np.int32)
    names = [arg.name for arg in lookup_op(op).op_def.inputs]
    with go.Graph().as_default():
        given = dict(zip(names, map(go.constant, inputs), strict=True))
        y = getattr(go.raw_ops, op)(**given, strides=[1, 1, 1, 1], padding="SAME")
    kernels = NodeKernels(y.node.op, y.node.attrs, "CPU")
    spec = kernels.spec_of(inputs, (True,))
    able = [(each.name.split(".")[1], each.worth_timing(spec)) for each in kernels.rank(spec).able]
    return {package for package, worth in able if worth}, {package for package, worth in able if not worth}


def test_which_convolutions_have_rivals() -> None:
    assert timed_and_not("DepthwiseConv2dNative", go.float32)[1] <= {"blas", "plain"}
    assert timed_and_not("Conv2DBackpropFilter", go.float32)[1] <= {"blas", "plain"}
    assert timed_and_not("Conv2D", go.float32)[1] <= {"blas", "plain", "simd"}
    assert not timed_and_not("Conv2D", go.float64)[0]
