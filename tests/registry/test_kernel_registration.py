"""Registering kernels: priorities, labels, type constraints, conflicts, and what an author gets wrong."""

import numpy as np
import pytest

import graphops as go
from graphops.extend import DEPENDS_ON_SHAPES, PlainKernel, register_kernel, register_op
from graphops_registry.errors import AlreadyExistsError, InternalError, InvalidArgumentError, NotFoundError
from graphops_registry.kernel_def import candidates

twice = register_op("Test>Twice", inputs=["x: T"], outputs=["y: T"], attrs=["T: {float, double, int32}"])
twice.shape_rule(lambda c: [c.shape("x")])


@register_kernel("Test>Twice", "CPU")
class Plain(PlainKernel):
    def compute(self, x):
        return x * 2


@register_kernel("Test>Twice", "CPU", types={"T": ["float"]}, priority=5)
class Fast:
    def __init__(self, attrs):
        pass

    @staticmethod
    def unsupported(attrs, shapes):
        if shapes is None:
            return DEPENDS_ON_SHAPES
        return None if shapes[0] and shapes[0][0] > 2 else "short vectors are slow here"

    def compute(self, x):
        return x + x + np.float32(0)


@register_kernel("Test>Twice", "CPU", types={"T": ["float"]}, label="other")
class Labelled(PlainKernel):
    def compute(self, x):
        return x * 3


def run(x, **scope):
    with go.Graph().as_default() as graph, go.Session() as session:
        with graph.kernel_label(scope.get("label", "")):
            y = getattr(go.raw_ops, "Test>Twice")(x=x)
        metadata = go.RunMetadata()
        value = session.run(y, run_metadata=metadata)
        return value, metadata.nodes[-1].kernel.rpartition(".")[2]


def test_the_highest_priority_that_suits_the_shapes_runs():
    assert run(np.ones(3, np.float32))[1] == "Fast"
    assert run(np.ones(2, np.float32))[1] == "Plain"
    assert run(np.ones(3, np.float64))[1] == "Plain"


def test_a_label_is_asked_for():
    value, kernel = run(np.ones(3, np.float32), label="other")
    assert kernel == "Labelled"
    assert value.tolist() == [3, 3, 3]
    with pytest.raises(NotFoundError, match="must have a kernel on CPU") as caught:
        run(np.ones(3, np.float32), label="nobody")
    notes = "\n".join(caught.value.__notes__)
    assert "label 'nobody'" in notes
    assert "Labelled" in notes


def test_candidates_are_ordered():
    found = candidates("Test>Twice", "CPU", {"T": go.float32})
    assert [d.cls for d in found] == [Fast, Plain]


def test_explain_names_reasons():
    with go.Graph().as_default():
        x = go.placeholder(go.float32, [None])
        y = getattr(go.raw_ops, "Test>Twice")(x=x)
        with go.Session() as session:
            open_text = session.explain(y, [x])
            settled = session.explain(y, {x: np.ones(2, np.float32)})
    assert "depends on the shapes" in open_text
    assert "short vectors are slow here" in settled
    assert "has the label 'other'" in settled
    assert settled.splitlines()[1].endswith("Plain -> float32(2,)")


def test_two_kernels_of_one_priority_conflict_and_both_places_are_named():
    with pytest.raises(AlreadyExistsError, match="repeats .*test_kernel_registration.py") as caught:
        register_kernel("Test>Twice", "CPU", types={"T": ["int32"]})(type("Again", (Plain,), {}))
    assert "Plain" in str(caught.value)


def test_unknown_names_are_refused():
    cls = type("K", (Plain,), {})
    with pytest.raises(NotFoundError, match=r"did you mean 'Test>Twice'"):
        register_kernel("Test>Twise", "CPU")(cls)
    with pytest.raises(InvalidArgumentError, match="types of kernel"):
        register_kernel("Test>Twice", "CPU", types={"U": ["float"]})(cls)
    with pytest.raises(InvalidArgumentError, match="host_inputs of kernel"):
        register_kernel("Test>Twice", "CPU", host_inputs=["z"])(cls)
    with pytest.raises(InvalidArgumentError, match="uses of kernel"):
        register_kernel("Test>Twice", "CPU", uses=["gpu"])(cls)
    with pytest.raises(InvalidArgumentError, match="must take \\(self, x\\)"):
        register_kernel("Test>Twice", "CPU", priority=9)(type("K", (), {"compute": lambda self, a, b: a}))
    with pytest.raises(InvalidArgumentError, match="got neither"):
        register_kernel("Test>Twice", "CPU", priority=9)(type("K", (), {}))


def test_a_name_is_taken_once():
    with pytest.raises(InvalidArgumentError, match="must be registered once, but .*test_kernel_registration"):
        register_op("Test>Twice")


liar = register_op("Test>Liar", inputs=["x: float"], outputs=["y: float"], attrs=["how: string"])
liar.shape_rule(lambda c: [c.shape("x")])


@register_kernel("Test>Liar", "CPU")
class Liar(PlainKernel):
    def compute(self, x):
        return {"shape": x[:1], "dtype": x.astype(np.float64), "kind": 3.5, "none": None}[self.attrs["how"]]


@pytest.mark.parametrize("how", ["shape", "dtype", "kind", "none"])
def test_a_kernel_that_breaks_its_promise_is_named(how):
    with pytest.raises(InternalError, match="Liar"):
        getattr(go.eager, "Test>Liar")(x=np.ones(3, np.float32), how=how)


def test_rules_are_declared_once():
    with pytest.raises(InvalidArgumentError, match="must have one shape rule"):
        twice.shape_rule(lambda c: [])
