"""``tf_cpu_support.json``: what TensorFlow's CPU build does with each configuration of the convolution ops.

The file has one line for each op, spatial rank, dtype, layout and padding, and in it one letter for each presence of
dilations, groups and strides: strides change fastest, dilations slowest, and depthwise ops have no groups.
"""

import itertools
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("tf_cpu_support.json")
FIXED = ("op", "spatial_rank", "T", "data_format", "padding")
LETTERS = {"r": "right", "f": "refused", "w": "wrong", "a": "abort"}


def presences(op: str) -> list[dict[str, bool]]:
    """Whether there are dilations, groups and strides, in the order of the letters."""
    groups = (False,) if op.startswith("Depthwise") else (False, True)
    choices = itertools.product((False, True), groups, (False, True))
    return [{"dilated": dilated, "grouped": grouped, "strided": strided} for dilated, grouped, strided in choices]


def read_support() -> list[dict[str, Any]]:
    """A row for each configuration: ``FIXED``, ``dilated``, ``grouped``, ``strided`` and ``status``."""
    rows = []
    for *fixed, letters in json.loads(FILE.read_text(encoding="ascii"))["configurations"]:
        for present, letter in zip(presences(fixed[0]), letters, strict=True):
            rows.append({**dict(zip(FIXED, fixed, strict=True)), **present, "status": LETTERS[letter]})
    return rows


def write_support(rows: Sequence[dict[str, Any]]) -> None:
    """Write rows like those of ``read_support``, in its order."""
    of_status = {status: letter for letter, status in LETTERS.items()}
    letters: dict[tuple[Any, ...], str] = {}
    for row in rows:
        fixed = tuple(row[field] for field in FIXED)
        letters[fixed] = letters.get(fixed, "") + of_status[row["status"]]
    lines = [json.dumps([*fixed, found], separators=(",", ":")) for fixed, found in letters.items()]
    head = f'{{"letters": {json.dumps(LETTERS)},\n"configurations": [\n'
    FILE.write_text(head + ",\n".join(lines) + "\n]}\n", encoding="ascii")
