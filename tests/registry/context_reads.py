"""What the code of a kernel reads from its context, found in its source.

A context goes by the name ``ctx`` wherever a kernel package hands it on.  So the reads of a function are the attributes
of ``ctx`` in its source, and those of a kernel are the reads of all functions that the context of ``compute`` or
``run`` is handed to, among those that the class can come to: its methods and what these name, in turn.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any

from graphops_registry.kernels.registered import USES, kernels_of
from tests.ops import golden_calls

NAME = "ctx"
FREE = frozenset({"device", "index", "arrays_are_constant"})  # needs no declaration
# The others by their own name.
DECLARED_AS = {
    "check_cancelled": "cancel", "check_memory": "memory", "hold": "memory", "function": "name",
    "temporary": "resources",
}  # fmt: skip
OURS = ("graphops_cpu.", "graphops_cuda.", "graphops_registry.")


@dataclass
class Source:
    """What a function does with its context."""

    reads: list[tuple[int, str]] = field(default_factory=list)  # line, attribute
    hands_to: set[str] = field(default_factory=set)  # names of functions


def undeclared(device: str) -> tuple[int, list[str]]:
    """How many kernels of ``device`` were looked at, and what they read without a declaration."""
    count, wrong = 0, []
    for op in golden_calls.own_ops():
        for definition in kernels_of(op.name, device):
            count += 1
            found = uses_in(definition.cls)
            assert found.keys() <= USES, f"{definition.name}: {found}"
            missing = sorted(found.keys() - definition.uses)
            wrong += [f"{definition.name} ('{op.name}') reads '{use}' at {found[use]}" for use in missing]
    return count, wrong


def uses_in(cls: type) -> dict[str, str]:
    """What a kernel class must declare -> a place that reads it."""
    by_name = defaultdict(list)
    for function in reachable(cls):
        by_name[function.__name__].append(function.__code__)
    found: dict[str, str] = {}
    waiting, seen = ["compute", "run"], {"compute", "run"}
    while waiting:
        for code in by_name[waiting.pop()]:
            file = Path(code.co_filename)
            source = sources(file).get(code.co_firstlineno, Source())
            for line, attribute in source.reads:
                if attribute not in FREE:
                    found.setdefault(DECLARED_AS.get(attribute, attribute), f"{file.name}:{line}")
            waiting += source.hands_to - seen
            seen |= source.hands_to
    return found


@cache
def sources(file: Path) -> dict[int, Source]:
    """The functions of a file, by their first line, decorators included."""
    if not file.exists() or NAME not in (text := file.read_text(encoding="utf-8")):  # dataclasses generate some
        return {}
    found: dict[int, Source] = defaultdict(Source)
    for function in ast.walk(ast.parse(text)):
        if isinstance(function, (ast.FunctionDef, ast.Lambda)):
            source = found[min(part.lineno for part in [function, *getattr(function, "decorator_list", [])])]
            for node in ast.walk(function):
                if isinstance(node, ast.Attribute) and is_context(node.value):
                    source.reads.append((node.lineno, node.attr))
                elif isinstance(node, ast.Call) and any(map(is_context, node.args)):
                    source.hands_to.add(called(node))
    return found


def is_context(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == NAME


def called(call: ast.Call) -> str:
    """The name of what is called."""
    return ast.unparse(call.func).rpartition(".")[2]


def reachable(cls: type) -> list[FunctionType]:
    """The functions that ``cls`` may come to, as far as names say."""
    waiting: list[Any] = [cls]
    seen: set[int] = set()
    functions = []
    while waiting:
        each = waiting.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, FunctionType):
            functions.append(each)
        waiting += named_by(each)
    return functions


@cache
def named_by(each: Any) -> list[Any]:
    """The functions and classes that a class holds or inherits, or that a function names."""
    if isinstance(each, type):
        return list(parts(members(each)))
    names = names_in(each)
    found = [each.__globals__[name] for name in names if name in each.__globals__]
    modules = [value for value in found if isinstance(value, ModuleType) and value.__name__.startswith(OURS)]
    found += [vars(module)[name] for module in modules for name in names if name in vars(module)]
    cells = zip(each.__code__.co_freevars, each.__closure__ or (), strict=True)
    found += [cell.cell_contents for name, cell in cells if name != "__class__" and is_filled(cell)]
    return list(parts([*found, *(each.__defaults__ or ()), *(each.__kwdefaults__ or {}).values()]))


def members(cls: type) -> list[Any]:
    """What ``cls`` holds or inherits; of what it overrides, only what it comes to by ``super()``."""
    bases = [base for base in cls.__mro__ if is_ours(base)]
    waiting = [(name, 0) for base in bases for name in vars(base)]  # a name, and the first base to look for it in
    found: dict[tuple[str, int], Any] = {}
    while waiting:
        name, first = waiting.pop()
        at = next((number for number, base in enumerate(bases) if number >= first and name in vars(base)), None)
        if at is None or (name, at) in found:
            continue
        found[name, at] = vars(bases[at])[name]
        for each in parts(found[name, at]):
            if isinstance(each, FunctionType) and "__class__" in each.__code__.co_freevars:
                waiting += [(called_name, at + 1) for called_name in names_in(each)]
    return list(found.values())


def names_in(function: FunctionType) -> set[str]:
    return {name for code in codes(function.__code__) for name in code.co_names}


def parts(value: Any) -> Iterator[Any]:
    """The functions and classes of kernel packages in ``value``, which may be a property, a table and the like."""
    value = getattr(value, "__wrapped__", value)
    if isinstance(value, (type, FunctionType)):
        if is_ours(value):
            yield value
        return
    inner: Iterable[Any] = ()
    if isinstance(value, (staticmethod, classmethod)):
        inner = [value.__func__]
    elif isinstance(value, property):
        inner = [value.fget]
    elif isinstance(value, dict):
        inner = value.values()
    elif isinstance(value, (tuple, list)):
        inner = value
    for each in inner:
        yield from parts(each)


def is_ours(value: Any) -> bool:
    return value.__module__.startswith(OURS)


def is_filled(cell: CellType) -> bool:
    try:
        return cell.cell_contents is not None
    except ValueError:
        return False


def codes(code: CodeType) -> Iterator[CodeType]:
    """``code``, and the functions, lambdas and comprehensions in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)
