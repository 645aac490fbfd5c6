"""The file ``checkpoint`` of a folder: which checkpoints there are, and which is the latest, in TensorFlow's form."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import BinaryIO, Final

from graphops.checkpoint.atomic import write_atomically

NAME: Final = "checkpoint"
_MOST_BYTES: Final = 1 << 22
_LINE: Final = re.compile(r'^\s*(model_checkpoint_path|all_model_checkpoint_paths)\s*:\s*"((?:[^"\\]|\\.)*)"')
_ESCAPE: Final = re.compile(r"\\(x[0-9a-fA-F]{1,2}|[0-7]{1,3}|.)", re.DOTALL)
_NAMED: Final = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", '"': '"', "'": "'"}


def read_state(folder: str | os.PathLike[str]) -> list[str]:
    """The names of the checkpoints in ``folder``, the latest last; none if there is no such file.

    Only the last part of each path counts, so a state file never points out of its folder, and a folder can be moved.
    """
    try:
        with open(Path(folder) / NAME, "rb") as file:
            text = file.read(_MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return []
    latest: list[str] = []
    names: list[str] = []
    for line in text.splitlines():
        match = _LINE.match(line)
        if match is None:
            continue
        name = _unescape(match[2]).replace("\\", "/").rpartition("/")[2]
        if name and name not in (".", "..") and "\x00" not in name:
            (latest if match[1] == "model_checkpoint_path" else names).append(name)
    return [name for name in dict.fromkeys(names) if name not in latest[-1:]] + latest[-1:]


def write_state(folder: str | os.PathLike[str], names: list[str]) -> None:
    """Say that ``names`` are the checkpoints in ``folder``, the last one the latest. Atomic.

    Raises:
        NotFoundError: the folder is missing, or not to be written to.
    """
    lines = [f'model_checkpoint_path: "{_escape(names[-1])}"\n']
    lines += [f'all_model_checkpoint_paths: "{_escape(name)}"\n' for name in names]
    content = "".join(lines).encode()

    def write(file: BinaryIO) -> None:
        file.write(content)

    write_atomically(Path(folder) / NAME, write)


def _escape(text: str) -> str:
    """As in a text-format proto: bytes outside of printable ASCII in octal."""
    return "".join(
        f"\\{chr(byte)}" if byte in b'"\\' else chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}"
        for byte in text.encode("utf-8", "surrogateescape")
    )


def _unescape(text: str) -> str:
    def one(match: re.Match[str]) -> str:
        code = match[1]
        if code[0] == "x" and len(code) > 1:
            return chr(int(code[1:], 16))
        return chr(int(code, 8) & 0xFF) if code[0] in "01234567" else _NAMED.get(code, code)

    if "\\" not in text:
        return text
    return _ESCAPE.sub(one, text.encode().decode("latin-1")).encode("latin-1", "replace").decode("utf-8", "replace")
