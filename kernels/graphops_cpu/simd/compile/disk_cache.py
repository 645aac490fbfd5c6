"""The disk cache of compiled kernels, in the same place as Numba's: beside the source, else in the user's cache folder.

Numba uses a cached function until the function's own file changes.  The code of a kernel depends on more: on the vector
operations in other files, and on the width of vectors.  Here all of that is part of the stamp.  If the cache does not
work (no writable folder, a full disk, a damaged file), there is no error: the kernel is compiled again, in memory.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path
from typing import Any, Final

from numba.core import caching

from graphops_cpu.simd.compile.vector import BITS


@cache
def digest_of(path: Path) -> bytes:
    """A digest of a source file and of all that it imports from this package, and of the width of vectors."""
    digest = hashlib.sha256(str(BITS).encode())
    for source in sorted(with_imports(path)):
        digest.update(source.read_bytes())
    return digest.digest()


def with_imports(path: Path) -> set[Path]:
    """``path`` and the files of this package that it depends on, by way of others too."""
    found, left = set(), [path]
    while left:
        source = left.pop()
        if source not in found and source.is_file():
            found.add(source)
            left += _imported(source)
    return found


@cache
def _imported(path: Path) -> list[Path]:
    """The files of this package that a source file names in its imports."""
    found: list[Path] = []
    for module, names, modules in _IMPORT.findall(path.read_text(encoding="utf-8")):
        if module:
            base = _ROOT.joinpath(*module.split("."))
            found += [base.with_suffix(".py")] if base.with_suffix(".py").is_file() else _from_package(base, names)
        else:
            found += [_ROOT.joinpath(*name.split()[0].split(".")).with_suffix(".py") for name in modules.split(",")]
    return found


def _from_package(package: Path, names: str) -> list[Path]:
    """Where ``from package import names`` finds them: modules of it, or its own file for what is none."""
    parts = [name.split()[0] for name in names.strip("()").split(",") if name.strip()]
    files = [package / f"{part}.py" for part in parts]
    return [file if file.is_file() else package / "__init__.py" for file in files]


_PACKAGE: Final = __name__.partition(".")[0]
_ROOT: Final = Path(__file__).parents[3]  # the folder of the package
_IMPORT: Final = re.compile(
    rf"^[ \t]*(?:from ({_PACKAGE}\b[.\w]*) import (\([^)]*\)|[^#\n]+)|import ({_PACKAGE}\b[^#\n]*))", re.MULTILINE
)


class _Stamped:
    """A locator whose stamp covers all that compiled code depends on, on top of the function's own file."""

    def get_source_stamp(self) -> bytes:
        return digest_of(Path(self._py_file)) + bytes(super().get_source_stamp())  # type: ignore[attr-defined, misc]


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
        except Exception:  # a damaged or foreign file may raise anything; the kernel is then compiled again
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
        return str(KernelCache(with_imports).cache_path)
    except (RuntimeError, OSError, AttributeError):
        return None
