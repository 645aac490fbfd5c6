"""Large constants of a page that is written: in an archive beside it, or where a model's file already has them."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO, Final

import numpy as np
from numpy.lib import format as npy

from graphops.interchange.page.array_references import checksum
from graphops_registry.dtypes import DType

HostArray = np.ndarray[Any, Any]
LARGE: Final = 1024  # bytes of an array from which on a page names it
_ALIGNMENT: Final = 64  # bytes: where elements in an archive begin, so that kernels can read them where they are

# What a page says in place of the array of a node: the node's path, with "f()/" before it in the body of function f;
# None to write the array itself.
Refer = Callable[[str, HostArray, DType], Mapping[str, Any] | None]


class Weights:
    """Collects the large constants of a page for a ``.npz`` file.

    Args:
        file: its name, relative to the page's folder.
        large: bytes from which on an array goes there.
    """

    def __init__(self, file: str, large: int = LARGE) -> None:
        self._file, self._large = file, large
        self.arrays: dict[str, HostArray] = {}

    def refer(self, path: str, value: HostArray, dtype: DType) -> Mapping[str, Any] | None:
        """What the page says of a constant: a reference if it is large; see :data:`Refer`."""
        if value.nbytes < self._large or dtype.is_host_only or _is_fill(value):
            return None
        self.arrays[path] = value
        place = {"dtype": dtype.name, "shape": list(value.shape), "crc32": checksum(value)}
        return {"file": self._file, "member": path} | place

    def write(self, file: BinaryIO) -> None:
        """Write the archive, uncompressed; NumPy reads it, and so does a page, without copying."""
        with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
            for name, value in self.arrays.items():
                _write_member(archive, file, name, np.ascontiguousarray(value))


def _is_fill(value: HostArray) -> bool:
    """Whether one element fills the array: as many bytes as there seem to be are nowhere."""
    return value.ndim > 0 and not any(value.strides)


def _write_member(archive: zipfile.ZipFile, file: BinaryIO, name: str, value: HostArray) -> None:
    about = zipfile.ZipInfo(f"{name}.npy")  # without the time, so that the same arrays give the same file
    about.file_size = value.nbytes
    large = value.nbytes >= 1 << 31
    begin = file.tell() + 30 + len(about.filename.encode()) + (20 if large else 0)
    # NumPy's header has a multiple of 64 bytes: the padding is before it, in a field that readers ignore.
    padding = -(begin + 4) % _ALIGNMENT
    about.extra = b"\xff\xff" + padding.to_bytes(2, "little") + bytes(padding)
    # NumPy knows nothing of bfloat16 and its like, and writes them as raw bytes.
    plain = value if value.dtype.isbuiltin == 1 else value.view(np.dtype((np.void, value.dtype.itemsize)))
    with archive.open(about, "w", force_zip64=large) as part:
        npy.write_array_header_1_0(part, npy.header_data_from_array_1_0(plain))
        part.write(plain.reshape(-1).view(np.uint8).data)
