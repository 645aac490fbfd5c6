"""Damaged and hostile bundles: an error of ours, at once, and no more memory than the files are worth."""

import contextlib
import random
import shutil
import struct
import tracemalloc
from pathlib import Path

import pytest

from graphops import checkpoint
from graphops.checkpoint import snappy
from graphops.checkpoint.crc32c import masked_crc32c
from graphops.checkpoint.wire import bytes_field, fields, int_field, varint
from graphops_registry.errors import (
    DataLossError,
    GraphopsError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
    UnimplementedError,
)
from tests.checkpoint.tables import table

DATA = Path(__file__).parent.parent / "checkpoint" / "data"


def read_all(path):
    with checkpoint.load(path) as loaded:
        return {name: value.copy() for name, value in loaded.values.items()}


HEADER = (b"", int_field(1, 1))


def entry(dtype=1, shape=(2,), shard=0, offset=0, size=8, checksum=0, more=b""):
    dims = b"".join(bytes_field(2, int_field(1, n)) for n in shape)
    return (
        int_field(1, dtype) + bytes_field(2, dims) + int_field(3, shard) + int_field(4, offset) + int_field(5, size)
        + varint(6 << 3 | 5) + struct.pack("<I", checksum) + more
    )  # fmt: skip


def bundle(tmp_path, index, data=bytes(8)):
    (tmp_path / "b.index").write_bytes(index)
    (tmp_path / "b.data-00000-of-00001").write_bytes(data)
    return tmp_path / "b"


def test_a_bundle_made_by_hand(tmp_path):
    good = entry(checksum=masked_crc32c(bytes(8)))
    assert read_all(bundle(tmp_path, table([HEADER, (b"x", good)])))["x"].tolist() == [0, 0]


BAD_TABLES = {
    "nothing": b"",
    "no footer": b"x" * 100,
    "index beyond the file": b"".join([varint(0), varint(0), varint(10**9), varint(9)]).ljust(40, b"\0")
    + bytes.fromhex("57fb808b247547db"),
    "no header": table([(b"x", entry())]),
    "keys that do not increase": table([HEADER, (b"y", entry()), (b"x", entry())]),
    "a key twice": table([HEADER, (b"x", entry()), (b"x", entry())]),
    "no shards": table([(b"", b""), (b"x", entry())]),
    "too many shards": table([(b"", int_field(1, 10**9)), (b"x", entry())]),
    "an odd byte order": table([(b"", int_field(1, 1) + int_field(2, 7))]),
    "a shard that is not there": table([HEADER, (b"x", entry(shard=1))]),
    "an unknown dtype": table([HEADER, (b"x", entry(dtype=99))]),
    "a ref dtype": table([HEADER, (b"x", entry(dtype=101))]),
    "a wrong size": table([HEADER, (b"x", entry(size=9))]),
    "a shape beyond 63 bits": table([HEADER, (b"x", entry(shape=(2**40, 2**40)))]),
    "a negative size": table([HEADER, (b"x", entry(shape=(-1,)))]),
    "an unknown rank": table([HEADER, (b"x", int_field(1, 1) + bytes_field(2, int_field(3, 1)))]),
    "a cut message": table([HEADER, (b"x", b"\x12\xff")]),
    "a field of the wrong kind": table([HEADER, (b"x", bytes_field(1, b"a"))]),
    "an unknown wire type": table([HEADER, (b"x", b"\x0b")]),
    "a part of another rank": table([HEADER, (b"x", entry(more=bytes_field(7, b"")))]),
    "restarts beyond the block": table(
        [], data=struct.pack("<I", 99) + b"\0" + struct.pack("<I", masked_crc32c(struct.pack("<I", 99) + b"\0"))
    ),
    "an unknown compression": table([], data=bytes(8) + b"\x07" + struct.pack("<I", masked_crc32c(bytes(8) + b"\x07"))),
}


@pytest.mark.parametrize("case", BAD_TABLES)
def test_bad_bundles(tmp_path, case):
    path = bundle(tmp_path, BAD_TABLES[case])
    with pytest.raises((DataLossError, InvalidTypeError, UnimplementedError)) as caught:
        read_all(path)
    assert caught.value.__notes__


def test_a_version_of_the_future(tmp_path):
    header = (b"", int_field(1, 1) + bytes_field(3, int_field(1, 9) + int_field(2, 2)))
    with pytest.raises(InvalidArgumentError, match="must be readable by version 1, got one for 2 or later"):
        checkpoint.load(bundle(tmp_path, table([header])))


def test_keys_that_grow_are_bounded(tmp_path):
    """Each entry shares a long key with the one before: quadratic in the size of the file."""
    long = b"a" * 20_000
    body = b"\x00\x00" + varint(len(HEADER[1])) + HEADER[1] + b"\x00" + varint(len(long)) + b"\x00" + long
    body += (varint(20_000) + b"\x01\x00b" + varint(20_001) + b"\x01\x00b") * 1
    for length in range(20_002, 29_000):
        body += varint(length) + b"\x01\x00b"
    body += struct.pack("<II", 0, 1)
    data = body + b"\x00" + struct.pack("<I", masked_crc32c(body + b"\x00"))
    tracemalloc.start()
    try:
        with pytest.raises(DataLossError, match="must be at most 64 times as long as its file"):
            checkpoint.load(bundle(tmp_path, table([], data=data)))
        assert tracemalloc.get_traced_memory()[1] < 100 * len(data)
    finally:
        tracemalloc.stop()


def test_a_missing_and_a_short_data_file(tmp_path):
    path = bundle(tmp_path, table([HEADER, (b"x", entry())]), data=bytes(7))
    with pytest.raises(DataLossError, match="must lie within the 7 bytes"):
        read_all(path)
    (tmp_path / "b.data-00000-of-00001").unlink()
    with pytest.raises(NotFoundError, match="data file of a bundle must be readable"):
        read_all(path)


def test_a_wrong_checksum(tmp_path):
    path = bundle(tmp_path, table([HEADER, (b"x", entry(checksum=1))]))
    with pytest.raises(DataLossError, match="must have checksum 0x00000001"):
        read_all(path)
    opened = checkpoint.open_bundle(path)
    assert opened.read("x", verify=False).tolist() == [0, 0]


def test_a_small_file_cannot_ask_for_a_large_array(tmp_path):
    extent = bytes_field(1, b"")
    parts = entry(shape=(2**40,), size=0, more=bytes_field(7, extent))
    key = b"\x00x\x00\x01\x01\x01\x80\x7f"
    index = table([HEADER, (key, entry(shape=(2,))), (b"x", parts)])
    with pytest.raises(DataLossError, match="a part must have float32\\(1099511627776,\\), got float32\\(2,\\)"):
        read_all(bundle(tmp_path, index))


@pytest.mark.parametrize("name", ["every", "parts", "objects"])
def test_changed_bytes_never_crash(tmp_path, name):
    """After any change: an error of graphops, or values that no checksum covers."""
    for suffix in (".index", ".data-00000-of-00001"):
        shutil.copy(DATA / f"{name}{suffix}", tmp_path / f"b{suffix}")
    index = (tmp_path / "b.index").read_bytes()
    rng = random.Random(name)  # noqa: S311
    for _ in range(300):
        changed = bytearray(index)
        for _ in range(rng.choice([1, 1, 5])):
            changed[rng.randrange(len(changed))] = rng.randrange(256)
        (tmp_path / "b.index").write_bytes(changed[: rng.choice([len(changed)] * 3 + [rng.randrange(len(changed))])])
        with contextlib.suppress(GraphopsError):
            read_all(tmp_path / "b")


def test_changed_messages_never_crash(tmp_path):
    """The same behind a checksum that fits."""
    rng = random.Random(5)  # noqa: S311
    good = entry(checksum=masked_crc32c(bytes(8)), more=bytes_field(7, bytes_field(1, int_field(1, 0))))
    for _ in range(1000):
        changed = bytearray(good)
        changed[rng.randrange(len(changed))] = rng.randrange(256)
        with contextlib.suppress(GraphopsError):
            read_all(bundle(tmp_path, table([HEADER, (b"x", bytes(changed[: rng.randrange(1, 60)]))])))


@pytest.mark.parametrize("data", [b"", b"\xff", b"\xff\xff\xff\xff\x7f", b"\x05\x08abc\x01\x09", b"\x05\xfc\xff\xff\xff\xff",
                                  b"\x05\x08ab", b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01"])  # fmt: skip
def test_bad_snappy(data):
    with pytest.raises(DataLossError):
        snappy.decompress(data)


def test_long_integers_end():
    with pytest.raises(DataLossError, match="must end within 10 bytes"):
        list(fields(b"\xff" * 20))


def test_a_bool_that_is_neither_true_nor_false(tmp_path):
    """NumPy takes a byte of 2 for true in one place and not in another."""
    for content, wanted in ((b"\x00\x01", [False, True]), (b"\x00\x02", None)):
        made = entry(dtype=10, size=2, checksum=masked_crc32c(content))
        path = bundle(tmp_path, table([HEADER, (b"x", made)]), content)
        if wanted is None:
            with pytest.raises(DataLossError, match="a bool must be stored as 0 or 1, got 2"):
                read_all(path)
        else:
            assert read_all(path)["x"].tolist() == wanted
