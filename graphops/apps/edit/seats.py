"""The runs of an editor's window, which outlive its connection for a while: a window that is loaded again goes on."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any, Final

from graphops.apps.edit.outbox import Outbox
from graphops.apps.edit.process import Worker
from graphops_registry.errors import InvalidArgumentError, shorten

Json = dict[str, Any]
SECONDS: Final = 60.0  # that the runs of a window wait for it to come back
_MOST: Final = 4  # windows that are waited for
_MOST_PROBLEMS: Final = 1000  # of a run, that are told again
_LEAVING: Final = 1.0  # seconds until the old connection of a window that is loaded again has ended
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{16,64}")


class Seat:
    """One window: the process of its runs, and what of the last run it is told again when it comes back."""

    def __init__(self, make: Callable[[Callable[[Json], None]], Worker], name: str | None) -> None:
        self.name = name
        self.outbox: Outbox | None = None  # of its connection, while there is one
        self.worker = make(self._heard)
        self.resumed = False  # whether it was there before this connection
        self._run: Any = None  # the id of the run that was told of
        self._told: dict[Any, Json] = {}
        self._problems = 0  # of that run
        self._expiry: asyncio.TimerHandle | None = None

    def greeting(self) -> Json:
        """The first message to a window that gave its name."""
        return {"type": "session", "kept": self.name is not None, "resumed": self.resumed, "run": self.worker.run,
                "told": list(self._told.values())}  # fmt: skip

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing that a window could come back to."""
        return not self._told and self.worker.run is None

    def _heard(self, message: Json) -> None:
        kind = message["type"]
        if kind in ("started", "reset"):
            self._told.clear()
            self._problems = 0
            self._run = message.get("id") if kind == "started" else None
        if self._run is not None and message.get("id") == self._run:
            key: Any = kind
            if kind == "result":
                key = kind, message["block"]
            elif kind == "problem":
                key = kind, min(self._problems, _MOST_PROBLEMS)
                self._problems += 1
            self._told.pop(key, None)
            self._told[key] = message
        if self.outbox is not None:
            self.outbox.put(message)

    def wait(self, seconds: float, over: Callable[[Seat], None]) -> None:
        """The connection has ended: call ``over`` unless the window comes back."""
        self.outbox = None
        self._expiry = asyncio.get_running_loop().call_later(seconds, over, self)

    def go_on(self) -> None:
        """The window is back."""
        if self._expiry is not None:
            self._expiry.cancel()
        self._expiry = None

    def close(self) -> None:
        """End the process."""
        self.go_on()
        self.worker.close()


class Seats:
    """All windows of one server. All methods are for the event loop.

    Args:
        make: makes the worker of a seat, from what is called with each of its messages.
        seconds: that a seat waits for its window.
    """

    def __init__(self, make: Callable[[Callable[[Json], None]], Worker], seconds: float = SECONDS) -> None:
        self._make = make
        self._seconds = seconds
        self._all: set[Seat] = set()
        self._named: dict[str, Seat] = {}  # those that were left longest ago first

    async def take(self, name: object, outbox: Outbox) -> Seat:
        """The seat of a window that connects.

        Args:
            name: that the window made up; ``None`` for a seat that ends with its connection. So does that of a name
                that another window has: a window that was duplicated.
            outbox: of the connection.

        Raises:
            InvalidArgumentError: no such name.
        """
        if name is not None and (not isinstance(name, str) or _NAME.fullmatch(name) is None):
            raise InvalidArgumentError(
                f"session of a hello must have 16 to 64 letters, digits, - and _, got {shorten(repr(name), 80)}"
            )
        for _ in range(20):
            if name not in self._named or self._named[name].outbox is None:
                break
            await asyncio.sleep(_LEAVING / 20)
        seat = self._named.get(name) if name is not None else None
        if seat is not None and seat.outbox is None:
            seat.go_on()
            seat.resumed = True
        else:
            seat = Seat(self._make, name if seat is None else None)
            self._all.add(seat)
            if isinstance(seat.name, str):
                self._named[seat.name] = seat
        seat.outbox = outbox
        return seat

    def leave(self, seat: Seat) -> None:
        """A window's connection has ended."""
        if seat.name is None or seat.is_empty:
            self._end(seat)
            return
        self._named[seat.name] = self._named.pop(seat.name)
        seat.wait(self._seconds, self._end)
        for other in [other for other in self._named.values() if other.outbox is None][:-_MOST]:
            self._end(other)

    def close(self) -> None:
        """End all processes."""
        for seat in list(self._all):
            self._end(seat)

    def _end(self, seat: Seat) -> None:
        seat.close()
        self._all.discard(seat)
        if seat.name is not None:
            self._named.pop(seat.name, None)
