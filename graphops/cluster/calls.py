"""What travels between the client and the workers: calls of pieces and what comes back of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from graphops.cluster.programs import Program
from graphops.plan.session_config import SessionConfig
from graphops.plan.trace import NodeRun
from graphops_registry.resource import ResourceHandle

Key = tuple[str, str]  # container, name
Counter = tuple[int, int]  # the state of a random generator


@dataclass(frozen=True, slots=True)
class From:
    """A value that another piece computes: which of the call's parcels has it, and as which of its outputs."""

    parcel: int
    output: int


@dataclass(frozen=True, slots=True)
class Held:
    """The value of a variable before the run.

    Attributes:
        handle: the variable.
        token: names the value; ``""`` for a variable that is not initialised.
        value: ``None`` if the worker is believed to have it.
    """

    handle: ResourceHandle
    token: str
    value: Any = None


@dataclass(frozen=True, slots=True)
class Call:
    """A piece that a worker shall run.

    Attributes:
        token: names this run of the piece; values that it assigns are named after it.
        piece: its number.
        versions: of graphops and Python on the client, which must be the worker's.
        key: of the program.
        program: ``None`` if the worker is believed to have it.
        feeds: values, or where they come from, in the order of the program's feeds.
        variables: those that the piece may read or assign.
        counters: the states of random generators that were used before.
        entropy: what generators without a seed begin with, so that a piece that runs twice draws the same numbers.
        config: the Session's.
        timeout: seconds that are left.
        traced: whether the nodes that run are recorded.
    """

    token: str
    piece: int
    versions: tuple[str, str]
    key: str
    program: Program | None
    feeds: tuple[Any, ...]
    variables: tuple[Held, ...]
    counters: Mapping[Any, Counter]
    entropy: int
    config: SessionConfig
    timeout: float | None = None
    traced: bool = False


@dataclass(frozen=True, slots=True)
class Parcel:
    """What a piece gives.

    Attributes:
        outputs: values by their number among the program's fetches.
        changed: new values of variables, with the tokens that name them; a value of ``None`` means that the variable
            is gone.
        counters: the states of the generators that it used.
        trace: the nodes that ran, on the clock of ``time.time_ns``.
        worker: its address.
    """

    outputs: Mapping[int, Any]
    changed: Mapping[Key, Held] = field(default_factory=dict)
    counters: Mapping[Any, Counter] = field(default_factory=dict)
    trace: tuple[NodeRun, ...] = ()
    worker: str = ""


@dataclass(frozen=True, slots=True)
class Needs:
    """The worker of a piece, this one or one that it needs, lacks something: the call must be made again in full.

    Attributes:
        worker: its address.
        piece: the number of the piece.
    """

    worker: str = ""
    piece: int = -1


@dataclass(frozen=True, slots=True)
class Failed:
    """A piece raised an error, this one or one that it needs.

    Attributes:
        error: of the same class as a local Session's.
        piece: its number.
        worker: the address of the worker that it ran on.
    """

    error: Exception
    piece: int = -1
    worker: str = ""


Reply = Parcel | Needs | Failed


@dataclass(frozen=True, slots=True)
class Selection:
    """Which parts of a parcel travel on.

    Attributes:
        outputs: numbers among the program's fetches.
        changed: whether the new values of variables go along.
    """

    outputs: frozenset[int]
    changed: bool


def select(parcel: Reply, selection: Selection) -> Reply:
    """A part of what a piece gave; runs where the parcel is, so that nothing else travels."""
    if not isinstance(parcel, Parcel):
        return parcel
    return Parcel(
        {number: value for number, value in parcel.outputs.items() if number in selection.outputs},
        parcel.changed if selection.changed else {},
        parcel.counters if selection.changed else {},
        parcel.trace if selection.changed else (),
        parcel.worker,
    )
