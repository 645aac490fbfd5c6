"""Nodes of ops that nobody registered: kept, passed by, and refused when a fetch needs them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from google.protobuf import text_format

import graphops as go
from graphops.inspect.draw import viewer
from graphops.interchange.graph_def import messages, unregistered
from graphops.page import page_of
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError, NotFoundError, UnimplementedError
from graphops_registry.op_def import REGISTRY, register_op

FLOAT = "attr { key: 'T' value { type: DT_FLOAT } }"
X = "node { name: 'x' op: 'Placeholder' attr { key: 'dtype' value { type: DT_FLOAT } } }"
STRANGE = (
    "attr { key: 'f' value { func { name: 'g' attr { key: 'k' value { placeholder: 'P' } } } } } "
    "attr { key: 'T' value { type: 999 } } attr { key: 'nothing' value { } } attr { key: 'nan' value { f: nan } } "
    "attr { key: 'list' value { list { s: '\\377' i: 3 } } } attr { key: 'dtype' value { s: 'no dtype' } } "
    "attr { key: 'value' value { tensor { dtype: DT_VARIANT tensor_shape { dim { size: -7 } } } } }"
)


def node(name: str, op: str, *inputs: str, attrs: str = FLOAT, device: str = "", kind: str = "node") -> str:
    given = " ".join(f"input: {text!r}" for text in inputs)
    return f"{kind} {{ name: '{name}' op: '{op}' {given} {attrs} device: '{device}' }} "


def shapes(*texts: str) -> str:
    return (
        f"attr {{ key: '_output_shapes' value {{ list {{ {' '.join(f'shape {{ {text} }}' for text in texts)} }} }} }}"
    )


def loaded(text: str, **keywords: Any) -> go.Graph:
    graph = go.Graph()
    go.import_graph_def(text, name="", graph=graph, **keywords)
    return graph


def run(graph: go.Graph, fetches: Any, feeds: Any = None) -> Any:
    with go.Session(graph) as session:
        return session.run(fetches, feeds)


# -- what is kept -----------------------------------------------------------------------------------------------------


def test_nodes_are_kept_as_they_are(tmp_path: Any) -> None:
    attrs = STRANGE + shapes("dim { size: 2 }", "unknown_rank: true")
    text = X + node("n", "Unheard", "x", "^x", attrs=attrs, device="/job:far/device:TPU:7")
    before = text_format.Parse(text, messages.GraphDef()).node[1].SerializeToString(deterministic=True)
    graph = loaded(text)
    assert graph.as_graph_def().node[1].SerializeToString(deterministic=True) == before
    go.save_graph(graph, tmp_path / "g.pb", add_shapes=True)
    again = go.load_graph(tmp_path / "g.pb")
    assert again.as_graph_def().node[1].SerializeToString(deterministic=True) == before
    assert (again.node("n").type, again.node("n").device) == ("Unheard", "/job:far/device:TPU:7")
    assert [each.name for each in again.nodes if not each.op.is_registered] == ["n"]


def test_shapes_are_written_once(tmp_path: Any) -> None:
    graph = loaded(X + node("y", "Neg", "x", attrs=FLOAT + shapes("dim { size: 2 }")))
    go.save_graph(graph, tmp_path / "g.pb", add_shapes=True)
    written = go.load_graph(tmp_path / "g.pb").as_graph_def(add_shapes=True).node[1]
    assert len(written.attr["_output_shapes"].list.shape) == 1


# -- outputs ----------------------------------------------------------------------------------------------------------


def test_output_shapes_give_the_number_and_the_shapes() -> None:
    attrs = shapes("dim { size: 2 } dim { size: -1 }", "unknown_rank: true", "")
    graph = loaded(node("n", "Unheard", attrs=attrs) + node("y", "Neg", "n:1"))
    outputs = graph.node("n").outputs
    assert [str(tensor.shape) for tensor in outputs] == ["(2, ?)", "<unknown>", "()"]
    assert [tensor.dtype.name for tensor in outputs] == ["unknown", "float32", "unknown"]
    assert loaded(node("n", "Unheard", attrs=shapes())).node("n").outputs == ()
    with pytest.raises(InvalidArgumentError, match="'n:3', but 'n' has 3 outputs"):
        loaded(node("n", "Unheard", attrs=attrs) + node("y", "Neg", "n:3"))


def test_consumers_give_the_dtypes() -> None:
    split = "attr { key: 'N' value { i: 2 } } attr { key: 'T' value { type: DT_INT64 } }"
    concat = node("c", "ConcatV2", "n:2", "n:3", "n:4", attrs=split)  # Tidx has a default
    assign = node("a", "Assign", "n:1", "n")
    read = node("r", "Neg", "n:1")
    graph = loaded(node("n", "Unheard", attrs="") + node("m", "Other", "n", "n:5", attrs="") + concat + read + assign)
    assert [t.dtype.name for t in graph.node("n").outputs] == (
        ["float32", "float32_ref", "int64", "int64", "int32", "unknown"]
    )
    assert [t.dtype.name for t in graph.node("m").inputs] == ["float32", "unknown"]
    assert len(graph.node("m").outputs) == 1
    with pytest.raises(InvalidArgumentError, match="what takes 'n:0' must agree on its dtype, got float32 and int64"):
        loaded(node("n", "Unheard") + node("y", "Neg", "n") + node("z", "ConcatV2", "n", "n", "n", attrs=split))


def test_return_elements_may_name_outputs_that_no_node_takes() -> None:
    with go.Graph().as_default():
        (found,) = go.import_graph_def(node("n", "Unheard"), return_elements=["n:2"])
    assert found.name == "import/n:2"


def test_a_mapped_output_says_nothing_of_the_dtype() -> None:
    with go.Graph().as_default() as graph:
        five = go.constant(5.0)
        text = node("n", "Unheard", attrs=shapes("")) + node("y", "Neg", "n:0")
        go.import_graph_def(text, {"n:0": five}, name="")
    assert graph.node("n").outputs[0].dtype.name == "unknown"
    assert run(graph, "y:0") == -5


# -- running ----------------------------------------------------------------------------------------------------------


def test_what_needs_no_unregistered_op_runs() -> None:
    graph = loaded(X + node("n", "Unheard", "x") + node("y", "Neg", "n") + node("z", "Neg", "x"))
    assert run(graph, "z:0", {"x:0": 3.0}) == -3
    assert run(graph, "y:0", {"n:0": 4.0}) == -4
    with pytest.raises(InvalidTypeError, match="tensor 'm:0' must have a known dtype to be fed"):
        run(loaded(node("m", "Unheard")), "m:0", {"m:0": 1.0})


def test_one_error_lists_all_that_the_fetches_need() -> None:
    text = (
        X
        + "".join(node(f"a{i}", "NoSuchOp", "x") for i in range(5))
        + node("b", "CONV2D", "x")
        + node("idle", "Idle", "x")
        + node("y", "AddN", *(f"a{i}" for i in range(5)), "b", attrs=FLOAT + "attr { key: 'N' value { i: 6 } }")
    )
    graph = loaded(text)
    with pytest.raises(NotFoundError) as caught:
        run(graph, "y:0", {"x:0": 1.0})
    assert str(caught.value).splitlines() == [
        "every op that the fetches need must be registered, but 2 ops are not:",
        "  CONV2D: 'b' (did you mean 'Conv2D'?)",
        "  NoSuchOp: 'a0', 'a1', 'a2' and 2 more (did you mean 'NoOp'?)",
    ]
    with pytest.raises(InvalidArgumentError) as both:
        run(graph, "y:0")
    assert "placeholder 'x:0' must be fed" in str(both.value)
    assert "NoSuchOp" in str(both.value)


def test_an_op_in_another_case_is_not_ours() -> None:
    graph = loaded(X + node("y", "neg", "x") + node("z", "NEG", "y") + node("w", "Neg", "z"))
    with pytest.raises(NotFoundError, match=r"NEG: 'z' \(did you mean 'Neg'\?\)\n  neg: 'y' \(did you mean 'Neg'\?\)"):
        run(graph, "w:0", {"x:0": 1.0})
    assert run(graph, "w:0", {"z:0": 1.0}) == -1


def test_an_op_that_is_registered_later_needs_another_load() -> None:
    text = X + node("n", "Test>Later", "x") + node("y", "Neg", "n")
    graph = loaded(text)
    kept = REGISTRY.loaded()
    try:
        register_op("Test>Later", inputs=["x: T"], outputs=["y: T"], attrs=["T: type"])
        with pytest.raises(NotFoundError, match="Test>Later") as caught:
            run(graph, "y:0", {"x:0": 1.0})
        assert any("load the file again" in note for note in caught.value.__notes__)
        assert loaded(text).node("n").op.is_registered
    finally:
        REGISTRY.keep_built_in(kept)


def test_gradients_stop_at_an_unregistered_op() -> None:
    graph = loaded(X + node("n", "Unheard", "x") + node("y", "Neg", "n"))
    with graph.as_default(), pytest.raises(LookupError, match="gradient of op 'Unheard'"):
        go.gradients([graph.tensor("y:0")], [graph.tensor("x:0")])
    with graph.as_default():
        (slope,) = go.gradients([graph.tensor("y:0")], [graph.tensor("n:0")])
    assert run(graph, slope, {"n:0": np.float32(2)}) == -1


def test_no_attr_takes_an_unknown_dtype() -> None:
    graph = loaded(node("n", "Unheard"))
    with graph.as_default(), pytest.raises(InvalidTypeError, match="unknown dtype"):
        go.raw_ops.Identity(input=graph.tensor("n:0"))


# -- functions --------------------------------------------------------------------------------------------------------


def function(name: str, body: str, ret: str) -> str:
    return (
        f"function {{ signature {{ name: '{name}' input_arg {{ name: 'a' type: DT_FLOAT }} "
        f"output_arg {{ name: 'r' type: DT_FLOAT }} }} {body} ret {{ key: 'r' value: '{ret}' }} }} "
    )


def call(name: str, owner: str, source: str, kind: str = "node") -> str:
    types = "".join(f"attr {{ key: '{key}' value {{ list {{ type: DT_FLOAT }} }} }}" for key in ("Tin", "Tout"))
    return node(
        owner,
        "PartitionedCall",
        source,
        attrs=f"attr {{ key: 'f' value {{ func {{ name: '{name}' }} }} }} {types}",
        kind=kind,
    )


def test_functions_are_looked_into() -> None:
    inner = function("inner", node("n", "Unheard", "a", kind="node_def"), "n:some_output:0")
    outer = function(
        "outer", call("inner", "c", "a", "node_def") + node("m", "Neg", "c:output:0", kind="node_def"), "m:y:0"
    )
    graph = loaded(X + node("k", "Zzz", "x") + f"library {{ {inner} {outer} }} " + call("outer", "y", "k"))
    with pytest.raises(NotFoundError) as caught:
        run(graph, "y:0", {"x:0": 1.0})
    assert str(caught.value).splitlines() == [
        "every op that the fetches need must be registered, but 2 ops are not:",
        "  Unheard: 'n' in function 'inner'",
        "  Zzz: 'k'",
    ]
    assert run(graph, "x:0", {"x:0": 1.0}) == 1


def test_outputs_in_functions_have_names() -> None:
    body = node("n", "Unheard", "a", kind="node_def") + node("m", "AddV2", "n:two:1", "n:one:0", kind="node_def")
    graph = loaded(X + f"library {{ {function('f', body, 'm:z:0')} }} " + call("f", "y", "x"))
    inside = graph.functions["f"].graph.node("n")
    assert inside.op_def.output_slices(inside.attrs) == {"two": slice(0, 2), "one": slice(2, 3)}
    assert [t.dtype.name for t in inside.outputs] == ["unknown", "float32", "float32"]
    written = graph.as_graph_def().library.function[0].node_def[1]
    assert list(written.input) == ["n:two:1", "n:one:0"]


# -- strange files ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attrs", "count"),
    [
        ("attr { key: '_output_shapes' value { i: 3 } }", 1),
        ("attr { key: '_output_shapes' value { list { i: 3 } } }", 1),
        ("attr { key: '_output_shapes' value { } }", 1),
        (shapes("dim { size: -5 }", "dim { size: 4611686018427387904 } dim { size: 4611686018427387904 }"), 2),
        (shapes("dim { size: 9223372036854775807 }", "dim { size: 0 } dim { size: 9223372036854775807 }"), 2),
        (shapes("dim { size: 1 } " * 255, "dim { size: 1 } " * 40), 2),
        (shapes("unknown_rank: true dim { size: 3 }"), 1),
    ],
)
def test_impossible_shapes_say_nothing(attrs: str, count: int) -> None:
    outputs = loaded(node("n", "Unheard", attrs=attrs)).node("n").outputs
    assert len(outputs) == count
    assert all(tensor.shape.rank is None for tensor in outputs)


def test_numbers_of_outputs_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    many = node("n", "Unheard", attrs=shapes(*[""] * 70_000))
    with pytest.raises(InvalidArgumentError, match="must have at most 65,536 outputs, got 70,000"):
        loaded(many)
    with pytest.raises(InvalidArgumentError, match="must have at most 65,536 outputs, got 1,000,000"):
        loaded(node("n", "Unheard") + node("m", "Other", "n:999999"))
    monkeypatch.setattr(unregistered, "_MOST_TOGETHER", 1000)
    claims = "".join(node(f"n{i}", "Unheard") + node(f"m{i}", "Other", f"n{i}:60") for i in range(20))
    with pytest.raises(go.errors.ResourceExhaustedError, match="at most 1,000 outputs together"):
        loaded(claims)


@pytest.mark.parametrize("number", ["4611686018427387904", "-1", "0", "3"])
def test_a_consumer_that_lies_about_its_inputs(number: str) -> None:
    attrs = FLOAT + f"attr {{ key: 'N' value {{ i: {number} }} }}"
    with pytest.raises(InvalidArgumentError):
        loaded(node("n", "Unheard") + node("y", "AddN", "n", "n", attrs=attrs))


def test_cycles_are_refused() -> None:
    with pytest.raises(InvalidArgumentError, match="no cycles.*n -> m -> n|no cycles.*m -> n -> m"):
        loaded(node("n", "Unheard", "m") + node("m", "Other", "n"))
    with pytest.raises(InvalidArgumentError, match="no cycles"):
        loaded(node("n", "merge", "m") + node("m", "NextIteration", "n"))


def test_views_show_unregistered_nodes(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    graph = loaded(X + node("n", "Unheard", "x", attrs=STRANGE) + node("y", "Neg", "n:1"))
    assert "Unheard" in graph.to_svg()
    assert "Unheard" in repr(graph.node("n"))
    assert len(graph.to_networkx()) == 3
    body = node("n", "Strange", "a", kind="node_def") + node("m", "AddV2", "n:two:1", "n:one:0", kind="node_def")
    graph = loaded(
        X + node("n", "Unheard", "x") + f"library {{ {function('f', body, 'm:z:0')} }} " + call("f", "y", "x")
    )
    monkeypatch.setattr(viewer, "STATIC", tmp_path)
    for name in ("editor.js", "editor.css"):
        (tmp_path / name).write_text("")
    html = viewer.graph_html(graph)
    assert "Unheard" in html
    assert "Strange" in html
    with pytest.raises(UnimplementedError, match=r"a page must have registered ops, got 'Unheard' \(node 'n'\)"):
        page_of(graph)


def test_a_signature_may_name_what_an_unregistered_op_gives(tmp_path: Any) -> None:
    saved = messages.SavedModel()
    meta = saved.meta_graphs.add()
    meta.meta_info_def.tags.append("serve")
    text_format.Parse(X + node("n", "Unheard", "x") + node("y", "Neg", "x"), meta.graph_def)
    for name, output in (("serving_default", "y:0"), ("other", "n:1")):
        for infos, key, tensor in (("inputs", "x", "x:0"), ("outputs", "out", output)):
            info = getattr(meta.signature_def[name], infos)[key]
            info.name, info.dtype = tensor, 1
    (tmp_path / "saved_model.pb").write_bytes(saved.SerializeToString())
    model = go.load_saved_model(tmp_path)
    assert model({"x": 2.0})["out"] == -2
    with pytest.raises(NotFoundError, match="Unheard: 'n'"):
        model({"x": 2.0}, "other")
    assert [tensor.dtype.name for tensor in model.graph.node("n").outputs] == ["unknown", "float32"]
