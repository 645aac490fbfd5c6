"""What tests of the documentation share: the modules of docs/_ext, and processes that find the packages."""

from __future__ import annotations

import importlib
import os
import sys
from types import ModuleType
from typing import Final

from tests.docs.page_blocks import ROOT

FOLDER: Final = ROOT / "docs" / "_ext"


def load(name: str) -> ModuleType:
    """The module ``name`` of docs/_ext."""
    sys.path.insert(0, str(FOLDER))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(FOLDER))


def environment() -> dict[str, str]:
    """Of a process that finds the packages in the checkout, as this one does, and runs plans as a reader's would."""
    path = os.pathsep.join(str(ROOT / part) for part in ("", "kernels", "registry"))
    switches = ("GRAPHOPS_PLAN_PASSES", "GRAPHOPS_WITHOUT")
    kept = {name: value for name, value in os.environ.items() if name not in switches}
    return {**kept, "PYTHONPATH": path}
