"""The command line: ``graphops VERB``. A table below lists the verbs.

A verb is a module with ``HELP``, ``add_arguments(parser)`` and ``run(args) -> int``; what it needs beyond graphops
itself it imports when it runs.  Exit status: 0 for success, 1 for an error of graphops, 2 for bad usage.

May import every room, the other programs too, each when its verb runs.  Begin with :func:`main`, then with a verb.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
import warnings
from collections.abc import Sequence
from typing import NoReturn, TextIO

import graphops
from graphops.apps.cli import (
    bench,
    check,
    cluster,
    convert,
    demo,
    doctor,
    edit,
    explain,
    map_model,
    new_plugin,
    ops,
    plugins,
    repro,
    run,
    serve,
    show,
    stubs,
    tf1,
    verify,
    warmup,
)
from graphops.apps.cli.usage import UsageError
from graphops_registry.errors import GraphopsError

_VERBS = {
    "demo": demo,
    "ops": ops,
    "run": run,
    "map": map_model,
    "explain": explain,
    "doctor": doctor,
    "edit": edit,
    "bench": bench,
    "check": check,
    "cluster": cluster,
    "convert": convert,
    "new-plugin": new_plugin,
    "plugins": plugins,
    "repro": repro,
    "serve": serve,
    "show": show,
    "stubs": stubs,
    "tf1": tf1,
    "verify": verify,
    "warmup": warmup,
}
_INTERRUPTED = 130  # what a shell reports for Ctrl-C


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status; nothing is raised."""
    try:
        args = _parser().parse_args(argv)
    except SystemExit as leave:  # --help, --version, or bad usage that argparse found
        return leave.code if isinstance(leave.code, int) else 2
    program = f"graphops {args.verb}"
    for stream in (sys.stdout, sys.stderr):  # None where the shell closed it
        if isinstance(stream, io.TextIOWrapper) and "utf" not in stream.encoding.lower():
            stream.reconfigure(errors="backslashreplace")
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _show_warning
            status: int = _VERBS[args.verb].run(args)
            if sys.stdout is not None:
                sys.stdout.flush()
            return status
    except UsageError as error:
        return _complain(program, error, 2, args.verbose)
    except (GraphopsError, OSError, MemoryError) as error:
        if isinstance(error, BrokenPipeError):  # the reader, a pager or head, has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        return _complain(program, error, 1, args.verbose)
    except KeyboardInterrupt:
        print(f"{program}: interrupted", file=sys.stderr)
        return _INTERRUPTED


class _Parser(argparse.ArgumentParser):
    """Bad usage is one line too."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: error: {message} (see {self.prog} --help)\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="graphops",
        description="TensorFlow's graph mode as a library: look at its ops, run one, see which kernels compute it.",
    )
    parser.add_argument("--version", action="version", version=f"graphops {graphops.__version__}")
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB", parser_class=_Parser)
    for name, module in _VERBS.items():
        verb = verbs.add_parser(name, help=module.HELP, description=module.__doc__, formatter_class=_Formatter)
        verb.add_argument("-v", "--verbose", action="store_true", help="print the notes of an error too")
        module.add_arguments(verb)
    return parser


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Module docstrings keep their lines."""


def _complain(program: str, error: BaseException, status: int, verbose: bool) -> int:
    """One line on stderr, followed by the error's notes if they are wanted."""
    if isinstance(error, OSError) and error.strerror and not isinstance(error, GraphopsError):
        text = error.strerror if error.filename is None else f"{error.strerror}: '{error.filename}'"
    else:
        text = " ".join(str(error).split()) or type(error).__name__
    print(f"{program}: error: {text}", file=sys.stderr)
    if verbose:
        for note in getattr(error, "__notes__", ()):
            print(note, file=sys.stderr)
    return status


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """A warning without the source line that gave it, which is ours and no help."""
    print(f"graphops: warning: {' '.join(str(message).split())}", file=sys.stderr)
