"""The convolution family in the configurations that its OpDefs allow, against slow loops in float64.

Numbers in [-1, 1) must lie within the element-wise bound of ``tests/reference/bounds.py``; small integers must be
exact.  Each case runs eagerly and in a Session, those of integers on the stand-in device, too.
"""

import pytest

import graphops as go
from tests.few import few
from tests.golden.support import read_support
from tests.ops.conv_matrix import (
    CONVOLUTIONS,
    MORPHOLOGY,
    Configuration,
    Sizes,
    call,
    configurations,
    few_configurations,
    few_edges,
    sizes_of,
    special_sizes,
)
from tests.ops.other_device import DEVICE
from tests.reference.bounds import assert_answer, assert_close_to_largest, assert_equal
from tests.reference.call import answers


def run_both(op, inputs, attrs):
    """The op's result, computed eagerly, and again in a Session from placeholders."""
    eager = getattr(go.eager, op)(**inputs, **attrs)
    with go.Graph().as_default(), go.Session() as session:
        fed = {name: go.placeholder(a.dtype, a.shape) for name, a in inputs.items() if not name.endswith("_sizes")}
        sizes = {name: a for name, a in inputs.items() if name.endswith("_sizes")}
        y = getattr(go.raw_ops, op)(**fed, **sizes, **attrs)
        in_session = session.run(y, {fed[name]: inputs[name] for name in fed})
    assert y.shape == eager.shape, "the shape rule and the kernel disagree"
    return eager, in_session


def run_on_standin(op, inputs, attrs):
    """The op's result, computed eagerly under the rules of a GPU."""
    device = DEVICE
    placed = {name: a if name.endswith("_sizes") else device.copy_in(a) for name, a in inputs.items()}
    return device.copy_out(getattr(go.eager, op)(**placed, **attrs))


def check(c: Configuration, s: Sizes) -> list[str]:
    """Everything that is wrong with one configuration."""
    wrong = []
    for integers in (True, False):
        inputs, attrs = call(c, s, integers=integers)
        if c.T not in ("half", "bfloat16", "float", "double") and not integers:
            continue
        (answer,) = answers(c.op, inputs, attrs)
        eager, in_session = run_both(c.op, inputs, attrs)
        label = f"{c} {'integers' if integers else 'reals'}"
        if eager.tobytes() != in_session.tobytes() or eager.shape != in_session.shape:
            wrong.append(f"{label}: eager and Session differ")
        if integers and run_on_standin(c.op, inputs, attrs).tobytes() != eager.tobytes():
            wrong.append(f"{label}: the stand-in device differs")
        dtype = next(a.dtype for name, a in inputs.items() if not name.endswith("_sizes"))
        try:
            if integers:
                assert_equal(eager, answer.value, dtype)
            else:
                assert_answer(eager, answer, dtype)
                assert_close_to_largest(eager, answer.value, dtype)
        except AssertionError as fault:
            wrong.append(f"{label}: {fault}")
    return wrong


@pytest.mark.parametrize("op", [*CONVOLUTIONS, *MORPHOLOGY])
def test_every_configuration(op, full):
    """Without GRAPHOPS_FULL=1 the few in which every two values meet."""
    chosen = configurations(op) if full else few_configurations(op)
    wrong = [fault for c in chosen for fault in check(c, sizes_of(c))]
    assert wrong == []


@pytest.mark.parametrize("op", few([*CONVOLUTIONS, *MORPHOLOGY], 4))
def test_the_edges(op, full):
    """In float without groups, each size with each padding; with GRAPHOPS_FULL=1 in every configuration."""
    wrong = []
    every = ((c, name, sizes) for c in configurations(op) for name, sizes in special_sizes(c))
    for c, name, sizes in every if full else few_edges(op, lambda c: c.T == "float" and not c.grouped):
        if op.startswith("Dilation2D") and "kernel above" in name and c.padding != "SAME":
            continue
        wrong += [f"{name}: {fault}" for fault in check(c, sizes)]
    assert wrong == []


def test_the_matrix_is_what_tensorflow_was_asked(capsys):
    """The recorded answers of TensorFlow's CPU build cover the same configurations; prints how many it lacks."""
    recorded = {
        Configuration(**{k: v for k, v in row.items() if k != "status"}): row["status"] for row in read_support()
    }
    ours = {c for op in CONVOLUTIONS for c in configurations(op)}
    assert ours == set(recorded)
    morphology = sum(1 for op in MORPHOLOGY for _ in configurations(op))
    count = {status: sum(1 for s in recorded.values() if s == status) for status in ("refused", "wrong", "abort")}
    with capsys.disabled():
        print(
            f"\n{len(ours)} configurations of the convolutions and {morphology} of Dilation2D are allowed; of the "
            f"{len(ours)}, TensorFlow 2.21's CPU build refuses {count['refused']}, computes {count['wrong']} wrong "
            f"and ends the process on {count['abort']}"
        )
    assert sum(count.values()) > len(ours) / 2
