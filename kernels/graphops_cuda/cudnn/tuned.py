"""The names of the fastest plans, kept on disk: in ``$GRAPHOPS_CACHE_DIR``, by default in ``graphops`` in the user's
cache folder, one file for each combination of GPU model and versions of driver, cuDNN and frontend.

If a file cannot be read or written, plans are timed again; the run does not fail.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import threading
from dataclasses import astuple
from pathlib import Path
from typing import Any, Final

import cupy

from graphops_cuda.cudnn.conv_desc import ConvDesc
from graphops_cuda.cudnn.library import frontend, version
from graphops_registry.cache_files import cache_folder, read_cache, write_cache

_FORMAT: Final = 1
_LARGEST_FILE: Final = 16 << 20
_MOST_PLANS: Final = 20_000


class TunedPlans:
    """Names of plans by what they compute, in memory and on disk. Threads may share it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: dict[Path, dict[str, str]] = {}

    def find(self, desc: ConvDesc) -> str | None:
        """The name of the fastest plan on the current device."""
        with self._lock:
            return self._of(_path()).get(_key(desc))

    def add(self, desc: ConvDesc, name: str) -> None:
        """Remember a plan, also for processes to come."""
        with self._lock:
            path = _path()
            known = self._of(path)
            known[_key(desc)] = name
            with contextlib.suppress(OSError):
                _save(path, known)

    def _of(self, path: Path) -> dict[str, str]:
        found = self._known.get(path)
        if found is None:
            found = self._known[path] = _read(path)
        return found


TUNED: Final = TunedPlans()


def _environment() -> dict[str, Any]:
    """What the order of plans depends on."""
    properties = cupy.cuda.runtime.getDeviceProperties(cupy.cuda.runtime.getDevice())
    name = properties["name"]
    return {
        "device": name.decode() if isinstance(name, bytes) else str(name),
        "driver": int(cupy.cuda.runtime.driverGetVersion()),
        "cudnn": version(),
        "frontend": str(frontend().__version__),
    }


def _path() -> Path:
    text = json.dumps(_environment(), sort_keys=True)
    return cache_folder() / f"cudnn-{hashlib.sha256(text.encode()).hexdigest()[:16]}.json"


def _key(desc: ConvDesc) -> str:
    return json.dumps(astuple(desc))


def _read(path: Path) -> dict[str, str]:
    """The plans of a file; none if it is not one of ours."""
    plans = read_cache(path, _FORMAT, _LARGEST_FILE).get("plans")
    return {key: name for key, name in plans.items() if isinstance(name, str)} if isinstance(plans, dict) else {}


def _save(path: Path, known: dict[str, str]) -> None:
    merged = _read(path) | known  # another process may have written times meanwhile
    newest = dict(list(merged.items())[-_MOST_PLANS:])
    write_cache(path, _FORMAT, {"environment": _environment(), "plans": newest})
