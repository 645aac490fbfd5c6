"""Cells in one op: parts of sequences, half, gradients, arguments that do not fit each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.testing import gradcheck
from tests.golden.cases.rnn_block import VALUES, given, gru, lstm

STEPS, BATCH, INPUTS, UNITS = 4, 3, 4, 2
NAMES = ("i", "cs", "f", "o", "ci", "co", "h")
SEQUENCES = ("BlockLSTM", "BlockLSTMV2")


def sequence(steps: int = STEPS, seed: int = 1, dtype: str = "float32") -> dict[str, Any]:
    return lstm((steps, BATCH, INPUTS), dtype, seed)


def length(steps: int) -> Any:
    return np.array(steps, np.int64)


@pytest.mark.parametrize("peephole", [False, True])
def test_a_sequence_is_cells_one_after_the_other(peephole: bool) -> None:
    inputs = sequence()
    whole = go.eager.BlockLSTM(seq_len_max=length(STEPS), **inputs, use_peephole=peephole)
    state = {name: inputs[name] for name in ("cs_prev", "h_prev")}
    for step in range(STEPS):
        one = go.eager.LSTMBlockCell(**inputs | state | {"x": inputs["x"][step]}, use_peephole=peephole)
        for name, made, wanted in zip(NAMES, whole, one, strict=True):
            np.testing.assert_allclose(made[step], wanted, atol=1e-6, err_msg=name)
        state = {"cs_prev": one.cs, "h_prev": one.h}


@pytest.mark.parametrize("op", SEQUENCES)
@pytest.mark.parametrize("made", [0, 1, 3])
def test_what_follows_the_last_step_is_zero(op: str, made: int) -> None:
    inputs = sequence()
    short = {**inputs, "x": inputs["x"][:made]}
    forward = getattr(go.eager, op)
    whole, part = forward(seq_len_max=length(made), **inputs), forward(seq_len_max=length(made), **short)
    for one, other in zip(whole, part, strict=True):
        np.testing.assert_allclose(one[:made], other, atol=1e-6)
        assert not one[made:].any()
    back = getattr(go.eager, op.replace("LSTM", "LSTMGrad"))
    values = given((*VALUES, "h", "cs_grad", "h_grad"), (STEPS, BATCH, UNITS), "float32", 7)
    fewer = {name: value[:made] for name, value in values.items()}
    whole = back(seq_len_max=length(made), **inputs, **values, use_peephole=True)
    part = back(seq_len_max=length(made), **short, **fewer, use_peephole=True)
    assert not whole.x_grad[made:].any()
    np.testing.assert_allclose(whole.x_grad[:made], part.x_grad, atol=1e-6)
    for one, other in zip(whole[1:], part[1:], strict=True):
        np.testing.assert_allclose(one, other, atol=1e-6)


@pytest.mark.parametrize("peephole", [False, True])
def test_half_is_computed_in_float32(peephole: bool) -> None:
    narrow = sequence(dtype="float16") | {"seq_len_max": length(STEPS)}
    values = given((*VALUES, "h", "cs_grad", "h_grad"), (STEPS, BATCH, UNITS), "float16", 7)
    step = lstm((BATCH, INPUTS), "float16", 2)
    one = given((*VALUES, "cs_grad", "h_grad"), (BATCH, UNITS), "float16", 8)
    calls: list[tuple[Callable[..., Any], dict[str, Any]]] = [
        (go.eager.BlockLSTM, narrow),
        (go.eager.BlockLSTMV2, narrow),
        (go.eager.LSTMBlockCell, step),
        (go.eager.BlockLSTMGrad, narrow | values),
        (go.eager.BlockLSTMGradV2, narrow | values),
        (go.eager.LSTMBlockCellGrad, step | one),
    ]
    for function, inputs in calls:
        wide = {name: v.astype(np.float32) if v.dtype == np.float16 else v for name, v in inputs.items()}
        found = function(**inputs, use_peephole=peephole)
        for got, want in zip(found, function(**wide, use_peephole=peephole), strict=True):
            assert got.dtype == np.float16
            np.testing.assert_allclose(got, want, rtol=1e-3, atol=1e-6)


def read(op: str, **attrs: Any) -> Callable[..., list[Any]]:
    """The outputs of an op that have gradients."""

    def call(**inputs: Any) -> list[Any]:
        found = getattr(go.raw_ops, op)(**inputs, **attrs)
        return [found.h] if op == "GRUBlockCell" else [found.cs, found.h]

    return call


@pytest.mark.parametrize("peephole", [False, True])
def test_gradients(peephole: bool) -> None:
    attrs = {"use_peephole": peephole, "cell_clip": 0.0}
    for op in SEQUENCES:
        for made in (STEPS, 2):
            assert gradcheck(read(op, **attrs), {"seq_len_max": length(made), **sequence()})
    assert gradcheck(read("LSTMBlockCell", **attrs), lstm((BATCH, INPUTS), "float32", 3))


def test_gradient_of_gated_units() -> None:
    assert gradcheck(read("GRUBlockCell"), gru(BATCH, INPUTS, 4))


@pytest.mark.parametrize("op", [*SEQUENCES, "LSTMBlockCell", "GRUBlockCell"])
def test_other_outputs_have_no_gradient(op: str) -> None:
    """TensorFlow answers without their part."""
    if op == "GRUBlockCell":
        inputs, name = gru(BATCH, INPUTS, 5), "u"
    else:
        inputs, name = sequence() | {"seq_len_max": length(STEPS)}, "f"
    if op == "LSTMBlockCell":
        inputs = lstm((BATCH, INPUTS), "float32", 3)
    with go.Graph().as_default():
        tensors = {key: go.constant(value) for key, value in inputs.items()}
        found = getattr(go.raw_ops, op)(**tensors)
        with pytest.raises(
            go.errors.UnimplementedError, match=f"the gradient of op '{op}' must be asked for by way of"
        ):
            go.gradients(getattr(found, name), tensors["x"])
        assert go.gradients(found.h, tensors["x"])[0] is not None


def test_gates_that_saturate() -> None:
    inputs = lstm((BATCH, INPUTS), "float32", 1)
    inputs["b"] = np.array([1e4, 1e4, -1e4, -1e4, -1e4, -1e4, 1e4, 1e4], np.float32)
    found = go.eager.LSTMBlockCell(**inputs, cell_clip=0.0)
    assert np.all(found.i == 1)
    assert np.all(found.f == 0)
    assert np.all(found.ci == -1)
    np.testing.assert_allclose(found.h, np.tanh(-1), atol=1e-6)


CELL = lstm((BATCH, INPUTS), "float32", 1)
BAD = {
    "state": (
        {"cs_prev": CELL["cs_prev"][:2]},
        "cs_prev of op 'LSTMBlockCell' must have 3 rows, the size of the batch",
    ),
    "units": ({"h_prev": CELL["h_prev"][:, :1]}, "h_prev of op 'LSTMBlockCell' must have 2 columns, the number of"),
    "rows": ({"w": CELL["w"][1:]}, "w of op 'LSTMBlockCell' must have 6 rows, one for each input and unit, got 5"),
    "columns": ({"w": CELL["w"][:, 1:]}, "w of op 'LSTMBlockCell' must have 8 columns, four for each unit, got 7"),
    "peephole": (
        {"wcf": CELL["wcf"][:1]},
        "wcf of op 'LSTMBlockCell' must have 2 elements, the number of units, got 1",
    ),
    "bias": ({"b": CELL["b"][:1]}, "b of op 'LSTMBlockCell' must have 8 elements, four for each unit, got 1"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_calls(name: str) -> None:
    wrong, sentence = BAD[name]
    with pytest.raises(go.errors.InvalidArgumentError) as caught:
        go.eager.LSTMBlockCell(**CELL | wrong)
    assert sentence in str(caught.value)


@pytest.mark.parametrize("steps", [-1, 5])
def test_more_steps_than_there_are(steps: int) -> None:
    rule = r"seq_len_max of op 'BlockLSTM' must be in \[0, 4\], as x has 4 steps"
    with pytest.raises(go.errors.InvalidArgumentError, match=rule):
        go.eager.BlockLSTM(seq_len_max=length(steps), **sequence())


def test_bad_gated_units() -> None:
    inputs = gru(BATCH, INPUTS, 1)
    for name, value in inputs.items():
        with pytest.raises(go.errors.InvalidArgumentError, match="of op 'GRUBlockCell' must have"):
            go.eager.GRUBlockCell(**inputs | {name: value[..., 1:]})
        with pytest.raises(go.errors.InvalidArgumentError, match="of op 'GRUBlockCell' must have"):
            go.eager.GRUBlockCell(**inputs | {name: value[None]})
