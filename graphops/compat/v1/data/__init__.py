"""``tf.data``: pipelines that read, change, shuffle and batch elements.

A data set (:mod:`dataset`) is a chain of stages of Python (:mod:`pipeline`); what its methods take as tensors, and what
functions read, are inputs of one node. An iterator (:mod:`iterators`) lives in the Session's store: its kernels begin
an iteration (:mod:`running`) and ask it for elements. May import ``functions``. Begin with :mod:`pipeline`.
"""

from __future__ import annotations

from typing import Any

from graphops.compat.v1.data import experimental
from graphops.compat.v1.data.dataset import Dataset
from graphops.compat.v1.data.file_datasets import FixedLengthRecordDataset, TextLineDataset, TFRecordDataset
from graphops.compat.v1.data.iterators import Iterator
from graphops.compat.v1.data.options import Options
from graphops.compat.v1.data.parallel import AUTOTUNE
from graphops.compat.v1.functions.missing import missing


def __getattr__(name: str) -> Any:
    raise missing("data", name)


def make_one_shot_iterator(dataset: Dataset) -> Iterator:
    """The same as :meth:`Dataset.make_one_shot_iterator`."""
    return dataset.make_one_shot_iterator()


def make_initializable_iterator(dataset: Dataset, shared_name: str | None = None) -> Iterator:
    """The same as :meth:`Dataset.make_initializable_iterator`."""
    return dataset.make_initializable_iterator(shared_name)


def get_output_types(dataset_or_iterator: Any) -> Any:
    """The dtypes of an element."""
    return dataset_or_iterator.output_types


def get_output_shapes(dataset_or_iterator: Any) -> Any:
    """The shapes of an element."""
    return dataset_or_iterator.output_shapes


def get_output_classes(dataset_or_iterator: Any) -> Any:
    """The classes of what an element has."""
    return dataset_or_iterator.output_classes


__all__ = [
    "AUTOTUNE",
    "Dataset",
    "FixedLengthRecordDataset",
    "Iterator",
    "Options",
    "TFRecordDataset",
    "TextLineDataset",
    "experimental",
    "get_output_classes",
    "get_output_shapes",
    "get_output_types",
    "make_initializable_iterator",
    "make_one_shot_iterator",
]
