"""What runs a step says once which node failed, whoever runs it; and the contexts that kernels get."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import graphops as go
from graphops.plan.contexts import EagerContext
from graphops_registry.device_def import device_type
from graphops_registry.errors import FailedPreconditionError, InvalidArgumentError, ResourceExhaustedError
from graphops_registry.kernels.context import IN_A_PLAN, NO_CONTEXT

raw = go.raw_ops


def failing() -> tuple[go.Tensor, go.Tensor]:
    """A placeholder for an index, and a tensor whose kernel refuses 7."""
    index = go.placeholder(go.int32, (1,), name="index")
    return index, raw.Gather(params=go.constant(np.zeros(3, np.float32)), indices=index, name="failing")


def looped() -> tuple[go.Tensor, go.Tensor]:
    """The same beside TensorFlow 1's control flow, which the frame executor runs."""
    index, found = failing()
    chosen = raw.Switch(data=found, pred=go.constant(True))
    return index, raw.Merge(inputs=[chosen.output_false, chosen.output_true]).output


def run(session: go.Session, index: go.Tensor, found: go.Tensor) -> None:
    session.run(found, {index: [7]})


def compared(session: go.Session, index: go.Tensor, found: go.Tensor) -> None:
    session.compare(found, {index: [7]})


def programmed(session: go.Session, index: go.Tensor, found: go.Tensor) -> None:
    for _ in range(4):
        session.run(found, {index: [1]})
    session.run(found, {index: [7]})


@pytest.mark.parametrize(
    ("make", "way", "config"),
    [
        (failing, run, {}),
        (failing, run, {"plan_passes": []}),
        (failing, run, {"memory_limit": 1 << 20}),
        (failing, programmed, {}),
        (failing, compared, {}),
        (looped, run, {}),
    ],
)
def test_a_failing_node_is_named_once(
    make: Callable[[], tuple[go.Tensor, go.Tensor]], way: Callable[..., None], config: dict[str, object]
) -> None:
    with go.Graph().as_default() as graph:
        index, found = make()
    session = go.Session(graph, config=go.SessionConfig(**config))  # type: ignore[arg-type]
    with session, pytest.raises(InvalidArgumentError) as caught:
        way(session, index, found)
    notes = "\n".join(caught.value.__notes__)
    assert notes.count("at node failing = Gather") == 1
    assert "index:0 int32(1,)" in notes


def test_what_nobody_knows_is_harmless() -> None:
    assert NO_CONTEXT.device is device_type("CPU")
    assert (NO_CONTEXT.index, NO_CONTEXT.name, NO_CONTEXT.arrays_are_constant) == (0, "", False)
    NO_CONTEXT.check_cancelled()
    NO_CONTEXT.check_memory(1 << 60)
    NO_CONTEXT.hold(np.zeros(3))
    for what in ("resources", "random", "functions", "files"):
        with pytest.raises(FailedPreconditionError, match=f"a kernel must run in a Session to use its {what}"):
            getattr(NO_CONTEXT, what)


def test_arrays_are_constant_in_a_plan_alone() -> None:
    assert IN_A_PLAN.arrays_are_constant
    assert not EagerContext(device_type("CPU")).arrays_are_constant


def test_the_room_of_a_call() -> None:
    context = EagerContext(device_type("CPU"), room=100)
    context.check_memory(100)
    with pytest.raises(ResourceExhaustedError, match="must stay within 100 bytes, but it needs 101"):
        context.check_memory(101)
