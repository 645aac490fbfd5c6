"""A run of the benchmark as JSON, to be compared with, resumed and drawn."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from graphops.apps.bench.cases import Row, row_from
from graphops.apps.bench.measuring import Effort
from graphops.checkpoint.atomic import write_atomically

_FORMAT = 1
_METHOD = (
    "sides in turn within each case; seconds: the least of the rounds' medians; ratio: the quickest peer's seconds "
    "over ours; "
)
_METHODS = {
    "cpu": f"{_METHOD}results are on the host on every side, inputs resident",
    "gpu": f"{_METHOD}inputs and results are on the GPU, which tells the time; operands are used in turn, more of them "
    "than its caches hold",
}


def document(
    rows: Sequence[Row],
    *,
    machine: str,
    threads: int,
    peers: Mapping[str, str],
    effort: Effort,
    ceilings: Mapping[str, float],
    install: Sequence[Mapping[str, Any]] = (),
    device: str = "cpu",
) -> dict[str, Any]:
    """Everything that was found."""
    return {
        "graphops_bench": _FORMAT, "device": device, "machine": machine, "threads": threads, "peers": dict(peers),
        "method": _METHODS[device],
        "effort": asdict(effort), "ceilings": dict(ceilings), "install": list(install),
        "rows": [row.data() for row in rows],
    }  # fmt: skip


def write(path: Path, data: Mapping[str, Any]) -> None:
    """Write a document, all of it or nothing.

    Raises:
        NotFoundError: the folder is missing or full, or not to be written to.
    """
    text = json.dumps(data, indent=None, separators=(",", ":"))
    text = text.replace('{"suite"', '\n{"suite"')  # a line for each row
    write_atomically(path, lambda file: file.write((text + "\n").encode()))


def read(path: Path) -> tuple[dict[str, Any], list[Row]]:
    """A document and its rows.

    Raises:
        OSError: it cannot be read.
        ValueError: it is no such document.
    """
    data = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(data, dict) or data.get("graphops_bench") != _FORMAT:
        raise ValueError("it was not written by graphops bench --json")
    try:
        return data, [row_from(row) for row in data["rows"]]
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"a row is broken: {error}") from None
