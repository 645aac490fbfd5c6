"""``gradients``: what it walks, what it sums, what it refuses; the numbers are simple calculus."""

import numpy as np
import pytest

import graphops as go
from graphops.extend import PlainKernel, register_kernel, register_op
from graphops_registry.errors import InternalError, InvalidArgumentError, InvalidTypeError, NotFoundError

no_rule = register_op("Test>NoRule", inputs=["x: float"], outputs=["y: float"])
no_rule.shape_rule(lambda c: [c.shape("x")])

bad_rule = register_op("Test>BadRule", inputs=["x: float"], outputs=["y: float"], attrs=["how: string"])
bad_rule.shape_rule(lambda c: [c.shape("x")])


@bad_rule.gradient
def _bad(g, node, dy):
    how = node.get_attr("how")
    if how == "count":
        return [dy, dy]
    if how == "shape":
        return [g.AddN(inputs=[np.ones(7, np.float32)])]
    return [g.Cast(x=dy, DstT="double")]


two = register_op("Test>Two", inputs=["x: float"], outputs=["a: float", "b: float", "n: int32"])
two.shape_rule(lambda c: [c.shape("x"), c.shape("x"), c.shape("x")])
seen = []


@register_kernel("Test>Two", "CPU")
class Two(PlainKernel):
    def compute(self, x):
        return 2 * x, 3 * x, x.astype(np.int32)


@two.gradient
def _two(g, node, da, db, dn):
    seen.append((da, db, dn))
    return [g.AddN(inputs=[g.Mul(x=da, y=np.float32(2)), g.Mul(x=db, y=np.float32(3))])]


@pytest.fixture
def graph():
    graph = go.Graph()
    with graph.as_default():
        yield graph


def value(tensors, feeds=None):
    with go.Session() as session:
        return session.run(tensors, feeds)


def test_a_tensor_used_twice_gets_the_sum(graph):
    x = go.constant([2.0, 3.0])
    y = x * x + x
    (dx,) = go.gradients(y, [x])
    assert value(dx).tolist() == [5.0, 7.0]


def test_several_ys_and_their_gradients(graph):
    x = go.constant(2.0)
    dx = go.gradients([x * x, x * 3.0], x, [10.0, None])[0]
    assert value(dx) == 43.0
    dx = go.gradients([x * x, x * 3.0], [x], [go.constant(1.0), 2])[0]
    assert value(dx) == 10.0


def test_between_only(graph):
    x = go.constant([1.0])
    unrelated = getattr(go.raw_ops, "Test>NoRule")(x=x)
    y = x * 2.0 + go.raw_ops.Identity(input=unrelated)
    z = go.constant([1.0])
    assert go.gradients(x * 2.0, [z]) == [None]
    assert value(go.gradients(x * 2.0, [z], unconnected_gradients="zero")).pop().tolist() == [0.0]
    with pytest.raises(NotFoundError, match="the gradient of op 'Test>NoRule'") as caught:
        go.gradients(y, [x])
    assert __file__ in "\n".join(caught.value.__notes__)
    assert value(go.gradients(y, [unrelated])).pop() == [1.0]


def test_stops(graph):
    x = go.constant(3.0)
    u = x * x
    y = u * x
    assert value(go.gradients(y, [x])) == [27.0]
    assert value(go.gradients(y, [x], stop_gradients=[u])) == [9.0]
    assert value(go.gradients(y, [x, u], stop_gradients=[u])) == [9.0, 3.0]


def test_intermediate_xs(graph):
    x = go.constant(3.0)
    u = x * x
    y = u * u
    assert value(go.gradients(y, [u, x])) == [18.0, 108.0]
    assert value(go.gradients(x, [x])) == [1.0]


def test_outputs_without_a_gradient(graph):
    x = go.constant([1.0])
    a, b, _ = getattr(go.raw_ops, "Test>Two")(x=x)
    seen.clear()
    (dx,) = go.gradients(b, [x])
    da, db, dn = seen[0]
    assert da.node.type == "Fill"
    assert dn is None
    assert db is not None
    assert value(dx) == [3.0]
    assert value(go.gradients([a, b], [x])).pop() == [5.0]


def test_higher_orders(graph):
    x = go.constant(2.0, go.float64)
    y = x * x * x * x
    for expected in (32.0, 48.0, 48.0, 24.0):
        (y,) = go.gradients(y, [x])
        assert value(y) == expected
    assert go.gradients(y, [x])[0] is None or value(go.gradients(y, [x])).pop() == 0.0


@pytest.mark.parametrize("how, text", [("count", "must give 1 tensors, got 2"), ("shape", "must have shape (2,)"),
                                       ("dtype", "must have dtype float32")])  # fmt: skip
def test_a_wrong_gradient_function_is_named(graph, how, text):
    x = go.constant([1.0, 2.0])
    with pytest.raises(InternalError) as caught:
        go.gradients(getattr(go.raw_ops, "Test>BadRule")(x=x, how=how), [x])
    assert text in str(caught.value)
    assert "Test>BadRule" in str(caught.value)


def test_bad_arguments(graph):
    x = go.constant(1.0)
    i = go.constant(1)
    with pytest.raises(InvalidTypeError, match="must be real or complex"):
        go.gradients(i, [x])
    with pytest.raises(InvalidTypeError, match="must be tensors"):
        go.gradients(3.0, [x])
    with pytest.raises(InvalidTypeError, match="xs of gradients"):
        go.gradients(x, [3.0])
    with pytest.raises(InvalidArgumentError, match="a value for each"):
        go.gradients(x, [x], [1.0, 2.0])
    with pytest.raises(InvalidTypeError, match="must have the dtype of"):
        go.gradients(x, [x], [go.constant(1.0, go.float64)])
    with pytest.raises(InvalidArgumentError, match="must have the shape of"):
        go.gradients(x, [x], [[1.0, 2.0]])
    with pytest.raises(InvalidArgumentError, match="unconnected_gradients"):
        go.gradients(x, [x], unconnected_gradients="maybe")
    with go.Graph().as_default():
        other = go.constant(1.0)
    with pytest.raises(InvalidArgumentError, match="one graph"):
        go.gradients(x, [other])
    c = go.constant(1j)
    with pytest.raises(InvalidTypeError, match="complex"):
        go.gradients(c, [c])


def test_names_and_devices_of_the_new_nodes(graph):
    x = go.constant([1.0], name="x")
    y = go.raw_ops.Mul(x=x, y=x, name="square")
    go.gradients(y, [x], name="back")
    made = [node.name for node in graph.nodes if node.id > y.node.id]
    assert all(name.startswith("back/") for name in made)
    assert any(name.startswith("back/square_grad/") for name in made)
    go.gradients(y, [x])
    assert graph.nodes[-1].name.startswith("gradients/")


def test_a_long_chain_does_not_recurse(graph):
    x = go.constant(1.0)
    y = x
    for _ in range(5000):
        y = go.raw_ops.Identity(input=y)
    assert value(go.gradients(y, [x])) == [1.0]


def test_no_arithmetic_with_zeros_for_outputs_that_nothing_depends_on():
    """Batch normalisation has six outputs, and mostly only the first one is used."""
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, (2, 3, 4, 5))
        one = np.ones(5, np.float32)
        y = go.raw_ops.FusedBatchNormV3(x=x, scale=one, offset=one, mean=one, variance=one).y
        before = len(graph.nodes)
        assert go.gradients(y, [x])[0] is not None
        added = [node.type for node in graph.nodes[before:]]
    assert sorted(set(added) - {"Const", "Fill"}) == ["FusedBatchNormGradV3"]
