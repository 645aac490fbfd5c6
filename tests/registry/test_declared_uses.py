"""Kernels touch only what their registration declares in ``uses``: nothing else of their context is theirs to read.

What they read is found in their source, so every kernel is looked at, whatever a call of it needs.  That a context goes
by one name, which makes this possible, is held below, too.  Kernels for GPUs are in ``tests/cuda/test_kernels.py``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from graphops_registry.kernel_def import PlainKernel
from graphops_registry.kernels.context import Context
from tests.registry import context_reads
from tests.registry.context_reads import NAME, called, is_context, undeclared, uses_in

KERNELS = Path(__file__).parents[2] / "kernels"


@cache
def sources() -> dict[str, ast.Module]:
    """The modules of the kernel packages that know of contexts."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(KERNELS.rglob("*.py"))}
    return {
        path.relative_to(KERNELS).as_posix(): ast.parse(text)
        for path, text in texts.items()
        if "Context" in text or NAME in text
    }


def test_kernels_read_what_they_declare():
    count, wrong = undeclared("CPU")
    assert not wrong, "\n".join(wrong)
    assert count > 600


def test_a_context_is_handed_on_by_its_name():
    """It is an argument ``ctx``, is read by ``ctx.<name>``, and goes to a function whose argument is ``ctx``, too."""
    takes_a_context = set(takers())
    wrong = []
    for place, tree in sources().items():
        fine = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.arg) and node.annotation is not None and node.arg != NAME:
                if ast.unparse(node.annotation) == "Context":
                    wrong.append(f"{place}:{node.lineno} calls it '{node.arg}'")
            elif isinstance(node, ast.Attribute):
                fine.add(id(node.value))
            elif isinstance(node, ast.Call) and called(node) in takes_a_context:
                fine.update(id(argument) for argument in node.args)
        names = [node for node in ast.walk(tree) if is_context(node) and id(node) not in fine]
        wrong += [f"{place}:{node.lineno} hands it on in another way" for node in names]
    assert not wrong, "\n".join(wrong)
    assert len(sources()) > 50


def takers() -> Iterator[str]:
    """The names of functions and methods that have an argument ``ctx``."""
    for tree in sources().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and NAME in {argument.arg for argument in node.args.args}:
                yield node.name


def helped(ctx: Any) -> Any:
    return ctx.random


class Base:
    def compute(self, ctx: Context, x: Any) -> Any:
        return lambda: self.inner(ctx, ctx.device)

    def inner(self, ctx: Context, device: Any) -> Any:
        return helped(ctx)

    def never(self, ctx: Context) -> Any:
        return ctx.files


class Extends(Base):
    def inner(self, ctx: Context, device: Any) -> Any:
        return ctx.name, super().inner(ctx, device)


class Overrides(Base):
    def inner(self, ctx: Context, device: Any) -> Any:
        return ctx.name


class Prepares:
    """What runs is another class, which a table names."""

    def prepare(self, spec: Any) -> Any:
        return _TABLE["one"]()


class PreparedHere:
    def run(self, ctx: Context, inputs: Any, out: Any) -> Any:
        ctx.check_cancelled()
        return [self.size(ctx) for _ in inputs]

    def size(self, ctx: Context) -> Any:
        return ctx.check_memory(1)


_TABLE = {"one": PreparedHere}


@pytest.mark.parametrize(
    ("cls", "expected"),
    [
        (Base, {"random"}),
        (Extends, {"random", "name"}),
        (Overrides, {"name"}),
        (Prepares, {"cancel", "memory"}),
        (PlainKernel, set()),
    ],
)
def test_what_is_found(cls: type, expected: set[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(context_reads, "OURS", ("tests.", *context_reads.OURS))
    context_reads.named_by.cache_clear()
    assert uses_in(cls).keys() == expected
