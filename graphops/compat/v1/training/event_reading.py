"""``tf.train.summary_iterator``: the events of a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from graphops.compat.v1.files.records import tf_record_iterator


def summary_iterator(path: Any) -> Iterator[Any]:
    """The Event messages of a file, one after the other.

    Raises:
        NotFoundError: there is no such file.
        DataLossError: it is damaged.
    """
    from graphops.interchange.graph_def.messages import Event

    for record in tf_record_iterator(path):
        yield Event.FromString(record)
