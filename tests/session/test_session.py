"""Session: fetches, feeds, plans, threads. No numerics beyond sums."""

import collections
import dataclasses
import threading

import numpy as np
import pytest

import graphops as go
from graphops.extend import PlainKernel, register_kernel, register_op
from graphops_registry.errors import (
    FailedPreconditionError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
)

failing = register_op("Test>Failing", inputs=["x: float"], outputs=["y: float"])
failing.shape_rule(lambda c: [c.shape("x")])


@register_kernel("Test>Failing", "CPU")
class Failing(PlainKernel):
    def compute(self, x):
        raise ZeroDivisionError("by design")


def add(*inputs, name=None):
    return go.raw_ops.AddN(inputs=list(inputs), name=name)


@pytest.fixture
def graph():
    graph = go.Graph()
    with graph.as_default():
        yield graph


# -- fetches -----------------------------------------------------------------------------------------------------


def test_every_structure_of_fetches(graph):
    Pair = collections.namedtuple("Pair", "a b")

    @dataclasses.dataclass
    class Record:
        x: object
        y: object

    a, b = go.constant(1, name="a"), go.constant([2.0], name="b")
    nothing = go.raw_ops.NoOp(name="nothing")
    with go.Session() as session:
        assert session.run(a) == 1
        assert isinstance(session.run(a), np.int32)
        assert session.run("a:0") == 1
        assert session.run([]) == []
        assert session.run(nothing) is None
        assert session.run(["nothing", a, a]) == [None, 1, 1]
        assert session.run((a, [a, {"k": a}])) == (1, [1, {"k": 1}])
        assert session.run(Pair(a, b)) == Pair(1, [2.0])
        assert session.run(Record(a, b)) == Record(1, [2.0])
        ordered = session.run(collections.OrderedDict([("z", a), ("y", b)]))
        assert type(ordered) is collections.OrderedDict
        assert list(ordered) == ["z", "y"]


@pytest.mark.parametrize(
    "fetch, kind, text",
    [
        (None, InvalidTypeError, "a fetch must be a Tensor, a Node or a name, got None"),
        (3, InvalidTypeError, "got 3"),
        ("nosuch", InvalidArgumentError, "'nosuch' must be in the graph"),
        ("a:5", InvalidArgumentError, "has 1 outputs"),
        ("a:x", InvalidArgumentError, "node:index"),
    ],
)
def test_bad_fetches(graph, fetch, kind, text):
    go.constant(1, name="a")
    with go.Session() as session, pytest.raises(kind, match=text):
        session.run([fetch])


def test_a_foreign_tensor_is_refused(graph):
    go.constant(1)
    with go.Graph().as_default():
        other = go.constant(1)
    with go.Session() as session:
        with pytest.raises(InvalidArgumentError, match="belongs to another"):
            session.run(other)
        with pytest.raises(InvalidArgumentError, match="belongs to another"):
            session.run([], {other: 1})


def test_what_is_fetched_belongs_to_the_caller(graph):
    c = go.constant([1.0, 2.0])
    p = go.placeholder(go.float32, [2])
    same = go.raw_ops.Identity(input=c)
    total = add(c, p)
    again = go.raw_ops.Identity(input=total)
    fed = np.array([5, 6], np.float32)
    with go.Session() as session:
        for _ in range(2):
            values = session.run([c, same, p, total, again], {p: fed})
            expected = [[1, 2], [1, 2], [5, 6], [6, 8], [6, 8]]
            assert [v.tolist() for v in values] == expected
            for value in values:
                value += 100  # writeable, and shared with nothing else
        assert fed.tolist() == [5, 6]
        first, second = session.run([total, again], {p: fed})
        assert not np.shares_memory(first, second)


# -- feeds -------------------------------------------------------------------------------------------------------


def test_anything_can_be_fed(graph):
    a = go.constant([1.0], name="a")
    with graph.control_dependencies([getattr(go.raw_ops, "Test>Failing")(x=a).node]):
        b = add(a, [1.0], name="b")
    c = add(b, [1.0])
    with go.Session() as session:
        assert session.run(c, {b: [5.0]}) == [6.0]  # the producer and its control inputs are cut off
        assert session.run(c, {"b:0": [5.0]}) == [6.0]
        assert session.run(b, {b: [7.0]}) == [7.0]
        assert session.run(c, {a: [1.0], b: [2.0]}) == [3.0]
        with pytest.raises(ZeroDivisionError):
            session.run(c)


def test_feeds_convert_without_changing_values(graph):
    f, i = go.placeholder(go.float32, name="f"), go.placeholder(go.int32, name="i")
    s = go.placeholder(go.string, name="s")
    with go.Session() as session:
        assert session.run(f, {f: np.float64(0.1)}) == np.float32(0.1)
        assert session.run(f, {f: 3}) == 3.0
        assert session.run(i, {i: np.int64(7)}) == 7
        assert session.run(s, {s: "é"}) == "é".encode()
        assert session.run(f, {f: np.ones(2, ">f4")}).dtype == np.float32
        for value in (3.7, [1, 2.5], np.float32(2)):
            with pytest.raises(InvalidTypeError, match="the feed for 'i:0' must have dtype int32"):
                session.run(i, {i: value})
        with pytest.raises(InvalidArgumentError, match="must fit into int32, got 1099511627776"):
            session.run(i, {i: 2**40})
        with pytest.raises(InvalidTypeError, match="symbolic"):
            session.run(f, {f: f})
        with pytest.raises(InvalidArgumentError, match="rectangular"):
            session.run(f, {f: [[1], [1, 2]]})
        with pytest.raises(InvalidTypeError, match="must have dtype string"):
            session.run(s, {s: 3})


def test_feeds_are_checked_against_shapes(graph):
    p = go.placeholder(go.float32, ("N", 2), name="p")
    q = go.placeholder(go.float32, ("N",), name="q")
    c = go.constant([1.0, 2.0], name="c")
    with go.Session() as session:
        with pytest.raises(InvalidArgumentError, match=r"'p:0' must have shape \(N, 2\), got \(3, 5\)"):
            session.run(p, {p: np.ones((3, 5))})
        with pytest.raises(InvalidArgumentError, match=r"'c:0' must have shape \(2,\), got \(3,\)"):
            session.run(c, {c: np.ones(3)})
        with pytest.raises(InvalidArgumentError, match="must have size 3 in dimension 'N', as 'p:0' has, got 4"):
            session.run([p, q], {p: np.ones((3, 2)), q: np.ones(4)})
        assert session.run(q, {p: np.ones((3, 2)), q: np.ones(3)}).shape == (3,)


def test_bad_feed_dicts(graph):
    a, b = go.placeholder(go.float32, name="a"), go.placeholder(go.float32, name="b")
    with go.Session() as session:
        with pytest.raises(InvalidTypeError, match="feed_dict must be a mapping"):
            session.run(a, [(a, 1)])
        with pytest.raises(NotFoundError, match="'zzz'"):
            session.run(a, {"zzz:0": 1})
        with pytest.raises(InvalidTypeError, match="a feed's key"):
            session.run(a, {a.node: 1})
        with pytest.raises(InvalidArgumentError, match="must have as many values"):
            session.run(a, {(a, b): (1,)})
        assert session.run([a, b], {(a, b): (1, 2)}) == [1, 2]
        with pytest.raises(InvalidArgumentError) as caught:
            session.run([a, b])
        assert "2 things must be put right" in str(caught.value)
        assert "placeholder 'a:0' must be fed" in str(caught.value)
        assert "placeholder 'b:0' must be fed" in str(caught.value)


def test_the_callers_array_is_never_written(graph):
    p = go.placeholder(go.float32, [2])
    value = np.ones(2, np.float32)
    with go.Session() as session:
        result = session.run(p, {p: value})
        result[:] = 9
    assert value.tolist() == [1, 1]


# -- plans -------------------------------------------------------------------------------------------------------


def test_only_what_is_needed_runs(graph):
    x = go.constant([1.0])
    getattr(go.raw_ops, "Test>Failing")(x=x)
    with go.Session() as session:
        assert session.run(add(x, x)) == [2.0]


def test_control_inputs_run(graph):
    x = go.constant([1.0])
    with graph.control_dependencies([getattr(go.raw_ops, "Test>Failing")(x=x)]):
        y = go.raw_ops.Identity(input=x)
    with go.Session() as session, pytest.raises(ZeroDivisionError) as caught:
        session.run(y)
    notes = "\n".join(caught.value.__notes__)
    assert "Test>Failing" in notes
    assert "float32(1,)" in notes
    assert __file__ in notes


def test_a_graph_may_grow(graph):
    with go.Session() as session:
        x = go.constant([1.0])
        assert session.run(x) == [1.0]
        assert session.run(add(x, x)) == [2.0]


def test_missing_kernels_are_all_named(graph):
    register_op("Test>NoKernel", inputs=["x: float"], outputs=["y: float"])
    make = getattr(go.raw_ops, "Test>NoKernel")
    y = make(x=make(x=[1.0], name="first"), name="second")
    with go.Session() as session, pytest.raises(NotFoundError) as caught:
        session.run(y)
    assert "node 'first'" in str(caught.value)
    assert "node 'second'" in str(caught.value)


def test_devices(graph):
    x = go.constant([1.0])
    with graph.device("/gpu:7"):
        y = add(x, x, name="y")
    with graph.device("/job:worker"):
        z = add(x, x, name="z")
    with go.Session() as session:
        with pytest.raises(InvalidArgumentError, match="device of node 'y' must be one of /device:CPU:0"):
            session.run(y)
        with pytest.raises(InvalidArgumentError, match="must be on this machine"):
            session.run(z)
        assert "/device:CPU:0" in session.list_devices()
    with go.Session(config=go.SessionConfig(allow_soft_placement=True)) as session:
        assert session.run(y) == [2.0]


def test_make_callable(graph):
    a, b = go.placeholder(go.float32), go.placeholder(go.float32)
    with go.Session() as session:
        function = session.make_callable({"sum": add(a, b)}, [a, b])
        assert function(1, 2) == {"sum": 3.0}
        assert function([1], [2])["sum"].tolist() == [3.0]
        with pytest.raises(InvalidTypeError, match="must be given 2 values"):
            function(1)
        with pytest.raises(InvalidTypeError, match="takes no keywords"):
            function(1, 2, options=None)
        with pytest.raises(InvalidArgumentError, match="must be fed"):
            session.make_callable(add(a, b), [a])
        metadata = go.RunMetadata()
        session.make_callable(add(a, b), [a, b], accept_options=True)(1, 2, run_metadata=metadata)
        assert [node.op for node in metadata.nodes] == ["AddN"]
    with pytest.raises(FailedPreconditionError, match="closed"):
        function(1, 2)


def test_life_of_a_session(graph):
    session = go.Session()
    with pytest.raises(FailedPreconditionError, match="it is empty"):
        session.run([])
    x = go.constant(1.0)
    with pytest.raises(FailedPreconditionError, match="must have a session"):
        x.eval()
    with session.as_default():
        assert x.eval() == 1.0
        assert go.get_default_session() is session
    assert x.eval(session=session) == 1.0
    assert go.raw_ops.NoOp().run(session=session) is None
    session.close()
    with pytest.raises(FailedPreconditionError, match="closed"):
        session.run(x)


@pytest.mark.parametrize(
    "arguments, kind",
    [
        ({"graph": 3}, InvalidArgumentError),
        ({"target": "grpc://x"}, NotFoundError),
        ({"config": 3}, InvalidTypeError),
    ],
)
def test_bad_sessions(arguments, kind):
    with pytest.raises(kind):
        go.Session(**arguments)


@pytest.mark.parametrize("field", ["memory_limit", "timeout", "intra_op_threads"])
def test_bad_configs(field):
    for value in (0, -1, "1", True):
        with pytest.raises(InvalidArgumentError, match=f"{field} of SessionConfig"):
            go.SessionConfig(**{field: value})


def test_client_session():
    scope = go.Scope.new_root_scope()
    p = go.ops.Placeholder(scope, "float")
    y = go.ops.AddN(scope, [p, p])
    guard = go.ops.NoOp(scope)
    session = go.ClientSession(scope)
    assert session.run([y, p], {p: 2.0}, [guard]) == [4.0, 2.0]
    with pytest.raises(InvalidTypeError, match="fetch_outputs must be a list"):
        session.run(y, {p: 2.0})
    with pytest.raises(InvalidTypeError, match="must be a Scope"):
        go.ClientSession(go.Graph())
    session.close()


# -- threads -----------------------------------------------------------------------------------------------------


def test_eight_threads_with_different_shapes(graph):
    p = go.placeholder(go.float64, [None, 2, 2, 2, 1])
    w = np.arange(16, dtype=np.float64).reshape(2, 2, 2, 1, 2)
    y = go.raw_ops.Conv3D(input=p, filter=w, strides=[1] * 5, padding="VALID")
    wrong = []
    with go.Session() as session:

        def work(seed):
            for run in range(60):
                n = 1 + (seed + run) % 5
                x = np.full((n, 2, 2, 2, 1), float(seed + 1))
                value = session.run(y, {p: x})
                if value.shape != (n, 1, 1, 1, 2) or not (value == [[[[56 * (seed + 1), 64 * (seed + 1)]]]]).all():
                    wrong.append((seed, run))

        threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert wrong == []
