"""``tf.contrib.slim.summaries``: summaries that are named by their tensors."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import graphops.compat.v1 as tf
from graphops.compat.v1.functions.missing import missing


def _named(tensor: Any, name: str | None, prefix: str | None, end: str | None = None) -> str:
    return "/".join([*([prefix] if prefix else []), name or tensor.op.name, *([end] if end else [])])


def add_histogram_summary(tensor: Any, name: str | None = None, prefix: str | None = None) -> Any:
    """A histogram."""
    return tf.summary.histogram(_named(tensor, name, prefix), tensor)


def add_scalar_summary(
    tensor: Any, name: str | None = None, prefix: str | None = None, print_summary: bool = False
) -> Any:
    """A number; printed in each run with ``print_summary``."""
    called = _named(tensor, name, prefix)
    result = tf.summary.scalar(called, tensor, collections=[] if print_summary else None)
    if print_summary:
        result = tf.Print(result, [tensor], called)
        tf.add_to_collection(tf.GraphKeys.SUMMARIES, result)
    return result


def add_zero_fraction_summary(
    tensor: Any, name: str | None = None, prefix: str | None = None, print_summary: bool = False
) -> Any:
    """How much of a tensor is 0."""
    called = _named(tensor, name, prefix, "Fraction_of_Zero_Values")
    return add_scalar_summary(tf.nn.zero_fraction(tensor), called, None, print_summary)


def add_histogram_summaries(tensors: Iterable[Any], prefix: str | None = None) -> list[Any]:
    """A histogram of each."""
    return [add_histogram_summary(tensor, prefix=prefix) for tensor in tensors]


def add_scalar_summaries(tensors: Iterable[Any], prefix: str | None = None, print_summary: bool = False) -> list[Any]:
    """Each as a number."""
    return [add_scalar_summary(tensor, prefix=prefix, print_summary=print_summary) for tensor in tensors]


def add_zero_fraction_summaries(tensors: Iterable[Any], prefix: str | None = None) -> list[Any]:
    """How much of each is 0."""
    return [add_zero_fraction_summary(tensor, prefix=prefix) for tensor in tensors]


def __getattr__(name: str) -> Any:
    raise missing("contrib.slim.summaries", name)


__all__ = [
    "add_histogram_summaries",
    "add_histogram_summary",
    "add_scalar_summaries",
    "add_scalar_summary",
    "add_zero_fraction_summaries",
    "add_zero_fraction_summary",
]
