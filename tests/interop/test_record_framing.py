"""The framing of TFRecords: what TensorFlow writes is read, and damage is found."""

from __future__ import annotations

import io

import pytest

from graphops.checkpoint.crc32c import masked_crc32c
from graphops.checkpoint.record_framing import framed, records
from graphops_registry.errors import DataLossError, ResourceExhaustedError

# tf.python_io.TFRecordWriter of TensorFlow 2.21, records b"one" and b"".
WRITTEN = bytes.fromhex("0300000000000000b099490e6f6e6501405508000000000000000029039807d8ea82a2")


def read(content: bytes) -> list[bytes]:
    return list(records(io.BytesIO(content).read, "a file"))


def test_records_are_written_as_tensorflow_does() -> None:
    assert framed(b"one") + framed(b"") == WRITTEN


def test_records_are_read_as_they_were_written() -> None:
    assert read(WRITTEN) == [b"one", b""]


@pytest.mark.parametrize("length", [1, 11, 12, 14, 18, len(WRITTEN) - 1])
def test_what_is_cut_off_is_an_error(length: int) -> None:
    with pytest.raises(DataLossError, match="of 'a file' must be whole, got one that is cut off"):
        read(WRITTEN[:length])


@pytest.mark.parametrize("place", range(len(WRITTEN)))
def test_any_changed_byte_is_found(place: int) -> None:
    changed = bytearray(WRITTEN)
    changed[place] ^= 0x40
    with pytest.raises((DataLossError, ResourceExhaustedError)):
        read(bytes(changed))


def test_a_long_record_is_refused_before_memory_is_taken() -> None:
    length = (1 << 40).to_bytes(8, "little")
    with pytest.raises(ResourceExhaustedError, match="must have at most 1073741824 bytes, got 1099511627776"):
        read(length + masked_crc32c(length).to_bytes(4, "little"))
