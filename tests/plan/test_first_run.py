"""A plan's first run: kernels that start slowly stand back for others, and run from the second one on."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.extend import PlainKernel, register_kernel, register_op
from graphops.inspect.debug import Debug
from graphops.plan.choose.kernel_choice import NodeKernels
from graphops_cpu.simd.compile.available import why_unavailable
from graphops_registry.errors import InvalidArgumentError
from graphops_registry.kernel_def import KernelSpec, Mode
from graphops_registry.op_def import lookup_op

runs: list[str] = []

for _name in ("Test>Started", "Test>OnlySlow"):
    register_op(_name, inputs=["x: float"], outputs=["y: float"], doc="Twice x.").shape_rule(lambda c: [c.shape("x")])


class Twice(PlainKernel):
    def compute(self, x: Any) -> Any:
        runs.append(type(self).__name__)
        return x * 2


@register_kernel("Test>Started", "CPU")
class Ready(Twice):
    pass


@register_kernel("Test>Started", "CPU", priority=10)
@register_kernel("Test>OnlySlow", "CPU")
class Slow(Twice):
    @staticmethod
    def starts_slowly(spec: KernelSpec) -> bool:
        return spec.shapes[0][0] < 10


@pytest.fixture(autouse=True)
def no_runs() -> None:
    runs.clear()


def twice(op: str = "Test>Started", *, sizes: tuple[int, ...] = (3, 3, 3, 3), **config: Any) -> list[str]:
    """The kernels of runs with so many numbers each."""
    with go.Graph().as_default():
        x = go.placeholder(go.float32, [None])
        y = getattr(go.raw_ops, op)(x=x)
        with go.Session(config=go.SessionConfig(**config)) as session:
            for size in sizes:
                fed = np.arange(size, dtype=np.float32)
                np.testing.assert_array_equal(session.run(y, {x: fed}), 2 * fed)
    return list(runs)


def test_a_slow_starter_stands_back_in_the_first_run_alone() -> None:
    assert twice() == ["Ready", "Slow", "Slow", "Slow"]


def test_other_shapes_are_no_first_run() -> None:
    assert twice(sizes=(3, 4, 5)) == ["Ready", "Slow", "Slow"]


def test_it_runs_where_the_others_would_take_longer() -> None:
    assert twice(sizes=(12, 12)) == ["Slow", "Slow"]


def test_it_runs_where_there_is_no_other_one() -> None:
    assert twice("Test>OnlySlow", sizes=(3,)) == ["Slow"]


def test_it_runs_at_once_where_every_run_must_give_the_same_bits() -> None:
    assert twice(deterministic=True) == ["Slow", "Slow", "Slow", "Slow"]


@pytest.mark.parametrize("autotune", [True, None, False])
def test_kernels_that_are_chosen_by_their_times_need_not_hurry(autotune: bool | None) -> None:
    kernels = NodeKernels(lookup_op("Test>Started"), {}, "CPU", mode=Mode(autotune=autotune))
    given = [np.zeros(3, np.float32)]
    hurried, usual = (choose(given, (True,)) for choose in (kernels.choose_in_a_hurry, kernels.choose))
    assert (hurried is usual) is (autotune is True)
    assert autotune is True or hurried.definition.name.endswith(".Ready")


def test_nobody_stands_back_once_it_has_started(monkeypatch: pytest.MonkeyPatch) -> None:
    assert twice(sizes=(3,)) == ["Ready"]
    monkeypatch.setattr(Slow, "starts_slowly", staticmethod(lambda spec: False))
    runs.clear()
    assert twice(sizes=(3,)) == ["Slow"]


def test_what_does_not_start_slowly_is_made_ready_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Slow, "starts_slowly", staticmethod(lambda spec: False))
    kernels = NodeKernels(lookup_op("Test>Started"), {}, "CPU")
    given = [np.zeros(4, np.float32)]
    assert kernels.choose_in_a_hurry(given, (True,)) is kernels.choose(given, (True,))


def test_runs_that_are_watched_take_the_kernels_of_later_runs() -> None:
    with go.Graph().as_default():
        x = go.placeholder(go.float32, [None])
        y = getattr(go.raw_ops, "Test>Started")(x=x)
        for options in ({"run_metadata": go.RunMetadata()}, {"debug": Debug()}):
            runs.clear()
            with go.Session() as session:
                session.run(y, {x: np.ones(3, np.float32)}, **options)
            assert runs == ["Slow"]
    runs.clear()
    assert twice(sizes=(3,), memory_limit=1 << 20) == ["Slow"]


def test_every_session_has_a_first_run() -> None:
    assert twice(sizes=(3,)) == ["Ready"]
    runs.clear()
    assert twice(sizes=(3,)) == ["Ready"]


def test_a_class_whose_method_cannot_be_called_is_refused() -> None:
    class Wrong(Twice):
        @staticmethod
        def starts_slowly() -> bool:
            return True

    with pytest.raises(InvalidArgumentError, match=r"starts_slowly of .* must take \(spec\), as a static method"):
        register_kernel("Test>Started", "CPU", label="wrong")(Wrong)


_PROCESS = """
import sys
import numpy as np
import graphops as go
from graphops import raw_ops

x = np.random.default_rng(0).standard_normal((2, 24, 24, 32)).astype(np.float32)
w = np.random.default_rng(1).standard_normal((3, 3, 32, 1)).astype(np.float32)
with go.Graph().as_default():
    given = go.placeholder(go.float32, x.shape)
    y = raw_ops.DepthwiseConv2dNative(input=given, filter=w, strides=[1, 1, 1, 1], padding="SAME")
    y = raw_ops.MaxPool(input=raw_ops.Relu(features=y), ksize=[1, 3, 3, 1], strides=[1, 1, 1, 1], padding="SAME")
    y = raw_ops.Mean(input=raw_ops.BiasAdd(value=y, bias=w[0, 0, :, 0]), axis=[1, 2], keep_dims=False)
    with go.Session() as session:
        first = session.run(y, {given: x})
        assert "numba" not in sys.modules, "imported for the first result"
        for _ in range(3):
            again = session.run(y, {given: x})
        assert "numba" in sys.modules, "never imported"
        np.testing.assert_allclose(first, again, rtol=1e-5, atol=1e-5)
"""


@pytest.mark.skipif(why_unavailable() is not None, reason=f"no loops that start slowly: {why_unavailable()}")
def test_the_first_result_of_a_process_imports_no_numba() -> None:
    found = subprocess.run([sys.executable, "-c", _PROCESS], capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
