"""Readers of TensorFlow 1, whose ops take a reference to them."""

from __future__ import annotations

from typing import Final

from graphops_registry.op_def import register_op
from graphops_registry.ops.reader import (
    COMPLETED_DOC,
    FIXED,
    FIXED_DOC,
    IDENTITY_DOC,
    LINES,
    LINES_DOC,
    PRODUCED_DOC,
    READ_DOC,
    READ_UP_TO_DOC,
    RECORDS,
    RECORDS_DOC,
    RESET_DOC,
    RESTORE_DOC,
    SERIALIZE_DOC,
    SHARED,
    WHOLE_DOC,
    compressed_shape,
    fixed_shape,
    nothing_shape,
    number_shape,
    read_shape,
    read_up_to_shape,
    reader_shape,
    restore_shape,
)
from graphops_registry.traits import Trait

_HANDLE: Final = "reader_handle: Ref(string)"
_QUEUE: Final = "queue_handle: Ref(string)"

# -- readers -------------------------------------------------------------------------------------------------------

text_line_reader = register_op(
    "TextLineReader",
    outputs=[_HANDLE],
    attrs=LINES,
    stateful=True,
    traits=[Trait.ONLY_READS],
    deprecated=(26, "Use TextLineReaderV2"),
    doc=LINES_DOC,
)
text_line_reader.no_gradient()
text_line_reader.shape_rule(reader_shape)

whole_file_reader = register_op(
    "WholeFileReader", outputs=[_HANDLE], attrs=SHARED, stateful=True, traits=[Trait.ONLY_READS], doc=WHOLE_DOC
)
whole_file_reader.no_gradient()
whole_file_reader.shape_rule(reader_shape)

identity_reader = register_op(
    "IdentityReader",
    outputs=[_HANDLE],
    attrs=SHARED,
    stateful=True,
    traits=[Trait.ONLY_READS],
    deprecated=(26, "Use IdentityReaderV2"),
    doc=IDENTITY_DOC,
)
identity_reader.no_gradient()
identity_reader.shape_rule(reader_shape)

fixed_length_record_reader = register_op(
    "FixedLengthRecordReader",
    outputs=[_HANDLE],
    attrs=FIXED,
    stateful=True,
    traits=[Trait.ONLY_READS],
    deprecated=(26, "Use FixedLengthRecordReaderV2"),
    doc=FIXED_DOC,
)
fixed_length_record_reader.no_gradient()
fixed_length_record_reader.shape_rule(fixed_shape)

tf_record_reader = register_op(
    "TFRecordReader",
    outputs=[_HANDLE],
    attrs=RECORDS,
    stateful=True,
    traits=[Trait.ONLY_READS],
    deprecated=(26, "Use TFRecordReaderV2"),
    doc=RECORDS_DOC,
)
tf_record_reader.no_gradient()
tf_record_reader.shape_rule(compressed_shape)

# -- their use -----------------------------------------------------------------------------------------------------

reader_read = register_op(
    "ReaderRead", inputs=[_HANDLE, _QUEUE], outputs=["key: string", "value: string"], doc=READ_DOC
)
reader_read.no_gradient()
reader_read.shape_rule(read_shape)

reader_read_up_to = register_op(
    "ReaderReadUpTo",
    inputs=[_HANDLE, _QUEUE, "num_records: int64"],
    outputs=["keys: string", "values: string"],
    doc=READ_UP_TO_DOC,
)
reader_read_up_to.no_gradient()
reader_read_up_to.shape_rule(read_up_to_shape)

reader_num_records_produced = register_op(
    "ReaderNumRecordsProduced", inputs=[_HANDLE], outputs=["records_produced: int64"], doc=PRODUCED_DOC
)
reader_num_records_produced.no_gradient()
reader_num_records_produced.shape_rule(number_shape)

reader_num_work_units_completed = register_op(
    "ReaderNumWorkUnitsCompleted", inputs=[_HANDLE], outputs=["units_completed: int64"], doc=COMPLETED_DOC
)
reader_num_work_units_completed.no_gradient()
reader_num_work_units_completed.shape_rule(number_shape)

reader_serialize_state = register_op(
    "ReaderSerializeState", inputs=[_HANDLE], outputs=["state: string"], doc=SERIALIZE_DOC
)
reader_serialize_state.no_gradient()
reader_serialize_state.shape_rule(number_shape)

reader_restore_state = register_op("ReaderRestoreState", inputs=[_HANDLE, "state: string"], doc=RESTORE_DOC)
reader_restore_state.no_gradient()
reader_restore_state.shape_rule(restore_shape)

reader_reset = register_op("ReaderReset", inputs=[_HANDLE], doc=RESET_DOC)
reader_reset.no_gradient()
reader_reset.shape_rule(nothing_shape)
