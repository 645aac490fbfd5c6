"""What an error is about, as fields: its sentence need not be read to know."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import graphops as go
import graphops.errors
import graphops_registry.errors
from graphops_registry.errors import InvalidArgumentError, must

raw = go.raw_ops


@pytest.mark.parametrize(
    ("argument", "name"),
    [
        ("x", "x"),
        ("x[2]", "x"),
        ("attr 'T'", "T"),
        ("attr '_kernel'", "_kernel"),
        ("shape of attr 'value'", None),
        ("each element of x", None),
        ("x[a]", None),
        ("X", None),
    ],
)
def test_must_knows_the_op_and_the_argument(argument: str, name: str | None) -> None:
    error = must(argument, "Add", "be small", 3)
    assert (error.op, error.argument, error.node, error.function) == ("Add", name, None, None)
    assert str(error) == f"{argument} of op 'Add' must be small, got 3"


def test_who_learns_of_an_error_first_knows_best() -> None:
    error = go.GraphopsError("it must work").concerns(node="inner", function="f")
    assert error.concerns(op="Add", node="outer", function="g") is error
    assert (error.op, error.node, error.function) == ("Add", "inner", "f")


def test_a_node_that_fails_and_its_function() -> None:
    with go.Graph().as_default() as graph:
        index = go.placeholder(go.int32, (1,))
        params = go.constant(np.zeros(3, np.float32))
        found = go.cond(go.constant(True), lambda: raw.Gather(params=params, indices=index, name="inner"),
                        lambda: params[:1])  # fmt: skip
    with go.Session(graph) as session, pytest.raises(go.errors.InvalidArgumentError) as caught:
        session.run(found, {index: [7]})
    error = caught.value
    assert (error.op, error.argument, error.node) == ("Gather", "indices", "inner")
    assert error.function in graph.functions


def test_eager_knows_no_node() -> None:
    with pytest.raises(go.errors.InvalidArgumentError) as caught:
        go.eager.Gather(params=np.zeros(3, np.float32), indices=np.array([7], np.int32))
    assert (caught.value.op, caught.value.argument, caught.value.node) == ("Gather", "indices", None)


def test_a_literal_that_cannot_be_converted() -> None:
    with go.Graph().as_default(), pytest.raises(go.errors.GraphopsError) as caught:
        raw.Add(x=object(), y=1.0)
    assert (caught.value.op, caught.value.argument) == ("Add", "x")


def test_public_errors_are_in_a_module_of_graphops() -> None:
    for name in graphops.errors.__all__:
        found = getattr(graphops.errors, name)
        assert found is getattr(graphops_registry.errors, name)
        assert not isinstance(found, type) or found.__module__ == "graphops.errors"
    errors = [name for name in vars(graphops_registry.errors) if name.endswith("Error")]
    assert set(errors) <= set(graphops.errors.__all__)
    assert go.errors is graphops.errors


def test_errors_keep_what_they_know_when_they_are_pickled() -> None:
    error = must("x", "Add", "be small", 3, kind=go.errors.OutOfRangeError).concerns(node="n")
    error.add_note("a note")
    for each in (error, go.errors.PermissionDeniedError("no").concerns(op="ReadFile")):
        again = pickle.loads(pickle.dumps(each))
        assert type(again) is type(each)
        assert str(again) == str(each)
        assert vars(again) == vars(each)


class OfAnAuthor(InvalidArgumentError):
    """An error of a plug-in, which uses the name of a field for something of its own."""

    node = property(lambda self: "the author's own")


def test_a_class_with_a_property_of_a_fields_name_keeps_its_own():
    error = OfAnAuthor("wrong").concerns(op="Relu", node="relu")
    assert (error.op, error.node, str(error)) == ("Relu", "the author's own", "wrong")


def test_must_makes_errors_of_other_classes_too():
    error = must("x", "Relu", "be finite", "nan", kind=ValueError)
    assert type(error) is ValueError
    assert str(error) == "x of op 'Relu' must be finite, got nan"
