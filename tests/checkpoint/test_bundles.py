"""Bundles that TensorFlow wrote, read without it; and the parts that reading needs, against other people's numbers."""

import tracemalloc
from pathlib import Path

import numpy as np
import pytest

import graphops as go
from graphops.checkpoint import load, open_bundle, snappy
from graphops.checkpoint.crc32c import crc32c, mask, masked_crc32c
from graphops.checkpoint.slices import slice_key
from graphops.checkpoint.wire import bytes_field, fields, int_field, read_varint, signed, varint
from graphops_registry.dtypes import as_dtype
from tests.checkpoint.tables import table

DATA = Path(__file__).parent / "data"
PREFIXES = ["every", "parts", "sharded", "objects"]


@pytest.fixture(scope="module")
def expected():
    with np.load(DATA / "expected.npz") as file:
        return {name: file[name].tobytes() for name in file.files}


@pytest.mark.parametrize("prefix", PREFIXES)
def test_values_are_those_that_were_written(prefix, expected):
    bundle = open_bundle(DATA / prefix)
    seen = set()
    for name in bundle.names:
        value = bundle.read(name, verify=True)
        assert value.shape == bundle.shape(name)
        assert value.dtype == bundle.dtype(name).numpy_dtype
        if f"{prefix}/{name}" in expected:
            assert value.tobytes() == expected[f"{prefix}/{name}"]
            assert value.nbytes == bundle.nbytes(name)
            seen.add(f"{prefix}/{name}")
    assert seen == {name for name in expected if name.startswith(f"{prefix}/")}


def test_dtypes_have_their_own_names():
    bundle = open_bundle(DATA / "every")
    named = [name for name in bundle.names if name.startswith("dtypes/")]
    assert len(named) == 24
    for name in named:
        assert bundle.dtype(name).name == name.removeprefix("dtypes/")
        assert bundle.shape(name) == (2, 3)


def test_strings():
    bundle = open_bundle(DATA / "every")
    assert bundle.read("text").tolist() == [[b"a", b""], [b"b" * 300, "é".encode()]]
    assert bundle.read("text/scalar")[()] == b"one"


def test_many_names_in_several_blocks():
    bundle = open_bundle(DATA / "many.index")
    assert len(bundle.names) == 300
    for index in range(300):
        value = bundle.read(f"layer_{index // 10}/unit_{index % 10}/weights")
        np.testing.assert_array_equal(value, np.full(index % 3, index, np.int32))


def test_a_tensor_in_parts_has_the_shape_of_the_whole():
    bundle = open_bundle(DATA / "parts")
    assert bundle.names == ["b", "long", "w"]
    assert bundle.shape("w") == (4, 10)
    assert bundle.nbytes("w") == 160


def test_the_description_of_objects_is_kept():
    bundle = open_bundle(DATA / "objects")
    assert bundle.object_graph is not None
    assert b"dense/kernel" in bundle.object_graph
    checkpoint = load(DATA / "objects")
    assert checkpoint.object_graph == bundle.object_graph
    assert sorted(checkpoint.values) == [
        "model/bias/.ATTRIBUTES/VARIABLE_VALUE",
        "model/kernel/.ATTRIBUTES/VARIABLE_VALUE",
        "step/.ATTRIBUTES/VARIABLE_VALUE",
    ]


def write_bundle(prefix, value, *, big_endian=False):
    """A bundle with one tensor, ``x``, of a machine of either byte order, made by hand."""
    stored = value.astype(value.dtype.newbyteorder(">" if big_endian else "<")).tobytes()
    dims = b"".join(bytes_field(2, int_field(1, size)) for size in value.shape)
    entry = (
        int_field(1, as_dtype(value.dtype).enum) + bytes_field(2, dims) + int_field(5, len(stored))
        + varint(6 << 3 | 5) + masked_crc32c(stored).to_bytes(4, "little")
    )  # fmt: skip
    header = int_field(1, 1) + int_field(2, int(big_endian))
    prefix.with_suffix(".index").write_bytes(table([(b"", header), (b"x", entry)]))
    prefix.with_suffix(".data-00000-of-00001").write_bytes(stored)


def test_numbers_of_the_other_byte_order(tmp_path):
    real = np.arange(6, dtype="<f4").reshape(2, 3)
    for value in (real, real.astype("<c16"), real.astype("i1"), real.astype("<u2")):
        write_bundle(tmp_path / "b", value, big_endian=True)
        found = open_bundle(tmp_path / "b").read("x")
        assert found.dtype == value.dtype
        assert found.tolist() == value.tolist()


def test_a_variable_takes_what_was_read_without_a_copy(tmp_path):
    value = np.arange(1 << 18, dtype="<f4")
    write_bundle(tmp_path / "b", value)
    raw = go.raw_ops
    with go.Graph().as_default(), go.Session(config=go.SessionConfig(file_folders=None)) as session:
        handle = raw.VarHandleOp(dtype=go.float32, shape=[value.size])
        (read,) = raw.RestoreV2(
            prefix=str(tmp_path / "b"), tensor_names=["x"], shape_and_slices=[""], dtypes=["float32"]
        )
        assign = raw.AssignVariableOp(resource=handle, value=read)
        tracemalloc.start()
        try:
            session.run(assign)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert value.nbytes < peak < 1.7 * value.nbytes
        fetched = session.run(read)
        fetched += 1  # a result is the caller's
        assert session.run(raw.ReadVariableOp(resource=handle, dtype=go.float32)).tolist() == value.tolist()
        assert open_bundle(tmp_path / "b").read("x").flags.writeable


# -- parts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "checksum"),
    [
        (b"", 0),
        (b"123456789", 0xE3069283),
        (bytes(32), 0x8A9136AA),  # these three are in RFC 3720
        (b"\xff" * 32, 0x62A8AB43),
        (bytes(range(32)), 0x46DD794E),
    ],
)
def test_checksums_of_the_standard(data, checksum):
    assert crc32c(data) == checksum


def slow_crc32c(data):
    state = 0xFFFFFFFF
    for byte in data:
        state ^= byte
        for _ in range(8):
            state = state >> 1 ^ (0x82F63B78 if state & 1 else 0)
    return state ^ 0xFFFFFFFF


@pytest.mark.parametrize("size", [255, 256, 257, 1000, 1023, 1024, 1025, 4099])
def test_long_checksums_equal_a_loop(size):
    data = np.random.default_rng(size).integers(0, 256, size, dtype=np.uint8).tobytes()
    assert crc32c(data) == slow_crc32c(data)
    assert crc32c(data[100:], crc32c(data[:100])) == slow_crc32c(data)


def test_checksums_over_several_chunks():
    data = np.random.default_rng(1).integers(0, 256, 2_500_001, dtype=np.uint8)
    whole = crc32c(data)
    assert whole == crc32c(data[1_500_000:], crc32c(data[:1_500_000]))
    data[2_400_000] ^= 1
    assert crc32c(data) != whole


def test_mask():
    assert mask(0) == 0xA282EAD8
    assert mask(crc32c(b"foo")) != crc32c(b"foo")


@pytest.mark.parametrize(
    ("compressed", "plain"),
    [
        (b"\x00", b""),
        (b"\x03\x08abc", b"abc"),
        (b"\x0a\x00a\x15\x01\x0ca", None),  # cut short
        (b"\x09\x08abc\x09\x03", b"abcabcabc"[:8] + b"c"),  # a copy of 6 that runs into itself, offset 3
        (b"\x08\x00a\x1a\x01\x00", b"a" * 8),  # 7 of offset 1, two-byte form
        (b"\x08\x00a\x1b\x01\x00\x00\x00", b"a" * 8),  # four-byte form
        (b"\x41\xf0\x40" + b"x" * 65, b"x" * 65),  # a literal whose length has a byte of its own
    ],
)
def test_snappy(compressed, plain):
    if plain is None:
        with pytest.raises(ValueError):
            snappy.decompress(compressed)
    else:
        assert snappy.decompress(compressed) == plain


@pytest.mark.parametrize("value", [0, 1, 127, 128, 300, 2**31, 2**63 - 1, 2**64 - 1])
def test_integers_of_any_length(value):
    assert read_varint(varint(value), 0) == (value, len(varint(value)))


def test_negative_integers_are_64_bits():
    assert signed(read_varint(varint(-5), 0)[0]) == -5
    assert list(fields(b"\x08\x96\x01\x12\x02hi")) == [(1, 150), (2, b"hi")]


@pytest.mark.parametrize(
    ("extents", "key"),
    [
        ([(0, None), (3, 5)], b"\x00w\x00\x01\x01\x02\x80\x7f\x83\x85"),
        ([(64, 8100)], b"\x00w\x00\x01\x01\x01\xc0\x40\xdf\xa4"),
        ([(70000, 2**40)], b"\x00w\x00\x01\x01\x01\xe1\x11\x70\xfd\x00\x00\x00\x00\x00"),
    ],
)
def test_keys_of_parts(extents, key):
    assert slice_key(b"w", extents) == key
