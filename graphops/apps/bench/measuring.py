"""One case measured on all sides, alternating: A B C A B C ..., so that a disturbance affects all of them."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from graphops.apps.bench.peer import Peer, PeerError, PeerTimeoutError, Side, pause

_MOST_FAILURES = 3  # in a row; a peer that dies in one case may be able to do the next


@dataclass(frozen=True)
class Effort:
    """How long to measure.

    Attributes:
        rounds: turns of each side.
        runs: at least, in a turn.
        seconds: about, of a turn.
        patience: a side whose first run takes longer is not run again.
    """

    rounds: int = 5
    runs: int = 3
    seconds: float = 0.08
    patience: float = 20.0


def effort_of(args: argparse.Namespace) -> Effort:
    """The options of ``graphops bench``."""
    given = Effort(rounds=2, seconds=0.03) if args.quick else Effort()
    rounds = args.rounds or given.rounds
    return Effort(rounds, args.runs or given.runs, given.seconds, args.patience)


@dataclass
class Measured:
    """What one side took for one case.

    Attributes:
        seconds: the least of the rounds' medians; ``None`` if the side refused.
        rounds: the median of each round.
        first: seconds of the first run, with what is compiled and prepared then.
        refused: why there is no time.
        at_least: whether ``seconds`` is only a lower bound, because the side was ended.
        once: whether there was only the first run.
        host: seconds until a call returned, where its work is only queued then; the least of the rounds' medians.
        parts: the least seconds of each part, for cases that have parts; the first one is ``seconds``.
        kernel: that ran, if the side says so.
        sample: some elements of the result.
        peak_memory: the most bytes that the process took for the case.
        total_memory: the most bytes that the process took altogether.
    """

    seconds: float | None = None
    rounds: list[float] = field(default_factory=list)
    first: float = 0.0
    refused: str = ""
    at_least: bool = False
    once: bool = False
    host: float = 0.0
    parts: dict[str, float] = field(default_factory=dict)
    kernel: str = ""
    sample: list[float] = field(default_factory=list)
    peak_memory: int = 0
    total_memory: int = 0

    def data(self) -> dict[str, Any]:
        """For JSON: what is set."""
        return {key: value for key, value in vars(self).items() if value not in (None, "", False, 0, [], {})}


def measure(
    sides: Sequence[Side],
    case: Mapping[str, Any],
    effort: Effort,
    judge: Callable[[dict[str, Measured]], None] | None = None,
) -> dict[str, Measured]:
    """All sides on one case.

    Args:
        judge: looks at the sides after their first runs, and says ``refused`` of those that are not worth a turn.

    Raises:
        PeerError: a peer is broken.
    """
    found = {side.name: _prepare(side, dict(case), effort.patience) for side in sides}
    if judge is not None:
        judge(found)
    timed = [side for side in sides if not is_done(found[side.name])]
    for _ in range(effort.rounds):
        for side in timed:
            pause()
            _turn(side, found[side.name], effort)
    for side in timed if judge is None else sides:
        side.drop()
    return found


def is_done(measured: Measured) -> bool:
    """Whether a side needs no turns: it refused, or took too long to be asked again."""
    return bool(measured.refused) or measured.at_least or measured.once


def _prepare(side: Side, case: dict[str, Any], patience: float) -> Measured:
    try:
        answer = side.prepare(case, patience)
    except PeerError as error:
        return _failed(side, error)
    if "refused" in answer:
        return Measured(refused=answer["refused"])
    if "over" in answer:
        return Measured(seconds=answer["over"], at_least=True)
    measured = Measured(first=answer["first"], kernel=answer["facts"].get("kernel", ""), sample=answer["sample"])
    if answer["first"] >= patience:
        measured.seconds, measured.once = answer["first"], True
        side.drop()
    return measured


def _failed(side: Side, error: PeerError) -> Measured:
    """A case that ended the peer counts as refused, unless that goes on."""
    if getattr(side, "failures", 0) >= _MOST_FAILURES:
        raise error
    return Measured(refused=str(error))


def _turn(side: Side, measured: Measured, effort: Effort) -> None:
    if is_done(measured):
        return
    try:
        answer = side.time(effort.runs, effort.seconds)
    except PeerTimeoutError as late:
        if measured.seconds is None:
            measured.seconds, measured.at_least = late.seconds, True
        measured.once = True  # what was measured before stays
        return
    except PeerError as error:
        measured.refused = _failed(side, error).refused
        return
    if "refused" in answer:
        measured.refused = answer["refused"]
        return
    measured.peak_memory = max(measured.peak_memory, answer["peak_memory"])
    measured.total_memory = max(measured.total_memory, answer["total_memory"])
    parts: dict[str, float] = answer.get("parts", {})
    for name, seconds in parts.items():
        measured.parts[name] = min(seconds, measured.parts.get(name, seconds))
    measured.kernel = answer.get("kernel", measured.kernel)
    if answer.get("host"):
        measured.host = min(answer["host"], measured.host or answer["host"])
    taken = next(iter(parts.values())) if parts else answer["median"]
    measured.rounds.append(taken)
    measured.seconds = taken if measured.seconds is None else min(measured.seconds, taken)


def difference(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """How far two samples are apart, relative to the largest magnitude; 0 where there are none to compare."""
    if len(ours) != len(theirs) or not ours:
        return 0.0
    scale = max(max(abs(value) for value in theirs), 1e-30)
    return max(abs(a - b) for a, b in zip(ours, theirs, strict=True)) / scale


def close_all(sides: Sequence[Side]) -> None:
    """End what was started."""
    for side in sides:
        side.close()


def start_peers(names: Sequence[str], python: str, threads: int, limit: float, device: str = "cpu") -> list[Side]:
    """The peers by name; if one fails, none is left.

    Raises:
        PeerError: one cannot be started.
    """
    sides: list[Side] = []
    try:
        for name in names:
            sides.append(Peer(name, python, threads, limit, device))  # noqa: PERF401  (what is started must be closed)
    except BaseException:
        close_all(sides)
        raise
    return sides
