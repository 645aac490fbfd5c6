"""Reading and writing safetensors files, in NumPy alone.

A file is the length of its header (8 bytes, little-endian), the header (JSON: for each tensor ``dtype``, ``shape`` and
``data_offsets``, and strings by name in ``__metadata__``), and the bytes of all tensors, without holes. You cannot
trust a header: nothing is allocated before the file is known to be large enough.
"""

from __future__ import annotations

import json
import math
import os
import weakref
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from io import FileIO
from typing import Any, BinaryIO, Final, NoReturn

import numpy as np

from graphops.checkpoint.atomic import write_atomically
from graphops.checkpoint.storage import (
    FOREIGN,
    NATIVE,
    decode,
    encode,
    stored_as,
    stored_numpy,
    stored_shape,
)
from graphops_registry.dtypes import DType, as_dtype
from graphops_registry.errors import (
    DataLossError,
    GraphopsError,
    InvalidArgumentError,
    NotFoundError,
    UnimplementedError,
    nearest,
    shorten,
)
from graphops_registry.locks import new_lock

Array = np.ndarray[Any, Any]

DTYPES_KEY: Final = "graphops.dtypes"  # JSON: name -> dtype, or [dtype, shape] for strings
CHECKSUMS_KEY: Final = "graphops.crc32"  # JSON: name -> CRC-32 of the stored bytes
_METADATA: Final = "__metadata__"
_MOST_HEADER: Final = 100_000_000  # the format's own limit
_MOST_DIMS: Final = 64  # NumPy's limit
_ALIGNMENT: Final = 8  # of the first tensor's bytes


@dataclass(frozen=True, slots=True)
class Entry:
    """A tensor in a file.

    Attributes:
        tag: the dtype by the file's name.
        dtype: ours; ``None`` for one that graphops does not have.
        shape: of the value.
        stored: the shape in the file.
        start, size: its bytes, counted from the end of the header.
        checksum: CRC-32 of them if the file says it.
    """

    tag: str
    dtype: DType | None
    shape: tuple[int, ...]
    stored: tuple[int, ...]
    start: int
    size: int
    checksum: int | None


class SafetensorsFile:
    """An open file. Tensors are read when you access them, from the file that was opened, even if it was replaced.

    Attributes:
        path: as it was given.
        entries: by name, in the order of the header.
        metadata: all of it.
    """

    def __init__(self, path: str, file: FileIO) -> None:
        self.path = path
        self._file = file
        self._lock = new_lock()
        self.close = weakref.finalize(self, file.close)
        size = os.fstat(file.fileno()).st_size
        header, self._data = _read_header(file, size)
        self.entries, self.metadata = _parse(header, size - self._data)

    def read(self, name: str) -> Array:
        """The value of a tensor, an array of one's own.

        Raises:
            NotFoundError: no such tensor.
            UnimplementedError: a dtype that graphops does not have.
            DataLossError: bytes that are missing or changed.
        """
        entry = self.entries.get(name)
        if entry is None:
            near = nearest(name, self.entries) if len(self.entries) < 10_000 else ""
            raise NotFoundError(f"tensor '{name}' must be in {self.path}, got no such name{near}")
        try:
            if entry.dtype is None:
                raise UnimplementedError(f"a tensor must have a dtype of TensorFlow's to be read, got {entry.tag}")
            raw = self._bytes(entry)
            if entry.checksum is not None and zlib.crc32(raw.data) != entry.checksum:
                rule = f"have checksum {entry.checksum:#010x}"
                raise DataLossError(f"the bytes of a tensor must {rule}, got {zlib.crc32(raw.data):#010x}")
            stored = raw.view(stored_numpy(entry.tag) if entry.tag != "BOOL" else np.uint8).reshape(entry.stored)
            return decode(stored, entry.dtype, entry.shape)
        except GraphopsError as error:
            error.add_note(f"while reading tensor '{name}' of {self.path}")
            raise

    def _bytes(self, entry: Entry) -> np.ndarray[Any, np.dtype[np.uint8]]:
        data = np.empty(entry.size, np.uint8)
        view = data.data
        with self._lock:
            self._file.seek(self._data + entry.start)
            done = 0
            while done < entry.size:
                count = self._file.readinto(view[done:])
                if not count:
                    raise DataLossError(f"a tensor must have {entry.size} bytes, but the file ends after {done}")
                done += count
        return data


def open_safetensors(path: str | os.PathLike[str]) -> SafetensorsFile:
    """Open a file and check its header.

    Raises:
        NotFoundError: no such file.
        DataLossError: no such format, cut short, or a header that contradicts itself or the file.
    """
    name = os.fspath(path)
    try:
        file = FileIO(name, "rb")  # closed with the object
    except OSError as error:
        raise NotFoundError(f"a checkpoint must be a readable file, got {error}") from error
    try:
        return SafetensorsFile(name, file)
    except GraphopsError as error:
        error.add_note(f"while reading {name}")
        file.close()
        raise
    except BaseException:
        file.close()
        raise


def write_safetensors(
    path: str | os.PathLike[str], values: Mapping[str, Array], dtypes: Mapping[str, DType], metadata: Mapping[str, str]
) -> None:
    """Write a file, atomically. Memory: a copy of the largest value that is not C-contiguous or stored as it is.

    Args:
        values: arrays on the host, by name.
        dtypes: of each value.

    Raises:
        InvalidTypeError: a dtype without values.
        InvalidArgumentError: a name that the format reserves.
        NotFoundError: the folder is missing, or not to be written to.
    """
    # Large elements first: with a header of a multiple of 8 bytes, all of them are aligned.
    names = sorted(values, key=lambda name: (-stored_numpy(stored_as(dtypes[name])).itemsize, name))
    header: dict[str, Any] = {_METADATA: {}}
    special: dict[str, Any] = {}
    checksums: dict[str, int] = {}
    at = 0
    for name in names:
        _check_name(name)
        dtype = dtypes[name]
        stored = encode(values[name], dtype)
        tag = stored_as(dtype)
        header[name] = {"dtype": tag, "shape": list(stored.shape), "data_offsets": [at, at + stored.nbytes]}
        if NATIVE[tag] != dtype.name:
            shape = list(values[name].shape)
            special[name] = [dtype.name, shape] if dtype.name == "string" else dtype.name
        checksums[name] = zlib.crc32(_buffer(stored))
        at += stored.nbytes
    wrong = next((text for pair in metadata.items() for text in pair if not _is_unicode(text)), None)
    if wrong is not None:
        raise InvalidArgumentError(f"metadata of a checkpoint must be UTF-8, got {shorten(ascii(wrong))}")
    header[_METADATA] = {**metadata, CHECKSUMS_KEY: json.dumps(checksums)}
    if special:
        header[_METADATA][DTYPES_KEY] = json.dumps(special)
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % _ALIGNMENT)
    if len(text) > _MOST_HEADER:
        raise InvalidArgumentError(f"the header of a checkpoint must have up to {_MOST_HEADER} bytes, got {len(text)}")

    def write(file: BinaryIO) -> None:
        file.write(len(text).to_bytes(8, "little"))
        file.write(text)
        for name in names:
            file.write(_buffer(encode(values[name], dtypes[name])))

    write_atomically(path, write)


def _check_name(name: str) -> None:
    if name == _METADATA:
        raise InvalidArgumentError(f"the name of a value must not be '{_METADATA}', which the format reserves")
    if not _is_unicode(name):
        raise InvalidArgumentError(f"the name of a value must be UTF-8, got {name!r}")


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _buffer(stored: Array) -> memoryview:
    return stored.reshape(-1).view(np.uint8).data


def _read_header(file: FileIO, size: int) -> tuple[bytes, int]:
    """The header's text and where the tensors start."""
    start = file.read(8)
    if len(start) < 8:
        raise DataLossError(f"a checkpoint must have 8 bytes or more, got {size}")
    length = int.from_bytes(start, "little")
    if length > min(_MOST_HEADER, size - 8):
        raise DataLossError(f"the header must lie within the file's {size} bytes and {_MOST_HEADER}, got {length}")
    text = file.read(length)
    if len(text) != length or not text.startswith(b"{"):
        raise DataLossError(f"the header must be {length} bytes that start with '{{', got {shorten(text[:40])}")
    return text, 8 + length


def _parse(text: bytes, room: int) -> tuple[dict[str, Entry], dict[str, str]]:
    header = _json(text, "the header")
    metadata = header.pop(_METADATA, {})
    if not isinstance(metadata, dict) or not all(isinstance(value, str) for value in metadata.values()):
        raise DataLossError(f"{_METADATA} must have strings by name, got {shorten(metadata)}")
    for name in (*header, *metadata, *metadata.values()):
        if not _is_unicode(name):  # half of a surrogate pair, which JSON can spell
            raise DataLossError(f"names and metadata must be UTF-8, got {shorten(ascii(name))}")
    special = _json(metadata[DTYPES_KEY].encode(), DTYPES_KEY) if DTYPES_KEY in metadata else {}
    checksums = _json(metadata[CHECKSUMS_KEY].encode(), CHECKSUMS_KEY) if CHECKSUMS_KEY in metadata else {}
    entries = {}
    for name, value in header.items():
        try:
            entries[name] = _entry(value, special.get(name), checksums.get(name))
        except GraphopsError as error:
            error.add_note(f"in the header's entry '{shorten(name)}'")
            raise
    end = 0
    for name, entry in sorted(entries.items(), key=lambda item: (item[1].start, item[1].size)):
        if entry.start != end:
            raise DataLossError(f"tensors must follow each other without holes, but '{shorten(name)}' starts at "
                                f"{entry.start} instead of {end}")  # fmt: skip
        end += entry.size
    if end != room:
        raise DataLossError(f"tensors must fill the {room} bytes after the header, got {end}")
    return entries, metadata


def _entry(value: object, special: object, checksum: object) -> Entry:
    if not isinstance(value, dict) or value.keys() != {"dtype", "shape", "data_offsets"}:
        raise DataLossError(f"an entry must have dtype, shape and data_offsets, got {shorten(value)}")
    tag, stored, offsets = value["dtype"], _sizes(value["shape"], _MOST_DIMS), _sizes(value["data_offsets"], 2)
    if not isinstance(tag, str) or (tag not in NATIVE and tag not in FOREIGN):
        raise DataLossError(f"dtype must be one of {', '.join([*NATIVE, *FOREIGN])}, got {shorten(tag)}")
    if len(offsets) != 2 or offsets[0] > offsets[1]:
        raise DataLossError(f"data_offsets must be a start and an end, got {offsets}")
    bits = FOREIGN[tag] if tag in FOREIGN else 8 * stored_numpy(tag).itemsize
    size = offsets[1] - offsets[0]
    if math.prod(stored) * bits != 8 * size:
        raise DataLossError(f"{tag} of shape {stored} must have {math.prod(stored) * bits} bits, got {8 * size}")
    if checksum is not None and not _is_size(checksum):
        raise DataLossError(f"a checksum must be an integer, got {shorten(checksum)}")
    crc = checksum if isinstance(checksum, int) else None
    if tag in FOREIGN:
        return Entry(tag, None, stored, stored, offsets[0], size, crc)
    dtype, shape = _special(special, tag, stored)
    return Entry(tag, dtype, shape, stored, offsets[0], size, crc)


def _special(special: object, tag: str, stored: tuple[int, ...]) -> tuple[DType, tuple[int, ...]]:
    """The dtype and shape of a value, from what the metadata say of it."""
    if special is None:
        return as_dtype(NATIVE[tag]), stored
    shape = stored
    if isinstance(special, list) and len(special) == 2 and special[0] == "string":
        special, shape = "string", _sizes(special[1], _MOST_DIMS)
        if len(stored) != 1 or 8 * math.prod(shape) > stored[0]:
            raise DataLossError(f"strings of shape {shape} must have 8 bytes or more each, got {stored}")
    if not isinstance(special, str) or (special == "string" and len(stored) != 1):
        raise DataLossError(f"{DTYPES_KEY} must give a dtype, or that of strings and a shape, got {shorten(special)}")
    dtype = as_dtype(special)
    if special == "complex128" and stored[-1:] == (2,):
        shape = stored[:-1]
    if stored_as(dtype) != tag or stored_shape(dtype, shape) not in (None, stored):
        raise DataLossError(f"a value of {dtype.name} must be stored as {stored_as(dtype)}, got {tag}{stored}")
    return dtype, shape


def _sizes(value: object, most: int) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) > most or not all(_is_size(item) for item in value):
        raise DataLossError(f"shape and offsets must be up to {most} integers of 0 or more, got {shorten(value)}")
    return tuple(value)


def _is_size(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 63


def _json(text: bytes, what: str) -> dict[str, Any]:
    """A JSON object, in which every name is there once."""
    try:
        value = json.loads(text.decode("utf-8"), object_pairs_hook=_unique, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        if isinstance(error, DataLossError):
            raise
        raise DataLossError(f"{what} must be JSON in UTF-8, got {shorten(error)}") from None
    if not isinstance(value, dict):
        raise DataLossError(f"{what} must be a JSON object, got {shorten(value)}")
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        double = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise DataLossError(f"a name must be there once, got '{shorten(double)}' twice")
    return found


def _no_constant(text: str) -> NoReturn:
    raise DataLossError(f"numbers must be finite, got {text}")
