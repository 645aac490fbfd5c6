"""Calls of ``tf.gfile``, ``tf.io.gfile`` and ``tf.python_io`` in a folder, the same under each ``tf``.

``python -m tests.compat.file_calls`` with TensorFlow 2.21 writes what they gave into ``tests/compat/tf_files.json``.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

RECORDED: Final = Path(__file__).with_name("tf_files.json")

# Each is ``call(tf.gfile, tf.io.gfile, name)`` in a folder of its own, where ``name("a")`` is the path of "a".
CALLS: Final[dict[str, Callable[[Any, Any, Callable[[str], str]], Any]]] = {}


def call(function: Callable[[Any, Any, Callable[[str], str]], Any]) -> Callable[[Any, Any, Callable[[str], str]], Any]:
    CALLS[function.__name__] = function
    return function


def outcome(function: Callable[[], Any]) -> Any:
    """What a call gives, or the class of its error."""
    try:
        return function()
    except Exception as error:
        return f"raises {type(error).__name__}"


def prepared(folder: str) -> Callable[[str], str]:
    """A folder with the files that the calls use."""
    path = Path(folder)
    (path / "text").write_bytes("one\ntwo ä\r\n\nend".encode())
    (path / "empty").write_bytes(b"")
    (path / "sub" / "deep").mkdir(parents=True)
    (path / "sub" / "b.txt").write_bytes(b"b")
    (path / "sub" / "a.txt").write_bytes(b"a")
    (path / "sub" / ".hidden").write_bytes(b"")
    (path / "sub" / "deep" / "c.txt").write_bytes(b"c")
    (path / "bare").mkdir()
    return lambda name: os.path.join(folder, name)


@call
def reads(v1: Any, v2: Any, name: Any) -> Any:
    with v1.GFile(name("text")) as text, v1.GFile(name("text"), "rb") as binary, v1.FastGFile(name("text")) as lines:
        return [
            text.read(), text.read(), text.read(3), binary.read(5).decode(), binary.tell(),
            binary.readline().decode("latin-1"), binary.tell(), list(lines),
            text.size(), text.mode, text.name == name("text"),
        ]  # fmt: skip


@call
def reads_lines(v1: Any, v2: Any, name: Any) -> Any:
    file = v2.GFile(name("text"))
    found = [file.readline(), file.tell(), next(file), file.readlines(), file.readline(), file.readlines()]
    file.seek(0)
    return [*found, file.readlines()]


@call
def seeks(v1: Any, v2: Any, name: Any) -> Any:
    file = v1.Open(name("text"), "rb")
    found = []
    for arguments in [(4,), (-3, 2), (1, 1), (-2, 1), (0, 0), (2, 0)]:
        file.seek(*arguments)
        found.append([file.tell(), file.read(2).decode("latin-1"), file.tell()])
    file.seek(position=1)
    return [*found, file.tell(), file.seekable()]


@call
def seeks_outside(v1: Any, v2: Any, name: Any) -> Any:
    file = v1.Open(name("text"), "rb")
    return [outcome(lambda: file.seek(-1)), outcome(lambda: file.seek(0, 5))]


@call
def ends_an_iteration(v1: Any, v2: Any, name: Any) -> Any:
    return [
        list(v1.GFile(name("empty"))),
        v1.GFile(name("empty")).read(),
        v1.GFile(name("empty"), "rb").read().decode(),
    ]


@call
def writes(v1: Any, v2: Any, name: Any) -> Any:
    with v1.GFile(name("new"), "w") as file:
        file.write("ä")
        first = file.tell()
        file.write(b"bytes")
        file.flush()
        size = file.size()
    with v1.GFile(name("new"), "a") as file:
        file.write("more")
    return [first, size, v1.GFile(name("new")).read(), v1.GFile(name("new"), "rb").size()]


@call
def writes_nothing(v1: Any, v2: Any, name: Any) -> Any:
    with v1.GFile(name("nothing"), "w"):
        pass
    v1.GFile(name("touched"), "w").write("")
    return [v1.Exists(name("nothing")), v1.Exists(name("touched"))]


@call
def writes_and_reads(v1: Any, v2: Any, name: Any) -> Any:
    with v1.GFile(name("both"), "w+") as file:
        file.write("one two")
        file.flush()
        found = [file.read(3), file.tell()]
    with v1.GFile(name("both"), "r+") as file:
        found += [file.read(3)]
        file.write("x")
        file.flush()
    with v1.GFile(name("both"), "a+") as file:
        file.write("y")
        file.flush()
        found += [file.read()]
    return found


@call
def refuses_the_other_direction(v1: Any, v2: Any, name: Any) -> Any:
    return [
        outcome(lambda: v1.GFile(name("text"), "w").read()), outcome(lambda: v1.GFile(name("text")).write("x")),
        outcome(lambda: v1.GFile(name("text"), "a").readline()), outcome(lambda: v1.GFile(name("text"), "z")),
        outcome(lambda: v1.GFile(name("text"), "rw")), outcome(lambda: v1.GFile(name("text"), "x")),
    ]  # fmt: skip


@call
def files_that_are_missing(v1: Any, v2: Any, name: Any) -> Any:
    v1.GFile(name("absent"))
    return [
        outcome(lambda: v1.GFile(name("absent")).read()), outcome(lambda: v1.GFile(name("absent")).size()),
        outcome(lambda: v1.GFile(name("absent/x"), "w").write("x")), outcome(lambda: v1.GFile(name("sub")).read()),
        outcome(lambda: v1.GFile(name("sub"), "w").write("x")), outcome(lambda: v1.GFile(name("text/x")).read()),
        outcome(lambda: v1.Stat(name("absent"))), outcome(lambda: v1.Remove(name("absent"))),
        outcome(lambda: v1.ListDirectory(name("absent"))), outcome(lambda: v1.ListDirectory(name("text"))),
        outcome(lambda: v1.DeleteRecursively(name("absent"))), outcome(lambda: v1.Rename(name("absent"), name("x"))),
        outcome(lambda: v1.Copy(name("absent"), name("x"))), outcome(lambda: list(v1.Walk(name("absent")))),
        outcome(lambda: v1.Glob(name("absent*"))), outcome(lambda: v1.IsDirectory(name("absent"))),
    ]  # fmt: skip


@call
def folders(v1: Any, v2: Any, name: Any) -> Any:
    v1.MkDir(name("made"))
    v1.MakeDirs(name("deep/er/and"))
    v1.MakeDirs(name("deep/er/and"))
    return [
        outcome(lambda: v1.MkDir(name("made"))), outcome(lambda: v1.MkDir(name("no/parent"))),
        outcome(lambda: v1.MakeDirs(name("text"))), outcome(lambda: v1.MakeDirs(name("text/below"))),
        outcome(lambda: v1.MkDir(name("text"))), v1.IsDirectory(name("deep/er/and")), v1.IsDirectory(name("text")),
        v1.Exists(name("deep")), v1.Exists(name("deep/no")), v1.Exists(name("text/no")), v1.Exists(name("sub/")),
    ]  # fmt: skip


@call
def removes(v1: Any, v2: Any, name: Any) -> Any:
    v1.Remove(name("text"))
    found = [outcome(lambda: v1.Remove(name("sub"))), outcome(lambda: v1.Remove(name("bare")))]
    v1.DeleteRecursively(name("sub"))
    return [*found, outcome(lambda: v1.DeleteRecursively(name("empty"))), sorted(v1.ListDirectory(name("")))]


@call
def copies(v1: Any, v2: Any, name: Any) -> Any:
    v1.Copy(name("text"), name("copied"))
    return [
        outcome(lambda: v1.Copy(name("text"), name("empty"))), v1.Copy(name("text"), name("empty"), overwrite=True),
        v1.GFile(name("empty")).read(), v1.GFile(name("copied")).read(),
        outcome(lambda: v1.Copy(name("sub"), name("elsewhere"))),
        outcome(lambda: v1.Copy(name("text"), name("no/where"))),
        outcome(lambda: v1.Copy(name("text"), name("bare"), True)),
    ]  # fmt: skip


@call
def renames(v1: Any, v2: Any, name: Any) -> Any:
    v1.Rename(name("sub/a.txt"), name("moved"))
    found = [outcome(lambda: v1.Rename(name("text"), name("moved"))), v1.Rename(name("text"), name("moved"), True)]
    v1.Rename(name("bare"), name("barer"))
    found += [outcome(lambda: v1.Rename(name("barer"), name("sub"), True))]
    found += [outcome(lambda: v1.Rename(name("moved"), name("sub"), True))]
    return [*found, sorted(v1.ListDirectory(name(""))), v1.GFile(name("moved")).read()]


@call
def lists(v1: Any, v2: Any, name: Any) -> Any:
    return [
        sorted(v1.ListDirectory(name("sub"))),
        sorted(v2.listdir(name("bare"))),
        sorted(v1.ListDirectory(name("sub/"))),
    ]


@call
def globs(v1: Any, v2: Any, name: Any) -> Any:
    here = name("")
    patterns = [
        "*",
        "sub/*",
        "sub/*.txt",
        "sub/?.txt",
        "sub/[ab].txt",
        "*/*.txt",
        "sub/[!a].txt",
        "text",
        "sub/**",
        "**/c.txt",
    ]
    found = [sorted(path[len(here) :] for path in v1.Glob(name(pattern))) for pattern in patterns]
    several = sorted(path[len(here) :] for path in v2.glob([name("te*"), name("sub/a*"), name("te*")]))
    return [*found, several]


@call
def walks(v1: Any, v2: Any, name: Any) -> Any:
    def plain(steps: Any) -> Any:
        return [[top[len(name("")) :], sorted(inside), sorted(files)] for top, inside, files in steps]

    return [
        plain(v1.Walk(name("sub"))), plain(v1.Walk(name("sub"), in_order=False)), plain(v2.walk(name("sub"))),
        plain(v2.walk(name("sub"), topdown=False)), plain(v2.walk(name("absent"))), plain(v1.Walk(name("text"))),
    ]  # fmt: skip


@call
def stats(v1: Any, v2: Any, name: Any) -> Any:
    os.utime(name("text"), ns=(5_000_000_000, 7_000_000_000))
    found = v1.Stat(name("text"))
    return [found.length, found.mtime_nsec, found.is_directory, v2.stat(name("sub")).is_directory]


@call
def lower_case_names(v1: Any, v2: Any, name: Any) -> Any:
    v2.makedirs(name("m/n"))
    v2.mkdir(name("m/o"))
    v2.copy(name("text"), name("m/t"))
    v2.rename(name("m/t"), name("m/u"))
    v2.remove(name("m/u"))
    v2.rmtree(name("m/n"))
    return [v2.exists(name("m/n")), v2.isdir(name("m/o")), v2.join("a", "b", "/c"), v2.join("a/", "b"), v2.join("a")]


@call
def paths_of_other_kinds(v1: Any, v2: Any, name: Any) -> Any:
    return [
        v1.Exists(name("text").encode()), v2.exists(Path(name("text"))), v2.GFile(Path(name("text"))).size(),
        v1.Exists("file://" + name("text")),
        sorted(type(each).__name__ for each in v1.ListDirectory(name("sub").encode())),
        outcome(lambda: v1.Exists("nosuch://bucket/file")), outcome(lambda: v1.GFile("nosuch://bucket/file").read()),
        outcome(lambda: v1.Exists("")),
    ]  # fmt: skip


def answers(tf: Any) -> dict[str, Any]:
    found = {}
    for name, function in CALLS.items():
        with tempfile.TemporaryDirectory() as folder:
            path = prepared(folder)
            found[name] = outcome(lambda function=function, path=path: function(tf.gfile, tf.io.gfile, path))  # type: ignore[misc]
    return found


def main() -> None:
    import tensorflow.compat.v1 as tf

    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in answers(tf).items())
    RECORDED.write_text("{\n" + lines + "\n}\n")


if __name__ == "__main__":
    main()
