"""Draw pages of blocks in a browser.

Serves the editor on this machine alone and opens a browser on it.  It reads and writes files of one folder: that of
the page, or the current one.  What runs runs in a process of its own.

Examples:

  graphops edit
  graphops edit page.json
  graphops edit pages
  graphops edit exported_model
  graphops edit model.pb --folder pages --port 8000 --no-browser
"""

from __future__ import annotations

import argparse
from pathlib import Path

from graphops.apps.cli.usage import UsageError
from graphops.plugins.extras import require
from graphops_registry.errors import GraphopsError

HELP = "draw pages of blocks in a browser"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "page",
        nargs="?",
        metavar="FILE",
        help="a page, which may be new, or a GraphDef or SavedModel to open, or a folder",
    )
    parser.add_argument("--folder", metavar="DIR", help="the only folder that the editor sees (default: the file's)")
    parser.add_argument("--port", type=int, default=0, metavar="N", help="default: any that is free")
    parser.add_argument("--no-browser", action="store_true", help="print the address only")
    limit = "for the results of one step (default: what the machine has)"
    parser.add_argument("--memory-limit", type=int, metavar="BYTES", help=limit)
    limit = "of a file that the browser sends into the folder (default: 4 GiB)"
    parser.add_argument("--upload-limit", type=int, default=4 << 30, metavar="BYTES", help=limit)


def run(args: argparse.Namespace) -> int:
    require("graphops edit", "edit")
    from graphops.apps.edit.files import OPENED, Folder
    from graphops.apps.edit.server import serve
    from graphops.interchange.page.of_model import is_saved_model

    file = Path(args.page) if args.page else None
    is_model = file is not None and is_saved_model(file)
    if file is not None and file.is_dir() and not is_model and not args.folder:
        file, args.folder = None, args.page
    folder = Path(args.folder) if args.folder else file.absolute().parent if file is not None else Path()
    if not folder.is_dir():
        raise UsageError(f"--folder must be a folder, got '{folder}'")
    if not 0 <= args.port < 1 << 16:
        raise UsageError(f"--port must be a port, got {args.port}")
    if args.memory_limit is not None and args.memory_limit < 1:
        raise UsageError(f"--memory-limit must be at least 1, got {args.memory_limit}")
    if args.upload_limit < 1:
        raise UsageError(f"--upload-limit must be at least 1, got {args.upload_limit}")
    name = None
    if file is not None:
        if not file.resolve().is_relative_to(folder.resolve()):
            raise UsageError(f"FILE must be in the folder, got '{file}' and '{folder}'")
        if not file.is_file() and not is_model and (file.exists() or file.suffix != ".json"):
            raise UsageError(f"FILE must be a page, or a model that is there, got '{file}'")
        name = file.resolve().relative_to(folder.resolve()).as_posix()
        try:
            Folder(folder, 0).path(name, ("",) if is_model else OPENED)
        except GraphopsError as error:
            raise UsageError(str(error)) from None
    serve(folder, name, args.port, open_browser=not args.no_browser, memory_limit=args.memory_limit,
          most_uploaded=args.upload_limit)  # fmt: skip
    return 0
