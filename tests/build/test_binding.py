"""From arguments to nodes: dtypes of literals, refusals, results; the same rules in graphs and in eager."""

import numpy as np
import pytest

import graphops as go
from graphops.extend import PlainKernel, register_kernel, register_op
from graphops_registry.errors import FailedPreconditionError, InvalidArgumentError, InvalidTypeError

pair = register_op(
    "Test>Pair",
    inputs=["x: T", "y: T", "n: int32"],
    outputs=["a: T", "b: int32"],
    attrs=["T: {half, float, double, int32, int64, complex64, complex128}", "k: int = 3"],
)
pair.shape_rule(lambda c: [c.shape("x"), c.shape("n")])


@register_kernel("Test>Pair", "CPU")
class Pair(PlainKernel):
    def compute(self, x, y, n):
        return x + 0, n + np.int32(self.attrs["k"])


lists = register_op(
    "Test>Lists",
    inputs=["xs: N * T", "ys: L"],
    outputs=["s: T", "t: L"],
    attrs=["N: int >= 1", "T: {float, double}", "L: list(type) >= 0"],
)
lists.shape_rule(lambda c: [c.shapes("xs")[0], *c.shapes("ys")])


@register_kernel("Test>Lists", "CPU")
class Lists(PlainKernel):
    def compute(self, *tensors):
        count = self.attrs["N"]
        return sum(tensors[:count]), *(t.copy() for t in tensors[count:])


def dtype_of(x, y, **attrs):
    with go.Graph().as_default():
        in_graph = getattr(go.raw_ops, "Test>Pair")(x=x, y=y, n=1, **attrs).a.dtype
    if not isinstance(x, go.Tensor):
        assert getattr(go.eager, "Test>Pair")(x=x, y=y, n=1, **attrs).a.dtype == in_graph.numpy_dtype
    return in_graph.name


@pytest.mark.parametrize(
    "x, y, expected",
    [
        (1, 2, "int32"),
        (1, 2.5, "float32"),
        (1.5, [1, 2], "float32"),
        (2**40, 1, "int64"),
        (np.float64(1), 2, "float64"),
        (np.ones(2, np.float16), 0.1, "float16"),
        (1, np.ones(2, np.int64), "int64"),
        (1j, 2, "complex128"),
        (np.float32(1), np.float32(2), "float32"),
    ],
)
def test_dtypes_of_literals(x, y, expected):
    assert dtype_of(x, y) == expected


def test_a_tensor_decides():
    with go.Graph().as_default():
        x = go.placeholder(go.float64, [2])
        op = getattr(go.raw_ops, "Test>Pair")
        assert op(x=1, y=x, n=1).a.dtype is go.float64
        with pytest.raises(InvalidTypeError, match="must have dtype float64, got a float32"):
            op(x=x, y=np.float32(1), n=1)
        with pytest.raises(
            InvalidTypeError, match=r"y of op 'Test>Pair' must have the dtype of x \(float64\), got float32"
        ):
            op(x=x, y=go.constant(1.0), n=1)


def test_integers_never_change_their_value():
    op = getattr(go.eager, "Test>Pair")
    assert op(x=1, y=1, n=np.array([5], np.int64)).b.tolist() == [8]
    for n in (2**40, np.int64(2**40), [2**31]):
        with pytest.raises(InvalidArgumentError, match="n of op 'Test>Pair' must fit into int32"):
            op(x=1, y=1, n=n)
    for n in (1.0, [1.5], True, None, "1", np.float32(1)):
        with pytest.raises(InvalidTypeError, match="n of op 'Test>Pair' must"):
            op(x=1, y=1, n=n)
    with pytest.raises(InvalidTypeError, match="must have dtype int32"):
        op(x=np.int32(1), y=1.5, n=1)


def test_results():
    result = getattr(go.eager, "Test>Pair")(x=1.0, y=2.0, n=[4])
    assert result._fields == ("a", "b")
    assert result.b.tolist() == [7]
    s, t = getattr(go.eager, "Test>Lists")(xs=[1.0, 2.0], ys=[np.int32(5), b"text"])
    assert s == 3.0
    assert isinstance(t, list)
    with go.Graph().as_default() as graph:
        result = getattr(go.raw_ops, "Test>Lists")(xs=[1.0, 2.0], ys=[])
        assert isinstance(result.s, go.Tensor)
        assert result.t == []
        assert isinstance(go.raw_ops.NoOp(), go.Node)
        assert graph.nodes[-1].type == "NoOp"


@pytest.mark.parametrize(
    "arguments, text",
    [
        ({}, "x of op 'Test>Pair' must be given, got nothing"),
        ({"x": 1, "y": 1, "n": 1, "z": 1}, "'z' is no argument or attr of op 'Test>Pair'"),
        ({"x": 1, "y": 1, "n": 1, "k": 1.5}, "attr 'k' of op 'Test>Pair' must be an integer, got 1.5"),
        ({"x": 1, "y": 1, "n": 1, "T": "float"}, None),
        ({"x": 1.5, "y": 1, "n": 1, "T": "int32"}, "x of op 'Test>Pair' must have dtype int32"),
        ({"x": "text", "y": 1, "n": 1}, "Test>Pair"),
        ({"x": True, "y": False, "n": 1}, "must have one of the dtypes"),
        ({"x": [[1], [1, 2]], "y": 1, "n": 1}, "x of op 'Test>Pair' must be a number, a text or a rectangular list"),
        ({"x": object(), "y": 1, "n": 1}, "x of op 'Test>Pair' must be a number"),
    ],
)
@pytest.mark.parametrize("style", ["raw_ops", "eager"])
def test_wrong_arguments(arguments, text, style):
    call = getattr(getattr(go, style), "Test>Pair")
    with go.Graph().as_default():
        if text is None:
            call(**arguments)
            return
        with pytest.raises(InvalidArgumentError) as caught:
            call(**arguments)
    assert text in str(caught.value)


def test_positional_arguments_and_lists_are_refused():
    with pytest.raises(TypeError, match="must be given by name, got 1 by place"):
        go.raw_ops.Identity(1)
    with pytest.raises(TypeError, match="must be given by name, got 1 by place"):
        go.eager.Identity(1)
    with pytest.raises(InvalidTypeError, match="xs of op 'Test>Lists' must be a list of tensors"):
        getattr(go.eager, "Test>Lists")(xs=np.ones(3), ys=[])
    with pytest.raises(InvalidArgumentError, match="xs of op 'Test>Lists' must have at least 1 tensors, got 0"):
        getattr(go.eager, "Test>Lists")(xs=[], ys=[], T="float")


def test_tensors_of_two_graphs_do_not_mix():
    with go.Graph().as_default():
        x = go.constant(1.0)
    with go.Graph().as_default():
        with pytest.raises(InvalidArgumentError, match="must be in one graph"):
            go.raw_ops.AddN(inputs=[x, go.constant(1.0)])
        assert go.raw_ops.Identity(input=x).graph is x.graph


def test_eager_refuses_what_needs_a_graph():
    with go.Graph().as_default(), pytest.raises(InvalidTypeError, match="symbolic tensor"):
        go.eager.Identity(input=go.constant(1.0))
    with pytest.raises(FailedPreconditionError, match="must be run by a Session"):
        go.eager.Placeholder(dtype="float")


def test_eager_repeats_are_not_confused():
    op = getattr(go.eager, "Test>Pair")
    x = np.ones(2, np.float32)
    assert op(x=x, y=x, n=[1]).b.tolist() == [4]
    assert op(x=x, y=x, n=[2]).b.tolist() == [5]
    assert op(x=x, y=x, n=1, k=4).b == 5
    assert op(x=x, y=x, n=1, k=5).b == 6
    with pytest.raises(InvalidTypeError):
        op(x=x, y=x, n=[1.0])  # equal to 1, and not the same
    with pytest.raises(InvalidTypeError):
        op(x=x, y=x, n=[True])
    assert not np.signbit(op(x=0.0, y=1.0, n=1).a)
    assert op(x=x, y=-0.0, n=1).a.tolist() == [1, 1]
    assert op(x=2 * x, y=x, n=1).a.tolist() == [2, 2]
    assert op(x=x.astype(np.float64), y=1, n=1).a.dtype == np.float64


def test_eager_takes_dlpack_and_big_endian():
    class Foreign:
        def __init__(self, array):
            self.array = array

        def __dlpack__(self, **keywords):
            return self.array.__dlpack__(**keywords)

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

    assert go.eager.Identity(input=Foreign(np.arange(3.0))).tolist() == [0, 1, 2]
    assert go.eager.Identity(input=np.arange(3, dtype=">i4")).dtype == np.int32


def test_constants_are_copies():
    value = np.ones(3)
    frozen = np.ones(3)
    view = frozen.view()
    view.flags.writeable = False
    with go.Graph().as_default(), go.Session() as session:
        a, b = go.constant(value), go.constant(view)
        value[:] = 5
        frozen[:] = 5
        assert session.run([a, b])[0].tolist() == [1, 1, 1]
        assert session.run([a, b])[1].tolist() == [1, 1, 1]


@pytest.mark.parametrize(
    "value, dtype, name",
    [
        (1, None, "int32"), (2**40, None, "int64"), (1.5, None, "float32"), (True, None, "bool"), ("a", None, "string"),
        (1j, None, "complex128"), (np.float64(1), None, "float64"), ([], None, "float32"), ([1, 2], "half", "float16"),
        (1, "bfloat16", "bfloat16"), ([[b"x"]], None, "string"), (1, "resource_x", None), (1.5, "int32", None),
        (300, "uint8", None), (-1, "uint64", None), ("a", "float", None), (None, None, None), (1, "quint8", "quint8"),
    ],
)  # fmt: skip
def test_constant(value, dtype, name):
    with go.Graph().as_default():
        if name is None:
            with pytest.raises(InvalidArgumentError):
                go.constant(value, dtype)
        elif name == "quint8":
            assert go.constant(value, dtype).shape == ()
        else:
            assert go.constant(value, dtype).dtype.name == name


@pytest.mark.parametrize("value", [[1, "abc"], ["abc", 1], [True, "a"], [[1.5, "x"]], (1, b"a"), [np.int64(1), "a"]])
def test_numbers_beside_texts_are_no_texts(value):
    """TensorFlow refuses them too; NumPy alone makes texts of them."""
    with go.Graph().as_default(), pytest.raises(go.errors.InvalidTypeError, match="must hold texts or bytes, got"):
        go.constant(value)


def test_constant_shapes():
    with go.Graph().as_default(), go.Session() as session:
        assert session.run(go.constant(2.0, shape=[2, 2])).tolist() == [[2, 2], [2, 2]]
        assert session.run(go.constant([1, 2, 3, 4], shape=(2, 2))).tolist() == [[1, 2], [3, 4]]
        with pytest.raises(InvalidArgumentError, match="as many elements"):
            go.constant([1, 2, 3], shape=(2, 2))
        with pytest.raises(InvalidArgumentError, match="fully defined"):
            go.constant([1, 2, 3], shape=(None,))


def test_symbolic_tensors_refuse_to_be_values():
    with go.Graph().as_default():
        x = go.constant([1.0, 2.0])
        for use in (bool, iter, len, float, int, np.asarray, list, lambda t: [1, 2][t], lambda t: 1 if t else 2):
            with pytest.raises(TypeError, match="symbolic tensor 'Const:0'"):
                use(x)
        assert (x == x) is True
        assert x != go.constant([1.0, 2.0])
        assert len({x, x}) == 1


def test_signatures_are_the_op_defs():
    import inspect

    parameters = inspect.signature(go.raw_ops.Conv3DBackpropInputV2).parameters
    assert list(parameters) == [
        "input_sizes", "filter", "out_backprop", "strides", "padding", "data_format", "dilations", "name",
    ]  # fmt: skip
    assert parameters["dilations"].default == [1, 1, 1, 1, 1]
    assert go.compat.v1.raw_ops.Conv3DBackpropInputV2 is go.raw_ops.Conv3DBackpropInputV2
    assert "out_backprop" in go.raw_ops.Conv3DBackpropInputV2.__doc__
    assert "Conv3D" in dir(go.raw_ops)


def test_eager_tells_zeros_apart():
    assert not np.signbit(go.eager.Identity(input=0.0))
    assert np.signbit(go.eager.Identity(input=-0.0))
    assert np.signbit(go.eager.Identity(input=[-0.0]))[0]
    assert not np.signbit(go.eager.Identity(input=[0.0]))[0]
