"""Autotuning: which kernel is fastest for given shapes on this machine, timed once and kept on disk.

With ``SessionConfig(autotune=True)`` every kernel that supports a node is run a few times on the node's real operands,
the first time that its shapes occur.  The times are in a JSON file, one for each environment (CPU model, threads,
versions), in ``$GRAPHOPS_CACHE_DIR``, by default ``graphops`` in the user's cache folder.  If the file cannot be read
or written, the kernels are timed again; the run does not fail.
"""

from __future__ import annotations

import contextlib
import hashlib
import platform
import time
from collections.abc import Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any, Final

from graphops_cpu.runtime.threads import thread_count
from graphops_registry.cache_files import cache_folder, read_cache, write_cache
from graphops_registry.device_def import DeviceType, device_type
from graphops_registry.kernel_def import KernelDef, KernelSpec
from graphops_registry.kernels.context import IN_A_PLAN
from graphops_registry.locks import new_lock

_FORMAT: Final = 1
_RUNS: Final = 5  # runs of each kernel, of which the fastest counts
_SECONDS: Final = 1.0  # for one kernel: a slow one has fewer runs
_LOSING: Final = 3.0  # times slower than the best so far: not worth another run
FAILED: Final = 1e9  # seconds that are stored for a kernel that fails
_LARGEST_FILE: Final = 64 << 20
_PACKAGES: Final = ("graphops", "numpy", "numba", "onednn-cpu-gomp", "cupy-cuda13x", "nvidia-cudnn-cu13")

Figures = dict[str, float]  # kernel's name -> seconds


class AutotuneTable:
    """Times by what was computed, in memory and on disk. Threads may share it.

    Args:
        folder: where the file is; default :func:`~graphops_registry.cache_files.cache_folder`.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._lock = new_lock()
        self._known: dict[str, Figures] | None = None
        self._path: Path | None = None

    def find(self, spec: KernelSpec, device: str = "CPU") -> Figures | None:
        """The seconds of each kernel of ``device`` that was timed for ``spec``; the fastest first."""
        with self._lock:
            return self._load().get(problem_key(spec, device))

    def add(self, spec: KernelSpec, figures: Figures, device: str = "CPU") -> None:
        """Keep ``figures``, on disk too."""
        ordered = dict(sorted(figures.items(), key=lambda item: item[1]))
        with self._lock:
            self._load()[problem_key(spec, device)] = ordered
            with contextlib.suppress(OSError):
                self._save()

    def _load(self) -> dict[str, Figures]:
        path = (self._folder or cache_folder()) / f"autotune-{_environment_key()}.json"
        if self._known is None or path != self._path:  # the number of threads may have changed
            self._path = path
            self._known = _read(path)
        return self._known

    def _save(self) -> None:
        path = self._path
        if path is None or self._known is None:
            return
        merged = {**_read(path), **self._known}  # another process may have learned something meanwhile
        write_cache(path, _FORMAT, {"environment": _environment(), "seconds": merged})


TABLE: Final = AutotuneTable()


def known_seconds(able: Sequence[KernelDef], spec: KernelSpec) -> Figures | None:
    """The seconds of these kernels for ``spec``; ``None`` unless each of them was timed."""
    figures = TABLE.find(spec, able[0].device)
    return figures if figures is not None and all(definition.name in figures for definition in able) else None


def measured_seconds(
    able: Sequence[KernelDef], spec: KernelSpec, kernels: Mapping[KernelDef, Any], inputs: Sequence[Any]
) -> Figures:
    """The seconds of the kernels that succeed, timed now and remembered.

    Args:
        kernels: an instance of each of ``able``.
        inputs: the operands.
    """
    figures: Figures = {}
    best = float("inf")
    for definition in able:
        seconds = _time(definition, kernels[definition], spec, inputs, best)
        if seconds is not None:
            figures[definition.name] = seconds
            best = min(best, seconds)
    TABLE.add(spec, {d.name: figures.get(d.name, FAILED) for d in able}, able[0].device)
    return figures


def _time(definition: KernelDef, kernel: Any, spec: KernelSpec, inputs: Sequence[Any], best: float) -> float | None:
    """Seconds of the fastest run; ``None`` for a kernel that fails, which the run itself will report."""
    try:
        device = device_type(definition.device)
        prepared = definition.prepare(kernel, spec)
        prepared.run(IN_A_PLAN, inputs, None)  # compiles, fills caches
        times: list[float] = []
        start = time.perf_counter()
        while len(times) < _RUNS and (not times or time.perf_counter() - start < _SECONDS):
            times.append(device.seconds(lambda: prepared.run(IN_A_PLAN, inputs, None), _index(device, inputs)))
            if min(times) > _LOSING * best:
                break
    except Exception:
        return None
    return min(times)


def _index(device: DeviceType, inputs: Sequence[Any]) -> int:
    """The device that the operands live on."""
    return next((device.index_of(value) for value in inputs if device.owns(value)), 0)


def may_be_timed(definitions: Sequence[KernelDef], spec: KernelSpec) -> bool:
    """Whether extra runs of the kernels change nothing: the op has no state and works on arrays only."""
    return not spec.op.op_def.is_stateful and all(definition.uses <= {"cancel"} for definition in definitions)


def problem_key(spec: KernelSpec, device: str = "CPU") -> str:
    """The key of a time within an environment: everything that the time depends on."""
    where = () if device == "CPU" else (device, device_type(device).name())
    values = [None if value is None else (str(value.dtype), value.tolist()) for value in spec.values]
    attrs = sorted((name, repr(value)) for name, value in spec.attrs.items() if not name.startswith("_"))
    text = repr((spec.op.name, attrs, spec.shapes, [d.name for d in spec.dtypes], values, spec.wanted, *where))
    return hashlib.sha256(text.encode()).hexdigest()


def _environment() -> dict[str, str]:
    """The environment for which the times are valid."""
    found = {"cpu": processor_name(), "threads": str(thread_count())}
    for package in _PACKAGES:
        with contextlib.suppress(metadata.PackageNotFoundError):
            found[package] = metadata.version(package)
    return found


def _environment_key() -> str:
    return hashlib.sha256(repr(sorted(_environment().items())).encode()).hexdigest()[:16]


def processor_name() -> str:
    """The CPU's model."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    wanted = ("vendor_id", "cpu family", "model", "model name", "stepping")
    fields = dict(line.split(":", 1) for line in text.partition("\n\n")[0].splitlines() if ":" in line)
    stripped = {name.strip(): value.strip() for name, value in fields.items()}
    return " ".join(stripped[name] for name in wanted if name in stripped) or platform.machine()


def _read(path: Path) -> dict[str, Figures]:
    """The contents of a file, without anything that this module cannot have written."""
    seconds = read_cache(path, _FORMAT, _LARGEST_FILE).get("seconds")
    if not isinstance(seconds, dict):
        return {}
    return {
        key: figures
        for key, figures in seconds.items()
        if isinstance(figures, dict)
        and all(isinstance(value, (int, float)) and value >= 0 for value in figures.values())
    }
