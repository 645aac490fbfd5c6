"""The work of the service on pages and graphs, which runs in separate processes.

The server itself builds no pages and loads no plug-ins.  So a page that takes long, or a plug-in that hangs or ends its
process, does not block it.
"""

from __future__ import annotations

import gc
import json
import os
import queue
import signal
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

from graphops.apps.edit.reply import failure
from graphops_registry.errors import InvalidTypeError, shorten

Json = dict[str, Any]


@dataclass(frozen=True)
class Answer:
    """What a request is answered with."""

    status: int
    headers: Mapping[str, str]
    data: bytes


@dataclass(frozen=True)
class _Request:
    arguments: Json
    body: bytes
    folder: Path
    most_bytes: int


def json_answer(value: Any, status: int = 200) -> Answer:
    """An answer of JSON."""
    data = json.dumps(value, allow_nan=False, separators=(",", ":")).encode()
    return Answer(status, {"content-type": "application/json"}, data)


def object_in(body: bytes, *needed: str, optional: tuple[str, ...] = ()) -> Json:
    """The JSON object in a request.

    Raises:
        DataLossError, InvalidTypeError: something else, a key that is missing or unknown.
    """
    from graphops.interchange.page.read import parse_json

    value = parse_json(body, "a request")
    if not isinstance(value, dict):
        raise InvalidTypeError(f"a request must be a JSON object, got {shorten(repr(value), 80)}")
    for name in needed:
        if name not in value:
            raise InvalidTypeError(f"a request must have the key '{name}'")
    for name in value:
        if name not in (*needed, *optional):
            raise InvalidTypeError(f"keys of a request must be among {', '.join((*needed, *optional))}, got "
                                   f"{shorten(repr(name), 80)}")  # fmt: skip
    return value


def main(pipe: Connection, folder: str, most_bytes: int) -> None:
    """Answer requests, one after the other, until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    waiting: queue.SimpleQueue[tuple[bytes, bytes]] = queue.SimpleQueue()

    def listen() -> None:
        while True:
            try:
                waiting.put((pipe.recv_bytes(), pipe.recv_bytes()))
            except (EOFError, OSError):
                os._exit(0)  # the server is gone, or no longer wants a response

    threading.Thread(target=listen, daemon=True).start()
    from graphops.plugins.packages import load_ops

    load_ops()
    while True:
        head, body = waiting.get()
        request = json.loads(head)
        gc.disable()  # it would look at every node again and again while a large page is built
        answer = _answer(request["job"], _Request(request["arguments"], body, Path(folder), most_bytes))
        try:
            pipe.send_bytes(json.dumps({"status": answer.status, "headers": answer.headers}).encode())
            pipe.send_bytes(answer.data)
        except OSError:
            return
        del answer, body
        gc.enable()
        gc.collect()


def _answer(job: str, request: _Request) -> Answer:
    try:
        return _JOBS[job](request)
    except Exception as error:
        status, words = failure(error)
        if status == 500:
            traceback.print_exc()
        return json_answer(words, status)


def _ops(request: _Request) -> Answer:
    from graphops import __version__
    from graphops.inspect.draw.palette import palette

    return json_answer(palette(__version__))


def _devices(request: _Request) -> Answer:
    from graphops.plugins.packages import load_kernels
    from graphops_registry.device_def import device_types

    load_kernels()
    return json_answer([f"{device.type}:{index}" for device in device_types() for index in range(device.count)])


def _check(request: _Request) -> Answer:
    from graphops.apps.edit.reply import built_json
    from graphops.interchange.page import build_page, value_problems
    from graphops.interchange.page.array_references import shapes_only
    from graphops.interchange.page.read import page_from_json

    begin = time.perf_counter()
    page = page_from_json(object_in(request.body, "page")["page"])
    with shapes_only():
        built = build_page(page, folder=request.folder)
    built.problems += value_problems(page, built, request.folder)
    return json_answer(built_json(built, time.perf_counter() - begin))


def _fit(request: _Request) -> Answer:
    from graphops.apps.edit.wire_cast import cast_for
    from graphops.apps.edit.wire_check import check_wire

    given = object_in(request.body, "page", "wire")
    found = check_wire(given["page"], given["wire"], request.folder)
    if not found["fits"] and (dtype := cast_for(given["page"], given["wire"], request.folder)):
        found["cast"] = dtype
    return json_answer(found)


def _statistics(request: _Request) -> Answer:
    from graphops.apps.edit.reply import split_scope, statistics_json
    from graphops.inspect.statistics import page_statistics
    from graphops.interchange.page.read import page_from_json

    given = object_in(request.body, "page", optional=("scope", "size"))
    scope = given.get("scope", "")
    if not isinstance(scope, str):
        raise InvalidTypeError(f"scope of a request must be a text, got {shorten(repr(scope), 80)}")
    function, within = split_scope(scope)
    page = page_from_json(given["page"])
    found, built = page_statistics(page, request.folder, given.get("size", 1), function)
    return json_answer(statistics_json(found, built, scope, within))


def _read(request: _Request) -> Answer:
    from graphops.apps.edit.files import Folder

    folder = Folder(request.folder, request.most_bytes)
    return json_answer(folder.read(request.arguments["name"], request.arguments["signature"]))


def _import(request: _Request) -> Answer:
    from graphops.apps.edit.exchange import import_bytes

    return json_answer({"page": import_bytes(request.body, request.most_bytes)})


def _export(request: _Request) -> Answer:
    from graphops.apps.edit.exchange import export_page

    page = object_in(request.body, "page")["page"]
    name, data = export_page(page, request.arguments["form"], request.folder)
    headers = {"content-type": "application/octet-stream", "content-disposition": f'attachment; filename="{name}"'}
    return Answer(200, headers, data)


def _array(request: _Request) -> Answer:
    from graphops.apps.edit.arrays import uploaded

    return json_answer(uploaded(request.body, **request.arguments))


def _fill(request: _Request) -> Answer:
    from graphops.apps.edit.arrays import made

    return json_answer(made(**object_in(request.body, "rule", "dtype", "shape", optional=("seed",))))


_JOBS: Final[dict[str, Callable[[_Request], Answer]]] = {
    "ops": _ops, "devices": _devices, "check": _check, "fit": _fit, "read": _read, "import": _import, "export": _export,
    "array": _array, "fill": _fill, "statistics": _statistics,
}  # fmt: skip
