"""Bad calls of variables and optimizer steps: the class of the error, and its sentence.

What handles, shapes and host inputs tell is refused when the graph is built; what only the stored values tell, at run.
"""

import numpy as np
import pytest

import graphops as go
from graphops_registry.dtypes import as_dtype
from graphops_registry.errors import (
    FailedPreconditionError,
    GraphopsError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
)
from graphops_registry.resource import ResourceHandle
from graphops_registry.shape import TensorShape


@pytest.fixture(autouse=True)
def graph():
    with go.Graph().as_default() as graph:
        yield graph


def variable(shape, dtype="float32", name="w"):
    return go.raw_ops.VarHandleOp(dtype=dtype, shape=shape, shared_name=name)


def zeros(*shape, dtype=np.float32):
    return np.zeros(shape, dtype)


BUILD = [
    (
        "AssignVariableOp",
        {"value": zeros(3)},
        InvalidArgumentError,
        "value of op 'AssignVariableOp' must have the shape of variable 'w', (2, 3), got (3,)",
    ),
    (
        "AssignVariableOp",
        {"value": zeros(2, 3, dtype=np.int32)},
        InvalidTypeError,
        "resource of op 'AssignVariableOp' must be a variable of dtype int32, got variable 'w' of float32",
    ),
    ("AssignAddVariableOp", {"value": zeros()}, InvalidArgumentError, "must have the shape of variable 'w', (2, 3)"),
    ("AssignSubVariableOp", {"value": zeros(2, 3, 1)}, InvalidArgumentError, "must have the shape of variable 'w'"),
    ("ReadVariableOp", {"dtype": "int32"}, InvalidTypeError, "must be a variable of dtype int32"),
    ("ReadVariableOp", {"dtype": "float32", "resource": zeros()}, InvalidTypeError, "must have dtype resource"),
    ("ReadVariableOp", {}, InvalidTypeError, "attr 'dtype' of op 'ReadVariableOp' must be given"),
    (
        "ReadVariableOp",
        {"dtype": "float32", "resource": "vector"},
        InvalidArgumentError,
        "resource of op 'ReadVariableOp' must be a scalar, got rank 1",
    ),
    ("DestroyResourceOp", {"resource": "vector"}, InvalidArgumentError, "must be a scalar, got rank 1"),
    ("DisableCopyOnRead", {"resource": "vector"}, InvalidArgumentError, "must be a scalar, got rank 1"),
    ("VarIsInitializedOp", {"resource": "vector"}, InvalidArgumentError, "must be a scalar, got rank 1"),
    (
        "ResourceGather",
        {"indices": [0], "dtype": "float32", "batch_dims": -1},
        InvalidArgumentError,
        "attr 'batch_dims' of op 'ResourceGather' must be at least 0 and at most the rank of indices, got -1",
    ),
    (
        "ResourceGather",
        {"indices": [0], "dtype": "float32", "batch_dims": 2},
        InvalidArgumentError,
        "attr 'batch_dims'",
    ),
    (
        "ResourceGather",
        {"indices": zeros(2, 3, dtype=np.int32), "dtype": "float32", "batch_dims": 2},
        InvalidArgumentError,
        "resource of op 'ResourceGather' must be a variable of rank 3 or more",
    ),
    (
        "ResourceGather",
        {"indices": [0], "dtype": "float32", "batch_dims": 1},
        InvalidArgumentError,
        "indices of op 'ResourceGather' must have the first 1 dimensions of the variable, (2,)",
    ),
    ("ResourceGather", {"indices": [0.5], "dtype": "float32"}, InvalidTypeError, "indices of op 'ResourceGather'"),
    (
        "ResourceScatterAdd",
        {"indices": [0, 1], "updates": zeros(2)},
        InvalidArgumentError,
        "updates of op 'ResourceScatterAdd' must be a scalar or have shape (2, 3)",
    ),
    ("ResourceScatterUpdate", {"indices": [0, 1], "updates": zeros(1, 3)}, InvalidArgumentError, "updates of op"),
    ("ResourceScatterSub", {"indices": 0, "updates": zeros(1)}, InvalidArgumentError, "or have shape (3,)"),
]


@pytest.mark.parametrize(("op", "arguments", "kind", "sentence"), BUILD, ids=lambda value: value if value else "")
def test_variables_are_checked_when_the_graph_is_built(op, arguments, kind, sentence):
    arguments = dict(arguments)
    given = arguments.get("resource")
    if isinstance(given, str):
        arguments["resource"] = go.placeholder(go.resource, [1])
    elif given is None:
        arguments["resource"] = variable([2, 3])
    with pytest.raises(kind) as caught:
        getattr(go.raw_ops, op)(**arguments)
    assert sentence in str(caught.value)


def test_scalars_have_no_entries():
    for op, arguments in (
        ("ResourceGather", {"indices": [0], "dtype": "float32"}),
        ("ResourceScatterAdd", {"indices": [0], "updates": np.float32(1)}),
    ):
        with pytest.raises(InvalidArgumentError, match=f"resource of op '{op}' must be a variable of rank 1 or more"):
            getattr(go.raw_ops, op)(resource=variable([]), **arguments)


# -- values --------------------------------------------------------------------------------------------------------


def test_what_is_not_initialised_says_so():
    w = variable([2], name="missing")
    r = go.raw_ops
    needing = [
        r.ReadVariableOp(resource=w, dtype="float32"),
        r.AssignAddVariableOp(resource=w, value=zeros(2)),
        r.VariableShape(input=w),
        r.DisableCopyOnRead(resource=w),
        r.ResourceGather(resource=w, indices=[0], dtype="float32"),
        r.ResourceScatterUpdate(resource=w, indices=[0], updates=zeros(1)),
        r.ResourceApplyGradientDescent(var=w, alpha=1.0, delta=zeros(2)),
    ]
    with go.Session() as session:
        for node in needing:
            with pytest.raises(
                FailedPreconditionError, match="variable 'missing' must be initialised before it is used"
            ):
                session.run(node)
        assert not session.run(r.VarIsInitializedOp(resource=w))
        session.run(r.DestroyResourceOp(resource=w))
        with pytest.raises(NotFoundError, match="variable 'missing' must exist to be destroyed"):
            session.run(r.DestroyResourceOp(resource=w, ignore_lookup_error=False))
        with pytest.raises(FailedPreconditionError) as caught:
            session.run(needing[0])
    notes = "\n".join(caught.value.__notes__)
    assert "global_variables_initializer" in notes
    assert __file__ in notes


def test_shapes_that_only_the_values_tell():
    w, slot = variable(None), variable(None, name="slot")
    p = go.placeholder(go.float32)
    r = go.raw_ops
    arguments = {"var": w, "accum": slot, "lr": 0.5, "grad": p, "momentum": 0.5}
    cases = [
        (
            r.AssignAddVariableOp(resource=w, value=p),
            zeros(3),
            "value of op 'AssignAddVariableOp' must have the shape of variable 'w', (2, 3), got (3,)",
        ),
        (r.AssignSubVariableOp(resource=w, value=p), zeros(), "value of op 'AssignSubVariableOp'"),
        (r.AssignVariableOp(resource=w, value=p, validate_shape=True), zeros(3, 2), "value of op 'AssignVariableOp'"),
        (
            r.ResourceApplyGradientDescent(var=w, alpha=1.0, delta=p),
            zeros(3),
            "var of op 'ResourceApplyGradientDescent'",
        ),
        (
            r.ResourceApplyMomentum(**arguments),
            zeros(2, 3),
            "accum of op 'ResourceApplyMomentum' must have the shape of "
            "the gradient, (2, 3), got variable 'slot' of shape (4,)",
        ),
        (r.ResourceScatterAdd(resource=w, indices=[0], updates=p), zeros(2), "updates of op 'ResourceScatterAdd'"),
        (r.ResourceScatterAdd(resource=w, indices=[2], updates=p), zeros(1, 3), "must be in [0, 2), got 2"),
        (r.ResourceScatterUpdate(resource=w, indices=[-1], updates=p), zeros(1, 3), "must be in [0, 2), got -1"),
        (
            r.ResourceGather(resource=w, indices=[5, -1], dtype="float32"),
            None,
            "indices of op 'ResourceGather' must be in [0, 2), got 2 outside, the lowest -1, the highest 5",
        ),
        (r.ResourceGather(resource=w, indices=[0], dtype="float32", batch_dims=1), None, "have the first 1 dimensions"),
        (
            r.ResourceGather(resource=w, indices=zeros(2, 3, dtype=np.int32), dtype="float32", batch_dims=2),
            None,
            "resource of op 'ResourceGather' must be a variable of rank 3 or more",
        ),
    ]
    with go.Session() as session:
        session.run(r.AssignVariableOp(resource=w, value=zeros(2, 3)))
        session.run(r.AssignVariableOp(resource=slot, value=zeros(4)))
        before = session.variables.snapshot()
        for node, value, sentence in cases:
            with pytest.raises(InvalidArgumentError) as caught:
                session.run(node, None if value is None else {p: value})
            assert sentence in str(caught.value)
            assert "made at" in "\n".join(caught.value.__notes__)
        for name, value in session.variables.items():
            np.testing.assert_array_equal(value, before[name])
        session.run(r.AssignVariableOp(resource=w, value=p), {p: zeros(3)})  # without a declared shape it may change
        assert session.variables["w"].shape == (3,)


def test_handles_that_are_fed():
    w = go.placeholder(go.resource)
    read = go.raw_ops.ReadVariableOp(resource=w, dtype="float32")
    with go.Session() as session:
        for value, sentence in (
            (np.zeros((0,), object), "resource of op 'ReadVariableOp' must be a scalar"),
            (np.array(None, object), "resource of op 'ReadVariableOp' must be the handle of a resource, got None"),
            (
                ResourceHandle("", "s", "stack", as_dtype("float32"), TensorShape(None)),
                "resource of op 'ReadVariableOp' must be the handle of a variable, got stack 's'",
            ),
            (
                ResourceHandle("", "w", "variable", as_dtype("int32"), TensorShape(None)),
                "must be a variable of dtype float32, got variable 'w' of int32",
            ),
        ):
            with pytest.raises(InvalidArgumentError) as caught:
                session.run(read, {w: value})
            assert sentence in str(caught.value)


def test_one_name_two_dtypes():
    first, second = variable([], "float32"), variable([], "int32")
    with go.Session() as session:
        session.run(go.raw_ops.AssignVariableOp(resource=first, value=np.float32(1)))
        for node in (
            go.raw_ops.AssignVariableOp(resource=second, value=np.int32(1)),
            go.raw_ops.ReadVariableOp(resource=second, dtype="int32"),
        ):
            with pytest.raises(
                InvalidTypeError, match="variable 'w' must have the dtype that it was made with, float32"
            ):
                session.run(node)


def test_dtypes_that_cannot_be_added():
    text = variable([], "string", name="text")
    with (
        go.Session() as session,
        pytest.raises(NotFoundError, match="must have a kernel on CPU that takes dtype=string"),
    ):
        session.run(go.raw_ops.AssignAddVariableOp(resource=text, value="x"))


def test_slots_must_be_variables_of_their_own():
    w = variable([2])
    with pytest.raises(
        InvalidArgumentError, match="accum of op 'ResourceApplyMomentum' must be another variable than "
    ):
        go.raw_ops.ResourceApplyMomentum(var=w, accum=w, lr=0.5, grad=zeros(2), momentum=0.5)
    handle = go.placeholder(go.resource)
    node = go.raw_ops.ResourceApplyMomentum(var=w, accum=handle, lr=0.5, grad=zeros(2), momentum=0.5)
    with go.Session() as session:
        session.run(go.raw_ops.AssignVariableOp(resource=w, value=zeros(2)))
        with pytest.raises(InvalidArgumentError, match="must be another variable than var, got variable 'w'"):
            session.run(node, {handle: session.run(w)})


def test_stateful_ops_need_a_session():
    for op, arguments in (
        ("VarHandleOp", {"dtype": "float32", "shape": []}),
        ("RandomUniform", {"shape": [1], "dtype": "float32"}),
        ("RandomShuffle", {"value": [1, 2]}),
        ("Multinomial", {"logits": zeros(1, 2), "num_samples": 1}),
        ("StatelessRandomGetAlg", {}),
    ):
        with pytest.raises(FailedPreconditionError, match=f"op '{op}' must be run by a Session"):
            getattr(go.eager, op)(**arguments)


# -- Variable and optimizers ---------------------------------------------------------------------------------------

PYTHON = [
    (lambda: go.Variable(None), InvalidTypeError, "initial_value of Variable must be a tensor or a value, got None"),
    (lambda: go.Variable([1.5], dtype="int32"), InvalidTypeError, "initial_value of Variable must have dtype int32"),
    (lambda: go.Variable([1.0], shape=[2]), InvalidArgumentError, "initial_value of Variable must have shape (2,)"),
    (lambda: go.Variable(go.constant(1.0), dtype="int32"), InvalidTypeError, "must have dtype int32, got float32"),
    (lambda: go.Variable(1.0, False), InvalidTypeError, "name of Variable must be a string, got False"),
    (lambda: go.Variable(1.0, "bad name"), InvalidArgumentError, "name scope must match"),
    (lambda: go.Variable([1.0, 2.0]).assign([1.0]), InvalidArgumentError, "must have the shape of variable 'Variable'"),
    (lambda: go.Variable(1).assign(0.5), InvalidTypeError, "must have dtype int32"),
    (lambda: go.Variable(1.0).assign_add(go.constant(1)), InvalidTypeError, "value of op 'AssignAddVariableOp'"),
    (lambda: bool(go.Variable(1.0)), InvalidTypeError, "has no truth value"),
    (lambda: go.variables_initializer([1]), InvalidTypeError, "must hold variables, got 1"),
    (lambda: go.train.GradientDescentOptimizer(0.1).minimize(3.0), InvalidTypeError, "loss must be a tensor, got 3.0"),
    (
        lambda: go.train.GradientDescentOptimizer(0.1).minimize(go.constant(1.0)),
        InvalidArgumentError,
        "var_list must hold",
    ),
    (
        lambda: go.train.AdamOptimizer().minimize(go.constant(1.0), None, [3]),
        InvalidTypeError,
        "must be a variable, got 3",
    ),
    (
        lambda: go.train.AdamOptimizer().minimize(go.constant(1.0), None, [go.Variable(1.0)]),
        InvalidArgumentError,
        "must hold a gradient for one variable or more, got none for Variable:0",
    ),
    (lambda: go.train.AdamOptimizer().apply_gradients([]), InvalidArgumentError, "got none for no variables"),
    (lambda: go.train.AdamOptimizer().apply_gradients([3]), InvalidTypeError, "must hold pairs"),
    (
        lambda: go.train.AdamOptimizer().apply_gradients([([1.0], go.Variable([1.0]))], 3),
        InvalidTypeError,
        "global_step must be a variable, got 3",
    ),
    (lambda: go.train.AdamOptimizer(name=""), InvalidTypeError, "name of AdamOptimizer must be a name"),
    (
        lambda: go.train.GradientDescentOptimizer("fast").apply_gradients([([1.0], go.Variable([1.0]))]),
        InvalidTypeError,
        "learning_rate of an optimizer must be a real number, got 'fast'",
    ),
    (
        lambda: go.train.MomentumOptimizer([0.1], 0.9).apply_gradients([([1.0], go.Variable([1.0]))]),
        InvalidArgumentError,
        "lr of op 'ResourceApplyMomentum' must be a scalar",
    ),
    (
        lambda: go.train.GradientDescentOptimizer(0.1).apply_gradients([([1.0], go.Variable([1.0, 2.0]))]),
        InvalidArgumentError,
        "delta of op 'ResourceApplyGradientDescent' must have the shape of var",
    ),
]


@pytest.mark.parametrize(
    ("call", "kind", "sentence"), PYTHON, ids=lambda value: value if isinstance(value, str) else ""
)
def test_variables_and_optimizers(call, kind, sentence):
    with pytest.raises(kind) as caught:
        call()
    assert isinstance(caught.value, GraphopsError)
    assert sentence in str(caught.value)
