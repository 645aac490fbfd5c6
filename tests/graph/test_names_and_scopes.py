"""Names, scopes, devices, control and colocation scopes: TensorFlow's answers (observed), typed off."""

import threading

import pytest

import graphops as go
from graphops.graph.functions import Function
from graphops_registry.errors import (
    AlreadyExistsError,
    FailedPreconditionError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
)


def no_op(name=None):
    return go.raw_ops.NoOp(name=name).name


@pytest.fixture
def graph():
    graph = go.Graph()
    with graph.as_default():
        yield graph


def test_names_are_unique_whatever_their_case(graph):
    assert [no_op(n) for n in ["a", "a", "A", "a_1", "a"]] == ["a", "a_1", "A_2", "a_1_1", "a_3"]
    assert [no_op(), no_op()] == ["NoOp", "NoOp_1"]


def test_scopes_and_nodes_share_one_table(graph):
    with graph.name_scope("s") as first:
        pass
    with graph.name_scope("s") as second:
        assert no_op("x") == "s_1/x"
    assert (first, second) == ("s/", "s_1/")
    no_op("t")
    with graph.name_scope("t") as third:
        assert third == "t_1/"


def test_reentering_and_leaving_scopes(graph):
    with graph.name_scope("a"), graph.name_scope("b") as b:
        assert b == "a/b/"
        with graph.name_scope(None) as root:
            assert root == ""
            assert no_op("x") == "x"
        with graph.name_scope("a/"):
            assert no_op("y") == "a/y"
    with go.name_scope("a/b/"):
        assert no_op("z") == "a/b/z"
        assert no_op("_hidden") == "a/b/_hidden"
    assert no_op("full/name/") == "full/name"
    with pytest.raises(AlreadyExistsError):
        no_op("full/name/")
    assert no_op("full/name") == "full/name_1"


@pytest.mark.parametrize("name", ["a b", "_x", "x:0", "é", "-x", "/x"])
def test_bad_names(graph, name):
    with pytest.raises(InvalidArgumentError, match="must match"):
        no_op(name)
    with pytest.raises(InvalidArgumentError, match="must match"), graph.name_scope(name):
        pass
    assert len(graph) == 0


@pytest.mark.parametrize("name", ["a//b", ".a", "1a", "a>b", "a-b", "a\\b"])
def test_legal_names(graph, name):
    assert no_op(name) == name


def test_literals_become_constants_named_after_their_argument(graph):
    x = go.placeholder(go.float32, [2], name="x")
    total = go.raw_ops.AddN(inputs=[x, [1, 2], [3, 4]], name="total")
    assert total.name == "total:0"
    assert [n.name for n in graph.nodes] == ["x", "total/inputs", "total/inputs_1", "total"]
    again = go.raw_ops.AddN(inputs=[x, [1, 2]], name="total")
    assert again.name == "total_1:0"


def test_devices_merge_field_by_field(graph):
    def device_of():
        return go.raw_ops.NoOp().device

    with graph.device("/job:a"), graph.device("/cpu:0"):
        assert device_of() == "/job:a/device:CPU:0"
    with graph.device("/cpu:0"), go.device("/gpu:0"):
        assert device_of() == "/device:GPU:0"
    with graph.device("/job:a/cpu:0"), graph.device("/job:b"):
        assert device_of() == "/job:b/device:CPU:0"
    with graph.device("/cpu:0"), graph.device(None):
        assert device_of() == ""
    with graph.device("/gpu"):
        assert device_of() == "/device:GPU:*"
    with graph.device("/device:xyz:3"), graph.device(""):
        assert device_of() == "/device:XYZ:3"


@pytest.mark.parametrize("device", ["bogus", "/cpu:0/gpu:0", "/cpu:x", "/job", 3])
def test_bad_devices(graph, device):
    with pytest.raises(InvalidArgumentError, match="a device"), graph.device(device):
        pass


def test_control_dependencies(graph):
    a, b = go.raw_ops.NoOp(name="a"), go.raw_ops.NoOp(name="b")
    c = go.constant(1.0, name="c")
    with graph.control_dependencies([a]), go.control_dependencies([b, c]):
        made = go.raw_ops.Identity(input=c)
        assert [n.name for n in made.node.control_inputs] == ["a", "b"]  # c is an input already
        inner = go.raw_ops.Identity(input=made)
        assert inner.node.control_inputs == ()  # made depends on them
        with graph.control_dependencies(None):
            assert go.raw_ops.NoOp().control_inputs == ()
    with graph.control_dependencies([]):
        assert go.raw_ops.NoOp().control_inputs == ()
    with pytest.raises(InvalidTypeError), graph.control_dependencies([3]):
        pass


def test_colocation(graph):
    with graph.device("/cpu:0"):
        a = go.constant(1.0, name="a")
    with graph.colocate_with(a):
        b = go.constant(2.0, name="b")
    with go.colocate_with(b), graph.device("/gpu:0"):
        c = go.constant(3.0, name="c")
    assert b.node.colocation_groups == ("a",)
    assert c.node.colocation_groups == ("a",)  # the root of the group
    assert c.node.device == "/device:CPU:0"
    assert a.node.colocation_groups == ("a",)


def test_scopes_belong_to_threads(graph):
    seen = []
    with graph.name_scope("outer"):
        thread = threading.Thread(target=lambda: seen.append((graph.get_name_scope(), go.get_default_graph() is graph)))
        thread.start()
        thread.join()
    assert seen == [("", False)]


def test_many_threads_build_one_graph(graph):
    def build():
        with graph.as_default():
            for _ in range(50):
                no_op("x")

    threads = [threading.Thread(target=build) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    names = [node.name for node in graph.nodes]
    assert len(set(names)) == 400


def test_finalize(graph):
    function = Function("f", go.Graph(), (), ())
    no_op()
    graph.finalize()
    for change in (
        no_op,
        lambda: graph.add_function(function),
    ):
        with pytest.raises(FailedPreconditionError, match="must not be finalized"):
            change()
    assert graph.finalized


def test_looking_up(graph):
    x = go.constant([1, 2], name="x")
    assert graph.tensor("x:0") is x
    assert graph.node("x") is x.node
    assert graph.as_graph_element(x) is x
    assert x.graph is graph
    assert graph.get_operations() == [x.node]
    with pytest.raises(NotFoundError, match=r"did you mean 'x'|no such name"):
        graph.node("X1")
    with pytest.raises(NotFoundError, match="has 1 outputs"):
        graph.tensor("x:1")
    with pytest.raises(InvalidArgumentError, match="node:index"):
        graph.tensor("x:a")
    with pytest.raises(InvalidArgumentError, match="belongs to another"):
        go.Graph().as_graph_element(x)


def test_default_graphs(graph):
    assert go.get_default_graph() is graph
    with pytest.raises(FailedPreconditionError):
        go.reset_default_graph()


def test_reset_default_graph():
    before = go.get_default_graph()
    go.reset_default_graph()
    assert go.get_default_graph() is not before


def test_nodes_know_their_line(graph):
    node = go.raw_ops.NoOp()
    assert node.made_at.filename == __file__
    assert node.made_at.function == "test_nodes_know_their_line"
    x = go.placeholder(go.float64, [1] * 5)
    y = go.raw_ops.Conv3D(input=x, filter=x, strides=[1] * 5, padding="SAME")
    (dx,) = go.gradients(y, x, [y])
    backward = [n for n in graph.nodes if n.forward is not None]
    assert {n.forward for n in backward} == {y.node}
    assert all(n.made_at.lineno == y.node.made_at.lineno + 1 for n in backward)
    assert dx.shape == x.shape


def test_unique_name(graph):
    assert graph.unique_name("x", mark_as_used=False) == "x"
    assert graph.unique_name("x") == "x"
    assert no_op("x") == "x_1"


def test_collections_and_restrictions(graph):
    x = go.placeholder(go.float32, [], name="x")
    graph.add_to_collection("things", x)
    assert graph.get_collection("things") == [x]
    assert graph.get_collection("none") == []
    y = go.raw_ops.Identity(input=x)
    graph.prevent_feeding(x)
    graph.prevent_fetching(x.node)
    with go.Session() as session:
        with pytest.raises(InvalidArgumentError, match="must not be fed"):
            session.run(y, {x: 1.0})
        with pytest.raises(InvalidArgumentError, match="must not be fetched"):
            session.run(x)


def test_to_networkx(graph):
    x = go.placeholder(go.float32, ["N", 2], name="x")
    with graph.control_dependencies([go.raw_ops.NoOp(name="first")]):
        go.raw_ops.AddN(inputs=[x, x], name="sum")
    found = graph.to_networkx()
    assert set(found) == {"x", "first", "sum"}
    assert found.number_of_edges("x", "sum") == 2
    assert found.edges["x", "sum", 1]["input"] == 1
    assert found.edges["x", "sum", 0]["shape"] == "(N, 2)"
    assert found.edges["first", "sum", 0] == {"control": True}
    assert found.nodes["sum"]["attrs"]["N"] == 2


# -- the C++ style -------------------------------------------------------------------------------------------------


def test_scope_objects():
    root = go.Scope.new_root_scope()
    sub = root.new_sub_scope("layer")
    again = root.new_sub_scope("layer")
    x = go.ops.Const(root.with_op_name("x"), 1.0)
    assert x.name == "x:0"
    assert go.ops.Identity(sub.with_op_name("b_", 3), x).name == "layer/b_3:0"
    assert go.ops.Identity(again, x).name == "layer_1/Identity:0"
    assert go.ops.Identity(root.with_device("/job:a").with_device("/cpu:0"), x).device == "/device:CPU:0"
    guard = go.ops.NoOp(root)
    controlled = go.ops.Identity(root.with_control_dependencies(guard, [x]), x)
    assert controlled.node.control_inputs == (guard,)
    free = go.ops.Identity(root.with_control_dependencies(guard).with_no_control_dependencies(), x)
    assert free.node.control_inputs == ()
    near = go.ops.Identity(root.colocate_with(x), x)
    assert near.node.colocation_groups == ("x",)
    assert go.ops.Identity(root.colocate_with(x).clear_colocation(), x).node.attrs.get("_class") is None
    assert root.graph is sub.graph


def test_attrs_are_frozen_copies():
    first = go.ops.Conv3D.data_format("NCDHW")
    second = first.dilations([1, 1, 2, 2, 2])
    assert first.values == {"data_format": "NCDHW"}
    assert second.values == {"data_format": "NCDHW", "dilations": (1, 1, 2, 2, 2)}
    assert second == go.ops.Conv3D.Attrs(dilations=[1, 1, 2, 2, 2], data_format="NCDHW")
    assert hash(first) != hash(second)
    with pytest.raises(InvalidTypeError, match="frozen"):
        first.data_format = "NDHWC"
    with pytest.raises(InvalidArgumentError, match="must be one of 'NDHWC', 'NCDHW'"):
        go.ops.Conv3D.data_format("NHWC")
    with pytest.raises(InvalidTypeError, match="no optional attr"):
        go.ops.Conv3D.Attrs(strides=[1] * 5)
    with pytest.raises(AttributeError, match="no optional attr"):
        _ = go.ops.Conv3D.strides


def test_op_classes_refuse_wrong_calls():
    scope = go.Scope.new_root_scope()
    x = go.ops.Placeholder(scope, "float")
    with pytest.raises(InvalidTypeError, match="must be a Scope"):
        go.ops.Identity(x)
    with pytest.raises(InvalidTypeError, match="must be made by ops.Conv3D"):
        go.ops.Conv3D(scope, x, x, [1] * 5, "SAME", attrs=go.ops.Placeholder.shape([1]))
    with pytest.raises(InvalidTypeError, match=r"must be \(scope, input\)"):
        go.ops.Identity(scope, x, x)
    with pytest.raises(InvalidTypeError, match="must be given by attrs="):
        go.ops.Conv3D(scope, x, x, [1] * 5, "SAME", data_format="NDHWC")
    with pytest.raises(AttributeError, match="did you mean 'Identity'"):
        _ = go.ops.Identify
