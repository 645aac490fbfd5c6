"""``import_graph_def``, ``load_graph`` and ``save_graph``: what TensorFlow's do, and what is kept."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import GraphopsError, InvalidArgumentError, InvalidTypeError, UnimplementedError

FLOAT = "attr { key: 'T' value { type: DT_FLOAT } }"
X = "node { name: 'x' op: 'Placeholder' attr { key: 'dtype' value { type: DT_FLOAT } } }"


def node(name: str, op: str, *inputs: str, attrs: str = FLOAT, device: str = "") -> str:
    given = " ".join(f"input: {text!r}" for text in inputs)
    return f"node {{ name: '{name}' op: '{op}' {given} {attrs} device: '{device}' }}"


GRAPH = X + node("y", "Neg", "x") + node("z", "Mul", "x", "y", "^y")


@pytest.fixture(autouse=True)
def graph() -> Any:
    with go.Graph().as_default() as graph:
        yield graph


def run(fetches: Any, feeds: Any = None) -> Any:
    with go.Session() as session:
        return session.run(fetches, feeds)


# -- functions --------------------------------------------------------------------------------------------------------


def test_a_function_that_nobody_calls_is_written_as_it_was() -> None:
    text = (
        "library { function { signature { name: 'f' is_stateful: true } attr { key: 'a' value { b: true } } "
        "arg_attr { key: 3 } } }"
    )
    go.import_graph_def(GRAPH + text, name="")
    written = go.get_default_graph().as_graph_def()
    assert written.library.function[0].attr["a"].b
    assert 3 in written.library.function[0].arg_attr


def test_names_of_gradient_functions_are_kept() -> None:
    go.import_graph_def(GRAPH + "library { gradient { function_name: 'f' gradient_func: 'g' } }", name="")
    assert go.get_default_graph().as_graph_def().library.gradient[0].gradient_func == "g"


# -- attrs ------------------------------------------------------------------------------------------------------------


def test_unknown_attrs_survive(tmp_path: Any) -> None:
    kept = (
        FLOAT
        + "attr { key: '_output_shapes' value { list { shape { dim { size: 2 } } shape { unknown_rank: true } } } } "
        "attr { key: 'from_the_future' value { func { name: 'f' attr { key: 'k' value { placeholder: 'P' } } } } } "
        "attr { key: '_text' value { s: '\\377\\000' } } attr { key: '_empty' value { } } "
        "attr { key: '_list' value { list { } } } attr { key: '_nan' value { f: nan } } "
        "attr { key: '_tensor' value { tensor { dtype: DT_VARIANT variant_val { type_name: 't' } } } }"
    )
    go.import_graph_def(X + node("y", "Neg", "x", attrs=kept), name="")
    again = go.get_default_graph().as_graph_def()
    for suffix in (".pb", ".pbtxt"):
        go.save_graph(go.get_default_graph(), tmp_path / f"g{suffix}")
        loaded = go.load_graph(tmp_path / f"g{suffix}").as_graph_def()
        assert loaded.SerializeToString(deterministic=True) == again.SerializeToString(deterministic=True)
    attrs = again.node[1].attr
    assert attrs["from_the_future"].func.attr["k"].placeholder == "P"
    assert attrs["_text"].s == b"\xff\x00"
    assert attrs["_output_shapes"].list.shape[1].unknown_rank
    assert attrs["_empty"].WhichOneof("value") is None
    assert attrs["_list"].WhichOneof("value") == "list"
    assert np.isnan(attrs["_nan"].f)
    assert attrs["_tensor"].tensor.variant_val[0].type_name == "t"
    assert run("y:0", {"x:0": 2.0}) == -2


def test_default_attrs_are_filled() -> None:
    """A file may leave out what the OpDef gives a default."""
    text = (
        X
        + node("y", "Sum", "x", "axis")
        + (
            "node { name: 'axis' op: 'Const' attr { key: 'dtype' value { type: DT_INT32 } } "
            "attr { key: 'value' value { tensor { dtype: DT_INT32 int_val: 0 tensor_shape { } } } } }"
        )
    )
    go.import_graph_def(text, name="")
    y = go.get_default_graph().node("y")
    assert (y.get_attr("keep_dims"), y.get_attr("Tidx")) == (False, go.int32)
    written = next(each for each in go.get_default_graph().as_graph_def().node if each.name == "y")
    assert not written.attr["keep_dims"].b
    assert written.attr["Tidx"].type == 3
    assert run("y:0", {"x:0": [1.0, 2.0]}) == 3


# -- input_map, return_elements, name ---------------------------------------------------------------------------------


def test_names_and_returned_elements(graph: Any) -> None:
    assert go.import_graph_def(GRAPH) is None
    y, z, x = go.import_graph_def(GRAPH, return_elements=["y", "z:0", "x:0"])
    assert (y.name, z.name, x.name) == ("import_1/y", "import_1/z:0", "import_1/x:0")
    assert isinstance(y, go.Node)
    assert isinstance(z, go.Tensor)
    with go.name_scope("outer"):
        assert go.import_graph_def(GRAPH, name="inner", return_elements=["y"])[0].name == "outer/inner/y"
    assert go.import_graph_def(GRAPH, name="", return_elements=["y"])[0].name == "y"
    assert go.import_graph_def(GRAPH, return_elements=[]) == []
    names = {node.name for node in graph.get_operations()}
    assert {"import/x", "import_1/z", "outer/inner/x", "x"} <= names


def test_no_name_leads_to_the_root() -> None:
    with go.name_scope("outer"):
        assert go.import_graph_def(GRAPH, name="", return_elements=["y"])[0].name == "y"


def test_input_map() -> None:
    a, b = go.constant(3.0), go.placeholder(go.float32, (), name="b")
    (z,) = go.import_graph_def(GRAPH, {"x": a}, ["z:0"])
    assert run(z) == -9
    (z,) = go.import_graph_def(GRAPH, {"x:0": a, "y:0": b}, ["z:0"])
    assert run(z, {b: 5.0}) == 15
    z, y, x = go.import_graph_def(GRAPH, {"y:0": b}, ["z:0", "y:0", "x:0"])
    assert y is b  # as in TensorFlow, which returns the tensor that replaces a mapped one
    assert run(z, {b: 5.0, x: 2.0}) == 10
    (z,) = go.import_graph_def(GRAPH, {"x": 4.0}, ["z:0"])
    assert run(z) == -16


def test_input_map_of_a_control_input() -> None:
    trigger = go.raw_ops.NoOp(name="trigger")
    (z,) = go.import_graph_def(GRAPH, {"^y": trigger}, ["z"])
    assert [control.name for control in z.control_inputs] == ["trigger"]


def test_input_map_of_what_is_not_there() -> None:
    """TensorFlow 2.21: a mapped input need not be in the GraphDef, so a piece of a graph can be imported."""
    a = go.constant(3.0)
    (y,) = go.import_graph_def(node("y", "Neg", "elsewhere:0"), {"elsewhere:0": a}, ["y:0"])
    assert run(y) == -3


def test_input_map_opens_a_cycle() -> None:
    a = go.constant(3.0)
    (y,) = go.import_graph_def(node("y", "Neg", "z") + node("z", "Neg", "y"), {"z": a}, ["y:0"])
    assert run(y) == -3


def test_input_map_of_a_tensor_that_nobody_takes() -> None:
    """TensorFlow 2.21 says nothing if the tensor exists, and refuses one that does not."""
    a = go.constant(3.0)
    go.import_graph_def(GRAPH, {"z:0": a})
    with pytest.raises(InvalidArgumentError, match="nowhere"):
        go.import_graph_def(GRAPH, {"nowhere:0": a})
    with pytest.raises(InvalidArgumentError, match="z:1"):
        go.import_graph_def(GRAPH, {"z:1": a})


# -- controls, colocation, devices, order -----------------------------------------------------------------------------


def test_controls_colocation_and_devices_are_kept(tmp_path: Any) -> None:
    colocated = FLOAT + "attr { key: '_class' value { list { s: 'loc:@x' s: 'loc:@elsewhere' } } }"
    text = X + node("y", "Neg", "x", device="/device:CPU:0") + node("z", "Neg", "x", "^y", "^x", attrs=colocated)
    go.import_graph_def(text, name="p")
    z = go.get_default_graph().node("p/z")
    assert [control.name for control in z.control_inputs] == ["p/y", "p/x"]
    assert z.colocation_groups == ["p/x", "p/elsewhere"] or tuple(z.colocation_groups) == ("p/x", "p/elsewhere")
    assert go.get_default_graph().node("p/y").device == "/device:CPU:0"
    go.save_graph(go.get_default_graph(), tmp_path / "g.pbtxt")
    written = go.load_graph(tmp_path / "g.pbtxt").as_graph_def()
    assert list(written.node[2].attr["_class"].list.s) == [b"loc:@p/x", b"loc:@p/elsewhere"]
    assert list(written.node[2].input) == ["p/x", "^p/y", "^p/x"]
    assert written.node[1].device == "/device:CPU:0"


def test_the_device_around_is_for_nodes_without_one() -> None:
    with go.device("/device:CPU:1"):
        y, z = go.import_graph_def(
            X + node("y", "Neg", "x", device="/job:a") + node("z", "Neg", "x"), return_elements=["y", "z"]
        )
    assert (y.device, z.device) == ("/job:a/device:CPU:1", "/device:CPU:1")


def test_nodes_may_stand_in_any_order() -> None:
    (z,) = go.import_graph_def(node("z", "Mul", "x", "y", "^y") + node("y", "Neg", "x") + X, return_elements=["z:0"])
    assert run(z, {"import/x:0": 3.0}) == -9


# -- forms and files --------------------------------------------------------------------------------------------------


def test_forms() -> None:
    go.import_graph_def(GRAPH, name="a")
    proto = go.get_default_graph().as_graph_def()
    data = proto.SerializeToString()
    with go.Graph().as_default() as one:
        go.import_graph_def(data, name="")
    with go.Graph().as_default() as two:
        go.import_graph_def(bytearray(data), name="")
    with go.Graph().as_default() as three:
        go.import_graph_def(proto, name="")
    forms = [each.as_graph_def().SerializeToString(deterministic=True) for each in (one, two, three)]
    assert forms[0] == forms[1] == forms[2]


@pytest.mark.parametrize("suffix", [".pb", ".pbtxt", ".txt", ".prototxt", ""])
def test_saved_and_loaded(suffix: str, tmp_path: Any) -> None:
    go.import_graph_def(GRAPH, name="")
    go.save_graph(go.get_default_graph(), tmp_path / f"g{suffix}")
    first = (tmp_path / f"g{suffix}").read_bytes()
    assert (b"node {" in first) == (suffix not in (".pb", ""))
    loaded = go.load_graph(tmp_path / f"g{suffix}")
    go.save_graph(loaded, str(tmp_path / f"h{suffix}"))
    assert (tmp_path / f"h{suffix}").read_bytes() == first
    with go.Session(loaded) as session:
        assert session.run("z:0", {"x:0": 2.0}) == -4


def test_shapes_are_written_when_asked_for() -> None:
    go.placeholder(go.float32, (2, None), name="s")
    plain, full = (go.get_default_graph().as_graph_def(add_shapes=each).node[0] for each in (False, True))
    assert "_output_shapes" not in plain.attr
    assert [dim.size for dim in full.attr["_output_shapes"].list.shape[0].dim] == [2, -1]


@pytest.mark.parametrize("dtype", ["float64", "int8", "uint64", "complex128", "bool", "half", "bfloat16", "string"])
@pytest.mark.parametrize("shape", [(), (1,), (2, 3), (0, 4)])
def test_constants_come_back(dtype: str, shape: tuple[int, ...]) -> None:
    values: Any = np.array([b"", b"\xff\x00", b"text"] * 2, dtype=object) if dtype == "string" else np.arange(6) % 2
    values = np.resize(values, int(np.prod(shape))).reshape(shape)
    c = go.constant(values.astype(go.as_dtype(dtype).numpy_dtype), dtype)
    expected = run(c)
    data = go.get_default_graph().as_graph_def()
    with go.Graph().as_default():
        (again,) = go.import_graph_def(data, return_elements=["Const:0"])
        found = run(again)
    assert np.asarray(found).dtype == np.asarray(expected).dtype
    assert np.shape(found) == shape
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, -0.0, 5e-324, 1.7976931348623157e308])
@pytest.mark.parametrize("suffix", [".pb", ".pbtxt"])
def test_special_constants_keep_their_bits(value: float, suffix: str, tmp_path: Any) -> None:
    go.constant(np.float64(value), name="one")
    go.constant(np.array([value, 1.0]), name="two")
    go.save_graph(go.get_default_graph(), tmp_path / f"g{suffix}")
    with go.Session(go.load_graph(tmp_path / f"g{suffix}")) as session:
        one, two = session.run(["one:0", "two:0"])
    assert np.float64(one).tobytes() == np.float64(value).tobytes()
    assert two.tobytes() == np.array([value, 1.0]).tobytes()


# -- what files hold that TensorFlow takes ----------------------------------------------------------------------------


@pytest.mark.parametrize(("versions", "taken"), [("", True), ("producer: 21", True), ("producer: 22", False)])
def test_scalar_placeholders_of_old_files_take_any_shape(versions: str, taken: bool) -> None:
    """As TensorFlow 2.21: up to version 21 a file could not say that a shape is unknown."""
    shape = "attr { key: 'shape' value { shape { } } }"
    text = X.removesuffix(" }") + shape + " }" + node("y", "Neg", "x") + f"versions {{ {versions} }}"
    go.import_graph_def(text, name="")
    if taken:
        np.testing.assert_array_equal(run("y:0", {"x:0": [1.0, 2.0]}), [-1, -2])
    else:
        with pytest.raises(InvalidArgumentError, match=r"the feed for 'x:0' must have shape \(\), got \(2,\)"):
            run("y:0", {"x:0": [1.0, 2.0]})


def constant(name: str, dtype: str, tensor: str) -> str:
    attrs = (
        f"attr {{ key: 'dtype' value {{ type: {dtype} }} }} attr {{ key: 'value' value {{ tensor {{ {tensor} }} }} }}"
    )
    return f"node {{ name: '{name}' op: 'Const' {attrs} }}"


def test_a_path_that_is_meant_to_be_fed_may_be_empty() -> None:
    parts = constant("parts", "DT_STRING", "dtype: DT_STRING tensor_shape { dim { size: 1 } } string_val: 'p'")
    into = constant("into", "DT_STRING", "dtype: DT_STRING tensor_shape { } string_val: ''")
    go.import_graph_def(X + parts + into + node("merge", "MergeV2Checkpoints", "parts", "into", attrs=""), name="")
    assert run("x:0", {"x:0": 1.0}) == 1
    with pytest.raises(InvalidArgumentError, match="destination_prefix of op 'MergeV2Checkpoints' must be a path"):
        run("merge")


def test_one_value_for_no_element_and_not_more() -> None:
    empty = "dtype: DT_STRING tensor_shape { dim { size: 0 } } string_val: 'a'"
    go.import_graph_def(constant("one", "DT_STRING", empty), name="")
    assert run("one:0").shape == (0,)
    with pytest.raises(InvalidArgumentError, match="must have 0 values for its shape, got 2"):
        go.import_graph_def(constant("two", "DT_STRING", empty + " string_val: 'b'"), name="")


def test_variants_that_hold_nothing(tmp_path: Any) -> None:
    given = constant("v", "DT_VARIANT", "dtype: DT_VARIANT tensor_shape { dim { size: 2 } } variant_val { }")
    go.import_graph_def(given + constant("s", "DT_VARIANT", "dtype: DT_VARIANT tensor_shape { } variant_val { }")
                        + node("n", "TensorListLength", "s", attrs=""), name="")  # fmt: skip
    go.save_graph(go.get_default_graph(), tmp_path / "g.pbtxt")
    with go.Session(go.load_graph(tmp_path / "g.pbtxt")) as session:
        assert session.run("v:0").tolist() == [None, None]
        with pytest.raises(
            InvalidArgumentError, match="input_handle of op 'TensorListLength' must be a list of tensors"
        ):
            session.run("n:0")
    for value in ("type_name: 'tensorflow::TensorList'", "metadata: 'a'", "tensors { }"):
        text = f"dtype: DT_VARIANT tensor_shape {{ }} variant_val {{ {value} }}"
        with pytest.raises(UnimplementedError, match="must be a number, a text or empty, got a variant of"):
            go.import_graph_def(constant("v", "DT_VARIANT", text), name="more")
    with pytest.raises(InvalidTypeError, match="must have the dtype of attr 'dtype', string, got variant"):
        go.import_graph_def(
            constant("t", "DT_STRING", "dtype: DT_VARIANT tensor_shape { } variant_val { }"), name="text"
        )


LIBRARY = """library { function { signature { name: 'F' %s
input_arg { name: 'a' type: DT_FLOAT } output_arg { name: 'b' type: DT_FLOAT } output_arg { name: 'c' type: DT_FLOAT } }
node_def { name: 'n' op: 'Neg' input: 'a' attr { key: 'T' value { type: DT_FLOAT } } }
ret { key: 'b' value: 'n:y:0' } ret { key: 'c' value: 'a' } }
function { signature { name: 'G' input_arg { name: 'a' type: DT_FLOAT } output_arg { name: 'd' type: DT_FLOAT } }
node_def { name: 'f' op: 'F' input: 'a' } ret { key: 'd' value: '%s' } } }"""


@pytest.mark.parametrize("stateful", ["", "is_stateful: true"])
def test_a_node_whose_op_is_a_function_calls_it(stateful: str) -> None:
    kept = "attr { key: '_noinline' value { b: true } }"
    calls = node("f", "F", "x", attrs=kept, device="/device:CPU:0") + node("g", "G", "f:1", "^f", attrs="")
    go.import_graph_def(X + calls + LIBRARY % (stateful, "f:b:0"), name="p")
    f = go.get_default_graph().node("p/f")
    assert f.type == ("StatefulPartitionedCall" if stateful else "PartitionedCall")
    assert f.device == "/device:CPU:0"
    assert f.get_attr("_noinline").message().b
    assert [np.asarray(value).tolist() for value in run(["p/f:0", "p/f:1", "p/g:0"], {"p/x:0": 2.0})] == [-2, 2, -2]
    assert run(go.gradients(go.get_default_graph().node("p/g").outputs[0], f.inputs[0]), {"p/x:0": 2.0}) == [-1]


@pytest.mark.parametrize(
    ("calls", "sentence"),
    [
        (node("g", "F", "x:1", attrs=""), "must exist, got 'x:1'"),
        (node("g", "F", attrs=""), "must be 1 tensors, got 0"),
        (node("g", "F", "x", "x", attrs=""), "got 2 tensors"),
        (node("g", "G", "x", attrs="") + node("y", "Neg", "g:1"), "but 'g' has 1 outputs"),
    ],
)
def test_malformed_calls_of_functions(calls: str, sentence: str) -> None:
    with pytest.raises(InvalidArgumentError, match=sentence):
        go.import_graph_def(X + calls + LIBRARY % ("", "f:b:0"), name="")


@pytest.mark.parametrize(
    ("result", "sentence"),
    [("f:e:0", "must be one of b, c, got 'e'"), ("f:b:1", "got 'f:1', but 'f' has 1 outputs there")],
)
def test_results_of_functions_that_are_not_there(result: str, sentence: str) -> None:
    go.import_graph_def(X + node("g", "G", "x", attrs="") + LIBRARY % ("", result), name="")
    with pytest.raises(InvalidArgumentError, match=sentence):
        run("g:0", {"x:0": 1.0})


def test_a_function_that_calls_itself_by_its_name() -> None:
    text = (LIBRARY % ("", "f:b:0")).replace("op: 'Neg'", "op: 'F'").replace("n:y:0", "n:b:0")
    go.import_graph_def(X + node("g", "G", "x", attrs="") + text, name="")
    with pytest.raises(GraphopsError, match=r"F|depth|deep|itself"):
        run("g:0", {"x:0": 1.0})
