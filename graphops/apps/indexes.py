"""The committed indexes of built-in ops and kernels: which module to import for which op.

``python -m graphops.apps.indexes`` writes them; with ``--check`` it says whether they are up to date.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterable
from pathlib import Path
from textwrap import wrap
from typing import Final

from graphops_registry.kernel_def import kernels_of
from graphops_registry.op_def import Op, registered_ops
from graphops_registry.traits import Trait

# Where two kernels of one op have the same priority, the one of the earlier room comes first.
_ROOMS: Final = ("plain", "blas", "onednn", "openvino", "simd", "reduce")
_CPU: Final = "graphops_cpu"
_COMMAND: Final = "python -m graphops.apps.indexes"


def build_indexes() -> dict[str, str]:
    """File, from the modules' folders -> contents of every index."""
    ops = [op for op in registered_ops() if _is_ours(op)]
    return {"graphops_registry/op_index.py": _op_index(ops), f"{_CPU}/kernel_index.py": _kernel_index(ops)}


def _is_ours(op: Op) -> bool:
    return Path(op.defined_at).parts[-3:-1] == ("graphops_registry", "ops")


def _op_index(ops: Iterable[Op]) -> str:
    families: dict[str, list[str]] = {}
    stating: dict[str, list[str]] = {trait.value: [] for trait in Trait}
    for op in ops:
        families.setdefault(Path(op.defined_at.rpartition(":")[0]).stem, []).append(op.name)
        for trait in op.traits:
            stating[trait.value].append(op.name)
    what = "The built-in ops: which module of ``graphops_registry.ops`` declares them, and which traits they state."
    return (
        _header(what)
        + _table("FAMILIES", {family: families[family] for family in sorted(families)})
        + _table("TRAITS", stating)
    )


def _kernel_index(ops: Iterable[Op]) -> str:
    _import_all(_CPU)
    modules: dict[str, set[str]] = {}
    for op in ops:
        for kernel in kernels_of(op.name, "CPU"):
            if kernel.cls.__module__.startswith(f"{_CPU}."):
                modules.setdefault(kernel.cls.__module__, set()).add(op.name)
    what = "The kernels of this package: which module registers them for which ops, in the order of equal priorities."
    return _header(what) + _table("MODULES", {name: sorted(modules[name]) for name in sorted(modules, key=_order)})


def _order(module: str) -> tuple[int, str]:
    return _ROOMS.index(module.split(".")[1]), module


def _import_all(package: str) -> None:
    """Import every module of ``package``, except what needs a package that is missing, which registers nothing."""
    found = importlib.import_module(package)
    for module in pkgutil.walk_packages(found.__path__, f"{package}."):
        try:
            importlib.import_module(module.name)
        except ModuleNotFoundError as error:
            if (error.name or package).partition(".")[0] == package:
                raise


def _header(what: str) -> str:
    return f'"""{what}\n\nMade by `{_COMMAND}`; do not edit.\n"""\n\nfrom typing import Final\n'


def _table(name: str, rows: dict[str, list[str]]) -> str:
    lines = [f"\n{name}: Final = {{"]
    for key, names in rows.items():
        lines.append(f'    "{key}": """')
        lines += wrap(" ".join(names), 116, initial_indent="        ", subsequent_indent="        ",
                      break_long_words=False, break_on_hyphens=False)  # fmt: skip
        lines.append('    """,')
    return "\n".join([*lines, "}", ""])


def main(arguments: list[str]) -> int:
    """Write the indexes, or with ``--check`` compare them; the exit status."""
    stale = []
    for name, text in build_indexes().items():
        package, _, file = name.partition("/")
        path = Path(str(importlib.import_module(package).__file__)).parent / file
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(name)
        if "--check" not in arguments:
            path.write_text(text, encoding="utf-8")
    if stale and "--check" in arguments:
        print(f"stale: {', '.join(stale)}; run {_COMMAND}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
