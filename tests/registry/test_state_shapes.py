"""The shape rules of variables, optimizer steps and random numbers while the graph is built."""

import numpy as np
import pytest

import graphops as go
from graphops_registry.dtypes import as_dtype
from graphops_registry.op_def import lookup_op
from graphops_registry.resource import ResourceHandle, handle_array, variable_handle
from graphops_registry.shape import TensorShape
from graphops_registry.shape_context import ShapeContext, infer_shapes


@pytest.fixture(autouse=True)
def graph():
    with go.Graph().as_default() as graph:
        yield graph


def variable(shape, dtype="float32", name="w"):
    return go.raw_ops.VarHandleOp(dtype=dtype, shape=shape, shared_name=name)


def unknown_handle():
    return go.placeholder(go.resource, [])


def test_a_handle_is_known_from_the_node_alone():
    attrs = {"container": "c", "shared_name": "", "dtype": as_dtype("float32"), "shape": TensorShape([2])}
    handle = variable_handle(attrs, "node")
    assert handle == ResourceHandle("c", "node", "variable", as_dtype("float32"), TensorShape([2]))
    assert handle.key == ("c", "node")
    assert handle.text == "variable 'c:node'"
    assert variable_handle({**attrs, "shared_name": "s"}, "node").name == "s"
    array = handle_array(handle)
    assert array.shape == ()
    assert array[()] is handle
    assert not array.flags.writeable


@pytest.mark.parametrize("shape", [(2, 3), (None, 3), None, (), ("N", 2)])
def test_reading_has_the_declared_shape(shape):
    handle = variable(shape)
    assert handle.shape == ()
    assert go.raw_ops.ReadVariableOp(resource=handle, dtype="float32").shape == TensorShape(shape)
    assert go.raw_ops.ReadVariableOp(resource=unknown_handle(), dtype="float32").shape == TensorShape(None)


@pytest.mark.parametrize(("shape", "expected"), [((2, 3), (2,)), ((), (0,)), ((None,), (1,)), (None, (None,))])
def test_variable_shape(shape, expected):
    assert go.raw_ops.VariableShape(input=variable(shape)).shape == TensorShape(expected)
    assert go.raw_ops.VarIsInitializedOp(resource=variable(shape)).shape == ()


@pytest.mark.parametrize(
    ("shape", "indices", "batch", "expected"),
    [
        ((5, 2), (3,), 0, (3, 2)),
        ((5, 2), (), 0, (2,)),
        ((5,), (3, 4), 0, (3, 4)),
        ((None, 2), (None,), 0, (None, 2)),
        (None, (3,), 0, None),
        ((5, 2), None, 0, None),
        ((4, 5, 2), (4, 3), 1, (4, 3, 2)),
        ((None, 5, 2), (4, 3), 1, (4, 3, 2)),
        ((4, 5, 2), (4,), 1, (4, 2)),
        ((4, 5, 2), (4, 5, 7), 2, (4, 5, 7)),
    ],
)
def test_gathering(shape, indices, batch, expected):
    result = go.raw_ops.ResourceGather(
        resource=variable(shape), indices=go.placeholder(go.int64, indices), dtype="float32", batch_dims=batch
    )
    assert result.shape == TensorShape(expected)


@pytest.mark.parametrize("op", ["ResourceScatterAdd", "ResourceScatterSub", "ResourceScatterUpdate"])
@pytest.mark.parametrize(
    ("shape", "indices", "updates"),
    [((5, 2), (3,), (3, 2)), ((5, 2), (3,), ()), ((5, None), (3,), (3, 7)), (None, (3,), (9, 9)), ((5,), None, (4,))],
)
def test_scattering(op, shape, indices, updates):
    node = getattr(go.raw_ops, op)(
        resource=variable(shape),
        indices=go.placeholder(go.int32, indices),
        updates=go.placeholder(go.float32, updates),
    )
    assert node.outputs == ()


STEPS = {
    "ResourceApplyGradientDescent": (["var"], ["alpha"], "delta"),
    "ResourceApplyMomentum": (["var", "accum"], ["lr", "momentum"], "grad"),
    "ResourceApplyKerasMomentum": (["var", "accum"], ["lr", "momentum"], "grad"),
    "ResourceApplyAdam": (
        ["var", "m", "v"],
        ["beta1_power", "beta2_power", "lr", "beta1", "beta2", "epsilon"],
        "grad",
    ),
    "ResourceApplyAdagrad": (["var", "accum"], ["lr"], "grad"),
    "ResourceApplyAdagradV2": (["var", "accum"], ["lr", "epsilon"], "grad"),
    "ResourceApplyRMSProp": (["var", "ms", "mom"], ["lr", "rho", "momentum", "epsilon"], "grad"),
}


def step(op, shapes=None, gradient=(2, 3), **replaced):
    variables, numbers, name = STEPS[op]
    arguments = {argument: variable((shapes or {}).get(argument, (2, 3)), name=argument) for argument in variables}
    arguments |= dict.fromkeys(numbers, np.float32(0.5))
    arguments[name] = go.placeholder(go.float32, gradient)
    return getattr(go.raw_ops, op)(**{**arguments, **replaced})


@pytest.mark.parametrize("op", STEPS)
def test_steps(op):
    variables, numbers, name = STEPS[op]
    assert step(op).outputs == ()
    assert step(op, gradient=None).outputs == ()
    assert step(op, {"var": (None, 3)}).outputs == ()
    assert step(op, **{variables[-1]: unknown_handle()}).outputs == ()
    with pytest.raises(go.errors.InvalidArgumentError, match=f"{name} of op '{op}' must have the shape of var"):
        step(op, gradient=(3, 2))
    for argument in variables:
        with pytest.raises(go.errors.InvalidArgumentError, match=f"of op '{op}' must have the shape of {argument}"):
            step(op, {argument: (2, 4)})
    for number in numbers:
        with pytest.raises(go.errors.InvalidArgumentError, match=f"{number} of op '{op}' must be a scalar"):
            step(op, **{number: np.ones(1, np.float32)})


SHAPED = {
    "RandomUniform": {"dtype": "float32"},
    "RandomUniformInt": {"minval": 0, "maxval": 9},
    "StatelessRandomNormal": {"seed": [1, 2]},
    "StatelessRandomUniformInt": {"seed": [1, 2], "minval": 0, "maxval": 9},
    "StatelessTruncatedNormalV2": {"key": np.uint64([1]), "counter": np.uint64([1, 2]), "alg": 1},
}


@pytest.mark.parametrize("op", SHAPED)
def test_random_numbers_have_the_shape_that_is_asked_for(op):
    function, arguments = getattr(go.raw_ops, op), SHAPED[op]
    assert function(shape=[2, 0, 3], **arguments).shape == (2, 0, 3)
    assert function(shape=go.placeholder(go.int64, [2]), **arguments).shape == TensorShape([None, None])
    assert function(shape=go.placeholder(go.int32), **arguments).shape == TensorShape(None)
    x = go.placeholder(go.float32, ["N", 3])
    assert function(shape=go.raw_ops.Shape(input=x), **arguments).shape == TensorShape(["N", 3])


def test_other_random_shapes():
    r = go.raw_ops
    x = go.placeholder(go.float32, ["N", 3])
    assert r.RandomShuffle(value=x).shape == TensorShape(["N", 3])
    assert r.Multinomial(logits=x, num_samples=4).shape == TensorShape(["N", 4])
    assert r.Multinomial(logits=x, num_samples=go.placeholder(go.int32)).shape == TensorShape(["N", None])
    key, counter, algorithm = r.StatelessRandomGetKeyCounterAlg(seed=[1, 2])
    assert (key.shape, counter.shape, algorithm.shape) == ((1,), (2,), ())


def test_the_rules_hold_again_when_real_handles_come():
    """At run a rule sees the same handle as a host input."""
    op = lookup_op("AssignVariableOp")
    dtype = as_dtype("float32")
    values = [handle_array(ResourceHandle("", "w", "variable", dtype, TensorShape([2]))), None]
    attrs = {"dtype": dtype, "validate_shape": False}

    def infer(shape):
        return infer_shapes(
            op, ShapeContext(op.op_def, attrs, [TensorShape(()), TensorShape(shape)], values.__getitem__)
        )

    assert infer((2,)) == ()
    with pytest.raises(
        go.errors.InvalidArgumentError, match="value of op 'AssignVariableOp' must have the shape of var"
    ):
        infer((3,))
