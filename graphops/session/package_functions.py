"""The ops of a package under their short names, for modules of that package."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from graphops.build import ops, raw_ops
from graphops.build.op_prefixes import names_after_prefix
from graphops.plugins.packages import load_ops
from graphops.session import eager
from graphops_registry.errors import InvalidArgumentError

SPELLINGS: Final[dict[str, Any]] = {"raw_ops": raw_ops, "eager": eager, "ops": ops}


def vendor_functions(vendor: str, spelling: str = "raw_ops") -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """``__getattr__`` and ``__dir__`` for a module that has the ops of a package under their short names.

    A package ``my_windows`` whose ops are ``MyWindows>Mean`` and so on has a module ``my_windows/eager.py`` with one
    line, and its users write ``my_windows.eager.Mean(x=array)``::

        __getattr__, __dir__ = vendor_functions("MyWindows", "eager")

    ``graphops stubs my_windows`` writes the types of these functions beside it.

    Args:
        vendor: the prefix of the ops' names, without the last ``>``.
        spelling: ``raw_ops``, ``eager`` or ``ops``.

    Raises:
        InvalidArgumentError: another spelling.
    """
    if spelling not in SPELLINGS:
        raise InvalidArgumentError(
            f"spelling of vendor_functions() must be one of {tuple(SPELLINGS)}, got {spelling!r}"
        )

    def get(name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(SPELLINGS[spelling], f"{vendor}>{name}")

    def names() -> list[str]:
        load_ops()
        return names_after_prefix(vendor)

    return get, names
