"""Packages for tests, put where an installer would put them, and fresh interpreters that see them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "examples" / "plugin"


def write_package(
    target: Path, name: str, source: str, *, value: str | None = None, distribution: str | None = None
) -> None:
    """A package ``name`` with one module, and a distribution whose entry point ``name`` is ``value``."""
    module = target / name
    module.mkdir()
    (module / "__init__.py").write_text(source)
    write_distribution(target, distribution or f"dist-{name}", f"[graphops.plugins]\n{name} = {value or name}\n")


def write_distribution(target: Path, name: str, entry_points: str, version: str = "1.0") -> Path:
    """What an installer leaves beside a package."""
    info = target / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (info / "entry_points.txt").write_text(entry_points)
    return info


def python(
    arguments: list[str], *paths: Path, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """What a fresh interpreter does that finds packages in ``paths`` first."""
    own = {key: value for key, value in os.environ.items() if key != "GRAPHOPS_PLUGINS"}
    own["PYTHONPATH"] = os.pathsep.join([*map(str, paths), *sys.path])
    return subprocess.run(
        [sys.executable, *arguments],
        env={**own, **(environment or {})},
        cwd=paths[0] if paths else ROOT,
        capture_output=True,
        text=True,
        timeout=300,
    )
