"""Say what this installation has: versions, optional packages, devices, plug-ins, threads. For bug reports."""

from __future__ import annotations

import argparse
import os
import platform
import warnings
from importlib import metadata
from typing import Any

import numpy as np

import graphops
from graphops.plugins.extras import EXTRAS, HARDWARE, missing_packages, missing_sentence, optional
from graphops.plugins.packages import plugins
from graphops.session.threads import intra_op_threads
from graphops_registry.device_def import device_types
from graphops_registry.kernel_def import kernels_of
from graphops_registry.op_def import registered_ops

HELP = "show versions, devices, plug-ins and threads"

_THREAD_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "GOMP_SPINCOUNT", "OMP_WAIT_POLICY")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It has none."""


def run(args: argparse.Namespace) -> int:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a broken plug-in is listed below
        found = plugins()
    print("\n".join([*_versions(), *_extras(), *_devices(), *_kernels(), *_plugins(found), *_threads()]))
    return 0


def _versions() -> list[str]:
    lines = [
        f"graphops {graphops.__version__}",
        f"python {platform.python_version()} ({platform.python_implementation()}), {platform.platform()}",
        f"numpy {np.__version__} with {blas_name()}",
    ]
    return lines + [f"{name} {_version(name)}" for name in ("ml_dtypes", "networkx", "protobuf")]


def blas_name() -> str:
    """Which BLAS NumPy multiplies matrices with."""
    try:
        config: Any = np.show_config(mode="dicts")
        blas = config["Build Dependencies"]["blas"]
        return f"{blas['name']} {blas.get('version', '')}".strip()
    except (KeyError, TypeError):
        return "an unknown BLAS"


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "is not installed"


def _extras() -> list[str]:
    lines = ["extras:"]
    for extra, packages in EXTRAS.items():
        missing = missing_packages(extra)
        if extra in HARDWARE and len(missing) == len(packages):
            lines.append(f"  {extra}: not installed; it is for {HARDWARE[extra]}, and not needed elsewhere")
            continue
        have = ", ".join(f"{package} {_version(package)}" for package in packages if package not in missing)
        lines.append(f"  {missing_sentence(extra, missing, extra)}" if missing else f"  {extra}: {have}")
    return lines


def _devices() -> list[str]:
    lines = ["devices:"]
    for device in device_types():
        if not device.count:
            lines.append(f"  {device.type}: none")
        for index in range(device.count):
            free, total = device.memory(index)
            lines.append(f"  {device.type}:{index} {device.name(index)}, {_gib(free)} of {_gib(total)} GiB free")
        lines += [f"    {note}" for note in device.notes()]
    return lines


def _gib(size: int) -> str:
    return f"{size / 2**30:.1f}"


def _kernels() -> list[str]:
    ops = registered_ops()
    lines = [f"ops: {len(ops)}"]
    for device in device_types():
        counts = [len(kernels_of(op.name, device.type)) for op in ops]
        lines.append(f"  {device.type}: {sum(counts)} kernels for {sum(map(bool, counts))} ops")
    return lines


def _plugins(found: list[Any]) -> list[str]:
    lines = ["plug-ins:" if found else "plug-ins: none"]
    return lines + [f"  {p.name} ({p.value}): {p.status}" for p in found]


def _threads() -> list[str]:
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    agreed = intra_op_threads()
    lines = [
        "threads:",
        f"  cores: {available} usable of {os.cpu_count()}",
        f"  intra_op_threads: {'not set' if agreed is None else agreed}",
    ]
    lines += [f"  {name}: {os.environ.get(name, 'not set')}" for name in _THREAD_VARIABLES]
    threadpoolctl = optional("threadpoolctl")
    for pool in threadpoolctl.threadpool_info() if threadpoolctl is not None else ():
        name = f"{pool.get('internal_api', pool.get('user_api'))} {pool.get('version') or ''}".strip()
        lines.append(f"  {name}: {pool.get('num_threads')} threads")
    return lines
