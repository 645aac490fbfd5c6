"""The queue of messages to an editor that reads slowly, or not at all."""

from __future__ import annotations

import asyncio
from typing import Any, Final

Json = dict[str, Any]
_MOST: Final = 256  # messages that wait before the service hears no more from the editor


class Outbox:
    """Messages in their order; of progress, notices, and the results of one block, only the newest waits.

    So what waits is bounded by the blocks of the page, however long a run goes on.
    """

    def __init__(self) -> None:
        self._waiting: dict[Any, Json] = {}
        self._changed = asyncio.Event()
        self._closed = False

    def put(self, message: Json) -> None:
        """Add a message; called in the event loop."""
        key: Any = object()
        if message["type"] in ("progress", "result", "notice"):
            key = message["type"], message.get("id"), message["block"] if message["type"] == "result" else None
            self._waiting.pop(key, None)  # the newest comes last, in order of time
        self._waiting[key] = message
        self._changed.set()

    async def get(self) -> Json:
        """The oldest message, as soon as there is one."""
        while not self._waiting:
            self._changed.clear()
            await self._changed.wait()
        message = self._waiting.pop(next(iter(self._waiting)))
        self._changed.set()
        return message

    async def room(self) -> None:
        """Wait until few messages are left, or the client no longer reads."""
        while len(self._waiting) > _MOST and not self._closed:
            self._changed.clear()
            await self._changed.wait()

    def close(self) -> None:
        """The client no longer reads."""
        self._closed = True
        self._changed.set()
