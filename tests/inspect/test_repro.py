"""A failing node is written down and fails again in the same way."""

import json

import ml_dtypes
import numpy as np
import pytest

import graphops as go
from graphops.extend import PlainKernel, register_kernel, register_op
from graphops.inspect import repro
from graphops.inspect.repro import replay, write_repro
from graphops_registry.errors import DataLossError, FailedPreconditionError, InternalError, InvalidArgumentError


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


def bundles(tmp_path):
    return sorted(tmp_path.glob("*.json"))


def test_a_node_in_a_loop_is_written_once(tmp_path):
    with go.Graph().as_default():
        x = go.placeholder(go.float32, (None,))

        def body(i, y):
            inner = go.cond(i > -1, lambda: go.raw_ops.Reshape(tensor=y, shape=[7]), lambda: y)
            return i + 1, go.raw_ops.Identity(input=inner)

        shapes = [go.TensorShape([]), go.TensorShape([None])]
        y = go.while_loop(lambda i, _: i < 3, body, [go.constant(0), x], shape_invariants=shapes)[1]
        with (
            go.Session(config=go.SessionConfig(repro=str(tmp_path))) as session,
            pytest.raises(InvalidArgumentError) as caught,
        ):
            session.run(y, {x: np.ones(3)})
    (path,) = bundles(tmp_path)
    assert path.name.startswith("Reshape")
    assert str(path) in "\n".join(caught.value.__notes__)
    assert replay(path).reproduced


def test_a_loop_itself_cannot_be_replayed(tmp_path):
    with go.Graph().as_default():
        flag = go.placeholder(go.float32, None)
        y = go.while_loop(lambda x: x > 0, lambda x: x - 1, [flag], shape_invariants=[go.TensorShape(None)])
        loop = next(node for node in y.graph.nodes if "While" in node.type)
        error = InvalidArgumentError("by design")
        path = write_repro(tmp_path, loop, loop.attrs, [np.float32(1)], error)
    with pytest.raises(FailedPreconditionError, match="calls functions"):
        replay(path)


def test_a_list_cannot_be_replayed(tmp_path):
    with go.Graph().as_default():
        kept = go.raw_ops.EmptyTensorList(element_shape=[2], max_num_elements=-1, element_dtype="float32")
        x = go.placeholder(go.float32)
        y = go.raw_ops.TensorListPushBack(input_handle=kept, tensor=x)
        config = go.SessionConfig(repro=str(tmp_path))
        with go.Session(config=config) as session, pytest.raises(InvalidArgumentError):
            session.run(go.raw_ops.TensorListLength(input_handle=y), {x: np.ones(3)})
    (path,) = bundles(tmp_path)
    with pytest.raises(FailedPreconditionError, match="only its Session has"):
        replay(path)


@pytest.mark.parametrize("where", ["file", "missing/../\0", "/proc/nowhere"])
def test_the_error_is_not_lost_when_nothing_can_be_written(tmp_path, where):
    (tmp_path / "file").write_text("")
    folder = str(tmp_path / where)
    with go.Graph().as_default():
        x = go.placeholder(go.float32)
        y = go.raw_ops.Reshape(tensor=x, shape=[7])
        with (
            go.Session(config=go.SessionConfig(repro=folder)) as session,
            pytest.raises(InvalidArgumentError, match="Reshape") as caught,
        ):
            session.run(y, {x: np.ones(3)})
    assert "could not be written" in "\n".join(caught.value.__notes__)


def test_huge_inputs_are_not_written(tmp_path, monkeypatch):
    monkeypatch.setattr(repro, "LARGEST", 100)
    with go.Graph().as_default():
        x = go.placeholder(go.float32)
        y = go.raw_ops.Reshape(tensor=x, shape=[7])
        with (
            go.Session(config=go.SessionConfig(repro=str(tmp_path))) as session,
            pytest.raises(InvalidArgumentError, match="Reshape") as caught,
        ):
            session.run(y, {x: np.ones(1000)})
    assert "4,004 bytes" in "\n".join(caught.value.__notes__)
    assert not bundles(tmp_path)


def test_a_bundle_has_no_python_objects(tmp_path):
    x = np.ones((1, 2, 2, 2, 1), ml_dtypes.bfloat16)
    w = np.ones((3, 3, 3, 1, 1), x.dtype)
    path, _ = fail(tmp_path, "Conv3D", input=x, filter=w, strides=[1] * 5, padding="VALID")
    with np.load(path.with_suffix(".npz"), allow_pickle=False) as archive:
        assert all(archive[key].dtype.kind in "biufc" for key in archive.files)


def test_a_wrong_static_shape_is_written(tmp_path):
    op = register_op("TestRepro>Liar", inputs=["x: float"], outputs=["y: float"])
    op.shape_rule(lambda c: [(7,)])

    @register_kernel("TestRepro>Liar", "CPU")
    class Liar(PlainKernel):
        def compute(self, x):
            return x + 1

    with go.Graph().as_default():
        x = go.placeholder(go.float32)
        y = getattr(go.raw_ops, "TestRepro>Liar")(x=x)
        config = go.SessionConfig(repro=str(tmp_path))
        with go.Session(config=config) as session, pytest.raises(InternalError):
            session.run(y, {x: np.ones(3)})
    (path,) = bundles(tmp_path)
    assert replay(path).reproduced
