"""fold_constants: what is computed with the plan and what is not; results and errors are the same as without it."""

from __future__ import annotations

import gc
import math
import time
import weakref

import numpy as np
import pytest

import graphops as go
from graphops.graph.body_graph import BodyGraph
from graphops.plan.passes.fold import LARGEST, Folding
from graphops.plan.passes.optimise import PASSES, optimise
from graphops_registry.errors import InvalidArgumentError
from graphops_registry.kernel_def import register_kernel
from graphops_registry.op_def import REGISTRY, register_op
from tests.plan.rewritten import bits, ops, outcome, rewritten, same_with_passes

raw = go.raw_ops
FOLD = ("fold_constants",)


@pytest.fixture(autouse=True)
def _graph():
    with go.Graph().as_default():
        yield


def test_a_chain_of_constants_is_one_value():
    y = raw.Exp(x=raw.Mul(x=go.constant([1.0, 2.0]), y=go.constant([3.0, 0.5])))
    found = rewritten([y], passes=FOLD)
    assert found.nodes == []
    np.testing.assert_allclose(found.values[y], [math.exp(3.0), math.exp(1.0)], rtol=1e-6)
    assert list(found.values) == [y]  # the values in between are not needed
    assert len(found.notes) == 2
    assert found.notes[-1] == "Exp (Exp) -> constant float32[2]"


def test_what_is_read_stays():
    x = go.placeholder(go.float32, (2,))
    c = raw.Neg(x=go.constant([1.0, 2.0]))
    y = raw.AddV2(x=x, y=c)
    found = rewritten([y], [x])
    assert ops(found) == ["AddV2"]
    assert found.values[c].tolist() == [-1.0, -2.0]
    assert same_with_passes(y, {x: [10.0, 20.0]}).tolist() == [9.0, 18.0]


def test_static_shapes():
    x = go.placeholder(go.float32, (4, None, 3))
    y = go.placeholder(go.float32, (5, 6))
    fetches = [raw.Rank(input=x), raw.Shape(input=x), raw.Size(input=y), raw.Shape(input=y, out_type=go.int64)]
    shapes = raw.ShapeN(input=[y, raw.Square(x=y)])
    found = rewritten([*fetches, *shapes], [x, y])
    assert ops(found) == ["Shape"]
    assert found.values[fetches[0]] == 3
    assert found.values[fetches[2]] == 30
    assert found.values[fetches[3]].dtype == np.int64
    values = same_with_passes([*fetches, *shapes], {x: np.zeros((4, 2, 3)), y: np.zeros((5, 6))})
    assert [np.asarray(value).tolist() for value in values] == [3, [4, 2, 3], 30, [5, 6], [5, 6], [5, 6]]


def test_shape_arithmetic_of_a_gradient_is_gone():
    x = go.placeholder(go.float32, (2, 3))
    b = go.placeholder(go.float32, (3,))
    y = raw.Mul(x=raw.AddV2(x=x, y=b), y=x)
    dx, db = go.gradients([y], [x, b])
    found = rewritten([dx, db], [x, b])
    left = ops(found)
    assert not {"Shape", "BroadcastGradientArgs", "Fill"} & set(left), left
    values = same_with_passes([dx, db], {x: [[1, 2, 3], [4, 5, 6]], b: [10, 20, 30]})
    assert values[0].tolist() == [[12, 24, 36], [18, 30, 42]]  # 2 x + b
    assert values[1].tolist() == [5, 7, 9]


def test_a_fed_constant_is_not_folded():
    c = go.constant([1.0, 2.0])
    y = raw.Neg(x=c)
    assert ops(rewritten([y], [c])) == ["Neg"]
    assert same_with_passes(y, {c: [5.0, 6.0]}).tolist() == [-5.0, -6.0]


def test_a_fed_result_cuts_folding_off():
    y = raw.Neg(x=go.constant([1.0, 2.0]))
    z = raw.Square(x=y)
    assert same_with_passes([y, z], {y: [3.0, 4.0]})[1].tolist() == [9.0, 16.0]


def test_static_shapes_that_follow_from_a_fed_constant_are_not_believed():
    x = go.placeholder(go.float32, (6,))
    sizes = go.constant([2, 3])
    y = raw.Reshape(tensor=x, shape=sizes)
    assert y.shape == (2, 3)
    fetches = [raw.Shape(input=y), raw.Shape(input=raw.Neg(x=y)), raw.Reshape(tensor=y, shape=[2, 3])]
    values = same_with_passes(fetches, {x: np.arange(6), sizes: [3, 2]})
    assert values[0].tolist() == values[1].tolist() == [3, 2]
    assert values[2].tolist() == [[0, 1, 2], [3, 4, 5]]


def test_what_a_body_knows_of_a_fed_constant_is_not_believed():
    x = go.placeholder(go.float32, (6,))
    sizes = go.constant([2, 3])
    body = BodyGraph(go.get_default_graph())
    with body.as_default():
        argument = body.argument(go.float32, go.TensorShape((6,)), "argument")
        inner = raw.Reshape(tensor=argument, shape=sizes)
        inner_shape = raw.Shape(input=raw.Neg(x=inner))
    function = body.function("f", [argument, *body.captures.values()], [inner, inner_shape])
    y, shape = raw.PartitionedCall(args=[x, sizes], Tout=["float", "int32"], f=function.name)
    assert y.shape == (2, 3)
    fetches = [y, shape, raw.Shape(input=y), raw.Shape(input=raw.Neg(x=y))]
    for feed in ([2, 3], [3, 2]):
        values = same_with_passes(fetches, {x: np.arange(6), sizes: feed})
        assert [values[0].shape, *(tuple(value) for value in values[1:])] == [tuple(feed)] * 4


def test_a_function_may_be_called_with_another_constant_than_it_captured():
    x = go.placeholder(go.float32, (6,))
    body = BodyGraph(go.get_default_graph())
    with body.as_default():
        argument = body.argument(go.float32, go.TensorShape((6,)), "argument")
        inner = raw.Reshape(tensor=argument, shape=constant_around(body, [2, 3]))
    function = body.function("f", [argument, *body.captures.values()], [inner])
    (y,) = raw.PartitionedCall(args=[x, go.constant([3, 2])], Tout=["float"], f=function.name)
    fetches = [raw.Shape(input=y), raw.Shape(input=raw.Neg(x=y))]
    for value in same_with_passes(fetches, {x: np.arange(6)}):
        assert tuple(value) == (3, 2)


def constant_around(body, value):
    """A constant in the graph around a body."""
    with body.outer.as_default():
        return go.constant(value)


def test_a_variable_that_takes_another_shape():
    v = raw.VariableV2(shape=(2,), dtype=go.float32)
    start = raw.Assign(ref=v, value=[1.0, 2.0, 3.0], validate_shape=False)
    shape = raw.Shape(input=raw.Neg(x=raw.Identity(input=v)))
    assert "Shape" in ops(rewritten([shape]))
    found = [outcome(shape, None, passes, before=[start.node]) for passes in ((), FOLD, PASSES)]
    assert bits(found[1]) == bits(found[2]) == bits(found[0])


def test_a_variables_shape_is_certain():
    v = go.Variable(np.ones((2, 3), np.float32), name="v")
    shape = raw.Shape(input=raw.Neg(x=v.value()))
    found = rewritten([shape])
    assert found.values[shape].tolist() == [2, 3]
    assert "ReadVariableOp" in ops(found)  # it fails when there is no value
    assert same_with_passes(shape)[0].__name__ == "FailedPreconditionError"


def test_what_others_only_wait_for_goes_if_it_cannot_fail():
    x, other, size = go.placeholder(go.float32, (2,)), go.placeholder(go.float32), go.placeholder(go.int32, (1,))
    for make, left in (
        (lambda: raw.Neg(x=x), []),
        (lambda: raw.Mul(x=x, y=x), []),
        (lambda: raw.Mul(x=x, y=other), ["Mul"]),  # shapes that may not fit each other
        (lambda: raw.Reshape(tensor=x, shape=size), ["Reshape"]),
        (lambda: raw.CheckNumerics(tensor=x, message="x"), ["CheckNumerics"]),
    ):
        y = make()
        shape = raw.Shape(input=y)
        with go.get_default_graph().control_dependencies([y.node]):
            z = raw.AddV2(x=x, y=x)
        found = ops(rewritten([shape, z] if not left else [z], [x, other, size]))
        assert found == [*left, "AddV2"]


def test_convolutions_that_others_only_wait_for():
    """They fail for their shapes alone, if the sizes of a gradient are constants."""
    x, w = go.placeholder(go.float32, (1, 5, 5, 2)), go.placeholder(go.float32, (3, 3, 2, 4))
    dy, sizes = go.placeholder(go.float32, (1, 5, 5, 4)), go.placeholder(go.int32, (4,))
    same = {"strides": [1, 1, 1, 1], "padding": "SAME"}
    for make, left in (
        (lambda: raw.Conv2D(input=x, filter=w, **same), []),
        (lambda: raw.Conv2DBackpropInput(input_sizes=[1, 5, 5, 2], filter=w, out_backprop=dy, **same), []),
        (lambda: raw.Conv2DBackpropInput(input_sizes=sizes, filter=w, out_backprop=dy, **same),
         ["Conv2DBackpropInput"]),
        (lambda: raw.MatMul(a=x[0, 0], b=w[0, 0]), []),
    ):  # fmt: skip
        with go.get_default_graph().control_dependencies([make().node]):
            z = raw.AddV2(x=x, y=x)
        found = ops(rewritten([z], [x, w, dy, sizes]))
        assert [op for op in found if op != "StridedSlice"] == [*left, "AddV2"]


class Peek:
    """A kernel of an op that claims to have no state."""

    count = 0

    def __init__(self, attrs):
        pass

    def compute(self, ctx, x):
        Peek.count += 1
        assert ctx.resources is not None
        return x + 1


def test_kernels_that_ask_for_more_than_their_inputs():
    if "Test>Peek" not in REGISTRY:
        op = register_op("Test>Peek", inputs=["x: float"], outputs=["y: float"])
        op.shape_rule(lambda c: [c.shape("x")])
        register_kernel("Test>Peek", "CPU", uses=["resources"])(Peek)
    fetches = [getattr(raw, "Test>Peek")(x=[1.0]) for _ in range(2)]
    assert ops(rewritten(fetches)) == ["Test>Peek"] * 2
    before = Peek.count
    outcome(fetches, None, PASSES, runs=2)
    assert Peek.count == before + 4


def test_one_output_of_several_is_fed():
    parts = raw.Split(axis=0, value=go.constant([1.0, 2.0, 3.0, 4.0]), num_split=2)
    y = raw.Sub(x=parts[0], y=parts[1])
    assert same_with_passes(y, {parts[0]: [10.0, 10.0]}).tolist() == [7.0, 6.0]


@pytest.mark.parametrize("dtype", [np.int32, np.int64])
def test_what_fails_is_left_to_fail_at_the_run(dtype):
    y = raw.FloorDiv(x=go.constant(np.array([6, 7], dtype)), y=go.constant(np.array([2, 0], dtype)), name="division")
    found = rewritten([y])
    assert ops(found) == ["FloorDiv"]
    with go.Session() as session, pytest.raises(InvalidArgumentError) as caught:
        session.run(y)
    assert any("at node division" in note for note in caught.value.__notes__)
    same_with_passes(y)


def test_a_failure_that_nobody_needs_is_none():
    raw.FloorDiv(x=go.constant([1]), y=go.constant([0]))
    y = raw.Neg(x=go.constant([1]))
    assert same_with_passes(y).tolist() == [-1]


def test_what_could_fail_runs_though_only_its_shape_is_wanted():
    x = go.placeholder(go.float32, (2,))
    y = raw.CheckNumerics(tensor=x, message="not here")
    z = raw.GatherV2(params=x, indices=raw.PlaceholderWithDefault(input=[0, 1], shape=(None,)), axis=0)
    shape, other = raw.Shape(input=y), raw.Shape(input=z)
    found = rewritten([shape, other], [x])
    assert "CheckNumerics" in ops(found)
    assert "GatherV2" in ops(found)
    kind, message = same_with_passes([shape, other], {x: [1.0, np.nan]})
    assert kind is InvalidArgumentError
    assert "not here" in message


def test_what_cannot_fail_need_not_run_for_its_shape():
    x = go.placeholder(go.float32, (2, 3))
    y = raw.Mul(x=raw.Exp(x=x), y=raw.Tanh(x=x))
    shape = raw.Shape(input=y)
    assert rewritten([shape], [x]).nodes == []
    assert same_with_passes(shape, {x: np.zeros((2, 3))}).tolist() == [2, 3]


@pytest.mark.parametrize("count", [1 << 14, 1 << 24])
def test_a_huge_fill_is_made_at_the_run(count):
    y = raw.Fill(dims=[count], value=np.float32(2))
    found = rewritten([y])
    assert (y in found.values) == (count * 4 <= 1 << 16)


def test_a_fill_beyond_all_memory_fails_at_the_run():
    y = raw.Sum(input=raw.Fill(dims=go.constant([1 << 40, 1 << 20], go.int64), value=np.float32(2)), axis=[0, 1])
    (plain,) = outcome(y, None, ())
    assert plain[0].__name__ == "ResourceExhaustedError"
    assert outcome(y, None, FOLD) == [plain]


def test_many_texts_are_not_made():
    y = raw.Fill(dims=[1 << 26], value=go.constant(b"text"))
    begin = time.perf_counter()
    assert rewritten([y]).values == {}
    assert time.perf_counter() - begin < 0.5


def test_results_of_a_plan_share_an_allowance():
    x = go.placeholder(go.float32, (1 << 20,))
    base = go.constant(np.ones(1 << 20, np.float32))
    terms = [raw.Mul(x=base, y=np.float32(k)) for k in range(1, 65)]  # 4 MiB each
    found = rewritten([raw.AddN(inputs=[x, *terms])], [x])
    assert 0 < sum(value.nbytes for value in found.values.values()) <= 4 * LARGEST


def large(count):
    """A constant of so many MiB."""
    return go.constant(np.ones((count << 10, 256), np.float32))


def test_a_large_table_with_a_row_more_is_made_once():
    table = large(20)
    y = raw.ConcatV2(values=[np.zeros((1, 256), np.float32), table], axis=0)
    rows = go.placeholder(go.int32, (None,))
    found = rewritten([raw.GatherV2(params=y, indices=rows, axis=0)], [rows])
    assert ops(found) == ["GatherV2"]
    again = rewritten([raw.Neg(x=raw.GatherV2(params=y, indices=rows, axis=0))], [rows])
    assert again.values[y] is found.values[y]  # the plans share it
    expected = np.concatenate([np.zeros((1, 256)), np.ones((20 << 10, 256))])
    np.testing.assert_array_equal(found.values[y], expected)
    other = raw.ConcatV2(values=[np.full((1, 256), 2, np.float32), table], axis=0)
    assert rewritten([other]).values[other][0, 0] == 2


def test_a_large_result_that_no_plan_has_any_more_is_gone():
    y = raw.Neg(x=large(20))
    value = weakref.ref(rewritten([y]).values[y])
    gc.collect()
    assert value() is None


def test_what_is_larger_than_large_constants_is_made_at_the_run():
    table = large(20)
    fetches = [
        raw.Cast(x=table, DstT=go.float64),
        raw.Tile(input=table, multiples=[2, 1]),
        raw.Neg(x=large(65)),
    ]
    assert ops(rewritten(fetches)) == ["Cast", "Tile", "Neg"]


def test_large_results_share_an_allowance():
    table = large(20)
    many = [raw.Mul(x=table, y=np.float32(number)) for number in range(2, 1002)]
    chain = table
    for _ in range(1000):
        chain = raw.Neg(x=chain)
    for fetches in (many, [chain]):
        work = rewritten(fetches)
        folded = [note for note in work.notes if "constant" in note]
        assert 1 <= len(folded) <= 12  # of 20 MiB, in 256 MiB
        assert len(ops(work)) == 1000 - len(folded)


def test_a_memory_limit_leaves_no_room_for_large_results():
    y = raw.Neg(x=large(20))
    nodes = [y.node.inputs[0].node, y.node]
    assert y in optimise(nodes, [y], (), FOLD, Folding()).values
    assert y not in optimise(nodes, [y], (), FOLD, Folding(1 << 30)).values


def test_dear_operations_are_left():
    a = go.constant(1 + np.eye(600))
    small = go.constant(2 * np.eye(3))
    dear, cheap = raw.MatMul(a=a, b=a), raw.MatrixInverse(input=small)
    found = rewritten([dear, cheap, raw.MatrixInverse(input=a)])
    assert ops(found) == ["MatMul", "MatrixInverse"]  # 432 million operations; no cost rule
    assert found.values[cheap].tolist() == (np.eye(3) / 2).tolist()


def test_what_may_take_long_is_left_to_the_run_which_can_be_stopped():
    found = rewritten([raw.StaticRegexReplace(input=[b"aaa"], pattern="(?:a?b?)*x", rewrite="")])
    assert ops(found) == ["StaticRegexReplace"]


def test_results_whose_size_depends_on_data():
    small = raw.Where(condition=np.array([[True, False], [True, True]]))
    large = raw.Where(condition=np.ones((16, 16, 16, 16), bool))  # 64 KiB become 2 MiB
    found = rewritten([small, large])
    assert found.values[small].tolist() == [[0, 0], [1, 0], [1, 1]]
    assert ops(found) == ["Where"]


def test_a_size_that_does_not_fit_is_left():
    x = go.placeholder(go.uint8, (None, None))
    fetches = [raw.Size(input=x), raw.Size(input=x, out_type=go.int64)]
    x.set_shape((1 << 20, 1 << 20))
    found = rewritten(fetches, [x])
    assert ops(found) == ["Size"]
    assert found.values[fetches[1]] == 1 << 40


def test_random_numbers_are_drawn_at_each_run():
    draw = raw.RandomUniform(shape=[4], dtype=go.float32, seed=1, seed2=2)
    seeded = raw.StatelessRandomUniform(shape=[4], seed=[1, 2])
    found = rewritten([draw, seeded])
    assert "RandomUniform" in ops(found)
    assert "StatelessRandomUniform" in ops(found)
    first, second = outcome(draw, None, (), runs=2)
    assert first.tolist() != second.tolist()
    same_with_passes([draw, seeded], runs=3)


def test_shape_of_random_numbers_draws_them_all_the_same():
    draw = raw.RandomUniform(shape=[4], dtype=go.float32, seed=1, seed2=2)
    size = raw.Size(input=draw)
    assert ops(rewritten([size])) == ["RandomUniform"]
    with go.Session(config=go.SessionConfig(plan_passes=())) as plain, go.Session() as session:
        for each in (plain, session):
            each.run(size)
        np.testing.assert_array_equal(plain.run(draw), session.run(draw))


def test_texts():
    y = raw.StringJoin(inputs=[go.constant([b"a", b"b"]), go.constant([b"c", b"d"])], separator="-")
    found = rewritten([y])
    assert found.values[y].tolist() == [b"a-c", b"b-d"]
    assert same_with_passes(y).tolist() == [b"a-c", b"b-d"]


def test_nodes_after_others_wait():
    v = go.Variable(1.0, name="v")
    with go.get_default_graph().control_dependencies([v.assign_add(1.0)]):
        c = go.constant(5.0)
        y = raw.Neg(x=c)
    found = rewritten([y])
    assert "Neg" in ops(found)
    assert "AssignAddVariableOp" in ops(found)
    with go.Session() as session:
        session.run(v.initializer)
        assert session.run(y) == -5.0
        assert session.run(v) == 2.0


def test_nodes_after_constants_need_not_wait():
    with go.get_default_graph().control_dependencies([go.constant(1.0).node]):
        y = raw.Neg(x=go.constant(5.0))
    found = rewritten([y])
    assert found.nodes == []
    assert same_with_passes(y) == -5.0


def test_fetched_nodes_run():
    y = raw.Neg(x=go.constant(5.0))
    found = rewritten([y.node])
    assert found.nodes[-1] is y.node
    assert same_with_passes([y.node, y]) == [None, -5.0]


def test_nodes_elsewhere_are_left():
    graph = go.get_default_graph()
    with graph.device("/cpu:0"):
        here = raw.Neg(x=go.constant(1.0))
    with graph.device("/gpu:0"):
        there = raw.Neg(x=go.constant(1.0))
    with graph.device("/job:worker"):
        far = raw.Neg(x=go.constant(1.0))
    c = go.constant(1.0)
    with graph.device("/gpu:0"):
        there_of_here = raw.Neg(x=c)
    assert ops(rewritten([here])) == []
    assert ops(rewritten([there_of_here])) == ["Neg"]
    assert ops(rewritten([there, far])) == ["Neg", "Neg"]


def test_a_missing_device_is_reported_whatever_is_folded():
    with go.get_default_graph().device("/gpu:7"):
        c = go.constant([1.0, 2.0])
        y = raw.Neg(x=raw.PlaceholderWithDefault(input=c, shape=(2,)))
    for fetch in (raw.Shape(input=y), raw.Neg(x=c)):
        for passes in ((), FOLD, PASSES):
            with (
                go.Session(config=go.SessionConfig(plan_passes=passes)) as session,
                pytest.raises(InvalidArgumentError) as caught,
            ):
                session.run(fetch)
            assert "must be one of /device:CPU:0" in str(caught.value)


def test_nan_bits_and_signs_of_zero_are_kept():
    odd = np.array([0x7FC12345, 0xFFC00001, 0x80000000, 0x00000001], np.uint32).view(np.float32)
    y = raw.Reshape(tensor=raw.Neg(x=raw.Neg(x=go.constant(odd))), shape=[2, 2])
    value = same_with_passes(y)
    assert value.view(np.uint32).reshape(-1).tolist() == odd.view(np.uint32).tolist()


def test_fetched_values_are_the_callers_own():
    y = raw.Neg(x=go.constant([1.0, 2.0]))
    with go.Session() as session:
        first, second = session.run([y, raw.Identity(input=y)])
        first[0] = 99.0
        assert second.tolist() == [-1.0, -2.0]
        assert session.run(y).tolist() == [-1.0, -2.0]


def test_no_passes_no_change():
    y = raw.Neg(x=go.constant([1.0, 2.0]))
    nodes = [y.node.inputs[0].node, y.node]
    found = optimise(nodes, [y], [], ())
    assert (found.nodes, found.source, found.values, found.notes) == (nodes, {}, {}, ())


def test_an_unknown_pass():
    with pytest.raises(InvalidArgumentError, match=r"a pass must be one of fold_constants, .*, got 'inline'"):
        optimise([], [], [], ["inline"])


def test_a_nodes_last_reader_may_be_a_constant():
    """A node that can fail only stays because of what it is, not because something else reads it."""
    x = go.placeholder(go.float32, (2,))
    y = raw.Shape(input=raw.Neg(x=raw.CheckNumerics(tensor=x, message="m")))
    found = rewritten([y], [x])
    assert ops(found) == ["CheckNumerics"]
    assert same_with_passes(y, {x: [1, np.inf]})[0] is InvalidArgumentError


def test_what_is_folded_can_never_change() -> None:
    """Nor can what owns its memory, so kernels may keep copies in other layouts."""
    from graphops.plan.passes.fold import _read_only

    whole = np.arange(6.0)
    for made in (_read_only(whole[1:]), _read_only(np.arange(3.0))):
        assert not made.flags.writeable
        assert made.base is None
    whole[:] = 7
    fixed = np.arange(3.0)
    fixed.flags.writeable = False
    assert _read_only(fixed) is fixed
