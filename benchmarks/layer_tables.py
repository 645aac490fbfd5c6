"""Tables in Markdown of what ``graphops bench --json FILE`` wrote: ``python benchmarks/layer_tables.py FILE``.

Ratios are the quickest peer's time over ours: above 1, graphops is faster.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from graphops.apps.bench.cases import Row, geometric_mean
from graphops.apps.bench.document import read
from graphops.apps.bench.report import duration, percent
from graphops.apps.bench.sides.layers import CLASSES, PASSES

SHORT = {"forward": "forward", "filter_gradient": "dW", "input_gradient": "dX"}


def cell(row: Row | None, peer: str | None = None) -> str:
    """A ratio; bold where it is a loss, with ">" where it is a lower bound."""
    ratio = None if row is None else row.ratio(peer)
    best = None if row is None else row.peer(peer)
    if ratio is None or best is None:
        return "-"
    text = f"{'> ' if best[1].at_least else ''}{ratio:.2f}" if ratio < 20 else f"{ratio:.0f}"
    return f"**{text}**" if ratio < 1 else text


def shared(row: Row | None, ceilings: Mapping[str, float]) -> str:
    """The share of the ceiling behind a ratio of a GPU's layer."""
    share = None if row is None or "copy" not in ceilings else row.share(ceilings)
    return "" if share is None else f" ({percent(share)})"


def mean(rows: Sequence[Row], peer: str | None = None) -> str:
    """A geometric mean."""
    found = geometric_mean(row.ratio(peer) for row in rows)
    return "-" if found is None else f"{found:.2f}"


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table whose first column is text."""
    print("| " + " | ".join(head) + " |")
    print("|---|" + "---:|" * (len(head) - 1))
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print()


def means(rows: Sequence[Row], dtypes: Sequence[str], ceilings: Mapping[str, float]) -> None:
    """Geometric means by dtype and class; on a GPU with the share of the ceiling."""
    body = []
    on_gpu = "copy" in ceilings
    for dtype in dtypes:
        for group in ("all", *CLASSES):
            members = [row for row in rows if row.case.dtype == dtype and group in ("all", row.case.group)]
            ratios = [ratio for row in members if (ratio := row.ratio()) is not None]
            if ratios:
                sides = [mean(members, peer) for peer in (None, "tensorflow", "torch")]
                losses = sum(ratio < 1 for ratio in ratios)
                share = [percent(geometric_mean(row.share(ceilings) for row in members))] if on_gpu else []
                body.append([f"{dtype}, {group}", *sides, f"{min(ratios):.2f}", f"{losses} of {len(ratios)}", *share])
    head = ["", "best peer", "TensorFlow", "PyTorch", "worst", "losses"]
    markdown([*head, "of ceiling"] if on_gpu else head, body)


def by_layer(rows: Sequence[Row], dtypes: Sequence[str], ceilings: Mapping[str, float]) -> None:
    """A line for each layer, a column for each dtype: forward, dW, dX; on a GPU with the share of the ceiling."""
    found = {(row.case.name, row.case.dtype, row.case.pass_): row for row in rows}
    names = dict.fromkeys(row.case.name for row in rows)
    body = [
        [
            name,
            *(", ".join(cell(row) + shared(row, ceilings) for row in _passes(found, name, dtype)) for dtype in dtypes),
        ]
        for name in names
    ]
    markdown(["forward, dW, dX", *dtypes], body)


def _passes(rows: Mapping[tuple[str, str, str], Row], name: str, dtype: str) -> list[Row | None]:
    return [rows.get((name, dtype, pass_)) for pass_ in PASSES]


def reached(rows: Sequence[Row]) -> None:
    """What each side reached of what bounds the others: copies and matrix products on a GPU."""
    names = list(dict.fromkeys(name for row in rows for name in row.sides))
    body = []
    for row in rows:
        amount, scale, unit = (
            (row.case.flops, 1e12, "TFLOP/s") if row.case.flops else (row.case.bytes, 1e9, "GB/s")
        )  # fmt: skip
        cells = []
        for name in names:
            side = row.sides.get(name)
            known = side is not None and side.seconds and not side.refused
            cells.append(f"{amount / side.seconds / scale:.0f} {unit}" if known else "-")
        body.append([f"{row.case.name} {row.case.dtype}".strip(), *cells])
    markdown(["ceiling", *names], body)


def lost(rows: Sequence[Row]) -> None:
    """Every case that a peer wins."""
    losses = sorted((row for row in rows if (row.ratio() or 1.0) < 1.0), key=lambda row: row.ratio() or 1.0)
    body = []
    for row in losses:
        case, best = row.case, row.peer()
        if best is not None:
            what = f"{case.dtype} {case.name} {SHORT.get(case.pass_, case.pass_)}"
            times = [duration(side.seconds or 0.0) for side in (row.ours, best[1])]
            kernel = row.ours.kernel.removeprefix("graphops_cpu.").removeprefix("graphops_cuda.")
            body.append([what, f"{row.ratio():.2f}", times[0], f"{best[0]} {times[1]}", kernel])
    markdown(["loss", "ratio", "graphops", "best peer", "kernel"], body)


def other_suites(rows: Sequence[Row]) -> None:
    """Small graphs, training, scaling, networks, pairs: times and ratios."""
    for suite in dict.fromkeys(row.case.suite for row in rows):
        members = [row for row in rows if row.case.suite == suite]
        peers = list(dict.fromkeys(name for row in members for name in row.sides if name != "graphops"))
        told = suite == "training" and any(side.total_memory for row in members for side in row.sides.values())
        body = []
        for row in members:
            case = row.case
            dtype = case.dtype if case.pass_ or case.dtype != "float32" else ""
            name = " ".join(filter(None, (case.name, dtype, case.pass_, case.layout)))
            times = [_time(row, side) for side in ("graphops", *peers)]
            memory = [f"{side.total_memory / 2**20:.0f}" for side in row.sides.values()] if told else []
            body.append([name, *(cell(row, peer) for peer in peers), *times, *memory])
        memory_head = [f"{name} MiB" for name in ("graphops", *peers)] if told else []
        markdown([suite, *(f"{peer} / graphops" for peer in peers), "graphops", *peers, *memory_head], body)


def pairs(rows: Sequence[Row]) -> None:
    """Layouts and dilations: for each kind of layer and dtype the geometric mean, and the worst."""
    dtypes = list(dict.fromkeys(row.case.dtype for row in rows))
    body = []
    for group in dict.fromkeys(row.case.group for row in rows):
        for pass_ in PASSES:
            cells = []
            for dtype in dtypes:
                found = [
                    row for row in rows if (row.case.group, row.case.pass_, row.case.dtype) == (group, pass_, dtype)
                ]
                ratios = [ratio for row in found if (ratio := row.ratio()) is not None]
                cells.append(f"{mean(found)} ({min(ratios):.2f})" if ratios else "-")
            body.append([f"{group}, {SHORT.get(pass_, pass_)}", *cells])
    if body:
        markdown(["speed beside channels last, and beside a dense window", *dtypes], body)


def _time(row: Row, name: str) -> str:
    side = row.sides.get(name)
    return "-" if side is None or side.refused or side.seconds is None else duration(side.seconds)


def main(arguments: Sequence[str]) -> None:
    """Print everything that the file has."""
    data, rows = read(Path(arguments[0]))
    peers = ", ".join(f"{name} {version}" for name, version in data["peers"].items())
    print(f"{data['machine']}; {data['threads']} threads; peers: {peers or 'none'}.\n")
    layers = [row for row in rows if row.case.suite == "layers" and row.case.layout == "channels_last"]
    dtypes = list(dict.fromkeys(row.case.dtype for row in layers))
    tables: list[Callable[[], None]] = []
    ceilings = data["ceilings"]
    found = [row for row in rows if row.case.suite == "ceilings"]
    if found:
        tables.append(lambda: reached(found))
    if layers:
        tables += [
            lambda: means(layers, dtypes, ceilings),
            lambda: by_layer(layers, dtypes, ceilings),
            lambda: lost(layers),
        ]
    tables.append(lambda: other_suites([row for row in rows if row.case.suite not in ("layers", "pairs", "ceilings")]))
    tables.append(lambda: pairs([row for row in rows if row.case.suite == "pairs"]))
    for table in tables:
        table()
    if data.get("install", []):
        markdown(
            ["", "MiB", "packages", "import s", "first result s"],
            [[item["name"], f"{item['bytes'] / 2**20:.0f}", str(item["packages"]),
              *("-" if item[key] is None else f"{item[key]:.2f}" for key in ("import_seconds", "first_seconds"))]
             for item in data.get("install", [])],
        )  # fmt: skip


if __name__ == "__main__":
    main(sys.argv[1:])
