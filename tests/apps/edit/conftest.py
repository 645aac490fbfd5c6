"""A server of the editor in a process of its own, and what talks to it."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.apps.edit.schema import Checked, check_answer

# Without the extra 'edit' there is nothing here to test.
collect_ignore_glob = [] if find_spec("uvicorn") and find_spec("websockets") else ["test_*.py", "browser/*"]
ROOT = Path(__file__).parents[3]


@dataclass
class Server:
    """A server that runs."""

    port: int
    token: str
    folder: Path
    process: subprocess.Popen[str]

    def request(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None, **changed: str | None
    ) -> tuple[int, Any, Any]:
        """Status, the JSON (or bytes) of the answer, its headers. ``changed`` are headers with ``_`` for ``-``."""
        sent = {"Host": f"127.0.0.1:{self.port}", "X-Graphops-Token": self.token, **(headers or {})}
        for name, value in changed.items():
            name = name.replace("_", "-").title()
            if value is None:
                sent.pop(name, None)
            else:
                sent[name] = value
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        data = body if isinstance(body, (bytes, type(None))) else json.dumps(body).encode()
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in sent.items():
            connection.putheader(name, value)
        if data is not None and "Content-Length" not in sent:
            connection.putheader("Content-Length", str(len(data)))
        connection.endheaders(data)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        is_json = (answer.getheader("content-type") or "").startswith("application/json")
        found = json.loads(content) if is_json else content
        check_answer(method, path, answer.status, found)
        return answer.status, found, answer.headers

    def post(self, path: str, body: Any) -> Any:
        """The JSON of an answer that must be right."""
        status, found, _ = self.request("POST", path, body)
        assert status == 200, found
        return found

    @contextmanager
    def socket(self, hello: Any = None, **more: Any) -> Iterator[Any]:
        """A WebSocket that has said who it is."""
        from websockets.sync.client import connect

        with connect(f"ws://127.0.0.1:{self.port}/api/run", open_timeout=20, **more) as socket:
            socket.send(json.dumps({"type": "hello", "token": self.token}) if hello is None else hello)
            yield Checked(socket)

    def end(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait(10)
        if self.process.stdout is not None:
            self.process.stdout.close()


def _interruptible() -> None:
    """What a shell starts in the background ignores Ctrl-C, and hands that down."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def start(folder: Path, *more: str, browser: str = "") -> Server:
    """A server for a folder, ready; ``browser`` is a program that it starts as one."""
    own = [ROOT, ROOT / "registry", ROOT / "kernels", os.environ.get("PYTHONPATH", "")]
    paths = os.pathsep.join(map(str, filter(None, own)))
    words = [*more] if browser else ["--no-browser", *more]
    process = subprocess.Popen(
        [sys.executable, "-m", "graphops", "edit", "--folder", str(folder), *words], cwd=ROOT, text=True,
        env={**os.environ, "PYTHONPATH": paths, "BROWSER": browser}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        preexec_fn=_interruptible if os.name == "posix" else None,
    )  # fmt: skip
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"http://127.0.0.1:(\d+)/\?token=(\S+)", line)
    assert found is not None, line + process.stdout.read()
    return Server(int(found[1]), found[2], folder, process)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = start(tmp_path_factory.mktemp("pages"))
    yield found
    found.end()
