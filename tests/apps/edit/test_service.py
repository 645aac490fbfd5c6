"""The service's requests: what they answer, and what they refuse."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphops as go
from graphops.apps.edit.files import Folder
from tests.apps.edit.conftest import ROOT, Server, start
from tests.systems import on_linux

PAGE = json.loads((ROOT / "examples" / "pages" / "filter_gradient.json").read_text())
X = {"id": "x", "op": "Const", "attrs": {"dtype": "float", "value": [1.0, 2.0]}}


def page(*blocks: Any, wires: Any = (), **more: Any) -> Any:
    return {"graphops_page": 1, "blocks": list(blocks), "wires": [{"from": a, "to": b} for a, b in wires], **more}


def refused(server: Server, method: str, path: str, body: Any = None, **headers: Any) -> tuple[int, str]:
    status, found, _ = server.request(method, path, body, **headers)
    assert 400 <= status < 500, (status, found)
    assert set(found) == {"error"}
    assert {"kind", "message", "notes"} <= set(found["error"])
    return status, found["error"]["message"]


def test_ops(server: Server) -> None:
    _, found, _ = server.request("GET", "/api/ops")
    ops = {op["name"]: op for op in found["ops"]}
    assert found["version"] == go.__version__
    conv = ops["Conv3DBackpropFilterV2"]
    assert (conv["family"], conv["package"], conv["stateful"]) == ("nn_conv", "graphops", False)
    assert [arg["name"] for arg in conv["inputs"]] == ["input", "filter_sizes", "out_backprop"]
    strides, data_format = conv["attrs"][1], conv["attrs"][3]
    assert (strides["type"], strides["minimum"], "default" in strides) == ("list(int)", 5, False)
    assert (data_format["allowed"], data_format["default"]) == (["NDHWC", "NCDHW"], "NDHWC")
    assert ops["ConcatV2"]["inputs"][0]["list"] is True
    assert ops["Identity"]["inputs"][0]["dtypes"] is None


def test_state_of_a_server_that_was_asked_nothing_else(tmp_path: Path) -> None:
    server = start(tmp_path)
    try:
        assert "CPU:0" in server.request("GET", "/api/state")[1]["devices"]
    finally:
        server.end()


def test_state(server: Server) -> None:
    _, found, _ = server.request("GET", "/api/state")
    assert found["folder"] == str(server.folder.resolve())
    assert found["file"] is None
    assert "CPU:0" in found["devices"]


def test_check(server: Server) -> None:
    found = server.post("/api/check", {"page": PAGE})
    assert found["problems"] == found["skipped"] == []
    gradient = found["nodes"]["gradient"]
    assert gradient["outputs"] == [
        {"pin": "output", "number": None, "dtype": "float32", "shape": [2] * 5, "ref": False}
    ]
    assert [pin["shape"] for pin in gradient["inputs"]] == [[2] * 5, [5], [2, 1, 1, 1, 2]]
    found = server.post(
        "/api/check",
        {"page": page(X, {"id": "n", "op": "MatMul"}, {"id": "m", "op": "Neg"},
                      wires=[("x:output", "n:a"), ("n:product", "m:x")])},
    )  # fmt: skip
    assert list(found["nodes"]) == ["x"]
    assert found["skipped"] == ["m"]
    assert [(p["block"], p["pin"], p["kind"]) for p in found["problems"]] == [
        ("n", "b", "InvalidTypeError"),  # nothing leads to it
        ("n", "a", "InvalidArgumentError"),  # a vector
    ]


@pytest.mark.parametrize(
    ("block", "pin"),
    [
        ({"op": "Const", "attrs": {"value": {"dtype": "float", "shape": [1.5], "values": [1]}}}, "value"),
        ({"op": "Const", "attrs": {"value": {"dtype": "resource", "shape": [1], "values": [1]}}}, "value"),
        ({"op": "Placeholder", "attrs": {"dtype": "fp32"}}, "dtype"),
        ({"op": "Placeholder", "attrs": {"dtype": "float", "shape": "[2]["}}, "shape"),
        ({"op": "Relu", "attrs": {"other": 1}, "inputs": {"features": {"dtype": "float", "values": 1}}}, "other"),
        ({"op": "Neg", "inputs": {"x": {"dtype": "float", "shape": [-1], "values": [1]}}}, "x"),
        ({"op": "Neg", "inputs": {"x": None}}, "x"),
    ],
)
def test_a_problem_says_which_input_or_attr_it_is_about(server: Server, block: Any, pin: str) -> None:
    """The editor shows it at that field; sentences name parts of it, such as its shape."""
    (problem,) = server.post("/api/check", {"page": page({"id": "b"} | block)})["problems"]
    assert (problem["block"], problem["pin"]) == ("b", pin), problem["message"]


@pytest.mark.parametrize(
    ("source", "target", "reason"),
    [
        ("x:output", "neg:x", None),
        ("x:output", "product:a", "must have rank 2"),
        ("text:output", "neg:x", "must have one of the dtypes"),
        ("x:output", "neg:nothing", "must be an input of op 'Neg'"),
        ("x:nothing", "neg:x", "must be an output of op 'Const'"),
        ("neg:y", "neg:x", "no cycles"),
        ("x:output", "nothing:x", "must name a block of the page"),
    ],
)
def test_fit(server: Server, source: str, target: str, reason: str | None) -> None:
    text = {"id": "text", "op": "Const", "attrs": {"value": "a"}}
    drawn = page(X, text, {"id": "neg", "op": "Neg"}, {"id": "product", "op": "MatMul"})
    found = server.post("/api/fit", {"page": drawn, "wire": {"from": source, "to": target}})
    if reason is None:
        assert found == {"fits": True}
    else:
        assert found["fits"] is False
        assert reason in found["reason"]


def test_a_wire_to_a_block_that_does_not_run_is_checked_too(server: Server) -> None:
    drawn = page(X, {"id": "neg", "op": "Neg", "mode": "muted"}, {"id": "product", "op": "MatMul", "mode": "bypassed"})
    for target, fits in (("neg:x", True), ("product:a", False)):
        found = server.post("/api/fit", {"page": drawn, "wire": {"from": "x:output", "to": target}})
        assert found["fits"] is fits


def test_a_check_tells_what_is_muted(server: Server) -> None:
    drawn = page(X, {"id": "neg", "op": "Neg", "mode": "muted"}, {"id": "after", "op": "Neg"},
                 {"id": "pass", "op": "Neg", "mode": "bypassed"},
                 wires=[("x:output", "neg:x"), ("neg:y", "after:x"), ("x:output", "pass:x")])  # fmt: skip
    found = server.post("/api/check", {"page": drawn})
    assert found["muted"] == {"neg": "neg", "after": "neg"}
    assert set(found["nodes"]) == {"x", "pass"}
    assert found["problems"] == []


def test_a_block_that_is_not_complete_takes_wires(server: Server) -> None:
    drawn = page(X, {"id": "sum", "op": "AddV2"})
    assert server.post("/api/fit", {"page": drawn, "wire": {"from": "x:output", "to": "sum:x"}}) == {"fits": True}


def test_lists_are_wired_one_by_one(server: Server) -> None:
    """ConcatV2 takes two tensors at least: the first wire comes before the second."""
    drawn = page(X, {"id": "join", "op": "ConcatV2"}, {"id": "text", "op": "Const", "attrs": {"value": ["a"]}})
    for number in (0, 1):
        wire = {"from": "x:output", "to": f"join:values:{number}"}
        found = server.post("/api/fit", {"page": drawn, "wire": wire})
        if number == 0:
            assert found == {"fits": True}
            drawn["wires"] = [wire]
    assert found == {"fits": True}
    found = server.post("/api/fit", {"page": drawn, "wire": {"from": "text:output", "to": "join:values:1"}})
    assert "must have the dtype of" in found["reason"]


def test_files(server: Server) -> None:
    assert server.request("PUT", "/api/file?name=a/b.json", {"page": PAGE})[0] == 200
    assert refused(server, "PUT", "/api/file?name=a/b.json", {"page": PAGE})[0] == 409
    assert server.request("PUT", "/api/file?name=a/b.json", {"page": PAGE, "overwrite": True})[0] == 200
    _, found, _ = server.request("GET", "/api/file?name=a/b.json")
    assert found["page"] == PAGE | {"device": ""} or found["page"] == PAGE
    with go.Graph().as_default() as graph:
        go.raw_ops.Neg(x=go.constant([1.0], name="c"), name="n")
    go.save_graph(graph, server.folder / "g.pb")
    (server.folder / "note.txt").write_text("x")
    np.save(server.folder / "x.npy", np.zeros(2))
    names = {file["name"]: file["kind"] for file in server.request("GET", "/api/files")[1]["files"]}
    assert {"a/b.json": "page", "g.pb": "graphdef", "x.npy": "npy"}.items() <= names.items()
    assert "note.txt" not in names
    _, found, _ = server.request("GET", "/api/file?name=g.pb")
    assert found["converted"] is True
    assert [block["op"] for block in found["page"]["blocks"]] == ["Const", "Neg"]
    assert found["page"]["fetches"] == ["n"]


def test_no_path_outside_the_folder(server: Server, tmp_path: Path) -> None:
    (tmp_path / "secret.json").write_text(json.dumps(PAGE))
    (server.folder / "link.json").symlink_to(tmp_path / "secret.json")
    (server.folder / "up").symlink_to(tmp_path)
    names = [
        "../secret.json", "..%2fsecret.json", "/etc/passwd", "a/../../secret.json", str(tmp_path / "secret.json"),
        "link.json", "up/secret.json", "%2e%2e/secret.json", "a%00.json", "", ".graphops-autosave.json",
        "....//secret.json", "a\\..\\b.json", "a/b/c/d/e/f.json", "note.txt", "x.npy", "a" * 300 + ".json",
    ]  # fmt: skip
    for name in names:
        status, message = refused(server, "GET", f"/api/file?name={name}")
        assert status in (400, 403, 404), (name, message)
        status, _ = refused(server, "PUT", f"/api/file?name={name}", {"page": PAGE, "overwrite": True})
        assert status in (400, 403, 404), name
    assert json.loads((tmp_path / "secret.json").read_text()) == PAGE
    listed = server.request("GET", "/api/files")[1]["files"]
    assert not [file for file in listed if "secret" in file["name"] or "link" in file["name"]]
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/static//etc/passwd"):
        status, found, _ = server.request("GET", path)
        assert status == 404, (path, found)
    outside = page({"id": "c", "op": "Const", "attrs": {"value": {"file": "../secret.npy"}}})
    problems = server.post("/api/check", {"page": outside})["problems"]
    assert problems[0]["kind"] == "PermissionDeniedError"


def test_import_and_export(server: Server) -> None:
    for form, beginning in [("pbtxt", b"node {"), ("python", b"import numpy"), ("page", b'{\n "graphops_page": 1')]:
        status, found, headers = server.request("POST", f"/api/export?form={form}", {"page": PAGE})
        assert status == 200
        assert found.startswith(beginning), form
        assert headers["content-disposition"].startswith("attachment; filename=")
    binary = server.request("POST", "/api/export?form=graphdef", {"page": PAGE})[1]
    text = server.request("POST", "/api/export?form=pbtxt", {"page": PAGE})[1]
    for data in (binary, text, json.dumps(PAGE).encode()):
        status, found, _ = server.request("POST", "/api/import", data)
        assert status == 200, found
        assert len(found["page"]["blocks"]) == 5
    for data in (b"", b"nonsense", b"\xff\xfe\x00", b"{", b'{"graphops_page": 7}'):
        if data:
            refused(server, "POST", "/api/import", data)
    refused(server, "POST", "/api/export?form=onnx", {"page": PAGE})
    refused(server, "POST", "/api/export?form=python", {"page": page({"id": "x", "op": "Nothing"})})


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"", "well-formed JSON"), (b"{", "well-formed JSON"), (b"[]", "must be a JSON object"),
        (b"{}", "the key 'page'"),
        (b'{"page": 1, "page": 2}', "each key once"), (b'{"page": NaN}', "finite numbers"),
        (b"\xff\xfe", "well-formed"),
        (b'{"page": {}}', "graphops_page"), (b'{"page": {"graphops_page": 1}, "more": 1}', "keys of a request"),
        (b"[" * 100_000, "nested less deeply"), (b'{"page": ' + b"9" * 5000 + b"}", "well-formed JSON"),
        (b'{"page": {"graphops_page": 1, "blocks": [{"id": "x", "op": "Neg", "attrs": 3}]}}', "must be an object"),
    ],
)  # fmt: skip
def test_bad_bodies(server: Server, body: bytes, message: str) -> None:
    for path in ("/api/check", "/api/fit"):
        status, found = refused(server, "POST", path, body)
        assert status == 400
        assert message in found or path == "/api/fit"


def test_bad_paths_and_methods(server: Server) -> None:
    assert refused(server, "GET", "/api/nothing")[0] == 404
    assert refused(server, "DELETE", "/api/check")[0] == 405
    assert refused(server, "GET", "/nothing")[0] == 404


def test_token_host_and_origin(server: Server) -> None:
    port = server.port
    for headers in (
        {"x_graphops_token": None}, {"x_graphops_token": ""}, {"x_graphops_token": "wrong"},
        {"x_graphops_token": server.token[:-1]}, {"x_graphops_token": server.token + "x"},
        {"host": "example.com"}, {"host": f"example.com:{port}"}, {"host": "127.0.0.1"},
        {"host": f"127.0.0.1:{port + 1}"},
        {"host": f"127.0.0.1.example.com:{port}"},
        {"origin": "http://example.com"}, {"origin": "null"}, {"origin": f"https://127.0.0.1:{port}"},
        {"origin": f"http://127.0.0.1:{port}.example.com"}, {"origin": f"http://localhost:{port + 1}"},
    ):  # fmt: skip
        for method, path in (("GET", "/api/ops"), ("GET", "/api/file?name=a.json"), ("POST", "/api/check")):
            status, _, _ = server.request(method, path, b"{}" if method == "POST" else None, **headers)
            assert status in (400, 403), (headers, path, status)
    for headers in (
        {"host": f"localhost:{port}"},
        {"origin": f"http://127.0.0.1:{port}"},
        {"host": f"LOCALHOST:{port}"},
    ):
        assert server.request("GET", "/api/state", **headers)[0] == 200
    # The page itself says nothing, but to its own host alone.
    assert server.request("GET", "/", x_graphops_token=None)[0] in (200, 404)
    assert server.request("GET", "/", host="example.com")[0] == 403
    assert server.request("GET", "/static/editor.js", origin="http://example.com")[0] == 403


def test_headers(server: Server) -> None:
    _, _, headers = server.request("GET", "/api/state")
    assert "default-src 'self'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"
    assert headers["access-control-allow-origin"] is None


def test_sizes(server: Server) -> None:
    status, message = refused(server, "POST", "/api/import", b"x", content_length=str(1 << 40))
    assert status == 413
    assert "at most" in message


@pytest.mark.full  # browsers open pages so, too
def test_a_page_in_a_folder_is_opened(tmp_path: Path) -> None:
    (tmp_path / "p.json").write_text(json.dumps(PAGE))
    server = start(tmp_path, str(tmp_path / "p.json"))
    try:
        assert server.request("GET", "/api/state")[1]["file"] == "p.json"
    finally:
        server.end()


@on_linux
def test_folders_with_names_of_files(server: Server) -> None:
    (server.folder / "folder.json").mkdir()
    message = "name of a file must be that of a file, got 'folder.json'"
    assert refused(server, "GET", "/api/file?name=folder.json") == (404, message)
    with pytest.raises(go.errors.NotFoundError):
        Folder(server.folder, 100).content("folder.json")
    handles = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(3):
        with pytest.raises(go.errors.NotFoundError):
            Folder(server.folder, 100).content("folder.json")
    assert len(list(Path("/proc/self/fd").iterdir())) == handles


def test_files_where_folders_are_to_be(server: Server) -> None:
    assert server.request("PUT", "/api/file?name=leaf.json", {"page": PAGE})[0] == 200
    for name in ("leaf.json/a.json", "leaf.json/b/a.json"):
        message = f"name of a file must lead through folders, but one in '{name}' is a file"
        assert refused(server, "PUT", f"/api/file?name={name}", {"page": PAGE}) == (409, message)


def test_models_stay_in_their_files(server: Server) -> None:
    weights = np.arange(600, dtype=np.float32)
    with go.Graph().as_default() as graph:
        go.raw_ops.Neg(x=go.constant(weights, name="w"), name="n")
    go.save_graph(graph, server.folder / "weights.pb")
    _, found, _ = server.request("GET", "/api/file?name=weights.pb")
    value = found["page"]["blocks"][0]["attrs"]["value"]
    assert (value["file"], value["shape"]) == ("weights.pb", [600])
    checked = server.post("/api/check", {"page": found["page"]})
    assert checked["nodes"]["n"]["outputs"][0]["shape"] == [600]
    assert checked["problems"] == []


def test_saved_models(server: Server, tmp_path: Path) -> None:
    models = Path(__file__).parents[2] / "interchange" / "saved_models" / "data"
    shutil.copytree(models / "dense", server.folder / "deep" / "dense")
    files = {file["name"]: file["kind"] for file in server.request("GET", "/api/files")[1]["files"]}
    assert files["deep/dense"] == "savedmodel"
    _, found, _ = server.request("GET", "/api/file?name=deep/dense&signature=embed")
    assert (found["signatures"], found["page"]["title"]) == (["serving_default", "embed"], "dense: embed")
    assert server.post("/api/check", {"page": found["page"]})["problems"] == []
    message = "a signature must be one of embed, serving_default, got 'no'"
    assert refused(server, "GET", "/api/file?name=deep/dense&signature=no") == (404, message)
    elsewhere = tmp_path / "variables"
    (server.folder / "deep" / "dense" / "variables").rename(elsewhere)
    (server.folder / "deep" / "dense" / "variables").symlink_to(elsewhere)
    message = "a SavedModel must be in the folder without links, got 'deep/dense/variables'"
    assert refused(server, "GET", "/api/file?name=deep/dense") == (403, message)
