"""Made-up requests over real connections: nothing but 2xx and 4xx, and no file outside of a model's folder.

``python -m tests.apps.serve.fuzz [--seconds 60] [--clients 8] [--seed 0]``

Beside the models of the tests there are some whose nodes read the file that a request names, whose folders have links
to a secret, and whose assets have absolute names or lead upwards. No answer may have the secret in it. The last line is
JSON; the exit code is 1 if there was a fault.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any, Final

import graphops as go
from graphops.interchange.graph_def import messages
from tests.apps.serve.client import Client, Reply, request
from tests.apps.serve.conftest import MODELS
from tests.apps.serve.file_model import write_file_model
from tests.apps.serve.test_command import Process
from tests.apps.serve.test_hostile import NAMES
from tests.apps.serve.test_hostile import request as hostile

SECRET: Final = "the-secret-of-another-folder-7f3a"
STEPS: Final = ("..", "%2e%2e", "..%2f", "%2f", "%5c..", ".", "", "link", "linked", "key", "secret", "assets", "words",
                "1", "models", "static", "%00", "%ff", "*", "?", "[a-z]*", "~", "etc", "passwd")  # fmt: skip
LINES: Final = (
    b"GET / HTTP/1.1\r\n", b"GET  HTTP/9.9\r\n\r\n", b"\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00",
    b"GET /" + b"a" * 70_000,
    b"POST /v1/models/dense:predict HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", b"GET http://[::1 HTTP/1.1\r\nHost: x\r\n\r\n",
)  # fmt: skip


def write_asset_model(folder: Path, name: str) -> None:
    """A SavedModel that gives the content of an asset of that name."""
    with go.Graph().as_default() as graph:
        asset = go.constant(b"none", name="asset")
        content = go.raw_ops.ReadFile(filename=asset)
        rows = go.placeholder(go.float32, (None,), name="rows")
        with go.control_dependencies([rows.node]):
            go.raw_ops.Identity(input=content, name="content")
        saved = messages.SavedModel(saved_model_schema_version=1)
        meta = saved.meta_graphs.add()
        meta.graph_def.CopyFrom(graph.as_graph_def())
    meta.meta_info_def.tags.append("serve")
    asset_file = meta.asset_file_def.add()
    asset_file.tensor_info.name, asset_file.filename = "asset:0", name
    signature = meta.signature_def["serving_default"]
    signature.inputs["rows"].name, signature.inputs["rows"].dtype = "rows:0", 1
    signature.outputs["content"].name, signature.outputs["content"].dtype = "content:0", 7
    folder.mkdir(parents=True)
    (folder / "assets").mkdir()
    (folder / "assets" / "link").symlink_to(folder.parents[2] / "secret" / "key")
    (folder / "saved_model.pb").write_bytes(saved.SerializeToString())


def write_models(folder: Path) -> str:
    """All models below ``folder``, and the configuration that serves them."""
    secret = folder / "secret"
    secret.mkdir()
    (secret / "key").write_text(SECRET)
    go.checkpoint.save(secret / "values.safetensors", {"v": [1.0]})
    files = write_file_model(folder / "models" / "files" / "1")
    (files / "assets").mkdir()
    (files / "assets" / "words").write_text("a b c")
    (files / "link").symlink_to(secret / "key")
    (files / "linked").symlink_to(secret)
    (files / "values.safetensors").symlink_to(secret / "values.safetensors")
    (folder / "models" / "files" / "2").symlink_to(secret)  # a version that is none
    served = {name: MODELS / name for name in NAMES} | {"files": folder / "models" / "files"}
    for number, name in enumerate((str(secret / "key"), "../../../secret/key", "../../secret/key", "link")):
        served[f"asset{number}"] = folder / "models" / f"asset{number}"
        write_asset_model(served[f"asset{number}"] / "1", name)
    entries = "".join(
        f"config {{ name: '{name}' base_path: '{path}' model_version_policy {{ all {{}} }} }}\n"
        for name, path in served.items()
    )
    return f"model_config_list {{ {entries} }}"


class Fuzz:
    """What is sent, and what came back."""

    def __init__(self, server: Process, folder: Path) -> None:
        self._server = server
        self._files = str(folder / "models" / "files" / "1")
        self._secret = str(folder / "secret")
        self.seen: Counter[int] = Counter()
        self.faults: list[str] = []

    async def client(self, rng: random.Random, until: float) -> None:
        """Send until then."""
        client = Client(self._server.port)
        while time.monotonic() < until and len(self.faults) < 20:
            data = self._made(rng)
            try:
                reply = await client.ask(data, seconds=60.0 if self._is_whole(data) else 20.0)
            except (ConnectionError, asyncio.IncompleteReadError, TimeoutError) as error:
                if self._is_whole(data):
                    self._fault(f"{type(error).__name__} for {data[:300]!r}")
                client.close()
                continue
            self._check(reply, data)
            if not self._is_whole(data):  # what is left of it would be the beginning of the next
                client.close()
        client.close()

    def _is_whole(self, data: bytes) -> bool:
        return not data.startswith(LINES)

    def _made(self, rng: random.Random) -> bytes:
        kind = rng.random()
        if kind < 0.45:
            method, path, body, content_type = hostile(rng)
            path = path.replace(" ", "%20")
            return request(method, path, body, content_type or "none")
        if kind < 0.75:
            signature = rng.choice(("serving_default", "list", "restore", "write"))
            body = {"signature_name": signature, "inputs": {"path": self._path(rng)}}
            return request("POST", "/v1/models/files:predict", json.dumps(body).encode())
        if kind < 0.85:
            name = f"asset{rng.randrange(4)}"
            path = rng.choice((f"/v1/models/{name}:predict", f"/v1/models/{name}/metadata", f"/v1/models/{name}"))
            return request(rng.choice(("GET", "POST")), path, b'{"inputs": [1.0]}')
        if kind < 0.97:
            steps = "/".join(rng.choice(STEPS) for _ in range(rng.randrange(1, 9)))
            path = rng.choice(("/", "/static/", "//", "/v1/models/", "/v1/models/files/", "/v1/models/files/versions/"))
            return request(rng.choice(("GET", "POST", "HEAD", "OPTIONS", "TRACE")), path + steps, b"{}")
        return rng.choice(LINES) + (b"\r\n\r\n" if rng.random() < 0.5 else b"Host: localhost\r\n\r\n")

    def _path(self, rng: random.Random) -> str:
        steps = [rng.choice(STEPS).replace("%2e", ".").replace("%2f", "/") for _ in range(rng.randrange(1, 7))]
        base = rng.choice((
            self._files, self._secret, f"{self._files}/../../..", "", f"/proc/self/root{self._secret}", "/",
            f"file://{self._secret}", f"{self._files}/linked", os.path.relpath(self._secret),
        ))  # fmt: skip
        return rng.choice((
            f"{base}/{'/'.join(steps)}", f"{base}/key", f"{self._files}/{'../' * 3}secret/key", f"{self._files}/link",
            f"{self._files}/assets/words", f"{self._files}/values",
        ))  # fmt: skip

    def _check(self, reply: Reply, data: bytes) -> None:
        self.seen[reply.status] += 1
        if not 200 <= reply.status < 300 and not 400 <= reply.status < 500:
            self._fault(f"status {reply.status} {reply.body[:200]!r} for {data[:300]!r}")
        if SECRET.encode() in reply.body or b"root:x:" in reply.body:
            self._fault(f"a file of others in the answer to {data[:300]!r}")
        if b'"restored"' in reply.body or (b'"restore"' in data and reply.status == 200):
            self._fault(f"values of others in the answer to {data[:300]!r}")

    def _fault(self, sentence: str) -> None:
        self.faults.append(sentence)


async def fuzz(server: Process, folder: Path, seconds: float, clients: int, seed: int) -> Fuzz:
    """Send for so many seconds."""
    found = Fuzz(server, folder)
    until = time.monotonic() + seconds
    await asyncio.gather(
        *(found.client(random.Random(1000 * seed + each), until) for each in range(clients))  # noqa: S311
    )
    return found


def is_settled(server: Process, model: str) -> bool:
    """Whether all versions of a model are loaded, or never will be."""
    status, found = server.request("GET", f"/v1/models/{model}")
    return status == 200 and all(each["state"] in ("AVAILABLE", "END") for each in found["model_version_status"])


def contents(folder: Path) -> dict[str, Any]:
    """The files below a folder, and where links lead."""
    return {
        str(each.relative_to(folder)): os.readlink(each) if each.is_symlink() else each.read_bytes()
        for each in folder.rglob("*")
        if each.is_symlink() or each.is_file()
    }


def main() -> int:
    """Run, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        config = folder / "models.config"
        config.write_text(write_models(folder))
        before = contents(folder)
        server = Process("--model_config_file", str(config), "--enable_batching", "--memory_limit", str(1 << 28),
                         "--header_timeout_seconds", "3", "--max_body_bytes", str(4 << 20))  # fmt: skip
        try:
            server.until(lambda: all(is_settled(server, each) for each in (*NAMES, "files", "asset0", "asset3")))
            found = asyncio.run(fuzz(server, folder, args.seconds, args.clients, args.seed))
            row = {"instances": [[1, 2, 3, 4]]}
            answers = server.request("POST", "/v1/models/dense:predict", row)[0] == 200
        finally:
            code = server.stop()
            server.close()
        if contents(folder) != before:
            found.faults.append("files have changed")
    print(*found.faults, sep="\n")
    print(json.dumps({"answers": sum(found.seen.values()), "statuses": dict(sorted(found.seen.items())),
                      "faults": len(found.faults), "answers at the end": answers, "exit code": code}))  # fmt: skip
    return 1 if found.faults or not answers else 0


if __name__ == "__main__":
    sys.exit(main())
