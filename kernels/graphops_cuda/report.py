"""A report on the parts of CUDA that are installed or missing, for ``graphops doctor``."""

from __future__ import annotations

import importlib
from importlib import metadata
from typing import Final

from graphops_cuda.runtime import driver

# What the extra cuda13 installs beside CuPy, by the parts of CUDA that kernels use.
_LIBRARIES: Final = {
    "NVRTC": "nvidia-cuda-nvrtc",
    "cuBLAS": "nvidia-cublas",
    "cuDNN": "nvidia-cudnn-cu13",
}


def notes() -> list[str]:
    """A line for each part that GPU kernels need: the driver, CuPy, NVRTC, cuBLAS, cuDNN. Where no GPU computes, the
    first line is the reason.

    Without a GPU nothing is imported or loaded: what is installed is read off the packages.
    """
    reason = driver.why_unavailable()
    lines = [] if reason is None else [reason]
    found = driver.driver()
    if found.version:
        lines.append(f"CUDA driver: runs up to {dotted(found.version)}")
    if found.version or driver.is_installed("cupy"):
        lines += _loaded() if reason is None else _installed()
    return lines


def dotted(version: int) -> str:
    """``CUDA 13.2`` for 13020."""
    return f"CUDA {version // 1000}.{version % 1000 // 10}"


def _loaded() -> list[str]:
    """What the kernels of this process use."""
    import cupy

    toolkit = dotted(cupy.cuda.runtime.runtimeGetVersion())
    return [f"CuPy: {cupy.__version__}, with {toolkit}", _nvrtc(), _cublas(), _cudnn()]


def _nvrtc() -> str:
    try:
        nvrtc = importlib.import_module("cupy_backends.cuda.libs.nvrtc")
        major, minor = nvrtc.getVersion()
    except Exception as error:  # no such library, or one that cannot be loaded
        return f"NVRTC: cannot be used ({_first_line(error)}): {driver.INSTALL}"
    return f"NVRTC: {major}.{minor}"


def _cublas() -> str:
    try:
        from graphops_cuda.blas.library import library

        library()
    except Exception as error:
        return f"cuBLAS: cannot be used ({_first_line(error)}): {driver.INSTALL}"
    version = _version(_LIBRARIES["cuBLAS"])
    return f"cuBLAS: {'of the system' if version is None else version}"


def _cudnn() -> str:
    from graphops_cuda.cudnn import library

    reason = library.why_unavailable()
    if reason is not None:
        return f"cuDNN: not used: {reason}"
    frontend = getattr(library.frontend(), "__version__", "of an unknown version")
    return f"cuDNN: {library.dotted(library.version())}, frontend {frontend}"


def _installed() -> list[str]:
    """What there would be if a GPU were there."""
    lines = []
    if driver.is_installed("cupy"):
        lines.append(f"CuPy: {_cupy_package()} is installed, and not used")
    missing = [package for package in _LIBRARIES.values() if _version(package) is None]
    if not driver.is_installed("cudnn"):
        missing.append("nvidia-cudnn-frontend")
    if missing and driver.is_installed("cupy"):
        lines.append(f"not installed from PyPI: {', '.join(missing)}")
    return lines


def _cupy_package() -> str:
    for name in ("cupy-cuda13x", "cupy-cuda12x", "cupy-cuda11x", "cupy"):
        version = _version(name)
        if version is not None:
            return f"{name} {version}"
    return "CuPy of an unknown version"


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _first_line(error: BaseException) -> str:
    lines = str(error).splitlines()
    return lines[0] if lines else type(error).__name__
