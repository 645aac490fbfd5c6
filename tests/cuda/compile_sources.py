"""Compile every declared kernel of every CUDA source, without a GPU: ``python -m tests.cuda.compile_sources sm_90``.

NVRTC does it where CuPy and NVRTC are installed, as on a GPU, else nvcc if it is there, which also tells of registers
that are kept in memory.  Prints a line for each source and architecture; the exit code is 1 when something does not
compile or spills much, 2 when there is no compiler.
"""

from __future__ import annotations

import importlib
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TOP = Path(__file__).parent.parent.parent
EMULATOR = Path(__file__).parent / "emulator"
NO_COMPILER = 2
OF_CUPY = ("-ftz=true", "--device-as-default-execution-space")  # what CuPy adds
MOST_SPILT = 64  # bytes; a few registers that wait outside of the inner loop cost nothing


def declared() -> dict[str, tuple[str, ...]]:
    """The kernels of each source; they are declared by modules that import CuPy, a real one or the emulated."""
    for folder in ("", "kernels", "registry"):
        sys.path.insert(0, str(TOP / folder))
    from graphops_cuda.runtime import driver, source

    if not driver.is_installed("cupy"):
        sys.path.insert(0, str(EMULATOR))
    from graphops.plugins.packages import load_kernels

    load_kernels()
    importlib.import_module("graphops_cuda.registration").register()
    return dict(source.instances())


def with_nvrtc(name: str, kernels: tuple[str, ...], architecture: str) -> list[str]:
    """What is wrong with a source."""
    from cupy_backends.cuda.libs import nvrtc

    from graphops_cuda.runtime import source

    program = nvrtc.createProgram(source.text(name), f"{name}.cu", [], [])
    for kernel in kernels:
        nvrtc.addNameExpression(program, kernel)
    try:
        nvrtc.compileProgram(program, [f"--gpu-architecture={architecture}", *source.OPTIONS, *OF_CUPY])
    except Exception:
        return [nvrtc.getProgramLog(program)]
    missing = [kernel for kernel in kernels if not nvrtc.getLoweredName(program, kernel)]
    return [f"{kernel} is not in what was compiled" for kernel in missing]


def with_nvcc(name: str, kernels: tuple[str, ...], architecture: str) -> list[str]:
    """What is wrong with a source; addresses of its kernels make the compiler instantiate them."""
    from graphops_cuda.runtime import source

    table = "\n".join(f"    (void*)&{kernel}," for kernel in kernels)
    code = f"{source.text(name)}\nvoid* graphops_kernels[] = {{\n{table}\n}};\n"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.cu"
        path.write_text(code, encoding="utf-8")
        command = ["nvcc", "-std=c++17", f"-arch={architecture}", "-cubin", "-Xptxas", "-v", "-o", str(path) + "bin"]
        found = subprocess.run([*command, str(path)], capture_output=True, text=True, check=False)
    if found.returncode:
        return [found.stderr]
    return spills(found.stderr)


def spills(report: str) -> list[str]:
    """The kernels that keep more than a few registers in local memory, from what ``ptxas -v`` says."""
    wrong = []
    entry = ""
    for line in report.splitlines():
        if match := re.search(r"Compiling entry function '(\w+)'", line):
            entry = match.group(1)
        match = re.search(r"(\d+) bytes spill stores", line)
        if match and int(match.group(1)) > MOST_SPILT:
            wrong.append(f"{entry}: {line.strip()}")
    return wrong


def main(architectures: list[str]) -> int:
    sources = declared()
    try:
        from cupy_backends.cuda.libs import nvrtc

        nvrtc.getVersion()
        compiler = with_nvrtc
    except Exception:  # CuPy is the emulator, or NVRTC is not installed
        if shutil.which("nvcc") is None:
            print("there is neither NVRTC (with CuPy) nor nvcc")
            return NO_COMPILER
        compiler = with_nvcc
    wrong = 0
    for name, kernels in sources.items():
        for architecture in architectures:
            problems = compiler(name, kernels, architecture)
            wrong += bool(problems)
            print(f"{name} for {architecture}: {len(kernels)} kernels{'' if not problems else ' FAILED'}", flush=True)
            for problem in problems[:5]:
                print(f"    {problem[:2000]}")
    print(f"{sum(map(len, sources.values()))} kernels of {len(sources)} sources for {', '.join(architectures)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["sm_90"]))
