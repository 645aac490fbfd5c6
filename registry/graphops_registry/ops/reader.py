"""Readers of files, which take the names of files from a queue and give records one after the other."""

from __future__ import annotations

from typing import Final

from graphops_registry.op_def import register_op
from graphops_registry.resource import handle_argument
from graphops_registry.shape import SCALAR_SHAPE, TensorShape
from graphops_registry.shape_context import ShapeContext
from graphops_registry.traits import Trait

HANDLE: Final = "reader_handle: resource"
QUEUE: Final = "queue_handle: resource"
SHARED: Final = ["container: string = ''", "shared_name: string = ''"]
LINES: Final = ["skip_header_lines: int = 0", *SHARED]
FIXED: Final = ["header_bytes: int = 0", "record_bytes: int", "footer_bytes: int = 0", "hop_bytes: int = 0", *SHARED]
RECORDS: Final = [*SHARED, "compression_type: string = ''"]

_FOLDERS: Final = "Files must be in one of `SessionConfig(file_folders=...)`."
_SHARED_DOC: Final = """
    container: where the reader lives; '' is the default container.
    shared_name: nodes with the same one refer to the same reader; '' means one of the node's own."""
_COMPRESSION: Final = "'' for none, ZLIB or GZIP."
LINES_DOC: Final = f"""A reader of lines of text. {_FOLDERS}

    skip_header_lines: how many lines at the beginning of each file are left out.{_SHARED_DOC}"""
WHOLE_DOC: Final = f"""A reader of whole files: the key is the name, the value the content. {_FOLDERS}
{_SHARED_DOC}"""
IDENTITY_DOC: Final = f"""A reader that gives the strings of the queue themselves, as keys and as values.
{_SHARED_DOC}"""
FIXED_DOC: Final = f"""A reader of records of a fixed number of bytes. {_FOLDERS}

    header_bytes: before the first record.
    record_bytes: of a record.
    footer_bytes: behind the last record.
    hop_bytes: from the beginning of a record to that of the next one; 0 means record_bytes.{_SHARED_DOC}"""
RECORDS_DOC: Final = f"""A reader of TFRecord files. {_FOLDERS}

    compression_type: {_COMPRESSION}{_SHARED_DOC}"""
READ_DOC: Final = """The next record. Where a file is at its end, the queue names the next one; waits for it.

    queue_handle: of names of files.
    key: which record it is: the file and a line, an offset or a number.
    value: its content."""
READ_UP_TO_DOC: Final = """The next records of a file, at most num_records; fewer where the file is at its end.

    queue_handle: of names of files.
    num_records: a scalar.
    keys: which records they are.
    values: their contents."""
PRODUCED_DOC: Final = "How many records a reader has given."
COMPLETED_DOC: Final = "How many strings of the queue a reader has done with."
SERIALIZE_DOC: Final = "What a reader that gives one record for each string has done, as a string."
RESTORE_DOC: Final = """Let a reader go on where another one was.

    state: what that one's ReaderSerializeState gave."""
RESET_DOC: Final = "Let a reader begin again."


def fixed_shape(c: ShapeContext) -> list[TensorShape]:
    """A scalar."""
    for attr, least in (("record_bytes", 1), ("header_bytes", 0), ("footer_bytes", 0), ("hop_bytes", 0)):
        if c.attr(attr) < least:
            c.fail(f"attr '{attr}'", f"be {least} or more", c.attr(attr))
    return reader_shape(c)


def encoded_shape(c: ShapeContext) -> list[TensorShape]:
    """A scalar."""
    _check_compression(c, "encoding")
    return fixed_shape(c)


def compressed_shape(c: ShapeContext) -> list[TensorShape]:
    """A scalar."""
    _check_compression(c, "compression_type")
    return reader_shape(c)


def _check_compression(c: ShapeContext, attr: str) -> None:
    if c.attr(attr) not in ("", "ZLIB", "GZIP"):
        c.fail(f"attr '{attr}'", "be '', ZLIB or GZIP", repr(c.attr(attr)))


def reader_shape(c: ShapeContext) -> list[TensorShape]:
    """A scalar."""
    return [SCALAR_SHAPE]


def read_shape(c: ShapeContext) -> list[TensorShape]:
    """Scalars."""
    handle_argument(c, "reader_handle")
    handle_argument(c, "queue_handle")
    return [SCALAR_SHAPE, SCALAR_SHAPE]


def read_up_to_shape(c: ShapeContext) -> list[TensorShape]:
    """Vectors of as many elements."""
    handle_argument(c, "reader_handle")
    handle_argument(c, "queue_handle")
    c.with_rank("num_records", 0)
    return [TensorShape.unknown(1), TensorShape.unknown(1)]


def number_shape(c: ShapeContext) -> list[TensorShape]:
    """A scalar."""
    handle_argument(c, "reader_handle")
    return [SCALAR_SHAPE]


def nothing_shape(c: ShapeContext) -> list[TensorShape]:
    """Nothing comes out."""
    handle_argument(c, "reader_handle")
    return []


def restore_shape(c: ShapeContext) -> list[TensorShape]:
    """Nothing comes out."""
    c.with_rank("state", 0)
    return nothing_shape(c)


# -- readers -------------------------------------------------------------------------------------------------------

text_line_reader_v2 = register_op(
    "TextLineReaderV2", outputs=[HANDLE], attrs=LINES, stateful=True, traits=[Trait.ONLY_READS], doc=LINES_DOC
)
text_line_reader_v2.no_gradient()
text_line_reader_v2.shape_rule(reader_shape)

whole_file_reader_v2 = register_op(
    "WholeFileReaderV2", outputs=[HANDLE], attrs=SHARED, stateful=True, traits=[Trait.ONLY_READS], doc=WHOLE_DOC
)
whole_file_reader_v2.no_gradient()
whole_file_reader_v2.shape_rule(reader_shape)

identity_reader_v2 = register_op(
    "IdentityReaderV2", outputs=[HANDLE], attrs=SHARED, stateful=True, traits=[Trait.ONLY_READS], doc=IDENTITY_DOC
)
identity_reader_v2.no_gradient()
identity_reader_v2.shape_rule(reader_shape)

fixed_length_record_reader_v2 = register_op(
    "FixedLengthRecordReaderV2",
    outputs=[HANDLE],
    attrs=[*FIXED, "encoding: string = ''"],
    stateful=True,
    traits=[Trait.ONLY_READS],
    doc=FIXED_DOC + f"\n    encoding: of the files: {_COMPRESSION}",
)
fixed_length_record_reader_v2.no_gradient()
fixed_length_record_reader_v2.shape_rule(encoded_shape)

tf_record_reader_v2 = register_op(
    "TFRecordReaderV2", outputs=[HANDLE], attrs=RECORDS, stateful=True, traits=[Trait.ONLY_READS], doc=RECORDS_DOC
)
tf_record_reader_v2.no_gradient()
tf_record_reader_v2.shape_rule(compressed_shape)

# -- their use -----------------------------------------------------------------------------------------------------

reader_read_v2 = register_op(
    "ReaderReadV2", inputs=[HANDLE, QUEUE], outputs=["key: string", "value: string"], stateful=True, doc=READ_DOC
)
reader_read_v2.no_gradient()
reader_read_v2.shape_rule(read_shape)

reader_read_up_to_v2 = register_op(
    "ReaderReadUpToV2",
    inputs=[HANDLE, QUEUE, "num_records: int64"],
    outputs=["keys: string", "values: string"],
    stateful=True,
    doc=READ_UP_TO_DOC,
)
reader_read_up_to_v2.no_gradient()
reader_read_up_to_v2.shape_rule(read_up_to_shape)

reader_num_records_produced_v2 = register_op(
    "ReaderNumRecordsProducedV2", inputs=[HANDLE], outputs=["records_produced: int64"], stateful=True, doc=PRODUCED_DOC
)
reader_num_records_produced_v2.no_gradient()
reader_num_records_produced_v2.shape_rule(number_shape)

reader_num_work_units_completed_v2 = register_op(
    "ReaderNumWorkUnitsCompletedV2",
    inputs=[HANDLE],
    outputs=["units_completed: int64"],
    stateful=True,
    doc=COMPLETED_DOC,
)
reader_num_work_units_completed_v2.no_gradient()
reader_num_work_units_completed_v2.shape_rule(number_shape)

reader_serialize_state_v2 = register_op(
    "ReaderSerializeStateV2", inputs=[HANDLE], outputs=["state: string"], stateful=True, doc=SERIALIZE_DOC
)
reader_serialize_state_v2.no_gradient()
reader_serialize_state_v2.shape_rule(number_shape)

reader_restore_state_v2 = register_op(
    "ReaderRestoreStateV2", inputs=[HANDLE, "state: string"], stateful=True, doc=RESTORE_DOC
)
reader_restore_state_v2.no_gradient()
reader_restore_state_v2.shape_rule(restore_shape)

reader_reset_v2 = register_op("ReaderResetV2", inputs=[HANDLE], stateful=True, doc=RESET_DOC)
reader_reset_v2.no_gradient()
reader_reset_v2.shape_rule(nothing_shape)
