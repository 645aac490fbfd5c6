"""Which names of TensorFlow 1 the files of a folder use, how often, and which of them exist here.

``python -m tests.peers.tf1_names FOLDER`` reads files, it runs none, and writes ``docs/reference/tf1_names.json``:
what ``python -m tests.compat.write_page`` makes the counts of the page of names from.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import tokenize
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from graphops.compat.module_names import is_package

COUNTS: Final = Path(__file__).resolve().parents[2] / "docs" / "reference" / "tf1_names.json"
_DEEP: Final = 8  # parts of a name that are looked at
_VERSION_2: Final = ("GradientTape", "function", "optimizers", "random.set_seed", "keras.optimizers", "keras.Model")


def names_of(text: str) -> set[str]:
    """The names after ``tensorflow.`` that a file uses, with their modules: ``nn.relu``, ``contrib.rnn.LSTMCell``.

    A file of Python 2 is read as well: only words and points are looked at.
    """
    aliases: dict[str, str] = {}
    found: set[str] = set()
    for line in _lines(text):
        if line[:1] == ["import"]:
            for part in _split(line[1:], ","):
                name, alias = _with_alias(part)
                if name.split(".")[0] == "tensorflow":
                    aliases[alias or "tensorflow"] = name if alias else "tensorflow"
        elif line[:1] == ["from"] and len(line) > 3 and line[1] == "tensorflow" and "import" in line:
            at = line.index("import")
            module = "".join(line[1:at])
            for part in _split([each for each in line[at + 1 :] if each not in "()"], ","):
                name, alias = _with_alias(part)
                aliases[alias or name] = f"{module}.{name}"
                found.add(f"{module}.{name}")
        else:
            for chain in _chains(line):
                if chain[0] in aliases and len(chain) > 1:
                    found.add(".".join((aliases[chain[0]], *chain[1:])))
            if len(line) > 4 and line[1] == "=" and line[2] in aliases and set(line[3::2]) == {"."}:
                aliases[line[0]] = "".join((aliases[line[2]], *line[3:]))  # slim = tf.contrib.slim
    return {each.removeprefix("tensorflow.").removeprefix("compat.v1.") for each in found} - {"tensorflow", "compat.v1"}


def _lines(text: str) -> Iterator[list[str]]:
    """The words and signs of each logical line, without texts and comments."""
    line: list[str] = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type in (tokenize.NAME, tokenize.OP):
                line.append(token.string)
            elif token.type == tokenize.NEWLINE:
                yield line
                line = []
    except (tokenize.TokenError, IndentationError, SyntaxError):
        pass  # what was read before counts
    yield line


def _split(words: list[str], sign: str) -> Iterator[list[str]]:
    part: list[str] = []
    for word in [*words, sign]:
        if word == sign:
            yield part
            part = []
        else:
            part.append(word)


def _with_alias(part: list[str]) -> tuple[str, str]:
    at = part.index("as") if "as" in part else len(part)
    return "".join(part[:at]), "".join(part[at + 1 :])


def _chains(line: list[str]) -> Iterator[list[str]]:
    """``a.b.c`` of a line, where ``a`` is no attribute itself."""
    at = 0
    while at < len(line):
        chain = [line[at]]
        while line[at + 1 : at + 2] == ["."] and at + 2 < len(line):
            chain.append(line[at + 2])
            at += 2
        if chain[0].isidentifier():
            yield chain
        at += 1


class Here:
    """What graphops has under TensorFlow's names, those before 1.0 included."""

    def __init__(self) -> None:
        import graphops.compat

        graphops.compat.install(pre_1_0=True)
        self._top = import_module("tensorflow")

    def settled(self, name: str) -> tuple[str, bool]:
        """The part of a name as far as it is a function, a class or a constant, and whether it exists."""
        place: Any = self._top
        parts = name.split(".")[:_DEEP]
        for at, part in enumerate(parts):
            known = ".".join(parts[: at + 1])
            try:
                place = getattr(place, part)
            except (AttributeError, ImportError):
                if not is_package(known) and not known.startswith(("examples.", "python.", "contrib.learn.python")):
                    return known, False
                place = import_module(f"tensorflow.{known}")
            if not _is_module(place):
                return known, True
        return name, True


def _is_module(place: Any) -> bool:
    return isinstance(place, type(io)) or type(place).__name__ in ("_Names", "Missing")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", type=Path, nargs="+", help="folders of repositories")
    here, files, users, repositories = Here(), 0, Counter[str](), set[str]()
    missing: Counter[str] = Counter()
    complete = 0
    seen: set[bytes] = set()
    for folder in arguments.parse_args().folder:
        for path in sorted(folder.rglob("*.py")):
            text = path.read_text(encoding="utf-8", errors="replace")
            key = hashlib.sha256(text.encode()).digest()
            names = names_of(text) if "tensorflow" in text and key not in seen else set()
            if not names or any(name.startswith(_VERSION_2) for name in names):
                continue
            seen.add(key)
            files += 1
            repositories.add(path.relative_to(folder).parts[0])
            settled = {here.settled(name) for name in names}
            users.update({name for name, _ in settled})
            gone = {name for name, exists in settled if not exists}
            missing.update(gone)
            complete += not gone
    counts: dict[str, Any] = {
        "files": files,
        "repositories": len(repositories),
        "complete": complete,
        "names": dict(users.most_common()),
    }
    counts["missing"] = [name for name, _ in missing.most_common()]
    COUNTS.write_text(json.dumps(counts, indent=0) + "\n", encoding="utf-8")
    print(f"{files} files of {len(repositories)} repositories; {complete} use no name that is missing here")
    for name, number in missing.most_common(60):
        print(f"{number:5} {name}")


if __name__ == "__main__":
    main()
