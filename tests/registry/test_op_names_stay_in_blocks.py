"""A fact about an op is in the op's block: no code outside the blocks lists names of ops, or reads them.

Lists that are no such facts are in a table of docs/project/op_names.md, each with why.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from graphops_registry.op_def import registered_ops

ROOT = Path(__file__).parents[2]
OPS = frozenset(op.name for op in registered_ops() if not op.name.startswith("Test>"))
BLOCKS = ROOT / "registry" / "graphops_registry" / "ops"
ROOMS = ("graphops", "kernels", "registry")
FILES = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py") if BLOCKS not in path.parents)
ADVICE = "state the fact as a trait in the ops' blocks, or add the file to the table in docs/project/op_names.md"


def allowed() -> set[str]:
    """The files of the table."""
    page = (ROOT / "docs" / "project" / "op_names.md").read_text(encoding="utf-8")
    return set(re.findall(r"^\| `([^`]+\.py)` \| .{10,} \|$", page, flags=re.MULTILINE))


@dataclass
class Found:
    """What the code of one file does with names of ops, as (line, text).

    Attributes:
        lists: collections with two names of ops or more: sets, tuples, lists, keys of dicts, and texts that are split.
            ``__all__`` holds names of functions, some of which are called as ops are.
        readings: ``"3D" in node.type``, ``op.name.startswith("Ref")``: parts of an op's name that are looked for.
    """

    lists: list[tuple[int, str]] = field(default_factory=list)
    readings: list[tuple[int, str]] = field(default_factory=list)


def look_at(source: str) -> Found:
    found = Found()
    public: set[ast.expr] = set()
    for node in ast.walk(ast.parse(source)):  # parents first
        if isinstance(node, ast.Assign) and any(ast.unparse(target) == "__all__" for target in node.targets):
            public.add(node.value)
        elif isinstance(node, ast.expr) and node not in public:
            names = sorted({word for word in words_of(node) if isinstance(word, str) and word in OPS})
            if len(names) > 1:
                found.lists.append((node.lineno, ", ".join(names)))
            if reads_a_name(node):
                found.readings.append((node.lineno, ast.unparse(node)))
    return found


def words_of(node: ast.expr) -> list[object]:
    """The constants of a collection, the words of a text that is split."""
    if isinstance(node, (ast.Set, ast.Tuple, ast.List)):
        return [each.value for each in node.elts if isinstance(each, ast.Constant)]
    if isinstance(node, ast.Dict):
        return [each.value for each in node.keys if isinstance(each, ast.Constant)]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "split":
        text = node.func.value
        return [*text.value.split()] if isinstance(text, ast.Constant) and isinstance(text.value, str) else []
    return []


def reads_a_name(node: ast.expr) -> bool:
    if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.In, ast.NotIn)):
        part, name = node.left, node.comparators[0]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
        if node.func.attr not in ("startswith", "endswith"):
            return False
        part, name = node.args[0], node.func.value
    else:
        return False
    parts = part.elts if isinstance(part, ast.Tuple) else [part]
    texts = [each.value for each in parts if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    is_name = re.fullmatch(r"_?op|(\w+\.)*(node|op|op_def|spec\.op)\.(name|type)", ast.unparse(name))
    return bool(is_name) and any(re.match(r"[A-Z0-9_][A-Za-z0-9]*$", text) for text in texts)


@pytest.fixture(scope="module")
def files() -> dict[str, Found]:
    """What is found in each file outside the blocks."""
    return {str(path.relative_to(ROOT)): look_at(path.read_text(encoding="utf-8")) for path in FILES}


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ('MERGES = frozenset({"Merge", "RefMerge"})', 1),
        ('if node.type in ("Add", "AddV2"): pass', 1),
        ('RULES = {"Cast": 1, "Tile": 2}', 1),
        ('for op in "Less Greater".split(): pass', 1),
        ('{"Merge": "RefMerge"}', 0),
        ('("Merge", "no op")', 0),
        ('__all__ = ["Assert", "Print"]', 0),
    ],
)
def test_lists_are_found(source: str, count: int) -> None:
    assert len(look_at(source).lists) == count


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ('"3D" in node.type', 1),
        ('op.name.startswith(("Stateless", "Random"))', 1),
        ('spec.op.name.startswith("_")', 1),
        ('_op.startswith("_")', 1),
        ('node.type.endswith("If")', 1),
        ('">" in op.name', 0),
        ('name.startswith("Ref")', 0),
    ],
)
def test_readings_are_found(source: str, count: int) -> None:
    assert len(look_at(source).readings) == count


def test_no_other_file_lists_ops(files: dict[str, Found]) -> None:
    assert len(OPS) > 500
    permitted = allowed()
    lists = {
        f"{path}:{line} names {names}"
        for path, found in files.items()
        if path not in permitted
        for line, names in found.lists
    }
    assert not lists, "\n".join([*sorted(lists), ADVICE])


def test_no_file_reads_names(files: dict[str, Found]) -> None:
    readings = [f"{path}:{line} reads {text}" for path, found in files.items() for line, text in found.readings]
    assert not readings, "\n".join([*readings, ADVICE])


def test_the_table_has_no_file_without_a_list(files: dict[str, Found]) -> None:
    listing = {path for path, found in files.items() if found.lists}
    assert allowed() <= listing, f"to go, or to be called otherwise: {', '.join(sorted(allowed() - listing))}"
