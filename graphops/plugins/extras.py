"""Optional packages: the extra that installs each one, and the error sentence for a missing one."""

from __future__ import annotations

import platform
import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Final

from graphops_registry.errors import NotFoundError

# Extras for hardware that most machines do not have -> what they are for. "graphops[all]" leaves them out.
HARDWARE: Final[dict[str, str]] = {"cuda13": "an NVIDIA GPU with a driver for CUDA 13, on Linux"}

# Extra -> {name to install: name to import, empty when there is none}, as pyproject.toml has them (a test compares the
# two). oneDNN is a library of C++, for Linux on x86-64 alone; cuDNN one for Linux.
EXTRAS: Final[dict[str, dict[str, str]]] = {
    "cluster": {"dask": "dask", "distributed": "distributed", "zarr": "zarr"},
    "cpu": {"numba": "numba", "onednn-cpu-gomp": "", "threadpoolctl": "threadpoolctl"},
    "cuda13": {"cupy-cuda13x": "cupy", "nvidia-cudnn-cu13": "", "nvidia-cudnn-frontend": "cudnn"},
    "demo": {"matplotlib": "matplotlib", "nibabel": "nibabel", "scikit-learn": "sklearn", "tqdm": "tqdm"},
    "docs": {"sphinx": "sphinx", "myst-parser": "myst_parser", "furo": "furo"},
    "images": {"pillow": "PIL"},
    "edit": {"starlette": "starlette", "uvicorn": "uvicorn", "websockets": "websockets"},
    "openvino": {"openvino": "openvino"},
    "serve": {
        "uvicorn": "uvicorn",
        "httptools": "httptools",
        "prometheus-client": "prometheus_client",
        "google-crc32c": "google_crc32c",
    },
    "test": {
        "absl-py": "absl",
        "pytest": "pytest",
        "pytest-xdist": "xdist",
        "hypothesis": "hypothesis",
        "jsonschema": "jsonschema",
        "pillow": "PIL",
        "threadpoolctl": "threadpoolctl",
    },
    "tf1": {"absl-py": "absl"},
}


def missing_packages(extra: str) -> list[str]:
    """The packages of ``extra`` that are not installed."""
    return [package for package, module in EXTRAS[extra].items() if not _is_here(package, module)]


def _is_here(package: str, module: str) -> bool:
    if module:
        return _can_be_found(module)
    from importlib import metadata  # slow to import

    if sys.platform != "linux" or (package.startswith("onednn") and platform.machine() != "x86_64"):
        return True  # there is none to be missed
    try:
        metadata.version(package)
    except metadata.PackageNotFoundError:
        return False
    return True


def _can_be_found(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):  # something forbids it, or the module is a fake without a spec
        return False


def missing_sentence(what: str, packages: list[str], extra: str) -> str:
    """What a user reads who lacks ``packages`` for ``what``."""
    return f"{what} needs {', '.join(packages)}, from the extra '{extra}': pip install 'graphops[{extra}]'"


def require(what: str, extra: str) -> None:
    """Check that everything of ``extra`` can be imported before ``what`` starts.

    Raises:
        NotFoundError: one sentence that names the extra.
    """
    missing = missing_packages(extra)
    if missing:
        raise NotFoundError(missing_sentence(what, missing, extra))


def optional(module: str) -> ModuleType | None:
    """The module, or ``None`` if it is not installed."""
    return import_module(module) if _can_be_found(module) else None
