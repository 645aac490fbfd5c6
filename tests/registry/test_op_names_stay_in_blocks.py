"""A fact about an op stands in the op's block: no code outside the blocks lists names of ops, or reads them.

Lists that are no such facts are in a table of docs/project/op_names.md, each with why.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
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


def lists_of_ops(tree: ast.AST) -> Iterator[tuple[int, list[str]]]:
    """Collections with two names of ops or more: sets, tuples, lists, keys of dicts, and texts that are split.

    ``__all__`` holds names of functions, some of which are called as ops are.
    """
    public = {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and any(ast.unparse(target) == "__all__" for target in node.targets)
    }
    for node in ast.walk(tree):
        if node in public:
            continue
        words: list[object] = []
        if isinstance(node, (ast.Set, ast.Tuple, ast.List)):
            words = [each.value for each in node.elts if isinstance(each, ast.Constant)]
        elif isinstance(node, ast.Dict):
            words = [each.value for each in node.keys if isinstance(each, ast.Constant)]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "split":
            text = node.func.value
            words = [*text.value.split()] if isinstance(text, ast.Constant) and isinstance(text.value, str) else []
        names = sorted({word for word in words if isinstance(word, str) and word in OPS})
        if len(names) > 1:
            yield node.lineno, names


def readings_of_names(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """``"3D" in node.type``, ``op.name.startswith("Ref")``: parts of an op's name that are looked for."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.In, ast.NotIn)):
            part, name = node.left, node.comparators[0]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            if node.func.attr not in ("startswith", "endswith"):
                continue
            part, name = node.args[0], node.func.value
        else:
            continue
        parts = part.elts if isinstance(part, ast.Tuple) else [part]
        texts = [each.value for each in parts if isinstance(each, ast.Constant) and isinstance(each.value, str)]
        is_name = re.fullmatch(r"_?op|(\w+\.)*(node|op|op_def|spec\.op)\.(name|type)", ast.unparse(name))
        if is_name and any(re.match(r"[A-Z0-9_][A-Za-z0-9]*$", text) for text in texts):
            yield node.lineno, ast.unparse(node)


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
    assert len([*lists_of_ops(ast.parse(source))]) == count


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
    assert len([*readings_of_names(ast.parse(source))]) == count


def test_no_other_file_lists_ops() -> None:
    assert len(OPS) > 500
    permitted = allowed()
    found = {
        f"{path.relative_to(ROOT)}:{line} names {', '.join(names)}"
        for path in FILES
        if str(path.relative_to(ROOT)) not in permitted
        for line, names in lists_of_ops(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert not found, "\n".join([*sorted(found), ADVICE])


def test_no_file_reads_names() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line} reads {text}"
        for path in FILES
        for line, text in readings_of_names(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert not found, "\n".join([*found, ADVICE])


def test_the_table_has_no_file_without_a_list() -> None:
    listing = {
        str(path.relative_to(ROOT)) for path in FILES if any(lists_of_ops(ast.parse(path.read_text(encoding="utf-8"))))
    }
    assert allowed() <= listing, f"to go, or to be called otherwise: {', '.join(sorted(allowed() - listing))}"
