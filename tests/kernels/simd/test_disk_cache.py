"""A compiled kernel on disk is good for as long as no source that it is made of changes."""

from __future__ import annotations

import importlib
import pkgutil
import shutil
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import graphops_cpu
from graphops_cpu import simd

PACKAGE = Path(graphops_cpu.__file__).parent

needs_numba = pytest.mark.skipif(simd.why_unavailable() is not None, reason=f"{simd.why_unavailable()}")


def kernels() -> dict[str, Any]:
    """Every kernel by the full name of its function."""
    from graphops_cpu.simd.compile.jit import _SIGNATURES

    for module in pkgutil.walk_packages(simd.__path__, "graphops_cpu.simd."):
        importlib.import_module(module.name)
    found = {f"{each.py_func.__module__}.{each.py_func.__name__}": each for each in _SIGNATURES}
    return {name: each for name, each in found.items() if name.startswith("graphops_cpu.")}


def used_by(function: types.FunctionType) -> Iterator[object]:
    """What a Python function names: globals, attributes of modules, and what its closure holds."""
    names = set(function.__code__.co_names)
    for constant in function.__code__.co_consts:
        if isinstance(constant, types.CodeType):
            names |= set(constant.co_names)
    for name in names & set(function.__globals__):
        value = function.__globals__[name]
        yield value
        if isinstance(value, types.ModuleType):
            yield from (getattr(value, other) for other in names if hasattr(value, other))
    yield from (cell.cell_contents for cell in function.__closure__ or ())


def python_function(value: object) -> types.FunctionType | None:
    """The Python function behind one of this package: a plain one, compiled by Numba, or an intrinsic."""
    for name in ("py_func", "_defn"):
        inner = getattr(value, name, None)
        if isinstance(inner, types.FunctionType):
            value = inner
    if isinstance(value, types.FunctionType) and (value.__module__ or "").startswith("graphops_cpu."):
        return value
    return None


def sources_of(kernel: Any) -> set[Path]:
    """The files of all functions that a kernel is made of, found by walking from function to function."""
    left, seen = [kernel.py_func], set()
    while left:
        function = left.pop()
        if function not in seen:
            seen.add(function)
            left += [found for value in used_by(function) if (found := python_function(value)) is not None]
    return {Path(function.__code__.co_filename) for function in seen}


@needs_numba
def test_the_digest_covers_every_source_that_a_kernel_is_made_of() -> None:
    from graphops_cpu.simd.compile.disk_cache import with_imports

    found = kernels()
    assert len(found) > 30
    for name, kernel in found.items():
        covered = with_imports(Path(kernel.py_func.__code__.co_filename))
        assert not sources_of(kernel) - covered, name


@needs_numba
def test_kernels_are_made_of_functions_in_other_files() -> None:
    gather = kernels()["graphops_cpu.simd.dense.gather.gather"]
    names = {path.name for path in sources_of(gather)}
    assert {"gather.py", "pack.py", "tile.py", "vector.py"} <= names


@needs_numba
@pytest.mark.parametrize(
    ("kernel", "changed", "counts"),
    [
        ("dense/gather.py", "dense/gather.py", True),
        ("dense/gather.py", "dense/tile.py", True),  # imported by dense/pack.py and by itself
        ("dense/gather_first.py", "dense/transpose.py", True),  # by way of dense/planes.py alone
        ("dense/gather.py", "dense/sizes.py", True),  # from a package: from graphops_cpu.simd.dense import sizes
        ("layers/pool_kernels.py", "compile/vector_math.py", True),
        ("layers/pool_kernels.py", "compile/vector.py", True),
        ("depthwise/kernels.py", "depthwise/tiles.py", True),
        ("dense/gather.py", "depthwise/tiles.py", False),
        ("layers/pool_kernels.py", "layers/pool.py", False),
    ],
)
def test_a_change_of_a_helper_is_a_change_of_the_kernel(
    kernel: str, changed: str, counts: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from graphops_cpu.simd.compile import disk_cache

    copy = shutil.copytree(PACKAGE, tmp_path / "graphops_cpu", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(disk_cache, "_ROOT", tmp_path)
    digest = disk_cache.digest_of.__wrapped__
    before = digest(copy / "simd" / kernel)
    with (copy / "simd" / changed).open("a") as file:
        file.write("\n# another line\n")
    assert (digest(copy / "simd" / kernel) != before) == counts


@needs_numba
def test_imports_over_several_lines_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from graphops_cpu.simd.compile import disk_cache

    room = tmp_path / "graphops_cpu" / "room"
    room.mkdir(parents=True)
    for name in ("__init__", "one", "two", "three", "four"):
        (room / f"{name}.py").write_text("")
    kernel = tmp_path / "kernel.py"
    kernel.write_text(
        "from graphops_cpu.room import (\n    one,\n    two as other,\n)\n"
        "import graphops_cpu.room.three\n"
        "def f():\n    from graphops_cpu.room import something, four  # late\n"
    )
    monkeypatch.setattr(disk_cache, "_ROOT", tmp_path)
    found = {path.name for path in disk_cache.with_imports(kernel)}
    assert found == {"kernel.py", "one.py", "two.py", "three.py", "four.py", "__init__.py"}
