"""How graphs are cut. Expected pieces are worked out by hand; no cluster is needed."""

from __future__ import annotations

import numpy as np
import pytest

import graphops as go
import graphops.compat.v1 as tf
from graphops.cluster.pieces import Pieces, cut
from graphops.errors import InvalidArgumentError

raw = go.raw_ops
W0, W1 = "/job:worker/task:0", "/job:worker/task:1"


def shape_of(found: Pieces) -> list[tuple[str, tuple[int, ...]]]:
    return [(str(piece.place), piece.after) for piece in found.pieces]


def names(found: Pieces) -> list[set[str]]:
    return [{node.name for node in piece.nodes} for piece in found.pieces]


def test_a_graph_without_devices_is_one_piece() -> None:
    x = go.placeholder(go.float32, (3,), name="x")
    found = cut(x.graph, [go.raw_ops.Exp(x=x * 2.0)], [x])
    assert shape_of(found) == [("any worker", ())]
    assert found.pieces[0].feeds == (x,)
    assert found.pieces[0].inputs == ()


def test_there_and_back_is_three_pieces() -> None:
    x = go.placeholder(go.float32, (3,), name="x")
    with go.device(W0):
        a = go.raw_ops.Neg(x=x, name="a")
    with go.device(W1):
        b = go.raw_ops.Exp(x=a, name="b")
    with go.device(W0):
        c = go.raw_ops.AddV2(x=a, y=b, name="c")
    found = cut(x.graph, [c], [x])
    assert shape_of(found) == [(W0, ()), (W1, (0,)), (W0, (0, 1))]
    assert names(found) == [{"a"}, {"b"}, {"c"}]
    assert found.pieces[2].inputs == (a, b)


def test_branches_on_one_place_share_a_piece() -> None:
    x = go.placeholder(go.float32, (3,), name="x")
    with go.device(W0):
        a = [go.raw_ops.Exp(x=x, name=f"a{i}") for i in range(4)]
    with go.device(W1):
        b = [go.raw_ops.Exp(x=each, name=f"b{i}") for i, each in enumerate(a)]
    found = cut(x.graph, b, [x])
    assert shape_of(found) == [(W0, ()), (W1, (0,))]


def test_unplaced_nodes_go_where_their_inputs_or_users_are() -> None:
    x = go.placeholder(go.float32, (3,), name="x")
    before = go.raw_ops.Neg(x=x, name="before")
    with go.device(W1):
        b = go.raw_ops.Exp(x=before, name="b")
    after = go.raw_ops.Neg(x=b, name="after")
    found = cut(x.graph, [after], [x])
    assert shape_of(found) == [(W1, ())]


def test_constants_are_copied_not_sent() -> None:
    k = go.constant(np.ones(1000, np.float32), name="k")
    with go.device(W0):
        a = go.raw_ops.Exp(x=k, name="a")
    with go.device(W1):
        b = go.raw_ops.Neg(x=k, name="b")
    found = cut(k.graph, [a, b], [])
    assert names(found) == [{"a", "k"}, {"b", "k"}]
    assert shape_of(found) == [(W0, ()), (W1, ())]


def test_a_variable_is_read_where_it_is_needed_and_orders_what_follows_a_change() -> None:
    v = go.Variable(np.ones(3, np.float32), name="v")
    with go.device(W0):
        step = v.assign_add(np.ones(3, np.float32))
    with go.control_dependencies([step.op if hasattr(step, "op") else step]), go.device(W1):
        later = go.raw_ops.Exp(x=v.read_value(), name="later")
    found = cut(later.graph, [later], [])
    assert [str(piece.place) for piece in found.pieces] == [W0, W1]
    assert found.pieces[1].after == (0,)
    assert found.pieces[0].changes == {("", "v")}
    assert not found.pieces[1].changes
    assert all(len(piece.handles) == 1 for piece in found.pieces)


def test_order_alone_makes_a_piece_wait() -> None:
    x = go.placeholder(go.float32, (3,), name="x")
    with go.device(W0):
        a = go.raw_ops.Exp(x=x, name="a")
    with go.control_dependencies([a.op]), go.device(W1):
        b = go.raw_ops.Neg(x=x, name="b")
    found = cut(x.graph, [b], [x])
    assert shape_of(found) == [(W0, ()), (W1, (0,))]
    assert found.pieces[1].inputs == ()
    assert found.pieces[0].targets == (a.op,)


def test_a_feed_cuts_off_what_is_before_it() -> None:
    with go.device(W0):
        a = go.raw_ops.Exp(x=go.constant([1.0]), name="a")
    with go.device(W1):
        b = go.raw_ops.Neg(x=a, name="b")
    found = cut(a.graph, [b], [a])
    assert shape_of(found) == [(W1, ())]
    assert found.pieces[0].feeds == (a,)


def frame(device: str) -> go.Tensor:
    """A loop of TensorFlow 1 on W0 whose body is on ``device``, and what uses it on W1."""
    with go.device(W0):
        limit = raw.Enter(data=go.constant(10), frame_name="frame", is_constant=True)
        merge = raw.Merge(inputs=[raw.Enter(data=go.constant(0), frame_name="frame")] * 2)
        go_on = raw.LoopCond(input=raw.Less(x=merge.output, y=limit))
        switch = raw.Switch(data=merge.output, pred=go_on)
        with go.device(device):
            value = raw.Neg(x=switch.output_true, name="inside")
        merge.output.node.set_late_input(1, raw.NextIteration(data=value))
        end = raw.Exit(data=switch.output_false)
    with go.device(W1):
        return raw.Neg(x=end, name="after")


def test_a_loop_of_tensorflow_1_stays_together() -> None:
    after = frame(W0)
    found = cut(after.graph, [after], [])
    assert [str(piece.place) for piece in found.pieces] == [W0, W1]
    assert "Exit" in names(found)[0]
    assert names(found)[1] == {"after"}


def test_a_device_within_a_loop_is_refused() -> None:
    after = frame(W1)
    with pytest.raises(InvalidArgumentError, match="must be in one process") as caught:
        cut(after.graph, [after], [])
    assert caught.value.node == "inside"


def test_a_conditional_of_tensorflow_1_stays_together() -> None:
    p, x = go.placeholder(go.bool, ()), go.placeholder(go.float32, (2,))
    with go.device(W0):
        outer = raw.Switch(data=x, pred=p)
        inner = raw.Switch(data=outer.output_true, pred=p)
        merged = raw.Merge(inputs=[raw.Neg(x=inner.output_true), raw.Exp(x=inner.output_false)])
        y = raw.Merge(inputs=[merged.output, outer.output_false]).output
    with go.device(W1):
        z = raw.Neg(x=y, name="z")
    found = cut(z.graph, [z], [p, x])
    assert [str(piece.place) for piece in found.pieces] == [W0, W1]
    assert names(found)[1] == {"z"}


def test_devices_within_a_function_are_its_callers() -> None:
    x = go.placeholder(go.float32, (), name="x")

    def branch() -> go.Tensor:
        with go.device(W1):
            return go.raw_ops.Exp(x=x)

    y = go.cond(x > 0.0, branch, lambda: x)
    assert [str(piece.place) for piece in cut(x.graph, [y], [x]).pieces] == [W1]
    with go.device(W0):
        z = go.cond(x > 0.0, branch, lambda: x)
    with pytest.raises(InvalidArgumentError, match="must be in one process"):
        cut(x.graph, [z], [x])


def test_what_the_client_alone_has_stays_with_it() -> None:
    with tf.Graph().as_default() as graph:
        queue = tf.FIFOQueue(3, [tf.float32], shapes=[[]])
        with tf.device(W0):
            y = tf.exp(queue.dequeue())
    assert [str(piece.place) for piece in cut(graph, [y], []).pieces] == ["the client", W0]
    with tf.Graph().as_default() as graph, tf.device(W0):
        queue = tf.FIFOQueue(3, [tf.float32], shapes=[[]])
        y = queue.dequeue()
    with pytest.raises(InvalidArgumentError, match="must be left to the client's process"):
        cut(graph, [y], [])


def test_a_python_function_stays_with_the_client() -> None:
    with tf.Graph().as_default() as graph:
        y = tf.exp(tf.py_func(lambda: np.float32(1.0), [], tf.float32))
    assert [str(piece.place) for piece in cut(graph, [y], []).pieces] == ["the client", "any worker"]
