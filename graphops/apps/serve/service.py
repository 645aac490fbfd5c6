"""Answers to requests: from a :class:`Call` to an :class:`Answer`, whatever brought it."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar
from urllib.parse import parse_qs, unquote

import numpy as np

from graphops.apps.serve import array_bodies, documents, example_json, json_in, predict_json
from graphops.apps.serve.batcher import Batcher
from graphops.apps.serve.calls import Answer, Call, Facts, error_answer, json_answer
from graphops.apps.serve.served_model import ServedModel
from graphops.apps.serve.settings import Settings
from graphops.apps.serve.versions import Models
from graphops_registry.errors import DeadlineExceededError, InvalidArgumentError, NotFoundError, shorten

Array = np.ndarray[Any, Any]
_T = TypeVar("_T")
# TensorFlow Serving's addresses; they match in any case of letters.
_RUN: Final = re.compile(
    r"/v1/models/([^/:]+)(?:/versions/(\d+)|/labels/([^/:]+))?:(classify|regress|predict)", re.IGNORECASE | re.ASCII
)
_ABOUT: Final = re.compile(
    r"/v1/models/([^/:]+)(?:/versions/(\d+)|/labels/([^/:]+))?(/metadata)?", re.IGNORECASE | re.ASCII
)
_INLINE: Final = 16 << 10  # bytes that are read and written in the event loop; longer ones in a thread
_log: Final = logging.getLogger("graphops.serve")


class Service:
    """Models and what runs them.

    Args:
        changed: is told, in another thread, when the models change.
    """

    def __init__(self, settings: Settings, changed: Callable[[], None] = lambda: None) -> None:
        self._settings = settings
        self.models = Models(settings, changed)
        self._batcher = Batcher(settings.threads, settings.batching, settings.limits.answer_bytes)
        self._pool = ThreadPoolExecutor(2, thread_name_prefix="graphops json")

    def start(self) -> None:
        """Begin to load models."""
        self.models.start()

    def close(self) -> None:
        """Stop everything."""
        self._batcher.close()
        self._pool.shutdown(wait=False, cancel_futures=True)
        self.models.close()

    async def answer(self, call: Call) -> Answer:
        """The answer to ``call``; every error becomes one."""
        facts = Facts()
        folders: list[str] = []
        try:
            async with asyncio.timeout(call.seconds):
                return await self._answer(call, facts, folders)
        except TimeoutError:
            return error_answer(
                DeadlineExceededError(f"a request must have an answer within {call.seconds:g} s, got none"), facts
            )
        except Exception as error:
            answer = error_answer(error, facts, folders)
            if answer.status == 500:
                _log.exception("a request failed")
            return answer

    async def _answer(self, call: Call, facts: Facts, folders: list[str]) -> Answer:
        if call.method == "GET":
            if call.path == "/openapi.json":
                from graphops.version import __version__

                return json_answer(documents.openapi(self.models, __version__))
            if call.path == "/state.json":
                return json_answer(documents.overview(self.models))
        found = (_RUN if call.method == "POST" else _ABOUT).fullmatch(call.path)
        if found is None or call.method not in ("GET", "POST"):
            raise InvalidArgumentError(f"Malformed request: {call.method} {shorten(call.path, 100)}")
        name, number, label, verb = found.groups()
        name = unquote(name)
        version = None if number is None else _version(number)
        label = None if label is None else unquote(label)
        if call.method == "GET":
            return self._about(name, version, label, bool(verb))
        api = verb.lower()
        facts.api = api.title()
        with self.models.lease(name, version, label) as model:
            facts.model, facts.version = model.name, model.version
            folders += model.folders
            until = time.monotonic() + call.seconds
            if api == "predict" and call.content_type in array_bodies.KINDS:
                return await self._arrays(call, model, facts, until)
            request = await self._maybe_in_thread(len(call.body), lambda: json_in.parse(call.body))
            signature = model.signature(predict_json.signature_name(request))
            if api != "predict":
                return await self._examples(call, model, request, api, facts, until)
            arrays, in_rows = await self._maybe_in_thread(
                len(call.body), lambda: predict_json.read(request, signature.inputs)
            )
            outputs = await self._batcher.run(model, signature, arrays, facts, until)
            data = await self._maybe_in_thread(_size(outputs), lambda: predict_json.write(outputs, in_rows))
            return Answer(200, data, facts=facts)

    def _about(self, name: str, version: int | None, label: str | None, metadata: bool) -> Answer:
        if not metadata:
            return json_answer(documents.status(self.models.statuses(name, version, label)))
        with self.models.lease(name, version, label) as model:
            return json_answer(documents.metadata(model))

    async def _examples(
        self, call: Call, model: ServedModel, request: dict[str, Any], api: str, facts: Facts, until: float
    ) -> Answer:
        signature = model.signature(predict_json.signature_name(request))
        example_json.check(api, signature.inputs, signature.outputs, signature.name)
        examples = await self._maybe_in_thread(len(call.body), lambda: example_json.read(request))
        outputs = await self._batcher.run(model, signature, {example_json.INPUT: examples}, facts, until)
        return await self._maybe_in_thread(
            _size(outputs), lambda: json_answer(example_json.write(api, outputs, len(examples)), facts)
        )

    async def _arrays(self, call: Call, model: ServedModel, facts: Facts, until: float) -> Answer:
        query = _query(call.query)
        unknown = next((name for name in query if name != "signature_name"), None)
        if unknown is not None:
            raise InvalidArgumentError(f"a query must have signature_name alone, got '{shorten(unknown, 60)}'")
        signature = model.signature(query.get("signature_name", [""])[-1])
        kind = array_bodies.NPZ if len(signature.outputs) != 1 else call.content_type
        limit = self._settings.limits.body_bytes
        arrays = await self._maybe_in_thread(
            len(call.body), lambda: array_bodies.read(call.body, signature.inputs, limit)
        )
        outputs = await self._batcher.run(model, signature, arrays, facts, until)
        data = await self._maybe_in_thread(_size(outputs), lambda: array_bodies.write(outputs, kind))
        return Answer(200, data, kind, facts=facts)

    async def _maybe_in_thread(self, size: int, work: Callable[[], _T]) -> _T:
        """What ``work`` gives; in a thread if that takes long, so that others are answered meanwhile."""
        if size <= _INLINE:
            return work()
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)


def _size(outputs: dict[str, Array]) -> int:
    return sum(
        sum(map(len, array.reshape(-1))) if array.dtype.kind == "O" else array.nbytes for array in outputs.values()
    )


def _query(text: str) -> dict[str, list[str]]:
    try:
        return parse_qs(text, max_num_fields=20)
    except ValueError:
        raise InvalidArgumentError("a query must have at most 20 fields, got more") from None


def _version(text: str) -> int:
    if len(text) > 18:
        raise NotFoundError(f"a version must be a number of at most 18 digits, got {len(text)}")
    return int(text)


__all__ = ["Service"]
