"""What there is of CUDA, and what is missing: for ``graphops doctor``."""

from __future__ import annotations

from graphops_cuda import driver


def notes() -> list[str]:
    """A line for each part that GPU kernels need: the driver, CuPy, and cuDNN."""
    found = driver.driver()
    lines = [f"CUDA driver: {_dotted(found.version)}" if found.version else f"CUDA driver: {found.reason}"]
    if found.version and found.reason:
        lines.append(found.reason)
    lines.append(_cupy(found.devices))
    lines.append(_cudnn())
    return lines


def _dotted(version: int) -> str:
    return f"CUDA {version // 1000}.{version % 1000 // 10}"


def _cupy(devices: int) -> str:
    if not driver.is_installed("cupy"):
        return f"CuPy: not installed: {driver.INSTALL}"
    from importlib import metadata

    names = [d.metadata["Name"] for d in metadata.distributions() if (d.metadata["Name"] or "").startswith("cupy")]
    version = f"{names[0]} {metadata.version(names[0])}" if names else "of an unknown version"
    if not devices:
        return f"CuPy: {version}, not used without a GPU"
    import cupy

    return f"CuPy: {version}, with CUDA {_dotted(cupy.cuda.runtime.runtimeGetVersion()).removeprefix('CUDA ')}"


def _cudnn() -> str:
    if not driver.is_installed("cudnn"):
        return f"cuDNN: nvidia-cudnn-frontend is not installed: {driver.INSTALL}"
    return "cuDNN: installed"
