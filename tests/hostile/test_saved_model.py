"""SavedModels that are damaged, incomplete, or lead out of their folder."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.interchange.graph_def import messages
from graphops.interchange.saved_model import load_saved_model
from graphops_registry.errors import (
    DataLossError,
    GraphopsError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
    PermissionDeniedError,
)


def model() -> Any:
    """y = x * 2, with an asset whose name a constant gives, and an init op."""
    with go.Graph().as_default() as graph:
        x = go.placeholder(go.float32, (None,), name="x")
        go.raw_ops.Mul(x=x, y=2.0, name="y")
        go.raw_ops.Identity(input=go.constant(b"nothing", name="asset"), name="path")
        go.raw_ops.NoOp(name="init")
        saved = messages.SavedModel(saved_model_schema_version=1)
        meta = saved.meta_graphs.add()
        meta.graph_def.CopyFrom(graph.as_graph_def())
    meta.meta_info_def.tags.append("serve")
    signature = meta.signature_def["serving_default"]
    signature.method_name = "tensorflow/serving/predict"
    for key, name in (("in", "x:0"), ("out", "y:0")):
        info = (signature.inputs if key == "in" else signature.outputs)[key]
        info.name, info.dtype = name, 1
    return saved


def written(saved: Any, folder: Any) -> Any:
    folder.mkdir(exist_ok=True)
    (folder / "saved_model.pb").write_bytes(saved if isinstance(saved, bytes) else saved.SerializeToString())
    return folder


def test_a_good_one(tmp_path: Any) -> None:
    loaded = load_saved_model(written(model(), tmp_path / "m"))
    assert loaded({"in": [1.0, 2.0]})["out"].tolist() == [2, 4]
    with pytest.raises(InvalidArgumentError, match="inputs of signature 'serving_default' must be in"):
        loaded({"x": [1.0]})
    with pytest.raises(NotFoundError, match="did you mean 'serving_default'"):
        loaded({"in": [1.0]}, signature="serving_defaults")


def test_no_folder(tmp_path: Any) -> None:
    for path in (tmp_path / "none", tmp_path, __file__):
        with pytest.raises(NotFoundError, match="must be a folder with a file saved_model.pb"):
            load_saved_model(path)


@pytest.mark.parametrize("data", [b"\xff\xff", b"\x12\x7f\x12", b"not a model"])
def test_damaged(data: bytes, tmp_path: Any) -> None:
    with pytest.raises(DataLossError, match="a SavedModel must be well-formed"):
        load_saved_model(written(data, tmp_path / "m"))


def test_nothing_in_it(tmp_path: Any) -> None:
    with pytest.raises(NotFoundError, match="must have a graph tagged serve, got no graphs"):
        load_saved_model(written(b"", tmp_path / "m"))


@pytest.mark.parametrize("tags", [["train"], [], ["serve", "gpu"]])
def test_other_tags(tags: list[str], tmp_path: Any) -> None:
    with pytest.raises(NotFoundError, match="must have a graph tagged"):
        load_saved_model(written(model(), tmp_path / "m"), tags)


def test_tags_that_are_a_text(tmp_path: Any) -> None:
    with pytest.raises(InvalidTypeError, match="tags"):
        load_saved_model(written(model(), tmp_path / "m"), "serve")


def meta(change: Callable[[Any], Any]) -> Any:
    saved = model()
    change(saved.meta_graphs[0])
    return saved


def _composite(m: Any) -> None:
    m.signature_def["serving_default"].inputs["in"].composite_tensor.SetInParent()


def _asset(name: str, tensor: str = "asset:0") -> Callable[[Any], Any]:
    def change(m: Any) -> None:
        asset = m.asset_file_def.add(filename=name)
        asset.tensor_info.name = tensor

    return change


def _saver(restore: str, filename: str) -> Callable[[Any], Any]:
    def change(m: Any) -> None:
        m.saver_def.restore_op_name = restore
        m.saver_def.filename_tensor_name = filename

    return change


def _signature(kind: str, **values: Any) -> Callable[[Any], Any]:
    def change(m: Any) -> None:
        signature = m.signature_def["serving_default"]
        info = (signature.inputs if kind == "in" else signature.outputs)[kind]
        for key, value in values.items():
            setattr(info, key, value)

    return change


def _collection(name: str) -> Callable[[Any], Any]:
    return lambda m: m.collection_def["saved_model_main_op"].node_list.value.append(name)


def _init(name: str | None) -> Callable[[Any], Any]:
    def change(m: Any) -> None:
        signature = m.signature_def["__saved_model_init_op"]
        if name is not None:
            signature.outputs["__saved_model_init_op"].name = name

    return change


BAD: dict[str, tuple[Callable[[Any], Any], type[Exception]]] = {
    "a signature of nothing": (_signature("in", name="z:0"), InvalidArgumentError),
    "a signature of a node": (_signature("in", name="x"), InvalidArgumentError),
    "an output too many": (_signature("out", name="y:1"), InvalidArgumentError),
    "an output beyond all": (_signature("out", name="y:" + "9" * 40), GraphopsError),
    "a strange output": (_signature("out", name="y:-1"), GraphopsError),
    "an empty name": (_signature("out", name=""), GraphopsError),
    "another dtype": (_signature("out", dtype=3), InvalidArgumentError),
    "a dtype that is none": (_signature("out", dtype=99), InvalidArgumentError),
    "a composite tensor of nothing": (_composite, InvalidArgumentError),
    "an init op that is not there": (_init("nowhere"), InvalidArgumentError),
    "an init op of nothing": (_init(None), GraphopsError),
    "an init op that is empty": (_init(""), GraphopsError),
    "a main op that is not there": (_collection("nowhere"), InvalidArgumentError),
    "a main op that is empty": (_collection(""), GraphopsError),
    "a restore op that is not there": (_saver("nowhere", "asset:0"), InvalidArgumentError),
    "a file name that is not there": (_saver("init", "nowhere:0"), GraphopsError),
    "no file name": (_saver("init", ""), GraphopsError),
    "a file name of a node without outputs": (_saver("init", "init"), GraphopsError),
    "an asset of a node that is not there": (_asset("a", "nowhere:0"), GraphopsError),
    "an asset of a node without outputs": (_asset("a", "init"), GraphopsError),
    "an asset of nothing": (_asset("a", ""), GraphopsError),
    "an asset above": (_asset("../a"), InvalidArgumentError),
    "an asset far above": (_asset("a/../../../../etc/passwd"), InvalidArgumentError),
    "an asset of the root": (_asset("/etc/passwd"), InvalidArgumentError),
    "an asset without a name": (_asset(""), InvalidArgumentError),
    "an asset with a null byte": (_asset("a\x00b"), InvalidArgumentError),
    "a node without an op": (lambda m: m.graph_def.node.add(name="u"), InvalidArgumentError),
    "a cycle": (lambda m: m.graph_def.node.add(name="u", op="NoOp", input=["^u"]), InvalidArgumentError),
}


@pytest.mark.parametrize("name", list(BAD))
def test_bad(name: str, tmp_path: Any) -> None:
    change, kind = BAD[name]
    with pytest.raises(kind) as caught:
        load_saved_model(written(meta(change), tmp_path / "m"))
    assert isinstance(caught.value, GraphopsError)


def test_an_asset_gets_its_path(tmp_path: Any) -> None:
    def change(m: Any) -> None:
        _asset("words.txt")(m)
        _init("keep")(m)
        node = m.graph_def.node.add(name="keep", op="AssignVariableOp", input=["v", "path"])
        node.attr["dtype"].type = 7
        node = m.graph_def.node.add(name="v", op="VarHandleOp")
        node.attr["dtype"].type = 7
        node.attr["shape"].shape.SetInParent()

    folder = written(meta(change), tmp_path / "m")
    (folder / "assets").mkdir()
    (folder / "assets" / "words.txt").write_text("a")
    session = load_saved_model(folder).session()
    assert session.variables["v"].tolist() == os.fsencode(folder / "assets" / "words.txt")


def test_a_table_is_filled_from_an_asset(tmp_path: Any) -> None:
    def change(m: Any) -> None:
        _asset("words.txt")(m)
        _init("fill")(m)
        with go.Graph().as_default() as graph:
            go.import_graph_def(m.graph_def, name="")
            keys = go.placeholder(go.string, (None,), name="words")
            table = go.raw_ops.HashTableV2(key_dtype="string", value_dtype="int64", shared_name="words")
            go.raw_ops.InitializeTableFromTextFileV2(
                table_handle=table, filename=graph.tensor("asset:0"), key_index=-2, value_index=-1, name="fill"
            )
            go.raw_ops.LookupTableFindV2(table_handle=table, keys=keys, default_value=np.int64(-1), name="numbers")
            go.raw_ops.NoOp(name="nothing")
            m.graph_def.CopyFrom(graph.as_graph_def())
        _saver("nothing", "asset:0")(m)  # as savers of models without variables are: they have no file

    folder = written(meta(change), tmp_path / "m")
    (folder / "assets").mkdir()
    with pytest.raises(NotFoundError, match="words.txt"):
        load_saved_model(folder).session()
    (folder / "assets" / "words.txt").write_text("a\nb\n")
    session = load_saved_model(folder).session()
    assert session.run("numbers:0", {"words:0": [b"b", b"c"]}).tolist() == [1, -1]
    (folder / "assets" / "words.txt").unlink()
    (tmp_path / "outside").write_text("a\n")
    (folder / "assets" / "words.txt").symlink_to(tmp_path / "outside")
    with pytest.raises(PermissionDeniedError):
        load_saved_model(folder).session()


def test_variables_that_are_missing(tmp_path: Any) -> None:
    """A graph that restores, in a folder without its variables: the first use says what is not there."""

    def change(m: Any) -> None:
        with go.Graph().as_default() as graph:
            go.import_graph_def(m.graph_def, name="")
            prefix = go.placeholder(go.string, (), name="prefix")
            v = go.raw_ops.VarHandleOp(dtype="float", shape=(2,), name="v")
            found = go.raw_ops.RestoreV2(prefix=prefix, tensor_names=["v"], shape_and_slices=[""], dtypes=["float"])
            go.raw_ops.AssignVariableOp(resource=v, value=found[0], name="restore")
            m.graph_def.CopyFrom(graph.as_graph_def())
        _saver("restore", "prefix:0")(m)

    folder = written(meta(change), tmp_path / "m")
    try:
        session = load_saved_model(folder).session()
    except GraphopsError:
        return
    with pytest.raises(GraphopsError):
        session.run(go.raw_ops.ReadVariableOp(resource=session.graph.tensor("v:0"), dtype="float"))


def test_every_beginning_and_changes_at_random(tmp_path: Any) -> None:
    """Loaded or refused by an error of ours; nothing else."""
    data = meta(_asset("a")).SerializeToString()
    chance = random.Random(0)  # noqa: S311
    cases = [data[:length] for length in range(0, len(data), 3)]
    for _ in range(400):
        changed = bytearray(data)
        for _ in range(chance.choice((1, 1, 2, 5))):
            changed[chance.randrange(len(changed))] = chance.randrange(256)
        cases.append(bytes(changed))
    folder = tmp_path / "m"
    for case in cases:
        try:
            load_saved_model(written(case, folder))({"in": np.ones(2, np.float32)})
        except GraphopsError:
            continue
