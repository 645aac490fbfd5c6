"""Machine code of chains: kept in memory and on disk, valid for one structure; what is broken is compiled again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from graphops_registry.dtypes import as_dtype
from graphops_registry.kernels.chain import Chain, ChainInput, ChainStep

pytest.importorskip("numba")

ROOT = Path(__file__).parents[3]
PROGRAM = """
import numpy as np
from graphops_cpu.device import CPU
from graphops_registry.dtypes import float32
from graphops_registry.kernels.chain import Chain, ChainInput, ChainStep
chain = Chain((ChainInput((5,), float32),) * 2, (ChainStep("Sub", (), (0, 1)), ChainStep("Abs", (), (2,))), (1,), (5,))
run = CPU.compile_chain(chain)
if run is None:
    print("none")
else:
    from graphops_cpu.simd.chains import compiler
    out = np.empty(5, np.float32)
    run([np.arange(5, dtype=np.float32), np.full(5, 3, np.float32)], [out])
    assert out.tolist() == [3, 2, 1, 0, 1]
    from graphops_cpu.simd.chains import machine, segments
    (structure,) = compiler._codes
    print(machine.key_of(structure), machine.machine_of(structure, segments.cut(structure)).cached, compiler.was_cached)
"""


def shape_of(structure_dtype: str, sizes: tuple[int, ...], op: str) -> Chain:
    given = ChainInput(sizes, as_dtype(structure_dtype))
    return Chain((given, given), (ChainStep(op, (), (0, 1)),), (0,), sizes)


def run(folder: Path, **environment: str) -> str:
    wanted = {**os.environ, "NUMBA_CACHE_DIR": str(folder), **environment}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=wanted, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
