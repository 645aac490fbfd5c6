"""``cuda.pathfinder``: libraries of CUDA, all of which are there, but for those that a test takes away.

Attributes:
    MISSING: names of libraries that cannot be found.
"""

from __future__ import annotations

MISSING: set[str] = set()


class DynamicLibNotFoundError(RuntimeError):
    """A library is not there."""


class LoadedDL:
    """A library that is there.

    Attributes:
        abs_path: where; of the libraries that are called by their C interface only.
    """

    def __init__(self, abs_path: str | None) -> None:
        self.abs_path = abs_path


def load_nvidia_dynamic_lib(libname: str) -> LoadedDL:
    """Load a library for the whole process."""
    if libname in MISSING:
        raise DynamicLibNotFoundError(f'Failure finding "lib{libname}.so"')
    if libname == "cublas":
        from cublas_on_host import path

        return LoadedDL(path())
    return LoadedDL(None)
