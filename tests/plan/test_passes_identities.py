"""drop_identities: nodes that always return their input are removed; all others stay."""

from __future__ import annotations

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import InvalidArgumentError
from tests.plan.rewritten import ops, rewritten, same_with_passes

raw = go.raw_ops
DROP = ("drop_identities",)
VALUE = np.array([[1, -2, 3], [-4, 5, -6]], np.float32)


@pytest.fixture(autouse=True)
def _graph():
    with go.Graph().as_default():
        yield


def placeholder(*dims, dtype=go.float32):
    return go.placeholder(dtype, dims if dims else (2, 3))


NONE = np.zeros(0, np.int32)
SAME = {
    "Identity": lambda x: raw.Identity(input=x),
    "Snapshot": lambda x: raw.Snapshot(input=x),
    "StopGradient": lambda x: raw.StopGradient(input=x),
    "PreventGradient": lambda x: raw.PreventGradient(input=x),
    "IdentityN": lambda x: raw.IdentityN(input=[x, x])[1],
    "default": lambda x: raw.PlaceholderWithDefault(input=x, shape=(None, 3)),
    "no default shape": lambda x: raw.PlaceholderWithDefault(input=x, shape=None),
    "EnsureShape": lambda x: raw.EnsureShape(input=x, shape=(2, None)),
    "Cast": lambda x: raw.Cast(x=x, DstT=go.float32),
    "Bitcast": lambda x: raw.Bitcast(input=x, type=go.float32),
    "AddN": lambda x: raw.AddN(inputs=[x]),
    "Reshape": lambda x: raw.Reshape(tensor=x, shape=[2, 3]),
    "Reshape -1": lambda x: raw.Reshape(tensor=x, shape=[-1, 3]),
    "Transpose": lambda x: raw.Transpose(x=x, perm=[0, 1]),
    "BroadcastTo": lambda x: raw.BroadcastTo(input=x, shape=[2, 3]),
    "Tile": lambda x: raw.Tile(input=x, multiples=[1, 1]),
    "Pad": lambda x: raw.Pad(input=x, paddings=[[0, 0], [0, 0]]),
    "PadV2": lambda x: raw.PadV2(input=x, paddings=[[0, 0], [0, 0]], constant_values=1.0),
    "MirrorPad": lambda x: raw.MirrorPad(input=x, paddings=[[0, 0], [0, 0]], mode="REFLECT"),
    "Slice": lambda x: raw.Slice(input=x, begin=[0, 0], size=[-1, 3]),
    "x * 1": lambda x: raw.Mul(x=x, y=1.0),
    "1 * x": lambda x: raw.Mul(x=1.0, y=x),
    "x * [1, 1, 1]": lambda x: raw.Mul(x=x, y=[1.0, 1.0, 1.0]),
    "x / 1": lambda x: raw.RealDiv(x=x, y=[[1.0]]),
    "x ** 1": lambda x: raw.Pow(x=x, y=1.0),
    "x - 0": lambda x: raw.Sub(x=x, y=0.0),
    **{op: lambda x, op=op: getattr(raw, op)(input=x, axis=NONE) for op in ("Sum", "Mean", "Prod", "Max", "Min")},
}
OTHER = {
    "Cast": lambda x: raw.Cast(x=x, DstT=go.float64),
    "Cast with truncation": lambda x: raw.Cast(x=x, DstT=go.float32, Truncate=True),
    "Bitcast": lambda x: raw.Bitcast(input=x, type=go.int32),
    "AddN": lambda x: raw.AddN(inputs=[x, x]),
    "Reshape": lambda x: raw.Reshape(tensor=x, shape=[3, 2]),
    "Reshape -1": lambda x: raw.Reshape(tensor=x, shape=[-1]),
    "Transpose": lambda x: raw.Transpose(x=x, perm=[1, 0]),
    "BroadcastTo": lambda x: raw.BroadcastTo(input=x, shape=[1, 2, 3]),
    "Tile": lambda x: raw.Tile(input=x, multiples=[2, 1]),
    "Pad": lambda x: raw.Pad(input=x, paddings=[[0, 0], [0, 1]]),
    "Slice": lambda x: raw.Slice(input=x, begin=[0, 0], size=[2, 2]),
    "Slice from 1": lambda x: raw.Slice(input=x, begin=[0, 1], size=[2, -1]),
    "Sum": lambda x: raw.Sum(input=x, axis=[0]),
    "CheckNumerics": lambda x: raw.CheckNumerics(tensor=x, message=""),
    "x + 0": lambda x: raw.AddV2(x=x, y=0.0),
    "x * [[[1]]]": lambda x: raw.Mul(x=x, y=[[[1.0]]]),
    "x * almost 1": lambda x: raw.Mul(x=x, y=[1.0, 1.0, np.nextafter(np.float32(1), np.float32(2))]),
    "1 / x": lambda x: raw.RealDiv(x=1.0, y=x),
    "x - -0": lambda x: raw.Sub(x=x, y=-0.0),
    "0 - x": lambda x: raw.Sub(x=0.0, y=x),
    "--x": lambda x: raw.Neg(x=raw.Neg(x=x)),
}


@pytest.mark.parametrize("write", SAME.values(), ids=SAME)
def test_dropped(write):
    x = placeholder()
    y = write(x)
    z = raw.Exp(x=y)
    found = rewritten([y, z], [x], DROP)
    assert ops(found) == ["Exp"]
    assert found.source[y] is x
    assert len(found.notes) == 1
    odd = VALUE.copy()
    odd.view(np.uint32)[0] = [0x7FC12345, 0x80000000, 0xFFC00001]
    value = same_with_passes(y, {x: odd})
    assert value.tobytes() == odd.tobytes()


@pytest.mark.parametrize("write", OTHER.values(), ids=OTHER)
def test_kept(write):
    x = placeholder()
    y = write(x)
    found = rewritten([y], [x], DROP)
    assert found.source == {}
    same_with_passes(y, {x: VALUE})


def test_a_missing_kernel_is_reported():
    x = go.placeholder(go.qint8, (2,))
    y = raw.Sum(input=x, axis=NONE)
    assert same_with_passes(y, {x: np.zeros(2, np.int8)})[0].__name__ == "NotFoundError"


def test_chains_are_followed_to_the_end():
    x = placeholder()
    y = x
    for _ in range(1500):  # 3000 nodes, more than Python nests calls
        y = raw.StopGradient(input=raw.Identity(input=y))
    found = rewritten([y], [x])
    assert found.nodes == []
    assert found.source[y] is x
    np.testing.assert_array_equal(same_with_passes(y, {x: VALUE}), VALUE)


def test_a_fetched_identity_of_a_feed_is_the_callers_own():
    x = placeholder()
    y = raw.Identity(input=x)
    fed = VALUE.copy()
    with go.Session() as session:
        value, other = session.run([y, raw.Identity(input=y)], {x: fed})
        value[:] = 0
        np.testing.assert_array_equal(other, VALUE)
        np.testing.assert_array_equal(fed, VALUE)


def test_a_fetched_identity_of_a_constant_is_the_callers_own():
    y = raw.Identity(input=go.constant(VALUE))
    with go.Session() as session:
        session.run(y)[:] = 0
        np.testing.assert_array_equal(session.run(y), VALUE)


def test_a_fetched_identity_of_a_variable_is_the_callers_own():
    v = go.Variable(VALUE, name="v")
    y = raw.Identity(input=raw.Identity(input=v.value()))
    with go.Session() as session:
        session.run(v.initializer)
        session.run(y)[:] = 0
        np.testing.assert_array_equal(session.run(v), VALUE)


def test_a_fed_identity_is_none():
    x = placeholder()
    y = raw.Identity(input=x)
    z = raw.Neg(x=y)
    values = same_with_passes([x, y, z], {x: VALUE, y: 2 * VALUE})
    np.testing.assert_array_equal(values[0], VALUE)
    np.testing.assert_array_equal(values[2], -2 * VALUE)


def test_a_fed_default():
    x = placeholder()
    y = raw.PlaceholderWithDefault(input=x, shape=(2, 3))
    np.testing.assert_array_equal(same_with_passes(raw.Neg(x=y), {y: VALUE}), -VALUE)


def test_a_default_that_does_not_fit_is_an_error_at_the_run():
    x = placeholder(None, 3)
    y = raw.PlaceholderWithDefault(input=x, shape=(2, 3))
    assert ops(rewritten([y], [x], DROP)) == ["PlaceholderWithDefault"]
    assert same_with_passes(y, {x: np.zeros((4, 3))})[0] is InvalidArgumentError


def test_an_ensured_shape_that_is_not_certain_is_checked():
    x = placeholder(None, 3)
    y = raw.EnsureShape(input=x, shape=(2, 3))
    assert ops(rewritten([y], [x], DROP)) == ["EnsureShape"]
    assert same_with_passes(y, {x: np.zeros((4, 3))})[0] is InvalidArgumentError


@pytest.mark.parametrize(
    ("dims", "shape", "dropped"),
    [
        ((None, 3), [-1, 3], True),
        ((None, 3), [4, 3], False),
        ((None, None), [-1, 3], False),
        ((4, 3), [4, -1], True),
        ((None, 0), [-1, 0], False),
        ((0, 3), [-1, 3], False),
        ((0, 3), [0, 3], True),
        ((), [], True),
        ((1,), [], False),
        ((12,), [4, 3], False),
        (None, [4, 3], False),
    ],
)
def test_reshapes(dims, shape, dropped):
    x = go.placeholder(go.float32, dims)
    y = raw.Reshape(tensor=x, shape=np.array(shape, np.int32))
    assert ops(rewritten([y], [x], DROP)) == ([] if dropped else ["Reshape"])
    sizes = [4 if size is None else size for size in (4, 3) if dims is None] if dims is None else dims
    same_with_passes(y, {x: np.zeros([4 if size is None else size for size in sizes])})


def test_sizes_that_are_fed_are_not_known():
    x = placeholder()
    shape, order = go.constant([2, 3]), go.constant([0, 1])
    fetches = [raw.Reshape(tensor=x, shape=shape), raw.Transpose(x=x, perm=order)]
    assert len(ops(rewritten(fetches, [x, shape, order], DROP))) == 2
    values = same_with_passes(fetches, {x: VALUE, shape: [3, 2], order: [1, 0]})
    np.testing.assert_array_equal(values[0], VALUE.reshape(3, 2))
    np.testing.assert_array_equal(values[1], VALUE.T)


def test_a_wrong_order_is_an_error_at_the_run():
    x = go.placeholder(go.float32, None)
    y = raw.Transpose(x=x, perm=[0, 1])
    assert ops(rewritten([y], [x], DROP)) == ["Transpose"]
    assert same_with_passes(y, {x: np.zeros((2, 2, 2))})[0] is InvalidArgumentError


def test_an_identity_that_waits_stays():
    v = go.Variable(1.0, name="v")
    c = go.constant(3.0)
    with go.get_default_graph().control_dependencies([v.assign_add(1.0)]):
        y = raw.Identity(input=c)
    assert "Identity" in ops(rewritten([y]))
    with go.Session() as session:
        session.run(v.initializer)
        assert session.run(y) == 3.0
        assert session.run(v) == 2.0


def test_an_identity_that_is_waited_for_stays():
    """A read is ordered before an assignment through the identity that the assignment waits for."""
    v = go.Variable(1.0, name="v")
    read = raw.Identity(input=v.value())
    with go.get_default_graph().control_dependencies([read.node]):
        change = v.assign(2.0)
    assert "Identity" in ops(rewritten([read, change]))
    assert same_with_passes([read, v.value()], before=[v.initializer])[0] == 1.0


def test_an_identity_of_a_reference_reads_it():
    v = raw.VariableV2(shape=(), dtype=go.float32)
    start = raw.Assign(ref=v, value=1.0)
    read = raw.Identity(input=v)
    again = raw.Identity(input=read)
    with go.get_default_graph().control_dependencies([read.node]):
        change = raw.AssignAdd(ref=v, value=1.0)
    found = rewritten([again, change])
    assert [node.name for node in found.nodes if node.type == "Identity"] == ["Identity"]
    assert same_with_passes([again, raw.Identity(input=change)], before=[start]) == [1.0, 2.0]


def test_an_identity_of_a_resource_stays():
    v = go.Variable(1.0, name="v")
    handle = raw.Identity(input=v.handle)
    y = raw.ReadVariableOp(resource=handle, dtype=go.float32)
    assert ops(rewritten([y])) == ["VarHandleOp", "Identity", "ReadVariableOp"]
    assert same_with_passes(y, before=[v.initializer]) == 1.0


def test_an_identity_on_another_device_stays():
    x = placeholder()
    graph = go.get_default_graph()
    with graph.device("/cpu:0"):
        a = raw.Neg(x=x)
        b = raw.Identity(input=a)
    with graph.device("/gpu:0"):
        c = raw.Identity(input=a)
    assert [node.name for node in rewritten([b, c], [x], DROP).nodes] == ["Neg", "Identity_1"]


def test_a_fetched_node_stays():
    x = placeholder()
    y = raw.Identity(input=x)
    assert ops(rewritten([y.node], [x])) == ["Identity"]


def test_gradients_stop_as_they_did():
    x = placeholder()
    y = raw.Mul(x=raw.StopGradient(input=raw.Square(x=x)), y=x)
    (dx,) = go.gradients([y], [x])
    np.testing.assert_array_equal(same_with_passes(dx, {x: VALUE}), VALUE**2)
    blocked = raw.PreventGradient(input=x, message="stop here")
    with pytest.raises(LookupError):
        go.gradients([raw.Square(x=blocked)], [x])


def test_a_loop_hands_on_its_values():
    x = placeholder()
    _, y = go.while_loop(
        lambda i, v: raw.Less(x=i, y=3),
        lambda i, v: (i + 1, raw.Identity(input=raw.AddV2(x=raw.Identity(input=v), y=raw.StopGradient(input=v)))),
        [go.constant(0), x],
    )
    np.testing.assert_array_equal(same_with_passes(y, {x: VALUE}), 8 * VALUE)
