"""``tf.data``: data sets of what is in files."""

from __future__ import annotations

from typing import Any

from graphops.compat.v1.data import arguments
from graphops.compat.v1.data.dataset import Dataset
from graphops.compat.v1.data.files import Files, fixed_records, framed_records, lines
from graphops.compat.v1.data.pipeline import Stage
from graphops.compat.v1.data.structure import flatten
from graphops_registry.dtypes import string
from graphops_registry.errors import InvalidTypeError


def _files(
    what: str, filenames: Any, compression: Any, contents: Any, parallel: Any, numbers: list[Any] | None = None
) -> Stage:
    """The stage of records of files; ``filenames`` may be a data set of names."""
    kind = arguments.text("" if compression is None else compression, f"compression_type of {what}")
    if not isinstance(filenames, Dataset):
        names = arguments.text(filenames, f"filenames of {what}")
        if parallel is None or names.plain_shape.rank == 0:
            return Files(names, kind, contents, numbers)
        filenames = Dataset.from_tensor_slices(names)
    leaves = flatten(filenames.structure)
    if len(leaves) != 1 or leaves[0].dtype is not string:
        raise InvalidTypeError(f"filenames of {what} must be strings, got {filenames!r}")

    def of_file(name: Any) -> Dataset:
        return Dataset(Files(name, kind, contents, numbers))

    found: Dataset = filenames.interleave(of_file, 1 if parallel is None else parallel)
    return found._stage  # noqa: SLF001 - a Dataset's own


class TextLineDataset(Dataset):
    """The lines of text files.

    Args:
        filenames: strings, or a data set of them.
        compression_type: ``""``, ``"GZIP"`` or ``"ZLIB"``.
        buffer_size: has no effect.
        num_parallel_reads: lines of so many files in turn.
    """

    def __init__(
        self,
        filenames: Any,
        compression_type: Any = None,
        buffer_size: Any = None,
        num_parallel_reads: Any = None,
        name: str | None = None,
    ) -> None:
        super().__init__(_files("TextLineDataset", filenames, compression_type, lines, num_parallel_reads))


class TFRecordDataset(Dataset):
    """The records of TFRecord files; arguments as for :class:`TextLineDataset`. A wrong CRC is a DataLossError."""

    def __init__(
        self,
        filenames: Any,
        compression_type: Any = None,
        buffer_size: Any = None,
        num_parallel_reads: Any = None,
        name: str | None = None,
    ) -> None:
        super().__init__(_files("TFRecordDataset", filenames, compression_type, framed_records, num_parallel_reads))


class FixedLengthRecordDataset(Dataset):
    """Records of ``record_bytes`` bytes, between a header and a footer in each file; the rest as TextLineDataset."""

    def __init__(
        self,
        filenames: Any,
        record_bytes: Any,
        header_bytes: Any = None,
        footer_bytes: Any = None,
        buffer_size: Any = None,
        compression_type: Any = None,
        num_parallel_reads: Any = None,
        name: str | None = None,
    ) -> None:
        numbers = [
            arguments.integer(0 if value is None else value, f"{argument} of FixedLengthRecordDataset")
            for argument, value in (
                ("record_bytes", record_bytes),
                ("header_bytes", header_bytes),
                ("footer_bytes", footer_bytes),
            )
        ]
        what = "FixedLengthRecordDataset"
        super().__init__(_files(what, filenames, compression_type, fixed_records, num_parallel_reads, numbers))
