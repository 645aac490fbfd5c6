"""What registration refuses, in one sentence each; and what a kernel or rule that breaks its word gives later."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops import eager
from graphops.extend import Op, PlainKernel, Prepared, lookup_op, register_kernel, register_op
from graphops_registry.errors import (
    AlreadyExistsError,
    GraphopsError,
    InternalError,
    InvalidArgumentError,
    InvalidTypeError,
)
from tests.extension.packages import python

_numbers = itertools.count()
X = np.array([1.0, 2.0], np.float32)


def op(outputs: tuple[str, ...] = ("y: T",), *, rule: Any = None, inputs: tuple[str, ...] = ("x: T",)) -> Op:
    """A new op with a shape rule."""
    name = f"Reg>Op{next(_numbers)}"
    made = register_op(name, inputs=list(inputs), outputs=list(outputs), attrs=["T: {float, double}", "n: int = 1"])
    made.shape_rule(rule if rule is not None else lambda c: [c.shape("x")] * len(outputs))
    return made


def kernel(**members: Any) -> type[Any]:
    return type("K", (PlainKernel,), {"compute": lambda self, x: x + 0, **members})


def refused(make: Callable[[], Any]) -> str:
    with pytest.raises(InvalidArgumentError) as caught:
        make()
    return str(caught.value)


@pytest.mark.parametrize(
    ("declare", "text"),
    [
        (lambda: register_op(3, inputs=[], outputs=[]), r"the name of an op must be a text, got 3"),  # type: ignore[arg-type]
        (lambda: register_op("Reg>None", inputs=None, outputs=[]), r"inputs of op 'Reg>None' must be a list of texts"),  # type: ignore[arg-type]
        (lambda: register_op("Reg>Same", inputs=["x: float"], outputs=["x: float"]), r"output 'x' must have a name of"),
        (lambda: register_op("Reg>Attr", inputs=[], outputs=["x: float"], attrs=["x: int"]), r"output 'x' must have a"),
        (lambda: register_op("Reg>Name", inputs=["name: string"], outputs=[]), r"must not be called 'name'"),
        (lambda: register_op("Reg>Name", inputs=[], outputs=[], attrs=["name: string"]), r"must not be called 'name'"),
    ],
)
def test_names(declare: Callable[[], Any], text: str) -> None:
    assert re.search(text, refused(declare))


def test_an_op_is_asked_for_by_name() -> None:
    with pytest.raises(InvalidTypeError, match="the name of an op must be a text, got <Op Reg>"):
        lookup_op(op())  # type: ignore[arg-type]


def test_the_name_of_a_built_in_op_is_refused_before_they_are_loaded() -> None:
    """Later it would be the built-in op that comes second, and nothing could be loaded any more."""
    script = """
import sys
from graphops.extend import register_op
assert "graphops_registry.ops.math_matmul" not in sys.modules
try:
    register_op("MatMul", inputs=["x: float"], outputs=["y: float"])
except ValueError as error:
    print(error)
"""
    ran = python(["-c", script])
    assert re.search(r"op 'MatMul' must be registered once, but <string>:6 repeats .*math_matmul.py", ran.stdout), ran


class Bare:
    def compute(self, x: Any) -> Any:
        return x


class NeedsMore(Bare):
    def __init__(self, attrs: Any, more: Any) -> None:
        pass


@pytest.mark.parametrize(
    ("cls", "keywords", "text"),
    [
        (kernel(compute=lambda self: 0), {}, r"compute of kernel K .* must take \(self, x\), got \(self\)"),
        (kernel(compute=lambda self, x, y: 0), {}, r"must take \(self, x\), got \(self, x, y\)"),
        (kernel(compute=lambda self, x, *, y: 0), {}, r"must take \(self, x\), got \(self, x, \*, y\)"),
        (kernel(compute=lambda self, x: 0), {"uses": ["name"]}, r"must take \(self, ctx, x\), got \(self, x\)"),
        (kernel(compute=None), {}, r"must have a method compute\(\*inputs\) or prepare\(spec\), got neither"),
        (Bare, {}, r"must be made by Bare\(attrs\), got __init__\(\)"),
        (NeedsMore, {}, r"must be made by NeedsMore\(attrs\), got __init__\(self, attrs, more\)"),
        (len, {}, r"a kernel for op .* must be a class, got <built-in function len>"),
        (kernel(), {"types": {"U": ["float"]}}, r"must name type attrs \['T'\], got 'U'"),
        (kernel(), {"types": {"n": ["float"]}}, r"must name type attrs \['T'\], got 'n'"),
        (kernel(), {"types": {"T": ["int32"]}}, r"must be among those of the OpDef for 'T', .* got int32"),
        (kernel(), {"types": {"T": ["no"]}}, r"a dtype must be one of TensorFlow's types, got 'no'"),
        (kernel(), {"types": {"T": []}}, r"must give 'T' a dtype or more, got none"),
        (kernel(), {"types": {"T": "float"}}, r"must give 'T' a list of dtypes, got 'float'"),
        (kernel(), {"types": ["float"]}, r"types of kernel K .* must be a mapping such as"),
        (kernel(), {"host_inputs": "x"}, r"host_inputs of kernel K .* must be a list of names, got 'x'"),
        (kernel(), {"priority": "high"}, r"priority of kernel K .* must be an integer, .* got 'high'"),
        (kernel(views={0: 1}), {}, r"views of kernel K .* must name .* below 1, got 1"),
        (kernel(views={1: 0}), {}, r"views of kernel K .* must name .* below 1, got 1"),
        (kernel(views=[0]), {}, r"views of kernel K .* must map numbers of outputs to numbers of inputs, got \[0\]"),
        (kernel(unsupported=lambda attrs: None), {}, r"unsupported of .* must take \(attrs, shapes\), as a static"),
        (kernel(refuses=lambda self, spec: None), {}, r"refuses of .* must take \(spec\), as a static method"),
        (kernel(priority_for=7), {}, r"priority_for of .* must take \(spec\), as a static method, got 7"),
        (kernel(workspace=lambda self: 0), {}, r"workspace of .* must take \(spec\), got \(self\)"),
        (kernel(direct=lambda self: 0), {}, r"direct of .* must take \(spec\), got \(self\)"),
        (kernel(prepare=lambda self: 0), {}, r"prepare of .* must take \(spec\), got \(self\)"),
    ],
)
def test_kernels(cls: Any, keywords: dict[str, Any], text: str) -> None:
    made = op()
    found = refused(lambda: register_kernel(made.name, "CPU", **keywords)(cls))
    assert re.search(text, found), found


@pytest.mark.parametrize("device", ["", "GPU:0", 7])
def test_devices(device: Any) -> None:
    made = op()
    assert "must be a device type such as 'CPU'" in refused(lambda: register_kernel(made.name, device)(kernel()))


def test_an_op_without_a_shape_rule_gets_no_kernel() -> None:
    made = register_op("Reg>NoRule", inputs=["x: float"], outputs=["y: float"])
    found = refused(lambda: register_kernel("Reg>NoRule", "CPU")(kernel()))
    rule = "must have a shape rule before kernels are registered for it, got none before K"
    assert found == f"op 'Reg>NoRule' ({made.defined_at}) {rule}"
    register_op("Reg>NoOutputs", inputs=["x: float"])
    register_kernel("Reg>NoOutputs", "CPU")(kernel())


def test_what_is_registered_twice_names_both_places() -> None:
    register_op("Reg>Twice", inputs=["x: float"], outputs=["y: float"])
    with pytest.raises(InvalidArgumentError) as caught:
        register_op("Reg>Twice", inputs=["x: float"], outputs=["y: float"])
    places = re.findall(r"test_registration\.py:\d+", str(caught.value))
    assert len(places) == 2, caught.value
    made = op()
    register_kernel(made.name, "CPU")(kernel())
    with pytest.raises(AlreadyExistsError) as again:
        register_kernel(made.name, "CPU")(kernel())
    found = re.findall(r"test_registration\.py:\d+", str(again.value))
    assert len(set(found)) == 2, again.value
    second = refused(lambda: made.shape_rule(lambda c: []))
    assert len(re.findall(r"test_registration\.py:\d+", second)) == 2, second
    made.gradient(lambda g, node, dy: [dy])
    assert "must have one gradient, got a second one" in refused(lambda: made.gradient(lambda g, node, dy: [dy]))
    assert "must have one gradient, got a second one" in refused(made.no_gradient)
    other = op()
    other.no_gradient()
    assert "got one after no_gradient()" in refused(lambda: other.gradient(lambda g, node, dy: [dy]))


@pytest.mark.parametrize(
    ("declare", "text"),
    [
        (lambda made: made.gradient(lambda g, node: []), r"must take \(g, node, dy\), got \(g, node\) at .*\.py:\d+"),
        (lambda made: made.gradient(lambda g, node, dy, dz: []), r"must take \(g, node, dy\), got \(g, node, dy, dz\)"),
        (lambda made: made.gradient(7), r"the gradient of op .* must be a function, got 7"),
        (lambda made: made.cost_rule(lambda: 0), r"the cost rule of op .* must take \(c\), got \(\)"),
    ],
)
def test_rules(declare: Callable[[Op], Any], text: str) -> None:
    made = op()
    found = refused(lambda: declare(made))
    assert re.search(text, found), found


def test_gradients_get_one_argument_for_each_output() -> None:
    assert "must take (g, node, dy, dz), got (g, node, dy)" in refused(
        lambda: op(("y: T", "z: T")).gradient(lambda g, node, dy: [])
    )
    op(("y: T", "z: T")).gradient(lambda g, node, *dys: [])
    op(("ys: n * T",)).gradient(lambda g, node, dy: [])  # how many outputs there are, depends on the node


def test_shape_rule_of_another_signature() -> None:
    made = register_op("Reg>Rule", inputs=["x: float"], outputs=["y: float"])
    assert "the shape rule of op 'Reg>Rule' must take (c), got ()" in refused(lambda: made.shape_rule(lambda: None))


def test_specifications_are_lists() -> None:
    found = refused(lambda: register_op("Reg>Spec", inputs="x: float", outputs=["y: float"]))
    assert found == "inputs of op 'Reg>Spec' must be a list of texts, got 'x: float'"
    assert "attrs of op 'Reg>Spec' must be a list of texts" in refused(lambda: register_op("Reg>Spec", attrs=[7]))  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        (lambda c: None, r"must return a list of shapes, got None"),
        (lambda c: "x", r"must return a list of shapes, got 'x'"),
        (lambda c: ["x"], r"must return a list of shapes, got \['x'\]: a shape must be"),
        (lambda c: [1.5], r"must return a list of shapes, got \[1.5\]: a dimension must be"),
        (lambda c: [[None], [None]], r"must give 1 shapes, got 2"),
        (lambda c: [c.shape("z")], r"must ask for an input that it has, got 'z'"),
        (lambda c: [[c.attr("m")]], r"must ask for an attr that it has, got 'm'"),
        (lambda c: [[1 // 0]], r"\(.*test_registration\.py:\d+\) must not raise ZeroDivisionError"),
    ],
)
def test_shape_rules_that_answer_nonsense(rule: Any, text: str) -> None:
    made = op(rule=rule)
    with go.Graph().as_default(), pytest.raises(InternalError, match=text):
        getattr(go.raw_ops, made.name)(x=X)


def in_session(made: Op) -> Callable[..., Any]:
    """The op in a graph that knows no size."""

    def run(x: Any) -> Any:
        with go.Graph().as_default():
            node = getattr(go.raw_ops, made.name)(x=go.placeholder(go.float32, (None,), name="x"))
            return go.Session().run(node, {"x:0": x})

    return run


class _Late(Prepared):
    output_shapes = ((2,), (2,))


@pytest.mark.parametrize(
    ("outputs", "members", "text"),
    [
        (1, {"compute": lambda self, x: None}, r"kernel .*K must return output 0, got None"),
        (1, {"compute": lambda self, x: 1.5}, r"must return arrays, got float as output 0"),
        (1, {"compute": lambda self, x: [x]}, r"must return arrays, got list as output 0"),
        (1, {"compute": lambda self, x: x[:1]}, r"output 0 of kernel .* must have shape \(2,\), got \(1,\)"),
        (1, {"compute": lambda self, x: x > 0}, r"output 0 of kernel .* must have dtype float32, got bool"),
        (2, {"compute": lambda self, x: x}, r"compute of kernel .* must return a tuple of arrays.* got 'ndarray'"),
        (2, {"compute": lambda self, x: (x,)}, r"must return 2 outputs, got 1"),
        (2, {"compute": lambda self, x: None}, r"must return 2 outputs, got 0"),
        (1, {"prepare": lambda self, spec: None}, r"prepare\(spec\) of kernel .* must return a Prepared, got None"),
        (1, {"prepare": lambda self, spec: _Late()}, r"must return a Prepared with output_shapes for 1 outputs"),
        (1, {"workspace": lambda self, spec: "much"}, r"workspace\(spec\) of kernel .* must return a number of bytes"),
        (1, {"direct": lambda self, spec: np.add}, r"direct\(spec\) of kernel .* must return None or \(function"),
        (
            1,
            {"unsupported": staticmethod(lambda a, s: False)},
            r"unsupported.* must return None or a reason, got False",
        ),
        (1, {"refuses": staticmethod(lambda spec: True)}, r"refuses\(spec\) of kernel .* a reason, got True"),
    ],
)
@pytest.mark.parametrize("way", ["eager", "session"])
def test_kernels_that_break_their_word(outputs: int, members: dict[str, Any], text: str, way: str) -> None:
    made = op(("y: T", "z: T")[:outputs])
    register_kernel(made.name, "CPU")(kernel(**members))
    run = getattr(eager, made.name) if way == "eager" else in_session(made)
    with pytest.raises(InternalError, match=text) as caught:
        run(x=X)
    assert any("test_registration.py:" in note for note in caught.value.__notes__), caught.value.__notes__


def test_a_priority_that_is_no_number() -> None:
    made = op()
    register_kernel(made.name, "CPU")(kernel())
    register_kernel(made.name, "CPU", priority=5)(kernel(priority_for=staticmethod(lambda spec: None)))
    with pytest.raises(InternalError, match=r"priority_for\(spec\) of kernel .* must return a number, got None"):
        getattr(eager, made.name)(x=X)


@pytest.mark.parametrize(
    ("gradient", "text"),
    [
        (lambda g, node, dy: dy, r"must give a list of tensors, got Tensor \(.*test_registration\.py:\d+\)"),
        (lambda g, node, dy: None, r"must give a list of tensors, got NoneType"),
        (lambda g, node, dy: [], r"must give 1 tensors, got 0"),
        (lambda g, node, dy: [dy, dy], r"must give 1 tensors, got 2"),
        (lambda g, node, dy: [1.0], r"must give tensors, got float \(.*\) for input 0"),
        (lambda g, node, dy: [g.Cast(x=dy, DstT="double")], r"must have dtype float32 for input 0, got float64"),
        (lambda g, node, dy: [g.ExpandDims(input=dy, dim=0)], r"must have shape \(2\) for input 0|shape \(2,\)"),
        (lambda g, node, dy: [dy + 1 / 0], r"\(.*test_registration\.py:\d+\) must not raise ZeroDivisionError"),
    ],
)
def test_gradients_that_give_nonsense(gradient: Any, text: str) -> None:
    made = op()
    made.gradient(gradient)
    with go.Graph().as_default():
        x = go.constant(X)
        with pytest.raises(GraphopsError, match=text):
            go.gradients(getattr(go.raw_ops, made.name)(x=x), x)
