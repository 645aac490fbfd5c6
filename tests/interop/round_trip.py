"""Import and export: reads each ``NAME.pb`` of a folder and writes what comes out of it into another."""

from __future__ import annotations

from pathlib import Path

import graphops as go


def rewrite(source: Path, target: Path) -> None:
    """Read a GraphDef file into a graph and write the graph as a GraphDef file."""
    go.save_graph(go.load_graph(source), target)


def rewrite_all(sources: Path, targets: Path) -> dict[str, str]:
    """All files of a folder; the errors of those that failed, by name."""
    targets.mkdir(parents=True, exist_ok=True)
    troubles = {}
    for path in sorted(sources.glob("*.pb")):
        try:
            rewrite(path, targets / path.name)
        except go.GraphopsError as error:
            troubles[path.stem] = "\n".join([str(error), *getattr(error, "__notes__", ())])
    return troubles
