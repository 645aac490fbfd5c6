"""Reading untrusted ``.npy`` and ``.npz`` files: no Python objects, and no more memory than the file has bytes.

NumPy's own reader allocates the size in the header before it checks the length of the file, and its parsers raise many
different errors.
"""

from __future__ import annotations

import io
import os
import stat
import struct
import zipfile
from math import prod
from pathlib import Path
from typing import IO, Any, Final

import numpy as np
from numpy.lib import format as npy

from graphops.build.convert import to_array
from graphops.checkpoint.storage import as_bool
from graphops_registry.dtypes import DType
from graphops_registry.errors import DataLossError, InvalidTypeError, shorten

Array = np.ndarray[Any, Any]

# Bytes of all arrays together: a compressed file may expand to a thousand times its size.
LARGEST_ARCHIVE: Final = 4 << 30
_HEADERS: Final = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}
_MOST_DIMS: Final = 64  # of an array of NumPy's
_CHUNK: Final = 1 << 20
_LONGEST_HEADER: Final = 1 << 17  # bytes; NumPy itself reads 10,000 characters


def read_npy(path: str | os.PathLike[str]) -> Array:
    """The array in a ``.npy`` file.

    Raises:
        DataLossError: something else, an array of Python objects or records, fewer or more bytes than its shape says,
            or a bool that is neither 0 nor 1.
        OSError: the file cannot be read.
    """
    if stat.S_ISFIFO(os.stat(path).st_mode):  # opening a pipe would wait for its other end
        raise DataLossError(f"{path} must be a file, got a pipe")
    with Path(path).open("rb") as file:
        return read_array(file, os.fstat(file.fileno()).st_size, str(path))


def as_told(array: Array, dtype: DType, what: str) -> Array:
    """The array in a ``.npy`` file, in the dtype that the caller gives.

    NumPy writes bfloat16 and its like, of which it knows nothing, as raw bytes: these are taken for what they are.

    Raises:
        InvalidTypeError: raw bytes for a dtype that NumPy knows or of another size, or a dtype that does not fit.
        InvalidArgumentError: an integer that does not fit.
    """
    if array.dtype.kind != "V":
        return to_array(array, dtype, what, feed=True)
    wanted = dtype.numpy_dtype
    if wanted.isbuiltin != 2 or wanted.itemsize != array.dtype.itemsize:  # 2: a type that another library adds
        rule = f"hold elements of {dtype.name}"
        raise InvalidTypeError(f"{what} must {rule}, got raw bytes, {array.dtype.itemsize} for each")
    return array.view(wanted)


def read_npz(path: str | os.PathLike[str], largest: int = LARGEST_ARCHIVE) -> dict[str, Array]:
    """The arrays in a ``.npz`` file by name.

    Args:
        largest: bytes that they may have together.

    Raises:
        DataLossError: as :func:`read_npy`; no such archive, or a larger one.
        OSError: the file cannot be read.
    """
    with Path(path).open("rb") as file:
        return _archive(file, largest, f"'{path}'")


def npy_in(data: bytes, what: str) -> Array:
    """The array that the content of a ``.npy`` file holds; errors as :func:`read_npy`."""
    return read_array(io.BytesIO(data), len(data), what)


def npz_in(data: bytes, what: str, largest: int = LARGEST_ARCHIVE) -> dict[str, Array]:
    """The arrays that the content of a ``.npz`` file holds; errors as :func:`read_npz`."""
    return _archive(io.BytesIO(data), largest, what)


def _archive(file: IO[bytes], largest: int, what: str) -> dict[str, Array]:
    found: dict[str, Array] = {}
    try:
        with zipfile.ZipFile(file) as archive:
            members = archive.infolist()
            size = sum(member.file_size for member in members)
            if size > largest:
                raise DataLossError(f"the arrays in {what} must have at most {largest:,} bytes, got {size:,}")
            for member in members:
                with archive.open(member) as part:
                    name = member.filename.removesuffix(".npy")
                    found[name] = read_array(part, member.file_size, f"{what}, {shorten(name)}")
    except (OSError, DataLossError):
        raise
    except Exception as reason:  # of zipfile, of the decompressors behind it, of text that is none
        raise DataLossError(f"{what} must be an archive of arrays, got {shorten(reason)}") from None
    return found


class ArchiveOnDisk:
    """A ``.npz`` file whose arrays are read one by one: those that are not compressed are views of its content.

    Args:
        path: the file.
        content: all its bytes: a mapping that nothing writes to.

    Raises:
        DataLossError: no such archive.
    """

    def __init__(self, path: str | os.PathLike[str], content: Any) -> None:
        self._path, self._content = path, content
        self._kept: dict[str, Array] = {}  # decompressed
        try:
            self._archive = zipfile.ZipFile(path)
            self.names = {each.filename.removesuffix(".npy"): each for each in self._archive.infolist()}
        except OSError:
            raise
        except Exception as reason:
            raise DataLossError(f"'{path}' must be an archive of arrays, got {shorten(reason)}") from None

    def array(self, name: str) -> Array | None:
        """The array of that name; ``None`` if there is none.

        Raises:
            DataLossError: as :func:`read_npy`; a damaged archive.
        """
        member = self.names.get(name)
        if member is None:
            return None
        what = f"{self._path}, {shorten(name)}"
        if member.file_size > LARGEST_ARCHIVE:
            raise DataLossError(f"{what} must have at most {LARGEST_ARCHIVE:,} bytes, got {member.file_size:,}")
        try:
            if member.compress_type != zipfile.ZIP_STORED:
                return self._decompressed(member, what)
            return self._view(member, what)
        except (OSError, DataLossError):
            raise
        except Exception as reason:  # of zipfile, of the decompressors behind it, of text that is none
            raise DataLossError(f"'{self._path}' must be an archive of arrays, got {shorten(reason)}") from None

    def _decompressed(self, member: zipfile.ZipInfo, what: str) -> Array:
        """Kept, because a page may name one array many times."""
        if member.filename not in self._kept:
            size = member.file_size + sum(array.nbytes for array in self._kept.values())
            if size > LARGEST_ARCHIVE:
                raise DataLossError(
                    f"{what} must have at most {LARGEST_ARCHIVE:,} bytes with those before, got {size:,}"
                )
            with self._archive.open(member) as part:
                self._kept[member.filename] = read_array(part, member.file_size, what)
        return self._kept[member.filename]

    def _view(self, member: zipfile.ZipInfo, what: str) -> Array:
        head = self._content[member.header_offset : member.header_offset + 30]  # of the member, before its bytes
        signature, names, extra = struct.unpack("<4s22xHH", head)
        start = member.header_offset + 30 + names + extra
        if signature != b"PK\3\4" or start + member.file_size > len(self._content):
            raise DataLossError(f"{what} must lie within its archive")
        header = io.BytesIO(self._content[start : start + min(member.file_size, _LONGEST_HEADER)])
        shape, by_columns, dtype, at = _header(header, member.file_size, what)
        count = prod(shape)
        found = np.frombuffer(self._content, dtype, count, start + at) if count else np.empty(0, dtype)
        if dtype.kind == "b":
            as_bool(found.view(np.uint8))
        return _shaped(found, shape, by_columns, what)


def read_array(file: IO[bytes], size: int, what: str) -> Array:
    """The array in ``file``, which has ``size`` bytes and is called ``what`` in errors.

    Raises:
        DataLossError: as :func:`read_npy`.
    """
    shape, by_columns, dtype, at = _header(file, size, what)
    wanted = size - at
    data = bytearray()  # grows with the data: the size that an archive states may be wrong
    while len(data) < wanted:
        chunk = file.read(min(_CHUNK, wanted - len(data)))
        if not chunk:
            raise DataLossError(f"{what} must have {wanted:,} bytes, but ends after {len(data):,}")
        data += chunk
    if dtype.kind == "b":
        as_bool(np.frombuffer(data, np.uint8))
    return _shaped(np.frombuffer(data, dtype), shape, by_columns, what)


def _header(file: IO[bytes], size: int, what: str) -> tuple[tuple[int, ...], bool, np.dtype[Any], int]:
    """Shape, order, dtype of an array of ``size`` bytes, and where its elements begin."""
    try:
        version = npy.read_magic(file)
        shape, by_columns, dtype = _HEADERS[version](file)
        at = file.tell()
    except Exception as reason:  # of Python's parser, its tokenizer, NumPy's dtypes
        raise DataLossError(f"{what} must be an array of NumPy's, got {shorten(reason)}") from None
    if dtype.hasobject or dtype.fields is not None or dtype.subdtype is not None or not dtype.itemsize:
        raise DataLossError(f"{what} must hold numbers or texts, got dtype {shorten(dtype)}")
    if len(shape) > _MOST_DIMS or any(isinstance(length, bool) or length < 0 for length in shape):
        raise DataLossError(f"{what} must have up to {_MOST_DIMS} sizes of 0 or more, got {shorten(shape)}")
    wanted = prod(shape) * dtype.itemsize
    if wanted != size - at:
        rule = f"have {wanted:,} bytes for {dtype}{shorten(shape)}"
        raise DataLossError(f"{what} must {rule}, got {size - at:,}")
    return shape, by_columns, dtype, at


def _shaped(flat: Array, shape: tuple[int, ...], by_columns: bool, what: str) -> Array:
    try:
        return flat.reshape(shape, order="F" if by_columns else "C")
    except ValueError as reason:  # beside a size of 0 there may be any others, but not for NumPy
        raise DataLossError(
            f"{what} must have a shape that an array can have, got {shorten(shape)} ({reason})"
        ) from None
