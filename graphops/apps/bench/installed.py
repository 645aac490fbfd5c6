"""How many bytes packages take, those that they require included: ``PYTHON installed.py NAME[EXTRA] ...`` prints JSON.

Only the standard library: it also runs in the interpreters of the peers.
"""

from __future__ import annotations

import json
import re
import sys
from importlib import metadata
from pathlib import Path

_REQUIREMENT = re.compile(r"\s*([A-Za-z0-9._-]+)\s*(?:\[([^]]*)\])?[^;]*(?:;(.*))?$")


def size_of(names: list[str]) -> dict[str, int]:
    """Package -> bytes of its files, for all that ``names`` need here. What is not installed is not needed here."""
    found: dict[str, int] = {}
    seen: set[tuple[str, str]] = set()
    waiting = list(names)
    while waiting:
        name, extras, marker = _parts(waiting.pop())
        if (name, extras) in seen or "extra" in marker:
            continue
        seen.add((name, extras))
        try:
            package = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        if name not in found:
            paths = [Path(str(file.locate())) for file in package.files or ()]
            found[name] = sum(path.stat().st_size for path in paths if path.suffix != ".pyc" and path.is_file())
        for requirement in package.requires or ():
            text, _, condition = requirement.partition(";")
            wanted = any(f'"{extra}"' in condition.replace("'", '"') for extra in extras.split(",") if extra)
            if "extra" not in condition or wanted:
                waiting.append(text)
    return found


def distributions_of(name: str) -> list[str]:
    """What is installed under a name, or what brings the module of that name: tensorflow is tensorflow_cpu for some."""
    try:
        metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return list(dict.fromkeys(metadata.packages_distributions().get(name, ())))
    return [name]


def _parts(requirement: str) -> tuple[str, str, str]:
    """Name, extras and marker of a requirement."""
    match = _REQUIREMENT.match(requirement)
    if match is None:
        return requirement, "", ""
    name = re.sub(r"[-_.]+", "-", match[1]).lower()
    return name, (match[2] or "").replace(" ", ""), match[3] or ""


if __name__ == "__main__":
    print(json.dumps(size_of([name for given in sys.argv[1:] for name in distributions_of(given)])))
