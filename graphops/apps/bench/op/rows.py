"""What was measured of a call, and its table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from graphops.apps.bench.cases import OURS
from graphops.apps.bench.measuring import Measured
from graphops.apps.bench.report import duration
from graphops.apps.cli.table import table

WRONG: Final = "wrong: "  # what a side that gives another result begins its refusal with


@dataclass
class OpRow:
    """One call with what each side took.

    Attributes:
        call: as typed.
        flops, bytes: of one execution; 0 if unknown.
        sides: by name; ``graphops`` is the op as a user runs it.
        nans: which part of the results of graphops is no number.
    """

    call: str
    flops: int
    bytes: int
    sides: dict[str, Measured] = field(default_factory=dict)
    nans: float = 0.0

    @property
    def wrong(self) -> list[str]:
        """The sides that gave another result than graphops."""
        return [name for name, side in self.sides.items() if side.refused.startswith(WRONG)]

    def data(self) -> dict[str, Any]:
        """For JSON."""
        sides = {name: side.data() for name, side in self.sides.items()}
        return {"call": self.call, "flops": self.flops, "bytes": self.bytes, "sides": sides}

    def __str__(self) -> str:
        return text(self)


def text(row: OpRow) -> str:
    """The call, then a line for each side."""
    ours = row.sides[OURS]
    head = ["", "time", "spread", "of graphops", "first run", "GB/s"] + (["GFLOP/s"] if row.flops else [])
    lines = []
    for name, side in row.sides.items():
        if side.refused or not side.seconds:
            reason = side.refused.removeprefix(WRONG)
            kind = "WRONG" if side.refused.startswith(WRONG) else "refused"
            lines.append([name, kind, "-", "-", "-", "-"] + (["-"] if row.flops else []) + [reason])
            continue
        share = f"{side.seconds / ours.seconds:.2f}" if ours.seconds and not ours.refused else "-"
        taken = ("over " if side.at_least else "") + duration(side.seconds)
        cells = [name, taken, spread(side), share, duration(side.first)]
        cells.append(_figure(row.bytes / side.seconds / 1e9) if row.bytes else "-")
        if row.flops:
            cells.append(_figure(row.flops / side.seconds / 1e9))
        lines.append([*cells, f"ran {side.kernel}" if name == OURS and side.kernel else ""])
    width = len(head)
    shown = table(head, [line[:width] for line in lines]).splitlines()
    notes = ["", *(line[width] if len(line) > width else "" for line in lines)]
    full = max(map(len, shown))
    joined = [f"{line.ljust(full)}  {note}".rstrip() for line, note in zip(shown, notes, strict=True)]
    warning = [f"{row.nans:.0%} of the results are NaN: give inputs as .npy files"] if row.nans else []
    return "\n".join([row.call, *joined, *warning])


def spread(side: Measured) -> str:
    """How much longer the slowest turn took than the quickest: what else the machine did meanwhile."""
    return f"{100 * (max(side.rounds) / min(side.rounds) - 1):.0f} %" if len(side.rounds) > 1 else "-"


def _figure(value: float) -> str:
    """Three figures."""
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"
