"""The values of the variables that shards read, in two parcels: what changes in each step, and the rest."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from graphops.cluster.calls import Held
from graphops.cluster.training.shard_step import Common
from graphops.session.session import Session
from graphops_registry.resource import ResourceHandle, full_name

_TOKEN = "value"  # says that there is one


class Values:
    """Takes values out of a Session.

    Args:
        trained: the names of the variables that each step changes.
    """

    def __init__(self, session: Session, trained: Collection[str]) -> None:
        self._session = session
        self._trained = frozenset(trained)
        self._others: tuple[Any, Common] | None = None  # which versions of which variables, and their values

    def of(self, handles: Sequence[ResourceHandle], shared: tuple[Any, ...]) -> tuple[Common, Common]:
        """The variables of these handles; uninitialised ones are left out.

        Args:
            shared: other values that each shard takes.

        Returns:
            The trained variables with ``shared``, and the others: the same object until one of them changes.
        """
        store = self._session.variables.store
        others = tuple(handle for handle in handles if full_name(handle.key) not in self._trained)
        key = tuple((handle.key, store.version(handle)) for handle in others)
        if self._others is None or self._others[0] != key:
            self._others = key, Common(self._held(others))
        trained = [handle for handle in handles if full_name(handle.key) in self._trained]
        return Common(self._held(trained), shared), self._others[1]

    def _held(self, handles: Sequence[ResourceHandle]) -> tuple[Held, ...]:
        values = self._session.variables.snapshot()
        names = [(handle, full_name(handle.key)) for handle in handles]
        return tuple(Held(handle, _TOKEN, values[name]) for handle, name in names if name in values)
