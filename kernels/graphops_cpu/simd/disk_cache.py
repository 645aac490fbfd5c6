"""Compiled kernels on disk, where Numba keeps its own: beside the source, else in the user's cache folder.

Numba holds what it has compiled to be good for as long as the file of the function does not change.  The code of a
kernel depends on more: on the vectors that it is made of, on their width.  Here all of that is part of the stamp.
Nothing that can go wrong with a cache (no writable folder, a full disk, a damaged file) is an error: the kernel is
compiled again, in memory.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path
from typing import Any

from numba.core import caching

from graphops_cpu.simd.vector import BITS


@cache
def _digest(path: Path) -> bytes:
    """A digest of a source file and of all that it imports from this package, and of the width of vectors."""
    digest = hashlib.sha256(str(BITS).encode())
    for source in sorted(_with_imports(path, set())):
        digest.update(source.read_bytes())
    return digest.digest()


def _with_imports(path: Path, known: set[Path]) -> set[Path]:
    """``path`` and the files of this package that it depends on."""
    if path not in known and path.exists():
        known.add(path)
        for line in _IMPORT.findall(path.read_text(encoding="utf-8")):
            for name in re.findall(r"\w+", line):
                _with_imports(Path(__file__).parent / f"{name}.py", known)
    return known


_IMPORT = re.compile(r"^\s*from graphops_cpu\.simd(?:\.| import )([^#\n]+)", re.MULTILINE)


class _Stamped:
    """A locator whose stamp covers all that compiled code depends on, on top of the function's own file."""

    def get_source_stamp(self) -> bytes:
        return _digest(Path(self._py_file)) + bytes(super().get_source_stamp())  # type: ignore[attr-defined, misc]


class _Chosen(_Stamped, caching.UserProvidedCacheLocator):  # type: ignore[misc]
    """``NUMBA_CACHE_DIR``."""


class _InTree(_Stamped, caching.InTreeCacheLocator):  # type: ignore[misc]
    """``__pycache__`` beside the source."""


class _UserWide(_Stamped, caching.UserWideCacheLocator):  # type: ignore[misc]
    """Numba's folder in the user's cache folder."""


class _Files(caching.CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = [_Chosen, _InTree, _UserWide]


class KernelCache(caching.Cache):  # type: ignore[misc]
    """Numba's cache of one function, with our stamp, that never fails."""

    _impl_class = _Files

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # whatever a damaged or foreign file leads to: it is compiled anew
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)
        except Exception:  # a full disk, a folder that has gone: it stays in memory
            self.disable()


def enable(dispatcher: Any) -> str | None:
    """Let a Numba function keep its compiled code on disk. Returns the folder, ``None`` where there is none."""
    try:
        kept = KernelCache(dispatcher.py_func)
    except (RuntimeError, OSError, AttributeError):  # no folder that can be written to
        return None
    dispatcher._cache = kept
    return str(kept.cache_path)


def folder() -> str | None:
    """Where compiled kernels of this package are kept, ``None`` where no folder can be written to."""
    try:
        return str(KernelCache(_with_imports).cache_path)
    except (RuntimeError, OSError, AttributeError):
        return None
