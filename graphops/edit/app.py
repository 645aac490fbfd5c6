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
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from graphops.edit.exchange import export_page, import_bytes
from graphops.edit.files import Folder
from graphops.edit.fit import fit
from graphops.edit.guard import Guard
from graphops.edit.outbox import Outbox
from graphops.edit.palette import palette
from graphops.edit.process import Worker
from graphops.edit.reply import built_json, error_json
from graphops.page import build_page, value_problems
from graphops.page.read import page_from_json, parse_json
from graphops_registry.errors import (
    AlreadyExistsError,
    GraphopsError,
    InvalidTypeError,
    NotFoundError,
    PermissionDeniedError,
    ResourceExhaustedError,
    UnauthenticatedError,
    shorten,
)

Json = dict[str, Any]
STATIC: Final = Path(__file__).parent / "static"
SCHEMA: Final = Path(__file__).parent.parent / "page" / "page.schema.json"
MOST_BYTES: Final = 64 << 20  # of a request, of a file, of a message
_HELLO: Final = 5.0  # seconds in which a WebSocket has to say its token
_LONGEST_HELLO: Final = 4096  # characters of that message
_BUILDS: Final = 2  # pages that are built at the same time: files are saved while large ones are checked
_STATUS: Final = {NotFoundError: 404, AlreadyExistsError: 409, PermissionDeniedError: 403, UnauthenticatedError: 403}
_KINDS: Final = {404: "NotFoundError", 413: "ResourceExhaustedError"}  # of errors that have a status alone
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
            Route("/api/schema", _answers(self._schema)),
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
        self._building = asyncio.Semaphore(_BUILDS)
        handlers: Any = {HTTPException: _plain_error, Exception: _unexpected}
        self.app = Starlette(routes=routes, exception_handlers=handlers, lifespan=self._lifespan)
        self.app.router.redirect_slashes = False  # an address is right or it is not

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
        return Response(await run_in_threadpool(SCHEMA.read_bytes), media_type="application/schema+json")

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
        async with self._building:
            return await run_in_threadpool(self._checked, given["page"])

    def _checked(self, page: Any) -> Json:
        begin = time.perf_counter()
        read = page_from_json(page)
        built = build_page(read, folder=self._folder.root)
        built.problems += value_problems(read, built, self._folder.root)
        return built_json(built, time.perf_counter() - begin)

    async def _fit(self, request: Request) -> Any:
        given = await _body(request, "page", "wire")
        async with self._building:
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
        data = await request.body()
        async with self._building:
            return {"page": await run_in_threadpool(import_bytes, data, self._most_bytes)}

    async def _export(self, request: Request) -> Any:
        given = await _body(request, "page")
        form = request.query_params.get("form")
        async with self._building:
            name, data = await run_in_threadpool(export_page, given["page"], form, self._folder.root)
        return Response(data, media_type="application/octet-stream",
                        headers={"content-disposition": f'attachment; filename="{name}"'})  # fmt: skip

    # -- runs ---------------------------------------------------------------------------------------------------------

    async def _run(self, socket: WebSocket) -> None:
        """One editor's runs; its process ends with it."""
        await socket.accept()
        try:
            hello = await asyncio.wait_for(socket.receive_text(), _HELLO)
            greeting = parse_json(hello[:_LONGEST_HELLO], "a message")
            known = isinstance(greeting, dict) and greeting.get("type") == "hello" and self.knows(greeting.get("token"))
        except (TimeoutError, GraphopsError, KeyError, WebSocketDisconnect, RuntimeError):
            known = False
        if not known:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await socket.close(1008, "the first message must say the right token")
            return
        outgoing = Outbox()
        worker = Worker(self._folder.root, self._memory_limit, outgoing.put)
        self._workers.add(worker)
        speaking = asyncio.create_task(_speak(socket, outgoing))
        stopping: set[asyncio.Task[None]] = set()
        try:
            while True:
                await outgoing.room()
                try:
                    text = await socket.receive_text()
                except (WebSocketDisconnect, RuntimeError):
                    break
                except KeyError:
                    await socket.close(1003, "messages must be text")
                    break
                await self._take(text, worker, outgoing, stopping)
        finally:
            speaking.cancel()
            for task in stopping:
                task.cancel()
            worker.close()
            self._workers.discard(worker)

    async def _take(self, text: str, worker: Worker, outgoing: Outbox, stopping: set[asyncio.Task[None]]) -> None:
        """One message of the editor."""
        key = None
        try:
            message = await run_in_threadpool(parse_json, text, "a message")
            if not isinstance(message, dict) or message.get("type") not in _MESSAGES:
                rule = f"be an object whose type is one of {', '.join(_MESSAGES)}"
                raise InvalidTypeError(f"a message must {rule}, got {shorten(repr(message), 80)}")
            key = message.get("id")
            if key is not None and not isinstance(key, str):
                raise InvalidTypeError(f"id of a message must be a text, got {shorten(repr(key), 80)}")
            if message["type"] == "stop":
                task = asyncio.create_task(worker.stop(key))
                stopping.add(task)
                task.add_done_callback(stopping.discard)
                return
            worker.send(message, text.encode())
        except (GraphopsError, OSError) as error:
            outgoing.put({"type": "problem", "id": key if isinstance(key, str) else None} | error_json(error))


async def _speak(socket: WebSocket, outgoing: Outbox) -> None:
    """Pass on what the worker says."""
    try:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await socket.send_text(json.dumps(await outgoing.get()))
    finally:
        outgoing.close()


def _answers(method: Callable[[Request], Awaitable[Any]]) -> Handler:
    """A method's result as JSON, and its errors as 4xx."""

    async def answer(request: Request) -> Response:
        try:
            found = await method(request)
        except ClientDisconnect:
            return Response(status_code=400)  # which nobody gets
        except (MemoryError, RecursionError) as error:
            words = error_json(ResourceExhaustedError(f"a request must need less of this machine: {error}"))
            return JSONResponse({"error": words}, 413)
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
    words: Json = {"kind": _KINDS.get(error.status_code, "InvalidArgumentError"),
             "message": f"{request.method} {shorten(request.url.path, 80)}: {error.detail}",
             "notes": [], "block": None, "pin": None}  # fmt: skip
    return JSONResponse({"error": words}, error.status_code, headers=error.headers)


async def _unexpected(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": error_json(error)}, 500)
