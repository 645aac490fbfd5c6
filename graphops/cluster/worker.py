"""What runs on a worker: pieces, in Sessions that are kept from one call to the next."""

from __future__ import annotations

import sys
import time
from collections import OrderedDict
from dataclasses import replace
from typing import Any, Final, cast

from graphops.cluster.arrivals import aligned
from graphops.cluster.calls import Call, Failed, From, Held, Needs, Parcel, Reply
from graphops.cluster.failures import portable
from graphops.cluster.piece_store import PieceStore
from graphops.cluster.programs import Program
from graphops.graph.graph import Graph
from graphops.graph.unregistered import UnregisteredOp
from graphops.interchange.graph_def import import_graph_def
from graphops.interchange.graph_def.limits import LoadLimits
from graphops.plan.run_state import RunState
from graphops.plan.session_config import SessionConfig
from graphops.plan.trace import NodeRun, RunMetadata
from graphops.session.session import Session
from graphops.version import __version__
from graphops_registry.errors import FailedPreconditionError
from graphops_registry.locks import new_lock

_MOST_PROGRAMS: Final = 64
_MOST_BYTES: Final = 1 << 30  # of values of variables that are kept
_LIMITS: Final = LoadLimits(nodes=1 << 40, functions=1 << 40, list_length=1 << 40, name_length=1 << 40)


def versions() -> tuple[str, str]:
    """What must be the same on all sides: the versions of graphops and of Python."""
    return __version__, ".".join(map(str, sys.version_info[:2]))


def check_versions(theirs: tuple[str, str], worker: str) -> None:
    """Raise unless the client's versions are this worker's, whose address is ``worker``."""
    if theirs != versions():
        rule = "run the client's versions of graphops and Python"
        wanted, got = (" and ".join(pair) for pair in (theirs, versions()))
        raise FailedPreconditionError(f"worker {worker} must {rule}, {wanted}, got {got}")


class Prepared:
    """A program that was loaded: its graph, and how to run it with a store.

    Attributes:
        is_complete: whether all of its ops are registered.
    """

    def __init__(self, program: Program, config: SessionConfig) -> None:
        graph = Graph()
        graph.tensorflow_1 = program.tensorflow_1
        import_graph_def(program.graph_def, name="", graph=graph, limits=_LIMITS)
        for node in graph.nodes:
            node.made_at = None  # not here: the client knows the user's line
        self.feeds = [graph.get_tensor_by_name(name) for name in program.feeds]
        self.fetches = [graph.get_tensor_by_name(name) for name in program.fetches]
        self.targets = [graph.as_graph_element(name) for name in program.targets]
        self.session = _PieceSession(graph, config=config)
        self.is_complete = not any(isinstance(node.op, UnregisteredOp) for node in graph.nodes)


class _PieceSession(Session):
    """A Session that has another state in each run."""

    _was_cancelled = False

    def with_state(self, store: PieceStore) -> _PieceSession:
        """This Session, with its plans, and the given state."""
        made = object.__new__(_PieceSession)
        made.__dict__.update(self.__dict__, _store=store, _runs=set())
        return made

    def cancel(self) -> None:
        """Stop the one run of this Session, also if it has not begun."""
        self._was_cancelled = True
        super().cancel()

    def _run_state(self, *given: Any, **named: Any) -> RunState:
        run = super()._run_state(*given, **named)
        if self._was_cancelled:
            run.cancel()
        return run


class _Kept:
    """What this process remembers: programs by key, values of variables by token."""

    def __init__(self) -> None:
        self.lock = new_lock()
        self._programs: OrderedDict[tuple[str, SessionConfig], Prepared] = OrderedDict()
        self._values: OrderedDict[str, Any] = OrderedDict()
        self._bytes = 0

    def prepared(self, key: str, program: Program | None, config: SessionConfig) -> Prepared | None:
        """The program of that key, loaded; ``None`` if it is not known and not given."""
        known = key, config
        with self.lock:
            found = self._programs.get(known)
            if found is None and program is not None:
                found = Prepared(program, config)
                if not found.is_complete:  # the op may be registered here before the next call
                    return found
                self._programs[known] = found
                if len(self._programs) > _MOST_PROGRAMS:
                    self._programs.popitem(last=False)
            if found is not None:
                self._programs.move_to_end(known)
        return found

    def value(self, held: Held) -> Any:
        with self.lock:
            if held.value is not None:
                self._keep(held.token, held.value)
                return held.value
            found = self._values.get(held.token)
            if found is not None:
                self._values.move_to_end(held.token)
            return found

    def keep(self, token: str, value: Any) -> None:
        with self.lock:
            self._keep(token, value)

    def _keep(self, token: str, value: Any) -> None:
        if token in self._values:
            return
        self._values[token] = value
        self._bytes += value.nbytes
        while self._bytes > _MOST_BYTES and len(self._values) > 1:
            self._bytes -= self._values.popitem(last=False)[1].nbytes


KEPT: Final = _Kept()


def prepared(program: Program, config: SessionConfig) -> Prepared:
    """A program as this process keeps it."""
    return KEPT.prepared(program.key, program, config) or Prepared(program, config)


def run_piece(call: Call, *parcels: Reply) -> Reply:
    """Run a piece on this worker.

    Args:
        parcels: what the pieces that it follows gave.

    Returns:
        What it gives; :class:`Failed` with the error of a local Session, or FailedPreconditionError for another version
        of graphops or Python than the client's; :class:`Needs` if something is missing here. Both also if a piece that
        it follows returned them.
    """
    for parcel in sorted((each for each in parcels if not isinstance(each, Parcel)), key=_failed_first):
        return parcel
    try:
        return _run(call, cast("tuple[Parcel, ...]", parcels))
    except Exception as error:
        return Failed(portable(error), call.piece, _address())


def _failed_first(reply: Reply) -> bool:
    return not isinstance(reply, Failed)


def _run(call: Call, parcels: tuple[Parcel, ...]) -> Parcel | Needs:
    from graphops.cluster.stopping import while_wanted  # needs Dask

    worker = _address()
    check_versions(call.versions, worker)
    held = _variables(call, parcels)
    prepared = KEPT.prepared(call.key, call.program, call.config)
    if prepared is None or held is None:
        return Needs(worker, call.piece)
    given = [_given(feed, parcels) for feed in call.feeds]
    counters = dict(call.counters)
    for parcel in parcels:
        counters.update(parcel.counters)
    store = PieceStore(held, counters, call.entropy)
    trace = RunMetadata() if call.traced else None
    feeds = dict(zip(prepared.feeds, given, strict=True))
    session = prepared.session.with_state(store)
    with while_wanted(session):
        values, _ = session.run((prepared.fetches, prepared.targets), feeds, run_metadata=trace, timeout=call.timeout)
    changed = store.changed(call.token)
    for each in changed.values():
        if each.value is not None:
            KEPT.keep(each.token, each.value)
    return Parcel(dict(enumerate(values)), changed, store.counters(), _on_wall_clock(trace, worker), worker)


def _variables(call: Call, parcels: tuple[Parcel, ...]) -> list[Held] | None:
    """The variables as the pieces before left them; ``None`` if a value is missing."""
    found: list[Held] = []
    for held in call.variables:
        for parcel in parcels:
            held = parcel.changed.get(held.handle.key, held)
        if held.token:
            value = KEPT.value(held)
            if value is None:
                return None
            held = replace(held, value=value)
        found.append(held)
    return found


def _given(feed: Any, parcels: tuple[Parcel, ...]) -> Any:
    return aligned(parcels[feed.parcel].outputs[feed.output] if isinstance(feed, From) else feed)


def _on_wall_clock(trace: RunMetadata | None, worker: str) -> tuple[NodeRun, ...]:
    """Traces with times that those of other processes can be compared with, and devices that name the worker."""
    if trace is None:
        return ()
    shift = time.time_ns() - time.perf_counter_ns()
    return tuple(
        replace(node, start_ns=node.start_ns + shift, end_ns=node.end_ns + shift, device=f"{worker}{node.device}")
        for node in trace.nodes
    )


def _address() -> str:
    from distributed import get_worker

    try:
        return str(get_worker().address)
    except ValueError:  # called outside a task
        return ""
