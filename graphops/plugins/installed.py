"""A quick look at the installed distributions: whether any of them may have a plug-in.

``importlib.metadata`` knows, but importing it takes longer than making a plan of a thousand nodes, and most
environments have no plug-in.  Where this look is not sure, the answer is yes, and ``importlib.metadata`` is asked.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import PathFinder
from typing import Final

VARIABLE: Final = "GRAPHOPS_PLUGINS"  # of the environment: which ones load
ENTRY_POINT_GROUP: Final = "graphops.plugins"  # in which distributions name them

_FILE: Final = "entry_points.txt"


def wanted_plugins() -> set[str] | None:
    """The names of the plug-ins to load, ``None`` for all."""
    given = os.environ.get(VARIABLE, "all").strip()
    if given == "all":
        return None
    return set() if given == "off" else {name.strip() for name in given.split(",") if name.strip()}


def may_have_plugins() -> bool:
    """Whether there may be something to load, to skip or to complain about."""
    if wanted_plugins():  # one that is not installed is reported
        return True
    if any(finder is not PathFinder and hasattr(finder, "find_distributions") for finder in sys.meta_path):
        return True
    return any(_may_name_plugins(folder or os.curdir) for folder in sys.path)


def _may_name_plugins(folder: str) -> bool:
    """Whether a distribution in this folder of ``sys.path`` may have an entry point of the group."""
    try:
        names = os.listdir(folder)
    except NotADirectoryError:  # an archive
        return True
    except OSError:
        return False
    return any(
        _may_be_of_a_plugin(os.path.join(folder, name, _FILE))
        for name in names
        if name.lower().endswith((".dist-info", ".egg-info")) or name.lower() == "egg-info"
    )


def _may_be_of_a_plugin(file: str) -> bool:
    """Whether a file names an entry point of the group, or is no well-formed list of entry points."""
    try:
        with open(file, encoding="utf-8") as stream:
            lines = stream.read().splitlines()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except (OSError, ValueError):
        return True
    return any(ENTRY_POINT_GROUP in line or not _is_well_formed(line.strip()) for line in lines)


def _is_well_formed(line: str) -> bool:
    return not line or line.startswith(("#", "[")) or "=" in line
