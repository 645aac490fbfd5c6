"""Steps on small variables that run in one call: the numbers of single steps, and their errors."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.errors import FailedPreconditionError, InvalidArgumentError
from graphops.plan.program import program
from graphops.plan.program.program import Program
from graphops.plan.session_config import PLAN_PASSES
from graphops.session.resources import ResourceStore
from graphops_cpu.calls.machine import machine
from graphops_cpu.simd.layers import updates

pytest.importorskip("numba")
pytestmark = pytest.mark.skipif(machine() is None, reason="there is no LLVM")

raw = go.raw_ops
Array = np.ndarray[Any, Any]
CHANCE = np.random.default_rng(5)
RUNS = 5
SHAPES = [(7,), (3, 4), (), (0,), (5, 2, 3), (64,)]


@pytest.fixture(autouse=True)
def _graph(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(program, "RUNS_BEFORE_LISTS", 0)
    with go.Graph().as_default():
        yield


@pytest.fixture
def together(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Of each call of several steps whether the steps ran."""
    found: list[bool] = []
    call = updates._Together.__call__

    def recorded(self: Any, *arguments: Any) -> bool:
        found.append(call(self, *arguments))
        return found[-1]

    monkeypatch.setattr(updates._Together, "__call__", recorded)
    return found


def session(*without: str) -> go.Session:
    passes = [name for name in PLAN_PASSES if name not in without]
    return go.Session(config=go.SessionConfig(plan_passes=passes))


def calls(of: str = "not q") -> int:
    """How many calls of several steps the programs that exist have."""
    gc.collect()
    return sum(found.text.count(of) for found in gc.get_objects() if type(found) is Program)


def some(shape: Sequence[int], dtype: Any = np.float32) -> Array:
    return np.asarray(CHANCE.uniform(0.5, 1.5, size=shape)).astype(dtype)


class Step:
    """Steps of one optimizer on variables of some shapes, by gradients that are fed.

    Attributes:
        fed: the placeholders of the gradients.
        variables: of each step its variables.
        steps: the nodes.
    """

    def __init__(self, rule: str, shapes: Sequence[Sequence[int]], dtype: Any = go.float32, **attrs: Any) -> None:
        numpy = dtype.numpy_dtype
        slots = {"GradientDescent": 0, "Adam": 2, "RMSProp": 2}.get(rule, 1)
        names = {
            "GradientDescent": ("var", "alpha", "delta"),
            "Momentum": ("var", "accum", "lr", "grad", "momentum"),
            "KerasMomentum": ("var", "accum", "lr", "grad", "momentum"),
            "Adagrad": ("var", "accum", "lr", "grad"),
            "AdagradV2": ("var", "accum", "lr", "epsilon", "grad"),
            "Adam": ("var", "m", "v", "beta1_power", "beta2_power", "lr", "beta1", "beta2", "epsilon", "grad"),
            "RMSProp": ("var", "ms", "mom", "lr", "rho", "momentum", "epsilon", "grad"),
        }[rule]
        scalars = {name: some((), numpy) / 2 for name in names[slots + 1 :] if name not in ("grad", "delta")}
        self.variables, self.steps = [], []
        self.fed = [go.placeholder(dtype, shape) for shape in shapes]
        gradients = [raw.Mul(x=fed, y=raw.Cast(x=np.float32(2), DstT=dtype)) for fed in self.fed]
        for shape, gradient in zip(shapes, gradients, strict=True):
            variables = [go.Variable(some(shape, numpy)) for _ in range(slots + 1)]
            given = dict(zip(names, [each.handle for each in variables], strict=False))
            given |= {name: scalars.get(name, gradient) for name in names[slots + 1 :]}
            self.steps.append(getattr(raw, f"ResourceApply{rule}")(**given, **attrs))
            self.variables.append(variables)
        self.first = go.global_variables_initializer()

    def feeds(self) -> dict[Any, Any]:
        """Other gradients at each call."""
        return {fed: some(fed.shape.as_tuple(), fed.dtype.numpy_dtype) for fed in self.fed}

    def values(self, running: go.Session) -> list[bytes]:
        """Of all variables, bit for bit."""
        found = running.run([variable.value() for variables in self.variables for variable in variables])
        return [value.tobytes() for value in found]


def compared(step: Step) -> int:
    """Run steps together and one by one, which give the same bits; how many calls of several there were."""
    feeds, found = [step.feeds() for _ in range(RUNS)], []
    counts: list[int] = []
    for without in ((), ("call_lists",)):
        with session(*without) as running:
            running.run(step.first)
            begin = step.values(running)
            for each in feeds:
                running.run(step.steps, each)
            counts.append(calls())
            after = step.values(running)
            assert all(a != b for a, b in zip(begin, after, strict=True) if a)
            found.append((begin, after))
    assert found[0][1] == found[1][1]
    assert counts[1] == 0
    return counts[0]


RULES: list[tuple[str, dict[str, Any]]] = [
    ("GradientDescent", {}),
    ("Momentum", {}),
    ("Momentum", {"use_nesterov": True}),
    ("KerasMomentum", {"use_nesterov": True}),
    ("Adagrad", {}),
    ("AdagradV2", {}),
    ("Adam", {}),
    ("Adam", {"use_nesterov": True}),
    ("RMSProp", {}),
]


@pytest.mark.parametrize(("rule", "attrs"), RULES, ids=[f"{rule}{'-'.join(attrs)}" for rule, attrs in RULES])
@pytest.mark.parametrize("dtype", [go.float32, go.float64, go.bfloat16], ids=str)
def test_one_call_gives_the_bits_of_single_steps(rule: str, attrs: dict[str, Any], dtype: Any) -> None:
    assert compared(Step(rule, SHAPES, dtype, **attrs)) == 1


def test_a_slot_that_stays_as_it_is() -> None:
    step = Step("Adagrad", SHAPES[:2], update_slots=False)
    with session() as running:
        running.run(step.first)
        slots = [variables[1].value() for variables in step.variables]
        before = running.run(slots)
        for _ in range(RUNS):
            running.run(step.steps, step.feeds())
        assert calls() == 1
        for one, other in zip(running.run(slots), before, strict=True):
            np.testing.assert_array_equal(one, other)


def test_the_numbers_are_those_of_the_formula() -> None:
    variables = [go.Variable(some((n + 1,))) for n in range(10)]
    gradients = [some((n + 1,)) for n in range(10)]
    steps = [
        raw.ResourceApplyGradientDescent(var=variable.handle, alpha=np.float32(0.25), delta=gradient)
        for variable, gradient in zip(variables, gradients, strict=True)
    ]
    with session() as running:
        running.run(go.global_variables_initializer())
        start = running.run([variable.value() for variable in variables])
        for _ in range(RUNS):
            running.run(steps)
        assert calls() == 1
        for before, gradient, after in zip(start, gradients, running.run([v.value() for v in variables]), strict=True):
            wanted = before.astype(np.float64) - RUNS * 0.25 * gradient.astype(np.float64)
            np.testing.assert_allclose(after, wanted, rtol=1e-6, atol=1e-6)


def test_large_variables_among_small_ones_have_steps_of_their_own() -> None:
    assert compared(Step("Momentum", [(4,), (500, 400), (8,), (300_000,), (16,)])) == 1


def test_two_optimizers_are_two_calls() -> None:
    one, other = Step("Momentum", SHAPES[:3]), Step("Adam", SHAPES[:3])
    both = Step("GradientDescent", [])
    both.fed, both.variables = one.fed + other.fed, one.variables + other.variables
    both.steps = [step for pair in zip(one.steps, other.steps, strict=True) for step in pair]
    both.first = go.global_variables_initializer()
    assert compared(both) == 2


def test_many_variables_are_several_calls() -> None:
    assert compared(Step("Adam", [(3,)] * 100)) == 3  # 128 handles in one


def test_a_variable_that_has_no_value_yet(together: list[bool]) -> None:
    step = Step("Momentum", SHAPES[:4])
    destroy = raw.DestroyResourceOp(resource=step.variables[2][1].handle)
    with session() as running:
        running.run(step.first)
        for _ in range(RUNS):
            running.run(step.steps, step.feeds())
        running.run(destroy)
        together.clear()
        with pytest.raises(FailedPreconditionError, match="must be initialised") as caught:
            running.run(step.steps, step.feeds())
    assert together == [False]
    assert any(step.steps[2].name in note for note in caught.value.__notes__)


def test_a_run_that_has_no_room_on_the_stack_for_all_locks(
    together: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The steps run one by one, once each."""
    step = Step("GradientDescent", SHAPES[:4])
    with session() as running, session("call_lists") as other:
        for each in (running, other):
            each.variables.restore({variables[0].name: np.ones(shape, np.float32)
                                    for variables, shape in zip(step.variables, SHAPES, strict=False)})  # fmt: skip
        feeds = [step.feeds() for _ in range(RUNS)]
        for each in feeds:
            running.run(step.steps, each)
            other.run(step.steps, each)
        update, counts = ResourceStore.update_in_place, []

        def update_in_place(store: Any, handles: Any, *arguments: Any) -> None:
            counts.append(len(handles))
            if len(handles) > 1:
                raise RecursionError
            update(store, handles, *arguments)

        monkeypatch.setattr(ResourceStore, "update_in_place", update_in_place)
        together.clear()
        running.run(step.steps, feeds[0])
        assert together == [False]
        assert counts == [4, 1, 1, 1, 1]
        other.run(step.steps, feeds[0])
        assert step.values(running) == step.values(other)


def test_a_variable_of_another_shape() -> None:
    """Whose shape the graph does not know: the step that fails says so, and changes nothing."""
    fed = [go.placeholder(go.float32, [4]) for _ in range(3)]
    handles = [
        raw.VarHandleOp(dtype=go.float32, shape=go.TensorShape(None), shared_name=f"v{number}") for number in range(3)
    ]
    assign = [raw.AssignVariableOp(resource=handle, value=np.ones(4, np.float32)) for handle in handles]
    longer = raw.AssignVariableOp(resource=handles[1], value=np.ones(5, np.float32))
    steps = [
        raw.ResourceApplyGradientDescent(var=handle, alpha=np.float32(0.5), delta=each)
        for handle, each in zip(handles, fed, strict=True)
    ]
    feeds = {each: np.ones(4, np.float32) for each in fed}
    with session() as running:
        running.run(assign)
        for _ in range(RUNS):
            running.run(steps, feeds)
        assert calls() == 1
        running.run(longer)
        with pytest.raises(InvalidArgumentError, match="must have the shape of the gradient") as caught:
            running.run(steps, feeds)
        assert any(steps[1].name in note for note in caught.value.__notes__)
        value = running.run(raw.ReadVariableOp(resource=handles[1], dtype=go.float32))
        np.testing.assert_array_equal(value, np.ones(5))


def test_a_variable_twice() -> None:
    variable, other = go.Variable(np.ones(3, np.float32)), go.Variable(np.ones(3, np.float32))
    steps = [
        raw.ResourceApplyGradientDescent(var=each.handle, alpha=np.float32(0.5), delta=np.ones(3, np.float32))
        for each in (variable, other, variable)
    ]
    with session() as running:
        running.run(go.global_variables_initializer())
        for _ in range(RUNS):
            running.run(steps)
        np.testing.assert_array_equal(running.run(variable.value()), np.full(3, 1 - RUNS))
        np.testing.assert_array_equal(running.run(other.value()), np.full(3, 1 - RUNS / 2))


def by_hand(variable: Any, gradient: Any) -> Any:
    return raw.ResourceApplyGradientDescent(var=variable.handle, alpha=np.float32(0.5), delta=gradient)


@pytest.mark.parametrize("through", ["itself", "an Identity", "a Shape", "two of them"])
def test_a_step_that_waits_for_another_one(through: str, together: list[bool]) -> None:
    """Large, so that it would run after those that run together; what they wait with may compute nothing."""
    large = Step("GradientDescent", [(300_000,)])
    small = [go.Variable(np.ones(3, np.float32)) for _ in range(3)]
    fed = go.placeholder(go.float32, [3])
    gradient = base = raw.Mul(x=fed, y=np.float32(1))
    first = [by_hand(go.Variable(np.ones(3, np.float32)), base) for _ in range(2)]  # members before it
    with go.control_dependencies([base, *first]):
        waiting = by_hand(large.variables[0][0], raw.Mul(x=large.fed[0], y=np.float32(1)))
    with go.control_dependencies([waiting]):
        if through == "an Identity":
            gradient = raw.Identity(input=base)
        elif through == "a Shape":
            gradient = raw.Reshape(tensor=base, shape=raw.Shape(input=base))
        elif through == "two of them":
            gradient = raw.Identity(input=base)
        else:
            steps = [by_hand(each, base) for each in small]
    if through == "two of them":
        gradient = raw.Identity(input=gradient)
    if through != "itself":
        steps = [by_hand(each, gradient) for each in small]
    destroy = raw.DestroyResourceOp(resource=large.variables[0][0].handle)
    values = [variable.value() for variable in small]
    feeds = {fed: np.ones(3, np.float32), **large.feeds()}
    with session() as running:
        running.run(go.global_variables_initializer())
        for _ in range(RUNS):
            running.run(steps, feeds)
        assert any(together)
        running.run(destroy)
        with pytest.raises(FailedPreconditionError):
            running.run(steps, feeds)
        for value in running.run(values):
            np.testing.assert_array_equal(value, np.full(3, 1 - RUNS / 2))


def test_numbers_that_are_equal_are_the_same(together: list[bool]) -> None:
    """Under control edges each step has constants of its own."""
    fed = go.placeholder(go.float32, [3])
    gradient = raw.Mul(x=fed, y=np.float32(2))
    variables = [go.Variable(np.ones(3, np.float32)) for _ in range(4)]
    rates = [0.5, 0.5, 0.25, 0.25]
    with go.control_dependencies([raw.Neg(x=gradient)]):
        steps = [
            raw.ResourceApplyGradientDescent(var=variable.handle, alpha=np.float32(rate), delta=gradient)
            for variable, rate in zip(variables, rates, strict=True)
        ]
    with session() as running:
        running.run(go.global_variables_initializer())
        for _ in range(RUNS):
            running.run(steps, {fed: np.ones(3, np.float32)})
        assert calls() == 2
        for value, rate in zip(running.run([variable.value() for variable in variables]), rates, strict=True):
            np.testing.assert_array_equal(value, np.full(3, 1 - 2 * RUNS * rate, np.float32))


def test_a_run_can_be_ended_between_calls() -> None:
    step = Step("GradientDescent", [(3,)] * 400)
    with session() as running:
        running.run(step.first)
        for _ in range(RUNS):
            running.run(step.steps, step.feeds())
        gc.collect()
        (text,) = [found.text for found in gc.get_objects() if type(found) is Program and "not q" in found.text]
    checks = [line for line in text.splitlines() if "run.check" in line and not line.startswith("        ")]
    assert len(checks) >= 3


@pytest.mark.parametrize("keep", [lambda array: array, lambda array: array[:1]], ids=["it", "a part"])
def test_values_that_a_caller_has_stay(keep: Callable[[Array], Array]) -> None:
    step = Step("Adam", [(4,), (5,)])
    with session() as running:
        running.run(step.first)
        kept: list[tuple[Array, Array]] = []
        for _ in range(RUNS):
            running.run(step.steps, step.feeds())
            store = running.variables.snapshot()
            kept += [(keep(value), keep(value).copy()) for value in store.values()]
        assert calls() == 1
        for value, copied in kept:
            np.testing.assert_array_equal(value, copied)


def test_references_of_version_1() -> None:
    """Their steps run one by one."""

    def made() -> tuple[list[Any], list[Any], list[Any]]:
        variables = [raw.VariableV2(shape=[n + 2], dtype=go.float32, shared_name=f"r{n}") for n in range(4)]
        assign = [raw.Assign(ref=v, value=some((n + 2,))) for n, v in enumerate(variables)]
        steps = [
            raw.ApplyGradientDescent(var=v, alpha=np.float32(0.25), delta=some((n + 2,))).op
            for n, v in enumerate(variables)
        ]
        return variables, assign, steps

    variables, assign, steps = made()
    found = []
    for without in ((), ("call_lists",)):
        with session(*without) as running:
            running.run([each.op for each in assign])
            for _ in range(RUNS):
                running.run(steps)
            found.append([value.tobytes() for value in running.run(variables)])
    assert found[0] == found[1]
