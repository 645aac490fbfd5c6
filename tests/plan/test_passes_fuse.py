"""fuse: which chains become one node, with which numbers, and which must not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.plan.passes import fuse
from graphops.plan.passes.optimise import PASSES
from graphops_registry.errors import InvalidArgumentError
from tests.plan.plain_fusing import fuse_with_plain_kernels
from tests.plan.rewritten import ops, outcome, rewritten
from tests.reference.conv import conv
from tests.reference.depthwise import depthwise

raw = go.raw_ops
FUSE = ("fuse",)
TOLERANCE = {np.float32: 1e-5, np.float64: 1e-12}
CHANCE = np.random.default_rng(5)


@pytest.fixture(autouse=True)
def _graph():
    with go.Graph().as_default():
        yield


@pytest.fixture
def willing(monkeypatch):
    fuse_with_plain_kernels(monkeypatch)


def some(*dims: int, dtype: Any = np.float32) -> np.ndarray[Any, Any]:
    return CHANCE.normal(size=dims).astype(dtype)


def dtype_of(array):
    return go.as_dtype(array.dtype)


def conv2d(x, w, **more):
    return raw.Conv2D(input=x, filter=w, **{"strides": [1, 1, 1, 1], "padding": "VALID", **more})


def elu(y):
    return np.where(y < 0, np.expm1(np.minimum(y, 0)), y)


ACTIVATIONS = {
    "none": (None, lambda y: y),
    "Relu": (lambda y: raw.Relu(features=y), lambda y: np.maximum(y, 0)),
    "Relu6": (lambda y: raw.Relu6(features=y), lambda y: np.clip(y, 0, 6)),
    "Elu": (lambda y: raw.Elu(features=y), elu),
    "LeakyRelu": (lambda y: raw.LeakyRelu(features=y, alpha=0.25), lambda y: np.where(y > 0, y, 0.25 * y)),
    "Tanh": (lambda y: raw.Tanh(x=y), np.tanh),
    "Sigmoid": (lambda y: raw.Sigmoid(x=y), lambda y: 1 / (1 + np.exp(-y))),
}
BIASES = {
    "BiasAdd": lambda y, b: raw.BiasAdd(value=y, bias=b),
    "BiasAddV1": lambda y, b: raw.BiasAddV1(value=y, bias=b),
    "Add": lambda y, b: raw.Add(x=y, y=b),
    "AddV2 from the left": lambda y, b: raw.AddV2(x=b, y=y),
}


def check(fetch, feeds, wanted, dtype, kind, count):
    """``count`` nodes become one of ``kind``, and give what is wanted with passes and without."""
    found = rewritten([fetch], list(feeds), FUSE)
    assert ops(found) == [kind]
    (node,) = [node for node in found.nodes if node.type != "Const"]
    assert (node.name, node.id, node.outputs) == (fetch.node.name, fetch.node.id, (fetch,))
    assert node.made_at == fetch.node.made_at
    assert found.notes[0].count(", ") == count - 1
    assert found.notes[0].endswith(f"{fetch.node.name} -> {kind}")
    for passes in ((), FUSE, PASSES):
        (value,) = outcome(fetch, feeds, passes)
        assert value.dtype == dtype
        error = np.abs(value - wanted).max(initial=0)
        assert error <= TOLERANCE[dtype] * np.abs(wanted).max(initial=1), passes


@pytest.mark.usefixtures("willing")
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", ACTIVATIONS)
def test_conv_bias_activation(name, dtype):
    x, w, b = some(2, 6, 7, 3, dtype=dtype), some(3, 2, 3, 4, dtype=dtype), some(4, dtype=dtype)
    px, pw, pb = (go.placeholder(dtype_of(value), value.shape) for value in (x, w, b))
    write, wanted = ACTIVATIONS[name]
    y = raw.BiasAdd(value=conv2d(px, pw, strides=[1, 2, 1, 1], dilations=[1, 1, 2, 1]), bias=pb)
    y = write(y) if write else y
    expected = wanted(conv(x, w, (2, 1), (1, 2), ((0, 0), (0, 0))) + b)
    check(y, {px: x, pw: w, pb: b}, expected, dtype, "_FusedConv2D", 3 if write else 2)


@pytest.mark.usefixtures("willing")
@pytest.mark.parametrize("name", BIASES)
def test_biases(name):
    x, w, b = some(1, 5, 5, 2), some(3, 3, 2, 3), some(3)
    px = go.placeholder(go.float32, (None, None, None, 2))
    y = raw.Relu(features=BIASES[name](conv2d(px, go.constant(w)), go.constant(b)))
    expected = np.maximum(conv(x, w, (1, 1), (1, 1), ((0, 0), (0, 0))) + b, 0)
    check(y, {px: x}, expected, np.float32, "_FusedConv2D", 3)


@pytest.mark.usefixtures("willing")
@pytest.mark.parametrize("op", ["FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3"])
@pytest.mark.parametrize("layout", ["NHWC", "NCHW"])
def test_batch_norm(op, layout):
    x, w = some(2, 5, 6, 3), some(3, 3, 3, 4)
    scale, offset, mean, variance = some(4), some(4), some(4), np.abs(some(4))
    channels_first = layout == "NCHW"
    px = go.placeholder(go.float32, (2, 3, 5, 6) if channels_first else x.shape)
    y = conv2d(px, go.constant(w), data_format=layout)
    norm = getattr(raw, op)(
        x=y, scale=scale, offset=offset, mean=mean, variance=variance, epsilon=0.01, data_format=layout,
        is_training=False,
    )  # fmt: skip
    plain = conv(x, w, (1, 1), (1, 1), ((0, 0), (0, 0)))
    expected = np.maximum((plain - mean) / np.sqrt(variance + 0.01) * scale + offset, 0)
    if channels_first:
        x, expected = x.transpose(0, 3, 1, 2), expected.transpose(0, 3, 1, 2)
    check(raw.Relu(features=norm[0]), {px: x}, expected, np.float32, "_FusedConv2D", 3)


@pytest.mark.usefixtures("willing")
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_depthwise(dtype):
    x, w, b = some(2, 6, 5, 3, dtype=dtype), some(3, 3, 3, 2, dtype=dtype), some(6, dtype=dtype)
    px = go.placeholder(dtype_of(x), x.shape)
    y = raw.DepthwiseConv2dNative(input=px, filter=go.constant(w), strides=[1, 2, 2, 1], padding="VALID")
    expected = np.clip(depthwise(x, w, (2, 2), (1, 1), ((0, 0), (0, 0))) + b, 0, 6)
    fused = raw.Relu6(features=raw.BiasAdd(value=y, bias=go.constant(b)))
    check(fused, {px: x}, expected, dtype, "_FusedDepthwiseConv2dNative", 3)


@pytest.mark.usefixtures("willing")
@pytest.mark.parametrize("name", BIASES)
@pytest.mark.parametrize("transposed", [False, True])
def test_mat_mul(name, transposed):
    a, b, c = some(4, 5), some(5, 3), some(3)
    pa = go.placeholder(go.float32, (5, None) if transposed else (None, 5))
    product = raw.MatMul(a=pa, b=go.constant(b), transpose_a=transposed)
    y = raw.Tanh(x=BIASES[name](product, go.constant(c)))
    check(y, {pa: a.T if transposed else a}, np.tanh(a @ b + c), np.float32, "_FusedMatMul", 3)


@pytest.mark.usefixtures("willing")
@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("add", ["AddN", "AddV2", "Add"])
def test_products_that_are_added_up(add, known):
    """Only AddN never broadcasts: with it the shape of the product need not be known."""
    a, b, total = some(4, 5), some(5, 3), some(4, 3)
    pa, pt = go.placeholder(go.float32, (4, 5) if known else None), go.placeholder(go.float32, (4, 3))
    product = raw.MatMul(a=pa, b=go.constant(b))
    y = raw.AddN(inputs=[pt, product]) if add == "AddN" else getattr(raw, add)(x=product, y=pt)
    if known or add == "AddN":
        check(y, {pa: a, pt: total}, a @ b + total, np.float32, "_FusedMatMul", 2)
    else:
        assert ops(rewritten([y], [pa, pt], FUSE)) == ["MatMul", add]
    if add == "AddN" and not known:
        for passes in ((), FUSE):
            ((kind, text),) = outcome(y, {pa: some(1, 5), pt: total}, passes)
            assert kind is go.errors.InvalidArgumentError
            assert "AddN" in text


@pytest.mark.usefixtures("willing")
def test_sums_that_stay():
    a, b, total = (go.placeholder(go.float32, (4, 4)) for _ in range(3))
    product = raw.MatMul(a=a, b=b)
    for y in (
        raw.AddN(inputs=[total, product, total]),
        raw.AddN(inputs=[product, product]),
        raw.AddN(inputs=[product]),
    ):
        assert "MatMul" in ops(rewritten([y], [a, b, total], FUSE))
    both = [raw.AddN(inputs=[total, product]), product]
    assert "MatMul" in ops(rewritten(both, [a, b, total], FUSE))


@pytest.mark.usefixtures("willing")
def test_explicit_padding_and_groups():
    x, w, b = some(1, 4, 4, 4), some(3, 3, 2, 6), some(6)
    px = go.placeholder(go.float32, x.shape)
    y = conv2d(px, go.constant(w), padding="EXPLICIT", explicit_paddings=[0, 0, 1, 2, 0, 1, 0, 0])
    expected = conv(x, w, (1, 1), (1, 1), ((1, 2), (0, 1))) + b
    check(raw.BiasAdd(value=y, bias=go.constant(b)), {px: x}, expected, np.float32, "_FusedConv2D", 2)


@pytest.mark.usefixtures("willing")
def test_nan_and_infinity():
    x, w, b = some(1, 5, 5, 1), some(3, 3, 1, 2), np.array([np.inf, 0], np.float32)
    x[0, 0, 0, 0], x[0, 4, 4, 0] = np.nan, -np.inf
    y = raw.Relu(features=raw.BiasAdd(value=conv2d(go.constant(x), go.constant(w), padding="SAME"), bias=b))
    plain, fused = (outcome(y, None, passes)[0] for passes in ((), FUSE))
    np.testing.assert_array_equal(np.isnan(plain), np.isnan(fused))
    np.testing.assert_array_equal(np.isinf(plain), np.isinf(fused))
    assert np.isnan(plain[0, :2, :2]).all()


class Parts:
    """A chain whose parts can be tied to something else."""

    def __init__(self, dtype: Any = go.float32, dims: Any = (1, 5, 5, 2)) -> None:
        self.x = go.placeholder(dtype, dims)
        numpy = dtype.numpy_dtype
        self.w = go.constant(some(3, 3, 2, 3).astype(numpy))
        self.b = go.constant(some(3).astype(numpy))
        self.conv = conv2d(self.x, self.w)
        self.bias = raw.BiasAdd(value=self.conv, bias=self.b)
        self.relu = raw.Relu(features=self.bias)


@pytest.mark.usefixtures("willing")
@pytest.mark.parametrize("dtype", [go.half, go.bfloat16])
def test_narrow_types_round_in_between(dtype):
    parts = Parts(dtype)
    assert ops(rewritten([parts.relu], [parts.x], FUSE)) == ["Conv2D", "BiasAdd", "Relu"]


@pytest.mark.usefixtures("willing")
def test_float64_products_have_no_fused_op():
    x = go.placeholder(go.float64, (2, 3))
    y = raw.BiasAdd(value=raw.MatMul(a=x, b=np.ones((3, 2))), bias=np.ones(2))
    assert ops(rewritten([y], [x], FUSE)) == ["MatMul", "BiasAdd"]


LEFT = ["Conv2D", "BiasAdd", "Relu"]


@pytest.mark.usefixtures("willing")
@pytest.mark.parametrize("which", ["conv", "bias"])
def test_what_is_looked_at_in_between(which):
    parts = Parts()
    between = getattr(parts, which)
    left = LEFT if which == "conv" else ["_FusedConv2D", "Relu"]
    assert ops(rewritten([parts.relu, between], [parts.x], FUSE)) == left
    other = raw.Neg(x=between)
    assert ops(rewritten([parts.relu, other], [parts.x], FUSE)) == [*left, "Neg"]
    # One that is fetched as a node must run; what is fed is not computed.
    assert ops(rewritten([parts.relu, between.node], [parts.x], FUSE)) == LEFT
    rest = ["BiasAdd", "Relu"] if which == "conv" else ["Relu"]
    assert ops(rewritten([parts.relu], [parts.x, between], FUSE)) == rest
    feeds = {parts.x: some(1, 5, 5, 2), between: some(1, 3, 3, 3)}
    (plain,), (fused,) = (outcome(parts.relu, feeds, passes) for passes in ((), FUSE))
    np.testing.assert_array_equal(plain, fused)


@pytest.mark.usefixtures("willing")
def test_the_end_may_be_read_by_many():
    parts = Parts()
    found = rewritten([parts.relu, raw.Neg(x=parts.relu), raw.Exp(x=parts.relu)], [parts.x], FUSE)
    assert ops(found) == ["_FusedConv2D", "Neg", "Exp"]


@pytest.mark.usefixtures("willing")
def test_the_end_may_be_waited_for():
    parts = Parts()
    with go.get_default_graph().control_dependencies([parts.relu.node]):
        after = raw.Neg(x=parts.x)
    assert ops(rewritten([after, parts.relu], [parts.x], FUSE)) == ["_FusedConv2D", "Neg"]


@pytest.mark.usefixtures("willing")
def test_the_middle_may_not():
    parts = Parts()
    with go.get_default_graph().control_dependencies([parts.conv.node]):
        after = raw.Neg(x=parts.x)
    assert ops(rewritten([parts.relu, after], [parts.x], FUSE)) == [*LEFT, "Neg"]


@pytest.mark.usefixtures("willing")
def test_a_part_that_waits():
    graph = go.get_default_graph()
    parts = Parts()
    v = go.Variable(0.0, name="v")
    change = v.assign_add(1.0, read_value=False)
    with graph.control_dependencies([change]):
        bias = raw.BiasAdd(value=parts.conv, bias=parts.b)
    assert {"Conv2D", "BiasAdd"} < set(ops(rewritten([bias], [parts.x], FUSE)))


@pytest.mark.usefixtures("willing")
def test_parts_on_other_devices():
    parts = Parts()
    with go.get_default_graph().device("/cpu:0"):
        bias = raw.BiasAdd(value=parts.conv, bias=parts.b)
    assert ops(rewritten([bias], [parts.x], FUSE)) == ["Conv2D", "BiasAdd"]


@pytest.mark.usefixtures("willing")
def test_what_is_added_must_be_a_bias_for_certain():
    parts = Parts()
    unknown, single = go.placeholder(go.float32, None), go.placeholder(go.float32, (1,))
    plane, scalar = go.placeholder(go.float32, (3, 3)), go.placeholder(go.float32, ())
    for other in (unknown, single, plane, scalar):
        y = raw.AddV2(x=conv2d(parts.x, parts.w), y=other)
        assert ops(rewritten([y], [parts.x, other], FUSE)) == ["Conv2D", "AddV2"]
    twice = raw.AddV2(x=parts.conv, y=parts.conv)
    assert ops(rewritten([twice], [parts.x], FUSE)) == ["Conv2D", "AddV2"]


@pytest.mark.usefixtures("willing")
def test_channels_first_adds_along_the_columns():
    x = go.placeholder(go.float32, (1, 2, 5, 5))
    y = conv2d(x, some(3, 3, 2, 3), data_format="NCHW")
    added = raw.AddV2(x=y, y=np.ones(3, np.float32))  # three columns are left
    assert ops(rewritten([added], [x], FUSE)) == ["Conv2D", "AddV2"]
    other = raw.BiasAdd(value=y, bias=np.ones(3, np.float32))  # of channels last
    assert ops(rewritten([other], [x], FUSE)) == ["Conv2D", "BiasAdd"]


@pytest.mark.usefixtures("willing")
def test_the_bias_is_not_the_convolution():
    x = go.placeholder(go.float32, (5, 1))
    product = raw.MatMul(a=x, b=np.ones((1, 5), np.float32))
    bias = raw.Reshape(tensor=product, shape=[-1])
    y = raw.BiasAdd(value=np.ones((2, 25), np.float32), bias=bias)
    assert ops(rewritten([y], [x], FUSE)) == ["MatMul", "Reshape", "BiasAdd"]


@pytest.mark.usefixtures("willing")
def test_a_filter_that_is_the_result_of_another_chain():
    x = go.placeholder(go.float32, (3, 3))
    first = raw.BiasAdd(value=raw.MatMul(a=x, b=x), bias=np.ones(3, np.float32))
    second = raw.BiasAdd(value=raw.MatMul(a=first, b=first), bias=np.ones(3, np.float32))
    found = rewritten([second], [x], FUSE)
    assert ops(found) == ["_FusedMatMul", "_FusedMatMul"]
    value = np.arange(9, dtype=np.float32).reshape(3, 3)
    inner = value @ value + 1
    np.testing.assert_allclose(outcome(second, {x: value}, FUSE)[0], inner @ inner + 1, rtol=1e-5)


@pytest.mark.usefixtures("willing")
def test_training_norms_and_their_statistics_are_left():
    parts = Parts()
    for training, read in ((True, 0), (False, 1)):
        ones = np.ones(3, np.float32)
        norm = raw.FusedBatchNormV3(
            x=parts.conv, scale=ones, offset=ones, mean=ones, variance=ones, is_training=training
        )
        found = rewritten([norm[0], norm[read]], [parts.x], FUSE)
        assert ops(found) == ["Conv2D", "FusedBatchNormV3"]


@pytest.mark.usefixtures("willing")
def test_a_norm_of_another_layout_is_left():
    x = go.placeholder(go.float32, (1, 5, 5, 2))
    ones = np.ones(3, np.float32)
    norm = raw.FusedBatchNormV3(
        x=conv2d(x, some(3, 3, 2, 3)), scale=ones, offset=ones, mean=ones, variance=ones, is_training=False,
        data_format="NCHW",
    )  # fmt: skip
    assert ops(rewritten([norm[0]], [x], FUSE)) == ["Conv2D", "FusedBatchNormV3"]


@pytest.mark.usefixtures("willing")
def test_references_are_read_when_they_were():
    x = go.placeholder(go.float32, (2, 3))
    bias = raw.VariableV2(shape=(2,), dtype=go.float32)
    start = raw.Assign(ref=bias, value=[1.0, 1.0])
    product = raw.MatMul(a=x, b=np.ones((3, 2), np.float32))
    y = raw.BiasAdd(value=product, bias=bias)
    assert "BiasAdd" in ops(rewritten([y], [x], FUSE))
    for passes in ((), FUSE, PASSES):
        assert outcome(y, {x: np.ones((2, 3))}, passes, before=[start])[0].tolist() == [[4, 4], [4, 4]]


@pytest.mark.usefixtures("willing")
def test_a_variable_that_changes_in_between():
    """The values are those that were read, wherever the fused node runs."""
    graph = go.get_default_graph()
    x = go.placeholder(go.float32, (2, 3))
    w = go.Variable(np.ones((3, 2), np.float32), name="w")
    product = raw.MatMul(a=x, b=w.value())
    with graph.control_dependencies([product.node]):
        change = w.assign_add(np.ones((3, 2), np.float32))
    read = raw.ReadVariableOp(resource=w.handle, dtype=go.float32)
    y = raw.BiasAdd(value=product, bias=go.constant([0.5, 0.5]))
    for passes in ((), FUSE, PASSES):
        found = outcome([y, change, read], {x: np.ones((2, 3))}, passes, before=[w.initializer])
        assert found[0][0].tolist() == [[3.5, 3.5], [3.5, 3.5]]


@pytest.mark.usefixtures("willing")
def test_training_through_a_fused_layer():
    x = go.placeholder(go.float32, (4, 3))
    w = go.Variable(some(3, 2), name="w")
    b = go.Variable(some(2), name="b")
    y = raw.Relu(features=raw.BiasAdd(value=raw.MatMul(a=x, b=w.value()), bias=b.value()))
    loss = raw.Sum(input=raw.Square(x=y), axis=[0, 1])
    gradients = go.gradients([loss], [w.value(), b.value()])
    fetches = [loss, *gradients]
    feeds = {x: some(4, 3)}
    found = rewritten(fetches, [x])
    assert "_FusedMatMul" in ops(found)
    (plain,), (fused,) = (
        outcome(fetches, feeds, passes, before=[w.initializer, b.initializer]) for passes in ((), PASSES)
    )
    for one, other in zip(plain, fused, strict=True):
        np.testing.assert_allclose(other, one, rtol=1e-5, atol=1e-5)


@pytest.mark.usefixtures("willing")
def test_errors_name_a_node_that_the_user_knows():
    x = go.placeholder(go.float32, None)
    y = raw.Relu(features=raw.BiasAdd(value=conv2d(x, some(3, 3, 2, 3)), bias=np.ones(3, np.float32)), name="layer")
    for passes in ((), FUSE):
        with (
            go.Session(config=go.SessionConfig(plan_passes=passes)) as session,
            pytest.raises(InvalidArgumentError) as caught,
        ):
            session.run(y, {x: np.zeros((1, 5, 5, 7))})
        notes = "\n".join(caught.value.__notes__)
        assert "at node Conv2D = Conv2D[" in notes
        assert "test_passes_fuse.py" in notes


@pytest.mark.usefixtures("willing")
def test_explicit_padding_of_depthwise_has_no_fused_op():
    x = go.placeholder(go.float32, (1, 5, 5, 2))
    y = raw.DepthwiseConv2dNative(
        input=x, filter=some(3, 3, 2, 1), strides=[1, 1, 1, 1], padding="EXPLICIT",
        explicit_paddings=[0, 0, 1, 1, 1, 1, 0, 0],
    )  # fmt: skip
    fused = raw.BiasAdd(value=y, bias=np.ones(2, np.float32))
    assert ops(rewritten([fused], [x], FUSE)) == ["DepthwiseConv2dNative", "BiasAdd"]


@pytest.mark.parametrize(("fused", "separate", "expected"), [(30, 30, True), (20, 30, False), (None, 30, False)])
def test_a_fused_node_must_have_a_kernel_as_good(monkeypatch, fused, separate, expected):
    class Definition:
        def __init__(self, priority):
            self.priority = priority

    priorities = {"Conv2D": separate, "_FusedConv2D": fused}
    monkeypatch.setattr(
        fuse,
        "candidates",
        lambda op, device, attrs: [] if priorities[op] is None else [Definition(priorities[op]), Definition(0)],
    )
    parts = Parts()
    assert (ops(rewritten([parts.relu], [parts.x], FUSE)) == ["_FusedConv2D"]) is expected


# -- x * sigmoid(x) ----------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("willing")
@pytest.mark.parametrize("order", [0, 1])
@pytest.mark.parametrize("depth", [False, True])
def test_swish(order, depth):
    x, w, b = some(2, 5, 6, 3), some(3, 2, 3, 2 if depth else 4), some(6 if depth else 4)
    px = go.placeholder(go.float32, x.shape)
    if depth:
        y = raw.DepthwiseConv2dNative(input=px, filter=w, strides=[1, 1, 1, 1], padding="VALID")
        expected = depthwise(x, w, (1, 1), (1, 1), ((0, 0), (0, 0))) + b
    else:
        y = conv2d(px, w)
        expected = conv(x, w, (1, 1), (1, 1), ((0, 0), (0, 0))) + b
    y = raw.BiasAdd(value=y, bias=b)
    both = [y, raw.Sigmoid(x=y)]
    end = raw.Mul(x=both[order], y=both[1 - order])
    kind = "_FusedDepthwiseConv2dNative" if depth else "_FusedConv2D"
    check(end, {px: x}, expected / (1 + np.exp(-expected)), np.float32, kind, 4)


@pytest.mark.usefixtures("willing")
def test_what_is_no_swish():
    parts = Parts()
    sigmoid = raw.Sigmoid(x=parts.bias)
    left = ["_FusedConv2D", "Sigmoid"]
    assert ops(rewritten([raw.AddV2(x=parts.bias, y=sigmoid)], [parts.x], FUSE)) == [*left, "AddV2"]
    assert ops(rewritten([raw.Mul(x=parts.bias, y=sigmoid), sigmoid], [parts.x], FUSE)) == [*left, "Mul"]
    assert ops(rewritten([raw.Mul(x=parts.bias, y=sigmoid), parts.bias], [parts.x], FUSE)) == [*left, "Mul"]
    product, third = raw.Mul(x=parts.bias, y=sigmoid), raw.Neg(x=parts.bias)
    assert ops(rewritten([product, third], [parts.x], FUSE)) == [*left, "Mul", "Neg"]
    squared = raw.Mul(x=parts.bias, y=parts.bias)
    assert ops(rewritten([squared], [parts.x], FUSE)) == ["_FusedConv2D", "Mul"]
    other = raw.Mul(x=sigmoid, y=parts.x[:, :3, :3, :1])
    assert ops(rewritten([other, raw.Neg(x=parts.bias)], [parts.x], FUSE))[:2] == left


def test_readers_that_take_a_text_beside_the_result() -> None:
    """A histogram of a layer's output, as scripts write it for TensorBoard: its tag is a constant, but no number."""
    x, w, b = some(2, 3), some(3, 4), some(4)
    px = go.placeholder(go.float32, x.shape)
    y = raw.BiasAdd(value=raw.MatMul(a=px, b=go.constant(w)), bias=go.constant(b))
    summary = raw.HistogramSummary(tag=go.constant(b"layer/output"), values=y)
    with go.Session() as session:
        found, text = session.run([y, summary], {px: x})
    np.testing.assert_allclose(found, x @ w + b, rtol=1e-5)
    assert b"layer/output" in np.asarray(text).item()


def test_complex_numbers_are_no_constants_of_an_activation() -> None:
    x, w = some(2, 3).astype(np.complex64), some(3, 4).astype(np.complex64)
    px = go.placeholder(go.complex64, x.shape)
    y = raw.Mul(x=raw.MatMul(a=px, b=go.constant(w)), y=go.constant(np.complex64(2j)))
    with go.Session() as session:
        np.testing.assert_allclose(session.run(y, {px: x}), x @ w * 2j, rtol=1e-5)
