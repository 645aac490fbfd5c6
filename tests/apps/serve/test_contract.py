"""SavedModels that TensorFlow made answer what TensorFlow computes, by every form of request."""

from __future__ import annotations

import base64
import io
import json
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from tests.apps.serve.conftest import MODELS

NAMES = ("dense", "image", "text", "several", "counter", "bfloat", "empty")
ANSWERS = {name: json.loads((MODELS / name / "answers.json").read_text()) for name in (*NAMES, "examples")}
# Sums of a few products, in another order than TensorFlow's: the last bits of float32 may differ.
ROUNDING = 3e-6


def array(stored: dict[str, Any]) -> Any:
    if stored["dtype"] == "string":
        found = np.empty(len(stored["values"]), object)
        found[:] = [base64.b64decode(value) for value in stored["values"]]
        return found.reshape(stored["shape"])
    dtype = ml_dtypes.bfloat16 if stored["dtype"] == "bfloat16" else stored["dtype"]
    return (
        np.array(stored["values"], np.float64 if stored["dtype"] == "bfloat16" else dtype)
        .astype(dtype)
        .reshape(stored["shape"])
    )


def as_json(value: Any) -> Any:
    if value.dtype.kind != "O":
        return (value.astype(np.float64) if value.dtype == ml_dtypes.bfloat16 else value).tolist()
    return np.vectorize(lambda item: {"b64": base64.b64encode(item).decode()}, otypes=[object])(value).tolist()


def plain(stored: dict[str, Any], name: str) -> Any:
    """What JSON has for an output, by TensorFlow Serving's documentation."""
    value = array(stored)
    if value.dtype.kind == "O":
        return (
            as_json(value) if name.endswith("_bytes") else np.vectorize(bytes.decode, otypes=[object])(value).tolist()
        )
    return as_json(value)


def check_same(found: Any, expected: Any) -> None:
    if isinstance(expected, float):
        assert isinstance(found, float)
        assert found == pytest.approx(expected, rel=ROUNDING, abs=1e-6, nan_ok=True)
    elif isinstance(expected, (list, tuple)):
        assert len(found) == len(expected)
        for one, other in zip(found, expected, strict=True):
            check_same(one, other)
    elif isinstance(expected, dict):
        assert found.keys() == expected.keys()
        for key in expected:
            check_same(found[key], expected[key])
    else:
        assert (type(found), found) == (type(expected), expected)


def only(values: dict[str, Any]) -> Any:
    return next(iter(values.values())) if len(values) == 1 else values


@pytest.mark.parametrize("name", NAMES)
def test_columns(serving: Any, name: str) -> None:
    server = serving(name)
    for call in ANSWERS[name]:
        inputs = {key: as_json(array(value)) for key, value in call["inputs"].items()}
        if name == "empty":
            inputs = {"x": np.zeros((0, 3)).tolist()}  # JSON cannot say how long the rows are that are not there
        body = {"signature_name": call["signature"], "inputs": inputs}
        status, answer = server.post(f"/v1/models/{name}:predict", body)
        if name == "empty":
            assert status == 400, answer
            assert "x" in answer["error"]
            continue
        assert status == 200, answer
        check_same(answer, {"outputs": only({key: plain(value, key) for key, value in call["outputs"].items()})})


@pytest.mark.parametrize("name", ["dense", "image", "text", "several", "counter", "bfloat"])
def test_rows(serving: Any, name: str) -> None:
    server = serving(name)
    for call in ANSWERS[name]:
        if call["signature"] == "count":
            continue  # a single value has no rows
        inputs = {key: as_json(array(value)) for key, value in call["inputs"].items()}
        rows = [dict(zip(inputs, row, strict=True)) for row in zip(*inputs.values(), strict=True)]
        outputs = {key: plain(value, key) for key, value in call["outputs"].items()}
        if len(inputs) == 1:
            rows = [only(row) for row in rows]
        expected = [only(dict(zip(outputs, row, strict=True))) for row in zip(*outputs.values(), strict=True)]
        status, answer = server.post(f"/v1/models/{name}:predict", {"instances": rows})
        assert status == 200, answer
        check_same(answer, {"predictions": expected})


@pytest.mark.parametrize("name", ["dense", "image", "several", "bfloat", "empty"])
def test_npz(serving: Any, name: str) -> None:
    server = serving(name)
    for call in ANSWERS[name]:
        file = io.BytesIO()
        np.savez(file, **{key: array(value) for key, value in call["inputs"].items()})
        status, content = server.request(
            "POST", f"/v1/models/{name}:predict?signature_name={call['signature']}", file.getvalue(),
            {"content-type": "application/x-npz"},
        )  # fmt: skip
        assert status == 200, content
        found = np.load(io.BytesIO(content))
        assert set(found.files) == call["outputs"].keys()
        for key, value in call["outputs"].items():
            expected, got = array(value), found[key]
            if expected.dtype == ml_dtypes.bfloat16:
                got = got.view(ml_dtypes.bfloat16)
            assert got.shape == expected.shape
            assert got.dtype == expected.dtype
            np.testing.assert_allclose(got.astype(np.float64), expected.astype(np.float64), rtol=ROUNDING, atol=1e-6)


def test_classify_and_regress(serving: Any) -> None:
    server = serving("examples")
    classify, regress = ANSWERS["examples"]
    rows = [{"x": [1.5, -0.5], "n": 3}, {"x": [0.1, 0.7]}]  # as make_models.py writes them
    status, answer = server.post("/v1/models/examples:classify", {"examples": rows})
    assert status == 200, answer
    scores, classes = (array(classify["outputs"][key]) for key in ("scores", "classes"))
    expected = [[[label.decode(), score] for label, score in zip(*row, strict=True)]
                for row in zip(classes, scores.astype(float).tolist(), strict=True)]  # fmt: skip
    check_same(answer, {"results": expected})
    body = {"signature_name": "regress", "context": {"n": 1}, "examples": [{"x": [0.1, 0.7]}]}
    status, answer = server.post("/v1/models/examples:regress", body)
    assert status == 200, answer
    check_same(answer, {"results": array(regress["outputs"]["outputs"])[1].astype(float).tolist()})


def test_serialized_examples_can_be_predicted_too(serving: Any) -> None:
    call = ANSWERS["examples"][0]
    inputs = as_json(array(call["inputs"]["inputs"]))
    status, answer = serving("examples").post("/v1/models/examples:predict", {"inputs": inputs})
    assert status == 200, answer
    check_same(answer["outputs"], {key: plain(value, key) for key, value in call["outputs"].items()})
