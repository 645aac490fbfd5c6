"""Write a package that adds an op to graphops and passes its own tests: a start for yours.

Examples:

  graphops new-plugin my-windows               the folder my-windows, with the package my_windows
  graphops new-plugin my-windows --dir ~/src   there
"""

from __future__ import annotations

import argparse
import keyword
import re
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path
from string import Template
from typing import Final

from graphops.apps.cli.usage import UsageError

HELP = "write a package with an op, kernels and tests, to start from"

_TEMPLATES: Final = Path(__file__).parents[2] / "plugins" / "template"
_HIDDEN: Final = {"gitignore": ".gitignore"}  # a file of that name would hold for the templates
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9]*([-_.]+[A-Za-z0-9]+)*")  # of a distribution, but for a digit in front
_LONGEST: Final = 64
_OWN: Final = frozenset({"graphops", "graphops_registry", "graphops_cpu", "graphops_cuda", "tests", "checks"})


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="of the distribution: letters, digits, and - between words")
    parser.add_argument("--dir", metavar="FOLDER", default=".", help="where to make the folder NAME (default: here)")


def run(args: argparse.Namespace) -> int:
    module, prefix = _module(args.name), _op_prefix(args.name)
    parent = Path(args.dir)
    if not parent.is_dir():
        raise UsageError(f"--dir must name a folder that exists, got '{args.dir}'")
    folder = parent / args.name
    for path in write_plugin(folder, args.name, module, prefix):
        print(path)
    print(f'next: cd {folder} && pip install -e ".[test]" && python -m pytest && graphops check {module}')
    return 0


def write_plugin(folder: Path, name: str, module: str, prefix: str) -> list[Path]:
    """Write the package; all of it or nothing.

    Args:
        folder: where, which must not exist.
        name: of the distribution.
        module: to import.
        prefix: what the names of its ops begin with.

    Raises:
        UsageError: ``folder`` exists.
        OSError: it cannot be written.
    """
    from graphops import __version__

    try:
        folder.mkdir()
    except FileExistsError:
        raise UsageError(f"NAME must be new, but '{folder}' exists") from None
    values = {"name": name, "module": module, "prefix": prefix, "version": __version__}
    written = []
    try:
        for source in sorted(_TEMPLATES.rglob("*.template")):
            path = folder / _place(source, module)
            path.parent.mkdir(exist_ok=True)
            text = Template(source.read_text(encoding="utf-8")).substitute(values)
            path.write_text(text, encoding="utf-8", newline="\n")
            written.append(path)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return written


def _place(source: Path, module: str) -> Path:
    """Where a template's file goes, within the package's folder."""
    *folders, name = source.relative_to(_TEMPLATES).with_suffix("").parts
    return Path(*(module if folder == "module" else folder for folder in folders), _HIDDEN.get(name, name))


def _module(name: str) -> str:
    """The module of a distribution: ``my_windows`` for ``my-windows``."""
    if not _NAME.fullmatch(name) or len(name) > _LONGEST:
        rule = f"must be letters and digits with - between words, at most {_LONGEST}, a letter first"
        raise UsageError(f"NAME {rule}, got '{name}'")
    module = re.sub(r"[-_.]+", "_", name).lower()
    if keyword.iskeyword(module) or keyword.issoftkeyword(module):
        raise UsageError(f"NAME must not be a keyword of Python, got '{name}'")
    if module in _OWN or module in sys.stdlib_module_names or _is_installed(module):
        raise UsageError(f"NAME must not be that of a module that is there already, got '{name}'")
    return module


def _is_installed(module: str) -> bool:
    found = find_spec(module)
    return found is not None and found.origin is not None  # a folder without __init__.py may just be near


def _op_prefix(name: str) -> str:
    """What the names of its ops begin with: ``MyWindows`` for ``my-windows``."""
    from graphops_registry.op_def import registered_ops

    prefix = "".join(word[0].upper() + word[1:] for word in re.split(r"[-_.]+", name))
    if any(op.name == prefix for op in registered_ops()):  # raw_ops.Relu is the op
        raise UsageError(f"NAME must not be that of an op, got '{name}', and '{prefix}' is one")
    return prefix
