"""opcheck and gradcheck find what an author of ops and kernels gets wrong: one op for each fault."""

from __future__ import annotations

import itertools
import re
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.extend import PlainKernel, TensorShape, lookup_op, register_kernel, register_op
from graphops.testing import GradCheckError, OpCheckError, cases, gradcheck, opcheck
from graphops_registry.errors import GraphopsError, InvalidArgumentError

X = np.array([[1.0, -2.0, 3.0], [0.5, 4.0, -1.0]])


def same_shape(c: Any) -> list[Any]:
    return [c.shape("x")]


def declare(name: str, shape_rule: Any = same_shape, outputs: tuple[str, ...] = ("y: T",)) -> Any:
    """An op Test>name on one array, and the decorator for its kernel."""
    op = register_op(f"Test>{name}", inputs=["x: T"], outputs=list(outputs), attrs=["T: {float, double, int32}"])
    op.shape_rule(shape_rule)
    return register_kernel(f"Test>{name}", "CPU")


def fault(name: str, inputs: Any = None) -> str:
    with pytest.raises(OpCheckError) as caught:
        opcheck(f"Test>{name}", inputs if inputs is not None else {"x": X})
    return str(caught.value)


@declare("Right")
class _Right(PlainKernel):
    def compute(self, x):
        return x * 2


def test_a_right_op_passes():
    report = opcheck("Test>Right", {"x": X}, reference=2 * X)
    assert str(report).startswith("Test>Right(x=float64(2, 3)): ")
    assert [kernel.rpartition(" on ")[2] for kernel in report.kernels] == ["CPU", "STANDIN"]
    for case in cases("Test>Right", {"x": (0, 3)}):
        opcheck(case.op, case.inputs, case.attrs)


def test_another_reference_fails():
    with pytest.raises(OpCheckError, match=r"most at \(1, 1\): 8.0, expected 9.0; off by 1, allowed 9e-12"):
        opcheck("Test>Right", {"x": X}, reference=2 * X + (X == 4))
    with pytest.raises(OpCheckError, match="the reference must give 1 outputs, got 2"):
        opcheck("Test>Right", {"x": X}, reference=lambda x: (x, x))


@declare("Writes")
class _Writes(PlainKernel):
    def compute(self, x):
        x += 1
        return x - 1


@declare("View")
class _View(PlainKernel):
    def compute(self, x):
        return x[...]


@declare("Dtype")
class _Dtype(PlainKernel):
    def compute(self, x):
        return x.astype(np.float16)


@declare("Shape")
class _Shape(PlainKernel):
    def compute(self, x):
        return x[:1] + 0


_counter = itertools.count()


@declare("Random")
class _Random(PlainKernel):
    def compute(self, x):
        return x + next(_counter)


@declare("Contiguous")
class _Contiguous(PlainKernel):
    def compute(self, x):
        return self.xp.lib.stride_tricks.as_strided(x, x.shape, (x.itemsize * x.shape[1], x.itemsize)) + 0


@declare("Uninitialised")
class _Uninitialised(PlainKernel):
    def compute(self, x):
        result = self.xp.empty(x.shape, x.dtype)
        result[:1] = x[:1]
        return result


@declare("NumPy")
class _NumPy(PlainKernel):
    def compute(self, x):
        return np.exp(x)


@declare("Converts")
class _Converts(PlainKernel):
    def compute(self, x):
        return x * (2 if x.sum() > 0 else 3)


@declare("Loops")
class _Loops(PlainKernel):
    def compute(self, x):
        return self.xp.stack([row * 2 for row in x])


@declare("OnHost")
class _OnHost(PlainKernel):
    def compute(self, x):
        return np.zeros(x.shape, x.dtype)


@declare("Raises")
class _Raises(PlainKernel):
    def compute(self, x):
        raise ZeroDivisionError("by zero")


@declare("Second", lambda c: [c.shape("x"), c.shape("x")], ("y: T", "z: T"))
class _Second:
    """Gives another first output when it is the only one that is wanted."""

    def __init__(self, attrs):
        pass

    def prepare(self, spec):
        class Prepared:
            output_shapes = spec.output_shapes
            workspace_bytes = 0
            aliases = {}
            overwrites = {}

            def run(self, ctx, inputs, out):
                (x,) = inputs
                return [x * (2 if spec.wanted[1] else 3), x + 1 if spec.wanted[1] else None]

        return Prepared()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Writes", "Writes on CPU must run with contiguous inputs, but it raises ValueError"),
        ("Writes", "Writes on STANDIN must run with contiguous inputs, but it raises ValueError"),
        ("View", "must declare that output 0 is a view of input 0"),
        ("Dtype", "output 0 of kernel .*_Dtype must have dtype float64, got float16"),
        ("Shape", r"output 0 of kernel .*_Shape must have shape \(2, 3\), got \(1, 3\)"),
        ("Random", "must give the same bits in each run, got others"),
        ("Contiguous", "must give the same with inputs that are not contiguous, but output 0 differs"),
        ("Uninitialised", "on STANDIN must give what is expected, but output 0 differs"),
        ("NumPy", "on STANDIN must run with contiguous inputs, but it raises TypeError"),
        ("Converts", "must not be used as a truth value"),
        ("Loops", "must not be iterated over"),
        ("OnHost", "on STANDIN must return output 0 on the device"),
        ("Raises", "on CPU must run with contiguous inputs, but it raises ZeroDivisionError: by zero"),
        ("Second", "must give the same with only output 0 wanted, but output 0 differs"),
    ],
)
def test_faulty_kernels(name, text):
    assert re.search(text, fault(name)), fault(name)


def test_no_kernel():
    register_op("Test>None", inputs=["x: float64"], outputs=["y: float64"])
    text = "a Session on CPU must run, but it raises NotFoundError: node 'Test>None' (op 'Test>None') must have a"
    assert text in fault("None")


def test_kernels_that_differ():
    declare("Differs")(type("Plain", (PlainKernel,), {"compute": lambda self, x: x * 2}))

    @register_kernel("Test>Differs", "CPU", types={"T": ["double"]}, priority=5)
    class Fast:
        def __init__(self, attrs):
            pass

        def compute(self, x):
            return x * 2.5

    text = fault("Differs")  # the fast one is the first, so it is the plain one that differs
    assert "Plain on CPU must give what is expected, but output 0 differs in 6 of 6 elements" in text
    opcheck("Test>Differs", {"x": X.astype(np.float32)})


def needs_rank(c):
    return [TensorShape([dim for dim in c.shape("x").dims])]  # noqa: C416


def forgets(c):
    shape = c.shape("x")
    return [shape if shape.is_fully_defined else TensorShape([1, None])]


def other_symbol(c):
    shape = c.shape("x")
    return [shape if shape.rank is None else TensorShape(["i0_1" if d == "i0_0" else d for d in shape])]


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        (needs_rank, "must take the inputs with unknown ranks"),
        (
            forgets,
            r"must be right with unknown sizes and known values: output 0 has shape \(2, 3\), promised \(1, \?\)",
        ),
        (other_symbol, "must be right with symbols for sizes"),
    ],
)
def test_faulty_shape_rules(rule, text):
    declare(f"Rule_{rule.__name__}", rule)(type("Rule", (PlainKernel,), {"compute": lambda self, x: x * 2}))
    assert re.search(text, fault(f"Rule_{rule.__name__}"))


def test_bad_calls_are_refused():
    with pytest.raises(InvalidArgumentError, match="resource of op 'ReadVariableOp' must"):
        opcheck("ReadVariableOp", {"resource": np.array(None, object)}, {"dtype": "float32"})
    with pytest.raises(InvalidArgumentError, match="'y' is no argument or attr of op 'Test>Right'"):
        opcheck("Test>Right", {"x": X}, {"y": 1})
    with pytest.raises(InvalidArgumentError, match=r"must name the inputs of op 'Test>Right', got \['x', 'y'\]"):
        list(cases("Test>Right", {"y": (2, 3)}))


# -- gradients -----------------------------------------------------------------------------------------------------

GRADIENTS = {
    "Half": lambda g, node, dy: [dy],
    "Missing": lambda g, node, dy: [None],
    "Transposed": lambda g, node, dy: [g.Transpose(x=g.Transpose(x=g.AddV2(x=dy, y=dy), perm=[1, 0]), perm=[1, 0])],
    "Shape": lambda g, node, dy: [g.Sum(input=g.AddV2(x=dy, y=dy), reduction_indices=[0])],
    "Static": lambda g, node, dy: [g.Reshape(tensor=g.AddV2(x=dy, y=dy), shape=list(node.inputs[0].shape.as_tuple()))],
    "Right": lambda g, node, dy: [g.AddV2(x=dy, y=dy)],
}


@pytest.mark.parametrize("name", GRADIENTS)
def test_gradients(name):
    declare(f"Gradient{name}")(type("Double", (PlainKernel,), {"compute": lambda self, x: x * 2}))
    lookup_op(f"Test>Gradient{name}").gradient(GRADIENTS[name])
    if name in ("Right", "Transposed"):
        assert gradcheck(f"Test>Gradient{name}", {"x": X}, order=3) > 36
        return
    with pytest.raises((GradCheckError, InvalidArgumentError, RuntimeError)) as caught:
        gradcheck(f"Test>Gradient{name}", {"x": X})
    text = {
        "Half": "order 1: the slope of Placeholder:0, float64(2, 3), must be 2 as differences say, got 1 by the",
        "Missing": "got 0 by the gradient (relative error 1; gradients() answered None)",
        "Shape": "must have shape (2, 3) for input 0, got (3,)",
        "Static": "must be fully defined, got <unknown>",
    }[name]
    assert text in str(caught.value)


def test_what_gradcheck_leaves_out():
    kink = np.array([0.0, 1.0])
    assert gradcheck("Relu", {"features": kink}) == 3  # of four; at 0 the slopes to both sides differ
    assert gradcheck("Log", {"x": np.array([-1.0, 0.0])}) == 0  # not finite
    assert gradcheck("Neg", {"x": np.array([1, 2])}) == 0  # nothing to differentiate
    assert gradcheck("Neg", {"x": np.zeros((0, 3))}) == 0
    assert gradcheck("Mul", {"x": X, "y": X}, constants=["y"]) == 36


def test_complex_numbers_and_functions():
    z = np.array([1 + 2j, -0.5 + 0.25j])
    assert gradcheck("Conj", {"input": z}, order=2) > 0
    assert gradcheck("Exp", {"x": z}, order=2) > 0
    assert gradcheck("ComplexAbs", {"x": z}, {"Tout": "float64"}) > 0

    def function(a, b):
        return [a * b + go.raw_ops.Sin(x=a), go.raw_ops.MatMul(a=a, b=b, transpose_b=True)]

    assert gradcheck(function, {"a": X, "b": X + 1}, order=2) > 0
    assert gradcheck("Sin", {"x": X.astype(np.float32)}) == 36  # less exactly
    large = np.linspace(0.5, 2, 400).reshape(20, 20)
    assert gradcheck("MatMul", {"a": large, "b": large}, directions=3) == 6  # along random directions


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"inputs": X}, "inputs of opcheck\\(\\) must be given by name, got array"),
        ({"devices": ["TPU"]}, "devices of opcheck\\(\\) must be among CPU, .*, got 'TPU'"),
        ({"devices": []}, "devices of opcheck\\(\\) must be among CPU"),
    ],
)
def test_arguments_that_it_does_not_take(arguments, text):
    with pytest.raises(GraphopsError, match=text):
        opcheck("Test>Right", **{"inputs": {"x": X}, **arguments})


def test_devices_are_named_in_any_case():
    assert str(opcheck("Test>Right", {"x": X}, devices="cpu")).endswith("Right on CPU")


def test_a_reference_may_write_to_its_arguments():
    def twice(x):
        x += x
        return x

    before = X.copy()
    opcheck("Test>Right", {"x": X}, reference=twice)
    np.testing.assert_array_equal(X, before)


def test_a_fault_is_told_once():
    """A view that is not declared shows in each of three runs."""
    declare("ToldOnce")(type("ToldOnce", (PlainKernel,), {"compute": lambda self, x: x}))
    with pytest.raises(OpCheckError) as caught:
        opcheck("Test>ToldOnce", {"x": X}, devices=["CPU"])
    assert str(caught.value).count("must declare that output 0 is a view") == 1


def test_an_op_without_a_plain_kernel_is_checked_where_it_has_one():
    """By default: who names a device means it."""
    op = register_op("Test>HereOnly", inputs=["x: double"], outputs=["y: double"])
    op.shape_rule(lambda c: [c.shape("x")])

    @register_kernel("Test>HereOnly", "CPU")
    class HereOnly:
        def __init__(self, attrs):
            pass

        def compute(self, x):
            return x + x

    assert str(opcheck("Test>HereOnly", {"x": X})).endswith("HereOnly on CPU")
    with pytest.raises(OpCheckError, match="a Session on STANDIN must run"):
        opcheck("Test>HereOnly", {"x": X}, devices=["CPU", "STANDIN"])


@pytest.mark.parametrize(
    ("attrs", "text"),
    [({"transpose_c": [True]}, "must be an attr of op 'MatMul'"), ({"transpose_a": True}, "must be given a list of")],
)
def test_cases_refuse_attrs_that_they_cannot_use(attrs, text):
    with pytest.raises(GraphopsError, match=text):
        list(cases("MatMul", {"a": (2, 2), "b": (2, 2)}, attrs))


def test_cases_refuse_lists_that_do_not_fit():
    with pytest.raises(GraphopsError, match="must have as many types as 'input' has arrays, 2, got 1"):
        list(cases("IdentityN", {"input": [(2,), (3,)]}, {"T": [["float"]]}))
