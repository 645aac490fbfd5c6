"""Rows as text: a line as soon as a case is measured, then what they amount to. Ratios come first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from graphops.apps.bench.cases import OURS, Row, geometric_mean
from graphops.apps.bench.sides.layers import CLASSES
from graphops.apps.cli.table import table

_HOST_BOUND = 0.9  # a call that takes so much of its time to be queued keeps the device waiting
_CEILING = "ceiling, GFLOP/s (the best of a 2048 x 2048 matrix product and every layer)"
DEVICE_CEILING = "ceiling, GFLOP/s of an 8192 x 8192 matrix product and GB/s of a copy on the device"
_PASSES = {"forward": "forward", "filter_gradient": "dW", "input_gradient": "dX"}


def line(row: Row) -> str:
    """One case: ratio to the best peer, times, rate, kernel."""
    ours = row.ours
    parts = [f"{_ratio(row):>8}  {title(row)}", f"{_time(row, OURS):>9}"]
    rate = row.rate()
    if rate is not None:
        parts.append(f"{rate:7.1f} GF")
    if row.case.bytes and ours.seconds and not ours.refused:
        parts.append(f"{row.case.bytes / ours.seconds / 1e9:.0f} GB/s")
    parts += [f"{name} {_time(row, name)}" for name in row.sides if name != OURS]
    parts += [f"{name}: {duration(ours.parts[name])}" for name in list(ours.parts)[1:]]
    if row.case.suite == "training" and any(side.total_memory for side in row.sides.values()):
        parts += [f"{name} memory {side.total_memory / 2**20:.0f} MiB" for name, side in row.sides.items()]
    if ours.seconds and ours.host > _HOST_BOUND * ours.seconds:
        parts.append(f"bound by the host: {duration(ours.host)} to call")
    if ours.kernel:
        parts.append(ours.kernel.removeprefix("graphops_cpu.").removeprefix("graphops_cuda."))
    if row.doubtful:
        parts.append("RESULTS DIFFER")
    if ours.refused:
        parts.append(f"({ours.refused})")
    return "  ".join(parts)


def title(row: Row) -> str:
    """Which case."""
    case = row.case
    layout = case.layout if case.layout not in ("", "channels_last") else ""
    words = [f"{case.dtype:8}" if case.dtype else "", f"{case.name:26}", _PASSES.get(case.pass_, case.pass_), layout]
    return " ".join(word for word in words if word).ljust(44)


def _ratio(row: Row, name: str | None = None) -> str:
    ratio, best = row.ratio(name), row.peer(name)
    if ratio is None or best is None:
        return "-"
    return f"{'>' if best[1].at_least else ''}{ratio:.2f}"


def _time(row: Row, name: str) -> str:
    side = row.sides.get(name, row.ours)
    if side.refused or side.seconds is None:
        return "refused"
    other = "" if name == OURS or row.counts(name) else " (another result)"
    return f"{'over ' if side.at_least else ''}{duration(side.seconds)}{other}"


def duration(seconds: float) -> str:
    """Three figures and a unit."""
    for unit, scale in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= scale:
            return f"{seconds / scale:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def summary(rows: Sequence[Row], ceilings: Mapping[str, float]) -> str:
    """Geometric means per dtype and class, the worst case, every loss, the share of the ceiling."""
    blocks = []
    peers = list(dict.fromkeys(name for row in rows for name in row.sides if name != OURS))
    groups = _groups(rows)
    if peers:
        best = ["best peer"] if len(peers) > 1 else []
        head = ["", "class", *best, *peers, "worst", "case", "losses", "cases", "of ceiling"]
        blocks.append("peer time / ours, geometric mean\n" + table(head, [
            _summary_row(dtype, group, members, peers, ceilings) for dtype, group, members in groups
        ]))  # fmt: skip
    lost = [row for row in rows if (row.ratio() or 1.0) < 1.0]
    if lost:
        lost.sort(key=lambda row: row.ratio() or 1.0)
        blocks.append("\n".join([f"losses ({len(lost)})", *map(line, lost)]))
    doubtful = [row for row in rows if row.doubtful]
    if doubtful:
        blocks.append("\n".join(["our result differs from every peer's", *(title(row) for row in doubtful)]))
    missing = [row for row in rows if row.ours.refused]
    if missing:
        blocks.append("\n".join(["not measured", *(f"{title(row)}: {row.ours.refused}" for row in missing)]))
    if ceilings:
        known = ", ".join(f"{name} {rate:.0f}" for name, rate in ceilings.items())
        blocks.append(f"{DEVICE_CEILING if 'copy' in ceilings else _CEILING}: {known}")
    return "\n\n".join(blocks)


def _groups(rows: Sequence[Row]) -> list[tuple[str, str, list[Row]]]:
    """(dtype, class, rows), and (dtype, "all", rows) where there are several classes."""
    found: list[tuple[str, str, list[Row]]] = []
    for dtype in dict.fromkeys(row.case.dtype for row in rows):
        of_dtype = [row for row in rows if row.case.dtype == dtype]
        classes = list(dict.fromkeys(row.case.group for row in of_dtype))
        classes.sort(key=lambda name: (name not in CLASSES, CLASSES.index(name) if name in CLASSES else 0))
        if len(classes) > 1:
            found.append((dtype, "all", of_dtype))
        found += [(dtype, name, [row for row in of_dtype if row.case.group == name]) for name in classes]
    return found


def _summary_row(
    dtype: str, group: str, rows: list[Row], peers: Sequence[str], ceilings: Mapping[str, float]
) -> list[str]:
    ratios = [(row.ratio() or 0.0, row) for row in rows if row.ratio()]
    means = [geometric_mean(row.ratio(name) for row in rows) for name in ([None] if len(peers) > 1 else [])]
    means += [geometric_mean(row.ratio(name) for row in rows) for name in peers]
    worst = min(ratios, key=lambda item: item[0], default=None)
    share = percent(geometric_mean(row.share(ceilings) for row in rows))
    where = f"{worst[1].case.name} {_PASSES.get(worst[1].case.pass_, worst[1].case.pass_)}".strip() if worst else "-"
    return [
        dtype, group, *(_number(mean) for mean in means), _number(worst[0] if worst else None), where,
        str(sum(ratio < 1 for ratio, _ in ratios)), str(len(ratios)), share,
    ]  # fmt: skip


def percent(share: float | None) -> str:
    """A share for people."""
    return "-" if share is None else f"{100 * share:.0f} %"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def comparison(rows: Iterable[Row], old: Iterable[Row], least: float = 0.05) -> str:
    """Our times beside those of an earlier file: what changed by more than ``least``, slowest change first."""
    before = {row.case.key: row for row in old}
    changes = []
    compared = 0
    for row in rows:
        then = before.get(row.case.key)
        if then is None or not row.ours.seconds or not then.ours.seconds or row.ours.refused or then.ours.refused:
            continue
        compared += 1
        factor = row.ours.seconds / then.ours.seconds
        if not 1 - least < factor < 1 + least:
            changes.append((factor, row, then))
    changes.sort(key=lambda item: -item[0])
    lines = [
        f"{'SLOWER' if factor > 1 else 'faster'} {factor:6.2f} of the time  {title(row)} "
        f"{duration(then.ours.seconds or 0.0)} -> {duration(row.ours.seconds or 0.0)}"
        + (f"  {then.ours.kernel} -> {row.ours.kernel}" if then.ours.kernel != row.ours.kernel else "")
        for factor, row, then in changes
    ]
    head = (
        f"compared {compared} cases: {sum(c[0] > 1 for c in changes)} slower, {sum(c[0] < 1 for c in changes)} faster"
    )
    return "\n".join([f"{head} by more than {100 * least:.0f} %", *lines])
