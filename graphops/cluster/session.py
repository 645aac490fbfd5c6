"""ClusterSession: a Session whose graph runs on the workers of a cluster."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

from graphops.cluster.connection import Connection
from graphops.cluster.describe import describe
from graphops.cluster.limits import remaining
from graphops.cluster.pieces import Piece, Pieces, cut
from graphops.cluster.programs import Exporter, Program
from graphops.cluster.run import Run, Wanted
from graphops.cluster.state import ClientState
from graphops.graph.graph import Node, Tensor
from graphops.plan.make import check_given
from graphops.plan.run_state import RunState
from graphops.plan.trace import RunMetadata
from graphops.session.feeds import feed_arrays
from graphops.session.session import Session, check_timeout
from graphops_registry.errors import InvalidTypeError, UnimplementedError

_MOST_PLANS: Final = 256


@dataclass(frozen=True, eq=False)
class ClusterPlan:
    """The pieces of what some fetches need.

    Attributes:
        programs: the pieces as they travel.
        feeds: the tensors that a run feeds.
        fetches: the tensors that it gives.
    """

    cut: Pieces
    programs: tuple[Program, ...]
    feeds: tuple[Tensor, ...]
    fetches: tuple[Tensor, ...]


class PiecesHere(Session):
    """Runs the pieces of the client's own process, on the variables of the Session that made it."""

    def begun(self) -> int:
        """How often ``cancel`` was called until now."""
        return self._cancels

    def run_piece(self, piece: Piece, given: Sequence[Any], run: RunState, begun: int) -> Sequence[Any]:
        """Run a piece within a run's limits; a cancel since ``begun`` ends it."""
        plan = self._plan((*piece.outputs, *piece.targets), (*piece.feeds, *piece.inputs))
        return self._execute(plan, given, begun, remaining(run), run.metadata)


class ClusterSession(Session):
    """Runs nodes of a graph on a cluster of Dask and holds their state; ``Session(target=...)`` makes one.

    Nodes run in the process that their device names, ``/job:worker/task:1``; others anywhere. What the client alone
    has (queues, tables, iterators, Python functions) runs here. Variables and random counters belong to this object:
    workers get the values that they read, and give back what they assign, so a lost worker loses no state.

    Args:
        target: ``"dask://host:port"``, a ``distributed.Client``, or a cluster.

    Raises:
        NotFoundError: a target of another kind.
        UnavailableError: there is no scheduler.
        FailedPreconditionError: Dask is missing, or another version of graphops runs on a worker.
    """

    def __init__(self, graph_or_scope: Any = None, target: Any = "", config: Any = None, **keywords: Any) -> None:
        super().__init__(graph_or_scope, "", config, **keywords)
        self._connection = Connection(target)
        self._state = ClientState(self._store)
        # What uses a queue follows it to this process, whatever its own device.
        soft = replace(self.config, allow_soft_placement=True)
        self._here = PiecesHere(self.graph, "", soft, variables=self.variables)
        self._cuts: dict[Any, ClusterPlan] = {}
        self._is_plain = False  # no run is that of a local program

    def _plan(
        self,
        elements: tuple[Tensor | Node, ...],
        fed: tuple[Tensor, ...],
        as_written: bool = False,
        on_devices: bool = False,
    ) -> Any:
        if on_devices:
            raise UnimplementedError("as_device_arrays must be left out with a target: values come over the network")
        if as_written:
            return super()._plan(elements, fed, as_written)
        key = self.graph.version, elements, fed
        found = self._cuts.get(key)
        if found is None:
            with self.graph.build_lock:
                check_given(self.graph, elements, fed)
                pieces = cut(self.graph, elements, fed)
                exporter = Exporter(self.graph)
                programs = tuple(exporter.program(piece) for piece in pieces.pieces)
            tensors = tuple(element for element in elements if isinstance(element, Tensor))
            found = ClusterPlan(pieces, programs, fed, tensors)
            if len(self._cuts) >= _MOST_PLANS:
                self._cuts.clear()
            self._cuts[key] = found
        return found

    def _execute(
        self,
        plan: Any,
        values: Sequence[Any],
        begun: int,
        timeout: float | None,
        metadata: RunMetadata | None,
        debug: Any = None,
        on_devices: bool = False,
        capture: bool = False,
        asked: float | None = None,
    ) -> list[Any]:
        if debug is not None:
            raise UnimplementedError("debug must be used with a Session without a target: it looks at each node here")
        if metadata is not None and not isinstance(metadata, RunMetadata):
            raise InvalidTypeError(f"run_metadata of run() must be a RunMetadata, got {type(metadata).__name__}")
        arrays = feed_arrays(plan.feeds, values)
        check_timeout(timeout)
        begun_here = self._here.begun()
        run = self._run_state(timeout, metadata, debug, asked)
        try:
            self._runs.add(run)
            if self._cancels != begun:
                run.cancel()
            wanted = Wanted(
                plan.cut, plan.programs, replace(self.config, timeout=None),
                lambda piece, given: self._here.run_piece(piece, given, run, begun_here),
                run.check, lambda: remaining(run),
            )  # fmt: skip
            fed = dict(zip(plan.feeds, arrays, strict=True))
            return Run(self._connection, self._state, wanted, fed, metadata).values(plan.fetches)
        finally:
            self._runs.discard(run)
            run.end()

    def cancel(self) -> None:
        """As for every Session."""
        super().cancel()
        self._here.cancel()

    def explain(self, fetches: Any, feed_dict: Mapping[Any, Any] | None = None, *, as_python: bool = False) -> str:
        """Which pieces there are, where each runs, what it takes and gives."""
        if as_python:
            raise UnimplementedError("as_python must be left out with a target: each piece is a plan of its own")
        plan: Any  # what _plan of this class gave
        _, plan, _ = self._look(fetches, feed_dict, as_written=False)
        return describe(plan.cut, [len(program.graph_def) for program in plan.programs])

    def close(self) -> None:
        """As for every Session; the connection is closed if it was made for this one."""
        super().close()
        self._here.close()
        self._connection.close()

    @property
    def client(self) -> Any:
        """The ``distributed.Client``."""
        return self._connection.client

    def __repr__(self) -> str:
        return f"<graphops.ClusterSession on {self._connection.address}>"


@cache
def on_cluster(base: type[Session]) -> type[Session]:
    """The subclass of a Session class that runs on a cluster."""
    if issubclass(base, ClusterSession):
        return base
    if base is Session:
        return ClusterSession
    return type(base.__name__, (base, ClusterSession), {"__doc__": base.__doc__, "__module__": base.__module__})


__all__ = ["ClusterPlan", "ClusterSession"]
