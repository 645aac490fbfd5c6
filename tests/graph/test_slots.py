"""Slots, which lower rooms call for what upper rooms do, and imports by name, which the import contract cannot see."""

from __future__ import annotations

import ast
import importlib
import tomllib
from pathlib import Path

import pytest

import graphops
from graphops import fill_slots
from graphops.graph import slots

PACKAGE = Path(graphops.__file__).parent
CONTRACTS = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
(LAYERS,) = (contract["layers"] for contract in CONTRACTS if contract.get("containers") == ["graphops"])
HEIGHT = {name.strip(): len(LAYERS) - number for number, layer in enumerate(LAYERS) for name in layer.split("|")}


def test_there_are_few_and_each_is_filled():
    declared = {name for name, value in vars(slots).items() if isinstance(value, slots.Slot)}
    assert {slot.name for slot in fill_slots.SLOTS} == {name.lower() for name in declared}
    assert len(declared) <= 10


@pytest.mark.parametrize("slot", fill_slots.SLOTS, ids=lambda slot: slot.name)
def test_the_module_behind_it_has_what_its_protocol_says(slot):
    protocol = next(
        value
        for name, value in vars(slots).items()
        if isinstance(value, type) and getattr(value, "_is_protocol", False) and _constant(name) == slot.name.upper()
    )
    wanted = [name for name in vars(protocol) if not name.startswith("_")]
    module = importlib.import_module(fill_slots.SLOTS[slot])
    assert wanted
    assert [name for name in wanted if not hasattr(module, name)] == []


def _constant(protocol: str) -> str:
    return {"GraphDefs": "GRAPH_DEFS", "Files": "NODE_FILES"}.get(protocol, protocol.upper())


def _named_imports(path: Path) -> list[str]:
    """The modules of graphops that ``import_module`` gets as a literal."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module") and node.args:
            name = node.args[0]
            first = name.values[0] if isinstance(name, ast.JoinedStr) else name
            if isinstance(first, ast.Constant) and str(first.value).startswith("graphops."):
                found.append(str(first.value).split(".")[1])
    return found


def test_imports_by_name_run_down_too():
    upward = [
        f"{path.relative_to(PACKAGE)}: {room}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.parent != PACKAGE
        for room in _named_imports(path)
        if HEIGHT[room] > HEIGHT[path.relative_to(PACKAGE).parts[0]]
    ]
    assert upward == []
