"""Versions: which are served, when a new one takes over, labels, and folders of strangers."""

from __future__ import annotations

import asyncio
import json
import logging
import shutil
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from graphops.apps.serve import config_files, sources
from graphops.apps.serve.settings import Batching, ModelConfig, Settings, VersionPolicy
from graphops.apps.serve.versions import Models
from graphops.checkpoint.record_framing import framed
from graphops.interchange.graph_def import messages
from graphops_registry.errors import DataLossError, FailedPreconditionError, InvalidArgumentError
from tests.apps.serve.conftest import MODELS

ROW = {"instances": [[1, 2, 3, 4]]}


def states(server: Any, name: str) -> dict[str, str]:
    status, found = server.get(f"/v1/models/{name}")
    return {each["version"]: each["state"] for each in found["model_version_status"]} if status == 200 else {}


def test_status_and_metadata(serving: Any) -> None:
    server = serving("dense")
    expected = {"model_version_status": [
        {"version": "1", "state": "AVAILABLE", "status": {"error_code": "OK", "error_message": ""}}
    ]}  # fmt: skip
    for path in ("/v1/models/dense", "/v1/models/dense/versions/1", "/V1/Models/dense"):
        assert server.get(path) == (200, expected)
    status, found = server.get("/v1/models/dense/metadata")
    assert status == 200
    assert found["model_spec"] == {"name": "dense", "signature_name": "", "version": "1"}
    signature = found["metadata"]["signature_def"]["signature_def"]["serving_default"]
    assert signature["method_name"] == "tensorflow/serving/predict"
    x = signature["inputs"]["x"]
    assert x["dtype"] == "DT_FLOAT"
    assert x["tensor_shape"] == {"dim": [{"size": "-1", "name": ""}, {"size": "4", "name": ""}], "unknown_rank": False}
    assert "__saved_model_init_op" in found["metadata"]["signature_def"]["signature_def"]  # as TensorFlow Serving


def test_a_new_version_takes_over(serving: Any, copied: Any) -> None:
    folder = copied("dense", 1)
    server = serving(models=(ModelConfig("dense", str(folder)),))
    answer = server.post("/v1/models/dense:predict", ROW)
    copied("text", 2, "dense")
    server.until(lambda: states(server, "dense") == {"2": "AVAILABLE"})
    assert server.post("/v1/models/dense:predict", {"instances": ["a"]})[1]["predictions"][0]["lower"] == "a!"
    shutil.rmtree(folder / "2")  # and back
    server.until(lambda: states(server, "dense") == {"1": "AVAILABLE"})
    assert server.post("/v1/models/dense:predict", ROW) == answer


def test_requests_during_changes_all_have_an_answer(serving: Any, copied: Any) -> None:
    folder = copied("dense", 1)
    server = serving(models=(ModelConfig("dense", str(folder)),))
    _, expected = server.post("/v1/models/dense:predict", ROW)
    found: list[Any] = []

    async def client() -> None:
        for _ in range(40):
            found.append(await server.send("POST", "/v1/models/dense:predict", json.dumps(ROW).encode()))
            await asyncio.sleep(0.005)

    async def all_clients() -> None:
        await asyncio.gather(*(client() for _ in range(4)))

    running = asyncio.run_coroutine_threadsafe(all_clients(), server.loop)
    for version in (2, 3, 4):
        copied("dense", version)
        server.until(lambda version=version: str(version) in states(server, "dense"))
        shutil.rmtree(folder / str(version - 1))
    running.result(60)
    assert {status for status, _, _ in found} == {200}
    assert all(json.loads(content) == expected for _, content, _ in found)


def test_a_broken_version_leaves_the_old_one(serving: Any, copied: Any) -> None:
    folder = copied("dense", 1)
    server = serving(models=(ModelConfig("dense", str(folder)),))
    (folder / "2").mkdir()
    (folder / "2" / "saved_model.pb").write_bytes(b"no model")
    server.until(lambda: states(server, "dense").get("2") == "END")
    assert states(server, "dense") == {"2": "END", "1": "AVAILABLE"}
    status = server.get("/v1/models/dense/versions/2")[1]["model_version_status"][0]["status"]
    assert status["error_code"] == "INVALID_ARGUMENT"
    assert "SavedModel" in status["error_message"]
    assert server.post("/v1/models/dense:predict", ROW)[0] == 200
    shutil.copytree(MODELS / "dense" / "1", folder / "2", dirs_exist_ok=True)  # now the copy is whole
    server.until(lambda: states(server, "dense") == {"2": "AVAILABLE"})


def test_labels_move_when_their_version_answers(serving: Any, copied: Any, tmp_path: Path) -> None:
    folder = copied("dense", 1)
    config = tmp_path / "models.config"

    def write(versions: str, stable: int) -> None:
        config.write_text(
            f"model_config_list {{ config {{ name: 'dense' base_path: '{folder}' model_platform: 'tensorflow' "
            f"model_version_policy {{ specific {{ {versions} }} }} "
            f"version_labels {{ key: 'stable' value: {stable} }} }} }}"
        )

    write("versions: 1", 1)
    server = serving(config_file=str(config), config_poll=0.05)
    assert server.post("/v1/models/dense/labels/stable:predict", ROW)[0] == 200
    assert server.post("/v1/models/dense/labels/canary:predict", ROW)[0] == 404
    copied("text", 2, "dense")
    write("versions: 1 versions: 2", 2)
    server.until(lambda: server.post("/v1/models/dense/labels/stable:predict", {"instances": ["a"]})[0] == 200)
    assert server.post("/v1/models/dense/versions/1:predict", ROW)[0] == 200  # both are served
    for text in ("nonsense {", "", "model_config_list {}"):  # wrong, or not whole yet: it changes nothing
        config.write_text(text)
        server.backend._service.models._read_config()
    assert server.post("/v1/models/dense/versions/1:predict", ROW)[0] == 200


def test_versions_that_are_asked_for_and_not_there(copied: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What answers stays until one of them does, and the log says once what is missing."""
    records: list[logging.LogRecord] = []
    handler = logging.Handler()
    monkeypatch.setattr(handler, "emit", records.append)
    monkeypatch.setattr(logging.getLogger("graphops.serve"), "handlers", [handler])
    folder = copied("dense", 1)
    models = Models(Settings(models=(ModelConfig("dense", str(folder)),)))

    def looked() -> list[int]:
        models.look()
        return [each.number for each in models.statuses("dense") if each.state == "AVAILABLE"]

    assert looked() == [1]
    models._configure((ModelConfig("dense", str(folder), VersionPolicy(specific=(9, 12))),))
    for _ in range(3):
        assert looked() == [1]
    assert [each.getMessage() for each in records if each.levelname == "WARNING"] == [
        "the folder of model 'dense' must have the versions that are asked for, but lacks 9, 12: "
        "what answers stays until a version that is wanted does"
    ]
    copied("dense", 9)
    assert looked() == [9]
    for version in (1, 9):
        shutil.rmtree(folder / str(version))
    assert looked() == [9]
    models.close()


def configured(name: str, folder: Path) -> str:
    return f"config {{ name: '{name}' base_path: '{folder}' }}"


def test_another_folder_loses_no_request(
    serving: Any, copied: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The version of the first folder answers until that of the second, which has the same number, is loaded; and when
    a third cannot be loaded."""
    config = tmp_path / "models.config"
    config.write_text(f"model_config_list {{ {configured('m', copied('dense', 1))} }}")
    server = serving(config_file=str(config), config_poll=0.05)
    loading, go = threading.Event(), threading.Event()
    load = sources.load

    def slow(*given: Any) -> Any:
        loading.set()
        assert go.wait(30)
        return load(*given)

    monkeypatch.setattr(sources, "load", slow)
    config.write_text(f"model_config_list {{ {configured('m', copied('text', 1))} }}")
    assert loading.wait(30)
    for path in ("/v1/models/m:predict", "/v1/models/m/versions/1:predict"):
        assert server.post(path, ROW)[0] == 200
    assert server.get("/readyz")[0] == 200
    go.set()
    server.until(lambda: server.post("/v1/models/m:predict", {"instances": ["a"]})[0] == 200)
    assert states(server, "m") == {"1": "AVAILABLE"}
    (tmp_path / "broken" / "1").mkdir(parents=True)
    (tmp_path / "broken" / "1" / "saved_model.pb").write_bytes(b"no model")
    loading.clear()
    config.write_text(f"model_config_list {{ {configured('m', tmp_path / 'broken')} }}")
    assert loading.wait(30)
    models = server.backend._service.models
    server.until(lambda: models.statuses("m")[0].successor.state == "END")
    assert server.post("/v1/models/m:predict", {"instances": ["a"]})[0] == 200


def test_a_version_that_goes_while_it_is_taken(serving: Any, copied: Any) -> None:
    """Who has found a version can use it, however soon it goes."""
    server = serving(models=(ModelConfig("dense", str(copied("dense", 1))),))
    models = server.backend._service.models
    watched = models._watched["dense"]
    model = watched.versions[1].model
    take, going = model.take, threading.Thread(target=models._unload, args=(watched, 1))

    def slow() -> None:
        going.start()
        going.join(0.2)
        assert going.is_alive()  # it waits until this has taken what it found
        take()

    model.take = slow
    with models.lease("dense") as leased:
        going.join(30)
        run = leased.signature("").run
        assert run(np.ones((2, 4), np.float32))[0].shape == (2, 3)
    with pytest.raises(FailedPreconditionError):
        run(np.ones((2, 4), np.float32))  # now it is closed


def test_how_often_folders_and_the_configuration_are_read(serving: Any, copied: Any, tmp_path: Path) -> None:
    """0 means once for folders; the configuration is read all the same, and what it says anew is looked for."""
    config = tmp_path / "models.config"
    first = configured("dense", copied("dense", 1))
    config.write_text(f"model_config_list {{ {first} }}")
    server = serving(config_file=str(config), config_poll=0.05, poll=0.0)
    copied("dense", 2)
    config.write_text(f"model_config_list {{ {first} {configured('text', copied('text', 1))} }}")
    server.until(lambda: states(server, "text") == {"1": "AVAILABLE"})
    assert states(server, "dense") == {"1": "AVAILABLE"}
    config.write_text(f"model_config_list {{ {first.replace('base', 'model_version_policy { all {} } base')} }}")
    server.until(lambda: states(server, "dense") == {"1": "AVAILABLE", "2": "AVAILABLE"})
    assert states(server, "text") == {}


def test_warm_up_requests_run_before_the_model_is_served(serving: Any, copied: Any) -> None:
    """The counter has counted what the warm-up requests added, and no more."""
    folder = copied("counter", 1)
    log = messages.PredictionLog()
    request = log.predict_log.request
    request.model_spec.signature_name = "serving_default"
    tensor = request.inputs["x"]
    tensor.dtype = 1
    tensor.tensor_shape.dim.add(size=2)
    tensor.float_val.extend([10.0, 20.0])
    extra = folder / "1" / "assets.extra"
    extra.mkdir()
    (extra / "tf_serving_warmup_requests").write_bytes(framed(log.SerializeToString()) + framed(b"\xff no log"))
    server = serving(models=(ModelConfig("counter", str(folder)),))
    assert server.post("/v1/models/counter:predict", {"instances": [1]}) == (200, {"predictions": [31.0]})


@pytest.mark.parametrize("workers", [0])
def test_a_model_that_is_no_folder_of_versions(serving: Any, tmp_path: Path, workers: int) -> None:
    """A SavedModel itself, a GraphDef with named tensors, and a page of blocks."""
    import graphops as go

    graph = go.Graph()
    with graph.as_default():
        x = go.placeholder(go.float32, (None, 2), name="x")
        go.raw_ops.Mul(x=x, y=go.constant([2.0, 3.0]), name="y")
    go.save_graph(graph, tmp_path / "model.pb")
    page = {
        "graphops_page": 1,
        "blocks": [
            {"id": "x", "op": "Placeholder", "attrs": {"dtype": "float", "shape": [None, 2]}},
            {"id": "y", "op": "Add", "inputs": {"y": [10.0, 20.0]}},
        ],
        "wires": [{"from": "x:output", "to": "y:x"}],
        "fetches": ["y"],
    }
    (tmp_path / "page.json").write_text(json.dumps(page))
    server = serving(models=(
        ModelConfig("saved", str(MODELS / "dense" / "1")),
        ModelConfig("graph", str(tmp_path / "model.pb"), feeds={"in": "x"}, fetches={"out": "y:0"}),
        ModelConfig("page", str(tmp_path / "page.json")),
    ))  # fmt: skip
    assert server.post("/v1/models/saved:predict", ROW)[0] == 200
    assert server.post("/v1/models/graph:predict", {"inputs": {"in": [[1, 1]]}}) == (200, {"outputs": [[2.0, 3.0]]})
    assert server.post("/v1/models/page:predict", {"instances": [[1, 1]]}) == (200, {"predictions": [[11.0, 21.0]]})
    assert server.get("/v1/models/graph/metadata")[0] == 200


def test_policies() -> None:
    assert VersionPolicy().chosen([1, 3, 2]) == [3]
    assert VersionPolicy(latest=2).chosen([1, 3, 2]) == [3, 2]
    assert VersionPolicy(latest=0).chosen([1, 3, 2]) == [3, 2, 1]
    assert VersionPolicy(specific=(1, 7)).chosen([1, 3, 2]) == [1]


def test_configuration_files(tmp_path: Path) -> None:
    file = tmp_path / "file"
    # The examples of TensorFlow Serving's documentation.
    file.write_text(
        "max_batch_size { value: 128 }\nbatch_timeout_micros { value: 0 }\n"
        "max_enqueued_batches { value: 1000000 }\nnum_batch_threads { value: 8 }\n"
    )
    assert config_files.read_batching(str(file)) == Batching(128, 0, 1_000_000, 8)
    file.write_text('prometheus_config {\n  enable: true,\n  path: "/monitoring/prometheus/metrics"\n}\n')
    assert config_files.read_metrics_path(str(file)) == "/monitoring/prometheus/metrics"
    file.write_text("model_config_list { config { name: 'a' base_path: '/a' model_version_policy { all {} } } }")
    assert config_files.read_models(str(file)) == (ModelConfig("a", "/a", VersionPolicy(latest=0)),)
    for text, kind in (
        ("", InvalidArgumentError),
        ("model_config_list { config { base_path: '/a' } }", InvalidArgumentError),
        ("model_config_list { config { name: 'a/b' base_path: '/a' } }", InvalidArgumentError),
        ("model_config_list { config { name: 'a' } }", InvalidArgumentError),
        ("model_config_list { config { name: 'a' base_path: '/a' } config { name: 'a' base_path: '/a' } }",
         InvalidArgumentError),
        ("model_config_list { config { nome: 'a' } }", DataLossError),
    ):  # fmt: skip
        file.write_text(text)
        with pytest.raises(kind):
            config_files.read_models(str(file))
    for text in ("max_batch_size { value: 0 }", "max_batch_size { value: 4 } allowed_batch_sizes: 2",
                 "allowed_batch_sizes: 4 allowed_batch_sizes: 2 max_batch_size { value: 2 }"):  # fmt: skip
        file.write_text(text)
        with pytest.raises(InvalidArgumentError):
            config_files.read_batching(str(file))


def test_settings_survive_the_way_to_a_worker() -> None:
    models = (ModelConfig("a", "/a", VersionPolicy(specific=(3,)), {"stable": 3}, {"x": "x:0"}),)
    settings = Settings(models=models, batching=Batching(allowed_batch_sizes=(2, 1000)), token="t" * 20)
    assert Settings.from_text(settings.text()) == settings


def test_variables_that_are_only_read_become_constants(serving: Any) -> None:
    """Plans fold them; a model that changes one keeps them all."""
    for name, keeps in (("dense", False), ("several", False), ("counter", True)):
        server = serving(name)
        with server.backend._service.models.lease(name) as model:
            kinds = {node.type for node in model.session.graph.nodes}
        assert ("VarHandleOp" in kinds) == keeps, name
