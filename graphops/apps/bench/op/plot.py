"""The times of an op as a picture: a panel for each call, a bar for each side."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from textwrap import shorten
from typing import Any

from graphops.apps.bench.cases import OURS
from graphops.apps.bench.op.own_sides import KERNEL
from graphops.apps.bench.op.rows import OpRow
from graphops.apps.bench.report import duration
from graphops.apps.cli.usage import UsageError

_OURS, _KERNEL, _OTHER = "#1b6ca8", "#9fc3e0", "#d1495b"


def plot(rows: Sequence[OpRow], op: str, path: Path) -> None:
    """Write a picture of the times; its format goes by the file's name.

    Raises:
        UsageError: matplotlib is missing, or the format is unknown.
    """
    try:
        matplotlib = import_module("matplotlib")
        figure_module = import_module("matplotlib.figure")
    except ModuleNotFoundError:
        raise UsageError("--plot must have matplotlib: install graphops[demo]") from None
    bars = [len(row.sides) for row in rows]
    with matplotlib.rc_context({"font.size": 9, "svg.fonttype": "none", "axes.spines.top": False,
                                "axes.spines.right": False}):  # fmt: skip
        figure = figure_module.Figure(figsize=(9.0, 0.7 + sum(0.62 + 0.3 * count for count in bars)))
        panels = figure.subplots(len(rows), 1, squeeze=False, height_ratios=[count + 1 for count in bars])[:, 0]
        for panel, row in zip(panels, rows, strict=True):
            _panel(panel, row)
        panels[-1].set_xlabel("time of a call in microseconds: less is better")
        figure.suptitle(op, fontweight="bold")
        figure.tight_layout()
        try:
            figure.savefig(path, dpi=130)
        except ValueError as error:
            raise UsageError(f"--plot must name a file whose format matplotlib knows, got '{path}' ({error})") from None


def _panel(panel: Any, row: OpRow) -> None:
    ours = row.sides[OURS].seconds
    names = list(row.sides)
    longest = max((side.seconds or 0.0 for side in row.sides.values() if not side.refused), default=0.0)
    for place, (name, side) in enumerate(row.sides.items()):
        if side.refused or not side.seconds:
            text = "wrong result" if name in row.wrong else "refused"
            panel.text(0, place, f" {text}", va="center", color="#a03030", fontsize=8)
            continue
        colour = _OURS if name == OURS else _KERNEL if name.startswith(KERNEL) else _OTHER
        panel.barh(place, side.seconds * 1e6, height=0.7, color=colour)
        share = f"   {side.seconds / ours:.2f} of graphops" if ours and name != OURS else ""
        panel.text(side.seconds * 1e6, place, f" {duration(side.seconds)}{share}", va="center", fontsize=8)
    panel.set_yticks(range(len(names)), [_label(name) for name in names])
    panel.tick_params(axis="y", length=0)
    panel.invert_yaxis()
    panel.set_xlim(0, (longest or 1e-6) * 1e6 * 1.45)
    panel.set_title(shorten(row.call, 110), loc="left", fontsize=9)


def _label(name: str) -> str:
    """A side's name without the folders of a package or file."""
    if not name.startswith(KERNEL):
        return name if len(name) <= 44 else f"...{name[-41:]}"
    head, _, plain = name.removeprefix(KERNEL).partition(" ")
    return f"{KERNEL}{'.'.join(head.split('.')[-2:])} {plain}".rstrip()
