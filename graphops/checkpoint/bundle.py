"""Reading TensorFlow's V2 checkpoints ("tensor bundles") without TensorFlow.

A bundle with the prefix ``p`` is ``p.index``, a sorted table that says for each tensor its dtype, its shape and where
its bytes are, and data files ``p.data-00000-of-00002``, whose names are computed and never read from a file.
"""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from graphops.checkpoint.crc32c import crc32c, mask
from graphops.checkpoint.slices import Extent, parse_slice, resolve, slice_key
from graphops.checkpoint.storage import as_bool
from graphops.checkpoint.table import read_table
from graphops.checkpoint.wire import as_bytes, as_int, fields, read_varint, signed
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.errors import DataLossError, GraphopsError, InvalidArgumentError, NotFoundError, nearest

OBJECT_GRAPH: Final = "_CHECKPOINTABLE_OBJECT_GRAPH"
# Tensors of up to this many bytes are checked against their checksum by default (0.2 s for this many).
CHECK_UP_TO: Final = 64 << 20
_VERSION: Final = 1
_MOST_SHARDS: Final = 100_000
_MOST_DIMS: Final = 254


@dataclass(frozen=True, slots=True)
class Entry:
    """What the index says of a tensor, or of a part of one.

    Attributes:
        dtype: its dtype.
        shape: its shape.
        shard: which data file.
        offset, size: its bytes there.
        checksum: masked CRC-32C of them.
        slices: the parts of a partitioned variable, which have entries of their own; else empty.
    """

    dtype: DType
    shape: tuple[int, ...]
    shard: int
    offset: int
    size: int
    checksum: int
    slices: tuple[tuple[Extent, ...], ...]


class Bundle:
    """An open bundle. Only the index is in memory; each ``read`` opens the data file that it needs.

    Attributes:
        prefix: the path without ``.index``.
    """

    def __init__(self, prefix: str, shards: int, big_endian: bool, entries: dict[bytes, Entry]) -> None:
        self.prefix = prefix
        self._shards = shards
        self._big_endian = big_endian
        self._entries = entries
        self._keys = {_text(key): key for key in entries if not key.startswith(b"\x00")}

    @property
    def names(self) -> list[str]:
        """Of all tensors, sorted."""
        return sorted(self._keys)

    def __contains__(self, name: object) -> bool:
        return name in self._keys

    def dtype(self, name: str) -> DType:
        """The dtype of a tensor.

        Raises:
            NotFoundError: no such tensor.
        """
        return self._entry(name).dtype

    def shape(self, name: str) -> tuple[int, ...]:
        """The shape of a tensor; of the whole if it is stored in parts.

        Raises:
            NotFoundError: no such tensor.
        """
        return self._entry(name).shape

    def nbytes(self, name: str) -> int:
        """The bytes that a tensor takes in the files.

        Raises:
            NotFoundError: no such tensor.
        """
        entry = self._entry(name)
        parts = [self._part(name, extents) for extents in entry.slices]
        return sum(part.size for part in parts) if parts else entry.size

    @property
    def object_graph(self) -> bytes | None:
        """The serialised description of Python objects that TensorFlow 2 adds to its checkpoints, as it is."""
        if OBJECT_GRAPH not in self:
            return None
        content: Any = self.read(OBJECT_GRAPH)
        if content.shape != () or not isinstance(content[()], bytes):
            raise DataLossError(f"{OBJECT_GRAPH} must be one string, got {content.dtype}{content.shape}")
        return bytes(content[()])

    def read(self, name: str, *, verify: bool | None = None) -> np.ndarray[Any, Any]:
        """The value of a tensor as an array of one's own; strings are an object array of bytes.

        Args:
            verify: whether to compare the checksum; by default for up to 64 MiB.

        Raises:
            NotFoundError: no such tensor, or its data file is missing.
            DataLossError: the bytes are cut short or changed.
            InvalidArgumentError: a tensor of handles.
        """
        entry = self._entry(name)
        try:
            return self._read_parts(name, entry, verify) if entry.slices else self._read(entry, verify)
        except GraphopsError as error:
            error.add_note(f"while reading tensor '{name}' of {self.prefix}")
            raise

    def place(self, name: str) -> tuple[str, int, int] | None:
        """Where a tensor of numbers is: its data file, and the offset and number of its bytes there, little-endian.

        Returns:
            ``None`` for one that is stored in parts or in another way.

        Raises:
            NotFoundError: no such tensor.
        """
        entry = self._entry(name)
        if entry.slices or entry.dtype.is_host_only or (self._big_endian and entry.dtype.numpy_dtype.itemsize > 1):
            return None
        return self._data_file(entry), entry.offset, entry.size

    def __repr__(self) -> str:
        return f"<graphops.checkpoint.Bundle {self.prefix!r} of {len(self._keys)} tensors>"

    def _entry(self, name: str) -> Entry:
        key = self._keys.get(name)
        if key is None:
            near = nearest(name, self._keys) if len(self._keys) < 10_000 else ""
            raise NotFoundError(f"tensor '{name}' must be in {self.prefix}, got no such name{near}")
        return self._entries[key]

    def _part(self, name: str, extents: tuple[Extent, ...]) -> Entry:
        part = self._entries.get(slice_key(self._keys[name], extents))
        if part is None:
            raise DataLossError(f"each part of tensor '{name}' must have an entry, got none for {extents}")
        return part

    def _read_parts(self, name: str, entry: Entry, verify: bool | None) -> np.ndarray[Any, Any]:
        parts = [(resolve(extents, entry.shape), self._part(name, extents)) for extents in entry.slices]
        for where, part in parts:
            wanted = tuple(p.stop - p.start for p in where)
            if part.slices or part.dtype is not entry.dtype or part.shape != wanted:
                raise DataLossError(f"a part must have {entry.dtype.name}{wanted}, got {part.dtype.name}{part.shape}")
        elements = sum(math.prod(part.shape) for _, part in parts)
        if elements != math.prod(entry.shape):  # so a small file cannot cause a large allocation
            raise DataLossError(f"the parts must have the {math.prod(entry.shape)} elements of the whole, "
                                f"got {elements}")  # fmt: skip
        values = [(where, self._read(part, verify)) for where, part in parts]
        result = np.empty(entry.shape, entry.dtype.numpy_dtype)
        covered = np.zeros(entry.shape, bool)
        for where, value in values:
            result[where] = value
            covered[where] = True
        if not covered.all():
            raise DataLossError("the parts must cover the whole, got some that overlap")
        return result

    def _read(self, entry: Entry, verify: bool | None) -> np.ndarray[Any, Any]:
        check = entry.size <= CHECK_UP_TO if verify is None else verify
        if entry.dtype.name == "string":
            return _strings(self._bytes(entry), math.prod(entry.shape), entry, check)
        if entry.dtype.is_host_only:
            raise InvalidArgumentError(f"a tensor must have values to be read, got dtype {entry.dtype.name}")
        dtype = entry.dtype.numpy_dtype
        turned = self._big_endian and dtype.itemsize > 1
        # An array that is no view of another can become the value of a variable as it is.
        whole = self._filled(entry, entry.shape, dtype) if not (turned or entry.dtype.is_bool) else self._bytes(entry)
        data = whole.reshape(-1).view(np.uint8)
        if check:
            _compare(mask(crc32c(data)), entry.checksum)
        if turned:
            width = dtype.itemsize // 2 if entry.dtype.is_complex else dtype.itemsize
            return np.ascontiguousarray(data.reshape(-1, width)[:, ::-1]).reshape(-1).view(dtype).reshape(entry.shape)
        return as_bool(data).reshape(entry.shape) if entry.dtype.is_bool else whole

    def _data_file(self, entry: Entry) -> str:
        return f"{self.prefix}.data-{entry.shard:05d}-of-{self._shards:05d}"

    def _bytes(self, entry: Entry) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """The bytes of an entry."""
        return self._filled(entry, (entry.size,), np.dtype(np.uint8))

    def _filled(self, entry: Entry, shape: tuple[int, ...], dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
        """A new array with the bytes of an entry; it is allocated when the file is known to have them."""
        path = self._data_file(entry)
        try:
            with open(path, "rb") as file:
                have = os.fstat(file.fileno()).st_size
                if entry.offset + entry.size > have:
                    rule = f"lie within the {have} bytes of {path}"
                    raise DataLossError(f"a tensor must {rule}, got {entry.size} at {entry.offset}")
                file.seek(entry.offset)
                found = np.empty(shape, dtype)
                count = file.readinto(found.reshape(-1).view(np.uint8).data)
        except OSError as error:
            raise NotFoundError(f"the data file of a bundle must be readable, got {error}") from error
        if count != entry.size:
            raise DataLossError(f"{path} must have {entry.size} bytes at {entry.offset}, got {count}")
        return found


def open_bundle(prefix: str | os.PathLike[str]) -> Bundle:
    """Open the bundle whose index is ``prefix`` + ``.index``.

    Memory: at most 64 times the size of the index file; no data file is opened.

    Raises:
        NotFoundError: no such file.
        DataLossError: no index of a bundle, cut short, or changed.
        InvalidArgumentError: written for readers of a later version.
    """
    name = os.fspath(prefix)
    name = name.removesuffix(".index")
    try:
        data = Path(f"{name}.index").read_bytes()
    except OSError as error:
        raise NotFoundError(f"the index file of a bundle must be readable, got {error}") from error
    try:
        pairs = read_table(data)
        header = pairs.pop(b"", None)
        if header is None:
            raise DataLossError("the index of a bundle must have a header, got none")
        shards, big_endian = _header(header)
        entries = {key: _entry(value, shards) for key, value in pairs.items()}
    except GraphopsError as error:
        error.add_note(f"while reading {name}.index")
        raise
    return Bundle(name, shards, big_endian, entries)


def _header(message: bytes) -> tuple[int, bool]:
    """The number of data files, and whether numbers in them are big-endian."""
    shards = endianness = oldest = 0
    for number, value in fields(message):
        if number == 1:
            shards = as_int(value)
        elif number == 2:
            endianness = as_int(value)
        elif number == 3:
            oldest = max([0, *(as_int(v) for n, v in fields(as_bytes(value)) if n == 2)])
    if not 0 < shards < _MOST_SHARDS:
        raise DataLossError(f"a bundle must have 1 to {_MOST_SHARDS - 1} data files, got {shards}")
    if endianness not in (0, 1):
        raise DataLossError(f"the byte order of a bundle must be 0 or 1, got {endianness}")
    if oldest > _VERSION:
        raise InvalidArgumentError(f"a bundle must be readable by version {_VERSION}, got one for {oldest} or later")
    return shards, endianness == 1


def _entry(message: bytes, shards: int) -> Entry:
    """An entry of the index, checked as far as it can be without the data file."""
    kind = shard = offset = size = checksum = 0
    shape: tuple[int, ...] = ()
    slices: list[tuple[Extent, ...]] = []
    for number, value in fields(message):
        if number == 1:
            kind = as_int(value)
        elif number == 2:
            shape = _shape(as_bytes(value))
        elif number == 3:
            shard = as_int(value)
        elif number == 4:
            offset = as_int(value)
        elif number == 5:
            size = as_int(value)
        elif number == 6:
            checksum = as_int(value)
        elif number == 7:
            slices.append(parse_slice(as_bytes(value)))
    dtype = as_dtype(kind)
    if dtype.is_ref:
        raise DataLossError(f"a tensor in a bundle must have no ref type, got {dtype.name}")
    if shard >= shards:
        raise DataLossError(f"a tensor must be in one of the {shards} data files, got number {shard}")
    wanted = math.prod(shape) * dtype.size
    if not slices and not dtype.is_host_only and size != wanted:
        raise DataLossError(f"a tensor of {dtype.name}{shape} must have {wanted} bytes, got {size}")
    return Entry(dtype, shape, shard, offset, size, checksum, tuple(slices))


def _shape(message: bytes) -> tuple[int, ...]:
    dims: list[int] = []
    for number, value in fields(message):
        if number == 2:
            dims.append(max([0, *(as_int(v) for n, v in fields(as_bytes(value)) if n == 1)]))
        elif number == 3 and value:
            raise DataLossError("the shape of a tensor in a bundle must be known, got an unknown rank")
    if len(dims) > _MOST_DIMS or any(signed(dim) < 0 for dim in dims) or math.prod(dims) >= 1 << 63:
        raise DataLossError(f"a shape must have up to {_MOST_DIMS} dimensions of 0 or more that fit into memory, "
                            f"got {dims[:8]}")  # fmt: skip
    return tuple(dims)


def _strings(data: np.ndarray[Any, Any], count: int, entry: Entry, check: bool) -> np.ndarray[Any, Any]:
    """``count`` strings: their lengths as varints, a checksum of the lengths, then the bytes of all."""
    raw = data.tobytes()
    if count > len(raw):
        raise DataLossError(f"{count} strings must take {count} bytes or more, got {len(raw)}")
    at = 0
    lengths = []
    for _ in range(count):
        length, at = read_varint(raw, at)
        lengths.append(length)
    start = at + 4
    if start + sum(lengths) != len(raw):
        raise DataLossError(f"the strings must fill their {len(raw)} bytes, got {start + sum(lengths)}")
    if check:  # lengths are checked as the numbers that they are, 4 bytes each or 8 if they do not fit
        widths = b"".join(length.to_bytes(4 if length < 1 << 32 else 8, "little") for length in lengths)
        crc = crc32c(widths)
        _compare(mask(crc), int.from_bytes(raw[at:start], "little"))
        _compare(mask(crc32c(raw[at:], crc)), entry.checksum)
    values = np.empty(count, object)
    at = start
    for index, length in enumerate(lengths):
        values[index] = raw[at : at + length]
        at += length
    return values.reshape(entry.shape)


def _compare(actual: int, stored: int) -> None:
    if actual != stored:
        raise DataLossError(f"the bytes of a tensor must have checksum {stored:#010x}, got {actual:#010x}")


def _text(key: bytes) -> str:
    return key.decode("utf-8", "surrogateescape")


__all__ = ["CHECK_UP_TO", "OBJECT_GRAPH", "Bundle", "Entry", "open_bundle"]
