"""Write .pyi files for the ops of a package, so that editors and type checkers know their arguments.

Examples:

  graphops stubs my_windows            beside those of raw_ops.py, eager.py and ops.py that my_windows has
  graphops stubs my_windows --check    whether they are up to date: exit status 1 if not
  graphops stubs my_windows --output typings/my_windows

The package needs a module for each spelling that it offers, my_windows/raw_ops.py say, with two lines:

  from graphops.extend import vendor_functions
  __getattr__, __dir__ = vendor_functions("MyWindows", "raw_ops")
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from graphops.apps.cli.usage import UsageError
from graphops.session.package_functions import SPELLINGS
from graphops_registry.errors import FailedPreconditionError, NotFoundError
from graphops_registry.op_def import lookup_op

HELP = "write type stubs for the ops of a package"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("package", metavar="PACKAGE", help="a package that registers ops: its module or distribution")
    parser.add_argument("--output", metavar="FOLDER", help="write all three files there (default: into the package)")
    parser.add_argument("--vendor", metavar="NAME", help="only ops NAME>..., when a package has several vendors' ops")
    parser.add_argument("--check", action="store_true", help="only say whether the files are up to date")


def run(args: argparse.Namespace) -> int:
    from graphops.apps.stubs import package_stubs
    from graphops.plugins.packages import find_plugin

    plugin = find_plugin(args.package)
    if plugin.error is not None:
        raise FailedPreconditionError(f"package '{args.package}' must be one that loads, got {plugin.error}")
    names = list(plugin.ops)
    vendors = sorted({name.rpartition(">")[0] for name in names})
    if args.vendor is not None:
        names = [name for name in names if name.rpartition(">")[0] == args.vendor]
    elif len(vendors) > 1:
        raise UsageError(f"--vendor must say which ops are meant: '{args.package}' has those of {', '.join(vendors)}")
    if not names:
        raise NotFoundError(f"package '{args.package}' must register ops, got {', '.join(vendors) or 'none'}")
    command = f"graphops stubs {plugin.module.partition('.')[0]}" + (f" --vendor {args.vendor}" if args.vendor else "")
    texts = package_stubs([lookup_op(name).op_def for name in names], command)
    folder = Path(args.output) if args.output else _folder(plugin.module)
    wanted = [name for name in SPELLINGS if args.output or (folder / f"{name}.py").exists()]
    if not wanted:
        raise NotFoundError(
            f"package '{args.package}' must have a module raw_ops, eager or ops, got none in {folder} "
            "(graphops stubs --help says what they are)"
        )
    stale = []
    for path, text in ((folder / f"{name}.pyi", texts[f"{name}.pyi"]) for name in wanted):
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(path)
        if not args.check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    verb = "stale" if args.check else "written"
    print("\n".join(f"{verb}: {path}" for path in stale) or f"up to date: {folder}")
    return 1 if stale and args.check else 0


def _folder(module: str) -> Path:
    """Where a package is; for a module within one the folder that it is in."""
    loaded = sys.modules[module]
    paths = list(getattr(loaded, "__path__", ()))
    return Path(paths[0]) if paths else Path(str(loaded.__file__)).parent
