"""fuse: look-ups in variables become reads and look-ups in values: the same bits, the same errors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops import errors
from graphops import raw_ops as r
from graphops.plan.session_config import PLAN_PASSES
from tests.plan.rewritten import ops, rewritten

TABLE = np.random.default_rng(0).standard_normal((6, 3)).astype(np.float32)
PLAIN = tuple(name for name in PLAN_PASSES if name != "fuse")


@pytest.fixture(autouse=True)
def _graph() -> Iterator[None]:
    with go.Graph().as_default():
        yield


def look_up(table: go.Variable, ids: Any, **settings: Any) -> Any:
    return r.ResourceGather(resource=table.handle, indices=ids, dtype=settings.pop("dtype", go.float32), **settings)


def runs(fetch: Any, feeds: Any = None, times: int = 6, passes: Any = PLAN_PASSES) -> list[Any]:
    """The values of several runs, or the first lines of errors."""
    init, found = go.global_variables_initializer(), []
    with go.Session(config=go.SessionConfig(plan_passes=passes)) as session:
        session.run(init)
        for _ in range(times):
            try:
                found.append(session.run(fetch, feeds))
            except errors.GraphopsError as error:
                found.append(str(error).splitlines()[0])
    return found


def test_what_is_left_and_its_value() -> None:
    table, ids = go.Variable(TABLE), go.placeholder(go.int32, None)
    rows = look_up(table, ids)
    assert ops(rewritten([rows], [ids])) == ["VarHandleOp", "ReadVariableOp", "Gather"]
    for given in (3, [0, 5, 0], [[1, 2], [4, 4]], np.zeros((0, 2), np.int32)):
        for found in runs(rows, {ids: given}):
            np.testing.assert_array_equal(found, TABLE[np.asarray(given, np.int32)])


def test_indices_that_name_no_row() -> None:
    table, ids = go.Variable(TABLE), go.placeholder(go.int32, None)
    rows = look_up(table, ids)
    for given, got in ((6, "6"), (-1, "-1"), ([0, 7, -2], "2 outside, the lowest -2, the highest 7")):
        for passes in (PLAN_PASSES, PLAIN):
            wanted = f"indices of op 'ResourceGather' must be in [0, 6), got {got}"
            assert runs(rows, {ids: given}, passes=passes) == [wanted] * 6
    scalar = go.Variable(np.float32(3))
    with pytest.raises(errors.GraphopsError, match="resource"):
        look_up(scalar, 0)


def test_a_variable_without_a_value() -> None:
    rows = look_up(go.Variable(TABLE), np.int32(1))
    with go.Session() as session, pytest.raises(errors.FailedPreconditionError, match="must be initialised"):
        session.run(rows)


def test_what_stays_as_it_is() -> None:
    table = go.Variable(TABLE)
    shared = look_up(table, np.zeros((6, 2), np.int32), batch_dims=1)
    texts = look_up(go.Variable(np.array([b"a", b"b"], object)), np.int32(1), dtype=go.string)
    for rows in (shared, texts):
        assert "ResourceGather" in ops(rewritten([rows]))


def test_a_step_in_the_same_run() -> None:
    """Rows are looked up before or after the step, as control edges say."""
    table = go.Variable(TABLE)
    rows = look_up(table, np.array([1, 4]))
    with go.control_dependencies([rows]):
        step = table.assign_add(np.ones((6, 3), np.float32))
    with go.control_dependencies([step.op]):
        late = look_up(table, np.array([1, 4]))
    for passes in (PLAN_PASSES, PLAIN):
        for number, (early, later) in enumerate(runs([rows, late], passes=passes)):
            np.testing.assert_allclose(early, TABLE[[1, 4]] + number, rtol=1e-6)
            np.testing.assert_allclose(later, TABLE[[1, 4]] + number + 1, rtol=1e-6)


def test_a_loop_whose_variable_changes() -> None:
    """Each iteration sees what the one before has written."""
    table = go.Variable(np.zeros((4, 1), np.float32))

    def body(i: Any, total: Any) -> Any:
        row = look_up(table, i % 4)
        with go.control_dependencies([row]):
            step = table.assign_add(np.ones((4, 1), np.float32))
        with go.control_dependencies([step.op]):
            return i + 1, total + row

    start = [go.constant(0), go.constant(np.zeros(1, np.float32))]
    total = go.while_loop(lambda i, _: i < 8, body, start)[1]
    for passes in (PLAN_PASSES, PLAIN):
        found = runs(total, passes=passes, times=9)
        np.testing.assert_array_equal(np.ravel(found), [sum(range(8 * n, 8 * n + 8)) for n in range(9)])


def test_a_memory_limit_counts_the_rows_alone() -> None:
    table, ids = go.Variable(np.ones((100_000, 16), np.float32)), go.placeholder(go.int32, [8])
    rows, init = look_up(table, ids), go.global_variables_initializer()
    with go.Session() as session:
        session.run(init)
        values = session.variables.snapshot()
    with go.Session(config=go.SessionConfig(memory_limit=1_000_000)) as session:
        session.variables.restore(values)
        assert session.run(rows, {ids: range(8)}).shape == (8, 16)
