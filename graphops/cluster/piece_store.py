"""The state that a piece sees on a worker: values of variables that came with the call, and generators that go on where
the last run left them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, TypeVar

from graphops.cluster.calls import Counter, Held, Key
from graphops.session.resources import ResourceStore
from graphops_cpu.lib import philox
from graphops_cpu.plain.random import RANDOM, Stream

T = TypeVar("T")


class PieceStore(ResourceStore):
    """The store of one run of a piece."""

    def __init__(self, variables: Iterable[Held], counters: Mapping[Any, Counter], entropy: int) -> None:
        super().__init__()
        self._entropy = entropy
        self._given: dict[Key, tuple[Held, int]] = {}
        self._used: dict[Any, Stream] = {}
        self._counters = counters
        for held in variables:
            if held.token:
                self.assign(held.handle, held.value)
            self._given[held.handle.key] = held, self.version(held.handle)

    def state(self, key: Hashable, make: Callable[[], T]) -> T:
        found = super().state(key, make)
        if isinstance(found, Stream) and key not in self._used:
            self._used[key] = found
            self._begin(key, found)
        return found

    def _begin(self, key: Any, stream: Stream) -> None:
        """Put a generator where it has to begin in this run."""
        if key in self._counters:
            stream.generator = philox.Generator(*self._counters[key])
        elif not any(stream.seeds):
            stream.generator = generator_of(self._entropy, key)

    def changed(self, token: str) -> dict[Key, Held]:
        """The variables whose values are others than at the start."""
        found: dict[Key, Held] = {}
        for key, (held, version) in self._given.items():
            if self.version(held.handle) == version:
                continue
            value = self.value_now(held.handle)
            found[key] = Held(held.handle, "" if value is None else f"{token}/{key[0]}:{key[1]}", value)
        return found

    def counters(self) -> dict[Any, Counter]:
        """The states of the generators that were used."""
        return {key: _counter(stream) for key, stream in self._used.items()}


def generator_of(*parts: Any) -> philox.Generator:
    """A generator that depends on nothing but ``parts``, which have a ``repr`` that is the same everywhere."""
    digest = hashlib.sha256(repr(parts).encode()).digest()
    return philox.from_seeds(*(int.from_bytes(digest[at : at + 8], "little") for at in (0, 8)))


def counters_of(store: ResourceStore) -> dict[Any, Counter]:
    """The states of all generators that a Session's store has."""
    return {key: _counter(state) for key, state in store.states(RANDOM) if isinstance(state, Stream)}


def set_counters(store: ResourceStore, counters: Mapping[Any, Counter]) -> None:
    """Let generators of a Session's store go on from these states."""
    for key, counter in counters.items():
        stream = store.state(key, lambda key=key: Stream(*key[-2:]))  # type: ignore[misc]
        stream.generator = philox.Generator(*counter)


def _counter(stream: Stream) -> Counter:
    return stream.generator.key, stream.generator.counter
