"""The client's side of state: variables and random counters belong to the Session; workers have copies by version."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from graphops.cluster.calls import Call, Counter, Held, Key, Parcel
from graphops.cluster.piece_store import counters_of, set_counters
from graphops.cluster.places import ANYWHERE, Place
from graphops.session.resources import ResourceStore
from graphops_registry.locks import new_lock
from graphops_registry.resource import ResourceHandle

_TICK: Final = 0.1  # seconds


class ClientState:
    """Knows which values workers are believed to have.

    Args:
        store: the Session's.

    Attributes:
        entropy: what generators without a seed begin with.
        home: the address of the worker that pieces without a place prefer.
    """

    def __init__(self, store: ResourceStore) -> None:
        self._store = store
        self._prefix = secrets.token_hex(8)
        self._tokens: dict[Key, tuple[int, str]] = {}  # variable -> its version here and how workers call the value
        self._known: dict[Place, set[str]] = {}
        self._turn = new_lock()
        self.entropy = secrets.randbits(128)
        self.home: str | None = None

    def take_turn(self, check: Callable[[], None]) -> None:
        """Wait until no other run may assign to variables or draw random numbers.

        Args:
            check: raises if the run must stop.
        """
        while not self._turn.acquire(timeout=_TICK):
            check()

    def end_turn(self) -> None:
        """Let the next run go on."""
        self._turn.release()

    def held(self, handle: ResourceHandle) -> Held:
        """A variable as it is now."""
        version, value = self._store.version(handle), self._store.value_now(handle)
        if value is None:
            return Held(handle, "")
        seen, token = self._tokens.get(handle.key, (0, ""))
        if seen != version:
            token = f"{self._prefix}/{version}/{handle.key[0]}:{handle.key[1]}"
            self._tokens[handle.key] = version, token
        return Held(handle, token, value)

    def without_known(self, call: Call, place: Place) -> Call:
        """A call without the program and the values that the worker of a place is believed to have; from now on, it is
        believed to have all of them."""
        known = self._known.setdefault(place, set())
        program = None if call.key in known else call.program
        variables = tuple(replace(held, value=None) if held.token in known else held for held in call.variables)
        known.update([call.key, *(held.token for held in call.variables if held.token)])
        return replace(call, program=program, variables=variables)

    def counters(self) -> dict[Any, Counter]:
        """The states of the random generators."""
        return counters_of(self._store)

    def take(self, place: Place, parcel: Parcel) -> None:
        """Take over what a piece assigned and drew."""
        if place == ANYWHERE and parcel.worker != self.home:
            if self.home is not None:
                self._known.pop(ANYWHERE, None)
            self.home = parcel.worker or None
        for key, held in parcel.changed.items():
            if not held.token:
                self._store.destroy(held.handle)
                continue
            self._store.assign(held.handle, held.value)
            self._tokens[key] = self._store.version(held.handle), held.token
            self._known.setdefault(place, set()).add(held.token)
        set_counters(self._store, parcel.counters)
