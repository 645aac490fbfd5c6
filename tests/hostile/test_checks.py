"""Checks and messages: what they refuse, what they write, and bad calls of them."""

import logging

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import InvalidArgumentError


@pytest.fixture(autouse=True)
def graph():
    with go.Graph().as_default() as graph:
        yield graph


DATA = ["message", np.arange(5, dtype=np.int32), np.array([[1.5, 2], [3, 4]], np.float32)]


@pytest.mark.parametrize(
    ("data", "summarize", "shown"),
    [
        (DATA, 3, "[message] [1 2 3...] [[1.5 2][3...]...]".replace("1 2 3", "0 1 2")),
        (DATA[2:], -1, "[[1.5 2][3 4]]"),
        (DATA[1:2], 0, "[...]"),
        ([np.arange(27).reshape(3, 3, 3)], 3, "[[[0 1 2]]...]"),
        ([np.zeros((0, 2))], 3, "[]"),
        ([np.array([True, False]), np.float32(1e-10), np.float64(np.pi)], 3, "[1 0] [1e-10] [3.1415926535897931]"),
        ([np.array([b"a", b"b\n\xff"], object)], 3, "[a b\\n\ufffd]"),
        ([np.complex64(1 - 2j)], 3, "[(1,-2)]"),
        ([np.arange(10**6)], 2, "[0 1...]"),
    ],
)
def test_assertions_fail_with_their_data(data, summarize, shown):
    condition = go.placeholder(go.bool, [])
    node = go.raw_ops.Assert(condition=condition, data=data, summarize=summarize)
    with go.Session() as session:
        session.run(node, {condition: True})
        with pytest.raises(InvalidArgumentError) as caught:
            session.run(node, {condition: False})
    assert str(caught.value) == f"assertion failed: {shown}"


def test_what_is_not_fetched_does_not_fail():
    go.raw_ops.Assert(condition=False, data=["never"])
    other = go.constant(1)
    with go.Session() as session:
        assert session.run(other) == 1
        with (
            pytest.raises(InvalidArgumentError, match="assertion failed: "),
            go.control_dependencies([go.raw_ops.Assert(condition=False, data=["now"])]),
        ):
            session.run(go.raw_ops.Identity(input=other))


CALLS = [
    ("Assert", {"condition": [True], "data": ["x"]}, "condition of op 'Assert' must be a scalar, got rank 1"),
    ("Assert", {"condition": 1.5, "data": ["x"]}, "condition of op 'Assert' must have dtype bool"),
    ("Assert", {"condition": True, "data": []}, "op 'Assert' must"),
    ("PrintV2", {"input": ["x"]}, "input of op 'PrintV2' must be a scalar, got rank 1"),
    ("PrintV2", {"input": 3}, "input of op 'PrintV2' must have dtype string"),
    (
        "PrintV2",
        {"input": "x", "output_stream": "file:///tmp/x"},
        "attr 'output_stream' of op 'PrintV2' must be one of stdout, stderr, log(info), log(warning), log(error)",
    ),
    ("PrintV2", {"input": "x", "output_stream": ""}, "attr 'output_stream' of op 'PrintV2'"),
    ("CheckNumericsV2", {"tensor": np.int32([1]), "message": ""}, "op 'CheckNumericsV2'"),
    ("CheckNumericsV2", {"tensor": [1.0]}, "attr 'message' of op 'CheckNumericsV2' must be given"),
    (
        "StringFormat",
        {"inputs": [1, 2]},
        "attr 'template' of op 'StringFormat' must have a placeholder '%s' for each of the 2 inputs, got 1 in '%s'",
    ),
    ("StringFormat", {"inputs": [1], "template": "none"}, "attr 'template' of op 'StringFormat'"),
    ("StringFormat", {"inputs": [1], "template": "a", "placeholder": ""}, "got 0 in 'a'"),
    ("StringFormat", {"inputs": []}, "for each of the 0 inputs, got 1"),
]


@pytest.mark.parametrize(
    ("op", "arguments", "sentence"), CALLS, ids=lambda value: value if isinstance(value, str) else ""
)
def test_calls(op, arguments, sentence):
    with pytest.raises(InvalidArgumentError) as caught:
        getattr(go.raw_ops, op)(**arguments)
    assert sentence in str(caught.value)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
@pytest.mark.parametrize(
    ("values", "found"),
    [
        ([1, np.nan, np.inf, -np.inf, np.nan], "2 NaN and 1 -Inf and 1 +Inf"),
        ([-np.inf], "1 -Inf"),
        ([np.inf, 0], "1 +Inf"),
    ],
)
def test_numbers_must_be_finite(dtype, values, found):
    tensor = go.placeholder(dtype)
    node = go.raw_ops.CheckNumericsV2(tensor=tensor, message="here")
    with go.Session() as session, pytest.raises(InvalidArgumentError) as caught:
        session.run(node, {tensor: np.array(values).astype(go.as_dtype(dtype).numpy_dtype)})
    assert str(caught.value) == f"here: tensor of op 'CheckNumericsV2' must be finite, got {found}"


def test_print(capfd):
    x = go.constant([1.0, 2.0])
    r = go.raw_ops
    every = r.Print(input=x, data=[[1, 2, 3, 4], "a"], message="values ")
    twice = r.Print(input=x, data=[], message="twice", first_n=2)
    never = r.Print(input=x, data=[x], first_n=0)
    with go.Session() as session:
        for _ in range(3):
            assert session.run(every).tolist() == [1, 2]
            session.run([twice, never])
    with go.Session() as session:  # another Session counts anew
        session.run(twice)
    out, err = capfd.readouterr()
    assert out == ""
    assert err == "values [1 2 3...][a]\ntwice\n" * 2 + "values [1 2 3...][a]\n" + "twice\n"


def test_print_v2(capfd, caplog):
    r = go.raw_ops
    with go.Session() as session, caplog.at_level(logging.INFO, logger="graphops"):
        session.run(r.PrintV2(input="out", output_stream="stdout", end="|"))
        session.run(r.PrintV2(input=b"err \xff"))
        session.run(r.PrintV2(input="100 %s", output_stream="log(warning)"))
    assert capfd.readouterr() == ("out|", "err \ufffd\n")
    assert [(record.levelname, record.getMessage()) for record in caplog.records] == [("WARNING", "100 %s")]


def test_gradients_pass_through():
    x = go.placeholder(go.float64, [2])
    y = go.raw_ops.Print(input=go.raw_ops.CheckNumericsV2(tensor=x, message=""), data=[x])
    dx = go.gradients(go.raw_ops.Square(x=y), [x])[0]
    with go.Session() as session:
        assert session.run(dx, {x: [1.0, 3.0]}).tolist() == [2.0, 6.0]
