"""The variables of Sessions, saved and restored; what is refused, and what it says."""

import os
from pathlib import Path

import numpy as np
import pytest

import graphops as go
from graphops import checkpoint
from graphops.build.variables import Variable, global_variables_initializer
from graphops_registry.errors import (
    FailedPreconditionError,
    GraphopsError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
)

DATA = Path(__file__).parent / "data"


@pytest.fixture(autouse=True)
def graph():
    with go.Graph().as_default() as graph:
        yield graph


def two_variables(shape=(2, 3), dtype=np.float32):
    return Variable(np.zeros(shape, dtype), name="w"), Variable(np.zeros(3, np.float64), name="b")


def session_with(**values):
    session = go.Session()
    session.run(global_variables_initializer())
    session.variables.restore(values)
    return session


def test_what_is_saved_is_restored_into_another_session(tmp_path):
    two_variables()
    w = np.arange(6, dtype=np.float32).reshape(2, 3)
    path = checkpoint.save_session(session_with(w=w), tmp_path / "m")
    with go.Session() as session:  # nothing is initialised
        assert checkpoint.restore(session, path) == ["w", "b"]
        assert session.variables["w"].tolist() == w.tolist()
        assert session.variables["b"].tolist() == [0, 0, 0]


def test_a_series_keeps_the_last_ones_and_knows_the_latest(tmp_path):
    two_variables()
    session = session_with()
    foreign = tmp_path / "precious.safetensors"
    foreign.write_bytes(b"")
    for step in range(6):
        checkpoint.save_session(session, tmp_path / "m.safetensors", step=step, keep=2)
    assert sorted(os.listdir(tmp_path)) == ["checkpoint", "m-4.safetensors", "m-5.safetensors", foreign.name]
    assert checkpoint.latest_checkpoint(tmp_path) == str(tmp_path / "m-5.safetensors")
    checkpoint.save_session(session, tmp_path / "m", step=4, keep=None)  # the same again
    assert checkpoint.latest_checkpoint(tmp_path) == str(tmp_path / "m-4.safetensors")
    assert sorted(os.listdir(tmp_path)) == ["checkpoint", "m-4.safetensors", "m-5.safetensors", foreign.name]


def test_a_checkpoint_of_tensorflow_is_restored_by_its_variables_names():
    Variable(np.zeros((2, 3), np.float32), name="dense/kernel")
    Variable(np.zeros(3, np.float32), name="dense/bias")
    Variable(np.int64(0), name="step")
    with go.Session() as session:
        assert checkpoint.restore(session, DATA / "objects") == ["dense/kernel", "dense/bias", "step"]
        assert session.variables["dense/kernel"].tolist() == [[0, 1, 2], [3, 4, 5]]
        assert session.variables["step"] == 7


def test_other_names_in_the_file():
    Variable(np.zeros((4, 10), np.float32), name="mine")
    with go.Session() as session:
        assert checkpoint.restore(session, DATA / "parts", strict=False, names={"mine": "w"}) == ["mine"]
        assert session.variables["mine"][1, 0] == 10


def test_not_strict_restores_what_both_have(tmp_path):
    two_variables()
    checkpoint.save(tmp_path / "m", {"b": np.ones(3), "c": np.ones(4)})
    with go.Session() as session:
        assert checkpoint.restore(session, tmp_path / "m", strict=False) == ["b"]
        assert set(session.variables) == {"b"}


def refused(kind, sentence, path, **options):
    with go.Session() as session:
        with pytest.raises(kind) as caught:
            checkpoint.restore(session, path, **options)
        assert isinstance(caught.value, GraphopsError)
        assert str(caught.value).replace(f"{path}", "FILE") == sentence
        assert not session.variables
    return caught.value


def test_another_dtype_is_refused(tmp_path):
    two_variables()
    checkpoint.save(tmp_path / "m", {"w": np.zeros((2, 3), np.float64), "b": np.zeros(3)})
    for strict in (True, False):
        sentence = "the value of variable 'w' in FILE must have dtype float32, got float64"
        refused(InvalidTypeError, sentence, tmp_path / "m", strict=strict)


def test_another_shape_is_refused(tmp_path):
    two_variables()
    checkpoint.save(tmp_path / "m", {"w": np.zeros((2, 3), np.float32), "b": np.zeros(4)})
    sentence = "the value of variable 'b' in FILE must have shape (3,), got (4,)"
    refused(InvalidArgumentError, sentence, tmp_path / "m")


def test_a_missing_value_is_refused(tmp_path):
    two_variables()
    checkpoint.save(tmp_path / "m", {"b": np.zeros(3), "v": np.zeros(3)})
    error = refused(NotFoundError, "variable 'w' must have a value in FILE, got none", tmp_path / "m")
    assert "values without a variable: v" in error.__notes__


def test_a_value_without_a_variable_is_refused(tmp_path):
    two_variables()
    checkpoint.save(tmp_path / "m", {"w": np.zeros((2, 3), np.float32), "b": np.zeros(3), "v": np.zeros(3)})
    refused(NotFoundError, "value 'v' of FILE must be of a variable of the graph, got none", tmp_path / "m")


def test_another_fingerprint_is_refused(tmp_path):
    two_variables()
    path = checkpoint.save_session(session_with(), tmp_path / "m")
    with go.Graph().as_default():
        Variable(np.zeros((2, 3), np.float32), name="w", shape=(None, 3))
        Variable(np.zeros(3), name="b")
        with go.Session() as session:
            with pytest.raises(FailedPreconditionError, match="^the variables that .* was made for must have"):
                checkpoint.restore(session, path)
            assert checkpoint.restore(session, path, strict=False) == ["w", "b"]


def test_a_fingerprint_that_is_asked_for(tmp_path, graph):
    two_variables()
    path = checkpoint.save_session(session_with(), tmp_path / "m")
    with go.Session() as session:
        assert checkpoint.restore(session, path, fingerprint=checkpoint.load(path).fingerprint)
        with pytest.raises(FailedPreconditionError, match="must be 'other', got 'graphops1:"):
            checkpoint.restore(session, path, fingerprint="other")


@pytest.mark.parametrize("options", [{"step": -1}, {"step": 1.5}, {"step": True}, {"step": 1, "keep": 0}])
def test_bad_options(tmp_path, options):
    two_variables()
    with pytest.raises(InvalidArgumentError, match="of save_session\\(\\) must be an integer >= "):
        checkpoint.save_session(session_with(), tmp_path / "m", **options)


def test_nothing_to_save(tmp_path):
    with pytest.raises(FailedPreconditionError, match="must have variables with values"):
        checkpoint.save_session(go.Session(), tmp_path / "m")


# -- fingerprints -----------------------------------------------------------------------------------------------------


def build(order):
    with go.Graph().as_default() as graph:
        for name in order:
            x = go.placeholder(go.float32, (2,), name=name)
            go.raw_ops.Relu(features=x, name=f"{name}r")
            go.raw_ops.VarHandleOp(dtype=go.float32, shape=[len(name)], shared_name=name, name=f"{name}v")
    return checkpoint.graph_fingerprint(graph)


def test_the_order_of_making_does_not_matter():
    assert build(["a", "bb", "c"]) == build(["c", "a", "bb"])
    assert checkpoint.Fingerprint.parse(str(build(["a"]))) == build(["a"])


def test_variables_and_ops_are_told_apart(graph):
    two_variables()
    before = checkpoint.graph_fingerprint(graph)
    go.constant(1.0)
    after = checkpoint.graph_fingerprint(graph)
    assert before.variables == after.variables
    assert before.ops != after.ops
    Variable(1.0, name="v")
    assert checkpoint.graph_fingerprint(graph).variables != after.variables


@pytest.mark.parametrize("change", [{"shape": (2, 4)}, {"dtype": np.float64}])
def test_shape_and_dtype_count(graph, change):
    two_variables()
    with go.Graph().as_default() as other:
        two_variables(**change)
    assert checkpoint.graph_fingerprint(graph).variables != checkpoint.graph_fingerprint(other).variables
