"""Which packages bring ops and kernels, and when they are loaded.

Built-in kernel packages load by name at the first plan, unknown op or listing, never at import.  Packages of others
declare the entry-point group ``graphops.plugins`` and load at the same moment; a broken one is reported with a warning
and takes nothing down.
"""

from __future__ import annotations

import importlib
import threading
import traceback
import warnings
from dataclasses import dataclass
from typing import Final

ENTRY_POINT_GROUP: Final = "graphops.plugins"
_lock = threading.RLock()
_loaded = False
_plugins: list[Plugin] = []


@dataclass(frozen=True)
class Plugin:
    """A package that was loaded, or what went wrong with it."""

    name: str
    value: str
    error: str | None = None


def load_kernels() -> None:
    """Load the built-in ops and kernels and all plug-ins, once for each process."""
    global _loaded
    if _loaded:
        return
    with _lock:
        if _loaded:
            return
        importlib.import_module("graphops_registry.op_def").load_builtin_ops()
        importlib.import_module("graphops_cpu").load()
        importlib.import_module("graphops_cuda").load()
        _load_entry_points()
        _loaded = True


def load_ops() -> None:
    """Make every op known: the built-in ones and those of plug-ins (which register ops and kernels together)."""
    load_kernels()


def plugins() -> list[Plugin]:
    """The plug-ins found, loaded now if they were not yet."""
    load_kernels()
    return list(_plugins)


def _load_entry_points() -> None:
    from importlib import metadata  # costs as much as a third of NumPy: not at import

    for entry in metadata.entry_points(group=ENTRY_POINT_GROUP):
        try:
            target = entry.load()
            if callable(target):
                target()
        except Exception as error:
            _plugins.append(Plugin(entry.name, entry.value, "".join(traceback.format_exception_only(error)).strip()))
            warnings.warn(f"the plug-in '{entry.name}' ({entry.value}) was not loaded: {error}", stacklevel=4)
        else:
            _plugins.append(Plugin(entry.name, entry.value))
