"""What the kernels of connectionist temporal classification share: lengths, labels, and sequences of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np

from graphops_registry.errors import must

Numbers: TypeAlias = np.ndarray[Any, Any]


def require_lengths(op: str, lengths: Numbers, steps: int) -> None:
    """Refuse lengths of sequences that are not in [0, steps].

    Raises:
        InvalidArgumentError: with the first one that is not.
    """
    wrong = (lengths < 0) | (lengths > steps)
    if wrong.any():
        row = int(wrong.argmax())
        raise must(f"sequence_length[{row}]", op, f"be in [0, {steps}], as inputs has {steps} steps", int(lengths[row]))


def label_rows(op: str, places: Numbers, values: Numbers, batch: int) -> list[Numbers]:
    """The labels of each sequence.

    Raises:
        InvalidArgumentError: places that are outside, out of order, or repeated.
    """
    rows, columns = places[:, 0], places[:, 1]
    outside = (rows < 0) | (rows >= batch) | (columns < 0)
    behind = (rows[1:] < rows[:-1]) | ((rows[1:] == rows[:-1]) & (columns[1:] <= columns[:-1]))
    for rule, wrong in (
        (f"have a sequence in [0, {batch}) and a place of 0 or more in each row", outside),
        ("be in row-major order, each place once", np.concatenate([outside[:0], [False], behind])),
    ):
        if wrong.any():
            row = int(wrong.argmax())
            raise must("labels_indices", op, rule, f"{places[row].tolist()} in row {row}")
    ends = np.searchsorted(rows, np.arange(batch + 1))
    return [values[start:end] for start, end in pairwise(ends)]


def as_sparse(rows: Sequence[Sequence[int]]) -> tuple[Numbers, Numbers, Numbers]:
    """Rows of labels as a sparse matrix: indices, values, shape."""
    counts = np.array([len(row) for row in rows], np.int64)
    starts = np.cumsum(counts) - counts
    values = np.concatenate([np.asarray(row, np.int64) for row in rows]) if rows else np.zeros(0, np.int64)
    columns = np.arange(values.size) - np.repeat(starts, counts)
    indices = np.stack([np.repeat(np.arange(len(rows)), counts), columns], axis=1).astype(np.int64)
    return indices, values, np.array([len(rows), counts.max(initial=0)], np.int64)
