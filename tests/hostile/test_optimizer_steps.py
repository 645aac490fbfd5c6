"""Bad calls of optimizer steps, whole and sparse, and of changes of entries: the class of the error, its sentence.

What handles, shapes and host inputs tell is refused when the graph is built; what only values tell, at run.
"""

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import (
    FailedPreconditionError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
    OutOfRangeError,
)


@pytest.fixture(autouse=True)
def graph():
    with go.Graph().as_default() as graph:
        yield graph


def variable(shape, dtype="float32", name="w"):
    return go.raw_ops.VarHandleOp(dtype=dtype, shape=shape, shared_name=name)


def zeros(*shape, dtype=np.float32):
    return np.zeros(shape, dtype)


def ones(*shape, dtype=np.float32):
    return np.ones(shape, dtype)


ADADELTA = {"lr": 0.1, "rho": 0.9, "epsilon": 0.01}
FTRL = {"lr": 0.1, "l1": 0.0, "l2": 0.0, "lr_power": -0.5}

BUILD = [
    (
        "ResourceApplyAdadelta",
        {"var": [2], "accum": [3], "accum_update": [2], "grad": zeros(2), **ADADELTA},
        InvalidArgumentError,
        "grad of op 'ResourceApplyAdadelta' must have the shape of accum, variable 'accum' of shape (3,), got shape (2,)",
    ),
    (
        "ResourceApplyAdadelta",
        {"var": [2], "accum": [2], "accum_update": [2], "grad": zeros(2), **ADADELTA, "rho": [0.9]},
        InvalidArgumentError,
        "rho of op 'ResourceApplyAdadelta' must be a scalar, got rank 1",
    ),
    (
        "ResourceApplyProximalGradientDescent",
        {"var": [2], "alpha": 0.1, "l1": 0.0, "l2": 0.0, "delta": zeros(3)},
        InvalidArgumentError,
        "delta of op 'ResourceApplyProximalGradientDescent' must have the shape of var",
    ),
    (
        "ResourceApplyAdagradDA",
        {
            "var": [2],
            "gradient_accumulator": [2],
            "gradient_squared_accumulator": [2],
            "grad": zeros(2),
            "lr": 0.1,
            "l1": 0.0,
            "l2": 0.0,
            "global_step": 1.5,
        },
        InvalidTypeError,
        "global_step of op 'ResourceApplyAdagradDA' must have dtype int64",
    ),
    (
        "ResourceSparseApplyMomentum",
        {"var": [4, 2], "accum": [4, 2], "lr": 0.1, "grad": zeros(2, 3), "indices": [0, 1], "momentum": 0.9},
        InvalidArgumentError,
        "grad of op 'ResourceSparseApplyMomentum' must have shape (2, 2): a row for each index, of the shape of an entry",
    ),
    (
        "ResourceSparseApplyMomentum",
        {"var": [4, 2], "accum": [4, 2], "lr": 0.1, "grad": zeros(3, 2), "indices": [0, 1], "momentum": 0.9},
        InvalidArgumentError,
        "must have shape (2, 2)",
    ),
    (
        "ResourceSparseApplyMomentum",
        {"var": [4, 2], "accum": [4, 3], "lr": 0.1, "grad": zeros(2, 2), "indices": [0, 1], "momentum": 0.9},
        InvalidArgumentError,
        "accum of op 'ResourceSparseApplyMomentum' must have the shape of the variables before it, (4, 2)",
    ),
    (
        "ResourceSparseApplyMomentum",
        {"var": [4], "accum": [4], "lr": 0.1, "grad": zeros(2), "indices": [[0, 1]], "momentum": 0.9},
        InvalidArgumentError,
        "indices of op 'ResourceSparseApplyMomentum' must have rank 1, got rank 2",
    ),
    (
        "ResourceSparseApplyMomentum",
        {"var": None, "accum": None, "lr": 0.1, "grad": zeros(3), "indices": [0, 1], "momentum": 0.9},
        InvalidArgumentError,
        "grad of op 'ResourceSparseApplyMomentum' must have a row for each of the 2 indices, got 3",
    ),
    (
        "ResourceSparseApplyProximalGradientDescent",
        {"var": [], "alpha": 0.1, "l1": 0.0, "l2": 0.0, "grad": zeros(1), "indices": [0]},
        InvalidArgumentError,
        "var of op 'ResourceSparseApplyProximalGradientDescent' must be a variable of rank 1 or more",
    ),
    (
        "ResourceSparseApplyMomentum",
        {"var": [4], "accum": [4], "lr": 0.1, "grad": zeros(2), "indices": [0.5, 1.5], "momentum": 0.9},
        InvalidTypeError,
        "indices of op 'ResourceSparseApplyMomentum'",
    ),
    (
        "ResourceScatterMul",
        {"resource": [4, 2], "indices": [0, 1], "updates": zeros(2)},
        InvalidArgumentError,
        "updates of op 'ResourceScatterMul' must be a scalar or have shape (2, 2)",
    ),
    (
        "ResourceScatterMin",
        {"resource": [], "indices": [0], "updates": zeros(1)},
        InvalidArgumentError,
        "resource of op 'ResourceScatterMin' must be a variable of rank 1 or more",
    ),
    (
        "ResourceScatterNdAdd",
        {"ref": [4, 2], "indices": [[0, 1, 2]], "updates": zeros(1)},
        InvalidArgumentError,
        "indices of op 'ResourceScatterNdAdd' must have at most 2 coordinates, the rank of the variable, got 3",
    ),
    (
        "ResourceScatterNdAdd",
        {"ref": [4, 2], "indices": [[0], [1]], "updates": zeros(2)},
        InvalidArgumentError,
        "updates of op 'ResourceScatterNdAdd' must have shape (2, 2)",
    ),
    (
        "ResourceScatterNdUpdate",
        {"ref": [4], "indices": 0, "updates": zeros()},
        InvalidArgumentError,
        "indices of op 'ResourceScatterNdUpdate' must have rank 1 or more",
    ),
    (
        "ResourceScatterNdUpdate",
        {"ref": [4], "indices": [[0]], "updates": zeros(1), "bad_indices_policy": "CLIP"},
        InvalidArgumentError,
        "attr 'bad_indices_policy' of op 'ResourceScatterNdUpdate' must be one of",
    ),
    (
        "ResourceGatherNd",
        {"resource": [4], "indices": [[0, 1]], "dtype": "float32"},
        InvalidArgumentError,
        "indices of op 'ResourceGatherNd' must have at most 1 coordinates",
    ),
    (
        "ResourceGatherNd",
        {"resource": [4], "indices": [[0]], "dtype": "int32"},
        InvalidTypeError,
        "must be a variable of dtype int32",
    ),
    (
        "ResourceStridedSliceAssign",
        {"ref": [4, 2], "begin": [0], "end": [2], "strides": [1], "value": zeros(3, 2)},
        InvalidArgumentError,
        "value of op 'ResourceStridedSliceAssign' must broadcast to the shape of the slice, (2, 2), got shape (3, 2)",
    ),
    (
        "ResourceStridedSliceAssign",
        {"ref": [4], "begin": [0], "end": [2], "strides": [1], "value": zeros(2, 2)},
        InvalidArgumentError,
        "must broadcast to the shape of the slice, (2,), got shape (2, 2)",
    ),
    (
        "ResourceStridedSliceAssign",
        {"ref": [4], "begin": [0], "end": [2], "strides": [0], "value": zeros(2)},
        InvalidArgumentError,
        "strides of op 'ResourceStridedSliceAssign' must not be 0",
    ),
    (
        "ResourceCountUpTo",
        {"resource": [1], "limit": 3, "T": "float32"},
        InvalidTypeError,
        "attr 'T' of op 'ResourceCountUpTo'",
    ),
]


@pytest.mark.parametrize(("op", "arguments", "kind", "sentence"), BUILD, ids=lambda value: value if value else "")
def test_calls_are_checked_when_the_graph_is_built(op, arguments, kind, sentence):
    handles = (
        "var",
        "accum",
        "accum_update",
        "gradient_accumulator",
        "gradient_squared_accumulator",
        "resource",
        "ref",
    )
    arguments = {key: variable(value, name=key) if key in handles else value for key, value in arguments.items()}
    with pytest.raises(kind) as caught:
        getattr(go.raw_ops, op)(**arguments)
    assert sentence in str(caught.value)


def test_variables_of_a_step_are_different():
    w = variable([2])
    for op, arguments in (
        ("ResourceApplyFtrl", {"accum": w, "linear": variable([2], name="linear"), "grad": zeros(2), **FTRL}),
        ("ResourceSparseApplyFtrl", {"accum": w, "linear": w, "grad": zeros(1), "indices": [0], **FTRL}),
    ):
        with pytest.raises(InvalidArgumentError, match=f"accum of op '{op}' must be another variable than var"):
            getattr(go.raw_ops, op)(var=w, **arguments)


def test_what_only_values_tell():
    w, slot, linear = variable(None), variable(None, name="slot"), variable(None, name="linear")
    r = go.raw_ops
    p, i = go.placeholder(go.float32), go.placeholder(go.int32)
    sparse = {"var": w, "accum": slot, "lr": 0.1, "grad": p, "indices": i, "momentum": 0.9}
    ftrl = {"var": w, "accum": slot, "linear": linear, "grad": ones(1, 2), "indices": [0], **FTRL}
    adagrad = {"var": w, "accum": slot, "lr": 0.1, "l1": 0.0, "l2": 0.0}
    nd = {"ref": w, "indices": i, "updates": p}
    bounds = {"begin": [1], "end": [3], "strides": [1]}
    cases = [
        (
            r.ResourceSparseApplyMomentum(**sparse),
            {p: ones(1, 2), i: [3]},
            "indices of op 'ResourceSparseApplyMomentum' must be in [0, 3), got 3",
        ),
        (r.ResourceSparseApplyMomentum(**sparse), {p: ones(1, 2), i: [-1]}, "must be in [0, 3), got -1"),
        (
            r.ResourceSparseApplyMomentum(**sparse),
            {p: ones(1, 3), i: [0]},
            "var of op 'ResourceSparseApplyMomentum' must have entries of the shape (3,) of a row of grad",
        ),
        (
            r.ResourceSparseApplyFtrl(**{**ftrl, "lr": 0.0}),
            {},
            "lr of op 'ResourceSparseApplyFtrl' must be positive, got 0.0",
        ),
        (
            r.ResourceSparseApplyFtrl(**{**ftrl, "lr": -0.5}, multiply_linear_by_lr=True),
            {},
            "lr of op 'ResourceSparseApplyFtrl' must not be negative, got -0.5",
        ),
        (
            r.ResourceSparseApplyFtrl(**{**ftrl, "l1": -0.5}),
            {},
            "l1 of op 'ResourceSparseApplyFtrl' must not be negative, got -0.5",
        ),
        (
            r.ResourceSparseApplyFtrl(**{**ftrl, "l2": np.float32("nan")}),
            {},
            "l2 of op 'ResourceSparseApplyFtrl' must not be negative, got nan",
        ),
        (
            r.ResourceSparseApplyFtrl(**{**ftrl, "lr_power": 0.5}),
            {},
            "lr_power of op 'ResourceSparseApplyFtrl' must not be positive, got 0.5",
        ),
        (
            r.ResourceSparseApplyFtrlV2(**ftrl, l2_shrinkage=-0.5),
            {},
            "l2_shrinkage of op 'ResourceSparseApplyFtrlV2' must not be negative",
        ),
        (
            r.ResourceApplyProximalAdagrad(**{**adagrad, "lr": 0.0}, grad=ones(3, 2)),
            {},
            "lr of op 'ResourceApplyProximalAdagrad' must be positive",
        ),
        (
            r.ResourceApplyProximalAdagrad(**{**adagrad, "l2": -0.5}, grad=ones(3, 2)),
            {},
            "l2 of op 'ResourceApplyProximalAdagrad' must not be negative",
        ),
        (
            r.ResourceApplyProximalAdagrad(**adagrad, grad=p),
            {p: ones(2)},
            "var of op 'ResourceApplyProximalAdagrad' must have the shape of the gradient, (2,)",
        ),
        (
            r.ResourceScatterDiv(resource=w, indices=i, updates=p),
            {p: zeros(), i: [0]},
            "updates of op 'ResourceScatterDiv' must not be 0 anywhere",
        ),
        (r.ResourceScatterMax(resource=w, indices=i, updates=p), {p: zeros(), i: [0, 9]}, "must be in [0, 3), got 9"),
        (
            r.ResourceScatterNdAdd(**nd),
            {p: ones(1), i: [[0, 2]]},
            "indices of op 'ResourceScatterNdAdd' must be in [0, 2), the number of elements along axis 1",
        ),
        (
            r.ResourceScatterNdAdd(**nd),
            {p: ones(1), i: [[0, 0, 0]]},
            "must have at most 2 coordinates, the rank of variable 'w', got 3",
        ),
        (
            r.ResourceScatterNdAdd(**nd),
            {p: ones(2), i: [[0, 0]]},
            "updates of op 'ResourceScatterNdAdd' must have the shape of variable 'w', (1,), got (2,)",
        ),
        (
            r.ResourceGatherNd(resource=w, indices=i, dtype="float32"),
            {i: [[-1]]},
            "indices of op 'ResourceGatherNd' must be in [0, 3)",
        ),
        (
            r.ResourceGatherNd(resource=w, indices=i, dtype="float32"),
            {i: [[0, 0, 0]]},
            "must have at most 2 coordinates",
        ),
        (
            r.ResourceStridedSliceAssign(ref=w, **bounds, value=p),
            {p: ones(3, 2)},
            "value of op 'ResourceStridedSliceAssign' must broadcast to the shape of the slice of variable 'w', (2, 2)",
        ),
        (
            r.ResourceStridedSliceAssign(ref=w, begin=[0, 0, 0], end=[1, 1, 1], strides=[1, 1, 1], value=p),
            {p: ones(1)},
            "begin of op 'ResourceStridedSliceAssign' must have entries for at most the 2 axes",
        ),
    ]
    with go.Session() as session:
        for handle in (w, slot, linear):
            session.run(r.AssignVariableOp(resource=handle, value=ones(3, 2)))
        before = session.variables.snapshot()
        for node, feeds, sentence in cases:
            with pytest.raises(InvalidArgumentError) as caught:
                session.run(node, feeds)
            assert sentence in str(caught.value)
            for name, value in session.variables.items():  # all or nothing
                np.testing.assert_array_equal(value, before[name])


def test_counting_ends():
    counter = variable([], "int32")
    count = go.raw_ops.ResourceCountUpTo(resource=counter, limit=2, T="int32")
    with go.Session() as session:
        with pytest.raises(FailedPreconditionError):
            session.run(count)
        session.run(go.raw_ops.AssignVariableOp(resource=counter, value=np.int32(0)))
        assert [int(session.run(count)) for _ in range(2)] == [0, 1]
        for _ in range(2):
            with pytest.raises(OutOfRangeError, match="must be less than the limit, 2, got 2"):
                session.run(count)
        assert int(session.variables["w"]) == 2


def test_numbers_without_an_order_have_no_smaller_one():
    w = variable([2], "complex64")
    node = go.raw_ops.ResourceScatterMin(resource=w, indices=[0], updates=np.complex64([1j]))
    with go.Session() as session:
        session.run(go.raw_ops.AssignVariableOp(resource=w, value=zeros(2, dtype=np.complex64)))
        with pytest.raises(NotFoundError, match="must have a kernel on CPU that takes dtype=complex64"):
            session.run(node)


def test_many_rows_of_one_entry():
    """As slow as rows one after another, and no slower."""
    w = variable([2], "float64")
    step = go.raw_ops.ResourceSparseApplyProximalGradientDescent(
        var=w,
        alpha=np.float64(1),
        l1=np.float64(0),
        l2=np.float64(0),
        grad=ones(2000, dtype=np.float64),
        indices=zeros(2000, dtype=np.int64),
    )
    with go.Session() as session:
        session.run(go.raw_ops.AssignVariableOp(resource=w, value=zeros(2, dtype=np.float64)))
        session.run(step)
        assert session.variables["w"].tolist() == [-2000.0, 0.0]


def test_gradient_of_what_was_gathered():
    w = variable([3, 2], "float64")
    rows = go.raw_ops.ResourceGatherNd(resource=w, indices=np.array([[2], [0], [2]]), dtype="float64")
    by_rows = go.gradients(rows, [w])[0]
    with go.Session() as session:
        session.run(go.raw_ops.AssignVariableOp(resource=w, value=zeros(3, 2, dtype=np.float64)))
        assert session.run(by_rows).tolist() == [[1, 1], [0, 0], [2, 2]]
