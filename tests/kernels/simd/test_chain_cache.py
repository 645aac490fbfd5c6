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
import sys
import numpy as np
from graphops_cpu.device import CPU
from graphops_registry.dtypes import float32
from graphops_registry.kernels.chain import Chain, ChainInput, ChainStep
assert "numba" not in sys.modules
chain = Chain((ChainInput((5,), float32),) * 2, (ChainStep("Sub", (), (0, 1)), ChainStep("Abs", (), (2,))), (1,), (5,))
made = []
if sys.argv[1:] != ["without"]:
    from graphops_cpu.simd.chains import driver, machine
    make = machine.module_of
    machine.module_of = lambda *arguments: made.append(1) or make(*arguments)
run = CPU.compile_chain(chain)
if run is None:
    print("none", "numba" in sys.modules)
else:
    out = np.empty(5, np.float32)
    run([np.arange(5, dtype=np.float32), np.full(5, 3, np.float32)], [out])
    assert out.tolist() == [3, 2, 1, 0, 1]
    print(len(made), sum(driver._SERIAL.stats.cache_misses.values()))
"""
COMPILED, LOADED = "1 1", "0 0"


def run(folder: Path, *arguments: str, **environment: str) -> str:
    """What the program prints: how much is compiled, of the chain and of the loops around it."""
    path = os.pathsep.join(str(ROOT / part) for part in ("registry", "kernels", "."))
    wanted = {**os.environ, "PYTHONPATH": path, "NUMBA_CACHE_DIR": str(folder), **environment}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments], env=wanted, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def kept(folder: Path) -> Path:
    """The one file of the chain."""
    (path,) = folder.rglob("chain-*.code")
    return path


@pytest.mark.full
def test_a_second_process_compiles_nothing(tmp_path: Path) -> None:
    assert run(tmp_path) == COMPILED
    content = kept(tmp_path).read_bytes()
    assert run(tmp_path) == LOADED
    assert kept(tmp_path).read_bytes() == content
    assert not [path for path in tmp_path.rglob("chain-*") if path.suffix != ".code"]


@pytest.mark.full
def test_a_broken_file_is_made_again(tmp_path: Path) -> None:
    run(tmp_path)
    path = kept(tmp_path)
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    assert run(tmp_path) == "1 0"
    assert path.read_bytes() == content


def test_what_is_no_whole_file_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from graphops_cpu.simd.chains import store

    monkeypatch.setattr(store, "_folder", lambda: tmp_path)
    store.write("one", b"first" * 9, b"second" * 9)
    path = tmp_path / "chain-one.code"
    content = path.read_bytes()
    flipped = bytes([*content[:-9], content[-9] ^ 1, *content[-8:]])
    for broken in (b"", content[:20], content[:-1], flipped, b"x" * len(content), content + b"x", b"x" + content[1:]):
        path.write_bytes(broken)
        assert store.read("one") is None
    path.write_bytes(content)
    assert store.read("one") == (b"first" * 9, b"second" * 9)


def test_the_code_of_another_chain_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from graphops_cpu.simd.chains import store

    monkeypatch.setattr(store, "_folder", lambda: tmp_path)
    store.write("one", b"first", b"second")
    assert store.read("one") == (b"first", b"second")
    (tmp_path / "chain-other.code").write_bytes((tmp_path / "chain-one.code").read_bytes())
    assert store.read("other") is None
    assert store.read("none") is None


def test_files_are_not_kept_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from graphops_cpu.simd.chains import store

    monkeypatch.setattr(store, "_folder", lambda: tmp_path)
    monkeypatch.setattr(store, "MOST_FILES", 3)
    for number in range(6):
        store.write(f"{number}", b"", b"")
        os.utime(tmp_path / f"chain-{number}.code", (number, number))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["chain-3.code", "chain-4.code", "chain-5.code"]


def test_without_a_folder_that_can_be_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from graphops_cpu.simd.chains import store

    monkeypatch.setattr(store, "_folder", lambda: None)
    store.write("one", b"first", b"second")
    assert store.read("one") is None
    file = tmp_path / "file"
    file.write_text("")
    monkeypatch.setattr(store, "_folder", lambda: file)  # no folder: writing fails, even for those who may do all
    store.write("one", b"first", b"second")
    assert store.read("one") is None


def test_without_numba_there_is_no_chain_and_nothing_is_imported(tmp_path: Path) -> None:
    assert run(tmp_path, "without", GRAPHOPS_WITHOUT="numba") == "none False"
    assert run(tmp_path, "without", NUMBA_DISABLE_JIT="1") == "none False"


def test_sizes_share_machine_code() -> None:
    from graphops_cpu.simd.chains.language import structure_of

    def structure(dtype: str, shape: tuple[int, ...], other: tuple[int, ...], op: str) -> object:
        inputs = (ChainInput(shape, as_dtype(dtype)), ChainInput(other, as_dtype(dtype)))
        return structure_of(Chain(inputs, (ChainStep(op, (), (0, 1)),), (0,), shape))

    first = structure("float32", (8, 64), (8, 64), "Add")
    assert first is not None
    assert structure("float32", (2, 3, 5), (5,), "Add") == first
    others = [
        structure("float64", (8, 64), (8, 64), "Add"),
        structure("float32", (8, 64), (8, 64), "Mul"),
        structure("float32", (8, 64), (8, 1), "Add"),
    ]
    assert len({first, *others}) == 4


def test_the_source_of_machine_code_is_always_the_same() -> None:
    from graphops_cpu.simd.chains.code import module_of
    from graphops_cpu.simd.chains.language import structure_of
    from graphops_cpu.simd.chains.segments import cut

    steps = tuple(ChainStep(op, (), (i,)) for i, op in enumerate(["Exp", "Log", "Tanh", "Relu"] * 40))
    made = structure_of(Chain((ChainInput((9,), as_dtype("float32")),), steps, (3, 159), (9,)))
    assert made is not None
    parts = cut(made)
    assert len(parts.segments) > 2
    assert str(module_of(made, parts, "name")) == str(module_of(made, cut(made), "name"))


def test_failures_end_in_no_chain(monkeypatch: pytest.MonkeyPatch) -> None:
    from graphops_cpu.simd.chains import compiler, machine
    from graphops_cpu.simd.compile import loops

    def fail(*arguments: object) -> None:
        raise OSError("LLVM does not work")

    monkeypatch.setattr(loops, "_broken", None)
    monkeypatch.setattr(machine, "machine_of", fail)
    monkeypatch.setattr(compiler, "_codes", {})
    chain = Chain((ChainInput((3,), as_dtype("float32")),), (ChainStep("Neg", (), (0,)),), (0,), (3,))
    assert compiler.compile_chain(chain) is None
    assert "LLVM does not work" in str(loops.why_unusable())
    assert compiler.compile_chain(chain) is None


def test_structures_in_memory_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    from graphops_cpu.simd.chains import compiler

    monkeypatch.setattr(compiler, "_codes", {})
    monkeypatch.setattr(compiler, "_MOST_STRUCTURES", 1)
    given = (ChainInput((3,), as_dtype("float32")),)
    one, two = (Chain(given, (ChainStep(op, (), (0,)),), (0,), (3,)) for op in ("Neg", "Abs"))
    assert compiler.compile_chain(one) is not None
    assert compiler.compile_chain(two) is None
    again = compiler.compile_chain(one)
    out = np.empty(3, np.float32)
    assert again is not None
    again([np.ones(3, np.float32)], [out])
    assert out.tolist() == [-1, -1, -1]
