"""The service of the editor: requests under ``/api``, the WebSocket ``/api/run``, and the files of the page itself."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from graphops.edit.exchange import export_page, import_bytes
from graphops.edit.files import Folder
from graphops.edit.fit import fit
from graphops.edit.guard import Guard
from graphops.edit.palette import palette
from graphops.edit.process import Worker
from graphops.edit.reply import built_json, error_json
from graphops.page import build_page
from graphops.page.read import page_from_json, parse_json
from graphops_registry.errors import (
    AlreadyExistsError,
    GraphopsError,
    InvalidTypeError,
    NotFoundError,
    PermissionDeniedError,
    UnauthenticatedError,
    shorten,
)

Json = dict[str, Any]
STATIC: Final = Path(__file__).parent / "static"
SCHEMA: Final = Path(__file__).parent.parent / "page" / "page.schema.json"
MOST_BYTES: Final = 64 << 20  # of a request, of a file, of a message
_HELLO: Final = 5.0  # seconds in which a WebSocket has to say its token
_STATUS: Final = {NotFoundError: 404, AlreadyExistsError: 409, PermissionDeniedError: 403, UnauthenticatedError: 403}
_MESSAGES: Final = ("run", "step", "stop", "reset", "value")


def make_app(
    folder: Path,
    token: str,
    port: int,
    file: str | None = None,
    memory_limit: int | None = None,
    most_bytes: int = MOST_BYTES,
) -> Guard:
    """The ASGI application.

    Args:
        folder: the only one that is read and written.
        token: what every request under ``/api`` must carry.
        port: the only one that it answers for, on 127.0.0.1 and localhost.
        file: the page that is opened first.
        memory_limit: bytes that the results of one step may take.
        most_bytes: of a request.
    """
    service = _Service(Folder(folder, most_bytes), file, memory_limit, most_bytes)
    guard = Guard(service.app, frozenset({f"127.0.0.1:{port}", f"localhost:{port}"}), token, most_bytes)
    service.knows = guard.knows
    return guard


Handler = Callable[[Request], Awaitable[Response]]


class _Service:
    def __init__(self, folder: Folder, file: str | None, memory_limit: int | None, most_bytes: int) -> None:
        self._folder = folder
        self._file = file
        self._memory_limit = memory_limit
        self._most_bytes = most_bytes
        self.knows: Callable[[object], bool] = lambda token: False
        routes: list[BaseRoute] = [
            Route("/", self._index),
            Route("/api/ops", _answers(self._ops)),
            Route("/api/state", _answers(self._state)),
            Route("/api/schema", self._schema),
            Route("/api/check", _answers(self._check), methods=["POST"]),
            Route("/api/fit", _answers(self._fit), methods=["POST"]),
            Route("/api/files", _answers(self._list)),
            Route("/api/file", _answers(self._read), methods=["GET"]),
            Route("/api/file", _answers(self._write), methods=["PUT"]),
            Route("/api/autosave", _answers(self._autosaved), methods=["GET"]),
            Route("/api/autosave", _answers(self._autosave), methods=["PUT"]),
            Route("/api/autosave", _answers(self._forget), methods=["DELETE"]),
            Route("/api/import", _answers(self._import), methods=["POST"]),
            Route("/api/export", _answers(self._export), methods=["POST"]),
            WebSocketRoute("/api/run", self._run),
        ]
        if STATIC.is_dir():  # a checkout may be without it, a wheel never is
            routes.append(Mount("/static", StaticFiles(directory=STATIC)))
        self._workers: set[Worker] = set()
        handlers: Any = {HTTPException: _plain_error, Exception: _unexpected}
        self.app = Starlette(routes=routes, exception_handlers=handlers, lifespan=self._lifespan)

    @contextlib.asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        yield
        for worker in list(self._workers):
            worker.close()

    # -- requests -----------------------------------------------------------------------------------------------------

    async def _index(self, request: Request) -> Response:
        page = STATIC / "index.html"
        if not page.exists():
            return Response("the editor's page is not built: see editor/README.md", 404, media_type="text/plain")
        return FileResponse(page, media_type="text/html")

    async def _schema(self, request: Request) -> Response:
        return FileResponse(SCHEMA, media_type="application/schema+json")

    async def _ops(self, request: Request) -> Any:
        return await run_in_threadpool(palette)

    async def _state(self, request: Request) -> Any:
        from graphops_registry.device_def import device_types

        devices = [f"{device.type}:{index}" for device in device_types() for index in range(device.count)]
        recovered = await run_in_threadpool(self._folder.autosaved) is not None
        return {"folder": str(self._folder.root), "file": self._file, "devices": devices, "recovered": recovered,
                "limits": {"upload": self._most_bytes}}  # fmt: skip

    async def _check(self, request: Request) -> Any:
        given = await _body(request, "page")
        return await run_in_threadpool(self._checked, given["page"])

    def _checked(self, page: Any) -> Json:
        begin = time.perf_counter()
        built = build_page(page_from_json(page), folder=self._folder.root)
        return built_json(built, time.perf_counter() - begin)

    async def _fit(self, request: Request) -> Any:
        given = await _body(request, "page", "wire")
        return await run_in_threadpool(fit, given["page"], given["wire"], self._folder.root)

    async def _list(self, request: Request) -> Any:
        return {"files": await run_in_threadpool(self._folder.list)}

    async def _read(self, request: Request) -> Any:
        return await run_in_threadpool(self._folder.read, request.query_params.get("name"))

    async def _write(self, request: Request) -> Any:
        given = await _body(request, "page", optional=("overwrite",))
        name = request.query_params.get("name")
        return await run_in_threadpool(self._folder.write, name, given["page"], given.get("overwrite", False))

    async def _autosaved(self, request: Request) -> Any:
        found = await run_in_threadpool(self._folder.autosaved)
        if found is None:
            raise NotFoundError("there is no page that was not saved")
        return found

    async def _autosave(self, request: Request) -> Any:
        given = await _body(request, "page", optional=("name",))
        await run_in_threadpool(self._folder.autosave, given["page"], given.get("name"))
        return None

    async def _forget(self, request: Request) -> Any:
        await run_in_threadpool(self._folder.forget)
        return None

    async def _import(self, request: Request) -> Any:
        return {"page": await run_in_threadpool(import_bytes, await request.body())}

    async def _export(self, request: Request) -> Any:
        given = await _body(request, "page")
        form = request.query_params.get("form")
        name, data = await run_in_threadpool(export_page, given["page"], form, self._folder.root)
        return Response(data, media_type="application/octet-stream",
                        headers={"content-disposition": f'attachment; filename="{name}"'})  # fmt: skip

    # -- runs ---------------------------------------------------------------------------------------------------------

    async def _run(self, socket: WebSocket) -> None:
        """One editor's runs; its process ends with it."""
        await socket.accept()
        try:
            hello = await asyncio.wait_for(socket.receive_text(), _HELLO)
            greeting = parse_json(hello, "a message")
            if not isinstance(greeting, dict) or not self.knows(greeting.get("token")):
                await socket.close(1008, "the first message must say the right token")
                return
        except (TimeoutError, GraphopsError, KeyError, WebSocketDisconnect, RuntimeError):
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await socket.close(1008, "the first message must say the right token")
            return
        outgoing: asyncio.Queue[Json] = asyncio.Queue()
        worker = Worker(self._folder.root, self._memory_limit, outgoing.put_nowait)
        self._workers.add(worker)
        speaking = asyncio.create_task(_speak(socket, outgoing))
        stopping: set[asyncio.Task[None]] = set()
        try:
            while True:
                try:
                    text = await socket.receive_text()
                except (WebSocketDisconnect, RuntimeError, KeyError):
                    break
                if len(text) > self._most_bytes:
                    await socket.close(1009, "a message is too large")
                    break
                self._take(text, worker, outgoing, stopping)
        finally:
            speaking.cancel()
            for task in stopping:
                task.cancel()
            await run_in_threadpool(worker.close)
            self._workers.discard(worker)

    def _take(
        self, text: str, worker: Worker, outgoing: asyncio.Queue[Json], stopping: set[asyncio.Task[None]]
    ) -> None:
        """One message of the editor."""
        key = None
        try:
            message = parse_json(text, "a message")
            if not isinstance(message, dict) or message.get("type") not in _MESSAGES:
                rule = f"be an object whose type is one of {', '.join(_MESSAGES)}"
                raise InvalidTypeError(f"a message must {rule}, got {shorten(repr(message), 80)}")
            key = message.get("id")
            if key is not None and not isinstance(key, str):
                raise InvalidTypeError(f"id of a message must be a text, got {shorten(repr(key), 80)}")
            if message["type"] == "stop":
                task = asyncio.create_task(worker.stop())
                stopping.add(task)
                task.add_done_callback(stopping.discard)
                return
            if message["type"] in ("run", "step") and worker.running:
                raise AlreadyExistsError("a run is under way: stop it first")
            worker.send(message)
        except (GraphopsError, OSError) as error:
            outgoing.put_nowait({"type": "problem", "id": key if isinstance(key, str) else None} | error_json(error))


async def _speak(socket: WebSocket, outgoing: asyncio.Queue[Json]) -> None:
    """Pass on what the worker says."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.send_text(json.dumps(await outgoing.get()))


def _answers(method: Callable[[Request], Awaitable[Any]]) -> Handler:
    """A method's result as JSON, and its errors as 4xx."""

    async def answer(request: Request) -> Response:
        try:
            found = await method(request)
        except GraphopsError as error:
            status = next((status for kind, status in _STATUS.items() if isinstance(error, kind)), 400)
            return JSONResponse({"error": error_json(error)}, status)
        except OSError as error:
            message = NotFoundError(f"a file must be readable and writable, got '{error.strerror or error}'")
            return JSONResponse({"error": error_json(message)}, 404)
        if isinstance(found, Response):
            return found
        return Response(status_code=204) if found is None else JSONResponse(found)

    return answer


async def _body(request: Request, *needed: str, optional: tuple[str, ...] = ()) -> Json:
    """The JSON object in a request.

    Raises:
        DataLossError, InvalidTypeError: something else, a key that is missing or unknown.
    """
    data = await request.body()
    value = await run_in_threadpool(partial(parse_json, data, "a request"))
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


async def _plain_error(request: Request, error: HTTPException) -> Response:
    words: Json = {"kind": "NotFoundError" if error.status_code == 404 else "InvalidArgumentError",
             "message": f"{request.method} {shorten(request.url.path, 80)}: {error.detail}",
             "notes": [], "block": None, "pin": None}  # fmt: skip
    return JSONResponse({"error": words}, error.status_code, headers=error.headers)


async def _unexpected(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": error_json(error)}, 500)
