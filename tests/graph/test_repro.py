"""A failing node is written down and fails again in the same way."""

import json

import ml_dtypes
import numpy as np
import pytest

import graphops as go
from graphops.repro import replay
from graphops_registry.errors import DataLossError, FailedPreconditionError, InvalidArgumentError


def fail(tmp_path, op, **arguments):
    with go.Graph().as_default():
        feeds, given = {}, {}
        for name, value in arguments.items():
            if isinstance(value, np.ndarray):
                given[name] = go.placeholder(value.dtype)
                feeds[given[name]] = value
            else:
                given[name] = value
        y = getattr(go.raw_ops, op)(**given, name="culprit")
        config = go.SessionConfig(repro=str(tmp_path))
        with go.Session(config=config) as session, pytest.raises(InvalidArgumentError) as caught:
            session.run(y, feeds)
    (path,) = tmp_path.glob("*.json")
    return path, caught.value


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_a_failing_node_fails_again(tmp_path, dtype):
    x = np.ones((1, 2, 2, 2, 1), np.dtype(getattr(ml_dtypes, dtype, dtype)))
    w = np.ones((3, 3, 3, 1, 1), x.dtype)
    path, error = fail(tmp_path, "Conv3D", input=x, filter=w, strides=[1] * 5, padding="VALID")
    assert str(path) in "\n".join(error.__notes__)
    again = replay(path)
    assert again.reproduced
    assert again.op == "Conv3D"
    assert again.node == "culprit"
    assert json.loads(path.read_text())["made_at"].startswith(__file__)


def test_strings_and_indices(tmp_path):
    path, _ = fail(
        tmp_path, "GatherV2", params=np.array([b"a", b"bc"], object), indices=np.array([5]), axis=np.int32(0)
    )
    assert replay(path).reproduced


def test_what_is_no_such_file(tmp_path):
    bad = tmp_path / "x.json"
    for text in ("", "[]", '{"format": 2}', '{"format": 1, "arrays": "../etc"}', "\x00"):
        bad.write_text(text)
        with pytest.raises(DataLossError):
            replay(bad)


def test_a_variable_cannot_be_replayed(tmp_path):
    with go.Graph().as_default():
        handle = go.raw_ops.VarHandleOp(dtype="float32", shape=[2], shared_name="v")
        read = go.raw_ops.ReadVariableOp(resource=handle, dtype="float32")
        config = go.SessionConfig(repro=str(tmp_path))
        with go.Session(config=config) as session, pytest.raises(FailedPreconditionError, match="'v'"):
            session.run(read)
    (path,) = tmp_path.glob("*.json")
    with pytest.raises(FailedPreconditionError, match="only its Session has"):
        replay(path)
