"""``tf.contrib.learn.datasets.base``: tables of CSV files."""

from __future__ import annotations

import csv
from collections import namedtuple
from typing import Any

import numpy as np

from graphops.compat.v1.functions.missing import missing
from graphops_registry.errors import DataLossError, InvalidArgumentError

Dataset = namedtuple("Dataset", ["data", "target"])  # noqa: PYI024 - TensorFlow's names
Datasets = namedtuple("Datasets", ["train", "validation", "test"])  # noqa: PYI024


def load_csv_with_header(filename: str, target_dtype: Any, features_dtype: Any, target_column: int = -1) -> Any:
    """A table whose first line begins with the numbers of rows and of features.

    Raises:
        DataLossError: a first line without them, or another number of rows or of features.
    """
    with open(filename, newline="", encoding="utf-8") as file:
        rows = csv.reader(file)
        head = next(rows, [])
        try:
            count, features = int(head[0]), int(head[1])
        except (IndexError, ValueError):
            raise DataLossError(f"the first line of '{filename}' must begin with two numbers, got {head}") from None
        listed = [row for row in rows if row]
    if len(listed) != count or any(len(row) != features + 1 for row in listed):
        raise DataLossError(f"'{filename}' must have {count} rows of {features} features and a target")
    return _parted(listed, target_dtype, features_dtype, target_column)


def load_csv_without_header(filename: str, target_dtype: Any, features_dtype: Any, target_column: int = -1) -> Any:
    """A table of rows.

    Raises:
        DataLossError: rows of different lengths.
    """
    with open(filename, newline="", encoding="utf-8") as file:
        listed = [row for row in csv.reader(file) if row]
    if len({len(row) for row in listed}) > 1:
        raise DataLossError(f"rows of '{filename}' must have one length")
    return _parted(listed, target_dtype, features_dtype, target_column)


def _parted(rows: list[list[str]], target_dtype: Any, features_dtype: Any, target_column: int) -> Any:
    targets = [row.pop(target_column) for row in rows]
    return Dataset(np.array(rows, features_dtype), np.array(targets, target_dtype))


def maybe_download(filename: str, work_directory: str, source_url: str) -> str:
    """The path of a file of a folder; nothing is fetched.

    Raises:
        InvalidArgumentError: it is not there.
    """
    from pathlib import Path

    path = Path(work_directory) / filename
    if not path.is_file():
        raise InvalidArgumentError(f"'{path}' must be there: nothing is fetched; it was at {source_url}")
    return str(path)


def __getattr__(name: str) -> Any:
    raise missing("contrib.learn.datasets.base", name)


__all__ = ["Dataset", "Datasets", "load_csv_with_header", "load_csv_without_header", "maybe_download"]
