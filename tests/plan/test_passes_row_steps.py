"""fuse: steps of gradient descent by gradients of look-ups change the rows that were read, to the same bits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops import errors
from graphops.testing import standin
from tests.plan.rewritten import bits, ops, outcome, rewritten

r = go.raw_ops
STEP = "ResourceApplyGradientDescent"
ROWS = "Graphops>ResourceSparseApplyGradientDescent"
NUMBERS = np.random.default_rng(0)
TABLE = NUMBERS.standard_normal((50, 3)).astype(np.float32)
Loss = Callable[[go.Variable], Any]


@pytest.fixture(autouse=True)
def _graph() -> Iterator[None]:
    with go.Graph().as_default():
        yield


def gathered(table: go.Variable, ids: Any) -> Any:
    return r.GatherV2(params=table.value(), indices=ids, axis=np.int32(0))


def squares(x: Any) -> Any:
    return r.L2Loss(t=x)


def descent(loss: Any, table: go.Variable, rate: Any = 0.3) -> tuple[Any, Any]:
    """The gradient and the step."""
    optimizer = go.train.GradientDescentOptimizer(rate)
    pairs = optimizer.compute_gradients(loss, [table])
    return pairs[0][0], optimizer.apply_gradients(pairs)


def stepped(step: Any, table: go.Variable, feeds: Mapping[Any, Any] | None = None, runs: int = 8, **config: Any) -> Any:
    """The table after some steps, or the type and the first line of the error and the table then."""
    init = go.global_variables_initializer()
    with go.Session(config=go.SessionConfig(**config)) as session:
        session.run(init)
        try:
            for _ in range(runs):
                session.run(step, feeds)
        except errors.GraphopsError as error:
            return [type(error), str(error).splitlines()[0], session.run(table.value())]
        return session.run(table.value())


def same(step: Any, table: go.Variable, feeds: Mapping[Any, Any] | None = None, **config: Any) -> Any:
    """The same, after a comparison with what comes out without passes."""
    found = stepped(step, table, feeds, **config)
    assert bits(found) == bits(stepped(step, table, feeds, **config, plan_passes=()))
    return found


def kinds(step: Any, fed: Any = (), fetches: Any = ()) -> set[str]:
    return {STEP, ROWS, "UnsortedSegmentSum", "AddN"}.intersection(ops(rewritten([step, *fetches], fed)))


@pytest.mark.parametrize("ids", [[3], [4, 1, 4, 49, 4], [], [[0, 1], [1, 0]], list(range(50)), [7] * 60], ids=str)
@pytest.mark.parametrize("dtype", [np.int32, np.int64])
@pytest.mark.parametrize("resource", [False, True])
def test_the_same_bits(ids: Any, dtype: Any, resource: bool) -> None:
    table, given = go.Variable(TABLE), np.array(ids, dtype)
    x = go.placeholder(go.as_dtype(dtype), [None] * given.ndim)
    rows = r.ResourceGather(resource=table.handle, indices=x, dtype=go.float32) if resource else gathered(table, x)
    _, step = descent(squares(rows), table)
    assert kinds(step, [x]) == {ROWS}
    found = same(step, table, {x: given})
    others = np.setdiff1d(np.arange(50), given)
    assert found[others].tobytes() == TABLE[others].tobytes()
    wanted = TABLE.astype(np.float64)
    counts = np.bincount(given.reshape(-1), minlength=50)[:, None]
    for _ in range(8):
        wanted -= np.float32(0.3) * (counts * wanted)
    np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("dtype", ["half", "bfloat16", "float64", "complex64"])
def test_other_dtypes(dtype: str) -> None:
    kind = go.as_dtype(dtype)
    table, x = go.Variable(TABLE.astype(kind.numpy_dtype)), go.placeholder(go.int32, [None])
    weights = NUMBERS.standard_normal((9, 3)).astype(kind.numpy_dtype)
    rows = r.GatherV2(params=table.value(), indices=x, axis=np.int32(0))
    loss = r.Sum(input=r.Square(x=rows) * weights, reduction_indices=[0, 1])
    (gradient,) = go.gradients(loss, [table], grad_ys=[np.ones((), kind.numpy_dtype)])
    step = go.train.GradientDescentOptimizer(0.1).apply_gradients([(gradient, table)])
    assert kinds(step, [x], [rows]) == {ROWS}
    same([step, rows], table, {x: [5, 5, 5, 1, 2, 3, 5, 1, 0]}, runs=3)


@pytest.mark.parametrize("rate", [0.0, -0.5, np.inf, np.nan])
def test_rates(rate: float) -> None:
    start = TABLE.copy()
    start[0], start[1, 0], start[2, 0] = -0.0, np.inf, np.nan
    table = go.Variable(start)
    alpha, x = go.placeholder(go.float32, ()), go.placeholder(go.int32, [None])
    _, step = descent(squares(gathered(table, x)), table, alpha)
    with np.errstate(all="ignore"):
        found = stepped(step, table, {alpha: rate, x: [1, 7, 7]}, runs=2)
        np.testing.assert_array_equal(found, stepped(step, table, {alpha: rate, x: [1, 7, 7]}, runs=2, plan_passes=()))


def test_several_look_ups() -> None:
    table = go.Variable(TABLE)
    x, y, z = go.placeholder(go.int32, [None]), go.placeholder(go.int64, [None, 2]), go.placeholder(go.int32, [None])
    loss = squares(gathered(table, x)) + r.Sum(input=r.Tanh(x=gathered(table, y)), reduction_indices=[0, 1, 2])
    loss += squares(2.0 * gathered(table, z))
    _, step = descent(loss, table)
    assert kinds(step, [x, y, z]) == {ROWS}
    same(step, table, {x: [1, 2, 2], y: [[1, 2], [9, 1]], z: [2, 30]})
    same(step, table, {x: [], y: np.zeros((0, 2)), z: []})
    same(step, table, {x: range(50), y: [[1, 2]], z: [2]})


def test_gradients_that_are_fed_are_obeyed() -> None:
    table = go.Variable(TABLE)
    gradient, step = descent(squares(gathered(table, [1, 2])), table, 1.0)
    fives = np.full((50, 3), 5, np.float32)
    assert kinds(step, [gradient]) == {STEP}
    np.testing.assert_array_equal(same(step, table, {gradient: fives}, runs=1), TABLE - 5)


def test_parts_that_are_fed_are_obeyed() -> None:
    table = go.Variable(TABLE)
    gradient, step = descent(squares(gathered(table, [1, 2])) + squares(gathered(table, [3])), table, 1.0)
    part = gradient.node.inputs[0]
    fives = np.full((50, 3), 5, np.float32)
    assert kinds(step, [part]) == {STEP, "UnsortedSegmentSum", "AddN"}
    found = same(step, table, {part: fives})
    assert not np.array_equal(found, TABLE)


def test_gradients_that_are_fetched() -> None:
    table = go.Variable(TABLE)
    gradient, step = descent(squares(gathered(table, [1, 2, 2])), table)
    assert kinds(step, (), [gradient]) == {STEP, "UnsortedSegmentSum"}
    wanted = np.zeros_like(TABLE)
    wanted[[1, 2]] = TABLE[[1, 2]] * [[1], [2]]
    init = go.global_variables_initializer()
    with go.Session() as session:
        session.run(init)
        found, _ = session.run([gradient, step])
        np.testing.assert_array_equal(found, wanted)
        np.testing.assert_allclose(session.run(table.value()), TABLE - 0.3 * wanted, rtol=1e-6)
    same([gradient, step], table)


def test_gradients_that_others_read() -> None:
    first, second = go.Variable(TABLE), go.Variable(TABLE)
    (gradient,) = go.gradients(squares(gathered(first, [1, 2])), [first])
    step = go.train.GradientDescentOptimizer(0.1).apply_gradients([(gradient, first), (gradient, second)])
    assert kinds(step) == {STEP, "UnsortedSegmentSum"}
    np.testing.assert_array_equal(same(step, second), same(step, first))


def test_gradients_of_another_shape_are_refused() -> None:
    table, other = go.Variable(TABLE), go.Variable(TABLE[:7])
    (gradient,) = go.gradients(squares(gathered(table, [1, 2])), [table])
    with pytest.raises(errors.InvalidArgumentError, match=r"must have the shape of var, .* of shape \(7, 3\)"):
        go.train.GradientDescentOptimizer(0.1).apply_gradients([(gradient, other)])


@pytest.mark.parametrize(("rows", "columns"), [(7, 3), (50, 2)])
def test_gradients_of_another_shape_are_refused_at_run(rows: int, columns: int) -> None:
    """What the graph does not know yet: the same errors, and the variable stays as it is."""
    table, other = go.Variable(TABLE), go.Variable(np.zeros((rows, columns), np.float32))
    x = go.placeholder(go.int32, None)
    weights, size = go.placeholder(go.float32, None), go.placeholder(go.int32, ())
    looked_up = gathered(table, x)
    gradient = r.UnsortedSegmentSum(data=weights, segment_ids=x, num_segments=size)
    step = r.ResourceApplyGradientDescent(var=other.handle, alpha=1.0, delta=gradient)
    with go.control_dependencies([step]):
        last = r.Identity(input=looked_up)
    assert kinds(last.node, [x, weights, size]) == {ROWS}
    for each in ([1, 2], [[1], [2]], [1, 2, 3], [-1, 2], [60, 2]):
        for count in (50, 7, -1):
            feeds = {x: each, weights: np.ones((2, 3), np.float32), size: count}
            found = same([last], other, feeds)
            assert isinstance(found, list) != (each == [1, 2] and (count, columns) == (7, 3))
            if isinstance(found, list):
                np.testing.assert_array_equal(found[2], np.zeros((rows, columns)))


def test_ids_below_zero_are_dropped() -> None:
    table, x = go.Variable(TABLE), go.placeholder(go.int32, [None])
    ids = x - 1
    dropped = r.UnsortedSegmentSum(data=np.ones((3, 3), np.float32), segment_ids=ids, num_segments=50)
    step = go.train.GradientDescentOptimizer(1.0).apply_gradients([(dropped, table)])
    assert kinds(step, [x]) == {STEP, "UnsortedSegmentSum"}  # nothing looks them up
    wanted = TABLE.copy()
    wanted[[0, 4]] -= 1
    np.testing.assert_array_equal(same(step, table, {x: [0, 1, 5]}, runs=1), wanted)


def test_negative_ids_of_the_op() -> None:
    table, x = go.Variable(TABLE), go.placeholder(go.int16, [None])
    step = getattr(r, ROWS)(
        var=table.handle, alpha=1.0, data=[np.ones((3, 3), np.float32)], segment_ids=[x], num_segments=[50]
    )
    init = go.global_variables_initializer()
    with go.Session() as session:
        for given, changed in (([-1, 1, -7], [1]), ([-1, -1, -1], [])):
            session.run(init)
            session.run(step, {x: given})
            wanted = TABLE.copy()
            wanted[changed] -= 1
            np.testing.assert_array_equal(session.run(table.value()), wanted)


def test_ids_that_no_look_up_of_the_run_has_checked() -> None:
    """The gradient of a sum does not need what was looked up: nothing changes where an id is refused."""
    first, second = go.Variable(TABLE), go.Variable(TABLE)
    x = go.placeholder(go.int32, [1])
    sums = [r.Sum(input=gathered(table, ids), reduction_indices=[0, 1]) for table, ids in ((first, [1]), (second, x))]
    loss = sums[0] + sums[1]
    step = go.train.GradientDescentOptimizer(1.0).minimize(loss, var_list=[first, second])
    assert kinds(step, [x]) == {STEP, "UnsortedSegmentSum"}
    assert kinds(step, [x], [loss]) == {ROWS, STEP}  # the other gradient is a constant
    for fetches in ([step], [step, loss]):
        found = same(fetches, first, {x: [50]})
        assert found[0] is errors.InvalidArgumentError
        np.testing.assert_array_equal(found[2], TABLE)


def test_order_of_reads_and_steps() -> None:
    """Reads before and after the step, and another change of the variable between the gradient and the step."""
    table = go.Variable(TABLE)
    x = go.placeholder(go.int32, [None])
    (gradient,) = go.gradients(squares(gathered(table, x)), [table])
    before = r.ReadVariableOp(resource=table.handle, dtype=go.float32)
    with go.control_dependencies([gradient.node.inputs[0].node, before.node]):
        doubled = table.assign_add(TABLE, read_value=False)
    with go.control_dependencies([doubled]):
        step = go.train.GradientDescentOptimizer(1.0).apply_gradients([(gradient, table)])
    with go.control_dependencies([step]):
        after = r.ReadVariableOp(resource=table.handle, dtype=go.float32)
    assert kinds(step, [x], [before, after]) == {ROWS}
    init = go.global_variables_initializer()
    wanted = 2 * TABLE
    wanted[4] -= TABLE[4]
    for passes in ((), go.SessionConfig().plan_passes):
        with go.Session(config=go.SessionConfig(plan_passes=passes)) as session:
            for _ in range(6):
                session.run(init)
                old, new, _ = session.run([before, after, step], {x: [4]})
                np.testing.assert_array_equal(old, TABLE)
                np.testing.assert_array_equal(new, wanted)


def test_what_others_wait_for_stays() -> None:
    table = go.Variable(TABLE)
    gradient, step = descent(squares(gathered(table, [1])), table)
    with go.control_dependencies([gradient.node]):
        late = r.ReadVariableOp(resource=table.handle, dtype=go.float32)
    assert kinds(step, (), [late]) == {STEP, "UnsortedSegmentSum"}


def test_in_a_function_and_in_a_conditional() -> None:
    table, x, flag = go.Variable(TABLE), go.placeholder(go.int32, [None]), go.placeholder(go.bool, ())

    def update() -> Any:
        _, step = descent(squares(gathered(table, x)), table)
        with go.control_dependencies([step]):
            return go.constant(1)

    done = go.cond(flag, update, lambda: go.constant(0))
    assert not np.array_equal(same(done, table, {x: [1, 1], flag: True}), TABLE)
    np.testing.assert_array_equal(same(done, table, {x: [1, 1], flag: False}), TABLE)


def test_variables_of_unknown_shape() -> None:
    handle = r.VarHandleOp(dtype=go.float32, shape=None, shared_name="table")
    x, rows = go.placeholder(go.int32, None), go.placeholder(go.float32, None)
    value = r.ReadVariableOp(resource=handle, dtype=go.float32)
    looked_up = r.GatherV2(params=value, indices=x, axis=np.int32(0))
    (gradient,) = go.gradients([looked_up], [value], [rows])
    step = r.ResourceApplyGradientDescent(var=handle, alpha=1.0, delta=gradient)
    with go.control_dependencies([step]):
        done = r.Identity(input=looked_up)
    assert ROWS in kinds(done.node, [x, rows])
    init, found = r.AssignVariableOp(resource=handle, value=TABLE), []
    for config in ({}, {"plan_passes": ()}):
        with go.Session(config=go.SessionConfig(**config)) as session:
            session.run(init)
            for ids in ([1, 3, 1], 5, [[2, 2]]):
                session.run(done, {x: ids, rows: np.ones((*np.shape(ids), 3))})
            found.append(session.run(value))
    np.testing.assert_array_equal(found[0], found[1])


def test_on_another_device() -> None:
    standin.register()
    table, x = go.Variable(TABLE), go.placeholder(go.int32, [None])
    _, step = descent(squares(gathered(table, x)) + squares(gathered(table, x + 1)), table)
    wanted = stepped(step, table, {x: [4, 2, 4]}, plan_passes=())
    order = (standin.TYPE, "CPU")
    with go.Session(config=go.SessionConfig(device_order=order, plan_passes=["fuse"])) as session:
        assert f"({ROWS}) on {standin.TYPE}" in str(session.explain(step, {x: [4, 2, 4]}))
    for ids in ([4, 2, 4], [-1], [50]):
        found = stepped(step, table, {x: ids}, device_order=order, plan_passes=["fuse"])
        if ids[0] == 4:
            np.testing.assert_allclose(found, wanted, rtol=1e-6)
        else:
            np.testing.assert_array_equal(found[2], TABLE)


def test_compare() -> None:
    table, x = go.Variable(TABLE), go.placeholder(go.int32, [None])
    rows = gathered(table, x)
    _, step = descent(squares(rows), table)
    init = go.global_variables_initializer()
    with go.Session() as session:
        session.run(init)
        assert session.compare([step, rows], {x: [1, 2, 1]}, against="float64").first_divergent is None
    assert outcome(step, {x: [1]}, go.SessionConfig().plan_passes, before=[init]) == [None]
