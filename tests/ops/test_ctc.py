"""Connectionist temporal classification against sums over all sequences of steps, in float64; what is refused."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from itertools import groupby, product
from math import exp, fsum, log
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.testing import gradcheck
from tests.golden.case import Array, reals
from tests.golden.cases.nn_ctc import labels, lengths, logits

STEPS, CLASSES = 5, 3


def ways(x: Array, length: int, blank: int, *, merge: bool = True) -> dict[tuple[int, ...], float]:
    """The probability of all labels that sequences of steps can say."""
    y = np.exp(x[:length] - x[:length].max(axis=1, keepdims=True))
    y /= y.sum(axis=1, keepdims=True)
    found: dict[tuple[int, ...], list[float]] = defaultdict(list)
    for path in product(range(x.shape[1]), repeat=length):
        said = [label for label, _ in groupby(path)] if merge else path
        found[tuple(label for label in said if label != blank)].append(float(np.prod(y[range(length), path])))
    return {label: fsum(parts) for label, parts in found.items()}


@pytest.mark.parametrize("merge", [True, False])
@pytest.mark.parametrize(("op", "dtype"), [("CTCLoss", "float64"), ("CTCLoss", "float32"), ("CTCLossV2", "float32")])
def test_losses(op: str, dtype: str, merge: bool) -> None:
    blank = 0 if op == "CTCLossV2" else CLASSES - 1
    rows = [[0, 0], [1, 0, 1], [], [1], [0, 0, 0], []]
    known = [[label + (blank == 0) for label in row] for row in rows]
    x, made = logits(STEPS, len(rows), CLASSES, dtype, 1), [5, 4, 3, 1, 3, 0]
    found = getattr(go.eager, op)(inputs=x, **labels(*known), sequence_length=lengths(*made), ctc_merge_repeated=merge)
    for row, label in enumerate(known):
        want = ways(x[:, row].astype(np.float64), made[row], blank, merge=merge).get(tuple(label), 0.0)
        loss = -log(want) if want else np.inf
        np.testing.assert_allclose(found.loss[row], loss, rtol=1e-12 if dtype == "float64" else 1e-6, atol=1e-6)
        assert not found.gradient[made[row] :, row].any()


def loss_of(op: str, **attrs: Any) -> Callable[..., Any]:
    def call(**inputs: Any) -> Any:
        return getattr(go.raw_ops, op)(**inputs, **attrs).loss

    return call


@pytest.mark.parametrize("merge", [True, False])
def test_gradients(merge: bool) -> None:
    known = {**labels([1, 1], [2, 1, 2], [], [1, 2]), "sequence_length": lengths(5, 4, 3, 1)}
    attrs = {"ctc_merge_repeated": merge, "ignore_longer_outputs_than_inputs": True}
    for op, dtype in (("CTCLoss", "float64"), ("CTCLossV2", "float32")):
        x = logits(5, 4, 4, dtype, 2)
        assert gradcheck(loss_of(op, **attrs), {"inputs": x, **known}, order=1)


@pytest.mark.parametrize("op", ["CTCLoss", "CTCLossV2"])
def test_what_has_no_gradient(op: str) -> None:
    given = {**labels([1], [1]), "sequence_length": lengths(4, 4)}
    with go.Graph().as_default():
        x = go.constant(logits(4, 2, 3, "float32", 1))
        found = getattr(go.raw_ops, op)(inputs=x, **given)
        with pytest.raises(go.errors.UnimplementedError, match=f"gradient of op '{op}' must be asked for by way of"):
            go.gradients(found.gradient, x)
        once = go.gradients(found.loss, x)[0]
        with pytest.raises(LookupError, match=f"the second derivative of {op} is not known"):
            go.gradients(once, x)


def test_no_way_at_all() -> None:
    """An infinite loss, and the gradient of what pushes everything down, as TensorFlow's."""
    x = logits(2, 1, 3, "float64", 4)
    found = go.eager.CTCLoss(inputs=x, **labels([1, 1]), sequence_length=lengths(2))
    assert found.loss.tolist() == [np.inf]
    np.testing.assert_allclose(found.gradient.sum(axis=2), 1, rtol=1e-12)


def test_large_logits() -> None:
    x = 1e5 * logits(6, 2, 4, "float64", 6)
    found = go.eager.CTCLoss(inputs=x, **labels([2, 2], [0]), sequence_length=lengths(6, 5))
    assert np.isfinite(found.loss).all()
    assert np.isfinite(found.gradient).all()


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_greedy(dtype: str) -> None:
    x, made = logits(STEPS, 3, 4, dtype, 3), lengths(5, 2, 0)
    for merge, blank in product((False, True), (-1, 0, 2)):
        found = go.eager.CTCGreedyDecoder(inputs=x, sequence_length=made, merge_repeated=merge, blank_index=blank)
        want = []
        for row, length in enumerate(made):
            best = x[:length, row].argmax(axis=1).tolist()
            best = [label for label, _ in groupby(best)] if merge else best
            want.append([label for label in best if label != blank % 4])
            score = -fsum(x[:length, row].max(axis=1).tolist())
            np.testing.assert_allclose(found.log_probability[row], score, rtol=1e-6)
        assert found.decoded_shape.tolist() == [3, max(map(len, want))]
        assert found.decoded_values.tolist() == [label for row in want for label in row]
        assert found.decoded_indices.tolist() == [[row, at] for row, each in enumerate(want) for at in range(len(each))]


def test_greedy_sums_beyond_the_dtype() -> None:
    found = go.eager.CTCGreedyDecoder(inputs=np.full((3, 1, 2), 3e38, np.float32), sequence_length=lengths(3))
    assert found.log_probability.tolist() == [[-np.inf]]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_a_beam_for_everything_finds_the_most_probable_labels(dtype: str) -> None:
    x, made = logits(STEPS, 2, CLASSES, dtype, 5), lengths(5, 3)
    found = go.eager.CTCBeamSearchDecoder(
        inputs=x, sequence_length=made, beam_width=1 << 40, top_paths=4, merge_repeated=False
    )
    for row, length in enumerate(made):
        known = ways(x[:, row].astype(np.float64), length, CLASSES - 1)
        for path, (label, want) in enumerate(sorted(known.items(), key=lambda each: -each[1])[:4]):
            own = found.decoded_indices[path][:, 0] == row
            assert tuple(found.decoded_values[path][own]) == label
            np.testing.assert_allclose(exp(found.log_probability[row, path]), want, rtol=1e-5)


def test_impossible_classes() -> None:
    """The blank cannot be said at a step: the beginning without labels is lost, not what grew from it."""
    x = logits(STEPS, 1, CLASSES, "float32", 10)
    x[1, 0, 2] = x[3, 0, 0] = -np.inf
    found = go.eager.CTCBeamSearchDecoder(inputs=x, sequence_length=lengths(5), beam_width=100, top_paths=3)
    want = sorted(ways(x[:, 0].astype(np.float64), 5, CLASSES - 1).values(), reverse=True)[:3]
    np.testing.assert_allclose(np.exp(found.log_probability[0]), want, rtol=1e-5)


X = reals((4, 2, 3), "float32", 1)
GOOD = {"inputs": X, **labels([0], [1, 1]), "sequence_length": lengths(4, 4)}
BAD: dict[str, tuple[str, dict[str, Any], str]] = {
    "steps": ("CTCLoss", {"sequence_length": lengths(4, 5)}, r"sequence_length\[1\] of op 'CTCLoss' must be in"),
    "negative steps": ("CTCLoss", {"sequence_length": lengths(-1, 4)}, r"sequence_length\[0\] of op .* must be in"),
    "batch": ("CTCLoss", {"sequence_length": lengths(4)}, "must have a length for each of the 2 sequences of inputs"),
    "values": ("CTCLoss", {"labels_values": lengths(1)}, "must have one value for each of the 3 rows"),
    "columns": ("CTCLoss", {"labels_indices": np.zeros((3, 3), np.int64)}, "labels_indices of op 'CTCLoss' must have"),
    "short": ("CTCLoss", {"sequence_length": lengths(4, 1)}, r"sequence_length\[1\] of op 'CTCLoss' must be at least"),
    "negative": ("CTCLoss", {"labels_values": lengths(-1, 0, 0)}, "labels_values of op 'CTCLoss' must be 0 or more"),
    "behind a blank": ("CTCLoss", {"labels_values": lengths(0, 2, 1)}, "must have no label behind a blank, 2 or more"),
    "row": ("CTCLoss", {"labels_indices": np.array([[0, 0], [1, 0], [2, 0]])}, r"must have a sequence in \[0, 2\)"),
    "place": ("CTCLoss", {"labels_indices": np.array([[0, -1], [1, 0], [1, 1]])}, r"must have a sequence in \[0, 2\)"),
    "order": ("CTCLoss", {"labels_indices": np.array([[1, 0], [0, 0], [1, 1]])}, "must be in row-major order"),
    "twice": ("CTCLoss", {"labels_indices": np.array([[0, 0], [1, 1], [1, 1]])}, "must be in row-major order"),
    "blank": ("CTCLossV2", {}, r"labels_values of op 'CTCLossV2' must be in \[1, 3\), the classes, got 0"),
    "no class": ("CTCLoss", {"inputs": X[:, :, :0]}, "inputs of op 'CTCLoss' must have at least 1 class"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_bad_losses(name: str) -> None:
    op, wrong, sentence = BAD[name]
    with pytest.raises(go.errors.InvalidArgumentError, match=sentence):
        getattr(go.eager, op)(**{**GOOD, **wrong})


def test_bad_decoders() -> None:
    given = {"inputs": X, "sequence_length": lengths(4, 4)}
    for blank in (3, -4):
        with pytest.raises(go.errors.InvalidArgumentError, match=r"attr 'blank_index' of op .* must be in \[-3, 3\)"):
            go.eager.CTCGreedyDecoder(**given, blank_index=blank)
    with pytest.raises(go.errors.InvalidArgumentError, match="attr 'top_paths' of op .* must be at most beam_width, 2"):
        go.eager.CTCBeamSearchDecoder(**given, beam_width=2, top_paths=3)
    rule = "attr 'top_paths' of op .* must be at most the number of answers, 1, that sequence 1 has"
    with pytest.raises(go.errors.InvalidArgumentError, match=rule):
        go.eager.CTCBeamSearchDecoder(inputs=X, sequence_length=lengths(4, 0), beam_width=2, top_paths=2)
    for op in ("CTCGreedyDecoder", "CTCBeamSearchDecoder"):
        more = {"beam_width": 1, "top_paths": 1} if op == "CTCBeamSearchDecoder" else {}
        with pytest.raises(go.errors.InvalidArgumentError, match=r"sequence_length\[0\] of op .* must be in \[0, 4\]"):
            getattr(go.eager, op)(inputs=X, sequence_length=lengths(5, 4), **more)


def test_nothing() -> None:
    none = np.zeros((4, 0, 3), np.float32)
    found = go.eager.CTCLoss(inputs=none, **labels(), sequence_length=lengths())
    assert found.loss.shape == (0,)
    decoded = go.eager.CTCGreedyDecoder(inputs=none, sequence_length=lengths())
    assert decoded.decoded_shape.tolist() == [0, 0]
    beams = go.eager.CTCBeamSearchDecoder(inputs=none, sequence_length=lengths(), beam_width=3, top_paths=2)
    assert [shape.tolist() for shape in beams.decoded_shape] == [[0, 0], [0, 0]]
    short = go.eager.CTCLoss(inputs=none.reshape(0, 4, 3), **labels(), sequence_length=lengths(0, 0, 0, 0))
    assert short.loss.tolist() == [0, 0, 0, 0]
