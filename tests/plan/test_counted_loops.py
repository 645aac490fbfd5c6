"""For: what is refused, and that a run can be ended."""

from __future__ import annotations

import pytest

import graphops as go
from graphops_registry.errors import DeadlineExceededError, InvalidArgumentError, InvalidTypeError, NotFoundError

raw = go.raw_ops
BODY = """library { function { signature { name: 'F'
input_arg { name: 'i' type: DT_INT32 } input_arg { name: 'x' type: DT_INT32 } output_arg { name: 'y' type: DT_INT32 } }
node_def { name: 's' op: 'AddV2' input: 'i' input: 'x' attr { key: 'T' value { type: DT_INT32 } } }
ret { key: 'y' value: 's:z:0' } } }"""


@pytest.fixture(autouse=True)
def graph():
    with go.Graph().as_default() as graph:
        go.import_graph_def(BODY, name="")
        yield graph


@pytest.mark.parametrize(("start", "limit", "delta"), [(0, 3, 0), (0, 3, -1), (3, 0, 1)])
def test_steps_that_lead_nowhere(start, limit, delta):
    with go.Session() as session, pytest.raises(InvalidArgumentError, match="delta of op 'For' must lead from start"):
        session.run(raw.For(start=start, limit=limit, delta=delta, input=[1], body="F"))


def test_bodies_that_do_not_fit():
    with go.Session() as session:
        with pytest.raises(InvalidTypeError, match="must name a function that takes"):
            session.run(raw.For(start=0, limit=2, delta=1, input=[1.0], body="F"))
        with pytest.raises(NotFoundError, match="must name a function of the graph, got 'G'"):
            session.run(raw.For(start=0, limit=2, delta=1, input=[1], body="G"))
        with pytest.raises(InvalidArgumentError, match="start of op 'For' must be a scalar"):
            raw.For(start=[0], limit=2, delta=1, input=[1], body="F")


def test_a_long_loop_can_be_ended():
    with go.Session(config=go.SessionConfig(timeout=0.2)) as session, pytest.raises(DeadlineExceededError):
        session.run(raw.For(start=0, limit=2**31 - 1, delta=1, input=[1], body="F"))


@pytest.mark.parametrize("target", ["", "/job:worker/task:0/device:CPU:0", "/device:CPU:1", "/device:TPU:0"])
def test_calls_elsewhere(target):
    with go.Session() as session, pytest.raises(InvalidArgumentError, match="must be a CPU of this process"):
        session.run(raw.RemoteCall(target=target, args=[1, 2], Tout=["int32"], f="F"))
