"""Reading untrusted ``.npy`` and ``.npz`` files: no Python objects, and no more memory than the file has bytes.

NumPy's own reader allocates the size in the header before it checks the length of the file, and its parsers raise many
different errors.
"""

from __future__ import annotations

import io
import os
import stat
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
        return _read(file, os.fstat(file.fileno()).st_size, str(path))


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
    return _read(io.BytesIO(data), len(data), what)


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
                    found[name] = _read(part, member.file_size, f"{what}, {shorten(name)}")
    except (OSError, DataLossError):
        raise
    except Exception as reason:  # of zipfile, of the decompressors behind it, of text that is none
        raise DataLossError(f"{what} must be an archive of arrays, got {shorten(reason)}") from None
    return found


def _read(file: IO[bytes], size: int, what: str) -> Array:
    """The array in ``file``, which has ``size`` bytes."""
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
    data = bytearray()  # grows with the data: the size that an archive states may be wrong
    while len(data) < wanted:
        chunk = file.read(min(_CHUNK, wanted - len(data)))
        if not chunk:
            raise DataLossError(f"{what} must have {wanted:,} bytes, but ends after {len(data):,}")
        data += chunk
    if dtype.kind == "b":
        as_bool(np.frombuffer(data, np.uint8))
    try:
        return np.frombuffer(data, dtype).reshape(shape, order="F" if by_columns else "C")
    except ValueError as reason:  # beside a size of 0 there may be any others, but not for NumPy
        raise DataLossError(
            f"{what} must have a shape that an array can have, got {shorten(shape)} ({reason})"
        ) from None
