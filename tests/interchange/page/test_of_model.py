"""Models as pages: weights stay in their files, signatures of SavedModels give what TensorFlow gives."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.interchange.frozen import frozen_graph, frozen_signatures
from graphops.interchange.graph_def.outline import outline
from graphops.interchange.page import page_json, read_page, run_page
from graphops.interchange.page.of_model import page_of_model, signatures_of
from graphops_registry.errors import DataLossError, NotFoundError, UnimplementedError

MODELS = Path(__file__).parents[1] / "saved_models" / "data"
WEIGHTS = np.random.default_rng(1).normal(size=(40, 30)).astype(np.float32)


def references(page: Any) -> list[Any]:
    """Every object of a page's JSON that names a file."""
    inner = page.values() if isinstance(page, dict) else page if isinstance(page, list) else ()
    own = [page] if isinstance(page, dict) and "file" in page else []
    return own + [found for item in inner for found in references(item)]


@pytest.fixture
def model(tmp_path: Path) -> Path:
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, [None, 40], name="x")
        y = go.raw_ops.MatMul(a=x, b=go.constant(WEIGHTS, name="layer/w"), name="layer/y")
        go.raw_ops.BiasAdd(value=y, bias=go.constant(np.ones(30, np.float32), name="b"), name="z")
    go.save_graph(graph, tmp_path / "model.pb")
    return tmp_path / "model.pb"


def test_weights_of_a_graph_def_stay_in_its_file(model: Path) -> None:
    page = page_of_model(model, model.parent)
    (found,) = references(page_json(page))
    assert (found["file"], found["dtype"], found["shape"]) == ("model.pb", "float32", [40, 30])
    stored = np.frombuffer(model.read_bytes(), np.uint8)[found["offset"] :][: WEIGHTS.nbytes]
    np.testing.assert_array_equal(stored.view(np.float32).reshape(40, 30), WEIGHTS)
    feed = np.random.default_rng(2).normal(size=(3, 40)).astype(np.float32)
    result = run_page(read_page(json.dumps(page_json(page))), {"x": feed}, folder=model.parent)
    np.testing.assert_allclose(result["z:output"], feed @ WEIGHTS + 1, rtol=1e-5, atol=1e-5)


def test_an_outline_is_the_graph_without_weights(model: Path) -> None:
    data = model.read_bytes()
    short, places = outline(memoryview(data), 1024)
    assert list(places) == ["layer/w"]
    assert len(data) - WEIGHTS.nbytes - 20 < len(short) <= len(data) - WEIGHTS.nbytes
    graph = go.Graph()
    go.import_graph_def(short, name="", graph=graph)
    assert graph.node("layer/w").get_attr("value").shape == (40, 30)
    assert outline(memoryview(data), 1 << 20) == (data, {})


def test_damaged_graph_defs(model: Path) -> None:
    data = model.read_bytes()
    for size in range(0, len(data), 97):
        model.write_bytes(data[:size])
        try:
            page_of_model(model, model.parent)
        except go.GraphopsError:
            continue
    model.write_bytes(b"\x07" + data)
    with pytest.raises(DataLossError, match="the wire type of field 0 must be 0, 1, 2 or 5, got 7"):
        page_of_model(model, model.parent)


def test_a_tensor_of_another_size_than_its_shape(model: Path) -> None:
    message = go.Graph()
    go.import_graph_def(model.read_bytes(), name="", graph=message)
    proto = message.as_graph_def()
    node = next(node for node in proto.node if node.name == "layer/w")
    node.attr["value"].tensor.tensor_content += b"\0\0\0\0"
    model.write_bytes(proto.SerializeToString())
    with pytest.raises(go.GraphopsError, match=r"must have 4,800 bytes for its shape \[40, 30\], got 4,804"):
        page_of_model(model, model.parent)


@pytest.mark.parametrize("signature", ["serving_default", "embed"])
def test_a_signature_of_a_saved_model(signature: str, tmp_path: Path) -> None:
    folder = tmp_path / "dense"
    shutil.copytree(MODELS / "dense", folder)
    with np.load(folder / "expected.npz") as stored:
        values = dict(stored)
    page = page_of_model(folder, tmp_path, signature)
    assert page.title == f"dense: {signature}"
    text = json.dumps(page_json(page))
    assert {item["file"] for item in references(json.loads(text))} == {"dense/variables/variables.data-00000-of-00001"}
    feeds = {name.split("/")[2]: value for name, value in values.items() if name.startswith(f"{signature}/in/")}
    (wanted,) = (value for name, value in values.items() if name.startswith(f"{signature}/out/"))
    (result,) = run_page(read_page(text), feeds, folder=tmp_path).values()
    np.testing.assert_allclose(result, wanted, rtol=1e-5)


def test_a_signature_with_a_loop_of_tensorflow_1_that_reads_variables(tmp_path: Path) -> None:
    folder = tmp_path / "loops_v1"
    shutil.copytree(MODELS / "loops_v1", folder)
    with np.load(folder / "expected.npz") as stored:
        values = dict(stored)
    text = json.dumps(page_json(page_of_model(folder, tmp_path)))
    assert not re.search('"op": "VariableV2"', text)
    feeds = {name: values[f"serving_default/in/{name}"] for name in ("x", "n")}
    (result,) = run_page(read_page(text), feeds, folder=tmp_path).values()
    np.testing.assert_allclose(result, values["serving_default/out/y"], rtol=1e-5)


def test_what_waits_for_a_change_of_a_variable_cannot_be_drawn() -> None:
    with pytest.raises(UnimplementedError, match=r"must read variables .* got op 'AssignAdd' \(node 'AssignAdd'\)"):
        frozen_graph(go.load_saved_model(MODELS / "loops_v1"), "awaited")


def test_reference_variables_are_constants() -> None:
    with np.load(MODELS / "training" / "expected.npz") as stored:
        values = dict(stored)
    graph, signature = frozen_graph(go.load_saved_model(MODELS / "training", ["train"]), "train")
    with go.Session(graph) as session:
        feeds = {signature.inputs[name]: values[f"train/in/{name}"] for name in ("x", "y")}
        np.testing.assert_allclose(session.run(signature.outputs["loss"], feeds), values["losses"][0], rtol=1e-6)


def test_a_signature_with_loops_and_branches_that_read_variables(tmp_path: Path) -> None:
    folder = tmp_path / "loops"
    shutil.copytree(MODELS / "loops", folder)
    with np.load(folder / "expected.npz") as stored:
        values = dict(stored)
    page = page_of_model(folder, tmp_path)
    assert page.functions
    text = json.dumps(page_json(page))
    # The weights, which are large, are said by their place wherever they are read.
    assert {item["shape"][0] for item in references(json.loads(text))} == {20}
    assert not re.search('"op": "(ReadVariableOp|VarHandleOp)"|"resource"', text)
    feeds = {name: values[f"serving_default/in/{name}"] for name in ("x", "n")}
    (result,) = run_page(read_page(text), feeds, folder=tmp_path).values()
    np.testing.assert_allclose(result, values["serving_default/out/y"], rtol=1e-4, atol=1e-5)


def test_a_loop_that_changes_a_variable_cannot_be_drawn() -> None:
    with pytest.raises(UnimplementedError, match="must read variables .* got op 'AssignAddVariableOp'"):
        frozen_graph(go.load_saved_model(MODELS / "loops"), "count")


def test_two_signatures_of_one_function_are_one_graph() -> None:
    """Keras exports each model as `serve` and as `serving_default`."""
    for name, pair, shared in (
        ("loops", ("serving_default", "again"), True),
        ("dense", ("serving_default", "embed"), False),
    ):
        model = go.load_saved_model(MODELS / name)
        with model.session() as session:
            _, found = frozen_signatures(model, pair, session.variables.snapshot())
        first, second = (list(found[each].outputs.values()) for each in pair)
        assert (first == second) == shared, name


def test_signatures() -> None:
    assert signatures_of(MODELS / "dense") == ("serving_default", "embed")
    with pytest.raises(NotFoundError, match="a signature must be one of embed, serving_default, got 'no'"):
        page_of_model(MODELS / "dense", MODELS, "no")


def test_state_other_than_variables_cannot_be_drawn() -> None:
    with pytest.raises(UnimplementedError, match="must read variables and keep no other state to be drawn, got op"):
        frozen_graph(go.load_saved_model(MODELS / "tables"), "serving_default")
