"""The service of the editor: requests under ``/api``, the WebSocket ``/api/run``, and the files of the page itself."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
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

from graphops.apps.edit.arrays import LARGEST
from graphops.apps.edit.autosaves import Autosaves
from graphops.apps.edit.builders import Builders, Gone
from graphops.apps.edit.files import Folder
from graphops.apps.edit.guard import LONGEST_HELLO, UPLOAD_PATH, Guard
from graphops.apps.edit.jobs import object_in
from graphops.apps.edit.outbox import Outbox
from graphops.apps.edit.process import Worker
from graphops.apps.edit.recents import Recents
from graphops.apps.edit.reply import error_json, failure
from graphops.apps.edit.seats import Seats
from graphops.apps.edit.starts import start_page, starts
from graphops.apps.edit.tickets import Tickets
from graphops.apps.edit.uploads import MOST_BYTES as MOST_UPLOADED
from graphops.apps.edit.uploads import Uploads
from graphops.inspect.draw.viewer import STATIC
from graphops.interchange.page.read import parse_json
from graphops_registry.errors import (
    AbortedError,
    GraphopsError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
    shorten,
)

Json = dict[str, Any]
SCHEMA: Final = Path(__file__).parents[2] / "interchange" / "page" / "page.schema.json"
MOST_BYTES: Final = 64 << 20  # of a request, of a file, of a message
_HELLO: Final = 5.0  # seconds in which a WebSocket has to say its token
_KINDS: Final = {404: "NotFoundError", 413: "ResourceExhaustedError"}  # of errors that have a status alone
_RUN: Final = ("page", "fetches", "all", "steps", "feeds")
# Messages and their keys.
_MESSAGES: Final = {"run": _RUN, "step": _RUN, "stop": (), "reset": (), "value": ("pin", "view"),
                    "save": ("name", "overwrite"), "load": ("page", "name")}  # fmt: skip


def make_app(
    folder: Path,
    token: str,
    port: int,
    file: str | None = None,
    memory_limit: int | None = None,
    most_bytes: int = MOST_BYTES,
    tickets: Tickets | None = None,
    most_uploaded: int = MOST_UPLOADED,
) -> Guard:
    """The ASGI application.

    Args:
        folder: the only one that is read and written.
        token: what every request under ``/api`` must carry.
        port: the only one that it serves, on 127.0.0.1 and localhost.
        file: the page that is opened first.
        memory_limit: bytes that the results of one step may take.
        most_bytes: of a request.
        tickets: what else gets the token; default nothing.
        most_uploaded: bytes of a file that is written into the folder as it comes.
    """
    tickets = Tickets(token) if tickets is None else tickets
    service = _Service(Folder(folder, most_bytes), file, memory_limit, most_bytes, tickets, most_uploaded)
    hosts = frozenset({f"127.0.0.1:{port}", f"localhost:{port}"})
    guard = Guard(service.app, hosts, token, most_bytes, most_uploaded)
    service.knows = guard.knows
    guard.stop = service.stop
    return guard


Handler = Callable[[Request], Awaitable[Response]]


class _Service:
    def __init__(
        self,
        folder: Folder,
        file: str | None,
        memory_limit: int | None,
        most_bytes: int,
        tickets: Tickets,
        most_uploaded: int,
    ) -> None:
        self._folder = folder
        self._autosaves = Autosaves(folder)
        self._recents = Recents(folder)
        self._tickets = tickets
        self._file = file
        self._limits = {"upload": most_bytes, "file": most_uploaded, "array": LARGEST}
        self._uploads = Uploads(folder, most_uploaded)
        self.knows: Callable[[object], bool] = lambda token: False
        routes: list[BaseRoute] = [
            Route("/", self._index),
            Route("/api/ops", _answers(self._ops)),
            Route("/api/state", _answers(self._state)),
            Route("/api/schema", _answers(self._schema)),
            Route("/api/check", _answers(self._check), methods=["POST"]),
            Route("/api/fit", _answers(self._fit), methods=["POST"]),
            Route("/api/statistics", _answers(self._statistics), methods=["POST"]),
            Route("/api/starts", _answers(self._starts)),
            Route("/api/start", _answers(self._start)),
            Route("/api/files", _answers(self._list)),
            Route("/api/file", _answers(self._read), methods=["GET"]),
            Route("/api/file", _answers(self._write), methods=["PUT"]),
            Route("/api/autosave", _answers(self._autosaved), methods=["GET"]),
            Route("/api/autosave", _answers(self._autosave), methods=["PUT"]),
            Route("/api/autosave", _answers(self._forget), methods=["DELETE"]),
            Route("/api/autosaves", _answers(self._list_autosaves)),
            Route("/api/recent", _answers(self._list_recent), methods=["GET"]),
            Route("/api/recent", _answers(self._add_recent), methods=["PUT"]),
            Route("/api/token", _answers(self._token), methods=["POST"]),
            Route("/api/import", _answers(self._import), methods=["POST"]),
            Route(UPLOAD_PATH, _answers(self._upload), methods=["PUT"]),
            Route("/api/array", _answers(self._array), methods=["POST"]),
            Route("/api/fill", _answers(self._fill), methods=["POST"]),
            Route("/api/export", _answers(self._export), methods=["POST"]),
            WebSocketRoute("/api/run", self._run),
        ]
        if STATIC.is_dir():  # a checkout may be without it, a wheel never is
            routes.append(Mount("/static", StaticFiles(directory=STATIC)))
        self._seats = Seats(lambda heard: Worker(folder.root, memory_limit, heard))
        self._builders = Builders(folder.root, most_bytes)
        self._devices: list[str] | None = None
        handlers: Any = {HTTPException: _plain_error, Exception: _unexpected}
        self.app = Starlette(routes=routes, exception_handlers=handlers, lifespan=self._lifespan)
        self.app.router.redirect_slashes = False  # an address is right or it is not

    @contextlib.asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        self._builders.prepare()
        yield
        self.stop()

    def stop(self) -> None:
        """End all processes, and files that are being sent; in the event loop."""
        self._uploads.end()
        self._builders.close()
        self._seats.close()

    # -- requests -----------------------------------------------------------------------------------------------------

    async def _index(self, request: Request) -> Response:
        page = STATIC / "index.html"
        if not page.exists():
            return Response("the editor's page is not built: see editor/README.md", 404, media_type="text/plain")
        return FileResponse(page, media_type="text/html")

    async def _schema(self, request: Request) -> Response:
        return Response(await run_in_threadpool(SCHEMA.read_bytes), media_type="application/schema+json")

    async def _ops(self, request: Request) -> Any:
        return await self._ask("ops", request)

    async def _state(self, request: Request) -> Any:
        if self._devices is None:
            found = await self._ask("devices", request)
            if found.status_code == 200:
                self._devices = json.loads(bytes(found.body))
        autosaves = await run_in_threadpool(self._autosaves.all)
        return {"folder": str(self._folder.root), "file": self._file, "devices": self._devices or [],
                "recovered": bool(autosaves), "limits": self._limits}  # fmt: skip

    async def _check(self, request: Request) -> Any:
        return await self._ask("check", request)

    async def _fit(self, request: Request) -> Any:
        return await self._ask("fit", request)

    async def _statistics(self, request: Request) -> Any:
        return await self._ask("statistics", request)

    async def _ask(self, job: str, request: Request, **arguments: Any) -> Response:
        """The response of a process that may parse and build pages."""
        body = await request.body()
        answer = await self._builders.ask(job, arguments, body, _gone(request))
        return Response(answer.data, answer.status, dict(answer.headers))

    async def _starts(self, request: Request) -> Any:
        return {"starts": await run_in_threadpool(starts)}

    async def _start(self, request: Request) -> Any:
        return await run_in_threadpool(start_page, request.query_params.get("name"))

    async def _list(self, request: Request) -> Any:
        return {"files": await run_in_threadpool(self._folder.list)}

    async def _read(self, request: Request) -> Any:
        asked = request.query_params
        return await self._ask("read", request, name=asked.get("name"), signature=asked.get("signature"))

    async def _write(self, request: Request) -> Any:
        body = await request.body()
        name = request.query_params.get("name")
        return await run_in_threadpool(self._written, body, name)

    def _written(self, body: bytes, name: str | None) -> Any:
        given = object_in(body, "page", optional=("overwrite", "version"))
        try:
            return self._folder.write(name, given["page"], given.get("overwrite", False), given.get("version"))
        except AbortedError as error:
            status, words = failure(error)
            return JSONResponse(words | {"version": self._folder.version(name)}, status)

    async def _list_autosaves(self, request: Request) -> Any:
        return {"kept": await run_in_threadpool(self._autosaves.all)}

    async def _autosaved(self, request: Request) -> Any:
        found = await run_in_threadpool(self._autosaves.get, request.query_params.get("name"))
        if found is None:
            raise NotFoundError("there is no copy of the page, or none that can be read")
        return found

    async def _autosave(self, request: Request) -> Any:
        body = await request.body()
        await run_in_threadpool(self._keep, body)
        return None

    def _keep(self, body: bytes) -> None:
        given = object_in(body, "page", optional=("name",))
        self._autosaves.put(given["page"], given.get("name"))

    async def _forget(self, request: Request) -> Any:
        await run_in_threadpool(self._autosaves.forget, request.query_params.get("name"))
        return None

    async def _list_recent(self, request: Request) -> Any:
        return {"recent": await run_in_threadpool(self._recents.all)}

    async def _add_recent(self, request: Request) -> Any:
        given = object_in(await request.body(), "name")
        await run_in_threadpool(self._recents.add, given["name"])
        return None

    async def _import(self, request: Request) -> Any:
        return await self._ask("import", request)

    async def _upload(self, request: Request) -> Any:
        asked, length = request.query_params, request.headers.get("content-length")
        return await self._uploads.take(
            asked.get("name"), asked.get("overwrite"), None if length is None else int(length), request.stream()
        )

    async def _array(self, request: Request) -> Any:
        given = {key: request.query_params.get(key) for key in ("name", "entry", "dtype", "shape")}
        return await self._ask("array", request, **given)

    async def _fill(self, request: Request) -> Any:
        return await self._ask("fill", request)

    async def _export(self, request: Request) -> Any:
        return await self._ask("export", request, form=request.query_params.get("form"))

    async def _token(self, request: Request) -> Any:
        """The token, for the ticket in the address that a browser was given."""
        given = object_in(await request.body(), "ticket")
        return {"token": self._tickets.exchanged(given["ticket"])}

    # -- runs ---------------------------------------------------------------------------------------------------------

    async def _run(self, socket: WebSocket) -> None:
        """One editor's runs; its process ends with it, or waits for an editor that has named its session."""
        await socket.accept()
        try:
            hello = await asyncio.wait_for(socket.receive_text(), _HELLO)
            greeting = parse_json(hello[:LONGEST_HELLO], "a message")
            known = isinstance(greeting, dict) and greeting.get("type") == "hello" and self.knows(greeting.get("token"))
        except (TimeoutError, GraphopsError, KeyError, WebSocketDisconnect, RuntimeError):
            known = False
        if not known:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await socket.close(1008, "the first message must say the right token")
            return
        outgoing = Outbox()
        try:
            seat = await self._seats.take(greeting.get("session"), outgoing)
        except InvalidArgumentError as error:
            await socket.close(1008, str(error)[:100])
            return
        if greeting.get("session") is not None:
            outgoing.put(seat.greeting())
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
                await self._take(text, seat.worker, outgoing, stopping)
        finally:
            speaking.cancel()
            for task in stopping:
                task.cancel()
            self._seats.leave(seat)

    async def _take(self, text: str, worker: Worker, outgoing: Outbox, stopping: set[asyncio.Task[None]]) -> None:
        """One message of the editor."""
        key = None
        try:
            message = await run_in_threadpool(parse_json, text, "a message")
            if not isinstance(message, dict) or message.get("type") not in tuple(_MESSAGES):
                rule = f"be an object whose type is one of {', '.join(_MESSAGES)}"
                raise InvalidTypeError(f"a message must {rule}, got {shorten(repr(message), 80)}")
            key = message.get("id")
            if key is not None and not isinstance(key, str):
                raise InvalidTypeError(f"id of a message must be a text, got {shorten(repr(key), 80)}")
            keys = ("type", "id", *_MESSAGES[message["type"]])
            for name in message:
                if name not in keys:
                    rule = f"be among {', '.join(keys)}"
                    raise InvalidTypeError(f"keys of '{message['type']}' must {rule}, got {shorten(repr(name), 80)}")
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
        except (ClientDisconnect, Gone):
            return Response(status_code=400)  # no one receives it
        except Exception as error:
            status, words = failure(error)
            if status == 500:
                raise  # which the terminal shows
            return JSONResponse(words, status)
        if isinstance(found, Response):
            return found
        return Response(status_code=204) if found is None else JSONResponse(found)

    return answer


async def _gone(request: Request) -> None:
    """Return when the client no longer waits for the response."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _plain_error(request: Request, error: HTTPException) -> Response:
    words: Json = {"kind": _KINDS.get(error.status_code, "InvalidArgumentError"),
             "message": f"{request.method} {shorten(request.url.path, 80)}: {error.detail}",
             "notes": [], "block": None, "pin": None}  # fmt: skip
    return JSONResponse({"error": words}, error.status_code, headers=error.headers)


async def _unexpected(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": error_json(error)}, 500)
