"""The ratios of the layers as a picture: a panel for each dtype, a line for each layer, grouped by class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from graphops.apps.bench.cases import Row, geometric_mean
from graphops.apps.bench.sides.layers import CLASSES
from graphops.apps.bench.smaller_svg import smaller_svg
from graphops.apps.cli.usage import UsageError

_MARKS = {"forward": ("o", "#1b6ca8", "forward"), "filter_gradient": ("s", "#d1495b", "filter gradient"),
          "input_gradient": ("^", "#3a9b6f", "input gradient")}  # fmt: skip
_TITLES = {"dense": "dense", "small_channel": "few channels", "depthwise": "depthwise"}
_NOWHERE = float("nan")  # ends a line


def plot(rows: Sequence[Row], path: Path, peers: Mapping[str, str]) -> None:
    """Write a picture of the ratios to the best peer; its format goes by the file's name.

    Raises:
        UsageError: matplotlib is missing, the format is unknown, or there is nothing to draw.
    """
    drawn = [row for row in rows if row.case.suite == "layers" and row.case.layout == "channels_last" and row.ratio()]
    if not drawn:
        raise UsageError("--plot must come with layers that a peer was measured on, got none")
    try:
        matplotlib = import_module("matplotlib")
        figure_module = import_module("matplotlib.figure")
    except ModuleNotFoundError:
        raise UsageError("--plot must have matplotlib: install graphops[demo]") from None
    dtypes = list(dict.fromkeys(row.case.dtype for row in drawn))
    order = _order(drawn)
    places = _places(order)
    with matplotlib.rc_context({"font.size": 9, "font.sans-serif": ["DejaVu Sans", "Arial"],
                                "svg.fonttype": "none", "axes.spines.top": False,
                                "axes.spines.right": False}):  # fmt: skip
        figure = figure_module.Figure(figsize=(3.2 + 2.9 * len(dtypes), 1.8 + 0.235 * (len(order) + 3)))
        axes = figure.subplots(1, len(dtypes), sharey=True, squeeze=False)[0]
        for panel, dtype in zip(axes, dtypes, strict=True):
            _panel(panel, [row for row in drawn if row.case.dtype == dtype], dtype, places)
        axes[0].set_yticks(list(places.values()), list(places))
        axes[0].set_ylim(min(places.values()) - 0.9, max(places.values()) + 1.7)
        _class_names(axes[0], order, places)
        handles, labels = axes[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="lower center", ncols=3, frameon=False)
        named = " and ".join(f"{name} {version}" for name, version in peers.items()) or "the peers"
        figure.suptitle(f"time of a layer in the quicker of {named}\nover its time in graphops; means in the titles")
        figure.tight_layout(rect=(0, 0.03, 1, 0.99))
        try:
            figure.savefig(path, dpi=130)
        except ValueError as error:
            raise UsageError(f"--plot must name a file whose format matplotlib knows, got '{path}' ({error})") from None
    if path.suffix == ".svg":
        path.write_text(smaller_svg(path.read_text(encoding="utf-8")), encoding="utf-8")


def _order(rows: Sequence[Row]) -> dict[str, str]:
    """Layer -> class, those of a class together."""
    groups = {row.case.name: row.case.group for row in rows}
    return {name: groups[name] for name in sorted(groups, key=lambda name: CLASSES.index(groups[name]))}


def _places(order: Mapping[str, str]) -> dict[str, float]:
    """Layer -> height, with room for a heading before each class."""
    groups = list(dict.fromkeys(order.values()))
    return {name: -(number + 1.2 * groups.index(group)) for number, (name, group) in enumerate(order.items())}


def _panel(panel: Any, rows: Sequence[Row], dtype: str, places: Mapping[str, float]) -> None:
    panel.set_xscale("log")
    panel.axvline(1.0, color="#222222", linewidth=1.1, zorder=1)
    ends = [end for place in places.values() for end in ((0.0, place), (1.0, place), (_NOWHERE, _NOWHERE))]
    panel.plot(
        *zip(*ends, strict=True), transform=panel.get_yaxis_transform(), color="#e8e8e8", linewidth=0.7, zorder=0
    )
    low = min(0.5, *(row.ratio() or 1.0 for row in rows)) / 1.2
    panel.axvspan(low, 1.0, color="#f7eeee", zorder=-1, linewidth=0)
    shifts = dict(zip(_MARKS, (0.2, 0.0, -0.2), strict=True))
    for pass_, (mark, colour, label) in _MARKS.items():
        points = [
            (row.ratio() or 0.0, places[row.case.name] + shifts[pass_]) for row in rows if row.case.pass_ == pass_
        ]
        panel.scatter(*zip(*points, strict=True) if points else ((), ()), s=20, marker=mark, color=colour, label=label,
                      zorder=3, linewidths=0)  # fmt: skip
    high = max(2.0, *(row.ratio() or 1.0 for row in rows)) * 1.3
    panel.set_xlim(low, high)
    ticks = [value for value in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 1000, 10_000) if low <= value <= high]
    if high / low > 100:
        ticks = [value for value in ticks if value in (0.1, 1, 10, 100, 1000, 10_000)]
    panel.set_xticks(ticks, [f"{value:g}" for value in ticks])
    panel.minorticks_off()
    panel.grid(axis="x", color="#e8e8e8", linewidth=0.7)
    panel.tick_params(axis="y", length=0)
    mean = geometric_mean(row.ratio() for row in rows)
    panel.set_title(f"{dtype}: {mean:.2f}" if mean else dtype, fontsize=11, fontweight="bold")


def _class_names(panel: Any, order: Mapping[str, str], places: Mapping[str, float]) -> None:
    """The name of a class above its first layer."""
    firsts: dict[str, str] = {}
    for name, group in order.items():
        firsts.setdefault(group, name)
    for group, name in firsts.items():
        panel.annotate(_TITLES[group], (0, places[name] + 0.85), xycoords=("axes fraction", "data"), xytext=(-6, 0),
                       textcoords="offset points", ha="right", va="center", fontweight="bold",
                       color="#555555")  # fmt: skip
