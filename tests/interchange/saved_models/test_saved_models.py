"""SavedModels that TensorFlow wrote give what it gives; ``tests/golden/record_saved_models.py`` makes them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops_registry.errors import FailedPreconditionError, GraphopsError

MODELS = Path(__file__).with_name("data")


def expected(name: str) -> dict[str, Any]:
    with np.load(MODELS / name / "expected.npz") as stored:
        return dict(stored)


def signatures(values: dict[str, Any]) -> dict[str, tuple[dict[str, Any], dict[str, Any]]]:
    """By signature: what goes in and what comes out."""
    found: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {}
    for key, value in values.items():
        signature, side, name = key.split("/", 2)
        found.setdefault(signature, ({}, {}))[side == "out"][name] = (
            value.astype(object) if value.dtype.kind == "S" else value
        )
    return found


@pytest.mark.parametrize("name", ["tables", "tables_v1", "hub"])
def test_signatures_give_what_tensorflow_gives(name: str) -> None:
    model = go.load_saved_model(MODELS / name)
    for signature, (inputs, outputs) in signatures(expected(name)).items():
        result = model(inputs, signature)
        assert result.keys() == outputs.keys()
        for key, want in outputs.items():
            assert result[key].dtype == want.dtype
            np.testing.assert_array_equal(result[key], want)


def test_a_module_of_tensorflow_hub_has_a_graph_without_tags_and_one_for_training() -> None:
    assert go.load_saved_model(MODELS / "hub").tags == ()
    assert go.load_saved_model(MODELS / "hub", ["train"]).tags == ("train",)


def test_a_training_op_trains() -> None:
    model = go.load_saved_model(MODELS / "training")
    values = expected("training")
    signature = model.signature("train")
    feeds = {signature.inputs[name]: values[f"train/in/{name}"] for name in ("x", "y")}
    session = model.session()
    assert model.train_op is not None
    losses = [session.run([signature.outputs["loss"], model.train_op], feeds)[0] for _ in range(3)]
    np.testing.assert_allclose(losses, values["losses"], rtol=1e-6)
    assert go.load_saved_model(MODELS / "hub").train_op is None


def test_an_asset_may_not_be_a_way_out_of_the_folder(tmp_path: Path) -> None:
    import shutil

    shutil.copytree(MODELS / "tables_v1", tmp_path / "m")
    (tmp_path / "secret.txt").write_bytes(b"secret\n")
    asset = next((tmp_path / "m" / "assets").iterdir())
    asset.unlink()
    asset.symlink_to(tmp_path / "secret.txt")
    with pytest.raises(GraphopsError) as caught:
        go.load_saved_model(tmp_path / "m").session()
    assert "secret" not in str(caught.value)
    assert not isinstance(caught.value, FailedPreconditionError)
