"""One run of pieces on a cluster: what is sent when, what is waited for, and what comes back."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NoReturn

from graphops.cluster import failures
from graphops.cluster.calls import Call, Failed, From, Held, Needs, Parcel, Reply, Selection, select
from graphops.cluster.connection import Connection
from graphops.cluster.pieces import Piece, Pieces
from graphops.cluster.places import ANYWHERE, CLIENT
from graphops.cluster.programs import Program
from graphops.cluster.state import ClientState
from graphops.cluster.waiting import Waiting
from graphops.cluster.worker import run_piece, versions
from graphops.graph.graph import Tensor
from graphops.plan.session_config import SessionConfig
from graphops.plan.trace import RunMetadata
from graphops_registry.errors import GraphopsError, UnavailableError

_Upstream = dict[int, tuple[set[int], bool]]  # piece -> which outputs, and whether the variables that it changed
_MOST_ASKED: Final = 8  # how often a piece may say that its worker lacks something


@dataclass(frozen=True)
class Wanted:
    """What a run needs beside its values.

    Attributes:
        programs: of the pieces, in their order.
        run_here: runs a piece of the client's own process: its number and the values of its feeds and inputs; gives
            its outputs.
        check: raises if the run must stop.
        remaining: seconds that are left, or ``None``.
    """

    pieces: Pieces
    programs: Sequence[Program]
    config: SessionConfig
    run_here: Callable[[Piece, Sequence[Any]], Sequence[Any]]
    check: Callable[[], None]
    remaining: Callable[[], float | None]


class Run:
    """A run that is under way.

    Args:
        fed: the values of the tensors that the caller feeds.
    """

    def __init__(
        self,
        connection: Connection,
        state: ClientState,
        wanted: Wanted,
        fed: Mapping[Tensor, Any],
        metadata: RunMetadata | None,
    ) -> None:
        self._connection = connection
        self._state = state
        self._wanted = wanted
        self._fed = fed
        self._metadata = metadata
        self._token = secrets.token_hex(8)
        self._sent: dict[int, Any] = {}  # piece -> future of its parcel
        self._calls: dict[int, tuple[Call, _Upstream]] = {}  # piece -> its call in full, and what it needs of others
        self._reports: dict[int, Any] = {}  # piece -> future of what the client needs of it
        self._values: dict[Tensor, Any] = {}
        self._done: set[int] = set()
        self._in_turn = False  # whether other runs wait for this one
        self._waiting = Waiting(connection, wanted.check, wanted.remaining, wanted.config.worker_timeout)

    def values(self, tensors: Sequence[Tensor]) -> list[Any]:
        """Run everything, and give the values of ``tensors``.

        Raises:
            GraphopsError: what a piece raises, or the run's limits.
            UnavailableError: the scheduler, or a worker that a piece needs, is gone.
            AbortedError: a piece that ends every worker that runs it.
        """
        waiting = list(self._wanted.pieces.pieces)
        self._in_turn = any(piece.is_stateful for piece in waiting if piece.place != CLIENT)
        if self._in_turn:
            self._state.take_turn(self._wanted.check)
        try:
            while waiting:
                waiting = self._send_all(waiting)
                if waiting:
                    waiting = self._run_one_here(waiting)
            self._settle(list(self._reports))
        except Exception as error:
            self._give_up()
            if not isinstance(error, GraphopsError) or isinstance(error, UnavailableError):
                self._wanted.check()  # close() takes the connection away from a run that it stops
            raise
        except BaseException:
            self._give_up()
            raise
        finally:
            if self._in_turn:
                self._state.end_turn()
        return [self._fed[t] if t in self._fed else self._values[t] for t in tensors]

    # -- sending --------------------------------------------------------------------------------------------------

    def _send_all(self, waiting: list[Piece]) -> list[Piece]:
        """Send each piece for a worker whose predecessors are sent or done; the others are returned."""
        left = []
        for piece in waiting:
            if piece.place != CLIENT and all(n in self._sent or n in self._done for n in piece.after):
                self._send(piece)
            else:
                left.append(piece)
        return left

    def _send(self, piece: Piece) -> None:
        pieces = self._wanted.pieces
        upstream = [number for number in piece.after if number in self._sent and self._is_needed_of(number, piece)]
        position = {number: at for at, number in enumerate(upstream)}
        feeds: list[Any] = []
        needed: dict[int, set[int]] = {number: set() for number in upstream}
        for tensor in (*piece.feeds, *piece.inputs):
            if tensor in self._fed:
                feeds.append(self._fed[tensor])
                continue
            owner = pieces.owner[tensor]
            if owner in position and tensor not in self._values:
                output = pieces.pieces[owner].outputs.index(tensor)
                needed[owner].add(output)
                feeds.append(From(position[owner], output))
            else:
                feeds.append(self._values[tensor])
        program = self._wanted.programs[piece.number]
        call = Call(
            f"{self._token}/{piece.number}",
            piece.number,
            versions(),
            program.key,
            program,
            tuple(feeds),
            tuple(map(self._state.held, piece.handles)),
            self._state.counters(),
            self._state.entropy,
            self._wanted.config,
            None,
            self._metadata is not None,
        )
        own = {handle.key for handle in piece.handles}
        changed = {n for n in upstream if n not in self._done and pieces.pieces[n].changes & own}
        self._calls[piece.number] = call, {number: (needed[number], number in changed) for number in upstream}
        self._submit(piece, whole=False)

    def _submit(self, piece: Piece, whole: bool) -> None:
        """Make the call of a piece.

        Args:
            whole: with everything that the worker may have, too.
        """
        call, upstream = self._calls[piece.number]
        parts = [self._part(number, outputs, changed) for number, (outputs, changed) in upstream.items()]
        call = replace(
            call if whole else self._state.without_known(call, piece.place), timeout=self._wanted.remaining()
        )
        again = "-again" if whole else ""
        key = f"{piece.label}-{self._token}-{piece.number}{again}-{secrets.token_hex(2)}"
        options: dict[str, Any] = {"key": key, "pure": False}
        if piece.place != ANYWHERE:
            options["resources"] = {piece.place.resource: 1}
        elif self._state.home is not None:
            options["workers"], options["allow_other_workers"] = [self._state.home], True
        self._sent[piece.number] = self._connection.submit(run_piece, call, *parts, **options)
        if piece.number not in self._done:
            outputs = {piece.outputs.index(t) for t in self._wanted_here(piece)}
            self._reports[piece.number] = self._part(piece.number, outputs, True)

    def _is_needed_of(self, number: int, piece: Piece) -> bool:
        """Whether ``piece`` must be given something of a piece that was sent: its end, its state or its values."""
        owner = self._wanted.pieces.owner
        return number not in self._done or any(
            owner[t] == number for t in piece.inputs if t not in self._values and t not in self._fed
        )

    def _part(self, number: int, outputs: set[int], changed: bool) -> Any:
        """A future of these outputs of a piece that was sent, without the rest."""
        piece, future = self._wanted.pieces.pieces[number], self._sent[number]
        if len(outputs) == len(piece.outputs) and (changed or not piece.changes):
            return future
        key = f"select-{self._token}-{number}-{secrets.token_hex(2)}"
        selection = Selection(frozenset(outputs), changed)
        return self._connection.submit(select, future, selection, key=key, pure=False)

    def _wanted_here(self, piece: Piece) -> list[Tensor]:
        """The outputs of a piece that the client needs."""
        inputs = {t for each in self._wanted.pieces.pieces if each.place == CLIENT for t in each.inputs}
        return [t for t in piece.outputs if t in inputs or t in piece.fetched]

    # -- waiting --------------------------------------------------------------------------------------------------

    def _run_one_here(self, waiting: list[Piece]) -> list[Piece]:
        """Run the first piece of the client whose predecessors are sent or done."""
        piece = next(
            each
            for each in waiting
            if each.place == CLIENT and all(n in self._sent or n in self._done for n in each.after)
        )
        self._settle([number for number in self._reports if number not in self._done])
        given = [self._fed[t] if t in self._fed else self._values[t] for t in (*piece.feeds, *piece.inputs)]
        if self._in_turn:  # what runs here may wait for another run: let that one go first
            self._state.end_turn()
        self._in_turn, again = False, self._in_turn
        found = self._wanted.run_here(piece, given)
        if again:
            self._state.take_turn(self._wanted.check)
            self._in_turn = True
        self._values.update(zip(piece.outputs, found, strict=True))
        self._done.add(piece.number)
        return [each for each in waiting if each is not piece]

    def _settle(self, numbers: list[int]) -> None:
        """Wait for the reports of these pieces, and take over what they say."""
        for _ in range(_MOST_ASKED):
            found = self._gathered([number for number in numbers if number not in self._done])
            lacking = {parcel.piece for parcel in found.values() if isinstance(parcel, Needs)}
            for number in sorted(found):
                parcel = found[number]
                if isinstance(parcel, Failed):
                    raise failures.as_here(parcel, *self._program_of(parcel.piece))
                if isinstance(parcel, Parcel):
                    self._take(self._wanted.pieces.pieces[number], parcel)
            if not lacking:
                return
            self._submit_again(lacking)
        rule = "keep what they were just sent until they use it"
        raise UnavailableError(f"workers must {rule}, but {_MOST_ASKED} times in turn one did not")

    def _submit_again(self, lacking: set[int]) -> None:
        """Make the calls of these pieces again, and of all that follow them, each with the values of the first time.

        Some may be done: a worker that ended takes with it what others still need of them.
        """
        again: set[int] = set()
        for number in sorted(self._calls):
            if number in lacking or not again.isdisjoint(self._calls[number][1]):
                again.add(number)
                self._submit(self._wanted.pieces.pieces[number], whole=True)

    def _program_of(self, number: int) -> tuple[Piece, Program]:
        return self._wanted.pieces.pieces[number], self._wanted.programs[number]

    def _gathered(self, numbers: list[int]) -> dict[int, Reply]:
        """What these pieces gave; of some only if one of them failed while others still run."""
        pieces = self._wanted.pieces.pieces
        number_of = {self._reports[number]: number for number in numbers}
        found = self._waiting.values(
            {future: pieces[number].place for future, number in number_of.items()},
            lambda future: self._raise(future, number_of[future]),
            lambda future: failures.unavailable(pieces[number_of[future]]),
            lambda reply: isinstance(reply, Failed),
        )
        return {number_of[future]: reply for future, reply in found.items()}

    def _raise(self, future: Any, number: int) -> NoReturn:
        failures.raise_of(future, self._origin(number) or self._wanted.pieces.pieces[number])

    def _origin(self, number: int) -> Piece | None:
        """The piece before ``number`` that failed, if one did."""
        for before in self._wanted.pieces.pieces[number].after:
            future = self._sent.get(before)
            if future is not None and future.status == "error":
                return self._origin(before) or self._wanted.pieces.pieces[before]
        return None

    def _take(self, piece: Piece, parcel: Parcel) -> None:
        """Take over values, variables and counters."""
        self._done.add(piece.number)
        self._state.take(piece.place, parcel)
        for number, value in parcel.outputs.items():
            self._values[piece.outputs[number]] = value
        if self._metadata is not None:
            self._metadata.nodes.extend(parcel.trace)

    def _give_up(self) -> None:
        """Let the cluster forget what has not run yet, and stop what runs."""
        self._connection.release([*self._reports.values(), *self._sent.values()])


__all__ = ["Held", "Run", "Wanted"]
