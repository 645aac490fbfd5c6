"""Scripts and commands of the documentation, each in a process of its own that has imported graphops already.

One process imports it and is copied for each (``os.fork``), which is ten times as fast as a new interpreter.  With
GRAPHOPS_FULL=1, and where the system cannot copy processes, each has a new interpreter, as a reader's.

``python copies.py`` is the process that is copied.  It reads lines of JSON, the arguments of :func:`_become`, and
writes the exit status of each; ``argv`` is a script and its arguments, or ``-m graphops`` and the words of a command.
"""

from __future__ import annotations

import atexit
import json
import os
import runpy
import subprocess
import sys
import traceback
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory


def run(argv: Sequence[str], folder: Path, environment: dict[str, str], *, seconds: float) -> tuple[int, str, str]:
    """Exit status, stdout and stderr of ``python argv`` in a folder."""
    if os.environ.get("GRAPHOPS_FULL") == "1" or sys.platform != "linux":
        done = subprocess.run(
            [sys.executable, "-W", "error", *argv],
            capture_output=True, text=True, timeout=seconds, cwd=folder, env=environment,
        )  # fmt: skip
        return done.returncode, done.stdout, done.stderr
    with TemporaryDirectory() as out:
        process = _copied(tuple(environment.items()))
        assert process.stdin is not None
        assert process.stdout is not None
        request = {"folder": str(folder), "argv": list(argv), "out": out, "seconds": seconds}
        print(json.dumps(request), file=process.stdin, flush=True)
        status = int(process.stdout.readline())
        return status, Path(out, "1").read_text(encoding="utf-8"), Path(out, "2").read_text(encoding="utf-8")


@cache
def _copied(environment: tuple[tuple[str, str], ...]) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-W", "error", __file__],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=dict(environment),
    )  # fmt: skip
    atexit.register(_end, process)
    return process


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()


def _serve() -> None:
    import numpy  # noqa: F401

    import graphops  # noqa: F401
    from graphops.plugins.packages import load_kernels

    load_kernels()
    for line in sys.stdin:
        request = json.loads(line)
        copy = os.fork()
        if not copy:
            _become(**request)
        print(os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1]), flush=True)


def _become(folder: str, argv: list[str], out: str, seconds: float) -> None:
    """Run the script or command; never returns."""
    import signal

    signal.alarm(int(seconds))
    for number in (1, 2):
        os.dup2(os.open(os.path.join(out, str(number)), os.O_WRONLY | os.O_CREAT), number)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.chdir(folder)
    status = 0
    try:
        if argv[0] == "-m":
            sys.argv = argv[1:]
            runpy.run_module(argv[1], run_name="__main__", alter_sys=True)
        else:
            sys.argv = argv
            sys.path[0] = os.path.dirname(os.path.abspath(argv[0]))
            runpy.run_path(argv[0], run_name="__main__")
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    _serve()
