"""Choosing kernels by their time: the fastest runs, times are kept on disk, and a damaged file does no harm."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.extend import PlainKernel, Prepared, register_kernel, register_op
from graphops.plan.choose import autotune
from graphops.plan.choose.prepared_cache import PREPARED
from graphops_registry.errors import InvalidArgumentError

runs: list[str] = []
register_op("Test>Tuned", inputs=["x: float"], outputs=["y: float"], doc="Twice x.").shape_rule(
    lambda c: [c.shape("x")]
)


@register_kernel("Test>Tuned", "CPU")
class Plain(PlainKernel):
    def compute(self, x: Any) -> Any:
        runs.append("plain")
        return x * 2


@register_kernel("Test>Tuned", "CPU", priority=10)
class Slow(PlainKernel):
    """Promises more than it holds."""

    def compute(self, x: Any) -> Any:
        runs.append("slow")
        time.sleep(0.01)
        return x * 2


@register_kernel("Test>Tuned", "CPU", priority=5)
class Broken(PlainKernel):
    def compute(self, x: Any) -> Any:
        raise RuntimeError("never works")


register_op("Test>TunedByConstants", inputs=["x: float"], outputs=["y: float"], doc="Twice x.").shape_rule(
    lambda c: [c.shape("x")]
)


@register_kernel("Test>TunedByConstants", "CPU", priority=10)
class SlowWithoutName(Slow):
    """Another kernel than Slow, for an op of its own."""


@register_kernel("Test>TunedByConstants", "CPU", uses=("cancel",))
class AsksForConstants:
    """Fast, but only in a Session: outside one, no array is sure to stay as it is."""

    def __init__(self, attrs: Any) -> None:
        pass

    def prepare(self, spec: Any) -> Prepared:
        return TwiceIfConstant(spec.output_shapes)


class TwiceIfConstant(Prepared):
    def __init__(self, shapes: Any) -> None:
        self.output_shapes = shapes

    def run(self, ctx: Any, inputs: Any, out: Any) -> Any:
        if not ctx.arrays_are_constant:
            time.sleep(0.05)
        runs.append("constant")
        return [inputs[0] * 2]


@pytest.fixture(autouse=True)
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("GRAPHOPS_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(autotune.TABLE, "_known", None)
    PREPARED.clear()
    runs.clear()
    yield tmp_path
    autotune.TABLE._known = None


def run(size: int, op: str = "Test>Tuned", **settings: Any) -> tuple[list[float], str]:
    """The result for ``size`` elements and what explain says of the node."""
    with go.Graph().as_default():
        x = go.placeholder(go.float32, (None,))
        y = getattr(go.raw_ops, op)(x=x)
        with go.Session(config=go.SessionConfig(**settings)) as session:
            fed = {x: np.ones(size, np.float32)}
            return session.run(y, fed).tolist(), session.explain(y, fed)


def test_the_fastest_runs_and_is_remembered(table: Path) -> None:
    assert run(3) == ([2, 2, 2], run(3)[1])
    assert set(runs) == {"slow"}  # by priority
    runs.clear()
    found, text = run(3, autotune=True)
    assert found == [2, 2, 2]
    assert runs[-1] == "plain"
    assert "Plain (" in text
    assert re.search(r"Slow: \d\d,\d{3} us", text)  # some ten thousand microseconds
    (file,) = table.glob("autotune-*.json")
    seconds = json.loads(file.read_text())["seconds"]
    assert [sorted(figures) for figures in seconds.values()] == [sorted(d.name for d in definitions())]
    # Another process finds it.
    autotune.TABLE._known = None
    PREPARED.clear()
    runs.clear()
    run(3, autotune=True)
    assert runs == ["plain"]
    runs.clear()
    run(4, autotune=True)  # other shapes are timed anew
    assert "slow" in runs


def test_a_kernel_that_asks_whether_arrays_are_constant_can_win() -> None:
    found, text = run(3, "Test>TunedByConstants", autotune=True)
    assert found == [2, 2, 2]
    assert runs[-1] == "constant"
    assert "AsksForConstants (" in text


def definitions() -> list[Any]:
    from graphops_registry.kernel_def import kernels_of

    return kernels_of("Test>Tuned", "CPU")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"format": 1}',
        b'{"format": 1, "seconds": {"a": {"b": "c"}}}',
        b"[" * 100_000,
        b"\xff",
    ],
)
def test_a_bad_file_is_as_good_as_none(table: Path, content: bytes) -> None:
    run(5, autotune=True)
    (file,) = table.glob("autotune-*.json")
    file.write_bytes(content)
    autotune.TABLE._known = None
    PREPARED.clear()
    runs.clear()
    assert run(5, autotune=True)[0] == [2] * 5
    assert "slow" in runs


def test_a_folder_that_cannot_be_written_to_costs_only_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("GRAPHOPS_CACHE_DIR", str(blocked))
    assert run(6, autotune=True)[0] == [2] * 6
    assert runs[-1] == "plain"


def test_it_does_not_go_with_determinism() -> None:
    with pytest.raises(InvalidArgumentError, match="autotune of SessionConfig must be False"):
        go.SessionConfig(autotune=True, deterministic=True)
