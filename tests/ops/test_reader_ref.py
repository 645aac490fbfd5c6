"""Readers by references, and what is refused; other programs are in tests/compat/queue_pipelines.py."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import graphops as go
from graphops_registry.errors import (
    DeadlineExceededError,
    InvalidArgumentError,
    PermissionDeniedError,
    ResourceExhaustedError,
)
from tests.ops.other_device import OTHER

raw = go.raw_ops


@pytest.fixture(autouse=True, params=["CPU", OTHER])
def graph(request: Any) -> Any:
    with go.Graph().as_default() as graph, go.device(f"/device:{request.param}:0"):
        yield graph


def names(session: go.Session, *files: Any) -> Any:
    """A closed queue of names."""
    queue = raw.FIFOQueue(component_types=["string"], shapes=[[]])
    session.run(raw.QueueEnqueueMany(handle=queue, components=[list(map(str, files))]))
    session.run(raw.QueueClose(handle=queue))
    return queue


def test_lines(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    file.write_bytes(b"a\nb\nc\n")
    reader = raw.TextLineReader()
    with go.Session(config=go.SessionConfig(file_folders=[str(tmp_path)])) as session:
        queue = names(session, file)
        one = raw.ReaderRead(reader_handle=reader, queue_handle=queue)
        rest = raw.ReaderReadUpTo(reader_handle=reader, queue_handle=queue, num_records=5)
        counts = [
            raw.ReaderNumRecordsProduced(reader_handle=reader),
            raw.ReaderNumWorkUnitsCompleted(reader_handle=reader),
        ]
        assert session.run(list(one)) == [f"{file}:1".encode(), b"a"]
        assert session.run(rest[1]).tolist() == [b"b", b"c"]
        assert session.run(counts) == [3, 1]
        session.run(raw.ReaderReset(reader_handle=reader))
        assert session.run(counts) == [0, 0]


def test_state() -> None:
    one, two = raw.IdentityReader(), raw.IdentityReader()
    with go.Session() as session:
        session.run(list(raw.ReaderRead(reader_handle=one, queue_handle=names(session, "x"))))
        state = session.run(raw.ReaderSerializeState(reader_handle=one))
        session.run(raw.ReaderRestoreState(reader_handle=two, state=state))
        assert session.run(raw.ReaderNumRecordsProduced(reader_handle=two)) == 1


def test_files_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "lines").write_bytes(b"a\n")
    with go.Session() as session:
        record = raw.ReaderRead(reader_handle=raw.WholeFileReader(), queue_handle=names(session, tmp_path / "lines"))
        with pytest.raises(PermissionDeniedError):
            session.run(list(record))


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    (tmp_path / "zeros").write_bytes(bytes(2_000_000))
    with go.Session(config=go.SessionConfig(file_folders=[str(tmp_path)], memory_limit=1_000_000)) as session:
        queue = names(session, tmp_path / "zeros")
        with pytest.raises(ResourceExhaustedError):
            session.run(list(raw.ReaderRead(reader_handle=raw.WholeFileReader(), queue_handle=queue)))


def test_a_reader_waits_for_names() -> None:
    queue = raw.FIFOQueue(component_types=["string"], shapes=[[]])
    reader = raw.IdentityReader()
    with go.Session(config=go.SessionConfig(timeout=0.1)) as session:
        with pytest.raises(DeadlineExceededError):
            session.run(list(raw.ReaderRead(reader_handle=reader, queue_handle=queue)))
        assert session.run(raw.ReaderNumWorkUnitsCompleted(reader_handle=reader)) == 0  # nobody holds it any more


def test_refused() -> None:
    for attrs in ({"record_bytes": 0}, {"record_bytes": 1, "header_bytes": -1}, {"record_bytes": 1, "hop_bytes": -1}):
        with pytest.raises(InvalidArgumentError, match="of op 'FixedLengthRecordReaderV2' must be"):
            raw.FixedLengthRecordReaderV2(**attrs)
    with pytest.raises(InvalidArgumentError, match="attr 'compression_type' of op 'TFRecordReaderV2' must be"):
        raw.TFRecordReaderV2(compression_type="LZ4")
    with go.Session() as session:
        queue = names(session, "x")
        with pytest.raises(InvalidArgumentError, match="reader_handle of op 'ReaderRead' must be the handle of"):
            session.run(list(raw.ReaderRead(reader_handle=queue, queue_handle=queue)))
        reader = raw.IdentityReader()
        with pytest.raises(InvalidArgumentError, match="num_records of op 'ReaderReadUpTo' must be positive"):
            session.run(list(raw.ReaderReadUpTo(reader_handle=reader, queue_handle=queue, num_records=0)))
        session.run(raw.IdentityReaderV2(shared_name="r"))
        with pytest.raises(InvalidArgumentError, match="reader 'r' must be a WholeFileReader, got a IdentityReader"):
            session.run(raw.WholeFileReaderV2(shared_name="r"))
