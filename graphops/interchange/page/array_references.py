"""Arrays that a page keeps in files beside it: read from a file of the page's folder, memory-mapped where possible.

A reference is an object of the page:

* ``{"file": "x.npy"}``: a NumPy file; with a ``dtype`` where the file cannot say it;
* ``{"file": "weights.npz", "member": "conv/kernel"}``: an array of a NumPy archive;
* ``{"file": "model.pb", "offset": 4711, "dtype": "float", "shape": [3, 3]}``: bytes of any file, little-endian, row by
  row.

``crc32`` beside these is that of the array's bytes; an array with another one is refused.
"""

from __future__ import annotations

import math
import os
import stat
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any, Final

import numpy as np

from graphops.build.convert import to_array
from graphops.checkpoint.storage import as_bool
from graphops.interchange.array_files import ArchiveOnDisk, as_told, read_npy
from graphops.interchange.page.mapped_files import MappedFile, lock, mapped
from graphops_registry.dtypes import DType
from graphops_registry.errors import (
    DataLossError,
    InvalidArgumentError,
    InvalidTypeError,
    NotFoundError,
    PermissionDeniedError,
    shorten,
)

HostArray = np.ndarray[Any, Any]
KEYS: Final = frozenset({"member", "offset", "crc32"})  # beside "file", "dtype" and "shape"
MOST_FILE_BYTES: Final = 1 << 30  # of a .npy file; of other files only the array counts


_shapes_only: ContextVar[bool] = ContextVar("shapes_only", default=False)


@contextmanager
def shapes_only() -> Iterator[None]:
    """Within it, a reference to floats in a mapped file gives zeros of their shape, once the file is checked.

    Whoever builds a page to learn dtypes and shapes need not copy its weights: floats decide neither.
    """
    token = _shapes_only.set(True)
    try:
        yield
    finally:
        _shapes_only.reset(token)


def referenced_array(value: Mapping[str, Any], dtype: DType | None, what: str, folder: Path | None) -> HostArray:
    """The array that a reference means; its shape is not compared with the reference's.

    Args:
        value: with the key ``file``.
        dtype: what the reference or its place says; ``None`` for what the file says.
        folder: the page's; ``None`` for a page that is in none.

    Raises:
        InvalidTypeError: no reference, or a dtype that the file does not have.
        NotFoundError: no such file, or no such array in it.
        PermissionDeniedError: a file outside of the folder.
        InvalidArgumentError: something else than the array is there.
        DataLossError: the array is another one than ``crc32`` says.
    """
    name = value["file"]
    _check_keys(value, name, what)
    path = _inside(name, what, folder)
    try:
        about = path.stat()
        if not stat.S_ISREG(about.st_mode):  # opening a pipe would wait for its other end
            raise DataLossError("it is no regular file")
        if "offset" in value:
            return _raw(value, dtype, what, path, about)
        if "member" in value:
            found, file = _member(value, what, path, about)
            _check_sum(value, found, what, file)
            found = _outlined(found)
        else:
            if about.st_size > MOST_FILE_BYTES:
                raise DataLossError(f"it has {about.st_size:,} bytes, more than {MOST_FILE_BYTES:,}: feed it")
            found = read_npy(path)
            _check_sum(value, found, what, None)
    except FileNotFoundError:
        raise NotFoundError(f"file of {what} must exist, got '{name}'") from None
    except _Changed as error:
        raise DataLossError(str(error)) from None
    except (OSError, RuntimeError, DataLossError) as reason:  # RuntimeError: links that lead to each other
        kind = ".npz" if "member" in value else ".npy"
        raise InvalidArgumentError(f"file of {what} must be a {kind} file, got '{name}' ({reason})") from None
    return to_array(found, None, what) if dtype is None else as_told(found, dtype, what)


class _Changed(Exception):
    """An array that has another checksum than the page says."""


def _check_keys(value: Mapping[str, Any], name: Any, what: str) -> None:
    if not isinstance(name, str) or "\0" in name:
        raise InvalidTypeError(f"file of {what} must be the name of a file, got {shorten(repr(name), 80)}")
    if "member" in value and "offset" in value:
        raise InvalidTypeError(f"{what} must have 'member' or 'offset', got both")
    member, offset, crc = (value.get(key, 0) for key in ("member", "offset", "crc32"))
    if "member" in value and (not isinstance(member, str) or not name.endswith(".npz")):
        raise InvalidTypeError(
            f"member of {what} must be the name of an array in a .npz file, got {shorten(repr(member), 80)} in "
            f"{shorten(repr(name), 80)}"
        )
    if "offset" in value and not _is_whole(offset):
        raise InvalidTypeError(f"offset of {what} must be a number of bytes, got {shorten(repr(offset), 80)}")
    if "crc32" in value and (not _is_whole(crc) or crc >= 1 << 32):
        raise InvalidTypeError(f"crc32 of {what} must be a number of 32 bits, got {shorten(repr(crc), 80)}")
    if "member" not in value and "offset" not in value and not name.endswith(".npy"):
        if name.endswith(".npz"):
            raise InvalidTypeError(f"{what} must have 'member', which names one array of '{shorten(name, 80)}'")
        rule = "be the name of a .npy file, or have 'member' or 'offset' beside it"
        raise InvalidTypeError(f"file of {what} must {rule}, got {shorten(repr(name), 80)}")


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 62


def _inside(name: str, what: str, folder: Path | None) -> Path:
    """The path of a file in the page's folder."""
    if folder is None:
        raise PermissionDeniedError(f"file of {what} must be read by a page that is in a folder, got '{name}'")
    try:
        root = Path(folder).resolve()
        path = (root / name).resolve()
    except (OSError, RuntimeError) as reason:
        raise InvalidArgumentError(f"file of {what} must be a file, got '{name}' ({reason})") from None
    if not path.is_relative_to(root):
        raise PermissionDeniedError(f"file of {what} must be in the folder of the page, got '{name}'")
    return path


def _raw(value: Mapping[str, Any], dtype: DType | None, what: str, path: Path, about: os.stat_result) -> HostArray:
    shape = value.get("shape")
    if dtype is None or dtype.is_host_only or "dtype" not in value or shape is None:
        raise InvalidTypeError(f"{what} must have a dtype of numbers and a shape beside its offset")
    offset, plain = value["offset"], dtype.numpy_dtype
    size = plain.itemsize * math.prod(shape)
    file = mapped(path, about)
    if offset + size > len(file.content):
        rule = f"have {size:,} bytes from byte {offset:,} on"
        raise InvalidArgumentError(f"file of {what} must {rule}, got {len(file.content):,} in all: '{value['file']}'")
    found = np.frombuffer(file.content, plain, math.prod(shape), offset) if size else np.empty(0, plain)
    if plain == np.bool_:
        as_bool(found.view(np.uint8))
    found = found.reshape(shape)
    _check_sum(value, found, what, file)
    return _outlined(found)


def _member(value: Mapping[str, Any], what: str, path: Path, about: os.stat_result) -> tuple[HostArray, MappedFile]:
    file = mapped(path, about)
    with lock:
        if file.archive is None:
            file.archive = ArchiveOnDisk(path, file.content)
    found = file.archive.array(value["member"])
    if found is None:
        rule = f"be in '{value['file']}', which has {len(file.archive.names)} arrays"
        raise NotFoundError(f"member of {what} must {rule}, got '{shorten(value['member'], 80)}'")
    return found, file


def _outlined(found: HostArray) -> HostArray:
    if not _shapes_only.get() or found.dtype.kind != "f" or not found.ndim:
        return found
    zero = np.zeros((), found.dtype)
    zero.flags.writeable = False
    return np.broadcast_to(zero, found.shape)


def _check_sum(value: Mapping[str, Any], found: HostArray, what: str, file: MappedFile | None) -> None:
    if "crc32" not in value:
        return
    place = (value.get("offset", value.get("member")), found.nbytes)
    known = file.checked.get(place) if file is not None else None
    if known is None:
        known = checksum(found)
        if file is not None:
            file.checked[place] = known
    if known != value["crc32"]:
        rule = f"hold the array that the page was made with (crc32 {value['crc32']})"
        raise _Changed(f"file of {what} must {rule}, got another one (crc32 {known}): '{value['file']}' was changed")


def checksum(array: HostArray) -> int:
    """The CRC-32 of an array's bytes, row by row."""
    plain = np.ascontiguousarray(array)
    return zlib.crc32(plain.reshape(-1).view(np.uint8).data) if plain.size else 0
