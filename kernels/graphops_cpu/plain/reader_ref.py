"""Plain kernels of TensorFlow 1's readers: those of resources, with a reference for a handle."""

from __future__ import annotations

from graphops_cpu.plain import reader as v2
from graphops_registry.kernel_def import register_kernel


@register_kernel("TextLineReader", "CPU", uses=["name", "resources"])
class TextLineReader(v2.TextLineReaderV2):
    """As that with V2."""


@register_kernel("WholeFileReader", "CPU", uses=["name", "resources"])
class WholeFileReader(v2.WholeFileReaderV2):
    """As that with V2."""


@register_kernel("IdentityReader", "CPU", uses=["name", "resources"])
class IdentityReader(v2.IdentityReaderV2):
    """As that with V2."""


@register_kernel("FixedLengthRecordReader", "CPU", uses=["name", "resources"])
class FixedLengthRecordReader(v2.FixedLengthRecordReaderV2):
    """As that with V2."""


@register_kernel("TFRecordReader", "CPU", uses=["name", "resources"])
class TFRecordReader(v2.TFRecordReaderV2):
    """As that with V2."""


@register_kernel(
    "ReaderRead",
    "CPU",
    host_inputs=["reader_handle", "queue_handle"],
    host_outputs=["key", "value"],
    uses=["cancel", "files", "memory"],
)
class ReaderRead(v2.ReaderReadV2):
    op = "ReaderRead"


@register_kernel(
    "ReaderReadUpTo",
    "CPU",
    host_inputs=["reader_handle", "queue_handle", "num_records"],
    host_outputs=["keys", "values"],
    uses=["cancel", "files", "memory"],
)
class ReaderReadUpTo(v2.ReaderReadUpToV2):
    op = "ReaderReadUpTo"


@register_kernel(
    "ReaderNumRecordsProduced", "CPU", host_inputs=["reader_handle"], host_outputs=["records_produced"], uses=["cancel"]
)
class ReaderNumRecordsProduced(v2.ReaderNumRecordsProducedV2):
    op = "ReaderNumRecordsProduced"


@register_kernel(
    "ReaderNumWorkUnitsCompleted",
    "CPU",
    host_inputs=["reader_handle"],
    host_outputs=["units_completed"],
    uses=["cancel"],
)
class ReaderNumWorkUnitsCompleted(v2.ReaderNumWorkUnitsCompletedV2):
    op = "ReaderNumWorkUnitsCompleted"


@register_kernel("ReaderSerializeState", "CPU", host_inputs=["reader_handle"], host_outputs=["state"], uses=["cancel"])
class ReaderSerializeState(v2.ReaderSerializeStateV2):
    op = "ReaderSerializeState"


@register_kernel("ReaderRestoreState", "CPU", host_inputs=["reader_handle", "state"], uses=["cancel"])
class ReaderRestoreState(v2.ReaderRestoreStateV2):
    op = "ReaderRestoreState"


@register_kernel("ReaderReset", "CPU", host_inputs=["reader_handle"], uses=["cancel"])
class ReaderReset(v2.ReaderResetV2):
    op = "ReaderReset"
