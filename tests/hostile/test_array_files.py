"""Files of NumPy's that promise more than they hold, or hold something else."""

from __future__ import annotations

import io
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from graphops.interchange.array_files import read_npy, read_npz
from graphops_registry.errors import DataLossError


def header(descr: object, shape: object, *, order: bool = False) -> bytes:
    text = f"{{'descr': {descr!r}, 'fortran_order': {order}, 'shape': {shape!r}, }}".encode()
    return b"\x93NUMPY\x01\x00" + (len(text) + 1).to_bytes(2, "little") + text + b"\n"


@pytest.mark.parametrize(
    "array",
    [
        np.arange(6.0).reshape(2, 3), np.asfortranarray(np.arange(6).reshape(2, 3)), np.array(True), np.zeros((2, 0, 3)),
        np.array(["a", "bc"]), np.array([b"x"]), np.array([1 + 2j]), np.arange(3, dtype=">i4"), np.zeros((), "M8[s]"),
    ],
)  # fmt: skip
def test_arrays_are_read_as_numpy_reads_them(array: Any, tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", array)
    np.savez_compressed(tmp_path / "x.npz", a=array, b=array)
    for found in (read_npy(tmp_path / "x.npy"), *read_npz(tmp_path / "x.npz").values()):
        assert found.dtype == array.dtype
        assert found.shape == array.shape
        assert found.tobytes() == array.tobytes()
        assert found.flags.writeable
        assert found.flags.f_contiguous or not array.flags.f_contiguous


BAD = {
    "nothing": (b"", "must be an array of NumPy's"),
    "something else": (b"nonsense" * 20, "must be an array of NumPy's"),
    "no dictionary": (b"\x93NUMPY\x01\x00\x04\x00abcd", "must be an array of NumPy's"),
    "no Python": (b"\x93NUMPY\x01\x00\x04\x00{'\\\n", "must be an array of NumPy's"),
    "a later version": (b"\x93NUMPY\x09\x00\x04\x00abcd", "must be an array of NumPy's"),
    "objects": (header("|O", (1,)) + bytes(8), "must hold numbers or texts"),
    "records": (header([("a", "<i4")], (1,)) + bytes(4), "must hold numbers or texts"),
    "records of objects": (header([("a", "|O")], (1,)) + bytes(8), "must hold numbers or texts"),
    "elements without bytes": (header("|S0", (10**18,)), "must hold numbers or texts"),
    "arrays as elements": (header(("<i4", (3,)), (1,)) + bytes(12), "must hold numbers or texts|be an array"),
    "more than there is": (header("<f8", (10**12,)) + bytes(8), "must have 8,000,000,000,000 bytes"),
    "a product beyond 64 bits": (header("<f8", (2**40, 2**40)), "bytes for float64"),
    "a product that wraps to the size": (header("<f8", (2**61 + 1,)) + bytes(8), "bytes for float64"),
    "less than there is": (header("<f8", (1,)) + bytes(16), "must have 8 bytes"),
    "a negative size": (header("<f8", (-1,)), "sizes of 0 or more"),
    "too many axes": (header("<f8", (1,) * 65) + bytes(8), "up to 64 sizes"),
    "a size beside 0 that NumPy does not have": (header("<f8", (0, 2**62, 2**62)), "a shape that an array can have"),
    "a bool that is neither": (header("|b1", (2,)) + b"\x01\x02", "a bool must be stored as 0 or 1, got 2"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_files(name: str, tmp_path: Path) -> None:
    content, sentence = BAD[name]
    (tmp_path / "x.npy").write_bytes(content)
    with zipfile.ZipFile(tmp_path / "x.npz", "w") as archive:
        archive.writestr("x.npy", content)
    for read in (lambda: read_npy(tmp_path / "x.npy"), lambda: read_npz(tmp_path / "x.npz")):
        tracemalloc.start()
        try:
            with pytest.raises(DataLossError, match=sentence):
                read()
            assert tracemalloc.get_traced_memory()[1] < 2 << 20
        finally:
            tracemalloc.stop()


def test_a_small_archive_of_a_large_array(tmp_path: Path) -> None:
    """Zeros shrink to a thousandth: the sum of what the archive promises is looked at first."""
    with zipfile.ZipFile(tmp_path / "x.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.npy", header("|u1", (1 << 24,)) + bytes(1 << 24))
    assert (tmp_path / "x.npz").stat().st_size < 100_000
    with pytest.raises(DataLossError, match="must have at most 1,000,000 bytes, got 16,777"):
        read_npz(tmp_path / "x.npz", largest=1_000_000)
    assert read_npz(tmp_path / "x.npz")["a"].nbytes == 1 << 24


def test_an_archive_that_promises_less_than_it_holds(tmp_path: Path) -> None:
    """The size in its directory is what counts; what is behind it is not read."""
    stream = io.BytesIO()
    content = header("|u1", (1 << 20,)) + bytes(1 << 20)
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.npy", content)
    data = stream.getvalue()
    short = data.replace(len(content).to_bytes(4, "little"), (100).to_bytes(4, "little"))
    assert short != data
    (tmp_path / "x.npz").write_bytes(short)
    with pytest.raises(DataLossError):
        read_npz(tmp_path / "x.npz")


def test_archives_that_are_none(tmp_path: Path) -> None:
    path = tmp_path / "x.npz"
    for content in (b"", b"nonsense", b"PK\x03\x04" + bytes(100), b"PK\x05\x06" + b"\xff" * 18):
        path.write_bytes(content)
        with pytest.raises(DataLossError, match="must be an archive of arrays"):
            read_npz(path)
    with pytest.raises(FileNotFoundError):
        read_npz(tmp_path / "none.npz")
