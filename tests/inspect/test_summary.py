"""Event files, read back by parsing what is in them: the framing, the checksums and the fields of the messages."""

import os
import struct
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import graphops as go
from graphops.checkpoint.crc32c import masked_crc32c
from graphops.checkpoint.wire import fields
from graphops.summary import EventWriter
from graphops_registry.errors import (
    DataLossError,
    FailedPreconditionError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
)


def records(path):
    """The records of an event file, with both checksums checked."""
    data = Path(path).read_bytes()
    at = 0
    while at < len(data):
        length, checksum = struct.unpack_from("<QI", data, at)
        assert checksum == masked_crc32c(data[at : at + 8])
        record = data[at + 12 : at + 12 + length]
        assert struct.unpack_from("<I", data, at + 12 + length)[0] == masked_crc32c(record)
        yield dict(fields(record))
        at += length + 16


def double(value):
    return struct.unpack("<d", value.to_bytes(8, "little"))[0]


def values(path):
    """(step, tag, number or histogram's fields) of each summary."""
    for record in records(path):
        if 5 in record:
            value = dict(fields(dict(fields(record[5]))[1]))
            number = struct.unpack("<f", value[2].to_bytes(4, "little"))[0] if 2 in value else dict(fields(value[5]))
            yield record.get(2, 0), value[1].decode(), number


def test_scalars(tmp_path):
    with EventWriter(tmp_path / "logs") as writer:
        writer.add_scalar("loss/a:0", np.float16(0.5), 0, wall_time=12.5)
        writer.add_scalar("loss/a:0", [[2]], np.int64(3))
        writer.add_scalar("nan", float("nan"), -1)
    found = list(values(writer.path))
    assert found[:2] == [(0, "loss/a:0", 0.5), (3, "loss/a:0", 2.0)]
    assert np.isnan(found[2][2])
    first, second = list(records(writer.path))[:2]
    assert first[3] == b"brain.Event:2"
    assert double(second[1]) == 12.5


@pytest.mark.parametrize(
    "data", [range(-50, 1000), [1.0], [3, 3, 3], [0], [True, False], [1e308, -1e308], [1e16, 1e16 + 2]], ids=str
)
def test_histograms_count_everything(tmp_path, data):
    with EventWriter(tmp_path) as writer:
        writer.add_histogram("h", data, 1)
    ((_, _, found),) = values(writer.path)
    array = np.asarray(data, np.float64)
    found = {n: found.get(n, 0) for n in range(1, 8)}  # what is zero is left out
    assert [double(found[n]) for n in (1, 2, 3)] == [array.min(), array.max(), array.size]
    with np.errstate(over="ignore"):
        assert double(found[5]) == pytest.approx(np.square(array).sum())
    limits, counts = (np.frombuffer(found[n], np.float64) for n in (6, 7))
    assert len(limits) == len(counts) == 31
    assert counts.sum() == array.size
    assert np.all(np.diff(limits) >= 0)
    assert limits[0] <= array.min()
    assert limits[-1] >= array.max()
    for limit, total in zip(limits[:-1], np.cumsum(counts)[:-1], strict=True):
        assert total == (array < limit).sum()


def test_graphs(tmp_path):
    with go.Graph().as_default() as graph:
        go.placeholder(go.float32, name="x")
    content = graph.as_graph_def().SerializeToString()
    with EventWriter(tmp_path) as writer:
        writer.add_graph(content)
        writer.add_graph(graph)
    assert [record[4] for record in records(writer.path) if 4 in record] == [content, content]


def test_what_was_added_is_in_the_file_at_once(tmp_path):
    writer = EventWriter(tmp_path)
    for step in range(3):
        writer.add_scalar("a", step, step)
        assert [step for step, _, _ in values(writer.path)] == list(range(step + 1))
    writer.close()
    writer.close()
    for call in (writer.flush, lambda: writer.add_scalar("a", 1, 1)):
        with pytest.raises(FailedPreconditionError, match="must be open"):
            call()


def test_two_writers_of_one_second_do_not_share_a_file(tmp_path):
    with EventWriter(tmp_path) as one, EventWriter(tmp_path) as two:
        assert one.path != two.path


@pytest.mark.parametrize(
    ("method", "arguments", "kind", "sentence"),
    [
        ("add_scalar", ("a", [1, 2], 0), InvalidArgumentError, "must be one number, got shape (2,)"),
        ("add_scalar", ("a", "x", 0), InvalidTypeError, "must be real numbers, got string"),
        ("add_scalar", ("a", 1j, 0), InvalidTypeError, "must be real numbers, got complex128"),
        ("add_scalar", ("a", 1e39, 0), InvalidArgumentError, "must fit into float32, got 1e+39"),
        ("add_scalar", ("", 1, 0), InvalidTypeError, "tag of an event must be a string that is not empty"),
        ("add_scalar", (5, 1, 0), InvalidTypeError, "tag of an event must be a string that is not empty"),
        ("add_scalar", ("a", 1, 0.5), InvalidTypeError, "step of an event must be an integer of 64 bits, got 0.5"),
        ("add_scalar", ("a", 1, 2**63), InvalidTypeError, "step of an event must be an integer of 64 bits"),
        ("add_histogram", ("a", [], 0), InvalidArgumentError, "must have at least one element, got none"),
        (
            "add_histogram",
            ("a", [1, np.nan, np.inf], 0),
            InvalidArgumentError,
            "must be finite, got 2 of 3 that are not",
        ),
        ("add_graph", ("text",), InvalidTypeError, "must be a Graph, a GraphDef or its bytes, got 'text'"),
    ],
)
def test_what_is_refused(tmp_path, method, arguments, kind, sentence):
    with EventWriter(tmp_path) as writer:
        with pytest.raises(kind) as caught:
            getattr(writer, method)(*arguments)
        assert sentence in str(caught.value)


def test_a_folder_that_cannot_be(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(NotFoundError, match="logdir of EventWriter must be a folder to write to"):
        EventWriter(tmp_path / "file" / "logs")


def steps(path):
    return [step for step, _, _ in values(path)]


def test_what_waits_is_written_by_flush_and_close(tmp_path):
    writer = EventWriter(tmp_path, flush_secs=1000)
    writer.add_scalar("a", 1, 1)
    writer.add_scalar("a", 1, 2)
    assert steps(writer.path) == []
    writer.flush()
    assert steps(writer.path) == [1, 2]
    writer.add_scalar("a", 1, 3)
    writer.close()
    assert steps(writer.path) == [1, 2, 3]


def test_what_waits_is_written_when_it_is_much(tmp_path):
    writer = EventWriter(tmp_path, flush_secs=1000)
    for step in range(3000):  # 3000 records of about 50 bytes are more than 64 KiB
        writer.add_scalar("a", 1, step)
    assert len(steps(writer.path)) > 1000


@pytest.mark.parametrize(("ending", "code"), [("", 0), ("raise SystemExit(3)", 3), ("1 / 0", 1)])
def test_the_end_of_the_process_writes_what_waits(tmp_path, ending, code):
    lines = [
        "from graphops.summary import EventWriter",
        "writer = EventWriter('.', flush_secs=1000)",
        "writer.add_scalar('a', 1, 7)",
        "print(writer.path)",
        ending,
    ]
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == code
    assert steps(tmp_path / done.stdout.strip()) == [7]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_forked_process_writes_what_it_adds_alone(tmp_path):
    writer = EventWriter(tmp_path, flush_secs=1000)
    writer.add_scalar("a", 1, 1)
    child = os.fork()
    if child == 0:
        writer.add_scalar("a", 1, 2)
        writer.close()
        os._exit(0)
    os.waitpid(child, 0)
    writer.close()
    assert sorted(steps(writer.path)) == [1, 2]


def test_events_of_others_get_a_time(tmp_path):
    with EventWriter(tmp_path) as writer:
        writer.add_event(b"\x10\x05")  # step 5
        writer.add_event(b"\x09" + struct.pack("<d", 2.5))
        with pytest.raises(DataLossError, match="must be well-formed bytes"):
            writer.add_event(b"\x08")
        with pytest.raises(DataLossError, match="must be well-formed bytes"):
            writer.add_summary(b"\x0a\x7f")
    first, second = list(records(writer.path))[1:]
    assert first[2] == 5
    assert double(first[1]) > 1e9
    assert double(second[1]) == 2.5
