"""The surface that authors use, as data: names, signatures, fields, and whether they are documented.

``python -m tests.extension.surface`` writes surface.json, which says what the version promises.
"""

from __future__ import annotations

import dataclasses
import enum
import importlib
import inspect
import json
import re
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("surface.json")
MODULES = ("graphops.extend", "graphops.testing", "graphops.testing.strategies")
Surface = dict[str, Any]


def surface() -> Surface:
    """For each public name, ``module.name`` or ``module.Class.name``, what it is."""
    found: Surface = {}
    for name in MODULES:
        module = importlib.import_module(name)
        for each in sorted(module.__all__):
            found.update(_described(f"{name}.{each}", getattr(module, each)))
    return found


def _described(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, types.ModuleType):
        yield name, {"kind": "module", "documented": bool(value.__doc__)}
        return
    if isinstance(value, type):
        yield name, {"kind": "class", "signature": _signature(value), "documented": _documented(value)}
        fields = {f.name: str(f.type) for f in dataclasses.fields(value)} if dataclasses.is_dataclass(value) else {}
        for field, kind in fields.items():
            yield f"{name}.{field}", {"kind": "field", "type": kind}
        for member, raw in sorted(_members(value).items()):
            if member not in fields:
                yield f"{name}.{member}", _member(raw)
    elif callable(value):
        yield name, {"kind": "function", "signature": _signature(value), "documented": _documented(value)}
    else:
        yield name, {"kind": "value", "type": type(value).__name__}


def _members(cls: type[Any]) -> dict[str, Any]:
    """What the class and its bases of ours define, without what starts with an underscore."""
    found: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        if base.__module__.startswith("graphops"):
            found.update({name: raw for name, raw in vars(base).items() if not name.startswith("_")})
    return found


def _member(raw: Any) -> Surface:
    if isinstance(raw, (staticmethod, classmethod)):
        raw = raw.__func__
    if inspect.isfunction(raw):
        return {"kind": "method", "signature": _signature(raw), "documented": _documented(raw)}
    if isinstance(raw, property) or hasattr(raw, "func"):
        return {"kind": "property", "documented": _documented(raw)}
    return {"kind": "attribute"}


def _signature(value: Any) -> str:
    if isinstance(value, enum.EnumMeta):
        return "(value)"  # what inspect says of an enumeration depends on Python's version
    try:
        return re.sub(r"<function (\w+) at 0x\w+>", r"\1", str(inspect.signature(value)))
    except (TypeError, ValueError):
        return "(...)"


def _documented(value: Any) -> bool:
    text = value.__doc__ or ""
    return bool(text) and not text.startswith(f"{getattr(value, '__name__', '')}(")  # what dataclasses write


def differences(old: Surface, new: Surface) -> list[str]:
    """What changed, a line for each name; what is gone or different breaks packages of others."""
    lines = [f"gone: {name} was {old[name]}" for name in sorted(old.keys() - new.keys())]
    lines += [f"new: {name} is {new[name]}" for name in sorted(new.keys() - old.keys())]
    for name in sorted(old.keys() & new.keys()):
        for key in sorted(old[name].keys() | new[name].keys()):
            before, after = old[name].get(key), new[name].get(key)
            if before != after:
                lines.append(f"changed: the {key} of {name} was {before}, is {after}")
    return lines


def main() -> None:
    """Write the file."""
    from graphops.extend import API_VERSION

    data = {"version": list(API_VERSION), "names": surface()}
    FILE.write_text(json.dumps(data, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
