"""Pictures of graphs: well-formed for any names, complete, boxes do not overlap, edges go downwards."""

import xml.etree.ElementTree as ElementTree
from itertools import combinations

import numpy as np
import pytest

import graphops as go
from graphops.build.variables import Variable, global_variables_initializer
from graphops.inspect.draw import svg as graph_svg
from graphops.inspect.draw.layers import Box, Edge, lay_out
from graphops.inspect.draw.nesting import Nesting
from graphops.inspect.draw.svg import to_svg
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError, NotFoundError

raw = go.raw_ops
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def graph():
    with go.Graph().as_default() as graph:
        yield graph


def parse(text):
    root = ElementTree.fromstring(text)  # noqa: S314 - our own text
    titles = [element.text for element in root.iter(f"{SVG}title")]
    texts = [element.text for element in root.iter(f"{SVG}text")]
    return root, titles, texts


def a_model():
    x = go.placeholder(go.float32, ("N", 8, 8, 1), name="x")
    h = x
    for layer in range(2):
        with go.name_scope(f"layer{layer}"):
            w = Variable(np.zeros((3, 3, 1, 1), np.float32), name="w")
            h = raw.Relu(features=raw.Conv2D(input=h, filter=w.value(), strides=[1, 1, 1, 1], padding="SAME"))
    loss = raw.Sum(input=h, reduction_indices=[0, 1, 2, 3])
    go.gradients(loss, [x])
    global_variables_initializer()


def test_every_node_is_drawn_once_and_every_edge(graph):
    a_model()
    root, titles, texts = parse(to_svg(graph))
    for node in graph.nodes:
        assert sum(title.startswith(f"{node.name}\n") for title in titles) == 1
    edges = sum(len(node.inputs) for node in graph.nodes)
    controls = sum(len(node.control_inputs) for node in graph.nodes)
    paths = [path.get("class") for path in root.iter(f"{SVG}path")]
    assert paths.count("d") == edges
    assert paths.count("c") == controls > 0
    assert "float32 [N, 8, 8, 1]" in texts
    assert "layer0" in texts
    assert {"neural networks", "state", "constants", "inputs", "mathematics"} <= set(texts)


def layout(graph):
    nodes = list(graph.nodes)
    edges = [(source, node) for node in nodes for source in graph_svg._sources(node)]
    nesting = Nesting(nodes, edges, lambda node, name: Box(80, 30), 900.0)
    return nodes, edges, nesting


def test_boxes_do_not_overlap_and_frames_hold_their_nodes_only(graph):
    a_model()
    nodes, _, nesting = layout(graph)
    for a, b in combinations(nodes, 2):
        p, q = nesting.places[a], nesting.places[b]
        assert abs(p.x - q.x) >= 80 or abs(p.y - q.y) >= 30
    assert nesting.frames
    for frame in nesting.frames:
        for node in nodes:
            place = nesting.places[node]
            x_inside = frame.x <= place.x - 40 and place.x + 40 <= frame.x + frame.width
            y_inside = frame.y <= place.y - 15 and place.y + 15 <= frame.y + frame.height
            belongs = f"{node.name}/".startswith(f"{frame.scope}/")
            assert (x_inside and y_inside) == belongs
            x_apart = place.x + 40 <= frame.x or frame.x + frame.width <= place.x - 40
            assert belongs or x_apart or place.y + 15 <= frame.y or frame.y + frame.height <= place.y - 15


def test_edges_go_downwards(graph):
    a_model()
    _, edges, nesting = layout(graph)
    for source, target in edges:
        way = nesting.ways[source, target]
        ys = [nesting.places[source].y, *(y for _, y in way), nesting.places[target].y]
        assert ys == sorted(ys)


def test_a_loop_is_drawn_upwards(graph):
    enter = raw.Enter(data=go.constant(1), frame_name="loop")
    merge = raw.Merge(inputs=[enter, enter])
    step = raw.NextIteration(data=raw.AddV2(x=merge.output, y=1))
    merge.output.node.set_late_input(1, step)
    root, _, _ = parse(to_svg(graph))
    assert any("S" in path.get("d") for path in root.iter(f"{SVG}path") if path.get("class") == "d")


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", 'a" onload="x', "&amp;", "]]>", "<!--"])
def test_texts_of_strangers_are_escaped(graph, text):
    raw.VarHandleOp(dtype="float32", shape=[], shared_name=text)
    answer = to_svg(graph)
    _, titles, texts = parse(answer)
    assert any(text in (shown or "") for shown in (*titles, *texts))
    assert "<script" not in answer
    assert 'onload="x' not in answer.replace("&quot;", "'")


def test_characters_that_xml_does_not_have(graph):
    assert graph_svg._escape("a\x00\x1b\ud800\uffff\tb\n") == "a\ufffd\ufffd\ufffd\ufffd\tb\n"
    raw.Assert(condition=True, data=["\x00\x1b"])
    parse(to_svg(graph))


def test_long_names_are_cut_and_wide_letters_counted():
    assert len(graph_svg._cut("x" * 500)) == 36
    assert graph_svg._width("漢字", 10) > graph_svg._width("ab", 10)


def test_an_empty_graph(graph):
    parse(to_svg(graph))


def test_the_same_graph_gives_the_same_picture(graph):
    a_model()
    assert to_svg(graph) == to_svg(graph)


def test_a_long_chain_and_a_wide_graph(graph):
    x = go.constant(1.0)
    for _ in range(300):
        x = raw.Neg(x=x)
    for _ in range(100):
        go.placeholder(go.float32)
    root, _, _ = parse(to_svg(graph))
    assert float(root.get("width")) < 2000


def test_many_scopes_in_each_other(graph):
    go.constant(1, name="/".join("abcdefghij" * 5))
    go.constant(2, name="/".join("abcdefghij" * 5))
    parse(to_svg(graph))


# -- parts of a graph -------------------------------------------------------------------------------------------------


def test_one_scope_and_where_its_inputs_come_from(graph):
    a_model()
    _, titles, _ = parse(to_svg(graph, scope="layer1"))
    names = {title.split("\n")[0] for title in titles if "\n" in title}
    assert {name for name in names if not name.startswith("layer1")} == {"layer0/Relu"}
    assert "layer1/Relu" in names


def test_what_is_refused(graph):
    a_model()
    with pytest.raises(InvalidTypeError, match="graph of to_svg\\(\\) must be a Graph, got 5"):
        to_svg(5)
    with pytest.raises(NotFoundError, match="scope of to_svg\\(\\) must be one of the graph's, got 'layer9'"):
        to_svg(graph, scope="layer9")
    with pytest.raises(InvalidArgumentError, match="must be at least the .* nodes to draw, got 5") as caught:
        to_svg(graph, most_nodes=5)
    assert any("nodes in scope 'layer0'" in note for note in caught.value.__notes__)


# -- layers -----------------------------------------------------------------------------------------------------------


def test_sources_stand_right_above_what_needs_them():
    boxes = [Box(10, 10) for _ in range(5)]
    edges = [Edge(a, b, 0) for a, b in [(0, 1), (1, 2), (2, 3), (4, 3)]]
    drawn = lay_out(boxes, edges, 1000)
    assert drawn.centres[4][1] == drawn.centres[2][1]
    assert [y for _, y in drawn.centres[:4]] == sorted({y for _, y in drawn.centres[:4]})


def test_crossings_are_undone():
    boxes = [Box(10, 10) for _ in range(8)]
    edges = [Edge(a, b, a) for a, b in [(0, 7), (1, 6), (2, 5), (3, 4), (0, 6), (1, 5), (2, 4)]]
    drawn = lay_out(boxes, edges, 1000)
    x = [centre[0] for centre in drawn.centres]
    crossings = sum((x[a.source] - x[b.source]) * (x[a.target] - x[b.target]) < 0 for a, b in combinations(edges, 2))
    assert crossings == 0


def test_a_row_that_is_full_is_broken():
    boxes = [Box(100, 10) for _ in range(21)]
    drawn = lay_out(boxes, [Edge(source, 20, source) for source in range(20)], 500)
    assert drawn.width < 1000  # of 2360
    assert max(y for _, y in drawn.centres) == drawn.centres[20][1]
