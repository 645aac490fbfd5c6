"""Data sets of files: what is in them, and what is wrong with them."""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import graphops.compat.v1 as tf
from graphops.checkpoint.record_framing import framed

PACKERS: dict[str, Callable[[bytes], bytes]] = {"": bytes, "GZIP": gzip.compress, "ZLIB": zlib.compress}


@pytest.fixture(autouse=True)
def graph() -> Iterator[None]:
    with tf.Graph().as_default():
        yield


def elements(made: Any) -> list[Any]:
    following = made.make_one_shot_iterator().get_next()
    found = []
    with tf.Session() as session:
        while True:
            try:
                found.append(session.run(following))
            except tf.errors.OutOfRangeError:
                return found


@pytest.mark.parametrize("compression", PACKERS)
def test_lines(tmp_path: Path, compression: str) -> None:
    content = b"one\r\ntwo\n\nlast" + b"x" * 200_000
    names = [tmp_path / "a", tmp_path / "b"]
    for name in names:
        name.write_bytes(PACKERS[compression](content))
    found = elements(tf.data.TextLineDataset([str(name) for name in names], compression))
    assert found == [b"one", b"two", b"", b"last" + b"x" * 200_000] * 2


@pytest.mark.parametrize("compression", PACKERS)
def test_records(tmp_path: Path, compression: str) -> None:
    contents = [b"", b"short", bytes(range(256)) * 9000]
    file = tmp_path / "records"
    file.write_bytes(PACKERS[compression](b"".join(map(framed, contents))))
    assert elements(tf.data.TFRecordDataset(str(file), compression)) == contents


@pytest.mark.parametrize("compression", PACKERS)
@pytest.mark.parametrize("footer", [0, 5])
def test_records_of_one_length(tmp_path: Path, compression: str, footer: int) -> None:
    records = [bytes([number]) * 700 for number in range(250)]
    file = tmp_path / "fixed"
    file.write_bytes(PACKERS[compression](b"head" + b"".join(records) + b"f" * footer))
    made = tf.data.FixedLengthRecordDataset(str(file), 700, 4, footer, compression_type=compression)
    assert elements(made) == records


def test_several_gzip_members_are_one_file(tmp_path: Path) -> None:
    file = tmp_path / "lines.gz"
    file.write_bytes(gzip.compress(b"a\nb") + gzip.compress(b"c\n"))
    assert elements(tf.data.TextLineDataset(str(file), "GZIP")) == [b"a", b"bc"]


def test_files_in_turn(tmp_path: Path) -> None:
    for name in ("x", "y"):
        (tmp_path / f"{name}.txt").write_text("".join(f"{name}{number}\n" for number in range(3)))
    names = tf.data.Dataset.list_files(str(tmp_path / "*.txt"), shuffle=False)
    made = names.interleave(tf.data.TextLineDataset, cycle_length=2)
    assert elements(made) == [b"x0", b"y0", b"x1", b"y1", b"x2", b"y2"]
    assert elements(tf.data.TextLineDataset(names, num_parallel_reads=2)) == elements(made)
    assert elements(tf.data.TextLineDataset(names)) == [b"x0", b"x1", b"x2", b"y0", b"y1", b"y2"]
    assert len(elements(tf.data.Dataset.list_files([str(tmp_path / "x*"), str(tmp_path / "y*")]))) == 2


@pytest.mark.parametrize(
    ("content", "make", "kind", "text"),
    [
        (None, tf.data.TextLineDataset, "NotFoundError", "must exist"),
        (b"no gzip", lambda f: tf.data.TextLineDataset(f, "GZIP"), "DataLossError", "its compression_type"),
        (
            gzip.compress(b"a" * 99, mtime=0)[:-9],
            lambda f: tf.data.TextLineDataset(f, "GZIP"),
            "DataLossError",
            "cut off",
        ),
        (framed(b"abc")[:-1], tf.data.TFRecordDataset, "DataLossError", "cut off"),
        (b"x" * 10, lambda f: tf.data.FixedLengthRecordDataset(f, 4), "InvalidArgumentError", "records of 4 bytes"),
        (b"x", lambda f: tf.data.FixedLengthRecordDataset(f, 0), "InvalidArgumentError", "record_bytes"),
        (
            gzip.compress(b"x" * 10, mtime=0),
            lambda f: tf.data.FixedLengthRecordDataset(f, 4, compression_type="GZIP"),
            "InvalidArgumentError",
            "got 2 bytes at its end",
        ),
        (b"x", lambda f: tf.data.TextLineDataset(f, "LZ4"), "InvalidArgumentError", "'GZIP' or 'ZLIB'"),
        (b"x", lambda f: tf.data.Dataset.list_files(f + "/none*"), "InvalidArgumentError", "must match a file"),
    ],
)
def test_what_is_wrong_with_a_file(tmp_path: Path, content: Any, make: Any, kind: str, text: str) -> None:
    file = tmp_path / "file"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(getattr(tf.errors, kind), match=text):
        elements(make(str(file)))


def test_after_a_damaged_file_comes_the_next(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(framed(b"one") + framed(b"two")[:-1])
    (tmp_path / "b").write_bytes(framed(b"three"))
    made = tf.data.TFRecordDataset([str(tmp_path / "a"), str(tmp_path / "b")])
    assert elements(made.apply(tf.data.experimental.ignore_errors())) == [b"one", b"three"]


def test_a_pipe_without_a_writer_keeps_nobody_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(tf.errors.InvalidArgumentError, match="must be a regular file"):
        elements(tf.data.TextLineDataset(str(tmp_path / "pipe")))
