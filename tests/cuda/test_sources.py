"""Every CUDA source compiles for every architecture that it must run on; needs NVRTC or nvcc, but no GPU."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from graphops_cuda.runtime.driver import is_installed
from graphops_cuda.runtime.source import ARCHITECTURES, FOLDER
from tests.cuda import compile_sources, switch


def compile_for(*architectures: str) -> None:
    command = [sys.executable, "-m", "tests.cuda.compile_sources", *architectures]
    environment = {name: value for name, value in os.environ.items() if name != "GRAPHOPS_TEST_CUDA"}
    found = subprocess.run(
        command, cwd=compile_sources.TOP, env=environment, capture_output=True, text=True, check=False
    )
    if found.returncode == compile_sources.NO_COMPILER:
        pytest.skip(found.stdout.strip())
    assert found.returncode == 0, found.stdout + found.stderr
    print(found.stdout.splitlines()[-1])


@pytest.mark.full
@pytest.mark.skipif(bool(switch.MODE), reason="runs without GRAPHOPS_TEST_CUDA")
@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_every_kernel_compiles(architecture):
    if not is_installed("cupy") and architecture != "sm_90":
        pytest.skip("without CuPy and NVRTC nvcc compiles for one architecture alone, which takes minutes")
    compile_for(architecture)


@pytest.mark.emulator
def test_every_source_is_declared():
    from graphops_cuda.device import GPU
    from graphops_cuda.runtime import source

    assert GPU.count == 2
    from graphops.plugins.packages import load_kernels

    load_kernels()
    assert {name for name, _ in source.instances()} == {path.stem for path in FOLDER.glob("*.cu")}
    assert switch.MODE == "emulator"


def test_spills_are_found():
    report = """ptxas info    : Compiling entry function '_Z1fv' for 'sm_90'
ptxas info    : Function properties for _Z1fv
    88 bytes stack frame, 84 bytes spill stores, 84 bytes spill loads
ptxas info    : Compiling entry function '_Z1gv' for 'sm_90'
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads"""
    assert len(compile_sources.spills(report)) == 1
    assert compile_sources.spills(report)[0].startswith("_Z1fv")
