"""Which packages provide ops and kernels, and when they are loaded.

The kernel packages offer their kernels at the first plan, unknown op or listing, never at import.  Built-in ops and
kernels are imported later, when the first op of a family, or the kernels of an op, are asked for
(:mod:`graphops_registry.op_registry`, :mod:`graphops_registry.kernels.on_demand`).

Plug-ins declare the entry-point group ``graphops.plugins`` and load when the kernel packages do, each as a whole.
Gradients wait for them, too.  If one fails, a warning reports it, everything that it has registered is removed, and all
else works.

The environment variable ``GRAPHOPS_PLUGINS`` selects the plug-ins to load: names separated by commas, ``all`` (the
default), or ``off``.
"""

from __future__ import annotations

import importlib
import sys
import threading
import warnings
from typing import TYPE_CHECKING, Final

from graphops_registry.locks import new_rlock

if TYPE_CHECKING:
    from graphops.plugins.plugin import Plugin

_LONGEST_WAIT: Final = 30.0  # seconds, for plug-ins that another thread loads
_lock = new_rlock()
_loaded = False
_loading: int | None = None  # the thread that does; in a forked process there may be no such thread
_plugins: list[Plugin] = []


def load_kernels() -> None:
    """Make the built-in kernels known and load all plug-ins, once for each process."""
    global _loaded, _loading
    if _loaded or not _lock.acquire(timeout=_LONGEST_WAIT if _is_importing() else -1):
        return
    try:
        if _loaded or _loading == threading.get_ident():  # a plug-in that looks up an op while it is imported
            return
        _loading = threading.get_ident()
        try:
            importlib.import_module("graphops_cpu").load()
            importlib.import_module("graphops_cuda").load()
            complaints: list[str] = []
            if importlib.import_module("graphops.plugins.installed").may_have_plugins():
                complaints = importlib.import_module("graphops.plugins.entry_points").load_plugins(_plugins)
            _loaded = True
        finally:
            _loading = None
    finally:
        _lock.release()
    for complaint in complaints:  # at last: a filter may make errors of warnings
        warnings.warn(complaint, stacklevel=2)


def _is_importing() -> bool:
    """Whether this thread is in the middle of an import. The thread that loads plug-ins may wait for that very module:
    then each would wait for the other for ever, if neither gave up."""
    frame = sys._getframe(1)  # noqa: SLF001 - has no other name
    while frame is not None and not frame.f_code.co_filename.startswith("<frozen importlib"):
        frame = frame.f_back  # type: ignore[assignment]
    return frame is not None


def load_ops() -> None:
    """Make every op known: the built-in ones and those of plug-ins (which register ops and kernels together)."""
    load_kernels()


def plugins() -> list[Plugin]:
    """The plug-ins found, loaded now if they were not yet."""
    load_kernels()
    return list(_plugins)


def find_plugin(package: str) -> Plugin:
    """The plug-in that ``package`` names: by its entry point, its distribution or its module.

    A package without an entry point is imported, and described as if it had one.
    """
    from graphops.plugins.entry_points import load_alone, same_name

    for plugin in plugins():
        names = [plugin.name, plugin.distribution or "", plugin.module, plugin.module.partition(".")[0]]
        if not plugin.skipped and any(same_name(package, name) for name in names):
            return plugin
    with _lock:
        return load_alone(package)
