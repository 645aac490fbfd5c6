"""Graphs that TensorFlow made, with the values that it computed; see ``tests/golden/record_graphs.py``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

DATA = Path(__file__).with_name("data")
FILES = {file.stem: file for file in sorted(DATA.glob("*.pb*"))}


@dataclass(frozen=True)
class Recorded:
    """One run: what is fed by name, what TensorFlow gave by name, and the nodes that ran besides."""

    feeds: dict[str, Any]
    values: dict[str, Any]
    targets: list[str]


def runs(name: str) -> list[Recorded]:
    """The runs of a graph, in their order."""
    with np.load(DATA / f"{name}.npz") as stored:
        found: dict[int, dict[str, dict[str, Any]]] = {}
        targets: dict[int, list[str]] = {}
        for key in stored.files:
            number, kind, *rest = key.split("/", 2)
            if kind == "targets":
                targets[int(number)] = stored[key].tolist()
            else:
                found.setdefault(int(number), {"feed": {}, "fetch": {}})[kind][rest[0]] = stored[key]
    empty: dict[str, dict[str, Any]] = {"feed": {}, "fetch": {}}
    return [
        Recorded(found.get(number, empty)["feed"], found.get(number, empty)["fetch"], targets[number])
        for number in sorted(targets)
    ]


def assert_as_recorded(session: Any, name: str, prefix: str = "") -> None:
    """Do all runs in ``session``, whose graph has the recorded nodes under ``prefix``."""
    for number, run in enumerate(runs(name)):
        fetches = {key: f"{prefix}{key}" for key in run.values}
        found = session.run(
            (fetches, [f"{prefix}{target}" for target in run.targets]),
            {f"{prefix}{key}": value for key, value in run.feeds.items()},
        )[0]
        for key, want in run.values.items():
            got = np.asarray(found[key])
            assert got.dtype == want.dtype, (number, key)
            assert got.shape == want.shape, (number, key)
            tolerance = 1e-12 if want.dtype.itemsize == 8 else 2e-6
            np.testing.assert_allclose(got, want, rtol=tolerance, atol=tolerance, err_msg=f"run {number}, {key}")
