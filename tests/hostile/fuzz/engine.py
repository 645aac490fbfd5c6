"""One process that feeds targets: ``python -m tests.hostile.fuzz.engine plain|guided FOLDER ...``.

``guided TARGET SECONDS`` needs atheris, which sees what code an input reaches and keeps those that reach more;
``plain COUNT TARGET ...`` feeds the seeds and COUNT changes of them at random, the same ones each time. Each fault is a
line of JSON on the standard output, once for each kind: target, kind, and the file in FOLDER that has the input.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import random
import sys
import warnings
import zlib
from pathlib import Path
from typing import Any, Final

_MODULES: Final = "tests.hostile.fuzz.targets"
_ABORT: Final = 60  # seconds after which the process is ended
_WATCHED: Final = ["graphops", "graphops_registry", "graphops_cpu", "google.protobuf.text_format"]


class Faults:
    """What was found, each kind once, with the shortest input."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.known: dict[tuple[str, str], int] = {}

    def try_one(self, aim: Any, data: bytes) -> None:
        """Feed ``data`` to ``aim``, and say what was wrong."""
        from tests.hostile.fuzz.target import fault

        kind = fault(aim, data)
        if kind is None:
            return
        key = (aim.name, kind)
        if len(data) >= self.known.get(key, 1 << 30):
            return
        first = key not in self.known
        self.known[key] = len(data)
        place = self.folder / f"{aim.name}-{hashlib.sha256(kind.encode()).hexdigest()[:12]}"
        place.write_bytes(data)
        if first:
            print(json.dumps([aim.name, kind, str(place)]), flush=True)


def limit_memory() -> None:
    """From now on the process may take so many bytes more."""
    import resource  # not on Windows

    from tests.hostile.fuzz.target import BYTES

    with open("/proc/self/statm", encoding="ascii") as file:
        limit = int(file.read().split()[0]) * resource.getpagesize() + BYTES
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def plain(folder: Path, count: int, names: list[str]) -> None:
    """Seeds, and ``count`` changes of them for each target; prints how many were fed."""
    targets = importlib.import_module(_MODULES).TARGETS
    from tests.hostile.fuzz.changes import changed_bytes

    faults = Faults(folder)
    prepared = {name: (targets[name], targets[name].seeds()) for name in names or targets}
    warnings.simplefilter("error")
    for aim, seeds in prepared.values():
        faults.try_one(aim, seeds[0])  # loads what it needs
    limit_memory()
    for name, (aim, seeds) in prepared.items():
        chance = random.Random(zlib.crc32(name.encode()))  # noqa: S311
        for seed in seeds:
            faults.try_one(aim, seed)
        for _ in range(count):
            data = chance.choice(seeds)
            if aim.change is not None and chance.random() < 0.7:
                data = aim.change(data, chance)
            else:
                data = changed_bytes(data, chance, aim.words)
            faults.try_one(aim, data[: aim.longest])
        print(json.dumps([name, len(seeds) + count]), flush=True)


def guided(folder: Path, name: str, seconds: int) -> None:
    """What atheris makes of the seeds, for so many seconds; inputs that reach more are kept in ``folder``/corpus."""
    atheris = importlib.import_module("atheris")
    with atheris.instrument_imports(include=_WATCHED):
        targets = importlib.import_module(_MODULES).TARGETS
    aim = targets[name]
    seeds = folder / "seeds"
    corpus = folder / "corpus"
    for each in (seeds, corpus):
        each.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(aim.seeds()):
        (seeds / f"{number:04d}").write_bytes(data)
    faults = Faults(folder)
    warnings.simplefilter("error")
    for data in aim.seeds()[:20]:
        faults.try_one(aim, data)  # loads what it needs
    words = folder / "words"
    words.write_text("".join(f'"{_escaped(word)}"\n' for word in aim.words if len(word) < 64), encoding="ascii")

    def change(data: bytes, largest: int, seed: int) -> bytes:
        chance = random.Random(seed)  # noqa: S311
        if chance.random() < 0.4:
            return bytes(atheris.Mutate(data, largest))
        from tests.hostile.fuzz.changes import changed_bytes

        if aim.change is not None and chance.random() < 0.8:
            return aim.change(data, chance)[:largest]
        return changed_bytes(data, chance, aim.words)[:largest]

    arguments = [
        "fuzz", str(corpus), str(seeds), f"-max_total_time={seconds}", f"-max_len={aim.longest}", f"-timeout={_ABORT}",
        f"-dict={words}", f"-artifact_prefix={folder}/{name}-end-", "-print_final_stats=1", "-rss_limit_mb=4096",
        "-reload=0",
    ]  # fmt: skip
    if not aim.words:
        arguments = [argument for argument in arguments if not argument.startswith("-dict")]
    limit_memory()
    atheris.Setup(arguments, lambda data: faults.try_one(aim, data), custom_mutator=change)
    atheris.Fuzz()


def _escaped(word: bytes) -> str:
    return "".join(f"\\x{byte:02x}" for byte in word)


def main(arguments: list[str]) -> None:
    mode, folder, *rest = arguments
    os.environ.setdefault("TMPDIR", folder)
    if mode == "plain":
        plain(Path(folder), int(rest[0]), rest[1:])
    else:
        guided(Path(folder), rest[0], int(rest[1]))


if __name__ == "__main__":
    main(sys.argv[1:])
