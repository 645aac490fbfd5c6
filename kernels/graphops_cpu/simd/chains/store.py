"""Machine code of chains on disk: one file for each structure, in the folder of compiled kernels.

A file is made under another name and then renamed, so that others read all of it or nothing.  One that is damaged,
or was made for something else, is as if it were not there; so is a folder that cannot be written to.
"""

from __future__ import annotations

import hashlib
import os
import threading
from functools import cache
from pathlib import Path
from typing import Final

from graphops_cpu.simd.compile import disk_cache

MOST_FILES: Final = 2048
_MARK: Final = b"graphops chain 1\n"
_DIGEST: Final = 32


@cache
def _folder() -> Path | None:
    found = disk_cache.folder()
    return None if found is None else Path(found)


def path_of(key: str) -> Path | None:
    """The file of a key, ``None`` where there is no folder."""
    folder = _folder()
    return None if folder is None else folder / f"chain-{key}.code"


def read(key: str) -> tuple[bytes, bytes] | None:
    """The two parts that were written for a key, ``None`` where there is no such file, or no whole one."""
    path = path_of(key)
    try:
        content = b"" if path is None else path.read_bytes()
    except OSError:
        return None
    begin = len(_MARK) + _DIGEST
    payload = content[begin:]
    if content[: len(_MARK)] != _MARK or content[len(_MARK) : begin] != _digest(key, payload):
        return None
    size = int.from_bytes(payload[:8], "little")
    return payload[8 : 8 + size], payload[8 + size :]


def write(key: str, first: bytes, second: bytes) -> None:
    """Keep two parts for a key, if possible."""
    path = path_of(key)
    if path is None:
        return
    payload = len(first).to_bytes(8, "little") + first + second
    unfinished = path.with_suffix(f".{os.getpid()}.{threading.get_ident()}")
    try:
        try:
            unfinished.write_bytes(_MARK + _digest(key, payload) + payload)
            os.replace(unfinished, path)
        finally:
            unfinished.unlink(missing_ok=True)
        _forget_oldest(path.parent)
    except OSError:  # a full disk, a folder that has gone
        return


def _digest(key: str, payload: bytes) -> bytes:
    return hashlib.sha256(key.encode() + b"\n" + payload).digest()


def _forget_oldest(folder: Path) -> None:
    """Remove the oldest files where there are too many."""
    files = list(folder.glob("chain-*.code"))
    if len(files) > MOST_FILES:
        for path in sorted(files, key=lambda path: path.stat().st_mtime)[: len(files) - MOST_FILES]:
            path.unlink(missing_ok=True)
