"""Programs of plans: the same results and errors, and they write only to memory that nothing else refers to."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops import errors
from graphops import raw_ops as r
from graphops.plan.program import program
from graphops.plan.session_config import PLAN_PASSES


def session(graph: go.Graph, **settings: Any) -> go.Session:
    return go.Session(graph, config=go.SessionConfig(plan_passes=PLAN_PASSES, **settings))


def programs(opened: go.Session) -> list[program.Program]:
    return [made for plan in opened._plans.values() for made in plan.programs.found.values()]


def test_a_chain_of_small_steps_runs_in_buffers_and_leaves_everything_else_alone() -> None:
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, (3,))
        start = go.constant([1.0, 2.0, 3.0])
        first = x + start
        last = first
        for _ in range(5):
            last = last * 2.0 + x
    fed = np.array([1, 10, 100], np.float32)
    with session(graph) as opened:
        results = [opened.run([last, first, start], {x: fed}) for _ in range(4)]
        (made,) = programs(opened)
    assert "b0" in made.text
    for found_last, found_first, found_start in results:
        assert found_first.tolist() == [2, 12, 103]
        assert found_last.tolist() == [(v + s) * 32 + v * 31 for v, s in zip((1, 10, 100), (1, 2, 3), strict=True)]
        assert found_start.tolist() == [1, 2, 3]
    assert fed.tolist() == [1, 10, 100]
    kept = [result[0] for result in results]
    kept[0][:] = 0
    assert kept[1].tolist() == kept[2].tolist() != kept[0].tolist()


def test_large_steps_write_over_operands_that_nobody_needs() -> None:
    size = 1 << 16
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, (size,))
        a = x * 3.0
        b = a + 1.0
        c = b * a
        d = r.Reshape(tensor=c, shape=[2, size // 2])
        e = d * 2.0
    fed = np.full(size, 2, np.float32)
    with session(graph) as opened:
        for _ in range(3):
            found_b, found_d, found_e = opened.run([b, d, e], {x: fed})
            assert (found_b == 7).all()
            assert (found_d == 42).all()
            assert (found_e == 84).all()
    assert (fed == 2).all()


def test_a_value_that_a_view_shows_is_not_written_over() -> None:
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, (4,))
        a = x + 1.0
        view = r.Reshape(tensor=a, shape=[2, 2])
        b = a * 10.0  # the last reader of a itself
        total = view + r.Reshape(tensor=b, shape=[2, 2])
    with session(graph) as opened:
        for _ in range(3):
            assert opened.run(total, {x: np.zeros(4, np.float32)}).tolist() == [[11, 11], [11, 11]]


def test_variables_and_constants_are_never_written_over() -> None:
    with go.Graph().as_default() as graph:
        variable = go.compat.v1.Variable([1.0, 2.0], use_resource=True)
        value = variable.read_value()
        grown = value * 2.0 + 1.0
        update = variable.assign(grown)
    with session(graph) as opened:
        opened.run(variable.initializer)
        seen = [opened.run(update).tolist() for _ in range(4)]
    assert seen == [[3, 5], [7, 11], [15, 23], [31, 47]]


def test_feeds_that_are_fetched_are_copies() -> None:
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, (2,))
        same = r.Identity(input=x)
        y = x + 1.0
    fed = np.zeros(2, np.float32)
    with session(graph) as opened:
        for _ in range(3):
            for found in opened.run([x, same, y], {x: fed}):
                assert not np.shares_memory(found, fed)


def test_other_shapes_have_programs_of_their_own_and_scalars_come_out_as_scalars() -> None:
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32)
        y = x * 2.0 + 1.0
    with session(graph) as opened:
        call = opened.make_callable(y, [x])
        for _ in range(3):
            for shape in ((), (1,), (2, 3), (0,)):
                found = call(np.full(shape, 3, np.float32))
                assert np.shape(found) == shape
                assert (found == 7).all()
            assert type(call(np.float32(3))) is np.float32
        assert len(programs(opened)) == 4
        with pytest.raises(errors.InvalidTypeError, match="must have dtype float32"):
            call(np.array([1j]))
        assert call([3.0]).tolist() == [7]


def test_shapes_that_follow_from_shapes_are_settled_once() -> None:
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, (None, 2))
        rows = r.Shape(input=x)
        flat = r.Reshape(tensor=x, shape=r.Prod(input=rows, axis=[0], keep_dims=True))
        y = flat + 1.0
    with session(graph) as opened:
        for count in (1, 3, 1, 3, 3):
            assert opened.run(y, {x: np.ones((count, 2), np.float32)}).tolist() == [2] * 2 * count
        assert all("dynamic" not in made.text for made in programs(opened))


def test_what_depends_on_data_chooses_its_kernel_at_each_run() -> None:
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, (4,))
        where = r.Where(condition=x > 0.0)
        y = r.Cast(x=where, DstT=go.float32) * 2.0
    with session(graph) as opened:
        for values, expected in (([1, 0, 0, 0], [[0]]), ([0, 1, 0, 1], [[2], [6]]), ([0, 0, 0, 0], [])):
            assert opened.run(y, {x: np.array(values, np.float32)}).tolist() == expected


def test_an_error_names_the_node_its_inputs_and_its_line() -> None:
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.int32, (2,), name="x")
        y = r.FloorDiv(x=x + 1, y=x, name="broken")
    with session(graph) as opened:
        for _ in range(2):
            assert opened.run(y, {x: [1, 2]}).tolist() == [2, 1]
        assert programs(opened)
        with pytest.raises(errors.InvalidArgumentError, match="must not be 0 anywhere") as caught:
            opened.run(y, {x: np.array([1, 0], np.int32)})
        notes = "\n".join(caught.value.__notes__)
        assert "broken" in notes
        assert "int32(2,)" in notes
        assert "test_programs.py" in notes
        assert opened.run(y, {x: np.array([1, 2], np.int32)}).tolist() == [2, 1]


def test_warnings_of_numpy_do_not_leak() -> None:
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, (2,))
        y = r.Log(x=x) + r.Exp(x=x * 1000.0) + x / (x - x)
    with session(graph) as opened:
        for _ in range(3):
            assert np.isnan(opened.run(y, {x: np.array([-1, 1], np.float32)})[0])


def test_timeouts_and_limits_hold() -> None:
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, (2,))
        y = x + 1.0
    with session(graph) as opened:
        for _ in range(3):
            opened.run(y, {x: [0, 0]}, timeout=60)
        with pytest.raises(errors.DeadlineExceededError):
            opened.run(y, {x: [0, 0]}, timeout=0)
    with session(graph, memory_limit=4) as opened:
        for _ in range(3):
            with pytest.raises(errors.ResourceExhaustedError):
                opened.run(y, {x: [0, 0]})


def test_random_numbers_are_drawn_at_each_run() -> None:
    with go.Graph().as_default() as graph:
        y = r.RandomUniform(shape=[4], dtype=go.float32, seed=1, seed2=2)
        again = r.RandomUniform(shape=[4], dtype=go.float32, seed=1, seed2=2)
    with session(graph) as opened:
        draws = {tuple(opened.run(y).tolist()) for _ in range(5)}
        assert len(draws) == 5
        first, second = opened.run([y, again])
        assert first.tolist() != second.tolist()


def test_threads_have_buffers_of_their_own() -> None:
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, (8,))
        y = x
        for _ in range(40):
            y = y + 1.0
    wrong: list[Any] = []
    with session(graph) as opened:
        call = opened.make_callable(y, [x])

        def work(number: int) -> None:
            for turn in range(300):
                found = call(np.full(8, number * 1000 + turn, np.float32))
                if not (found == number * 1000 + turn + 40).all():
                    wrong.append((number, turn, found))

        threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert not wrong


def test_a_graph_that_grew_is_planned_again() -> None:
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, (1,))
        y = x + 1.0
    with session(graph) as opened:
        call = opened.make_callable(y, [x])
        assert [call([1.0]).tolist() for _ in range(3)] == [[2]] * 3
        with graph.as_default():
            z = y * 5.0
        assert call([1.0]).tolist() == [2]
        assert opened.run(z, {x: [1.0]}).tolist() == [10]


def test_without_the_pass_there_are_no_programs() -> None:
    with go.Graph().as_default() as graph:
        y = go.constant([1.0]) + go.placeholder(go.float32, (1,), name="x")
    with go.Session(graph, config=go.SessionConfig(plan_passes=())) as opened:
        for _ in range(3):
            assert opened.run(y, {"x:0": [1.0]}).tolist() == [2]
        assert not programs(opened)


@pytest.mark.parametrize("passes", ["programs", ("nothing",), [1]])
def test_unknown_passes_are_refused(passes: Any) -> None:
    with pytest.raises(errors.InvalidArgumentError, match="plan_passes of SessionConfig must be a list of"):
        go.SessionConfig(plan_passes=passes)


def test_values_that_shapes_depend_on_are_expected_until_they_vary() -> None:
    """A computed shape is that of the recorded run until it is another one; after a few times nothing is expected."""
    with go.Graph().as_default() as graph:
        n, x = go.placeholder(go.int32, ()), go.placeholder(go.float32, (12,))
        rows = go.raw_ops.Minimum(x=n, y=6)
        table = go.raw_ops.Reshape(tensor=x * 2.0, shape=go.raw_ops.Pack(values=[rows, 12 // rows]))
        total = go.raw_ops.Sum(input=table, axis=go.raw_ops.Reshape(tensor=rows - rows, shape=[1])) + 1.0
    value = np.arange(12, dtype=np.float32)

    def check(opened: go.Session, count: int) -> None:
        found = opened.run([table, total], {n: count, x: value})
        wanted = (value * 2).reshape(min(count, 6), -1)
        np.testing.assert_array_equal(found[0], wanted)
        np.testing.assert_array_equal(found[1], wanted.sum(0) + 1)

    with session(graph) as opened:
        for count in (3, 3, 3, 3):
            check(opened, count)
        (made,) = programs(opened)
        assert "tobytes" in made.text
        assert "dynamic" not in made.text
        for count in (4, 3, 2, 3, 12, 6, 3, 1, 4, 3):
            check(opened, count)
        assert programs(opened) == [made]
        assert "dynamic" in made.text
