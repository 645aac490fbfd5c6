"""What Dask reports, as errors of graphops."""

from __future__ import annotations

import asyncio
import pickle
import re
from collections.abc import Sequence
from concurrent import futures
from typing import Any, NoReturn

from graphops.cluster.calls import Failed
from graphops.cluster.pieces import Piece
from graphops.cluster.places import ANYWHERE, Place
from graphops.cluster.programs import Program
from graphops_registry.errors import (
    AbortedError,
    CancelledError,
    GraphopsError,
    NotFoundError,
    UnavailableError,
    UnknownError,
)

_MOST_NODES = 5
_STAND_IN = re.compile(r"(?<![\w/])given/\d+_*:0")  # as Exporter names what a piece is given


def as_graphops(error: BaseException, piece: Piece) -> BaseException:
    """The error to raise for a piece that failed with ``error``.

    What a kernel raises comes back as it is, of the same class and with the same sentence.
    """
    from distributed.client import FutureCancelledError
    from distributed.scheduler import KilledWorker, NoValidWorkerError, NoWorkerError

    if isinstance(error, GraphopsError):
        return error
    nodes = names_of(piece)
    if isinstance(error, KilledWorker):
        rule = "not end the worker that runs it"
        return _about(AbortedError(f"the piece with {nodes} must {rule}, but it did so again and again"), piece)
    if isinstance(error, (NoValidWorkerError, NoWorkerError)):
        return unavailable(piece)
    if isinstance(error, (FutureCancelledError, futures.CancelledError, asyncio.CancelledError)):
        return CancelledError("the run must not be cancelled to finish, but the cluster dropped a piece of it")
    if isinstance(error, ModuleNotFoundError):
        return UnavailableError(f"a worker must have the packages that a piece needs, but {error}")
    found = UnknownError(f"the piece with {nodes} must run on a worker, but {type(error).__name__}: {error}")
    return _about(found, piece)


def portable(error: Exception) -> Exception:
    """``error`` if it can travel; else UnknownError with its sentence and its notes."""
    try:
        if type(pickle.loads(pickle.dumps(error))) is type(error):  # noqa: S301  # made on this line
            return error
    except Exception as trouble:
        reason = f"{type(trouble).__name__}: {trouble}"
    else:
        reason = "it comes back as another class"
    found = UnknownError(f"an error of a kernel must be one that pickle can copy, but {type(error).__name__}: {error}")
    for note in (*getattr(error, "__notes__", ()), f"  pickle: {reason}"):
        found.add_note(note)
    return found


def as_here(failed: Failed, piece: Piece, program: Program) -> Exception:
    """The error of a piece, with the names and lines of the client's graph in its notes.

    Args:
        piece: that failed.
        program: as which it travelled.
    """
    error, notes = failed.error, list(getattr(failed.error, "__notes__", ()))
    own = {node.name: node for node in piece.nodes}
    names = {name: tensor.name for name, tensor in zip(program.feeds, (*piece.feeds, *piece.inputs), strict=True)}
    told: list[str] = []
    for note in notes:
        told.append(_STAND_IN.sub(lambda found: names.get(found[0], found[0]), note))
        node = own.get(note.removeprefix("at node ").partition(" = ")[0])
        if node is not None and node.made_at is not None:
            told.append(f"  made at {node.made_at}")
    foreign = sorted({node.type for node in piece.nodes if ">" in node.type})
    if isinstance(error, NotFoundError) and foreign:  # no op of graphops is missing there
        told = [note for note in told if not note.startswith("fix:")]
        how = "dask worker ADDRESS --preload MODULE, or install the plug-in there with its entry point"
        told.append(f"fix: import what registers {', '.join(foreign)} on the workers, too: {how}")
    if failed.worker:
        told.append(f"  on worker {failed.worker}")
    error.__notes__ = told
    return error


def raise_of(future: Any, piece: Piece) -> NoReturn:
    """Raise the error to raise for a piece whose future failed, or was dropped."""
    error = future.exception() if future.status == "error" else None
    if error is None:
        from distributed.client import FutureCancelledError

        error = FutureCancelledError(future.key, f"its state is {future.status}")
    found = as_graphops(error, piece)
    raise found from (None if found is error else error)


def unavailable(piece: Piece, place: Place | None = None) -> GraphopsError:
    """The error for a piece whose place no worker has; ``place`` if it runs in another one than its own."""
    where = piece.place if place is None else place
    rule = "have a worker" if where == ANYWHERE else f"have a worker for {where}"
    error = UnavailableError(f"the cluster must {rule} to run {names_of(piece)}, but none came in time")
    resources = "" if where == ANYWHERE else f' --resources "{where}=1"'
    error.add_note(f"fix: start one with dask worker ADDRESS{resources}")
    return _about(error, piece)


def lost(what: str) -> UnavailableError:
    """The error for a scheduler that is gone."""
    return UnavailableError(f"the scheduler at {what} must be reachable to run, but the connection is lost")


def names_of(piece: Piece) -> str:
    """The nodes of a piece, as sentences name them."""
    names: Sequence[str] = [f"'{node.name}'" for node in reversed(piece.nodes)]
    more = f" and {len(names) - _MOST_NODES} more" if len(names) > _MOST_NODES else ""
    return f"node{'s' if len(names) > 1 else ''} {', '.join(names[:_MOST_NODES])}{more}"


def _about(error: GraphopsError, piece: Piece) -> GraphopsError:
    node = piece.nodes[-1]
    return error.concerns(op=node.type, node=node.name)
