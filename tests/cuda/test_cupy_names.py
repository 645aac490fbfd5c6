"""What plain kernels ask of an array module exists in CuPy, and the tables that the stand-in refuses by are CuPy's."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from graphops.testing.strict.cupy_calls import PARAMETERS
from graphops.testing.strict.cupy_loops import LOOPS
from graphops.testing.strict.strict_array import _METHODS
from graphops.testing.strict.strict_module import XP

cupy = pytest.importorskip("cupy", reason="needs CuPy; no GPU")
if not hasattr(cupy, "_core"):
    pytest.skip("CuPy is an emulated one", allow_module_level=True)

KERNELS = Path(__file__).parents[2] / "kernels" / "graphops_cpu"
ROOMS = ("lib", "plain", "reduce")  # of kernels that compute with either array module
MODULES = {"xp", "_xp"}  # attributes and variables that hold an array module
GIVE_MODULES = {"xp_of", "module_of"}  # functions that answer one
NAMES_OF_FUNCTIONS = {"ufunc", "function"}  # class attributes that name a function of one


class Call(NamedTuple):
    where: str
    name: str
    places: int
    keywords: tuple[str, ...]


def is_module(node: ast.AST) -> bool:
    """Whether an expression is an array module."""
    if isinstance(node, ast.Name):
        return node.id in MODULES
    if isinstance(node, ast.Attribute):
        return node.attr in MODULES
    if isinstance(node, ast.Call):
        function = node.func
        name = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
        return name in GIVE_MODULES
    return False


def name_in_module(node: ast.AST) -> str | None:
    """``linalg.inv`` for ``self.xp.linalg.inv``."""
    names: list[str] = []
    while isinstance(node, ast.Attribute) and not is_module(node):
        names.insert(0, node.attr)
        node = node.value
    return ".".join(names) if names and is_module(node) else None


def calls() -> Iterator[Call]:
    for file in sorted(file for room in ROOMS for file in (KERNELS / room).glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            where = f"{file.name}:{getattr(node, 'lineno', 0)}"
            if isinstance(node, ast.Call) and (name := name_in_module(node.func)):
                starred = any(isinstance(arg, ast.Starred) for arg in node.args)
                keywords = tuple(keyword.arg for keyword in node.keywords if keyword.arg)
                yield Call(where, name, 0 if starred else len(node.args), keywords)
            elif isinstance(node, ast.Attribute) and (name := name_in_module(node)):
                yield Call(where, name, 0, ())
            elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and node.value.value:
                targets = {target.id for target in node.targets if isinstance(target, ast.Name)}
                yield from [Call(where, str(node.value.value), 0, ())] * bool(targets & NAMES_OF_FUNCTIONS)


def find(name: str) -> Any:
    """A function of CuPy.

    Raises:
        AttributeError: there is none.
    """
    found = cupy
    for part in name.split("."):
        found = getattr(found, part)
    return found


def parameters(function: Any) -> tuple[str, ...] | None:
    """The parameters as the table writes them; ``None`` for functions that do not say."""
    try:
        each = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    signs = {
        inspect.Parameter.VAR_POSITIONAL: "*",
        inspect.Parameter.VAR_KEYWORD: "**",
        inspect.Parameter.KEYWORD_ONLY: "=",
    }
    return tuple(signs.get(p.kind, "") + p.name for p in each)


CALLS = list(calls())


def test_calls_are_found() -> None:
    names = {call.name for call in CALLS}
    assert {"where", "linalg.inv", "add.at", "negative", "arctan2"} <= names
    assert any(call.keywords == ("axis", "dtype", "keepdims") for call in CALLS if call.name == "sum")


def test_cupy_has_what_plain_kernels_use() -> None:
    missing = []
    for call in CALLS:
        try:
            find(call.name)
        except AttributeError:
            missing.append(f"{call.where}: {call.name}")
    assert not missing


def test_cupy_takes_the_keywords_of_plain_kernels() -> None:
    wrong = []
    for call in CALLS:
        function = find(call.name)
        known = ("out", "dtype", "casting") if isinstance(function, cupy.ufunc) else parameters(function)
        if known is None:
            continue
        free = any(each.startswith("**") for each in known)
        unknown = [] if free else sorted(set(call.keywords) - {each.lstrip("=") for each in known})
        wrong += [f"{call.where}: {call.name}({keyword}=)" for keyword in unknown]
    assert not wrong


def test_stand_in_has_what_plain_kernels_use() -> None:
    for call in CALLS:
        found: Any = XP
        for part in call.name.split("."):
            found = getattr(found, part)


@pytest.mark.parametrize("name", sorted(PARAMETERS))
def test_table_of_parameters(name: str) -> None:
    assert parameters(getattr(cupy, name)) == PARAMETERS[name]


def real_loops(name: str) -> tuple[str, ...]:
    from cupy._core import _routines_math
    from cupy._sorting import search

    ufunc = {"where": search._where_ufunc, "clip": _routines_math.clip}.get(name) or getattr(cupy, name)
    written = [loop.replace("q", "l").replace("Q", "L") for loop in ufunc.types if "V" not in loop]
    return tuple(dict.fromkeys(written))


@pytest.mark.parametrize("name", sorted(LOOPS))
def test_table_of_loops(name: str) -> None:
    assert real_loops(name) == LOOPS[name]


def test_every_ufunc_has_a_table() -> None:
    ufuncs = {name for name in dir(XP) if isinstance(getattr(cupy, name, None), cupy.ufunc)}
    assert ufuncs <= LOOPS.keys() | {"fix", "i0", "sinc"}


@pytest.mark.parametrize("name", sorted(_METHODS))
def test_table_of_methods(name: str) -> None:
    first = (getattr(cupy.ndarray, name).__doc__ or "").splitlines()[0]
    assert f".{name}(" in first
    inside = first[first.index("(") + 1 : first.index(")")].split(", ")[1:]
    known = [each.split("=")[0].split()[-1].lstrip("*") for each in inside]
    assert set(_METHODS[name].split()) <= set(known)
