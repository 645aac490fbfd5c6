"""Strategies from OpDefs: what they make is what the OpDef allows, in all its breadth; and it shrinks."""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from graphops.build.binding import bind
from graphops.extend import PlainKernel, register_kernel, register_op
from graphops.testing import OpCase, opcheck, strategies
from graphops.testing.strategies import arrays, attrs, calls, dtypes, spoilt
from graphops_registry.errors import GraphopsError, InvalidArgumentError, NotFoundError
from graphops_registry.op_def import lookup_op
from tests.ops.golden_calls import own_ops

scale = register_op(
    "Strategies>Scale",
    inputs=["x: T", "factor: T", "axes: int32", "others: N * T"],
    outputs=["y: T"],
    attrs=["T: {half, float, double, int32}", "N: int >= 2", "size: int >= 3", "mode: {'UP', 'DOWN'} = 'UP'",
           "windows: list(int) >= 4", "to: {float, int8} = DT_FLOAT", "free: type"],
    doc="Has an attr of every kind.",
)  # fmt: skip
scale.shape_rule(lambda c: [c.shape("x")])
scale.no_gradient()

half = register_op(
    "Strategies>Half", inputs=["x: T", "y: T"], outputs=["z: T"], attrs=["T: {float, double}"], doc="Adds."
)
half.shape_rule(lambda c: [c.shape("x")])
half.no_gradient()


@register_kernel("Strategies>Half", "CPU")
class Half(PlainKernel):
    def compute(self, x: Any, y: Any) -> Any:
        with np.errstate(all="ignore"):
            return x / 2 + y


QUICK = settings(max_examples=60, database=None, derandomize=True, suppress_health_check=list(HealthCheck))


def drawn(strategy: st.SearchStrategy[Any], count: int = 60) -> list[Any]:
    found: list[Any] = []

    @settings(QUICK, max_examples=count, phases=[Phase.generate])
    @given(strategy)
    def run(value: Any) -> None:
        found.append(value)

    run()
    return found


def occurs(strategy: st.SearchStrategy[Any], wanted: Callable[[Any], Any]) -> bool:
    """Whether such a value is among the first thousands.  Which come first is not fixed: hypothesis draws constants
    that it finds in the sources, too."""
    try:
        find(strategy, wanted, settings=settings(QUICK, max_examples=5000, phases=[Phase.generate]))
    except NoSuchExample:
        return False
    return True


@settings(QUICK, max_examples=15)
@given(calls("Strategies>Half", shapes={"x": ("n", 3), "y": ("n", 3)}, finite=True))
def test_an_authors_property(case: OpCase) -> None:
    opcheck(case.op, case.inputs, case.attrs, reference=lambda x, y: (x.astype(float) / 2 + y).astype(x.dtype))


def test_a_wrong_kernel_is_found_and_its_call_shrinks() -> None:
    def is_wrong(case: OpCase) -> bool:
        x, y = case.inputs["x"], case.inputs["y"]
        return bool((x + y > 2).any())  # an oracle that says no

    smallest = find(calls("Strategies>Half", shapes={"x": ("n", "m"), "y": ("n", "m")}, finite=True), is_wrong,
                    settings=settings(QUICK, max_examples=500))  # fmt: skip
    assert smallest.inputs["x"].dtype == np.float32
    assert smallest.inputs["x"].size <= 4
    assert float(np.abs(smallest.inputs["x"]).sum() + np.abs(smallest.inputs["y"]).sum()) <= 12


def test_dtypes_are_those_of_the_op_def() -> None:
    assert {d.name for d in drawn(dtypes("Strategies>Scale", "T"))} == {"float16", "float32", "float64", "int32"}
    assert {d.name for d in drawn(dtypes("Strategies>Scale", "to"))} == {"float32", "int8"}
    assert {"bfloat16", "string", "complex64", "float8_e5m2"} <= {
        d.name for d in drawn(dtypes("Strategies>Scale", "free"), 200)
    }
    assert find(dtypes("Strategies>Scale", "T"), lambda d: True).name == "float32"


def test_attrs_have_every_allowed_value_and_keep_to_minimums() -> None:
    found = drawn(attrs("Strategies>Scale"), 300)
    assert {a.get("mode") for a in found} == {None, "UP", "DOWN"}
    assert {a["size"] for a in found} >= {3, 4, 2**31 - 1}
    assert min(a["size"] for a in found) == 3
    assert {len(a["windows"]) for a in found} >= {4, 5}
    assert min(len(a["windows"]) for a in found) == 4
    assert all(a["size"] < 100 for a in drawn(attrs("Strategies>Scale", finite=True)))
    assert "T" not in found[0]  # inputs say it


def test_arrays_have_the_edges() -> None:
    floats = arrays("float32", (5,))
    assert {x.dtype for x in drawn(floats, 5)} == {np.dtype(np.float32)}
    assert occurs(floats, lambda x: np.isnan(x).any())
    for edge in (np.inf, -np.inf, np.finfo(np.float32).max, np.float32(2.0**-149)):
        assert occurs(floats, lambda x, edge=edge: (x == edge).any())
    assert occurs(floats, lambda x: ((x == 0) & np.signbit(x)).any())
    for number in (-128, 127, 0, 1):
        assert occurs(arrays("int8", (5,)), lambda x, number=number: (x == number).any())
    finite = np.concatenate(drawn(arrays("bfloat16", (5,), finite=True), 100)).astype(float)
    assert np.isfinite(finite).all()
    assert np.abs(finite).max() <= 4
    assert drawn(arrays("string", (2, 0)), 2)[0].shape == (2, 0)
    assert {type(v) for a in drawn(arrays("string", (3,))) for v in a} == {bytes}
    assert drawn(arrays("complex64", ()), 5)[0].dtype == np.complex64


def test_dimensions_of_one_name_are_one_size() -> None:
    shapes = {"x": ("n", "m"), "factor": ("m",), "axes": (2,), "others": [("n",), (7,)]}
    found = drawn(calls("Strategies>Scale", shapes=shapes, attrs={"mode": ["DOWN"], "size": st.just(9)}), 100)
    assert len({case.inputs["x"].shape for case in found}) > 5
    for case in found:
        n, m = case.inputs["x"].shape
        assert case.inputs["factor"].shape == (m,)
        assert [o.shape for o in case.inputs["others"]] == [(n,), (7,)]
        assert case.inputs["axes"].dtype == np.int32
        assert case.attrs["mode"] == "DOWN"
        assert case.attrs["size"] == 9


def test_integers_look_like_axes_and_shapes() -> None:
    axes = calls("Strategies>Scale").map(lambda case: case.inputs["axes"])
    assert occurs(axes, lambda a: a.ndim == 0)
    assert occurs(axes, lambda a: a.ndim == 1 and a.size > 1 and a.tolist() == list(range(a.size)))
    assert occurs(axes, lambda a: (a < 0).any())
    assert occurs(axes, lambda a: (a == 2**31 - 1).any())


def takes_no_arrays(name: str) -> bool:
    """Whether arguments are handles or quantised, or attrs name functions: what arrays and numbers cannot be."""
    op_def = lookup_op(name).op_def
    kinds = [op_def.attr_by_name[a.type_attr].allowed for a in op_def.inputs if a.type_attr is not None]
    if any(allowed and all(dtype.is_quantized for dtype in allowed) for allowed in kinds):
        return True
    handles = any(a.type is not None and a.type.name in ("resource", "variant") for a in op_def.inputs)
    return handles or any(a.is_ref for a in op_def.inputs) or bool(op_def.function_attrs)


OPS = [op.name for op in own_ops() if not takes_no_arrays(op.name)]


@pytest.mark.parametrize("part", range(8))
def test_the_op_def_allows_every_call(part: int, full: bool) -> None:
    for name in OPS[part :: 8 if full else 32]:
        for case in drawn(calls(name), 12 if full else 5):
            bound = bind(lookup_op(name).op_def, {**case.inputs, **case.attrs})
            given = sum(len(value) if isinstance(value, list) else 1 for value in case.inputs.values())
            assert len(bound.inputs) >= given  # a list may be of no tensors


def test_spoilt_calls_are_refused_by_the_op_def_or_the_op_for_the_most_part() -> None:
    refused = 0
    made = [case for name in OPS[::40] for case in drawn(calls(name, malformed=True), 20)]
    for case in made:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                bind(lookup_op(case.op).op_def, {**case.inputs, **case.attrs})
        except GraphopsError:
            refused += 1
    assert refused > 0.5 * len(made)


def test_the_same_calls_on_every_run() -> None:
    def run() -> list[str]:
        return [str(case) for case in drawn(calls("Conv2D", malformed=False), 40)]

    assert run() == run()
    assert len(set(run())) > 20


def test_calls_may_come_from_anywhere() -> None:
    good = st.just(OpCase("Neg", {"x": np.ones((2, 3), np.float32)}, {}))
    found = drawn(spoilt(good), 200)
    assert {tuple(case.inputs) for case in found} >= {("x",), ()}
    assert any(case.inputs.get("x", 0) is None for case in found)
    assert np.array_equal(good.value["inputs"]["x"] if hasattr(good, "value") and isinstance(good.value, dict) else
                          drawn(good, 1)[0].inputs["x"], np.ones((2, 3)))  # fmt: skip


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: calls("Neg", shapes={"y": ()}), "shapes of calls\\(\\) must name what op 'Neg' has, got \\['y'\\]"),
        (lambda: calls("Neg", attrs={"y": [1]}), "attrs of calls\\(\\) must name what op 'Neg' has"),
        (lambda: calls("ReadVariableOp"), "resource of op 'ReadVariableOp' is: it is a handle"),
        (lambda: drawn(calls("If")), "attr 'then_branch' of op 'If' must be given to calls\\(\\)"),
        (lambda: dtypes("Neg", "x"), "must be one of its type attrs, got 'x'"),
        (lambda: arrays("resource", ()), "must be one that arrays have, got resource"),
        (lambda: arrays("float", (-1,)), "must have sizes >= 0, got \\(-1,\\)"),
        (lambda: drawn(calls("Neg", dtypes=["string"])), "attr 'T' of op 'Neg' must allow a dtype"),
    ],
)
def test_what_cannot_be_is_refused(make: Any, sentence: str) -> None:
    with pytest.raises(InvalidArgumentError, match=sentence):
        make()


def test_an_unknown_op() -> None:
    with pytest.raises(NotFoundError, match="Ngg"):
        calls("Ngg")


def test_hypothesis_is_imported_only_for_the_strategies() -> None:
    script = """
import sys
import graphops.testing
assert "hypothesis" not in sys.modules
sys.modules["hypothesis"] = None
try:
    graphops.testing.strategies
except graphops.errors.NotFoundError as error:
    print(error)
try:
    from graphops.testing.strategies import calls
except graphops.errors.NotFoundError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True,
                          env={"PYTHONPATH": ":".join(path for path in sys.path if path)})  # fmt: skip
    want = "graphops.testing.strategies needs hypothesis, from the extra 'test': pip install 'graphops[test]'"
    assert done.stdout.splitlines() == [want] * 2
    assert strategies.calls is calls
