"""``tf.summary``: nodes that give serialised summaries, and the writer of event files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from graphops.build import raw_ops
from graphops.build.as_tensor import as_tensor
from graphops.compat.v1.functions.file_writer import FileWriter, FileWriterCache
from graphops.compat.v1.functions.marked import mark_all
from graphops.compat.v1.functions.missing import missing
from graphops.compat.v1.functions.variables import get_collection
from graphops.graph.graph import Tensor, get_default_graph
from graphops.train.collection_keys import GraphKeys
from graphops_registry.errors import InvalidArgumentError, InvalidTypeError

_MESSAGES = ("Event", "SessionLog", "Summary", "SummaryDescription", "TaggedRunMetadata")
_NOT_IN_NAMES = re.compile(r"[^-/\w\.]")


def __getattr__(name: str) -> Any:
    if name in _MESSAGES:
        from graphops.interchange.graph_def import messages

        return getattr(messages, name)
    raise missing("summary", name)


def __dir__() -> list[str]:
    return sorted({*__all__, *_MESSAGES})


def _name(name: str) -> str:
    """``name`` with what a scope cannot have replaced."""
    return _NOT_IN_NAMES.sub("_", name).lstrip("/")


def _file(summary: Tensor, collections: Iterable[str] | None) -> Tensor:
    graph = get_default_graph()
    for key in [GraphKeys.SUMMARIES] if collections is None else collections:
        graph.add_to_collection(key, summary)
    return summary


def _add(
    name: str, collections: Iterable[str] | None, family: str | None, make: Callable[[str, str], Tensor]
) -> Tensor:
    """The summary that ``make`` makes for a tag and a scope."""
    if not isinstance(name, str) or not name:
        raise InvalidTypeError(f"name of a summary must be a name, got {name!r}")
    cleaned = _name(name)
    inside = f"{_name(family)}/{cleaned}" if family else cleaned
    graph = get_default_graph()
    with graph.name_scope(inside) as scope:
        # With a family the tag has it twice, once as the scope, as in TensorFlow.
        tag = f"{family}/{scope.rstrip('/')}" if family else scope.rstrip("/")
        summary = make(tag, scope)
    return _file(summary, collections)


def scalar(name: str, tensor: Any, collections: Iterable[str] | None = None, family: str | None = None) -> Tensor:
    """A node that gives a serialised Summary with the value of a scalar.

    Args:
        name: of the node, and so of the value.
        collections: default that of all summaries.
        family: a prefix that groups values.
    """
    values = as_tensor(tensor)
    return _add(name, collections, family, lambda tag, at: raw_ops.ScalarSummary(tags=tag, values=values, name=at))


def histogram(name: str, values: Any, collections: Iterable[str] | None = None, family: str | None = None) -> Tensor:
    """A node that gives a serialised Summary with a histogram; arguments as for :func:`scalar`."""
    given = as_tensor(values)
    return _add(name, collections, family, lambda tag, at: raw_ops.HistogramSummary(tag=tag, values=given, name=at))


def image(
    name: str, tensor: Any, max_outputs: int = 3, collections: Iterable[str] | None = None, family: str | None = None
) -> Tensor:
    """A node that gives a serialised Summary with images as PNG files.

    Args:
        name: of the node; the values have it with ``/image/0`` and so on behind it.
        tensor: [images, rows, columns, channels] with 1, 3 or 4 channels; fractions are stretched to 0 to 255.
        max_outputs: how many are shown.
        collections, family: as for :func:`scalar`.
    """
    images = as_tensor(tensor)
    return _add(
        name,
        collections,
        family,
        lambda tag, at: raw_ops.ImageSummary(tag=tag, tensor=images, max_images=max_outputs, name=at),
    )


def audio(
    name: str,
    tensor: Any,
    sample_rate: Any,
    max_outputs: int = 3,
    collections: Iterable[str] | None = None,
    family: str | None = None,
) -> Tensor:
    """A node that gives a serialised Summary with sounds as WAV files.

    Args:
        name: of the node; the values have it with ``/audio/0`` and so on behind it.
        tensor: [sounds, frames] or [sounds, frames, channels], in [-1, 1).
        sample_rate: frames in a second.
        max_outputs: how many are in the file.
        collections, family: as for :func:`scalar`.
    """
    sounds = as_tensor(tensor, "float32")
    rate = as_tensor(sample_rate, "float32")

    def make(tag: str, at: str) -> Tensor:
        return raw_ops.AudioSummaryV2(tag=tag, tensor=sounds, sample_rate=rate, max_outputs=max_outputs, name=at)

    return _add(name, collections, family, make)


def text(name: str, tensor: Any, collections: Iterable[str] | None = None) -> Tensor:
    """A node that gives a serialised Summary with strings, which TensorBoard shows as Markdown.

    Raises:
        InvalidTypeError: a tensor of another dtype.
    """
    from graphops.interchange.graph_def.messages import SummaryMetadata

    strings = as_tensor(tensor)
    if strings.dtype.name != "string":
        raise InvalidTypeError(f"tensor of text() must have dtype string, got {strings.dtype.name}")
    plugin = SummaryMetadata(plugin_data={"plugin_name": "text"})
    return tensor_summary(name, strings, collections=collections, summary_metadata=plugin)


def tensor_summary(
    name: str,
    tensor: Any,
    summary_description: Any = None,
    collections: Iterable[str] | None = None,
    summary_metadata: Any = None,
    family: str | None = None,
    display_name: str | None = None,
) -> Tensor:
    """A node that gives a serialised Summary with a whole tensor.

    Args:
        summary_description: a text about it.
        summary_metadata: a SummaryMetadata message: which plug-in of TensorBoard shows it.
        display_name: what TensorBoard calls it.
        collections, family: as for :func:`scalar`.
    """
    from graphops.interchange.graph_def.messages import SummaryMetadata

    metadata = SummaryMetadata()
    if summary_metadata is not None:
        metadata.ParseFromString(summary_metadata.SerializeToString())
    if summary_description is not None:
        metadata.summary_description = summary_description
    if display_name is not None:
        metadata.display_name = display_name
    given, serialized = as_tensor(tensor), metadata.SerializeToString()

    def make(tag: str, at: str) -> Tensor:
        return raw_ops.TensorSummaryV2(tag=tag, tensor=given, serialized_summary_metadata=serialized, name=at)

    return _add(name, collections, family, make)


def get_summary_description(node_def: Any) -> Any:
    """The SummaryDescription of the NodeDef of a TensorSummary.

    Raises:
        InvalidArgumentError: a NodeDef of another op.
    """
    from google.protobuf import json_format

    from graphops.interchange.graph_def.messages import SummaryDescription

    if node_def.op != "TensorSummary":
        rule = "node_def of get_summary_description() must be that of a TensorSummary"
        raise InvalidArgumentError(f"{rule}, got {node_def.op!r}")
    return json_format.Parse(node_def.attr["description"].s.decode(), SummaryDescription())


def merge(inputs: Iterable[Any], collections: Iterable[str] | None = None, name: str | None = None) -> Tensor:
    """A node that gives one serialised Summary with the values of all ``inputs``."""
    with get_default_graph().name_scope(name or "Merge"):
        merged = raw_ops.MergeSummary(inputs=[as_tensor(item, "string") for item in inputs], name=name)
    return _file(merged, () if collections is None else collections)


def merge_all(key: str = GraphKeys.SUMMARIES, scope: str | None = None, name: str | None = None) -> Tensor | None:
    """:func:`merge` of all summaries of the default graph; ``None`` if there are none."""
    found = get_collection(key, scope)
    return merge(found, name=name) if found else None


__all__ = [
    "FileWriter",
    "FileWriterCache",
    "audio",
    "get_summary_description",
    "histogram",
    "image",
    "merge",
    "merge_all",
    "scalar",
    "tensor_summary",
    "text",
]

mark_all(globals(), __all__)
