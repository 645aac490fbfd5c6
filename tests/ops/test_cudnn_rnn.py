"""Recurrent layers in one op against their equations in float64, their gradients, and their parameters.

TensorFlow has no kernel for a CPU, so that there are no recordings.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.testing import gradcheck
from graphops_registry.rules.rnn_params import DIRECTIONS, RecurrentLayers
from tests.golden.case import Array, reals
from tests.ops.other_device import OTHER
from tests.reference import recurrent

STEPS, BATCH, INPUTS, UNITS = 4, 3, 5, 2
MODES = ("lstm", "gru", "rnn_tanh", "rnn_relu")


def sizes(mode: str, direction: str, layers: int) -> RecurrentLayers:
    return RecurrentLayers(mode, DIRECTIONS[direction], layers, UNITS, INPUTS)


def inputs(mode: str, direction: str, layers: int, dtype: str = "float64") -> dict[str, Array]:
    known = sizes(mode, direction, layers)
    state = (layers * known.directions, BATCH, UNITS)
    cell = state if mode == "lstm" else (0,)
    return {
        "input": reals((STEPS, BATCH, INPUTS), dtype, 1),
        "input_h": reals(state, dtype, 2),
        "input_c": reals(cell, dtype, 3),
        "params": reals((known.size,), dtype, 4),
    }


def canonical(known: RecurrentLayers, params: Array) -> tuple[list[Array], list[Array]]:
    """The matrices and biases, cut out of the vector here."""
    found, at = [], 0
    for shape in [*known.matrices(), *[(UNITS,)] * known.count]:
        count = int(np.prod(shape))
        found.append(params[at : at + count].reshape(shape).astype(np.float64))
        at += count
    assert at == params.size
    return found[: known.count], found[known.count :]


def wanted(mode: str, direction: str, layers: int, given: dict[str, Array], lengths: Any) -> Any:
    known = sizes(mode, direction, layers)
    wide = {name: array.astype(np.float64) for name, array in given.items()}
    cells = wide["input_c"] if mode == "lstm" else np.zeros_like(wide["input_h"])
    return recurrent.layers(
        mode, known.directions, wide["input"], wide["input_h"], cells, *canonical(known, wide["params"]), lengths
    )


def run(function: Callable[..., Any], device: str = "CPU", **given: Any) -> list[Array]:
    with go.Graph().as_default(), go.device(f"/device:{device}:0"), go.Session() as session:
        return [np.asarray(value) for value in session.run(list(function(**given)))]


@pytest.mark.parametrize("layers", [1, 2])
@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("mode", MODES)
def test_layers(mode: str, direction: str, layers: int) -> None:
    given = inputs(mode, direction, layers)
    want = wanted(mode, direction, layers, given, [STEPS] * BATCH)
    kind = {"rnn_mode": mode, "direction": direction}
    for op in (go.raw_ops.CudnnRNN, go.raw_ops.CudnnRNNV2):
        for device in ("CPU", OTHER):
            found = run(op, device, **given, **kind)
            for got, expected in zip(found[: 2 + (mode == "lstm")], want, strict=False):
                np.testing.assert_allclose(got, expected, rtol=1e-12, atol=1e-13)
            assert found[3].shape == (0,)
            assert mode == "lstm" or found[2] == 0


@pytest.mark.parametrize("time_major", [True, False])
@pytest.mark.parametrize("lengths", [[4, 4, 4], [4, 0, 2]])
@pytest.mark.parametrize("mode", MODES)
def test_sequences_of_several_lengths(mode: str, lengths: list[int], time_major: bool) -> None:
    given = inputs(mode, "bidirectional", 2)
    want = wanted(mode, "bidirectional", 2, given, lengths)
    turned = dict(given)
    if not time_major:
        turned = {name: array.swapaxes(0, 1) if array.ndim == 3 else array for name, array in given.items()}
    found = run(
        go.raw_ops.CudnnRNNV3, **turned, sequence_lengths=np.array(lengths, np.int32), rnn_mode=mode,
        direction="bidirectional", time_major=time_major,
    )  # fmt: skip
    for got, expected in zip(found[: 2 + (mode == "lstm")], want, strict=False):
        np.testing.assert_allclose(got if time_major else got.swapaxes(0, 1), expected, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize(("dtype", "tolerance"), [("float32", 1e-5), ("float16", 2e-3), ("bfloat16", 2e-2)])
def test_dtypes(dtype: str, tolerance: float) -> None:
    given = inputs("lstm", "bidirectional", 2, dtype)
    found = run(go.raw_ops.CudnnRNN, **given, direction="bidirectional")
    for got, expected in zip(found, wanted("lstm", "bidirectional", 2, given, [STEPS] * BATCH), strict=False):
        assert got.dtype.name == dtype
        np.testing.assert_allclose(got.astype(np.float64), expected, atol=tolerance)


def outputs(op: str, **attrs: Any) -> Callable[..., Any]:
    def call(**given: Any) -> Any:
        found = getattr(go.raw_ops, op)(**given, **attrs)
        return [found.output, found.output_h, *([found.output_c] if attrs["rnn_mode"] == "lstm" else [])]

    return call


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("mode", MODES)
def test_gradients(mode: str, direction: str) -> None:
    given = inputs(mode, direction, 2)
    attrs = {"rnn_mode": mode, "direction": direction}
    cells = {} if mode == "lstm" else {"input_c": given.pop("input_c")}

    def with_cells(op: str) -> Callable[..., Any]:
        call = outputs(op, **attrs)
        return lambda **more: call(**more, **cells)

    assert gradcheck(with_cells("CudnnRNN"), given, order=1)
    if direction == "bidirectional":
        assert gradcheck(with_cells("CudnnRNNV2"), given, order=1)
        lengths = {"sequence_lengths": np.array([4, 1, 3], np.int32)}
        assert gradcheck(with_cells("CudnnRNNV3"), {**given, **lengths}, order=1)


def test_gradient_where_the_batch_comes_first() -> None:
    given = {name: a.swapaxes(0, 1) if a.ndim == 3 else a for name, a in inputs("lstm", "bidirectional", 1).items()}
    lengths = {"sequence_lengths": np.array([4, 0, 3], np.int32)}
    call = outputs("CudnnRNNV3", rnn_mode="lstm", direction="bidirectional", time_major=False)
    assert gradcheck(call, {**given, **lengths}, order=1)


# -- parameters ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", ["", "V2"])
@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("mode", MODES)
def test_parameters(mode: str, direction: str, version: str) -> None:
    known = sizes(mode, direction, 3)
    shape = {"num_layers": 3, "num_units": UNITS, "input_size": INPUTS}
    kind = {"rnn_mode": mode, "direction": direction}
    assert go.eager.CudnnRNNParamsSize(**shape, **kind, T="float32", S="int64").tolist() == [known.size]
    params = reals((known.size,), "float32", 1)
    names = ("num_params_weights", "num_params_biases") if version else ("num_params",)
    cut = getattr(go.eager, f"CudnnRNNParamsToCanonical{version}")(
        **shape, **kind, params=params, **dict.fromkeys(names, known.count)
    )
    weights, biases = canonical(known, params)
    for got, expected in zip((*cut.weights, *cut.biases), (*weights, *biases), strict=True):
        np.testing.assert_array_equal(got, expected.astype(np.float32))
    back = getattr(go.eager, f"CudnnRNNCanonicalToParams{version}")(
        **shape, **kind, weights=cut.weights, biases=cut.biases
    )
    np.testing.assert_array_equal(back, params)


# -- what is refused -----------------------------------------------------------------------------------------------

GOOD: dict[str, Any] = inputs("lstm", "unidirectional", 2)
BAD: dict[str, tuple[dict[str, Any], str]] = {
    "params": ({"params": GOOD["params"][1:]}, "params of op 'CudnnRNN' must have 120 elements"),
    "batch": ({"input_h": GOOD["input_h"][:, :1]}, "input_h of op 'CudnnRNN' must have a batch of 3"),
    "cells": ({"input_c": GOOD["input_c"][:1]}, "input_c of op 'CudnnRNN' must have the shape of input_h"),
    "rank": ({"input": GOOD["input"][0]}, "input of op 'CudnnRNN' must have rank 3"),
    "states": ({"input_h": GOOD["input_h"][:1], "direction": "bidirectional"}, "must have a multiple of 2 states"),
    "none": ({"input_h": GOOD["input_h"][:0]}, "must have a multiple of 1 states, one or more"),
    "skip": ({"input_mode": "skip_input"}, "attr 'input_mode' of op 'CudnnRNN' must be 'linear_input'"),
    "dropout": ({"dropout": 0.5}, "attr 'dropout' of op 'CudnnRNN' must be 0 in training, got 0.5"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_calls(name: str) -> None:
    wrong, sentence = BAD[name]
    with go.Graph().as_default(), pytest.raises((ValueError, NotImplementedError), match=sentence):
        go.raw_ops.CudnnRNN(**{**GOOD, **wrong})


def test_bad_lengths() -> None:
    for lengths in ([4, 5, 0], [-1, 0, 0]):
        with pytest.raises(go.errors.InvalidArgumentError, match=r"sequence_lengths\[.\] of op .* must be in \[0, 4\]"):
            run(go.raw_ops.CudnnRNNV3, **GOOD, sequence_lengths=np.array(lengths, np.int32))


def test_bad_parameters() -> None:
    shape = {"num_layers": 1, "num_units": UNITS, "input_size": INPUTS}
    e = go.eager
    for name in shape:
        with pytest.raises(go.errors.InvalidArgumentError, match=f"{name} of op .* must be 1 or more, got 0"):
            e.CudnnRNNParamsSize(**{**shape, name: 0}, T="float32", S="int32")
    with pytest.raises(go.errors.InvalidArgumentError, match="num_units of op .* must give at most 2147483647 param"):
        e.CudnnRNNParamsSize(**{**shape, "num_units": 2**31 - 1}, T="float32", S="int32")
    with pytest.raises(go.errors.InvalidArgumentError, match="attr 'num_params' of op .* must be 8 for these layers"):
        e.CudnnRNNParamsToCanonical(**shape, params=np.zeros(72), num_params=7)
    with pytest.raises(go.errors.InvalidArgumentError, match="must have 72 elements for these layers, got 71"):
        e.CudnnRNNParamsToCanonical(**shape, params=np.zeros(71), num_params=8)
    weights = [np.zeros((UNITS, INPUTS))] * 8
    with pytest.raises(
        go.errors.InvalidArgumentError, match=r"weights\[4\] of op .* must have shape \(2, 2\), got \(2, 5\)"
    ):
        e.CudnnRNNCanonicalToParams(**shape, weights=weights, biases=[np.zeros(UNITS)] * 8)
    huge = {"num_layers": 2**31 - 1, "num_units": 2**31 - 1, "input_size": 2**31 - 1}
    with pytest.raises(go.errors.InvalidArgumentError, match="attr 'num_params' of op .* must be"):
        e.CudnnRNNParamsToCanonical(**huge, params=np.zeros(1), num_params=8)
