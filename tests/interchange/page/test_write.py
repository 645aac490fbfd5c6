"""From graphs to pages and back: recorded graphs of TensorFlow keep their meaning, pages their text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.graph.functions import Function
from graphops.interchange.graph_def.read import read_file
from graphops.interchange.page import build_page, load_page, page_json, page_of, page_text, read_page, run_page, write
from graphops_registry.errors import GraphopsError, UnimplementedError

DATA = Path(__file__).parent.parent / "graph_def" / "data"
EXAMPLES = sorted((Path(__file__).parents[3] / "examples" / "pages").glob("*.json"))
RECORDED = sorted(path for path in DATA.iterdir() if path.suffix in (".pb", ".pbtxt"))


def nodes_of(graph: go.Graph) -> dict[str, Any]:
    """What makes a graph what it is; of constants the values."""
    return {
        node.name: (
            node.type,
            [tensor.name for tensor in node.inputs],
            sorted(control.name for control in node.control_inputs),
            node.device,
            {
                name: (value.dtype.name, value.shape, value.tolist()) if isinstance(value, np.ndarray) else value
                for name, value in node.attrs.items()
                if name in node.op_def.attr_by_name
            },
        )
        for node in graph.nodes
    }


def again(graph: go.Graph) -> go.Graph:
    built = build_page(read_page(page_text(page_of(graph))))
    built.raise_problems()
    return built.graph


@pytest.mark.parametrize("path", RECORDED, ids=[path.stem for path in RECORDED])
def test_recorded_graphs(path: Path) -> None:
    with go.Graph().as_default() as graph:
        go.import_graph_def(read_file(path), name="")
    copy = again(graph)
    assert sorted(nodes_of(copy)) == sorted(nodes_of(graph))
    assert _plain(nodes_of(copy)) == _plain(nodes_of(graph))
    assert list(copy.functions) == list(graph.functions)
    for name, function in graph.functions.items():
        assert _plain(nodes_of(copy.functions[name].graph)) == _plain(nodes_of(function.graph))
        assert [t.name for t in copy.functions[name].outputs] == [t.name for t in function.outputs]


def _plain(nodes: Any) -> str:
    return repr(sorted(nodes.items())).replace("nan", "0")


def test_values_of_every_dtype() -> None:
    with go.Graph().as_default() as graph:
        for dtype in (
            "half",
            "bfloat16",
            "float",
            "double",
            "int8",
            "uint64",
            "complex64",
            "bool",
            "float8_e5m2",
            "int4",
        ):
            go.constant(np.array([[1, 0], [1, 1]]).astype(go.as_dtype(dtype).numpy_dtype), name=f"c_{dtype}")
        go.constant([np.nan, -np.inf, 0.1], name="special")
        go.constant(np.complex64([1 + 2j, complex(-0.0, -np.inf), complex(np.nan, -0.0)]), name="complex")
        go.constant(np.arange(1000.0), name="many")
        go.constant([b"text", b"\xff\xfe", "\u00fc".encode()], name="strings")
        go.constant(np.zeros((0, 3)), name="empty")
        go.constant(3, name="scalar")
        go.placeholder(go.float32, ("n", None, 3), name="p")
        go.placeholder(go.float32, None, name="unknown")
    copy = again(graph)
    assert _plain(nodes_of(copy)) == _plain(nodes_of(graph))
    assert copy.node("strings").get_attr("value").tolist() == [b"text", b"\xff\xfe", "\u00fc".encode()]
    for one in (graph, copy):  # to the bit: signs of zeros are not seen otherwise
        assert one.node("complex").get_attr("value").tobytes() == graph.node("complex").get_attr("value").tobytes()
    assert page_json(page_of(graph))["blocks"][11]["attrs"]["value"]["values"][0] == "1.0+2.0j"
    np.testing.assert_array_equal(copy.node("special").get_attr("value"), np.float32([np.nan, -np.inf, 0.1]))


def test_constants_beside_a_node_are_values_of_its_inputs() -> None:
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, [2, 2], name="x")
        go.raw_ops.MatMul(a=x, b=[[1.0, 2.0], [3.0, 4.0]], name="product")
        go.raw_ops.AddN(inputs=[x, [[1.0, 1.0]] * 2], name="mixed")
        go.raw_ops.ConcatV2(values=[[1, 2], [3]], axis=0, name="both")
    page = page_of(graph)
    assert [block.id for block in page.blocks] == ["x", "product", "mixed", "both"]
    assert sorted(page.pages) == ["mixed"]  # a list of a wire and a value
    assert [sorted(block.inputs) for block in page.blocks] == [[], ["b"], [], ["axis", "values"]]
    assert _plain(nodes_of(again(graph))) == _plain(nodes_of(graph))


def test_scopes_are_pages_and_wires_stand_where_both_ends_are() -> None:
    with go.Graph().as_default() as graph:
        x = go.constant(1.0, name="x")
        with go.name_scope("a"):
            y = go.raw_ops.Neg(x=x, name="y")
            with go.name_scope("b"), go.control_dependencies([x]):
                z = go.raw_ops.Neg(x=y, name="z")
                go.raw_ops.Neg(x=z, name="w")
    page = page_of(graph, fetches=["a/b/w", z], feeds={x: np.float32(2)})
    assert [str(wire.source) for wire in page.wires] == ["x:output"]
    assert [str(wire.target) for wire in page.pages["a"].wires] == ["b/z:x"]
    assert [str(wire.target) for wire in page.pages["a"].pages["b"].wires] == ["w:x"]
    assert page.pages["a"].pages["b"].blocks[0].after == ("/x",)
    assert [str(pin) for pin in page.fetches] == ["a/b/w", "a/b/z:y"]
    assert {k: v.tolist() for k, v in run_page(read_page(page_text(page))).items()} == {"a/b/w:y": -2, "a/b/z:y": 2}


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_writing_is_stable(path: Path) -> None:
    text = page_text(load_page(path))
    assert page_text(read_page(text)) == text
    assert path.read_text() == text


def test_functions() -> None:
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, [], name="x")
        y = go.cond(x > 0.0, lambda: x * 2.0, lambda: -x)
        _, total = go.while_loop(lambda i, t: i < 5, lambda i, t: (i + 1, t + y), [0, 0.0])
    page = read_page(page_text(page_of(graph, fetches=[total])))
    assert len(page.functions) == 4
    assert run_page(page, {"x": 3.0})[str(page.fetches[0])] == 30
    assert run_page(page, {"x": -1.0})[str(page.fetches[0])] == 5


def test_dtypes_that_an_array_does_not_say() -> None:
    """A constant beside a node stays a block if it holds quantised numbers: an int8 array would be int8."""
    with go.Graph().as_default() as graph:
        for dtype in ("qint8", "quint8", "qint16", "quint16", "qint32"):
            numbers = np.array([1, 0]).astype(go.as_dtype(dtype).numpy_dtype)
            constant = go.raw_ops.Const(value=numbers, dtype=dtype, name=f"{dtype}/input")
            go.raw_ops.Identity(input=constant, name=dtype)
    copy = again(graph)
    assert _plain(nodes_of(copy)) == _plain(nodes_of(graph))


def test_bits_of_floats() -> None:
    """Every NaN, both zeros and numbers below the normal ones keep their bits."""
    kinds = {np.float16: np.uint16, np.float32: np.uint32, np.float64: np.uint64}
    with go.Graph().as_default() as graph:
        for kind, bits in kinds.items():
            nan, sign = np.array(np.nan, kind).view(bits), bits(1 << (bits(0).itemsize * 8 - 1))
            values = np.array([0, 1, sign, sign | bits(1), nan, nan | bits(1), nan | sign], bits).view(kind)
            go.constant(values, name=f"{kind.__name__}_list")
            for number, value in enumerate(values):
                go.constant(value, name=f"{kind.__name__}_{number}")
    copy = again(graph)
    for node in graph.nodes:
        found = copy.node(node.name).get_attr("value")
        assert found.tobytes() == node.get_attr("value").tobytes(), node.name


def test_fetches_and_feeds_of_constants_beside_a_node() -> None:
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, [2], name="x")
        go.raw_ops.Mul(x=x, y=[1.0, 2.0], name="m")
    page = read_page(page_text(page_of(graph, feeds={x: [3.0, 4.0]}, fetches=["m/y", "m"])))
    assert {name: value.tolist() for name, value in run_page(page).items()} == {"m/y:output": [1, 2], "m:z": [3, 8]}
    page = read_page(page_text(page_of(graph, feeds={x: [3.0, 4.0], "m/y": [0.5, 1.0]}, fetches=["m"])))
    assert run_page(page)["m:z"].tolist() == [1.5, 4]


@pytest.mark.parametrize(
    ("dtype", "value", "found"),
    [
        ("string", ["a", "\u00fc"], [b"a", "\u00fc".encode()]),
        ("string", b"\xff", b"\xff"),
        ("bfloat16", [1.5], [1.5]),
        ("int32", 3, 3),
    ],
)
def test_feeds_have_the_dtype_of_their_tensor(dtype: str, value: Any, found: Any) -> None:
    with go.Graph().as_default() as graph:
        x = go.placeholder(dtype, None, name="x")
        go.raw_ops.Identity(input=x, name="y")
    page = read_page(page_text(page_of(graph, feeds={x: value}, fetches=["y"])))
    assert run_page(page)["y:output"].tolist() == found


def test_names_deeper_than_pages_may_be() -> None:
    with go.Graph().as_default() as graph:
        go.raw_ops.NoOp(name="/".join(["a"] * 51))
    assert again(graph).node("/".join(["a"] * 51))
    with go.Graph().as_default() as graph:
        go.raw_ops.NoOp(name="/".join(["a"] * 52))
    with pytest.raises(UnimplementedError, match="a page must have names of at most 50 scopes"):
        page_of(graph)


def test_lists_of_no_tensors() -> None:
    with go.Graph().as_default() as graph:
        index = go.placeholder(go.int32, [], name="index")
        go.switch_case(index, [lambda: go.constant("zero"), lambda: go.constant("one")])
    copy = again(graph)
    assert _plain(nodes_of(copy)) == _plain(nodes_of(graph))


def test_colocation_of_a_constant_beside_a_node() -> None:
    with go.Graph().as_default() as graph:
        x = go.constant(1.0, name="x")
        with go.Graph.colocate_with(graph, x):
            y = go.constant(2.0, name="z/y")
        go.raw_ops.Mul(x=x, y=y, name="z")
    assert again(graph).node("z/y").attrs["_class"] == ("loc:@x",)


def test_a_constant_whose_name_another_node_has_in_capitals() -> None:
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, [], name="p")
        go.raw_ops.Neg(x=1.0, name="a")
        go.raw_ops.Identity(input=x, name="A/X/")
    assert [node.name for node in graph.nodes] == ["p", "a/x", "a", "A/X"]
    assert sorted(nodes_of(again(graph))) == ["A/X", "a", "a/x", "p"]


@pytest.mark.parametrize("name", ["my fn", "f:g", "f()", "\u00e9", "-f", "/f"])
def test_names_of_functions_that_a_page_cannot_have(name: str) -> None:
    graph = go.Graph()
    graph.add_function(Function(name, go.Graph(library_of=graph)))
    with pytest.raises(UnimplementedError, match="names of a page's functions must consist of letters"):
        page_of(graph)


def test_the_names_of_tensorflow_s_lambdas() -> None:
    graph = go.Graph()
    graph.add_function(Function("__inference_<lambda>_5", go.Graph(library_of=graph)))
    assert list(again(graph).functions) == ["__inference_<lambda>_5"]


def test_no_more_blocks_than_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = graph_with_functions(called="NoOp", spare="NoOp")
    with graph.as_default():
        go.raw_ops.Neg(x=1.0, name="scope/y")  # with its constant one block
    monkeypatch.setattr(write, "MOST_BLOCKS", 4)
    page_of(graph)
    monkeypatch.setattr(write, "MOST_BLOCKS", 3)
    with pytest.raises(UnimplementedError, match="a page must have at most 3 blocks, got 4"):
        page_of(graph)


def graph_with_functions(**bodies: str) -> go.Graph:
    """A graph that calls function ``called``, if there is one; each function has one node, of the op that is said."""
    message = go.Graph().as_graph_def()
    for name, op in bodies.items():
        function = message.library.function.add()
        function.signature.name = name
        function.node_def.add(name="only", op=op)
        function.signature.control_output.append("only")
        function.control_ret["only"] = "only"
    if "called" in bodies:
        node = message.node.add(name="call", op="StatefulPartitionedCall")
        node.attr["f"].func.name = "called"
        for types in ("Tin", "Tout"):
            node.attr[types].list.SetInParent()
    graph = go.Graph()
    go.import_graph_def(message, name="", graph=graph)
    return graph


def test_functions_that_nothing_calls_and_that_cannot_be_made() -> None:
    page = page_of(graph_with_functions(called="NoOp", spare="NoOp", bad="NoSuchOp"))
    assert sorted(page.functions) == ["called", "spare"]
    with pytest.raises(GraphopsError, match="NoSuchOp"):
        page_of(graph_with_functions(called="NoSuchOp"))
