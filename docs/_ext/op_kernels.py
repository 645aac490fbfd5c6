"""Which kernels an op has, as a table of dtypes and devices.

Kernels for GPUs are registered only where there is a GPU. The tests' emulator of one is enough to list them: nothing is
computed. That is done in a process of its own, which this module is when it is run as a script.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
DEVICES = ("CPU", "GPU")
_ON_HOST = ("string", "variant")
# What computes, by the beginning of a kernel's name; the first that fits.
_MEANS = (
    ("graphops_cpu.onednn.", "oneDNN"),
    ("graphops_cpu.simd.", "Numba"),
    ("graphops_cpu.blas.", "BLAS"),
    ("graphops_cpu.reduce.through_float32.", "another kernel, in float32"),
    ("graphops_cpu.reduce.fold", "another kernel, after folding"),
    ("graphops_cpu.", "NumPy"),
    ("graphops_cuda.cudnn.", "cuDNN"),
    ("graphops_cuda.", "CUDA"),
)


@dataclass(frozen=True)
class Kernel:
    """A registered kernel.

    Attributes:
        name: ``graphops_cpu.plain.nn_conv.Conv2D``.
        device: ``CPU`` or ``GPU``.
        types: for each type attr that it restricts the dtypes that it takes.
        priority: which of several runs.
        label: what a node must ask for to get it; "" for nothing.
    """

    name: str
    device: str
    types: dict[str, tuple[str, ...]]
    priority: int
    label: str

    @property
    def means(self) -> str:
        """What computes it, in a word: ``oneDNN``, ``CuPy``."""
        if self.device == "GPU" and self.name.startswith("graphops_cpu."):
            return "CuPy"
        return next((word for start, word in _MEANS if self.name.startswith(start)), self.name.partition(".")[0])


def all_kernels() -> dict[str, list[Kernel]]:
    """Every kernel by its op, those for GPUs too; of an op the CPU's come first, the best first."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, (ROOT, ROOT / "kernels", ROOT / "registry"))),
        "GRAPHOPS_PLUGINS": "off",
    }
    done = subprocess.run(
        [sys.executable, __file__], capture_output=True, text=True, env=environment, timeout=300, check=False
    )
    if done.returncode:
        raise RuntimeError(f"the kernels cannot be listed: {done.stderr}")
    found: dict[str, list[Kernel]] = {}
    for op, rows in json.loads(done.stdout).items():
        found[op] = [
            Kernel(name, device, {key: tuple(value) for key, value in types.items()}, priority, label)
            for name, device, types, priority, label in rows
        ]
    return found


def dtype_table(attr: str, allowed: Sequence[str] | None, kernels: Sequence[Kernel]) -> list[str]:
    """A Markdown table: a row for each dtype of a type attr, a column for each device, the kernels that take it.

    Args:
        allowed: the dtypes that the op's definition allows; ``None`` for all that there are.
    """
    named = dict.fromkeys(dtype for kernel in kernels for dtype in kernel.types.get(attr, ()))
    rows: list[str] = list(named) if allowed is None else list(allowed)
    lines = [f"| `{attr}` | {' | '.join(DEVICES)} |", "|---|---|---|"]
    cells: dict[tuple[str, ...], list[str]] = {}
    for dtype in rows:
        cells.setdefault(tuple(_cell(attr, dtype, device, kernels) for device in DEVICES), []).append(dtype)
    if allowed is None:
        cells.setdefault(tuple(_cell(attr, None, device, kernels) for device in DEVICES), []).append("any other")
    for row, dtypes in cells.items():
        shown = ", ".join(dtype if dtype == "any other" and len(dtypes) > 1 else _code(dtype) for dtype in dtypes)
        lines.append(f"| {shown} | {' | '.join(row)} |")
    return [line.replace("`any other`", "any") for line in lines]


def _code(dtype: str) -> str:
    return f"`{dtype}`"


def _cell(attr: str, dtype: str | None, device: str, kernels: Sequence[Kernel]) -> str:
    """The kernels of a device that take a dtype, the best first; ``None`` is a dtype that no kernel names."""
    if device != "CPU" and dtype in _ON_HOST:
        return "on the host"
    found = [
        kernel.means
        for kernel in kernels
        if kernel.device == device and not kernel.label and (attr not in kernel.types or dtype in kernel.types[attr])
    ]
    return ", ".join(dict.fromkeys(found)) or "-"


def _main() -> None:
    """Print all kernels as JSON: op -> rows of name, device, dtypes, priority, label."""
    sys.path.insert(0, str(ROOT / "tests" / "cuda" / "emulator"))
    from graphops_cuda.runtime import driver

    found = driver.Driver(version=13000, devices=1, reason="")
    driver.driver = lambda: found

    from graphops.plugins.packages import load_kernels
    from graphops_registry.kernel_def import kernels_of
    from graphops_registry.op_def import registered_ops

    load_kernels()
    listed = {}
    for op in registered_ops():
        own = sorted(kernels_of(op.name), key=lambda kernel: (kernel.device != "CPU", -kernel.priority))
        listed[op.name] = [
            (
                kernel.name,
                kernel.device,
                {attr: [dtype.name for dtype in dtypes] for attr, dtypes in kernel.types.items()},
                kernel.priority,
                kernel.label,
            )
            for kernel in own
            if kernel.device in DEVICES
        ]
    json.dump(listed, sys.stdout)


if __name__ == "__main__":
    _main()
